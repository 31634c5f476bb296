#!/usr/bin/env bash
#
# What a build costs. Without a command: builds the program and the tests from nothing in target/cost and prints for each the
# wall time, the processor time of this project's own crates, that of all others, and how many times as long the own ones
# take; then the size of the executable and of each room's machine code. The other crates are the yardstick, because they are
# compiled by the same build, so that figures of different machines and moments can be compared.
#
# Usage: benches/build_cost.sh                        both builds, and sizes
#        benches/build_cost.sh run NAME COMMAND...    runs a command that builds from nothing, and notes what it took
#        benches/build_cost.sh check                  prints what was noted; fails if a build took more than its limit
#
# NAME is `release` or `tests`. Notes are kept in target/cost until `check`. What exceeds its limit is built again in
# target/cost, at most twice, and the least counts. A build that compiled no other crates is not measured.
#
# Exit status: 0; 1 a command failed or a limit is exceeded; 2 wrong usage.

set -euo pipefail

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }

cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=target/cost
notes=$folder.txt

# The most processor time of the own crates, in times of the others.
limit() { case $1 in release) echo 3.05 ;; tests) echo 5.4 ;; *) echo 'build_cost: NAME is release or tests' >&2; exit 2 ;; esac; }

# Runs a command; notes its name, wall time, and processor time of own and other crates, in seconds.
measure() {
    local name=$1 each start
    shift
    limit "$name" >/dev/null
    mkdir -p target
    each=$(mktemp)
    start=$EPOCHREALTIME
    if ! RUSTC_WRAPPER="$PWD/benches/timed_rustc.sh" RUSTC_TIMES="$each" "$@"; then
        rm -f "$each"
        return 1
    fi
    awk -v name="$name" -v start="$start" -v end="$EPOCHREALTIME" \
        '{ if ($1 ~ /^(bactrian|suite)/) own += $2; else others += $2 }
        END { printf "%s %.1f %.2f %.2f\n", name, end - start, own, others }' "$each" >>"$notes"
    rm -f "$each"
}

# Builds from nothing.
build() {
    rm -rf "$folder"
    case $1 in
        release) measure release cargo build --release --locked --target-dir "$folder" ;;
        tests) measure tests cargo test --locked --no-run --target-dir "$folder" ;;
    esac
}

# The note of a build for people.
show() { awk '{ printf "%-8s %6.1f s, processor time of own crates %6.1f s, of others %6.1f s, ratio %.2f\n", $1, $2, $3, $4, $3 / $4 }' <<<"$1"; }

# Whether a note tells of more than its limit.
exceeds() { awk -v most="$(limit "${1%% *}")" '{ exit !($3 > most * $4) }' <<<"$1"; }

check() {
    local status=0 noted note name
    [[ -s $notes ]] || { echo 'build_cost: nothing was noted' >&2; return 1; }
    mapfile -t noted <"$notes"
    for note in "${noted[@]}"; do
        name=${note%% *}
        if [[ $note == *' 0.00' ]]; then
            echo "$name: not measured, since the other crates had been built before"
            continue
        fi
        for _ in 1 2; do
            exceeds "$note" || break
            show "$note" >&2
            echo "build_cost: more than $(limit "$name") times as long as the others; once more" >&2
            build "$name" </dev/null
            note=$(tail -n 1 "$notes")
        done
        show "$note"
        if exceeds "$note"; then
            echo "build_cost: $name: expected a ratio of at most $(limit "$name")" >&2
            status=1
        fi
    done
    rm -rf "$folder" "$notes"
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
            build "$name"
            show "$(tail -n 1 "$notes")"
            if [[ $name == release ]]; then
                printf '%9d bytes of executable; machine code by room:\n' "$(wc -c <"$folder/release/bactrian")"
                if command -v nm >/dev/null; then rooms "$folder"; fi
            fi
        done
        rm -rf "$folder" "$notes"
        ;;
    run)
        [[ $# -ge 3 ]] || { usage >&2; exit 2; }
        shift
        measure "$@"
        ;;
    check) check ;;
    *) usage >&2; exit 2 ;;
esac
