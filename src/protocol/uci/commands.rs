//! The commands of UCI, in one table: to add one, add an entry to [`COMMANDS`].

use std::io;

use super::Uci;
use super::held::Urgency;
use crate::protocol::text::help_line;

/// A command.
pub(super) struct Command {
    /// Its first word.
    pub name: &'static str,
    /// The words that may follow, for people.
    arguments: &'static str,
    /// What it does, in one line.
    help: &'static str,
    /// What it waits for while something is in progress.
    pub urgency: Urgency,
    /// Executes it, given the words after the first.
    pub run: fn(&mut Uci<'_>, &[&str]) -> io::Result<()>,
}

/// The command with this name.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// Whether UCI has a command with this name. `quit` is not one of them.
pub(in crate::protocol) fn has_command(name: &str) -> bool {
    find(name).is_some()
}

/// All commands, a line each, for people.
pub(in crate::protocol) fn help() -> Vec<String> {
    let line = |command: &Command| help_line(&format!("{} {}", command.name, command.arguments), command.help);
    COMMANDS.iter().map(line).collect()
}

/// All commands but `quit` and `xboard`, which end the protocol. The protocol's own come first.
static COMMANDS: &[Command] = &[
    Command {
        name: "uci",
        arguments: "",
        help: "who the engine is, and its options",
        urgency: Urgency::InTurn,
        run: |uci, _| uci.introduce(),
    },
    Command {
        name: "setoption",
        arguments: "name NAME [value VALUE]",
        help: "sets an option, e.g. setoption name UCI_Variant value kingsmen",
        urgency: Urgency::WhenIdle,
        run: |uci, words| uci.set_option(words),
    },
    Command {
        name: "isready",
        arguments: "",
        help: "answered by readyok when all before is done",
        urgency: Urgency::AfterThem,
        run: |uci, _| uci.is_ready(),
    },
    Command {
        name: "ucinewgame",
        arguments: "",
        help: "forgets everything learned from earlier searches",
        urgency: Urgency::WhenIdle,
        run: |uci, _| uci.new_game(),
    },
    Command {
        name: "position",
        arguments: "startpos|fen FEN [moves M ..]",
        help: "sets up a position and plays moves",
        urgency: Urgency::InTurn,
        run: |uci, words| uci.position(words),
    },
    Command {
        name: "go",
        arguments: "[LIMITS] | perft DEPTH",
        help: "searches, or counts the lines of so many moves; limits: depth, nodes, movetime, mate, wtime, btime, winc, binc, movestogo, infinite, ponder, \
               searchmoves",
        urgency: Urgency::WhenIdle,
        run: |uci, words| uci.go(words),
    },
    Command {
        name: "stop",
        arguments: "",
        help: "ends the search, perft or bench",
        urgency: Urgency::NowAndInTurn,
        run: |uci, _| uci.stop(),
    },
    Command {
        name: "ponderhit",
        arguments: "",
        help: "the expected move was played",
        urgency: Urgency::NowAndInTurn,
        run: |uci, _| uci.ponder_hit(),
    },
    Command {
        name: "d",
        arguments: "",
        help: "shows the position",
        urgency: Urgency::InTurn,
        run: |uci, _| uci.show(),
    },
    Command {
        name: "eval",
        arguments: "",
        help: "shows the static evaluation, term by term",
        urgency: Urgency::InTurn,
        run: |uci, _| uci.show_evaluation(),
    },
    Command {
        name: "flip",
        arguments: "",
        help: "exchanges the colours and mirrors the board",
        urgency: Urgency::InTurn,
        run: |uci, _| uci.flip(),
    },
    Command {
        name: "bench",
        arguments: "[GAME]",
        help: "fixed searches of all games or one: count of nodes and speed",
        urgency: Urgency::WhenIdle,
        run: |uci, words| uci.bench(words),
    },
    Command {
        name: "compiler",
        arguments: "",
        help: "how the program was compiled",
        urgency: Urgency::InTurn,
        run: |uci, _| uci.link.send_line(env!("BACTRIAN_COMPILER")),
    },
    Command {
        name: "debug",
        arguments: "on|off",
        help: "accepted and ignored",
        urgency: Urgency::InTurn,
        run: |_, _| Ok(()),
    },
    Command {
        name: "register",
        arguments: "..",
        help: "accepted and ignored",
        urgency: Urgency::InTurn,
        run: |_, _| Ok(()),
    },
    Command {
        name: "help",
        arguments: "",
        help: "lists the commands",
        urgency: Urgency::InTurn,
        run: |uci, _| help().iter().try_for_each(|line| uci.link.send_line(line)),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_explained() {
        for (number, command) in COMMANDS.iter().enumerate() {
            assert!(COMMANDS[..number].iter().all(|other| other.name != command.name), "{}", command.name);
            assert!(!command.help.is_empty(), "{}", command.name);
        }
    }
}
