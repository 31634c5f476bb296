//! The inner loop of inference, compiled for the instructions that every processor has and for AVX2, which is chosen at run
//! time. Both give the same numbers: all of them are integers.

use super::super::TermInput;
use super::units::{FINENESS, SUM_UNIT};

/// The weighted sum of the squared activations of the `T` hidden neurons of terms. `rows` has `T` weights for each number
/// of a term.
#[inline(always)]
pub(super) fn sum_of_terms<const T: usize>(terms: &[TermInput], rows: &[i16], bias: &[i16], weights: &[i16]) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has the feature that the function requires.
        #[allow(unsafe_code)]
        return unsafe { with_avx2::<T>(terms, rows, bias, weights) };
    }
    portable::<T>(terms, rows, bias, weights)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<const T: usize>(terms: &[TermInput], rows: &[i16], bias: &[i16], weights: &[i16]) -> i32 {
    portable::<T>(terms, rows, bias, weights)
}

#[inline(always)]
fn portable<const T: usize>(terms: &[TermInput], rows: &[i16], bias: &[i16], weights: &[i16]) -> i32 {
    let rows = rows.as_chunks::<T>().0;
    let mut values = *first::<T>(bias);
    // At 32, several times the largest sum seen, sums saturate instead of changing their sign.
    for term in terms {
        let row = &rows[usize::from(term.number)];
        values = std::array::from_fn(|lane| values[lane].saturating_add(row[lane].wrapping_mul(term.count)));
    }
    sum_of_squares(&values, first(weights))
}

/// The weighted sum of the squares of clipped values. A product of value and weight fits 16 bits, which lets the compiler
/// multiply and add pairs of 16-bit numbers.
#[inline(always)]
pub(super) fn sum_of_squares<const N: usize>(values: &[i16; N], weights: &[i16; N]) -> i32 {
    let mut sum = 0i32;
    for (&value, &weight) in values.iter().zip(weights) {
        let value = (value.clamp(0, SUM_UNIT as i16) + FINENESS as i16 / 2) >> FINENESS.ilog2();
        sum = sum.wrapping_add(i32::from(value) * i32::from(value.wrapping_mul(weight)));
    }
    sum
}

#[inline(always)]
fn first<const T: usize>(values: &[i16]) -> &[i16; T] {
    values.first_chunk().expect("a network has as many numbers as hidden neurons")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_give_the_same_sums() {
        let number = |seed: usize| (seed.wrapping_mul(2_654_435_761) >> 7) as i16;
        let rows: Vec<i16> = (0..64 * 50).map(|seed| number(seed) / 64).collect();
        let bias: Vec<i16> = (0..64).map(|seed| number(seed) / 16).collect();
        let weights: Vec<i16> = (0..64).map(|seed| number(seed + 1_000) / 512).collect();
        for first in 0..40 {
            let terms: Vec<TermInput> =
                (first..50).map(|number| TermInput { number, count: (number % 7) as i16 - 2 }).collect();
            let sums = [sum_of_terms::<64>, portable::<64>].map(|sum| sum(&terms, &rows, &bias, &weights));
            assert_eq!(sums[0], sums[1]);
        }
    }
}
