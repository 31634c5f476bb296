//! What XBoard's user and engine tell each other: everything legal can be entered with the mouse, nothing else, and what
//! the engine says is understood as what it meant.

use std::collections::BTreeSet;

use bactrian::board::{FenError, View};
use bactrian::types::{Bitboard, MoveKind, Piece, Square};
use bactrian::xboard::hand::{choices, marks, read};
use bactrian::xboard::notation::{client_fen, own_fen};
use bactrian::xboard::plies::{Ply, plies};

use crate::common::board::board;
use crate::common::games::{for_each_game, spec_of};
use crate::common::positions::{random_game_fens, random_setup_fens};
use crate::common::{Effort, session};

for_each_game!(named
    a_gesture_ends_with_what_stands_there,
    what_xboard_is_told_is_read_as_it_was_meant,
    the_mouse_reaches_the_legal_moves_and_no_others,
    positions_come_back_from_xboard,
);

fn boards(name: &str, seed: u64, games: usize, setups: usize, see: impl Fn(&dyn View)) {
    let fens = random_game_fens(name, seed, games).into_iter().chain(random_setup_fens(name, seed, setups));
    fens.for_each(|fen| see(&*board(name, &fen)));
}

/// What a gesture chooses stands at its end afterwards, but for moves of the game's own, which may choose something else,
/// and castlings by the king's way to its rook.
fn a_gesture_ends_with_what_stands_there(name: &str, effort: Effort) {
    boards(name, 70, effort.of(3, 30), effort.of(30, 1_000), |board| {
        for m in board.legal_moves().into_iter().filter(|m| m.kind() != MoveKind::Special) {
            let gesture = board.gesture(m);
            if board.castling_of(m).is_some_and(|castling| gesture.to() == castling.rook_from) {
                continue;
            }
            let arrived = board.after(m).piece_at(gesture.to()).map(Piece::kind);
            assert_eq!(arrived, Some(gesture.choice), "{} {}", board.fen(), board.move_text(m));
        }
    });
}

/// The first entry of every turn is read as that turn, or as one that begins with the same entry, and XBoard's board is
/// right after the last.
fn what_xboard_is_told_is_read_as_it_was_meant(name: &str, effort: Effort) {
    boards(name, 71, effort.of(3, 30), effort.of(30, 1_000), |board| {
        let mut texts = BTreeSet::new();
        for m in board.legal_moves().into_iter().filter(|m| !m.moves_again()) {
            let entries = plies(board, m);
            let meant = read(board, &entries[0].text).or_else(|| board.read_move(&entries[0].text).ok());
            let first = meant.map(|meant| plies(board, meant).swap_remove(0).text);
            assert!(meant == Some(m) || entries.len() > 1, "{} {}", board.fen(), entries[0].text);
            assert_eq!(first.as_deref(), Some(entries[0].text.as_str()), "{}", board.fen());
            let turn: Vec<String> = entries.iter().map(|entry| entry.text.clone()).collect();
            assert!(texts.insert(turn), "{} {entries:?} stands for two moves", board.fen());
            assert_eq!(entries.len() % 2, 1, "the opponent is on move: {entries:?}");
            let after = client_fen(board.spec(), &board.after(m).setup());
            let shown = |entry: &Ply| after.split(' ').take(1).eq(entry.position.split(' ').take(1));
            assert!(entries.last().is_some_and(shown), "{} {entries:?}", board.fen());
        }
    });
}

/// The texts of all that the user can do with the piece on a square.
fn texts_from(board: &dyn View, from: Square) -> Vec<String> {
    let mut texts = Vec::new();
    let name = |square| board.spec().square_name(square);
    let mut arrive = |way: Option<Square>, to: Square, mark: char| {
        let legs = match way {
            Some(way) => format!("{}{},{}", name(from), name(way), name(way)),
            None => name(from),
        };
        let text = |letter: char| format!("{legs}{}{}", name(to), letter.to_ascii_lowercase());
        match mark {
            'M' => texts.extend(choices(board, from, way, to).chars().map(text)),
            _ => texts.push(legs + &name(to)),
        }
    };
    let first = marks(board, from, None).expect("the piece can be picked up");
    for (square, mark) in first.into_iter().filter(|(_, mark)| mark.is_ascii_uppercase()) {
        if mark == 'C' {
            let home = marks(board, from, Some(square)).expect("the way goes on");
            home.into_iter().for_each(|(to, mark)| arrive(Some(square), to, mark));
        } else {
            arrive(None, square, mark);
        }
    }
    texts
}

fn the_mouse_reaches_the_legal_moves_and_no_others(name: &str, effort: Effort) {
    boards(name, 72, effort.of(3, 30), effort.of(30, 1_000), |board| {
        let mut reached = Vec::new();
        let of_side = |own: bool| -> Bitboard {
            let is_it = |square: &Square| board.piece_at(*square).is_some_and(|p| (p.color() == board.side()) == own);
            board.spec().board.into_iter().filter(is_it).collect()
        };
        for from in of_side(true) {
            for text in texts_from(board, from) {
                let m = read(board, &text).unwrap_or_else(|| panic!("{} {text}", board.fen()));
                // XBoard leaves a letter out that is the mover's own.
                let own =
                    board.piece_at(from).map(|piece| board.spec().piece(piece.kind()).letter.to_ascii_lowercase());
                if let Some(bare) = own.and_then(|own| text.strip_suffix(own)) {
                    assert_eq!(read(board, bare), Some(m), "{} {text}", board.fen());
                }
                reached.push(board.move_text(m));
            }
        }
        assert!(of_side(false).into_iter().all(|from| marks(board, from, None).is_none()));
        reached.sort_unstable();
        let mut legal = board.move_texts();
        legal.retain(|text| board.read_move(text).is_ok_and(|m| !m.moves_again()));
        assert_eq!(reached, legal, "{}", board.fen());
    });
}

/// What XBoard shows comes back as it was; what it has no notion of is added again.
fn positions_come_back_from_xboard(name: &str, effort: Effort) {
    let spec = spec_of(name);
    boards(name, 73, effort.of(10, 100), effort.of(100, 2_000), |board| {
        let fen = board.fen();
        let told = client_fen(spec, &board.setup());
        let back = match session::position(name, &own_fen(spec, &told)) {
            Ok(back) => back,
            // What was frozen gives check when the freeze is forgotten.
            Err(FenError::OtherSideInCheck(_)) if board.details().iter().any(|detail| detail.affected().is_some()) => {
                return;
            }
            Err(error) => panic!("{told}: {error}"),
        };
        assert_eq!(client_fen(spec, &back.setup()), told, "{fen}");
        assert!(spec.board.into_iter().all(|square| back.piece_at(square) == board.piece_at(square)), "{fen}");
        let own = session::position(name, &own_fen(spec, &fen)).map(|own| own.fen());
        assert_eq!(own, Ok(fen), "the engine's own form stays");
    });
}
