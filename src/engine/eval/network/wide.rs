//! The inner loops of inference, compiled for the instructions that every processor has and for AVX2, which is chosen at run
//! time. Both give the same numbers: all of them are integers.
//!
//! Loops over neurons have constant lengths: otherwise the compiler vectorises the loop around them, which is slower.

use super::super::TermInput;
use super::LANES;
use super::units::{FINENESS, SUM_UNIT};

/// What the score of a network is summed up from: values of hidden neurons with their output weights, and terms.
pub(super) struct Summands<'n> {
    /// The accumulators of the side to move, then of the other side, with their output weights.
    pub views: [(&'n [i16], &'n [i16]); 2],
    /// The terms.
    pub terms: &'n [TermInput],
    /// See [`super::Numbers::term_rows`].
    pub term_rows: &'n [i16],
    /// The biases of the hidden neurons of the terms.
    pub term_bias: &'n [i16],
    /// The output weights of the hidden neurons of the terms.
    pub term_weights: &'n [i16],
}

impl Summands<'_> {
    /// The weighted sum of the squared activations.
    #[inline(always)]
    pub fn sum(&self) -> i64 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature that the function requires.
            #[allow(unsafe_code)]
            return unsafe { self.sum_with_avx2() };
        }
        self.sum_portably()
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn sum_with_avx2(&self) -> i64 {
        self.sum_portably()
    }

    #[inline(always)]
    fn sum_portably(&self) -> i64 {
        let views = self.views.map(|(values, weights)| i64::from(sum_of_view(values, weights)));
        let terms = match self.term_bias.len() {
            0 => 0,
            16 => self.sum_of_terms::<16>(),
            32 => self.sum_of_terms::<32>(),
            64 => self.sum_of_terms::<64>(),
            _ => self.sum_of_terms::<128>(),
        };
        views[0] + views[1] + i64::from(terms)
    }

    /// The weighted sum of the squared activations of the `T` hidden neurons of terms.
    #[inline(always)]
    fn sum_of_terms<const T: usize>(&self) -> i32 {
        let rows = self.term_rows.as_chunks::<T>().0;
        let mut values = *first::<T>(self.term_bias);
        // At 32, several times the largest sum seen, sums saturate instead of changing their sign.
        for term in self.terms {
            let row = &rows[usize::from(term.number)];
            values = std::array::from_fn(|lane| values[lane].saturating_add(row[lane].wrapping_mul(term.count)));
        }
        sum_of_squares(&values, first(self.term_weights))
    }
}

/// [`sum_of_squares`] of a multiple of [`LANES`] values.
#[inline(always)]
fn sum_of_view(values: &[i16], weights: &[i16]) -> i32 {
    match values.len() {
        32 => sum_of_squares::<32>(first(values), first(weights)),
        64 => sum_of_squares::<64>(first(values), first(weights)),
        128 => sum_of_squares::<128>(first(values), first(weights)),
        _ => {
            let lanes = values.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0);
            lanes.fold(0, |sum, (values, weights)| sum.wrapping_add(sum_of_squares(values, weights)))
        }
    }
}

/// The weighted sum of the squares of clipped values. A product of value and weight fits 16 bits, which lets the compiler
/// multiply and add pairs of 16-bit numbers.
#[inline(always)]
fn sum_of_squares<const N: usize>(values: &[i16; N], weights: &[i16; N]) -> i32 {
    let mut sum = 0i32;
    for (&value, &weight) in values.iter().zip(weights) {
        let value = (value.clamp(0, SUM_UNIT as i16) + FINENESS as i16 / 2) >> FINENESS.ilog2();
        sum = sum.wrapping_add(i32::from(value) * i32::from(value.wrapping_mul(weight)));
    }
    sum
}

/// Rows of weights that are removed from an accumulator and added to it, each by the place of its first weight.
pub(super) struct RowChanges<'n> {
    /// All rows.
    pub rows: &'n [i16],
    /// Those that are removed.
    pub removed: &'n [usize],
    /// Those that are added.
    pub added: &'n [usize],
}

impl RowChanges<'_> {
    /// The accumulator `to` becomes `from` with the changes. Both are a multiple of [`LANES`] values.
    #[inline(always)]
    pub fn apply(&self, from: &[i16], to: &mut [i16]) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature that the function requires.
            #[allow(unsafe_code)]
            return unsafe { self.apply_with_avx2(from, to) };
        }
        self.apply_portably(from, to);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn apply_with_avx2(&self, from: &[i16], to: &mut [i16]) {
        self.apply_portably(from, to);
    }

    #[inline(always)]
    fn apply_portably(&self, from: &[i16], to: &mut [i16]) {
        if to.len().is_multiple_of(64) {
            self.apply_by::<64>(from, to);
        } else if to.len().is_multiple_of(32) {
            self.apply_by::<32>(from, to);
        } else {
            self.apply_by::<LANES>(from, to);
        }
    }

    /// Some values at a time, which stay in registers.
    #[inline(always)]
    fn apply_by<const N: usize>(&self, from: &[i16], to: &mut [i16]) {
        let blocks = from.as_chunks::<N>().0.iter().zip(to.as_chunks_mut::<N>().0);
        for (block, (from, to)) in blocks.enumerate() {
            let row = |place: usize| first::<N>(&self.rows[place + N * block..]);
            let mut values = *from;
            for row in self.removed.iter().map(|&place| row(place)) {
                values = std::array::from_fn(|lane| values[lane].wrapping_sub(row[lane]));
            }
            for row in self.added.iter().map(|&place| row(place)) {
                values = std::array::from_fn(|lane| values[lane].wrapping_add(row[lane]));
            }
            *to = values;
        }
    }
}

#[inline(always)]
fn first<const N: usize>(values: &[i16]) -> &[i16; N] {
    values.first_chunk().expect("a network has as many numbers as hidden neurons")
}

#[cfg(test)]
mod tests {
    use super::super::MAX_OUTPUT_WEIGHT;
    use super::*;

    fn number(seed: usize) -> i16 {
        (seed.wrapping_mul(2_654_435_761) >> 7) as i16
    }

    fn numbers(count: usize, seed: usize, divisor: i16) -> Vec<i16> {
        (seed..seed + count).map(|seed| number(seed) / divisor).collect()
    }

    #[test]
    fn activations_are_rounded_clipped_and_squared() {
        for (sum, value) in
            [(i16::MIN, 0), (-3, 0), (1, 0), (2, 1), (5, 1), (6, 2), (1_017, 254), (1_018, 255), (i16::MAX, 255)]
        {
            assert_eq!(
                sum_of_squares(&[sum, 0], &[MAX_OUTPUT_WEIGHT as i16, 1]),
                value * value * MAX_OUTPUT_WEIGHT,
                "{sum}"
            );
        }
        let (values, weights) = ([8, 1_020, -8, 400], [3, -2, 90, 5]);
        assert_eq!(sum_of_squares(&values, &weights), 4 * 3 - 2 * 255 * 255 + 5 * 100 * 100);
    }

    /// The sum as its definition has it.
    fn slow_sum(summands: &Summands) -> i64 {
        let mut hidden: Vec<i64> = summands.term_bias.iter().map(|&bias| bias.into()).collect();
        let size = hidden.len();
        for term in summands.terms {
            let row = &summands.term_rows[usize::from(term.number) * size..][..size];
            for (value, weight) in hidden.iter_mut().zip(row) {
                *value += i64::from(*weight) * i64::from(term.count);
            }
        }
        let weighted = |value: i64, weight: i16| {
            let value = (value.clamp(0, SUM_UNIT.into()) + i64::from(FINENESS) / 2) / i64::from(FINENESS);
            value * value * i64::from(weight)
        };
        let views = summands.views.iter().flat_map(|(values, weights)| values.iter().zip(*weights));
        let views = views.map(|(value, weight)| weighted((*value).into(), *weight));
        let terms = hidden.iter().zip(summands.term_weights).map(|(value, weight)| weighted(*value, *weight));
        views.chain(terms).sum()
    }

    #[test]
    fn all_ways_give_the_same_sums() {
        for (hidden, term_hidden) in [(16, 0), (32, 16), (48, 32), (64, 64), (128, 128), (256, 64)] {
            let values = numbers(2 * hidden, 0, 16);
            let weights = numbers(2 * hidden, 2_000, 512);
            let (term_rows, term_bias) = (numbers(term_hidden * 50, 0, 1_000), numbers(term_hidden, 0, 16));
            let term_weights = numbers(term_hidden, 1_000, 512);
            for first in 0..40 {
                let terms: Vec<TermInput> =
                    (first..50).map(|number| TermInput { number, count: (number % 7) as i16 - 2 }).collect();
                let summands = Summands {
                    views: [(&values[..hidden], &weights[..hidden]), (&values[hidden..], &weights[hidden..])],
                    terms: &terms,
                    term_rows: &term_rows,
                    term_bias: &term_bias,
                    term_weights: &term_weights,
                };
                let sum = slow_sum(&summands);
                assert_eq!([summands.sum(), summands.sum_portably()], [sum; 2], "{hidden} {term_hidden}");
            }
        }
    }

    #[test]
    fn all_ways_change_accumulators_alike() {
        for hidden in [16, 32, 48, 64, 128, 192, 256] {
            let (rows, from) = (numbers(20 * hidden, 0, 4), numbers(hidden, 3_000, 1));
            let places = |rows: &[usize]| rows.iter().map(|row| row * hidden).collect::<Vec<_>>();
            for (removed, added) in [(vec![], vec![]), (vec![3], vec![19]), (vec![0, 7, 7], vec![1, 2, 3, 4])] {
                let mut slow = from.clone();
                for (lane, value) in slow.iter_mut().enumerate() {
                    let sum = |chosen: &[usize]| {
                        chosen.iter().fold(0i16, |sum, row| sum.wrapping_add(rows[row * hidden + lane]))
                    };
                    *value = value.wrapping_sub(sum(&removed)).wrapping_add(sum(&added));
                }
                let (removed, added) = (places(&removed), places(&added));
                let changes = RowChanges { rows: &rows, removed: &removed, added: &added };
                let mut to = [vec![0; hidden], vec![0; hidden]];
                changes.apply(&from, &mut to[0]);
                changes.apply_portably(&from, &mut to[1]);
                assert_eq!(to, [slow.clone(), slow], "{hidden}");
            }
        }
    }
}
