//! CECP, the protocol of XBoard and WinBoard, on the referee's side.

use std::time::{Duration, Instant};

use super::connection::{Connection, Fault};
use super::dialect::{Dialect, Quirks};
use super::limits::EngineLimits;
use super::protocol::{Answer, MoveReply, MoveRequest, Protocol, SYNC_TIMEOUT, SearchInfo, centipawns};
use super::spec::{EngineSpec, FILES};
use crate::board::Spec;
use crate::types::score::mate_in_moves;
use crate::types::{Color, GameResult};
use crate::xboard::notation::{from_client, to_client, variant_name};

/// The features that are used; all others are rejected.
const ACCEPTED: [&str; 14] = [
    "done", "ping", "setboard", "usermove", "nps", "time", "reuse", "myname", "variants", "name", "memory", "smp",
    "option", "draw",
];
/// How long an engine may take before it sends its first feature, and between two of them, unless it asks for more time
/// with `done=0`.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(2);
/// How long the referee waits, in all, for features without which an engine cannot play, or for the first word of an
/// engine that has said nothing.
const LATE_FEATURE_TIMEOUT: Duration = Duration::from_secs(10);
/// An engine without `ping` counts as ready when it has sent nothing for this time.
const IDLE_TIMEOUT: Duration = Duration::from_millis(200);
/// The same before it is asked for a move: then only moves that it was not asked for are waited for.
const SHORT_IDLE_TIMEOUT: Duration = Duration::from_millis(20);
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
    /// When the engine was asked for its features.
    asked: Option<Instant>,
    /// Whether the engine has said anything. If not, it may still be loading.
    heard: bool,
    /// Whether the engine sent any.
    came: bool,
    /// Whether it said that these are all.
    done: bool,
    /// Whether it asked for time to send more.
    delayed: bool,
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
            asked: None,
            heard: false,
            came: false,
            done: false,
            delayed: false,
        }
    }
}

/// How long an engine is waited for.
#[derive(Clone, Copy, Debug)]
struct Waits {
    /// See [`FEATURE_TIMEOUT`].
    feature: Duration,
    /// See [`LATE_FEATURE_TIMEOUT`].
    late_feature: Duration,
    /// See [`IDLE_TIMEOUT`].
    idle: Duration,
    /// See [`SHORT_IDLE_TIMEOUT`].
    short_idle: Duration,
    /// See [`SYNC_TIMEOUT`].
    sync: Duration,
    /// For any answer.
    patience: Duration,
}

impl Waits {
    fn new(engine: &EngineSpec, patience: Duration) -> Self {
        let scaled = |time| engine.scaled(time);
        Self {
            feature: scaled(FEATURE_TIMEOUT).min(patience),
            late_feature: scaled(LATE_FEATURE_TIMEOUT).min(patience),
            idle: scaled(IDLE_TIMEOUT),
            short_idle: scaled(SHORT_IDLE_TIMEOUT),
            sync: scaled(SYNC_TIMEOUT),
            patience,
        }
    }
}

/// The protocol with one engine.
#[derive(Debug)]
pub(super) struct Cecp {
    game: &'static Spec,
    dialect: Dialect,
    features: Features,
    waits: Waits,
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
        let waits = Waits::new(engine, patience);
        let is_listed = |features: &Features| features.variants.contains(&dialect(features, engine, game).variant);
        let can_play = |features: &Features| {
            let has_options = engine.options.iter().all(|(name, value)| option(features, name, value).is_ok());
            let knows_game = is_listed(features) || features.has_option(FILES) && engine.file().is_some();
            has_options && knows_game && (limits.nodes.is_none() || features.nodes)
        };
        let mut features = handshake(process, &waits, &can_play)?;
        if limits.nodes.is_some() && (!features.nodes || limits.clock.is_some() || limits.move_time.is_some()) {
            let why = "cannot be limited to nodes, which in CECP needs `feature nps=1` and no limit of time beside it";
            return Err(features.lack(why.to_owned(), &waits));
        }
        if let Some(file) = engine.file().filter(|_| !is_listed(&features) && features.has_option(FILES)) {
            process.send(&option(&features, FILES, file).map_err(Fault::Unsupported)?)?;
            features = handshake(process, &waits, &is_listed)?;
        }
        let dialect = dialect(&features, engine, game);
        if !is_listed(&features) {
            return Err(features.lack(format!("does not know the variant `{}`", dialect.variant), &waits));
        }
        for (name, value) in &engine.options {
            let command = option(&features, name, value).map_err(|lack| features.lack(lack, &waits))?;
            process.send(&command)?;
        }
        let ponders = engine.ponders();
        Ok(Self { game, dialect, features, waits, ponders, pings: 0, known: 0, playing: false, games: 0 })
    }

    /// Waits until the engine has processed all commands, at most for `patience`; passes what it says meanwhile to `note`.
    /// An engine without `ping` counts as ready when it has been silent for `idle`.
    fn synchronise(
        &mut self,
        process: &mut dyn Connection,
        patience: Duration,
        idle: Duration,
        note: &mut dyn FnMut(&str),
    ) -> Result<(), Fault> {
        let pong = if self.features.ping {
            self.pings += 1;
            process.send(&format!("ping {}", self.pings))?;
            Some(format!("pong {}", self.pings))
        } else {
            None
        };
        let until = Instant::now() + patience;
        loop {
            let deadline = if pong.is_some() { until } else { until.min(Instant::now() + idle) };
            match process.receive(deadline) {
                Ok(line) if pong.as_ref() == Some(&line.text) => return Ok(()),
                Ok(line) if self.features.read(process, &line.text)? => {}
                Ok(line) => note(&line.text),
                Err(Fault::NoResponse) if pong.is_none() => return Ok(()),
                Err(fault) => return Err(fault),
            }
        }
    }

    /// Discards the moves that the engine sent while it was not asked, and reads what it found on the opponent's time. If
    /// it has ended the game meanwhile, returns how.
    fn discard_moves(
        &mut self,
        process: &mut dyn Connection,
        side: Color,
        pondered: &mut SearchInfo,
    ) -> Result<Option<Answer>, Fault> {
        let (game, ponders, mut found) = (self.game, self.ponders, None);
        let mut note = |text: &str| match read_answer(game, side, text) {
            None if ponders => read_search_info(text, pondered),
            None | Some(Answer::Move(_)) => {}
            Some(answer) => drop(found.get_or_insert(answer)),
        };
        match self.synchronise(process, self.waits.sync, self.waits.short_idle, &mut note) {
            // The limits of the search decide whether it is late.
            Ok(()) | Err(Fault::NoResponse) => Ok(found),
            Err(fault) => Err(fault),
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
            let now = Instant::now();
            let until = self.features.asked.map_or(now, |asked| now.max(asked + self.waits.late_feature));
            self.features.wait(process, &self.waits, until, &|features| features.setboard)?;
            if !self.features.setboard {
                let why = "cannot begin from a given position (feature setboard=0)";
                return Err(self.features.lack(why.to_owned(), &self.waits));
            }
            process.send(&format!("setboard {}", self.dialect.fen(fen)))?;
        }
        (self.known, self.playing) = (0, false);
        let mut complaint = None;
        let mut note = |text: &str| {
            if text.starts_with("tellusererror") || text.starts_with("Error (unknown variant)") {
                complaint.get_or_insert(text.to_owned());
            }
        };
        self.synchronise(process, self.waits.patience, self.waits.idle, &mut note)?;
        match complaint {
            Some(complaint) => Err(Fault::Unsupported(format!("refuses the game: {complaint}"))),
            None => Ok(()),
        }
    }

    fn think(&mut self, process: &mut dyn Connection, request: &MoveRequest<'_>) -> Result<MoveReply, Fault> {
        let reply = |answer, info, elapsed| Ok(MoveReply { answer, info, expected: None, elapsed });
        let mut info = SearchInfo::default();
        // What it found on the opponent's time. It counts if the engine then moved without another word.
        let mut pondered = SearchInfo::default();
        // After the first half of a double turn it searches the second by itself.
        let is_searching = self.playing && request.moves.len() == self.known;
        if !is_searching && let Some(answer) = self.discard_moves(process, request.side, &mut pondered)? {
            return reply(answer, pondered, Duration::ZERO);
        }
        let asked = Instant::now();
        self.send_moves(process, request)?;
        let start = Instant::now();
        loop {
            let line = process.receive(start + request.patience)?;
            match read_answer(self.game, request.side, &line.text) {
                Some(Answer::Move(_)) if !is_searching && line.at < asked => {}
                Some(answer) => {
                    let info = if info.score.is_some() { info } else { pondered };
                    return reply(answer, info, line.at.saturating_duration_since(start));
                }
                None if self.features.read(process, &line.text)? => {}
                None => {
                    let is_early = self.ponders && line.at < start;
                    read_search_info(&line.text, if is_early { &mut pondered } else { &mut info });
                }
            }
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

    fn can_begin(&self) -> bool {
        self.games == 0 || self.features.reuse
    }
}

/// Asks the engine for its features. Waits longer for those without which it cannot play.
fn handshake(
    process: &mut dyn Connection,
    waits: &Waits,
    can_play: &dyn Fn(&Features) -> bool,
) -> Result<Features, Fault> {
    let mut features = Features::default();
    process.send("xboard")?;
    process.send("protover 2")?;
    let asked = Instant::now();
    features.asked = Some(asked);
    features.wait(process, waits, asked + waits.feature, &|_| false)?;
    features.wait(process, waits, asked + waits.late_feature, &|features| features.heard && can_play(features))?;
    Ok(features)
}

/// An engine's names for the game and its pieces.
fn dialect(features: &Features, engine: &EngineSpec, game: &'static Spec) -> Dialect {
    let quirks = engine.quirks.unwrap_or_else(|| Quirks::of_engine(&features.name));
    let mut dialect = Dialect::new(game, quirks, engine.variant.as_deref());
    if dialect.variant == game.page.name {
        dialect.variant = variant_name(game).into_owned();
    }
    dialect
}

impl Features {
    /// Waits for features until `are_enough`, or until the engine says that these are all; otherwise until the given time,
    /// or until none has come for a while after it.
    fn wait(
        &mut self,
        process: &mut dyn Connection,
        waits: &Waits,
        mut until: Instant,
        are_enough: &dyn Fn(&Self) -> bool,
    ) -> Result<(), Fault> {
        let latest = Instant::now() + waits.patience;
        while !self.done && !are_enough(self) {
            match process.receive(if self.delayed { latest } else { until }) {
                Ok(line) => {
                    self.heard = true;
                    if self.read(process, &line.text)? {
                        until = latest.min(until.max(Instant::now() + waits.feature));
                    }
                }
                Err(Fault::NoResponse) => break,
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// Reads a line and answers the features in it; `false` if it is about something else.
    fn read(&mut self, process: &mut dyn Connection, line: &str) -> Result<bool, Fault> {
        let Some(text) = line.strip_prefix("feature ") else { return Ok(false) };
        self.came = true;
        for (name, value) in shlex::split(text).unwrap_or_default().iter().filter_map(|word| word.split_once('=')) {
            let answer = if ACCEPTED.contains(&name) { "accepted" } else { "rejected" };
            process.send(&format!("{answer} {name}"))?;
            self.set(name, value);
        }
        Ok(true)
    }

    /// The fault of an engine that lacks something; if it sent no features, that is why.
    fn lack(&self, what: String, waits: &Waits) -> Fault {
        if self.came {
            return Fault::Unsupported(what);
        }
        let [first, last] = [waits.feature, waits.late_feature].map(|wait| wait.as_secs_f64());
        Fault::Unsupported(format!(
            "{what}: no features came within {first} s, nor those needed within {last} s; tscale=FACTOR waits longer"
        ))
    }

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
            "done" => {
                self.done = on;
                self.delayed |= !on;
            }
            _ => {}
        }
    }
}

/// What a line means for the game in which the engine has this side; `None` if nothing. A result is the engine's claim;
/// if it says that the engine has lost, the engine gives up.
fn read_answer(game: &Spec, side: Color, line: &str) -> Option<Answer> {
    let claim = || Some(Answer::Claim(line.to_owned()));
    match line.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["move", text] => Some(Answer::Move(from_client(game, text))),
        ["resign", ..] => Some(Answer::Resign),
        ["tellusererror", ..] | ["Illegal", "move:" | "move", ..] => claim(),
        [word, ..] => match GameResult::read(word.split('{').next().unwrap_or_default())? {
            // A `*` ends nothing.
            GameResult::Unknown => None,
            result if result == GameResult::won_by(!side) => Some(Answer::Resign),
            _ => claim(),
        },
        [] => None,
    }
}

/// The command that sets an option. Hash size and threads also go by their UCI names. The error says what is missing.
fn option(features: &Features, name: &str, value: &str) -> Result<String, String> {
    match name.to_ascii_lowercase().as_str() {
        "memory" | "hash" if features.memory => Ok(format!("memory {value}")),
        "cores" | "threads" if features.smp => Ok(format!("cores {value}")),
        _ if features.has_option(name) => Ok(format!("option {name}={value}")),
        _ => {
            let known = features.options.join(", ");
            Err(format!("has no option `{name}` (options: {known})"))
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
fn read_search_info(line: &str, info: &mut SearchInfo) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [depth, score, _, nodes, line @ ..] = words.as_slice() else { return };
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
            read_search_info(text, &mut info);
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
