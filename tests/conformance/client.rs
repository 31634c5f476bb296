//! What XBoard's user and engine tell each other where XBoard cannot find the moves by itself: everything legal can be
//! entered with the mouse, nothing else, and what the engine says is understood as what it meant.

use std::collections::BTreeSet;

use bactrian::board::{Board, FenError};
use bactrian::rules::Rules;
use bactrian::types::Square;

use crate::common::{Effort, for_every_game};
use crate::moves::sorted_texts;
use crate::positions::{random_games, random_setups};

for_every_game!(
    what_xboard_is_told_is_read_as_it_was_meant,
    the_mouse_reaches_the_legal_moves_and_no_others,
    positions_come_back_from_xboard,
);

fn boards<R: Rules>(seed: u64, games: usize, setups: usize, see: impl Fn(&Board<R>)) {
    random_games::<R>(seed, games, |_, _, board| see(board));
    random_setups::<R>(seed, setups).iter().for_each(see);
}

fn what_xboard_is_told_is_read_as_it_was_meant<R: Rules>(effort: Effort) {
    boards::<R>(71, effort.of(3, 30), effort.of(60, 1_000), |board| {
        let mut texts = BTreeSet::new();
        for m in board.legal_moves().into_iter().filter(|m| !m.moves_again()) {
            let drawn = R::client_move(board, m);
            if !drawn.shown && drawn.lost.is_none() {
                // What stands for it may be read as another move: the board is set right instead.
                continue;
            }
            let read = R::read_client(board, &drawn.text).or_else(|| board.read_move(&drawn.text).ok());
            assert_eq!(read, Some(m), "{board:?} {}", drawn.text);
            assert!(texts.insert(drawn.text.clone()), "{board:?} {} stands for two moves", drawn.text);
        }
    });
}

/// The texts of all that the user can do with the piece on a square, `None` if XBoard finds them by itself.
fn texts_from<R: Rules>(board: &Board<R>, from: Square) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    let mut arrive = |way: Option<Square>, to: Square, mark: char| {
        let name = |square| R::spec().square_name(square);
        let legs = match way {
            Some(way) => format!("{}{},{}", name(from), name(way), name(way)),
            None => name(from),
        };
        match mark {
            'M' => texts.extend(
                R::client_choices(board, from, way, to)
                    .chars()
                    .map(|letter| format!("{legs}{}{}", name(to), letter.to_ascii_lowercase())),
            ),
            _ => texts.push(legs + &name(to)),
        }
    };
    for (square, mark) in R::client_marks(board, from, None)?.into_iter().filter(|(_, mark)| mark.is_ascii_uppercase())
    {
        if mark == 'C' {
            let home = R::client_marks(board, from, Some(square)).expect("the way goes on");
            home.into_iter().for_each(|(to, mark)| arrive(Some(square), to, mark));
        } else {
            arrive(None, square, mark);
        }
    }
    Some(texts)
}

fn the_mouse_reaches_the_legal_moves_and_no_others<R: Rules>(effort: Effort) {
    boards::<R>(72, effort.of(3, 30), effort.of(60, 1_000), |board| {
        let mut reached = Vec::new();
        for from in board.of_color(board.side()) {
            let Some(texts) = texts_from(board, from) else { return };
            for text in texts {
                let m = R::read_client(board, &text).unwrap_or_else(|| panic!("{board:?} {text}"));
                // XBoard leaves a letter out that is the mover's own.
                let own = board.piece_at(from).map(|piece| R::spec().piece(piece.kind()).letter.to_ascii_lowercase());
                if let Some(bare) = own.and_then(|own| text.strip_suffix(own)) {
                    assert_eq!(R::read_client(board, bare), Some(m), "{board:?} {text}");
                }
                reached.push(board.move_text(m));
            }
        }
        assert!(board.of_color(!board.side()).into_iter().all(|from| R::client_marks(board, from, None).is_none()));
        reached.sort_unstable();
        let mut legal = sorted_texts(board);
        legal.retain(|text| R::ALTERNATES || board.read_move(text).is_ok_and(|m| !m.moves_again()));
        assert_eq!(reached, legal, "{board:?}");
    });
}

/// What XBoard shows comes back as it was; what it has no notion of is added anew.
fn positions_come_back_from_xboard<R: Rules>(effort: Effort) {
    boards::<R>(73, effort.of(10, 100), effort.of(200, 2_000), |board| {
        let fen = board.fen();
        let told = R::to_client_fen(&fen);
        let back: Board<R> = match Board::from_fen(&R::from_client_fen(&told)) {
            Ok(back) => back,
            // What was frozen gives check when the freeze is forgotten.
            Err(FenError::OtherSideInCheck(_)) if !R::client_signs(board).is_empty() => return,
            Err(error) => panic!("{told}: {error}"),
        };
        assert_eq!(R::to_client_fen(&back.fen()), told, "{fen}");
        assert!(R::spec().board.into_iter().all(|square| back.piece_at(square) == board.piece_at(square)), "{fen}");
        assert_eq!(R::from_client_fen(&fen), fen, "the engine's own form stays");
    });
}
