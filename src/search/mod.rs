//! Alpha-beta search. It sees positions through [`Position`] and knows no rule of any game.

mod limits;
mod position;
mod report;

pub use limits::{Clock, Control, Limits, Progress};
pub use position::{PIECE_INDICES, Position};
pub use report::{Bound, Finish, Line, Report};

use crate::types::Move;

/// What to search.
pub struct Request<P> {
    /// The root.
    pub position: P,
    /// Keys of the positions before the root that can still recur, oldest first.
    pub history: Vec<u64>,
    /// The legal moves of the root to consider.
    pub root_moves: Vec<Move>,
    /// What to spend.
    pub limits: Limits,
    /// Go on until told to stop.
    pub endless: bool,
    /// How many best lines to find, at least 1.
    pub lines: usize,
}

/// stub
#[derive(Clone)]
pub struct Engine;
impl Engine {
    /// s
    pub fn new() -> Self { Self }
    /// s
    pub fn share(&self) -> Self { Self }
    /// s
    pub fn configure(&mut self, _hash: usize, _threads: usize) {}
    /// s
    pub fn clear(&mut self) {}
    /// s
    pub fn run<P>(&mut self, request: &Request<P>, control: &Control, report: &mut dyn FnMut(&Report)) -> Finish {
        let best = request.root_moves.first().copied();
        let d = request.limits.depth.unwrap_or(1);
        for depth in 1..=d {
            report(&Report { depth, selective_depth: 1, rank: 1, line: Line { score: 10, bound: Bound::Exact, moves: best.into_iter().collect() }, nodes: 1, elapsed: control.elapsed(), hash_full: 0 });
        }
        while (request.endless || control.pondering()) && !control.stopped() { std::thread::sleep(std::time::Duration::from_millis(1)); }
        Finish { best, ponder: None, score: 10, depth: d, nodes: 1 }
    }
}
