#!/usr/bin/env bash
#
# Plays against the engine with the mouse in XBoard, to prove that a person can make every
# kind of move and sees the right board afterwards: crownings, promotions with a choice,
# castling, the turns of Lùotuoqí and Bilateral Chess that XBoard makes in legs, and games
# that the engine reads from the files of tests/data/games. XBoard runs on a virtual screen of its own. Between it and the engine stands
# tests/system/xboard_relay.py, which sets up the position, makes the engine answer with a given
# move, and writes down what either side says. A check takes about seven seconds.
#
# Debian packages needed: xboard xvfb openbox xdotool imagemagick python3 procps util-linux
#
# Usage: tests/system/xboard_mouse.sh [-b BINARY] [-g GAME] [-o OUTDIR]
#
#   -b BINARY    the engine                                    (./target/release/bactrian)
#   -g GAME      only the checks of this game; may be repeated  (all)
#   -o OUTDIR    where the logs and the pictures go             (a fresh temporary directory)
#   -h           this text
#
# One line is printed for each check: `ok GAME: WHAT` or `FAILED GAME: WHAT: WHY`. Left in
# OUTDIR, for each check: the folder NUMBER-GAME with the dialogue (log), XBoard's debug
# file, a picture of the screen before the game ends and XBoard's final position.
#
# Exit status: 0 all checks passed; 1 a check failed; 2 wrong usage, or a tool is missing.

set -euo pipefail

binary=./target/release/bactrian
games=()
outdir=
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
relay=$here/xboard_relay.py

usage() { sed -n '/^# Usage:/,/^$/{s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"; }
# shellcheck source=tests/system/xboard_screen.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/xboard_screen.sh"

while getopts 'b:g:o:h' opt; do
    case $opt in
        b) binary=$OPTARG ;;
        g) games+=("$OPTARG") ;;
        o) outdir=$OPTARG ;;
        h) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
(($# == 0)) || { usage >&2; exit 2; }

# ---------------------------------------------------------------- arguments and tools

require xdotool:xdotool python3:python3

find_engine
make_outdir

start_screen 1280x1440 "$outdir"

# ---------------------------------------------------------------- one game

# Colours of the squares that nothing else on the screen has: they tell where the board is.
light='#fdfdc1'
dark='#c1c2fd'

status=0
number=0
passed=0
trouble=      # why the check that runs has failed, empty as long as it has not
folder=       # its folder
flipped=      # whether Black is below
file=         # the file that describes the game, empty for a game of the engine's own
seen=0        # how many user moves XBoard has sent in it
illegal=      # the user move that the engine has to refuse in it

wait_for() { # wait_for TENTHS COMMAND... : until the command succeeds
    local tenths=$1 i
    shift
    for ((i = 0; i < tenths; i++)); do
        ! "$@" || return 0
        sleep 0.1
    done
    return 1
}

locate() { # the box of the squares' colours: WxH+X+Y
    import -silent -window root "$home/screen.png"
    convert "$home/screen.png" -fill red -opaque "$light" -opaque "$dark" -fill black +opaque red \
        -format '%@' info: 2>/dev/null
}

has_board() {
    local box
    box=$(locate) || return 1
    [[ $box =~ ^([0-9]+)x([0-9]+)\+([0-9]+)\+([0-9]+)$ ]] || return 1
    width=${BASH_REMATCH[1]} height=${BASH_REMATCH[2]} left=${BASH_REMATCH[3]} top=${BASH_REMATCH[4]}
    local wide=$((width / files)) high=$((height / ranks))
    ((wide > 20 && wide - high < 3 && high - wide < 3))
}

engine_ready() { grep -q '^< pong' "$folder/log" 2>/dev/null; }

# begin GAME FILESxRANKS WHAT FEN REPLIES [XBOARD_OPTION...] : a game from this position ('' the
# start) in which the engine answers with these moves
begin() {
    game=$1 what=$3
    files=${2%x*} ranks=${2#*x}
    local fen=$4 replies=$5
    shift 5
    wanted "$game" || return 1
    number=$((number + 1))
    folder=$(printf '%s/%02d-%s' "$outdir" "$number" "$game")
    mkdir -p "$folder"
    trouble=
    seen=0
    illegal=
    [[ -z $fen ]] || printf '%s\n' "$fen" >"$folder/fen"
    printf '%s\n' "${replies// /$'\n'}" >"$folder/replies"
    # XBoard takes a command line apart at every blank; a script keeps names with blanks whole.
    printf '#!/bin/sh\nexec python3 "%s" "%s" "%s"%s\n' "$relay" "$folder" "$binary" "${file:+ --games \"$file\"}" \
        >"$home/engine"
    chmod +x "$home/engine"
    launch "$folder/xboard.log" xboard -fcp "$home/engine" -variant "$game" \
        -boardSize 49 -fixedSize true -tc 60 -debugMode true -nameOfDebugFile "$folder/xboard.debug" \
        -savePositionFile "$folder/final.fen" -saveGameFile "$folder/game.pgn" -autoSaveGames false \
        -lightSquareColor "$light" -darkSquareColor "$dark" -useBoardTexture false \
        -highlightLastMove false -animateMoving false -animateDragging false -showCoords true -popupExitMessage false \
        -popupMoveErrors false -startupMessage '' -soundProgram '' -saveSettingsOnExit false \
        -testLegality true "$@"
    xboard=$launched
    wait_for 100 engine_ready || { fail 'the engine did not start'; return 0; }
    wait_for 50 has_board || fail "no board of $files x $ranks squares on the screen (found: $(locate))"
    park
    sleep 0.3
}

fail() { [[ -n $trouble ]] || trouble=$*; }

# ---------------------------------------------------------------- the mouse

point() { # point SQUARE [DX DY] : sets px, py to the middle of a square, or off it
    local file rank
    file=$(($(printf '%d' "'${1:0:1}") - 97))
    rank=$((${1:1} - 1))
    if [[ -n $flipped ]]; then file=$((files - 1 - file)) rank=$((ranks - 1 - rank)); fi
    px=$((left + (2 * file + 1) * width / (2 * files) + ${2:-0}))
    py=$((top + (2 * (ranks - rank) - 1) * height / (2 * ranks) + ${3:-0}))
}

to() { # to SQUARE [DX DY] : moves the pointer, in two steps as a hand would
    [[ -z $trouble ]] || return 0
    point "$@"
    xdotool mousemove "$((px - 3))" "$((py - 3))"
    sleep 0.05
    xdotool mousemove "$px" "$py"
    sleep 0.1
}

park() { xdotool mousemove 2 2; }
press() { xdotool mousedown 1; sleep 0.25; } # long enough for the engine's marks and choices
release() { xdotool mouseup 1; sleep 0.2; }

click() { # click SQUARE...
    local square
    for square in "$@"; do
        to "$square"
        press
        release
    done
}

drag() { # drag FROM TO...
    to "$1"
    press
    shift
    local square
    for square in "$@"; do to "$square"; sleep 0.15; done
    release
}

sweep() { # sweep FROM TO STEPS : click-click, the second button held while the pointer goes down so many steps
    local step
    click "$1"
    to "$2"
    press
    for ((step = 1; step <= $3; step++)); do
        to "$2" 0 $((28 * step))
    done
    release
}

# ---------------------------------------------------------------- what is expected

moves_sent() { grep -c '^> usermove ' "$folder/log" || true; }
more_moves() { (($(moves_sent) > seen)); }
# Whether the engine has moved since the last user move.
answered() { awk '/^> usermove /{ ok = 0 } /^< (move |1-0|0-1|1\/2)/{ ok = 1 } END { exit !ok }' "$folder/log"; }
# With these refusals the engine corrects XBoard's list of moves.
corrections='Illegal move (\(entered again\|taken back\))'
complaint() {
    sed -n "/$corrections/d;${illegal:+/^< Illegal move: $illegal\$/d;}s/^< \(\(Illegal move\|Error\|tellusererror\).*\)/\1/p" "$folder/log" | head -1
}

entered() { # entered TEXT : XBoard has sent this user move, and the engine has accepted it
    [[ -z $trouble ]] || return 0
    wait_for 20 more_moves || { fail "XBoard sends nothing instead of $1"; return 0; }
    seen=$((seen + 1))
    local text
    text=$(sed -n 's/^> usermove //p' "$folder/log" | sed -n "${seen}p")
    [[ $text == "$1" ]] || fail "XBoard sends $text instead of $1"
    park
    sleep 0.3
    [[ -z $(complaint) ]] || fail "after $text the engine says: $(complaint)"
}

sent() { # sent TEXT : the same, and the engine has answered with a move or the result
    entered "$1"
    [[ -z $trouble ]] || return 0
    wait_for 50 answered || fail "no answer to $1"
    [[ -z $(complaint) ]] || fail "after $1 the engine says: $(complaint)"
    sleep 0.3
}

unsent() { # unsent : XBoard does not send the move that the mouse has just made
    [[ -z $trouble ]] || return 0
    sleep 0.5
    ! more_moves || fail "XBoard sends $(sed -n 's/^> usermove //p' "$folder/log" | tail -1), which is not legal"
    park
}

refused() { # refused TEXT : XBoard has sent this user move, and the engine has refused it
    [[ -z $trouble ]] || return 0
    illegal=$1
    entered "$1"
    grep -qx "< Illegal move: $1" "$folder/log" || fail "the engine does not refuse $1"
}

typed() { # typed TEXT : a move entered by keyboard, which XBoard does not test
    [[ -z $trouble ]] || return 0
    xdotool key --delay 60 "${1:0:1}"
    sleep 0.6
    xdotool type --delay 60 "${1:1}"
    sleep 0.2
    xdotool key Return
    sleep 0.5
}

takeback() { # Edit / Retract Move
    [[ -z $trouble ]] || return 0
    xdotool key ctrl+x
    sleep 0.6
    grep -q '^> remove' "$folder/log" || fail 'XBoard takes no move back'
}

recorded() { # recorded TURNS : the game that XBoard has saved is read and has so many turns
    local said turns
    [[ -z $trouble ]] || return 0
    said=$("$binary" pgn ${file:+--games "$file"} --game 1 "$folder/game.pgn" 2>&1) || fail "the saved game is not read: $said"
    turns=$(grep -o '\[PlyCount "[0-9]*"' <<<"$said" | tr -dc 0-9) || true
    [[ $turns == "$1" ]] || fail "the saved game has ${turns:-no} turns instead of $1"
}

corrected() { # the engine has made XBoard take the move back, and has entered the right one
    [[ -z $trouble ]] || return 0
    grep -q "^< $corrections" "$folder/log" || fail 'the engine does not correct the move'
}

board() { # board PLACEMENT [TURNS] : what XBoard shows at the end, and how many turns it saves; ends the game and the check
    import -silent -window root "$folder/end.png"
    end_session "$xboard" # XBoard writes the position as it ends
    [[ -n $trouble ]] || {
        local shown
        shown=$(sed -n 's/^\([^ ]*\/[^ ]*\) .*/\1/p' "$folder/final.fen" 2>/dev/null | tail -1) || true
        shown=${shown%%\[*}
        [[ $shown == "$1" ]] || fail "XBoard shows $shown instead of $1"
    }
    [[ -z ${2:-} ]] || recorded "$2"
    finish
}

finish() {
    sessions=("${sessions[@]:1}")
    if [[ -z $trouble ]]; then
        printf 'ok %s: %s\n' "$game" "$what"
        passed=$((passed + 1))
    else
        printf 'FAILED %s: %s: %s\n' "$game" "$what" "$trouble"
        status=1
    fi
}

# ---------------------------------------------------------------- Kingsmen

pawn='9/4k4/9/P8/9/9/9/4K4/9 w - - 0 1'
if begin kingsmen 9x9 'a pawn is crowned by two clicks and moves as a king' "$pawn" 'e8f8 f8e8'; then
    click a6 a7; sent a6a7+
    click a7 b7; sent a7b7
    board 9/4k4/1+P7/9/9/9/9/4K4/9
fi
if begin kingsmen 9x9 'a pawn is crowned by dragging' "$pawn" 'e8f8'; then
    drag a6 a7; sent a6a7+
    board 9/5k3/+P8/9/9/9/9/4K4/9
fi
if begin kingsmen 9x9 'a rook is crowned by a capture and moves as a king' \
    '9/4k4/n8/9/9/9/9/4K4/R8 w - - 0 1' 'e8f8 f8e8 e8f8'; then
    click a1 a7; sent a1a7+
    click a7 b6; sent a7b6
    click e2 d2; sent e2d2
    board 9/5k3/9/1+R7/9/9/9/3K5/9
fi
if begin kingsmen 9x9 'a knight and a bishop are crowned, inside the zone nothing more happens' \
    '9/4k4/9/2N6/3B5/9/9/4K4/9 w - - 0 1' 'e8f8 f8f7 f7f6'; then
    click c6 a7; sent c6a7+
    drag d5 b7; sent d5b7+
    click a7 a8; sent a7a8
    board 9/+N8/1+B7/5k3/9/9/9/4K4/9
fi
for way in click drag; do
    if begin kingsmen 9x9 "castling on either side, $way" '9/4k4/9/9/9/9/9/9/R3K3R w KQ - 0 1' 'e8d8'; then
        $way e1 g1; sent e1g1
        board 9/3k5/9/9/9/9/9/9/R4RK2
    fi
done
if begin kingsmen 9x9 'castling with the rook on a' '9/4k4/9/9/9/9/9/9/R3K3R w KQ - 0 1' 'e8f8'; then
    click e1 c1; sent e1c1
    board 9/5k3/9/9/9/9/9/9/2KR4R
fi
flipped=1
if begin kingsmen 9x9 'Black crowns a pawn' \
    '9/4k4/9/9/9/p8/9/9/8K w - - 0 1' 'i1h1 h1g1 g1f1' -initialMode MachineWhite; then
    click a4 a3; sent a4a3+
    drag a3 b2; sent a3b2
    board 9/4k4/9/9/9/9/9/1+p7/5K3
fi
flipped=
if begin kingsmen 9x9 'no crowning is chosen: the pawn is crowned, and XBoard is corrected' "$pawn" 'e8f8 f8e8'; then
    sweep a6 a7 1; sent a6a7; corrected
    click a7 b7; sent a7b7
    board 9/4k4/1+P7/9/9/9/9/4K4/9
fi
if begin kingsmen 9x9 'either side crowns a pawn in analysis' '9/4k4/9/P8/9/p8/9/4K4/9 w - - 0 1' '' \
    -initialMode Analysis; then
    click a6 a7; entered a6a7+
    drag a4 a3; entered a4a3+
    drag a7 b7; entered a7b7
    click a3 b2; entered a3b2
    board 9/4k4/1+P7/9/9/9/9/1+p2K4/9
fi
if begin kingsmendh 9x9 'a pawn and a rook are crowned' '9/4d4/9/P8/9/9/9/4K4/8R w - - 0 1' 'e8f6 f6e8 e8c7'; then
    click a6 a7; sent a6a7+
    drag i1 i7; sent i1i7+
    click i7 h6; sent i7h6
    board 9/9/+P1d6/7+R1/9/9/9/4K4/9
fi
if begin dhkingsmen 9x9 'a Ghoul and a Sorcerer are crowned and leap as knights' \
    '9/9/9/G8/2S5k/9/9/4D4/9 w - - 0 1' 'i5i4 i4i5 i5i4'; then
    click a6 a7; sent a6a7+
    drag c5 e7; sent c5e7+
    click a7 b9; sent a7b9
    board 1+G7/9/4+S4/9/9/8k/9/4D4/9
fi
if begin kingsmen39 3x9 'a pawn is crowned and moves as a king' '1k1/3/3/P2/3/3/3/3/1K1 w - - 0 1' 'b9c9 c9b9'; then
    click a6 a7; sent a6a7+
    click a7 b6; sent a7b6
    board 1k1/3/3/1+P1/3/3/3/3/1K1
fi
if begin kingsmen39 3x9 'a knight is crowned and moves as a king' '1k1/3/3/3/N1p/3/3/3/1K1 w - - 0 1' 'c5c4 b9a9'; then
    drag a5 b7; sent a5b7+
    click b7 b6; sent b7b6
    board k2/3/3/1+N1/3/2p/3/3/1K1
fi
if begin kingsmen39 3x9 'castling: the king clicks on the rook on c' '1k1/3/3/3/3/3/3/3/RKR w KQ - 0 1' 'b9c9'; then
    click b1 c1; sent b1c1
    board 2k/3/3/3/3/3/3/3/RRK
fi
if begin kingsmen39 3x9 'castling: the king is dragged to the rook on a' '1k1/3/3/3/3/3/3/3/RKR w KQ - 0 1' 'b9a9'; then
    drag b1 a1; sent b1a1
    board k2/3/3/3/3/3/3/3/KRR
fi

# ---------------------------------------------------------------- Chess960

# XBoard knows the game, and takes the position from a file.
frc() { # frc WHAT FEN REPLIES : a game of Chess960 from this position
    printf '%s\n' "$2" >"$outdir/frc.fen"
    begin fischerandom 8x8 "$1" "$2" "$3" -loadPositionFile "$outdir/frc.fen"
}
if frc 'castling: the king is dragged to its rook' '1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1 w KQkq - 0 1' 'O-O-O'; then
    drag e1 g1; sent O-O
    board 2kr2r1/pppppppp/8/8/8/8/PPPPPPPP/R4RK1
fi
if frc 'castling: the king clicks on the rook on a' '1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/R4K1R w KQkq - 0 1' 'O-O'; then
    click f1 a1; sent O-O-O
    board 1r3rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR3R
fi
if frc 'the king steps to where it would castle' '1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/R4K1R w KQkq - 0 1' 'a7a6'; then
    click f1 g1; sent f1g1
    board 1r3kr1/1ppppppp/p7/8/8/8/PPPPPPPP/R5KR
fi

# ---------------------------------------------------------------- games with promotion by letter

# XBoard counts ten ranks from 0, and so do the moves that it sends; clicks count from 1.
pawn='12/1P10/12/12/12/11k/12/12/12/5K6 w - - 0 1'
if begin januskamil 12x10 'promotion by two clicks' "$pawn" 'l4l3'; then
    click b9 b10; sent b8b9q
    board 1Q10/12/12/12/12/12/11k/12/12/5K6
fi
if begin januskamil 12x10 'promotion to a Janus, the second in the choice' "$pawn" 'l4l3'; then
    sweep b9 b10 1; sent b8b9j
    board 1J10/12/12/12/12/12/11k/12/12/5K6
fi
if begin januskamil 12x10 'promotion by dragging' "$pawn" 'l4l3'; then
    drag b9 b10; sent b8b9q
    board 1Q10/12/12/12/12/12/11k/12/12/5K6
fi
if begin januskamil 12x10 'castling with the rook on k' '5k6/12/12/12/12/12/12/12/12/1R4K3R1 w KQ - 0 1' 'f9e9'; then
    click g1 j1; sent g0j0
    board 4k7/12/12/12/12/12/12/12/12/1R6RK2
fi
if begin januskamil 12x10 'castling with the rook on b' '5k6/12/12/12/12/12/12/12/12/1R4K3R1 w KQ - 0 1' 'f9e9'; then
    drag g1 c1; sent g0c0
    board 4k7/12/12/12/12/12/12/12/12/2KR6R1
fi
if begin januskamil 12x10 'a long step, and en passant on the first square that a pawn passed' \
    '5k6/2p9/12/3P8/12/12/12/12/2P9/5K6 w - - 0 1' 'f9e9 c8c5 e9f9'; then
    click c2 c5; sent c1c4
    click f1 g1; sent f0g0
    click d7 c8; sent d6c7
    board 5k6/12/2P9/12/12/2P9/12/12/12/6K5
fi
pawn='10/1P8/10/9k/10/10/10/5K4 w - - 0 1'
if begin ajaxcapa 10x8 'promotion by two clicks' "$pawn" 'j5j4'; then
    click b7 b8; sent b7b8q
    board 1Q8/10/10/10/9k/10/10/5K4
fi
if begin ajaxcapa 10x8 'promotion to an Archbishop, the second in the choice' "$pawn" 'j5j4'; then
    sweep b7 b8 1; sent b7b8a
    board 1A8/10/10/10/9k/10/10/5K4
fi
if begin ajaxcapa 10x8 'castling with the rook on j' '4k5/10/10/10/10/10/10/R4K3R w KQ - 0 1' 'e8d8'; then
    click f1 i1; sent f1i1
    board 3k6/10/10/10/10/10/10/R6RK1
fi
if begin ajaxcapa 10x8 'castling with the rook on a' '5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1' 'f8g8'; then
    drag f1 c1; sent f1c1
    board 6k3/10/10/10/10/10/10/2KR5R
fi
if begin normal 8x8 'promotion to a knight, the third in the choice' '' 'b7b5 a7a6 h7h6 h6h5 h5h4'; then
    click a2 a4; sent a2a4
    drag a4 b5; sent a4b5
    click b5 a6; sent b5a6
    click a6 a7; sent a6a7
    sweep a7 b8 1; sent a7b8n
    board rNbqkbnr/2ppppp1/8/8/7p/8/1PPPPPPP/RNBQKBNR
fi
if begin normal 8x8 'promotion by two clicks' '' 'b7b5 a7a6 h7h6 h6h5 h5h4 h8h5'; then
    click a2 a4; sent a2a4
    click a4 b5; sent a4b5
    click b5 a6; sent b5a6
    click a6 a7; sent a6a7
    click a7 b8; sent a7b8q
    click g1 h3; sent g1h3
    board rQbqkbn1/2ppppp1/8/7r/7p/7N/1PPPPPPP/RNBQKB1R
fi

# ---------------------------------------------------------------- Lùotuoqí

free=(-testLegality false -ruleMoves 0)
if begin luotuoqi 8x8 'a whole tower moves, and another is dragged' \
    '4k3/8/8/8/3C4/8/8/A3K3 w - - 0 1' 'e8d8 d8e8' "${free[@]}"; then
    click d4 a4; sent d4a4
    drag a1 b2; sent a1b2
    board 4k3/8/8/8/C7/8/1A6/4K3
fi
if begin luotuoqi 8x8 'a tower captures' '4k3/8/8/8/3C2m1/8/8/4K3 w - - 0 1' 'e8d8' "${free[@]}"; then
    click d4 g4; sent d4g4
    board 3k4/8/8/8/6C1/8/8/4K3
fi
if begin luotuoqi 8x8 'a tower of three: two clicks move it whole' \
    '4k3/8/8/8/3C4/8/8/4K3 w - - 0 1' 'e8f8' "${free[@]}"; then
    click d4 d5; sent d4d5
    board 5k2/8/8/3C4/8/8/8/4K3
fi
if begin luotuoqi 8x8 'a tower of three is split, one stone goes' \
    '4k3/8/8/8/3C4/8/8/4K3 w - - 0 1' 'e8f8 f8g8' "${free[@]}"; then
    sweep d4 d5 2; sent d4d5a
    click e1 e2; sent e1e2
    board 6k1/8/8/3A4/3B4/8/4K3/8 4
fi

eights='k2j4/7e/8/8/8/8/7E/K2J4 w - - 0 1'
if begin luotuoqi 8x8 'both sides split a tower, and the turns are taken back and made again' \
    "$eights" 'd8d62 d8d62' "${free[@]}"; then
    sweep d1 d3 1; sent d1d3i
    takeback
    sweep d1 d3 1; sent d1d3i
    board k2h4/7e/3b4/8/8/3I4/7E/K2A4 2
fi
if begin luotuoqi 8x8 'a split of the engine is taken back' "$eights" 'd8d62 d8d7' "${free[@]}"; then
    click h2 g3; sent h2g3
    takeback
    click h2 g3; sent h2g3
    board k7/3j3e/8/8/8/6E1/8/K2J4 2
fi
flipped=1
if begin luotuoqi 8x8 'Black goes on after the engine has split a tower' \
    "$eights" 'd1d32 d3d4 h2g3' -initialMode MachineWhite "${free[@]}"; then
    click h7 g6; sent h7g6
    sweep d8 d6 1; sent d8d6i
    board k2a4/8/3i2e1/8/3B4/6E1/8/K2H4 5
fi
flipped=
if begin luotuoqi 8x8 'towers merge' '4k3/8/8/8/3C2B1/8/8/4K3 w - - 0 1' 'e8f8' "${free[@]}"; then
    click d4 g4; sent d4g4g
    board 5k2/8/8/8/6G1/8/8/4K3
fi
# XBoard asks for the choice as the piece is dropped, and sends a letter of its own before it knows the answer.
if begin luotuoqi 8x8 'a tower of three is dragged: it moves whole, and XBoard is corrected' \
    '4k3/8/8/8/3C4/8/8/4K3 w - - 0 1' 'e8f8 f8e8' "${free[@]}"; then
    drag d4 d5; sent d4d5j; corrected
    click e1 e2; sent e1e2
    board 4k3/8/8/3C4/8/8/4K3/8
fi
if begin luotuoqi 8x8 'towers merge by dragging, and XBoard is corrected' \
    '4k3/8/8/8/3C2B1/8/8/4K3 w - - 0 1' 'e8f8 f8e8' "${free[@]}"; then
    drag d4 g4; sent d4g4j; corrected
    click e1 e2; sent e1e2
    board 4k3/8/8/8/6G1/8/4K3/8
fi
if begin luotuoqi 8x8 'a bypasser sweeps one victim' '4k3/8/8/8/2m5/8/1D6/4K3 w - - 0 1' 'e8f8 f8g8' "${free[@]}"; then
    click b2 e5; sent b2e5
    click e1 e2; sent e1e2
    board 6k1/8/8/4D3/8/8/4K3/8
fi
for way in click drag; do
    if begin luotuoqi 8x8 "a bypasser sweeps three victims, $way" \
        '4k3/8/8/3m4/2m1m3/8/1D6/4K3 w - - 0 1' 'e8f8 f8g8' "${free[@]}"; then
        $way b2 h8; sent b2h8
        click e1 e2; sent e1e2
        board 6kD/8/8/8/8/8/4K3/8 4
    fi
done
if begin luotuoqi 8x8 'the engine sweeps three victims' \
    '4k3/1d6/8/2M1M3/3M4/8/8/4K3 w - - 0 1' 'b7h1 h1g2' "${free[@]}"; then
    click e1 d1; sent e1d1
    click d1 c1; sent d1c1
    board 4k3/8/8/8/8/8/6d1/2K5 4
fi
if begin luotuoqi 8x8 'an eaglet is promoted where it stands' \
    '4k3/8/8/8/3MEM2/8/8/4K3 w - - 0 1' 'e8f8' "${free[@]}"; then
    click e4 d3 e4; sent e4d3,d3e4m
    board 5k2/8/8/8/3MMM2/8/8/4K3
fi
if begin luotuoqi 8x8 castling '4k3/8/8/8/8/8/8/4K2R w K - 0 1' 'e8d8' "${free[@]}"; then
    click e1 g1; sent e1g1
    board 3k4/8/8/8/8/8/8/5RK1
fi

# ---------------------------------------------------------------- Bilateral Chess

powers='1n9k/12/12/2W6r2/4C7/5En5/5p6/11K w - - 0 1'
if begin bilateral 12x8 'a Can(n)on keeps its form with two clicks' "$powers" 'l8k8' "${free[@]}"; then
    click e4 e6; sent e4e6
    board 1n8k1/12/4C7/2W6r2/12/5En5/5p6/11K
fi
if begin bilateral 12x8 'a Can(n)on is dragged and keeps its form, and XBoard is corrected' \
    "$powers" 'l8k8 k8l8' "${free[@]}"; then
    drag e4 e6; sent e4e6q; corrected
    click l1 l2; sent l1l2
    board 1n9k/12/4C7/2W6r2/12/5En5/5p5K/12
fi
if begin bilateral 12x8 'a Can(n)on moves and flips' "$powers" 'l8k8' "${free[@]}"; then
    sweep e4 e6 1; sent e4e6v
    board 1n8k1/12/4V7/2W6r2/12/5En5/5p6/11K
fi
if begin bilateral 12x8 'a Can(n)on flips where it stands' "$powers" 'l8k8' "${free[@]}"; then
    click e4 d3 e4; sent e4d3,d3e4v
    board 1n8k1/12/12/2W6r2/4V7/5En5/5p6/11K
fi
if begin bilateral 12x8 'a Wizard kills' "$powers" 'l8k8' "${free[@]}"; then
    click c5 b8 c5; sent c5b8,b8c5
    board 10k1/12/12/2W6r2/4C7/5En5/5p6/11K
fi
if begin bilateral 12x8 'a Wizard freezes, and the victim comes back' "$powers" 'l8k8 k8l8' "${free[@]}"; then
    click c5 j5 c5; sent c5j5,j5c5
    click l1 l2; sent l1l2
    board 1n9k/12/12/2W6r2/4C7/5En5/5p5K/12 4
fi
if begin bilateral 12x8 'an Elephant pushes' "$powers" 'l8k8 k8l8' "${free[@]}"; then
    click f3 g3; sent f3g3
    click l1 l2; sent l1l2
    board 1n9k/12/12/2W6r2/4C7/6En4/5p5K/12 4
fi
if begin bilateral 12x8 'an Elephant pushes a pawn to its last rank' "$powers" 'l8k8 k8l8' "${free[@]}"; then
    sweep f3 f2 1; sent f3f2c
    click l1 l2; sent l1l2
    board 1n9k/12/12/2W6r2/4C7/6n5/5E5K/5c6 4
fi
if begin bilateral 12x8 'the engine pushes and freezes' \
    '11k/12/12/5eN5/2w6R2/12/12/11K w - - 0 1' 'f5g5 c4j4' "${free[@]}"; then
    click l1 l2; sent l1l2
    click l2 l3; sent l2l3
    board 11k/12/12/6eN4/2w6R2/11K/12/12 4
fi
if begin bilateral 12x8 'a king that is pushed comes back, and the push is taken back' \
    '12/12/12/5k6/5E6/12/12/5R5K w - - 0 1' 'f6e6 f6g6' "${free[@]}"; then
    click f4 f5; sent f4f5
    takeback
    click f4 f5; sent f4f5
    board 12/12/6k5/5E6/12/12/12/5R5K 2
fi
if begin bilateral 12x8 castling '11k/12/12/12/12/12/12/2R3K2R2 w KQ - 0 1' 'l8k8' "${free[@]}"; then
    click g1 i1; sent g1i1
    board 10k1/12/12/12/12/12/12/2R4RK3
fi
if begin bilateral 12x8 'a pawn is promoted by two clicks' \
    '12/3P8/12/11k/12/12/12/11K w - - 0 1' 'l5l4' "${free[@]}"; then
    click d7 d8; sent d7d8q
    board 3Q8/12/12/12/11k/12/12/11K
fi

# ---------------------------------------------------------------- games from files

described=$here/../data/games
file=$described/inventor.ini
if begin caravan 10x9 'pawns step three, two and one squares' '' 'a8a7 j8j7 a7a6' "${free[@]}"; then
    click e2 e5; sent e2e5
    drag d2 d4; sent d2d4
    click c2 c3; sent c2c3
    board rnbdqksbnr/1pppppppp1/9p/p9/4P5/3P6/2P7/PP3PPPPP/RNBDQKSBNR 6
fi
if begin caravan 10x9 'a Dromedary leaps, steps and captures, a Scout slides and captures by a leap' \
    '5k4/10/10/3p1p4/10/10/10/3D2S3/5K4 w - - 0 1' 'f9g9 g9f9 f9g9 g9h9' "${free[@]}"; then
    click d2 e5; sent d2e5
    drag e5 d6; sent e5d6
    click g2 e4; sent g2e4
    drag e4 f6; sent e4f6
    board 7k2/10/10/3D1S4/10/10/10/10/5K4 8
fi
if begin caravan 10x9 'illegal moves are not made' '' '- a8a7' "${free[@]}"; then
    click e2 e6; unsent
    drag d1 d4; unsent
    click g1 e3; unsent
    typed e2e6; refused e2e6
    click d1 e4; sent d1e4
    board rnbdqksbnr/1ppppppppp/p9/10/10/4D5/10/PPPPPPPPPP/RNB1QKSBNR 2
fi
for way in 'd6 c7 2P7/10/10' 'b5 c6 10/2P7/10'; do
    read -r from to ranks_after <<<"$way"
    start='5k4/2p7/10/3P6/10/10/10/10/5K4 w - - 0 1'
    [[ $from == d6 ]] || start='5k4/2p7/10/10/1P8/10/10/10/5K4 w - - 0 1'
    if begin caravan 10x9 "en passant on $to, after a step of three squares" "$start" 'c8c5 f9e9' "${free[@]}"; then
        click f1 g1; sent f1g1
        click "$from" "$to"; sent "$from$to"
        board "4k5/10/$ranks_after/10/10/10/6K3" 4
    fi
done
if begin caravan 10x9 'the engine captures en passant, which is taken back and made again' \
    '5k4/10/10/10/10/3p6/10/2P7/5K4 w - - 0 1' 'd4c3 d4c3' "${free[@]}"; then
    click c2 c5; sent c2c5
    takeback
    drag c2 c5; sent c2c5
    board 5k4/10/10/10/10/10/2p7/10/5K4 2
fi
for way in click drag; do
    if begin caravan 10x9 "both sides castle, $way" 'r4k3r/10/10/10/10/10/10/10/R4K3R w KQkq - 0 1' 'f9d9' "${free[@]}"; then
        $way f1 h1; sent f1h1
        board 3kr4r/10/10/10/10/10/10/10/R5RK2 2
    fi
done
if begin caravan 10x9 'castling with the rook on a' '8k1/10/10/10/10/10/10/10/R4K3R w KQ - 0 1' 'i9h9' "${free[@]}"; then
    click f1 d1; sent f1d1
    board 7k2/10/10/10/10/10/10/10/3KR4R 2
fi
pawn='10/1P8/10/9k/10/10/10/10/5K4 w - - 0 1'
if begin caravan 10x9 'promotion by two clicks' "$pawn" 'j6j5' "${free[@]}"; then
    click b8 b9; sent b8b9q
    board 1Q8/10/10/10/9k/10/10/10/5K4 2
fi
if begin caravan 10x9 'promotion to a Scout, the third in the choice' "$pawn" 'j6j5' "${free[@]}"; then
    sweep b8 b9 2; sent b8b9s
    board 1S8/10/10/10/9k/10/10/10/5K4 2
fi
if begin caravan 10x9 'a capture with promotion to a Dromedary, the second in the choice' \
    '2n7/1P8/10/9k/10/10/10/10/5K4 w - - 0 1' 'j6j5' "${free[@]}"; then
    sweep b8 c9 1; sent b8c9d
    board 2D7/10/10/10/9k/10/10/10/5K4 2
fi
flipped=1
if begin caravan 10x9 'Black captures en passant, castles and promotes' \
    'r4k4/10/10/10/10/3p6/10/2P5p1/5K4 w q - 0 1' 'c2c5 f1f2 f2f3 f3f4' -initialMode MachineWhite "${free[@]}"; then
    drag d4 c3; sent d4c3
    click f9 d9; sent f9d9
    sweep i2 i1 3; sent i2i1n
    board 3kr5/10/10/10/10/5K4/2p7/10/8n1 7
fi
flipped=

if begin caravan 10x9 'the engine captures en passant from its fifth rank' \
    '5k4/10/10/10/3p6/10/10/2P7/5K4 w - - 0 1' 'd5c4' "${free[@]}"; then
    click c2 c5; sent c2c5
    board 5k4/10/10/10/10/2p7/10/10/5K4 2
fi
white='d2d5 g2g3 i1h3 h1e4 g1f3 a2a5 a1a4 d5c6 c6d7 e4b7 d1e4 e4d5 d5e8 d7e8 a4e4 e4e7 e1c3 c3h8 h8g8
    g8f9 f9d9 f3d5'
black='d8d7 i9h7 j8j5 g9f7 j9j6 c8c6 d9c8 i8i7 c8b7 a8b7 f7g6 g6e7 e9e8 f9e9 h9j7 f8e7 c9d8 j5j4 d8b6
    e9d8 d8c7'
if begin caravan 10x9 'a game of 22 moves to the mate' '' "$(xargs <<<"$black")" "${free[@]}"; then
    way=click
    for text in $white; do
        $way "${text:0:2}" "${text:2}"; sent "$text"
        [[ $way == click ]] && way=drag || way=click
    done
    board rn1Q6/1p2P5/1pk1p2npb/1b7r/P2S6/9p/6PN2/1PP1PP1PPP/1NB2K3R 43
fi

file=$described/chinesechess.ini
if begin chinesechess 9x10 'a cannon moves and captures over a screen' '' 'h9g7 b9c7 i9h9' "${free[@]}"; then
    click b3 e3; sent b2e2
    drag b1 c3; sent b0c2
    drag e3 e7; sent e2e6
    board r1bakabr1/9/1cn3nc1/p1p1C1p1p/9/9/P1P1P1P1P/2N4C1/9/R1BAKABNR 6
fi
if begin chinesechess 9x10 'horse, elephant, advisor and king move' '' 'h9g7 b9c7 a9a8 i9i8' "${free[@]}"; then
    click b1 c3; sent b0c2
    drag c1 e3; sent c0e2
    click d1 e2; sent d0e1
    drag e1 d1; sent e0d0
    board 2bakab2/r7r/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1B2C1/4A4/R2K1ABNR 8
fi
if begin chinesechess 9x10 'a soldier beyond the river moves and captures sideways' \
    '3k5/9/9/9/2P1p4/9/9/9/9/4K4 w - - 0 1' 'd9d8 d8d9' "${free[@]}"; then
    click c6 d6; sent c5d5
    drag d6 e6; sent d5e5
    board 3k5/9/9/9/4P4/9/9/9/9/4K4 4
fi
if begin chinesechess 9x10 'a blocked horse, an elephant at the river, a king in sight of the other: illegal moves' \
    '4k4/9/9/9/9/2B1N4/9/9/1R7/1N2K4 w - - 0 1' '- e9e8' "${free[@]}"; then
    click e5 d7; unsent
    drag c5 e7; unsent
    click b1 c3; unsent
    typed e4d6; refused e4d6
    click e1 d1; sent e0d0
    drag d1 c1; unsent
    board 9/4k4/9/9/9/2B1N4/9/9/1R7/1N1K5 2
fi
if begin chinesechess 9x10 'a player who has no move has lost' '3k5/9/3P5/9/9/9/9/9/R8/5K3 w - - 0 1' '' "${free[@]}"; then
    click a2 e2; sent a1e1
    board 3k5/9/3P5/9/9/9/9/9/4R4/5K3 1
fi
flipped=1
if begin chinesechess 9x10 'Black captures with a cannon' '' 'h2e2 h0g2 i0h0 d0e1' \
    -initialMode MachineWhite "${free[@]}"; then
    click h10 g8; sent h9g7
    drag b8 e8; sent b7e7
    click e8 e4; sent e7e3
    board rnbakab1r/9/6nc1/p1p1p1p1p/9/9/P1P1c1P1P/1C2C1N2/4A4/RNB1KABR1 7
fi
flipped=

file=$described/berolinachess.ini
if begin berolinachess 8x8 'pawns step diagonally, once and twice' '' 'a7b6 h7g6' "${free[@]}"; then
    click e2 d3; sent e2d3
    drag d2 f4; sent d2f4
    board rnbqkbnr/1pppppp1/1p4p1/8/5P2/3P4/PPP2PPP/RNBQKBNR 4
fi
for way in click drag; do
    if begin berolinachess 8x8 "a pawn captures straight ahead, $way" \
        '4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1' 'e8d8' "${free[@]}"; then
        $way e4 e5; sent e4e5
        board 3k4/8/8/4P3/8/8/8/4K3 2
    fi
done
# XBoard knows no such capture: the engine makes it take the move back, and enters it in two legs.
for way in click drag; do
    if begin berolinachess 8x8 "en passant straight ahead, $way, and XBoard is corrected" \
        '4k3/4p3/8/5P2/8/8/8/4K3 w - - 0 1' 'e7g5 e8d8' "${free[@]}"; then
        click e1 d1; sent e1d1
        $way f5 f6; sent f5f6; corrected
        board 3k4/8/5P2/8/8/8/8/3K4 4
    fi
done
if begin berolinachess 8x8 'the engine captures en passant, which is taken back and made again' \
    '4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1' 'f4f3 f4f3' "${free[@]}"; then
    click e2 g4; sent e2g4
    takeback
    drag e2 g4; sent e2g4
    board 4k3/8/8/8/8/5p2/8/4K3 2
fi
flipped=1
if begin berolinachess 8x8 'Black captures en passant, and XBoard is corrected' \
    '4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1' 'e2g4 e1d1' -initialMode MachineWhite "${free[@]}"; then
    click f4 f3; sent f4f3; corrected
    board 4k3/8/8/8/8/5p2/8/3K4 3
fi
flipped=
pawn='8/1P6/8/7k/8/8/8/4K3 w - - 0 1'
if begin berolinachess 8x8 'promotion by two clicks' "$pawn" 'h5h4' "${free[@]}"; then
    click b7 a8; sent b7a8q
    board Q7/8/8/8/7k/8/8/4K3 2
fi
if begin berolinachess 8x8 'promotion to a knight' "$pawn" 'h5h4' "${free[@]}"; then
    sweep b7 c8 1; sent b7c8n
    board 2N5/8/8/8/7k/8/8/4K3 2
fi
if begin berolinachess 8x8 'a capture with promotion to a rook' \
    '1n6/1P6/8/7k/8/8/8/4K3 w - - 0 1' 'h5h4' "${free[@]}"; then
    sweep b7 b8 3; sent b7b8r
    board 1R6/8/8/8/7k/8/8/4K3 2
fi
if begin berolinachess 8x8 'both sides castle' 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' 'e8c8' "${free[@]}"; then
    click e1 g1; sent e1g1
    board 2kr3r/8/8/8/8/8/8/R4RK1 2
fi
if begin berolinachess 8x8 'illegal moves are not made' '' '- a7b6' "${free[@]}"; then
    click e2 e3; unsent
    drag e2 e4; unsent
    typed e2e4; refused e2e4
    drag e2 d3; sent e2d3
    board rnbqkbnr/1ppppppp/1p6/8/8/3P4/PPPP1PPP/RNBQKBNR 2
fi

# ---------------------------------------------------------------- pieces in hand

# XBoard has two columns for each hand beside the board, which clicks count as files: e2 is clicked as g2, and White's pawns
# in hand are in the last column, at the bottom.
if begin crazyhouse 12x8 'captured pieces are dropped by two clicks' '' 'd7d5 d8d5 d5e5 b8c6'; then
    click g2 g4; sent e2e4
    click g4 f5; sent e4d5
    click d1 e3; sent b1c3
    click l1 g2; sent P@e2
    board r1b1kbnr/ppp1pppp/2n5/4q3/8/2N5/PPPPPPPP/R1BQKBNR 8
fi
file=$described/capahousechess.ini
if begin capahousechess 14x8 'an archbishop is dragged from the hand in a game that XBoard does not know' \
    'rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR[AP] w KQkq - 0 1' 'e7e6' "${free[@]}"; then
    drag n6 g3; sent A@e3
    board rnabqkbcnr/pppp1ppppp/4p5/10/10/4A5/PPPPPPPPPP/RNABQKBCNR 2
fi

file=$described/minishogigame.ini
if begin minishogigame 9x5 'a pawn is crowned, and a silver is dropped' \
    '4k/P4/5/5/K4[Ss] w - - 0 1' 'e5e4 e4e3' "${free[@]}"; then
    click c4 c5; sent a4a5+
    click i3 e2; sent S@c2
    board +P4/5/4k/2S2/K4
fi

# ---------------------------------------------------------------- the summary

((number > 0)) || die "no check for ${games[*]}"
printf '\n%d of %d checks passed, see %s\n' "$passed" "$number" "$outdir"
exit "$status"
