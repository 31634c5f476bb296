//! Built-in games as drafts, so that games of files can inherit from them.

use super::draft::{Draft, Text};
use super::pieces::{CUSTOM, FIRST_CUSTOM, KING, PAWN, PREDEFINED};
use crate::board::{Laws, PieceSpec, Role, Spec};
use crate::types::{Kind, KindSet, Verdict};

impl Draft {
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
        let slots: Vec<Kind> = page.pieces.iter().map(|row| Kind::new(game.add_row(row))).collect();
        let general = game.laws;
        game.laws = Laws {
            soldiers: general.soldiers,
            shuns_kin: general.shuns_kin,
            king_screens_castling: general.king_screens_castling,
            ..page.laws.renumbered(|kind| slots.get(kind.index()).copied())
        };
        game.laws.castling.from_any_file = general.castling.from_any_file;
        game.add_royals(page.pieces, &slots);
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
        slot
    }

    /// Makes the royal pieces beside the king royal, as the format has it.
    fn add_royals(&mut self, pieces: &[PieceSpec], slots: &[Kind]) {
        let royals = pieces.iter().zip(slots).filter(|(row, _)| row.role == Role::Royal);
        let royals = royals.fold(KindSet(0), |kinds, (_, &slot)| kinds.with(slot));
        if royals.0 & !Kind::new(KING).bit().0 != 0 {
            let rule = &mut self.laws.extinction;
            (rule.pseudo_royal, rule.verdict, rule.kinds) = (true, Some(Verdict::Loss), royals);
        }
    }
}
