//! Kinds that are written apart because they became what they are by promotion: where captured pieces go to hands, or change
//! back as they move, a piece keeps what it was.

use super::draft::Draft;
use super::pieces::PAWN;
use super::start::Start;
use crate::board::Laws;
use crate::types::{Kind, KindSet};

/// A kind that a piece has become by promotion. Kinds are numbered by their slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PromotedCopy {
    /// The kind as which it moves.
    pub form: Kind,
    /// The kind that became it; `None` for pawns, which could have become others.
    pub from: Option<Kind>,
}

/// The kinds of a game that are written apart, and those that a game does not need beside them.
pub(super) fn copies(game: &Draft) -> (Vec<PromotedCopy>, KindSet) {
    let laws = &game.laws;
    let mut copies = Vec::new();
    if laws.drops.demotes_captured() || laws.demotes {
        copies.extend(game.promotions().into_iter().map(|(from, form)| PromotedCopy { form, from: Some(from) }));
    }
    let becomes = KindSet(laws.promotion_kinds[0].0 | laws.promotion_kinds[1].0);
    let has_pawns = (0..2).any(|side| game.pawns(side).kinds().any(|kind| game.has(kind)));
    if laws.drops.demotes_captured() && has_pawns {
        let kinds = becomes.kinds().filter(|&kind| game.has(kind));
        copies.extend(kinds.map(|form| PromotedCopy { form, from: None }));
    }
    // A form that never stands for itself needs no letter of its own.
    let written = Start::of(game).map_or(KindSet::ALL, |start| start.written);
    let is_needed = |form: Kind| written.has(form) || becomes.has(form) || laws.promoted_forms[form.index()].is_some();
    let forms = copies.iter().filter(|copy| copy.from.is_some()).map(|copy| copy.form);
    let idle = forms.filter(|&form| !is_needed(form)).fold(KindSet(0), KindSet::with);
    (copies, idle)
}

/// The pawn that a piece is again which was promoted by the rules of pawns.
pub(super) fn main_pawn(game: &Draft) -> Option<Kind> {
    let pawn = Kind::new(PAWN);
    let others = || game.laws.promotion_pawns[0].kinds().find(|&kind| game.has(kind));
    Some(pawn).filter(|&pawn| game.has(pawn)).or_else(others)
}

/// Adds copies to the laws of a game whose kinds have been numbered: `number` gives the number of a slot, and the copies have
/// the numbers from `first` on. `laws` have the numbers, the game the slots.
pub(super) fn add(
    game: &Draft,
    laws: &mut Laws,
    copies: &[PromotedCopy],
    first: usize,
    number: impl Fn(Kind) -> Option<Kind>,
) {
    let by_slot = &game.laws;
    let pawn = main_pawn(game).and_then(&number);
    for (copy, &PromotedCopy { form, from }) in (first..).map(Kind::new).zip(copies) {
        let (index, from) = (copy.index(), from.and_then(&number));
        let also = |kinds: &mut KindSet, of_game: KindSet| {
            if of_game.has(form) && of_game != KindSet::ALL {
                *kinds = kinds.with(copy);
            }
        };
        for side in 0..2 {
            also(&mut laws.en_passant_kinds[side], by_slot.en_passant_kinds[side]);
            also(&mut laws.clock_kinds[side], by_slot.clock_kinds[side]);
            also(&mut laws.flag_kinds[side], by_slot.flag_kinds[side]);
            also(&mut laws.promotion_pawns[side], by_slot.promotion_pawns[side]);
            laws.mobility[side][index] = by_slot.mobility[side][form.index()];
            if let (None, Some(original)) = (from, number(form))
                && by_slot.promotion_kinds[side].has(form)
            {
                laws.promotion_kinds[side] = KindSet(laws.promotion_kinds[side].0 & !original.bit().0).with(copy);
            }
        }
        also(&mut laws.soldiers, by_slot.soldiers);
        also(&mut laws.shuns_kin, by_slot.shuns_kin);
        also(&mut laws.extinction.kinds, by_slot.extinction.kinds);
        laws.promotion_limits[index] = by_slot.promotion_limits[form.index()];
        laws.copies[index] = number(form);
        laws.falls_to[index] = from.or(pawn);
        if let Some(from) = from {
            laws.promoted_forms[from.index()] = Some(copy);
            laws.promoted_forms[index] = Some(from).filter(|_| laws.demotes);
        }
    }
}
