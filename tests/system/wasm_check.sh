#!/usr/bin/env bash
#
# Builds the site with the engine in the page, serves it in a subfolder as any web server does, and tries it in a headless
# Chromium: node counts under Node and in the page, every kind of move of every game, and a whole game of each of them by
# mouse, offline after the first visit.
#
# Usage: tests/system/wasm_check.sh [-f FOLDER] [-b BINARY] [-t PATTERN] [-x] [CHECK...]
#
#   -f FOLDER   check this site instead of building one with scripts/site.sh
#   -b BINARY   the native engine, which is asked about positions  (./target/release/bactrian)
#   -t PATTERN  only the checks whose names match this regular expression
#   -x          in Firefox
#   -h          this text
#   CHECK       checks of tests/system/browser_check.sh            (counts site games newcomer)
#
# It needs python3, what browser_check.sh needs and, to build, what scripts/site.sh needs.
#
# Exit status: 0 all checks passed; 1 a check failed; 2 wrong usage, or something is missing.

set -euo pipefail

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
die() { printf 'wasm_check: %s\n' "$1" >&2; exit "${2:-1}"; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
site=
more=()
while getopts 'f:b:t:xh' opt; do
    case $opt in
        f) site=$(realpath -- "$OPTARG") ;;
        b) more+=(-b "$(realpath -- "$OPTARG")") ;;
        t) more+=(-t "$OPTARG") ;;
        x) more+=(-f) ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
command -v python3 >/dev/null || die 'there is no python3' 2
cd -- "$root"

work=$(mktemp -d "${TMPDIR:-/tmp}/wasm_check.XXXXXX")
server=
finish() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    rm -rf -- "$work"
}
trap finish EXIT

if [[ -z $site ]]; then
    scripts/site.sh -o "$work/built"
    site=$work/built
fi
[[ -f $site/offline.js ]] || die "there is no site in $site" 2

# A subfolder, on any free port.
mkdir "$work/root"
ln -s -- "$site" "$work/root/variants"
: >"$work/said"
python3 -u -m http.server --bind 127.0.0.1 --directory "$work/root" 0 >"$work/said" 2>/dev/null &
server=$!
for ((i = 0; i < 100; i++)); do
    port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$work/said")
    [[ -z $port ]] || break
    sleep 0.1
done
[[ -n $port ]] || die 'the web server does not start'

export SITE=$site BOARD_OFFLINE=1
NEWCOMER_GAMES=$(sed -n 's/^\([a-z0-9]*\) .*/\1/p' tests/data/bench.txt | grep -v '^total$' | tr '\n' ' ' | sed 's/ $//')
export NEWCOMER_GAMES
# The checks are those that a server's page passes.
tests/system/browser_check.sh "${more[@]}" -a "http://127.0.0.1:$port/variants/" "${@:-counts site games newcomer}"
