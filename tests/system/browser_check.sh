#!/usr/bin/env bash
#
# Plays and analyses in the board in the browser as a person does, in a headless Chromium or Firefox, to
# prove that every kind of move can be made by mouse, finger and keyboard and that the page
# shows the engine's position after each; and that analysis, records, setting up, the rules,
# autosave, games from files and the phone's screen work.
#
# Needed: Chromium (Debian package chromium), node 20 with npm, and playwright-core, which is
# installed from npm into a cache outside the repository if PLAYWRIGHT does not name it.
# Where one of them is missing the script says which and ends with success.
#
# Usage: tests/system/browser_check.sh [-b BINARY] [-p FOLDER] [-a ADDRESS] [-t PATTERN] [-f] [CHECK...]
#
#   -b BINARY    the engine                                     (./target/release/bactrian)
#   -p FOLDER    check the page in this folder, not the built-in one
#   -a ADDRESS   check the page that is served there; BINARY is only asked about positions
#   -t PATTERN   only the checks whose names match this regular expression
#   -f           in Firefox, which no finger can use here: without CHECK, pieces and workshop
#   -h           this text
#   CHECK        counts or site (of a site, see tests/system/wasm_check.sh), games, pockets, pieces, players, comfort, files, page, takeback, records, explorer, kept, screens, languages, speed, newcomer or workshop   (all)
#
# Environment: CHROMIUM or FIREFOX, the browser; PLAYWRIGHT, the folder of playwright-core.
#
# Exit status: 0 all checks passed, or something needed is missing; 1 a check failed;
# 2 wrong usage.

set -euo pipefail

binary=./target/release/bactrian
page=
BOARD_ADDRESS=
patterns=()
checks='games pockets pieces players comfort files page takeback records explorer kept screens languages speed newcomer workshop'
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 2; }
skip() { printf 'skipped: %s\n' "$*"; exit 0; }

is_firefox=
while getopts 'b:p:a:t:fh' opt; do
    case $opt in
        b) binary=$OPTARG ;;
        p) page=$OPTARG ;;
        a) BOARD_ADDRESS=$OPTARG ;;
        t) patterns+=(--test-name-pattern "$OPTARG") ;;
        f) is_firefox=yes; checks='pieces workshop' ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))

# ---------------------------------------------------------------- arguments and tools

files=()
for check in "${@:-$checks}"; do
    for name in $check; do
        [[ -f $root/tests/browser/$name.check.mjs ]] || die "no check '$name' (see -h)"
        files+=("$root/tests/browser/$name.check.mjs")
    done
done
command -v "$binary" >/dev/null 2>&1 || die "no engine at '$binary' (build it first: cargo build --release)"
BACTRIAN=$(realpath -- "$(command -v "$binary")")
if [[ -n $page ]]; then
    [[ -f $page/index.html ]] || die "no index.html in '$page'"
    BACTRIAN_PAGE=$(realpath -- "$page")
    export BACTRIAN_PAGE
fi

if [[ -n $is_firefox ]]; then
    FIREFOX=${FIREFOX:-$(command -v firefox-esr || command -v firefox || true)}
    [[ -n $FIREFOX ]] || skip 'no Firefox (Debian package firefox-esr)'
    export FIREFOX
else
    unset FIREFOX
    CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
    [[ -n $CHROMIUM ]] || skip 'no Chromium (Debian package chromium)'
    export CHROMIUM
fi
command -v node >/dev/null 2>&1 || skip 'no node (Debian package nodejs)'
version=$(node -p 'process.versions.node.split(".")[0]')
((version >= 20)) || skip "node $version is too old, 20 is needed"

install_playwright() { # puts playwright-core into the cache
    local cache=${XDG_CACHE_HOME:-$HOME/.cache}/bactrian-browser-check
    PLAYWRIGHT=$cache/node_modules/playwright-core
    [[ ! -f $PLAYWRIGHT/package.json ]] || return 0
    command -v npm >/dev/null 2>&1 || skip 'no playwright-core, and no npm to install it (Debian package npm)'
    mkdir -p -- "$cache"
    npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$cache" playwright-core@1 >/dev/null 2>&1 ||
        skip 'playwright-core cannot be installed from npm'
}
[[ -n ${PLAYWRIGHT:-} ]] || install_playwright
[[ -f $PLAYWRIGHT/package.json ]] || skip "no playwright-core in $PLAYWRIGHT"
export BACTRIAN PLAYWRIGHT

# ---------------------------------------------------------------- the server and the checks

said=$(mktemp "${TMPDIR:-/tmp}/browser_check.XXXXXX")
server=
finish() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    rm -f -- "$said"
}
trap finish EXIT

start_server() {
    "$BACTRIAN" serve --port 0 ${page:+--page "$BACTRIAN_PAGE"} >"$said" 2>&1 &
    server=$!
    for ((i = 0; i < 100; i++)); do
        BOARD_ADDRESS=$(grep -o 'http://[^ ]*' "$said" || true)
        [[ -z $BOARD_ADDRESS ]] || return 0
        kill -0 "$server" 2>/dev/null || die "the server does not start: $(cat "$said")"
        sleep 0.1
    done
    die 'the server tells no address'
}
[[ -n $BOARD_ADDRESS ]] || start_server
export BOARD_ADDRESS

status=0
node --test --test-concurrency=1 --test-reporter=spec "${patterns[@]}" "${files[@]}" || status=1
[[ -z $server ]] || kill -0 "$server" 2>/dev/null || { printf 'FAILED: the server has ended during the checks\n'; status=1; }
((status == 0)) && printf 'all checks passed\n'
exit "$status"
