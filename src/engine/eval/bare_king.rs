//! Endings against a bare king, which is driven to the edge: without pawns no other term says how a win comes nearer.

use super::{CANNOT_MATE, DRAWISH_LEAD, StaticEval};
use crate::board::Tactics;
use crate::types::{Color, Score, Square};

/// What each step of the bare king towards the corner is worth, in centipawns.
const CORNER: Score = 12;
/// What each step of the kings towards each other is worth, in centipawns.
const KINGS: Score = 8;

fn is_dark(square: Square) -> bool {
    (square.file() + square.rank()).is_multiple_of(2)
}

impl<R: Tactics> StaticEval<'_, R> {
    /// The score from White's view, in centipawns, if one side has only its king and the other enough to win, but nothing that
    /// promotes; `None` in all other positions.
    #[inline(always)]
    pub(super) fn against_bare_king(&self) -> Option<Score> {
        let has_hand = |color| !self.board.kinds_in_hand(color).is_empty();
        if !self.board.spec().has_one_royal() || Color::BOTH.into_iter().any(has_hand) {
            return None;
        }
        let weak = Color::BOTH.into_iter().find(|&color| !self.board.of_color(color).several())?;
        self.score_of_hunt(weak)
    }

    /// See [`StaticEval::against_bare_king`].
    #[cold]
    fn score_of_hunt(&self, weak: Color) -> Option<Score> {
        let (board, strong) = (self.board, !weak);
        let material = self.piece_material(strong);
        let can_promote = (board.of_kinds(board.spec().promoting) & board.of_color(strong)).any();
        if can_promote || material < DRAWISH_LEAD {
            return None;
        }
        let (ours, theirs) = (board.king(strong), board.king(weak));
        let bound = board.of_kinds(board.spec().color_bound) & board.of_color(strong);
        let others = board.of_color(strong).without(bound | ours.bit());
        // Bishops that stand on one colour mate in a corner of theirs.
        let shade = bound.first().map(is_dark).filter(|&dark| bound.into_iter().all(|square| is_dark(square) == dark));
        let is_fit = |corner: &Square| shade.is_none_or(|dark| is_dark(*corner) == dark);
        let steps = self.steps_to_corner(theirs, is_fit).or_else(|| self.steps_to_corner(theirs, |_| true));
        let hunt = material - CORNER * steps.unwrap_or(0) - KINGS * Score::from(ours.distance(theirs));
        let is_drawn = others.is_empty() && shade.is_some() || self.cannot_mate(strong);
        let score = if is_drawn { hunt / CANNOT_MATE } else { hunt };
        Some(if strong == Color::White { score } else { -score })
    }

    /// The steps along ranks and files from a square to the nearest corner that is fit.
    fn steps_to_corner(&self, square: Square, is_fit: impl Fn(&Square) -> bool) -> Option<Score> {
        let page = &self.board.spec().page;
        let (last_file, last_rank) = (page.files - 1, page.ranks - 1);
        let corners = [(0, 0), (last_file, 0), (0, last_rank), (last_file, last_rank)];
        let steps = |corner: Square| corner.file().abs_diff(square.file()) + corner.rank().abs_diff(square.rank());
        let fit = corners.into_iter().map(|(file, rank)| Square::new(file, rank)).filter(is_fit);
        fit.map(steps).min().map(Score::from)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, Tactics};
    use crate::eval::Evaluations;
    use crate::games::capablanca;
    use crate::games::januskamil::JanusKamil;
    use crate::types::Score;

    fn static_score<R: Tactics>(board: &Board<R>) -> Score {
        Evaluations::default().of(board.rules().named()).score(board)
    }

    fn score(fen: &str) -> Score {
        static_score(&Board::from_fen(capablanca::RULES, &format!("{fen} w - - 0 1")).unwrap())
    }

    #[test]
    fn a_bare_king_is_driven_to_the_corner_of_the_bishop() {
        // The bishop's squares are dark, like a1 and j8.
        let at = |king: &str| score(&format!("{king}/10/10/3K6/3BN5/10/10/10"));
        let [dark, light, edge] = ["9k", "k9", "5k4"].map(at);
        assert!(dark > edge && edge > light && light > 0, "{dark} {edge} {light}");
        let far = score("9k/10/10/10/4N5/10/8K1/B9");
        let near = score("9k/10/7K2/10/4N5/10/10/B9");
        assert!(near > far, "{near} {far}");
    }

    #[test]
    fn bishops_on_one_colour_do_not_win() {
        assert!(8 * score("5k4/10/10/3K6/3B1B4/10/10/10") < score("5k4/10/10/3K6/3BB5/10/10/10"));
    }

    #[test]
    fn two_knights_do_not_win() {
        assert!(8 * score("5k4/10/10/3K6/3NN5/10/10/10") < score("5k4/10/10/3K6/3BN5/10/10/10"));
    }

    #[test]
    fn what_can_promote_is_no_hunt() {
        let score = |fen| static_score(&Board::from_fen(JanusKamil, fen).unwrap());
        let far = score("11k/12/12/12/12/12/12/12/P11/KQ10 w - - 0 1");
        let near = score("11k/12/12/12/12/P11/12/12/12/KQ10 w - - 0 1");
        assert!(near > far, "{near} {far}");
    }
}
