//! Moves and positions in the notation of CECP clients.

use std::borrow::Cow;

use super::flat::{from_flat, to_flat};
use super::pictures::{Pictures, known_name, piece_text, read_pieces, swaps_rooks};
use crate::board::{Castling, FILE_LETTERS, Setup, Spec, View, castling_name, ranks_text};
use crate::games::{Games, is_built_in};
use crate::types::{Color, Move, Piece, SQUARES};

/// On boards with this number of ranks CECP counts ranks from 0, so that each is one digit.
const ZERO_BASED_HEIGHT: u8 = 10;

/// The longest list of variants that XBoard reads, in bytes.
const MAX_VARIANTS: usize = 480;

/// The names of XBoard's variants that it finds anywhere in a name, and numbers of its servers that stand for variants.
const FOUND_ANYWHERE: [&str; 22] = [
    "normal",
    "wildcastle",
    "nocastle",
    "fischer",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
    "frc",
    "960",
    "29",
    "30",
    "31",
    "32",
    "33",
    "34",
];
/// The names of XBoard's variants that it finds at the start of a name, before anything but a letter.
const FOUND_AT_START: [&str; 22] = [
    "shogi",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
    "chu",
];

/// CECP's name for a variant. A name that XBoard would take for one of its own variants is changed.
pub fn variant_name(spec: &Spec) -> Cow<'static, str> {
    match known_name(spec) {
        Some(known) => known.into(),
        None => unmistakable(spec.page.name),
    }
}

/// CECP's name for a game that is played by name. Only those whose names XBoard would change are looked at more closely, so
/// that not all of them are made.
fn name_of_relative(games: &Games, name: &'static str) -> Cow<'static, str> {
    let changed = unmistakable(name);
    if changed == name { changed } else { games.find(name).map_or(changed, variant_name) }
}

/// A name in which XBoard finds none of its own variants: `x` before it, and `-` in the middle of what XBoard finds.
fn unmistakable(name: &'static str) -> Cow<'static, str> {
    let mut changed = Cow::Borrowed(name);
    while let Some((place, found)) = FOUND_ANYWHERE.iter().find_map(|found| Some((changed.find(found)?, found))) {
        changed.to_mut().insert(place + found.len() / 2, '-');
    }
    let begins = |own: &&str| {
        let rest = changed.strip_prefix(*own);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    if FOUND_AT_START.iter().any(begins) { format!("x{changed}").into() } else { changed }
}

/// The moves of the pieces as XBoard's PGN tag `VariantMen` has them; `None` for a variant that XBoard knows.
pub fn variant_men(spec: &Spec) -> Option<String> {
    let commands = Pictures::of(spec)?.piece_commands(spec);
    let men = commands.iter().filter_map(|command| {
        let (name, moves) = command.split_once(' ')?;
        Some(format!("{}:{moves}", name.trim_end_matches('&')))
    });
    Some(men.collect::<Vec<_>>().join(";"))
}

/// The variant of this name in CECP.
pub fn find_variant(games: &Games, name: &str) -> Option<&'static Spec> {
    let relative = || games.relatives().find(|&relative| name_of_relative(games, relative) == name);
    games.all().find(|spec| variant_name(spec) == name).or_else(|| games.find(relative()?))
}

/// The names of all variants, in the order in which CECP announces them. XBoard looks for a name anywhere in the list and
/// takes the first place where it finds it, so a name that is contained in another one precedes it (`janus` before
/// `januskamil`). If XBoard could not read all of them, relatives are left out first, then built-in games but chess.
pub fn announced_variants(games: &Games) -> Vec<Cow<'static, str>> {
    let mut all: Vec<&'static Spec> = games.all().collect();
    let length: usize = all.iter().map(|spec| variant_name(spec).len() + 1).sum();
    if length > MAX_VARIANTS {
        all.sort_by_key(|spec| spec.page.name != "chess" && is_built_in(spec));
    }
    let mut names: Vec<Cow<'static, str>> = Vec::new();
    let mut room = MAX_VARIANTS;
    for name in all.into_iter().map(variant_name).chain(games.relatives().map(|name| name_of_relative(games, name))) {
        let Some(left) = room.checked_sub(name.len() + 1) else { break };
        room = left;
        let place = names.iter().position(|listed| listed.contains(&*name)).unwrap_or(names.len());
        names.insert(place, name);
    }
    names
}

/// Whether a word is written as a move is and no command is: it starts with a file and a rank, or with a capital letter
/// and has a digit, or it is a castling.
pub(crate) fn looks_like_move(word: &str) -> bool {
    let mut letters = word.chars();
    let Some(first) = letters.next() else { return false };
    let is_rank = |c: char| c.is_ascii_digit() || c == ':';
    let has_square = if first.is_ascii_lowercase() {
        letters.next().is_some_and(is_rank)
    } else {
        first.is_ascii_uppercase() && letters.any(is_rank)
    };
    has_square || castling_name(word).is_some()
}

/// Whether the client may count ranks from 0.
pub(crate) fn counts_from_zero(spec: &Spec) -> bool {
    spec.page.ranks == ZERO_BASED_HEIGHT
}

/// Whether a move is in algebraic notation: neither a castling nor two squares.
pub(crate) fn is_algebraic(spec: &Spec, text: &str) -> bool {
    let is_square = |text: &str| {
        let mut letters = text.chars();
        let file = letters.next().is_some_and(|c| spec.file(c.to_ascii_lowercase() as u8).is_some());
        file && letters.next().is_some_and(|c| c.is_ascii_digit() || c == ':')
    };
    let second = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| &text[at..]);
    castling_name(text).is_none()
        && text.contains(|c: char| c.is_ascii_digit())
        && !(is_square(text) && second.is_some_and(is_square))
}

/// Converts a move or square from coordinate notation to the client's notation.
pub fn to_client(spec: &Spec, text: &str) -> String {
    let text = to_flat(spec, text);
    if spec.page.ranks != ZERO_BASED_HEIGHT {
        return text;
    }
    map_ranks(&text, |digits| {
        digits.parse::<u8>().map_or_else(|_| digits.to_owned(), |rank| rank.saturating_sub(1).to_string())
    })
}

/// Converts a move or square from the client's notation to coordinate notation.
///
/// On boards of ten ranks XBoard can be set to count ranks from 1; it then writes the tenth rank as `:`. A text with
/// `:` or `10` is therefore read with ranks from 1, any other text with ranks from 0.
pub fn from_client(spec: &Spec, text: &str) -> String {
    if castling_name(text).is_some() {
        return text.to_owned();
    }
    let text = from_flat(spec, text);
    if spec.page.ranks != ZERO_BASED_HEIGHT || text.contains("10") {
        text
    } else if text.contains(':') {
        text.replace(':', "10")
    } else {
        map_ranks(&text, |digits| digits.bytes().map(|digit| (digit - b'0' + 1).to_string()).collect())
    }
}

/// Restores a move in place (`e4e3,e3e4`) that XBoard has garbled; `None` if `text`, in coordinate notation, is not
/// such a move. For Black with an empty waypoint, XBoard writes the home square twice, the waypoint and a square beside
/// home (`e4e4,e3d4`), and drops the suffix.
pub(crate) fn restore_move_in_place(spec: &Spec, text: &str) -> Option<String> {
    let (first, second) = text.split_once(',')?;
    let (home, rest) = spec.read_square(first)?;
    let (again, rest) = spec.read_square(rest)?;
    let (waypoint, _) = spec.read_square(second)?;
    let is_garbled = home == again && rest.is_empty();
    let (home, waypoint) = (spec.square_name(home), spec.square_name(waypoint));
    is_garbled.then(|| format!("{home}{waypoint},{waypoint}{home}"))
}

/// Whether the client's board and record are the same after a move that it wrote as `client_text` and after
/// `engine_text`, the engine's text for that move.
pub(crate) fn boards_agree(engine_text: &str, client_text: &str) -> bool {
    let squares = |text: &str| text.trim_end_matches(|c: char| !c.is_ascii_digit()).len();
    let (engine_squares, engine_suffix) = engine_text.split_at(squares(engine_text));
    let (client_squares, client_suffix) = client_text.split_at(squares(client_text));
    // After a move in place by the same waypoint the boards agree, even if XBoard has dropped Black's suffix.
    let in_place = engine_squares.contains(',') && engine_squares.ends_with(&engine_squares[..2]);
    engine_squares == client_squares && (in_place || engine_suffix == client_suffix)
}

/// Replaces each run of digits in a text.
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

/// Completes a FEN of XBoard's, which lacks the castling field in variants whose parent variant has no castling. All
/// rights are then granted; the FEN parser drops those that the board rules out. XBoard may also write the file of an
/// unmoved king in that field; this grants all rights of its side.
pub fn complete_fen(spec: &Spec, fen: &str) -> String {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let number = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    let all = castling_rights(spec, None);
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

/// The piece placement field of a FEN for XBoard.
pub(crate) fn client_board(spec: &Spec, cells: &[Option<Piece>; SQUARES]) -> String {
    let text = |piece: Piece| {
        let text = piece_text(spec, piece.kind());
        if piece.color() == Color::White { text } else { text.to_ascii_lowercase() }
    };
    ranks_text(spec.size(), |square| cells[square.index()].map(text))
}

/// A position as a FEN for XBoard: with XBoard's piece letters and flat coordinates, and without the variant's own
/// state but for pieces in hand.
pub fn client_fen(spec: &Spec, setup: &Setup) -> String {
    let mut board = client_board(spec, &setup.cells);
    if spec.has_hands() {
        let hand = if setup.state.bracket.is_empty() { "-" } else { &setup.state.bracket };
        board += &format!("[{hand}]");
    }
    let plain = setup.without_state().fen(spec);
    let fields: Vec<&str> = plain.split(' ').collect();
    match fields[..] {
        [_, side, rights, passed, half, full] => {
            format!("{board} {side} {rights} {} {half} {full}", to_flat(spec, passed))
        }
        _ => plain,
    }
}

/// A position as XBoard reads it in a record of a game. Where a king exchanges places with a rook, XBoard takes the field
/// of castling rights for the files of kings that have not moved.
pub fn record_fen(spec: &Spec, setup: &Setup) -> String {
    let fen = client_fen(spec, setup);
    if !swaps_rooks(spec) {
        return fen;
    }
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let mut files = String::new();
    for color in Color::BOTH {
        let mut own = spec.castlings.iter().flatten().filter(|castling| castling.color == color);
        if let Some(castling) = own.find(|castling| fields[2].contains(castling.letter)) {
            let file = char::from(FILE_LETTERS.as_bytes()[usize::from(castling.king_from.file())]);
            files.push(if color == Color::White { file.to_ascii_uppercase() } else { file });
        }
    }
    if !files.is_empty() {
        fields[2] = &files;
    }
    fields.join(" ")
}

/// The first two fields of XBoard's FEN: placement of the pieces and side to move.
pub(super) fn placement(spec: &Spec, cells: &[Option<Piece>; SQUARES], side: Color) -> String {
    format!("{} {}", client_board(spec, cells), if side == Color::White { 'w' } else { 'b' })
}

/// A legal move in coordinate notation, or a castling by its name where CECP has it so: in games in which it is the king's
/// move to its rook, and where king or rook do not stand on the game's own squares.
pub fn move_text(view: &dyn View, m: Move) -> String {
    let spec = view.spec();
    let is_named = |castling: &Castling| {
        let usual = spec.castlings[usize::from(m.argument())];
        spec.laws().castling.by_rook
            || usual.is_none_or(|usual| (usual.king_from, usual.rook_from) != (castling.king_from, castling.rook_from))
    };
    let named = view.castling_of(m).filter(is_named);
    named.map_or_else(|| view.move_text(m), |castling| castling.name().to_owned())
}

/// Converts a complete FEN of XBoard's to the engine's FEN. If it lacks the variant's own state, that of the start
/// position is added, as far as the board allows it. A FEN with such state is already in the engine's form, except for
/// the piece letters. XBoard grants castling rights by where kings and rooks stand in its own variants; those that do not
/// fit are left out.
pub fn own_fen(spec: &'static Spec, fen: &str) -> String {
    Setup::without_unfit_rights(spec, &with_own_state(spec, fen))
}

/// See [`own_fen`].
fn with_own_state(spec: &Spec, fen: &str) -> String {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let [board, side, rest @ ..] = &fields[..] else { return fen.to_owned() };
    let (pieces, bracket) = board.split_at(board.find('[').unwrap_or(board.len()));
    // XBoard appends an empty bracket for pieces in hand in variants with drops.
    let bracket = if matches!(bracket, "[]" | "[-]") { "" } else { bracket };
    let board = read_pieces(spec, pieces) + bracket;
    let is_state = |letter: char| !spec.names_castling(letter) && letter != '-';
    let granted: String = start_rights(spec).chars().filter(|&letter| is_state(letter)).collect();
    match rest {
        [rights, rest @ ..] if !granted.is_empty() && rest.len() < 4 && !rights.contains(is_state) => {
            let rest = from_flat(spec, &rest.join(" "));
            format!("{board} {side} {}{granted} {rest}", rights.trim_matches('-'))
        }
        _ => format!("{board} {side} {}", rest.join(" ")),
    }
}

/// The third FEN field of the start position: castling rights and the variant's own state.
fn start_rights(spec: &Spec) -> &'static str {
    spec.page.start.split(' ').nth(2).unwrap_or("-")
}

/// The letters of all castling rights of the variant, for one side or (`None`) both; `-` if there are none.
fn castling_rights(spec: &Spec, color: Option<Color>) -> String {
    let castlings =
        spec.castlings.iter().flatten().filter(|castling| color.is_none_or(|color| castling.color == color));
    let letters: String = castlings.map(|castling| castling.letter).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

/// Replaces the file of an unmoved king in a castling field by all rights of its side.
fn with_king_files(spec: &Spec, castling: &str) -> String {
    if spec.castles_from_any_file() && !swaps_rooks(spec) {
        // The letter of a file is that of a rook.
        return castling.to_owned();
    }
    let mut text = String::new();
    for letter in castling.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let file = letter.to_ascii_lowercase();
        let mut own = spec.castlings.iter().flatten().filter(|castling| castling.color == color);
        let is_right = own.clone().any(|c| c.letter == letter || file == spec.file_letter(c.rook_from.file()));
        let is_king = own.any(|c| file == spec.file_letter(c.king_from.file()));
        if is_king && !is_right {
            text += &castling_rights(spec, Some(color));
        } else {
            text.push(letter);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(game: &str) -> &'static Spec {
        Games::default().find(game).expect("a listed game")
    }

    #[test]
    fn every_variant_is_announced_and_none_is_found_inside_an_earlier_one() {
        let list = announced_variants(&Games::default()).join(",");
        for spec in Games::default().all() {
            let name = variant_name(spec);
            let place = list.find(&*name).expect(&name);
            let ends = |c: Option<char>| c.is_none_or(|c| c == ',');
            assert!(
                ends(list[..place].chars().last()) && ends(list[place + name.len()..].chars().next()),
                "{name} in {list}"
            );
            assert_eq!(list.split(',').filter(|&listed| listed == name).count(), 1, "{name} in {list}");
        }
    }

    #[test]
    fn names_of_xboards_variants_are_changed() {
        for (name, client) in [
            ("mygame", "mygame"),
            ("grandchess", "grandchess"),
            ("grand", "xgrand"),
            ("grand-chess", "xgrand-chess"),
            ("oldshatranj", "oldshat-ranj"),
            ("game3301", "game3-3-01"),
            ("superchess", "superchess"),
        ] {
            assert_eq!(unmistakable(name), client);
        }
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
    fn garbled_moves_in_place_are_restored() {
        let spec = spec("bilateral");
        assert_eq!(restore_move_in_place(spec, "e4e4,e3d4").as_deref(), Some("e4e3,e3e4"));
        assert_eq!(restore_move_in_place(spec, "y4y4,z5?4").as_deref(), Some("y4z5,z5y4"));
        for text in ["e4e3,e3e4v", "e4d3,d3f5", "e4e4", "e4e4v", "g1g1", "@@@@", ""] {
            assert_eq!(restore_move_in_place(spec, text), None, "{text}");
        }
    }

    #[test]
    fn boards_agree_after_the_same_legs_and_suffix() {
        for (engine_text, text) in
            [("e2e4", "e2e4"), ("e4e3,e3e4v", "e4e3,e3e4"), ("a1b1v", "a1b1v"), ("a1b4,b4a1", "a1b4,b4a1")]
        {
            assert!(boards_agree(engine_text, text), "{text}");
        }
        for (engine_text, text) in
            [("a1b1v", "a1b1"), ("a1b4,b4a1", "a1b4"), ("a1b4,b4a1", "a1a2,a2a1"), ("e4e3,e3e4v", "e4e4v")]
        {
            assert!(!boards_agree(engine_text, text), "{text}");
        }
    }

    #[test]
    fn moves_are_told_from_commands() {
        for word in ["e2e4", "e:d9", "a0", "b8c9j"] {
            assert!(looks_like_move(word), "{word}");
        }
        for word in ["go", "sd", "usermove", "?", ".", "Go", "e", "", "9e", "-"] {
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
