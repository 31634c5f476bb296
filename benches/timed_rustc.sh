#!/usr/bin/env bash
#
# Runs the compiler, and adds the name of the crate and the processor time that it took, in seconds, to the file RUSTC_TIMES.
# `build_cost.sh` gives it to cargo as RUSTC_WRAPPER.

name=other
for ((index = 1; index < $#; index++)); do
    if [[ ${!index} == --crate-name ]]; then
        next=$((index + 1))
        name=${!next}
    fi
done
times=$(mktemp)
TIMEFORMAT='%U %S'
{ time "$@" >&3 2>&4; } 3>&1 4>&2 2>"$times"
status=$?
awk -v name="$name" '{ print name, $1 + $2 }' "$times" >>"$RUSTC_TIMES"
rm -f "$times"
exit "$status"
