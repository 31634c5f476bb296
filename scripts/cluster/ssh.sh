#!/usr/bin/env bash
#
# Spreads games over hosts with GNU parallel. The hosts need ssh without a password, rsync and perl, but no shared folder:
# the executable is copied to them, and finished parts come back.
#
# Usage: scripts/cluster/ssh.sh -H HOSTS -o OUTDIR [-n SHARDS] [-j JOBS] [-e ENGINE] [-f FILE]... datagen|match OPTION...
#
#   -H HOSTS     a file with a host a line, as `parallel --sshloginfile` reads it: [CORES/][USER@]HOST; `:` is this host.
#                It is read again when it changes, so that hosts can join and leave
#   -o OUTDIR    where the parts go, and the joined games, all.games
#   -n SHARDS    parts: some for each core, each of some minutes              (100)
#   -j JOBS      shards that a host plays at the same time, a number or 50%   (one for each core)
#   -e ENGINE    the executable                                               (target/release/bactrian)
#   -f FILE      copy this file, too: engines, openings, weights. OPTIONs name it without its folder
#   OPTION       options of `bactrian datagen` or `bactrian match`, without --shard, --of, --output and --pgn
#
# Examples: scripts/cluster/ssh.sh -H hosts -o run1 datagen -v janus -g 20000 -n 5000
#           scripts/cluster/ssh.sh -H hosts -o test -f old/bactrian-old match -v janus -g 400 --nodes 5000 \
#               -e "name=new cmd=./bactrian" -e "name=old cmd=./bactrian-old"
#
# The same command again plays only the parts that are missing, and joins the parts when all are there. A host that does
# not answer for 30 s is lost; its shards are played on the others.
#
# SSH in the environment takes the place of `ssh`, for instance SSH="ssh -i KEY -p 2222".
#
# Exit status: 0 all parts are joined; 1 some are missing, or cannot be joined; 2 wrong usage.

set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/parts.sh"

hosts='' outdir='' shards=100 jobs=100% engine=target/release/bactrian files=()
while getopts 'H:o:n:j:e:f:h' opt; do
    case $opt in
        H) hosts=$OPTARG ;;
        o) outdir=$OPTARG ;;
        n) shards=$OPTARG ;;
        j) jobs=$OPTARG ;;
        e) engine=$OPTARG ;;
        f) files+=("$OPTARG") ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[[ $# -ge 1 ]] || { usage >&2; exit 2; }
[[ -r $hosts ]] || die "cannot read the hosts '$hosts'"
hosts=$(realpath "$hosts")
begin "$@"
# A folder of its own on each host. What a lost host had begun stays there; if it plays the shard again, it goes on.
folder=bactrian-$(printf '%s' "$HOSTNAME$outdir" | sha256sum | head -c 12)
part=$(part @SHARD@)
command=$(printf '%q ' "$engine" "$@" --of "$shards" "$file_option")
export PARALLEL_SSH="${SSH:-ssh} -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=10 -o ServerAliveCountMax=3"
export PARALLEL_RSYNC_OPTS='-rlDzR --timeout=60'
# On this host, `:` among the hosts, nothing is copied; the folder is inside OUTDIR.
command="[ -e $engine ] || cd ..; $command"
# A shard that fails is tried again on a host where it has not failed.
missing | parallel --will-cite --sshloginfile "$hosts" --jobs "$jobs" --retries 4 \
    --workdir "$folder" "${copied[@]/#/--basefile=}" --return "$part" --cleanup --joblog +joblog -I @SHARD@ \
    "$command $part --shard @SHARD@ > /dev/null" || true
join "$@"
