#!/usr/bin/env bash
#
# Plays games of the engine against itself in XBoard, to prove that XBoard accepts
# everything the engine says: the variant's setup, the piece moves, every move played,
# every result claimed. XBoard runs on a virtual screen of its own and tests legality (unless
# OPTIONS turn that off), so an illegal move, a false claim or an overstepped clock loses the
# game there, and this script finds it.
#
# Usage: tests/system/xboard_selfplay.sh [-v VARIANT] [-g GAMES] [-t TC] [-i INC] [-x OPTIONS] [-o OUTDIR] [ENGINE_COMMAND...]
#
#   -v VARIANT   XBoard's name of the variant                   (januskamil)
#   -g GAMES     number of games                                (10)
#   -t TC        base time per side: MM:SS, or whole minutes    (0:05)
#   -i INC       increment per move in seconds, may be decimal  (0.05)
#   -x OPTIONS   more options for XBoard, e.g. '-testLegality false'  (none)
#   -o OUTDIR    where the PGN, the logs and the pictures go    (a fresh temporary directory)
#   -h           this text
#   ENGINE_COMMAND  the engine and its arguments                (./target/release/bactrian)
#
# Left in OUTDIR: games.pgn, xboard.debug (the whole dialogue with both engines),
# xboard.log (what XBoard printed) and shot-*.png (pictures of the screen).
#
# Exit status: 0 all games finished without a failure; 1 a game was lost by an illegal
# move, a false claim, on time or by a crash, or fewer than GAMES games were finished;
# 2 wrong usage, or a tool is missing.

set -euo pipefail

variant=januskamil
games=10
tc=0:05
inc=0.05
options=()
outdir=
engine=./target/release/bactrian

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
# shellcheck source=tests/system/xboard_screen.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/xboard_screen.sh"

while getopts 'v:g:t:i:x:o:h' opt; do
    case $opt in
        v) variant=$OPTARG ;;
        g) games=$OPTARG ;;
        t) tc=$OPTARG ;;
        i) inc=$OPTARG ;;
        x) read -ra options <<<"$OPTARG" ;;
        o) outdir=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
if (($#)); then engine=$*; fi

# ---------------------------------------------------------------- arguments and tools

[[ -n $variant && $variant != *[[:space:]]* ]] || die "bad variant name '$variant'"
[[ $games =~ ^[1-9][0-9]*$ ]] || die "bad number of games '$games'"
[[ $inc =~ ^([0-9]+(\.[0-9]*)?|\.[0-9]+)$ ]] || die "bad increment '$inc' (seconds, e.g. 0.05)"
if [[ $tc =~ ^([0-9]+)$ ]]; then
    base=$((10#${BASH_REMATCH[1]} * 60))
elif [[ $tc =~ ^([0-9]+):([0-5]?[0-9])$ ]]; then
    base=$((10#${BASH_REMATCH[1]} * 60 + 10#${BASH_REMATCH[2]}))
else
    die "bad base time '$tc' (MM:SS or whole minutes, e.g. 0:05)"
fi
((base > 0)) || die "the base time must not be zero"

require

program=${engine%%[[:space:]]*}
command -v "$program" >/dev/null 2>&1 ||
    die "no engine at '$program' (build it first: cargo build --release)"

make_outdir
pgn=$outdir/games.pgn
debug=$outdir/xboard.debug
log=$outdir/xboard.log

# ---------------------------------------------------------------- XBoard

start_screen 1280x1024 "$outdir"

# - Animation is off because XBoard draws it while the clock of the side to move runs: it
#   costs that side up to about 75 ms a move, more than the increment used here.
# - Without the exit message XBoard quits by itself when the match is over; with it, it
#   would wait for somebody to click the message away.
launch "$log" xboard \
    -fcp "$engine" -scp "$engine" -variant "$variant" \
    -matchGames "$games" -matchPause 500 \
    -tc "$tc" -inc "$inc" -autoCallFlag true -xponder \
    -sgf "$pgn" -debugMode true -nameOfDebugFile "$debug" \
    -animateMoving false -popupExitMessage false -startupMessage '' \
    -soundProgram '' -saveSettingsOnExit false -testLegality true "${options[@]}"
xboard=$launched

# ---------------------------------------------------------------- the match

# XBoard ends every game before 500 moves a side, so no game lasts longer than this.
# One that writes nothing to its debug file for so long waits for a hung engine.
stall=$((2 * base + 60))
limit=$(awk -v g="$games" -v b="$base" -v i="$inc" 'BEGIN { printf "%d", g * (2 * b + 1000 * i + 15) + 60 }')

printf '%s: %d games, %s + %s s, engine: %s\n' "$variant" "$games" "$tc" "$inc" "$engine"
printf 'output: %s (time limit %d s)\n' "$outdir" "$limit"

finished_games() { # games in the PGN that came to a result
    [[ -e $pgn ]] || { echo 0; return; }
    grep -acE '^\[Result "(1-0|0-1|1/2-1/2)"\]' "$pgn" || true
}

shot() { # the whole screen, black border trimmed
    local file
    file=$(printf '%s/shot-%04ds.png' "$outdir" "$1")
    import -silent -window root -trim "$file" 2>/dev/null ||
        printf 'warning: no picture %s\n' "$file" >&2
}

status=0
next_shot=2
shots=0
done_before=0
last_size=0
last_change=0
SECONDS=0
while kill -0 "$xboard" 2>/dev/null; do
    now=$SECONDS
    if ((now >= limit)); then
        printf 'FAILURE: the match did not end within %d s\n' "$limit"
        status=1
        shot "$now"
        break
    fi
    size=$(stat -c %s "$debug" 2>/dev/null || echo 0)
    if ((size != last_size)); then
        last_size=$size
        last_change=$now
    elif ((now - last_change >= stall)); then
        printf 'FAILURE: nothing happened for %d s, the last lines of %s:\n' "$stall" "$debug"
        tail -n 5 "$debug" | sed 's/^/    /'
        status=1
        shot "$now"
        break
    fi
    if ((now >= next_shot && shots < 30)); then # 2 s, 5 s, 15 s, then ever rarer
        shot "$now"
        shots=$((shots + 1))
        if ((now < 5)); then next_shot=5; elif ((now < 15)); then next_shot=15; else next_shot=$((now + 15 + now / 5)); fi
    fi
    done_now=$(finished_games)
    if ((done_now > done_before)); then
        printf '  %d of %d games finished (%d s)\n' "$done_now" "$games" "$now"
        done_before=$done_now
    fi
    sleep 0.5
done
elapsed=$SECONDS
cleanup

# ---------------------------------------------------------------- the summary

export LC_ALL=C # XBoard's own complaints may hold bytes that are no characters
touch "$pgn" "$debug" "$log"
bad='on time|illegal|invalid move|forfeit|false .*claim|unexpectedly|program exits|error (reading|writing)'

fail() { printf 'FAILURE: %s\n' "$*"; status=1; }

printf '\n%4s  %-7s  %5s  %s\n' game result moves reason
awk '
    function flush_game() {
        gsub(/\{[^}]*\}/, " ", body)
        n = split(body, word, /[ \t]+/); plies = 0
        for (k = 1; k <= n; k++)
            if (word[k] != "" && word[k] !~ /^[0-9]+\.+$/) plies++
        printf "%4d  %-7s  %5d  %s\n", ++game, result, int((plies + 1) / 2), reason
        total[result]++; why[result " " reason]++
        body = ""
    }
    /^\[/ { next }
    /^(\{.*\} )?(1-0|0-1|1\/2-1\/2|\*)$/ {
        result = $NF; reason = $0
        sub(/ ?[^ ]+$/, "", reason); gsub(/^\{|\}$/, "", reason)
        if (result != "*") flush_game(); else body = ""   # "*": cut short
        next
    }
    { body = body " " $0 }
    END {
        printf "\nWhite won %d, Black won %d, drawn %d\n", total["1-0"], total["0-1"], total["1/2-1/2"]
        for (w in why) printf "%5d x %s\n", why[w], w | "sort -rn"
    }' "$pgn"

clock=$(awk '/^[0-9]+ >(first |second): time / { t = $NF + 0; if (low == "" || t < low) low = t }
             END { if (low != "") printf "%.2f", low / 100 }' "$debug")
printf 'lowest clock: %s s, match took %d s\n\n' "${clock:-?}" "$elapsed"

finished=$(finished_games)
((finished >= games)) || fail "only $finished of $games games were finished"

# games that XBoard ended for a bad reason (a game without a single move is not in the PGN)
while IFS= read -r line; do
    fail "game lost: $line"
done < <({ sed -nE 's/^\{(.*)\} (1-0|0-1|1\/2-1\/2|\*)$/PGN: \1/p' "$pgn"
           sed -nE 's/^GameEnds\([0-9]+, (.*), [0-9]+\)$/debug: \1/p' "$debug"
         } | grep -aiE "$bad" | sort | uniq -c | sort -rn)

other=$(awk -F'"' -v v="$variant" '/^\[Event /{ tag = "normal" } /^\[Variant "/{ tag = $2 }
        /^\[Result /{ n++ } /^$/{ if (n && tag != v) print tag; n = 0 }' "$pgn" | sort -u | paste -sd' ')
[[ -z $other ]] || fail "XBoard played another variant than $variant: $other"

# what an engine refused, and what XBoard complained of
while IFS= read -r line; do
    fail "engine says: $line"
done < <(grep -aE '^[0-9]+ <(first |second): *(\?*illegal move|tellusererror)' -i "$debug" | sed -E 's/^[0-9]+ <//' | sort | uniq -c)
while IFS= read -r line; do
    fail "XBoard says: $line"
done < <(grep -a '^xboard: ' "$log" | grep -av ': final score ' | sort | uniq -c)
while IFS= read -r line; do
    printf 'note: engine says: %s\n' "$line"
done < <(grep -aE '^[0-9]+ <(first |second): *Error' "$debug" | sed -E 's/^[0-9]+ <//' | sort | uniq -c)

if ((status == 0)); then printf 'OK: %d games, no failure\n' "$finished"; fi
printf 'see %s\n' "$outdir"
exit "$status"
