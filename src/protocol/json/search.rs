//! Searches: they send events, and answer at their end.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Json;
use super::analysis::{Analysis, PERIOD};
use super::error::JsonError;
use super::place::Place;
use super::position::sign;
use super::request::{Arguments, Id, fields, parse};
use crate::board::View;
use crate::eval::{Chances, win_draw_loss};
use crate::search::{Bound, Clock, Finish, Limits, MAX_LINES, Report, Skill};
use crate::session::{Event, Task};
use crate::system::Instant;
use crate::types::score::moves_to_mate;
use crate::types::{Color, Move, Score};

/// The arguments of `search` beside the place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<u64>,
    clock: Option<Clocks>,
    #[serde(default)]
    lines: usize,
    level: Option<usize>,
    elo: Option<usize>,
    #[serde(default)]
    only: Vec<String>,
}

/// Both sides' clocks, in milliseconds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Clocks {
    white: u64,
    black: u64,
    #[serde(default)]
    white_increment: u64,
    #[serde(default)]
    black_increment: u64,
}

impl Wanted {
    fn limits(&self, side: Color, overhead: Duration, longest: Duration) -> Limits {
        let clock = self.clock.as_ref().map(|clocks| {
            let (remaining, increment) = match side {
                Color::White => (clocks.white, clocks.white_increment),
                Color::Black => (clocks.black, clocks.black_increment),
            };
            let [remaining, increment] = [remaining, increment].map(|time| Duration::from_millis(time).min(longest));
            Clock { remaining, increment, moves_to_go: None }
        });
        let move_time = self.time.map(|time| Duration::from_millis(time).min(longest));
        let overhead = if clock.is_some() { overhead } else { Duration::ZERO };
        Limits { depth: self.depth, nodes: self.nodes, move_time, clock, overhead, ..Limits::default() }
    }

    fn skill(&self, seed: u64) -> Result<Option<Skill>, JsonError> {
        let wrong = |name, range: std::ops::RangeInclusive<usize>| {
            JsonError::Argument(format!("`{name}` is a number from {} to {}", range.start(), range.end()))
        };
        match (self.level, self.elo) {
            (None, None) => Ok(None),
            (Some(_), Some(_)) => Err(JsonError::Argument("either `level` or `elo`".to_owned())),
            (Some(level), _) if level > Skill::FULL => Err(wrong("level", 0..=Skill::FULL)),
            (Some(level), _) => Ok(Skill::of_level(level, seed)),
            (_, Some(elo)) if !Skill::ELO.contains(&elo) => Err(wrong("elo", Skill::ELO)),
            (_, Some(elo)) => Ok(Some(Skill::of_elo(elo, seed))),
        }
    }

    fn only(&self, view: &dyn View) -> Result<Vec<Move>, JsonError> {
        let read = |(number, text): (usize, &String)| {
            view.read_move(text).map_err(|error| JsonError::Move { number: number + 1, error })
        };
        self.only.iter().enumerate().map(read).collect()
    }
}

impl Json<'_> {
    /// Starts a search.
    pub(super) fn search(&mut self, id: &Id, mut arguments: Arguments) -> Result<(), JsonError> {
        let place = Place::take(&mut arguments)?;
        let wanted: Wanted = parse(arguments)?;
        if wanted.lines > MAX_LINES {
            return Err(JsonError::Argument(format!("`lines` is a number up to {MAX_LINES}")));
        }
        let (overhead, longest, seed) = (self.settings.overhead(), self.bounds.search, self.settings.current_seed());
        let session = self.at(&place)?;
        let limits = wanted.limits(session.view().side(), overhead, longest);
        let (skill, only) = (wanted.skill(seed)?, wanted.only(session.view())?);
        let has_moves = !session.view().legal_moves().is_empty();
        let infinite = !limits.end_by_themselves();
        self.finish_work("replaced")?;
        if !has_moves {
            let answer = json!({"best": null, "san": null, "depth": 0, "nodes": 0, "ended": "limit"});
            return Ok(self.answer(id, answer)?);
        }
        self.take_slot()?;
        let task = Task { limits, infinite, only, lines: wanted.lines, skill, tables: true, ..Task::default() };
        let Some(session) = self.session.as_deref_mut() else { return Ok(()) };
        let search = self.link.search(session, &mut self.settings, task);
        self.analysis = Some(Analysis {
            id: id.clone(),
            search,
            deadline: Instant::now() + longest,
            stopped: None,
            next_progress: Instant::now() + PERIOD,
            lines: BTreeMap::new(),
        });
        Ok(())
    }

    /// Stops the search, if there is one, and answers its request.
    pub(super) fn finish_search(&mut self, why: &'static str) -> io::Result<()> {
        let Some(analysis) = &mut self.analysis else { return Ok(()) };
        let id = analysis.search.id;
        analysis.stop(why);
        while self.analysis.is_some() {
            let event = self.link.next_event(id);
            self.search_event(id, event)?;
        }
        Ok(())
    }

    /// Sends the lines and the progress whose time has come, and stops a search that has lasted too long.
    pub(super) fn keep_search_time(&mut self) -> io::Result<()> {
        let now = Instant::now();
        let Some(analysis) = &mut self.analysis else { return Ok(()) };
        if now >= analysis.deadline {
            analysis.stop("limit");
            // Its end comes as an event.
            analysis.deadline += self.bounds.search;
        }
        let mut due = Vec::new();
        for line in analysis.lines.values_mut().filter(|line| line.due(now).is_some_and(|due| due <= now)) {
            line.sent = Some(now);
            due.extend(line.held.take());
        }
        due.iter().try_for_each(|report| self.send_line(report))?;
        self.send_progress(now)
    }

    /// Tells how far the search has come, if it is time to.
    fn send_progress(&mut self, now: Instant) -> io::Result<()> {
        let Some(analysis) = &mut self.analysis else { return Ok(()) };
        if now < analysis.next_progress {
            return Ok(());
        }
        analysis.next_progress = now + PERIOD;
        let progress = analysis.search.running.progress();
        let root = analysis.search.running.root();
        let event = json!({
            "id": analysis.id,
            "event": "progress",
            "depth": progress.depth,
            "nodes": progress.nodes,
            "speed": progress.nodes_per_second(),
            "time": progress.elapsed.as_millis() as u64,
            "move": progress.current.map(|m| root.move_text(m)),
        });
        self.link.send_line(event)
    }

    /// An event of a search, which may be of an earlier one.
    pub(super) fn search_event(&mut self, id: u64, event: Event) -> io::Result<()> {
        let Some(analysis) = &mut self.analysis else { return Ok(()) };
        if analysis.search.id != id {
            return Ok(());
        }
        match event {
            Event::Report(report) => {
                let line = analysis.lines.entry(report.rank).or_default();
                line.held = Some(report);
                self.keep_search_time()
            }
            Event::Finish(finish) => self.search_ended(finish),
        }
    }

    fn send_line(&mut self, report: &Report) -> io::Result<()> {
        let Some(Analysis { id, search, .. }) = &self.analysis else { return Ok(()) };
        let root = search.running.root();
        let mut event = line(report, root, self.settings.catalogue.evaluations.chances(root.spec()));
        event.insert("id".to_owned(), json!(id));
        event.insert("event".to_owned(), "line".into());
        self.link.send_line(Value::from(event))
    }

    fn search_ended(&mut self, finish: Finish) -> io::Result<()> {
        let Some(analysis) = &mut self.analysis else { return Ok(()) };
        // The newest state of each line belongs before the answer.
        let held: Vec<Report> = analysis.lines.values_mut().filter_map(|line| line.held.take()).collect();
        held.iter().try_for_each(|report| self.send_line(report))?;
        let Some(analysis) = self.analysis.take() else { return Ok(()) };
        self.idle_since = Instant::now();
        let Analysis { id, search, stopped, .. } = analysis;
        let root = search.running.root();
        let text = |m: Option<Move>| m.map(|m| root.move_text(m));
        let mut answer = score(root.side(), finish.score);
        answer.extend(fields(json!({
            "best": text(finish.best),
            "san": finish.best.map(|m| root.san(m)),
            "depth": finish.depth,
            "nodes": finish.nodes,
            "ended": stopped.unwrap_or("limit"),
        })));
        self.answer(&id, answer.into())
    }
}

/// A score from White's view, given that of the side to move.
pub(super) fn score(side: Color, score: Score) -> Map<String, Value> {
    let (name, value) = moves_to_mate(score).map_or(("score", score), |moves| ("mate", moves));
    [(name.to_owned(), json!(sign(side) * value))].into_iter().collect()
}

/// The event for a line.
fn line(report: &Report, root: &dyn View, chances: Chances) -> Map<String, Value> {
    let mut event = score(root.side(), report.line.score);
    let mut chances = win_draw_loss(chances, root, report.line.score);
    if root.side() == Color::Black {
        chances.reverse();
    }
    let is_of_white = root.side() == Color::White;
    let bound = match report.line.bound {
        Bound::Exact => None,
        Bound::Lower => Some(if is_of_white { "lower" } else { "upper" }),
        Bound::Upper => Some(if is_of_white { "upper" } else { "lower" }),
    };
    let (moves, san) = line_texts(root, &report.line.moves);
    event.extend(fields(json!({
        "rank": report.rank,
        "depth": report.depth,
        "selectiveDepth": report.selective_depth,
        "chances": chances,
        "nodes": report.nodes,
        "speed": report.nodes_per_second(),
        "time": report.elapsed.as_millis() as u64,
        "hashFull": report.hash_full,
        "tableHits": report.table_hits,
        "moves": moves,
        "san": san,
    })));
    if let Some(bound) = bound {
        event.insert("bound".to_owned(), bound.into());
    }
    event
}

/// The moves of a line in coordinate and in algebraic notation.
fn line_texts(root: &dyn View, moves: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut view = root.boxed();
    let texts = moves.iter().map(|&m| {
        let texts = (view.move_text(m), view.san(m));
        view = view.after(m);
        texts
    });
    texts.unzip()
}
