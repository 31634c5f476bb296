//! How a piece moves, in words: what the rule page of its game says.

/// What a rule page says in a few words about the piece with this text; `None` if it does not name it. A page of our own
/// has a table, its first cell the text or `first` to `last` of kinds that differ in their number, its last cell the
/// words; the page of a game of a file has a list.
pub(super) fn words_of(rules: &str, text: &str) -> Option<String> {
    let found = rules.lines().find_map(|line| from_row(line, text).or_else(|| from_item(line, text)))?;
    let words = without_references(found);
    (!words.is_empty()).then_some(words)
}

/// The words of a row of the table, if it is about the piece.
fn from_row<'r>(line: &'r str, text: &str) -> Option<&'r str> {
    let row = line.strip_prefix('|')?.strip_suffix('|')?;
    let (first, rest) = row.split_once('|')?;
    let mut texts = first.split('`').skip(1).step_by(2);
    let (low, high) = (texts.next()?, texts.last());
    let is_it = high.map_or(low == text, |high| is_between(text, low, high));
    is_it.then(|| rest.rsplit('|').next().unwrap_or_default().trim())
}

/// Whether a text is one from `T1` to `T8`.
fn is_between(text: &str, low: &str, high: &str) -> bool {
    let split = |text: &str| {
        let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        Some((text[..text.len() - digits.len()].to_owned(), digits.parse::<u8>().ok()?))
    };
    let (Some(text), Some(low), Some(high)) = (split(text), split(low), split(high)) else { return false };
    text.0 == low.0 && (low.1..=high.1).contains(&text.1)
}

/// The words of an item ``* **Name** (T, `betza`): words``, if it is about the piece.
fn from_item<'r>(line: &'r str, text: &str) -> Option<&'r str> {
    let (name, rest) = line.strip_prefix("* **")?.split_once("** (")?;
    let (written, rest) = rest.split_once(", `")?;
    let (_, words) = rest.split_once("`): ")?;
    (written == text && !name.is_empty()).then_some(words)
}

/// The words without the parts that point to the text below them.
fn without_references(words: &str) -> String {
    let words = words.trim().strip_suffix(": see below").unwrap_or(words.trim());
    let parts: Vec<&str> = words.split("; ").filter(|part| !part.ends_with(" below")).collect();
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_from_tables_and_lists() {
        let rules = "# Game\n\n| letter | piece | moves | in words |\n|---|---|---|---|\n\
                     | `P` | Pawn | `fmWfcF` | one square ahead; first step and promotion below |\n\
                     | `T1` to `T8` | Tower | `Q1` to `Q8` | whole or in part: see below |\n\
                     * **Hawk** (+H, `HD`): leaps two or three squares\n";
        assert_eq!(words_of(rules, "P").as_deref(), Some("one square ahead"));
        assert_eq!(words_of(rules, "T3").as_deref(), Some("whole or in part"));
        assert_eq!(words_of(rules, "+H").as_deref(), Some("leaps two or three squares"));
        for other in ["T", "T9", "T12", "H", "letter", ""] {
            assert_eq!(words_of(rules, other), None, "{other}");
        }
    }
}
