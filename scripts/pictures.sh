#!/usr/bin/env bash
#
# Draws the pictures of the README and the rule pages. Each line of src/engine/games/pictures/list.txt has the name of a picture
# and the arguments of `bactrian show`.
#
# Usage: scripts/pictures.sh [ENGINE]
#
#   ENGINE  the executable (target/release/bactrian)

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
engine=${1:-$root/target/release/bactrian}
[[ -x $engine ]] || { printf 'pictures: no executable %s, expected one that `cargo build --release` made\n' "$engine" >&2; exit 1; }

pictures=$root/src/engine/games/pictures
while read -r name arguments; do
    eval "words=($arguments)"
    "$engine" show "${words[@]}" --svg "$pictures/$name.svg"
done < "$pictures/list.txt"
