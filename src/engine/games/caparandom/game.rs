//! Capablanca Random Chess (Reinhard Scharnagl, 2004): Capablanca Chess from one of 21836 arrays.

use crate::board::{Arrays, Definition, Spec, spec};
use crate::games::capablanca::{self, Capablanca};

/// The rules of the game.
pub const RULES: Capablanca = Capablanca(&SPEC);

static SPEC: Spec = spec!(
    Definition {
        name: "caparandom",
        summary: "Capablanca Random Chess: Capablanca Chess from one of 21836 arrays",
        rules: include_str!("page.md"),
        folder: folder!(weights of capablanca, network of capablanca, chances of capablanca, xboard),
        arrays: Some(Arrays { count: 21_836, row }),
        weak_pairs: &["NN"],
        ..capablanca::PAGE
    }
    .names_castling_by_rook()
);

/// The number of arrays in which pawns may be unprotected.
const ALL: usize = 48_000;
const FILES: usize = 10;

type Row = [u8; FILES];

/// The first rank of the array with this number, among those that protect all pawns.
fn row(number: u32) -> String {
    let row = (0..ALL).map(any_row).filter(protects_all_pawns).nth(number as usize);
    row.map_or_else(String::new, |row| row.iter().copied().map(char::from).collect())
}

/// The array with this number, below [`ALL`]: in turn, which of queen and Archbishop stands on a light square and where, the
/// place of the other on the dark squares, those of the bishops, of the Chancellor and of the knights among the squares that
/// are left, and on the last three rook, king and rook.
fn any_row(number: usize) -> Row {
    let mut row = [b' '; FILES];
    let mut rest = number;
    let mut take = |count: usize| {
        let taken = rest % count;
        rest /= count;
        taken
    };
    let pair = if take(2) == 0 { *b"QA" } else { *b"AQ" };
    for pieces in [pair, *b"BB"] {
        for (color, piece) in [(1, pieces[0]), (0, pieces[1])] {
            let free = (color..FILES).step_by(2).filter(|&file| row[file] == b' ').collect::<Vec<_>>();
            row[free[take(free.len())]] = piece;
        }
    }
    let mut put = |place: usize, piece: u8| {
        if let Some(free) = row.iter_mut().filter(|square| **square == b' ').nth(place) {
            *free = piece;
        }
    };
    put(take(6), b'C');
    // The pairs of five squares: the second knight before the first in each.
    let pair = take(10);
    let second = (1..5).rev().find(|second| second * (second - 1) / 2 <= pair).unwrap_or(1);
    put(second, b'N');
    put(pair - second * (second - 1) / 2, b'N');
    b"RKR".iter().for_each(|&piece| put(0, piece));
    row
}

/// Whether a piece protects each pawn of the second rank.
fn protects_all_pawns(row: &Row) -> bool {
    let is_on = |file: Option<usize>, pieces: &[u8]| {
        file.and_then(|file| row.get(file)).is_some_and(|piece| pieces.contains(piece))
    };
    (0..FILES).all(|file| {
        let beside = |distance: usize, pieces: &[u8]| {
            is_on(file.checked_sub(distance), pieces) || is_on(Some(file + distance), pieces)
        };
        is_on(Some(file), b"RCQK") || beside(1, b"BAQK") || beside(2, b"NAC")
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_arrays_differ_and_are_as_many_as_the_game_says() {
        let rows: BTreeSet<Row> = (0..ALL).map(any_row).collect();
        assert_eq!(rows.len(), ALL);
        let count = SPEC.page.arrays.map_or(0, |arrays| arrays.count);
        assert_eq!(rows.iter().filter(|row| protects_all_pawns(row)).count(), count as usize);
        for row in &rows {
            let places = |piece| (0..FILES).filter(|&file| row[file] == piece).collect::<Vec<_>>();
            let (bishops, rooks, king) = (places(b'B'), places(b'R'), places(b'K')[0]);
            assert_ne!(bishops[0] % 2, bishops[1] % 2);
            assert_ne!(places(b'Q')[0] % 2, places(b'A')[0] % 2);
            assert!(rooks[0] < king && king < rooks[1]);
        }
    }

    #[test]
    fn known_arrays_are_told_apart_by_their_pawns() {
        assert!(protects_all_pawns(b"RNBQCKABNR"), "Gothic Chess");
        assert!(!protects_all_pawns(b"RNABQKBCNR"), "Capablanca Chess");
    }
}
