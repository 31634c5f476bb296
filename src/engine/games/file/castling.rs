//! The castlings of a game, from its start position.

use super::game::{FileGame, side};
use super::start::Start;
use crate::board::CastlingSquares;
use crate::types::{Color, Square};

/// The castlings to which the start position gives a right, with the slots of their kinds; their sides, and the letters of
/// their rights.
pub(super) fn of(game: &FileGame) -> Vec<(Color, char, CastlingSquares<usize>)> {
    let Some(start) = game.castling.allowed.then(|| Start::of(game).ok()).flatten() else { return Vec::new() };
    let mut castlings = Vec::new();
    for color in Color::BOTH {
        for (number, letter) in ['K', 'Q'].into_iter().enumerate() {
            let Some(squares) = castling(game, &start, color, number) else { continue };
            let own = |letter: char| if color == Color::White { letter } else { letter.to_ascii_lowercase() };
            // A right is written with its own letter or with the file of its rook.
            let file = char::from(b'A' + squares.rook_from.file());
            if start.rights().contains([own(letter), own(file)]) {
                castlings.push((color, own(letter), squares));
            }
        }
    }
    castlings
}

/// The castling of a side with the rook of its king's side (0) or queen's side (1).
fn castling(game: &FileGame, start: &Start, color: Color, number: usize) -> Option<CastlingSquares<usize>> {
    let rules = &game.castling;
    let rank = if color == Color::White { rules.rank } else { game.ranks.checked_sub(rules.rank + 1)? };
    let on_rank = |squares: Vec<Square>| -> Vec<Square> { squares.into_iter().filter(|s| s.rank() == rank).collect() };
    let king = rules.kings[side(color)];
    let kings = on_rank(start.squares_of(color, |slot| slot == king));
    let king_from = match kings[..] {
        [only] => only,
        _ => kings.into_iter().find(|square| square.file() == rules.king_file)?,
    };
    let rooks = on_rank(start.squares_of(color, |slot| rules.rooks[side(color)].has(slot)));
    // The outermost rook, seen from the file where a rook is looked for.
    let outermost = rules.rook_files[number];
    let rook_from = match number {
        0 => {
            rooks.into_iter().filter(|s| s.file() <= outermost && s.file() > king_from.file()).max_by_key(|s| s.file())
        }
        _ => {
            rooks.into_iter().filter(|s| s.file() >= outermost && s.file() < king_from.file()).min_by_key(|s| s.file())
        }
    }?;
    let to = rules.to_files[number];
    let rook_to = if number == 0 { to.checked_sub(1)? } else { to + 1 };
    let on_board = to < game.files && rook_to < game.files;
    let (rook, _) = start.cells[rook_from.index()]?;
    on_board.then(|| CastlingSquares {
        king_from,
        king_to: Square::new(to, rank),
        rook_from,
        rook_to: Square::new(rook_to, rank),
        king,
        rook,
    })
}
