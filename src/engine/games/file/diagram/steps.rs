//! Initial moves of a diagram's pieces. Diagrams ask whether a piece has moved, we ask where it stands: that is the same
//! for pieces that only move ahead, if none of them comes to a square where another one began.

use super::super::draft::Draft;
use super::super::keys::ranks_from;
use super::super::pieces::{PAWN, known_movement};
use super::super::problem::Fault;
use super::array::Array;
use super::pieces::Piece;
use super::xbetza::Step;
use crate::board::{Form, Part};
use crate::types::{Bitboard, Color};

/// Sets the squares from which initial moves are made. Returns the lines of pieces that may come to where another one
/// begins, and make an initial move there. `is_named` tells whether keys of the other format name those squares.
pub(super) fn set(
    game: &mut Draft,
    pieces: &[Piece],
    array: &Array,
    is_named: bool,
) -> Result<Vec<usize>, (usize, Fault)> {
    let mut region = [Bitboard::EMPTY; 2];
    let mut triple = [Bitboard::EMPTY; 2];
    let mut doubtful = Vec::new();
    let is_initial = |piece: &&Piece| !piece.movement.initial.is_empty() || piece.movement.always_double;
    let mut own: Vec<(usize, &Piece)> = pieces.iter().enumerate().filter(|(_, piece)| is_initial(piece)).collect();
    let catches = pieces.iter().any(|piece| piece.movement.en_passant);
    // Whoever names the squares of initial moves means them as we do.
    if is_named {
        own.retain(|(_, piece)| piece.slot == PAWN);
    }
    for &(number, piece) in &own {
        let wrong = |why: &str| Err((piece.line, Fault::contradiction(format!("{}: {why}", piece.name))));
        if returns(&piece.movement.usual, |_| true) && !piece.movement.initial.is_empty() {
            return wrong(
                "an initial move of a piece that can come back to where it began: whether a piece has moved is not known here",
            );
        }
        if piece.movement.has_uncaught && catches {
            return wrong("its initial move cannot be answered en passant (`imn`), beside others that can");
        }
        if piece.movement.always_double && piece.slot != PAWN {
            return wrong("a step of two squares from anywhere is for one kind of pawn that promotes");
        }
        for color in Color::BOTH {
            let side = color.index();
            let begin = array.squares_of(number, color);
            let reach = own_region(game, begin, color);
            if reach != begin && (reach & ahead(game, begin, color)).without(begin).any() {
                doubtful.push(piece.line);
            }
            let squares = if piece.movement.always_double { game.board() } else { reach };
            region[side] |= squares;
            if piece.movement.initial.iter().any(|(_, step)| *step == Step::Triple) && piece.slot == PAWN {
                triple[side] |= squares;
            }
        }
    }
    check_common(game, &own, array, region)?;
    let double = |piece: &Piece| piece.movement.initial.iter().any(|(_, step)| *step != Step::Triple);
    let only_triple =
        own.iter().any(|(_, piece)| piece.slot == PAWN && !double(piece) && !piece.movement.always_double);
    if only_triple && own.len() > 1 {
        return Err((
            own[0].1.line,
            Fault::contradiction("two kinds have initial moves, and one of them makes only triple steps"),
        ));
    }
    game.laws.double_steps = !own.is_empty() && !only_triple;
    game.laws.double_region = region;
    game.laws.triple_region = triple;
    Ok(doubtful)
}

/// A kind may not come to squares of initial moves that only another kind has.
fn check_common(
    game: &Draft,
    own: &[(usize, &Piece)],
    array: &Array,
    region: [Bitboard; 2],
) -> Result<(), (usize, Fault)> {
    for &(number, piece) in own {
        for color in Color::BOTH {
            let begin = array.squares_of(number, color);
            let foreign = region[color.index()].without(own_region(game, begin, color));
            if begin.any() && !piece.movement.always_double && (foreign & ahead(game, begin, color)).any() {
                let why = format!("{} may come to a square of initial moves that only another piece has", piece.name);
                return Err((piece.line, Fault::contradiction(why)));
            }
        }
    }
    Ok(())
}

/// The squares where pieces that begin here make initial moves: whole ranks where none can come from behind.
fn own_region(game: &Draft, begin: Bitboard, color: Color) -> Bitboard {
    let ranks = begin.into_iter().map(|square| square.rank());
    let (lowest, highest) = (ranks.clone().min(), ranks.max());
    match (lowest, highest) {
        (Some(lowest), Some(highest)) if lowest == highest => Bitboard::rank(lowest) & game.board(),
        _ => {
            let first = if color == Color::White { lowest } else { highest };
            let whole = first.map_or(Bitboard::EMPTY, |rank| Bitboard::rank(rank) & game.board());
            begin | whole
        }
    }
}

/// The squares on later ranks than the first of these.
fn ahead(game: &Draft, squares: Bitboard, color: Color) -> Bitboard {
    let first = squares.into_iter().map(|square| square.rank_for(color, game.ranks)).min();
    first.map_or(Bitboard::EMPTY, |first| ranks_from(game, color.index(), first + 1) & game.board())
}

/// Whether a piece can stay on its rank or go back by the parts of its movement that `counts` selects. Of walks it is not
/// found out, so they can.
pub(super) fn returns(betza: &str, counts: fn(&Part) -> bool) -> bool {
    let goes_back = |part: &Part| part.form == Form::Walk || part.steps.iter().any(|(_, ranks)| ranks <= 0);
    known_movement(betza).parts().iter().any(|part| counts(part) && goes_back(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_may_come_back_are_known() {
        for (betza, expected) in [("fmWfcF", false), ("fN", false), ("K", true), ("fWbF", true), ("fafsW", true)] {
            assert_eq!(returns(betza, |_| true), expected, "{betza}");
        }
        assert!(!returns("fmWcK", |part| part.quiets));
    }
}
