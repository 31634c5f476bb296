//! The weights of a game: fitted ones from a file, or ones derived from the movements of the pieces.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use super::tapered::Tapered;
use super::terms::hands::IN_HAND;
use super::terms::pieces::mobility_steps;
use super::terms::placement::{self, VALUE};
use super::terms::{KnownTerms, TERMS, Term, TermGroup, derived, groups};
use crate::board::{ExchangeValues, Setup, Spec};
use crate::types::{Color, Kind, MAX_KINDS, Piece, SQUARES, Square, short_hash};

/// Why weights were refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// A line does not begin with the name of a group of terms.
    #[error("line {}: `{}` names no group of weights", .0, crate::board::quoted(.1))]
    Name(usize, String),
    /// A line has the wrong number of weights.
    #[error("line {line}: `{name}` has {found} weights, expected {expected}")]
    Count {
        /// The number of the line, from 1.
        line: usize,
        /// The name of the group.
        name: String,
        /// The number of weights in the line.
        found: usize,
        /// The number of terms in the group.
        expected: usize,
    },
    /// A text that is not a weight.
    #[error("line {}: `{}` is not a weight, expected middlegame/endgame in centipawns, e.g. `12/-3`", .0, crate::board::quoted(.1))]
    Number(usize, String),
    /// A group of weights occurs twice.
    #[error("line {0}: `{1}` is there a second time")]
    Twice(usize, String),
    /// Values of pieces are missing. Holds the first and the number of all.
    #[error("the weights are incomplete: `{first}` is missing{}", and_others("value", *.count))]
    Missing {
        /// The name of the first.
        first: String,
        /// How many are missing.
        count: usize,
    },
    /// A fit gave something that is not a number.
    #[error("the weights are not finite")]
    NotFinite,
}

/// What follows the first of `count` missing things.
fn and_others(thing: &str, count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        2 => format!(", and another {thing}"),
        _ => format!(", and {} other {thing}s", count - 1),
    }
}

/// The weights of a game, with the tables that follow from them.
pub struct Weights {
    terms: Box<[Tapered; TERMS]>,
    placement: Box<[[Tapered; SQUARES]; 2 * MAX_KINDS]>,
    exchange: ExchangeValues,
    /// The material at the start, in centipawns: at or above it, middlegame scores count in full.
    full_phase: i32,
    /// By kind and number of squares, see [`Weights::mobility_step`].
    mobility_steps: Box<[[u8; SQUARES + 1]; MAX_KINDS]>,
    /// By kind, in centipawns, see [`Weights::phase_of`].
    phase: [i32; MAX_KINDS],
    /// See [`Weights::name`].
    name: String,
    /// See [`Weights::missing`].
    missing: Vec<String>,
}

impl Weights {
    /// The weights that come with a game: the fitted ones of its folder, or else derived ones.
    pub fn built_in(spec: &'static Spec) -> Self {
        let fitted = spec.page.folder.weights.map(|text| Self::read(spec, text));
        fitted.map_or_else(|| Self::derived(spec), |weights| weights.expect("a test reads the weights of all games"))
    }

    /// Tells the log which terms a file of weights lacks, if any.
    pub(super) fn warn_of_missing(&self, spec: &Spec) {
        if let Some(first) = self.missing.first() {
            let others = and_others("group", self.missing.len());
            log::warn!("the weights of {} lack `{first}`{others}: such terms count nothing", spec.page.name);
        }
    }

    /// The weights derived from the movements of the pieces, which a game without fitted ones uses.
    pub fn derived(spec: &'static Spec) -> Self {
        Self::new(spec, derived(spec))
    }

    /// Reads weights in the format of `bactrian fit`. Terms that are missing count nothing, see [`Weights::missing`].
    ///
    /// # Errors
    /// If the text is not a list of weights of the game.
    pub fn read(spec: &'static Spec, text: &str) -> Result<Self, WeightsError> {
        let (terms, missing) = Self::from_text(spec, text)?;
        Ok(Self { missing, ..Self::new(spec, terms) })
    }

    /// The weights in the format of `bactrian fit`.
    pub fn text(&self, spec: &Spec) -> String {
        Self::to_text(spec, &self.terms[..])
    }

    /// A short name for these weights, which others do not have.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name that these weights would have without terms that a network does not know.
    pub(super) fn name_for(&self, spec: &Spec, known: &KnownTerms) -> String {
        name(spec, &self.terms[..], |group| known.has(group))
    }

    /// The groups of terms that the file of these weights does not have.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// Derives the tables from the weights of all terms, by number.
    fn new(spec: &'static Spec, terms: Vec<Tapered>) -> Self {
        let average = |term: Term| (terms[term.index()].middlegame() + terms[term.index()].endgame()) / 2;
        let value = |kind: Kind| if spec.royals.has(kind) { 0 } else { average(VALUE.of(kind)) };
        // What is captured is not only lost, but comes into the other side's hand.
        let in_hand = |kind: Kind| average(IN_HAND.of(spec.falls_to(kind)));
        let captured = |kind: Kind| if spec.laws().drops.captures_to_hand { in_hand(kind) } else { 0 };
        let exchange = ExchangeValues::new(spec, |kind| value(kind) + captured(kind));
        let mut placement = Box::new([[Tapered::ZERO; SQUARES]; 2 * MAX_KINDS]);
        for kind in (0..spec.kinds()).map(Kind::new) {
            for (color, square) in Color::BOTH.into_iter().flat_map(|c| spec.board.into_iter().map(move |s| (c, s))) {
                let sum = placement::of_piece(spec, kind, color, square)
                    .iter()
                    .fold(Tapered::ZERO, |sum, &term| sum + terms[term]);
                let sign = if color == Color::White { 1 } else { -1 };
                placement[Piece::new(color, kind).index()][square.index()] = sum * sign;
            }
        }
        let phase: [i32; MAX_KINDS] = std::array::from_fn(|index| {
            let kind = Kind::new(index);
            let counts = index < spec.kinds() && !spec.pawns.has(kind) && !spec.royals.has(kind);
            if counts { value(kind) } else { 0 }
        });
        let start = Setup::read(spec, spec.page.start).expect("every game's start position is legal, as a test shows");
        let start_material: i32 = start.cells.iter().flatten().map(|piece| phase[piece.kind().index()]).sum();
        Self {
            name: name(spec, &terms, |_| true),
            terms: terms.try_into().expect("there is a weight for each term"),
            placement,
            full_phase: start_material.max(1),
            mobility_steps: mobility_steps(spec),
            phase,
            exchange,
            missing: Vec::new(),
        }
    }

    /// What a piece adds to the material that determines the phase of the game: its value in centipawns, or 0 for pawns
    /// and royal pieces.
    #[inline(always)]
    pub(super) fn phase_of(&self, piece: Piece) -> i32 {
        self.phase[piece.kind().index()]
    }

    /// The middlegame's share of the score with this much material on the board, in 256ths (0..=256).
    #[inline(always)]
    pub(super) fn middlegame_share(&self, material: i32) -> i32 {
        (material * 256 / self.full_phase).clamp(0, 256)
    }

    /// The weight of a term.
    #[inline(always)]
    pub fn term(&self, index: usize) -> Tapered {
        self.terms[index]
    }

    /// The value of a piece on a square, from White's view.
    #[inline(always)]
    pub(super) fn placement(&self, piece: Piece, square: Square) -> Tapered {
        self.placement[piece.index()][square.index()]
    }

    /// Piece values for exchanges, in centipawns.
    #[inline(always)]
    pub fn exchange(&self) -> &ExchangeValues {
        &self.exchange
    }

    /// The step of the mobility table for a piece that can move to `reached` squares.
    #[inline(always)]
    pub(super) fn mobility_step(&self, kind: Kind, reached: u32) -> usize {
        self.mobility_steps[kind.index()][reached as usize].into()
    }

    /// The weights of all terms as text, one group of terms per line: `name.piece` or `name`, then `middlegame/endgame` of
    /// each term.
    pub fn to_text(spec: &Spec, terms: &[Tapered]) -> String {
        groups(spec).iter().map(|group| group_text(group, terms)).collect()
    }

    /// Parses the format of [`Weights::to_text`]; the groups that are missing, whose terms weigh 0, are returned, too. No group
    /// may be there twice, and no piece may lack its value.
    fn from_text(spec: &Spec, text: &str) -> Result<(Vec<Tapered>, Vec<String>), WeightsError> {
        let mut terms = vec![Tapered::ZERO; TERMS];
        let groups = groups(spec);
        let known: HashMap<&str, &TermGroup> = groups.iter().map(|group| (group.full_name.as_str(), group)).collect();
        let mut there = HashSet::new();
        for (line, row) in (1..).zip(text.lines()) {
            let mut words = row.split_whitespace();
            let Some(name) = words.next() else { continue };
            let group = known.get(name).ok_or_else(|| WeightsError::Name(line, quotable(name)))?;
            if !there.insert(name) {
                return Err(WeightsError::Twice(line, name.to_owned()));
            }
            let (found, expected) = (words.clone().count(), group.terms.len());
            if found != expected {
                return Err(WeightsError::Count { line, name: name.to_owned(), found, expected });
            }
            for (place, pair) in terms[group.terms.clone()].iter_mut().zip(words) {
                *place = read_pair(pair).ok_or_else(|| WeightsError::Number(line, quotable(pair)))?;
            }
        }
        let missing = groups.iter().filter(|group| !there.contains(group.full_name.as_str()));
        let mut values = missing.clone().filter(|group| VALUE.is_in(group)).map(|group| group.full_name.clone());
        match values.next() {
            Some(first) => Err(WeightsError::Missing { first, count: 1 + values.count() }),
            None => Ok((terms, missing.map(|group| group.full_name.clone()).collect())),
        }
    }
}

/// A line of a file of weights.
fn group_text(group: &TermGroup, terms: &[Tapered]) -> String {
    let weights: String = terms[group.terms.clone()].iter().map(|term| format!(" {term:?}")).collect();
    format!("{}{weights}\n", group.full_name)
}

/// A short name for weights without the terms that are not known. Terms that came after the first ones and weigh nothing do
/// not change it.
fn name(spec: &Spec, terms: &[Tapered], is_known: impl Fn(&str) -> bool) -> String {
    let weighs = |group: &TermGroup| terms[group.terms.clone()].iter().any(|term| *term != Tapered::ZERO);
    let groups = groups(spec).into_iter().filter(|group| is_known(group.name) && (group.is_first() || weighs(group)));
    let text: String = groups.map(|group| group_text(&group, terms)).collect();
    format!("classical-{}", short_hash(text))
}

/// Shortens a word for an error message.
fn quotable(word: &str) -> String {
    const LONGEST: usize = 60;
    let end = word.char_indices().nth(LONGEST);
    end.map_or_else(|| word.to_owned(), |(end, _)| format!("{}...", &word[..end]))
}

fn read_pair(text: &str) -> Option<Tapered> {
    let (middlegame, endgame) = text.split_once('/')?;
    Some(Tapered::new(middlegame.parse::<i16>().ok()?.into(), endgame.parse::<i16>().ok()?.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_written() {
        for spec in crate::games::built_in() {
            let terms = derived(spec);
            let text = Weights::to_text(spec, &terms);
            assert_eq!(Weights::from_text(spec, &text), Ok((terms, Vec::new())));
            let bad = text.replacen("value.", "worth.", 1);
            assert!(matches!(Weights::from_text(spec, &bad), Err(WeightsError::Name(1, _))));
            if let Some(text) = spec.page.folder.weights {
                assert!(
                    Weights::from_text(spec, text).is_ok_and(|(_, missing)| missing.is_empty()),
                    "{}",
                    spec.page.name
                );
            }
        }
    }
}
