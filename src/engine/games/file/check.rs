//! Compares the settings of a game with each other and with what the engine plays.

use super::castling;
use super::game::{FileGame, side};
use super::pieces::{KING, PAWN};
use super::problem::Fault;
use super::start::Start;
use super::values::{Kinds, Value};
use crate::types::{Bitboard, Color, MAX_KINDS, RANKS, STRIDE};

/// The fewest files and ranks.
const MIN_SIZE: u8 = 3;
/// The most files.
const MAX_FILES: u8 = STRIDE;
/// The most ranks.
const MAX_RANKS: u8 = RANKS as u8;

/// What is wrong with a game whose settings are right each for itself: the keys concerned, and the faults.
pub(super) fn check(game: &FileGame) -> Vec<(String, Fault)> {
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
    game: &'g FileGame,
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
        let FileGame { files, ranks, .. } = *self.game;
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
        let game = self.game;
        self.require(
            game.checkmate == Value::Loss,
            "checkmateValue",
            "checkmate is a loss; other values are not supported",
        );
        self.require(
            game.stalemate != Value::None,
            "stalemateValue",
            "stalemate ends the game; expected `win`, `loss` or `draw`",
        );
        self.require(
            game.fold_value != Value::None,
            "nFoldValue",
            "expected `win`, `loss` or `draw`; nFoldRule = 0 allows any repetition",
        );
        self.require(
            game.fold_rule != 1,
            "nFoldRule",
            "the first position would end the game, expected 0 or at least 2",
        );
        if game.is_piece_count_rule() || game.extinction.value == Value::None {
            return;
        }
        let why = if game.extinction.pseudo_royal {
            "the royal pieces of extinctionPseudoRoyal need extinctionValue = loss, extinctionPieceCount = 0 and letters in \
             extinctionPieceTypes"
        } else {
            "the loss of pieces of a kind ends no game, except by extinctionPseudoRoyal = true; extinctionPieceTypes = * with \
             extinctionPieceCount = 1 ends it for a bare king"
        };
        self.require(game.has_pseudo_royals(), "extinctionValue", why);
    }

    fn promotions(&mut self) {
        let royals = self.game.royals();
        let to_royal = self.game.promotion_kinds.iter().any(|kinds| (kinds.0 & royals.0) != 0)
            || self.game.promotions().iter().any(|&(_, to)| royals.has(to));
        self.require(!to_royal, "promotionPieceTypes", "a piece cannot promote to a royal piece");
        let from_royal = self.game.promotion_pawns.iter().any(|kinds| (kinds.0 & royals.0) != 0)
            || self.game.promotions().iter().any(|&(from, _)| royals.has(from));
        self.require(!from_royal, "promotedPieceType", "a royal piece cannot promote");
        let pawns = |side: usize| self.game.promotion_pawns[side].with(Kinds::of(PAWN));
        let is_double = |&(from, to): &(usize, usize)| {
            (0..2).any(|side| pawns(side).has(from) && self.game.promotion_kinds[side].has(to))
        };
        let doubles = self.game.promotions().iter().any(is_double);
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
        let castles = castling::of(self.game).iter().all(|(_, _, squares)| royals.has(squares.king));
        self.require(castles, "castlingKingPiece", "only a royal piece can castle as the king");
        for color in Color::BOTH {
            let found = start.squares_of(color, |slot| royals.has(slot)).len();
            if found != 1 {
                let name = color.name();
                self.report("startFen", format!("{found} royal pieces of {name}, expected exactly one on each side"));
            }
        }
    }
}

impl FileGame {
    /// The slots of the royal pieces.
    pub fn royals(&self) -> Kinds {
        let king = if self.texts[KING].is_some() { Kinds::of(KING) } else { Kinds::NONE };
        let others = if self.has_pseudo_royals() { self.extinction.kinds } else { Kinds::NONE };
        let present = self.kinds().into_iter().fold(Kinds::NONE, |kinds, slot| kinds.with(Kinds::of(slot)));
        Kinds(king.with(others).0 & present.0)
    }

    /// Whether the pieces of `extinctionPieceTypes` are royal.
    pub fn has_pseudo_royals(&self) -> bool {
        let rule = &self.extinction;
        rule.pseudo_royal && rule.value == Value::Loss && rule.count == 0 && rule.kinds != Kinds::ALL
    }

    /// Whether a side with few pieces, of any kinds, ends the game.
    pub fn is_piece_count_rule(&self) -> bool {
        let rule = &self.extinction;
        !rule.pseudo_royal && rule.value != Value::None && rule.kinds == Kinds::ALL && rule.count > 0
    }

    /// Kinds of the game and the kinds of the game to which they promote, by slot.
    pub fn promotions(&self) -> Vec<(usize, usize)> {
        let is_there = |slot: usize| self.texts[slot].is_some();
        self.promoted.iter().copied().filter(|&(from, to)| is_there(from) && is_there(to)).collect()
    }

    /// The squares of the board.
    pub fn board(&self) -> Bitboard {
        Bitboard::board(self.files, self.ranks)
    }

    /// The squares where a side's pawns make double steps.
    pub fn double_steps(&self, color: Color) -> Bitboard {
        if self.double_step { self.double_region[side(color)] & self.board() } else { Bitboard::EMPTY }
    }
}
