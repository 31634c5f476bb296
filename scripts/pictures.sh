#!/usr/bin/env bash
#
# Draws the pictures of the README and the rule pages: picture.svg in the folder of each game, and the others that
# pictures.txt in that folder lists; each of its lines has the name of a picture and the arguments of `bactrian show`.
#
# Usage: scripts/pictures.sh [ENGINE]
#
#   ENGINE  the executable (target/release/bactrian)

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
engine=${1:-$root/target/release/bactrian}
[[ -x $engine ]] || { printf 'pictures: no executable %s, expected one that `cargo build --release` made\n' "$engine" >&2; exit 1; }

for page in "$root"/src/engine/games/*/page.md; do
    folder=$(dirname "$page")
    "$engine" show -v "$(basename "$folder")" --svg "$folder/picture.svg"
    [[ -f $folder/pictures.txt ]] || continue
    while read -r name arguments; do
        eval "words=($arguments)"
        "$engine" show "${words[@]}" --svg "$folder/$name.svg"
    done < "$folder/pictures.txt"
done
