//! The Universal Chess Interface, on the referee's side.

use std::time::{Duration, Instant};

use super::connection::{Connection, Fault};
use super::dialect::{Dialect, Quirks};
use super::limits::EngineLimits;
use super::protocol::{Answer, MoveReply, MoveRequest, Protocol, SYNC_TIMEOUT, SearchInfo, centipawns};
use super::spec::{EngineSpec, FILES};
use crate::board::Spec;
use crate::types::score::mate_in_moves;
use crate::types::{Color, GameResult};

/// The option that chooses the variant.
const VARIANT: &str = "UCI_Variant";
/// The option that announces that the engine is to think on the opponent's time.
const PONDER: &str = "Ponder";
/// The variant of engines without that option.
const CHESS: &str = "chess";

/// What an engine reports about itself.
#[derive(Debug, Default)]
struct EngineInfo {
    name: String,
    options: Vec<String>,
    /// The values of the option [`VARIANT`].
    variants: Vec<String>,
}

/// The protocol with one engine.
#[derive(Debug)]
pub(super) struct Uci {
    dialect: Dialect,
    patience: Duration,
    /// The longest wait for an engine to process what it was sent before a search.
    sync_timeout: Duration,
    /// The moves of the position on which the engine ponders; the last is the reply that it expects.
    pondering: Option<Vec<String>>,
}

impl Uci {
    /// Prepares an engine that has just been started.
    pub fn start(
        process: &mut dyn Connection,
        engine: &EngineSpec,
        game: &'static Spec,
        patience: Duration,
    ) -> Result<Self, Fault> {
        let engine_info = handshake(process, patience)?;
        for (name, value) in &engine.options {
            set_option(process, &engine_info, name, value)?;
        }
        let is_set = engine.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(PONDER));
        if engine.ponders() && engine_info.has_option(PONDER) && !is_set {
            set_option(process, &engine_info, PONDER, "true")?;
        }
        let quirks = engine.quirks.unwrap_or_else(|| Quirks::of_engine(&engine_info.name));
        let dialect = Dialect::new(game, quirks, engine.variant.as_deref());
        let file = engine.file().filter(|_| engine_info.has_option(FILES));
        if let Some(file) = file.filter(|_| !engine_info.variants.contains(&dialect.variant)) {
            set_option(process, &engine_info, FILES, file)?;
        }
        let uci = Self { dialect, patience, sync_timeout: engine.scaled(SYNC_TIMEOUT), pondering: None };
        uci.choose_variant(process, engine_info)?;
        uci.synchronise(process, patience)?;
        Ok(uci)
    }

    /// Chooses the variant. If the engine does not list it, it is asked again: an option set before, such as a file of
    /// variants, may have added it.
    fn choose_variant(&self, process: &mut dyn Connection, mut engine_info: EngineInfo) -> Result<(), Fault> {
        let name = &self.dialect.variant;
        let has_option = engine_info.has_option(VARIANT);
        if !has_option && name == CHESS {
            return Ok(());
        }
        if has_option && !engine_info.variants.contains(name) {
            engine_info = handshake(process, self.patience)?;
        }
        if !engine_info.variants.contains(name) {
            return Err(Fault::Unsupported(format!("does not know the variant `{name}`")));
        }
        process.send(&format!("setoption name {VARIANT} value {name}"))
    }

    /// Waits until the engine has processed all commands. What it said before is discarded.
    fn synchronise(&self, process: &mut dyn Connection, patience: Duration) -> Result<(), Fault> {
        process.send("isready")?;
        wait_for(process, "readyok", Instant::now() + patience)
    }

    /// Begins a search. A `bestmove` that the engine sent before, while it was not asked, is discarded.
    fn search(&self, process: &mut dyn Connection, command: &str, request: &MoveRequest<'_>) -> Result<(), Fault> {
        match self.synchronise(process, self.sync_timeout) {
            // The limits of the search decide whether it is late.
            Ok(()) | Err(Fault::NoResponse) => {}
            Err(fault) => return Err(fault),
        }
        process.send(&self.position_command(request))?;
        process.send(&go_command(command, request))
    }

    fn position_command(&self, request: &MoveRequest<'_>) -> String {
        let mut text = match request.start {
            Some(fen) => format!("position fen {}", self.dialect.fen(fen)),
            None => "position startpos".to_owned(),
        };
        if !request.moves.is_empty() {
            text += " moves ";
            text += &request.moves.join(" ");
        }
        text
    }
}

impl Protocol for Uci {
    fn begin(
        &mut self,
        process: &mut dyn Connection,
        _start: Option<&str>,
        _limits: &EngineLimits,
    ) -> Result<(), Fault> {
        self.end_pondering(process)?;
        process.send("ucinewgame")?;
        self.synchronise(process, self.patience)
    }

    fn think(&mut self, process: &mut dyn Connection, request: &MoveRequest<'_>) -> Result<MoveReply, Fault> {
        if self.pondering.as_deref() == Some(request.moves) {
            self.pondering = None;
            process.send("ponderhit")?;
        } else {
            self.end_pondering(process)?;
            self.search(process, "go", request)?;
        }
        let start = Instant::now();
        let mut info = SearchInfo::default();
        loop {
            let line = process.receive(start + request.patience)?;
            let words: Vec<&str> = line.text.split_whitespace().collect();
            match words.as_slice() {
                ["info", words @ ..] => read_search_info(words, &mut info),
                ["bestmove", text, rest @ ..] => {
                    let elapsed = line.at.saturating_duration_since(start);
                    let expected = match rest {
                        ["ponder", expected, ..] => Some((*expected).to_owned()),
                        _ => None,
                    };
                    return Ok(MoveReply { answer: Answer::Move((*text).to_owned()), info, expected, elapsed });
                }
                _ => {}
            }
        }
    }

    fn ponder(&mut self, process: &mut dyn Connection, request: &MoveRequest<'_>) -> Result<(), Fault> {
        self.search(process, "go ponder", request)?;
        self.pondering = Some(request.moves.to_vec());
        Ok(())
    }

    fn stop(&mut self, process: &mut dyn Connection, until: Instant) -> Result<(), Fault> {
        process.send("stop")?;
        wait_for(process, "bestmove", until)
    }

    fn finish(&mut self, process: &mut dyn Connection, _result: GameResult, _why: &str) -> Result<(), Fault> {
        self.end_pondering(process)
    }

    fn can_begin(&self) -> bool {
        true
    }
}

impl Uci {
    /// Stops a search on the opponent's time. Its move does not count.
    fn end_pondering(&mut self, process: &mut dyn Connection) -> Result<(), Fault> {
        match self.pondering.take() {
            Some(_) => self.stop(process, Instant::now() + self.patience),
            None => Ok(()),
        }
    }
}

/// Asks the engine for its name and options.
fn handshake(process: &mut dyn Connection, patience: Duration) -> Result<EngineInfo, Fault> {
    let until = Instant::now() + patience;
    process.send("uci")?;
    let mut engine_info = EngineInfo::default();
    loop {
        let line = process.receive(until)?;
        let words: Vec<&str> = line.text.split_whitespace().collect();
        match words.as_slice() {
            ["uciok"] => return Ok(engine_info),
            ["id", "name", name @ ..] => engine_info.name = name.join(" "),
            ["option", "name", words @ ..] => engine_info.add_option(words),
            _ => {}
        }
    }
}

impl EngineInfo {
    /// Adds an option from `NAME type TYPE ..`.
    fn add_option(&mut self, words: &[&str]) {
        let end = words.iter().position(|&word| word == "type").unwrap_or(words.len());
        let name = words[..end].join(" ");
        if name == VARIANT {
            let values = words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_owned());
            self.variants = values.collect();
        }
        self.options.push(name);
    }

    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }
}

fn set_option(process: &mut dyn Connection, engine_info: &EngineInfo, name: &str, value: &str) -> Result<(), Fault> {
    if !engine_info.has_option(name) {
        let known = engine_info.options.join(", ");
        return Err(Fault::Unsupported(format!("has no option `{name}` (options: {known})")));
    }
    process.send(&format!("setoption name {name} value {value}"))
}

/// Waits for a line that begins with this word.
fn wait_for(process: &mut dyn Connection, word: &str, until: Instant) -> Result<(), Fault> {
    while process.receive(until)?.text.split_whitespace().next() != Some(word) {}
    Ok(())
}

/// The command `go` or `go ponder` with the limits of the side to move.
fn go_command(command: &str, request: &MoveRequest<'_>) -> String {
    let own = request.clocks[request.side.index()];
    let mut text = command.to_owned();
    let mut add = |name: &str, value: Option<u128>| {
        if let Some(value) = value {
            text += &format!(" {name} {value}");
        }
    };
    if own.left().is_some() {
        for (side, time, increment) in [(Color::White, "wtime", "winc"), (Color::Black, "btime", "binc")] {
            let clock = request.clocks[side.index()];
            add(time, clock.left().map(millis));
            add(increment, clock.limits().clock.map(|clock| millis(clock.increment)));
        }
        add("movestogo", own.moves_to_go().map(u128::from));
    }
    add("movetime", own.limits().move_time.map(millis));
    add("depth", own.limits().depth.map(u128::from));
    add("nodes", own.limits().nodes.map(u128::from));
    text
}

/// Whole milliseconds. Less than one is rounded up, so that an engine with time left is not told that it has none.
fn millis(time: Duration) -> u128 {
    if time.is_zero() { 0 } else { time.as_millis().max(1) }
}

/// Updates `info` from an `info` line, if it is about the best line.
fn read_search_info(words: &[&str], info: &mut SearchInfo) {
    let after = |name: &str| words.iter().position(|&word| word == name).map(|index| &words[index + 1..]);
    let number = |name: &str| after(name)?.first()?.parse::<u64>().ok();
    if number("multipv").is_some_and(|rank| rank != 1) {
        return;
    }
    let score = match after("score") {
        Some(["cp", number, rest @ ..]) => number.parse().ok().map(|number| (centipawns(number), rest)),
        Some(["mate", number, rest @ ..]) => number.parse().ok().map(|number| (mate_in_moves(number), rest)),
        _ => None,
    };
    if let Some((score, rest)) = score {
        // A bound replaces no exact score, but is better than none.
        let is_bound = matches!(rest.first(), Some(&("lowerbound" | "upperbound")));
        if !is_bound || info.score.is_none() {
            info.score = Some(score);
            info.depth = number("depth").and_then(|depth| u32::try_from(depth).ok()).or(info.depth);
        }
    }
    info.nodes = number("nodes").or(info.nodes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::limits::GameClock;

    #[test]
    fn info_lines_are_read() {
        let mut info = SearchInfo::default();
        let lines = [
            "depth 5 seldepth 9 multipv 1 score cp -35 nodes 1234 nps 5 time 3 pv e2e4 e7e5",
            "depth 5 multipv 2 score cp 99 nodes 1300 pv d2d4",
            "depth 6 score cp 80 lowerbound nodes 2000",
            "string score of 3",
            "depth 6 currmove e2e4 currmovenumber 3",
            "score cp",
        ];
        for line in lines {
            read_search_info(&line.split(' ').collect::<Vec<_>>(), &mut info);
        }
        assert_eq!(info, SearchInfo { score: Some(-35), depth: Some(5), nodes: Some(2000) });
        read_search_info(&["depth", "7", "score", "mate", "-2", "nodes", "x"], &mut info);
        assert_eq!(info, SearchInfo { score: Some(mate_in_moves(-2)), depth: Some(7), nodes: Some(2000) });
    }

    #[test]
    fn the_command_to_think_names_all_limits() {
        let read = |clock: &str, nodes| {
            let clock = Some(clock.parse().expect("a time control"));
            GameClock::new(EngineLimits { clock, nodes, ..EngineLimits::default() })
        };
        let (white, black) = (read("40/60+0.5", None), read("5", Some(7)));
        let turn = |side, clocks| MoveRequest { start: None, moves: &[], side, clocks, patience: Duration::ZERO };
        let both = "go wtime 60000 winc 500 btime 5000 binc 0";
        assert_eq!(go_command("go", &turn(Color::White, [&white, &black])), format!("{both} movestogo 40"));
        assert_eq!(go_command("go", &turn(Color::Black, [&white, &black])), format!("{both} nodes 7"));
        let fixed =
            GameClock::new(EngineLimits { move_time: Some(Duration::from_millis(50)), ..EngineLimits::default() });
        assert_eq!(go_command("go", &turn(Color::Black, [&white, &fixed])), "go movetime 50");
    }

    #[test]
    fn options_are_named_with_several_words() {
        let mut engine_info = EngineInfo::default();
        let lines = ["Move Overhead type spin default 30", "UCI_Variant type combo default chess var chess var janus"];
        for line in lines {
            engine_info.add_option(&line.split(' ').collect::<Vec<_>>());
        }
        assert!(engine_info.has_option("move overhead") && !engine_info.has_option("Move"));
        assert_eq!(engine_info.variants, ["chess", "janus"]);
    }
}
