//! The kinds of pieces that the format knows, and their movements in Betza's notation.

/// A kind of piece, by the key that gives it its letter: `pawn`, `archbishop`, `customPiece1`.
pub type Kind = &'static str;

/// All kinds and their movements, in the order in which letters are given out: a later kind takes over the letter of an
/// earlier one. Pawns are walked by hand.
pub const KINDS: [(Kind, &str); 62] = [
    ("pawn", ""),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
    ("customPiece1", ""),
    ("customPiece2", ""),
    ("customPiece3", ""),
    ("customPiece4", ""),
    ("customPiece5", ""),
    ("customPiece6", ""),
    ("customPiece7", ""),
    ("customPiece8", ""),
    ("customPiece9", ""),
    ("customPiece10", ""),
    ("customPiece11", ""),
    ("customPiece12", ""),
    ("customPiece13", ""),
    ("customPiece14", ""),
    ("customPiece15", ""),
    ("customPiece16", ""),
    ("customPiece17", ""),
    ("customPiece18", ""),
    ("customPiece19", ""),
    ("customPiece20", ""),
    ("customPiece21", ""),
    ("customPiece22", ""),
    ("customPiece23", ""),
    ("customPiece24", ""),
    ("customPiece25", ""),
    ("king", "K"),
];

/// How a piece gets from its square to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    /// At once, over whatever stands between.
    Leap,
    /// At once, if the squares on the way are empty.
    LameLeap,
    /// By repeated steps over empty squares.
    Ride,
    /// As a ride, but it must pass exactly one man, and ends behind it.
    Hop,
    /// As a hop that ends on the first square behind the man passed.
    Grasshop,
    /// By the legs of the movement, one after the other.
    Walk,
}

/// A turn between two legs, in eighths of a circle to the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    By(i32),
    /// To the side of the last turn, or to either if there was none.
    Same(i32),
    /// To the other side than the last turn, or to either if there was none.
    Other(i32),
}

/// A leg of a walk.
#[derive(Clone, Debug)]
pub struct Leg {
    /// From the direction of the leg before; nothing to say for the first leg.
    pub turns: Vec<Turn>,
    /// The largest number of steps.
    pub range: i32,
    /// Whether the steps of the leg before count as well.
    pub counts_on: bool,
    pub through_empty: bool,
    pub over_man: bool,
    /// Whether the move may end in this leg.
    pub ends: bool,
}

/// One direction of one atom of a movement, as White sees it.
#[derive(Clone, Debug)]
pub struct Movement {
    /// Files to the right of one step.
    pub dx: i32,
    /// Ranks ahead of one step.
    pub dy: i32,
    pub gait: Gait,
    /// The largest number of steps.
    pub range: i32,
    pub quiet: bool,
    pub captures: bool,
    /// Only from the squares of the double step region, and without capturing.
    pub initial: bool,
    /// The legs of a walk.
    pub legs: Vec<Leg>,
}

/// The steps (ahead, aside) of an atom, and whether it rides by itself.
fn atom(letter: char) -> Option<(&'static [(i32, i32)], bool)> {
    Some(match letter {
        'W' => (&[(1, 0)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(2, 0)], false),
        'N' => (&[(2, 1)], false),
        'A' => (&[(2, 2)], false),
        'H' => (&[(3, 0)], false),
        'L' | 'C' => (&[(3, 1)], false),
        'J' | 'Z' => (&[(3, 2)], false),
        'G' => (&[(3, 3)], false),
        'K' => (&[(1, 0), (1, 1)], false),
        'R' => (&[(1, 0)], true),
        'B' => (&[(1, 1)], true),
        'Q' => (&[(1, 0), (1, 1)], true),
        _ => return None,
    })
}

/// What stands before an atom.
#[derive(Clone, Default)]
struct Modifiers {
    quiet: bool,
    captures: bool,
    lame: bool,
    hops: bool,
    grasshops: bool,
    initial: bool,
    /// Pairs of letters; a single letter stands twice.
    directions: Vec<String>,
    /// Letters of directions in a leg after the first.
    turns: Vec<char>,
    /// The kind of leg that follows is the other one of steps and slides (`y`).
    changes: bool,
    /// A ride in a circle (`q`) or in a zigzag (`z`).
    bend: Option<char>,
    /// The legs before this one.
    before: Vec<Modifiers>,
}

/// The movements that a text in Betza's notation describes. Letters that it does not know, such as the mark `e` for
/// captures in passing, are passed over.
pub fn parse_betza(text: &str) -> Vec<Movement> {
    let letters: Vec<char> = text.chars().collect();
    let mut movements = Vec::new();
    let mut modifiers = Modifiers::default();
    let mut index = 0;
    while let Some(&letter) = letters.get(index) {
        let next = letters.get(index + 1).copied();
        index += 1;
        match letter {
            'm' => modifiers.quiet = true,
            'c' => modifiers.captures = true,
            'n' => modifiers.lame = true,
            'p' => modifiers.hops = true,
            'g' => modifiers.grasshops = true,
            'i' => modifiers.initial = true,
            'y' => modifiers.changes = true,
            'a' => {
                let mut leg = std::mem::take(&mut modifiers);
                modifiers.before = std::mem::take(&mut leg.before);
                modifiers.before.push(leg);
            }
            _ if !modifiers.before.is_empty() && (is_direction(letter) || "qz".contains(letter)) => {
                modifiers.turns.push(letter);
            }
            'q' | 'z' => modifiers.bend = Some(letter),
            _ if is_direction(letter) => {
                let second = next.filter(|&second| combine(letter, second));
                index += usize::from(second.is_some());
                modifiers.directions.push([letter, second.unwrap_or(letter)].into_iter().collect());
            }
            _ => {
                let Some((steps, rides)) = atom(letter) else { continue };
                let suffix = next.filter(|&c| c == letter || c.is_ascii_digit());
                index += usize::from(suffix.is_some());
                add_movements(&std::mem::take(&mut modifiers), steps, rides, suffix, &mut movements);
            }
        }
    }
    movements
}

fn is_direction(letter: char) -> bool {
    "fbvhrls".contains(letter)
}

/// Whether two letters together are one direction: a vertical and a horizontal one, or one doubled.
fn combine(first: char, second: char) -> bool {
    let (vertical, horizontal) = (|c| "fbvh".contains(c), |c| "rlsh".contains(c));
    first == second || vertical(first) && horizontal(second) || horizontal(first) && vertical(second)
}

fn add_movements(
    modifiers: &Modifiers,
    steps: &[(i32, i32)],
    rides: bool,
    suffix: Option<char>,
    movements: &mut Vec<Movement>,
) {
    if !modifiers.before.is_empty() || modifiers.bend.is_some() {
        return add_walks(modifiers, steps, rides, suffix, movements);
    }
    let digit = suffix.and_then(|c| c.to_digit(10)).map(|digit| digit as i32);
    // A digit 0 is no limit. A hopper whose range is 1 is a grasshopper.
    let grasshops = if digit.is_some() { digit == Some(1) } else { modifiers.grasshops };
    let gait = match () {
        () if modifiers.hops || modifiers.grasshops => {
            if grasshops {
                Gait::Grasshop
            } else {
                Gait::Hop
            }
        }
        () if rides || suffix.is_some() => Gait::Ride,
        () if modifiers.lame => Gait::LameLeap,
        () => Gait::Leap,
    };
    let range = match gait {
        Gait::Leap | Gait::LameLeap | Gait::Walk => 1,
        Gait::Grasshop => i32::MAX,
        Gait::Ride | Gait::Hop => digit.filter(|&digit| digit > 0).unwrap_or(i32::MAX),
    };
    let both = modifiers.quiet == modifiers.captures;
    let quiet = both || modifiers.quiet;
    let captures = (both || modifiers.captures) && !modifiers.initial;
    for &step in steps {
        for (dx, dy) in directed(step, steps.len() == 1, &modifiers.directions) {
            let (initial, legs) = (modifiers.initial, Vec::new());
            movements.push(Movement { dx, dy, gait, range, quiet, captures, initial, legs });
        }
    }
}

/// What cannot be counted on any board.
const FAR: i32 = 100;

fn add_walks(last: &Modifiers, steps: &[(i32, i32)], rides: bool, suffix: Option<char>, movements: &mut Vec<Movement>) {
    let range = match suffix.map(|c| c.to_digit(10)) {
        Some(Some(0) | None) => FAR,
        Some(Some(digit)) => digit as i32,
        None => {
            if rides {
                FAR
            } else {
                1
            }
        }
    };
    let first = last.before.first().unwrap_or(last);
    let both = last.quiet == last.captures;
    let (quiet, captures) = (both || last.quiet, (both || last.captures) && !first.initial);
    for &step in steps {
        for (dx, dy) in directed(step, steps.len() == 1, &first.directions) {
            for legs in all_legs(last, range) {
                let (gait, initial) = (Gait::Walk, first.initial);
                movements.push(Movement { dx, dy, gait, range, quiet, captures, initial, legs });
            }
        }
    }
}

/// The legs of a walk; two lists of them for a ride that bends.
fn all_legs(last: &Modifiers, mut range: i32) -> Vec<Vec<Leg>> {
    let leg = |turns, range| Leg { turns, range, counts_on: false, through_empty: false, over_man: false, ends: false };
    if let Some(bend) = last.bend.filter(|_| last.before.is_empty()) {
        let count = if range == 1 { FAR } else { range };
        let side = |side: i32| -> Vec<Leg> {
            let turn = |number: i32| match bend {
                'q' => side,
                _ => 2 * side * if number % 2 == 1 { 1 } else { -1 },
            };
            let of = |number| Leg { ends: true, through_empty: true, ..leg(vec![Turn::By(turn(number))], 1) };
            (0..count.min(if bend == 'q' { 7 } else { 12 })).map(of).collect()
        };
        return vec![side(1), side(-1)];
    }
    let mut legs = Vec::new();
    for part in last.before.iter().chain([last]) {
        let (is_last, hops) = (std::ptr::eq(part, last), part.hops || part.grasshops);
        let through_empty = !is_last && (part.quiet || part.changes || !hops);
        legs.push(Leg { through_empty, over_man: hops, ..leg(turns(&part.turns), range) });
        if part.changes || part.grasshops {
            range = if range == FAR { 1 } else { FAR };
        }
    }
    if last.hops || last.grasshops {
        let counts_on = !last.grasshops && range > 1 && range < FAR;
        legs.push(Leg { counts_on, ..leg(vec![Turn::By(0)], range) });
    }
    legs.last_mut().expect("a leg").ends = true;
    vec![legs]
}

/// The turns by each number of eighths, and the letters that name them, alone and in pairs.
const TURNS: [(i32, &str); 8] = [
    (0, "f v ff fv vf vv vb fh vh hf"),
    (1, "fr rf fs sf vr rv vs sv fh rh vh sh"),
    (2, "r s rr rs sr ss sl rh sh"),
    (3, "br rb bs sb vr rv vs sv bh rh vh sh"),
    (4, "b v bb bv vb vv vf bh vh"),
    (-3, "bl lb bs sb vl lv vs sv bh lh vh sh"),
    (-2, "l s ll ls sl ss sr lh sh"),
    (-1, "fl lf fs sf vl lv vs sv fh lh vh sh"),
];

/// The turns that letters name: all but back if there are none.
fn turns(letters: &[char]) -> Vec<Turn> {
    if letters.is_empty() {
        return (-3..=3).map(Turn::By).collect();
    }
    let named = |word: &str| -> Vec<i32> {
        let names_it = |(_, names): &&(i32, &str)| names.split(' ').any(|name| name == word);
        TURNS.iter().filter(names_it).map(|(eighths, _)| *eighths).collect()
    };
    let mut found = Vec::new();
    let mut rest = letters;
    while let Some((&first, others)) = rest.split_first() {
        // A letter for a side is read as `r`, which then stands for the one or the other side.
        let plain = |letter: char| if "qz".contains(letter) { 'r' } else { letter };
        let side = |eighths: i32, letters: &[char]| match letters.iter().find(|letter| "qz".contains(**letter)) {
            Some('q') => Turn::Same(eighths),
            Some(_) => Turn::Other(eighths),
            None => Turn::By(eighths),
        };
        let pair: Vec<char> = others.first().map(|&second| vec![first, second]).unwrap_or_default();
        let pair_word: String = pair.iter().map(|&letter| plain(letter)).collect();
        let (used, word) =
            if !named(&pair_word).is_empty() { (pair, pair_word) } else { (vec![first], plain(first).to_string()) };
        found.extend(named(&word).into_iter().map(|eighths| side(eighths, &used)));
        rest = &rest[used.len()..];
    }
    found
}

/// The eight directions of a step, clockwise. Those of a straight or diagonal step are straight and diagonal in turn.
pub fn compass((dx, dy): (i32, i32)) -> Vec<(i32, i32)> {
    let (short, long) = (dx.abs().min(dy.abs()), dx.abs().max(dy.abs()));
    let mut all: Vec<(i32, i32)> = Vec::new();
    for (a, b) in if short == 0 || short == long { [(0, long), (long, long)] } else { [(short, long), (long, short)] } {
        for (x, y) in [(a, b), (b, a)] {
            all.extend([(x, y), (-x, y), (x, -y), (-x, -y)]);
        }
    }
    let angle = |&(x, y): &(i32, i32)| (f64::from(x).atan2(f64::from(y)) * 1e6) as i64;
    all.sort_by_key(angle);
    all.dedup();
    all
}

/// The eight images of a step (ahead, aside), and the directions that choose each.
fn images((ahead, aside): (i32, i32)) -> [((i32, i32), &'static str); 8] {
    [
        ((aside, ahead), "ff vv rf rv fh rh hr"),
        ((-aside, -ahead), "bb vv lb lv bh lh hr"),
        ((ahead, -aside), "rr ss br bs bh rh hr"),
        ((-ahead, aside), "ll ss fl fs fh lh hr"),
        ((ahead, aside), "rr ss fr fs fh rh hl"),
        ((-ahead, -aside), "ll ss bl bs bh lh hl"),
        ((aside, -ahead), "bb vv rb rv bh rh hl"),
        ((-aside, ahead), "ff vv lf lv fh lh hl"),
    ]
}

/// The images (dx, dy) of a step that the directions choose, each once; all if there are none. For a straight atom that
/// stands alone a pair means both of its letters: `fsW` goes ahead and to both sides.
fn directed(step: (i32, i32), alone: bool, directions: &[String]) -> Vec<(i32, i32)> {
    let split = alone && step.1 == 0;
    let words: Vec<String> = directions
        .iter()
        .flat_map(|pair| if split { pair.chars().map(|c| format!("{c}{c}")).collect() } else { vec![pair.clone()] })
        .collect();
    let mut found = Vec::new();
    for (image, names) in images(step) {
        let chosen = words.is_empty() || names.split(' ').any(|name| words.iter().any(|word| word == name));
        if chosen && !found.contains(&image) {
            found.push(image);
        }
    }
    found
}
