#!/usr/bin/env bash
#
# Measures strength by matches, and writes the tables into RESULTS.md. A match that was broken off goes on.
#
# Usage: benches/matches.sh [-e ENGINE] [-v GAME,..] [-g GAMES] [-t CLOCK] [-p FOLDER] [-r RIVAL] [-f VARIANTS] [-b OLD] [-o FILE] [TABLE..]
#
#   -e ENGINE    the executable                                       (target/release/bactrian)
#   -v GAMES     these games                                          (all)
#   -g GAMES     games of each match                                  (200)
#   -t CLOCK     SECONDS+INCREMENT                                    (3+0.03)
#   -p FOLDER    where the games are kept                             (target/matches)
#   -r RIVAL     Fairy-Stockfish, for the table opponent              (none)
#   -f VARIANTS  the file that describes our games to it              (none)
#   -b OLD       an older executable, for the table old               (none)
#   -o FILE      write to this copy of RESULTS.md                     (benches/RESULTS.md)
#   -h           this text
#   TABLE        networks, threads, tactics, learned, opponent, old   (the first four, with -r and -b also the others)
#
# networks: against itself without networks. threads: two threads against one. tactics: positions solved. learned: after an
# hour of learning a game with pieces that bend, which nobody has fitted, against itself before; at 5,000 nodes a search.
# Both engines have 64 MiB and one thread, and one of them thinks at a time. Needed: bash, sed, Python 3 for tactics.

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/table.sh"

names= count=200 clock=3+0.03 folder= rival= variants= old=
while getopts 'e:v:g:t:p:r:f:b:o:h' opt; do
    case $opt in
        e) engine=$OPTARG ;;
        v) names=$OPTARG ;;
        g) count=$OPTARG ;;
        t) clock=$OPTARG ;;
        p) folder=$OPTARG ;;
        r) rival=$OPTARG ;;
        f) variants=$OPTARG ;;
        b) old=$OPTARG ;;
        o) results=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ -x $engine ]] || die "no engine at '$engine' (build it first: cargo build --release)"
folder=${folder:-$root/target/matches}
mkdir -p "$folder"
read -ra games <<< "$(games_of "$names" | xargs)"

# A field of the last line that `match --json` printed.
field() { sed -n "\$s/.*\"$1\":\([^,}]*\).*/\1/p" <<< "$said"; }

# The Elo of the match with its 95 % error: from pairs of games, or from single ones where nearly all pairs are won.
elo() {
    local error
    error=$(field error95)
    if [[ $error != null ]]; then
        printf '%+.0f ± %.0f' "$(field elo)" "$error"
        return
    fi
    awk -v w="$(field wins)" -v d="$(field draws)" -v l="$(field losses)" 'BEGIN {
        n = w + d + l; p = (w + d / 2) / n; v = (w + d / 4) / n - p * p; k = 400 / log(10)
        if (p == 0 || p == 1) print "-"; else printf "%+.0f ± %.0f (single games)", k * log(p / (1 - p)), 1.96 * sqrt(v / n) * k / (p * (1 - p))
    }'
}

# Plays a match in each game, and prints the table: its name, the words of the first engine, those of the second. GAME
# stands for the game. What the second engine cannot play has no column. `limit` is that of the searches, `own` says what
# games are loaded.
limit=(--tc "$clock" --margin 500) own=()
matches() {
    local table=$1 first=$2 second=$3 played=() results=() elos=()
    local command=(-g "$count" -c 1 --seed 41 "${limit[@]}" --resign moves=4 score=900 --draw number=60 moves=8 score=10)
    for game in "${games[@]}"; do
        local pgn=$folder/$table-$game.pgn resume=()
        [[ ! -f $pgn ]] || resume=(--resume)
        said=$("$engine" ${own[@]+"${own[@]}"} match -v "$game" "${command[@]}" --json --pgn "$pgn" ${resume[@]+"${resume[@]}"} \
            -e "name=bactrian cmd=$engine option.Hash=64 ${first//GAME/$game}" -e "${second//GAME/$game} option.Hash=64") || continue
        played+=("$game")
        results+=("+$(field wins) =$(field draws) -$(field losses)")
        elos+=("$(elo)")
    done
    head_row "${played[@]}"
    row result "bactrian match -v GAME ${command[*]}" "${results[@]}"
    row Elo 'the same' "${elos[@]}"
}

networks() { matches networks '' "name=classical cmd=$engine arg=--net arg=GAME=none"; }
threads() { matches threads option.Threads=2 "name=single cmd=$engine"; }
learned() {
    local games=(griffonchess) file=$root/benches/griffonchess.ini limit=(--nodes 5000) out=$folder/learned
    local own=(--games "$file")
    "$engine" "${own[@]}" learn griffonchess --hours 1 -t 1 -o "$out" >&2
    matches learned "arg=--games arg=$file arg=--weights arg=GAME=$out/weights.txt" "name=before cmd=$engine arg=--games arg=$file"
}
opponent() {
    [[ -n $rival ]] || die 'the table opponent needs -r'
    matches opponent '' "name=fairy cmd=$rival ${variants:+option.VariantPath=$variants}"
}
old() {
    [[ -n $old ]] || die 'the table old needs -b'
    matches old '' "name=old cmd=$old"
}

tactics() {
    local files=() limits=(500 1000 10000 50000) lines names
    for game in "${games[@]}"; do
        [[ ! -f $root/tests/data/tactics/$game.epd ]] || files+=("$root/tests/data/tactics/$game.epd")
    done
    lines=$("$root/benches/make_tactics.py" solve "${files[@]}" --engine "$engine" --nodes "${limits[@]}" | tail -n +2)
    read -ra names <<< "$(awk '{ print $1 }' <<< "$lines" | xargs)"
    head_row "${names[@]}"
    for index in "${!limits[@]}"; do
        # shellcheck disable=SC2046
        row "${limits[index]} nodes" "benches/make_tactics.py solve tests/data/tactics/*.epd --nodes ${limits[index]}" \
            $(awk -v column=$((index + 3)) '{ print $column }' <<< "$lines")
    done
}

if (($# == 0)); then set -- networks threads tactics learned ${rival:+opponent} ${old:+old}; fi
for table in "$@"; do
    case $table in
        networks | threads | tactics | learned | opponent | old) rows=$("$table"); put_table "$table" <<< "$rows" ;;
        *) die "no table '$table' (see -h)" ;;
    esac
done
