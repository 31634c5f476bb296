//! Movements as diagrams write them, in the dialect of [`Moves`]: what is the same goes through as it is, so that there is
//! one reader of movements.

use super::super::pieces::known_movement;
use super::super::problem::Fault;
use crate::board::{Moves, octants};

/// A castling: the king goes so many squares towards the outermost piece, or the one beside that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Castle {
    /// Squares.
    pub range: u8,
    /// Whether the partner is the second piece from the edge (`j`).
    pub is_second: bool,
    /// Towards the higher files, and towards the lower ones, as White sees the board.
    pub sides: [bool; 2],
}

/// A move of a piece that has not moved yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Two squares ahead, over an empty one, answered en passant.
    Double,
    /// Three squares ahead, over empty ones, answered en passant.
    Triple,
    /// Another one.
    Other,
}

/// A movement, taken apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Movement {
    /// The moves at all times.
    pub usual: String,
    /// The moves of a piece that has not moved, and what they are.
    pub initial: Vec<(String, Step)>,
    /// Whether an initial move passes over squares where it cannot be captured.
    pub has_uncaught: bool,
    /// Whether double steps are made from anywhere.
    pub always_double: bool,
    /// Whether it captures en passant.
    pub en_passant: bool,
    pub castles: Vec<Castle>,
}

impl Movement {
    /// Reads the movement of a piece on a board whose larger side has so many squares.
    pub(super) fn read(text: &str, size: u8) -> Result<Self, Fault> {
        let mut movement = Self::default();
        for atom in atoms(text).ok_or_else(|| Fault::value(text, "a movement such as `fmWfceF` or `BN`"))? {
            movement.add(&atom, size).map_err(|why| Fault::value(&atom.text(), format!("{why}, in `{text}`")))?;
        }
        let whole = movement.with_initial();
        Moves::read(&whole).map_err(|error| {
            Fault::value(
                text,
                format!("a movement that is played, which `variants --keys` describes; {error} (`{whole}`)"),
            )
        })?;
        Ok(movement)
    }

    /// The movement with its initial moves.
    pub(super) fn with_initial(&self) -> String {
        self.initial.iter().map(|(text, _)| text.as_str()).chain([self.usual.as_str()]).collect()
    }

    /// Whether it is that of a pawn, as the pieces with the key `pawn` have it.
    pub(super) fn is_pawn(&self) -> bool {
        let is_step = self.initial.iter().all(|(_, step)| *step != Step::Other);
        let steps = !self.initial.is_empty() || self.always_double;
        let moves = known_movement(&self.usual);
        is_step && self.en_passant >= steps && moves.is_pawn()
    }

    fn add(&mut self, atom: &Atom, size: u8) -> Result<(), &'static str> {
        if atom.letter == 'O' {
            return self.add_castle(atom);
        }
        if atom.has('a') {
            if atom.has('i') {
                return Err("no initial move of several legs, which is not supported");
            }
            let range = atom.range(size)?;
            self.usual += &with_directions(atom.modifiers, atom.letter, &range);
            return Ok(());
        }
        let range = atom.range(size)?;
        if atom.has('e') && !atom.has('c') {
            return Err("`ce`: captures en passant alone are not supported");
        }
        let hops = atom.has('p') || atom.has('g');
        if hops && (!matches!(atom.letter, 'R' | 'B' | 'Q') || atom.has('g') && !range.is_empty()) {
            return Err("hops along the lines of R, B and Q without a range after `g`; others are not supported");
        }
        self.en_passant |= atom.has('e');
        let lame = atom.modifiers.matches('n').count();
        let modifiers = if lame > 1 { atom.modifiers.replacen('n', "", lame - 1) } else { atom.modifiers.to_owned() };
        if !atom.has('i') {
            if lame > 1 {
                return self.add_passing(atom);
            }
            self.usual += &with_directions(&modifiers, atom.letter, &range);
            return Ok(());
        }
        if !atom.has('m') || atom.has('c') {
            return Err("initial moves without capture, as `im`; others are not supported");
        }
        let is_ahead = atom.directions() == "f" && lame > 0 && range.is_empty();
        let step = match atom.letter {
            'D' if is_ahead => Step::Double,
            'H' if is_ahead => Step::Triple,
            _ => Step::Other,
        };
        let passes = matches!(atom.letter, 'D' | 'A' | 'H' | 'G' | 'R' | 'B' | 'Q') || !range.is_empty();
        self.has_uncaught |= passes && lame == 0;
        self.initial.push((with_directions(&modifiers, atom.letter, &range), step));
        Ok(())
    }

    /// Adds a step of two squares from anywhere that is answered en passant (`nn`).
    fn add_passing(&mut self, atom: &Atom) -> Result<(), &'static str> {
        if atom.letter != 'D' || atom.directions() != "f" || !atom.suffix.is_empty() || !atom.has('m') || atom.has('c')
        {
            return Err("`fmnnD`: other moves with rights to en passant (`nn`) are not supported");
        }
        self.always_double = true;
        Ok(())
    }

    fn add_castle(&mut self, atom: &Atom) -> Result<(), &'static str> {
        let range = if atom.suffix.is_empty() { Some(1) } else { atom.suffix.parse().ok().filter(|&range| range > 0) };
        let range = range.ok_or("castling such as `isO2`; null moves and moves to anywhere are not supported")?;
        if !atom.has('i') || !atom.modifiers.chars().all(|c| "ijslrm".contains(c)) {
            return Err("castling such as `isO2`, with a king that has not moved");
        }
        let all = atom.has('s') || !atom.has('l') && !atom.has('r');
        let sides = [all || atom.has('r'), all || atom.has('l')];
        self.castles.push(Castle { range, is_second: atom.has('j'), sides });
        Ok(())
    }
}

/// The atoms of a movement, with what is before and after each; `None` if it is not a movement.
pub(super) fn atoms(text: &str) -> Option<Vec<Atom<'_>>> {
    let mut atoms = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let atom = Atom::first(rest)?;
        rest = &rest[atom.length()..];
        atoms.push(atom);
    }
    Some(atoms)
}

/// An atom with what is before and after it.
pub(super) struct Atom<'t> {
    pub modifiers: &'t str,
    pub letter: char,
    pub suffix: &'t str,
}

impl<'t> Atom<'t> {
    /// The atom at the begin of a text; `None` if there is none.
    fn first(text: &'t str) -> Option<Self> {
        let place = text.bytes().position(|byte| !byte.is_ascii_lowercase())?;
        let letter = text[place..].chars().next().filter(char::is_ascii_uppercase)?;
        let after = &text[place + 1..];
        let same = usize::from(after.starts_with(letter) && !matches!(letter, 'K' | 'Q' | 'R' | 'B'));
        let more = after[same..].bytes().take_while(|byte| matches!(byte, b'X' | b'Y')).count();
        let digits = after[same + more..].bytes().take_while(u8::is_ascii_digit).count();
        let star = usize::from(digits == 0 && after[same + more..].starts_with('*'));
        Some(Self { modifiers: &text[..place], letter, suffix: &after[..same + more + digits + star] })
    }

    fn length(&self) -> usize {
        self.modifiers.len() + 1 + self.suffix.len()
    }

    pub(super) fn text(&self) -> String {
        format!("{}{}{}", self.modifiers, self.letter, self.suffix)
    }

    fn has(&self, modifier: char) -> bool {
        self.modifiers.contains(modifier)
    }

    fn directions(&self) -> String {
        self.modifiers.chars().filter(|c| is_direction(*c)).collect()
    }

    /// The range as our dialect writes it: nothing, the atom again or 0 for no limit, or a digit.
    fn range(&self, size: u8) -> Result<String, &'static str> {
        let number = self.suffix.trim_start_matches(|c: char| !c.is_ascii_digit());
        let is_slider = matches!(self.letter, 'R' | 'B' | 'Q');
        match self.suffix {
            suffix if suffix.contains('*') => Err("no range to the middle of the board (`*`), which is not supported"),
            suffix if suffix.contains(['X', 'Y']) => {
                Err("leaps of at most three squares; longer ones are not supported")
            }
            _ if number.is_empty() => Ok(self.suffix.to_owned()),
            _ if self.suffix != number => Err("the atom doubled or a range, not both"),
            _ => Ok(match number.parse() {
                Ok(range @ 1..=9u8) if range + 1 < size => number.to_owned(),
                _ if is_slider => String::new(),
                _ => "0".to_owned(),
            }),
        }
    }
}

pub(super) fn is_direction(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h')
}

/// An atom in our dialect. Diagrams name eight directions for K and Q where we name those of two atoms.
fn with_directions(modifiers: &str, letter: char, range: &str) -> String {
    let parts = match letter {
        'K' => ['W', 'F'],
        'Q' => ['R', 'B'],
        _ => return format!("{modifiers}{letter}{range}"),
    };
    // Later legs name directions relative to the leg before, as we do.
    let (modifiers, legs) = modifiers.split_at(modifiers.find('a').unwrap_or(modifiers.len()));
    let named = octants(modifiers.as_bytes());
    if named == 0 {
        return format!("{modifiers}{legs}{letter}{range}");
    }
    /// The directions of an atom along lines and of one along diagonals, in the order of the octants.
    const NAMES: [[&str; 4]; 2] = [["f", "r", "b", "l"], ["fr", "br", "bl", "fl"]];
    let others: String = modifiers.chars().filter(|c| !is_direction(*c)).collect();
    let mut text = String::new();
    for (part, (atom, names)) in parts.into_iter().zip(NAMES).enumerate() {
        let is_named = |place: &usize| named >> (2 * place + part) & 1 != 0;
        let places: Vec<usize> = (0..4).filter(is_named).collect();
        let directions: String = places.iter().map(|&place| names[place]).collect();
        if !places.is_empty() {
            let directions = if places.len() == 4 { "" } else { &directions };
            text += &format!("{others}{directions}{legs}{atom}{range}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Movement {
        Movement::read(text, 8).unwrap_or_else(|fault| panic!("{text}: {fault}"))
    }

    #[test]
    fn movements_are_brought_into_our_dialect() {
        for (text, ours) in [
            ("BN", "BN"),
            ("mRcpR", "mRcpR"),
            ("N0", "N0"),
            ("fK", "fW"),
            ("fsK", "frflF"),
            ("fhK", "fWfrflF"),
            ("vKsQ", "fbWrlR"),
            ("vsQ", "B"),
            ("cffKmfrQ", "cfWmfrB"),
            ("mR12cB3", "mRcB3"),
            ("W11", "W0"),
            ("NND2", "NND2"),
            ("yafsF", "yafsF"),
            ("mafsK", "mafsK"),
            ("fafsK", "fafsW"),
            ("fsafsKN", "frflafsFN"),
        ] {
            assert_eq!(read(text).usual, ours, "{text}");
        }
    }

    #[test]
    fn pawns_kings_and_their_first_moves() {
        let pawn = read("ifmnDfmWfceF");
        assert_eq!((pawn.usual.as_str(), &pawn.initial[..]), ("fmWfceF", &[("ifmnD".to_owned(), Step::Double)][..]));
        assert!(pawn.is_pawn() && !pawn.has_uncaught && read("fmWfcF").is_pawn());
        assert!(!read("ifmnDfmWfcF").is_pawn() && !read("ifmDfmWfceF").is_pawn());
        assert!(read("ifmDfmWfceF").has_uncaught && read("fmWfmnnDfceF").always_double);
        let king = read("KisjO3");
        assert_eq!(king.castles, [Castle { range: 3, is_second: true, sides: [true; 2] }]);
        assert_eq!(
            read("KirO2ilO3").castles.iter().map(|castle| castle.sides).collect::<Vec<_>>(),
            [[true, false], [false, true]]
        );
    }

    #[test]
    fn what_is_not_played_is_refused_with_its_part() {
        for (text, part) in [
            ("Nf", "Nf"),
            ("KO2", "O2"),
            ("KO0", "O0"),
            ("KU", "KU"),
            ("KiN", "iN"),
            ("fmW*", "fmW*"),
            ("WpW", "pW"),
            ("feF", "feF"),
            ("NX", "NX"),
            ("W\u{e9}", "W\u{e9}"),
        ] {
            let fault = Movement::read(text, 8).expect_err(text).to_string();
            assert!(fault.starts_with(&format!("`{part}`")), "{text}: {fault}");
        }
    }
}
