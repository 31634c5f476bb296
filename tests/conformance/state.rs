//! The board keeps step with itself: sets, mailbox, hash keys, checkers, counters.

use std::collections::HashMap;

use bactrian::board::{Board, Observer, Spec, Variant};
use bactrian::search::Position;
use bactrian::types::{Bitboard, Color, Kind, MoveKind, Piece, SQUARES, Square};
use rand::SeedableRng;
use rand::rngs::SmallRng;

use crate::common::Effort;
use crate::common::games::{Game, for_each_game, game_of, spec_of};
use crate::common::positions::{beginning_fens, random_games, random_setups};
use crate::common::session;

for_each_game!(generic
    a_played_move_leaves_a_consistent_board,
    observers_see_every_change,
    keys_differ_exactly_where_positions_do,
    most_moves_have_the_key_that_was_likely,
    two_null_moves_restore_the_pieces,
);
for_each_game!(named random_games_end);

pub fn a_played_move_leaves_a_consistent_board<R: Variant>(game: Game<R>, effort: Effort) {
    random_games(game, 1, effort.of(30, 750), |_, _, board| check_consistent(board));
    random_setups(game, 1, effort.of(500, 12_500)).iter().for_each(check_consistent);
}

fn check_consistent<R: Variant>(board: &Board<R>) {
    let game = game_of(board);
    let mut cells = [None; SQUARES];
    for kind in (0..game.spec().kinds()).map(Kind::new) {
        for color in Color::BOTH {
            for square in board.of(color, kind) {
                let before = cells[square.index()].replace(Piece::new(color, kind));
                assert_eq!(before, None, "{board:?}: {color:?} {kind:?} on {square:?}");
            }
        }
    }
    assert_eq!(cells, *board.cells(), "{board:?}");
    let occupied: Bitboard = Square::all().filter(|square| cells[square.index()].is_some()).collect();
    assert_eq!(board.occupied(), occupied, "{board:?}");
    for color in Color::BOTH {
        let kings = board.of_kinds(game.spec().royals) & board.of_color(color);
        let at_most = board.of_kinds(game.spec().all_royals()) & board.of_color(color);
        let royals = board.royals(color);
        assert!(kings.without(royals).is_empty() && royals.without(at_most).is_empty(), "{board:?}: {color:?}");
        assert_eq!(royals.first().is_some(), board.has_king(color), "{board:?}: {color:?}");
        assert!(royals.is_empty() || royals.has(board.king(color)), "{board:?}: {color:?}");
        assert!(!game.spec().has_one_royal() || royals == board.king(color).bit(), "{board:?}: {color:?}");
    }
    assert!(board.occupied().without(game.spec().board).is_empty(), "{board:?}");
    assert_eq!(*board.keys(), board.fresh_keys(), "{board:?}");

    let fresh = game.board(&board.fen());
    assert_eq!(fresh, *board);
    assert_eq!(fresh.keys(), board.keys(), "{board:?}");
    assert_eq!(fresh.checkers(), board.checkers(), "{board:?}");
    assert_eq!(fresh.legal_moves(), board.legal_moves(), "{board:?}");
    let is_checked = |color: Color| {
        let is_attacked = |square| board.is_attacked(square, !color, board.occupied());
        board.royals(color).into_iter().any(is_attacked)
    };
    assert_eq!(board.in_check(), is_checked(board.side()), "{board:?}");
    assert!(!is_checked(!board.side()), "{board:?}: a king was left in check");
}

/// Mailbox, castling rights and the game's own state, kept from outside.
struct Mirror<R: Variant> {
    cells: [Option<Piece>; SQUARES],
    castling_rights: u8,
    state: R::State,
}

impl<R: Variant> Mirror<R> {
    fn of(board: &Board<R>) -> Self {
        let mut cells = [None; SQUARES];
        Square::all().for_each(|square| cells[square.index()] = board.piece_at(square));
        Self { cells, castling_rights: board.setup().castling_rights, state: board.state() }
    }
}

impl<R: Variant> Observer<R> for Mirror<R> {
    fn put(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.cells[square.index()].replace(piece), None, "{piece:?} put on another piece, on {square:?}");
    }

    fn take(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.cells[square.index()].take(), Some(piece), "what is taken from {square:?} was not there");
    }

    fn change_castling_rights(&mut self, before: u8, after: u8) {
        assert_eq!(before, self.castling_rights, "these are not the rights that change");
        self.castling_rights = after;
    }

    fn change_state(&mut self, before: &R::State, after: &R::State) {
        assert!(*before == self.state, "this is not the state that changes");
        self.state = *after;
    }
}

fn observers_see_every_change<R: Variant>(game: Game<R>, effort: Effort) {
    // What changed in the games, so that none of it goes unseen because it never happens.
    let (mut rights, mut states) = (0, 0);
    random_games(game, 2, effort.of(30, 750), |before, m, after| {
        let mut mirror = Mirror::of(before);
        let mut board = *before;
        board.play(m, &mut mirror);
        let text = || format!("{before:?} {}", before.view().move_text(m));
        let expected = Mirror::of(after);
        assert_eq!(mirror.cells, expected.cells, "{}", text());
        assert_eq!(mirror.castling_rights, expected.castling_rights, "{}", text());
        assert!(mirror.state == expected.state, "{}: the state changed unheard", text());
        rights += usize::from(before.setup().castling_rights != expected.castling_rights);
        states += usize::from(before.state() != expected.state);
    });
    assert!(rights > 0, "no castling right was lost");
    assert_eq!(states > 0, size_of::<R::State>() > 0, "{states} changes of the state");
}

/// All that makes two positions the same for repetition: board, side, rights, and where a pawn can be captured in
/// passing.
fn identity<R: Variant>(board: &Board<R>) -> String {
    let passed: Bitboard =
        board.legal_moves().iter().filter(|m| m.kind() == MoveKind::EnPassant).map(|m| m.to()).collect();
    let fen = board.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    // What a game adds to the FEN of chess stands at its end.
    format!("{:?} {passed:?} {:?}", &fields[..3], &fields[6..])
}

/// The position with the other side to move, without castling rights one by one and together, without en passant,
/// as far as these are legal.
fn variations<R: Variant>(board: &Board<R>) -> Vec<Board<R>> {
    let fen = board.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let one_less = |dropped: char| fields[2].chars().filter(|&c| c != dropped).collect::<String>();
    let mut rights: Vec<String> = fields[2].chars().map(one_less).filter(|rest| !rest.is_empty()).collect();
    rights.extend([fields[2].to_owned(), "-".to_owned()]);
    let mut found = Vec::new();
    for rights in &rights {
        for side in ["w", "b"] {
            for passed in [fields[3], "-"] {
                let mut changed = fields.clone();
                changed.splice(1..4, [side, rights.as_str(), passed]);
                found.extend(game_of(board).read(&changed.join(" ")));
            }
        }
    }
    found
}

fn keys_differ_exactly_where_positions_do<R: Variant>(game: Game<R>, effort: Effort) {
    let mut key_of: HashMap<String, u64> = HashMap::new();
    let mut position_of: HashMap<u64, String> = HashMap::new();
    let mut check = |board: &Board<R>| {
        let (position, key) = (identity(board), board.keys().position);
        assert_eq!(*key_of.entry(position.clone()).or_insert(key), key, "{board:?} has had two keys");
        let first = position_of.entry(key).or_insert_with(|| position.clone());
        assert_eq!(*first, position, "two positions have the same key");
    };
    random_games(game, 3, effort.of(30, 750), |_, _, board| check(board));
    for board in random_setups(game, 3, effort.of(150, 2_500)) {
        variations(&board).iter().for_each(&mut check);
    }
}

/// A move that only moves pieces leads to the key that is told before it is played.
fn most_moves_have_the_key_that_was_likely<R: Variant>(game: Game<R>, effort: Effort) {
    let mut told = 0;
    random_games(game, 17, effort.of(10, 250), |before, m, after| {
        let moves_pieces = match m.kind() {
            MoveKind::Normal => after.piece_at(m.to()) == before.piece_at(m.from()),
            kind => kind == MoveKind::Special,
        };
        let is_told = moves_pieces
            && after.castling_rights() == before.castling_rights()
            && (after.state() == before.state() || m.moves_again());
        if is_told {
            told += 1;
            assert_eq!(R::likely_key_after(before, m), after.keys().position, "{before:?} {m:?}");
        }
    });
    assert!(told > 0, "{}", game.name());
}

fn two_null_moves_restore_the_pieces<R: Variant>(game: Game<R>, effort: Effort) {
    let check = |board: &Board<R>| {
        if board.in_check() {
            return;
        }
        let mut once = *board;
        once.play_null();
        assert_eq!(Position::key_after_null(board), once.keys().position, "{board:?}");
        check_consistent(&once);
        let mut twice = once;
        twice.play_null();
        check_consistent(&twice);
        assert_eq!(once.side(), !board.side());
        assert_eq!(twice.clock(), board.clock() + 2, "{board:?}");
        let essence = |board: &Board<R>| board.fen().split(' ').take(3).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(essence(&twice), essence(board));
    };
    random_games(game, 4, effort.of(10, 250), |_, _, board| check(board));
    random_setups(game, 4, effort.of(150, 2_500)).iter().for_each(check);
}

/// The most plies that a game can last: each pawn steps from rank to rank, each piece is captured and perhaps promoted
/// once, and at most a hundred plies lie before each of these.
fn longest_game(spec: &Spec, fen: &str) -> usize {
    let pieces = fen.split(' ').next().map_or(0, |board| board.chars().filter(char::is_ascii_alphabetic).count());
    100 * (pieces * usize::from(spec.page.ranks) + 2 * pieces + 1)
}

fn random_games_end(name: &str, effort: Effort) {
    let mut rng = SmallRng::seed_from_u64(5);
    let spec = spec_of(name);
    for fen in beginning_fens(spec, effort.of(12, 750)) {
        let mut session = session::at(name, &fen);
        for _ in 0..longest_game(spec, &fen) {
            if session.ending().is_some() {
                break;
            }
            let text = session::random_move(&*session, &mut rng).expect("a game without end has moves");
            session::play(&mut *session, &text);
        }
        assert!(session.ending().is_some(), "{fen}: no end, but {}", session.view().fen());
    }
}
