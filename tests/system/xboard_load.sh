#!/usr/bin/env bash
#
# Loads games that the engine has written for XBoard (`bactrian pgn --dialect xboard`, `bactrian match --pgn-dialect
# xboard`) by mouse in XBoard, to prove that it reads every move: goes to the end of the game and compares the position
# that XBoard copies with the engine's. XBoard is started by `bactrian xboard` on a virtual screen of its own. Also checks
# that a session leaves XBoard's settings file as it was. A check takes about seven seconds.
#
# The games: those of tests/data/xboard, which have castlings and crownings, and for each game of the engine's, and each
# in the files of FOLDER, a short game of the engine against a weaker copy of itself. Those of Lùotuoqí and Bilateral Chess
# have to be refused.
#
# Debian packages needed: xboard xvfb openbox xdotool xclip imagemagick procps util-linux
#
# Usage: tests/system/xboard_load.sh [-b BINARY] [-f FOLDER] [-g GAME] [-o OUTDIR]
#
#   -b BINARY    the engine                                    (./target/release/bactrian)
#   -f FOLDER    also the games of its files NAME.ini           (none)
#   -g GAME      only this game; may be repeated                (all)
#   -o OUTDIR    where the records and the pictures go          (a fresh temporary directory)
#   -h           this text
#
# One line is printed for each check: `ok GAME: WHAT` or `FAILED GAME: WHAT: WHY`. Left in OUTDIR, for each check:
# NUMBER-GAME.pgn, XBoard's debug file NUMBER-GAME.debug, and a picture of the end of the game, NUMBER-GAME.png.
#
# Exit status: 0 all checks passed; 1 a check failed; 2 wrong usage, or a tool is missing.

set -euo pipefail

binary=./target/release/bactrian
described=
games=()
outdir=
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
written=$here/../data/xboard # games that XBoard has saved

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
# shellcheck source=tests/system/xboard_screen.sh
source "$here/xboard_screen.sh"

while getopts 'b:f:g:o:h' opt; do
    case $opt in
        b) binary=$OPTARG ;;
        f) described=$OPTARG ;;
        g) games+=("$OPTARG") ;;
        o) outdir=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
(($# == 0)) || { usage >&2; exit 2; }

require xdotool:xdotool xclip:xclip

find_engine
make_outdir
export BACTRIAN_TABLES=none # no endgame tables are made meanwhile

start_screen 1280x1100 "$outdir"

status=0
number=0
passed=0

report() { # report GAME WHAT [WHY] : the result of a check, failed if there is a reason
    if [[ -z ${3:-} ]]; then
        printf 'ok %s: %s\n' "$1" "$2"
        passed=$((passed + 1))
    else
        printf 'FAILED %s: %s: %s\n' "$1" "$2" "$3"
        status=1
    fi
}

# ---------------------------------------------------------------- XBoard and its mouse

start_xboard() { # start_xboard PATH GAME [OPTION...] : logs to PATH.debug; sets $window
    local path=$1 game=$2 try
    shift 2
    # The file dialog looks otherwise once it knows files that were used before.
    rm -rf -- "$home/.local" "$home/.config"
    launch "$path.log" "$binary" "${own[@]}" xboard -v "$game" -- -boardSize 49 -debugMode true -nameOfDebugFile "$path.debug" \
        -timeDelay -1 -autoDisplayComment false -autoDisplayTags false -popupExitMessage false -startupMessage '' \
        -soundProgram '' -animateMoving false -useBoardTexture false "$@"
    xboard=$launched
    window=
    for ((try = 0; try < 100; try++)); do
        if grep -q '<first : pong' "$path.debug" 2>/dev/null; then
            window=$(xdotool search --onlyvisible --class xboard 2>/dev/null | tail -1) || true
            [[ -z $window ]] || break
        fi
        sleep 0.1
    done
    sleep 0.7
}

click() { # click X Y : in the main window
    xdotool mousemove --window "$window" "$1" "$2" sleep 0.2 click 1
    sleep 0.5
}

stop_xboard() {
    end_session "$xboard"
    sessions=("${sessions[@]:1}")
}

load() { # load FILE : by File / Load Game
    click 22 14
    click 70 110
    sleep 1
    xdotool key slash
    sleep 0.7
    xdotool key ctrl+a
    xdotool type --delay 25 "$1"
    sleep 0.7
    xdotool key Return
    sleep 1.5
}

to_end() { # the button >>; a narrow board leaves no room for it
    local WIDTH HEIGHT X Y SCREEN WINDOW
    eval "$(xdotool getwindowgeometry --shell "$window")"
    click $((WIDTH - 20)) 72
    xdotool windowfocus "$window" key alt+End
    sleep 0.7
}

copied_position() { # Edit / Copy Position
    xdotool windowfocus "$window" key ctrl+shift+c
    sleep 0.5
    timeout 3 xclip -o -selection clipboard 2>/dev/null || timeout 3 xclip -o 2>/dev/null || true
}

# ---------------------------------------------------------------- a check

check() { # check GAME WHAT PGN : writes the first game of PGN for XBoard, and loads it there
    local game=$1 what=$2 path ours shown
    number=$((number + 1))
    path=$(printf '%s/%02d-%s' "$outdir" "$number" "$game")
    if ! "$binary" "${own[@]}" pgn --game 1 --dialect xboard "$3" >"$path.pgn" 2>"$path.error"; then
        report "$game" "$what" "$(head -1 "$path.error")"
        return
    fi
    rm -f "$path.error"
    # XBoard counts the moves since a pawn's otherwise, so placement and side are compared, with its letters.
    ours=$("$binary" "${own[@]}" pgn --fens "$path.pgn" | tail -1 | cut -d' ' -f1,2)
    start_xboard "$path" "$game"
    if [[ -z $window ]]; then
        report "$game" "$what" 'XBoard shows no window'
        stop_xboard
        return
    fi
    load "$path.pgn"
    to_end
    import -silent -window root "$path.png"
    shown=$(copied_position | cut -d' ' -f1,2 | sed 's/\[-\?\] / /')
    stop_xboard
    if [[ $shown == "$ours" ]]; then
        report "$game" "$what, $(sed -n 's/^\[PlyCount "\(.*\)"\]/\1/p' "$path.pgn") moves"
    else
        report "$game" "$what" "XBoard shows '$shown' instead of '$ours'"
    fi
}

play() { # play GAME PGN : a game of the engine against a weaker copy
    rm -f -- "$2"
    local words=
    ((${#own[@]} == 0)) || words=" arg=--games arg='${own[1]}'"
    "$binary" "${own[@]}" match -v "$1" --games 2 --nodes 200 --seed 5 --pgn "$2" \
        -e "name=A cmd='$binary'$words" -e "name=B cmd='$binary'$words option.Skill\\ Level=3" >/dev/null
}

check_game() { # check_game GAME
    wanted "$1" || return 0
    local saved=$written/$1.pgn played=$home/$1.pgn
    if ! play "$1" "$played"; then
        report "$1" 'a game of the engine' 'the match is not played'
        return
    fi
    case $1 in
        luotuoqi | bilateral) refused "$1" "$played" ;; # their turns are more than a move from square to square
        *)
            [[ ! -e $saved ]] || check "$1" 'a game that XBoard has saved' "$saved"
            check "$1" 'a game of the engine' "$played"
            ;;
    esac
}

refused() { # refused GAME PGN : the engine says that XBoard cannot load the game
    local said
    said=$("$binary" pgn --game 1 --dialect xboard "$2" 2>&1 >/dev/null | head -1) || true
    if [[ $said == *'XBoard cannot load the turn '* ]]; then said=; else said="it says '$said'"; fi
    number=$((number + 1))
    report "$1" 'a game that XBoard cannot load is refused' "$said"
}

state() { if [[ -e $1 ]]; then cksum <"$1"; else echo none; fi; }

check_settings() { # check_settings EXISTS : XBoard's settings file is the same after a session, or there still is none
    local file=$home/settings what='a session writes no settings file' before why=
    rm -f -- "$file"
    if [[ $1 == yes ]]; then
        what='a session leaves the settings file as it was'
        printf '%s\n' ';' '; settings' ';' '-testLegality true' '-boardSize Bulky' '-firstChessProgramNames {gnuchess' '}' >"$file"
    fi
    before=$(state "$file")
    number=$((number + 1))
    start_xboard "$outdir/settings-$1" bilateral -saveSettingsFile "$file"
    [[ -n $window ]] || why='XBoard shows no window'
    click 22 14
    click 45 344 # Quit
    sleep 1
    ! kill -0 "$xboard" 2>/dev/null || why='XBoard does not end'
    stop_xboard
    [[ $(state "$file") == "$before" ]] || why='it is changed'
    report bilateral "$what" "$why"
}

# ---------------------------------------------------------------- all checks

own=()
if wanted bilateral; then
    check_settings no
    check_settings yes
fi
for game in $("$binary" variants | awk '{ print $1 }'); do check_game "$game"; done
if [[ -n $described ]]; then
    for file in "$described"/*.ini; do
        own=(--games "$(realpath -- "$file")")
        check_game "$("$binary" "${own[@]}" variants | tail -1 | awk '{ print $1 }')"
    done
fi

((number > 0)) || die "no check for ${games[*]}"
printf '\n%d of %d checks passed, see %s\n' "$passed" "$number" "$outdir"
exit "$status"
