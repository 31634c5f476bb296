//! The castlings of a game, from its start position.

use super::draft::Draft;
use super::start::Start;
use crate::board::{Castling, MAX_CASTLINGS};
use crate::types::{Color, Square};

/// The castlings to which the start position gives a right: White's kingside and queenside, then Black's.
pub(super) fn of(game: &Draft) -> [Option<Castling>; MAX_CASTLINGS] {
    let start = game.laws.castling.allowed.then(|| Start::of(game).ok()).flatten();
    std::array::from_fn(|number| {
        let start = start.as_ref()?;
        let found = castling(game, start, number)?;
        // A right is written with its own letter or with the file of its rook.
        let file = char::from(b'A' + found.rook_from.file());
        let own = if found.color == Color::White { file } else { file.to_ascii_lowercase() };
        Some(found).filter(|_| start.rights().contains([found.letter, own]))
    })
}

/// The castling with this number.
fn castling(game: &Draft, start: &Start, number: usize) -> Option<Castling> {
    let rules = &game.laws.castling;
    let color = Color::BOTH[number / 2];
    let (side, is_kingside) = (color.index(), number.is_multiple_of(2));
    let rank = if color == Color::White { rules.rank } else { game.ranks.checked_sub(rules.rank + 1)? };
    let on_rank = |squares: Vec<Square>| -> Vec<Square> { squares.into_iter().filter(|s| s.rank() == rank).collect() };
    let king = rules.kings[side];
    let kings = on_rank(start.squares_of(color, |kind| kind == king));
    let king_from = match kings[..] {
        [only] => only,
        _ => kings.into_iter().find(|square| square.file() == rules.king_file)?,
    };
    let rooks = on_rank(start.squares_of(color, |kind| rules.rooks[side].has(kind))).into_iter();
    // The outermost rook, seen from the file where a rook is looked for.
    let outermost = rules.rook_files[number % 2];
    let rook_from = if is_kingside {
        rooks.filter(|s| s.file() <= outermost && s.file() > king_from.file()).max_by_key(|s| s.file())
    } else {
        rooks.filter(|s| s.file() >= outermost && s.file() < king_from.file()).min_by_key(|s| s.file())
    }?;
    let to = rules.to_files[number % 2];
    let rook_to = if is_kingside { to.checked_sub(1)? } else { to + 1 };
    let on_board = to < game.files && rook_to < game.files;
    let (rook, _) = start.cells[rook_from.index()]?;
    let (king_to, rook_to) = (Square::new(to, rank), Square::new(rook_to, rank));
    on_board.then(|| Castling::new(number, (king_from, king_to, king), (rook_from, rook_to, rook)))
}
