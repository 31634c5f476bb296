//! A movement as text that does not depend on how Betza's notation spelled it.

use std::collections::BTreeMap;

use super::super::betza::{Form, MAX_STEP, Moves, Part, UNLIMITED};
use super::super::betza::{Path, Stretch, lame, paths};

/// What a line of movement is: whether it is for initial moves only, its form, and its step.
type Line = (bool, Shape, (i8, i8));

/// How a step is used. A leap is a ride of one step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Ride,
    Lame,
    /// To the square just behind the piece that it hops over.
    ShortHop,
    Hop,
}

/// The movement of a piece on a board of this size, as the page `identity.md` explains it. `has_initial` tells whether there
/// are squares from which initial moves are made.
pub(super) fn text(moves: &Moves, (files, ranks): (u8, u8), has_initial: bool) -> String {
    let size = (files, ranks);
    let mut ranges: BTreeMap<Line, [u8; 2]> = BTreeMap::new();
    let mut walks: BTreeMap<(bool, String), [u8; 2]> = BTreeMap::new();
    for part in moves.parts().iter().filter(|part| has_initial || !part.initial) {
        if part.form == Form::Walk {
            let walked = part.steps.iter().flat_map(|step| paths(part, step));
            for path in walked.filter(|path| fits(path, size)) {
                let reached = match lame_step(&path) {
                    Some(step) => ranges.entry((part.initial, Shape::Lame, step)).or_default(),
                    None => walks.entry((part.initial, path_text(&path, size))).or_default(),
                };
                widen(reached, part, 1);
            }
            continue;
        }
        for step in part.steps.iter() {
            if let Some((shape, range)) = reach(part, step, most_steps(step, size)) {
                widen(ranges.entry((part.initial, shape, step)).or_default(), part, range);
            }
        }
    }
    drop_included(&mut ranges);
    let mut groups: BTreeMap<(String, String), Vec<(i8, i8)>> = BTreeMap::new();
    for (&(initial, shape, step), &[quiets, captures]) in &ranges {
        let modes = if quiets == captures { [("", quiets), ("", 0)] } else { [("m", quiets), ("c", captures)] };
        for (mode, range) in modes.into_iter().filter(|&(_, range)| range > 0) {
            let initial = if initial { "i" } else { "" };
            let (form, range) = form_text(shape, range);
            let words = (format!("{initial}{mode}{form}{}", atom(step)), range);
            groups.entry(words).or_default().push(step);
        }
    }
    let element = |((atom, range), steps): (&(String, String), &Vec<(i8, i8)>)| {
        let possible = all_like(steps[0]).into_iter().filter(|&step| most_steps(step, (files, ranks)) > 0).count();
        let mut names: Vec<String> = steps.iter().copied().map(direction).collect();
        names.sort_unstable();
        let names = if steps.len() == possible { String::new() } else { format!(":{}", names.join(",")) };
        format!("{atom}{range}{names}")
    };
    let walk = |((initial, path), modes): (&(bool, String), &[u8; 2])| {
        let mode = ["", "m", "c", ""][usize::from(modes[0]) + 2 * usize::from(modes[1])];
        format!("{}{mode}{path}", if *initial { "i" } else { "" })
    };
    let elements: Vec<String> = groups.iter().map(element).chain(walks.iter().map(walk)).collect();
    if elements.is_empty() { "-".to_owned() } else { elements.join(" ") }
}

/// Lets moves without capture, and captures, reach so far if a part is for them.
fn widen([quiets, captures]: &mut [u8; 2], part: &Part, range: u8) {
    if part.quiets {
        *quiets = range.max(*quiets);
    }
    if part.captures {
        *captures = range.max(*captures);
    }
}

/// The most steps of a ride on a board of this size.
fn most_steps((right, ahead): (i8, i8), (files, ranks): (u8, u8)) -> u8 {
    let most = |size: u8, step: i8| (size - 1).checked_div(step.unsigned_abs()).unwrap_or(u8::MAX);
    most(files, right).min(most(ranks, ahead))
}

/// How a part of a movement uses a step, and how far, if it does anything on a board with room for so many steps.
fn reach(part: &Part, (right, ahead): (i8, i8), most: u8) -> Option<(Shape, u8)> {
    let is_adjacent = right.abs() <= 1 && ahead.abs() <= 1;
    let whole = |range: u8| if range >= most && most > 1 { UNLIMITED } else { range.min(most) };
    match part.form {
        _ if most == 0 => None,
        Form::Hop if most == 1 => None,
        Form::Hop if part.range == 1 => Some((Shape::ShortHop, 1)),
        Form::Hop => Some((Shape::Hop, whole(part.range))),
        Form::LameLeap if !is_adjacent => Some((Shape::Lame, 1)),
        Form::Leap | Form::LameLeap => Some((Shape::Ride, 1)),
        Form::Ride => Some((Shape::Ride, whole(part.range))),
        Form::Walk => None,
    }
}

/// Whether a board of this size has room for a path up to where it may end.
fn fits(path: &Path, (files, ranks): (u8, u8)) -> bool {
    let (mut at, mut least, mut most) = ((0, 0), (0, 0), (0, 0));
    let needed = path.iter().position(|stretch| stretch.ends).map_or(path.len(), |end| end + 1);
    for Stretch { step, .. } in &path[..needed] {
        at = (at.0 + step.0, at.1 + step.1);
        least = (at.0.min(least.0), at.1.min(least.1));
        most = (at.0.max(most.0), at.1.max(most.1));
    }
    most.0 - least.0 < files as i8 && most.1 - least.1 < ranks as i8
}

/// The step of the lame leap that a path is; `None` if it is none.
fn lame_step(path: &Path) -> Option<(i8, i8)> {
    let to = path.iter().fold((0i8, 0i8), |(files, ranks), Stretch { step, .. }| (files + step.0, ranks + step.1));
    (to.0.abs() <= MAX_STEP && to.1.abs() <= MAX_STEP && *path == lame(to)).then_some(to)
}

/// A path as its stretches: `W:n-F*:ne`. A hop has a `p` before it.
fn path_text(path: &Path, size: (u8, u8)) -> String {
    let stretch = |stretch: &Stretch| {
        let hop = match (stretch.leaves_occupied, stretch.leaves_empty) {
            (false, _) => "",
            (true, false) => "p",
            (true, true) => "mp",
        };
        let stop = if stretch.ends && stretch.leaves_empty { "?" } else { "" };
        let most = most_steps(stretch.step, size);
        let range = match stretch.range {
            1 => String::new(),
            range if range >= most => "*".to_owned(),
            range => range.to_string(),
        };
        let shared = if stretch.shares_range { "+" } else { "" };
        format!("{hop}{}{range}{shared}:{}{stop}", atom(stretch.step), direction(stretch.step))
    };
    path.iter().map(stretch).collect::<Vec<_>>().join("-")
}

/// Removes what another line of the movement can do anyway.
fn drop_included(ranges: &mut BTreeMap<Line, [u8; 2]>) {
    let all = ranges.clone();
    let of = |line: Line| all.get(&line).copied().unwrap_or_default();
    for (&(initial, shape, step), reached) in ranges.iter_mut() {
        let mut others = vec![];
        if initial {
            others.push(of((false, shape, step)));
        }
        if shape == Shape::Lame {
            others.extend([of((initial, Shape::Ride, step)), of((false, Shape::Ride, step))]);
        }
        for mode in 0..2 {
            if others.iter().any(|other| other[mode] >= reached[mode]) {
                reached[mode] = 0;
            }
        }
    }
    ranges.retain(|_, reached| *reached != [0, 0]);
}

/// The modifier of a shape and the range after its atom.
fn form_text(shape: Shape, range: u8) -> (&'static str, String) {
    let form = match shape {
        Shape::Ride => "",
        Shape::Lame => "n",
        Shape::ShortHop => "g",
        Shape::Hop => "p",
    };
    let range = match range {
        1 => String::new(),
        UNLIMITED => "*".to_owned(),
        count => count.to_string(),
    };
    (form, range)
}

/// The letter of the atom with this step.
fn atom((right, ahead): (i8, i8)) -> char {
    let (right, ahead) = (right.unsigned_abs(), ahead.unsigned_abs());
    match (right.max(ahead), right.min(ahead)) {
        (1, 0) => 'W',
        (1, _) => 'F',
        (2, 0) => 'D',
        (2, 1) => 'N',
        (2, _) => 'A',
        (_, 0) => 'H',
        (_, 1) => 'C',
        (_, 2) => 'Z',
        _ => 'G',
    }
}

/// The steps of the atom with this step.
fn all_like((right, ahead): (i8, i8)) -> Vec<(i8, i8)> {
    let mut steps = Vec::new();
    for (right, ahead) in [(right, ahead), (ahead, right)] {
        steps.extend([(right, ahead), (-right, ahead), (right, -ahead), (-right, -ahead)]);
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// A direction by its name on a compass, with ahead as north.
fn direction((right, ahead): (i8, i8)) -> String {
    let vertical = ["s", "", "n"][(ahead.signum() + 1) as usize];
    let horizontal = ["w", "", "e"][(right.signum() + 1) as usize];
    let main = match (right.abs(), ahead.abs()) {
        (0, _) | (_, 0) => "",
        (right, ahead) if right > ahead => horizontal,
        (right, ahead) if right < ahead => vertical,
        _ => "",
    };
    format!("{main}{vertical}{horizontal}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(betza: &str) -> String {
        text(&Moves::read(betza).expect("a movement"), (8, 8), true)
    }

    #[test]
    fn movements_have_one_text() {
        for (spellings, expected) in [
            (&["K", "WF", "FW", "fKbKsKW"][..], "F W"),
            (&["Q", "RB", "WWFF", "KK", "KQ", "K9", "RBW", "mQcQ"], "F* W*"),
            (&["Q2", "R2B2", "W2F2"], "F2 W2"),
            (&["N", "vNsN", "fhNbhN", "mNcN", "NnN"], "N"),
            (&["fmWfcF", "fmWfceF", "cfFmfW"], "cF:ne,nw mW:n"),
            (&["NN", "N0"], "N*"),
            (&["C", "L"], "C"),
            (&["mRcpR", "mWWcpR"], "cpW* mW*"),
            (&["mRcR2", "R2mR"], "cW2 mW*"),
            (&["gQ", "gRgB"], "gF gW"),
            (&["fsW", "lrfW"], "W:e,n,w"),
            (&["nN"], "nN"),
            (&["fhN"], "N:ene,nne,nnw,wnw"),
            (&["fmWifmR2", "fmWimfW2"], "imW2:n mW:n"),
            (&["fmRifmR2"], "mW*:n"),
            (&["nN", "mafsW", "afsW", "mafrWmaflW"], "nN"),
            (&["afW", "nD"], "nD"),
            (&["fyafsF"], "F:ne-W*:e F:ne-W*:n F:nw-W*:n F:nw-W*:w"),
            (&["fmafpW"], "W:n-pW:n-W:n"),
            (&["flqF3"], "F:nw?-W:n?-F:ne F:nw?-W:w?-F:sw"),
            (&["fWfmpafW"], "W:n mpW:n-W:n"),
            (&["nW"], "W"),
            (&[""], "-"),
        ] {
            for betza in spellings {
                assert_eq!(read(betza), expected, "{betza}");
            }
        }
    }

    /// What a small board has no room for is not part of the movement.
    #[test]
    fn movements_fit_the_board() {
        let of = |betza, size| text(&Moves::read(betza).expect("a movement"), size, false);
        assert_eq!(of("R", (8, 8)), of("R7", (8, 8)));
        assert_ne!(of("R", (8, 9)), of("R7", (8, 9)));
        assert_eq!(of("HN", (3, 3)), "N");
        assert_eq!(of("HN", (3, 4)), "H N");
        assert_eq!(of("fmWifmR2", (8, 8)), "mW:n");
    }
}
