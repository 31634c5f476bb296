#!/bin/sh
#
# Installs Bactrian from this folder: the executable that fits the processor, manual pages, completions, and the entries for
# XBoard's list of engines and the desktop's menu.
#
# Usage: ./install.sh [PREFIX]      (default $HOME/.local, for root /usr/local)
#
# Exit status: 0; 1 something cannot be written.

set -eu
case ${1-} in -h | --help) sed -n '/^# Usage/s/^# //p' "$0"; exit 0 ;; esac
cd "$(dirname "$0")"
if [ "$(id -u)" = 0 ]; then default=/usr/local; else default=$HOME/.local; fi
prefix=${1:-$default}

# Processors since about 2015 have what the faster executable needs.
executable=bactrian
for need in avx2 bmi1 bmi2 fma movbe f16c; do
    grep -qw "$need" /proc/cpuinfo 2>/dev/null || need=
    [ -n "$need" ] || break
done
if [ -n "$need" ] && [ -f bactrian-x86-64-v3 ]; then executable=bactrian-x86-64-v3; fi

mkdir -p "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/man/man7" "$prefix/share/bash-completion/completions" \
    "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d" "$prefix/share/games/plugins/xboard" \
    "$prefix/share/applications" "$prefix/share/icons/hicolor/scalable/apps" "$prefix/share/doc/bactrian"
# Not in place: an engine that runs keeps its file.
cp "$executable" "$prefix/bin/bactrian.new"
chmod 755 "$prefix/bin/bactrian.new"
mv "$prefix/bin/bactrian.new" "$prefix/bin/bactrian"
cp man/*.1 "$prefix/share/man/man1/"
cp man/*.7 "$prefix/share/man/man7/"
cp completions/bactrian.bash "$prefix/share/bash-completion/completions/bactrian"
cp completions/_bactrian "$prefix/share/zsh/site-functions/"
cp completions/bactrian.fish "$prefix/share/fish/vendor_completions.d/"
cp xboard/bactrian.eng "$prefix/share/games/plugins/xboard/"
cp bactrian.desktop "$prefix/share/applications/"
cp bactrian.svg "$prefix/share/icons/hicolor/scalable/apps/"
cp -R README.md CHANGELOG.md RESULTS.md LICENSE-APACHE LICENSE-MIT THIRD-PARTY.txt board.png manual rules examples "$prefix/share/doc/bactrian/"

printf 'Installed %s as %s\n' "$executable" "$prefix/bin/bactrian"
case :$PATH: in *:$prefix/bin:*) ;; *) printf '%s is not on the path: add it, or start %s\n' "$prefix/bin" "$prefix/bin/bactrian" ;; esac
