//! The game's own state: opening moves and freezes.

use super::folded::Direction;
use super::play::{self, Special};
use super::{Bilateral, ELEPHANT, SPEC, WIZARD};
use crate::board::{Board, Detail, FenError, Observer, Setup, State, StateText, Statement, hash_number};
use crate::types::{Bitboard, Color, Kind, Move, MoveKind, Piece, SQUARES, Square};

/// The files of the pieces that have an opening move, in the order in which a FEN lists them: `YZIJ`.
const OPENING_FILES: [(u8, Kind); 4] = [(0, WIZARD), (1, ELEPHANT), (10, ELEPHANT), (11, WIZARD)];

/// By square, the bit of the opening move of the piece that starts there.
static OPENING: [u8; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut number = 0;
    while number < OPENING_FILES.len() {
        let file = OPENING_FILES[number].0;
        table[Square::new(file, 1).index()] = 1 << number;
        table[Square::new(file, 6).index()] = 16 << number;
        number += 1;
    }
    table
};

/// By set of opening moves that are left, the squares of their pieces.
static OPENING_PIECES: [Bitboard; 256] = {
    let mut table = [Bitboard::EMPTY; 256];
    let mut opening = 0;
    while opening < table.len() {
        let mut square = 0;
        while square < SQUARES {
            if opening & OPENING[square] as usize != 0 {
                table[opening].0 |= 1 << square;
            }
            square += 1;
        }
        opening += 1;
    }
    table
};

/// The opening moves that are left, and which Wizard freezes which piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BilateralState {
    /// The opening moves that are left, as bits of [`OPENING`].
    opening: u8,
    /// The frozen pieces; they follow from `freezers`.
    frozen: Bitboard,
    /// By [`Direction`], the wizards that freeze their neighbour in that direction.
    freezers: [Bitboard; Direction::ALL.len()],
}

impl State for BilateralState {
    #[inline(always)]
    fn key(self) -> u64 {
        /// The first number for freezes; those below are for the 255 sets of opening moves.
        const FREEZES: u64 = 256;
        let mut key = if self.opening == 0 { 0 } else { hash_number(u64::from(self.opening)) };
        if self.frozen.any() {
            for direction in Direction::ALL {
                for wizard in self.freezers[direction as usize] {
                    key ^= hash_number(FREEZES + (direction as usize * SQUARES + wizard.index()) as u64);
                }
            }
        }
        key
    }
}

impl BilateralState {
    /// The frozen pieces of both sides.
    #[inline(always)]
    pub fn frozen(&self) -> Bitboard {
        self.frozen
    }

    /// Whether the piece on a square still has its opening move.
    #[inline(always)]
    pub(super) fn may_open(&self, square: Square) -> bool {
        self.opening & OPENING[square.index()] != 0
    }

    /// The squares of the pieces that still have their opening move.
    #[inline(always)]
    pub(super) fn opening_pieces(&self) -> Bitboard {
        OPENING_PIECES[usize::from(self.opening)]
    }

    /// The wizards of both sides that freeze a piece.
    #[inline(always)]
    pub(super) fn freezing_wizards(&self) -> Bitboard {
        self.freezers.iter().fold(Bitboard::EMPTY, |all, &freezers| all | freezers)
    }

    /// The pieces that the wizard on a square freezes.
    #[inline(always)]
    pub(super) fn frozen_by(&self, wizard: Square) -> Bitboard {
        if self.frozen.is_empty() {
            return Bitboard::EMPTY;
        }
        let frozen =
            |all, direction: Direction| all | direction.next_to(self.freezers[direction as usize] & wizard.bit());
        Direction::ALL.into_iter().fold(Bitboard::EMPTY, frozen)
    }

    /// The wizard freezes its neighbour. Does nothing if the two squares are not neighbours.
    fn freeze(&mut self, wizard: Square, victim: Square) {
        if let Some(direction) = Direction::between(wizard, victim) {
            self.freezers[direction as usize] |= wizard.bit();
            self.frozen |= victim.bit();
        }
    }

    /// Ends the freezes by the wizard on a square.
    fn release_by(&mut self, wizard: Square) {
        self.freezers.iter_mut().for_each(|freezers| *freezers = freezers.without(wizard.bit()));
    }

    /// Ends the freezes of the piece on a square.
    fn release(&mut self, victim: Square) {
        for direction in Direction::ALL {
            let freezers = &mut self.freezers[direction as usize];
            *freezers = freezers.without(direction.source(victim));
        }
    }

    /// Computes the frozen pieces.
    fn update_frozen(&mut self) {
        let frozen = |all, direction: Direction| all | direction.next_to(self.freezers[direction as usize]);
        self.frozen = Direction::ALL.into_iter().fold(Bitboard::EMPTY, frozen);
    }

    /// The wizard moves, and keeps freezing the pieces that are still its neighbours (ruling R-BIL-5).
    fn move_wizard(&mut self, from: Square, to: Square) {
        let frozen = self.frozen_by(from);
        self.release_by(from);
        frozen.into_iter().for_each(|victim| self.freeze(to, victim));
    }
}

/// Updates opening moves and freezes after a move.
#[inline(always)]
pub(super) fn update_state(board: &mut Board<Bilateral>, m: Move, observer: &mut impl Observer<Bilateral>) {
    let mut state = board.state();
    let special = play::special(m);
    if special == Some(Special::Freeze) {
        state.release_by(m.to());
        state.freeze(m.from(), m.to());
        state.update_frozen();
        return board.set_state(state, observer);
    }
    let stays = special == Some(Special::Kill);
    let ended = OPENING[m.to().index()] | if stays { 0 } else { OPENING[m.from().index()] };
    if state.opening & ended == 0 && state.frozen.is_empty() {
        return;
    }
    state.opening &= !ended;
    if state.frozen.any() {
        // The square from which a capture or a push removes a piece.
        let removed = match m.kind() {
            MoveKind::EnPassant => play::passed_pawn(m),
            _ => m.to(),
        };
        // A flip in place removes nothing.
        if removed != m.from() {
            state.release(removed);
            state.release_by(removed);
        }
        if !stays && m.from() != m.to() {
            state.move_wizard(m.from(), m.to());
        }
        state.update_frozen();
    }
    board.set_state(state, observer);
}

const EXPECTED_RIGHTS: &str = "letters of KQYZIJkqyzij or `-`";
const EXPECTED_FREEZES: &str = "freezes that can be, wizard's square then victim's, e.g. `a5a4,a5h5`, or `-`";

/// Parses opening moves and freezes. Opening moves that the board contradicts are dropped.
pub(super) fn read(board: &Board<Bilateral>, text: &StateText) -> Result<BilateralState, FenError> {
    text.refuse_bracket()?;
    let mut state = BilateralState::default();
    for letter in text.rights.chars() {
        let found = openings().find(|&(_, known, ..)| known == letter);
        let Some((square, _, piece)) = found else {
            return Err(FenError::State { text: letter.to_string(), expected: EXPECTED_RIGHTS });
        };
        if board.piece_at(square) == Some(piece) {
            state.opening |= OPENING[square.index()];
        }
    }
    if !["", "-"].contains(&text.field.as_str()) {
        for pair in text.field.split(',') {
            let (wizard, victim) = read_freeze(board, pair).ok_or_else(|| no_freeze(pair))?;
            state.freeze(wizard, victim);
        }
    }
    match (state.freezing_wizards() & state.frozen).first() {
        // A frozen wizard freezes nobody.
        Some(wizard) => Err(no_freeze(&SPEC.square_name(wizard))),
        None => Ok(state),
    }
}

fn no_freeze(text: &str) -> FenError {
    FenError::State { text: text.to_owned(), expected: EXPECTED_FREEZES }
}

fn read_freeze(board: &Board<Bilateral>, text: &str) -> Option<(Square, Square)> {
    let (wizard, victim, rest) = SPEC.read_squares(text)?;
    let (freezer, frozen) = (board.piece_at(wizard)?, board.piece_at(victim)?);
    let possible = rest.is_empty()
        && freezer.kind() == WIZARD
        && frozen.kind() != ELEPHANT
        && frozen.color() != freezer.color()
        && Direction::between(wizard, victim).is_some();
    possible.then_some((wizard, victim))
}

/// The pieces that have an opening move at the start: square, letter in FEN and piece; White's first.
fn openings() -> impl Iterator<Item = (Square, char, Piece)> {
    Color::BOTH.into_iter().flat_map(|color| {
        OPENING_FILES.into_iter().map(move |(file, kind)| {
            let letter = SPEC.file_letter(file);
            let (rank, letter) = if color == Color::White { (1, letter.to_ascii_uppercase()) } else { (6, letter) };
            (Square::new(file, rank), letter, Piece::new(color, kind))
        })
    })
}

/// Writes opening moves and freezes; the freezes in the order of ruling R-BIL-15.
pub(super) fn write(state: &BilateralState) -> StateText {
    let rights = openings().filter(|&(square, ..)| state.may_open(square)).map(|(_, letter, _)| letter).collect();
    let name = |square| SPEC.square_name(square);
    let freezes: Vec<String> = freezes(state).map(|(wizard, victim)| name(wizard) + &name(victim)).collect();
    let field = if freezes.is_empty() { "-".to_owned() } else { freezes.join(",") };
    StateText { rights, field, ..StateText::default() }
}

/// The freezes as wizard's and victim's squares, in the order of ruling R-BIL-15.
fn freezes(state: &BilateralState) -> impl Iterator<Item = (Square, Square)> {
    let by = |wizard| state.frozen_by(wizard).into_iter().map(move |victim| (wizard, victim));
    state.freezing_wizards().into_iter().flat_map(by)
}

/// Freezes and opening moves for display.
pub(super) fn details(state: &BilateralState) -> Vec<Detail> {
    let links = freezes(state).map(|(from, to)| Detail::Link { name: "freezes", from, to });
    let openings = openings().map(|(square, ..)| square).filter(|&square| state.may_open(square));
    links.chain(openings.map(opening_move)).collect()
}

fn opening_move(square: Square) -> Detail {
    Detail::Right { name: "opening move", square }
}

/// The freezes and opening moves that these pieces allow, and how a FEN states them.
pub(super) fn possible_details(setup: &Setup) -> Vec<(Detail, Statement)> {
    let at = |square: Square| setup.cells[square.index()];
    let squares = || SPEC.board.into_iter().filter_map(|square| Some((square, at(square)?)));
    let wizards = squares().filter(|(_, piece)| piece.kind() == WIZARD);
    let links = wizards.flat_map(|(wizard, freezer)| {
        let victims = squares().filter(move |&(victim, piece)| {
            let is_enemy = piece.color() != freezer.color() && piece.kind() != ELEPHANT;
            is_enemy && Direction::between(wizard, victim).is_some()
        });
        victims.map(move |(victim, _)| {
            let text = SPEC.square_name(wizard) + &SPEC.square_name(victim);
            (Detail::Link { name: "freezes", from: wizard, to: victim }, Statement::Entry(text))
        })
    });
    let ready = openings().filter(|&(square, _, piece)| at(square) == Some(piece));
    links.chain(ready.map(|(square, letter, _)| (opening_move(square), Statement::Letter(letter)))).collect()
}
