//! Sets of steps.

use crate::geometry::Leap;

/// The longest step of a leap or rider along files or ranks, in squares.
pub const MAX_STEP: i8 = 3;
/// The side of the grid of all steps.
const GRID: i8 = 2 * MAX_STEP + 1;

/// A set of steps: pairs of files to the right and ranks ahead, both from -3 to 3, as their owner sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Steps(u64);

impl Steps {
    /// No steps.
    pub const NONE: Self = Self(0);

    /// The steps with an even sum of files and ranks: they keep to squares of one colour.
    pub(super) const EVEN: Self = {
        let mut even = Self::NONE;
        let mut bit = 0;
        while bit < GRID * GRID {
            let (files, ranks) = Self::step(bit as u32);
            if (files + ranks) % 2 == 0 {
                even = even.with(files, ranks);
            }
            bit += 1;
        }
        even
    };

    pub(super) const fn step(bit: u32) -> (i8, i8) {
        (bit as i8 % GRID - MAX_STEP, bit as i8 / GRID - MAX_STEP)
    }

    /// The set with this step added.
    pub const fn with(self, files: i8, ranks: i8) -> Self {
        Self(self.0 | 1 << ((ranks + MAX_STEP) * GRID + files + MAX_STEP))
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn includes(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The number of steps.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The steps of both sets.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the set has a step and its opposite.
    pub(super) const fn has_opposites(self) -> bool {
        let reversed = self.0.reverse_bits() >> (u64::BITS - (GRID * GRID) as u32);
        self.0 & reversed != 0
    }

    /// The steps of the set as (files, ranks).
    pub fn iter(self) -> impl Iterator<Item = (i8, i8)> {
        (0..(GRID * GRID) as u32).filter(move |bit| self.0 >> bit & 1 != 0).map(Self::step)
    }

    /// The steps of a [`Leap`].
    pub(super) const fn of(leap: Leap) -> Self {
        let list = leap.steps();
        let mut steps = Self::NONE;
        let mut index = 0;
        while index < list.len() {
            steps = steps.with(list[index].0, list[index].1);
            index += 1;
        }
        steps
    }
}

/// The steps of rooks.
pub(super) const STRAIGHT: Steps = Steps::of(Leap::Wazir);
/// The steps of bishops.
pub(super) const DIAGONAL: Steps = Steps::of(Leap::Ferz);
