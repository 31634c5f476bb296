#!/usr/bin/env bash
#
# Measures speed, and writes the tables into RESULTS.md. Nothing else should run on the machine.
#
# Usage: benches/run.sh [-e ENGINE] [-v GAME,..] [-n NODES] [-l LEAVES] [-k RUNS] [-r RIVAL] [-f VARIANTS] [-w SITE] [-o FILE] [TABLE..]
#
#   -e ENGINE    the executable                                       (target/release/bactrian)
#   -v GAMES     these games                                          (all)
#   -n NODES     of each search                                       (1000000)
#   -l LEAVES    the most that a count may have                       (200000000)
#   -k RUNS      of each command; the least time counts               (3)
#   -r RIVAL     Fairy-Stockfish, for the table rival                 (none)
#   -f VARIANTS  the file that describes our games to it              (none)
#   -w SITE      what scripts/site.sh has made, for web and start      (none)
#   -o FILE      write to this copy of RESULTS.md                     (benches/RESULTS.md)
#   -h           this text
#   TABLE        perft, search, rival, files, board, web, start       (perft search files board, with -r rival, with -w web start)
#
# Times are processor times, but in the table start. Needed: bash, awk, Python 3 for the tables rival, files and board, Node.js 20
# for web and start, and for start what tests/system/browser_check.sh needs.

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/table.sh"

names= nodes=1000000 leaves=200000000 runs=3 rival= variants= site=
while getopts 'e:v:n:l:k:r:f:w:o:h' opt; do
    case $opt in
        e) engine=$OPTARG ;;
        v) names=$OPTARG ;;
        n) nodes=$OPTARG ;;
        l) leaves=$OPTARG ;;
        k) runs=$OPTARG ;;
        r) rival=$OPTARG ;;
        f) variants=$OPTARG ;;
        w) site=$OPTARG ;;
        o) results=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ -x $engine ]] || die "no engine at '$engine' (build it first: cargo build --release)"
read -ra games <<< "$(games_of "$names" | xargs)"

# The least processor time of the runs of a command, in seconds.
least_time() {
    local TIMEFORMAT=%U
    for ((run = 0; run < runs; run++)); do
        { time "$@" > /dev/null 2>&1; } 2>&1
    done | sort -n | head -1
}

# A count in millions or thousands a second.
rate() { awk -v count="$1" -v unit="$2" -v time="$3" 'BEGIN { printf "%.0f", count / unit / (time > 0 ? time : 0.001) }'; }

perft() {
    local depths=() speeds=()
    for game in "${games[@]}"; do
        read -r depth count < <(head -1 "$root/tests/data/perft/$game.epd" | tr ';' '\n' |
            awk -v most="$leaves" '/^D/ && $2 <= most { depth = substr($1, 2); count = $2 } END { print depth, count }')
        depths+=("$depth")
        speeds+=("$(rate "$count" 1000000 "$(least_time "$engine" perft -v "$game" -d "$depth")")")
    done
    head_row "${games[@]}"
    row depth 'bactrian perft -v GAME -d DEPTH' "${depths[@]}"
    row 'M leaves/s' 'the same' "${speeds[@]}"
}

search() {
    local with=() without=() command=(--nodes "$nodes" --hash 64)
    for game in "${games[@]}"; do
        with+=("$(rate "$nodes" 1000 "$(least_time "$engine" analyse -v "$game" "${command[@]}")")")
        without+=("$(rate "$nodes" 1000 "$(least_time "$engine" --net "$game=none" analyse -v "$game" "${command[@]}")")")
    done
    head_row "${games[@]}"
    row 'k nodes/s' "bactrian analyse -v GAME ${command[*]}" "${with[@]}"
    row 'without network' "bactrian --net GAME=none analyse -v GAME ${command[*]}" "${without[@]}"
}

rival() {
    [[ -n $rival ]] || die 'the table rival needs -r'
    local played=() speeds=() others=() ratios=() options=(--rounds "$runs" --rival "$rival")
    [[ -z $variants ]] || options+=(--option "VariantPath=$variants")
    for game in "${games[@]}"; do
        # What the rival cannot play has no column.
        line=$("$root/benches/rival_speed.py" --engine "$engine" "${options[@]}" "$game" 2> /dev/null) || continue
        read -r _ own other ratio <<< "$line"
        played+=("$game") speeds+=("$own") others+=("$other") ratios+=("$ratio")
    done
    head_row "${played[@]}"
    row 'k nodes/s' "benches/rival_speed.py --rounds $runs .. GAME" "${speeds[@]}"
    row 'the rival' 'the same' "${others[@]}"
    row ratio 'the same' "${ratios[@]}"
}

files() {
    local lines played
    lines=$("$root/benches/file_speed.py" --engine "$engine" --rounds "$runs" ${names:+"${games[@]}"})
    read -ra played <<< "$(awk '$2 == "search" { print $1 }' <<< "$lines" | xargs)"
    head_row "${played[@]}"
    for what in search perft; do
        # shellcheck disable=SC2046
        row "$what, times as long" "benches/file_speed.py --rounds $runs" $(awk -v what="$what" '$2 == what { print $4 }' <<< "$lines")
    done
}

board() {
    local lines played
    lines=$("$root/benches/board_speed.py" "$engine" | awk '$2 == "position" { print $1, $3, $6 }')
    read -ra played <<< "$(awk '{ print $1 }' <<< "$lines" | xargs)"
    head_row "${played[@]}"
    # shellcheck disable=SC2046
    row '`position`, ms' benches/board_speed.py $(awk '{ print $2 }' <<< "$lines")
    # shellcheck disable=SC2046
    row '`rules`, ms' 'the same' $(awk '{ print $3 }' <<< "$lines")
}

web() {
    [[ -n $site ]] || die 'the table web needs -w'
    local lines command="benches/web_speed.mjs --nodes $nodes --rounds $runs --site SITE GAME"
    lines=$("$root/benches/web_speed.mjs" --site "$site" --engine "$engine" --nodes "$nodes" --rounds "$runs" "${games[@]}")
    head_row "${games[@]}"
    # shellcheck disable=SC2046
    row 'WebAssembly, k nodes/s' "$command" $(awk '{ print $2 }' <<< "$lines")
    # shellcheck disable=SC2046
    row 'native, k nodes/s' 'the same' $(awk '{ print $3 }' <<< "$lines")
    # shellcheck disable=SC2046
    row share 'the same' $(awk '{ print $4 }' <<< "$lines")
}

start() {
    [[ -n $site ]] || die 'the table start needs -w'
    local cells
    read -ra cells <<< "$("$root/benches/web_start.mjs" "$site" "$runs")"
    head_row 'first visit, KiB' 'all files, KiB' 'first board, ms' 'board offline, ms' 'search after a stop, ms'
    row site "benches/web_start.mjs SITE $runs" "${cells[@]}"
}

if (($# == 0)); then set -- perft search files board ${rival:+rival} ${site:+web start}; fi
for table in "$@"; do
    case $table in
        perft | search | rival | files | board | web | start) rows=$("$table"); put_table "$table" <<< "$rows" ;;
        *) die "no table '$table' (see -h)" ;;
    esac
done
