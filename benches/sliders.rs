//! Benchmarks of slider attacks: <https://www.chessprogramming.org/Sliding_Piece_Attacks>.

mod timing;

use std::hint::black_box;

use bactrian::geometry::{bishop_attacks, rook_attacks};
use bactrian::types::{Bitboard, SQUARES, Square};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use timing::bench;

/// Random squares with occupancies of a half, a quarter and an eighth of the board.
fn cases() -> Vec<(Square, Bitboard)> {
    let mut rng = SmallRng::seed_from_u64(1);
    let mut case = |index: usize| {
        let square = Square::from_index(rng.random_range(0..SQUARES)).expect("an index below their number");
        let occupied = (0..=index % 3).fold(Bitboard::FULL, |set, _| set & Bitboard(rng.random()));
        (square, occupied)
    };
    (0..1024).map(&mut case).collect()
}

/// The union of the attacks in all cases.
fn all(cases: &[(Square, Bitboard)], attacks: impl Fn(Square, Bitboard) -> Bitboard) -> Bitboard {
    black_box(cases).iter().fold(Bitboard::EMPTY, |all, &(square, occupied)| all ^ attacks(square, occupied))
}

fn main() {
    let cases = cases();
    let count = cases.len() as u64;
    bench("sliders/rook", count, || all(&cases, rook_attacks));
    bench("sliders/bishop", count, || all(&cases, bishop_attacks));
    bench("sliders/queen", count, || {
        all(&cases, |square, occupied| rook_attacks(square, occupied) | bishop_attacks(square, occupied))
    });
}
