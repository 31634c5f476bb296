//! The game as XBoard can draw it: letters for the towers' heights, moves in legs, marks for what the user may do.

use super::movegen::promotions_of;
use super::play::{self, SWEEP, stones};
use super::{EAGLET, HIGHEST, Luotuoqi, height, tower};
use crate::board::Board;
use crate::rules::{ClientMove, Rules, XBoard};
use crate::types::{Kind, Move, MoveKind, Piece, Square};

/// Without a pawn in the pawn's slot; the Rook-Camel has the rook's, so that castling is drawn. Towers of rising height
/// are A B C F G H I J: XBoard's pieces have one letter each, and `x` could not end a move.
pub(super) const XBOARD: XBoard = XBoard {
    parent: "bughouse",
    table: "...RJ.....E.MDI.A.....B..HCFGK...rj.....e.mdi.a.....b..hcfgk",
    pieces: &["E& fFbW", "M& NW", "D& mB", "R& R", "A& K", "B& Q2", "C& Q3", "F& Q4", "G& Q5", "H& Q6", "I& Q", "J& Q"],
};

const TOWER_LETTERS: [u8; HIGHEST] = *b"ABCFGHIJ";

/// The letter of a kind, upper case.
fn letter(kind: Kind) -> char {
    match height(kind) {
        0 => Luotuoqi::spec().piece(kind).letter,
        stones => TOWER_LETTERS[stones - 1] as char,
    }
}

/// A FEN with one letter for each piece, and without the Cube.
pub(super) fn to_client_fen(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let mut text = String::new();
    let mut letters = board.split('[').next().unwrap_or_default().chars();
    while let Some(c) = letters.next() {
        let digit = if c.eq_ignore_ascii_case(&'T') { letters.next().and_then(|c| c.to_digit(10)) } else { None };
        match digit {
            Some(digit @ 1..=8) => {
                let letter = TOWER_LETTERS[digit as usize - 1] as char;
                text.push(if c == 't' { letter.to_ascii_lowercase() } else { letter });
            }
            _ => text.push(c),
        }
    }
    format!("{text} {rest}")
}

/// A FEN of XBoard's, which knows no Cube, in the engine's letters. One in these letters stays as it is.
pub(super) fn from_client_fen(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let (pieces, bracket) = board.split_at(board.find('[').unwrap_or(board.len()));
    let mut text = String::new();
    for c in pieces.chars() {
        match TOWER_LETTERS.iter().position(|&letter| letter as char == c.to_ascii_uppercase()) {
            Some(index) => {
                text.push(if c.is_ascii_uppercase() { 'T' } else { 't' });
                text += &(index + 1).to_string();
            }
            None => text.push(c),
        }
    }
    // An empty bracket stands for pieces in hand, of which there are none.
    let bracket = if bracket == "[]" || bracket == "[-]" { "" } else { bracket };
    format!("{text}{bracket} {rest}")
}

fn name(square: Square) -> String {
    Luotuoqi::spec().square_name(square)
}

/// What stands on the target square after stones have moved there.
fn arrived(board: &Board<Luotuoqi>, m: Move, stones: usize) -> Kind {
    let own = board.piece_at(m.to()).filter(|piece| piece.color() == board.side());
    tower((stones + own.map_or(0, |piece| height(piece.kind()))).min(HIGHEST))
}

/// A legal move as XBoard is told it.
pub(super) fn client_move(board: &Board<Luotuoqi>, m: Move) -> ClientMove {
    let (from, to) = (name(m.from()), name(m.to()));
    let plain = ClientMove::drawn(format!("{from}{to}"));
    match m.kind() {
        MoveKind::Promotion => {
            let suffix = letter(Kind::new(usize::from(m.argument()))).to_ascii_lowercase();
            match way_of(board, m) {
                Some(way) => {
                    let way = name(way);
                    ClientMove::drawn(format!("{from}{way},{way}{to}{suffix}"))
                }
                None => ClientMove { shown: false, ..plain },
            }
        }
        MoveKind::Odd if m.argument() == SWEEP => {
            let victims = play::victims(board, m);
            match victims.first() {
                Some(only) if !victims.several() => {
                    let only = name(only);
                    ClientMove::drawn(format!("{from}{only},{only}{to}"))
                }
                _ => ClientMove { shown: false, ..plain },
            }
        }
        MoveKind::Odd => {
            let stones = stones(m).unwrap_or(1);
            let (before, after) = (board.piece_at(m.from()).map(Piece::kind), arrived(board, m, stones));
            let shown = before.is_some_and(|kind| height(kind) == stones);
            if shown && before == Some(after) {
                return plain;
            }
            ClientMove { shown, ..ClientMove::drawn(format!("{from}{to}{}", letter(after).to_ascii_lowercase())) }
        }
        _ => plain,
    }
}

/// The empty squares by way of which an eaglet on `home` stays at home and becomes the first of the kinds that it may
/// become, the second and so on: near ones to which it cannot go.
fn ways(board: &Board<Luotuoqi>, home: Square) -> Vec<(Kind, Square)> {
    let empty = Luotuoqi::spec().board.without(board.occupied() | board.captures_from(EAGLET, board.side(), home));
    let mut squares: Vec<Square> = empty.into_iter().collect();
    squares.sort_by_key(|square| square.distance(home));
    let kinds = promotions_of(board, home);
    (0..Luotuoqi::spec().kinds()).map(Kind::new).filter(|&kind| kinds.has(kind)).zip(squares).collect()
}

fn way_of(board: &Board<Luotuoqi>, m: Move) -> Option<Square> {
    ways(board, m.from()).into_iter().find(|(kind, _)| Some(*kind) == m.promotion()).map(|(_, way)| way)
}

/// The legal move, without the Cube, that a text of XBoard's stands for.
pub(super) fn read_client(board: &Board<Luotuoqi>, text: &str) -> Option<Move> {
    let legs: Vec<_> = text.split(',').map(|leg| Luotuoqi::spec().read_squares(leg)).collect::<Option<_>>()?;
    let (&(from, first, _), &(_, to, suffix)) = (legs.first()?, legs.last()?);
    if from == to {
        let (kind, _) = ways(board, from).into_iter().find(|&(_, square)| square == first)?;
        let m = Move::new(from, from, MoveKind::Promotion, kind.index() as u8);
        return board.is_legal(m).then_some(m);
    }
    let here = board.legal_moves().into_iter().filter(|m| (m.from(), m.to()) == (from, to) && !m.moves_again());
    let is_whole = |m: &Move| board.mover(*m) == board.piece_at(from);
    let is_chosen = |m: &Move| {
        let stones = board.mover(*m).map_or(0, |piece| height(piece.kind()));
        let after = arrived(board, *m, stones.max(1));
        // XBoard leaves the letter out where it is the mover's own.
        let is_own = suffix.is_empty() && board.piece_at(from).is_some_and(|piece| piece.kind() == after);
        stones > 0 && (is_own || suffix.eq_ignore_ascii_case(&letter(after).to_string()))
    };
    let moves: Vec<Move> = here.collect();
    let chosen = moves.iter().copied().filter(is_chosen).max_by_key(is_whole);
    chosen.or_else(|| moves.into_iter().find(|m| suffix.is_empty() && is_whole(m)))
}

/// What the user may do with the piece on `from`, or with an eaglet that has gone from there to the empty square `way`:
/// `Y` to go somewhere, `R` to capture, `M` to choose how many stones go or to promote, `C` a way to a promotion.
pub(super) fn marks(board: &Board<Luotuoqi>, from: Square, way: Option<Square>) -> Option<Vec<(Square, char)>> {
    if !board.of_color(board.side()).has(from) {
        return None;
    }
    if let Some(way) = way {
        let is_way = ways(board, from).into_iter().any(|(_, square)| square == way);
        return is_way.then(|| vec![(from, 'M')]);
    }
    let mut marks: Vec<(Square, char)> = Vec::new();
    let mut promotes = false;
    for m in board.legal_moves().into_iter().filter(|m| m.from() == from && !m.moves_again()) {
        if m.kind() == MoveKind::Promotion {
            promotes = true;
            continue;
        }
        let captures = board.captured_kind(m).is_some();
        let merges = stones(m).is_some() && !captures && board.occupied().has(m.to());
        match marks.iter_mut().find(|(square, _)| *square == m.to()) {
            Some((_, mark)) => *mark = 'M',
            None if merges => marks.push((m.to(), 'M')),
            None => marks.push((m.to(), if captures { 'R' } else { 'Y' })),
        }
    }
    if promotes {
        marks.extend(ways(board, from).into_iter().map(|(_, way)| (way, 'C')));
    }
    Some(marks)
}

/// The letters, upper case for both sides, of what a tower's stones may be on arriving on `to`, the most first, or of
/// what an eaglet becomes that comes back home by `way`.
pub(super) fn choices(board: &Board<Luotuoqi>, from: Square, way: Option<Square>, to: Square) -> String {
    if from == to {
        let promotion = ways(board, from).into_iter().find(|&(_, square)| Some(square) == way);
        return promotion.map(|(kind, _)| letter(kind)).into_iter().collect();
    }
    let here = |m: &Move| (m.from(), m.to()) == (from, to) && !m.moves_again();
    let moved = |m: Move| board.mover(m).map_or(0, |piece| height(piece.kind()));
    let moves = board.legal_moves().into_iter().filter(|m| here(m) && moved(*m) > 0);
    let mut kinds: Vec<Kind> = moves.map(|m| arrived(board, m, moved(m))).collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(height(*kind)));
    // Where a tower has only one way to arrive and merges with nothing there is no choice.
    let merges = board.of_color(board.side()).has(to);
    if kinds.len() < 2 && !merges { String::new() } else { kinds.into_iter().map(letter).collect() }
}
