//! The units of a network, and how large it may be.

/// The outputs, by the number of men.
pub const BUCKETS: usize = 8;
/// An activation of 1 as an integer.
pub const HIDDEN_UNIT: i32 = 255;
/// A power of two: how much finer accumulators and their weights are kept than activations.
///
/// What is lost by rounding weights to [`HIDDEN_UNIT`]ths adds up over the counts of many terms.
pub(super) const FINENESS: i32 = 4;
/// A sum of 1 in an accumulator as an integer.
pub const SUM_UNIT: i32 = HIDDEN_UNIT * FINENESS;
/// An output weight of 1 as an integer.
pub const OUTPUT_UNIT: i32 = 64;
/// The score of an output of 1, in centipawns.
pub const SCORE_UNIT: i32 = 400;
/// The largest output weight as an integer, so that its product with an activation fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i32 = 127;
/// The number of hidden neurons of a view is a multiple of this.
pub const LANES: usize = 16;
/// The most hidden neurons of a view.
///
/// The sum of the squares of one view then fits 32 bits.
pub const MAX_HIDDEN: usize = 256;

/// The numbers of hidden neurons that the terms may have.
pub const TERM_HIDDEN: [usize; 5] = [0, 16, 32, 64, 128];
