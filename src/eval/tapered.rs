//! Scores that depend on how far the game has gone.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A score for the middlegame and one for the endgame, in centipawns, added up together in one word: the endgame in
/// the upper half, the middlegame in the lower.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Tapered(i64);

impl Tapered {
    /// No score.
    pub const ZERO: Self = Self(0);

    /// From both scores.
    #[inline(always)]
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self(((endgame as i64) << 32) + middlegame as i64)
    }

    /// The middlegame's score.
    #[inline(always)]
    pub const fn middlegame(self) -> i32 {
        self.0 as i32
    }

    /// The endgame's score.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        // A negative lower half has borrowed one from the upper.
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// The score where the middlegame's counts `share` 256ths.
    #[inline(always)]
    pub const fn at(self, share: i32) -> i32 {
        (self.middlegame() * share + self.endgame() * (256 - share)) / 256
    }
}

impl Add for Tapered {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Tapered {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Tapered {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: i32) -> Self {
        Self(self.0.wrapping_mul(i64::from(factor)))
    }
}

impl std::fmt::Debug for Tapered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn both_halves_add_up_by_themselves(a in -30_000..30_000, b in -30_000..30_000, c in -30_000..30_000, d in -30_000..30_000, f in -20..20) {
            let sum = Tapered::new(a, b) - Tapered::new(c, d) * f;
            prop_assert_eq!((sum.middlegame(), sum.endgame()), (a - c * f, b - d * f));
        }
    }
}
