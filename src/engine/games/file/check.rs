//! Compares the settings of a game with each other and with what the engine plays.

use super::castling;
use super::draft::Draft;
use super::pieces::KING;
use super::problem::Fault;
use super::start::Start;
use crate::board::Castling;
use crate::types::{Color, Kind, KindSet, MAX_KINDS, RANKS, STRIDE};

/// The fewest files and ranks.
pub(super) const MIN_SIZE: u8 = 3;
/// The most files.
const MAX_FILES: u8 = STRIDE;
/// The most ranks.
const MAX_RANKS: u8 = RANKS as u8;

/// What is wrong with a game whose settings are right each for itself: the keys concerned, and the faults.
pub(super) fn check(game: &Draft) -> Vec<(String, Fault)> {
    let mut check = Check { game, faults: Vec::new() };
    check.board();
    check.pieces();
    check.ends();
    check.promotions();
    if check.faults.is_empty() {
        check.start();
    }
    check.faults
}

struct Check<'g> {
    game: &'g Draft,
    faults: Vec<(String, Fault)>,
}

impl Check<'_> {
    fn report(&mut self, key: &str, why: impl Into<String>) {
        self.faults.push((key.to_owned(), Fault::contradiction(why)));
    }

    fn require(&mut self, holds: bool, key: &str, why: &str) {
        if !holds {
            self.report(key, why);
        }
    }

    fn board(&mut self) {
        let Draft { files, ranks, .. } = *self.game;
        if !(MIN_SIZE..=MAX_FILES).contains(&files) {
            self.report("maxFile", format!("{files} files, expected {MIN_SIZE} to {MAX_FILES}"));
        }
        if !(MIN_SIZE..=MAX_RANKS).contains(&ranks) {
            self.report("maxRank", format!("{ranks} ranks, expected {MIN_SIZE} to {MAX_RANKS}"));
        }
    }

    fn pieces(&mut self) {
        let kinds = self.game.kinds();
        if kinds.is_empty() {
            return self
                .report("", "the game has no pieces, expected a letter for each kind such as `rook = r`, or a parent");
        }
        if kinds.len() > MAX_KINDS {
            self.report("", format!("{} kinds of piece, expected at most {MAX_KINDS}", kinds.len()));
        }
    }

    fn ends(&mut self) {
        let rule = self.game.laws.extinction;
        let is_of_kinds = !rule.pseudo_royal || rule.kinds != KindSet::ALL;
        self.require(
            is_of_kinds,
            "extinctionPieceTypes",
            "`*` and extinctionPseudoRoyal = true make all pieces royal, expected letters of pieces",
        );
    }

    fn promotions(&mut self) {
        let (laws, king) = (&self.game.laws, Kind::new(KING).bit());
        let forms = self.game.promotions();
        self.require(
            !self.game.is_made(king),
            "promotionPieceTypes",
            "no piece promotes to the king; extinctionPseudoRoyal makes other kinds royal",
        );
        let royals = self.game.royals();
        let abdicates = laws.promotion_pawns.iter().any(|kinds| kinds.0 & king.0 != 0)
            || forms.iter().any(|&(from, to)| king.has(from) && !royals.has(to));
        self.require(!abdicates, "promotedPieceType", "a king promotes only to a royal piece, by promotedPieceType");
        let is_double = |&(from, to): &(Kind, Kind)| {
            (0..2).any(|side| self.game.pawns(side).has(from) && laws.promotion_kinds[side].has(to))
        };
        let doubles = forms.iter().any(is_double);
        self.require(
            !doubles,
            "promotedPieceType",
            "a pawn's promotion is also in promotionPieceTypes, expected it only once",
        );
    }

    fn start(&mut self) {
        let start = match Start::of(self.game) {
            Ok(start) => start,
            Err(fault) => return self.faults.push(("startFen".to_owned(), fault)),
        };
        let kings = Color::BOTH.map(|color| start.squares_of(color, |kind| kind == Kind::new(KING)).len());
        for (color, found) in Color::BOTH.into_iter().zip(kings) {
            if found > 1 {
                let name = color.name();
                let why =
                    "several royal pieces are of a kind of extinctionPieceTypes with extinctionPseudoRoyal = true";
                self.report("startFen", format!("{found} kings of {name}, expected at most one; {why}"));
            }
        }
        let royals = self.game.royals();
        let castles = |castling: &Castling| {
            royals.has(castling.king) || !self.game.has_one_royal() && kings[castling.color.index()] == 0
        };
        let castles = castling::of(self.game).iter().flatten().all(castles);
        self.require(castles, "castlingKingPiece", "only a royal piece can castle as the king of a side that has one");
        for color in Color::BOTH {
            let has_royals = !start.squares_of(color, |kind| royals.has(kind)).is_empty();
            if !has_royals && !self.game.can_lose_without_mate(color) {
                self.report(
                    "startFen",
                    format!(
                        "{} cannot lose: it has no royal piece, and no other rule (stalemateValue, extinctionValue, \
                         flagRegion) decides the game",
                        color.name()
                    ),
                );
            }
        }
    }
}
