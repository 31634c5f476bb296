//! The terms that a network saw when it was trained.

use serde::{Deserialize, Serialize};

use super::first::{self, FirstGroup};
use super::{Group, OF_PIECES, OF_POSITION, PieceTerm, TERMS, Term};
use crate::board::Spec;
use crate::types::{Kind, MAX_KINDS, short_hash};

/// A group of terms by name, and how many terms it has.
type Known = (String, usize);

/// Terms by name, in the order of the rows that a network has for them: those of each kind of piece, then those of the whole
/// position. A term that is not there is not shown to the network.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownTerms {
    piece: Vec<Known>,
    position: Vec<Known>,
}

impl KnownTerms {
    /// All terms of this program.
    pub fn all() -> Self {
        Self {
            piece: in_order(&OF_PIECES, |name| PieceTerm::named(name).0),
            position: in_order(&OF_POSITION, |name| Term::named(name).0),
        }
    }

    /// The terms that there were when networks did not name them.
    pub fn first() -> Self {
        Self { piece: first_groups(&first::OF_PIECES), position: first_groups(&first::OF_POSITION) }
    }

    /// The name that the terms of a game had in files of networks that saw the first ones.
    pub fn first_hash(spec: &Spec) -> String {
        let per_kind: usize = first::OF_PIECES.iter().map(|group| group.2).sum();
        let mut lines = Vec::new();
        for kind in (0..spec.kinds()).map(Kind::new) {
            let (piece, base) = (spec.kind_text(kind), kind.index() * per_kind);
            lines.extend(
                first::OF_PIECES.map(|(name, number, count)| format!("{name}.{piece} {} {count}", base + number)),
            );
        }
        let base = MAX_KINDS * per_kind;
        lines.extend(first::OF_POSITION.map(|(name, number, count)| format!("{name} {} {count}", base + number)));
        short_hash(lines.join("\n"))
    }

    /// Whether the terms of the group with this name are among them.
    pub fn has(&self, name: &str) -> bool {
        self.piece.iter().chain(&self.position).any(|known| known.0 == name)
    }

    /// By row, the number of its term; the name of a group that this program does not have, or that occurs twice, as error.
    pub fn numbers(&self) -> Result<Vec<usize>, String> {
        let place = |known: &Known, all: &[Known], groups: &[Known]| {
            let is_known = all.contains(known) && groups.iter().filter(|group| group.0 == known.0).count() == 1;
            if is_known { Ok(()) } else { Err(known.0.clone()) }
        };
        let all = Self::all();
        self.piece.iter().try_for_each(|known| place(known, &all.piece, &self.piece))?;
        self.position.iter().try_for_each(|known| place(known, &all.position, &self.position))?;
        let mut numbers = Vec::with_capacity(TERMS);
        for kind in (0..MAX_KINDS).map(Kind::new) {
            for (name, count) in &self.piece {
                let first = PieceTerm::named(name).of(kind);
                numbers.extend((0..*count).map(|step| first.at(step).index()));
            }
        }
        for (name, count) in &self.position {
            numbers.extend((0..*count).map(|step| Term::named(name).at(step).index()));
        }
        Ok(numbers)
    }
}

/// The groups of all topics in the order of their numbers.
fn in_order<F: Copy>(topics: &[&[Group<F>]], number: impl Fn(&str) -> usize) -> Vec<Known> {
    let mut groups = topics.concat();
    groups.sort_by_key(|group| number(group.name));
    groups.into_iter().map(|group| (group.name.to_owned(), group.size.count())).collect()
}

/// The first groups in the order of their numbers.
fn first_groups(groups: &[FirstGroup]) -> Vec<Known> {
    let mut groups = groups.to_vec();
    groups.sort_by_key(|group| group.1);
    groups.into_iter().map(|(name, _, count)| (name.to_owned(), count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_numbers_of_their_terms() {
        let all = KnownTerms::all();
        assert_eq!(all.numbers(), Ok((0..TERMS).collect()));
        let first = KnownTerms::first();
        let numbers = first.numbers().expect("all of the first terms are still there");
        assert!(numbers.is_sorted());
        let known = |piece: &str, position: &str| KnownTerms {
            piece: vec![(piece.to_owned(), 1)],
            position: vec![("weak".to_owned(), 1), (position.to_owned(), 1)],
        };
        assert_eq!(known("pair", "tempo").numbers().map(|numbers| numbers.len()), Ok(MAX_KINDS + 2));
        for (piece, position, wrong) in
            [("shape", "tempo", "shape"), ("pair", "weak", "weak"), ("pair", "scale", "scale")]
        {
            assert_eq!(known(piece, position).numbers(), Err(wrong.to_owned()));
        }
    }
}
