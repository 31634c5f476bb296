//! The terms of the evaluation and their numbers, by which weights are stored, fitted and printed.

use crate::board::Spec;
use crate::types::{Color, Kind, MAX_KINDS, RANKS, STRIDE, Square};

/// The number of files counted from the nearer edge.
pub const HALF_FILES: usize = STRIDE as usize / 2;
/// The number of steps of the mobility tables.
pub const MOBILITY_STEPS: usize = 16;
/// Distances of the nearest pawn ahead of the king: 1, 2, 3 ranks, and more or none.
pub const SHELTER_STEPS: usize = 4;

/// The number of scale terms, see [`Term::Scale`].
pub const SCALES: usize = 3;

/// The maximum number of terms that only one game has.
pub const OWN_TERMS: usize = 8;

/// A term that each kind of piece has separately.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceTerm {
    /// The piece's value.
    Value,
    /// By rank, counted from its own side.
    Rank(usize),
    /// By file, counted from the nearer edge.
    File(usize),
    /// By the number of squares to which it can move, in [`MOBILITY_STEPS`] steps up to its maximum on an empty board.
    Mobility(usize),
    /// It is attacked by a pawn.
    AttackedByPawn,
    /// It is attacked by a less valuable piece, not a pawn.
    AttackedByCheaper,
    /// It is attacked and not defended.
    Hanging,
    /// There are pieces of this kind on squares of both colours (colour-bound kinds only).
    Pair,
    /// No pawn on its file (only kinds that slide along files).
    OpenFile,
    /// No own pawn on its file, but an enemy pawn (only kinds that slide along files).
    HalfOpenFile,
    /// It can be crowned by its next move on a square that no enemy pawn attacks (not pawns).
    Crowning,
    /// In the far half, defended by a pawn, on a square that no enemy pawn can attack any more.
    Outpost,
    /// Pressure on the enemy king: it attacks squares around it.
    Attacker,
    /// Pressure on the enemy king: a square around it that the piece attacks.
    Aimed,
    /// Pressure on the enemy king: a square from which the piece can give check without being captured.
    SafeCheck,
    /// Pressure on the own king: the piece stands near it.
    Defender,
}

impl PieceTerm {
    /// The groups of terms: name, first term and number of terms.
    pub const GROUPS: [(&'static str, Self, usize); 16] = [
        ("value", Self::Value, 1),
        ("rank", Self::Rank(0), RANKS),
        ("file", Self::File(0), HALF_FILES),
        ("mobility", Self::Mobility(0), MOBILITY_STEPS),
        ("attacked_by_pawn", Self::AttackedByPawn, 1),
        ("attacked_by_cheaper", Self::AttackedByCheaper, 1),
        ("hanging", Self::Hanging, 1),
        ("pair", Self::Pair, 1),
        ("open_file", Self::OpenFile, 1),
        ("half_open_file", Self::HalfOpenFile, 1),
        ("outpost", Self::Outpost, 1),
        ("crowning", Self::Crowning, 1),
        ("attacker", Self::Attacker, 1),
        ("aimed", Self::Aimed, 1),
        ("safe_check", Self::SafeCheck, 1),
        ("defender", Self::Defender, 1),
    ];

    /// The number of terms for each kind.
    const COUNT: usize = 1 + RANKS + HALF_FILES + MOBILITY_STEPS + 12;

    #[inline(always)]
    const fn offset(self) -> usize {
        const AFTER_TABLES: usize = 1 + RANKS + HALF_FILES + MOBILITY_STEPS;
        match self {
            Self::Value => 0,
            Self::Rank(rank) => 1 + rank,
            Self::File(file) => 1 + RANKS + file,
            Self::Mobility(step) => 1 + RANKS + HALF_FILES + step,
            Self::AttackedByPawn => AFTER_TABLES,
            Self::AttackedByCheaper => AFTER_TABLES + 1,
            Self::Hanging => AFTER_TABLES + 2,
            Self::Pair => AFTER_TABLES + 3,
            Self::OpenFile => AFTER_TABLES + 4,
            Self::HalfOpenFile => AFTER_TABLES + 5,
            Self::Outpost => AFTER_TABLES + 6,
            Self::Crowning => AFTER_TABLES + 7,
            Self::Attacker => AFTER_TABLES + 8,
            Self::Aimed => AFTER_TABLES + 9,
            Self::SafeCheck => AFTER_TABLES + 10,
            Self::Defender => AFTER_TABLES + 11,
        }
    }

    /// The term's number for a kind.
    #[inline(always)]
    pub const fn of(self, kind: Kind) -> usize {
        kind.index() * Self::COUNT + self.offset()
    }
}

/// A term of the whole position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// A passed pawn, by rank, counted from its own side.
    Passed(usize),
    /// A passed pawn with an empty square ahead of it, by rank.
    PassedFree(usize),
    /// A passed pawn whose path to the last rank is empty and not attacked, by rank.
    PassedSafe(usize),
    /// A passed pawn that is defended by a pawn.
    PassedDefended,
    /// A passed pawn in the far half: the own king's distance to the square ahead of it (at most 5), times the number
    /// of ranks that it has advanced in the far half.
    PassedOwnKing,
    /// The same for the enemy king.
    PassedEnemyKing,
    /// A pawn without own pawns on the neighbouring files, with an enemy pawn on its own file.
    Isolated,
    /// The same without an enemy pawn on its file.
    IsolatedOpen,
    /// A pawn behind another one of the same side.
    Doubled,
    /// A pawn that own pawns can never defend and whose next square an enemy pawn attacks. Isolated pawns do not count.
    Backward,
    /// A pawn that is defended by a pawn, by rank.
    Defended(usize),
    /// A pawn with an own pawn directly beside it, by rank.
    Phalanx(usize),
    /// The nearest own pawn ahead of the king on each of three files, by distance.
    Shelter(usize),
    /// The nearest enemy pawn ahead of the king on each of three files, by distance.
    Storm(usize),
    /// Pressure on the king: a constant.
    Pressure,
    /// Pressure on the king: a square around it that the enemy attacks and at most the king defends.
    Weak,
    /// Pressure on the king: a square from which an enemy piece can give check but be captured.
    UnsafeCheck,
    /// Pressure on the king: a square within three steps that the enemy attacks; counts twice if two pieces attack it.
    Besieged,
    /// Pressure on the king: a square within three steps that its own side attacks.
    Guarded,
    /// Pressure on the king: the nearest own pawn ahead on each of three files, by distance.
    OpenKing(usize),
    /// The side to move.
    Tempo,
    /// How much an advantage counts in the endgame, in [`SCALE_UNIT`](super::SCALE_UNIT)ths: a constant, then for each
    /// pawn of the better side, and then if it has pawns on both wings (a quarter of the files each).
    Scale(usize),
    /// A term that only this game has, by the game's own number below [`OWN_TERMS`].
    Own(usize),
}

impl Term {
    /// The groups of terms: name, first term and number of terms.
    pub const GROUPS: [(&'static str, Self, usize); 23] = [
        ("passed", Self::Passed(0), RANKS),
        ("passed_free", Self::PassedFree(0), RANKS),
        ("passed_safe", Self::PassedSafe(0), RANKS),
        ("passed_defended", Self::PassedDefended, 1),
        ("passed_own_king", Self::PassedOwnKing, 1),
        ("passed_enemy_king", Self::PassedEnemyKing, 1),
        ("isolated", Self::Isolated, 1),
        ("isolated_open", Self::IsolatedOpen, 1),
        ("doubled", Self::Doubled, 1),
        ("backward", Self::Backward, 1),
        ("defended", Self::Defended(0), RANKS),
        ("phalanx", Self::Phalanx(0), RANKS),
        ("shelter", Self::Shelter(0), SHELTER_STEPS),
        ("storm", Self::Storm(0), SHELTER_STEPS),
        ("pressure", Self::Pressure, 1),
        ("weak", Self::Weak, 1),
        ("unsafe_check", Self::UnsafeCheck, 1),
        ("besieged", Self::Besieged, 1),
        ("guarded", Self::Guarded, 1),
        ("open_king", Self::OpenKing(0), SHELTER_STEPS),
        ("tempo", Self::Tempo, 1),
        ("scale", Self::Scale(0), SCALES),
        ("own", Self::Own(0), OWN_TERMS),
    ];

    /// The number of terms of the whole position.
    const COUNT: usize = 5 * RANKS + 3 * SHELTER_STEPS + 5 + 8 + SCALES + OWN_TERMS;

    /// The term's number.
    #[inline(always)]
    pub const fn index(self) -> usize {
        const BASE: usize = MAX_KINDS * PieceTerm::COUNT;
        const SINGLES: usize = BASE + 5 * RANKS;
        const TABLES: usize = SINGLES + 8;
        const PRESSURE: usize = TABLES + 3 * SHELTER_STEPS;
        match self {
            Self::Passed(rank) => BASE + rank,
            Self::PassedFree(rank) => BASE + RANKS + rank,
            Self::Defended(rank) => BASE + 2 * RANKS + rank,
            Self::Phalanx(rank) => BASE + 3 * RANKS + rank,
            Self::PassedSafe(rank) => BASE + 4 * RANKS + rank,
            Self::PassedDefended => SINGLES,
            Self::PassedOwnKing => SINGLES + 1,
            Self::PassedEnemyKing => SINGLES + 2,
            Self::Isolated => SINGLES + 3,
            Self::IsolatedOpen => SINGLES + 4,
            Self::Doubled => SINGLES + 5,
            Self::Backward => SINGLES + 6,
            Self::Tempo => SINGLES + 7,
            Self::Shelter(step) => TABLES + step,
            Self::Storm(step) => TABLES + SHELTER_STEPS + step,
            Self::OpenKing(step) => TABLES + 2 * SHELTER_STEPS + step,
            Self::Pressure => PRESSURE,
            Self::Weak => PRESSURE + 1,
            Self::UnsafeCheck => PRESSURE + 2,
            Self::Besieged => PRESSURE + 3,
            Self::Guarded => PRESSURE + 4,
            Self::Scale(number) => PRESSURE + 5 + number,
            Self::Own(number) => PRESSURE + 5 + SCALES + number,
        }
    }
}

/// Whether the term with this number is one of the pressure on a king.
pub(super) fn is_pressure(term: usize) -> bool {
    match term.checked_sub(MAX_KINDS * PieceTerm::COUNT) {
        None => (PieceTerm::Attacker.offset()..=PieceTerm::Defender.offset()).contains(&(term % PieceTerm::COUNT)),
        Some(_) => {
            (Term::Pressure.index()..=Term::Guarded.index()).contains(&term)
                || (Term::OpenKing(0).index()..=Term::OpenKing(SHELTER_STEPS - 1).index()).contains(&term)
        }
    }
}

/// The number of all terms.
pub const TERMS: usize = MAX_KINDS * PieceTerm::COUNT + Term::COUNT;

/// The term of another game that means the same as this one: `kind` gives that game's kind that moves like a kind of this
/// game. What only one game has means the same only in that game.
pub fn term_of_relative(term: usize, kind: impl Fn(Kind) -> Option<Kind>, is_same_game: bool) -> Option<usize> {
    let (number, offset) = (term / PieceTerm::COUNT, term % PieceTerm::COUNT);
    match term {
        _ if is_same_game => Some(term),
        _ if number < MAX_KINDS => Some(kind(Kind::new(number))?.index() * PieceTerm::COUNT + offset),
        _ => Some(term).filter(|term| *term < Term::Own(0).index()),
    }
}

/// The placement terms of a piece: they depend only on the piece and its square.
pub(super) fn placement_terms(spec: &Spec, kind: Kind, color: Color, square: Square) -> [usize; 3] {
    let page = &spec.page;
    let rank = square.rank_for(color, page.ranks) as usize;
    let file = square.file().min(page.files - 1 - square.file()) as usize;
    [PieceTerm::Value.of(kind), PieceTerm::Rank(rank).of(kind), PieceTerm::File(file.min(HALF_FILES - 1)).of(kind)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_has_a_number_of_its_own() {
        let mut owners = vec![0; TERMS];
        for kind in (0..MAX_KINDS).map(Kind::new) {
            for (_, first, count) in PieceTerm::GROUPS {
                (first.of(kind)..first.of(kind) + count).for_each(|index| owners[index] += 1);
            }
        }
        for (_, first, count) in Term::GROUPS {
            (first.index()..first.index() + count).for_each(|index| owners[index] += 1);
        }
        assert!(owners.iter().all(|&owners| owners == 1), "{owners:?}");
    }
}
