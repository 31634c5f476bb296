//! Built-in games in the form of games of a file, so that games of files can inherit from them.

use super::game::{FileGame, Text};
use super::pieces::{CUSTOM, FIRST_CUSTOM, KING, PAWN, PREDEFINED};
use super::values::{Kinds, Value};
use crate::board::{Definition, PieceSpec, Promotion, Role, Spec};
use crate::types::{Bitboard, Color, STRIDE};

impl FileGame {
    /// A built-in game whose rules are data, with nothing of its own.
    pub(crate) fn of_spec(spec: &Spec) -> Self {
        let page = &spec.page;
        let mut game = Self {
            name: page.name.to_owned(),
            files: page.files,
            ranks: page.ranks,
            start: page.start.to_owned(),
            ..Self::template()
        };
        let slots: Vec<usize> = page.pieces.iter().map(|row| game.add_row(row)).collect();
        game.set_steps(page);
        game.set_promotions(page, &slots);
        game.set_castlings(page);
        game
    }

    /// Adds a row of a piece table; returns its slot.
    fn add_row(&mut self, row: &PieceSpec) -> usize {
        let is_free = |slot: &usize| self.texts[*slot].is_none();
        let slot = match row.role {
            Role::Pawn => Some(PAWN),
            Role::Royal => Some(KING),
            Role::Ordinary => PREDEFINED.iter().position(|piece| piece.betza == row.betza),
        };
        let custom = || (FIRST_CUSTOM..KING).find(is_free);
        let slot = slot.filter(is_free).or_else(custom).expect("there are more custom pieces than kinds in a game");
        self.texts[slot] = Some(Text { letter: row.letter, crowned: row.crowned });
        self.names.push((slot, row.name.to_owned()));
        match slot {
            KING => self.movements[CUSTOM] = Some(row.betza.to_owned()).filter(|betza| betza != "K"),
            FIRST_CUSTOM.. => self.movements[slot - FIRST_CUSTOM] = Some(row.betza.to_owned()),
            _ => {}
        }
        if row.role == Role::Royal && slot != KING {
            // As the format has it: another royal piece beside the king.
            self.extinction.pseudo_royal = true;
            self.extinction.value = Value::Loss;
            self.extinction.kinds = Kinds::of(KING).with(self.extinction.kinds).with(Kinds::of(slot));
        }
        slot
    }

    fn set_steps(&mut self, page: &Definition) {
        let second = [Bitboard::rank(1), Bitboard::rank(page.ranks - 2)];
        self.double_step = page.pawn_step > 1;
        self.double_region = second;
        self.triple_region = if page.pawn_step > 2 { second } else { [Bitboard::EMPTY; 2] };
    }

    fn set_promotions(&mut self, page: &Definition, slots: &[usize]) {
        let rows = || page.pieces.iter().zip(slots);
        let pawns = rows().filter(|(row, _)| row.role == Role::Pawn);
        let pawns = pawns.fold(Kinds::NONE, |kinds, (_, &slot)| kinds.with(Kinds::of(slot)));
        self.promotion_pawns = [pawns; 2];
        self.en_passant_kinds = [pawns; 2];
        self.clock_kinds = [pawns; 2];
        let ranks = match page.promotion {
            Promotion::LastRank(letters) => {
                let is_target = |row: &PieceSpec| letters.contains(row.letter) && !row.crowned;
                let targets = rows().filter(|(row, _)| is_target(row));
                self.promotion_kinds = [targets.fold(Kinds::NONE, |kinds, (_, &slot)| kinds.with(Kinds::of(slot))); 2];
                1
            }
            Promotion::Crowning(ranks) => {
                for (row, &slot) in rows().filter(|(row, _)| !row.crowned) {
                    let crowned = rows().find(|(other, _)| other.crowned && other.letter == row.letter);
                    self.promoted.extend(crowned.map(|(_, &to)| (slot, to)));
                }
                self.mandatory_pieces = true;
                ranks
            }
            Promotion::Special(_) => 1,
        };
        self.promotion_region = Color::BOTH.map(|color| {
            let own = |rank| if color == Color::White { page.ranks - 1 - rank } else { rank };
            (0..ranks).fold(Bitboard::EMPTY, |squares, rank| squares | Bitboard::rank(own(rank)))
        });
    }

    fn set_castlings(&mut self, page: &Definition) {
        let file = |text: &str, place: usize| text.as_bytes()[place] - b'a';
        self.castling.allowed = page.castlings.iter().any(Option::is_some);
        for (number, files) in page.castlings.iter().enumerate() {
            let Some(files) = files else { continue };
            self.castling.king_file = file(files.king, 0);
            self.castling.to_files[number] = file(files.king, 1);
            let rook = file(files.rook, 0);
            // A rook in the corner is in the corner of children's larger boards too.
            let is_corner = number == 0 && rook + 1 == page.files;
            self.castling.rook_files[number] = if is_corner { STRIDE - 1 } else { rook };
        }
        if let Some(rook) = self.slot_of('R') {
            self.castling.rooks = [Kinds::of(rook); 2];
        }
    }
}
