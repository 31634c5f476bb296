//! Moves and positions as CECP's clients write them.

use super::flat::{from_flat, to_flat};
use super::pictures::{piece_text, read_pieces};
use crate::board::{Setup, Spec, ranks_text};
use crate::types::Color;

/// On boards of exactly this height CECP counts ranks from 0, so that each is one digit.
const ZERO_BASED_HEIGHT: u8 = 10;

/// The name by which CECP knows a game.
pub fn variant_name(spec: &Spec) -> &'static str {
    match spec.page.name {
        "chess" => "normal",
        name => name,
    }
}

/// Whether a word has the shape of a move: a file and a rank to begin with. No command looks so.
pub(super) fn looks_like_move(word: &str) -> bool {
    let mut letters = word.chars();
    let file = letters.next().is_some_and(|c| c.is_ascii_lowercase());
    file && letters.next().is_some_and(|c| c.is_ascii_digit() || c == ':')
}

/// A move or square of the engine as the client writes it.
pub fn to_client(spec: &Spec, text: &str) -> String {
    let text = to_flat(spec, text);
    if spec.page.ranks != ZERO_BASED_HEIGHT {
        return text;
    }
    map_ranks(&text, |digits| {
        digits.parse::<u8>().map_or_else(|_| digits.to_owned(), |rank| rank.saturating_sub(1).to_string())
    })
}

/// A move or square of the client in the engine's notation. A user of XBoard may have set ranks from 1 on the highest
/// boards; the tenth is then written `:`, which tells that form, as any `10` does.
pub fn from_client(spec: &Spec, text: &str) -> String {
    let text = from_flat(spec, text);
    if spec.page.ranks != ZERO_BASED_HEIGHT || text.contains("10") {
        text
    } else if text.contains(':') {
        text.replace(':', "10")
    } else {
        map_ranks(&text, |digits| digits.bytes().map(|digit| (digit - b'0' + 1).to_string()).collect())
    }
}

/// A turn in place, in the engine's notation, that XBoard has garbled, as it does for Black by way of an empty square:
/// home, home, the way, and a square beside home (`e4e4,e3d4`) instead of `e4e3,e3e4` and a suffix.
pub(super) fn ungarbled(spec: &Spec, text: &str) -> Option<String> {
    let (first, second) = text.split_once(',')?;
    let (home, rest) = spec.read_square(first)?;
    let (again, rest) = spec.read_square(rest)?;
    let (way, _) = spec.read_square(second)?;
    let (home, way, is_garbled) = (spec.square_name(home), spec.square_name(way), home == again && rest.is_empty());
    is_garbled.then(|| format!("{home}{way},{way}{home}"))
}

/// Whether the client's board is right after a turn that it has written so, if it is after the same turn written in the
/// way in which the engine would write it.
pub(super) fn agree(drawn: &str, text: &str) -> bool {
    let squares = |text: &str| text.trim_end_matches(|c: char| !c.is_ascii_digit()).len();
    let (drawn, text) = (drawn.split_at(squares(drawn)), text.split_at(squares(text)));
    // What comes home by the right way has become the right thing, though Black's suffix is lost.
    let in_place = drawn.0.contains(',') && drawn.0.ends_with(&drawn.0[..2]);
    drawn.0 == text.0 && (in_place || drawn.1 == text.1)
}

/// The text with each run of digits replaced.
fn map_ranks(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut changed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - start);
        changed += &rest[..start];
        changed += &change(&rest[start..start + digits]);
        rest = &rest[start + digits..];
    }
    changed + rest
}

/// A FEN as XBoard writes it, completed. Where the field of castling rights is missing, as it is in games laid on some
/// of XBoard's own, every right is granted: those that the board contradicts are dropped when the FEN is read. XBoard
/// may also name a king that has not moved by its file; then it has the rights that there are.
pub(super) fn complete_fen(spec: &Spec, fen: &str) -> String {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let number = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let all = rights(spec, None);
    match fields.as_slice() {
        [board, side] => format!("{board} {side} {all}"),
        [board, side, half, rest @ ..] if number(half) => format!("{board} {side} {all} - {half} {}", rest.join(" ")),
        [board, side, passed, half, rest @ ..] if number(half) => {
            format!("{board} {side} {all} {passed} {half} {}", rest.join(" "))
        }
        [board, side, castling, rest @ ..] => {
            format!("{board} {side} {} {}", with_king_files(spec, castling), rest.join(" "))
        }
        _ => fen.to_owned(),
    }
}

/// A position as XBoard reads it: its letters, flat squares, and nothing of the state that only some games have.
pub fn client_fen(spec: &Spec, setup: &Setup) -> String {
    let text = |piece: crate::types::Piece| {
        let text = piece_text(spec, piece.kind());
        if piece.color() == Color::White { text } else { text.to_ascii_lowercase() }
    };
    let board = ranks_text(spec, |square| setup.cells[square.index()].map(text));
    let plain = setup.without_state().fen(spec);
    let fields: Vec<&str> = plain.split(' ').collect();
    match fields[..] {
        [_, side, rights, passed, half, full] => {
            format!("{board} {side} {rights} {} {half} {full}", to_flat(spec, passed))
        }
        _ => plain,
    }
}

/// A complete FEN of XBoard's in our own form. Of the state that XBoard does not know everything is
/// granted that the game begins with; what the board contradicts is dropped when the FEN is read. A FEN that has such state
/// is in our own form already.
pub fn own_fen(spec: &Spec, fen: &str) -> String {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let [board, side, rest @ ..] = &fields[..] else { return fen.to_owned() };
    let (pieces, bracket) = board.split_at(board.find('[').unwrap_or(board.len()));
    // An empty bracket stands for pieces in hand, of which there are none.
    let bracket = if matches!(bracket, "[]" | "[-]") { "" } else { bracket };
    let board = read_pieces(spec, pieces) + bracket;
    let is_state = |letter: char| spec.castling_named(letter).is_none() && letter != '-';
    let granted: String = start_rights(spec).chars().filter(|&letter| is_state(letter)).collect();
    match rest {
        [rights, rest @ ..] if !granted.is_empty() && rest.len() < 4 && !rights.contains(is_state) => {
            let rest = from_flat(spec, &rest.join(" "));
            format!("{board} {side} {}{granted} {rest}", rights.trim_matches('-'))
        }
        _ => format!("{board} {side} {}", rest.join(" ")),
    }
}

/// The rights of the start position.
fn start_rights(spec: &Spec) -> &'static str {
    spec.page.start.split(' ').nth(2).unwrap_or("-")
}

/// The letters of the castlings that the game has, of one side or both, or `-`.
fn rights(spec: &Spec, color: Option<Color>) -> String {
    let castlings =
        spec.castlings.iter().flatten().filter(|castling| color.is_none_or(|color| castling.color == color));
    let letters: String = castlings.map(|castling| castling.letter).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

fn with_king_files(spec: &Spec, castling: &str) -> String {
    let mut text = String::new();
    for letter in castling.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let file = letter.to_ascii_lowercase();
        let mut own = spec.castlings.iter().flatten().filter(|castling| castling.color == color);
        let is_right = own.clone().any(|c| c.letter == letter || file == spec.file_letter(c.rook_from.file()));
        let is_king = own.any(|c| file == spec.file_letter(c.king_from.file()));
        if is_king && !is_right {
            text += &rights(spec, Some(color));
        } else {
            text.push(letter);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn spec(game: &str) -> &'static Spec {
        games::find(game).expect("a listed game")
    }

    #[test]
    fn ten_ranks_are_counted_from_0() {
        let spec = spec("januskamil");
        for (engine, client) in [("f2f5", "f1f4"), ("g1j1", "g0j0"), ("b9c10j", "b8c9j"), ("a10a1", "a9a0")] {
            assert_eq!(to_client(spec, engine), client);
            assert_eq!(from_client(spec, client), engine);
        }
        assert_eq!(from_client(spec, "e:d9"), "e10d9");
        assert_eq!(from_client(spec, "a9a10q"), "a9a10q");
        assert_eq!(from_client(spec, "@@@@"), "@@@@");
    }

    #[test]
    fn files_are_counted_from_a() {
        let spec = spec("bilateral");
        for (engine, client) in [("y2y3", "a2a3"), ("j8i7", "l8k7"), ("a5z8,z8a5", "c5b8,b8c5"), ("e7e8c", "g7g8c")] {
            assert_eq!(to_client(spec, engine), client);
            assert_eq!(from_client(spec, client), engine);
        }
    }

    #[test]
    fn garbled_turns_in_place_are_recognised() {
        let spec = spec("bilateral");
        assert_eq!(ungarbled(spec, "e4e4,e3d4").as_deref(), Some("e4e3,e3e4"));
        assert_eq!(ungarbled(spec, "y4y4,z5?4").as_deref(), Some("y4z5,z5y4"));
        for text in ["e4e3,e3e4v", "e4d3,d3f5", "e4e4", "e4e4v", "g1g1", "@@@@", ""] {
            assert_eq!(ungarbled(spec, text), None, "{text}");
        }
    }

    #[test]
    fn boards_agree_after_the_same_legs_and_suffix() {
        for (drawn, text) in
            [("e2e4", "e2e4"), ("e4e3,e3e4v", "e4e3,e3e4"), ("a1b1v", "a1b1v"), ("a1b4,b4a1", "a1b4,b4a1")]
        {
            assert!(agree(drawn, text), "{text}");
        }
        for (drawn, text) in
            [("a1b1v", "a1b1"), ("a1b4,b4a1", "a1b4"), ("a1b4,b4a1", "a1a2,a2a1"), ("e4e3,e3e4v", "e4e4v")]
        {
            assert!(!agree(drawn, text), "{text}");
        }
    }

    #[test]
    fn moves_are_told_from_commands() {
        for word in ["e2e4", "e:d9", "a0", "b8c9j"] {
            assert!(looks_like_move(word), "{word}");
        }
        for word in ["go", "sd", "usermove", "?", ".", "E2e4", "e", "", "9e"] {
            assert!(!looks_like_move(word), "{word}");
        }
    }

    #[test]
    fn fens_of_xboard_are_completed() {
        let spec = spec("januskamil");
        let cases = [
            ("B w KQkq - 0 1", "B w KQkq - 0 1"),
            ("B w - - 0 1", "B w - - 0 1"),
            ("B w - 0 1", "B w KQkq - 0 1"),
            ("B b e3 0 1", "B b KQkq e3 0 1"),
            ("B w 0 1", "B w KQkq - 0 1"),
            ("B w", "B w KQkq"),
            ("B w Gg - 3 9", "B w KQkq - 3 9"),
            ("B w GBkb - 3 9", "B w KQBkb - 3 9"),
            ("B", "B"),
            ("", ""),
        ];
        for (sent, complete) in cases {
            assert_eq!(complete_fen(spec, sent), complete, "{sent}");
        }
    }
}
