//! What other programs write for results and annotations in movetext.

use crate::board::is_dash;
use crate::types::GameResult;

/// The glyphs that are written as text, with their numbers in the PGN standard and its usual extensions. Where one text
/// begins or ends with another, the longer one comes first.
const GLYPHS: [(&str, u8); 53] = [
    ("=/∞", 44),
    ("=∞", 44),
    ("∞=", 44),
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("±/=", 14),
    ("=/∓", 15),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("==", 11),
    ("=", 10),
    ("±", 16),
    ("∓", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("²", 14),
    ("³", 15),
    ("∞", 13),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("⊙", 22),
    ("⨀", 22),
    ("◯", 26),
    ("○", 26),
    ("⟳", 32),
    ("↻", 32),
    ("↑", 36),
    ("→", 40),
    ("©", 44),
    ("⯹", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
    ("△", 140),
    ("Δ", 140),
    ("▽", 141),
    ("∇", 141),
    ("⌓", 142),
    ("RR", 145),
    ("TN", 146),
    ("N", 146),
    ("D", 220),
    ("⟪", 239),
    ("⟫", 240),
];

/// The text with hyphens for all dashes.
pub(super) fn with_hyphens(text: &str) -> String {
    text.chars().map(|c| if is_dash(c) { '-' } else { c }).collect()
}

/// The signs that may directly follow a move: those of [`GLYPHS`] that no move ends with.
fn suffixes() -> impl Iterator<Item = (&'static str, u8)> {
    GLYPHS.into_iter().filter(|(text, _)| !matches!(*text, "=" | "==" | "=+" | "RR" | "TN" | "N" | "D"))
}

/// Reads a result as programs and people write it (`1-0`, `1:0`, `½-½`, `1/2`, with any dash); `None` if it is none.
pub(super) fn read_result(text: &str) -> Option<GameResult> {
    let text = with_hyphens(text).replace('½', "1/2").replace("0.5", "1/2").replace("0,5", "1/2");
    let text = text.trim_end_matches('.');
    match text.replace(':', "-").as_str() {
        "1/2" | "1/2-1/2" => Some(GameResult::Draw),
        text => GameResult::read(text),
    }
}

/// Reads a glyph that stands alone; `None` if the text is none.
pub(super) fn read_glyph(text: &str) -> Option<u8> {
    GLYPHS.into_iter().find(|&(known, _)| known == text).map(|(_, number)| number)
}

/// Splits the annotations from a move that they directly follow: `Nf3!?` is `Nf3` and 5, `Bd6?±` is `Bd6`, 2 and 16.
pub(super) fn split_annotations(word: &str) -> (&str, Vec<u8>) {
    let (mut text, mut glyphs) = (word, Vec::new());
    loop {
        let body = text.trim_end_matches(['!', '?']);
        if let Some(glyph) = suffix_glyph(&text[body.len()..]) {
            glyphs.insert(0, glyph);
        }
        let sign = suffixes().find_map(|(sign, number)| Some((body.strip_suffix(sign)?, number)));
        match sign.filter(|(rest, _)| rest.contains(|c: char| c.is_ascii_digit() || c == 'O')) {
            Some((rest, number)) => {
                glyphs.insert(0, number);
                text = rest;
            }
            None => return (body, glyphs),
        }
    }
}

/// The glyph for the signs after a move.
fn suffix_glyph(signs: &str) -> Option<u8> {
    ["!", "?", "!!", "??", "!?", "?!"].iter().position(|&known| known == signs).map(|index| index as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_any_spelling() {
        for (text, result) in [
            ("½-½", GameResult::Draw),
            ("1/2–1/2", GameResult::Draw),
            ("½", GameResult::Draw),
            ("0.5-0.5", GameResult::Draw),
            ("1–0", GameResult::WhiteWins),
            ("0\u{2212}1", GameResult::BlackWins),
            ("1:0", GameResult::WhiteWins),
            ("0-1.", GameResult::BlackWins),
            ("*", GameResult::Unknown),
        ] {
            assert_eq!(read_result(text), Some(result), "{text}");
        }
        for text in ["1", "0", "1.", "0-0", "1-1", "1/3", "-", "0-0-0", "2-0"] {
            assert_eq!(read_result(text), None, "{text}");
        }
    }

    #[test]
    fn annotations_are_split_from_moves() {
        for (word, text, glyphs) in [
            ("Nf3", "Nf3", &[][..]),
            ("Nf3!?", "Nf3", &[5]),
            ("Bd6?±", "Bd6", &[2, 16]),
            ("Qh5+-", "Qh5", &[18]),
            ("e8=Q", "e8=Q", &[]),
            ("c7=+", "c7=+", &[]),
            ("O-O∞", "O-O", &[13]),
            ("dxe5⩲!", "dxe5", &[14, 1]),
            ("--", "--", &[]),
            ("e4+/-", "e4", &[16]),
            ("!?", "", &[5]),
        ] {
            assert_eq!(split_annotations(word), (text, glyphs.to_vec()), "{word}");
        }
    }
}
