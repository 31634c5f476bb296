//! How pieces move, found out by asking the game: what is legal on an almost empty board, and what becomes legal when
//! another piece stands somewhere on it.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::board::{Detail, Setup, Spec, View};
use crate::geometry::between;
use crate::types::{Bitboard, Color, Kind, Move, MoveKind, Piece, SQUARES, Square};

/// What a piece can do to a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effect {
    /// It goes there if the square is empty.
    Moves,
    /// It goes there if the square is empty and another piece stands between.
    MovesOver,
    /// It captures there.
    Captures,
    /// It captures there if another piece stands between.
    CapturesOver,
    /// It captures what stands there without going there.
    Removes,
    /// It goes there, and what stands there is moved away.
    Pushes,
    /// It goes to an own piece of its kind.
    Joins,
    /// It does something to the piece there, by the name of the [`Detail::Link`].
    Affects(&'static str),
    /// Another piece there blocks a move, and it does nothing else to the square.
    Blocked,
}

impl Effect {
    /// The effect in words.
    pub fn words(self) -> String {
        match self {
            Self::Moves => "moves".to_owned(),
            Self::MovesOver => "moves over a piece".to_owned(),
            Self::Captures => "captures".to_owned(),
            Self::CapturesOver => "captures over a piece".to_owned(),
            Self::Removes => "captures without going there".to_owned(),
            Self::Pushes => "pushes what stands there".to_owned(),
            Self::Joins => "joins an own piece".to_owned(),
            Self::Affects(name) => format!("{name} what stands there"),
            Self::Blocked => "is blocked by what stands there".to_owned(),
        }
    }
}

/// What a kind can do from a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The square of the piece.
    pub from: Square,
    /// The squares to which it can do something, and what.
    pub effects: BTreeMap<Square, Vec<Effect>>,
}

/// The number of places in which the kings stand aside. What one place prevents another one allows.
const PLACES: usize = 4;

/// A piece on a board with nothing else but kings.
struct Probe<'v> {
    view: &'v dyn View,
    piece: Piece,
    from: Square,
    reach: Reach,
}

/// What a kind of White's can do from a square of its own choice: one in the middle, or the second rank for a pawn. Where
/// kinds do more on some squares than on others, it is the nearest square from which it does most.
pub fn reach_of(view: &dyn View, kind: Kind) -> Reach {
    let usual = usual_home(view, kind);
    let from = if view.spec().favours_squares() { best_home(view, kind, usual) } else { usual };
    reach_from(view, Piece::new(Color::White, kind), from)
}

/// What a piece can do from a square, if nothing but what it needs stands on the board.
pub fn reach_from(view: &dyn View, piece: Piece, from: Square) -> Reach {
    let mut probe = Probe::new(view, piece, from);
    for setup in probe.places() {
        probe.moves(&setup);
        probe.others(&setup);
    }
    for setup in probe.places() {
        probe.blocks(&setup);
    }
    probe.reach.effects.values_mut().for_each(|effects| effects.sort_unstable());
    probe.reach
}

/// The square from which a kind is shown. On a folded board it is far from the fold, so that all that it does is seen.
fn usual_home(view: &dyn View, kind: Kind) -> Square {
    let page = &view.spec().page;
    let files = if view.folding().has(kind) { page.files / 2 } else { page.files };
    let rank = if view.spec().pawns.has(kind) { 1 } else { (page.ranks - 1) / 2 };
    Square::new((files - 1) / 2, rank)
}

/// The square from which a kind has the most moves on an empty board; among equals the nearest to the usual one, before
/// all on its file.
fn best_home(view: &dyn View, kind: Kind, usual: Square) -> Square {
    let moves_from = |from: Square| {
        let mut probe = Probe::new(view, Piece::new(Color::White, kind), from);
        probe.places().iter().for_each(|setup| probe.moves(setup));
        probe.reach.effects.len()
    };
    let aside = |square: Square| square.file().abs_diff(usual.file());
    let order = |square: &Square| (Reverse(moves_from(*square)), aside(*square), square.distance(usual));
    view.spec().board.into_iter().min_by_key(order).unwrap_or(usual)
}

/// The kinds that are not royal, in the order of the table.
fn subjects(spec: &Spec) -> impl Iterator<Item = Kind> {
    (0..spec.kinds()).map(Kind::new).filter(|&kind| !spec.royals.has(kind))
}

impl<'v> Probe<'v> {
    fn new(view: &'v dyn View, piece: Piece, from: Square) -> Self {
        Self { view, piece, from, reach: Reach { from, effects: BTreeMap::new() } }
    }

    fn add(&mut self, square: Square, effect: Effect) {
        let effects = self.reach.effects.entry(square).or_default();
        if !effects.contains(&effect) {
            effects.push(effect);
        }
    }

    fn has(&self, square: Square, effect: Effect) -> bool {
        self.reach.effects.get(&square).is_some_and(|effects| effects.contains(&effect))
    }

    /// Positions with the piece and with the kings at different places, as far away as can be.
    fn places(&self) -> Vec<Setup> {
        let spec = self.view.spec();
        let mut empty = self.view.setup().without_state();
        empty.cells = [None; SQUARES];
        empty.side = self.piece.color();
        empty.castling_rights = 0;
        empty.cells[self.from.index()] = Some(self.piece);
        let own = spec.royals.kinds().find(|_| !spec.royals.has(self.piece.kind()));
        let enemy = spec.royals.kinds().next();
        let mut free = spec.board.without(self.from.bit()).by_distance(self.from);
        let mut places = Vec::new();
        while places.len() < PLACES {
            let Some((setup, used)) = self.place(&empty, own, enemy, &free) else { break };
            free.retain(|&square| !used.has(square));
            places.push(setup);
        }
        places
    }

    /// Puts the kings on two of the free squares, of which the last are tried first; also returns the squares.
    fn place(
        &self,
        empty: &Setup,
        own: Option<Kind>,
        enemy: Option<Kind>,
        free: &[Square],
    ) -> Option<(Setup, Bitboard)> {
        for &enemy_square in free.iter().rev() {
            for &own_square in free.iter().rev().filter(|&&square| square != enemy_square) {
                let mut setup = empty.clone();
                setup.cells[enemy_square.index()] = enemy.map(|kind| Piece::new(!self.piece.color(), kind));
                if let Some(kind) = own {
                    setup.cells[own_square.index()] = Some(Piece::new(self.piece.color(), kind));
                }
                if self.view.at(&setup).is_ok_and(|view| !view.in_check()) {
                    return Some((setup, enemy_square.bit() | own_square.bit()));
                }
            }
        }
        None
    }

    /// The legal moves of the piece with other pieces added, and the position.
    fn legal(&self, setup: &Setup, added: &[(Square, Piece)]) -> Option<(Box<dyn View>, Vec<Move>)> {
        let mut setup = setup.clone();
        added.iter().for_each(|&(square, piece)| setup.cells[square.index()] = Some(piece));
        let view = self.view.at(&setup).ok()?;
        let moves = view.moves_from(self.from).into_iter().filter(|m| m.kind() != MoveKind::Castling).collect();
        Some((view, moves))
    }

    fn moves(&mut self, setup: &Setup) {
        let Some((_, moves)) = self.legal(setup, &[]) else { return };
        for m in moves.into_iter().filter(|m| m.to() != m.from()) {
            self.add(m.to(), Effect::Moves);
        }
    }

    /// What the piece does to others, one at each empty square.
    fn others(&mut self, setup: &Setup) {
        let spec = self.view.spec();
        let occupied: Bitboard = Square::all().filter(|square| setup.cells[square.index()].is_some()).collect();
        let Some(other) = subjects(spec).find(|&kind| kind != self.piece.kind()).or(Some(self.piece.kind())) else {
            return;
        };
        let victim = Piece::new(!self.piece.color(), other);
        for square in spec.board.without(occupied) {
            let path = between(self.from, square);
            if (path & occupied).any() {
                continue;
            }
            self.enemy(setup, square, victim);
            self.join(setup, square);
            for screen in path {
                self.hop(setup, square, victim, screen);
            }
        }
    }

    /// The squares of no other effect where an own piece prevents a move.
    fn blocks(&mut self, setup: &Setup) {
        let spec = self.view.spec();
        let targets = |moves: Vec<Move>| -> Bitboard { moves.into_iter().map(Move::to).collect() };
        let Some(all) = self.legal(setup, &[]).map(|(_, moves)| targets(moves)) else { return };
        let Some(other) = subjects(spec).find(|&kind| kind != self.piece.kind()) else { return };
        let blocker = Piece::new(self.piece.color(), other);
        let has_effect: Bitboard = self.reach.effects.keys().copied().collect();
        for square in spec.board.without(has_effect).into_iter().filter(|square| setup.cells[square.index()].is_none())
        {
            let rest = self.legal(setup, &[(square, blocker)]).map_or(all, |(_, moves)| targets(moves));
            if all.without(rest).any() {
                self.add(square, Effect::Blocked);
            }
        }
    }

    fn enemy(&mut self, setup: &Setup, square: Square, victim: Piece) {
        let Some((view, moves)) = self.legal(setup, &[(square, victim)]) else { return };
        for m in moves {
            if let Some(effect) = effect_on(&*view, m, square, victim) {
                self.add(square, effect);
            }
        }
    }

    /// Whether it moves or captures only with another piece between.
    fn hop(&mut self, setup: &Setup, square: Square, victim: Piece, screen: Square) {
        let screen = (screen, Piece::new(self.piece.color(), victim.kind()));
        if !self.has(square, Effect::Moves)
            && let Some((_, moves)) = self.legal(setup, &[screen])
            && moves.into_iter().any(|m| m.to() == square)
        {
            self.add(square, Effect::MovesOver);
        }
        if !self.has(square, Effect::Captures)
            && let Some((view, moves)) = self.legal(setup, &[(square, victim), screen])
            && moves.into_iter().any(|m| effect_on(&*view, m, square, victim) == Some(Effect::Captures))
        {
            self.add(square, Effect::CapturesOver);
        }
    }

    /// Whether it goes to an own piece of its kind; of kinds that differ in their number, to the least.
    fn join(&mut self, setup: &Setup, square: Square) {
        let spec = self.view.spec();
        let row = spec.piece(self.piece.kind());
        let alike = |&kind: &Kind| (spec.piece(kind).letter, spec.piece(kind).crowned) == (row.letter, row.crowned);
        let least = subjects(spec).filter(alike).min_by_key(|&kind| spec.piece(kind).digit);
        let Some(own) = least.map(|kind| Piece::new(self.piece.color(), kind)) else { return };
        let Some((_, moves)) = self.legal(setup, &[(square, own)]) else { return };
        if moves.into_iter().any(|m| m.to() == square) {
            self.add(square, Effect::Joins);
        }
    }
}

/// What a move does to the piece on a square; `None` if nothing.
fn effect_on(view: &dyn View, m: Move, square: Square, victim: Piece) -> Option<Effect> {
    let after = view.after(m);
    if after.piece_at(square) == Some(victim) {
        let link = after.details().into_iter().find_map(|detail| match detail {
            Detail::Link { name, to, .. } if to == square && m.to() == square => Some(name),
            _ => None,
        });
        return link.map(Effect::Affects);
    }
    let count = |view: &dyn View| {
        let cells = view.setup().cells;
        cells.iter().flatten().filter(|piece| piece.color() == victim.color()).count()
    };
    if count(&*after) == count(view) {
        Some(Effect::Pushes)
    } else if after.piece_at(square).is_some() {
        Some(Effect::Captures)
    } else {
        Some(Effect::Removes)
    }
}
