//! The page of each game against the game's data: sections, head, array, pieces, promotions, castlings.

use std::iter::repeat_with;

use bactrian::board::{Castling, Moves, PieceSpec, Role, Spec};
use bactrian::types::{Color, Kind};

use crate::common::board::{board, start};
use crate::common::games::{for_each_game, spec_of};

for_each_game!(
    once the_sections_stand_in_order,
    the_head_names_game_and_board,
    the_array_is_the_start_position,
    every_fen_is_a_position_of_the_game,
    the_piece_table_lists_the_pieces,
    the_pieces_move_as_the_table_says,
    promotions_are_listed_best_first,
    castlings_go_where_the_page_says,
);

const SECTIONS: [&str; 6] = ["Board and array", "Pieces", "Special turns", "End of the game", "Notation", "Rulings"];

fn page(name: &str) -> &'static str {
    spec_of(name).page.rules
}

/// The text of a section without its heading.
fn section(name: &str, heading: &str) -> &'static str {
    let (_, rest) = page(name).split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    rest.split("\n## ").next().unwrap_or_default()
}

/// The fenced blocks of this kind (`text`, `fen`), each with a newline at its end.
fn blocks(text: &'static str, kind: &str) -> Vec<&'static str> {
    let mut parts = text.split("```");
    let inside = repeat_with(move || (parts.next(), parts.next())).map_while(|(_, block)| block);
    inside.filter_map(|block| block.strip_prefix(kind)?.strip_prefix('\n')).collect()
}

/// The cells of the rows of a table, without the head.
fn rows(text: &'static str) -> Vec<Vec<&'static str>> {
    let lines = text.lines().map(str::trim).filter(|line| line.starts_with("| `"));
    lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// The texts between backticks.
fn quoted(text: &'static str) -> Vec<&'static str> {
    text.split('`').skip(1).step_by(2).collect()
}

fn the_sections_stand_in_order(name: &str) {
    let headings =
        |level: &str| -> Vec<&str> { page(name).lines().filter_map(|line| line.strip_prefix(level)).collect() };
    assert!(page(name).starts_with("# "), "the page begins with the game's title");
    assert_eq!(headings("# ").len(), 1, "{:?}", headings("# "));
    assert_eq!(headings("## "), SECTIONS);
}

fn the_head_names_game_and_board(name: &str) {
    let spec = &spec_of(name).page;
    let line = page(name).lines().nth(2).unwrap_or_default();
    let expected = format!("`{}`, {}x{}. ", spec.name, spec.files, spec.ranks);
    assert!(line.starts_with(&expected), "`{line}` does not begin with `{expected}`");
}

fn the_array_is_the_start_position(name: &str) {
    let array = section(name, SECTIONS[0]);
    assert_eq!(blocks(array, "text"), [start(name).diagram()]);
    assert_eq!(blocks(array, "fen"), [format!("{}\n", spec_of(name).page.start)]);
}

fn every_fen_is_a_position_of_the_game(name: &str) {
    let is_fen = |text: &&str| text.contains('/') && text.split(' ').count() >= 6 && !text.contains('\n');
    for fen in blocks(page(name), "fen").into_iter().map(str::trim).chain(quoted(page(name)).into_iter().filter(is_fen))
    {
        assert_eq!(board(name, fen).fen(), fen);
    }
}

/// A row of the page's piece table.
struct Row {
    /// The pieces that it describes, as their kinds are written.
    kinds: Vec<String>,
    piece: &'static str,
    /// In Betza's notation; empty where words alone say it.
    moves: Vec<&'static str>,
    words: &'static str,
}

impl Row {
    fn read(cells: &[&'static str]) -> Self {
        let [letter, piece, moves, words] = cells else { panic!("four columns, but {cells:?}") };
        let kinds = match quoted(letter)[..] {
            [kind] => vec![kind.to_owned()],
            [first, last] => numbered(first, last),
            _ => panic!("{letter}"),
        };
        Self { kinds, piece, moves: quoted(moves), words }
    }

    /// The movement that the row states for one of its pieces, as far as the letters of the data can say it: how a piece
    /// captures by hopping is beyond them.
    fn moves_of(&self, piece: &PieceSpec) -> Moves {
        match (self.moves[..].first().copied().unwrap_or_default(), piece.digit) {
            (one, 0) => Moves::betza(&one.replace("cpR", "").replace("cpB", "")),
            // How far a tower goes follows from its height; the data say it of the low ones.
            (_, 1) => Moves::betza("K"),
            (_, 2) => Moves::betza("Q2"),
            _ => Moves::betza("Q"),
        }
    }
}

/// `T1` to `T8`, one by one.
fn numbered(first: &str, last: &str) -> Vec<String> {
    let digit = |text: &str| text[1..].parse::<u32>().unwrap_or_else(|error| panic!("{text}: {error}"));
    (digit(first)..=digit(last)).map(|digit| format!("{}{digit}", &first[..1])).collect()
}

/// The pieces of the data, each with the row of the page that describes it.
fn described(name: &str) -> Vec<(String, &'static PieceSpec, Row)> {
    let spec = spec_of(name);
    let table = || rows(section(name, SECTIONS[1])).into_iter().map(|cells| Row::read(&cells));
    let find = |index: usize| {
        let kind = Kind::new(index);
        let text = spec.kind_text(kind);
        let row = table().find(|row| row.kinds.contains(&text));
        (text.clone(), spec.piece(kind), row.unwrap_or_else(|| panic!("no row describes {text}")))
    };
    (0..spec.kinds()).map(find).collect()
}

fn the_piece_table_lists_the_pieces(name: &str) {
    let spec = spec_of(name);
    let mut listed: Vec<String> =
        rows(section(name, SECTIONS[1])).iter().flat_map(|cells| Row::read(cells).kinds).collect();
    let mut pieces: Vec<String> = (0..spec.kinds()).map(|index| spec.kind_text(Kind::new(index))).collect();
    listed.sort_unstable();
    pieces.sort_unstable();
    assert_eq!(listed, pieces);
    for (text, piece, row) in described(name) {
        // The page may add another name.
        assert!(
            row.piece.to_lowercase().starts_with(&piece.name.to_lowercase()),
            "{text}: {} {}",
            row.piece,
            piece.name
        );
        assert_eq!(row.words.contains("royal"), piece.role == Role::Royal, "{text}: {}", row.words);
    }
}

fn the_pieces_move_as_the_table_says(name: &str) {
    for (text, piece, row) in described(name) {
        assert_eq!(piece.moves, row.moves_of(piece), "{text}: the page says {:?}, the data {}", row.moves, piece.betza);
        if let [lowest, highest] = row.moves[..] {
            assert_eq!(numbered(lowest, highest).len(), row.kinds.len(), "{text}: a range for each height");
        }
    }
}

fn promotions_are_listed_best_first(name: &str) {
    let letters = spec_of(name).page.promotion_order;
    if letters.is_empty() {
        return;
    }
    let expected: Vec<String> = letters.to_lowercase().chars().map(String::from).collect();
    let list = format!("`{}`", expected.join(" "));
    assert!(section(name, "Notation").contains(&list), "{list} is not listed");
}

/// The king's move of a castling, e.g. `e1g1`.
fn kings_move(spec: &Spec, castling: &Castling) -> String {
    spec.square_name(castling.king_from) + &spec.square_name(castling.king_to)
}

fn castlings_go_where_the_page_says(name: &str) {
    let spec = spec_of(name);
    let rights = spec.page.start.split(' ').nth(2).unwrap_or_default();
    let table = rows(section(name, "Special turns"));
    let of = |color| spec.castlings.iter().flatten().filter(move |castling| castling.color == color);
    for (white, black) in of(Color::White).zip(of(Color::Black)) {
        // A side that has no rights at the start has another army, which does not castle.
        let castlings: Vec<_> =
            [white, black].into_iter().filter(|castling| rights.contains(castling.letter)).collect();
        let letter = castlings.first().unwrap_or_else(|| panic!("no side has the right of {white:?}")).letter;
        let row = table.iter().find(|row| row[0] == format!("`{letter}`")).unwrap_or_else(|| panic!("no row {letter}"));
        let moves: Vec<&str> = row[1..].iter().flat_map(|&cell| quoted(cell)).collect();
        assert_eq!(moves, castlings.iter().map(|castling| kings_move(spec, castling)).collect::<Vec<_>>());
        let rook = |castling: &Castling| [castling.rook_from, castling.rook_to].map(|square| spec.square_name(square));
        let words: Vec<&str> = row[1..].iter().flat_map(|cell| cell.split([' ', ',', ';', ':', '`'])).collect();
        for square in castlings.iter().take(1).flat_map(|castling| rook(castling)) {
            assert!(words.contains(&square.as_str()), "{row:?} does not name {square}");
        }
    }
}
