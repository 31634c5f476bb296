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
        Gait::Leap | Gait::LameLeap => 1,
        Gait::Grasshop => i32::MAX,
        Gait::Ride | Gait::Hop => digit.filter(|&digit| digit > 0).unwrap_or(i32::MAX),
    };
    let both = modifiers.quiet == modifiers.captures;
    let quiet = both || modifiers.quiet;
    let captures = (both || modifiers.captures) && !modifiers.initial;
    for &step in steps {
        for (dx, dy) in directed(step, steps.len() == 1, &modifiers.directions) {
            movements.push(Movement { dx, dy, gait, range, quiet, captures, initial: modifiers.initial });
        }
    }
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
