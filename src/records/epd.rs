//! EPD, positions with operations on them: a line has the first four fields of a FEN, or all, and then operations such as
//! `bm Nf3 Nd4; id "test 1"; hmvc 2; fmvn 4;`.

use crate::board::FenError;
use crate::session::Session;

/// The number of fields of a FEN before its counters.
const FIELDS: usize = 4;
/// Opcodes that are known without a semicolon behind the operation.
const OPCODES: [&str; 12] = ["acd", "acn", "acs", "am", "bm", "ce", "dm", "fmvn", "hmvc", "id", "pv", "sm"];

/// The operations of a line of EPD, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Operations(Vec<(String, Vec<String>)>);

impl Operations {
    /// The operands of the first operation with this opcode.
    pub fn get(&self, opcode: &str) -> Option<&[String]> {
        self.0.iter().find(|(name, _)| name == opcode).map(|(_, operands)| operands.as_slice())
    }

    /// Reads operations, which semicolons end. A quote that is not closed goes on to the end of the line.
    fn read(text: &str) -> Self {
        let mut operations = Self::default();
        let mut words: Vec<String> = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            if first == ';' {
                operations.add(std::mem::take(&mut words));
                rest = &rest[1..];
            } else if let Some(quoted) = rest.strip_prefix('"') {
                let (word, after) = quoted.split_once('"').unwrap_or((quoted, ""));
                words.push(word.to_owned());
                rest = after;
            } else {
                let length = rest.find(|c: char| c == ';' || c == '"' || c.is_whitespace()).unwrap_or(rest.len());
                words.push(rest[..length].to_owned());
                rest = &rest[length..];
            }
            rest = rest.trim_start();
        }
        operations.add(words);
        operations
    }

    fn add(&mut self, words: Vec<String>) {
        let mut words = words.into_iter();
        self.0.extend(words.next().map(|opcode| (opcode, words.collect())));
    }
}

/// Sets a session to the position of a line of EPD or FEN. The operations `hmvc` and `fmvn` set the clock and the number of
/// the move.
///
/// # Errors
/// When the position is refused, or what follows it is not an operation.
pub fn set_epd(session: &mut dyn Session, text: &str) -> Result<Operations, FenError> {
    let error = match session.set_position(Some(text)) {
        Ok(()) => return Ok(Operations::default()),
        Err(error) => error,
    };
    // As many fields as are a position. If none are, those before the operations say why.
    let fields = ends_of_fields(text);
    let accepted = fields.iter().rev().find(|&&end| session.set_position(Some(&text[..end])).is_ok());
    let is_position = |end: &&usize| is_operations(&text[**end..]);
    let Some(&end) = accepted.or_else(|| fields.iter().find(is_position)).filter(is_position) else {
        return Err(error);
    };
    session.set_position(Some(&text[..end]))?;
    let operations = Operations::read(&text[end..]);
    let counters = ["hmvc", "fmvn"].map(|opcode| operations.get(opcode));
    if counters.iter().any(Option::is_some) {
        let fen = session.view().fen();
        let mut fields: Vec<&str> = fen.split_whitespace().collect();
        for (field, operands) in fields.iter_mut().skip(FIELDS).zip(counters) {
            if let Some(operands) = operands {
                *field = operands.first().map_or("-", String::as_str);
            }
        }
        session.set_position(Some(&fields.join(" ")))?;
    }
    Ok(operations)
}

/// Whether a text can be operations: a semicolon or a known opcode tells.
fn is_operations(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    OPCODES.contains(&first) || text.contains(';') && !first.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

/// Where the fourth field of a line ends, and each one after it that may belong to the FEN.
fn ends_of_fields(text: &str) -> Vec<usize> {
    // The longest FEN has counters followed by a field of the game's own.
    const MOST: usize = FIELDS + 3;
    let (mut ends, mut end) = (Vec::new(), 0);
    while ends.len() < MOST {
        let start = text.len() - text[end..].trim_start().len();
        let length = text[start..].find(|c: char| c == ';' || c.is_whitespace()).unwrap_or(text.len() - start);
        if length == 0 {
            break;
        }
        end = start + length;
        ends.push(end);
    }
    ends.split_off(ends.len().min(FIELDS - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Catalogue;

    const BOARD: &str = "4k3/8/8/8/8/8/8/4K2R";

    /// The fields after the board, as they were understood, and the operations.
    fn read(text: &str) -> Result<(String, Operations), FenError> {
        let mut session = Catalogue::default().open_named("chess").expect("a listed game");
        let operations = set_epd(&mut *session, &format!("{BOARD} {text}"))?;
        Ok((session.view().fen()[BOARD.len() + 1..].to_owned(), operations))
    }

    #[test]
    fn operations_follow_four_fields_or_all() {
        for (text, fields) in [
            ("w K -", "w K - 0 1"),
            ("w K - 3 9", "w K - 3 9"),
            ("w K - hmvc 2; fmvn 4;", "w K - 2 4"),
            ("w K - fmvn 40", "w K - 0 40"),
            ("w K - bm Kd2;hmvc 7;", "w K - 7 1"),
            ("b - - id \"a; hmvc 3\"; fmvn 12; hmvc 1;", "b - - 1 12"),
            ("w K - 3 9 fmvn 12;", "w K - 3 12"),
            ("w K - ;D1 15 ;D2 66", "w K - 0 1"),
            ("w K -;", "w K - 0 1"),
            ("w K - bm Kd2", "w K - 0 1"),
        ] {
            assert_eq!(read(text).expect(text).0, fields, "{text}");
        }
        let operations = read("w K - bm Kd2  O-O; id \"one; two\"; c0 \"open").expect("an EPD").1;
        assert_eq!(operations.get("bm"), Some(&["Kd2".to_owned(), "O-O".to_owned()][..]));
        assert_eq!(operations.get("id"), Some(&["one; two".to_owned()][..]));
        assert_eq!((operations.get("c0"), operations.get("am")), (Some(&["open".to_owned()][..]), None));
    }

    #[test]
    fn what_is_no_operation_is_no_position() {
        for (text, part) in [
            ("w K - 0 1 nonsense", "nonsense"),
            ("w K - nonsense", "halfmove clock is `nonsense`"),
            ("w K - hmvc x;", "halfmove clock is `x`"),
            ("w K - hmvc;", "halfmove clock is `-`"),
            ("w K - fmvn -4;", "move number is `-4`"),
            ("x K - bm Kd2;", "side to move is `x`"),
            ("w K - 3 9 7 bm Kd2;", "FEN has `bm` after its last field"),
            ("b K e4 bm Kd2;", "en-passant squares `e4`"),
            ("w K e3 hmvc 3;", "en-passant squares `e3`"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn the_fields_of_a_game_of_its_own_are_kept() {
        let mut session = Catalogue::default().open_named("bilateral").expect("a listed game");
        let fen = session.view().fen();
        for (text, counters) in [(format!("{fen} hmvc 3; fmvn 8;"), "3 8"), (format!("{fen} ; c0 \"x\""), "0 1")] {
            set_epd(&mut *session, &text).expect("an EPD");
            assert_eq!(session.view().fen(), fen.replace("0 1", counters), "{text}");
        }
    }
}
