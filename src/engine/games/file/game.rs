//! A game as its settings describe it, before they are compared with each other.

use super::pieces::{CUSTOM, FIRST_CUSTOM, KING, PAWN, PREDEFINED, ROOK, SLOTS, custom_name};
use super::values::{Kinds, Value};
use crate::types::{Bitboard, Color, STRIDE};

/// How a kind of piece is written in FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// The letter, in upper case.
    pub letter: char,
    /// Whether `+` precedes it. Only descendants of built-in games have such pieces.
    pub crowned: bool,
}

/// A setting for each side: White's, then Black's.
pub type Sides<T> = [T; 2];

/// The side's place in [`Sides`].
pub const fn side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// When a game ends because a side lacks pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extinction {
    /// The result for the side that lacks them.
    pub value: Value,
    /// Whether only the side to move can claim it.
    pub claim: bool,
    /// Whether the last of each of the kinds is royal.
    pub pseudo_royal: bool,
    /// The kinds.
    pub kinds: Kinds,
    /// The number of pieces at which they count as gone.
    pub count: u32,
    /// The number of pieces that the opponent must have.
    pub opponent_count: u32,
}

/// Which pieces castle, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingRules {
    /// Whether there is castling.
    pub allowed: bool,
    /// The rank, counted from each side's first as 0.
    pub rank: u8,
    /// The king's file, if its side has several pieces of its kind on the rank.
    pub king_file: u8,
    /// The king's file after castling: kingside, queenside.
    pub to_files: [u8; 2],
    /// The file of the outermost rook that is looked for: kingside, queenside.
    pub rook_files: [u8; 2],
    /// The slot of the piece in the place of the king.
    pub kings: Sides<usize>,
    /// The pieces in the place of the rook.
    pub rooks: Sides<Kinds>,
}

/// A game of a file. Kinds of piece are numbered by their slots: those with a key of their own, the custom pieces, the
/// king. Ranks and files are counted from 0.
#[derive(Clone, PartialEq, Debug)]
pub struct FileGame {
    /// The name.
    pub name: String,
    /// The game from which it inherits.
    pub parent: Option<String>,
    /// What its author says about it, a line each.
    pub comment: Vec<String>,
    /// Ranks.
    pub ranks: u8,
    /// Files.
    pub files: u8,
    /// How each kind is written; `None` if the game does not have it.
    pub texts: [Option<Text>; SLOTS],
    /// The movements of the custom pieces, and of the king if it is not the usual one.
    pub movements: Vec<Option<String>>,
    /// Names of kinds that do not follow from slot and movement, by slot.
    pub names: Vec<(usize, String)>,
    /// The squares to which a kind can move, by slot and side, if not all.
    pub mobility: Vec<(usize, Color, Bitboard)>,
    /// The start position.
    pub start: String,
    /// Where pieces promote.
    pub promotion_region: Sides<Bitboard>,
    /// The kinds that promote to one of [`FileGame::promotion_kinds`].
    pub promotion_pawns: Sides<Kinds>,
    /// The kinds to which pawns promote.
    pub promotion_kinds: Sides<Kinds>,
    /// The largest number of pieces of a kind that promotion may give a side, by slot.
    pub promotion_limits: Vec<(usize, u32)>,
    /// Kinds and the kind to which each promotes, by slot.
    pub promoted: Vec<(usize, usize)>,
    /// Whether other pieces than pawns promote only as they capture.
    pub promotion_on_capture: bool,
    /// Whether pawns must promote.
    pub mandatory_pawns: bool,
    /// Whether other pieces must promote.
    pub mandatory_pieces: bool,
    /// Whether pawns make double steps.
    pub double_step: bool,
    /// Where pawns make double steps, and other pieces initial moves.
    pub double_region: Sides<Bitboard>,
    /// Where pawns make triple steps.
    pub triple_region: Sides<Bitboard>,
    /// The squares on which en passant captures are possible.
    pub en_passant_region: Sides<Bitboard>,
    /// The kinds that capture en passant.
    pub en_passant_kinds: Sides<Kinds>,
    /// Castling.
    pub castling: CastlingRules,
    /// Whether a piece may not go where it can never move again.
    pub immobility_illegal: bool,
    /// Whether kings may not face each other on an open file.
    pub flying_general: bool,
    /// The rank from which on soldiers move sideways.
    pub soldier_rank: u8,
    /// The kinds whose moves reset the count of the n-move rule.
    pub clock_kinds: Sides<Kinds>,
    /// The moves of each side without progress that end the game; 0 for no limit.
    pub move_rule: u32,
    /// The number of times that a position must occur to end the game; 0 for no limit.
    pub fold_rule: u32,
    /// The result for the side to move when a position is repeated.
    pub fold_value: Value,
    /// The result for a side in stalemate.
    pub stalemate: Value,
    /// The result for a side in checkmate.
    pub checkmate: Value,
    /// How a lack of pieces ends the game.
    pub extinction: Extinction,
    /// The kind that wins by reaching [`FileGame::flag_region`]; `None` for any.
    pub flag_piece: Sides<Option<usize>>,
    /// Where it wins.
    pub flag_region: Sides<Bitboard>,
}

impl FileGame {
    /// A game without pieces and with the rules of chess, from which games without parent start.
    pub(super) fn template() -> Self {
        let every = Bitboard::board(STRIDE, crate::types::RANKS as u8);
        Self {
            name: String::new(),
            parent: None,
            comment: Vec::new(),
            ranks: 8,
            files: 8,
            texts: [None; SLOTS],
            movements: vec![None; CUSTOM + 1],
            names: Vec::new(),
            mobility: Vec::new(),
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            promotion_region: [Bitboard::rank(7), Bitboard::rank(0)],
            promotion_pawns: [Kinds::of(PAWN); 2],
            promotion_kinds: [Kinds::NONE; 2],
            promotion_limits: Vec::new(),
            promoted: Vec::new(),
            promotion_on_capture: false,
            mandatory_pawns: true,
            mandatory_pieces: false,
            double_step: true,
            double_region: [Bitboard::rank(1), Bitboard::rank(6)],
            triple_region: [Bitboard::EMPTY; 2],
            en_passant_region: [every; 2],
            en_passant_kinds: [Kinds::of(PAWN); 2],
            castling: CastlingRules {
                allowed: true,
                rank: 0,
                king_file: 4,
                to_files: [6, 2],
                rook_files: [STRIDE - 1, 0],
                kings: [KING; 2],
                rooks: [Kinds::of(ROOK); 2],
            },
            immobility_illegal: false,
            flying_general: false,
            soldier_rank: 0,
            clock_kinds: [Kinds::of(PAWN); 2],
            move_rule: 50,
            fold_rule: 3,
            fold_value: Value::Draw,
            stalemate: Value::Draw,
            checkmate: Value::Loss,
            extinction: Extinction {
                value: Value::None,
                claim: false,
                pseudo_royal: false,
                kinds: Kinds::NONE,
                count: 0,
                opponent_count: 0,
            },
            flag_piece: [None; 2],
            flag_region: [Bitboard::EMPTY; 2],
        }
    }

    /// The slots of the kinds that the game has.
    pub fn kinds(&self) -> Vec<usize> {
        (0..SLOTS).filter(|&slot| self.texts[slot].is_some()).collect()
    }

    /// The slot of the kind with this letter, in any case, that is not crowned.
    pub(super) fn slot_of(&self, letter: char) -> Option<usize> {
        let text = Text { letter: letter.to_ascii_uppercase(), crowned: false };
        self.texts.iter().position(|&known| known == Some(text))
    }

    /// The movement of a kind.
    pub fn movement(&self, slot: usize) -> &str {
        match (slot, PREDEFINED.get(slot)) {
            (_, Some(piece)) => piece.betza,
            (KING, None) => self.movements[CUSTOM].as_deref().unwrap_or("K"),
            _ => self.movements[slot - FIRST_CUSTOM].as_deref().unwrap_or_default(),
        }
    }

    /// The name of a kind for people.
    pub fn kind_name(&self, slot: usize) -> String {
        let own = self.names.iter().find(|(named, _)| *named == slot).map(|(_, name)| name.clone());
        let letter = self.texts[slot].map_or('?', |text| text.letter);
        own.unwrap_or_else(|| match (slot, PREDEFINED.get(slot)) {
            (_, Some(piece)) => piece.name.to_owned(),
            (KING, None) => "King".to_owned(),
            _ if self.movement(slot) == "K" && self.royals().has(slot) => "King".to_owned(),
            _ if self.is_only_pawn(slot) => "Pawn".to_owned(),
            _ => custom_name(letter, self.movement(slot)),
        })
    }

    /// Whether a kind promotes as pawns do, and is the only one that does.
    fn is_only_pawn(&self, slot: usize) -> bool {
        let is_pawn = |slot: usize| self.promotion_pawns.iter().any(|kinds| kinds.has(slot));
        let mut pawns = (0..self.texts.len()).filter(|&slot| self.texts[slot].is_some() && is_pawn(slot));
        pawns.next() == Some(slot) && pawns.next().is_none()
    }

    /// Gives a kind this letter, and takes the letter from the kind that had it.
    pub(super) fn add_kind(&mut self, slot: usize, letter: char) {
        if let Some(holder) = self.slot_of(letter) {
            self.remove_kind(holder);
        }
        self.texts[slot] = Some(Text { letter: letter.to_ascii_uppercase(), crowned: false });
        self.names.retain(|(named, _)| *named != slot);
    }

    /// Removes a kind. No pawn promotes to it any more, even if another line of the same section brings it back.
    pub(super) fn remove_kind(&mut self, slot: usize) {
        self.texts[slot] = None;
        for kinds in &mut self.promotion_kinds {
            *kinds = kinds.without(Kinds::of(slot));
        }
    }

    /// The squares to which a kind can move, by a setting.
    pub(super) fn set_mobility(&mut self, slot: usize, color: Color, squares: Bitboard) {
        self.mobility.retain(|&(limited, owner, _)| (limited, owner) != (slot, color));
        if squares.any() {
            self.mobility.push((slot, color, squares));
        }
    }
}
