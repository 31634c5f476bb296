#!/usr/bin/env bash
#
# Makes the archive of a release: the executables, README, changelog, licences (with those of linked crates), the manual as
# text and as manual pages, the rule pages, completions for shells, examples of games from files, entries for the lists of
# engines of XBoard and WinBoard, and a script that installs it. With -d also the Debian package. A person and the release
# workflow make it with the same command. Needs Python 3; the Debian package also needs cargo-deb.
#
# Usage: scripts/package.sh [-t TARGET] [-c CPU,..] [-e EXECUTABLE] [-o OUTDIR] [-d]
#
#   -t TARGET      Rust's name of the machine that it is for               (this machine's)
#   -c CPUS        an executable for each of these oldest processors, as in -C target-cpu; the first one is `bactrian`, the
#                  name of another ends in the processor's                 (x86-64-v2,x86-64-v3, elsewhere generic)
#   -e EXECUTABLE  pack this executable instead of building
#   -o OUTDIR      where the archive goes                                  (dist)
#   -d             make the Debian package as well, of the first executable
#   -h             this text
#
# RUNNER, if set, is the program that runs an executable for another system (wine). Prints the path of each file that was
# made: .zip for Windows, else .tar.gz; .deb.
#
# Exit status: 0; 1 it cannot be built or packed; 2 wrong usage.

set -euo pipefail

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
die() { printf 'package: %s\n' "$1" >&2; exit "${2:-1}"; }

target=
cpus=
executable=
outdir=dist
debian=
while getopts 't:c:e:o:dh' opt; do
    case $opt in
        t) target=$OPTARG ;;
        c) cpus=$OPTARG ;;
        e) executable=$OPTARG ;;
        o) outdir=$OPTARG ;;
        d) debian=yes ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ $# == 0 ]] || die "unexpected argument $1" 2
[[ -z $debian ]] || command -v cargo-deb >/dev/null || die 'there is no cargo-deb (cargo install cargo-deb)'

mkdir -p "$outdir"
outdir=$(cd "$outdir" && pwd)
[[ -z $executable ]] || executable=$(cd "$(dirname "$executable")" && pwd)/$(basename "$executable")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ -n $target ]] || target=$(rustc -vV | sed -n 's/^host: //p')
case $target in x86_64-*) default_cpus=x86-64-v2,x86-64-v3 ;; *) default_cpus=generic ;; esac
IFS=, read -ra cpus <<<"${cpus:-$default_cpus}"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
suffix=
case $target in *windows*) suffix=.exe ;; esac

# Everything is put together here; the Debian package takes its files from it, too.
name=bactrian-$version-$target
staging=target/package/$name
rm -rf "$staging"
mkdir -p "$staging"/{man,completions,manual,rules,examples,xboard}
staging=$(cd "$staging" && pwd)

if [[ -n $executable ]]; then
    [[ -f $executable ]] || die "there is no executable $executable"
    cp "$executable" "$staging/bactrian$suffix"
else
    for cpu in "${cpus[@]}"; do
        # A folder of its own: other flags than those of the usual build would rebuild that one each time.
        RUSTFLAGS="-C target-cpu=$cpu" cargo build --release --locked --target "$target" --target-dir target/package >&2
        ending=
        [[ $cpu == "${cpus[0]}" ]] || ending=-$cpu
        cp "target/package/$target/release/bactrian$suffix" "$staging/bactrian$ending$suffix"
    done
fi
run() { ${RUNNER:-} "$staging/bactrian$suffix" "$@" | tr -d '\r'; }

cp CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$staging/"
cp benches/RESULTS.md benches/griffonchess.ini src/manual/board.png "$staging/"
mv "$staging/griffonchess.ini" "$staging/examples/"
cp tests/data/own_games.ini "$staging/examples/"
for example in courierchess.ini aiwokchess.ini griffons.html carrera.html; do
    cp "tests/data/games/$example" "$staging/examples/"
done
# What the README links to is elsewhere here.
sed -E 's#src/manual/board\.png#board.png#; s#\(src/manual/([a-z-]+)\.md\)#(manual/\1.txt)#g
    s#\(src/engine/games/([a-z0-9]+)/page\.md\)#(rules/\1.txt)#g; s#benches/RESULTS\.md#RESULTS.md#; /\(src\/README\.md\)/d' README.md >"$staging/README.md"
python=$(command -v python3 || command -v python) || die 'expected Python 3'
"$python" scripts/third_party.py --target "$target" --output "$staging/THIRD-PARTY.txt" || die 'no licences of linked crates'
(cd "$staging" && run man --output man && run man --section 7 --output man)
for topic in src/manual/*.md; do
    topic=$(basename "$topic" .md)
    run help "$topic" >"$staging/manual/$topic.txt"
done
for game in src/engine/games/*/page.md; do
    game=$(basename "$(dirname "$game")")
    run rules "$game" >"$staging/rules/$game.txt"
done
for pair in bash:bactrian.bash zsh:_bactrian fish:bactrian.fish powershell:_bactrian.ps1 elvish:bactrian.elv; do
    run completions "${pair%%:*}" >"$staging/completions/${pair#*:}"
done
# XBoard reads what the engine plays from its own list; `normal` is called chess there.
variants=$(printf 'xboard\nprotover 2\nquit\n' | run | sed -n 's/.*variants="\([^"]*\)".*/\1/p' |
    tr , '\n' | sed 's/^normal$/chess/' | paste -sd , -)
[[ -n $variants ]] || die 'the engine names no variants'

if [[ $target == *windows* ]]; then
    rmdir "$staging/xboard"
    # Lines for `firstChessProgramNames` in winboard.ini, one for each game with the options that it needs.
    for game in src/engine/games/*/page.md; do
        game=$(basename "$(dirname "$game")")
        options=$(run xboard -v "$game" --print | grep -oE -- '-(testLegality|ruleMoves|materialDraws) [a-z0-9]+' |
            sed 's/^-/\//' | paste -sd ' ' -)
        printf '"Bactrian %s" -fcp "bactrian.exe" -fd "." -variant %s%s\r\n' "$game" "$game" "${options:+ $options}"
    done >"$staging/winboard.txt"
    archive=$outdir/$name.zip
    rm -f "$archive"
    if command -v zip >/dev/null; then
        (cd "$staging/.." && zip -qr "$archive" "$name")
    else
        (cd "$staging/.." && 7z a -bso0 "$archive" "$name" >&2) || die 'expected zip or 7z'
    fi
else
    printf 'plugin spec 0.0\nbactrian\n%s\n' "$variants" >"$staging/xboard/bactrian.eng"
    cp scripts/package/bactrian.desktop "$staging/"
    cp src/serve/page/logo.svg "$staging/bactrian.svg"
    cp scripts/package/install.sh "$staging/"
    archive=$outdir/$name.tar.gz
    tar -C "$staging/.." --owner=0 --group=0 -czf "$archive" "$name"
fi
printf '%s\n' "$archive"

if [[ -n $debian ]]; then
    # cargo-deb reads the places of its files from Cargo.toml.
    rm -rf target/package/debian
    cp -r "$staging" target/package/debian
    gzip -9n target/package/debian/man/*
    gzip -9nk target/package/debian/CHANGELOG.md
    released=$(sed -n "s/^## \[$version\] - //p" CHANGELOG.md)
    printf 'bactrian (%s-1) unstable; urgency=medium\n\n  * Release %s: see changelog.gz.\n\n -- %s  %s\n' "$version" "$version" \
        "$(sed -n 's/^maintainer = "\(.*\)"/\1/p' Cargo.toml)" "$(LC_ALL=C date -u -R -d "$released")" >target/package/debian/changelog.Debian
    cargo deb --no-build --no-strip --target "$target" --output "$outdir" >&2
    printf '%s\n' "$outdir"/bactrian_"$version"*.deb
fi
