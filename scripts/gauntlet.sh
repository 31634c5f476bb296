#!/usr/bin/env bash
#
# Plays the engine against other engines of this machine, in one game or several, each opponent in turn, and keeps
# the games.
#
# Usage: scripts/gauntlet.sh [-b BINARY] [-v "VARIANT..."] [-g GAMES] [-t TC] [-c CONCURRENCY] [-o OUTDIR] OPPONENT...
#
#   -b BINARY       our engine                                (target/release/bactrian)
#   -v VARIANTS     the games, separated by blanks            (januskamil)
#   -g GAMES        games against each opponent               (100)
#   -t TC           clock: [MOVES/]SECONDS[+INCREMENT]        (5+0.05)
#   -c CONCURRENCY  games at the same time                    (1)
#   -o OUTDIR       where the games go, VARIANT.pgn; a gauntlet that was broken off goes on (target/gauntlet)
#   -h              this text
#   OPPONENT        a description as `bactrian match --engine` takes it
#
# Fairy-Stockfish, with our games described in its configuration file:
#
#   scripts/gauntlet.sh -v "januskamil kingsmen ajaxcapa" -g 200 \
#       "name=fairy cmd=fairy-stockfish option.VariantPath=variants.ini option.Hash=32"
#
# Exit status: 0 all games were played; 1 a match could not be played; 2 wrong usage.

set -euo pipefail

binary=target/release/bactrian
variants=januskamil
games=100
tc=5+0.05
concurrency=1
outdir=target/gauntlet

usage() { sed -n '/^# Usage:/,/^# Exit/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
die() { printf 'gauntlet: %s\n' "$*" >&2; exit 2; }

while getopts 'b:v:g:t:c:o:h' opt; do
    case $opt in
        b) binary=$OPTARG ;;
        v) variants=$OPTARG ;;
        g) games=$OPTARG ;;
        t) tc=$OPTARG ;;
        c) concurrency=$OPTARG ;;
        o) outdir=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ $# -ge 1 ]] || { usage >&2; exit 2; }
[[ -x $binary ]] || die "no engine '$binary'; build it with: cargo build --release"
mkdir -p "$outdir"

opponents=()
for opponent in "$@"; do
    opponents+=(--engine "$opponent")
done
for variant in $variants; do
    printf '%s\n' "$variant"
    "$binary" match -v "$variant" --gauntlet -g "$games" --tc "$tc" -c "$concurrency" \
        --pgn "$outdir/$variant.pgn" --resume \
        --engine "name=bactrian cmd='$binary' option.Hash=32" "${opponents[@]}"
done
