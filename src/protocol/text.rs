//! Texts that all protocols write: lines of help, and what a client said made safe to be told back.

/// What clients are told when a search ends without a move.
pub(super) const BROKEN: &str = "the search broke down, its move is any legal one; standard error says why";

/// A line of help: a command with its arguments, and what it does.
pub(super) fn help_line(form: &str, help: &str) -> String {
    format!("{form:<38} {help}")
}

/// The most characters that are quoted of a client's word.
const MAX_QUOTE: usize = 40;

/// A client's word made safe for output: truncated, every character but printable ASCII replaced by `?`.
pub(super) fn quote(word: &str) -> String {
    shortened(word, is_plain)
}

/// A client's word as it came, but truncated, with `?` for control characters and others that show nothing of their own or
/// change how the rest is shown. For clients that read UTF-8.
pub(super) fn quote_letters(word: &str) -> String {
    shortened(word, |c| is_plain(c) || !c.is_ascii() && c != char::REPLACEMENT_CHARACTER && c.escape_debug().len() == 1)
}

/// A message that may quote the client, made safe for output on one line: truncated, every character but printable ASCII
/// replaced by `?`.
pub(super) fn sanitize(text: &str) -> String {
    const MAX_CHARS: usize = 300;
    text.chars().take(MAX_CHARS).map(|c| if is_plain(c) { c } else { '?' }).collect()
}

fn is_plain(c: char) -> bool {
    c.is_ascii_graphic() || c == ' '
}

fn shortened(word: &str, is_shown: impl Fn(char) -> bool) -> String {
    let mut text: String = word.chars().take(MAX_QUOTE).map(|c| if is_shown(c) { c } else { '?' }).collect();
    if word.chars().nth(MAX_QUOTE).is_some() {
        text += "...";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_they_came_unless_they_are_not_seen() {
        for text in ["Use NNUE", "Debug Log File", "a\\b \"c\" 'd'", "Größe", "Опция"] {
            assert_eq!(quote_letters(text), text);
            assert_eq!(quote(text), text.replace(|c: char| !c.is_ascii(), "?"));
        }
        for (text, safe) in [
            ("a\u{1b}[2Jb", "a?[2Jb"),
            ("a\r\nb\tc\0", "a??b?c?"),
            ("a\u{202e}b\u{200b}\u{feff}", "a?b??"),
            ("\u{80}\u{2028}\u{301}x", "???x"),
            (&"x".repeat(50), &("x".repeat(40) + "...")),
        ] {
            assert_eq!(quote_letters(text), safe);
            assert_eq!(quote(text), safe);
        }
        assert_eq!(sanitize(&"e\n".repeat(400)), "e?".repeat(150));
    }
}
