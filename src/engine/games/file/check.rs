//! Compares the settings of a game with each other and with what the engine plays.

use super::castling;
use super::draft::Draft;
use super::problem::Fault;
use super::start::Start;
use crate::types::{Color, Kind, KindSet, MAX_KINDS, RANKS, STRIDE, Verdict};

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
        if rule.counts_pieces() || rule.verdict.is_none() {
            return;
        }
        let why = if rule.pseudo_royal {
            "the royal pieces of extinctionPseudoRoyal need extinctionValue = loss, extinctionPieceCount = 0 and letters in \
             extinctionPieceTypes"
        } else {
            "the loss of pieces of a kind ends no game, except by extinctionPseudoRoyal = true; extinctionPieceTypes = * with \
             extinctionPieceCount = 1 ends it for a bare king"
        };
        let is_royal_rule = rule.pseudo_royal && rule.verdict == Some(Verdict::Loss) && rule.most == 0;
        self.require(is_royal_rule && rule.kinds != KindSet::ALL, "extinctionValue", why);
    }

    fn promotions(&mut self) {
        let (laws, royals) = (&self.game.laws, self.game.royals());
        let forms = self.game.promotions();
        let any_royal = |sets: [KindSet; 2]| sets.iter().any(|kinds| kinds.0 & royals.0 != 0);
        let crowns =
            any_royal(laws.promotion_kinds) || forms.iter().any(|&(from, to)| royals.has(to) && !royals.has(from));
        self.require(!crowns, "promotionPieceTypes", "a piece that is not royal cannot promote to one that is");
        let abdicates =
            any_royal(laws.promotion_pawns) || forms.iter().any(|&(from, to)| royals.has(from) && !royals.has(to));
        self.require(
            !abdicates,
            "promotedPieceType",
            "a royal piece promotes only to a royal piece, by promotedPieceType",
        );
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
        let royals = self.game.royals();
        let castles = castling::of(self.game).iter().flatten().all(|castling| royals.has(castling.king));
        self.require(castles, "castlingKingPiece", "only a royal piece can castle as the king");
        for color in Color::BOTH {
            let found = start.squares_of(color, |kind| royals.has(kind)).len();
            if found != 1 {
                let name = color.name();
                self.report("startFen", format!("{found} royal pieces of {name}, expected exactly one on each side"));
            }
        }
    }
}
