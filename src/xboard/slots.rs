//! The slots of XBoard's table of pieces, which decide with which pictures it shows the pieces of a game.

use crate::board::{Form, Moves, Part, Role, Spec};
use crate::types::{Color, Kind, Piece};

/// Movements and the slots with pictures that players know for them.
static KNOWN: [(&str, usize); 30] = [
    ("N", 1),
    ("B", 2),
    ("R", 3),
    ("Q", 4),
    ("F", 5),
    ("A", 6),
    ("FA", 6),
    ("nA", 6),
    ("BN", 7),
    ("RN", 8),
    ("W", 9),
    ("WF", 10),
    ("K", 10),
    ("mRcpR", 11),
    ("NN", 12),
    ("BW", 13),
    ("BK", 13),
    ("RF", 14),
    ("RK", 14),
    ("gQ", 15),
    ("FfW", 16),
    ("WfF", 33),
    ("C", 24),
    ("Z", 23),
    ("QN", 29),
    ("NC", 31),
    ("nN", 34),
    ("KN", 34),
    ("NK", 34),
    ("pR", 11),
];

/// The slots for pieces without a known picture, the best first: figures without special rules in XBoard.
const FREE: [usize; 34] = [
    20, 35, 25, 22, 26, 27, 28, 30, 32, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 33, 34, 23, 24, 29, 31, 12, 15, 16, 13,
    14, 48, 49, 50, 51,
];
/// The slots for pieces that step like pawns but are none.
const STEPPERS: [usize; 2] = [55, 32];
/// The slot of the pawn, whose rules XBoard knows.
pub(super) const PAWN: usize = 0;
/// The slot of the rook, with which XBoard's kings castle.
const ROOK: usize = 3;
/// XBoard lets only pieces in slots below this one be crowned. So many slots after that of a piece is the one of its form that
/// becomes the piece of a pawn again when it is captured.
const CROWNABLE: usize = 11;
/// What stands in the table for such a form, which FEN writes with `~` behind the letter.
const SHADOW: char = '~';
/// The slots below [`CROWNABLE`] for pieces without a known picture.
const FREE_CROWNABLE: [usize; 8] = [7, 8, 4, 1, 2, 10, 5, 6];
/// The number of slots before the king's.
const SLOTS: usize = 65;

/// The table: a token for each slot, White's half first, the royal piece last in each.
pub(super) fn table(spec: &Spec) -> String {
    let taken = slots(spec);
    let last = taken.iter().rposition(Option::is_some).unwrap_or(0);
    let token = |kind: &Option<Kind>| kind.map_or_else(|| ".".to_owned(), |kind| token(spec, kind));
    let half: String = taken[..=last].iter().map(token).collect();
    let [white, black] = Color::BOTH.map(|color| royal(spec, color).map_or('K', |kind| spec.piece(kind).letter));
    format!("{half}{white}{}{}", half.to_lowercase(), black.to_ascii_lowercase())
}

/// How many kinds XBoard has room for in a side's hand: those up to the last one that can be there, in the order of the table.
pub(super) fn hand_size(spec: &Spec) -> usize {
    let slots = slots(spec);
    let can_be_held = |kind: &Option<Kind>| kind.is_some_and(|kind| spec.can_be_in_hand(kind));
    slots.iter().rposition(can_be_held).map_or(0, |last| slots[..=last].iter().flatten().count())
}

/// By slot, the kind in it.
fn slots(spec: &Spec) -> Vec<Option<Kind>> {
    let mut taken: Vec<Option<Kind>> = vec![None; SLOTS];
    let royals = Color::BOTH.map(|color| royal(spec, color));
    let all = || (0..spec.kinds()).map(Kind::new).filter(|&kind| !royals.contains(&Some(kind)));
    // XBoard has room in a hand for the first kinds of the table, as many as the board has ranks: others come after them.
    let comes_first = |kind: &Kind| !spec.has_hands() || spec.can_be_in_hand(*kind);
    let mut rest = Vec::new();
    // Castling rooks first, then the pieces with pictures of their own.
    for kind in all().filter(comes_first) {
        match own_slot(spec, kind).filter(|&slot| taken[slot].is_none()) {
            Some(slot) => taken[slot] = Some(kind),
            None => rest.push(kind),
        }
    }
    for kind in rest {
        if let Some(slot) = free_slots(spec, kind).find(|&slot| taken[slot].is_none()) {
            taken[slot] = Some(kind);
        }
    }
    let first = taken.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    for kind in all().filter(|kind| !comes_first(kind) && !is_shadow(spec, *kind)) {
        if let Some(slot) = free_slots(spec, kind).find(|&slot| slot >= first && taken[slot].is_none()) {
            taken[slot] = Some(kind);
        }
    }
    for kind in all().filter(|&kind| is_shadow(spec, kind)) {
        let own = taken.iter().position(|&taken| taken == Some(spec.unpromoted(kind)));
        if let Some(slot) = own.filter(|&slot| slot < CROWNABLE) {
            taken[slot + CROWNABLE] = Some(kind);
        }
    }
    taken
}

/// Whether a kind is written apart from another only because it falls back when it is captured.
fn is_shadow(spec: &Spec, kind: Kind) -> bool {
    spec.piece(kind).promoted
}

/// What stands for a piece in the table.
fn token(spec: &Spec, kind: Kind) -> String {
    let row = spec.piece(kind);
    match row.crowned {
        _ if is_shadow(spec, kind) => SHADOW.to_string(),
        true => format!("^{}", row.letter),
        false => row.letter.to_string(),
    }
}

/// A side's royal piece at the start.
fn royal(spec: &Spec, color: Color) -> Option<Kind> {
    let is_royal = |piece: &Piece| piece.color() == color && spec.royals.has(piece.kind());
    let board = spec.page.start.split(' ').next().unwrap_or_default();
    let places = board.char_indices().map(|(place, _)| &board[place..]);
    let mut pieces = places.filter_map(|rest| spec.read_piece(rest)).map(|(piece, _)| piece);
    pieces.find(is_royal).map(|piece| piece.kind()).or_else(|| spec.royals.kinds().next())
}

/// The slot whose picture players expect for a kind.
fn own_slot(spec: &Spec, kind: Kind) -> Option<usize> {
    let row = spec.piece(kind);
    if row.role == Role::Pawn && !row.crowned {
        return (row.letter == 'P' || spec.pawns.kinds().count() == 1).then_some(PAWN);
    }
    if spec.castlings.iter().flatten().any(|castling| castling.rook == kind) {
        return Some(ROOK);
    }
    let slot = KNOWN.iter().find(|(betza, _)| *betza == row.betza).map(|(_, slot)| *slot)?;
    (!is_paired(spec, kind) || slot < CROWNABLE).then_some(slot)
}

/// The slots in which a kind without a known picture may be, the best first.
fn free_slots(spec: &Spec, kind: Kind) -> impl Iterator<Item = usize> {
    let row = spec.piece(kind);
    let crownable = if is_paired(spec, kind) { &FREE_CROWNABLE[..] } else { &[] };
    let steppers = if is_stepper(&row.moves) { &STEPPERS[..] } else { &[] };
    crownable
        .iter()
        .chain(steppers)
        .chain(&FREE)
        .copied()
        .chain((1..SLOTS).filter(|slot| !matches!(slot, 17..=19 | 21)))
}

/// Whether a kind has another form, crowned or one that falls back.
fn is_paired(spec: &Spec, kind: Kind) -> bool {
    let row = spec.piece(kind);
    let is_shadowed =
        (0..spec.kinds()).map(Kind::new).any(|other| is_shadow(spec, other) && spec.unpromoted(other) == kind);
    is_shadowed || !row.crowned && spec.page.pieces.iter().any(|other| other.crowned && other.letter == row.letter)
}

/// Whether a piece only steps ahead, as pawns do.
fn is_stepper(moves: &Moves) -> bool {
    let is_step = |part: &Part| {
        let goes_ahead = part.directions().iter().any(|&(first, second)| first == b'f' || second == b'f');
        matches!(part.letter, 'W' | 'F' | 'D' | 'A') && part.form != Form::Hop && goes_ahead
    };
    !moves.parts().is_empty() && moves.parts().iter().all(is_step)
}
