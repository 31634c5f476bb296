# What run.sh and matches.sh share: how rows are measured on this machine, and how a table comes into RESULTS.md.
# To be sourced.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
results=$root/benches/RESULTS.md
engine=$root/target/release/bactrian

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "$0"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 2; }

# The games to measure: those named, separated by commas, or all.
games_of() {
    if [[ -n $1 ]]; then tr , ' ' <<< "$1"; else "$engine" variants | awk '{print $1}'; fi
}

# The head of a table: a column for each of these games, and those of where the figures are from.
head_row() {
    printf '| |'
    printf ' %s |' "$@" commit processor date command
    printf '\n|---|'
    for ((column = 0; column < $# + 4; column++)); do printf -- '---|'; done
    printf '\n'
}

# A row: what it tells, the command, and a cell for each game.
row() {
    local what=$1 command=$2 commit processor
    shift 2
    [[ $command == 'the same' ]] || command="\`$command\`"
    commit=$("$engine" --version | sed -n 's/.*(\(.*\)).*/\1/p')
    processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2> /dev/null | head -1)
    printf '| %s |' "$what"
    printf ' %s |' "$@" "$commit" "${processor:-$(uname -m)}" "$(date -u +%F)" "$command"
    printf '\n'
}

# Replaces the table with this name in RESULTS.md by the standard input: what stands between `<!-- NAME -->` and
# `<!-- end -->`.
put_table() {
    local new table
    grep -qxF "<!-- $1 -->" "$results" || die "no place for the table $1 in $results"
    table=$(cat)
    new=$(mktemp "$results.XXXXXX")
    awk -v name="<!-- $1 -->" -v table="$table" '
        $0 == "<!-- end -->" { skips = 0 }
        !skips
        $0 == name { print table; skips = 1 }' "$results" > "$new"
    cat "$new" > "$results"
    rm -f "$new"
}
