//! Names and letters that other programs use for our games and pieces. Moves need no translation: all programs known
//! here write coordinates, promotions with the piece's letter, and crownings with `+`.

use crate::board::Spec;

/// How a program's names and letters differ from ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quirks {
    /// Not at all.
    None,
    /// As in Fairy-Stockfish with our games in its configuration file: crowned pieces have letters of their own.
    FairyStockfish,
}

/// The games that Fairy-Stockfish names differently: our name, its name, its letters (White's) for our pieces.
const FAIRY_STOCKFISH: [(&str, &str, Letters); 3] = [
    ("kingsmen", "kingsmenauto", &CROWNED),
    ("kingsmen39", "minikingsmenauto", &CROWNED),
    ("kingsmendh", "kingsmendarkauto", &DARK_HORDE),
];

type Letters = &'static [(&'static str, &'static str)];

const CROWNED: [(&str, &str); 4] = [("+P", "C"), ("+B", "H"), ("+N", "E"), ("+R", "D")];
const DARK_HORDE: [(&str, &str); 9] = [
    ("+P", "C"),
    ("+B", "H"),
    ("+N", "E"),
    ("+R", "D"),
    ("+G", "Y"),
    ("+S", "Z"),
    ("+T", "W"),
    ("+V", "U"),
    ("D", "X"),
];

impl Quirks {
    /// Reads the name of a set of quirks.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Self::None),
            "fairy-stockfish" => Ok(Self::FairyStockfish),
            _ => Err(format!("`{text}` is not a set of quirks, expected none or fairy-stockfish")),
        }
    }

    /// The quirks of the engine with this name.
    pub(super) fn of_engine(name: &str) -> Self {
        if name.starts_with("Fairy-Stockfish") { Self::FairyStockfish } else { Self::None }
    }
}

/// An engine's names for one game and its pieces.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    /// The engine's name for the game.
    pub variant: String,
    letters: Letters,
}

impl Dialect {
    /// The dialect of an engine with these quirks. `named` overrides its name for the game.
    pub fn new(spec: &Spec, quirks: Quirks, named: Option<&str>) -> Self {
        let ours = spec.page.name;
        let entry = match quirks {
            Quirks::None => None,
            Quirks::FairyStockfish => FAIRY_STOCKFISH.iter().find(|(name, ..)| *name == ours),
        };
        let (variant, letters): (&str, Letters) = entry.map_or((ours, &[]), |&(_, theirs, letters)| (theirs, letters));
        Self { variant: named.unwrap_or(variant).to_owned(), letters }
    }

    /// Translates one of our FENs.
    pub fn fen(&self, fen: &str) -> String {
        let (mut rest, fields) = fen.split_once(' ').unwrap_or((fen, ""));
        let mut board = String::new();
        while let Some(first) = rest.chars().next() {
            let length = if first == '+' { rest.chars().take(2).map(char::len_utf8).sum() } else { first.len_utf8() };
            let (piece, after) = rest.split_at(length);
            board += &self.piece(piece);
            rest = after;
        }
        if fields.is_empty() { board } else { format!("{board} {fields}") }
    }

    fn piece(&self, ours: &str) -> String {
        let entry = self.letters.iter().find(|(letter, _)| letter.eq_ignore_ascii_case(ours));
        match entry {
            Some((letter, theirs)) if *letter == ours => (*theirs).to_owned(),
            Some((_, theirs)) => theirs.to_ascii_lowercase(),
            None => ours.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Games;

    fn dialect(game: &str, named: Option<&str>) -> Dialect {
        let spec = Games::default().find(game).expect("a listed game");
        Dialect::new(spec, Quirks::of_engine("Fairy-Stockfish 14 LB"), named)
    }

    #[test]
    fn fairy_stockfish_has_other_names_and_letters() {
        let kingsmen = dialect("kingsmen", None);
        assert_eq!(kingsmen.variant, "kingsmenauto");
        assert_eq!(
            kingsmen.fen("4k4/1+P+R6/9/3B5/9/9/+p+b+n+r5/9/4K4 w - - 0 1"),
            "4k4/1CD6/9/3B5/9/9/ched5/9/4K4 w - - 0 1"
        );
        let dark = dialect("kingsmendh", None);
        assert_eq!(dark.variant, "kingsmendarkauto");
        let start = "vtssdsstv/9/ggggggggg/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQ - 0 1";
        assert_eq!(dark.fen(start), "vtssxsstv/9/ggggggggg/9/9/9/PPPPPPPPP/9/RNBBKBBNR w KQ - 0 1");
        assert_eq!(dark.fen("3d+r4/9/+g+s+t+v5 b - -"), "3xd4/9/yzwu5 b - -");
        assert_eq!(dialect("januskamil", None).variant, "januskamil");
        assert_eq!(dialect("kingsmen39", Some("mine")).variant, "mine");
    }
}
