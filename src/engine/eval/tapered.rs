//! Tapered scores: interpolated between middlegame and endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame score, in centipawns, packed into one word so that both are added at once: the endgame
/// in the upper half, the middlegame in the lower (<https://www.chessprogramming.org/Tapered_Eval>).
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Tapered(i64);

impl Tapered {
    /// Zero in both phases.
    pub const ZERO: Self = Self(0);

    /// The pair of both scores.
    #[inline(always)]
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self(((endgame as i64) << 32) + middlegame as i64)
    }

    /// The middlegame score.
    #[inline(always)]
    pub const fn middlegame(self) -> i32 {
        self.0 as i32
    }

    /// The endgame score.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        // Rounds, because a negative lower half has borrowed one from the upper half.
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// The interpolated score; the middlegame weighs `share` 256ths (0..=256).
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
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn both_halves_add_up_by_themselves() {
        let rng = &mut SmallRng::seed_from_u64(1);
        for _ in 0..1_024 {
            let [a, b, c, d] = std::array::from_fn(|_| rng.random_range(-30_000..30_000));
            let f = rng.random_range(-20..20);
            let sum = Tapered::new(a, b) - Tapered::new(c, d) * f;
            assert_eq!((sum.middlegame(), sum.endgame()), (a - c * f, b - d * f), "{a} {b} {c} {d} {f}");
        }
    }
}
