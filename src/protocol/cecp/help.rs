//! `help`: the commands of CECP for a person at the keyboard.

use std::io;

use super::Cecp;
use crate::protocol::help_line;

/// The commands with their arguments, and what they do.
const COMMANDS: &[(&str, &str)] = &[
    ("protover 2", "lists the features, the games and the options"),
    ("new", "begins a game of chess, in which the engine plays Black"),
    ("variant NAME", "begins a game of this name"),
    ("setboard FEN", "sets up a position"),
    ("edit", "sets pieces one by one: Pa4 or xa4, c for the other colour, # for an empty board; a dot ends it"),
    ("usermove MOVE", "plays a move, e.g. e2e4; the word usermove may be left out"),
    ("go", "the engine plays the side to move"),
    ("playother", "the engine plays the side that is not to move"),
    ("white", "it is White's turn, and the engine plays Black; black: the other way round"),
    ("force", "the engine plays neither side"),
    ("pause", "stops search and clock until resume"),
    ("?", "the engine moves at once"),
    ("undo", "takes back one turn"),
    ("remove", "takes back two turns"),
    ("level MOVES MINUTES[:SECONDS] SECONDS", "moves in a time control, its time, and the increment"),
    ("st SECONDS", "time for each move"),
    ("sd PLIES", "depth of each search"),
    ("nps NODES", "counts nodes as time: so many are a second; -1 ends that"),
    ("time CENTISECONDS", "what the engine has on its clock"),
    ("otim CENTISECONDS", "what the opponent has"),
    ("post", "shows the lines of thinking; nopost hides them"),
    ("hard", "thinks on the opponent's time; easy does not"),
    ("analyze", "analyses until exit"),
    (".", "how far the search is"),
    ("exclude MOVE", "leaves a move, or all, out of the search; include takes it back"),
    ("setscore CENTIPAWNS PLIES", "gives the position a score for searches to this depth"),
    ("hint", "suggests a move"),
    ("draw", "offers a tie"),
    ("memory MEGABYTES", "size of the transposition table"),
    ("cores NUMBER", "number of search threads"),
    ("option NAME=VALUE", "sets an option of the engine"),
    ("ping NUMBER", "answered by pong when all before is done"),
    ("quit", "ends the program"),
];

impl Cecp<'_> {
    /// `help`: lists the commands, in lines that clients take for comments.
    pub(super) fn help(&mut self) -> io::Result<()> {
        COMMANDS.iter().try_for_each(|(form, help)| self.link.send_line(format_args!("# {}", help_line(form, help))))
    }
}
