//! What a piece is worth, and where it stands. This depends only on the piece and its square, and is summed up move by move.

use super::Size::{One, Table};
use crate::board::Spec;
use crate::types::{Color, Kind, RANKS, STRIDE, Square};

/// The number of files counted from the nearer edge.
const HALF_FILES: usize = STRIDE as usize / 2;

terms! { of pieces
    /// The piece's value.
    VALUE: "value", One, |piece, _| if piece.is_pawn { [85, 105] } else { [piece.value; 2] };
    /// By rank, counted from its own side.
    RANK: "rank", Table(RANKS), |piece, rank| {
        let advanced = rank as i32;
        match piece.ranks.checked_sub(rank + 1) {
            None => [0, 0],
            Some(_) if piece.is_pawn => [3 * advanced - 6; 2],
            Some(to_last) => match rank.min(to_last) as i32 {
                center if piece.is_royal => [-12 * advanced, 8 * center],
                center => [3 * (center - 2); 2],
            },
        }
    };
    /// By file, counted from the nearer edge.
    FILE: "file", Table(HALF_FILES), |piece, file| match file as i32 {
        file if piece.is_royal => [-8 * file, 8 * file],
        file if piece.is_pawn => [2 * (file - 3), 0],
        file => [3 * (file - 3), 0],
    };
}

/// The numbers of the placement terms of a piece.
pub(in crate::eval) fn of_piece(spec: &Spec, kind: Kind, color: Color, square: Square) -> [usize; 3] {
    let page = &spec.page;
    let rank = square.rank_for(color, page.ranks) as usize;
    let file = square.file().min(page.files - 1 - square.file()) as usize;
    [VALUE, RANK.at(rank), FILE.at(file.min(HALF_FILES - 1))].map(|term| term.of(kind).index())
}

/// The chance that a square is free.
const FREE: f64 = 0.72;

/// The number of squares that a kind reaches on average, by captures and by other moves. A square counts by the chance
/// that those on the way let the piece pass.
fn average_reaches(spec: &'static Spec, kind: Kind) -> [f64; 2] {
    let tables = spec.tables();
    [true, false].map(|captures| {
        let from_all = spec.board.into_iter().map(|from| tables.expected_reach(kind, captures, from, FREE));
        from_all.sum::<f64>() / f64::from(spec.board.count())
    })
}

/// An estimate of a kind's value, in centipawns: 50 for each square that it reaches on average, or 45 if it is
/// colour-bound. A knight is worth 263 on 8x8 and 297 on 12x10.
pub(super) fn derived_value(spec: &'static Spec, kind: Kind) -> f64 {
    let reach = average_reaches(spec, kind).iter().sum::<f64>() / 2.0;
    let bound = spec.piece(kind).moves.is_color_bound();
    reach * if bound { 45.0 } else { 50.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_values_are_near_those_of_chess() {
        let spec = crate::games::Games::default().find("januskamil").unwrap();
        let value = |letter| derived_value(spec, spec.read_piece(letter).unwrap().0.kind());
        assert!((240.0..340.0).contains(&value("N")), "{}", value("N"));
        assert!((150.0..300.0).contains(&value("C")), "{}", value("C"));
        assert!((800.0..1500.0).contains(&value("Q")), "{}", value("Q"));
    }
}
