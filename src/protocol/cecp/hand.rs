//! The user's hand in XBoard: what is marked when a piece is picked up, from what is chosen when it is put down, and the
//! moves as XBoard writes and shows them. All follows from the game's gestures.

use super::pictures::choice_letter;
use crate::board::{Gesture, View};
use crate::types::{Bitboard, Kind, Move, MoveKind, Piece, SQUARES, Square};

/// The mark of a piece in a state that XBoard cannot draw. Small letters cannot be clicked.
const STATE: char = 'b';

/// A move as XBoard is told it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The text, with the game's own files and ranks from 1.
    pub text: String,
    /// Whether XBoard's board is right after it.
    pub shown: bool,
    /// Where pieces stand after it that XBoard has taken off its board.
    pub lost: Bitboard,
}

impl Drawn {
    /// A move after which XBoard's board is right.
    pub fn right(text: String) -> Self {
        Self { text, shown: true, lost: Bitboard::EMPTY }
    }
}

/// The legal moves from a square with their gestures, those after which the same side moves again left out: they are made
/// by the same gestures.
fn gestures(view: &dyn View, from: Square) -> Vec<(Move, Gesture)> {
    let moves = view.moves_from(from);
    moves.into_iter().filter(|m| !m.moves_again()).map(|m| (m, view.gesture(m))).collect()
}

fn mover(view: &dyn View, from: Square) -> Option<Kind> {
    view.piece_at(from).filter(|piece| piece.color() == view.side()).map(Piece::kind)
}

/// The marks when the user picks up the piece on `from`, or goes on with it from a square of the mark `C`: `Y` a move, `R`
/// a capture, `M` a choice, `C` a square on the way. `None` where there is no such piece or way.
pub fn marks(view: &dyn View, from: Square, way: Option<Square>) -> Option<Vec<(Square, char)>> {
    let mover = mover(view, from)?;
    let all = gestures(view, from);
    let mark = |m: Move, gesture: &Gesture| {
        let alternatives = all.iter().filter(|(_, other)| other.path == gesture.path).count();
        if alternatives > 1 || gesture.choice != mover {
            'M'
        } else if view.captured_kind(m).is_some() || gesture.to() != from && view.piece_at(gesture.to()).is_some() {
            'R'
        } else {
            'Y'
        }
    };
    if way.is_some() {
        let (m, gesture) = all.iter().find(|(_, gesture)| gesture.waypoint() == way)?;
        let home = if mark(*m, gesture) == 'M' { 'M' } else { 'Y' };
        return Some(vec![(gesture.to(), home)]);
    }
    let mut marks: Vec<(Square, char)> = Vec::new();
    for (m, gesture) in &all {
        let new = gesture.waypoint().map_or_else(|| (gesture.to(), mark(*m, gesture)), |way| (way, 'C'));
        if marks.iter().all(|&(square, _)| square != new.0) {
            marks.push(new);
        }
    }
    let unmarked = |sign: &(Square, char)| marks.iter().all(|&(square, _)| square != sign.0);
    let signs: Vec<_> = signs(view).into_iter().filter(unmarked).collect();
    marks.extend(signs);
    Some(marks)
}

/// The marks while no piece is picked up: pieces in a state that XBoard cannot draw.
pub fn signs(view: &dyn View) -> Vec<(Square, char)> {
    view.marked().into_iter().map(|square| (square, STATE)).collect()
}

/// The letters from which the user chooses when moving between these squares, by way of a third perhaps. The first is what
/// a plain click chooses: what changes nothing, or else the best promotion, or else the highest of its kind.
pub fn choices(view: &dyn View, from: Square, way: Option<Square>, to: Square) -> String {
    let Some(mover) = mover(view, from) else { return String::new() };
    let all = gestures(view, from);
    let here = all.iter().filter(|(_, gesture)| gesture.waypoint() == way && gesture.to() == to);
    let mut kinds: Vec<Kind> = here.map(|(_, gesture)| gesture.choice).collect();
    if kinds == [mover] {
        return String::new();
    }
    sort_choices(view, mover, &mut kinds);
    kinds.into_iter().map(|kind| choice_letter(view.spec(), kind)).collect()
}

fn sort_choices(view: &dyn View, mover: Kind, kinds: &mut [Kind]) {
    let spec = view.spec();
    let best = spec.promoting.kinds().map(|kind| spec.promotions(kind)).find(|list| !list.is_empty()).unwrap_or(&[]);
    let rank = |kind: Kind| best.iter().position(|&known| known == kind).unwrap_or(usize::MAX);
    kinds.sort_by_key(|&kind| (kind != mover, rank(kind), std::cmp::Reverse(kind)));
}

/// A legal move as XBoard is told it.
pub fn drawn(view: &dyn View, m: Move) -> Drawn {
    let spec = view.spec();
    let gesture = view.gesture(m);
    let name = |square| spec.square_name(square);
    let (from, to) = (name(gesture.from()), name(gesture.to()));
    let changes = mover(view, m.from()) != Some(gesture.choice);
    let suffix =
        if changes { choice_letter(spec, gesture.choice).to_ascii_lowercase().to_string() } else { String::new() };
    let text = match gesture.via.map(name) {
        Some(via) => format!("{from}{via},{via}{to}{suffix}"),
        None => format!("{from}{to}{suffix}"),
    };
    let is_plain = m.kind() != MoveKind::Special && (m.kind() != MoveKind::Promotion || m.from() != m.to());
    if is_plain {
        return Drawn::right(text);
    }
    let shown = shown_after(view, &gesture);
    let after = view.after(m).setup().cells;
    let lost = Square::all().filter(|square| after[square.index()].is_some() && shown[square.index()].is_none());
    Drawn { text, shown: shown == after, lost: lost.collect() }
}

/// What XBoard's board shows after a gesture: the piece takes what stands at the end of each leg, and has become the chosen
/// piece in the end.
fn shown_after(view: &dyn View, gesture: &Gesture) -> [Option<Piece>; SQUARES] {
    let mut cells = view.setup().cells;
    let mover = cells[gesture.from().index()].take();
    if let Some(via) = gesture.via {
        cells[via.index()] = None;
    }
    cells[gesture.to().index()] = mover.map(|mover| Piece::new(mover.color(), gesture.choice));
    cells
}

/// A text of XBoard's as far as it can be read: the gestures with its squares, the piece that moves, and the letter of the
/// choice.
struct Reading<'t> {
    fitting: Vec<(Move, Gesture)>,
    mover: Kind,
    suffix: &'t str,
}

impl<'t> Reading<'t> {
    fn new(view: &dyn View, text: &'t str) -> Option<Self> {
        let spec = view.spec();
        let legs: Vec<_> = text.split(',').map(|leg| spec.read_squares(leg)).collect::<Option<_>>()?;
        let (&(from, first, _), &(_, to, suffix)) = (legs.first()?, legs.last()?);
        let way = (legs.len() > 1).then_some(first);
        let mover = mover(view, from)?;
        let mut all = gestures(view, from);
        all.retain(|(_, gesture)| gesture.to() == to);
        let fits = |m: Move, gesture: &Gesture| match way {
            None => gesture.waypoint().is_none(),
            Some(_) if gesture.waypoint() == way || gesture.via == way => true,
            // A sweep of several victims may be clicked leg by leg.
            Some(_) => gesture.waypoint().is_none() && m.kind() == MoveKind::Special && gesture.via.is_none(),
        };
        let fitting: Vec<_> = all.iter().filter(|(m, gesture)| fits(*m, gesture)).cloned().collect();
        if !fitting.is_empty() || from != to {
            return Some(Self { fitting, mover, suffix });
        }
        // In place by way of any empty square, if only one turn goes by way of an empty square.
        let is_empty = |square: Option<Square>| square.is_some_and(|square| view.piece_at(square).is_none());
        all.retain(|(_, gesture)| is_empty(gesture.waypoint()));
        let fitting = if all.len() == 1 && is_empty(way) { all } else { Vec::new() };
        Some(Self { fitting, mover, suffix: "" })
    }

    /// The move whose choice the letter names; without a letter, the one that changes nothing.
    fn named(&self, view: &dyn View) -> Option<Move> {
        let is_named = |kind: Kind| self.suffix.eq_ignore_ascii_case(&choice_letter(view.spec(), kind).to_string());
        let is_chosen =
            |gesture: &Gesture| is_named(gesture.choice) || self.suffix.is_empty() && gesture.choice == self.mover;
        self.fitting.iter().find(|(_, gesture)| is_chosen(gesture)).map(|(m, _)| *m)
    }

    /// The move that a plain click chooses; a pawn's promotion only where there is no choice.
    fn first(&self, view: &dyn View) -> Option<Move> {
        if view.spec().pawns.has(self.mover) && self.fitting.len() > 1 {
            return None;
        }
        let mut kinds: Vec<Kind> = self.fitting.iter().map(|(_, gesture)| gesture.choice).collect();
        sort_choices(view, self.mover, &mut kinds);
        self.fitting.iter().find(|(_, gesture)| Some(&gesture.choice) == kinds.first()).map(|(m, _)| *m)
    }
}

/// The legal move that a text of XBoard's stands for: legs (`e2e4,e4e2`) and a letter for what is chosen. Beside what
/// [`drawn`] writes it understands a turn in place by way of the clicked square or, if there is only one, of any empty
/// square; the legs of a sweep over several victims; and the letter of the mover itself, or none for it.
pub fn read(view: &dyn View, text: &str) -> Option<Move> {
    Reading::new(view, text)?.named(view)
}

/// The legal move that is meant by a text whose letter is missing, or names a piece of the game that is not to be chosen
/// there: XBoard writes its own default when a piece is dropped before the choice has reached it.
pub fn guess(view: &dyn View, text: &str) -> Option<Move> {
    let spec = view.spec();
    let reading = Reading::new(view, text)?;
    let has_choice = reading.fitting.iter().any(|(_, gesture)| gesture.choice != reading.mover);
    let mut letters = (0..spec.kinds()).map(|index| choice_letter(spec, Kind::new(index)).to_string());
    let is_stray = has_choice && letters.any(|letter| letter.eq_ignore_ascii_case(reading.suffix));
    if is_stray || reading.suffix.is_empty() { reading.first(view) } else { None }
}
