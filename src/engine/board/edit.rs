//! All changes of the board. Only this file writes bitboards, mailbox and hash keys and calls the observer.

use super::setup::{CLOCK_LIMIT, FULL_MOVE_LIMIT};
use super::{Board, Keys, KindSets, MAX_CASTLINGS, MultiStep, Observer, Rules, State, zobrist};
use crate::types::{Bitboard, Color, Kind, Move, MoveKind, Piece, SQUARES, Square};

impl<R: Rules> Board<R> {
    /// A board without pieces, White to move.
    pub(super) fn empty(rules: R) -> Self {
        Self {
            rules,
            kinds: R::Sets::EMPTY,
            colors: [Bitboard::EMPTY; 2],
            cells: [None; SQUARES],
            kings: [Square::new(0, 0); 2],
            side: Color::White,
            castling_rights: 0,
            homes: rules.spec().homes,
            multi_step: None,
            multi_step_key: 0,
            state: R::State::default(),
            clock: 0,
            full_move: 1,
            keys: Keys::default(),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
        }
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let (kind, color) = (piece.kind(), piece.color());
        self.kinds.sets_mut()[kind.index()] ^= square.bit();
        self.colors[color.index()] ^= square.bit();
        let number = zobrist::piece(piece, square);
        self.keys.position ^= number;
        if self.spec().pawns.has(kind) {
            self.keys.pawns ^= number;
        } else {
            self.keys.pieces[color.index()] ^= number;
        }
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, piece: Piece, square: Square, observer: &mut impl Observer<R>) {
        self.toggle(piece, square);
        self.cells[square.index()] = Some(piece);
        if self.spec().royals.has(piece.kind()) {
            self.kings[piece.color().index()] = square;
        }
        observer.put(piece, square);
    }

    /// Takes the piece on a square off the board, if there is one.
    #[inline(always)]
    pub(crate) fn take(&mut self, square: Square, observer: &mut impl Observer<R>) -> Option<Piece> {
        let piece = self.cells[square.index()].take()?;
        self.toggle(piece, square);
        observer.take(piece, square);
        Some(piece)
    }

    /// Plays a legal move, reporting all changes to the observer.
    ///
    /// An illegal move may corrupt the board but must not panic.
    #[inline]
    pub fn play(&mut self, m: Move, observer: &mut impl Observer<R>) {
        if self.cells[m.from().index()].is_none() && !(R::HAS_HANDS && m.kind() == MoveKind::Drop) {
            return;
        }
        self.clock = (self.clock + 1).min(CLOCK_LIMIT);
        self.move_pieces(m, observer);
        if R::affects_castling(m) {
            self.lose_castling_rights(m.from(), m.to(), observer);
        }
        if self.spec().laws().castling.opposite && m.kind() == MoveKind::Castling {
            let same_wing = 1 << ((m.argument() as usize % MAX_CASTLINGS) ^ 2);
            self.set_castling_rights(self.castling_rights & !same_wing, observer);
        }
        self.clear_multi_step();
        R::update_state(self, m, observer);
        if R::ALTERNATES || !m.moves_again() {
            self.pass_turn();
        }
        if m.kind() == MoveKind::MultiStep {
            self.set_multi_step(MultiStep { from: m.from(), to: m.to() });
        }
        self.refresh();
        R::turn_passed(self, observer);
    }

    /// The position after a legal move. Not inlined: the one copy of [`Board::play`] that nobody observes.
    #[inline(never)]
    pub fn after(&self, m: Move) -> Self {
        let mut after = *self;
        after.play(m, &mut ());
        after
    }

    /// Moves the pieces, and resets the 50-move clock if the move is irreversible.
    #[inline(always)]
    pub(super) fn move_pieces(&mut self, m: Move, observer: &mut impl Observer<R>) {
        if m.kind() == MoveKind::Special {
            return R::play_special(self, m, observer);
        }
        if R::HAS_HANDS && m.kind() == MoveKind::Drop {
            return self.drop_piece(m, observer);
        }
        let (from, to) = (m.from(), m.to());
        let us = self.side;
        let Some(mover) = self.take(from, observer) else { return };
        let resets = m.kind() == MoveKind::Promotion || self.resets_clock(mover, from, to);
        match m.kind() {
            MoveKind::Normal | MoveKind::MultiStep => {
                self.capture(to, observer);
                self.put(mover, to, observer);
            }
            MoveKind::Promotion => {
                self.capture(to, observer);
                let kind = Kind::new(m.argument() as usize % self.spec().kinds());
                self.put(Piece::new(us, kind), to, observer);
            }
            MoveKind::EnPassant => {
                self.put(mover, to, observer);
                if let Some(captured) = self.multi_step {
                    self.capture(captured.to, observer);
                }
            }
            MoveKind::Castling => {
                let castling = self.castling_of(m);
                let rook =
                    castling.and_then(|castling| Some((self.take(castling.rook_from, observer)?, castling.rook_to)));
                self.put(mover, to, observer);
                if let Some((rook, rook_to)) = rook {
                    self.put(rook, rook_to, observer);
                }
            }
            MoveKind::Special | MoveKind::Drop => {}
        }
        if resets {
            self.clock = 0;
        }
    }

    /// Puts a piece from the hand on the board.
    #[inline(always)]
    fn drop_piece(&mut self, m: Move, observer: &mut impl Observer<R>) {
        let kind = m.dropped().filter(|kind| kind.index() < self.spec().kinds());
        if let Some(kind) = kind.filter(|_| self.cells[m.to().index()].is_none()) {
            let piece = Piece::new(self.side, kind);
            self.put(piece, m.to(), observer);
            R::was_dropped(self, piece, observer);
            self.clock = 0;
        }
    }

    /// Passes the turn without a move (null move).
    pub fn play_null(&mut self) {
        self.clock = (self.clock + 1).min(CLOCK_LIMIT);
        self.clear_multi_step();
        self.pass_turn();
        self.refresh_apart();
    }

    /// Captures the piece on a square, if there is one.
    #[inline(always)]
    pub(crate) fn capture(&mut self, square: Square, observer: &mut impl Observer<R>) {
        if let Some(piece) = self.take(square, observer) {
            self.clock = 0;
            R::was_captured(self, piece, observer);
        }
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    pub(super) fn pass_turn(&mut self) {
        if self.side == Color::Black {
            self.full_move = (self.full_move + 1).min(FULL_MOVE_LIMIT);
        }
        self.side = !self.side;
        self.keys.position ^= zobrist::side();
    }

    /// Replaces the castling rights.
    #[inline(always)]
    pub(super) fn set_castling_rights(&mut self, rights: u8, observer: &mut impl Observer<R>) {
        observer.change_castling_rights(self.castling_rights, rights);
        self.keys.position ^= self.castling_key(self.castling_rights) ^ self.castling_key(rights);
        self.castling_rights = rights;
    }

    /// What castling rights are in the hash key.
    #[inline(always)]
    fn castling_key(&self, rights: u8) -> u64 {
        let spec = self.spec();
        let homes = if spec.castles_from_any_file() { self.homes.key(spec, rights) } else { 0 };
        zobrist::castling(rights) ^ homes
    }

    /// Replaces the game's own state.
    #[inline(always)]
    pub(crate) fn set_state(&mut self, state: R::State, observer: &mut impl Observer<R>) {
        observer.change_state(&self.state, &state);
        self.keys.position ^= self.state.key() ^ state.key();
        self.state = state;
    }

    /// Removes the castling rights that end if a piece leaves `from` or arrives on `to`.
    #[inline(always)]
    pub(crate) fn lose_castling_rights(&mut self, from: Square, to: Square, observer: &mut impl Observer<R>) {
        if self.castling_rights != 0 {
            let lost = if self.castles_as_usual() {
                let table = &self.spec().castling_squares;
                table[from.index()] | table[to.index()]
            } else {
                self.homes.rights_of(from, to)
            };
            if self.castling_rights & lost != 0 {
                self.set_castling_rights(self.castling_rights & !lost, observer);
            }
        }
    }

    #[inline(always)]
    fn clear_multi_step(&mut self) {
        self.multi_step = None;
        self.keys.position ^= self.multi_step_key;
        self.multi_step_key = 0;
    }

    /// Sets the multi-step that was the last move, for en passant. The side to move is already the capturing side.
    pub(super) fn set_multi_step(&mut self, multi_step: MultiStep) {
        self.multi_step = Some(multi_step);
        self.multi_step_key = self.key_of_multi_step(multi_step);
        self.keys.position ^= self.multi_step_key;
    }

    /// The hash key of the squares on which the side to move can legally capture en passant.
    fn key_of_multi_step(&self, multi_step: MultiStep) -> u64 {
        let mut key = 0;
        for to in multi_step.passed() {
            let mut capturers = self.en_passant_capturers(to).without(R::immobile(self)).into_iter();
            if capturers.any(|from| self.en_passant_is_legal(from, to, multi_step.to)) {
                key ^= zobrist::passed(to);
            }
        }
        key
    }

    /// The keys computed from scratch, which must equal the incremental ones.
    pub fn fresh_keys(&self) -> Keys {
        let mut fresh = Self::empty(self.rules);
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                fresh.put(piece, square, &mut ());
            }
        }
        fresh.homes = self.homes;
        fresh.set_castling_rights(self.castling_rights, &mut ());
        fresh.set_state(self.state, &mut ());
        if self.side == Color::Black {
            fresh.pass_turn();
        }
        if let Some(multi_step) = self.multi_step {
            fresh.set_multi_step(multi_step);
        }
        fresh.keys
    }
}
