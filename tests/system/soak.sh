#!/usr/bin/env bash
#
# Plays many fast games of all variants, a UCI engine against a CECP engine, in four modes: one thread, several threads,
# each with and without pondering. Looks for everything that may not happen: a loss on time, an illegal move or a false
# claim, an engine that ends or hangs, a line on an engine's standard error, a record that cannot be read again, memory
# that grows.
#
# Usage: tests/system/soak.sh [-s SECONDS | -g GAMES] [-c CLOCK] [-d PLIES] [-m MS] [-r SEED] [-v VARIANTS]
#                        [-M MODES] [-o OUTDIR] [ENGINE]
#
#   -s SECONDS   time for all games together, shared equally by variants and modes    (60)
#   -g GAMES     instead: games of each variant in each mode, an even number
#   -c CLOCK     time control: SECONDS+INCREMENT                                      (0.1+0.001)
#   -d PLIES     also limit the depth: with a slow clock no machine is too busy for it
#   -m MS        what an engine may exceed its clock by: the match's --margin         (50)
#   -r SEED      of the openings                                                      (1)
#   -v VARIANTS  names, separated by commas or spaces                                 (all)
#   -M MODES     of plain, threads, ponder, both: names, separated the same way          (all)
#   -o OUTDIR    where records and logs go              (a temporary folder, removed if nothing was found)
#   -h           this text
#   ENGINE       the executable, also the referee                                     (target/release/bactrian)
#
# Examples: tests/system/soak.sh -s 60 -c 10+0.1 -d 5     a minute on a machine that has other work
#           tests/system/soak.sh -g 200                   10,400 games on one that has none
#
# As many threads as processors are in use at a time: more would lose on time by themselves. The processes of one match
# stay the same for all its games; their memory is read five times a second. It may not rise by more than a tenth (or
# 4 MiB) from the second quarter of a match to the last, and not above 128 MiB.
#
# Exit status: 0 nothing was found; 1 something was (each finding is a line); 2 wrong usage.

set -euo pipefail
export LC_ALL=C

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
seconds=60
games=
clock=0.1+0.001
depth=
margin=50
seed=1
variants=
wanted=
outdir=

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
die() { printf 'soak: %s\n' "$*" >&2; exit 2; }
number() { [[ $2 =~ ^[0-9]{1,9}$ ]] || die "$1 is '$2', expected a number"; }

while getopts 's:g:c:d:m:r:v:M:o:h' opt; do
    case $opt in
        s) number -s "$OPTARG"; seconds=$OPTARG ;;
        g) number -g "$OPTARG"; games=$OPTARG ;;
        c) clock=$OPTARG ;;
        d) number -d "$OPTARG"; depth=$OPTARG ;;
        m) number -m "$OPTARG"; margin=$OPTARG ;;
        r) number -r "$OPTARG"; seed=$OPTARG ;;
        v) variants=${OPTARG//,/ } ;;
        M) wanted=${OPTARG//,/ } ;;
        o) outdir=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
(($# <= 1)) || { usage >&2; exit 2; }
engine=${1:-$root/target/release/bactrian}
[[ -x $engine && ! -d $engine ]] || die "no executable $engine, expected one that \`cargo build --release\` made"
[[ $engine == */* ]] || engine=./$engine
[[ -z $games ]] || ((games >= 2 && games % 2 == 0)) || die "-g is $games, expected an even number from 2"
variants=${variants:-$("$engine" variants | awk '{ print $1 }')}

keep=yes
if [[ -z $outdir ]]; then
    outdir=$(mktemp -d "${TMPDIR:-/tmp}/soak.XXXXXX")
    keep=
fi
mkdir -p "$outdir"
[[ ! -e $outdir/findings ]] || die "$outdir already holds a run; name another folder"
touch "$outdir/findings"

match=
watcher=
# shellcheck disable=SC2329 # called by the trap
cleanup() { [[ -z $match$watcher ]] || kill $match $watcher 2>/dev/null || true; }
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

finding() { printf 'FOUND %s\n' "$*" | tee -a "$outdir/findings"; }

# ---------------------------------------------------------------- modes

cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
many=$((cores < 4 ? cores : 4))
((many > 1)) || many=2
# Name, threads of an engine, `on` if it ponders. Both engines of a game think at a time if they ponder.
all_modes=("plain 1 off" "threads $many off" "ponder 1 on" "both $many on")
modes=()
for name in ${wanted:-plain threads ponder both}; do
    found=no
    for mode in "${all_modes[@]}"; do
        [[ ${mode%% *} != "$name" ]] || { modes+=("$mode"); found=yes; }
    done
    [[ $found == yes ]] || die "-M is $name, expected one of plain, threads, ponder, both"
done

# The games that can be played at the same time in a mode.
at_a_time() {
    local busy=$1
    [[ $2 == off ]] || busy=$((2 * busy))
    echo $((cores > busy ? cores / busy : 1))
}

# ---------------------------------------------------------------- one match

# No process of a match with small tables needs so much, in KiB.
most_memory=131072

# Writes the memory of a match and its engines, five times a second: time, process, KiB.
watch_memory() {
    local match=$1 tick=0
    while kill -0 "$match" 2>/dev/null; do
        ps -A -o pid= -o ppid= -o rss= |
            awk -v match_id="$match" -v tick="$((tick++))" '$1 == match_id || $2 == match_id { print tick, $1, $3 }'
        sleep 0.2
    done
}

# Prints each process that has too much memory, or whose memory grew from the second quarter of its time to the last.
grown() {
    awk -v limit="$most_memory" '
        { count[$2]++; memory[$2, count[$2]] = $3 }
        function most(id, from, to,   n, found) {
            for (n = from; n <= to; n++) if (memory[id, n] > found) found = memory[id, n]
            return found
        }
        END {
            for (id in count) {
                if (most(id, 1, count[id]) > limit) printf "process %s has %d KiB of memory\n", id, most(id, 1, count[id])
                quarter = int(count[id] / 4)
                if (quarter < 4) continue
                early = most(id, quarter + 1, 2 * quarter)
                late = most(id, count[id] - quarter + 1, count[id])
                if (late > early * 1.1 && late > early + 4096)
                    printf "memory of process %s grew from %d to %d KiB\n", id, early, late
            }
        }' "$1"
}

# Plays a match and appends a line to the results: game, mode, then games by termination.
play() {
    local variant=$1 mode=$2 threads=$3 ponder=$4
    local name=$variant-$mode limit=(-g "${games:-1000000}") options="option.Hash=2 option.Threads=$threads" status=0
    local base=$outdir/$name
    [[ $ponder == off ]] || options+=' ponder=on'
    [[ -z $depth ]] || options+=" depth=$depth"
    options+=" tc=$clock"
    "$engine" match -v "$variant" "${limit[@]}" -c "$(at_a_time "$threads" "$ponder")" --margin "$margin" \
        --max-turns 300 --seed "$seed" --json --pgn "$base.pgn" \
        -e "name=uci cmd='$engine' proto=uci stderr='$base.err' $options" \
        -e "name=cecp cmd='$engine' proto=cecp stderr='$base.err' $options" \
        >"$base.json" 2>"$base.log" </dev/null &
    match=$!
    watch_memory "$match" >"$base.memory" &
    watcher=$!
    if [[ -z $games ]]; then
        sleep "$(share)" &
        wait -n "$match" "$!" || true
        kill -INT "$match" 2>/dev/null || true
    fi
    wait "$match" || status=$?
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    match=
    watcher=
    # An interrupted match may say so by its status.
    [[ $status == 0 || -z $games && $status == 130 ]] || finding "$name: the match ended with status $status: $(tail -n 1 "$base.log")"
    [[ ! -s $base.err ]] || finding "$name: an engine wrote to its standard error: $(head -n 1 "$base.err")"
    examine "$name" "$variant" "$mode"
}

# The time for a match: an equal share of what is left, in seconds.
share() {
    awk -v end="$start $seconds" -v now="${EPOCHREALTIME/,/.}" -v left="$left" 'BEGIN {
        split(end, sum, " "); time = (sum[1] + sum[2] - now) / left
        printf "%.2f", (time > 0.5 ? time : 0.5)
    }'
}

# Looks at what a match has left.
examine() {
    local name=$1 variant=$2 mode=$3 base=$outdir/$1 line
    awk -v variant="$variant" -v mode="$mode" '
        match($0, /"termination":"[a-z ]*"/) { total++; ended[substr($0, RSTART + 15, RLENGTH - 16)]++ }
        END {
            printf "%s %s %d %d %d %d %d %d\n", variant, mode, total, ended["normal"], ended["adjudication"],
                ended["time forfeit"], ended["rules infraction"], ended["abandoned"]
        }' "$base.json" >>"$outdir/results"
    while IFS= read -r line; do
        finding "$name: $line"
    done < <(sed -nE '/"termination":"(time forfeit|rules infraction|abandoned)"/s/.*"game":([0-9]+).*"reason":"([^"]*)".*/game \1: \2/p' "$base.json"
             grown "$base.memory")
    line=$("$engine" pgn "$base.pgn" 2>&1 >/dev/null | head -n 1) || true
    [[ -z $line ]] || finding "$name: the record is wrong: $line"
}

# ---------------------------------------------------------------- all matches

read -ra names <<<"${variants//$'\n'/ }"
left=$((${#names[@]} * ${#modes[@]}))
start=${EPOCHREALTIME/,/.}
for mode in "${modes[@]}"; do
    read -r mode_name threads ponder <<<"$mode"
    for variant in "${names[@]}"; do
        play "$variant" "$mode_name" "$threads" "$ponder"
        left=$((left - 1))
    done
done

printf '%-14s %-8s %6s %7s %12s %6s %8s %7s\n' game mode games normal adjudicated 'time' illegal broken
awk '
    { printf "%-14s %-8s %6d %7d %12d %6d %8d %7d\n", $1, $2, $3, $4, $5, $6, $7, $8 }
    { for (i = 3; i <= 8; i++) sum[i] += $i }
    END { printf "%-14s %-8s %6d %7d %12d %6d %8d %7d\n", "all", "all", sum[3], sum[4], sum[5], sum[6], sum[7], sum[8] }
' "$outdir/results"
total=$(awk '{ sum += $3 } END { print sum + 0 }' "$outdir/results")
unplayed=$(awk '{ sum[$1] += $3 } END { for (game in sum) if (!sum[game]) print game }' "$outdir/results" | paste -sd' ' -)
[[ -z $unplayed ]] || printf 'soak: no game was finished of %s; that needs more time\n' "$unplayed"
((total > 0)) || finding 'no game was finished'
found=$(wc -l <"$outdir/findings")
printf 'soak: %d games in %d s at %s%s, %d at fault: ' "$total" "$((${EPOCHREALTIME%[.,]*} - ${start%.*}))" "$clock" "${depth:+ to depth $depth}" "$((found))"
if ((found == 0)); then
    printf 'OK\n'
    [[ -n $keep ]] || rm -r "$outdir"
    exit 0
fi
printf 'FAILED, see %s\n' "$outdir"
exit 1
