#!/usr/bin/env bash
#
# Spreads games over the nodes of a Slurm cluster as an array of jobs. The folder of the parts is on all nodes.
#
# Usage: scripts/cluster/slurm.sh -o OUTDIR [-n SHARDS] [-e ENGINE] [-f FILE]... [-s OPTION]... datagen|match OPTION...
#
#   -o OUTDIR    where the parts go, the logs, and the joined games, all.games; a folder that all nodes share
#   -n SHARDS    parts: some for each core, each of some minutes              (100)
#   -e ENGINE    the executable                                               (target/release/bactrian)
#   -f FILE      copy this file, too: engines, openings, weights. OPTIONs name it without its folder
#   -s OPTION    an option of sbatch, such as -s --partition=long -s --time=2:00:00
#   OPTION       options of `bactrian datagen` or `bactrian match`, without --shard, --of, --output and --pgn
#
# Example: scripts/cluster/slurm.sh -o /shared/run1 -s --time=1:00:00 datagen -v janus -g 20000 -n 5000
#
# The command submits one job for each part that is missing, and returns. The same command again says how many are still
# at work, submits those that have failed, or joins the parts when all are there. When a node is lost, Slurm queues its
# jobs again; they go on with what has been written.
#
# Exit status: 0 all parts are joined; 1 some are missing, or cannot be joined; 2 wrong usage.

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/parts.sh"

outdir='' shards=100 engine=target/release/bactrian files=() options=()
while getopts 'o:n:e:f:s:h' opt; do
    case $opt in
        o) outdir=$OPTARG ;;
        n) shards=$OPTARG ;;
        e) engine=$OPTARG ;;
        f) files+=("$OPTARG") ;;
        s) options+=("$OPTARG") ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ $# -ge 1 ]] || { usage >&2; exit 2; }
begin "$@"

name=bactrian-$(printf '%s' "$outdir" | sha256sum | head -c 12)
at_work=$(squeue --noheader --array --me --name "$name" | wc -l)
if ((at_work > 0)); then
    printf '%s jobs are waiting or at work, %s of %s parts are missing\n' "$at_work" "$(missing | wc -l)" "$shards" >&2
    exit 1
fi
todo=$(missing | paste -sd,)
[[ -n $todo ]] || { join "$@"; exit; }
command=$(printf '%q ' exec "$engine" "$@" --of "$shards" "$file_option")
# Before a job's time is over it gets the signal of Ctrl-C, and writes what it has.
sbatch --job-name "$name" --array "$todo" --requeue --open-mode append --chdir "$outdir" --output 'log-%a.txt' \
    --cpus-per-task 1 --signal B:INT@30 "${options[@]}" <<END
#!/bin/bash
$command $(part "\$SLURM_ARRAY_TASK_ID") --shard "\$SLURM_ARRAY_TASK_ID"
END
exit 1
