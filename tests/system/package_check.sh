#!/usr/bin/env bash
#
# Unpacks the archive of a release as its user would, and tries what is in it: node counts of each executable that this
# machine runs, both protocols, the manual, the examples, and the installation.
#
# Usage: tests/system/package_check.sh ARCHIVE
#
# RUNNER, if set, is the program that runs an executable for another system (wine). ROOT, if set, is an empty folder into which
# a static executable is put to run without any other file (needs chroot, as root).
#
# Exit status: 0 all is well; 1 a check failed; 2 wrong usage.

set -euo pipefail

die() { printf 'package_check: %s\n' "$1" >&2; exit "${2:-1}"; }
[[ $# == 1 && -f $1 ]] || { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}" >&2; exit 2; }
archive=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
cd "$box"
case $archive in
    *.zip) unzip -q "$archive" ;;
    *) tar -xzf "$archive" ;;
esac
cd bactrian-*
failed=0
check() { if "${@:2}"; then printf 'ok      %s\n' "$1"; else printf 'FAILED  %s\n' "$1"; failed=1; fi; }
run() { ${RUNNER:-} "$@" | tr -d '\r'; }
# Whether what a command prints has a line like this. It is read to its end: a closed pipe would end the command.
says() { local told; told=$("${@:2}") && grep -qE "$1" <<<"$told"; }
send() { printf '%b' "$1" | run "./$2"; }
counts() { cp "$root/tests/data/bench.txt" bench.txt; run "./$1" bench --check bench.txt >/dev/null; }
uci() { says '^bestmove [a-h]' send 'uci\nposition startpos moves e2e4\ngo nodes 500\n' "$1"; }
match() { says finished run "./$1" match -v kingsmen -g 2 --nodes 50 -e "name=A cmd=./$1" -e "name=B cmd=./$1 proto=cecp"; }
example() { says . run "./$1" --games "$2" variants; }
readable() { [[ $(wc -w <"$1") -gt 50 ]]; }
links_lead_somewhere() {
    local link
    for link in $(grep -oE '\]\([^)#]+' README.md | cut -c3-); do
        [[ $link == http* || -e $link ]] || { printf 'no %s\n' "$link"; return 1; }
    done
}

for executable in bactrian bactrian.exe bactrian-x86-64-v3 bactrian-x86-64-v3.exe; do
    [[ -f $executable ]] || continue
    check "$executable counts the nodes of bench" counts "$executable"
    check "$executable plays over UCI" uci "$executable"
    check "$executable plays a match, UCI against CECP" match "$executable"
done
executable=bactrian
[[ -f $executable ]] || executable=bactrian.exe
for file in examples/*; do
    check "$file" example "$executable" "$file"
done
for file in README.md THIRD-PARTY.txt manual/games.txt rules/luotuoqi.txt man/bactrian-games.7; do
    check "$file is there to read" readable "$file"
done
check 'the links of the README' links_lead_somewhere
if [[ -f install.sh ]]; then
    ./install.sh "$box/installed" >/dev/null
    check 'what install.sh installed plays' uci "../installed/bin/bactrian"
    check 'its manual page is found' test -f "$box/installed/share/man/man1/bactrian-match.1"
fi
if [[ -n ${ROOT:-} ]]; then
    cp "$executable" "$ROOT/bactrian"
    alone() { says '^bestmove ' chroot "$ROOT" /bactrian <<<$'uci\ngo nodes 500'; }
    check 'it plays where there is no other file' alone
fi
exit "$failed"
