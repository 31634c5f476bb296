//! The special moves: flips, kills, freezes and pushes.

use super::{Bilateral, CANNONS, PAO, SPEC, VAO};
use crate::board::{Board, ExchangeValues, Observer, hash_piece};
use crate::types::{Bitboard, Kind, Move, MoveKind, Piece, Score, Square};

/// What a special move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Special {
    /// A Can(n)on changes its form, in place or at the end of a move.
    Flip,
    /// A Wizard captures without moving.
    Kill,
    /// A Wizard freezes without moving.
    Freeze,
    /// An Elephant pushes the piece on the target square; a pushed pawn may promote to this kind.
    Push(Option<Kind>),
}

const FLIP: u8 = 0;
const KILL: u8 = 1;
const FREEZE: u8 = 2;
const PUSH: u8 = 3;
/// Pushes that promote have this argument plus the index of the kind.
const PUSH_TO: u8 = 16;

impl Special {
    /// The argument of the move.
    #[inline(always)]
    pub(super) const fn argument(self) -> u8 {
        match self {
            Self::Flip => FLIP,
            Self::Kill => KILL,
            Self::Freeze => FREEZE,
            Self::Push(None) => PUSH,
            Self::Push(Some(kind)) => PUSH_TO + kind.index() as u8,
        }
    }

    /// The move between two squares.
    #[inline(always)]
    pub(super) const fn to_move(self, from: Square, to: Square) -> Move {
        Move::new(from, to, MoveKind::Special, self.argument())
    }
}

/// What a special move does; `None` for other moves.
#[inline(always)]
pub(super) fn special(m: Move) -> Option<Special> {
    if m.kind() != MoveKind::Special {
        return None;
    }
    Some(match m.argument() {
        FLIP => Special::Flip,
        KILL => Special::Kill,
        FREEZE => Special::Freeze,
        argument => {
            let kind = argument.checked_sub(PUSH_TO).map(usize::from);
            Special::Push(kind.filter(|&kind| kind < SPEC.kinds()).map(Kind::new))
        }
    })
}

/// Whether the moving piece stays on its square.
#[inline(always)]
pub(super) fn stays(m: Move) -> bool {
    m.from() == m.to() || matches!(special(m), Some(Special::Kill | Special::Freeze))
}

/// The other form of a Can(n)on.
#[inline(always)]
pub(super) fn flipped(cannon: Piece) -> Piece {
    Piece::new(cannon.color(), if cannon.kind() == PAO { VAO } else { PAO })
}

/// The square to which a push from `from` to `to` moves the piece on `to`; `None` if it is off the board.
#[inline(always)]
pub(super) fn beyond(from: Square, to: Square) -> Option<Square> {
    let (files, ranks) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    to.offset(files, ranks).filter(|&square| SPEC.board.has(square))
}

/// Moves the pieces of a special move.
#[inline(always)]
pub(super) fn play_special(board: &mut Board<Bilateral>, m: Move, observer: &mut impl Observer<Bilateral>) {
    match special(m) {
        Some(Special::Flip) => flip(board, m, observer),
        Some(Special::Kill) => board.capture(m.to(), observer),
        Some(Special::Push(promoted)) => push(board, m, promoted, observer),
        Some(Special::Freeze) | None => {}
    }
}

fn flip(board: &mut Board<Bilateral>, m: Move, observer: &mut impl Observer<Bilateral>) {
    let Some(cannon) = board.piece_at(m.from()).filter(|piece| CANNONS.has(piece.kind())) else { return };
    board.take(m.from(), observer);
    board.capture(m.to(), observer);
    board.put(flipped(cannon), m.to(), observer);
}

fn push(board: &mut Board<Bilateral>, m: Move, promoted: Option<Kind>, observer: &mut impl Observer<Bilateral>) {
    let (from, to) = (m.from(), m.to());
    let Some(beyond) = beyond(from, to).filter(|&square| !board.occupied().has(square)) else { return };
    let (Some(_), Some(pushed)) = (board.piece_at(from), board.piece_at(to)) else { return };
    let is_pawn = SPEC.pawns.has(pushed.kind());
    let arrives = match promoted {
        Some(kind) if is_pawn => {
            // Resets the 50-move clock, as any promotion does.
            board.capture(to, observer);
            Piece::new(pushed.color(), kind)
        }
        _ => {
            board.take(to, observer);
            pushed
        }
    };
    board.put(arrives, beyond, observer);
    if let Some(elephant) = board.take(from, observer) {
        board.put(elephant, to, observer);
    }
}

/// The hash key of the position after a move if it leaves opening moves and freezes alone, and is neither castling nor
/// promotion nor en-passant capture.
#[inline(always)]
pub(super) fn likely_key_after(board: &Board<Bilateral>, m: Move) -> u64 {
    let (from, to) = (m.from(), m.to());
    let put = |piece: Option<Piece>, square| piece.map_or(0, |piece| hash_piece(piece, square));
    let key = board.key_after_turn(true);
    match special(m) {
        None => board.plain_key_after(m),
        Some(Special::Flip) => {
            let captured = if from == to { 0 } else { board.key_of(to) };
            key ^ board.key_of(from) ^ captured ^ put(board.piece_at(from).map(flipped), to)
        }
        Some(Special::Kill) => key ^ board.key_of(to),
        Some(Special::Push(promoted)) => {
            let arrives = |pushed: Piece| Piece::new(pushed.color(), promoted.unwrap_or(pushed.kind()));
            let pushed = beyond(from, to).map_or(0, |square| put(board.piece_at(to).map(arrives), square));
            key ^ board.key_of(from) ^ put(board.piece_at(from), to) ^ board.key_of(to) ^ pushed
        }
        Some(Special::Freeze) => key,
    }
}

/// The squares of the pieces that a special move captures.
#[inline(always)]
pub(super) fn captured_squares(board: &Board<Bilateral>, m: Move) -> Bitboard {
    match special(m) {
        Some(Special::Flip | Special::Kill) => m.to().bit() & board.of_color(!board.side()),
        _ => Bitboard::EMPTY,
    }
}

/// The square of the pawn that an en-passant capture takes.
#[inline(always)]
pub(super) fn passed_pawn(m: Move) -> Square {
    Square::new(m.to().file(), m.from().rank())
}

/// The suffix of a special move in coordinate notation: a Can(n)on's new form, or the kind to which a pushed pawn
/// promotes.
pub(super) fn suffix(board: &Board<Bilateral>, m: Move) -> String {
    let kind = match special(m) {
        Some(Special::Flip) => board.piece_at(m.from()).map(|cannon| flipped(cannon).kind()),
        Some(Special::Push(promoted)) => promoted,
        _ => None,
    };
    kind.map_or_else(String::new, |kind| SPEC.promotion_suffix(kind).to_string())
}

/// The bonus for ordering a freeze or a push, by the value of the frozen or pushed piece; in units of the search's
/// history values.
pub(super) fn quiet_hint(board: &Board<Bilateral>, m: Move, values: &ExchangeValues) -> i32 {
    /// For each centipawn of the piece's value.
    const FREEZE_HINT: i32 = 12;
    const PUSH_HINT: i32 = 6;
    /// The maximum value that counts, in centipawns.
    const MAX_VALUE: Score = 1_000;
    let factor = match special(m) {
        Some(Special::Freeze) => FREEZE_HINT,
        Some(Special::Push(_)) => PUSH_HINT,
        _ => return 0,
    };
    let value = board.piece_at(m.to()).map_or(0, |other| values.of(other.kind()));
    factor * value.min(MAX_VALUE)
}

/// Whether a move freezes or pushes the king, which is then easier to mate.
#[inline(always)]
pub(super) fn is_forcing(board: &Board<Bilateral>, m: Move) -> bool {
    m.to() == board.king(!board.side()) && matches!(special(m), Some(Special::Freeze | Special::Push(_)))
}
