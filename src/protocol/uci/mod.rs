//! The Universal Chess Interface.

mod go;
mod info;
mod options;

use std::fmt::Display;
use std::io;

use super::link::{Link, Message, Search};
use super::options::defaults;
use super::settings::Settings;
use super::{ENGINE_NAME, default_variant, open_listed, quote, sanitize};
use crate::search::Finish;
use crate::session::{Event, Session, Task};
use crate::types::Move;
use go::Go;

/// The search or perft in progress.
enum Activity {
    /// A running search; `bestmove` follows when it ends.
    Search(Search),
    /// No search, because there are no legal moves; `bestmove 0000` follows after `stop` or `ponderhit`.
    NoMoves,
    /// A running perft, by its ID.
    Perft(u64),
}

impl Activity {
    fn is_search(&self, id: u64) -> bool {
        matches!(self, Self::Search(search) if search.id == id)
    }
}

/// The protocol's state.
pub(super) struct Uci<'o> {
    link: Link<'o>,
    session: Box<dyn Session>,
    settings: Settings,
    activity: Option<Activity>,
}

impl<'o> Uci<'o> {
    /// The state after the command `uci`.
    pub fn new(link: Link<'o>) -> Self {
        let session = open_listed(default_variant());
        Self { link, session, settings: defaults(), activity: None }
    }

    /// Runs the protocol until `quit` or the end of the input.
    ///
    /// # Errors
    /// When writing to the client fails.
    pub fn run(mut self) -> io::Result<()> {
        self.introduce()?;
        loop {
            match self.link.next() {
                Message::Closed => return Ok(()),
                Message::Line(line) => {
                    let words: Vec<&str> = line.split_whitespace().collect();
                    if words.first() == Some(&"quit") {
                        return Ok(());
                    }
                    self.command(&words)?;
                }
                Message::Search(id, event) => self.event(id, event)?,
                Message::Perft(id, counts) => self.perft_ended(id, &counts)?,
            }
        }
    }

    /// Executes a command other than `quit`.
    fn command(&mut self, words: &[&str]) -> io::Result<()> {
        match words {
            [] | ["debug" | "register", ..] => Ok(()),
            ["uci"] => self.introduce(),
            ["isready"] => {
                if self.activity.is_none() {
                    self.settings.apply(&mut *self.session);
                }
                self.link.send_line("readyok")
            }
            ["setoption", rest @ ..] => self.set_option(rest),
            ["ucinewgame"] => {
                self.finish_search()?;
                self.settings.begin_game();
                self.session.clear();
                Ok(())
            }
            ["position", rest @ ..] => self.position(rest),
            ["go", rest @ ..] => self.go(rest),
            ["stop"] => self.stop(),
            ["ponderhit"] => self.ponder_hit(),
            ["d"] => {
                let view = self.session.view();
                self.link.send_line(format!("{}{}", view.diagram(), view.fen()))
            }
            [word, ..] => self.error(format_args!("unknown command {}", quote(word))),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.link.send_line(format_args!("id name {ENGINE_NAME}"))?;
        self.link.send_line("id author the Bactrian authors")?;
        self.send_options()?;
        self.link.send_line("uciok")
    }

    /// Reports an error as `info string`, because UCI has no command for errors.
    fn error(&mut self, text: impl Display) -> io::Result<()> {
        self.link.send_line(format_args!("info string error: {text}"))
    }

    /// `position startpos|fen FEN [moves M ..]`. After an illegal FEN the old position stays; after an illegal move the
    /// moves before it have been played.
    fn position(&mut self, words: &[&str]) -> io::Result<()> {
        let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let (start, moves) = (&words[..split], words.get(split + 1..).unwrap_or_default());
        let placed = match start {
            ["startpos"] => self.session.set_position(None),
            ["fen", fields @ ..] => self.session.set_position(Some(&fields.join(" "))),
            _ => return self.error("expected position startpos|fen FEN [moves M ..]"),
        };
        if let Err(why) = placed {
            return self.error(sanitize(&format!("illegal position: {why}")));
        }
        for text in moves {
            if let Err(why) = self.session.play_text(text) {
                let why = sanitize(&why.to_string());
                return self.error(format_args!("illegal move {}: {why}", quote(text)));
            }
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        self.finish_search()?;
        let go = Go::read(words, self.session.view().side());
        for error in &go.errors {
            self.error(error)?;
        }
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        if self.session.view().legal_moves().is_empty() {
            if go.ponder || go.infinite {
                self.activity = Some(Activity::NoMoves);
                return Ok(());
            }
            return self.link.send_line("bestmove 0000");
        }
        self.settings.apply(&mut *self.session);
        let task = Task {
            limits: go.limits(self.settings.overhead),
            ponder: go.ponder,
            infinite: go.infinite,
            only: go.only.iter().filter_map(|text| self.session.view().read_move(text).ok()).collect(),
            exclude: Vec::new(),
            lines: self.settings.lines,
            skill: if go.is_analysis() { None } else { self.settings.skill() },
        };
        self.activity = Some(Activity::Search(self.link.search(&mut *self.session, task)));
        Ok(())
    }

    fn stop(&mut self) -> io::Result<()> {
        match &self.activity {
            Some(Activity::Search(search)) => search.running.stop(),
            Some(Activity::NoMoves) => self.best_move(None, None)?,
            Some(Activity::Perft(_)) => self.activity = None,
            None => {}
        }
        Ok(())
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        match &self.activity {
            Some(Activity::Search(search)) => search.running.ponder_hit(),
            Some(Activity::NoMoves) => self.best_move(None, None)?,
            _ => {}
        }
        Ok(())
    }

    /// Stops the activity and waits until its best move has been sent. A perft is aborted without a result.
    fn finish_search(&mut self) -> io::Result<()> {
        self.stop()?;
        while let Some(Activity::Search(search)) = &self.activity {
            let id = search.id;
            let event = self.link.next_event(id);
            self.event(id, event)?;
        }
        Ok(())
    }

    fn event(&mut self, id: u64, event: Event) -> io::Result<()> {
        let Some(Activity::Search(search)) = self.activity.as_ref().filter(|activity| activity.is_search(id)) else {
            return Ok(());
        };
        match event {
            Event::Report(report) => self.link.send_line(info::line(&report, search.running.root())),
            Event::Finish(Finish { best, ponder, .. }) => self.best_move(best, ponder),
        }
    }

    /// Ends the activity and sends the best move.
    fn best_move(&mut self, best: Option<Move>, ponder: Option<Move>) -> io::Result<()> {
        let root = match self.activity.take() {
            Some(Activity::Search(Search { running, .. })) => Some(running),
            _ => None,
        };
        let root = root.as_ref().map_or(self.session.view(), |running| running.root());
        // A search that panicked has no best move; play any legal move instead of forfeiting.
        let best = best.or_else(|| root.legal_moves().first().copied());
        let line: Vec<Move> = best.into_iter().chain(ponder).collect();
        match root.line_text(&line).as_slice() {
            [best, ponder] => self.link.send_line(format_args!("bestmove {best} ponder {ponder}")),
            [best] => self.link.send_line(format_args!("bestmove {best}")),
            _ => self.link.send_line("bestmove 0000"),
        }
    }

    fn perft(&mut self, depth: u32) -> io::Result<()> {
        let (variant, fen) = (self.session.spec().page.name, self.session.view().fen());
        let id = self.link.perft(variant, fen, depth, self.settings.threads)?;
        self.activity = Some(Activity::Perft(id));
        Ok(())
    }

    fn perft_ended(&mut self, id: u64, counts: &[(String, u64)]) -> io::Result<()> {
        if !matches!(self.activity, Some(Activity::Perft(awaited)) if awaited == id) {
            return Ok(());
        }
        self.activity = None;
        for (text, nodes) in counts {
            self.link.send_line(format_args!("{text}: {nodes}"))?;
        }
        self.link.send_line(format_args!("\nNodes searched: {}", counts.iter().map(|(_, nodes)| nodes).sum::<u64>()))
    }
}
