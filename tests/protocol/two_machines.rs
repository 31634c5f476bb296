//! Engine against engine in XBoard, in the games whose turns are several entries of its list of moves. Two of the real
//! program play each other, and a model of XBoard stands between them: it makes their entries on its board, passes them on
//! as XBoard does, and takes each from the side on move by its list only.

use std::collections::BTreeMap;

use crate::common::client::Client;

/// XBoard's board and list of moves.
struct Board {
    files: i32,
    ranks: i32,
    /// Pieces by file and rank, from 0.
    pieces: BTreeMap<(i32, i32), char>,
    black_to_move: bool,
}

impl Board {
    /// The board of a FEN with one letter for each piece.
    fn new(fen: &str) -> Self {
        let mut fields = fen.split(' ');
        let pieces = fields.next().and_then(|pieces| pieces.split('[').next()).expect("a board");
        let rows: Vec<&str> = pieces.split('/').collect();
        let black_to_move = fields.next() == Some("b");
        let mut board = Self { files: 0, ranks: rows.len() as i32, pieces: BTreeMap::new(), black_to_move };
        for (row, rank) in rows.iter().zip((0..board.ranks).rev()) {
            let (mut file, mut gap) = (0, 0);
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(digit) => gap = 10 * gap + digit as i32,
                    None => {
                        file += std::mem::take(&mut gap);
                        board.pieces.insert((file, rank), c);
                        file += 1;
                    }
                }
            }
            board.files = board.files.max(file + gap);
        }
        board
    }

    fn fen(&self) -> String {
        let row = |rank: i32| {
            let (mut text, mut gap) = (String::new(), 0);
            for file in 0..self.files {
                match self.pieces.get(&(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        text += &if gap > 0 { std::mem::take(&mut gap).to_string() } else { String::new() };
                        text.push(*piece);
                    }
                }
            }
            text + &if gap > 0 { gap.to_string() } else { String::new() }
        };
        let rows: Vec<String> = (0..self.ranks).rev().map(row).collect();
        format!("{}[] {} - - 0 1", rows.join("/"), if self.black_to_move { 'b' } else { 'w' })
    }

    /// Makes an entry of the side on move, and returns the command that passes it on.
    fn make(&mut self, text: &str) -> String {
        let cased = |c: char, black: bool| if black { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        let black = self.black_to_move;
        self.black_to_move = !black;
        if text == "@@@@" {
            return format!("setboard {}", self.fen());
        }
        if let Some((piece, at)) = text.split_once('@') {
            let piece = cased(piece.chars().next().expect("a piece"), black);
            let occupied = self.pieces.insert(squares(at).0[0], piece);
            assert_eq!(occupied, None, "{text} drops on a piece");
            return format!("usermove {text}");
        }
        let (named, suffix) = squares(text);
        let (from, first, to) = (named[0], named[1], named[named.len() - 1]);
        assert!(named.len() == 2 || named.len() == 4 && named[2] == first, "{text} is not in one or two legs");
        let via = (named.len() == 4).then_some(first);
        let is_capture = via.and_then(|via| self.pieces.remove(&via)).is_some_and(|p| p.is_ascii_uppercase());
        let mover = self.pieces.remove(&from).unwrap_or_else(|| panic!("{text} moves nothing"));
        assert_eq!(mover.is_ascii_lowercase(), black, "{text} moves a piece of the other side");
        if mover.eq_ignore_ascii_case(&'k') && from.1 == to.1 && (from.0 - to.0).abs() > 1 {
            self.castle(from, to);
        }
        self.pieces.insert(to, suffix.map_or(mover, |letter| cased(letter, black)));
        match via {
            Some(via) if black && !is_capture => {
                let beside = (to.0 + if from.0 > via.0 { 1 } else { -1 }, to.1);
                format!("usermove {}{},{}{}", name(from), name(to), name(via), name(beside))
            }
            _ => format!("usermove {text}"),
        }
    }

    /// The nearest piece on the way hops over the king.
    fn castle(&mut self, from: (i32, i32), to: (i32, i32)) {
        let step = (to.0 - from.0).signum();
        let on_way = (1..self.files).map(|count| (from.0 + step * count, from.1));
        let rook = on_way.into_iter().find(|square| self.pieces.contains_key(square)).expect("a rook");
        let piece = self.pieces.remove(&rook).expect("it is there");
        self.pieces.insert((to.0 - step, to.1), piece);
    }
}

fn name((file, rank): (i32, i32)) -> String {
    format!("{}{}", char::from_u32(('a' as i32 + file) as u32).expect("a letter"), rank + 1)
}

/// The squares of a text, and the letter behind them.
fn squares(text: &str) -> (Vec<(i32, i32)>, Option<char>) {
    let (mut named, mut suffix) = (Vec::new(), None);
    let mut letters = text.chars().filter(|&c| c != ',').peekable();
    while let Some(letter) = letters.next() {
        match letters.peek().and_then(|c| c.to_digit(10)) {
            Some(rank) => {
                letters.next();
                named.push((letter as i32 - 'a' as i32, rank as i32 - 1));
            }
            None => suffix = Some(letter),
        }
    }
    (named, suffix)
}

/// What became of a game: its entries, and its result if it ended.
struct Played {
    entries: Vec<String>,
    result: Option<String>,
}

/// Two engines play from a position, or the start, with XBoard's letters; so many entries at most.
fn play(game: &str, fen: Option<&str>, most: usize) -> Played {
    let begin = [&format!("variant {game}")[..], "easy", "force"];
    let mut engines = [0, 1].map(|_| Client::with(&["xboard", "protover 2", "accepted highlight", "new"]));
    let mut start = String::new();
    for engine in &mut engines {
        engine.send_all(&begin);
        let setup = engine.after("setup ");
        start = fen.unwrap_or_else(|| setup.split_once("bughouse ").expect("the parent").1).to_owned();
        engine.send_all(&[&format!("setboard {start}"), "sd 2", "computer"]);
    }
    let mut board = Board::new(&start);
    let mut played = Played { entries: Vec::new(), result: None };
    let first = usize::from(board.black_to_move);
    engines[first].send("go");
    let mut is_known = [first == 0, first == 1];
    while played.result.is_none() && played.entries.len() < most {
        let (mover, other) = if board.black_to_move { (1, 0) } else { (0, 1) };
        let line = engines[mover].line();
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["move", text] => {
                let command = board.make(text);
                played.entries.push(text.to_owned());
                engines[other].send(&command);
                if !std::mem::replace(&mut is_known[other], true) {
                    engines[other].send("go");
                }
            }
            ["1-0" | "0-1" | "1/2-1/2", ..] => played.result = Some(line),
            ["resign"] => played.result = Some(line),
            ["Illegal" | "Error" | "tellusererror", ..] => panic!("{line}\n{}", engines[mover].transcript()),
            _ => {}
        }
    }
    engines.into_iter().for_each(Client::quit);
    played
}

#[test]
fn turns_of_several_entries_are_made_by_both_sides_in_turn() {
    // An Elephant that can push.
    let push = "1n9k/12/12/2W6r2/4C7/5En5/5p6/11K w - - 0 1";
    for (game, fen, most) in [("luotuoqi", None, 160), ("bilateral", None, 160), ("bilateral", Some(push), 60)] {
        let played = play(game, fen, most);
        assert!(played.result.is_some() || played.entries.len() == most, "{game} {:?}", played.entries);
        let has_drops = played.entries.iter().any(|entry| entry.contains('@') && entry != "@@@@");
        assert!(has_drops || (game, fen) == ("bilateral", None), "{game}: only plain moves {:?}", played.entries);
    }
}

#[test]
fn a_double_turn_is_announced() {
    // Black has the Cube, and mates with two turns and not with one.
    let played = play("luotuoqi", Some("8/8/5c2/8/8/1k6/8/K7[c] b - - 0 1"), 30);
    assert_eq!(played.entries[..2], ["@@@@", "@@@@"], "{:?}", played.entries);
    let moves = |side: usize| {
        let own = played.entries.iter().enumerate().filter(move |(index, _)| index % 2 == side);
        own.filter(|(_, entry)| *entry != "@@@@" && !entry.contains('@')).count()
    };
    assert_eq!((moves(0), moves(1)), (2, 0), "{:?}", played.entries);
    assert!(played.result.is_some_and(|result| result.starts_with("0-1")), "{:?}", played.entries);
}

#[test]
fn a_client_without_a_board_gets_moves_in_coordinate_notation() {
    let mut client = Client::with(&["xboard", "protover 2", "new", "variant luotuoqi", "easy", "sd 2", "computer"]);
    client.send_all(&["setboard k7/8/8/8/8/8/8/K2T84 w - - 0 1", "go"]);
    let text = client.after("move ");
    assert!(!text.contains('@') && !text.contains(','), "{text}");
    client.quit();
}
