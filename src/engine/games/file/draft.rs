//! A game as its settings describe it, before they are compared with each other and its kinds are numbered.

use super::pieces::{CUSTOM, FIRST_CUSTOM, JANGGI_CANNON, KING, PAWN, PREDEFINED, ROOK, SLOTS, SOLDIER, custom_name};
use crate::board::Laws;
use crate::types::{Bitboard, Kind, KindSet};

/// Ranks, unless a game says otherwise.
const RANKS: u8 = 8;

/// How a kind of piece is written in FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// The letter, in upper case.
    pub letter: char,
    /// Whether `+` precedes it. Only descendants of built-in games have such pieces.
    pub crowned: bool,
}

/// A game of a file. Kinds of piece are numbered by their slots: those with a key of their own, the custom pieces, the
/// king. Ranks and files are counted from 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    /// The name.
    pub name: String,
    /// The title for people; empty if it follows from the name.
    pub title: String,
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
    /// The names of the pieces as which kinds are drawn that are not drawn by their own, by slot.
    pub drawings: Vec<(usize, String)>,
    /// The start position.
    pub start: String,
    /// All other rules.
    pub laws: Laws,
}

impl Draft {
    /// A game without pieces and with the rules of chess, from which games without parent start.
    pub(super) fn template() -> Self {
        let (king, pawn) = (Kind::new(KING), Kind::new(PAWN).bit());
        let mut laws = Laws {
            double_steps: true,
            soldiers: Kind::new(SOLDIER).bit(),
            shuns_kin: Kind::new(JANGGI_CANNON).bit(),
            king_screens_castling: true,
            ..Laws::new(RANKS, king, pawn)
        };
        laws.castling.allowed = true;
        laws.castling.from_any_file = true;
        laws.castling.rooks = [Kind::new(ROOK).bit(); 2];
        Self {
            name: String::new(),
            title: String::new(),
            parent: None,
            comment: Vec::new(),
            ranks: RANKS,
            files: 8,
            texts: [None; SLOTS],
            movements: vec![None; CUSTOM + 1],
            names: Vec::new(),
            drawings: Vec::new(),
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            laws,
        }
    }

    /// The slots of the kinds that the game has.
    pub fn kinds(&self) -> Vec<usize> {
        (0..SLOTS).filter(|&slot| self.texts[slot].is_some()).collect()
    }

    /// The kind with this text, numbered by its slot.
    pub(super) fn kind_written(&self, text: Text) -> Option<Kind> {
        self.texts.iter().position(|&known| known == Some(text)).map(Kind::new)
    }

    /// The movement of a kind.
    pub fn movement(&self, slot: usize) -> &str {
        match (slot, PREDEFINED.get(slot)) {
            (_, Some(piece)) => piece.betza,
            (KING, None) => self.movements[CUSTOM].as_deref().unwrap_or("K"),
            _ => self.movements[slot - FIRST_CUSTOM].as_deref().unwrap_or_default(),
        }
    }

    /// The title for people: its own, or the name with its words in capitals.
    pub fn title(&self) -> String {
        let word = |word: &str| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        };
        let of_name = || self.name.split(['-', '_']).map(word).collect::<Vec<_>>().join(" ").trim().to_owned();
        if self.title.is_empty() { of_name() } else { self.title.clone() }
    }

    /// The name of the piece as which a kind is drawn; empty for its own.
    pub fn drawing(&self, slot: usize) -> &str {
        self.drawings.iter().find(|(drawn, _)| *drawn == slot).map_or("", |(_, name)| name)
    }

    /// The name of a kind for people.
    pub fn kind_name(&self, slot: usize) -> String {
        let own = self.names.iter().find(|(named, _)| *named == slot).map(|(_, name)| name.clone());
        own.unwrap_or_else(|| self.usual_name(slot))
    }

    /// The name that a kind has by its slot and movement.
    pub(super) fn usual_name(&self, slot: usize) -> String {
        let letter = self.texts[slot].map_or('?', |text| text.letter);
        match (slot, PREDEFINED.get(slot)) {
            (_, Some(piece)) => piece.name.to_owned(),
            (KING, None) => "King".to_owned(),
            _ if self.movement(slot) == "K" && self.royals().has(Kind::new(slot)) => "King".to_owned(),
            _ if self.is_only_pawn(slot) => "Pawn".to_owned(),
            _ => custom_name(letter, self.movement(slot)),
        }
    }

    /// Whether a kind promotes as pawns do, and is the only one that does.
    fn is_only_pawn(&self, slot: usize) -> bool {
        let is_pawn = |slot: usize| self.laws.promotion_pawns.iter().any(|kinds| kinds.has(Kind::new(slot)));
        let mut pawns = (0..self.texts.len()).filter(|&slot| self.texts[slot].is_some() && is_pawn(slot));
        pawns.next() == Some(slot) && pawns.next().is_none()
    }

    /// Gives a kind this text, and takes the text from the kind that had it.
    pub(super) fn add_kind(&mut self, slot: usize, text: Text) {
        if let Some(holder) = self.kind_written(text) {
            self.remove_kind(holder.index());
        }
        self.texts[slot] = Some(text);
        self.names.retain(|(named, _)| *named != slot);
        self.drawings.retain(|(drawn, _)| *drawn != slot);
    }

    /// Removes a kind. No pawn promotes to it any more, even if another line of the same section brings it back.
    pub(super) fn remove_kind(&mut self, slot: usize) {
        self.texts[slot] = None;
        for kinds in &mut self.laws.promotion_kinds {
            kinds.0 &= !Kind::new(slot).bit().0;
        }
    }

    /// The kind in this slot, if the game has it.
    pub(super) fn has(&self, kind: Kind) -> bool {
        self.texts.get(kind.index()).is_some_and(Option::is_some)
    }

    /// The kinds that promote as pawns do.
    pub(super) fn pawns(&self, side: usize) -> KindSet {
        self.laws.promotion_pawns[side].with(Kind::new(PAWN))
    }

    /// The royal kinds.
    pub fn royals(&self) -> KindSet {
        let royals = self.laws.extinction.royals().with(Kind::new(KING));
        royals.kinds().filter(|&kind| self.has(kind)).fold(KindSet(0), KindSet::with)
    }

    /// Kinds of the game and the kinds of the game to which they promote.
    pub fn promotions(&self) -> Vec<(Kind, Kind)> {
        let form = |slot: usize| self.laws.promoted_forms[slot].map(|form| (Kind::new(slot), form));
        let forms = (0..SLOTS).filter_map(form);
        forms.filter(|&(from, to)| self.has(from) && self.has(to)).collect()
    }

    /// The squares of the board.
    pub fn board(&self) -> Bitboard {
        Bitboard::board(self.files, self.ranks)
    }

    /// The squares where a side's pawns make double steps.
    pub fn double_steps(&self, side: usize) -> Bitboard {
        if self.laws.double_steps { self.laws.double_region[side] & self.board() } else { Bitboard::EMPTY }
    }
}
