//! Bilateral Chess as XBoard and its user play it: files from a to l, turns in legs and in several entries of XBoard's
//! list of moves, and marks. With the real program, over a pipe.

use crate::common::client::Client;

/// An engine that has been told the game by XBoard and sits at a position, doing nothing. Board and side are given.
fn in_xboard(position: &str) -> Client {
    let mut client = Client::with(&["xboard", "protover 2", "new", "variant bilateral", "easy", "sd 2", "force"]);
    let fen = if position.split(' ').count() < 7 { format!("{position} - - 0 1 -") } else { position.to_owned() };
    client.send_all(&[&format!("setboard {fen}"), "ping 1"]);
    client.until("pong 1");
    client
}

/// The same position or text for the other side: ranks and colours change places.
fn mirrored(position: &str) -> String {
    let (board, side) = position.split_once(' ').expect("board and side");
    let ranks: Vec<String> = board.split('/').rev().map(swap_case).collect();
    format!("{} {}", ranks.join("/"), if side == "w" { "b" } else { "w" })
}

fn swap_case(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }).collect()
}

fn mirrored_text(text: &str) -> String {
    text.chars().map(|c| c.to_digit(10).map_or(c, |rank| char::from_digit(9 - rank, 10).expect("a rank"))).collect()
}

/// A Can(n)on on c4, a Wizard on a5 that can kill on z8 and freeze on h5, an Elephant on d3 that can push the pawn on d2
/// to its last rank, the knight on e3, and nothing on c3.
const POWERS: &str = "1n9k/12/12/2W6r2/4C7/5En5/5p6/11K w";

/// What the user sends for the turns of that position, and the entries of XBoard's list of moves with which the engine
/// says them; of an entry that ends in `...` only the beginning.
const TURNS: [(&str, &[&str]); 9] = [
    ("e4e8", &["e4e8"]),
    ("e4e8v", &["e4e8,e8e8v"]),
    ("e4f5,f5e4v", &["e4..."]),
    ("c5b8,b8c5", &["c5b8,b8c5"]),
    ("c5d4", &["c5d4"]),
    ("c5j5,j5c5", &["c5..."]),
    ("f3g3", &["f3g3", "N@h3", "@@@@"]),
    ("f3h3,h3g3", &["f3g3", "N@h3", "@@@@"]),
    ("f3f2n", &["f3f2", "N@f1", "@@@@"]),
];

#[test]
fn the_setup_has_no_rights_but_castlings() {
    let mut client = Client::with(&["xboard", "protover 2", "new", "variant bilateral"]);
    let setup = client.after("setup ");
    let start = "lcrnbqkbnrcl/weppppppppew/12/12/12/12/WEPPPPPPPPEW/LCRNBQKBNRCL w KQkq - 0 1";
    assert!(setup.ends_with(&format!(" 12x8+0_bughouse {start}")), "{setup}");
    client.quit();
}

#[test]
fn every_turn_is_read_with_files_from_a_to_l() {
    for (text, ..) in TURNS {
        for (position, text) in [(POWERS.to_owned(), text.to_owned()), (mirrored(POWERS), mirrored_text(text))] {
            let mut client = in_xboard(&position);
            client.send(&format!("usermove {text}"));
            client.send("usermove @@@@");
            let lines = client.until("Illegal move");
            let refused = lines.iter().filter(|line| line.starts_with("Illegal move")).count();
            assert_eq!((refused, client_said(&lines)), (1, "@@@@"), "{text}\n{}", client.transcript());
            client.quit();
        }
    }
}

/// The move that was refused.
fn client_said(lines: &[String]) -> &str {
    lines.last().and_then(|line| line.rsplit(' ').next()).unwrap_or_default()
}

#[test]
fn blacks_turns_in_place_are_read_though_xboard_garbles_them() {
    let mut client = in_xboard(&mirrored(POWERS));
    // By way of f4, not by f5 which the engine would offer: any empty square will do.
    client.send_all(&["usermove e5e5,f4d5", "usermove k8k7"]);
    client.synchronise(&["Illegal move: k8k7"]);
    client.quit();
}

#[test]
fn other_files_are_refused() {
    let mut client = in_xboard(POWERS);
    for text in ["y1y2", "z8z7", "m1m2"] {
        client.send(&format!("usermove {text}"));
        assert!(client.line().starts_with("Illegal move ("), "{}", client.transcript());
    }
    client.quit();
}

/// Makes the engine play this turn of its; what it says.
fn made_to_play(client: &mut Client, text: &str) -> Vec<String> {
    client.send_all(&["exclude all", &format!("include {text}"), "sd 1", "go", "ping 5"]);
    let mut lines = client.until("pong 5");
    lines.pop();
    lines
}

/// The moves among these lines.
fn moves(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("move ")).collect()
}

#[test]
fn the_engine_tells_every_turn_as_xboard_can_draw_it() {
    for (entered, entries) in TURNS {
        for black in [false, true] {
            let turn = |text: &str| if black { mirrored_text(text) } else { text.to_owned() };
            let mut client = in_xboard(&if black { mirrored(POWERS) } else { POWERS.to_owned() });
            let lines = made_to_play(&mut client, &turn(entered));
            let said = moves(&lines);
            let is_it = |(said, wanted): (&&str, &&str)| match wanted.strip_suffix("...") {
                Some(start) => said.starts_with(&turn(start)),
                None => **said == turn(wanted),
            };
            let right = said.len() == entries.len() && said.iter().zip(entries).all(is_it);
            assert!(right && !lines.iter().any(|line| line.starts_with("setboard ")), "{}", client.transcript());
            client.quit();
        }
    }
}

#[test]
fn a_pushed_piece_is_dropped_by_its_owner() {
    let mut client = in_xboard(POWERS);
    assert_eq!(made_to_play(&mut client, "f3g3"), ["move f3g3", "move N@h3", "move @@@@"]);
    // It goes on playing White.
    client.send("usermove h3i5");
    client.until("move ");
    client.quit();
}

#[test]
fn a_pushed_pawn_becomes_what_was_chosen() {
    let mut client = in_xboard(POWERS);
    assert_eq!(made_to_play(&mut client, "f3f1,f1f2w"), ["move f3f2", "move W@f1", "move @@@@"]);
    client.quit();
    // Without a letter it is the Elephant's own: XBoard leaves that out.
    let mut client = in_xboard(POWERS);
    assert_eq!(made_to_play(&mut client, "f3f2"), ["move f3f2", "move E@f1", "move @@@@"]);
    client.quit();
}

#[test]
fn freezes_are_shown_without_setting_the_board_and_marked() {
    let mut client = in_xboard(POWERS);
    let lines = made_to_play(&mut client, "c5j5,j5c5");
    assert_eq!(lines, ["move c5c4,c4c5", "highlight 12/12/12/9b2/12/12/12/12"]);
    // And with every piece that is picked up, the frozen one too.
    client.send_all(&["lift l8", "lift j5"]);
    client.expect("highlight 10Y1/10YY/12/9b2/12/12/12/12");
    client.expect("highlight 12/12/12/9b2/12/12/12/12");
    client.quit();
}

#[test]
fn a_users_freeze_and_push_are_completed_before_the_engine_answers() {
    let freeze = ["Illegal move (entered again): c5j5,j5c5", "move c5c4,c4c5"];
    for (text, completed) in [("c5j5,j5c5", freeze), ("f3g3", ["move N@h3", "move @@@@"])] {
        let mut client = in_xboard(POWERS);
        client.send_all(&["playother", &format!("usermove {text}")]);
        completed.iter().for_each(|line| client.expect(line));
        let answer = client.after("move ");
        assert!(answer.starts_with(|c: char| c.is_ascii_lowercase()), "{}", client.transcript());
        client.quit();
    }
}

#[test]
fn a_pushed_king_comes_back_at_once() {
    // White pushes the king, which XBoard takes off its board, and which is all that Black can move.
    let mut client = in_xboard("12/12/12/5k6/5E6/12/12/5R5K w");
    client.send_all(&["playother", "usermove f4f5"]);
    client.expect("move K@f6");
    client.expect("move @@@@");
    assert!(client.line().starts_with("move f6"), "{}", client.transcript());
    client.quit();
}

#[test]
fn the_end_of_a_game_is_shown_too() {
    // The user freezes the king, which XBoard takes off its board.
    let mut client = in_xboard("W10k/12/12/12/12/12/12/K11 w");
    client.send_all(&["playother", "usermove a8l8,l8a8"]);
    client.expect("Illegal move (entered again): a8l8,l8a8");
    client.after("move a8");
    client.expect("1/2-1/2 {stalemate}");
    client.quit();
}

#[test]
fn thinking_and_hints_have_flat_files() {
    let mut client = in_xboard(POWERS);
    client.send("post");
    let lines = made_to_play(&mut client, "c5b8,b8c5");
    assert!(lines[0].contains("\tc5b8"), "{}", client.transcript());
    client.quit();
    let mut client = in_xboard("11k/12/10K1/12/12/12/12/R11 w");
    client.send("hint");
    client.expect("Hint: a1a8");
    client.quit();
}

#[test]
fn xboards_fens_are_read_with_opening_moves_and_flat_squares() {
    let moved = "lcrnbqkbnrcl/weppppppppew/12/12/4P7/12/WEPP1PPPPPEW/LCRNBQKBNRCL b";
    for rest in ["KQkq e3 0 1", "KQkq - 0 1", "e3 0 1", "- 0 1", "0 1", ""] {
        let mut client = in_xboard("11k/12/12/12/12/12/12/K11 w");
        client.send_all(&[&format!("setboard {moved} {rest}"), "usermove b7b5", "usermove a2c4", "usermove l7j5"]);
        client.synchronise(&[]);
        client.quit();
    }
    let mut client = in_xboard("11k/12/12/12/12/12/12/K11 w");
    client.send_all(&["setboard 6k5/12/12/12/3pP7/12/12/6K5 b - e3 0 1", "usermove d4e3", "usermove g1g2"]);
    client.synchronise(&[]);
    client.quit();
}

#[test]
fn the_engines_own_fens_are_read_too() {
    let mut client = in_xboard("11k/12/12/12/12/12/12/K11 w");
    let own = "lcrnbqkbnrcl/weppppppppew/12/12/12/12/WEPPPPPPPPEW/LCRNBQKBNRCL w KQYkqyzij - 0 1";
    for rest in ["", " -"] {
        // Only the Wizard of the first file has its opening move.
        client.send_all(&[&format!("setboard {own}{rest}"), "usermove b2b4", "usermove a2c4"]);
        client.synchronise(&["Illegal move: b2b4"]);
    }
    client.send_all(&["setboard 6k5/12/12/12/3pP7/12/12/6K5 b - c3 0 1 -", "usermove d4e3"]);
    client.synchronise(&[]);
    client.quit();
}

#[test]
fn freezes_outlive_xboards_fen_of_the_same_position() {
    let mut client = in_xboard(POWERS);
    client.send("usermove c5j5,j5c5");
    client.expect("highlight 12/12/12/9b2/12/12/12/12");
    client.send_all(&["setboard 1n9k/12/12/2W6r2/4C7/5En5/5p6/11K b - - 0 1", "lift j5"]);
    client.expect("highlight 12/12/12/9b2/12/12/12/12");
    client.send_all(&["setboard 1n8k1/12/12/2W6r2/4C7/5En5/5p6/11K b - - 0 1", "lift j5"]);
    assert!(client.line().contains('Y'), "{}", client.transcript());
    client.quit();
}

#[test]
fn marks_lead_to_every_turn() {
    let mut client = in_xboard(POWERS);
    client.send("lift c5");
    client.expect("highlight 1C10/12/1Y1Y5Y2/8YCY1/1Y1Y5Y2/12/12/12");
    client.send_all(&["put b8", "lift b8"]);
    client.expect("highlight 12/12/12/2Y9/12/12/12/12");
    // A push, and the choice of what a pushed pawn becomes; first what a click without a choice means.
    client.send("lift f3");
    client.expect("highlight 12/12/12/12/5Y6/4Y1R5/5M6/12");
    client.send("put f2");
    client.expect("choice EBNLCW");
    // A Can(n)on's forms, its own first, and the way to a flip in place.
    client.send("lift e4");
    let marks = client.after("highlight ");
    assert_eq!((marks.matches('C').count(), marks.matches('Y').count()), (1, 0), "{marks}");
    client.send("put e8");
    client.expect("choice CV");
    client.quit();
}

#[test]
fn against_a_program_moves_are_in_coordinate_notation() {
    for (text, expected) in
        [("c5b8", "move c5b8"), ("c5j5", "move c5j5"), ("f3g3", "move f3g3"), ("e4e4v", "move e4e4v")]
    {
        let mut client = in_xboard(POWERS);
        client.send("computer");
        assert_eq!(made_to_play(&mut client, text), [expected]);
        client.quit();
    }
}
