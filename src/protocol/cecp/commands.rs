//! The commands of CECP, in one table: to add one, add an entry to [`COMMANDS`].

use std::io;

use super::clock::centiseconds;
use super::{Cecp, Mode};
use crate::protocol::text::help_line;
use crate::types::Color;

/// A command.
pub(super) struct Command {
    /// Its first word.
    pub name: &'static str,
    /// The words that follow, for people.
    arguments: &'static str,
    /// What it does, in one line; empty for what clients send by themselves, and where the line of another command tells
    /// of this one.
    help: &'static str,
    /// Whether any number of words may follow. Otherwise it is that of `arguments`, and the command is unknown with another.
    takes_any: bool,
    /// Whether it continues the game, so that it ends a pause: clients should resume first, but some forget.
    pub ends_pause: bool,
    /// Executes it.
    pub run: Run,
}

/// What executes a command.
type Run = fn(&mut Cecp<'_>, &Given<'_>) -> io::Result<()>;

/// A command as the client has given it.
pub(super) struct Given<'l> {
    /// The command.
    pub command: &'static Command,
    /// The words after its name, as many as the command takes.
    pub words: &'l [&'l str],
    /// The line after its name.
    pub rest: &'l str,
}

impl Command {
    const fn new(name: &'static str, arguments: &'static str, help: &'static str, run: Run) -> Self {
        Self { name, arguments, help, takes_any: false, ends_pause: false, run }
    }

    /// The same with any number of words.
    const fn with_any_words(self) -> Self {
        Self { takes_any: true, ..self }
    }

    /// The same as a command that continues the game.
    const fn ending_pause(self) -> Self {
        Self { ends_pause: true, ..self }
    }

    /// Whether so many words may follow.
    pub fn takes(&self, count: usize) -> bool {
        self.takes_any || count == self.arguments.split_whitespace().count()
    }

    /// The command as people have to write it.
    pub fn form(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }
}

/// The command with this name.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

impl Cecp<'_> {
    /// `level MOVES MINUTES[:SECONDS] SECONDS`: the time control begins with the next move.
    fn level(&mut self, given: &Given) -> io::Result<()> {
        let [moves, base, increment] = given.words else { return self.expected(given) };
        let is_valid = self.time.set_level(moves, base, increment);
        self.control_start = self.movers.len();
        self.check(is_valid, given)
    }

    /// Reports that the arguments of a command are not what it takes.
    pub(super) fn expected(&mut self, given: &Given) -> io::Result<()> {
        self.error(format_args!("expected {}", given.command.form()), given.command.name)
    }

    /// Reports an error unless the arguments of a command are valid.
    fn check(&mut self, is_valid: bool, given: &Given) -> io::Result<()> {
        if is_valid { Ok(()) } else { self.expected(given) }
    }

    /// `help`: lists the commands, in lines that clients take for comments.
    fn help(&mut self) -> io::Result<()> {
        for command in COMMANDS.iter().filter(|command| !command.help.is_empty()) {
            self.link.send_line(format_args!("# {}", help_line(&command.form(), command.help)))?;
        }
        self.link.send_line(format_args!("# {}", help_line("quit", "ends the program")))
    }
}

/// All commands but `quit`, which ends the protocol, in the order in which `help` lists them.
static COMMANDS: &[Command] = &[
    Command::new("protover", "2", "lists the features, the games and the options", |cecp, given| {
        cecp.protover(given.words[0])
    }),
    Command::new("new", "", "begins a game of chess, in which the engine plays Black", |cecp, _| cecp.new_game())
        .ending_pause(),
    Command::new("variant", "NAME", "begins a game of this name", |cecp, given| cecp.variant(given.words[0]))
        .ending_pause(),
    Command::new("setboard", "FEN", "sets up a position", |cecp, given| cecp.set_board(given.rest))
        .with_any_words()
        .ending_pause(),
    Command::new(
        "edit",
        "",
        "sets pieces one by one: Pa4 or xa4, c for the other colour, # for an empty board; a dot ends it",
        |cecp, _| cecp.begin_edit(),
    )
    .ending_pause(),
    Command::new("usermove", "MOVE", "plays a move, e.g. e2e4; the word usermove may be left out", |cecp, given| {
        cecp.user_move(given.words[0])
    })
    .ending_pause(),
    Command::new("go", "", "the engine plays the side to move", |cecp, _| cecp.go()).ending_pause(),
    Command::new("playother", "", "the engine plays the side that is not to move", |cecp, _| {
        cecp.set_mode(Mode::Play(!cecp.session.view().side()))
    })
    .ending_pause(),
    Command::new(
        "white",
        "",
        "it is White's turn, and the engine plays Black; black: the other way round",
        |cecp, given| cecp.set_side(Color::White, given.command.name),
    )
    .ending_pause(),
    Command::new("black", "", "", |cecp, given| cecp.set_side(Color::Black, given.command.name)).ending_pause(),
    Command::new("force", "", "the engine plays neither side", |cecp, _| cecp.set_mode(Mode::Force)).ending_pause(),
    Command::new("result", "", "", |cecp, _| cecp.set_mode(Mode::Force)).with_any_words().ending_pause(),
    Command::new("pause", "", "stops search and clock until resume", |cecp, _| cecp.pause()),
    Command::new("resume", "", "", |cecp, _| cecp.resume()),
    Command::new("?", "", "the engine moves at once", |cecp, _| cecp.move_now()).ending_pause(),
    Command::new("undo", "", "takes back one turn", |cecp, _| cecp.take_back(1)).ending_pause(),
    Command::new("remove", "", "takes back two turns", |cecp, _| cecp.remove()).ending_pause(),
    Command::new(
        "level",
        "MOVES MINUTES[:SECONDS] SECONDS",
        "moves in a time control, its time, and the increment",
        |cecp, given| cecp.level(given),
    ),
    Command::new("st", "SECONDS", "time for each move", |cecp, given| {
        let is_valid = cecp.time.set_per_move(given.words[0]);
        cecp.check(is_valid, given)
    }),
    Command::new("sd", "PLIES", "depth of each search", |cecp, given| {
        let is_valid = cecp.time.set_depth(given.words[0]);
        cecp.check(is_valid, given)
    }),
    Command::new("nps", "NODES", "counts nodes as time: so many are a second; -1 ends that", |cecp, given| {
        let is_valid = cecp.time.set_nodes_per_second(given.words[0]);
        cecp.check(is_valid, given)
    }),
    Command::new("time", "CENTISECONDS", "what the engine has on its clock", |cecp, given| {
        let is_valid = cecp.time.set_remaining(given.words[0]);
        cecp.check(is_valid, given)
    }),
    Command::new("otim", "CENTISECONDS", "what the opponent has", |cecp, given| {
        cecp.check(centiseconds(given.words[0]).is_some(), given)
    }),
    Command::new("post", "", "shows the lines of thinking; nopost hides them", |cecp, _| cecp.set_post(true)),
    Command::new("nopost", "", "", |cecp, _| cecp.set_post(false)),
    Command::new("hard", "", "thinks on the opponent's time; easy does not", |cecp, _| cecp.set_ponder(true)),
    Command::new("easy", "", "", |cecp, _| cecp.set_ponder(false)),
    Command::new("analyze", "", "analyses until exit", |cecp, _| cecp.set_mode(Mode::Analyse)).ending_pause(),
    Command::new("exit", "", "", |cecp, _| cecp.set_mode(Mode::Force)).ending_pause(),
    Command::new(".", "", "how far the search is", |cecp, _| cecp.send_progress()),
    Command::new(
        "exclude",
        "MOVE",
        "leaves a move, or all, out of the search; include takes it back",
        |cecp, given| cecp.exclude(given.words[0]),
    ),
    Command::new("include", "MOVE", "", |cecp, given| cecp.include(given.words[0])),
    Command::new(
        "setscore",
        "CENTIPAWNS PLIES",
        "gives the position a score for searches to this depth",
        |cecp, given| cecp.set_score(given),
    ),
    Command::new("hint", "", "suggests a move", |cecp, _| cecp.hint()),
    Command::new("bk", "", "", |cecp, _| cecp.link.send_line(" There is no opening book.\n")),
    Command::new("draw", "", "offers a tie", |cecp, _| cecp.consider_draw()),
    Command::new("memory", "MEGABYTES", "size of the transposition table", |cecp, given| cecp.set_by_command(given)),
    Command::new("cores", "NUMBER", "number of search threads", |cecp, given| cecp.set_by_command(given)),
    Command::new("option", "NAME=VALUE", "sets an option of the engine", |cecp, given| cecp.set_option(given.rest))
        .with_any_words(),
    Command::new("ping", "NUMBER", "answered by pong when all before is done", |cecp, given| cecp.ping(given.words[0])),
    Command::new("help", "", "", |cecp, _| cecp.help()),
    Command::new("computer", "", "", |cecp, _| cecp.meet_computer()),
    Command::new("accepted", "FEATURE", "", |cecp, given| cecp.accepted(given.words)).with_any_words(),
    Command::new("rejected", "FEATURE", "", |_, _| Ok(())).with_any_words(),
    Command::new("lift", "SQUARE", "", |cecp, given| cecp.lift(given.words[0])),
    Command::new("put", "SQUARE", "", |cecp, given| cecp.put(given.words[0])),
    Command::new("hover", "SQUARE", "", |cecp, given| cecp.hover(given.words[0])),
    Command::new("xboard", "", "", |_, _| Ok(())).with_any_words(),
    Command::new("random", "", "", |_, _| Ok(())).with_any_words(),
    Command::new("name", "NAME", "", |_, _| Ok(())).with_any_words(),
    Command::new("rating", "OWN OPPONENT", "", |_, _| Ok(())).with_any_words(),
    Command::new("ics", "HOST", "", |_, _| Ok(())).with_any_words(),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xboard::notation::looks_like_move;

    #[test]
    fn names_are_unique_and_are_no_moves() {
        for (number, command) in COMMANDS.iter().enumerate() {
            assert!(COMMANDS[..number].iter().all(|other| other.name != command.name), "{}", command.name);
            assert!(!looks_like_move(command.name) && command.name != "quit", "{}", command.name);
        }
    }

    #[test]
    fn a_command_takes_the_words_of_its_form() {
        for (name, few, many) in [("go", 0, 0), ("st", 1, 1), ("level", 3, 3), ("setboard", 0, 9), ("result", 0, 9)] {
            let command = find(name).expect("a command");
            let taken: Vec<usize> = (0..10).filter(|&count| command.takes(count)).collect();
            assert_eq!(taken, (few..=many).collect::<Vec<_>>(), "{name}");
        }
    }
}
