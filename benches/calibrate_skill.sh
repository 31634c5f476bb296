#!/usr/bin/env bash
#
# Measures the levels of play below full strength (src/engine/search/skill.rs): each level against the next one, and levels in
# chess against Stockfish at a given Elo. Levels are counted in plies, so that the result does not depend on the machine.
#
# Usage: benches/calibrate_skill.sh [-b BINARY] [-v "VARIANT..."] [-l "LEVEL..."] [-g GAMES] [-c CONCURRENCY] [-s SEED]
#        benches/calibrate_skill.sh -a STOCKFISH [-p "LEVEL:ELO..."] [-t TC] [-b BINARY] [-g GAMES] [-c CONCURRENCY] [-s SEED]
#
#   -b BINARY       our engine                                          (target/release/bactrian)
#   -v VARIANTS     the games, separated by blanks                      (chess)
#   -l LEVELS       the lower levels of the pairs                       (0 to 18)
#   -g GAMES        games of each pair                                  (100)
#   -c CONCURRENCY  games at the same time                              (1)
#   -s SEED         of the openings; seeds of the engines follow        (7)
#   -a STOCKFISH    the program whose UCI_Elo is the scale
#   -p PAIRS        our levels, each with the Elo of the opponent       (9:1350 11:1500 13:1700 15:1900 17:2100)
#   -t TC           Stockfish's clock: SECONDS[+INCREMENT]              (1+0.02)
#   -h              this text
#
# One line for each pair: the upper level's Elo above the lower one (above the opponent), with its 95 % error.
#
# Exit status: 0 all games were played; 1 a match could not be played; 2 wrong usage.

set -euo pipefail

binary=target/release/bactrian
variants=chess
levels=$(seq 0 18)
games=100
concurrency=1
seed=7
stockfish=
pairs='9:1350 11:1500 13:1700 15:1900 17:2100'
tc=1+0.02

usage() { sed -n '/^# Usage:/,/^# Exit/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
die() { printf 'calibrate_skill: %s\n' "$*" >&2; exit 2; }

while getopts 'b:v:l:g:c:s:a:p:t:h' opt; do
    case $opt in
        b) binary=$OPTARG ;;
        v) variants=$OPTARG ;;
        l) levels=$OPTARG ;;
        g) games=$OPTARG ;;
        c) concurrency=$OPTARG ;;
        s) seed=$OPTARG ;;
        a) stockfish=$OPTARG ;;
        p) pairs=$OPTARG ;;
        t) tc=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
[[ $# -lt $OPTIND ]] || { usage >&2; exit 2; }
[[ -x $binary ]] || die "no engine '$binary'; build it with: cargo build --release"
binary=$(realpath "$binary")

# Our engine at a level, as `bactrian match --engine` takes it.
level() {
    printf "name=level%s cmd='%s' 'option.Skill Level=%s' 'option.Skill Seed=%s' option.Hash=1 tc=60+1" \
        "$1" "$binary" "$1" "$((seed * 100 + $1 + 1))"
}

# Plays a match and prints its Elo with the error.
play() {
    local output
    output=$("$binary" match --games "$games" --concurrency "$concurrency" --seed "$seed" --margin 5000 \
        --resign moves=5 score=1500 "$@" 2>&1) || { printf '%s\n' "$output" >&2; exit 1; }
    sed -n 's/^ *Elo \([^(]*\) (.*/\1/p' <<<"$output" | tail -1
}

if [[ -n $stockfish ]]; then
    for pair in $pairs; do
        elo=${pair#*:}
        opponent="name=stockfish$elo cmd='$stockfish' option.UCI_LimitStrength=true option.UCI_Elo=$elo option.Hash=1 tc=$tc"
        printf 'level %s against %s: ' "${pair%:*}" "$elo"
        play -v chess --engine "$(level "${pair%:*}")" --engine "$opponent"
    done
    exit 0
fi
for variant in $variants; do
    for lower in $levels; do
        printf '%s %s-%s: ' "$variant" "$lower" "$((lower + 1))"
        play -v "$variant" --draw --engine "$(level "$((lower + 1))")" --engine "$(level "$lower")"
    done
done
