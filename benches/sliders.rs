//! Benchmarks of slider attacks: <https://www.chessprogramming.org/Sliding_Piece_Attacks>.

use std::hint::black_box;

use bactrian::geometry::{bishop_attacks, rook_attacks};
use bactrian::types::{Bitboard, SQUARES, Square};
use criterion::{Criterion, Throughput};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

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

fn bench(criterion: &mut Criterion, name: &str, attacks: impl Fn(Square, Bitboard) -> Bitboard) {
    let cases = cases();
    let all = || cases.iter().fold(Bitboard::EMPTY, |all, &(square, occupied)| all ^ attacks(square, occupied));
    let mut group = criterion.benchmark_group("sliders");
    group.throughput(Throughput::Elements(cases.len() as u64));
    group.bench_function(name, |bencher| bencher.iter(|| black_box(all())));
    group.finish();
}

fn sliders(criterion: &mut Criterion) {
    bench(criterion, "rook", rook_attacks);
    bench(criterion, "bishop", bishop_attacks);
    bench(criterion, "queen", |square, occupied| rook_attacks(square, occupied) | bishop_attacks(square, occupied));
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    sliders(&mut criterion);
    criterion.final_summary();
}
