//! Benchmarks of generating, counting and playing moves, in all games.

use std::hint::black_box;

use bactrian::board::{Board, Variant, perft};
use bactrian::games::{self, Visitor};
use bactrian::types::{MoveList, Stage};
use criterion::{Criterion, Throughput};

/// The positions of a game's perft file.
fn positions<R: Variant>(rules: R) -> Vec<Board<R>> {
    let path = format!("{}/tests/data/perft/{}.epd", env!("CARGO_MANIFEST_DIR"), rules.named().page.name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let fens = text.lines().filter_map(|line| line.split(';').next());
    fens.map(|fen| Board::from_fen(rules, fen).unwrap_or_else(|error| panic!("{path}: {fen}: {error}"))).collect()
}

struct Bench<'a>(&'a mut Criterion);

impl Visitor for Bench<'_> {
    type Output = ();

    fn visit<R: Variant>(self, rules: R) {
        let boards = positions(rules);
        let name = rules.named().page.name;
        generation(self.0, name, &boards);
        playing(self.0, name, &boards);
        perft_3(self.0, name, &Board::start(rules));
    }
}

/// Generated moves per second, over the positions of the perft file.
fn generation<R: Variant>(criterion: &mut Criterion, name: &str, boards: &[Board<R>]) {
    let mut bench = |what: &str, count: &dyn Fn(&Board<R>) -> u64| {
        let mut group = criterion.benchmark_group(format!("{name}/moves"));
        group.throughput(Throughput::Elements(boards.iter().map(count).sum()));
        group.bench_function(what, |bencher| {
            bencher.iter(|| boards.iter().map(|board| count(black_box(board))).sum::<u64>());
        });
        group.finish();
    };
    bench("all", &|board| generated(board, Stage::All));
    bench("noisy", &|board| generated(board, Stage::Noisy));
    bench("count", &|board| board.count_moves());
}

#[inline(always)]
fn generated<R: Variant>(board: &Board<R>, stage: Stage) -> u64 {
    let mut moves = MoveList::new();
    board.generate(stage, &mut moves);
    black_box(&moves).len() as u64
}

/// Played moves per second: each move of the positions, on a copy.
fn playing<R: Variant>(criterion: &mut Criterion, name: &str, boards: &[Board<R>]) {
    let lines: Vec<(Board<R>, MoveList)> = boards.iter().map(|board| (*board, board.legal_moves())).collect();
    let mut group = criterion.benchmark_group(format!("{name}/moves"));
    group.throughput(Throughput::Elements(lines.iter().map(|(_, moves)| moves.len() as u64).sum()));
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            for (board, moves) in &lines {
                for &m in moves {
                    let mut child = *board;
                    child.play(m, &mut ());
                    black_box(&child);
                }
            }
        });
    });
    group.finish();
}

/// Leaf nodes per second from the start position, with bulk counting.
fn perft_3<R: Variant>(criterion: &mut Criterion, name: &str, start: &Board<R>) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(perft(start, 3)));
    group.bench_function("perft 3", |bencher| bencher.iter(|| perft(black_box(start), 3)));
    group.finish();
}

fn movegen(criterion: &mut Criterion) {
    for spec in games::all() {
        games::visit(spec.page.name, Bench(criterion)).expect("a listed game is known");
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    movegen(&mut criterion);
    criterion.final_summary();
}
