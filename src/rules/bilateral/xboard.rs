//! The game as XBoard can draw it: turns in legs, marks for what the user may do and for what is frozen.
//!
//! Squares have the game's own names here; whoever speaks to XBoard renames them.

use super::play::{Power, beyond, power, stays};
use super::{Bilateral, CANNONS};
use crate::board::Board;
use crate::rules::flat::{from_flat, to_flat};
use crate::rules::{ClientMove, Rules, XBoard};
use crate::types::{Bitboard, Kind, Move, Square};

/// What XBoard can say of the moves; users need `-testLegality false`. The Wizard's line leaves out what goes over the
/// fold.
pub(super) const XBOARD: XBoard = XBoard {
    parent: "bughouse",
    table: "PNBRQ.E....C.V.....................W......LKpnbrq.e....c.v.....................w......lk",
    pieces: &[
        "P& fmWfceFifmnD",
        "N& N",
        "B& B",
        "R& R",
        "Q& Q",
        "L& mAmDcK",
        "C& mRcpR",
        "V& mBcpB",
        "E& mW",
        "W& mF",
        "K& KisO2",
    ],
};

/// The mark of a frozen piece. It cannot be clicked.
const FROZEN: char = 'b';

/// The letters of the opening moves in the field of rights.
const OPENINGS: &str = "YZIJyzij";

fn name(square: Square) -> String {
    Bilateral::spec().square_name(square)
}

fn letter(kind: Kind) -> char {
    Bilateral::spec().piece(kind).letter
}

/// A FEN of six fields with flat squares: without opening moves and freezes, of which XBoard has no notion.
pub(super) fn to_client_fen(fen: &str) -> String {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let [board, side, rights, passed, half, full, ..] = fields[..] else { return fen.to_owned() };
    let castlings: String = rights.chars().filter(|&right| !OPENINGS.contains(right)).collect();
    let castlings = if castlings.is_empty() { "-" } else { &castlings };
    format!("{board} {side} {castlings} {} {half} {full}", to_flat(Bilateral::spec(), passed))
}

/// A FEN of XBoard's, with at least the field of rights, in the engine's form: whoever stands where opening moves begin
/// has his. A FEN with the letters of opening moves or with freezes is the engine's own, and stays as it is.
pub(super) fn from_client_fen(fen: &str) -> String {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    match fields[..] {
        [board, side, rights, ref rest @ ..] if rest.len() < 4 && !rights.contains(|c| OPENINGS.contains(c)) => {
            let castlings = rights.trim_matches('-');
            let rest = from_flat(Bilateral::spec(), &rest.join(" "));
            format!("{board} {side} {castlings}{OPENINGS} {rest}")
        }
        _ => fen.to_owned(),
    }
}

fn moves_from(board: &Board<Bilateral>, from: Square) -> impl Iterator<Item = Move> + use<> {
    board.legal_moves().into_iter().filter(move |m| m.from() == from)
}

/// The empty squares, the nearest first, to which the piece at home cannot go. By way of them it does something without
/// leaving: XBoard takes a first leg to such a square and a second one back for a turn that changes nothing else.
fn ways(board: &Board<Bilateral>, home: Square) -> Vec<Square> {
    let targets: Bitboard = moves_from(board, home).map(Move::to).collect();
    let free = Bilateral::spec().board.without(board.occupied() | targets);
    let mut squares: Vec<Square> = free.into_iter().collect();
    squares.sort_by_key(|square| square.distance(home));
    squares
}

/// The empty square that stands for this freeze.
fn way_of_freeze(board: &Board<Bilateral>, freeze: Move) -> Option<Square> {
    let freezes = moves_from(board, freeze.from()).filter(|&m| power(m) == Some(Power::Freeze));
    let earlier = freezes.filter(|m| m.to().index() < freeze.to().index()).count();
    ways(board, freeze.from()).get(earlier).copied()
}

/// What the user chooses by a letter: what a pawn becomes, or in which form a Can(n)on arrives.
fn choice(board: &Board<Bilateral>, m: Move) -> Option<Kind> {
    let mover = board.piece_at(m.from())?.kind();
    match power(m) {
        Some(Power::Push(promoted)) => promoted,
        Some(Power::Flip) => Bilateral::mover(board, m).map(|flipped| flipped.kind()),
        _ if CANNONS.has(mover) => Some(mover),
        _ => m.promotion(),
    }
}

/// A legal move as XBoard is told it.
pub(super) fn client_move(board: &Board<Bilateral>, m: Move) -> ClientMove {
    let (from, to) = (name(m.from()), name(m.to()));
    let by_way = |way: Square, suffix: &str| {
        let way = name(way);
        ClientMove::drawn(format!("{from}{way},{way}{to}{suffix}"))
    };
    let home_by = |way: Square, suffix: &str| {
        let way = name(way);
        ClientMove::drawn(format!("{from}{way},{way}{from}{suffix}"))
    };
    let suffix = Bilateral::odd_suffix(board, m);
    let drawn = match power(m) {
        Some(Power::Flip) if stays(m) => ways(board, m.from()).first().map(|&way| home_by(way, &suffix)),
        Some(Power::Kill) => Some(home_by(m.to(), "")),
        Some(Power::Freeze) => way_of_freeze(board, m).map(|way| home_by(way, "")),
        // XBoard takes what is pushed off the board.
        Some(Power::Push(_)) => {
            let beyond = beyond(m.from(), m.to());
            beyond.map(|beyond| ClientMove { shown: false, lost: Some(beyond), ..by_way(beyond, &suffix) })
        }
        _ => None,
    };
    drawn.unwrap_or_else(|| ClientMove::drawn(board.move_text(m)))
}

/// The legal move that a text of XBoard's stands for. Beside what [`client_move`] gives that is a freeze by way of the
/// victim, a flip in place by way of any empty square, a push as if it were a capture, and coordinate notation.
pub(super) fn read_client(board: &Board<Bilateral>, text: &str) -> Option<Move> {
    let legs: Vec<_> = text.split(',').map(|leg| Bilateral::spec().read_squares(leg)).collect::<Option<_>>()?;
    let (from, to, way, suffix) = match legs[..] {
        [(from, to, suffix)] => (from, to, None, suffix),
        [(from, way, ""), (again, to, suffix)] if again == way => (from, to, Some(way), suffix),
        _ => return None,
    };
    let mover = board.piece_at(from)?.kind();
    let is_chosen = |m: &Move| {
        let chosen = choice(board, *m);
        let is_named = chosen.is_some_and(|kind| suffix.eq_ignore_ascii_case(&letter(kind).to_string()));
        // XBoard leaves the letter out where it is the mover's own.
        is_named || suffix.is_empty() && chosen.is_none_or(|kind| kind == mover)
    };
    let is_it = |m: &Move| match (power(*m), way) {
        (_, None) => m.to() == to && is_chosen(m),
        (Some(Power::Push(_)), Some(way)) => m.to() == to && beyond(from, to) == Some(way) && is_chosen(m),
        (Some(Power::Flip), Some(way)) => stays(*m) && to == from && !board.occupied().has(way),
        (Some(Power::Kill), Some(way)) => to == from && m.to() == way,
        (Some(Power::Freeze), Some(way)) => to == from && (m.to() == way || way_of_freeze(board, *m) == Some(way)),
        _ => false,
    };
    moves_from(board, from).find(is_it)
}

/// What is frozen.
pub(super) fn signs(board: &Board<Bilateral>) -> Vec<(Square, char)> {
    board.aux().frozen().into_iter().map(|square| (square, FROZEN)).collect()
}

/// What the user may do with the piece on `from`: `Y` to go somewhere, `R` to capture or push, `M` to choose a form or
/// what becomes of a pawn, `C` for what happens without leaving: on a Wizard's victim, or for a flip on an empty
/// square; then `Y` or `M` on the piece's own square.
pub(super) fn marks(board: &Board<Bilateral>, from: Square, way: Option<Square>) -> Option<Vec<(Square, char)>> {
    if !board.of_color(board.side()).has(from) {
        return None;
    }
    if let Some(way) = way {
        let in_place = moves_from(board, from).find(|&m| stays(m) && way_by_mouse(board, m) == Some(way))?;
        return Some(vec![(from, if choice(board, in_place).is_some() { 'M' } else { 'Y' })]);
    }
    let mut marks: Vec<(Square, char)> = Vec::new();
    for m in moves_from(board, from) {
        let taken = board.occupied().has(m.to());
        let (square, mark) = match way_by_mouse(board, m) {
            Some(way) => (way, 'C'),
            None if choice(board, m).is_some() => (m.to(), 'M'),
            None => (m.to(), if taken { 'R' } else { 'Y' }),
        };
        if marks.iter().all(|&(marked, _)| marked != square) {
            marks.push((square, mark));
        }
    }
    let unmarked = |sign: &(Square, char)| marks.iter().all(|&(marked, _)| marked != sign.0);
    let signs: Vec<_> = signs(board).into_iter().filter(unmarked).collect();
    marks.extend(signs);
    Some(marks)
}

/// The square by way of which the user makes a turn that does not move the piece.
fn way_by_mouse(board: &Board<Bilateral>, m: Move) -> Option<Square> {
    match power(m) {
        Some(Power::Flip) if stays(m) => ways(board, m.from()).first().copied(),
        Some(Power::Kill | Power::Freeze) => Some(m.to()),
        _ => None,
    }
}

/// The letters from which the user chooses between these squares; first the one that changes nothing, which is what a
/// plain click chooses.
pub(super) fn choices(board: &Board<Bilateral>, from: Square, way: Option<Square>, to: Square) -> String {
    let Some(mover) = board.piece_at(from) else { return String::new() };
    let moves = moves_from(board, from).filter(|&m| m.to() == to && way_by_mouse(board, m) == way);
    let mut kinds: Vec<Kind> = moves.filter_map(|m| choice(board, m)).collect();
    kinds.sort_by_key(|&kind| kind != mover.kind());
    kinds.into_iter().map(letter).collect()
}
