//! Words that are like misspelt ones.

/// The largest number of letters in which a word may differ from one that it is like.
const MOST: usize = 3;
/// The longest word that is looked at, in bytes.
const LONGEST: usize = 40;

/// The name that is most like a word, or begins with it; `None` if none is like it.
pub(super) fn nearest_name(word: &str, mut names: impl Iterator<Item = &'static str> + Clone) -> Option<&'static str> {
    let begins = |name: &str| word.len() >= MOST && name.starts_with(&word.to_ascii_lowercase());
    nearest(word, names.clone()).or_else(|| names.find(|name| begins(name)))
}

/// The name that is most like a word, whatever its case; `None` if none is like it.
pub(super) fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let word = word.to_ascii_lowercase();
    if word.len() > LONGEST {
        return None;
    }
    names
        .map(|name| (distance(&word, &name.to_ascii_lowercase()), name))
        .min()
        .filter(|&(distance, name)| distance <= MOST.min(name.len() / 3))
        .map(|(_, name)| name)
}

/// The number of letters to insert, delete or replace between two words.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.bytes().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use crate::games::Games;

    #[test]
    fn misspelt_names_are_recognised() {
        for (word, meant) in [
            ("kingsman", Some("kingsmen")),
            ("Kingsmenn", Some("kingsmen")),
            ("chss", Some("chess")),
            ("goth", Some("gothic")),
            ("capa", Some("capablanca")),
            ("nochess", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(Games::default().nearest(word), meant, "{word}");
        }
        assert_eq!(Games::default().nearest(&"x".repeat(1_000_000)), None);
    }
}
