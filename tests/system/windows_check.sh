#!/usr/bin/env bash
#
# Builds the engine for Windows and tries it under Wine: node counts, both protocols, matches with their records, an
# interrupt, children of engines, and text with Windows' line ends.
#
# Usage: tests/system/windows_check.sh [-e EXECUTABLE] [-w FOLDER]
#
#   -e EXECUTABLE  check this bactrian.exe instead of building one
#   -w FOLDER      where the toolchain, the build and Wine's files are kept  (target/windows)
#   -h             this text
#
# It needs 64-bit Wine, mingw-w64's gcc and binutils, and python3; on Debian: apt-get install wine wine64
# gcc-mingw-w64-x86-64 python3. To build it also needs Rust's library for x86_64-pc-windows-gnu: `rustup target add
# x86_64-pc-windows-gnu`, or a Debian with rustc-web, whose compiler and library sources (400 MB) are then unpacked into
# FOLDER, without being installed, and the library is built from them. cargo takes both ways.
#
# Wine before 9 lacks bcryptprimitives.dll, from which Rust takes random numbers. A small one is built and put beside the
# executable. Windows has its own.
#
# Exit status: 0 all is well; 1 a check failed; 2 wrong usage, or a tool is missing.

set -euo pipefail

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
die() { printf 'windows_check: %s\n' "$1" >&2; exit "${2:-1}"; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
executable=
work=$root/target/windows
while getopts 'e:w:h' opt; do
    case $opt in
        e) executable=$(realpath "$OPTARG") ;;
        w) work=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ $# == 0 ]] || die "unexpected argument $1" 2
for tool in wine x86_64-w64-mingw32-gcc python3; do
    command -v "$tool" >/dev/null || die "there is no $tool" 2
done
mkdir -p "$work"
work=$(cd "$work" && pwd)
cd "$root"

target=x86_64-pc-windows-gnu

# Unpacks Debian's compiler with the sources of its library into $work/rust.
unpack_compiler() {
    command -v apt-get >/dev/null || die "Rust's library for $target is missing; rustup target add $target" 2
    local packages=(rustc-web rust-web-src libstd-rust-web-dev) more
    # The names of these two contain versions.
    more=$(apt-cache depends --no-suggests --no-recommends rustc-web libstd-rust-web-dev |
        sed -n 's/^ *Depends: \(libstd-rust-web-[0-9].*\)/\1/p' | sort -u)
    [[ -n $more ]] || die "Debian's rustc-web is not on offer; rustup target add $target" 2
    packages+=($more)
    more=$(apt-cache depends --no-suggests --no-recommends $more | sed -n 's/^ *Depends: \(libllvm.*\)/\1/p' | sort -u)
    packages+=($more)
    mkdir -p "$work/packages" "$work/rust.new"
    (cd "$work/packages" && apt-get -q download "${packages[@]}") || die 'the packages cannot be fetched'
    local package
    for package in "$work"/packages/*.deb; do
        dpkg -x "$package" "$work/rust.new"
    done
    mv "$work/rust.new" "$work/rust"
    rm -r "$work/packages"
}

build() {
    export RUSTFLAGS='-C target-cpu=x86-64-v2' CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc
    local arguments=(--release --locked --target "$target" --target-dir "$work/target")
    if [[ ! -e $(rustc --print sysroot)/lib/rustlib/$target/lib ]]; then
        [[ -d $work/rust ]] || unpack_compiler
        export RUSTC=$work/rust/usr/bin/rustc RUSTC_BOOTSTRAP=1
        export LD_LIBRARY_PATH=$work/rust/usr/lib/x86_64-linux-gnu
        local start=$work/rust/usr/lib/rustlib/$target/lib object
        mkdir -p "$start"
        for object in rsbegin rsend; do
            "$RUSTC" --target "$target" --crate-type lib --emit obj -o "$start/$object.o" \
                "$work/rust/usr/lib/rustlib/src/rust/library/rtstartup/$object.rs"
        done
        arguments+=(-Zbuild-std=std,panic_abort)
    fi
    cargo build "${arguments[@]}"
    executable=$work/target/$target/release/bactrian.exe
}

[[ -n $executable ]] || (build)
[[ -n $executable ]] || executable=$work/target/$target/release/bactrian.exe
[[ -f $executable ]] || die "there is no executable $executable"

# A folder for the checks, with an executable of a name that no other process has.
box=$work/check
rm -rf "$box"
mkdir -p "$box/with space"
name=bactrian-$$.exe
cp "$executable" "$box/$name"
export WINEPREFIX=$work/prefix WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
unset DISPLAY
wineboot -i >/dev/null 2>&1 || die 'Wine cannot make its files' 2
if [[ ! -e $WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll ]]; then
    cat >"$box/random.c" <<'C'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return RtlGenRandom(data, (ULONG)size); }
C
    x86_64-w64-mingw32-gcc -O2 -shared -o "$box/bcryptprimitives.dll" "$box/random.c" -ladvapi32
fi
cp "$box"/*.dll "$box/$name" "$box/with space/" 2>/dev/null || cp "$box/$name" "$box/with space/"
cd "$box"
exe=./$name
failed=0
check() { if [[ $2 == 0 ]]; then printf 'ok      %s\n' "$1"; else printf 'FAILED  %s\n' "$1"; failed=1; fi; }

# Says the lines of $1, each followed by CR LF, up to the line `wait PATTERN`, which waits for an answer.
talk() {
    python3 - "$exe" "$1" <<'PYTHON'
import re, subprocess, sys
engine = subprocess.Popen(["wine", sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.argv[2].splitlines():
    if line.startswith("wait "):
        for answer in engine.stdout:
            if re.match(line[5:], answer):
                print(answer.strip())
                break
        else:
            sys.exit(f"no answer like {line[5:]}")
    else:
        engine.stdin.write(line + "\r\n")
        engine.stdin.flush()
engine.stdin.close()
sys.exit(engine.wait(60))
PYTHON
}

# Runs a match in a terminal, presses Ctrl-C after two games, and returns the exit status.
interrupted_match() {
    python3 - "$@" <<'PYTHON'
import os, pty, sys, time
command, pgn = ["wine", *sys.argv[2:]], sys.argv[1]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
os.set_blocking(terminal, False)
pressed = False
for _ in range(1200):
    time.sleep(0.1)
    try:
        while os.read(terminal, 65536):
            pass
    except BlockingIOError:
        pass
    except OSError:
        break
    if not pressed and os.path.exists(pgn) and open(pgn).read().count("[Result ") > 2:
        os.write(terminal, b"\x03")
        pressed = True
else:
    os.kill(pid, 9)
    sys.exit(99)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
PYTHON
}

engines_left() { pgrep -fc "$name" || true; }
wait_for_engines() { for _ in $(seq 50); do [[ $(engines_left) != 0 ]] || return 0; sleep 0.1; done; return 1; }

wine "$exe" bench --check "$(winepath -w "$root/tests/data/bench.txt")" 2>/dev/null >bench.txt && status=0 || status=1
check "bench counts the same nodes: $(tail -1 bench.txt | tr -d '\r')" $status

talk $'uci\nwait uciok\nsetoption name UCI_Variant value kingsmen\nposition startpos moves e3e4\ngo depth 5\nwait bestmove [a-i][1-9]\nquit' && status=0 || status=1
check 'UCI, lines ending in CR LF' $status
talk $'xboard\nprotover 2\nwait feature.*done=1\nnew\nvariant januskamil\nst 1\nsd 4\nusermove e1e4\nwait move [a-l][0-9]+\nquit' && status=0 || status=1
check 'CECP, lines ending in CR LF' $status

here=$(winepath -w "$box")
one="name=one cmd=$here\\$name nodes=300 option.Hash=1"
two="name=two cmd='\"$here\\with space\\$name\"' proto=cecp depth=2 option.Hash=1"
TZ=Pacific/Kiritimati wine "$exe" match -v kingsmen -g 8 -c 2 --seed 3 --pgn games.pgn -e "$one" -e "$two" 2>&1 >match.txt && status=0 || status=1
grep -q 'finished' match.txt || status=1
check 'a match with backslashes and spaces in the paths' $status
rounds=$(sed -n 's/^\[Round "\(.*\)"\].*/\1/p' games.pgn | tr '\n' ' ')
[[ $rounds == '1.1 1.2 2.1 2.2 3.1 3.2 4.1 4.2 ' && ! -e games.pgn.new ]] && status=0 || status=1
check "its games are put in order: $rounds" $status
grep -q "^\[Date \"$(TZ=Pacific/Kiritimati date +%Y.%m.%d)\"" games.pgn && status=0 || status=1
check 'they are dated by the local time zone' $status
wine "$exe" pgn games.pgn >pgn.txt 2>&1 && status=0 || status=1
check 'they are read back' $status
sed -i 's/\r*$/\r/' games.pgn
wine "$exe" analyse --pgn games.pgn -d 3 --output annotated.pgn >analyse.txt 2>&1 && wine "$exe" pgn annotated.pgn >pgn.txt 2>&1 && status=0 || status=1
check 'analyse --pgn, lines ending in CR LF' $status

interrupted_match stopped.pgn "$exe" match -v chess -g 10000 --pgn stopped.pgn -e "name=one cmd=$here\\$name nodes=2000" -e "name=two cmd=$here\\$name nodes=2000" && status=0 || status=$?
[[ $status == 130 ]] && status=0 || { printf 'exit status %s, expected 130\n' "$status"; status=1; }
grep -q 'abandoned\|has ended' stopped.pgn && status=1
wine "$exe" pgn stopped.pgn >pgn.txt 2>&1 || status=1
check 'Ctrl-C ends a match without a false result' $status
wait_for_engines && status=0 || status=1
check 'no engine survives it' $status
wine "$exe" match -v chess -g 2 --nodes 100 -e "name=one cmd=$here\\$name" -e "name=two cmd='cmd.exe /c $here\\$name'" >match.txt 2>&1 && status=0 || status=1
wait_for_engines || status=1
check 'an engine behind another program plays and ends' $status
timeout -s KILL 20 wine "$exe" match -v chess -g 10000 --nodes 100000000 -e "name=one cmd='cmd.exe /c $here\\$name'" -e "name=two cmd=$here\\$name" >match.txt 2>&1 || true
wait_for_engines && status=0 || status=1
check 'no engine survives a match that is killed' $status

wineserver -k || true
[[ $failed == 0 ]]
