//! The weights of a game: fitted ones from a file, or ones derived from the movements of the pieces.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use once_cell::sync::Lazy;
use thiserror::Error;

use super::tapered::Tapered;
use super::terms::{HALF_FILES, MOBILITY_STEPS, PieceTerm, TERMS, Term, placement_terms};
use crate::board::{Component, ExchangeValues, Movement, Setup, Spec, Table};
use crate::types::{Bitboard, Color, Kind, MAX_KINDS, Piece, RANKS, SQUARES, Square, short_hash};

/// Weights that have been in use, by the address of the game's data: a game from a file that is loaded again has others.
static KNOWN: Lazy<Mutex<HashMap<usize, Arc<Weights>>>> = Lazy::new(Mutex::default);

/// Weights to use instead of the built-in ones, by game, see [`choose_weights`].
static CHOSEN: Mutex<Vec<(&str, String)>> = Mutex::new(Vec::new());

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
    #[error("line {}: `{}` is no weight, expected middlegame/endgame in centipawns, e.g. `12/-3`", .0, crate::board::quoted(.1))]
    Number(usize, String),
    /// A group of weights is there twice.
    #[error("line {0}: `{1}` is there a second time")]
    Twice(usize, String),
    /// Groups of weights are missing. Holds the first and the number of all.
    #[error("the weights are incomplete: `{first}` is missing{}", and_others(*.count))]
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

/// What follows the first of `count` missing groups.
fn and_others(count: usize) -> String {
    if count > 1 { format!(", and {} other groups", count - 1) } else { String::new() }
}

/// Makes the evaluation of a game use these weights, in the format of `bactrian fit`, instead of the built-in ones.
/// Call it before the first evaluation of the game.
///
/// # Errors
/// If the text is not a list of weights of the game.
pub fn choose_weights(spec: &'static Spec, text: String) -> Result<(), WeightsError> {
    Weights::from_text(spec, &text)?;
    chosen().push((spec.page.name, text));
    Ok(())
}

/// The chosen weights. A poisoned lock is ignored: the list is always complete, because no panic can interrupt a
/// change.
fn chosen() -> MutexGuard<'static, Vec<(&'static str, String)>> {
    CHOSEN.lock().unwrap_or_else(PoisonError::into_inner)
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
}

impl Weights {
    /// The weights with which a game plays, computed on first use and then shared.
    pub fn of(spec: &'static Spec) -> Arc<Self> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(
            known
                .entry(std::ptr::from_ref(spec).addr())
                .or_insert_with(|| Arc::new(Self::new(spec, playing_terms(spec)))),
        )
    }

    /// The weights derived from the movements of the pieces, which a game without fitted ones uses.
    pub fn derived(spec: &'static Spec) -> Self {
        Self::new(spec, derived(spec))
    }

    /// Reads weights in the format of `bactrian fit`.
    ///
    /// # Errors
    /// If the text is not a list of weights of the game.
    pub fn read(spec: &'static Spec, text: &str) -> Result<Self, WeightsError> {
        Ok(Self::new(spec, Self::from_text(spec, text)?))
    }

    /// The weights in the format of `bactrian fit`.
    pub fn text(&self, spec: &Spec) -> String {
        Self::to_text(spec, &self.terms[..])
    }

    /// A short name for these weights, which others do not have.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Derives the tables from the weights of all terms, by number.
    fn new(spec: &'static Spec, terms: Vec<Tapered>) -> Self {
        let value = |kind: Kind| terms[PieceTerm::Value.of(kind)];
        let exchange = ExchangeValues::new(spec, |kind| (value(kind).middlegame() + value(kind).endgame()) / 2);
        let mut placement = Box::new([[Tapered::ZERO; SQUARES]; 2 * MAX_KINDS]);
        for kind in (0..spec.kinds()).map(Kind::new) {
            for (color, square) in Color::BOTH.into_iter().flat_map(|c| spec.board.into_iter().map(move |s| (c, s))) {
                let sum = placement_terms(spec, kind, color, square)
                    .iter()
                    .fold(Tapered::ZERO, |sum, &term| sum + terms[term]);
                let sign = if color == Color::White { 1 } else { -1 };
                placement[Piece::new(color, kind).index()][square.index()] = sum * sign;
            }
        }
        let phase: [i32; MAX_KINDS] = std::array::from_fn(|index| {
            let kind = Kind::new(index);
            let counts = index < spec.kinds() && !spec.pawns.has(kind) && !spec.royals.has(kind);
            if counts { exchange.of(kind) } else { 0 }
        });
        let start = Setup::read(spec, spec.page.start).expect("every game's start position is legal, as a test shows");
        let start_material: i32 = start.cells.iter().flatten().map(|piece| phase[piece.kind().index()]).sum();
        Self {
            name: format!("classical-{}", short_hash(Self::to_text(spec, &terms))),
            terms: terms.try_into().expect("there is a weight for each term"),
            placement,
            full_phase: start_material.max(1),
            mobility_steps: Box::new(std::array::from_fn(|kind| {
                let most = max_mobility(spec, kind);
                std::array::from_fn(|reached| mobility_step(most, reached as u32))
            })),
            phase,
            exchange,
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

    /// The weights as text, one group of terms per line: `name.piece` or `name`, then `middlegame/endgame` of each
    /// term.
    pub fn to_text(spec: &Spec, terms: &[Tapered]) -> String {
        let mut text = String::new();
        for (name, start, count) in groups(spec) {
            text += &name;
            for term in &terms[start..start + count] {
                // Writing to a string cannot fail.
                let _ = write!(text, " {term:?}");
            }
            text.push('\n');
        }
        text
    }

    /// Parses the format of [`Weights::to_text`]. Each group must be there once.
    pub fn from_text(spec: &'static Spec, text: &str) -> Result<Vec<Tapered>, WeightsError> {
        let mut terms = derived(spec);
        let groups = groups(spec);
        let known: HashMap<&str, usize> =
            (0..).zip(&groups).map(|(number, group)| (group.0.as_str(), number)).collect();
        let mut is_there = vec![false; groups.len()];
        for (line, row) in (1..).zip(text.lines()) {
            let mut words = row.split_whitespace();
            let Some(name) = words.next() else { continue };
            let &number = known.get(name).ok_or_else(|| WeightsError::Name(line, quotable(name)))?;
            if std::mem::replace(&mut is_there[number], true) {
                return Err(WeightsError::Twice(line, name.to_owned()));
            }
            let (_, start, expected) = groups[number];
            let found = words.clone().count();
            if found != expected {
                return Err(WeightsError::Count { line, name: name.to_owned(), found, expected });
            }
            for (place, pair) in terms[start..].iter_mut().zip(words) {
                *place = read_pair(pair).ok_or_else(|| WeightsError::Number(line, quotable(pair)))?;
            }
        }
        let mut missing = groups.iter().zip(&is_there).filter(|&(_, is_there)| !is_there).map(|(group, _)| &group.0);
        match missing.next() {
            Some(first) => Err(WeightsError::Missing { first: first.clone(), count: 1 + missing.count() }),
            None => Ok(terms),
        }
    }
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

/// All groups of terms of a game: name, number of the first term, number of terms.
pub fn groups(spec: &Spec) -> Vec<(String, usize, usize)> {
    let of_kinds = (0..spec.kinds()).map(Kind::new).flat_map(|kind| {
        let text = spec.kind_text(kind);
        PieceTerm::GROUPS.into_iter().map(move |(name, first, count)| (format!("{name}.{text}"), first.of(kind), count))
    });
    of_kinds
        .chain(Term::GROUPS.into_iter().map(|(name, first, count)| (name.to_owned(), first.index(), count)))
        .collect()
}

/// The weights with which a game plays: the chosen ones, else the fitted ones, else the derived ones.
fn playing_terms(spec: &'static Spec) -> Vec<Tapered> {
    let name = spec.page.name;
    let chosen = chosen();
    // The last choice wins.
    let chosen = chosen.iter().rfind(|(game, _)| *game == name).map(|(_, text)| text.as_str());
    let Some(text) = chosen.or(spec.page.folder.weights) else { return derived(spec) };
    Weights::from_text(spec, text).unwrap_or_else(|error| {
        // They were read before: the game's file has been loaded again, with other pieces.
        log::warn!("the weights of {name} do not fit its rules any more: {error}");
        derived(spec)
    })
}

/// The chance that a square is free.
const FREE: f64 = 0.72;

/// The number of squares that a kind reaches on average, by captures and by other moves. A square counts by the chance
/// that those on the way let the piece pass.
fn average_reaches(spec: &'static Spec, kind: Kind) -> [f64; 2] {
    let moves = spec.piece(kind).moves;
    if spec.custom().is_none() {
        return [average_reach(spec, moves.captures), average_reach(spec, moves.quiets)];
    }
    let tables = Table::of(spec).tables;
    [true, false].map(|captures| {
        let from_all = spec.board.into_iter().map(|from| tables.expected_reach(kind, captures, from, FREE));
        from_all.sum::<f64>() / f64::from(spec.board.count())
    })
}

/// The number of squares that a movement reaches on an empty board, averaged over all starting squares. A square on a
/// slider's line counts by the chance that the squares before it are free.
fn average_reach(spec: &Spec, movement: Movement) -> f64 {
    let reach_from = |from: Square| {
        let reached = crate::board::reach(movement, Color::White, from, Bitboard::EMPTY) & spec.board;
        let weight = |to: Square| {
            let slides = movement.has(Component::RookSlide) || movement.has(Component::BishopSlide);
            let distance = from.distance(to);
            let aligned = crate::geometry::line(from, to).any();
            if slides && aligned { FREE.powi(i32::from(distance) - 1) } else { 1.0 }
        };
        reached.into_iter().map(weight).sum::<f64>()
    };
    spec.board.into_iter().map(reach_from).sum::<f64>() / f64::from(spec.board.count())
}

/// An estimate of a kind's value, in centipawns: 50 for each square that it reaches on average, or 45 if it is
/// colour-bound. A knight is worth 263 on 8x8 and 297 on 12x10.
fn derived_value(spec: &'static Spec, kind: Kind) -> f64 {
    let reach = average_reaches(spec, kind).iter().sum::<f64>() / 2.0;
    let bound = spec.piece(kind).moves.is_color_bound();
    reach * if bound { 45.0 } else { 50.0 }
}

/// The weights for a game without fitted ones, derived from its data.
pub fn derived(spec: &'static Spec) -> Vec<Tapered> {
    let ranks = spec.page.ranks as usize;
    let mut terms = vec![Tapered::ZERO; TERMS];
    let even = |value: i32| Tapered::new(value, value);
    for kind in (0..spec.kinds()).map(Kind::new) {
        let pawn = spec.pawns.has(kind);
        if spec.royals.has(kind) {
            for step in 0..HALF_FILES {
                terms[PieceTerm::File(step).of(kind)] = Tapered::new(-8 * step as i32, 8 * step as i32);
            }
            for rank in 0..ranks {
                let center = rank.min(ranks - 1 - rank) as i32;
                terms[PieceTerm::Rank(rank).of(kind)] = Tapered::new(-12 * rank as i32, 8 * center);
            }
            continue;
        }
        let value = derived_value(spec, kind).round() as i32;
        terms[PieceTerm::Value.of(kind)] = if pawn { Tapered::new(85, 105) } else { even(value) };
        let unit = if pawn { 2 } else { 3 };
        for step in 0..HALF_FILES {
            terms[PieceTerm::File(step).of(kind)] = Tapered::new(unit * (step as i32 - 3), 0);
        }
        for rank in 0..ranks {
            let center = rank.min(ranks - 1 - rank) as i32;
            terms[PieceTerm::Rank(rank).of(kind)] =
                if pawn { even(rank as i32 * 3 - 6) } else { even(unit * (center - 2)) };
        }
        for step in 0..MOBILITY_STEPS {
            terms[PieceTerm::Mobility(step).of(kind)] = even(4 * (step as i32 - 6).min(6));
        }
        terms[PieceTerm::AttackedByPawn.of(kind)] = even(if pawn { -5 } else { -40 });
        terms[PieceTerm::AttackedByCheaper.of(kind)] = even(-30);
        terms[PieceTerm::Hanging.of(kind)] = even(-20);
        terms[PieceTerm::Pair.of(kind)] = even(value / 8);
        terms[PieceTerm::OpenFile.of(kind)] = Tapered::new(20, 5);
        terms[PieceTerm::HalfOpenFile.of(kind)] = Tapered::new(10, 5);
        terms[PieceTerm::Outpost.of(kind)] = even(10);
        terms[PieceTerm::Crowning.of(kind)] = even(25);
        let pressure = if pawn { 0 } else { value / 20 };
        terms[PieceTerm::Attacker.of(kind)] = Tapered::new(pressure, pressure / 2);
        terms[PieceTerm::Aimed.of(kind)] = Tapered::new(pressure / 3, pressure / 6);
        terms[PieceTerm::SafeCheck.of(kind)] = Tapered::new(pressure, pressure / 2);
        terms[PieceTerm::Defender.of(kind)] = even(-8);
    }
    derive_position_terms(&mut terms, ranks);
    terms
}

/// Sets the derived weights of the terms of the whole position.
fn derive_position_terms(terms: &mut [Tapered], ranks: usize) {
    for rank in 0..RANKS {
        let advanced = (rank * 8 / ranks) as i32;
        let passed = advanced * advanced;
        terms[Term::Passed(rank).index()] = Tapered::new(passed, 2 * passed);
        terms[Term::PassedFree(rank).index()] = Tapered::new(passed / 4, passed);
        terms[Term::PassedSafe(rank).index()] = Tapered::new(0, passed / 2);
        terms[Term::Defended(rank).index()] = Tapered::new(5 + advanced, 3 + advanced);
        terms[Term::Phalanx(rank).index()] = Tapered::new(3 + advanced, 2 + advanced);
    }
    let singles = [
        (Term::PassedDefended, 10, 15),
        (Term::PassedOwnKing, 0, -2),
        (Term::PassedEnemyKing, 0, 4),
        (Term::Isolated, -10, -8),
        (Term::IsolatedOpen, -15, -10),
        (Term::Doubled, -5, -12),
        (Term::Backward, -8, -6),
        (Term::Shelter(0), 15, 0),
        (Term::Shelter(1), 8, 0),
        (Term::Shelter(2), 0, 0),
        (Term::Shelter(3), -15, 0),
        (Term::Storm(0), 0, 0),
        (Term::Storm(1), -12, 0),
        (Term::Storm(2), -5, 0),
        (Term::Pressure, 20, 10),
        (Term::Weak, 20, 15),
        (Term::UnsafeCheck, 8, 4),
        (Term::Besieged, 4, 2),
        (Term::Guarded, -3, -2),
        (Term::OpenKing(0), -20, 0),
        (Term::OpenKing(1), -10, 0),
        (Term::OpenKing(2), 0, 0),
        (Term::OpenKing(3), 20, 0),
        (Term::Tempo, 12, 8),
        (Term::Scale(0), 0, 160),
        (Term::Scale(1), 0, 24),
    ];
    for (term, middlegame, endgame) in singles {
        terms[term.index()] = Tapered::new(middlegame, endgame);
    }
}

/// The step of the mobility table for a piece that can move to `reached` squares, of at most `most`.
fn mobility_step(most: u32, reached: u32) -> u8 {
    let last = MOBILITY_STEPS as u32 - 1;
    // Below eight squares each one is a step; above, the remaining steps are spread evenly.
    let step =
        if most <= last { reached } else { reached.min(7) + reached.saturating_sub(7) * (last - 7) / (most - 7) };
    step.min(last) as u8
}

/// The maximum number of squares that a kind reaches from any square of an empty board, at least 8.
fn max_mobility(spec: &'static Spec, kind: usize) -> u32 {
    let Some(row) = spec.page.pieces.get(kind) else { return 8 };
    let reach = |from| {
        if spec.custom().is_some() {
            return Table::of(spec).tables.open_reach(Kind::new(kind), from).count();
        }
        let reach = |movement| crate::board::reach(movement, Color::White, from, Bitboard::EMPTY);
        ((reach(row.moves.captures) | reach(row.moves.quiets)) & spec.board).count()
    };
    spec.board.into_iter().map(reach).max().unwrap_or(0).max(8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_written() {
        for spec in crate::games::all() {
            let terms = derived(spec);
            let text = Weights::to_text(spec, &terms);
            assert_eq!(Weights::from_text(spec, &text), Ok(terms));
            let bad = text.replacen("value.", "worth.", 1);
            assert!(matches!(Weights::from_text(spec, &bad), Err(WeightsError::Name(1, _))));
            if let Some(text) = spec.page.folder.weights {
                Weights::from_text(spec, text).unwrap();
            }
        }
    }

    #[test]
    fn derived_values_are_near_those_of_chess() {
        let spec = crate::games::find("januskamil").unwrap();
        let value = |letter| derived_value(spec, spec.read_piece(letter).unwrap().0.kind());
        assert!((240.0..340.0).contains(&value("N")), "{}", value("N"));
        assert!((150.0..300.0).contains(&value("C")), "{}", value("C"));
        assert!((800.0..1500.0).contains(&value("Q")), "{}", value("Q"));
    }
}
