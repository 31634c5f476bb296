#!/usr/bin/env bash
#
# Compares the deepest count of every line in tests/data/perft with the engine's. The quick ones are also in `cargo test`.
#
# Usage: scripts/perft_all.sh [ENGINE]
#
#   ENGINE  the executable (target/release/bactrian)
#
# Exit status: 0 all equal, 1 not (each difference is printed).

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
engine=${1:-$root/target/release/bactrian}
[[ -x $engine ]] || { printf 'perft_all: no executable %s, expected one that `cargo build --release` made\n' "$engine" >&2; exit 1; }

lines=0
wrong=0
for file in "$root"/tests/data/perft/*.epd; do
    game=$(basename "$file" .epd)
    while IFS= read -r line; do
        [[ $line == *';D'* ]] || continue
        fen=${line%%;*}
        read -r depth nodes <<<"${line##*;D}"
        counted=$("$engine" perft -v "$game" --fen "${fen% }" -d "$depth" | sed -n 's/^nodes \([0-9]*\).*/\1/p' | tail -1)
        lines=$((lines + 1))
        if [[ $counted != "$nodes" ]]; then
            printf '%s: %s depth %s: %s counted, expected %s\n' "$game" "$fen" "$depth" "$counted" "$nodes"
            wrong=$((wrong + 1))
        fi
    done <"$file"
done
printf '%d lines, %d wrong\n' "$lines" "$wrong"
[[ $wrong == 0 ]]
