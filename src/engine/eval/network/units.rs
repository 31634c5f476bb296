//! The units of a network, and how large it may be.

/// The outputs, by the number of men.
pub const BUCKETS: usize = 8;
/// A hidden value of 1 as an integer.
pub const HIDDEN_UNIT: i32 = 255;
/// A power of two: how much finer the sums are kept from which hidden values come, and the weights in them.
///
/// What is lost by rounding weights to [`HIDDEN_UNIT`]ths adds up over the counts of many terms.
pub(super) const FINENESS: i32 = 4;
/// A sum of 1 as an integer, from which a hidden value comes.
pub const SUM_UNIT: i32 = HIDDEN_UNIT * FINENESS;
/// An output weight of 1 as an integer.
pub const OUTPUT_UNIT: i32 = 64;
/// The score of an output of 1, in centipawns.
pub const SCORE_UNIT: i32 = 400;
/// The largest output weight as an integer, so that its product with a hidden value fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i32 = 127;
/// The hidden values of a view are a multiple of this.
pub const LANES: usize = 16;
/// The most hidden values of a view.
///
/// The sum of the squares of one view then fits 32 bits.
pub const MAX_HIDDEN: usize = 256;

/// The numbers of hidden values that the terms may have.
pub const TERM_HIDDEN: [usize; 5] = [0, 16, 32, 64, 128];
