//! The stones of a tower.

/// The greatest number of stones that are drawn.
pub(crate) const MOST_STONES: usize = 8;

/// A stone, in units of which a square has 100.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stone {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

/// The lower edge of the lowest stone.
const GROUND: f64 = 91.0;
/// The width of the lowest stone, and by how much each other one is narrower than the one below it.
const WIDTH: (f64, f64) = (84.0, 8.0);

/// The stones of a tower, from the ground, each narrower than the one below. The fewer stones, the thicker they are, so
/// that they are easy to count; but a tower of more stones is always the higher one.
pub(crate) fn stones(count: usize) -> impl Iterator<Item = Stone> {
    let height = (18.0 - count as f64).max(10.2);
    (0..count.min(MOST_STONES)).map(move |below| {
        let below = below as f64;
        let width = WIDTH.0 - WIDTH.1 * below;
        Stone { x: (100.0 - width) / 2.0, y: GROUND - (below + 1.0) * height, width, height }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_stones_stand_higher() {
        let top = |count| stones(count).map(|stone| stone.y).fold(100.0, f64::min);
        for count in 1..MOST_STONES {
            assert_eq!(stones(count).count(), count);
            assert!(top(count + 1) < top(count) && top(count + 1) > 5.0, "{count}");
        }
    }
}
