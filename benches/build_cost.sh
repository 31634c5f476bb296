#!/usr/bin/env bash
#
# What a build costs. Without a command: builds the program and the tests from nothing in target/cost and prints for each the
# wall time, the processor time, and the processor time in yardsticks, then the size of the executable and of each room's
# machine code. A yardstick is the time that this machine takes at this moment for benches/yardstick.rs, so that figures of
# different machines and moments can be compared.
#
# Usage: benches/build_cost.sh                        both builds, and sizes
#        benches/build_cost.sh yardstick              measures the yardstick, on two cores at once, and notes it
#        benches/build_cost.sh run NAME COMMAND...    runs a command and notes what it took
#        benches/build_cost.sh check                  prints what was noted; fails if a build took more than its limit
#
# Notes are kept in target/cost.txt until `check`. The limits are 10 % above the most that
# one commit took in several runs on a quiet machine: the yardstick itself varies, from 4.1 to 5.7 s with the same builds. What exceeds its limit is built anew
# in target/cost, at most twice, and the least counts.
#
# Exit status: 0; 1 a command failed or a limit is exceeded; 2 wrong usage.

set -euo pipefail

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }

cd "$(dirname "${BASH_SOURCE[0]}")/.."
notes=target/cost.txt

# The most processor time, in yardsticks.
limit() { case $1 in release) echo 44 ;; tests) echo 44 ;; *) echo 1000000 ;; esac; }

# Runs a command and notes its name, wall time and processor time in seconds.
measure() {
    local name=$1 times
    shift
    mkdir -p target
    times=$(mktemp)
    TIMEFORMAT='%R %U %S'
    if ! { time "$@" >&3 2>&4; } 3>&1 4>&2 2>"$times"; then
        rm -f "$times"
        return 1
    fi
    awk -v name="$name" '{ printf "%s %.2f %.2f\n", name, $1, $2 + $3 }' "$times" >>"$notes"
    rm -f "$times"
}

yardstick() {
    local folder
    folder=$(mktemp -d)
    compile() { rustc --edition 2024 --crate-type lib -O -C codegen-units=1 --out-dir "$folder/$1" benches/yardstick.rs; }
    # Builds keep two cores busy; so does this.
    measure yardstick compile 1 &
    measure yardstick compile 2
    wait $!
    rm -rf "$folder"
}

# Each build that was noted: name, wall time, processor time, yardsticks.
costs() {
    awk '$1 == "yardstick" { sum += $3; count++; next } { line[++lines] = $0 }
        END { for (i = 1; i <= lines; i++) { split(line[i], word); print line[i], word[3] / (sum / count) } }' "$notes"
}

# Builds from nothing.
build() {
    case $1 in
        release) cargo build --release --locked --target-dir target/cost ;;
        tests) cargo test --locked --no-run --target-dir target/cost ;;
    esac
}

# Measures a build, with the yardstick before and after it.
measure_build() {
    rm -rf target/cost "$notes"
    yardstick
    measure "$1" build "$1"
    yardstick
}

exceeds() { awk -v found="$1" -v most="$2" 'BEGIN { exit !(found > most) }'; }

check() {
    local status=0 found name wall cpu yardsticks
    grep -qs '^yardstick ' "$notes" || { echo 'build_cost: no yardstick was noted' >&2; return 1; }
    found=$(costs)
    while read -r name wall cpu yardsticks; do
        # Other work on the machine makes a build dearer than the yardstick: the least of three counts.
        for _ in 1 2; do
            exceeds "$yardsticks" "$(limit "$name")" || break
            echo "build_cost: $name took $yardsticks yardsticks, more than $(limit "$name"); once more" >&2
            measure_build "$name" </dev/null
            read -r _ wall cpu yardsticks < <(costs | awk -v least="$yardsticks" '$4 > least { $4 = least } 1')
        done
        printf '%-8s %7.1f s  %7.1f s of processor time  %6.2f yardsticks\n' "$name" "$wall" "$cpu" "$yardsticks"
        if exceeds "$yardsticks" "$(limit "$name")"; then
            echo "build_cost: $name: expected at most $(limit "$name") yardsticks" >&2
            status=1
        fi
    done <<<"$found"
    rm -rf target/cost "$notes"
    return "$status"
}

# The machine code of each room, in bytes, from the libraries of a build.
rooms() {
    nm --print-size --radix=d --demangle "$1"/release/libbactrian.rlib "$1"/release/deps/libbactrian_{engine,training}-*.rlib 2>/dev/null |
        awk '$3 ~ /^[tTwW]$/ {
            room = match($0, /bactrian(_engine|_training)?::[a-z_]+/) ? substr($0, RSTART, RLENGTH) : "crates and std"
            size[room] += $2; all += $2
        } END { for (room in size) printf "%9d %s\n", size[room], room; printf "%9d all\n", all }' | sort -rn
}

case ${1:-} in
    '')
        for name in release tests; do
            measure_build "$name"
            costs | awk '{ printf "%-8s %7.1f s  %7.1f s of processor time  %6.2f yardsticks\n", $1, $2, $3, $4 }'
            if [[ $name == release ]]; then
                printf '%9d bytes of executable; machine code by room:\n' "$(wc -c <target/cost/release/bactrian)"
                if command -v nm >/dev/null; then rooms target/cost; fi
            fi
        done
        rm -rf target/cost "$notes"
        ;;
    yardstick) yardstick ;;
    run)
        [[ $# -ge 3 ]] || { usage >&2; exit 2; }
        shift
        measure "$@"
        ;;
    check) check ;;
    *) usage >&2; exit 2 ;;
esac
