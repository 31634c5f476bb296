//! XBoard's `setup` and `piece` commands, which define the board, the piece images and the moves of a variant, and
//! XBoard's letters for the pieces.

use std::borrow::Cow;

use super::{movement, slots};
use crate::board::{Castling, PieceSpec, Role, Spec};
use crate::types::{Color, Kind};

/// The definition of a variant for XBoard. The slots of `table` are listed in XBoard's manual on engine-defined
/// variants. It follows from the game's data, unless the file `xboard.txt` of the game's folder says otherwise.
#[derive(Clone)]
pub(crate) struct Pictures {
    /// XBoard's own variant whose rules the definition extends.
    pub parent: &'static str,
    /// How many kinds a hand has room for; 0 in games without pieces in hand.
    pub hand_size: usize,
    /// The piece letter for each of XBoard's piece images, White's images first; `.` for an unused image, `^` and a
    /// letter for the crowned form of that piece.
    pub table: Cow<'static, str>,
    /// The arguments of the `piece` commands; empty if they follow from the game's data.
    piece_commands: Vec<&'static str>,
}

/// What the file of a game says for XBoard: the rest of each line that begins with `key`. The keys are `known` (XBoard's name of
/// a variant that it knows with the same rules), `rules known` (XBoard can tell legal moves), `parent` and `table` (see
/// [`Pictures`]), `letter` (the FEN text of a piece
/// and its other letter in XBoard) and `piece` (the argument of a `piece` command). Lines that begin with `#` are comments.
fn lines(spec: &Spec, key: &'static str) -> impl Iterator<Item = &'static str> {
    let rest = move |line: &'static str| line.strip_prefix(key)?.strip_prefix(' ');
    spec.page.folder.xboard.unwrap_or_default().lines().filter_map(rest)
}

/// XBoard's name for a variant that it knows with the same rules.
pub(super) fn known_name(spec: &Spec) -> Option<&'static str> {
    lines(spec, "known").next()
}

/// Whether XBoard knows all rules of a game once it has the movements of its pieces, so that it can tell legal moves.
pub(super) fn knows_rules(spec: &Spec) -> bool {
    known_name(spec).is_some() || lines(spec, "rules").next() == Some("known")
}

/// The pieces of a variant, by their FEN text, that have another letter in XBoard.
fn letters(spec: &Spec) -> impl Iterator<Item = (&'static str, char)> {
    lines(spec, "letter").filter_map(|line| {
        let (text, letter) = line.split_once(' ')?;
        Some((text, letter.chars().next()?))
    })
}

/// Whether a king exchanges places with a rook in a castling from the game's own squares.
pub(super) fn swaps_rooks(spec: &Spec) -> bool {
    spec.castlings.iter().flatten().any(|castling| castling.king_to == castling.rook_from)
}

impl Pictures {
    /// The definition of a variant for XBoard; `None` if XBoard knows the variant.
    pub fn of(spec: &Spec) -> Option<Self> {
        if known_name(spec).is_some() {
            return None;
        }
        // XBoard shows castling by exchange of king and rook only with the rules of Chu Shogi.
        let usual = match spec.has_hands() {
            true if spec.laws().drops.captures_to_hand => "crazyhouse",
            // In Bughouse what a side captures does not come into its own hand.
            true => "bughouse",
            false if swaps_rooks(spec) => "chu",
            false => "fairy",
        };
        Some(Self {
            parent: lines(spec, "parent").next().unwrap_or(usual),
            hand_size: slots::hand_size(spec),
            table: lines(spec, "table").next().map_or_else(|| slots::table(spec).into(), Cow::Borrowed),
            piece_commands: lines(spec, "piece").collect(),
        })
    }

    /// The slot of White's piece with this letter, by its index in XBoard's table.
    pub fn slot(&self, letter: char) -> Option<usize> {
        let (white, _) = self.table.split_at(self.table.len() / 2);
        white.split(letter).next().filter(|before| before.len() < white.len()).map(|before| {
            // A crowned form has two characters.
            before.chars().filter(|&c| c != '^').count()
        })
    }

    /// The arguments of the `piece` commands.
    pub fn piece_commands(&self, spec: &Spec) -> Vec<String> {
        if !self.piece_commands.is_empty() {
            return self.piece_commands.iter().map(|&command| command.to_owned()).collect();
        }
        let kinds = (0..spec.kinds()).map(Kind::new).filter(|&kind| !spec.piece(kind).promoted);
        kinds.flat_map(|kind| self.commands_for(spec, kind)).collect()
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
    if row.role == Role::Pawn && spec.longest_step == 2 && knows_rules(spec) {
        return None;
    }
    Some(movement::of_kind(spec, kind, color) + &castling_moves(spec, kind, color))
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
    let other = letters(spec).find(|(text, _)| *text == own);
    other.map_or(own, |(_, letter)| letter.to_string())
}

/// The letter for a kind in move suffixes and `choice` commands: XBoard's letter in upper case, or `+` for a crowned
/// piece.
pub(super) fn choice_letter(spec: &Spec, kind: Kind) -> char {
    if spec.piece(kind).crowned { '+' } else { piece_text(spec, kind).chars().next().unwrap_or('?') }
}

/// Converts the piece placement field of an XBoard FEN to the engine's letters.
pub(super) fn read_pieces(spec: &Spec, field: &str) -> String {
    let letters: Vec<(&str, char)> = letters(spec).collect();
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
        let spec = games::Games::default().find(game).expect("a listed game");
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
        let table = |game: &str| slots::table(games::Games::default().find(game).expect("a listed game"));
        assert_eq!(table("januskamil"), "PNBRQ..J................CKpnbrq..j................ck");
        assert_eq!(table("capablanca"), "PNBRQ..ACKpnbrq..ack");
        let kingsmen = table("kingsmen");
        assert!(kingsmen.starts_with("PNBR") && ["^P", "^N", "^B", "^R"].iter().all(|form| kingsmen.contains(form)));
        // Each side's royal piece comes last in its half.
        assert!(table("kingsmendh").contains("Kp") && table("kingsmendh").ends_with('d'), "{}", table("kingsmendh"));
    }

    #[test]
    fn files_for_xboard_are_read_whole() {
        for spec in games::built_in() {
            let text = spec.page.folder.xboard.unwrap_or_default();
            let said = text.lines().filter(|line| !line.starts_with('#')).count();
            let read = ["known", "parent", "rules", "table", "letter", "piece"].map(|key| lines(spec, key).count());
            assert_eq!(read.iter().sum::<usize>(), said, "{}", spec.page.name);
            assert!(read[..4].iter().all(|&count| count <= 1), "{}", spec.page.name);
            assert_eq!(letters(spec).count(), read[4], "{}", spec.page.name);
        }
    }

    #[test]
    fn towers_have_letters_of_their_own() {
        let spec = games::Games::default().find("luotuoqi").expect("a listed game");
        assert_eq!(read_pieces(spec, "rmdj2A1/8"), "rmdt82T11/8");
        assert_eq!(read_pieces(games::Games::default().find("chess").expect("a listed game"), "rnbq/A"), "rnbq/A");
    }
}
