#!/usr/bin/env bash
#
# Adds up the nodes of `bactrian bench` for each game. They are the same on every machine, and change only when the search,
# the evaluation or the rules do.
#
# Usage: bactrian bench | scripts/bench_signature.sh [--check FILE]
#
#   --check FILE  compare with the counts in FILE, which is a former output of this script, instead of printing them
#
# Prints `GAME NODES` lines in alphabetical order and `total NODES` at last.
#
# Exit status: 0; 1 with --check when a game differs (each is printed), or without any counts; 2 wrong usage.

set -euo pipefail

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
die() { printf 'bench_signature: %s\n' "$1" >&2; exit "${2:-1}"; }

expected=
case "${1:-}" in
    '') ;;
    -h | --help) usage; exit 0 ;;
    --check) [[ $# == 2 ]] || die 'expected --check FILE' 2; expected=$2 ;;
    *) die "unknown argument $1" 2 ;;
esac
[[ -z $expected || -r $expected ]] || die "cannot read $expected" 2

# A position's line is `NODES  GAME FEN`; the last line, `NODES nodes SPEED nps`, is the sum of all.
counts=$(awk '
    $2 == "nodes" && $4 == "nps" { told = $1; next }
    NF > 3 && $1 ~ /^[0-9]+$/ { nodes[$2] += $1; total += $1 }
    END {
        if (total == 0) { print "no counts in the input" > "/dev/stderr"; exit 1 }
        if (told != total) { printf "the counts add up to %d, not %s\n", total, told > "/dev/stderr"; exit 1 }
        for (game in nodes) print game, nodes[game] | "LC_ALL=C sort"
        close("LC_ALL=C sort")
        print "total", total
    }
') || die 'this is no output of `bactrian bench`'

if [[ -z $expected ]]; then
    printf '%s\n' "$counts"
    exit 0
fi

awk '
    NR == FNR { expected[$1] = $2; next }
    { counted[$1] = 1 }
    !($1 in expected) { printf "%s: %s nodes, but none are expected\n", $1, $2; wrong = 1; next }
    $2 != expected[$1] { printf "%s: %s nodes, expected %s\n", $1, $2, expected[$1]; wrong = 1 }
    END {
        for (game in expected) if (!(game in counted)) { printf "%s: missing\n", game; wrong = 1 }
        exit wrong
    }
' "$expected" <(printf '%s\n' "$counts")
