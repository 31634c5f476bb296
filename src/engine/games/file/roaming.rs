//! Where the pieces of a game can come, if nothing is ever in their way.

use crate::board::{Board, MovementTables, Spec, TableRules};
use crate::types::{Bitboard, Color, Kind, KindSet, Square};

/// Where the pieces of one side can come in the course of a game: at most to these squares, because nothing is ever in their
/// way and what they capture is always there.
pub(super) struct Roaming {
    spec: &'static Spec,
    tables: &'static MovementTables,
    color: Color,
    /// By kind.
    squares: Vec<Bitboard>,
    /// Whether a pawn, or another piece by an initial move, can ever leave a square of the region of double steps.
    pub makes_double_steps: bool,
    /// Whether a pawn can ever make a triple step.
    pub makes_triple_steps: bool,
    /// Whether a piece can ever promote.
    pub promotes: bool,
}

impl Roaming {
    /// Where the pieces of a side can come from a position.
    pub fn new(board: &Board<TableRules>, color: Color) -> Self {
        let spec = board.spec();
        let mut roaming = Self {
            spec,
            tables: spec.tables(),
            color,
            squares: vec![Bitboard::EMPTY; spec.kinds()],
            makes_double_steps: false,
            makes_triple_steps: false,
            promotes: false,
        };
        let standing = board.of_color(color).into_iter();
        let mut open: Vec<(Kind, Square)> =
            standing.filter_map(|square| Some((board.piece_at(square)?.kind(), square))).collect();
        for castling in spec.castlings.iter().flatten().filter(|castling| castling.color == color) {
            open.extend([(castling.king, castling.king_to), (castling.rook, castling.rook_to)]);
        }
        while let Some((kind, from)) = open.pop() {
            if !roaming.squares[kind.index()].has(from) {
                roaming.squares[kind.index()] |= from.bit();
                roaming.move_from(kind, from, &mut open);
            }
        }
        roaming
    }

    /// The squares where pieces of a kind can come.
    pub fn of(&self, kind: Kind) -> Bitboard {
        self.squares[kind.index()]
    }

    /// Whether a piece that can promote somewhere is there, or can come.
    pub fn has_promoters(&self) -> bool {
        let can_promote = |kind: Kind| self.pawn_forms(kind).0 != 0 || self.form(kind).is_some();
        self.spec.all_kinds().kinds().any(|kind| self.of(kind).any() && can_promote(kind))
    }

    /// The squares to which a piece can go from `from`.
    pub fn targets(&self, kind: Kind, from: Square) -> Bitboard {
        let (two, three) = self.multi_steps(kind, from);
        self.tables.potential(kind, self.color, from) | self.initial_targets(kind, from) | two | three
    }

    /// The squares to which a piece can go from `from` by an initial move.
    pub fn initial_targets(&self, kind: Kind, from: Square) -> Bitboard {
        let holds = self.spec.double_step[self.color.index()].has(from);
        if holds { self.tables.potential_initial(kind, self.color, from) } else { Bitboard::EMPTY }
    }

    /// The squares to which a pawn goes from `from` by a double and by a triple step.
    fn multi_steps(&self, kind: Kind, from: Square) -> (Bitboard, Bitboard) {
        let (spec, color) = (self.spec, self.color);
        let side = color.index();
        if !spec.pawns.has(kind) {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        }
        let allowed = spec.laws().mobility[side][kind.index()] & spec.board;
        let steps = |length: u8| (0..length).fold(from.bit(), |squares: Bitboard, _| squares.forward(color) & allowed);
        let of = |region: Bitboard, length| if region.has(from) { steps(length) } else { Bitboard::EMPTY };
        (of(spec.double_step[side], 2), of(spec.triple_step[side], 3))
    }

    fn move_from(&mut self, kind: Kind, from: Square, open: &mut Vec<(Kind, Square)>) {
        let (two, three) = self.multi_steps(kind, from);
        self.makes_double_steps |= two.any() || self.initial_targets(kind, from).any();
        self.makes_triple_steps |= three.any();
        let zone = self.spec.promotion_zone(self.color);
        let leaves_zone = zone.has(from) && !self.spec.pawns.has(kind);
        let (pawn_forms, form) = (self.pawn_forms(kind), self.form(kind));
        for to in self.targets(kind, from) {
            open.push((kind, to));
            let arrives = zone.has(to);
            let of_pawn = if arrives { pawn_forms } else { KindSet(0) };
            let others = form.filter(|_| arrives || leaves_zone);
            for becomes in of_pawn.kinds().chain(others) {
                self.promotes = true;
                open.push((becomes, to));
            }
        }
    }

    /// What a piece becomes as pawns do.
    fn pawn_forms(&self, kind: Kind) -> KindSet {
        let (laws, side) = (self.spec.laws(), self.color.index());
        let promotes = laws.promotion_pawns[side].has(kind);
        if promotes { KindSet(laws.promotion_kinds[side].0 & self.spec.all_kinds().0) } else { KindSet(0) }
    }

    /// What a piece becomes by a move into, in or out of the region.
    fn form(&self, kind: Kind) -> Option<Kind> {
        self.spec.laws().promoted_forms[kind.index()]
    }
}
