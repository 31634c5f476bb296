#!/usr/bin/env bash
#
# Builds the wheel, installs it into a fresh virtual environment, and tries it there: the tests of the module with strict types, and
# games over UCI and CECP by python-chess.
#
# Usage: tests/system/python_check.sh [-w WHEEL] [-d FOLDER]
#
#   -w WHEEL   try this wheel instead of building one
#   -d FOLDER  where the environment and the wheel are put   (target/python)
#   -h         this text
#
# Needs Python 3.9 with venv; pip fetches maturin, mypy and chess.
#
# Exit status: 0 all is well; 1 a check failed; 2 wrong usage, or a tool is missing.

set -euo pipefail

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
die() { printf 'python_check: %s\n' "$1" >&2; exit "${2:-1}"; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
wheel=
folder=$root/target/python
while getopts 'w:d:h' opt; do
    case $opt in
        w) wheel=$(realpath "$OPTARG") ;;
        d) folder=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ $# == 0 ]] || die "unexpected argument $1" 2
python=$(command -v python3 || command -v python) || die 'there is no python3' 2
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

if [[ -z $wheel ]]; then
    rm -rf "$folder/wheels"
    # The oldest processors that the archives serve.
    RUSTFLAGS=${RUSTFLAGS:--C target-cpu=x86-64-v2} "$python" -m pip wheel --quiet --no-deps --wheel-dir "$folder/wheels" "$root/src/python"
    wheel=$(echo "$folder"/wheels/*.whl)
fi
printf '%s, %s bytes\n' "$(basename "$wheel")" "$(wc -c <"$wheel")"

rm -rf "$folder/venv"
"$python" -m venv "$folder/venv"
programs=$folder/venv/bin
[[ -d $programs ]] || programs=$folder/venv/Scripts
python=$programs/python
"$python" -m pip install --quiet --disable-pip-version-check "$wheel" chess mypy
cd "$folder"
"$python" -m bactrian bench --check "$root/tests/data/bench.txt" | tail -1
"$programs/mypy" --strict -p bactrian
"$python" -m unittest discover "$root/tests/python"
"$python" "$root/tests/system/python_chess_check.py" "$programs/bactrian"
