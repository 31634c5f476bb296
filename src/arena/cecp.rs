//! CECP, the protocol of XBoard and WinBoard, on the referee's side.

use std::time::{Duration, Instant};

use super::dialect::{Dialect, Quirks};
use super::limits::EngineLimits;
use super::process::Fault;
use super::protocol::{Answer, Connection, MoveReply, MoveRequest, Protocol, SearchInfo, centipawns};
use super::spec::{EngineSpec, FILES};
use crate::board::Spec;
use crate::protocol::cecp::notation::{from_client, to_client, variant_name};
use crate::types::GameResult;
use crate::types::score::mate_in_moves;

/// The features that are used; all others are rejected.
const ACCEPTED: [&str; 14] = [
    "done", "ping", "setboard", "usermove", "nps", "time", "reuse", "myname", "variants", "name", "memory", "smp",
    "option", "draw",
];
/// How long the protocol lets an engine take before it sends its first feature.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(2);
/// An engine without `ping` counts as ready when it has sent nothing for this time.
const IDLE_TIMEOUT: Duration = Duration::from_millis(200);
/// Scores from this on mean a mate: the rest is the number of moves.
const MATE: i64 = 100_000;

/// What an engine reports about itself.
#[derive(Debug)]
struct Features {
    name: String,
    variants: Vec<String>,
    options: Vec<String>,
    ping: bool,
    setboard: bool,
    usermove: bool,
    time: bool,
    memory: bool,
    smp: bool,
    nodes: bool,
    reuse: bool,
}

impl Default for Features {
    /// The protocol's defaults for an engine that sends no features.
    fn default() -> Self {
        Self {
            name: String::new(),
            variants: vec!["normal".to_owned()],
            options: Vec::new(),
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            memory: false,
            smp: false,
            nodes: false,
            reuse: true,
        }
    }
}

/// The protocol with one engine.
#[derive(Debug)]
pub(super) struct Cecp {
    game: &'static Spec,
    dialect: Dialect,
    features: Features,
    patience: Duration,
    /// Whether it thinks on the opponent's time.
    ponders: bool,
    /// The number of the last `ping`.
    pings: u32,
    /// How many moves of the game the engine knows.
    known: usize,
    /// Whether it is in play mode: it searches by itself whenever it is its turn.
    playing: bool,
    /// Games begun so far.
    games: u32,
}

impl Cecp {
    /// Prepares an engine that has just been started.
    pub fn start(
        process: &mut dyn Connection,
        engine: &EngineSpec,
        game: &'static Spec,
        limits: &EngineLimits,
        patience: Duration,
    ) -> Result<Self, Fault> {
        let mut features = handshake(process, patience)?;
        if limits.nodes.is_some() && (!features.nodes || limits.clock.is_some() || limits.move_time.is_some()) {
            let why = "cannot be limited to nodes, which in CECP needs `feature nps=1` and no limit of time beside it";
            return Err(Fault::Unsupported(why.to_owned()));
        }
        let quirks = engine.quirks.unwrap_or_else(|| Quirks::of_engine(&features.name));
        let mut dialect = Dialect::new(game, quirks, engine.variant.as_deref());
        if dialect.variant == game.page.name {
            dialect.variant = variant_name(game).into_owned();
        }
        let is_listed = |features: &Features| features.variants.contains(&dialect.variant);
        if let Some(file) = engine.file_with(game).filter(|_| !is_listed(&features) && features.has_option(FILES)) {
            process.send(&option(&features, FILES, &file)?)?;
            features = handshake(process, patience)?;
        }
        if !is_listed(&features) {
            return Err(Fault::Unsupported(format!("does not know the variant `{}`", dialect.variant)));
        }
        for (name, value) in &engine.options {
            process.send(&option(&features, name, value)?)?;
        }
        let ponders = engine.ponders();
        Ok(Self { game, dialect, features, patience, ponders, pings: 0, known: 0, playing: false, games: 0 })
    }

    /// Waits until the engine has processed all commands. Returns its first complaint, if it made one.
    fn synchronise(&mut self, process: &mut dyn Connection) -> Result<Option<String>, Fault> {
        let mut complaint = None;
        let mut note = |text: &str| {
            if text.starts_with("tellusererror") || text.starts_with("Error (unknown variant)") {
                complaint.get_or_insert(text.to_owned());
            }
        };
        let pong = if self.features.ping {
            self.pings += 1;
            process.send(&format!("ping {}", self.pings))?;
            Some(format!("pong {}", self.pings))
        } else {
            None
        };
        let until = Instant::now() + self.patience;
        loop {
            let deadline = if pong.is_some() { until } else { until.min(Instant::now() + IDLE_TIMEOUT) };
            match process.receive(deadline) {
                Ok(line) if pong.as_ref() == Some(&line.text) => return Ok(complaint),
                Ok(line) => note(&line.text),
                Err(Fault::NoResponse) if pong.is_none() => return Ok(complaint),
                Err(fault) => return Err(fault),
            }
        }
    }

    fn send_move(&self, process: &mut dyn Connection, text: &str) -> Result<(), Fault> {
        let prefix = if self.features.usermove { "usermove " } else { "" };
        process.send(&format!("{prefix}{}", to_client(self.game, text)))
    }

    fn send_clocks(&self, process: &mut dyn Connection, request: &MoveRequest<'_>) -> Result<(), Fault> {
        let (own, other) = (request.clocks[request.side.index()], request.clocks[(!request.side).index()]);
        let (Some(left), true) = (own.left(), self.features.time) else { return Ok(()) };
        process.send(&format!("time {}", left.as_millis() / 10))?;
        process.send(&format!("otim {}", other.left().unwrap_or(left).as_millis() / 10))
    }

    /// Sends the moves that the engine does not know, and makes it search.
    fn send_moves(&mut self, process: &mut dyn Connection, request: &MoveRequest<'_>) -> Result<(), Fault> {
        let unsent = request.moves.get(self.known..).unwrap_or_default();
        match unsent {
            // It has just moved and is to move again: it searches by itself.
            [] if self.playing => {}
            [text] if self.playing => {
                self.send_clocks(process, request)?;
                self.send_move(process, text)?;
            }
            _ => {
                process.send("force")?;
                for text in unsent {
                    self.send_move(process, text)?;
                }
                self.send_clocks(process, request)?;
                process.send("go")?;
            }
        }
        self.playing = true;
        // It will also know the move that it answers.
        self.known = request.moves.len() + 1;
        Ok(())
    }
}

impl Protocol for Cecp {
    fn begin(&mut self, process: &mut dyn Connection, start: Option<&str>, limits: &EngineLimits) -> Result<(), Fault> {
        if self.games > 0 && !self.features.reuse {
            return Err(Fault::Unsupported("plays one game only (feature reuse=0)".to_owned()));
        }
        self.games += 1;
        process.send("new")?;
        if self.dialect.variant != "normal" {
            process.send(&format!("variant {}", self.dialect.variant))?;
        }
        process.send("computer")?;
        process.send("force")?;
        for line in limit_commands(limits) {
            process.send(&line)?;
        }
        process.send("post")?;
        process.send(if self.ponders { "hard" } else { "easy" })?;
        if let Some(fen) = start {
            if !self.features.setboard {
                return Err(Fault::Unsupported("cannot begin from a given position (feature setboard=0)".to_owned()));
            }
            process.send(&format!("setboard {}", self.dialect.fen(fen)))?;
        }
        (self.known, self.playing) = (0, false);
        match self.synchronise(process)? {
            Some(complaint) => Err(Fault::Unsupported(format!("refuses the game: {complaint}"))),
            None => Ok(()),
        }
    }

    fn think(&mut self, process: &mut dyn Connection, request: &MoveRequest<'_>) -> Result<MoveReply, Fault> {
        self.send_moves(process, request)?;
        let start = Instant::now();
        let mut info = SearchInfo::default();
        // What it found on the opponent's time. It counts if the engine then moved without another word.
        let mut pondered = SearchInfo::default();
        loop {
            let line = process.receive(start + request.patience)?;
            let words: Vec<&str> = line.text.split_whitespace().collect();
            let answer = match words.as_slice() {
                ["move", text] => Answer::Move(from_client(self.game, text)),
                ["resign", ..] => Answer::Resign,
                ["tellusererror", ..] => Answer::Claim(line.text.clone()),
                [word, ..] if is_claim(word) => Answer::Claim(line.text.clone()),
                ["Illegal", "move:" | "move", ..] => Answer::Claim(line.text.clone()),
                words => {
                    let is_early = self.ponders && line.at < start;
                    read_search_info(words, if is_early { &mut pondered } else { &mut info });
                    continue;
                }
            };
            let info = if info.score.is_some() { info } else { pondered };
            let elapsed = line.at.saturating_duration_since(start);
            return Ok(MoveReply { answer, info, expected: None, elapsed });
        }
    }

    fn ponder(&mut self, _process: &mut dyn Connection, _request: &MoveRequest<'_>) -> Result<(), Fault> {
        // After `hard` the engine ponders by itself.
        Ok(())
    }

    fn stop(&mut self, process: &mut dyn Connection, until: Instant) -> Result<(), Fault> {
        process.send("?")?;
        while process.receive(until)?.text.split_whitespace().next() != Some("move") {}
        Ok(())
    }

    fn finish(&mut self, process: &mut dyn Connection, result: GameResult, why: &str) -> Result<(), Fault> {
        self.playing = false;
        process.send(&format!("result {result} {{{why}}}"))?;
        process.send("force")
    }
}

/// Asks the engine for its features.
fn handshake(process: &mut dyn Connection, patience: Duration) -> Result<Features, Fault> {
    let mut features = Features::default();
    process.send("xboard")?;
    process.send("protover 2")?;
    let start = Instant::now();
    let mut until = start + FEATURE_TIMEOUT.min(patience);
    loop {
        let line = match process.receive(until) {
            Ok(line) => line,
            Err(Fault::NoResponse) => return Ok(features),
            Err(fault) => return Err(fault),
        };
        let Some(text) = line.text.strip_prefix("feature ") else { continue };
        // An engine that has begun to send features may take longer.
        until = start + patience;
        for (name, value) in shlex::split(text).unwrap_or_default().iter().filter_map(|word| word.split_once('=')) {
            let answer = if ACCEPTED.contains(&name) { "accepted" } else { "rejected" };
            process.send(&format!("{answer} {name}"))?;
            if (name, value) == ("done", "1") {
                return Ok(features);
            }
            features.set(name, value);
        }
    }
}

impl Features {
    fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option == name)
    }

    fn set(&mut self, name: &str, value: &str) {
        let on = value == "1";
        match name {
            "myname" => self.name = value.to_owned(),
            "variants" => self.variants = value.split(',').map(|variant| variant.trim().to_owned()).collect(),
            "option" => {
                let name = value.split_once(" -").map_or(value, |(name, _)| name);
                self.options.push(name.to_owned());
            }
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "time" => self.time = on,
            "memory" => self.memory = on,
            "smp" => self.smp = on,
            "nps" => self.nodes = on,
            "reuse" => self.reuse = on,
            _ => {}
        }
    }
}

/// Whether a line with this first word ends the game. A `*` ends nothing.
fn is_claim(word: &str) -> bool {
    GameResult::read(word).is_some_and(|result| result != GameResult::Unknown)
}

/// The command that sets an option. Hash size and threads also go by their UCI names.
fn option(features: &Features, name: &str, value: &str) -> Result<String, Fault> {
    match name.to_ascii_lowercase().as_str() {
        "memory" | "hash" if features.memory => Ok(format!("memory {value}")),
        "cores" | "threads" if features.smp => Ok(format!("cores {value}")),
        _ if features.has_option(name) => Ok(format!("option {name}={value}")),
        _ => {
            let known = features.options.join(", ");
            Err(Fault::Unsupported(format!("has no option `{name}` (options: {known})")))
        }
    }
}

/// The commands that set the limits. The base time is rounded up to whole seconds; the clock itself is sent with each
/// move.
fn limit_commands(limits: &EngineLimits) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(clock) = limits.clock {
        let seconds = clock.base.as_secs_f64().ceil() as u64;
        let (minutes, seconds, moves) = (seconds / 60, seconds % 60, clock.moves.unwrap_or(0));
        lines.push(format!("level {moves} {minutes}:{seconds:02} {}", clock.increment.as_secs_f64()));
    }
    if let Some(time) = limits.move_time {
        lines.push(format!("st {}", time.as_secs_f64()));
    }
    if let Some(nodes) = limits.nodes {
        // This many nodes a second, and one second a move.
        lines.push("st 1".to_owned());
        lines.push(format!("nps {nodes}"));
    }
    if let Some(depth) = limits.depth {
        lines.push(format!("sd {depth}"));
    }
    lines
}

/// Updates `info` from a line `depth score centiseconds nodes moves`.
fn read_search_info(words: &[&str], info: &mut SearchInfo) {
    let [depth, score, _, nodes, line @ ..] = words else { return };
    // Some engines append a sign to the depth.
    let depth = depth.trim_end_matches(|c: char| !c.is_ascii_digit());
    let (Ok(depth), Ok(score), Ok(nodes)) = (depth.parse(), score.parse::<i64>(), nodes.parse()) else { return };
    let is_bound = matches!(line.last(), Some(&("?" | "!")));
    if !is_bound || info.score.is_none() {
        info.depth = Some(depth);
        info.score = Some(match score {
            MATE.. => mate_in_moves(score - MATE),
            _ if score <= -MATE => mate_in_moves((score + MATE).min(0)),
            _ => centipawns(score),
        });
    }
    info.nodes = Some(nodes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(clock: Option<&str>, nodes: Option<u64>) -> EngineLimits {
        EngineLimits {
            clock: clock.map(|text| text.parse().expect("a time control")),
            nodes,
            ..EngineLimits::default()
        }
    }

    #[test]
    fn limits_are_told_as_cecp_has_them() {
        assert_eq!(limit_commands(&limits(Some("40/300+0.5"), None)), ["level 40 5:00 0.5"]);
        assert_eq!(limit_commands(&limits(Some("0.5+0.01"), None)), ["level 0 0:01 0.01"]);
        assert_eq!(limit_commands(&limits(None, Some(1000))), ["st 1", "nps 1000"]);
        let fixed =
            EngineLimits { move_time: Some(Duration::from_millis(250)), depth: Some(7), ..EngineLimits::default() };
        assert_eq!(limit_commands(&fixed), ["st 0.25", "sd 7"]);
    }

    #[test]
    fn thinking_is_told_from_other_lines() {
        let mut info = SearchInfo::default();
        let mut read = |text: &str| {
            read_search_info(&text.split_whitespace().collect::<Vec<_>>(), &mut info);
            (info.score, info.depth, info.nodes)
        };
        assert_eq!(read("9 25 13 5000 12 400 0\te2e4 e7e5"), (Some(25), Some(9), Some(5000)));
        assert_eq!(read("10 80 13 6000 e2e4 !"), (Some(25), Some(9), Some(6000)));
        assert_eq!(read("offer draw now please"), (Some(25), Some(9), Some(6000)));
        assert_eq!(read("10. 100002 20 7000 e2e4"), (Some(mate_in_moves(2)), Some(10), Some(7000)));
        assert_eq!(read("11 -100003 20 8000 e2e4"), (Some(mate_in_moves(-3)), Some(11), Some(8000)));
        assert_eq!(read("12 -100000 20 8000 "), (Some(mate_in_moves(0)), Some(12), Some(8000)));
    }

    #[test]
    fn features_and_options_are_read() {
        let mut features = Features::default();
        let line =
            "myname=\"An Engine 1.0\" variants=\"normal,janus\" ping=1 memory=1 option=\"Move Overhead -spin 3 0 9\"";
        for word in shlex::split(line).expect("closed quotes") {
            let (name, value) = word.split_once('=').expect("a pair");
            features.set(name, value);
        }
        assert_eq!((features.name.as_str(), features.ping, features.usermove), ("An Engine 1.0", true, false));
        assert_eq!(features.variants, ["normal", "janus"]);
        assert_eq!(option(&features, "Hash", "32").as_deref(), Ok("memory 32"));
        assert_eq!(option(&features, "Move Overhead", "5").as_deref(), Ok("option Move Overhead=5"));
        assert!(option(&features, "Threads", "2").is_err());
    }
}
