//! The Universal Chess Interface.

mod commands;
mod conversation;
mod go;
mod held;
mod info;
mod job;
mod options;

use std::fmt::Display;
use std::io;
use std::time::Duration;

use super::link::{Job, Link, Search};
use super::text::{BROKEN, quote, sanitize};
use crate::ENGINE_NAME;
use crate::search::{Finish, Limits, time_of_nodes};
use crate::session::{Catalogue, Event, Session, Settings, Task, default_game};
use crate::types::Move;
use crate::types::score::DRAW;
use go::Go;
use held::HeldLines;

pub(super) use self::commands::{has_command, help};

/// The maximum number of words after `position .. moves`. Longer games are refused: each turn takes time and memory.
const MAX_GAME_WORDS: usize = 20_000;
/// From this time of a search on, the root move being searched is reported, once in each [`PROGRESS_INTERVAL`].
const PROGRESS_AFTER: Duration = Duration::from_secs(3);
/// See [`PROGRESS_AFTER`].
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// What is said where a position is needed but the last one was refused.
const REFUSED: &str = "the last position was refused: ";

/// What is in progress.
enum Activity {
    /// A running search; `bestmove` follows when it ends.
    Search {
        search: Search,
        /// The nodes at the last report of its progress. A search that has ended and only waits counts no more.
        reported_nodes: u64,
    },
    /// No search, because there are no legal moves; `bestmove 0000` follows after `stop` or `ponderhit`.
    NoMoves,
    /// A perft or bench.
    Job(Job),
}

impl Activity {
    fn is_search(&self, id: u64) -> bool {
        matches!(self, Self::Search { search, .. } if search.id == id)
    }

    fn is_job(&self, id: u64) -> bool {
        matches!(self, Self::Job(job) if job.id == id)
    }

    /// Whether it ends by itself.
    fn is_limited(&self) -> bool {
        match self {
            Self::Search { search, .. } => search.running.ends_by_itself(),
            Self::NoMoves => false,
            Self::Job(_) => true,
        }
    }
}

/// The protocol's state.
pub(super) struct Uci<'o> {
    link: Link<'o>,
    session: Box<dyn Session>,
    settings: Settings,
    activity: Option<Activity>,
    /// Whether the client has sent `uci`. Until then it may still change to CECP.
    is_introduced: bool,
    /// Lines that wait for the end of the activity.
    held: HeldLines,
    /// Whether the input has ended.
    input_ended: bool,
    /// Why the last `position` was refused; `None` if it was not. Until another one is accepted there is nothing to search.
    refused: Option<String>,
    /// The hash size and threads of which the client has been told.
    told: Option<(usize, usize)>,
    /// The time left in this game where nodes count as time; `None` before its first move.
    node_clock: Option<Duration>,
}

impl<'o> Uci<'o> {
    /// The state before the first command.
    pub fn new(catalogue: Catalogue, link: Link<'o>) -> Self {
        let session = catalogue.open(default_game());
        Self {
            link,
            session,
            settings: Settings::new(catalogue),
            activity: None,
            is_introduced: false,
            held: HeldLines::default(),
            input_ended: false,
            refused: None,
            told: None,
            node_clock: None,
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.is_introduced = true;
        self.link.send_line(format_args!("id name {ENGINE_NAME}"))?;
        self.link.send_line("id author the Bactrian authors")?;
        self.send_options()?;
        self.link.send_line("uciok")
    }

    fn is_ready(&mut self) -> io::Result<()> {
        if self.activity.is_none() {
            self.settings.apply(&mut *self.session);
        }
        self.link.send_line("readyok")
    }

    fn new_game(&mut self) -> io::Result<()> {
        self.finish_activity()?;
        self.settings.begin_game();
        self.node_clock = None;
        self.session.clear();
        Ok(())
    }

    /// Reports an error as `info string`, because UCI has no command for errors.
    fn error(&mut self, text: impl Display) -> io::Result<()> {
        self.link.send_line(format_args!("info string error: {text}"))
    }

    /// `position startpos|fen FEN [moves M ..]`. If it is refused, nothing is searched until another one is accepted: the
    /// answer would be of another position than the client thinks.
    fn position(&mut self, words: &[&str]) -> io::Result<()> {
        self.refused = self.set_position(words).err();
        self.tell_refusal("")
    }

    /// Sets up a position and plays the moves; the error tells what is wrong. After an illegal FEN the old position stays,
    /// after an illegal move the moves before it have been played.
    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (start, moves) = (&words[..split], words.get(split + 1..).unwrap_or_default());
        if moves.len() > MAX_GAME_WORDS {
            let found = moves.len();
            return Err(format!("{found} moves after position, at most {MAX_GAME_WORDS} are supported"));
        }
        let placed = match start {
            ["startpos"] => self.session.set_position(None),
            ["fen", fields @ ..] => self.session.set_position(Some(&fields.join(" "))),
            _ => return Err("expected position startpos|fen FEN [moves M ..]".to_owned()),
        };
        placed.map_err(|why| sanitize(&format!("illegal position: {why}")))?;
        for text in moves {
            let refused = |why| format!("illegal move {}: {}", quote(text), sanitize(&format!("{why}")));
            self.session.play_text(text).map_err(refused)?;
        }
        Ok(())
    }

    /// Tells why the last position was refused, if it was, after what follows from it.
    fn tell_refusal(&mut self, consequence: &str) -> io::Result<()> {
        let error = self.refused.as_ref().map(|why| format!("{consequence}{why}"));
        error.map_or(Ok(()), |error| self.error(error))
    }

    fn show(&mut self) -> io::Result<()> {
        self.tell_refusal(REFUSED)?;
        let view = self.session.view();
        self.link.send_line(format!("{}{}", view.diagram(), view.fen()))
    }

    fn show_evaluation(&mut self) -> io::Result<()> {
        if self.refused.is_some() {
            return self.tell_refusal(REFUSED);
        }
        let table = self.session.evaluation_table();
        self.link.send_line(table)
    }

    fn flip(&mut self) -> io::Result<()> {
        if self.refused.is_some() {
            return self.tell_refusal(REFUSED);
        }
        let fen = self.session.view().flipped_fen();
        match self.session.set_position(Some(&fen)) {
            Ok(()) => Ok(()),
            Err(why) => self.error(sanitize(&format!("the position cannot be flipped: {why}"))),
        }
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        self.finish_activity()?;
        let view = self.session.view();
        let mut go = Go::read(words, view.side());
        let mut limits = go.limits(&self.settings);
        if let Some(clock) = limits.clock.as_mut().filter(|_| limits.node_rate.is_some()) {
            // The client's clock knows nothing of nodes: it counts at the first move of a game only.
            clock.remaining = *self.node_clock.get_or_insert(clock.remaining);
        }
        if go.perft.is_none() {
            go.resolve(view);
        }
        if let Some(error) = go.errors.summary() {
            self.error(error)?;
        }
        if self.refused.is_some() {
            self.tell_refusal(REFUSED)?;
            return if go.perft.is_some() { Ok(()) } else { self.go_without_moves(&go) };
        }
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        if self.session.view().legal_moves().is_empty() {
            let score = info::score_text(self.session.final_score().unwrap_or(DRAW));
            self.link.send_line(format_args!("info depth 0 score {score}"))?;
            return self.go_without_moves(&go);
        }
        self.tell_resources()?;
        let skill = if go.is_analysis() { None } else { self.settings.skill() };
        let task = Task {
            limits,
            ponder: go.ponder,
            infinite: go.infinite,
            only: go.only,
            lines: self.settings.lines,
            skill,
            tables: self.settings.tables,
            ..Task::default()
        };
        let search = self.link.search(&mut *self.session, &mut self.settings, task);
        self.activity = Some(Activity::Search { search, reported_nodes: 0 });
        Ok(())
    }

    /// `go` in a finished game, or where there is no position.
    fn go_without_moves(&mut self, go: &Go) -> io::Result<()> {
        self.activity = Some(Activity::NoMoves);
        if go.ponder || go.infinite { Ok(()) } else { self.best_move(&Finish::without_move(DRAW)) }
    }

    /// Tells hash size and threads before the first search and after each change.
    fn tell_resources(&mut self) -> io::Result<()> {
        let Settings { hash, threads, .. } = self.settings;
        if self.told.replace((hash, threads)) == Some((hash, threads)) {
            return Ok(());
        }
        let plural = if threads == 1 { "" } else { "s" };
        self.link.send_line(format_args!("info string hash {hash} MiB, {threads} thread{plural}"))
    }

    fn stop(&mut self) -> io::Result<()> {
        match &self.activity {
            Some(Activity::Search { search, .. }) => search.running.stop(),
            Some(Activity::NoMoves) => self.best_move(&Finish::without_move(DRAW))?,
            Some(Activity::Job(_)) => self.activity = None,
            None => {}
        }
        Ok(())
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        match &self.activity {
            Some(Activity::Search { search, .. }) => search.running.ponder_hit(),
            Some(Activity::NoMoves) => self.best_move(&Finish::without_move(DRAW))?,
            _ => {}
        }
        Ok(())
    }

    /// Stops the activity and waits until its best move has been sent. A perft or bench is aborted without a result.
    fn finish_activity(&mut self) -> io::Result<()> {
        self.stop()?;
        while let Some(Activity::Search { search, .. }) = &self.activity {
            let id = search.id;
            let event = self.link.next_event(id);
            self.event(id, event)?;
        }
        Ok(())
    }

    fn event(&mut self, id: u64, event: Event) -> io::Result<()> {
        let activity = self.activity.as_ref().filter(|activity| activity.is_search(id));
        let Some(Activity::Search { search, .. }) = activity else { return Ok(()) };
        match event {
            Event::Report(report) => {
                let chances = self.settings.show_chances.then(|| self.session.chances());
                let line = info::line(&report, search.running.root(), chances);
                self.link.send_line(line)
            }
            Event::Finish(finish) => {
                let Limits { clock, node_rate, .. } = *search.running.limits();
                if let (Some(left), Some(clock), Some(rate)) = (&mut self.node_clock, clock, node_rate) {
                    *left = left.saturating_sub(time_of_nodes(finish.nodes, rate)).saturating_add(clock.increment);
                }
                self.best_move(&finish)
            }
        }
    }

    /// Reports which root move a long search is at.
    fn report_progress(&mut self) -> io::Result<()> {
        let Some(Activity::Search { search, reported_nodes, .. }) = &mut self.activity else { return Ok(()) };
        let progress = search.running.progress();
        if progress.elapsed < PROGRESS_AFTER || progress.nodes == *reported_nodes {
            return Ok(());
        }
        *reported_nodes = progress.nodes;
        let line = info::progress(&progress, search.running.root());
        line.map_or(Ok(()), |line| self.link.send_line(line))
    }

    /// Ends the activity and sends the best move.
    fn best_move(&mut self, finish: &Finish) -> io::Result<()> {
        let line = match self.activity.take() {
            Some(Activity::Search { search, .. }) => {
                let any = search.running.substitute(finish);
                if any.is_some() {
                    self.link.send_line(format_args!("info string error: {BROKEN}"))?;
                }
                let moves: Vec<Move> = finish.best.or(any).into_iter().chain(finish.ponder).collect();
                search.running.root().line_text(&moves)
            }
            _ => Vec::new(),
        };
        match line.as_slice() {
            [best, ponder] => self.link.send_line(format_args!("bestmove {best} ponder {ponder}")),
            [best] => self.link.send_line(format_args!("bestmove {best}")),
            _ => self.link.send_line("bestmove 0000"),
        }
    }
}
