//! What XBoard has to be told to draw and check a game: its `setup` and `piece` commands, and its letters for our pieces.

use std::borrow::Cow;

use crate::board::{Castling, PieceSpec, Role, Spec};
use crate::types::{Color, Kind};

/// A game as XBoard is told it. XBoard's manual of engine-defined variants has the slots of the table.
#[derive(Clone)]
pub(super) struct Pictures {
    game: &'static str,
    /// The variant of XBoard's own on whose rules the game is laid.
    pub parent: &'static str,
    /// One character for each of XBoard's piece pictures, White's half then Black's.
    pub table: Cow<'static, str>,
    /// XBoard's letters for pieces (as FEN has them) that it knows by another.
    letters: &'static [(&'static str, char)],
    /// The `piece` commands without the word itself, where they do not follow from the game's data.
    lines: &'static [&'static str],
}

/// The games that XBoard plays by itself, with the same rules.
const KNOWN_TO_XBOARD: [&str; 4] = ["chess", "capablanca", "gothic", "janus"];

/// The pieces that have the first slots of XBoard's table.
const CHESSMEN: &str = "PNBRQ";

/// The games whose pictures were chosen, see [`Pictures::derived`] for the others.
static GAMES: [Pictures; 9] = [
    Pictures {
        game: "januskamil",
        parent: "fairy",
        table: Cow::Borrowed("PNBRQ..J................CKpnbrq..j................ck"),
        letters: &[],
        lines: &[],
    },
    // XBoard crowns only pieces in the first slots of its table, so Knight and Bishop keep theirs, and players need
    // `-materialDraws false` lest XBoard call K+N v K a draw.
    Pictures {
        game: "kingsmen",
        parent: "fairy",
        table: Cow::Borrowed("PNBR......^P..^B^R.....^NKpnbr......^p..^b^r.....^nk"),
        letters: &[],
        lines: &[],
    },
    // Only on Chu Shogi's rules XBoard shows the change of places.
    Pictures {
        game: "kingsmen39",
        parent: "chu",
        table: Cow::Borrowed("PNBR......^P..^B^R.....^NKpnbr......^p..^b^r.....^nk"),
        letters: &[],
        lines: &[],
    },
    // Each colour has the pictures of its own army.
    Pictures {
        game: "kingsmendh",
        parent: "fairy",
        table: Cow::Borrowed("PNBR......^P..^B^R.....^NKgstv......^g..^t^v.....^sd"),
        letters: &[],
        lines: &[],
    },
    Pictures {
        game: "dhkingsmen",
        parent: "fairy",
        table: Cow::Borrowed("GSTV......^G..^T^V.....^SDpnbr......^p..^b^r.....^nk"),
        letters: &[],
        lines: &[],
    },
    // The Bishop has another picture than XBoard's, which XBoard would take to stay on squares of one colour.
    Pictures {
        game: "ajaxcapa",
        parent: "fairy",
        table: Cow::Borrowed("PN.RQ..AC....BKpn.rq..ac....bk"),
        letters: &[],
        lines: &[],
    },
    Pictures {
        game: "ajaxministers",
        parent: "fairy",
        table: Cow::Borrowed("PN.RQ...M....BKpn.rq...m....bk"),
        letters: &[],
        lines: &[],
    },
    // Without a pawn in the pawn's slot; the Rook-Camel has the rook's, so that castling is drawn. XBoard's pieces have
    // one letter each, and `x` could not end a move.
    Pictures {
        game: "luotuoqi",
        parent: "bughouse",
        table: Cow::Borrowed("...RJ.....E.MDI.A.....B..HCFGK...rj.....e.mdi.a.....b..hcfgk"),
        letters: &[
            ("T1", 'A'),
            ("T2", 'B'),
            ("T3", 'C'),
            ("T4", 'F'),
            ("T5", 'G'),
            ("T6", 'H'),
            ("T7", 'I'),
            ("T8", 'J'),
        ],
        lines: &[
            "E& fFbW", "M& NW", "D& mB", "R& R", "A& K", "B& Q2", "C& Q3", "F& Q4", "G& Q5", "H& Q6", "I& Q", "J& Q",
        ],
    },
    // The Wizard's line leaves out what goes over the fold.
    Pictures {
        game: "bilateral",
        parent: "bughouse",
        table: Cow::Borrowed(
            "PNBRQ.E....C.V.....................W......LKpnbrq.e....c.v.....................w......lk",
        ),
        letters: &[],
        lines: &[
            "P& fmWfceFifmnD",
            "N& N",
            "B& B",
            "R& R",
            "Q& Q",
            "L& mAmDcK",
            "C& mRcpR",
            "V& mBcpB",
            "E& mW",
            "W& mF",
            "K& KisO2",
        ],
    },
];

impl Pictures {
    /// What XBoard has to be told of a game; `None` if it knows the game itself, with the same rules.
    pub fn of(spec: &Spec) -> Option<Self> {
        let is_known = KNOWN_TO_XBOARD.contains(&spec.page.name);
        (!is_known).then(|| Self::chosen(spec).cloned().unwrap_or_else(|| Self::derived(spec)))
    }

    fn chosen(spec: &Spec) -> Option<&'static Self> {
        GAMES.iter().find(|pictures| pictures.game == spec.page.name)
    }

    /// Whatever pictures are free: pieces of chess have their own, the other pieces the next ones, then come the crowned
    /// forms, each with a `^` and the letter of its piece, and last the royal piece.
    fn derived(spec: &Spec) -> Self {
        let letters = |wanted: &dyn Fn(&PieceSpec) -> bool| -> Vec<char> {
            spec.page.pieces.iter().filter(|row| wanted(row)).map(|row| row.letter).collect()
        };
        let royal = letters(&|row| row.role == Role::Royal);
        let ordinary = letters(&|row| row.role != Role::Royal && !row.crowned);
        let crowned = letters(&|row| row.crowned);
        let mut half: String = CHESSMEN.chars().map(|c| if ordinary.contains(&c) { c } else { '.' }).collect();
        half.extend(ordinary.iter().filter(|&&letter| !CHESSMEN.contains(letter)));
        half.extend(crowned.iter().flat_map(|&letter| ['^', letter]));
        half.extend(royal);
        let table = Cow::Owned(format!("{half}{}", half.to_lowercase()));
        Self { game: spec.page.name, parent: "fairy", table, letters: &[], lines: &[] }
    }

    /// XBoard's letters for the pieces of a game that it knows by another.
    fn letters(spec: &Spec) -> &'static [(&'static str, char)] {
        Self::chosen(spec).map_or(&[], |pictures| pictures.letters)
    }

    /// The `piece` commands, without the word itself.
    pub fn lines(&self, spec: &Spec) -> Vec<String> {
        if !self.lines.is_empty() {
            return self.lines.iter().map(|&line| line.to_owned()).collect();
        }
        (0..spec.kinds()).flat_map(|index| self.lines_of(spec, Kind::new(index))).collect()
    }

    /// The lines of a kind, from its movement in Betza's notation: one for both sides if they have it both and it moves
    /// the same.
    fn lines_of(&self, spec: &Spec, kind: Kind) -> Vec<String> {
        let row = spec.piece(kind);
        let [white, black] =
            Color::BOTH.map(|color| Some(moves_for_xboard(spec, kind, color)?).filter(|_| self.has(row, color)));
        let name = if row.crowned { format!("+{}", row.letter) } else { row.letter.to_string() };
        let line = |color: Color, moves: String| match color {
            Color::White => format!("{name} {moves}"),
            Color::Black => format!("{} {moves}", name.to_ascii_lowercase()),
        };
        match (white, black) {
            (Some(white), Some(black)) if white == black => vec![format!("{name}& {white}")],
            (white, black) => {
                let white = white.map(|moves| line(Color::White, moves));
                white.into_iter().chain(black.map(|moves| line(Color::Black, moves))).collect()
            }
        }
    }

    /// Whether a side has a picture of the piece.
    fn has(&self, row: &PieceSpec, color: Color) -> bool {
        let (white, black) = self.table.split_at(self.table.len() / 2);
        match color {
            Color::White => white.contains(row.letter),
            Color::Black => black.contains(row.letter.to_ascii_lowercase()),
        }
    }
}

/// A kind's moves as XBoard's `piece` command has them; `None` if XBoard knows them: the pawn of chess.
fn moves_for_xboard(spec: &Spec, kind: Kind, color: Color) -> Option<String> {
    let row = spec.piece(kind);
    match (row.role, spec.page.pawn_step) {
        (Role::Pawn, 2) => None,
        (Role::Pawn, step @ 3..) => Some(format!("fmWifmW{step}fceF")),
        _ => Some(row.betza.to_owned() + &castling_moves(spec, kind, color)),
    }
}

/// The castlings of a king in XBoard's notation: `isO2` goes two squares to either side towards a rook in the corner, `j`
/// skips a square of the corner; left and right are those of the player; `idW` changes places with a rook.
fn castling_moves(spec: &Spec, kind: Kind, color: Color) -> String {
    let castling = |right: char| {
        let is_it = |castling: &&Castling| {
            castling.color == color && castling.king == kind && castling.letter.eq_ignore_ascii_case(&right)
        };
        spec.castlings.iter().flatten().find(is_it)
    };
    let (Some(kingside), Some(queenside)) = (castling('K'), castling('Q')) else { return String::new() };
    if kingside.king_to == kingside.rook_from {
        return "idW".to_owned();
    }
    let atom = |castling: &Castling| {
        let corner = castling.rook_from.file().min(spec.page.files - 1 - castling.rook_from.file());
        format!("{}O{}", "j".repeat(usize::from(corner)), castling.king_from.file().abs_diff(castling.king_to.file()))
    };
    let (kingside, queenside) = (atom(kingside), atom(queenside));
    match color {
        _ if kingside == queenside => format!("is{kingside}"),
        Color::White => format!("ir{kingside}il{queenside}"),
        Color::Black => format!("ir{queenside}il{kingside}"),
    }
}

/// XBoard's text for a kind of piece in FEN, upper case.
pub(super) fn piece_text(spec: &Spec, kind: Kind) -> String {
    let own = spec.kind_text(kind);
    let letters = Pictures::letters(spec);
    letters.iter().find(|(text, _)| *text == own).map_or(own.clone(), |(_, letter)| letter.to_string())
}

/// The sign for a kind at the end of a move and in choices: XBoard's letter, upper case, or `+` for a crowned piece.
pub(super) fn choice_letter(spec: &Spec, kind: Kind) -> char {
    if spec.piece(kind).crowned { '+' } else { piece_text(spec, kind).chars().next().unwrap_or('?') }
}

/// The field of pieces of a FEN of XBoard's in our own letters.
pub(super) fn read_pieces(spec: &Spec, field: &str) -> String {
    let letters = Pictures::letters(spec);
    let own = |c: char| {
        let text = letters.iter().find(|(_, letter)| *letter == c.to_ascii_uppercase()).map(|(text, _)| *text);
        match text {
            Some(text) if c.is_ascii_lowercase() => text.to_ascii_lowercase(),
            Some(text) => text.to_owned(),
            None => c.to_string(),
        }
    };
    field.chars().map(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn lines(game: &str) -> Vec<String> {
        let spec = games::find(game).expect("a listed game");
        Pictures::of(spec).map_or(Vec::new(), |pictures| pictures.lines(spec))
    }

    #[test]
    fn piece_lines_follow_from_the_data() {
        let janus_kamil = lines("januskamil");
        for line in ["P& fmWifmW3fceF", "J& BN", "C& C", "K KirjO3iljO4", "k KirjO4iljO3"] {
            assert!(janus_kamil.iter().any(|known| known == line), "{line} in {janus_kamil:?}");
        }
        let kingsmen = lines("kingsmen");
        for line in ["P& fmWfcF", "N& N", "+P& K", "+N& NK", "+B& BK", "+R& RK", "K& KisO2"] {
            assert!(kingsmen.iter().any(|known| known == line), "{line} in {kingsmen:?}");
        }
        assert!(lines("kingsmen39").contains(&"K& KidW".to_owned()));
        let dark_horde = lines("dhkingsmen");
        for line in ["k KisO2", "D N", "G fmWfcF", "p fmWfcF", "+V Q2N"] {
            assert!(dark_horde.iter().any(|known| known == line), "{line} in {dark_horde:?}");
        }
        assert!(
            lines("ajaxcapa").contains(&"K& KisO3".to_owned()) && !lines("ajaxcapa").iter().any(|l| l.starts_with('P'))
        );
        assert!(lines("chess").is_empty());
    }

    #[test]
    fn pictures_that_were_not_chosen_follow_from_the_pieces() {
        let table = |game: &str| Pictures::derived(games::find(game).expect("a listed game")).table;
        assert_eq!(table("januskamil"), "PNBRQCJKpnbrqcjk");
        assert_eq!(table("kingsmen"), "PNBR.^P^N^B^RKpnbr.^p^n^b^rk");
    }

    #[test]
    fn towers_have_letters_of_their_own() {
        let spec = games::find("luotuoqi").expect("a listed game");
        assert_eq!(read_pieces(spec, "rmdj2A1/8"), "rmdt82T11/8");
        assert_eq!(read_pieces(games::find("chess").expect("a listed game"), "rnbq/A"), "rnbq/A");
    }
}
