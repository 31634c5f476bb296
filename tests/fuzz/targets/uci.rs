//! UCI as a sequence of commands. Input: the name of a game, then one command a line.

use super::conversation::Conversation;

/// The most commands of an input that are sent.
const MAX_COMMANDS: usize = 24;
/// The longest line in bytes: one that lists a position's legal moves.
const MAX_LINE: usize = 1 << 13;

/// Every command is obeyed or answered by one line, `isready` is answered at any time, each `go` gets one best move, and
/// a command that is an error does not change the position.
pub fn check(data: &[u8]) -> bool {
    let text = super::text(data);
    let (name, commands) = super::first_line(&text);
    let game = super::game(name).page.name;
    let mut client = Client::start(game);
    for command in commands.lines().filter_map(harmless).take(MAX_COMMANDS) {
        client.command(&command);
    }
    client.finish(commands.len() % 2 == 0)
}

/// A command that does not take long, need much memory or end the protocol.
fn harmless(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    match words.first().copied() {
        // The client itself says `isready` and `d`; `xboard` would select the other protocol.
        None | Some("quit" | "bench" | "help" | "isready" | "d" | "xboard") => None,
        // Without a time: its end must not depend on the machine.
        Some("go") if words.contains(&"perft") => Some(format!("go perft {}", 1 + words.len() % 2)),
        Some("go") => Some(format!("{command} depth 2 nodes 300")),
        Some("setoption") if is_large(command) => None,
        Some(_) => Some(command.to_owned()),
    }
}

/// Whether an option may take much memory, many threads, or much time.
fn is_large(command: &str) -> bool {
    let command = command.to_ascii_lowercase();
    (command.contains("hash") || command.contains("threads")) && command.chars().any(|c| c.is_ascii_digit())
}

/// A client that counts.
struct Client {
    engine: Conversation,
    /// The position as the engine shows it.
    position: Vec<String>,
    asked: usize,
    told: usize,
    accepted: bool,
}

impl Client {
    fn start(game: &str) -> Self {
        let variant = format!("setoption name UCI_Variant value {game}");
        let engine = Conversation::start(&["uci", "setoption name Hash value 1", &variant]);
        let mut client = Self { engine, position: Vec::new(), asked: 0, told: 0, accepted: false };
        client.answers();
        client.position = client.show();
        client
    }

    /// What is said until the engine has obeyed. Best moves are counted.
    fn answers(&mut self) -> Vec<String> {
        self.engine.send("isready");
        let lines = self.engine.until("readyok");
        for line in &lines {
            let is_plain = line.len() <= MAX_LINE && !line.contains(char::is_control);
            assert!(is_plain, "{line:?}\n{}", self.engine.transcript());
        }
        self.told += lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert!(self.told <= self.asked, "too many best moves\n{}", self.engine.transcript());
        lines
    }

    /// The position. A search may talk at the same time.
    fn show(&mut self) -> Vec<String> {
        self.engine.send("d");
        let mut lines = self.answers();
        lines.retain(|line| !line.starts_with("info ") && !line.starts_with("bestmove ") && !is_count(line));
        lines
    }

    fn command(&mut self, command: &str) {
        let words: Vec<&str> = command.split_whitespace().collect();
        self.asked += usize::from(words[0] == "go" && words.get(1) != Some(&"perft"));
        // What waits for a search would be obeyed at any later time.
        self.engine.send("stop");
        self.engine.send(command);
        let failed = self.answers().iter().any(|line| line.starts_with("info string error"));
        let position = self.show();
        // The moves before an illegal one are played; `position` says so.
        let may_change = match words[0] {
            "position" => !failed || words.contains(&"moves"),
            "setoption" | "flip" => !failed,
            _ => false,
        };
        assert!(may_change || position == self.position, "the position changed\n{}", self.engine.transcript());
        self.accepted |= !failed;
        self.position = position;
    }

    /// Ends the conversation by `quit` or by the end of the input.
    fn finish(mut self, quit: bool) -> bool {
        self.engine.send("stop");
        // Not before the engine is idle.
        self.engine.send("ucinewgame");
        self.answers();
        assert_eq!(self.told, self.asked, "each go gets one best move\n{}", self.engine.transcript());
        assert_eq!(self.show(), self.position, "{}", self.engine.transcript());
        if quit {
            self.engine.send("quit");
        }
        self.engine.close();
        self.accepted
    }
}

/// Whether a line is of a perft: a move and its count, the sum, or empty.
fn is_count(line: &str) -> bool {
    let count = line.rsplit_once(": ").map_or("", |(_, count)| count);
    line.is_empty() || !count.is_empty() && count.bytes().all(|c| c.is_ascii_digit())
}
