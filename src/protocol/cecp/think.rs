//! Searches: for a move, on the opponent's time, for analysis, for a hint.

use std::io;
use std::time::{Duration, Instant};

use super::hand::Drawn;
use super::{Cecp, Mode};
use crate::protocol::link::Search;
use crate::search::{Bound, Finish, Limits, Report};
use crate::session::{Event, Task};
use crate::types::score::{self, moves_to_mate};
use crate::types::{Ending, Move};

/// CECP's way to write a mate in so many moves: this and that number.
const CECP_MATE: i32 = 100_000;
/// Lines are kept shorter than the 512 bytes for which clients have room.
const LONGEST_LINE: usize = 500;
/// What a hint may cost.
const HINT: Limits = Limits {
    depth: None,
    nodes: Some(20_000),
    move_time: Some(Duration::from_millis(500)),
    clock: None,
    overhead: Duration::ZERO,
    mate: None,
};

/// What a search is for.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Purpose {
    /// A move in the game.
    Move,
    /// A move after the reply that is expected.
    Ponder(Move),
    /// Analysis.
    Analysis,
    /// A hint for the opponent.
    Hint,
}

/// A search under way.
pub(super) struct Activity {
    search: Search,
    purpose: Purpose,
    /// When it began, or when pondering became thinking.
    since: Instant,
    /// The best line so far.
    line: Vec<Move>,
}

impl Cecp<'_> {
    fn start(&mut self, purpose: Purpose, task: Task) {
        self.settings.apply(&mut *self.session);
        let search = self.link.search(&mut *self.session, task);
        self.activity = Some(Activity { search, purpose, since: Instant::now(), line: Vec::new() });
    }

    /// Whether the engine is about to move.
    pub(super) fn is_thinking(&self) -> bool {
        self.activity.as_ref().is_some_and(|activity| activity.purpose == Purpose::Move)
    }

    /// Gives up what is being searched. Pings that waited for a move are answered.
    pub(super) fn halt(&mut self) -> io::Result<()> {
        self.activity = None;
        self.answer_pings()
    }

    /// Gives up an analysis, which then begins anew with what has changed.
    pub(super) fn stop_analysis(&mut self) -> io::Result<()> {
        if self.mode == Mode::Analyse { self.halt() } else { Ok(()) }
    }

    fn limits(&self) -> Limits {
        let side = self.session.view().side();
        self.time.limits(self.moves_made(side), self.settings.overhead)
    }

    /// Begins to think about the move.
    pub(super) fn think(&mut self) -> io::Result<()> {
        self.halt()?;
        let task = Task { limits: self.limits(), exclude: self.excluded.clone(), lines: 1, ..Task::default() };
        self.start(Purpose::Move, task);
        Ok(())
    }

    /// Begins to think about the move after the expected reply.
    fn start_ponder(&mut self) {
        let Some(expected) = self.expected else { return };
        if self.session.play(expected).is_err() {
            return;
        }
        if self.session.ending().is_none() && Mode::Play(self.session.view().side()) == self.mode {
            let task = Task { limits: self.limits(), ponder: true, lines: 1, ..Task::default() };
            self.start(Purpose::Ponder(expected), task);
        }
        self.session.undo();
    }

    /// Whether this move is the one after which the engine has been thinking.
    pub(super) fn is_ponder_hit(&self, played: Move) -> bool {
        let activity = self.activity.as_ref();
        activity.is_some_and(|activity| activity.purpose == Purpose::Ponder(played))
    }

    /// The expected reply was played: thinking goes on, on the engine's own time.
    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        if let Some(activity) = &mut self.activity {
            activity.purpose = Purpose::Move;
            activity.since = Instant::now();
            activity.search.running.ponder_hit();
        }
        Ok(())
    }

    /// `hard` and `easy`.
    pub(super) fn set_ponder(&mut self, ponder: bool) -> io::Result<()> {
        self.ponder = ponder;
        let pondering = self.activity.as_ref().is_some_and(|activity| matches!(activity.purpose, Purpose::Ponder(_)));
        if pondering && !ponder { self.halt() } else { Ok(()) }
    }

    /// In analysis, searches whenever there is something to search.
    pub(super) fn resume_analysis(&mut self) {
        if self.mode != Mode::Analyse || self.activity.is_some() || !self.position_valid {
            return;
        }
        if self.session.view().legal_moves().iter().all(|m| self.excluded.contains(m)) {
            return;
        }
        let lines = self.settings.lines;
        let task = Task { infinite: true, exclude: self.excluded.clone(), lines, ..Task::default() };
        self.start(Purpose::Analysis, task);
    }

    /// `?`: the engine moves at once, if it is thinking.
    pub(super) fn move_now(&mut self) -> io::Result<()> {
        if let Some(activity) = self.activity.as_ref().filter(|activity| activity.purpose == Purpose::Move) {
            activity.search.running.stop();
        }
        Ok(())
    }

    /// `.`: how far the search has come.
    pub(super) fn tell_progress(&mut self) -> io::Result<()> {
        let Some(activity) = &self.activity else {
            let idle = self.mode == Mode::Analyse;
            return if idle { self.link.say("stat01: 0 0 0 0 0") } else { Ok(()) };
        };
        let progress = activity.search.running.progress();
        let current = Move::from_bits(progress.current);
        let left = progress.move_count.saturating_sub(progress.move_number);
        let text = |m: Move| format!(" {}", self.client_text(&activity.search.running.root().move_text(m)));
        let current = if current.is_some() { text(current) } else { String::new() };
        let (centiseconds, depth) = (progress.elapsed.as_millis() / 10, progress.depth);
        let (nodes, count) = (progress.nodes, progress.move_count);
        self.link.say(format_args!("stat01: {centiseconds} {nodes} {depth} {left} {count}{current}"))
    }

    /// `hint`: what the engine would play for the side to move, or expects from it.
    pub(super) fn hint(&mut self) -> io::Result<()> {
        let known = match &self.activity {
            Some(Activity { purpose: Purpose::Move, .. }) => return Ok(()),
            Some(Activity { purpose: Purpose::Analysis, line, .. }) => line.first().copied(),
            _ => self.expected,
        };
        if let Some(known) = known {
            return self.tell_hint(known);
        }
        if self.activity.is_none() && self.position_valid && self.session.ending().is_none() {
            self.start(Purpose::Hint, Task { limits: HINT, lines: 1, ..Task::default() });
        }
        Ok(())
    }

    fn tell_hint(&mut self, m: Move) -> io::Result<()> {
        let text = self.client_text(&self.session.view().move_text(m));
        self.link.say(format_args!("Hint: {text}"))
    }

    /// Something that a search says. Those that were given up are no longer listened to.
    pub(super) fn event(&mut self, id: u64, event: Event) -> io::Result<()> {
        let Some(activity) = self.activity.as_mut().filter(|activity| activity.search.id == id) else {
            return Ok(());
        };
        match event {
            Event::Report(report) => {
                if report.rank == 1 {
                    activity.line.clone_from(&report.line.moves);
                }
                let shown = match activity.purpose {
                    Purpose::Analysis => true,
                    Purpose::Hint => false,
                    Purpose::Move | Purpose::Ponder(_) => self.post,
                };
                if shown { self.tell_report(&report) } else { Ok(()) }
            }
            Event::Finish(finish) => match self.activity.take() {
                Some(Activity { purpose: Purpose::Move, since, .. }) => self.make_move(finish, since.elapsed()),
                Some(Activity { purpose: Purpose::Hint, .. }) => {
                    finish.best.map_or(Ok(()), |best| self.tell_hint(best))
                }
                _ => Ok(()),
            },
        }
    }

    /// Plays the move that the search has found.
    fn make_move(&mut self, finish: Finish, elapsed: Duration) -> io::Result<()> {
        // A search that broke down has found nothing; any move is better than none.
        let Some(best) = finish.best.or_else(|| self.session.view().legal_moves().first().copied()) else {
            return self.answer_pings();
        };
        let side = self.session.view().side();
        // The second half of a double turn, to the client the same turn still.
        let second = self.movers.last() == Some(&side);
        let silent = second && !self.screen.takes_halves();
        let drawn = self.drawn(best);
        let text = self.said(best, &drawn);
        if let Err(error) = self.session.play(best) {
            log::error!("the search's move cannot be played: {error}");
            return self.answer_pings();
        }
        self.movers.push(side);
        self.position_changed();
        self.expected = finish.ponder;
        self.score = Some(finish.score);
        self.time.moved(elapsed, self.moves_made(side));
        let ending = self.session.ending();
        // Said before the move, it claims the draw; for mate and stalemate the client needs no claim.
        if matches!(ending, Some(Ending::Repetition | Ending::FiftyMoves | Ending::BareKings)) {
            self.link.say("offer draw")?;
        }
        self.screen.note(&Drawn { shown: drawn.shown && !silent, ..drawn });
        if !silent {
            self.link.say(format_args!("move {text}"))?;
        }
        if ending.is_none() && self.session.view().side() == side {
            // The engine has moved and is to move again.
            return self.think();
        }
        self.repair()?;
        self.show_signs()?;
        if let Some(ending) = ending {
            self.tell_result(ending)?;
        }
        self.answer_pings()?;
        if self.ponder && ending.is_none() {
            self.start_ponder();
        }
        Ok(())
    }

    /// One line of thinking: depth, score, centiseconds, nodes, deepest line, speed, table hits, and after a tab the
    /// moves, cut where the line would become too long.
    fn tell_report(&mut self, report: &Report) -> io::Result<()> {
        let mut text = format!(
            "{} {} {} {} {} {} 0\t",
            report.depth,
            cecp_score(report.line.score),
            report.elapsed.as_millis() / 10,
            report.nodes,
            report.selective_depth,
            report.nodes_per_second()
        );
        let Some(Activity { search, purpose, .. }) = &self.activity else { return Ok(()) };
        let mut moves: Vec<String> = Vec::new();
        if let Purpose::Ponder(expected) = purpose {
            moves.push(self.client_text(&self.session.view().move_text(*expected)));
        }
        let line = search.running.root().line_text(&report.line.moves);
        moves.extend(line.iter().map(|text| self.client_text(text)));
        let mark = match report.line.bound {
            Bound::Exact => "",
            Bound::Lower => " !",
            Bound::Upper => " ?",
        };
        for (number, m) in moves.iter().enumerate() {
            if text.len() + 1 + m.len() + mark.len() > LONGEST_LINE {
                break;
            }
            if number > 0 {
                text.push(' ');
            }
            text += m;
        }
        self.link.say(text + mark)
    }
}

fn cecp_score(own: score::Score) -> i32 {
    match moves_to_mate(own) {
        None => own,
        Some(moves) if moves > 0 => CECP_MATE + moves,
        Some(moves) => moves - CECP_MATE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(cecp_score(-35), -35);
        assert_eq!(cecp_score(score::mate_in(1)), 100_001);
        assert_eq!(cecp_score(score::mate_in(5)), 100_003);
        assert_eq!(cecp_score(score::mated_in(0)), -100_000);
        assert_eq!(cecp_score(score::mated_in(4)), -100_002);
    }
}
