//! The terms of the evaluation. Each topic has a file, which names its terms, says what they weigh where no weights have been
//! fitted, and counts them. Their numbers follow from that.

/// Declares terms, each with its name in files, its [`Size`], and what it weighs before a fit, middlegame and endgame.
macro_rules! terms {
    (of pieces $($rest:tt)*) => { terms!(@ PIECE_TERMS PieceGroup PieceTerm $($rest)*); };
    (of positions $($rest:tt)*) => { terms!(@ POSITION_TERMS PositionGroup Term $($rest)*); };
    (@ $list:ident $group:ident $term:ident
        $($(#[$doc:meta])* $name:ident: $text:literal, $size:expr, $derived:expr;)*) => {
        /// The groups of terms of this topic.
        pub(super) const $list: &[super::$group] =
            &[$(super::$group { name: $text, size: $size, derived: $derived }),*];
        $($(#[$doc])* pub const $name: super::$term = super::$term::named($text);)*
    };
}

mod first;
pub(super) mod hands;
pub(super) mod king;
mod known;
pub(super) mod passed;
pub(super) mod pieces;
pub(super) mod placement;
pub(super) mod structure;
pub(super) mod threats;
pub(super) mod whole;

pub use known::KnownTerms;

use std::ops::Range;

use super::tapered::Tapered;
use crate::board::Spec;
use crate::types::{Kind, MAX_KINDS};
use first::FirstGroup;

/// By topic, the groups of terms that each kind of piece has separately. Royal pieces have weights of the first alone before a
/// fit.
const OF_PIECES: [&[PieceGroup]; 5] =
    [placement::PIECE_TERMS, pieces::PIECE_TERMS, threats::PIECE_TERMS, king::PIECE_TERMS, hands::PIECE_TERMS];

/// By topic, the groups of terms of the whole position.
const OF_POSITION: [&[PositionGroup]; 4] =
    [passed::POSITION_TERMS, structure::POSITION_TERMS, king::POSITION_TERMS, whole::POSITION_TERMS];

/// How many terms a group has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Size {
    /// One.
    One,
    /// This many, where neighbours have similar values.
    Table(usize),
    /// As many, which have nothing to do with each other.
    List(usize),
}

impl Size {
    const fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::Table(count) | Self::List(count) => count,
        }
    }
}

/// A group of terms.
#[derive(Clone, Copy)]
struct Group<Derived> {
    name: &'static str,
    size: Size,
    /// What its terms weigh where no weights have been fitted, by number in the group.
    derived: Derived,
}

type PieceGroup = Group<fn(&Mover, usize) -> [i32; 2]>;
type PositionGroup = Group<fn(Step) -> [i32; 2]>;

/// The number of terms of these groups.
const fn total<F: Copy>(groups: &[Group<F>]) -> usize {
    let (mut total, mut index) = (0, 0);
    while index < groups.len() {
        total += groups[index].size.count();
        index += 1;
    }
    total
}

/// A kind of piece, for weights that are derived from its moves.
struct Mover {
    is_pawn: bool,
    is_royal: bool,
    /// In centipawns; 0 for royal pieces.
    value: i32,
    /// Whether it can be in hand and dropped.
    is_held: bool,
    /// Of the board.
    ranks: usize,
}

impl Mover {
    /// How much an attack on a king by it counts.
    fn danger(&self) -> i32 {
        if self.is_pawn { 0 } else { self.value / 20 }
    }
}

/// A term of the whole position, for its derived weight.
#[derive(Clone, Copy)]
struct Step {
    /// Its number in the group.
    number: usize,
    /// The ranks of the board.
    ranks: usize,
}

impl Step {
    /// A rank as one of eight.
    fn advanced(self) -> i32 {
        (self.number * 8 / self.ranks) as i32
    }
}

/// A term of the whole position or of one kind of piece, or the first of a group of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term(usize);

impl Term {
    /// The first term of the group with this name.
    const fn named(name: &str) -> Self {
        Self(MAX_KINDS * PER_KIND + place(Some(name), &first::OF_POSITION, &OF_POSITION))
    }

    /// The term this far on in its group.
    #[inline(always)]
    pub const fn at(self, step: usize) -> Self {
        Self(self.0 + step)
    }

    /// The term's number.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0
    }
}

/// A term that each kind of piece has separately, or the first of a group of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTerm(usize);

impl PieceTerm {
    /// The first term of the group with this name.
    const fn named(name: &str) -> Self {
        Self(place(Some(name), &first::OF_PIECES, &OF_PIECES))
    }

    /// The term this far on in its group.
    #[inline(always)]
    pub const fn at(self, step: usize) -> Self {
        Self(self.0 + step)
    }

    /// Whether this is the first term of a group.
    pub fn is_in(self, group: &TermGroup) -> bool {
        group.terms.start < MAX_KINDS * PER_KIND && group.terms.start % PER_KIND == self.0
    }

    /// The term of a kind.
    #[inline(always)]
    pub const fn of(self, kind: Kind) -> Term {
        Term(kind.index() * PER_KIND + self.0)
    }
}

/// The number of terms of each kind.
const PER_KIND: usize = place(None, &first::OF_PIECES, &OF_PIECES);
/// The number of all terms.
pub const TERMS: usize = MAX_KINDS * PER_KIND + place(None, &first::OF_POSITION, &OF_POSITION);

/// The number of the first term of a group among those of its sort, or of all without a name: first those of the first list,
/// then the others as they are declared.
const fn place<F: Copy>(name: Option<&str>, first: &[FirstGroup], topics: &[&[Group<F>]]) -> usize {
    if let Some(name) = name
        && let Some((_, number, _)) = found(name, first)
    {
        return number;
    }
    let (mut number, mut index) = (0, 0);
    while index < first.len() {
        number += first[index].2;
        index += 1;
    }
    let mut topic = 0;
    while topic < topics.len() {
        let mut index = 0;
        while index < topics[topic].len() {
            let group = topics[topic][index];
            if let Some(name) = name
                && is_same(name, group.name)
            {
                return number;
            }
            if found(group.name, first).is_none() {
                number += group.size.count();
            }
            index += 1;
        }
        topic += 1;
    }
    assert!(name.is_none(), "no topic has the group");
    number
}

/// The group with this name.
const fn found(name: &str, first: &[FirstGroup]) -> Option<FirstGroup> {
    let mut index = 0;
    while index < first.len() {
        if is_same(name, first[index].0) {
            return Some(first[index]);
        }
        index += 1;
    }
    None
}

/// Whether two texts are the same, where the compiler asks.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// A group of terms of a game: of a kind of piece, or of the whole position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermGroup {
    /// Its name without a piece.
    pub name: &'static str,
    /// Its name in files of weights: followed by a point and the piece, if it is one of pieces.
    pub full_name: String,
    /// The numbers of its terms.
    pub terms: Range<usize>,
    /// Whether neighbours are alike.
    pub is_table: bool,
}

impl TermGroup {
    /// Whether the group is older than files that name terms.
    pub(super) fn is_first(&self) -> bool {
        first::OF_PIECES.iter().chain(&first::OF_POSITION).any(|group| group.0 == self.name)
    }
}

/// All groups of terms of a game, those of the first list in its order.
pub fn groups(spec: &Spec) -> Vec<TermGroup> {
    let group = |name, size: Size, piece: &str, first: Term| TermGroup {
        name,
        full_name: format!("{name}{piece}"),
        terms: first.index()..first.index() + size.count(),
        is_table: matches!(size, Size::Table(_)),
    };
    let (of_pieces, of_position) =
        (in_order(&OF_PIECES, &first::OF_PIECES), in_order(&OF_POSITION, &first::OF_POSITION));
    let mut groups = Vec::new();
    for kind in (0..spec.kinds()).map(Kind::new) {
        let piece = format!(".{}", spec.kind_text(kind));
        let of_kind =
            |&Group { name, size, .. }: &PieceGroup| group(name, size, &piece, PieceTerm::named(name).of(kind));
        let is_there = |group: &&PieceGroup| spec.has_hands() || !hands::NAMES.contains(&group.name);
        groups.extend(of_pieces.iter().filter(is_there).map(of_kind));
    }
    groups.extend(of_position.iter().map(|&Group { name, size, .. }| group(name, size, "", Term::named(name))));
    groups
}

/// The groups of all topics, those of the first list in its order, then the others as they are declared.
fn in_order<F: Copy>(topics: &[&[Group<F>]], first: &[FirstGroup]) -> Vec<Group<F>> {
    let mut groups = topics.concat();
    groups.sort_by_key(|group| first.iter().position(|first| first.0 == group.name).unwrap_or(usize::MAX));
    groups
}

/// The weights for a game without fitted ones, derived from its data.
pub(super) fn derived(spec: &'static Spec) -> Vec<Tapered> {
    let ranks = spec.page.ranks.into();
    let mut terms = vec![Tapered::ZERO; TERMS];
    let mut set = |first: Term, size: Size, weights: &dyn Fn(usize) -> [i32; 2]| {
        for step in 0..size.count() {
            let [middlegame, endgame] = weights(step);
            terms[first.at(step).index()] = Tapered::new(middlegame, endgame);
        }
    };
    for kind in (0..spec.kinds()).map(Kind::new) {
        let is_royal = spec.royals.has(kind);
        let value = if is_royal { 0 } else { placement::derived_value(spec, kind).round() as i32 };
        let is_held = spec.laws().drops.allowed && spec.can_be_in_hand(kind);
        let mover = Mover { is_pawn: spec.pawns.has(kind) && !is_royal, is_royal, value, is_held, ranks };
        let topics = if is_royal { &OF_PIECES[..1] } else { &OF_PIECES[..] };
        for group in topics.concat() {
            set(PieceTerm::named(group.name).of(kind), group.size, &|step| (group.derived)(&mover, step));
        }
    }
    for group in OF_POSITION.concat() {
        set(Term::named(group.name), group.size, &|number| (group.derived)(Step { number, ranks }));
    }
    terms
}

/// Whether the term with this number is one of the pressure on a king.
pub(super) fn is_pressure(term: usize) -> bool {
    let has = |first: usize, size: Size, term: usize| (first..first + size.count()).contains(&term);
    if term < MAX_KINDS * PER_KIND {
        let of_kind = term % PER_KIND;
        king::PIECE_TERMS.iter().any(|group| has(PieceTerm::named(group.name).0, group.size, of_kind))
    } else {
        king::POSITION_TERMS.iter().any(|group| has(Term::named(group.name).0, group.size, term))
    }
}

/// The term of another game that means the same as this one: `kind` gives that game's kind that moves like a kind of this
/// game. What only one game has means the same only in that game.
pub fn term_of_relative(term: usize, kind: impl Fn(Kind) -> Option<Kind>, is_same_game: bool) -> Option<usize> {
    let (number, offset) = (term / PER_KIND, term % PER_KIND);
    match term {
        _ if is_same_game => Some(term),
        _ if number < MAX_KINDS => Some(PieceTerm(offset).of(kind(Kind::new(number))?).index()),
        _ => Some(term).filter(|term| !whole::own_numbers().contains(term)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn every_term_has_a_number_of_its_own() {
        let mut owners = vec![0; TERMS];
        let mut own = |first: Term, size: Size| {
            (first.index()..first.index() + size.count()).for_each(|index| owners[index] += 1);
        };
        for kind in (0..MAX_KINDS).map(Kind::new) {
            OF_PIECES.concat().iter().for_each(|group| own(PieceTerm::named(group.name).of(kind), group.size));
        }
        OF_POSITION.concat().iter().for_each(|group| own(Term::named(group.name), group.size));
        assert!(owners.iter().all(|&owners| owners == 1), "{owners:?}");
    }

    #[test]
    fn no_two_groups_have_the_same_name() {
        let groups = groups(games::Games::default().find("chess").expect("a game"));
        let names: std::collections::HashSet<&str> = groups.iter().map(|group| group.full_name.as_str()).collect();
        assert_eq!(names.len(), groups.len());
    }
}
