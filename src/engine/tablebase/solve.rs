//! Solves all positions with certain men by retrograde analysis over the rules of the game.
//!
//! Positions are decided in the order of their plies to mate. What leads to a position is found without moves that go back:
//! when all positions are looked at for the first time, it is noted from where men arrive on each square, and of the positions
//! that this allows, those are taken whose legal moves lead there.

use super::glance::{Glance, Sight};
use super::material::Material;
use super::table::{Layout, MAX_PLIES, solved};
use crate::board::{Board, Rules as _, TableRules as Rules};
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Solved, Square, Stage, Verdict};

/// A position that cannot occur, until all others are solved.
const ILLEGAL: u8 = u8::MAX;

/// What the solver asks of tables that have been made.
pub(super) trait Dependencies {
    /// The value of a position with other men; `None` if it is not known.
    fn get(&self, board: &Board<Rules>) -> Option<Solved>;
}

/// The values of all positions, by [`Layout::index`]; `None` if a mate is longer than [`MAX_PLIES`], or moves lead to what has
/// not been solved.
pub(super) fn solve(rules: Rules, material: &Material, known: &dyn Dependencies) -> Option<(Layout, Vec<u8>)> {
    let layout = Layout::new(rules.spec(), material);
    let sources = vec![Bitboard::EMPTY; material.men().len() * layout.squares()];
    let values = vec![0; layout.len()];
    let (men, glance) = (material.men(), Glance::new(rules, material.men()));
    let mut solver = Solver { rules, men, glance, known, layout, values, sources, due: Vec::new() };
    solver.look_at_all()?;
    if solver.glance.is_simple {
        solver.fill_sources();
    } else {
        solver.mirror_sources();
    }
    solver.go_back()?;
    let Solver { layout, mut values, .. } = solver;
    values.iter_mut().filter(|value| **value == ILLEGAL).for_each(|value| *value = 0);
    Some((layout, values))
}

/// Where a move leads.
enum Child {
    /// To a position of the same table, by moving this man.
    Inside {
        /// The number of the position.
        index: usize,
        /// The man.
        man: usize,
    },
    /// To one with other men.
    Outside(Solved),
}

/// What is known of a position's moves.
#[derive(Clone, Copy)]
struct Moves {
    /// Whether there is one.
    any: bool,
    /// Whether the opponent wins after each of them, as far as is known.
    all_lose: bool,
    /// The plies to the longest of these mates, from the position on.
    longest: u16,
    /// The plies to the shortest mate by a move that leads to other men.
    shortest_outside: Option<u16>,
}

/// Whether a move only takes a man from one square to another, where it may capture.
fn is_plain(m: Move) -> bool {
    matches!(m.kind(), MoveKind::Normal | MoveKind::MultiStep)
}

struct Solver<'a> {
    rules: Rules,
    men: &'a [Piece],
    glance: Glance<'a>,
    known: &'a dyn Dependencies,
    layout: Layout,
    values: Vec<u8>,
    /// By man (the first of those alike) and square, from where such a man arrives there.
    sources: Vec<Bitboard>,
    /// By plies to mate, positions that are to be decided.
    due: Vec<Vec<u32>>,
}

impl Solver<'_> {
    fn board(&self, side: Color, squares: &[Square]) -> Option<Board<Rules>> {
        Board::of_men(self.rules, self.men.iter().copied().zip(squares.iter().copied()), side)
    }

    fn child(&self, index: usize, board: &Board<Rules>, squares: &[Square], m: Move) -> Option<Child> {
        if is_plain(m) && board.piece_at(m.to()).is_none() {
            let man = squares.iter().position(|&square| square == m.from())?;
            return Some(Child::Inside { index: self.layout.index_after(index, squares, man, m.to()), man });
        }
        self.known.get(&board.after(m)).map(Child::Outside)
    }

    /// Looks at the moves of a position until `is_enough`, and calls `visit` with each that leads to a position of the same
    /// table, and its man.
    fn moves(
        &self,
        index: usize,
        board: &Board<Rules>,
        squares: &[Square],
        mut visit: impl FnMut(Move, usize),
        is_enough: impl Fn(&Moves) -> bool,
    ) -> Option<Moves> {
        let mut seen = Moves { any: false, all_lose: true, longest: 0, shortest_outside: None };
        for &m in &board.legal_moves() {
            seen.any = true;
            let after = match self.child(index, board, squares, m)? {
                Child::Inside { index, man } => {
                    visit(m, man);
                    match self.values[index] {
                        ILLEGAL => Solved::Draw,
                        value => solved(value),
                    }
                }
                Child::Outside(after) => {
                    if let Solved::Loss(plies) = after {
                        let shortest = seen.shortest_outside.map_or(plies + 1, |other| other.min(plies + 1));
                        seen.shortest_outside = Some(shortest);
                    }
                    after
                }
            };
            match after {
                Solved::Win(plies) => seen.longest = seen.longest.max(plies + 1),
                Solved::Draw | Solved::Loss(_) => seen.all_lose = false,
            }
            if is_enough(&seen) {
                break;
            }
        }
        Some(seen)
    }

    /// Notes that a mate in so many plies is known; there may be a shorter one.
    fn decide_at(&mut self, plies: u16, index: usize) -> Option<()> {
        if plies > MAX_PLIES {
            return None;
        }
        let plies = usize::from(plies);
        if self.due.len() <= plies {
            self.due.resize_with(plies + 1, Vec::new);
        }
        self.due[plies].push(index as u32);
        Some(())
    }

    /// Decides a position for which there is no shorter mate.
    fn decide(&mut self, plies: u16, index: usize) -> Option<()> {
        self.decide_at(plies, index)?;
        self.values[index] = plies as u8 + 1;
        Some(())
    }

    /// Finds the positions that cannot occur, mates, and what captures and promotions decide; and notes where men come from.
    fn look_at_all(&mut self) -> Option<()> {
        for index in 0..self.layout.len() {
            let position = self.layout.position(index);
            let sight = match &position {
                Some((side, squares)) if self.glance.is_simple => self.glance.look(*side, squares),
                _ => Sight::Unclear,
            };
            if sight == Sight::Quiet {
                // Not decided yet; `fill_sources` notes its moves.
                continue;
            }
            let position = position.filter(|_| sight != Sight::Illegal);
            let found = position.and_then(|(side, squares)| Some((self.board(side, &squares)?, squares)));
            let Some((board, squares)) = found else {
                self.values[index] = ILLEGAL;
                continue;
            };
            let mut sources = std::mem::take(&mut self.sources);
            let note = |m: Move, man| {
                let place = self.layout.first_alike(man) * self.layout.squares() + self.layout.number_of(m.to());
                sources[place] |= m.from().bit();
            };
            let moves = self.moves(index, &board, &squares, note, |_| false);
            self.sources = sources;
            let moves = moves?;
            let is_lost = board.in_check() || board.stalemate() == Verdict::Loss;
            match moves {
                Moves { any: false, .. } if is_lost => self.decide_at(0, index)?,
                Moves { shortest_outside: Some(plies), .. } => self.decide_at(plies, index)?,
                // Nothing is decided yet, so that all these moves lead to other men.
                Moves { any: true, all_lose: true, longest, .. } => self.decide_at(longest, index)?,
                _ => {}
            }
        }
        Some(())
    }

    /// Notes from where men that leap and slide can come.
    fn fill_sources(&mut self) {
        for man in 0..self.men.len() {
            let place = self.layout.first_alike(man) * self.layout.squares();
            self.glance.sources(man, |from, to| self.sources[place + self.layout.number_of(to)] |= from.bit());
        }
    }

    /// Adds what the moves of mirror images would have shown.
    fn mirror_sources(&mut self) {
        if !self.layout.has_mirror() {
            return;
        }
        let seen = self.sources.clone();
        for (man, _) in self.men.iter().enumerate() {
            let place = |to| man * self.layout.squares() + self.layout.number_of(to);
            for to in self.rules.spec().board {
                for from in seen[place(self.layout.mirrored(to))] {
                    self.sources[place(to)] |= self.layout.mirrored(from).bit();
                }
            }
        }
    }

    /// Decides position after position, the shortest mates first.
    fn go_back(&mut self) -> Option<()> {
        let mut plies = 0;
        while plies < self.due.len() {
            let due = std::mem::take(&mut self.due[plies]);
            let value = plies as u8 + 1;
            for &index in &due {
                let known = &mut self.values[index as usize];
                *known = if *known == 0 { value } else { *known };
            }
            for index in due {
                if self.values[index as usize] == value {
                    self.look_before(index as usize, plies as u16)?;
                }
            }
            plies += 1;
        }
        Some(())
    }

    /// Looks at the positions before one that has just been decided.
    fn look_before(&mut self, index: usize, plies: u16) -> Option<()> {
        let Some((side, squares)) = self.layout.position(index) else { return Some(()) };
        let occupied = squares.iter().fold(Bitboard::EMPTY, |set, square| set | square.bit());
        for (man, _) in self.men.iter().enumerate().filter(|(_, piece)| piece.color() != side) {
            let place = self.layout.first_alike(man) * self.layout.squares() + self.layout.number_of(squares[man]);
            for from in self.sources[place].without(occupied) {
                let mut earlier = squares.clone();
                earlier[man] = from;
                let image = self.layout.index_of_mirror(!side, &earlier);
                for before in [self.layout.index(!side, &earlier)].into_iter().chain(image) {
                    if self.values[before] != 0 {
                        continue;
                    }
                    if plies % 2 == 1 {
                        self.decide_if_lost(before)?;
                    } else if self.has_move(!side, &earlier, man, squares[man]) {
                        self.decide(plies + 1, before)?;
                    }
                }
            }
        }
        Some(())
    }

    /// Whether a move of a position takes a man to an empty square, from where the king cannot be captured.
    fn has_move(&self, side: Color, squares: &[Square], man: usize, to: Square) -> bool {
        if let Some(targets) = self.glance.targets(squares, man) {
            return targets.has(to);
        }
        let Some(board) = self.board(side, squares) else { return false };
        let mut moves = MoveList::new();
        board.generate_from(squares[man].bit(), Stage::All, &mut moves);
        moves.iter().any(|&m| m.to() == to && is_plain(m))
    }

    /// Decides a position in which each move leads the opponent into a won position.
    fn decide_if_lost(&mut self, index: usize) -> Option<()> {
        let Some((side, squares)) = self.layout.position(index) else { return Some(()) };
        let Some(longest) = self.longest_at_a_glance(index, side, &squares) else { return Some(()) };
        if self.glance.is_simple && !self.glance.has_captures(side, &squares) {
            return self.decide(longest, index);
        }
        let Some(board) = self.board(side, &squares) else { return Some(()) };
        let moves = self.moves(index, &board, &squares, |_, _| {}, |seen| !seen.all_lose)?;
        if moves.all_lose { self.decide(moves.longest, index) } else { Some(()) }
    }

    /// The plies to the longest mate by the moves to empty squares that are seen at a glance; `None` if the opponent does not
    /// win after each of them.
    fn longest_at_a_glance(&self, index: usize, side: Color, squares: &[Square]) -> Option<u16> {
        let mut longest = 0;
        for man in (0..self.men.len()).filter(|&man| self.men[man].color() == side) {
            for to in self.glance.targets(squares, man).unwrap_or(Bitboard::EMPTY) {
                match self.values[self.layout.index_after(index, squares, man, to)] {
                    ILLEGAL => {}
                    value => match solved(value) {
                        Solved::Win(plies) => longest = longest.max(plies + 1),
                        Solved::Draw | Solved::Loss(_) => return None,
                    },
                }
            }
        }
        Some(longest)
    }
}
