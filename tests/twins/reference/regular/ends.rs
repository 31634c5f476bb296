//! Ends of games other than mate, and moves that are forbidden for what they do: to give check, or to capture nothing.

use super::pieces::Kind;
use super::position::{Man, Position};
use super::reader::{BLACK, Color};
use crate::reference::Square;

/// What a file says about goals, and about checks and captures.
#[derive(Clone, Debug)]
pub struct Ends {
    pub must_capture: bool,
    pub checking: bool,
    pub flag_count: usize,
    pub flag_blocked_wins: bool,
    pub flag_move: bool,
    pub flag_safe: bool,
    pub opposite_castling: bool,
    /// Castlings that win: colour and whether kingside.
    pub castling_wins: Vec<(Color, bool)>,
}

impl Ends {
    pub const USUAL: Self = Self {
        must_capture: false,
        checking: true,
        flag_count: 1,
        flag_blocked_wins: false,
        flag_move: false,
        flag_safe: false,
        opposite_castling: false,
        castling_wins: Vec::new(),
    };
}

impl Position {
    /// Whether the game has ended though there may be moves.
    pub(super) fn is_over(&self) -> bool {
        let game = &self.game;
        let counted_out = game.drops.counts_checks && self.checks[1 - self.side] == 0;
        let is_extinct = || [0, 1].into_iter().any(|color| self.is_extinct(color));
        counted_out
            || game.extinction && !game.extinction_pseudo_royal && is_extinct()
            || self.is_goal_reached()
            || self.is_castling_decided()
    }

    fn is_extinct(&self, color: Color) -> bool {
        let game = &self.game;
        let needed = game.extinction_opponent_count + usize::from(game.extinction_claim && color == self.side);
        let with_hand = |side: Color, is_it: &dyn Fn(Kind) -> bool| {
            let on_board = self.men(side).into_iter().map(|(_, man)| man.kind);
            on_board.chain(self.hands[side].iter().copied()).filter(|&kind| is_it(kind)).count()
        };
        let lacks = |is_it: &dyn Fn(Kind) -> bool| {
            with_hand(color, is_it) <= game.extinction_count && with_hand(1 - color, is_it) >= needed
        };
        game.extinction_of_all && lacks(&|_| true)
            || game.extinction_kinds.iter().any(|&kind| lacks(&|other| other == kind))
    }

    /// Whether a side for which castlings win has none of the rights to them any more: it has castled, or never will.
    fn is_castling_decided(&self) -> bool {
        let wins = &self.game.ends.castling_wins;
        [0, 1].into_iter().any(|color| {
            let of_side: Vec<bool> =
                wins.iter().filter(|(own, _)| *own == color).map(|(_, kingside)| *kingside).collect();
            let holds = |kingside: &bool| self.castlings.iter().any(|c| c.color == color && c.kingside == *kingside);
            !of_side.is_empty() && !of_side.iter().any(holds)
        })
    }

    fn is_goal_reached(&self) -> bool {
        let (ends, us) = (&self.game.ends, self.side);
        if (ends.flag_move || ends.flag_safe) && self.has_flag(us) {
            return true;
        }
        let is_race = self.game.flag_kind[us] == Some("king");
        (!ends.flag_move || ends.flag_safe || is_race)
            && self.has_flag(1 - us)
            && !(ends.flag_move && is_race && us == BLACK && self.king_follows())
    }

    /// Whether enough men of a side stand at its goal, and, where that matters, none of them can be captured.
    fn has_flag(&self, color: Color) -> bool {
        let (ends, region) = (&self.game.ends, &self.game.flag_region[color]);
        let is_flag = |man: Man| self.game.flag_kind[color].is_none_or(|kind| kind == man.kind);
        let there: Vec<Square> = self
            .men(color)
            .into_iter()
            .filter(|(square, man)| region.contains(square) && is_flag(*man))
            .map(|(square, _)| square)
            .collect();
        let is_full = region.iter().all(|&square| !self.is_empty(square));
        let is_enough = there.len() >= ends.flag_count || ends.flag_blocked_wins && is_full;
        let must_be_safe = ends.flag_safe && (!ends.flag_move || color != self.side) && there.len() == ends.flag_count;
        !there.is_empty()
            && is_enough
            && !(must_be_safe && there.into_iter().any(|square| self.is_attacked(square, 1 - color)))
    }

    /// Whether the king of the side to move, not in check, can go to its goal, though the other's is there.
    fn king_follows(&self) -> bool {
        let kings = self.kings(self.side);
        !self.is_king_attacked(self.side)
            && self
                .unended_moves()
                .into_iter()
                .any(|(from, to)| kings.contains(&from) && self.game.flag_region[self.side].contains(&to))
    }

    pub(super) fn kings(&self, color: Color) -> Vec<Square> {
        self.men(color).into_iter().filter(|(_, man)| man.kind == "king").map(|(square, _)| square).collect()
    }

    /// Whether a side's king, as opposed to other royal men, could be captured.
    pub(super) fn is_king_attacked(&self, color: Color) -> bool {
        self.kings(color).into_iter().any(|square| self.is_attacked(square, 1 - color))
    }
}
