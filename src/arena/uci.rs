//! The referee's half of the Universal Chess Interface.

use std::time::{Duration, Instant};

use super::control::Control;
use super::dialect::{Dialect, Quirks};
use super::player::{Answer, Protocol, Reply, Thought, Turn, centipawns, mate_in_moves};
use super::process::{Fault, Process};
use super::spec::EngineSpec;
use crate::board::Spec;
use crate::types::{Color, GameResult};

/// The option that names the game.
const VARIANT: &str = "UCI_Variant";
/// The game of engines that know no others.
const CHESS: &str = "chess";

/// What an engine says about itself.
#[derive(Debug, Default)]
struct Introduction {
    name: String,
    options: Vec<String>,
    /// The values of the option that names the game.
    variants: Vec<String>,
}

/// The conversation with one engine.
#[derive(Debug)]
pub(super) struct Uci {
    dialect: Dialect,
    patience: Duration,
}

impl Uci {
    /// Makes an engine that has just been started ready for a game.
    pub fn start(
        process: &mut Process,
        engine: &EngineSpec,
        game: &'static Spec,
        patience: Duration,
    ) -> Result<Self, Fault> {
        let introduction = introduce(process, patience)?;
        for (name, value) in &engine.options {
            set_option(process, &introduction, name, value)?;
        }
        let quirks = engine.quirks.unwrap_or_else(|| Quirks::of_engine(&introduction.name));
        let dialect = Dialect::new(game, quirks, engine.variant.as_deref());
        let uci = Self { dialect, patience };
        uci.choose_variant(process, introduction)?;
        uci.synchronise(process)?;
        Ok(uci)
    }

    /// Names the game. The engine may have learned it only from the options set just now, so it is asked anew.
    fn choose_variant(&self, process: &mut Process, mut introduction: Introduction) -> Result<(), Fault> {
        let name = &self.dialect.variant;
        let has_option = introduction.has_option(VARIANT);
        if !has_option && name == CHESS {
            return Ok(());
        }
        if has_option && !introduction.variants.contains(name) {
            introduction = introduce(process, self.patience)?;
        }
        if !introduction.variants.contains(name) {
            return Err(Fault::Unable(format!("does not know the variant `{name}`")));
        }
        process.say(&format!("setoption name {VARIANT} value {name}"))
    }

    fn synchronise(&self, process: &mut Process) -> Result<(), Fault> {
        process.say("isready")?;
        wait_for(process, "readyok", Instant::now() + self.patience)
    }

    fn position(&self, turn: &Turn<'_>) -> String {
        let mut text = match turn.start {
            Some(fen) => format!("position fen {}", self.dialect.fen(fen)),
            None => "position startpos".to_owned(),
        };
        if !turn.moves.is_empty() {
            text += " moves ";
            text += &turn.moves.join(" ");
        }
        text
    }
}

impl Protocol for Uci {
    fn begin(&mut self, process: &mut Process, _start: Option<&str>, _control: &Control) -> Result<(), Fault> {
        process.say("ucinewgame")?;
        self.synchronise(process)
    }

    fn think(&mut self, process: &mut Process, turn: &Turn<'_>) -> Result<Reply, Fault> {
        process.say(&self.position(turn))?;
        process.say(&go(turn))?;
        let start = Instant::now();
        let mut thought = Thought::default();
        loop {
            let line = process.line(start + turn.patience)?;
            let words: Vec<&str> = line.text.split_whitespace().collect();
            match words.as_slice() {
                ["info", words @ ..] => read_info(words, &mut thought),
                ["bestmove", text, ..] => {
                    let elapsed = line.at.saturating_duration_since(start);
                    return Ok(Reply { answer: Answer::Move((*text).to_owned()), thought, elapsed });
                }
                _ => {}
            }
        }
    }

    fn stop(&mut self, process: &mut Process, until: Instant) -> Result<(), Fault> {
        process.say("stop")?;
        wait_for(process, "bestmove", until)
    }

    fn finish(&mut self, _process: &mut Process, _result: GameResult, _why: &str) -> Result<(), Fault> {
        Ok(())
    }
}

/// Asks the engine who it is.
fn introduce(process: &mut Process, patience: Duration) -> Result<Introduction, Fault> {
    let until = Instant::now() + patience;
    process.say("uci")?;
    let mut introduction = Introduction::default();
    loop {
        let line = process.line(until)?;
        let words: Vec<&str> = line.text.split_whitespace().collect();
        match words.as_slice() {
            ["uciok"] => return Ok(introduction),
            ["id", "name", name @ ..] => introduction.name = name.join(" "),
            ["option", "name", words @ ..] => introduction.add_option(words),
            _ => {}
        }
    }
}

impl Introduction {
    /// Takes in `NAME type TYPE ..`.
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

fn set_option(process: &mut Process, introduction: &Introduction, name: &str, value: &str) -> Result<(), Fault> {
    if !introduction.has_option(name) {
        let known = introduction.options.join(", ");
        return Err(Fault::Unable(format!("has no option `{name}` (options: {known})")));
    }
    process.say(&format!("setoption name {name} value {value}"))
}

/// Waits for a line with this first word.
fn wait_for(process: &mut Process, word: &str, until: Instant) -> Result<(), Fault> {
    while process.line(until)?.text.split_whitespace().next() != Some(word) {}
    Ok(())
}

/// The command to think, under the limits of the side to move.
fn go(turn: &Turn<'_>) -> String {
    let own = turn.clocks[turn.side.index()];
    let mut text = "go".to_owned();
    let mut add = |name: &str, value: Option<u128>| {
        if let Some(value) = value {
            text += &format!(" {name} {value}");
        }
    };
    if own.left().is_some() {
        for (side, time, increment) in [(Color::White, "wtime", "winc"), (Color::Black, "btime", "binc")] {
            let clock = turn.clocks[side.index()];
            add(time, clock.left().map(millis));
            add(increment, clock.control().clock.map(|clock| millis(clock.increment)));
        }
        add("movestogo", own.moves_to_go().map(u128::from));
    }
    add("movetime", own.control().move_time.map(millis));
    add("depth", own.control().depth.map(u128::from));
    add("nodes", own.control().nodes.map(u128::from));
    text
}

/// Whole milliseconds; no engine is told that it has none at all.
fn millis(time: Duration) -> u128 {
    if time.is_zero() { 0 } else { time.as_millis().max(1) }
}

/// Takes in what an `info` line says of the best line.
fn read_info(words: &[&str], thought: &mut Thought) {
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
        // A bound says less than the last whole score, but more than nothing.
        let is_bound = matches!(rest.first(), Some(&("lowerbound" | "upperbound")));
        if !is_bound || thought.score.is_none() {
            thought.score = Some(score);
            thought.depth = number("depth").and_then(|depth| u32::try_from(depth).ok()).or(thought.depth);
        }
    }
    thought.nodes = number("nodes").or(thought.nodes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::control::GameClock;

    #[test]
    fn info_lines_are_read() {
        let mut thought = Thought::default();
        let lines = [
            "depth 5 seldepth 9 multipv 1 score cp -35 nodes 1234 nps 5 time 3 pv e2e4 e7e5",
            "depth 5 multipv 2 score cp 99 nodes 1300 pv d2d4",
            "depth 6 score cp 80 lowerbound nodes 2000",
            "string score of 3",
            "depth 6 currmove e2e4 currmovenumber 3",
            "score cp",
        ];
        for line in lines {
            read_info(&line.split(' ').collect::<Vec<_>>(), &mut thought);
        }
        assert_eq!(thought, Thought { score: Some(-35), depth: Some(5), nodes: Some(2000) });
        read_info(&["depth", "7", "score", "mate", "-2", "nodes", "x"], &mut thought);
        assert_eq!(thought, Thought { score: Some(mate_in_moves(-2)), depth: Some(7), nodes: Some(2000) });
    }

    #[test]
    fn the_command_to_think_names_all_limits() {
        let read = |clock: &str, nodes| {
            let clock = Some(clock.parse().expect("a time control"));
            GameClock::new(Control { clock, nodes, ..Control::default() })
        };
        let (white, black) = (read("40/60+0.5", None), read("5", Some(7)));
        let turn = |side, clocks| Turn { start: None, moves: &[], side, clocks, patience: Duration::ZERO };
        let both = "go wtime 60000 winc 500 btime 5000 binc 0";
        assert_eq!(go(&turn(Color::White, [&white, &black])), format!("{both} movestogo 40"));
        assert_eq!(go(&turn(Color::Black, [&white, &black])), format!("{both} nodes 7"));
        let fixed = GameClock::new(Control { move_time: Some(Duration::from_millis(50)), ..Control::default() });
        assert_eq!(go(&turn(Color::Black, [&white, &fixed])), "go movetime 50");
    }

    #[test]
    fn options_are_named_with_several_words() {
        let mut introduction = Introduction::default();
        let lines = ["Move Overhead type spin default 30", "UCI_Variant type combo default chess var chess var janus"];
        for line in lines {
            introduction.add_option(&line.split(' ').collect::<Vec<_>>());
        }
        assert!(introduction.has_option("move overhead") && !introduction.has_option("Move"));
        assert_eq!(introduction.variants, ["chess", "janus"]);
    }
}
