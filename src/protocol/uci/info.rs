//! The `info` lines of UCI.

use crate::board::View;
use crate::eval::{Chances, win_draw_loss};
use crate::search::{Bound, Progress, Report};
use crate::types::score::{Score, moves_to_mate};

/// The `info` line for a report; `root` is the searched position. With the chances of the game, the score is followed by
/// those of a win, a draw and a loss.
pub(super) fn line(report: &Report, root: &dyn View, chances: Option<Chances>) -> String {
    let bound = match report.line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let chances = chances.map_or_else(String::new, |chances| {
        let [win, draw, loss] = win_draw_loss(chances, root, report.line.score);
        format!(" wdl {win} {draw} {loss}")
    });
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{chances} nodes {} nps {} hashfull {} tbhits {} time {}",
        report.depth,
        report.selective_depth,
        report.rank,
        score_text(report.line.score),
        report.nodes,
        report.nodes_per_second(),
        report.hash_full,
        report.table_hits,
        report.elapsed.as_millis()
    );
    if !report.line.moves.is_empty() {
        line += " pv ";
        line += &root.line_text(&report.line.moves).join(" ");
    }
    line
}

/// The `info` line that tells which root move a search is at; `None` before it is at any.
pub(super) fn progress(progress: &Progress, root: &dyn View) -> Option<String> {
    progress.current.map(|current| {
        let Progress { depth, move_number, nodes, elapsed, .. } = progress;
        let speed = progress.nodes_per_second();
        let current = root.move_text(current);
        let time = elapsed.as_millis();
        format!(
            "info depth {depth} currmove {current} currmovenumber {move_number} nodes {nodes} nps {speed} time {time}"
        )
    })
}

/// A score from the side to move's view: `cp` and centipawns, or `mate` and full moves, negative if it is mated.
pub(super) fn score_text(score: Score) -> String {
    moves_to_mate(score).map_or_else(|| format!("cp {score}"), |moves| format!("mate {moves}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{mate_in, mated_in};

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(score_text(-35), "cp -35");
        assert_eq!(score_text(mate_in(1)), "mate 1");
        assert_eq!(score_text(mate_in(5)), "mate 3");
        assert_eq!(score_text(mated_in(0)), "mate 0");
        assert_eq!(score_text(mated_in(4)), "mate -2");
    }
}
