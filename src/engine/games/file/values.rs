//! The types of values and how their texts are read.

use super::draft::{Draft, Text};
use super::problem::Fault;
use crate::types::{Bitboard, Kind, KindSet, RANKS, STRIDE, Square, Verdict};

/// `true` or `false`.
pub(super) fn flag(text: &str) -> Result<bool, Fault> {
    text.parse().map_err(|_| Fault::value(text, "`true` or `false`"))
}

/// A number up to `most`.
pub(super) fn number(text: &str, most: u32) -> Result<u32, Fault> {
    let read = text.parse().ok().filter(|number| *number <= most && !text.starts_with('+'));
    read.ok_or_else(|| Fault::value(text, format!("a number from 0 to {most}")))
}

/// A rank, counted from 0.
pub(super) fn rank(text: &str) -> Result<u8, Fault> {
    read_rank(text).ok_or_else(|| Fault::value(text, format!("a rank from 1 to {RANKS}")))
}

/// A file as a letter or a number, counted from 0.
pub(super) fn file(text: &str) -> Result<u8, Fault> {
    let by_letter = text.bytes().next().filter(|_| text.len() == 1).and_then(read_file);
    let by_number = || {
        text.parse()
            .ok()
            .filter(|number| (1..=STRIDE).contains(number) && !text.starts_with('+'))
            .map(|number: u8| number - 1)
    };
    by_letter.or_else(by_number).ok_or_else(|| Fault::value(text, format!("a file from a to l, or from 1 to {STRIDE}")))
}

fn read_rank(text: &str) -> Option<u8> {
    let rank = text.parse().ok().filter(|rank| (1..=RANKS as u8).contains(rank) && !text.starts_with('+'));
    rank.map(|rank: u8| rank - 1)
}

fn read_file(letter: u8) -> Option<u8> {
    letter.to_ascii_lowercase().checked_sub(b'a').filter(|&file| file < STRIDE)
}

/// Squares: `d4`, `*4` for a rank, `d*` for a file, `-` for none.
pub(super) fn squares(text: &str) -> Result<Bitboard, Fault> {
    let mut squares = Bitboard::EMPTY;
    for word in text.split_whitespace().filter(|&word| word != "-") {
        squares |= squares_of(word).ok_or_else(|| {
            Fault::value(word, "squares such as `d4 e4`, `*4` for a rank, `d*` for a file, or `-` for none")
        })?;
    }
    Ok(squares)
}

fn squares_of(word: &str) -> Option<Bitboard> {
    let (&first, _) = word.as_bytes().split_first()?;
    let rest = word.get(1..)?;
    match (first, rest) {
        (b'*', "*") => Some(Bitboard::board(STRIDE, RANKS as u8)),
        (b'*', rest) => read_rank(rest).map(Bitboard::rank),
        (letter, "*") => read_file(letter).map(Bitboard::file),
        (letter, rest) => Some(Square::new(read_file(letter)?, read_rank(rest)?).bit()),
    }
}

/// The result for the side to move; `None` for a rule that does not end the game.
pub(super) fn verdict(text: &str) -> Result<Option<Verdict>, Fault> {
    match text {
        "win" => Ok(Some(Verdict::Win)),
        "loss" => Ok(Some(Verdict::Loss)),
        "draw" => Ok(Some(Verdict::Draw)),
        "none" => Ok(None),
        _ => Err(Fault::value(text, "`win`, `loss` or `draw`, for the side to move")),
    }
}

/// Kinds of piece by their letters, after a `+` if they are crowned; `*` for all, `-` for none. `find` returns the kind of
/// a letter.
pub(super) fn kinds(text: &str, find: impl Fn(Text) -> Option<Kind>) -> Result<KindSet, Fault> {
    let mut kinds = KindSet(0);
    let mut crowned = false;
    for letter in text.chars().filter(|c| !c.is_whitespace() && *c != '-') {
        let text = Text { letter: letter.to_ascii_uppercase(), crowned: std::mem::take(&mut crowned) };
        match letter {
            '+' => crowned = true,
            '*' => kinds = KindSet::ALL,
            letter => kinds = kinds.with(find(text).ok_or_else(|| unknown_letter(&letter.to_string()))?),
        }
    }
    if crowned { Err(unknown_letter("+")) } else { Ok(kinds) }
}

/// The kind whose text is this one: a letter, after a `+` if it is crowned.
pub(super) fn kind(game: &Draft, text: &str) -> Result<Kind, Fault> {
    let (crowned, rest) = text.strip_prefix('+').map_or((false, text), |rest| (true, rest));
    let mut letters = rest.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return Err(Fault::value(text, "one letter of a piece"));
    };
    let text = Text { letter: letter.to_ascii_uppercase(), crowned };
    game.kind_written(text).ok_or_else(|| unknown_letter(&letter.to_string()))
}

/// The fault of a letter that no piece has.
pub(super) fn unknown_letter(letter: &str) -> Fault {
    Fault::value(letter, "letters of pieces of the game, `*` for all, or `-` for none")
}

/// Pairs such as `q:1 r:2`: the text of a piece and what belongs to it.
pub(super) fn parse_pairs(text: &str) -> Result<Vec<(&str, &str)>, Fault> {
    let wrong = |word: &str| Fault::value(word, "pairs such as `p:g s:-` or `q:1 r:2`");
    fn pair(word: &str) -> Option<(&str, &str)> {
        let (piece, rest) = word.split_once(':')?;
        let letters = piece.strip_prefix('+').unwrap_or(piece).chars().count();
        (letters == 1 && !rest.is_empty()).then_some((piece, rest))
    }
    let words = text.split_whitespace().filter(|&word| word != "-");
    words.map(|word| pair(word).ok_or_else(|| wrong(word))).collect()
}

/// A name for people.
pub(super) fn name(text: &str, longest: usize) -> Result<&str, Fault> {
    let is_right = !text.is_empty() && text.chars().count() <= longest && !text.contains(char::is_control);
    let expected = || format!("at most {longest} characters");
    if is_right { Ok(text) } else { Err(Fault::value(text, expected())) }
}

/// What is said of kinds by name, as `c:Camel, +r:Crowned Rook`.
pub(super) fn named_kinds<'t>(game: &Draft, text: &'t str, longest: usize) -> Result<Vec<(Kind, &'t str)>, Fault> {
    let wrong = |part: &str| Fault::value(part, "letters and names such as `c:Camel, +r:Crowned Rook`");
    let pair = |part: &'t str| {
        let (piece, said) = part.split_once(':').ok_or_else(|| wrong(part))?;
        Ok((kind(game, piece.trim())?, name(said.trim(), longest)?))
    };
    text.split(',').map(str::trim).filter(|part| !["", "-"].contains(part)).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        assert_eq!((rank("10"), file("l"), file("12"), number("50", 99)), (Ok(9), Ok(11), Ok(11), Ok(50)));
        assert_eq!(squares("a* *1 d4").unwrap().count(), 10 + 11 + 1);
        assert_eq!(squares("-"), Ok(Bitboard::EMPTY));
        let find = |text: Text| "PNB".find(text.letter).filter(|_| !text.crowned).map(Kind::new);
        assert_eq!(kinds("p b", find), Ok(KindSet(0b101)));
        assert_eq!(kinds("*", find), Ok(KindSet::ALL));
        assert_eq!(parse_pairs("p:g s:-"), Ok(vec![("p", "g"), ("s", "-")]));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["0", "11", "-1", "+1", "1.5", "a", ""] {
            assert!(rank(text).is_err(), "{text}");
        }
        for text in ["m", "13", "aa", "é", "*"] {
            assert!(file(text).is_err(), "{text}");
        }
        for text in ["d", "d11", "4", "m4", "*x", "é4", "é"] {
            assert!(squares(text).is_err(), "{text}");
        }
        for text in ["p", "p:", ":g", "pp:g", "é:"] {
            assert!(parse_pairs(text).is_err(), "{text}");
        }
        assert!(kinds("x", |_| None).is_err() && flag("yes").is_err() && verdict("lost").is_err());
        assert!(number("100", 99).is_err());
    }
}
