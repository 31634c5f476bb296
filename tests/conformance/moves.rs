//! The generated moves: which they are, in what stages they come, and which others are refused.

use bactrian::board::{Board, Variant};
use bactrian::types::{MAX_KINDS, Move, MoveList, SQUARES, Stage};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::Effort;
use crate::common::games::{Game, for_each_game};
use crate::common::positions::{is_noisy, random_games, random_setups};

for_each_game!(generic
    sides_take_turns_unless_a_move_says_otherwise,
    stages_add_up_to_all_moves,
    only_generated_moves_are_legal,
    stray_moves_do_no_harm,
);

/// A move says whether the same side moves again; only in games without strict turns does any say so, and then the same
/// move once leads to the same board with the other side to move.
fn sides_take_turns_unless_a_move_says_otherwise<R: Variant>(game: Game<R>, effort: Effort) {
    let mut doubled = 0;
    random_games(game, 16, effort.of(15, 375), |before, m, after| {
        assert_eq!(after.side() == before.side(), m.moves_again(), "{before:?} {m:?}");
        if !m.moves_again() {
            return;
        }
        doubled += 1;
        assert!(before.is_legal(m.without_again()), "{before:?} {m:?}");
        assert!(!after.in_check(), "{before:?} {m:?}");
        let mut once = *before;
        once.play(m.without_again(), &mut ());
        assert!(game.spec().board.into_iter().all(|square| once.piece_at(square) == after.piece_at(square)));
        assert_eq!(once.clock(), after.clock(), "{before:?} {m:?}");
        assert_ne!(once.keys().position, after.keys().position, "{before:?} {m:?}");
    });
    assert_eq!(doubled > 0, !R::ALTERNATES, "{}", game.name());
}

fn generated<R: Variant>(board: &Board<R>, stage: Stage) -> Vec<Move> {
    let mut moves = MoveList::new();
    board.generate(stage, &mut moves);
    let mut moves = moves.to_vec();
    moves.sort_unstable_by_key(|m| m.bits());
    moves
}

fn check_stages<R: Variant>(board: &Board<R>) {
    let all = generated(board, Stage::All);
    let distinct = all.windows(2).all(|pair| pair[0] != pair[1]);
    assert!(distinct, "{board:?}: a move is generated twice");
    let (noisy, quiet): (Vec<Move>, Vec<Move>) = all.iter().partition(|&&m| is_noisy(board, m));
    assert_eq!(generated(board, Stage::Noisy), noisy, "{board:?}");
    assert_eq!(generated(board, Stage::Quiet), quiet, "{board:?}");
    assert_eq!(board.count_moves(), all.len() as u64, "{board:?}");
    assert_eq!(board.has_moves(), !all.is_empty(), "{board:?}");
}

pub fn stages_add_up_to_all_moves<R: Variant>(game: Game<R>, effort: Effort) {
    random_games(game, 13, effort.of(30, 750), |_, _, board| check_stages(board));
    random_setups(game, 13, effort.of(1_000, 25_000)).iter().for_each(check_stages);
}

/// Anything that might turn up where a move is kept: any bits, and something that looks like a move.
fn stray_moves(rng: &mut SmallRng) -> [Move; 2] {
    let squares = rng.random_range(0..SQUARES as u32) | rng.random_range(0..SQUARES as u32) << 7;
    let again = u32::from(rng.random_ratio(1, 4)) << 26;
    let what = rng.random_range(0..6) << 14 | rng.random_range(0..MAX_KINDS as u32) << 18 | again;
    [Move::from_bits(rng.random()), Move::from_bits(squares | what)]
}

fn check_legality<R: Variant>(board: &Board<R>, others: &[Move], rng: &mut SmallRng) {
    let moves = board.legal_moves();
    assert!(!moves.contains(&Move::NONE), "{board:?}");
    for &m in &moves {
        assert!(board.is_legal(m), "{board:?} {m:?}");
        assert_eq!(Move::from_bits(m.bits()), m, "{board:?}");
    }
    let strays = (0..20).flat_map(|_| stray_moves(rng)).chain([Move::NONE]);
    for m in others.iter().copied().chain(strays) {
        assert_eq!(board.is_legal(m), moves.contains(&m), "{board:?} {m:?}");
    }
}

pub fn only_generated_moves_are_legal<R: Variant>(game: Game<R>, effort: Effort) {
    let mut rng = SmallRng::seed_from_u64(14);
    let mut earlier = MoveList::new();
    random_games(game, 14, effort.of(15, 375), |before, _, board| {
        check_legality(board, &earlier, &mut rng);
        earlier = before.legal_moves();
    });
    for board in random_setups(game, 14, effort.of(250, 6_250)) {
        check_legality(&board, &earlier, &mut rng);
        earlier = board.legal_moves();
    }
}

/// Playing a move that is not legal spoils the board, and no more than that.
pub fn stray_moves_do_no_harm<R: Variant>(game: Game<R>, effort: Effort) {
    let mut rng = SmallRng::seed_from_u64(15);
    for board in random_setups(game, 15, effort.of(250, 6_250)) {
        for m in (0..20).flat_map(|_| stray_moves(&mut rng)) {
            let mut spoilt = board;
            spoilt.play(m, &mut ());
        }
    }
}
