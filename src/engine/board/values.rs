//! Values of pieces in exchanges.

use super::Spec;
use crate::types::{Kind, MAX_KINDS, Score};

/// The exchange value of a royal piece, in centipawns.
const ROYAL: Score = 20_000;

/// Piece values for exchanges, in centipawns, and the kinds in ascending order of value.
#[derive(Clone, Debug)]
pub struct ExchangeValues {
    values: [Score; MAX_KINDS],
    order: [Kind; MAX_KINDS],
    kinds: usize,
}

impl ExchangeValues {
    /// From the value of each kind, in centipawns. Royal kinds are worth more than all others, whatever `values` says.
    pub fn new(spec: &Spec, values: impl Fn(Kind) -> Score) -> Self {
        let kinds = spec.kinds();
        let mut table = [0; MAX_KINDS];
        let mut order = std::array::from_fn(|index| Kind::new(index.min(kinds - 1)));
        for kind in (0..kinds).map(Kind::new) {
            table[kind.index()] = if spec.royals.has(kind) { ROYAL } else { values(kind) };
        }
        order[..kinds].sort_by_key(|kind| table[kind.index()]);
        Self { values: table, order, kinds }
    }

    /// The value of a kind, in centipawns.
    #[inline(always)]
    pub fn of(&self, kind: Kind) -> Score {
        self.values[kind.index()]
    }

    /// The kinds, cheapest first.
    #[inline(always)]
    pub(crate) fn cheapest_first(&self) -> &[Kind] {
        &self.order[..self.kinds]
    }
}
