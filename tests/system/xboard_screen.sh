# XBoard on a virtual screen of its own, for scripts that source this file: the tools it needs, engine and folder as the
# script's options say, processes that end with the script, a home of its own, and the screen.
#
# The script that sources this file has set `-euo pipefail`.

PATH=$PATH:/usr/games # where Debian keeps xboard

script=$(basename -- "$0" .sh)

die() { printf '%s: %s\n' "$script" "$*" >&2; exit 2; }

require() { # require COMMAND:DEBIAN_PACKAGE... : beside what XBoard on a virtual screen needs
    local tool missing=
    for tool in xboard:xboard Xvfb:xvfb openbox:openbox import:imagemagick pgrep:procps setsid:util-linux "$@"; do
        command -v "${tool%:*}" >/dev/null 2>&1 || {
            printf '%s: %s not found (Debian package: %s)\n' "$script" "${tool%:*}" "${tool#*:}" >&2
            missing=1
        }
    done
    [[ -z $missing ]] || exit 2
}

find_engine() { # makes $binary an absolute path
    command -v "$binary" >/dev/null 2>&1 || die "no engine at '$binary' (build it first: cargo build --release)"
    binary=$(realpath -- "$(command -v "$binary")")
}

make_outdir() { # makes $outdir an absolute path of an empty folder, a temporary one if it is not given
    if [[ -z $outdir ]]; then
        outdir=$(mktemp -d "${TMPDIR:-/tmp}/$script.XXXXXX")
        return
    fi
    mkdir -p -- "$outdir"
    outdir=$(cd -- "$outdir" && pwd)
    [[ -z $(ls -A -- "$outdir") ]] || die "$outdir is not empty; name another directory"
}

wanted() { # wanted GAME : whether it is among $games, or that names none
    ((${#games[@]})) || return 0
    local name
    for name in "${games[@]}"; do [[ $name != "$1" ]] || return 0; done
    return 1
}

sessions=() # every process started here leads a session, its children belong to it

launch() { # launch LOGFILE COMMAND... : sets $launched
    local file=$1
    shift
    setsid "$@" </dev/null >"$file" 2>&1 &
    launched=$!
    sessions=("$launched" "${sessions[@]}")
}

end_session() { # end_session ID
    local try
    for try in TERM TERM TERM TERM TERM TERM TERM TERM TERM TERM KILL; do
        pgrep -s "$1" >/dev/null || break
        pkill "-$try" -s "$1" || true
        sleep 0.3
    done
    wait "$1" 2>/dev/null || true # no message about the killed job
}

cleanup() {
    local sid
    trap - EXIT
    for sid in "${sessions[@]}"; do # newest first: XBoard, openbox, Xvfb
        end_session "$sid"
    done
    [[ -z ${home:-} ]] || rm -rf -- "$home"
}

start_screen() { # start_screen WIDTHxHEIGHT LOGDIR : sets $home and DISPLAY; all processes end with the script
    local i
    trap cleanup EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP

    # A home of its own. XBoard reads the ~/.xboardrc of the user account all the same: scripts give it the options that
    # matter, and forbid it to store its settings.
    home=$(mktemp -d "${TMPDIR:-/tmp}/xboard_home.XXXXXX")
    unset WAYLAND_DISPLAY SESSION_MANAGER XDG_CONFIG_HOME XDG_CACHE_HOME
    export LC_ALL=C.UTF-8 HOME=$home NO_AT_BRIDGE=1

    # Xvfb looks for a free display number by itself and writes it to descriptor 3.
    # shellcheck disable=SC2016
    launch "$2/xvfb.log" bash -c \
        'exec Xvfb -displayfd 3 -screen 0 "$2x24" -nolisten tcp 3>"$1"' _ "$home/display" "$1"
    for ((i = 0; i < 100; i++)); do
        [[ ! -s $home/display ]] || break
        kill -0 "$launched" 2>/dev/null || break
        sleep 0.1
    done
    [[ -s $home/display ]] || die "Xvfb did not start: $(cat "$2/xvfb.log")"
    DISPLAY=:$(<"$home/display")
    export DISPLAY
    launch "$2/openbox.log" openbox
    sleep 1
}
