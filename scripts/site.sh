#!/usr/bin/env bash
#
# Makes the board in the browser with the engine inside it: a folder of files for any web server, which plays without
# another program, offline too after the first visit.
#
# Usage: scripts/site.sh [-o FOLDER] [-s]
#
#   -o FOLDER  the folder, which is made anew  (dist/site)
#   -s         leave out the engine for browsers without SIMD (from before 2023), which takes another build
#   -h         this text
#
# It needs python3, and Rust's library for WebAssembly: rustup target add wasm32-unknown-unknown.
#
# Exit status: 0 all is well; 1 the build failed; 2 wrong usage, or the library is missing.

set -euo pipefail

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
die() { printf 'site: %s\n' "$1" >&2; exit "${2:-1}"; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$root/dist/site
plain=yes
while getopts 'o:sh' opt; do
    case $opt in
        o) folder=$OPTARG ;;
        s) plain=no ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ $# == 0 ]] || die "unexpected argument $1" 2

target=wasm32-unknown-unknown
[[ -e $(rustc --print sysroot)/lib/rustlib/$target/lib ]] ||
    die "Rust's library for $target is missing; rustup target add $target" 2
if [[ -e $folder ]]; then
    [[ -f $folder/offline.js || -z $(ls -A -- "$folder") ]] || die "$folder is something else, it is not replaced" 2
    rm -r -- "$folder"
fi
mkdir -p -- "$folder"
folder=$(cd -- "$folder" && pwd)
cd -- "$root"

# A search keeps its moves and positions on the stack: 16 MiB.
build() { # FEATURES NAME
    RUSTFLAGS="-C target-feature=$1 -C link-arg=-zstack-size=16777216 -C strip=symbols" \
        cargo build --release --locked --package bactrian-web --target "$target"
    cp -- "${CARGO_TARGET_DIR:-target}/$target/release/bactrian_web.wasm" "$folder/$2"
}

build +simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint bactrian.simd.wasm
[[ $plain == no ]] || build -simd128 bactrian.wasm

cp -- src/serve/page/* "$folder"
for network in src/engine/games/*/network.net; do
    cp -- "$network" "$folder/$(basename "$(dirname "$network")").net"
done
find src/web/site -type f ! -name head.html -exec cp -t "$folder" -- {} +
python3 scripts/third_party.py --crate bactrian-web --target "$target" --output "$folder/THIRD-PARTY.txt"
cp -- LICENSE-* "$folder"
printf '{"game": null}\n' >"$folder/game.json"
sed -i -e '/<meta charset/r src/web/site/head.html' -- "$folder/index.html"

# All files but the engines, of which a browser needs one, and the worker that keeps them.
cd -- "$folder"
files=$(find . -type f ! -name '*.wasm' ! -name offline.js ! -name 'LICENSE-*' ! -name THIRD-PARTY.txt -printf '%P\n' | sort)
version=$(sort -z <(find . -type f ! -name offline.js -print0) | xargs -0 sha256sum | sha256sum | cut -c -16)
sed -i -e "s/@VERSION@/$version/" -e "s/@FILES@/$(tr '\n' ' ' <<<"$files" | sed 's/ *$//')/" offline.js
printf '%s: version %s, %s KiB\n' "$folder" "$version" "$(du -sk . | cut -f 1)"
