//! Moves by mouse in XBoard: the squares to highlight when the user picks up a piece, the choices when the piece is put
//! down, and the text of moves to and from XBoard. All of it is derived from the moves' gestures.

use super::pictures::choice_letter;
use super::plies::gesture;
use crate::board::{Detail, Gesture, View};
use crate::types::{Bitboard, Kind, Move, MoveKind, Piece, Square};

/// The highlight of a piece in a state that XBoard cannot show. A lower-case letter does not make the square a target.
const STATE_MARK: char = 'b';
/// The highlight of a target on which nothing stands.
pub const MOVE_MARK: char = 'Y';
/// The highlight of a target where the move captures.
pub const CAPTURE_MARK: char = 'R';
/// The highlight of a target with a choice of piece.
pub const CHOICE_MARK: char = 'M';
/// The highlight of a square through which the move goes on.
const WAYPOINT_MARK: char = 'C';
/// The highlight of a piece that a move captures elsewhere than on its target.
pub const VICTIM_MARK: char = 'r';

/// The legal moves from a square and their gestures. Moves with a second turn are omitted, because they have the same
/// gestures as those without.
fn gestures(view: &dyn View, from: Square) -> Vec<(Move, Gesture)> {
    let moves = view.moves_from(from);
    moves.into_iter().filter(|m| !m.moves_again()).map(|m| (m, gesture(view, m))).collect()
}

/// The kind of the piece on a square, if it belongs to the side to move.
fn mover(view: &dyn View, from: Square) -> Option<Kind> {
    view.piece_at(from).filter(|piece| piece.color() == view.side()).map(Piece::kind)
}

/// The squares to highlight when the user picks up the piece on `from`, or continues from a waypoint marked `C`. The
/// marks are `Y` for a move, `R` for a capture, `M` for a move with a choice of piece, and `C` for a waypoint. `None`
/// if the side to move has no piece on `from`, or no move of it passes `waypoint`.
pub fn marks(view: &dyn View, from: Square, waypoint: Option<Square>) -> Option<Vec<(Square, char)>> {
    let mover = mover(view, from)?;
    let all = gestures(view, from);
    let mark = |m: Move, gesture: &Gesture| {
        let alternatives = all.iter().filter(|(_, other)| other.path == gesture.path).count();
        if alternatives > 1 || gesture.choice != mover {
            CHOICE_MARK
        } else if view.captured_kind(m).is_some() || gesture.to() != from && view.piece_at(gesture.to()).is_some() {
            CAPTURE_MARK
        } else {
            MOVE_MARK
        }
    };
    if waypoint.is_some() {
        let (m, gesture) = all.iter().find(|(_, gesture)| gesture.waypoint() == waypoint)?;
        let home = if mark(*m, gesture) == CHOICE_MARK { CHOICE_MARK } else { MOVE_MARK };
        return Some(vec![(gesture.to(), home)]);
    }
    let mut marks: Vec<(Square, char)> = Vec::new();
    for (m, gesture) in &all {
        let new =
            gesture.waypoint().map_or_else(|| (gesture.to(), mark(*m, gesture)), |waypoint| (waypoint, WAYPOINT_MARK));
        if marks.iter().all(|&(square, _)| square != new.0) {
            marks.push(new);
        }
    }
    let is_unmarked = |state: &(Square, char)| marks.iter().all(|&(square, _)| square != state.0);
    let states: Vec<_> = state_marks(view).into_iter().filter(is_unmarked).collect();
    marks.extend(states);
    Some(marks)
}

/// The squares beside `to` on which a move from `from` to `to`, by `waypoint` if there is one, captures a piece.
pub fn victims(view: &dyn View, from: Square, waypoint: Option<Square>, to: Square) -> Bitboard {
    let before = view.setup().cells;
    let all = gestures(view, from);
    let here = all.iter().filter(|(_, gesture)| gesture.waypoint() == waypoint && gesture.to() == to);
    let is_enemy = |square: Square| before[square.index()].is_some_and(|piece| piece.color() != view.side());
    let mut found = Bitboard::EMPTY;
    for (m, _) in here {
        let after = view.after(*m).setup().cells;
        let vanish = |square: &Square| *square != to && is_enemy(*square) && after[square.index()].is_none();
        found |= Square::all().filter(vanish).collect::<Bitboard>();
    }
    found
}

/// The marks while no piece is picked up: the pieces in a state that XBoard cannot show.
pub fn state_marks(view: &dyn View) -> Vec<(Square, char)> {
    let squares: Bitboard = view.details().into_iter().filter_map(Detail::affected).collect();
    squares.into_iter().map(|square| (square, STATE_MARK)).collect()
}

/// The letters from which the user chooses the piece after a move from `from` to `to`, by `waypoint` if there is one;
/// empty if there is nothing to choose. XBoard preselects the first letter: the mover's own, else the best promotion.
pub fn choices(view: &dyn View, from: Square, waypoint: Option<Square>, to: Square) -> String {
    let Some(mover) = mover(view, from) else { return String::new() };
    let all = gestures(view, from);
    let here = all.iter().filter(|(_, gesture)| gesture.waypoint() == waypoint && gesture.to() == to);
    let mut kinds: Vec<Kind> = here.map(|(_, gesture)| gesture.choice).collect();
    if kinds == [mover] {
        return String::new();
    }
    sort_choices(view, mover, &mut kinds);
    kinds.into_iter().map(|kind| choice_letter(view.spec(), kind)).collect()
}

/// Sorts choices: the mover itself, then promotions from the best, then the other kinds from the highest index.
fn sort_choices(view: &dyn View, mover: Kind, kinds: &mut [Kind]) {
    let spec = view.spec();
    let best = spec.promoting.kinds().map(|kind| spec.promotions(kind)).find(|list| !list.is_empty()).unwrap_or(&[]);
    let rank = |kind: Kind| best.iter().position(|&known| known == kind).unwrap_or(usize::MAX);
    kinds.sort_by_key(|&kind| (kind != mover, rank(kind), std::cmp::Reverse(kind)));
}

/// A parsed move text of XBoard's.
struct ParsedMove<'t> {
    /// The legal moves with the squares of the text, and their gestures.
    candidates: Vec<(Move, Gesture)>,
    /// The kind of the piece that moves.
    mover: Kind,
    /// The letter of the chosen kind; may be empty.
    suffix: &'t str,
}

impl<'t> ParsedMove<'t> {
    /// Parses a text; `None` if its squares are invalid or the side to move has no piece on the first one.
    fn parse(view: &dyn View, text: &'t str) -> Option<Self> {
        let spec = view.spec();
        let legs: Vec<_> = text.split(',').map(|leg| spec.read_squares(leg)).collect::<Option<_>>()?;
        let (&(from, first, _), &(_, to, suffix)) = (legs.first()?, legs.last()?);
        // A second leg that goes nowhere only carries the letter.
        let waypoint = (legs.len() > 1).then_some(first).filter(|&first| first != to);
        let mover = mover(view, from)?;
        let mut all = gestures(view, from);
        all.retain(|(_, gesture)| gesture.to() == to);
        let fits = |m: Move, gesture: &Gesture| match waypoint {
            None => gesture.waypoint().is_none(),
            Some(_) if gesture.waypoint() == waypoint || gesture.via == waypoint => true,
            // A sweep with several captures may be entered leg by leg.
            Some(_) => gesture.waypoint().is_none() && m.kind() == MoveKind::Special && gesture.via.is_none(),
        };
        let candidates: Vec<_> = all.iter().filter(|(m, gesture)| fits(*m, gesture)).cloned().collect();
        if !candidates.is_empty() || from != to {
            return Some(Self { candidates, mover, suffix });
        }
        // A move in place may use any empty square as its waypoint, if only one such move has an empty waypoint.
        let is_empty = |square: Option<Square>| square.is_some_and(|square| view.piece_at(square).is_none());
        all.retain(|(_, gesture)| is_empty(gesture.waypoint()));
        let candidates = if all.len() == 1 && is_empty(waypoint) { all } else { Vec::new() };
        Some(Self { candidates, mover, suffix: "" })
    }

    /// The move with the chosen kind; without a letter, the one that leaves the piece unchanged.
    fn chosen(&self, view: &dyn View) -> Option<Move> {
        let is_named = |kind: Kind| self.suffix.eq_ignore_ascii_case(&choice_letter(view.spec(), kind).to_string());
        let is_chosen =
            |gesture: &Gesture| is_named(gesture.choice) || self.suffix.is_empty() && gesture.choice == self.mover;
        self.candidates.iter().find(|(_, gesture)| is_chosen(gesture)).map(|(m, _)| *m)
    }

    /// The move with the preselected choice; `None` for a pawn with more than one choice.
    fn preselected(&self, view: &dyn View) -> Option<Move> {
        if view.spec().pawns.has(self.mover) && self.candidates.len() > 1 {
            return None;
        }
        let mut kinds: Vec<Kind> = self.candidates.iter().map(|(_, gesture)| gesture.choice).collect();
        sort_choices(view, self.mover, &mut kinds);
        self.candidates.iter().find(|(_, gesture)| Some(&gesture.choice) == kinds.first()).map(|(m, _)| *m)
    }
}

/// Reads a move text of XBoard's: one or two legs (`e2e4,e4e2`) and the letter of the chosen kind; `None` if it is not
/// a legal move.
///
/// In addition to the first entries of [`super::plies::plies`] it accepts a move in place by the clicked waypoint or, if only one such
/// move has an empty waypoint, by any empty square; a sweep with several captures in legs; and the mover's own letter
/// for a piece that stays unchanged.
pub fn read(view: &dyn View, text: &str) -> Option<Move> {
    ParsedMove::parse(view, text)?.chosen(view)
}

/// Guesses the move of a text whose letter is missing or is not among the choices; `None` if there is no such move.
///
/// XBoard sends its own default letter if the user drops the piece before the `choice` command has arrived.
pub fn guess(view: &dyn View, text: &str) -> Option<Move> {
    let spec = view.spec();
    let parsed = ParsedMove::parse(view, text)?;
    let has_choice = parsed.candidates.iter().any(|(_, gesture)| gesture.choice != parsed.mover);
    let mut letters = (0..spec.kinds()).map(|index| choice_letter(spec, Kind::new(index)).to_string());
    let is_stray = has_choice && letters.any(|letter| letter.eq_ignore_ascii_case(parsed.suffix));
    if is_stray || parsed.suffix.is_empty() { parsed.preselected(view) } else { None }
}
