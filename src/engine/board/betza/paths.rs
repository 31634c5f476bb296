//! The paths of parts of movements that are neither leaps nor slides, as their owner sees them: lame leaps, rides, hops
//! and walks are all stretches of equal steps, one after the other.

use super::legs::{Bend, MOST_IN_CIRCLE};
use super::{Form, Part, UNLIMITED};
use crate::types::STRIDE;

/// A number of equal steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in super::super) struct Stretch {
    /// The step, as files to the right and ranks ahead.
    pub step: (i8, i8),
    /// The most steps, or [`UNLIMITED`].
    pub range: u8,
    /// Whether the steps of the stretch before count as well.
    pub shares_range: bool,
    /// Whether the piece may end its move here, on a square that is empty or has an enemy.
    pub ends: bool,
    /// Whether the next stretch may begin on an empty square.
    pub leaves_empty: bool,
    /// Whether the next stretch may begin on an occupied square.
    pub leaves_occupied: bool,
}

impl Stretch {
    /// Steps over empty squares, which end the move.
    const fn last(step: (i8, i8), range: u8) -> Self {
        Self { step, range, shares_range: false, ends: true, leaves_empty: false, leaves_occupied: false }
    }

    /// One step to a square that must be empty.
    const fn over_empty(step: (i8, i8)) -> Self {
        Self { ends: false, leaves_empty: true, ..Self::last(step, 1) }
    }
}

/// One stretch after the other.
pub(in super::super) type Path = Vec<Stretch>;

/// Whether a part's step begins paths: it is neither a leap nor a slide.
pub(in super::super) fn has_paths(part: &Part, (files, ranks): (i8, i8)) -> bool {
    match part.form {
        Form::Leap => false,
        Form::LameLeap | Form::Hop | Form::Walk => true,
        Form::Ride => files.abs() > 1 || ranks.abs() > 1,
    }
}

/// The paths of a part that begin with a step of it.
pub(in super::super) fn paths(part: &Part, step: (i8, i8)) -> Vec<Path> {
    match (part.form, part.bend) {
        (Form::Leap | Form::Ride, _) => vec![vec![Stretch::last(step, part.range)]],
        (Form::LameLeap, _) => vec![lame(step)],
        (Form::Hop, _) => {
            let (hurdle, behind) = if part.range == 1 { (UNLIMITED, 1) } else { (part.range, part.range) };
            let hop = Stretch { ends: false, leaves_occupied: true, ..Stretch::last(step, hurdle) };
            vec![vec![hop, Stretch { shares_range: part.range != 1, ..Stretch::last(step, behind) }]]
        }
        (Form::Walk, Bend::None) => {
            let mut found = Vec::new();
            extend(part, Heading::new(step), &mut Vec::new(), &mut found);
            found
        }
        (Form::Walk, bend) => bent(bend, Heading::new(step), part.range),
    }
}

/// The path of a lame leap: straight or diagonally along the longer way first, then the rest, so that a knight is blocked
/// on the square beside it.
pub(in super::super) fn lame(step: (i8, i8)) -> Path {
    let (mut path, (mut files, mut ranks)) = (Path::new(), step);
    while (files, ranks) != (0, 0) {
        let next = (
            if files.abs() >= ranks.abs() { files.signum() } else { 0 },
            if ranks.abs() >= files.abs() { ranks.signum() } else { 0 },
        );
        path.push(Stretch::over_empty(next));
        (files, ranks) = (files - next.0, ranks - next.1);
    }
    if let Some(last) = path.last_mut() {
        *last = Stretch::last(last.step, 1);
    }
    path
}

/// The direction in which an atom steps: one of eight, clockwise, beginning straight ahead.
#[derive(Clone, Copy)]
struct Heading {
    eighth: u8,
    /// Files and ranks of the step with number 0.
    ahead: (i8, i8),
    /// To which side it turned last: 0 for neither, 1 for left, 2 for right.
    side: usize,
}

impl Heading {
    fn new(step: (i8, i8)) -> Self {
        let (files, ranks) = (step.0.abs(), step.1.abs());
        let (short, long) = (files.min(ranks), files.max(ranks));
        let ahead = if short == long { (0, long) } else { (short, long) };
        let of = |eighth| Self { eighth, ahead, side: 0 };
        (0..8).map(of).find(|heading| heading.step() == step).unwrap_or(of(0))
    }

    fn step(self) -> (i8, i8) {
        let (short, long) = self.ahead;
        let (files, ranks) = match (self.eighth % 2 == 1, short) {
            (false, _) => (short, long),
            (true, 0) => (long, long),
            (true, _) => (long, short),
        };
        // A quarter to the right for each two eighths.
        match self.eighth / 2 {
            0 => (files, ranks),
            1 => (ranks, -files),
            2 => (-files, -ranks),
            _ => (-ranks, files),
        }
    }

    /// The heading after a turn by so many eighths to the right.
    fn turned(self, eighths: u8) -> Self {
        let side = match eighths {
            1..=3 => 2,
            5..=7 => 1,
            _ => self.side,
        };
        Self { eighth: (self.eighth + eighths) % 8, side, ..self }
    }
}

/// Adds the legs of a walk from the one with the number of those in `path` on.
fn extend(part: &Part, heading: Heading, path: &mut Path, found: &mut Vec<Path>) {
    let legs = part.legs();
    let leg = legs[path.len()];
    path.push(Stretch {
        step: heading.step(),
        range: leg.range,
        shares_range: leg.shares_range,
        ends: path.len() + 1 == legs.len(),
        leaves_empty: leg.leaves_empty,
        leaves_occupied: leg.leaves_occupied,
    });
    match legs.get(path.len()) {
        None => found.push(path.clone()),
        Some(next) => {
            let turns = next.turns[heading.side];
            for eighths in (0..8).filter(|eighths| turns >> eighths & 1 != 0) {
                extend(part, heading.turned(eighths), path, found);
            }
        }
    }
    path.pop();
}

/// The two rides that begin with a heading and bend to either side.
fn bent(bend: Bend, heading: Heading, range: u8) -> Vec<Path> {
    let (turn, most) = if bend == Bend::Circular { (1, MOST_IN_CIRCLE) } else { (2, STRIDE) };
    let ride = |first: u8| {
        let (mut path, mut heading, mut turn) = (Path::new(), heading, first);
        let steps = range.min(most);
        for number in 1..=steps {
            path.push(Stretch { leaves_empty: number < steps, ..Stretch::last(heading.step(), 1) });
            heading = heading.turned(turn);
            if bend == Bend::Crooked {
                turn = 8 - turn;
            }
        }
        path
    };
    vec![ride(turn), ride(8 - turn)]
}
