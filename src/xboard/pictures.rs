//! XBoard's `setup` and `piece` commands, which define the board, the piece images and the moves of a variant, and
//! XBoard's letters for the pieces.

use std::borrow::Cow;

use super::{movement, slots};
use crate::board::{Castling, PieceSpec, Role, Spec};
use crate::types::{Color, Kind};

/// The definition of a variant for XBoard. The slots of `table` are listed in XBoard's manual on engine-defined
/// variants.
#[derive(Clone)]
pub(crate) struct Pictures {
    game: &'static str,
    /// XBoard's own variant whose rules the definition extends.
    pub parent: &'static str,
    /// The piece letter for each of XBoard's piece images, White's images first; `.` for an unused image, `^` and a
    /// letter for the crowned form of that piece.
    pub table: Cow<'static, str>,
    /// The pieces, by their FEN text, that have another letter in XBoard.
    letters: &'static [(&'static str, char)],
    /// The arguments of the `piece` commands; empty if they follow from the game's data.
    piece_commands: &'static [&'static str],
}

/// The variants that XBoard knows with the same rules.
const KNOWN_TO_XBOARD: [&str; 4] = ["chess", "capablanca", "gothic", "janus"];

/// The variants with hand-picked images; [`Pictures::derived`] assigns those of the others.
static GAMES: [Pictures; 9] = [
    Pictures {
        game: "januskamil",
        parent: "fairy",
        table: Cow::Borrowed("PNBRQ..J................CKpnbrq..j................ck"),
        letters: &[],
        piece_commands: &[],
    },
    // XBoard lets only pieces in the first slots of its table be crowned, so Knight and Bishop keep those slots.
    // Users need `-materialDraws false`, or XBoard declares K+N v K a draw.
    Pictures {
        game: "kingsmen",
        parent: "fairy",
        table: Cow::Borrowed("PNBR......^P..^B^R.....^NKpnbr......^p..^b^r.....^nk"),
        letters: &[],
        piece_commands: &[],
    },
    // XBoard shows castling by exchange of king and rook only with the rules of Chu Shogi.
    Pictures {
        game: "kingsmen39",
        parent: "chu",
        table: Cow::Borrowed("PNBR......^P..^B^R.....^NKpnbr......^p..^b^r.....^nk"),
        letters: &[],
        piece_commands: &[],
    },
    // Each side has the images of its own army: the Void, which moves like a short queen, is a queen, the Serpent a
    // pair of swords, the Sorcerer a star, and risen they are a horse's tower, a dragon and a wizard's hat.
    Pictures {
        game: "kingsmendh",
        parent: "fairy",
        table: Cow::Borrowed("PNBR......^P..^B^R.....^N...............Kg...v..ts.......^v...^g.........^t....^sd"),
        letters: &[],
        piece_commands: &[],
    },
    Pictures {
        game: "dhkingsmen",
        parent: "fairy",
        table: Cow::Borrowed("G...V..TS.......^V...^G.........^T....^SDpnbr......^p..^b^r.....^n...............k"),
        letters: &[],
        piece_commands: &[],
    },
    // The Bishop does not use XBoard's bishop slot, because XBoard assumes that such a piece is colour-bound.
    Pictures {
        game: "ajaxcapa",
        parent: "fairy",
        table: Cow::Borrowed("PN.RQ..AC....BKpn.rq..ac....bk"),
        letters: &[],
        piece_commands: &[],
    },
    Pictures {
        game: "ajaxministers",
        parent: "fairy",
        table: Cow::Borrowed("PN.RQ...M....BKpn.rq...m....bk"),
        letters: &[],
        piece_commands: &[],
    },
    // The pawn slot is empty. The Rook-Camel has the rook slot, so that XBoard shows castling. XBoard's pieces have one
    // letter each, and `x` is not possible as a move suffix. In the
    // choice of a height XBoard goes up its table, so a lower tower has a later slot: crown, mitre, tower, top hat,
    // helmet, dome, horned helmet, turban.
    Pictures {
        game: "luotuoqi",
        parent: "bughouse",
        table: Cow::Borrowed(
            "...RJI....E.MD...........H.G........FCB................AK\
             ...rji....e.md...........h.g........fcb................ak",
        ),
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
        piece_commands: &[
            "E& fFbW", "M& NW", "D& mB", "R& R", "A& K", "B& Q2", "C& Q3", "F& Q4", "G& Q5", "H& Q6", "I& Q", "J& Q",
        ],
    },
    // The Wizard's command omits its moves across the fold.
    Pictures {
        game: "bilateral",
        parent: "bughouse",
        table: Cow::Borrowed(
            "PNBRQ.E....C.V.....................W......LKpnbrq.e....c.v.....................w......lk",
        ),
        letters: &[],
        piece_commands: &[
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
    /// The definition of a variant for XBoard; `None` if XBoard knows the variant.
    pub fn of(spec: &Spec) -> Option<Self> {
        let is_known = KNOWN_TO_XBOARD.contains(&spec.page.name);
        (!is_known).then(|| Self::hand_picked(spec).cloned().unwrap_or_else(|| Self::derived(spec)))
    }

    /// The slot of White's piece with this letter, by its index in XBoard's table.
    pub fn slot(&self, letter: char) -> Option<usize> {
        let (white, _) = self.table.split_at(self.table.len() / 2);
        white.split(letter).next().filter(|before| before.len() < white.len()).map(|before| {
            // A crowned form has two characters.
            before.chars().filter(|&c| c != '^').count()
        })
    }

    fn hand_picked(spec: &Spec) -> Option<&'static Self> {
        GAMES.iter().find(|pictures| pictures.game == spec.page.name)
    }

    /// A definition with images that follow from the movements of the pieces.
    fn derived(spec: &Spec) -> Self {
        let swaps = spec.castlings.iter().flatten().any(|castling| castling.king_to == castling.rook_from);
        let table = Cow::Owned(slots::table(spec));
        // XBoard shows castling by exchange of king and rook only with the rules of Chu Shogi.
        let parent = if swaps { "chu" } else { "fairy" };
        Self { game: spec.page.name, parent, table, letters: &[], piece_commands: &[] }
    }

    /// The pieces of a variant, by their FEN text, that have another letter in XBoard.
    fn letters(spec: &Spec) -> &'static [(&'static str, char)] {
        Self::hand_picked(spec).map_or(&[], |pictures| pictures.letters)
    }

    /// The arguments of the `piece` commands.
    pub fn piece_commands(&self, spec: &Spec) -> Vec<String> {
        if !self.piece_commands.is_empty() {
            return self.piece_commands.iter().map(|&command| command.to_owned()).collect();
        }
        (0..spec.kinds()).flat_map(|index| self.commands_for(spec, Kind::new(index))).collect()
    }

    /// The arguments of the `piece` commands for a kind, from its movement in Betza notation: one command (`N& N`) if
    /// both sides have the piece and it moves the same for both, otherwise one per side.
    fn commands_for(&self, spec: &Spec, kind: Kind) -> Vec<String> {
        let row = spec.piece(kind);
        let [white, black] =
            Color::BOTH.map(|color| Some(moves_for_xboard(spec, kind, color)?).filter(|_| self.has(row, color)));
        let name = if row.crowned { format!("+{}", row.letter) } else { row.letter.to_string() };
        let command = |color: Color, moves: String| match color {
            Color::White => format!("{name} {moves}"),
            Color::Black => format!("{} {moves}", name.to_ascii_lowercase()),
        };
        match (white, black) {
            (Some(white), Some(black)) if white == black => vec![format!("{name}& {white}")],
            (white, black) => {
                let white = white.map(|moves| command(Color::White, moves));
                white.into_iter().chain(black.map(|moves| command(Color::Black, moves))).collect()
            }
        }
    }

    /// Whether a side has an image of the piece.
    fn has(&self, row: &PieceSpec, color: Color) -> bool {
        let (white, black) = self.table.split_at(self.table.len() / 2);
        match color {
            Color::White => white.contains(row.letter),
            Color::Black => black.contains(row.letter.to_ascii_lowercase()),
        }
    }
}

/// A kind's moves in XBoard's dialect of Betza notation; `None` for the pawn of chess, which XBoard knows.
fn moves_for_xboard(spec: &Spec, kind: Kind, color: Color) -> Option<String> {
    let row = spec.piece(kind);
    if spec.custom().is_some() {
        return Some(movement::of_custom(spec, kind, color) + &castling_moves(spec, kind, color));
    }
    match (row.role, spec.page.pawn_step) {
        (Role::Pawn, 2) => None,
        (Role::Pawn, step @ 3..) => Some(format!("fmWifmW{step}fceF")),
        _ => Some(row.betza.to_owned() + &castling_moves(spec, kind, color)),
    }
}

/// The castlings of a king in XBoard's dialect of Betza notation. `isO2`: two squares sideways towards a rook in the
/// corner; each `j` moves the rook's square one further from the corner; `l` and `r` are the player's left and right.
/// `idW`: the king exchanges places with the rook.
fn castling_moves(spec: &Spec, kind: Kind, color: Color) -> String {
    let castling = |right: char| {
        let is_it = |castling: &&Castling| {
            castling.color == color && castling.king == kind && castling.letter.eq_ignore_ascii_case(&right)
        };
        spec.castlings.iter().flatten().find(is_it)
    };
    let [kingside, queenside] = ['K', 'Q'].map(castling);
    if kingside.or(queenside).is_some_and(|castling| castling.king_to == castling.rook_from) {
        return "idW".to_owned();
    }
    let atom = |castling: &Castling| -> String {
        let corner = castling.rook_from.file().min(spec.page.files - 1 - castling.rook_from.file());
        format!("{}O{}", "j".repeat(usize::from(corner)), castling.king_from.file().abs_diff(castling.king_to.file()))
    };
    // White's king's side is on the right, Black's on the left.
    let (right, left) = if color == Color::White { (kingside, queenside) } else { (queenside, kingside) };
    match (right.map(atom), left.map(atom)) {
        (Some(right), Some(left)) if right == left => format!("is{right}"),
        (right, left) => {
            right.map_or_else(String::new, |atom| format!("ir{atom}"))
                + &left.map_or_else(String::new, |atom| format!("il{atom}"))
        }
    }
}

/// XBoard's FEN text for a kind of piece, in upper case.
pub(crate) fn piece_text(spec: &Spec, kind: Kind) -> String {
    let own = spec.kind_text(kind);
    let letters = Pictures::letters(spec);
    letters.iter().find(|(text, _)| *text == own).map_or(own.clone(), |(_, letter)| letter.to_string())
}

/// The letter for a kind in move suffixes and `choice` commands: XBoard's letter in upper case, or `+` for a crowned
/// piece.
pub(super) fn choice_letter(spec: &Spec, kind: Kind) -> char {
    if spec.piece(kind).crowned { '+' } else { piece_text(spec, kind).chars().next().unwrap_or('?') }
}

/// Converts the piece placement field of an XBoard FEN to the engine's letters.
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

    fn commands(game: &str) -> Vec<String> {
        let spec = games::find(game).expect("a listed game");
        Pictures::of(spec).map_or(Vec::new(), |pictures| pictures.piece_commands(spec))
    }

    #[test]
    fn piece_commands_follow_from_the_data() {
        let janus_kamil = commands("januskamil");
        for line in ["P& fmWifmW3fceF", "J& BN", "C& C", "K KirjO3iljO4", "k KirjO4iljO3"] {
            assert!(janus_kamil.iter().any(|known| known == line), "{line} in {janus_kamil:?}");
        }
        let kingsmen = commands("kingsmen");
        for line in ["P& fmWfcF", "N& N", "+P& K", "+N& NK", "+B& BK", "+R& RK", "K& KisO2"] {
            assert!(kingsmen.iter().any(|known| known == line), "{line} in {kingsmen:?}");
        }
        assert!(commands("kingsmen39").contains(&"K& KidW".to_owned()));
        let dark_horde = commands("dhkingsmen");
        for line in ["k KisO2", "D N", "G fmWfcF", "p fmWfcF", "+V Q2N"] {
            assert!(dark_horde.iter().any(|known| known == line), "{line} in {dark_horde:?}");
        }
        assert!(
            commands("ajaxcapa").contains(&"K& KisO3".to_owned())
                && !commands("ajaxcapa").iter().any(|l| l.starts_with('P'))
        );
        assert!(commands("chess").is_empty());
    }

    #[test]
    fn pictures_are_derived_from_the_pieces() {
        let table = |game: &str| Pictures::derived(games::find(game).expect("a listed game")).table;
        assert_eq!(table("januskamil"), "PNBRQ..J................CKpnbrq..j................ck");
        assert_eq!(table("capablanca"), "PNBRQ..ACKpnbrq..ack");
        let kingsmen = table("kingsmen");
        assert!(kingsmen.starts_with("PNBR") && ["^P", "^N", "^B", "^R"].iter().all(|form| kingsmen.contains(form)));
        // Each side's royal piece comes last in its half.
        assert!(table("kingsmendh").contains("Kp") && table("kingsmendh").ends_with('d'), "{}", table("kingsmendh"));
    }

    #[test]
    fn towers_have_letters_of_their_own() {
        let spec = games::find("luotuoqi").expect("a listed game");
        assert_eq!(read_pieces(spec, "rmdj2A1/8"), "rmdt82T11/8");
        assert_eq!(read_pieces(games::find("chess").expect("a listed game"), "rnbq/A"), "rnbq/A");
    }
}
