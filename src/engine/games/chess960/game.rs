//! Chess960 (Bobby Fischer, 1996): chess from one of 960 arrays.

use crate::board::{Arrays, Definition, Spec, spec};
use crate::games::chess::{self, Chess};

/// The rules of the game.
pub const RULES: Chess = Chess(&SPEC);

static SPEC: Spec = spec!(
    Definition {
        name: "chess960",
        summary: "Chess960, Fischer Random Chess: chess from one of 960 arrays",
        rules: include_str!("page.md"),
        folder: folder!(weights of chess, network of chess, chances of chess, search of chess, xboard),
        arrays: Some(Arrays { count: 960, row }),
        weak_pairs: &["NN"],
        ..chess::PAGE
    }
    .names_castling_by_rook()
);

/// The first rank of the array with this number, as Reinhard Scharnagl has numbered them: in turn, the places of the light
/// bishop, the dark bishop, the queen and the two knights among the squares that are left, and on the last three rook, king
/// and rook.
fn row(number: u32) -> String {
    /// The places of the two knights among five squares.
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let mut row = [' '; 8];
    let mut rest = number as usize;
    let mut take = |count: usize| {
        let taken = rest % count;
        rest /= count;
        taken
    };
    row[2 * take(4) + 1] = 'B';
    row[2 * take(4)] = 'B';
    let queen = take(6);
    put(&mut row, queen, 'Q');
    let (first, second) = KNIGHTS[take(10)];
    // The second counts the square of the first as free.
    put(&mut row, second, 'N');
    put(&mut row, first, 'N');
    "RKR".chars().for_each(|piece| put(&mut row, 0, piece));
    row.iter().collect()
}

/// Puts a piece on the free square with this number, from the left.
fn put(row: &mut [char], place: usize, piece: char) {
    if let Some(free) = row.iter_mut().filter(|square| **square == ' ').nth(place) {
        *free = piece;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn arrays_have_their_usual_numbers() {
        for (number, array) in
            [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (343, "NRBKQRNB"), (518, "RNBQKBNR"), (959, "RKRNNQBB")]
        {
            assert_eq!(row(number), array, "{number}");
        }
    }

    #[test]
    fn all_arrays_differ_and_keep_the_rules() {
        let rows: BTreeSet<String> = (0..960).map(row).collect();
        assert_eq!(rows.len(), 960);
        for row in rows {
            let places = |piece| row.match_indices(piece).map(|(at, _)| at).collect::<Vec<_>>();
            let (bishops, rooks, king) = (places('B'), places('R'), places('K')[0]);
            assert_ne!(bishops[0] % 2, bishops[1] % 2, "{row}");
            assert!(rooks[0] < king && king < rooks[1], "{row}");
        }
    }
}
