//! The kinds of piece of a diagram.

use super::super::draft::{Draft, Text};
use super::super::keys::MAX_NAME;
use super::super::pieces::{CUSTOM, FIRST_CUSTOM, JANGGI_CANNON, KING, PAWN, PREDEFINED};
use super::super::problem::Fault;
use super::blocks::{PIECE_COLONS, Row};
use super::rules::Rules;
use super::xbetza::Movement;
use crate::types::Kind;

/// Default movements by name.
const DEFAULTS: &str = include_str!("defaults.txt");
/// Up to this number of files kings castle over two squares by default.
const NARROW: u32 = 8;

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub line: usize,
    /// The name for people.
    pub name: String,
    /// The name of the picture, if it is not that of the piece.
    pub image: Option<String>,
    /// The id; several kinds may have the same.
    pub id: String,
    pub movement: Movement,
    /// The squares where it begins.
    pub squares: String,
    /// How many each side has in hand.
    pub hand: [u32; 2],
    /// How it is written in FEN.
    pub text: Text,
    /// Its slot.
    pub slot: usize,
}

impl Piece {
    /// Reads the row of a piece: its name, id, movement, image, squares and what is in hand, separated by colons.
    /// `None` for a row without name and image, which diagrams pass over.
    pub(super) fn read(row: &Row, rules: &Rules) -> Result<Option<Self>, Fault> {
        let mut fields = row.text.split(':').map(str::trim);
        let [name, id, moves, image, squares] = std::array::from_fn(|_| fields.next().unwrap_or_default());
        if name.is_empty() && image.is_empty() {
            return Ok(None);
        }
        let lower = name.to_lowercase();
        let moves = if moves.is_empty() { default_movement(&lower, rules.files) } else { Some(moves) };
        let moves = moves
            .ok_or_else(|| Fault::value(name, "a movement, because diagrams know none of a piece of this name"))?;
        let own_id = || name.chars().next().map(|c| c.to_uppercase().to_string());
        let id = if id.is_empty() { own_id().unwrap_or_default() } else { id.to_owned() };
        let movement = Movement::read(moves, rules.files.max(rules.ranks).min(u8::MAX.into()) as u8)?;
        let hand = hand(fields.next().unwrap_or_default())?;
        let squares = squares.to_owned();
        let name = if name.is_empty() { image } else { name };
        let image = Some(title(image)).filter(|image| !image.is_empty() && plain(image) != plain(name));
        let text = Text { letter: '?', crowned: false };
        Ok(Some(Self { line: row.line, name: title(name), image, id, movement, squares, hand, text, slot: KING }))
    }
}

/// Whether a row is that of a piece.
pub(super) fn is_piece(row: &Row) -> bool {
    row.text.matches(':').count() >= PIECE_COLONS
}

/// The movement of a piece of this name, in lower case, on a board with so many files.
fn default_movement(name: &str, files: u32) -> Option<&'static str> {
    let name = if name == "king" && files > NARROW { "wide king" } else { name };
    let row = |row: &'static str| {
        let (known, movement) = row.split('#').next()?.trim_end().rsplit_once(' ')?;
        (known.trim() == name).then_some(movement)
    };
    DEFAULTS.lines().find_map(row)
}

/// How many pieces of a kind White and Black have in hand.
fn hand(text: &str) -> Result<[u32; 2], Fault> {
    let number = |text: &str| match text.trim() {
        "" => Ok(0),
        text => super::super::values::number(text, 99),
    };
    let (white, black) = text.split_once(',').unwrap_or((text, text));
    Ok([number(white)?, number(black)?])
}

/// The letters and digits of a name in lower case.
pub(super) fn plain(name: &str) -> String {
    name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

/// A name with its words in capitals, and without control characters.
fn title(name: &str) -> String {
    let plain: String = name.chars().take(MAX_NAME).map(|c| if c.is_control() { '?' } else { c }).collect();
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    plain.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

/// Gives each kind a letter of its own: its id if that is a letter, or `+` and a letter, else one of its name, else any.
pub(super) fn assign_letters(pieces: &mut [Piece]) -> Result<(), (usize, Fault)> {
    let mut taken: Vec<Text> = Vec::new();
    let of_id = |id: &str| {
        let (crowned, id) = id.strip_prefix('+').map_or((false, id), |rest| (true, rest));
        let mut letters = id.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic)?.to_ascii_uppercase();
        letters.next().is_none().then_some(Text { letter, crowned })
    };
    let mut waiting = Vec::new();
    for (number, piece) in pieces.iter_mut().enumerate() {
        match of_id(&piece.id).filter(|text| !taken.contains(text)) {
            Some(text) => {
                taken.push(text);
                piece.text = text;
            }
            None => waiting.push(number),
        }
    }
    for number in waiting {
        let piece = &mut pieces[number];
        let own = piece.id.chars().chain(piece.name.chars()).filter(char::is_ascii_alphabetic);
        let letters = own.map(|c| c.to_ascii_uppercase()).chain('A'..='Z');
        let free = letters.map(|letter| Text { letter, crowned: false }).find(|text| !taken.contains(text));
        let no_letter = || Fault::contradiction("no letter is left for this kind of piece, expected at most 26 kinds");
        piece.text = free.ok_or_else(|| (piece.line, no_letter()))?;
        taken.push(piece.text);
    }
    Ok(())
}

/// Gives each kind a slot, and adds it to the game. `promoting` tells whether a kind, by its number, promotes as pawns do.
pub(super) fn add_to(
    game: &mut Draft,
    pieces: &mut [Piece],
    rules: &Rules,
    is_royal: impl Fn(usize) -> bool,
    promoting: impl Fn(usize) -> bool,
) -> Result<(), (usize, Fault)> {
    for number in 0..pieces.len() {
        let Piece { line, movement, text, name, image, id, .. } = &pieces[number];
        let betza = if movement.is_pawn() { movement.usual.clone() } else { movement.with_initial() };
        let is_free = |slot: &usize| game.texts[*slot].is_none();
        let predefined = PREDEFINED.iter().position(|piece| piece.betza == betza);
        let wanted = match predefined {
            _ if is_royal(number) => Some(KING),
            _ if movement.is_pawn() && promoting(number) => Some(PAWN),
            Some(JANGGI_CANNON) if *id != rules.janggi_cannon => None,
            Some(PAWN) => None,
            other => other,
        };
        let custom = || (FIRST_CUSTOM..KING).find(is_free);
        let slot = wanted.filter(is_free).or_else(custom);
        let too_many =
            || (*line, Fault::contradiction(format!("{} kinds of piece, expected at most 24", pieces.len())));
        let slot = slot.ok_or_else(too_many)?;
        // What a pawn's own steps are, the regions of the game say; another kind has them in its movement.
        let betza = if slot == PAWN { betza } else { movement.with_initial() };
        match slot {
            KING => game.movements[CUSTOM] = Some(betza).filter(|betza| betza != "K"),
            FIRST_CUSTOM.. => {
                if movement.en_passant {
                    game.laws.en_passant_kinds = game.laws.en_passant_kinds.map(|kinds| kinds.with(Kind::new(slot)));
                }
                game.movements[slot - FIRST_CUSTOM] = Some(betza);
            }
            _ => {}
        }
        game.texts[slot] = Some(*text);
        game.names.push((slot, name.clone()));
        game.drawings.extend(image.clone().map(|image| (slot, image)));
        pieces[number].slot = slot;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_default_movements_and_letters() {
        let rules = Rules { files: 9, ..Rules::default() };
        let read = |text: &str| {
            let row = Row { line: 1, text: text.to_owned() };
            Piece::read(&row, &rules).map(|piece| piece.expect("a piece"))
        };
        let king = read("king::::e1").unwrap();
        assert_eq!((king.name.as_str(), king.id.as_str(), king.movement.castles[0].range), ("King", "K", 3));
        assert_eq!(read("silverGeneral::::e1").unwrap().movement.usual, "FfW");
        assert!(read("dragon::::e1").is_err() && read("dragon::RF::e1:x").is_err());
        assert_eq!(read("dragon::RF:::2,3").unwrap().hand, [2, 3]);
        let mut pieces = ["Knight:N:::", "Night::N::", "N:+N:::", "Cow:Kn:N::", "Crown:!:N::"]
            .map(|text| read(&text.replace(":::", "::x:").replace("::x", ":N:x")).unwrap());
        assign_letters(&mut pieces).unwrap();
        let texts: Vec<String> = pieces
            .iter()
            .map(|piece| format!("{}{}", if piece.text.crowned { "+" } else { "" }, piece.text.letter))
            .collect();
        assert_eq!(texts, ["N", "I", "+N", "K", "C"]);
    }

    #[test]
    fn default_movements_are_read_once_each() {
        let names: Vec<&str> = DEFAULTS
            .lines()
            .filter_map(|row| row.split('#').next()?.trim_end().rsplit_once(' '))
            .map(|(name, _)| name.trim())
            .collect();
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(names.len(), unique.len());
        assert!(names.iter().all(|name| default_movement(name, 8).is_some() || *name == "wide king"));
    }
}
