#!/usr/bin/env bash
#
# Plays two revisions of the engine against each other until a sequential test decides whether the newer one is
# stronger. Both are built, each in a work tree of its own; the referee is the newer one.
#
# Usage: scripts/match_revisions.sh [-v VARIANT] [-o OUTDIR] NEW OLD [MATCH_OPTION...]
#
#   NEW, OLD     git revisions, for instance: HEAD main
#   -v VARIANT   the game                                              (januskamil)
#   -o OUTDIR    where the builds and the games go; builds are reused  (target/revisions)
#   -h           this text
#   MATCH_OPTION what `bactrian match` knows; it takes the place of these:
#                --tc 5+0.05 --games 4000 --sprt elo0=0 elo1=5 --resign moves=4 score=800 --draw
#
# Example: scripts/match_revisions.sh HEAD HEAD~1 --nodes 10000 -c 2
#
# Exit status: that of the match, which says in its last line what the test accepts; 2 wrong usage.

set -euo pipefail

variant=januskamil
outdir=

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
die() { printf 'match_revisions: %s\n' "$*" >&2; exit 2; }

while getopts 'v:o:h' opt; do
    case $opt in
        v) variant=$OPTARG ;;
        o) outdir=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ $# -ge 2 ]] || { usage >&2; exit 2; }
root=$(git rev-parse --show-toplevel) || die 'not in a git repository'
outdir=${outdir:-$root/target/revisions}
mkdir -p "$outdir"

# Prints the commit of a revision.
resolve() { git rev-parse --quiet --verify --short=12 "$1^{commit}" || die "no revision '$1'"; }

# Builds a commit, unless that has been done before.
build() {
    local commit=$1 binary=$outdir/bactrian-$1 tree=$outdir/tree-$1
    [[ ! -x $binary ]] || return 0
    rm -rf "$tree"
    git worktree prune
    git worktree add --quiet --detach "$tree" "$commit"
    (cd "$tree" && cargo build --release --target-dir "$outdir/target")
    cp "$outdir/target/release/bactrian" "$binary"
    git worktree remove --force "$tree"
}

new=$(resolve "$1")
old=$(resolve "$2")
shift 2
[[ $new != "$old" ]] || die "both revisions are $new"
build "$old"
build "$new"

# Whether one of these options is given.
given() {
    local option word
    for option in "$@"; do
        for word in "${options[@]}"; do
            [[ $word != "$option" && $word != "$option="* ]] || return 0
        done
    done
    return 1
}

options=("$@")
given --tc --st --depth --nodes || options+=(--tc 5+0.05)
given --games -g || options+=(--games 4000)
given --sprt || options+=(--sprt elo0=0 elo1=5)
given --resign || options+=(--resign moves=4 score=800)
given --draw || options+=(--draw)
exec "$outdir/bactrian-$new" match -v "$variant" \
    --engine "name=new-$new cmd='$outdir/bactrian-$new' option.Hash=32" \
    --engine "name=old-$old cmd='$outdir/bactrian-$old' option.Hash=32" \
    "${options[@]}"
