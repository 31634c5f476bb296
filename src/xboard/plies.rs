//! Turns as entries of XBoard's list of moves. One entry of XBoard's moves one piece, captures on one square more, and
//! names what the piece becomes. Where a turn does more than that, further entries follow: XBoard's rules of Bughouse
//! allow every piece to be dropped on an empty square. Null moves between them keep the sides alternating, and the turn
//! ends with the opponent on move, so that XBoard's list stays a whole record of the game.

use super::notation::{move_text, placement, to_client};
use super::pictures::{Pictures, choice_letter, knows_rules, piece_text};
use super::slots::PAWN;
use crate::board::{Gesture, PieceSpec, Spec, View, castling_name};
use crate::types::{Color, Kind, Move, MoveKind, Piece, SQUARES, Square};

/// A null move, which changes nothing on XBoard's board.
pub const PASS: &str = "@@@@";

/// A board as XBoard shows it.
type Cells = [Option<Piece>; SQUARES];

/// An entry of XBoard's list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move, with the game's own file letters and ranks from 1.
    pub text: String,
    /// The first two fields of XBoard's FEN after it: placement of the pieces and side to move.
    pub position: String,
}

impl Ply {
    /// A null move before a turn of `view`'s side: the opponent's, who is not on move in a double turn.
    pub fn pass(view: &dyn View) -> Self {
        Self { text: PASS.to_owned(), position: placement(view.spec(), &view.setup().cells, view.side()) }
    }

    /// The two null moves with which an engine tells another one that the turn after them, of `view`'s side, is the first
    /// half of a double turn.
    pub fn announcement(view: &dyn View) -> [Self; 2] {
        let position = placement(view.spec(), &view.setup().cells, !view.side());
        [Self { text: PASS.to_owned(), position }, Self::pass(view)]
    }
}

/// The entries for a legal move of `view`, at least one.
pub fn plies(view: &dyn View, m: Move) -> Vec<Ply> {
    let spec = view.spec();
    let gesture = gesture(view, m);
    let after = view.after(m).setup().cells;
    let text = move_text(view, m);
    // XBoard knows what a castling and a drop do.
    if castling_name(&text).is_some() || gesture.from_hand.is_some() {
        return vec![Ply { text, position: placement(spec, &after, !view.side()) }];
    }
    let first = First::new(view, m, &gesture, &after);
    let cells = if first.is_plain { after } else { first.cells(view, &gesture) };
    let mut turn = Entries { spec, mover: view.side(), side: view.side(), cells, plies: Vec::new() };
    turn.add(view.side(), first.text(spec, &gesture), |_| {});
    for square in Square::all().filter(|square| after[square.index()] != cells[square.index()]) {
        turn.correct(square, after[square.index()], gesture.to());
    }
    turn.finish()
}

/// The entries for a legal move of `view` if another engine reads them, which gets them from XBoard. Where that would not
/// know the move, because XBoard drops the letter of what the piece becomes, the first entry has one leg; then it is
/// XBoard's record that lacks the letter.
pub(crate) fn plies_for_engine(view: &dyn View, m: Move) -> Vec<Ply> {
    let mut turn = plies(view, m);
    let texts = texts_for_engine(view, m.from());
    if let Some((_, text)) = texts.into_iter().find(|(other, _)| *other == m.without_again()) {
        turn[0].text = text;
    }
    turn
}

/// Reads a move of another engine as XBoard passes it on; `None` if it is not one of [`plies_for_engine`].
pub(crate) fn read_from_engine(view: &dyn View, text: &str) -> Option<Move> {
    let (from, _) = view.spec().read_square(text)?;
    let is_it = |sent: &str| {
        let passed_on = forwarded(view, sent);
        text == passed_on || passed_on != sent && text.starts_with(&passed_on)
    };
    let mut fitting = texts_for_engine(view, from).into_iter().filter(|(_, sent)| is_it(sent));
    let (m, _) = fitting.next()?;
    fitting.next().is_none().then_some(m)
}

/// The first entries of all moves from a square, without second turns, for [`plies_for_engine`].
fn texts_for_engine(view: &dyn View, from: Square) -> Vec<(Move, String)> {
    let moves = view.moves_from(from).into_iter().filter(|m| !m.moves_again());
    let mut texts: Vec<(Move, String)> = moves.map(|m| (m, plies(view, m).swap_remove(0).text)).collect();
    let passed_on: Vec<String> = texts.iter().map(|(_, text)| forwarded(view, text)).collect();
    for ((_, text), own) in texts.iter_mut().zip(&passed_on) {
        if passed_on.iter().filter(|other| *other == own).count() > 1
            && let Some((first, second)) = text.split_once(',')
            && let Some(letter) = letter_of_second_leg(first, second)
        {
            *text = format!("{first}{letter}");
        }
    }
    texts
}

/// The beginning of a move in two legs as XBoard passes it on to another engine, or the whole text. If Black captures
/// nothing, or a piece of its own, on the square between, XBoard takes the move for a castling: it names the target, the
/// square between, and a square beside the target, and drops the letter.
fn forwarded(view: &dyn View, text: &str) -> String {
    let spec = view.spec();
    let legs: Option<Vec<_>> = text.split(',').map(|leg| spec.read_squares(leg)).collect();
    let Some([(from, via, _), (_, to, _)]) = legs.as_deref() else { return text.to_owned() };
    let is_capture = view.piece_at(*via).is_some_and(|piece| piece.color() == Color::White);
    if view.side() == Color::White || is_capture {
        return text.to_owned();
    }
    let name = |square: &Square| spec.square_name(*square);
    format!("{}{},{}", name(from), name(to), name(via))
}

/// What follows the squares of a second leg that goes nowhere, and so only carries a letter (`d8d3,d3d3h`); `None` if it
/// goes somewhere.
pub fn letter_of_second_leg<'t>(first: &str, second: &'t str) -> Option<&'t str> {
    let (_, target) = split_square(first);
    let (start, rest) = split_square(second);
    rest.strip_prefix(start).filter(|letter| target == start && !letter.starts_with(|c: char| c.is_ascii_digit()))
}

/// The first square of a text, and the rest.
pub fn split_square(text: &str) -> (&str, &str) {
    let digits = text[1..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| end + 1);
    text.split_at(digits)
}

/// The gesture of a legal move. An en passant capture that XBoard would not show is written in two legs, of which the
/// first captures.
pub(super) fn gesture(view: &dyn View, m: Move) -> Gesture {
    let gesture = view.gesture(m);
    match hidden_victim(view, m) {
        Some(victim) => gesture.with_via(victim),
        None => gesture,
    }
}

/// The square of a piece that is captured en passant without XBoard's knowing it, in a game without drops. XBoard removes
/// only a pawn on the file of the target, captured by a pawn that starts in the far half of the board, and takes for pawns
/// what has their slot.
fn hidden_victim(view: &dyn View, m: Move) -> Option<Square> {
    let spec = view.spec();
    if m.kind() != MoveKind::EnPassant || has_drops(spec) {
        return None;
    }
    let [before, after] = [view.setup().cells, view.after(m).setup().cells];
    let is_victim =
        |square: &Square| *square != m.from() && before[square.index()].is_some() && after[square.index()].is_none();
    let victim = Square::all().find(is_victim)?;
    let middle = spec.page.ranks / 2;
    let is_far = match view.side() {
        Color::White => m.from().rank() >= middle,
        Color::Black => m.from().rank() < middle,
    };
    let are_pawns = is_pawn(view, m.from()) && is_pawn(view, victim);
    let is_known = are_pawns && victim.file() == m.to().file() && is_far;
    (!is_known).then_some(victim)
}

/// Whether XBoard takes the piece on a square for a pawn: whether it has the pawn's slot, or XBoard knows the game.
fn is_pawn(view: &dyn View, square: Square) -> bool {
    let spec = view.spec();
    let piece = view.piece_at(square).map(|piece| spec.piece(piece.kind()));
    let has_slot = |row: &PieceSpec| Pictures::of(spec).is_none_or(|pictures| pictures.slot(row.letter) == Some(PAWN));
    piece.is_some_and(|row| !row.crowned && has_slot(row))
}

/// The entries of a turn with the client's squares, as XBoard writes them in a record of the game; `again` if the same
/// side made the turn before it.
pub fn recorded(view: &dyn View, m: Move, again: bool) -> Vec<String> {
    let pass = again.then(|| PASS.to_owned());
    pass.into_iter().chain(plies(view, m).iter().map(|ply| to_client(view.spec(), &ply.text))).collect()
}

/// Whether every turn of the game can be written as entries of XBoard's.
pub fn has_drops(spec: &Spec) -> bool {
    Pictures::of(spec).is_some_and(|pictures| pictures.parent == "bughouse")
}

/// XBoard's letter for a kind of piece, `+` for a crowned one.
pub fn letter(spec: &Spec, kind: Kind) -> char {
    choice_letter(spec, kind)
}

/// The first entry of a turn.
struct First {
    /// Whether XBoard's board is right after it.
    is_plain: bool,
    /// The square between two legs, on which the piece captures.
    via: Option<Square>,
    /// The kind that the piece has afterwards, if it changes.
    becomes: Option<Kind>,
}

impl First {
    fn new(view: &dyn View, m: Move, gesture: &Gesture, after: &Cells) -> Self {
        let before = view.setup().cells;
        let kind_at = |cells: &Cells, square: Square| {
            cells[square.index()].filter(|piece| piece.color() == view.side()).map(Piece::kind)
        };
        let is_plain = m.kind() != MoveKind::Special && (m.kind() != MoveKind::Promotion || m.from() != m.to());
        let arrived = kind_at(after, gesture.to());
        let becomes = arrived.filter(|_| arrived != kind_at(&before, gesture.from()));
        let has_drops = has_drops(view.spec());
        let via = if gesture.path.len() == 3 || !has_drops && knows_rules(view.spec()) {
            gesture.via
        } else if !has_drops {
            gesture.via.or_else(|| becomes.filter(|_| !is_pawn(view, gesture.from())).map(|_| gesture.to()))
        } else {
            let is_victim = |square: &Square| {
                ![gesture.from(), gesture.to()].contains(square)
                    && before[square.index()].is_some()
                    && after[square.index()].is_none()
            };
            let victim = Square::all().find(is_victim).filter(|_| !is_plain);
            // XBoard's record keeps the letter of a piece other than a pawn only behind a second leg.
            let keeps_letter = kind_at(&before, gesture.from()).is_some_and(|kind| view.spec().pawns.has(kind));
            victim.or_else(|| becomes.filter(|_| !keeps_letter).map(|_| gesture.to()))
        };
        Self { is_plain, via, becomes }
    }

    fn text(&self, spec: &Spec, gesture: &Gesture) -> String {
        let name = |square| spec.square_name(square);
        let (from, to) = (name(gesture.from()), name(gesture.to()));
        let suffix = self.becomes.map(|kind| choice_letter(spec, kind).to_ascii_lowercase());
        let suffix = suffix.map_or(String::new(), String::from);
        match self.via.map(name) {
            Some(via) => format!("{from}{via},{via}{to}{suffix}"),
            None => format!("{from}{to}{suffix}"),
        }
    }

    /// XBoard's board after it.
    fn cells(&self, view: &dyn View, gesture: &Gesture) -> Cells {
        let mut cells = view.setup().cells;
        let mover = cells[gesture.from().index()].take();
        if let Some(via) = self.via {
            cells[via.index()] = None;
        }
        cells[gesture.to().index()] =
            mover.map(|mover| Piece::new(mover.color(), self.becomes.unwrap_or(mover.kind())));
        cells
    }
}

/// The entries of a turn so far.
struct Entries {
    spec: &'static Spec,
    mover: Color,
    /// The side that XBoard takes to be on move.
    side: Color,
    cells: Cells,
    plies: Vec<Ply>,
}

impl Entries {
    /// Adds an entry of `color`'s, after a null move if the other side is on move.
    fn add(&mut self, color: Color, text: String, change: impl FnOnce(&mut Cells)) {
        if self.side != color {
            self.push(PASS.to_owned());
        }
        change(&mut self.cells);
        self.push(text);
    }

    fn push(&mut self, text: String) {
        self.side = !self.side;
        self.plies.push(Ply { text, position: placement(self.spec, &self.cells, self.side) });
    }

    /// Corrects a square: the piece that has moved, on `home`, captures there without moving, or a piece is dropped.
    fn correct(&mut self, square: Square, wanted: Option<Piece>, home: Square) {
        let name = self.spec.square_name(square);
        if self.cells[square.index()].is_some() && square != home {
            let home = self.spec.square_name(home);
            self.add(self.mover, format!("{home}{name},{name}{home}"), |cells| cells[square.index()] = None);
        }
        if let Some(piece) = wanted {
            let letter = piece_text(self.spec, piece.kind());
            self.add(piece.color(), format!("{letter}@{name}"), |cells| cells[square.index()] = wanted);
        }
    }

    fn finish(mut self) -> Vec<Ply> {
        if self.side == self.mover {
            self.push(PASS.to_owned());
        }
        self.plies
    }
}

/// The turns of a game as entries of XBoard's list of moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    /// The position before the first turn, as in [`Ply::position`].
    start: String,
    turns: Vec<Vec<Ply>>,
    /// The number of entries of the last turn that XBoard has.
    shown: usize,
    /// Whether XBoard has the null move between the two halves of a double turn of which the second is to come.
    passed: bool,
}

impl Record {
    /// A record that starts at a position.
    pub fn new(view: &dyn View) -> Self {
        Self { start: placement(view.spec(), &view.setup().cells, view.side()), ..Self::default() }
    }

    /// Adds a turn of which XBoard has the first `shown` entries. Of the turn before it there are only those that
    /// XBoard has.
    pub fn push(&mut self, turn: Vec<Ply>, shown: usize) {
        if let Some(last) = self.turns.last_mut() {
            last.truncate(self.shown);
        }
        self.turns.push(turn);
        self.shown = shown;
        self.passed = false;
    }

    /// The entries of the last turn that XBoard does not have.
    pub fn awaited(&self) -> &[Ply] {
        self.turns.last().and_then(|turn| turn.get(self.shown..)).unwrap_or_default()
    }

    /// XBoard has `count` more entries of the last turn.
    pub fn show(&mut self, count: usize) {
        self.shown += count;
    }

    /// Whether XBoard has the null move in the middle of a double turn.
    pub fn is_passed(&self) -> bool {
        self.passed
    }

    /// XBoard has the null move in the middle of a double turn, or not.
    pub fn set_passed(&mut self, passed: bool) {
        self.passed = passed;
    }

    /// XBoard takes back one entry; whether the turn is thereby taken back.
    pub fn take_back_entry(&mut self) -> bool {
        if std::mem::take(&mut self.passed) {
            return false;
        }
        if self.shown > 1 {
            self.shown -= 1;
            return false;
        }
        self.keep(self.turns.len().saturating_sub(1));
        true
    }

    /// Keeps the first `count` turns.
    pub fn keep(&mut self, count: usize) {
        self.turns.truncate(count);
        self.shown = self.turns.last().map_or(0, Vec::len);
        self.passed = false;
    }

    /// Whether every turn is one entry.
    pub fn is_plain(&self) -> bool {
        !self.passed && self.turns.iter().all(|turn| turn.len() == 1)
    }

    /// The texts of all entries that XBoard has.
    pub fn texts(&self) -> Vec<&str> {
        let hidden = self.awaited().len();
        let pass = self.passed.then_some(PASS);
        let all: Vec<&str> = self.turns.iter().flatten().map(|ply| ply.text.as_str()).collect();
        all[..all.len() - hidden].iter().copied().chain(pass).collect()
    }

    /// The number of entries of the first `count` turns.
    pub fn entries(&self, count: usize) -> usize {
        self.turns[..count].iter().map(Vec::len).sum()
    }

    /// Finds the latest place with this position: the number of turns, and how many entries XBoard has of the last one.
    pub fn find(&self, position: &str) -> Option<(usize, usize)> {
        for (index, turn) in self.turns.iter().enumerate().rev() {
            if let Some(entry) = turn.iter().rposition(|ply| ply.position == position) {
                return Some((index + 1, entry + 1));
            }
        }
        (self.start == position).then_some((0, 0))
    }

    /// Goes to a place that [`Record::find`] has found.
    pub fn go_to(&mut self, (turns, shown): (usize, usize)) {
        self.keep(turns);
        self.shown = shown;
    }
}
