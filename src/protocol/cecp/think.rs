//! Searches: for a move, while pondering, for analysis and for a hint.

use std::io;
use std::time::Duration;

use super::activity::{Activity, Purpose};
use super::shown::Opponent;
use super::{Cecp, Mode};
use crate::protocol::judgement::{Decision, Facts};
use crate::protocol::text::BROKEN;
use crate::search::{Bound, Finish, Limits, Report, SetScore};
use crate::session::{Event, Running, Task};
use crate::types::score::{self, moves_to_mate};
use crate::types::{Ending, Move, Score};
use crate::xboard::notation::move_text;

/// Mate in N moves is this score plus N; being mated in N is the negation.
const CECP_MATE: i32 = 100_000;
/// The maximum length of a line of thinking in bytes; clients have a buffer of 512.
const MAX_THINKING_LINE: usize = 500;
/// The limits of a search for a hint.
const HINT: Limits = Limits {
    depth: None,
    nodes: Some(20_000),
    soft_nodes: None,
    move_time: Some(Duration::from_millis(500)),
    clock: None,
    node_rate: None,
    overhead: Duration::ZERO,
    mate: None,
};

impl Cecp<'_> {
    fn start(&mut self, purpose: Purpose, task: Task) {
        if std::mem::take(&mut self.scores_changed) {
            // The table's scores rest on the old ones.
            self.session.clear();
        }
        let task = Task { set_scores: self.set_scores.clone(), tables: self.settings.tables, ..task };
        let search = self.link.search(&mut *self.session, &mut self.settings, task);
        self.activity = Some(Activity { search, purpose, pv: Vec::new(), held: Vec::new() });
    }

    /// Whether the engine is searching for its move in the game.
    pub(super) fn is_thinking(&self) -> bool {
        self.activity.as_ref().is_some_and(|activity| activity.purpose == Purpose::Move)
    }

    /// Aborts the search, if any, without playing its move, and answers the pings that waited for it.
    pub(super) fn abort_search(&mut self) -> io::Result<()> {
        self.activity = None;
        self.answer_pings()
    }

    /// Aborts an analysis after a change of its parameters; [`Cecp::resume_analysis`] starts it again.
    pub(super) fn restart_analysis(&mut self) -> io::Result<()> {
        if self.mode == Mode::Analyse { self.abort_search() } else { Ok(()) }
    }

    fn limits(&self) -> Limits {
        let side = self.session.view().side();
        self.time.limits(self.moves_made(side), self.settings.overhead())
    }

    /// Starts the search for the engine's move.
    pub(super) fn think(&mut self) -> io::Result<()> {
        // Pings that wait for the move wait for both halves of a double turn.
        self.activity = None;
        let (limits, skill) = (self.limits(), self.settings.skill());
        let task = Task { limits, exclude: self.excluded.clone(), lines: 1, skill, ..Task::default() };
        self.start(Purpose::Move, task);
        Ok(())
    }

    /// Starts to ponder on the expected reply, if there is one.
    fn start_ponder(&mut self) {
        let Some(expected) = self.expected_reply else { return };
        if self.session.play(expected).is_err() {
            return;
        }
        if self.session.ending().is_none() && Mode::Play(self.session.view().side()) == self.mode {
            let (limits, skill) = (self.limits(), self.settings.skill());
            let task = Task { limits, ponder: true, lines: 1, skill, ..Task::default() };
            self.start(Purpose::Ponder(expected), task);
        }
        self.session.undo();
    }

    /// Whether the engine ponders on this move.
    pub(super) fn is_ponder_hit(&self, played: Move) -> bool {
        let activity = self.activity.as_ref();
        activity.is_some_and(|activity| activity.purpose == Purpose::Ponder(played))
    }

    /// Continues pondering as a search for the engine's move, after the expected reply was played.
    pub(super) fn ponder_hit(&mut self) -> io::Result<()> {
        if let Some(activity) = &mut self.activity {
            activity.purpose = Purpose::Move;
            activity.search.running.ponder_hit();
        }
        Ok(())
    }

    /// `hard` and `easy`: switches pondering on or off.
    pub(super) fn set_ponder(&mut self, ponder: bool) -> io::Result<()> {
        self.ponder = ponder;
        let pondering = self.activity.as_ref().is_some_and(|activity| matches!(activity.purpose, Purpose::Ponder(_)));
        if pondering && !ponder { self.abort_search() } else { Ok(()) }
    }

    /// Starts a search in analysis mode, if none is running and there are moves to search.
    pub(super) fn resume_analysis(&mut self) {
        let is_idle = self.activity.is_none() && !self.paused && self.edit.is_none();
        if self.mode != Mode::Analyse || !is_idle || !self.position_valid {
            return;
        }
        if self.session.view().legal_moves().iter().all(|m| self.excluded.contains(m)) {
            return;
        }
        let lines = self.settings.lines;
        let task = Task { infinite: true, exclude: self.excluded.clone(), lines, ..Task::default() };
        self.start(Purpose::Analysis, task);
    }

    /// `?`: ends the search for a move, whose best move is then played.
    pub(super) fn move_now(&mut self) -> io::Result<()> {
        if let Some(activity) = self.activity.as_ref().filter(|activity| activity.purpose == Purpose::Move) {
            activity.search.running.stop();
        }
        Ok(())
    }

    /// `.`: sends the progress of the search.
    pub(super) fn send_progress(&mut self) -> io::Result<()> {
        let Some(activity) = &self.activity else {
            let idle = self.mode == Mode::Analyse;
            return if idle { self.link.send_line("stat01: 0 0 0 0 0") } else { Ok(()) };
        };
        let progress = activity.search.running.progress();
        let left = progress.move_count.saturating_sub(progress.move_number);
        let text = |m: Move| format!(" {}", self.client_text(&move_text(activity.search.running.root(), m)));
        let current = progress.current.map_or_else(String::new, text);
        let (centiseconds, depth) = (progress.elapsed.as_millis() / 10, progress.depth);
        let (nodes, count) = (progress.nodes, progress.move_count);
        self.link.send_line(format_args!("stat01: {centiseconds} {nodes} {depth} {left} {count}{current}"))
    }

    /// `hint`: sends the expected reply or the best move of the analysis; if there is neither, searches for one.
    pub(super) fn hint(&mut self) -> io::Result<()> {
        let expected = match &self.activity {
            Some(Activity { purpose: Purpose::Move, .. }) => return Ok(()),
            Some(Activity { purpose: Purpose::Analysis, pv, .. }) => pv.first().copied(),
            _ => self.expected_reply,
        };
        if let Some(expected) = expected {
            return self.send_hint(expected);
        }
        if self.activity.is_none() && !self.paused && self.position_valid && self.session.ending().is_none() {
            self.start(Purpose::Hint, Task { limits: HINT, lines: 1, ..Task::default() });
        }
        Ok(())
    }

    fn send_hint(&mut self, m: Move) -> io::Result<()> {
        let text = self.client_text(&move_text(self.session.view(), m));
        self.link.send_line(format_args!("Hint: {text}"))
    }

    /// Handles an event of a search, after the pause if there is one; events of aborted searches are ignored.
    pub(super) fn event(&mut self, id: u64, event: Event) -> io::Result<()> {
        let Some(activity) = self.activity.as_mut().filter(|activity| activity.search.id == id) else {
            return Ok(());
        };
        if self.paused {
            activity.held.push(event);
            return Ok(());
        }
        match event {
            Event::Report(report) => {
                if report.rank == 1 {
                    activity.pv.clone_from(&report.line.moves);
                }
                let shown = match activity.purpose {
                    Purpose::Analysis => true,
                    Purpose::Hint => false,
                    Purpose::Move | Purpose::Ponder(_) => self.post,
                };
                if shown { self.send_report(&report) } else { Ok(()) }
            }
            Event::Finish(finish) => self.finish(finish),
        }
    }

    /// Handles what came during a pause that is over.
    pub(super) fn release_held(&mut self) -> io::Result<()> {
        let Some(activity) = self.activity.as_mut().filter(|_| !self.paused) else { return Ok(()) };
        let id = activity.search.id;
        std::mem::take(&mut activity.held).into_iter().try_for_each(|event| self.event(id, event))
    }

    /// Uses the result of the search.
    fn finish(&mut self, finish: Finish) -> io::Result<()> {
        let Some(Activity { search, purpose, .. }) = self.activity.take() else { return Ok(()) };
        match purpose {
            Purpose::Move => self.make_move(&finish, &search.running),
            Purpose::Hint => finish.best.map_or(Ok(()), |best| self.send_hint(best)),
            Purpose::Ponder(_) | Purpose::Analysis => Ok(()),
        }
    }

    /// Plays and sends the best move of a search.
    fn make_move(&mut self, finish: &Finish, running: &Running) -> io::Result<()> {
        let any = running.substitute(finish);
        if any.is_some() {
            self.link.send_line(format_args!("telluser {BROKEN}"))?;
        }
        let Some(best) = finish.best.or(any) else { return self.answer_pings() };
        let side = self.session.view().side();
        let entries = self.entries(best);
        let decision = self.decide(best, finish.score);
        if decision == Decision::Resign {
            self.mode = Mode::Force;
            self.link.send_line("resign")?;
            return self.answer_pings();
        }
        if let Err(error) = self.session.play(best) {
            log::error!("the search's move cannot be played: {error}");
            return self.answer_pings();
        }
        self.movers.push(side);
        self.position_changed();
        self.expected_reply = finish.ponder;
        self.time.update_after_move(running.clock_elapsed(), finish.nodes, self.moves_made(side));
        let ending = self.session.ending();
        // An offer before the move also claims the draw; mate and stalemate need no claim.
        let claims = matches!(
            ending,
            Some(Ending::Repetition | Ending::FiftyMoves | Ending::MoveLimit | Ending::BareKings | Ending::Drawn(_))
        );
        if claims || decision == Decision::OfferDraw && ending.is_none() {
            self.link.send_line("offer draw")?;
        }
        if self.screen.opponent == Opponent::Engine {
            self.begin_entries(entries)?;
            return self.answer_pings();
        }
        self.send_entries(&entries)?;
        let shown = entries.len();
        self.screen.record.push(entries, shown);
        if ending.is_none() && self.session.view().side() == side {
            // The second half of a double turn follows.
            return self.think();
        }
        self.highlight_states()?;
        if let Some(ending) = ending {
            self.send_result(ending)?;
        }
        self.answer_pings()?;
        if self.ponder && ending.is_none() {
            self.start_ponder();
        }
        Ok(())
    }

    /// The score that the client has set for the searched position, if it holds for this line: for the best one, up to
    /// the depth that the client gave.
    fn set_score_of(&self, report: &Report) -> Option<Score> {
        let root = self.activity.as_ref()?.search.running.root().key();
        let holds = |set: &&SetScore| set.key == root && report.rank == 1 && report.depth as i32 <= set.depth;
        self.set_scores.iter().find(holds).map(|set| set.score)
    }

    /// Decides whether to offer a draw or resign with the move `best` of this score. Within a double turn there is
    /// nothing to decide yet.
    fn decide(&mut self, best: Move, score: Score) -> Decision {
        let view = self.session.view();
        let side = view.side();
        let after = view.after(best);
        if after.side() == side {
            return Decision::Play;
        }
        let facts = Facts::of(&*after, side);
        let hopeless = self.settings.resign_at(self.screen.opponent != Opponent::Person);
        self.judgement.decide(side, score, facts, self.settings.draws, hopeless)
    }

    /// `draw`: the opponent offers a draw.
    pub(super) fn consider_draw(&mut self) -> io::Result<()> {
        let Mode::Play(side) = self.mode else { return Ok(()) };
        let (facts, is_thinking) = (Facts::of(self.session.view(), side), self.is_thinking());
        if self.settings.draws && self.judgement.accepts_draw(side, facts, is_thinking) {
            self.link.send_line("offer draw")?;
        }
        Ok(())
    }

    /// Sends a line of thinking: depth, score, centiseconds, nodes, selective depth, nodes per second, tablebase hits,
    /// and after a tab the moves, truncated to [`MAX_THINKING_LINE`].
    fn send_report(&mut self, report: &Report) -> io::Result<()> {
        let set_score = self.set_score_of(report);
        let mut text = format!(
            "{} {} {} {} {} {} {}\t",
            report.depth,
            cecp_score(set_score.unwrap_or(report.line.score)),
            report.elapsed.as_millis() / 10,
            report.nodes,
            report.selective_depth,
            report.nodes_per_second(),
            report.table_hits
        );
        let Some(Activity { search, purpose, .. }) = &self.activity else { return Ok(()) };
        let mut moves: Vec<String> = Vec::new();
        if let Purpose::Ponder(expected) = purpose {
            moves.push(self.client_text(&move_text(self.session.view(), *expected)));
        }
        let line = search.running.root().line_with(&report.line.moves, move_text);
        moves.extend(line.iter().map(|text| self.client_text(text)));
        let mark = match report.line.bound {
            _ if set_score.is_some() => "",
            Bound::Exact => "",
            Bound::Lower => " !",
            Bound::Upper => " ?",
        };
        for (number, m) in moves.iter().enumerate() {
            if text.len() + 1 + m.len() + mark.len() > MAX_THINKING_LINE {
                break;
            }
            if number > 0 {
                text.push(' ');
            }
            text += m;
        }
        self.link.send_line(text + mark)
    }
}

/// A score as CECP writes it: centipawns, or full moves to mate added to [`CECP_MATE`].
fn cecp_score(score: score::Score) -> i32 {
    match moves_to_mate(score) {
        None => score,
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
