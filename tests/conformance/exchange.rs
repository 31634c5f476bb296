//! Static exchange evaluation against slower ways to the same number.

use bactrian::board::Variant;
use bactrian::board::{Board, ExchangeValues};
use bactrian::geometry::line;
use bactrian::types::{Bitboard, Color, Kind, Move, MoveKind, Score, Square};

use crate::common::Effort;
use crate::common::games::{Game, for_each_game, game_of};
use crate::common::positions::{random_games, random_setups};

for_each_game!(generic exchanges_equal_a_recursion, exchanges_equal_a_minimax_over_legal_captures);

/// Any values do, as long as no two kinds are worth the same.
fn values<R: Variant>(game: Game<R>) -> ExchangeValues {
    ExchangeValues::new(game.spec(), |kind| 100 + 61 * kind.index() as Score)
}

fn positions<R: Variant>(game: Game<R>, seed: u64, effort: Effort, mut check: impl FnMut(&Board<R>)) {
    random_games(game, seed, effort.of(15, 375), |_, _, board| check(board));
    random_setups(game, seed, effort.of(500, 12_500)).iter().for_each(check);
}

fn check_value<R: Variant>(board: &Board<R>, m: Move, value: Score, values: &ExchangeValues) {
    for threshold in [value - 300, value - 1, value, value + 1, value + 300] {
        let wins = board.see_at_least(m, threshold, values);
        assert_eq!(wins, value >= threshold, "{board:?} {}: {value}, {threshold}", board.view().move_text(m));
    }
}

/// The exchange as the definition has it: the cheapest piece captures next, or nothing does.
struct Exchange<'a, R: Variant> {
    board: &'a Board<R>,
    values: &'a ExchangeValues,
    to: Square,
    /// Pieces that are pinned when the exchange begins, and what the first move captures.
    out_of_it: Bitboard,
}

impl<R: Variant> Exchange<'_, R> {
    fn value_of(board: &Board<R>, m: Move, values: &ExchangeValues) -> Score {
        if m.kind() == MoveKind::Castling {
            return 0;
        }
        let (us, to) = (board.side(), m.to());
        let mover = board.piece_at(m.from()).expect("a legal move moves a piece").kind();
        let mut occupied = board.occupied().without(m.from().bit()) | to.bit();
        if m.kind() == MoveKind::EnPassant {
            occupied = occupied.without(passed_pawn(board, to).bit());
        }
        let out_of_it = board.pinned_of(us).without(line(board.king(us), to)) | to.bit();
        let exchange = Exchange { board, values, to, out_of_it };
        board.gain(m, values) - exchange.best(!us, values.of(m.promotion().unwrap_or(mover)), occupied)
    }

    fn attackers(&self, side: Color, occupied: Bitboard) -> Bitboard {
        self.board.attackers(self.to, side, occupied).without(self.out_of_it) & occupied
    }

    /// What `side` wins by capturing a piece of this value, or 0 if it had better not.
    fn best(&self, side: Color, on_it: Score, occupied: Bitboard) -> Score {
        let value = |square: &Square| self.values.of(self.kind_on(*square));
        let Some(capturer) = self.attackers(side, occupied).into_iter().min_by_key(value) else { return 0 };
        if game_of(self.board).spec().royals.has(self.kind_on(capturer)) {
            return if self.attackers(!side, occupied).any() { 0 } else { on_it };
        }
        let reply = self.best(!side, value(&capturer), occupied.without(capturer.bit()));
        (on_it - reply).max(0)
    }

    fn kind_on(&self, square: Square) -> Kind {
        self.board.piece_at(square).expect("attackers are pieces").kind()
    }
}

/// The pawn that has just passed over this square.
fn passed_pawn<R: Variant>(board: &Board<R>, passed: Square) -> Square {
    let mut square = passed;
    while !board.occupied().has(square) {
        square = square.shifted((!board.side()).step());
    }
    square
}

/// Games whose captures do not all end on the captured piece's square have exchanges and tests of their own, in `rules`.
fn has_plain_exchanges<R: Variant>(game: Game<R>) -> bool {
    let own_tests = ["luotuoqi", "bilateral"].contains(&game.name());
    assert_eq!(own_tests, !R::PINS_SUFFICE, "{}", game.name());
    !own_tests
}

fn exchanges_equal_a_recursion<R: Variant>(game: Game<R>, effort: Effort) {
    if !has_plain_exchanges(game) {
        return;
    }
    let values = values(game);
    positions(game, 41, effort, |board| {
        for m in board.legal_moves() {
            check_value(board, m, Exchange::value_of(board, m, &values), &values);
        }
    });
}

/// What the side to move wins at most by legal captures on one square, each followed by the best answer there. `None`
/// where this is another question than that of the exchange: a piece cannot join in, or a pawn promotes.
fn minimax<R: Variant>(board: &Board<R>, to: Square, values: &ExchangeValues) -> Option<Score> {
    let captures: Vec<Move> = board.legal_moves().into_iter().filter(|m| m.to() == to).collect();
    let able: Bitboard = captures.iter().map(|m| m.from()).collect();
    let king = board.king(board.side()).bit();
    let willing = board.attackers(to, board.side(), board.occupied());
    let checked_elsewhere = board.checkers().without(to.bit()).any();
    if able.without(king) != willing.without(king)
        || checked_elsewhere
        || captures.iter().any(|m| m.promotion().is_some())
    {
        return None;
    }
    let mut best = 0;
    for m in captures {
        let mut after = *board;
        after.play(m, &mut ());
        best = best.max(board.gain(m, values) - minimax(&after, to, values)?);
    }
    Some(best)
}

/// Whether pieces stand behind those that attack the square. Where some do, it may be wiser to capture with another
/// than the cheapest.
fn has_hidden_attackers<R: Variant>(board: &Board<R>, to: Square) -> bool {
    let attackers =
        |occupied| board.attackers(to, Color::White, occupied) | board.attackers(to, Color::Black, occupied);
    let first = attackers(board.occupied());
    attackers(board.occupied().without(first)) != first
}

fn exchanges_equal_a_minimax_over_legal_captures<R: Variant>(game: Game<R>, effort: Effort) {
    if !has_plain_exchanges(game) {
        return;
    }
    let values = values(game);
    let (mut checked, mut contested) = (0, 0);
    positions(game, 42, effort, |board| {
        // The exchange leaves out a pinned piece even when its pinner is the one that captures.
        let pinned = board.pinned_of(board.side()).any();
        for m in board.legal_moves().into_iter().filter(|_| !pinned) {
            let mut after = *board;
            after.play(m, &mut ());
            let attackers = after.attackers(m.to(), after.side(), after.occupied()).count();
            if m.kind() == MoveKind::Castling || !(1..=4).contains(&attackers) || has_hidden_attackers(&after, m.to()) {
                continue;
            }
            if let Some(loss) = minimax(&after, m.to(), &values) {
                check_value(board, m, board.gain(m, &values) - loss, &values);
                checked += 1;
                contested += usize::from(attackers > 1 && board.captured_kind(m).is_some());
            }
        }
    });
    assert!(checked > 1_000 && contested > 100, "only {checked} exchanges, {contested} of several captures");
}
