//! Flat coordinates (ruling R-BIL-12): the squares of a board whose files have other letters, with files renamed to
//! `a`, `b`, `c` and so on from White's left, for clients that know no others.

use crate::board::{FILE_LETTERS, Spec};

/// The letter of a file that is not on the board; it parses as no square.
const NO_FILE: char = '?';

/// Converts the squares in a text from the game's files to flat coordinates.
pub(super) fn to_flat(spec: &Spec, text: &str) -> String {
    map_files(text, |letter| FILE_LETTERS.as_bytes().get(usize::from(spec.file(letter)?)).copied())
}

/// Converts the squares in a text from flat coordinates to the game's files.
pub(super) fn from_flat(spec: &Spec, text: &str) -> String {
    let own = spec.page.file_letters.as_bytes();
    map_files(text, |letter| {
        let file = FILE_LETTERS.bytes().position(|flat| flat == letter)?;
        own[..usize::from(spec.page.files)].get(file).copied()
    })
}

/// Replaces each lower-case letter before a digit; with [`NO_FILE`] where `change` returns `None`.
fn map_files(text: &str, change: impl Fn(u8) -> Option<u8>) -> String {
    let mut changed = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_file = letter.is_ascii_lowercase() && letters.peek().is_some_and(char::is_ascii_digit);
        changed.push(if is_file { change(letter as u8).map_or(NO_FILE, char::from) } else { letter });
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn r_bil_12_every_square_has_one_flat_name() {
        for spec in games::built_in() {
            for square in spec.board {
                let name = spec.square_name(square);
                let flat = to_flat(spec, &name);
                assert_eq!(flat, format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1));
                assert_eq!(from_flat(spec, &flat), name);
            }
        }
    }

    #[test]
    fn only_squares_are_renamed() {
        let spec = games::Games::default().find("bilateral").expect("a listed game");
        for (own, flat) in [("y1j8", "a1l8"), ("a7a8c", "c7c8c"), ("a5z6,z6a5v", "c5b6,b6c5v"), ("@@@@", "@@@@")] {
            assert_eq!(to_flat(spec, own), flat);
            assert_eq!(from_flat(spec, flat), own);
        }
        assert_eq!(from_flat(spec, "z1m2"), "?1?2");
    }
}
