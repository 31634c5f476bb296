#!/bin/sh
# A chess engine that moves its knights out and back, and goes wrong in the way that its first argument names. It speaks
# UCI and CECP; its second argument is the number of turns, of both sides, before it goes wrong.
mode=$1
after=${2:-0}
turns=0
verb=bestmove

knight() {
    case $(($1 % 4)) in 0) echo g1f3 ;; 1) echo g8f6 ;; 2) echo f3g1 ;; 3) echo f6g8 ;; esac
}

hang() {
    while :; do sleep 100; done
}

features() {
    echo "feature ping=1 setboard=1 usermove=1 variants=\"normal,janus\" $1"
}

# The answer to the command to think, in UCI with the prefix `bestmove`, in CECP with `move`.
answer() {
    move="$1 $(knight "$turns")"
    wrong=$mode
    [ "$turns" -ge "$after" ] || wrong=play
    case $wrong in
        crash) exit 3 ;;
        hang) hang ;;
        late) return ;; # moves when told to stop
        half) printf '%s' "$move"; hang ;;
        half-and-go) printf '%s' "$move"; exit 0 ;;
        illegal) move="$1 e2e5" ;;
        nothing) move="$1 0000" ;;
        chatter) head -c 100000 /dev/urandom; echo; echo; echo "$1"; echo "info score cp"; echo "9 9 9" ;;
        flood) yes "info string and so on" ;;
        long) head -c 30000000 /dev/zero | tr '\0' x; echo ;;
        behind) echo "info depth 3 score cp -900 nodes 30 pv g1f3" ;;
        level) echo "info depth 3 score cp 2 nodes 30 pv g1f3" ;;
        resign) move=resign ;;
        offer) echo "offer draw" ;;
        loss) [ $((turns % 2)) = 0 ] && move="0-1 {White resigns}" || move="1-0{White mates}" ;;
        twice) echo "$move" ;;
        claim) move="1/2-1/2 {Draw by repetition}" ;;
        complain) move="Illegal move: g8f6" ;;
        ponder-twice) move="$move ponder $(knight $((turns + 1)))"; echo "$move" ;;
        ponder) move="$move ponder $(knight $((turns + 1)))" ;;
        mistaken) [ $((turns % 2)) = 1 ] && move="$move ponder a2a3" || move="$move ponder a7a6" ;;
    esac
    echo "$move"
    turns=$((turns + 1))
}

while read -r word rest; do
    case $word in
        uci)
            [ "$mode" = mute ] && hang
            echo "id name Fake"
            echo "option name UCI_Variant type combo default chess var chess var janus"
            echo "option name Text type string"
            echo uciok
            [ "$mode" = deaf ] && hang ;;
        isready) echo readyok ;;
        position)
            case $rest in *moves*) rest=${rest##*moves} ;; *) rest= ;; esac
            # shellcheck disable=SC2086
            set -- $rest
            turns=$# ;;
        protover)
            case $mode in
                old) echo "Illegal move: protover 2" ;; # knows no features
                slow) echo "Illegal move: protover 2" ;; # tells them when the game begins
                endless) features ;;
                once) features "reuse=0 done=1" ;;
                *) features "reuse=1 done=1" ;;
            esac ;;
        ping) echo "pong $rest" ;;
        new) turns=0; force=0 ;;
        force)
            force=1
            [ "$mode" = slow ] && features "done=1" ;;
        usermove | [a-h][1-8][a-h][1-8])
            turns=$((turns + 1))
            [ "$force" = 1 ] || answer move ;;
        go)
            force=0
            case $rest in
                ponder*) echo "go ponder" >&2 ;; # answers when told that the reply came, or to stop
                *) answer "$verb" ;;
            esac ;;
        ponderhit)
            echo "$word" >&2
            answer "$verb" ;;
        hard | easy) echo "$word" >&2 ;;
        xboard) verb=move ;;
        stop | '?')
            echo "$word" >&2
            echo "$verb $(knight "$turns")" ;;
        quit) exit 0 ;;
    esac
done
