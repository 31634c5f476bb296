#!/usr/bin/env bash
#
# Makes the archive of a release: executable, README, changelog, licences (with those of linked crates), manual pages,
# completions for shells, and the entry for XBoard's list of engines. A person and the release workflow make it with the
# same command. Needs Python 3.
#
# Usage: scripts/package.sh [-t TARGET] [-c CPU] [-e EXECUTABLE] [-o OUTDIR]
#
#   -t TARGET      Rust's name of the machine that it is for               (this machine's)
#   -c CPU         the oldest processor that runs it, as in -C target-cpu  (x86-64-v2, elsewhere generic)
#   -e EXECUTABLE  pack this executable instead of building one
#   -o OUTDIR      where the archive goes                                  (dist)
#   -h             this text
#
# RUNNER, if set, is the program that runs an executable for another system (wine). Prints the path of the archive:
# .zip for Windows, else .tar.gz.
#
# Exit status: 0; 1 it cannot be built or packed; 2 wrong usage.

set -euo pipefail

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
die() { printf 'package: %s\n' "$1" >&2; exit "${2:-1}"; }

target=
cpu=
executable=
outdir=dist
while getopts 't:c:e:o:h' opt; do
    case $opt in
        t) target=$OPTARG ;;
        c) cpu=$OPTARG ;;
        e) executable=$OPTARG ;;
        o) outdir=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ $# == 0 ]] || die "unexpected argument $1" 2

mkdir -p "$outdir"
outdir=$(cd "$outdir" && pwd)
[[ -z $executable ]] || executable=$(cd "$(dirname "$executable")" && pwd)/$(basename "$executable")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ -n $target ]] || target=$(rustc -vV | sed -n 's/^host: //p')
case $target in x86_64-*) default_cpu=x86-64-v2 ;; *) default_cpu=generic ;; esac
cpu=${cpu:-$default_cpu}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
suffix=
case $target in *windows*) suffix=.exe ;; esac

if [[ -z $executable ]]; then
    # A folder of its own: other flags than those of the usual build would rebuild that one each time.
    RUSTFLAGS="-C target-cpu=$cpu" cargo build --release --locked --target "$target" --target-dir target/package >&2
    executable=target/package/$target/release/bactrian$suffix
fi
[[ -f $executable ]] || die "there is no executable $executable"
run() { ${RUNNER:-} "$executable" "$@"; }

name=bactrian-$version-$target
[[ $cpu == "$default_cpu" ]] || name+=-$cpu
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
folder=$staging/$name
mkdir -p "$folder/man" "$folder/completions"
cp "$executable" "$folder/bactrian$suffix"
cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$folder/"
python=$(command -v python3 || command -v python) || die 'expected Python 3'
"$python" scripts/third_party.py --target "$target" --output "$folder/THIRD-PARTY.txt" || die 'no licences of linked crates'
(cd "$folder" && run man --output man && run man --section 7 --output man)
for pair in bash:bactrian.bash zsh:_bactrian fish:bactrian.fish powershell:_bactrian.ps1 elvish:bactrian.elv; do
    run completions "${pair%%:*}" >"$folder/completions/${pair#*:}"
done

if [[ $target == *windows* ]]; then
    archive=$outdir/$name.zip
    rm -f "$archive"
    if command -v zip >/dev/null; then
        (cd "$staging" && zip -qr "$archive" "$name")
    else
        (cd "$staging" && 7z a -bso0 "$archive" "$name" >&2) || die 'expected zip or 7z'
    fi
else
    # XBoard reads what the engine plays from its own list; `normal` is called chess there.
    variants=$(printf 'xboard\nprotover 2\nquit\n' | run | sed -n 's/.*variants="\([^"]*\)".*/\1/p' |
        tr , '\n' | sed 's/^normal$/chess/' | paste -sd , -)
    [[ -n $variants ]] || die 'the engine names no variants'
    mkdir "$folder/xboard"
    printf 'plugin spec 0.0\nbactrian\n%s\n' "$variants" >"$folder/xboard/bactrian.eng"
    archive=$outdir/$name.tar.gz
    tar -C "$staging" -czf "$archive" "$name"
fi
printf '%s\n' "$archive"
