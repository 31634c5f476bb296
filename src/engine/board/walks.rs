//! Where a piece gets along its paths from a square: by lame leaps, rides, hops and walks.

use super::betza::{Path, Stretch};
use crate::types::{Bitboard, Color, Square};

/// A square on a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stop {
    square: Square,
    /// Whether the piece may end its move here.
    ends: bool,
    /// Whether the next stop can be reached if this square is occupied; if not, it must be empty.
    is_hurdle: bool,
    /// The number of the stop at which another way begins.
    other: u16,
}

/// The ways from a square as a tree of stops. The stops behind one follow it, up to the stop where another way begins, so
/// that one pass over the list finds all that can be reached.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Walks(Box<[Stop]>);

impl Walks {
    /// The ways from a square of the board along these paths.
    pub fn new<'p>(
        board: Bitboard,
        color: Color,
        from: Square,
        paths: impl IntoIterator<Item = &'p Path>,
        allowed: Bitboard,
    ) -> Self {
        /// Room for most pieces.
        const ROOM: usize = 64;
        let mut nodes = Vec::with_capacity(ROOM);
        nodes.push(Node { square: from, is_hurdle: false, ends: false, behind: NONE, beside: NONE });
        let mut tree = Tree { board, color, from, allowed, nodes };
        for path in paths {
            tree.add(0, from, path, 0);
        }
        let mut stops = Vec::with_capacity(tree.nodes.len());
        tree.write(0, &tree.ends_behind(), &mut stops);
        Self(stops.into())
    }

    /// The squares reached. Hops go neither over nor to `shunned` squares.
    #[inline(always)]
    pub fn reached(&self, occupied: Bitboard, shunned: Bitboard) -> Bitboard {
        let (mut reached, mut at) = (Bitboard::EMPTY, 0);
        while let Some(stop) = self.0.get(at) {
            if stop.ends {
                reached |= stop.square.bit();
            }
            let goes_on = if stop.is_hurdle { occupied.without(shunned) } else { !occupied };
            at = if goes_on.has(stop.square) { at + 1 } else { stop.other.into() };
        }
        reached.without(shunned)
    }

    /// The squares that could be reached with some occupation of the board.
    pub fn potential(&self) -> Bitboard {
        self.0.iter().filter(|stop| stop.ends).map(|stop| stop.square).collect()
    }

    /// The number of squares reached, each counted by its chance. `free` is the chance that a square is empty. Of ways to
    /// the same square, no more than two at once are taken into account.
    pub fn expected(&self, free: f64) -> f64 {
        self.potential().into_iter().map(|square| self.chance(square, free)).sum()
    }

    fn chance(&self, target: Square, free: f64) -> f64 {
        let ways: Vec<[Bitboard; 2]> = self.ends(target).map(|end| self.needs(end)).collect();
        let chance = |[empty, occupied]: [Bitboard; 2]| {
            let is_possible = (empty & occupied).is_empty();
            if is_possible { free.powi(empty.count() as i32) * (1.0 - free).powi(occupied.count() as i32) } else { 0.0 }
        };
        let both = |one: [Bitboard; 2], other: [Bitboard; 2]| chance([one[0] | other[0], one[1] | other[1]]);
        let of_one = || ways.iter().map(|&way| chance(way));
        let of_two = ways
            .iter()
            .enumerate()
            .flat_map(|(number, &way)| ways[..number].iter().map(move |&other| both(way, other)));
        (of_one().sum::<f64>() - of_two.sum::<f64>()).max(of_one().fold(0.0, f64::max))
    }

    /// The squares that must be empty and occupied, for the move to end at the stop with this number.
    fn needs(&self, end: usize) -> [Bitboard; 2] {
        let [mut empty, mut occupied] = [Bitboard::EMPTY; 2];
        for stop in self.before(end) {
            *(if stop.is_hurdle { &mut occupied } else { &mut empty }) |= stop.square.bit();
        }
        [empty, occupied]
    }

    /// The numbers of the stops where a move to a square ends.
    fn ends(&self, target: Square) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(move |(_, stop)| stop.ends && stop.square == target).map(|(number, _)| number)
    }

    /// The squares whose occupation decides whether `target` is reached.
    pub fn decisive(&self, target: Square) -> Bitboard {
        self.ends(target).flat_map(|end| self.before(end)).map(|stop| stop.square).collect()
    }

    /// The stops on the way to the one with this number.
    fn before(&self, end: usize) -> impl Iterator<Item = &Stop> {
        self.0[..end].iter().filter(move |stop| usize::from(stop.other) > end)
    }
}

/// No node.
const NONE: usize = usize::MAX;

/// A stop, those behind it, and those of other ways from the stop before it.
struct Node {
    square: Square,
    is_hurdle: bool,
    ends: bool,
    /// The first node behind it.
    behind: usize,
    /// The next node behind the same one.
    beside: usize,
}

/// The tree of stops while it grows. The first node is the start.
struct Tree {
    board: Bitboard,
    color: Color,
    from: Square,
    /// The squares where the piece may end its move.
    allowed: Bitboard,
    nodes: Vec<Node>,
}

impl Tree {
    /// Adds the rest of a path, which goes on from a square behind a node. `before` are the steps of the stretch before.
    fn add(&mut self, mut node: usize, mut square: Square, path: &[Stretch], before: u8) {
        let Some((stretch, rest)) = path.split_first() else { return };
        let range = stretch.range.saturating_sub(if stretch.shares_range { before } else { 0 });
        for steps in 1..=range {
            let Some(next) = step_from(self.color, square, stretch.step).filter(|&to| self.board.has(to)) else {
                break;
            };
            square = next;
            // The piece has left its square: it is empty, and no end of a move.
            if square == self.from {
                if stretch.leaves_empty {
                    self.add(node, square, rest, steps);
                }
                continue;
            }
            if stretch.leaves_occupied {
                let hurdle = self.node(node, square, true);
                self.add(hurdle, square, rest, steps);
            }
            node = self.node(node, square, false);
            self.nodes[node].ends |= stretch.ends && self.allowed.has(square);
            if stretch.leaves_empty {
                self.add(node, square, rest, steps);
            }
        }
    }

    /// The nodes behind another one.
    fn behind(&self, node: usize) -> impl Iterator<Item = usize> {
        let some = |node: usize| Some(node).filter(|&node| node != NONE);
        std::iter::successors(some(self.nodes[node].behind), move |&node| some(self.nodes[node].beside))
    }

    /// The node behind another one with this square.
    fn node(&mut self, before: usize, square: Square, is_hurdle: bool) -> usize {
        let is_it = |&node: &usize| (self.nodes[node].square, self.nodes[node].is_hurdle) == (square, is_hurdle);
        if let Some(known) = self.behind(before).find(is_it) {
            return known;
        }
        let new = self.nodes.len();
        let beside = std::mem::replace(&mut self.nodes[before].behind, new);
        self.nodes.push(Node { square, is_hurdle, ends: false, behind: NONE, beside });
        new
    }

    /// By node, whether a move can end there or behind it.
    fn ends_behind(&self) -> Vec<bool> {
        let mut leads: Vec<bool> = self.nodes.iter().map(|node| node.ends).collect();
        // A node has a lower number than those behind it.
        for number in (0..self.nodes.len()).rev().filter(|&number| self.nodes[number].behind != NONE) {
            leads[number] |= self.behind(number).any(|behind| leads[behind]);
        }
        leads
    }

    /// Writes what is behind a node as stops, without what leads nowhere.
    fn write(&self, node: usize, leads: &[bool], stops: &mut Vec<Stop>) {
        for number in self.behind(node).filter(|&node| leads[node]) {
            let (node, stop) = (&self.nodes[number], stops.len());
            stops.push(Stop { square: node.square, ends: node.ends, is_hurdle: node.is_hurdle, other: 0 });
            self.write(number, leads, stops);
            stops[stop].other = u16::try_from(stops.len()).expect("movements with so many squares are not parsed");
        }
    }
}

/// The square one step on, as `color` sees it: Black's steps are White's turned by 180 degrees.
pub(super) fn step_from(color: Color, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    match color {
        Color::White => from.offset(files, ranks),
        Color::Black => from.offset(-files, -ranks),
    }
}

/// The squares of at most `range` steps on a board.
pub(super) fn ride(board: Bitboard, color: Color, from: Square, step: (i8, i8), range: u8) -> Vec<Square> {
    let next = |&at: &Square| step_from(color, at, step).filter(|&square| board.has(square));
    std::iter::successors(next(&from), next).take(range.into()).collect()
}
