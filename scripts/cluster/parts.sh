# shellcheck shell=bash disable=SC2034,SC2154
# What the recipes of this folder share; they source it. The work is `bactrian datagen` or `bactrian match`, divided into
# shards; each leaves one part, a file with a name that only a complete part has.

die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 2; }
usage() { sed -n '/^# Usage:/,/^[^#]/{s/^# \{0,1\}//p;}' "$0"; }

# Sets `file_option` and `ending` for the command "$1", copies the executable and the files to the folder and goes there.
# A folder has the parts of one command and of one executable only.
begin() {
    case $1 in
        datagen) file_option=--output ending=games ;;
        match) file_option=--pgn ending=pgn ;;
        *) die "cannot divide '$1', expected datagen or match" ;;
    esac
    [[ $shards =~ ^[1-9][0-9]{0,5}$ ]] || die "-n is '$shards', expected a number"
    [[ -n $outdir ]] || die 'expected -o OUTDIR'
    [[ -x $engine ]] || die "no executable '$engine'"
    mkdir -p "$outdir"
    outdir=$(realpath "$outdir")
    local command file name
    command=$(printf '%q ' "$@" --of "$shards")
    [[ ! -e $outdir/command || $(<"$outdir/command") == "$command" ]] ||
        die "$outdir has parts of another command: $(<"$outdir/command")"
    printf '%s\n' "$command" > "$outdir/command"
    copied=()
    for file in "$engine" "${files[@]}"; do
        [[ -r $file ]] || die "cannot read '$file'"
        name=${file##*/}
        copied+=("$name")
        [[ ! -e $outdir/$name ]] || cmp -s "$file" "$outdir/$name" ||
            die "$outdir has parts of another '$name'; take another folder"
        [[ -e $outdir/$name ]] || cp -p "$file" "$outdir/$name"
    done
    engine=./${engine##*/}
    cd "$outdir" || die "cannot enter $outdir"
}

# The name of a part.
part() { printf 'part-%s-of-%s.%s' "$1" "$shards" "$ending"; }

# The numbers of the shards whose parts are not there, one a line.
missing() {
    local shard
    for ((shard = 0; shard < shards; shard++)); do
        [[ -e $(part "$shard") ]] || printf '%s\n' "$shard"
    done
}

# Joins the parts, or says how many are missing; then the exit status is 1.
join() {
    local count shard word last='' loaded=() parts=()
    count=$(missing | wc -l)
    if ((count > 0)); then
        printf '%s of %s parts are missing; the same command goes on\n' "$count" "$shards" >&2
        exit 1
    fi
    for ((shard = 0; shard < shards; shard++)); do parts+=("$(part "$shard")"); done
    # Files of games; --games with a number is how many to play.
    for word in "$@"; do
        [[ $last != --games || $word =~ ^[0-9]+$ ]] || loaded+=(--games "$word")
        last=$word
    done
    case $1 in
        datagen) "$engine" "${loaded[@]}" merge "${parts[@]}" --output all.games ;;
        match) "$engine" "$@" --join "${parts[@]}" ;;
    esac
}
