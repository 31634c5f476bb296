//! Two turns in a row, as Lùotuoqí's Cube allows: in the search and over both protocols, with the real program.

use bactrian::session::Session;
use bactrian::types::GameResult;
use bactrian::types::score::mate_in;

use crate::common::client::{Client, output};
use crate::common::session::{self, Found, Line};

/// Black, who has the Cube, mates with two turns and not with one: f6f3 and f3d1.
const MATE_IN_TWO_TURNS: &str = "8/8/5t32/8/8/1k6/8/K7[c] b - - 0 1";

fn game(fen: &str) -> Box<dyn Session> {
    session::at("luotuoqi", fen)
}

/// Searches to a depth; the last report and the end.
fn search(game: &mut dyn Session, depth: u32) -> (Line, Found) {
    let (mut reports, finish) = session::search(game, session::to_depth(depth));
    (reports.pop().expect("an iteration ends"), finish)
}

#[test]
fn the_search_finds_a_mate_by_two_turns_in_a_row() {
    let mut game = game(MATE_IN_TWO_TURNS);
    let (report, finish) = search(&mut *game, 6);
    assert_eq!(finish.score, mate_in(2), "{report:?}");
    let best = finish.best.expect("a move");
    assert!(best.ends_with('c'), "{best}");
    assert_eq!(finish.ponder, None, "no reply of the opponent's is expected in between");
    assert_eq!(report.moves.len(), 2, "{report:?}");
    session::play(&mut *game, &best);
    let (_, second) = search(&mut *game, 4);
    assert_eq!(second.score, mate_in(1));
    session::play(&mut *game, &second.best.expect("a move"));
    assert_eq!(game.ending().map(|ending| ending.result()), Some(GameResult::BlackWins));
}

#[test]
fn without_the_cube_it_takes_longer() {
    let mut game = game(&MATE_IN_TWO_TURNS.replace("[c]", "[C]"));
    let (report, finish) = search(&mut *game, 6);
    assert!(finish.score < mate_in(2), "{report:?}");
}

#[test]
fn analysis_shows_a_double_turn_as_one() {
    let output = output(&["analyse", "-v", "luotuoqi", "--fen", MATE_IN_TWO_TURNS, "-d", "6"]);
    let last = output.lines().rev().nth(1).unwrap_or_default();
    let line = last.split(" pv ").nth(1).unwrap_or_default();
    assert_eq!(line.split(' ').count(), 1, "{output}");
    assert_eq!(line.matches(',').count(), 1, "{output}");
    assert!(last.contains("mate 1"), "{output}");
}

/// XBoard takes the engine to be done when its `ping` is answered.
#[test]
fn pings_wait_for_both_halves_of_a_double_turn() {
    let mut client = Client::with(&["xboard", "protover 2", "new", "variant luotuoqi", "force", "easy", "sd 5"]);
    client.send_all(&[&format!("setboard {MATE_IN_TWO_TURNS}"), "go", "ping 7"]);
    let lines = client.until("pong 7");
    let moves = lines.iter().filter(|line| line.starts_with("move ") && !line.ends_with("@@@@")).count();
    assert!(moves >= 2 && lines.iter().any(|line| line.starts_with("0-1")), "{lines:?}");
    client.quit();
}

#[test]
fn uci_takes_double_turns_joined_or_not_and_plays_single_ones() {
    let mut client = Client::with(&["uci", "setoption name UCI_Variant value luotuoqi"]);
    let fen = "rmdt8kdmr/eeeeeeee/8/8/8/8/EEEEEEEE/RMDT8KDMR[C] w KQkq - 0 1";
    let after = "r1dt8kdmr/eeeeeeee/2m5/8/8/2M2M2/EEEEEEEE/R1DT8KD1R[c] w KQkq - 3 2";
    for moves in ["b1c3,g1f3 b8c6", "b1c3c g1f3 b8c6"] {
        client.send_all(&[&format!("position fen {fen} moves {moves}"), "d", "isready"]);
        let lines = client.until("readyok");
        assert_eq!(lines[lines.len() - 2], after, "{moves}");
    }
    client.send_all(&[&format!("position fen {MATE_IN_TWO_TURNS}"), "go depth 5"]);
    let first = client.after("bestmove ");
    assert!(first.ends_with('c') && !first.contains(' '), "{first}");
    client.send_all(&[&format!("position fen {MATE_IN_TWO_TURNS} moves {first}"), "go depth 5"]);
    let second = client.after("bestmove ");
    client.send_all(&[
        &format!("position fen {MATE_IN_TWO_TURNS} moves {},{second}", first.trim_end_matches('c')),
        "go depth 5",
    ]);
    client.until("bestmove 0000");
    client.quit();
}

/// An engine that has been told the game by XBoard and sits at a position, doing nothing.
fn in_xboard(fen: &str) -> Client {
    let mut client = Client::with(&["xboard", "protover 2", "new", "variant luotuoqi", "easy", "sd 4", "force"]);
    client.send_all(&[&format!("setboard {fen}"), "ping 1"]);
    client.until("pong 1");
    client
}

#[test]
fn xboard_gets_one_letter_for_each_piece() {
    let mut client = Client::with(&["xboard", "protover 2", "new", "variant luotuoqi"]);
    let setup = client.after("setup ");
    assert!(setup.ends_with("8x8+0_bughouse rmdjkdmr/eeeeeeee/8/8/8/8/EEEEEEEE/RMDJKDMR w KQkq - 0 1"), "{setup}");
    client.quit();
}

#[test]
fn xboards_texts_for_splits_merges_sweeps_and_promotions_are_read() {
    let mut client = in_xboard("7k/2e5/8/8/8/8/8/K2J4 w - - 0 1");
    // Two of eight stones, then a step of the six that stayed, and then all on one square.
    for (white, black) in [("d1d3b", "c7b6"), ("d1d2h", "b6c5"), ("d2d3j", "c5b4")] {
        client.send_all(&[&format!("usermove {white}"), &format!("usermove {black}")]);
    }
    client.synchronise(&[]);
    // XBoard leaves the letter out that the tower has already: two of three stones on another one make three.
    let mut whole = in_xboard("7k/8/8/8/8/3A4/8/K2C4 w - - 0 1");
    whole.send_all(&["usermove d1d3", "usermove h8g8", "usermove d1d2a", "usermove g8h8", "usermove d3d6"]);
    whole.synchronise(&[]);
    whole.quit();
    for (fen, text) in [
        ("k5e1/8/8/3e4/2e5/8/1D6/K7 w - - 0 1", "b2f6"),
        ("k5e1/8/8/3e4/2e5/8/1D6/K7 w - - 0 1", "b2d5,d5c4,c4f6"),
        ("7k/8/8/8/3mEm2/8/8/7K w - - 0 1", "e4e3,e3e4m"),
        ("7k/8/8/8/3mem2/8/8/7K b - - 0 1", "e4e5,e5d4"),
    ] {
        let mut client = in_xboard(fen);
        // A way to a promotion is one that the engine has offered.
        let text = if text.len() > 8 && text.starts_with("e4") {
            client.send("lift e4");
            let marks = client.after("highlight ");
            assert_eq!(marks.matches('C').count(), 1, "{marks}");
            let way = square_of(&marks, 'C');
            if fen.contains(" w ") { format!("e4{way},{way}e4m") } else { format!("e4e4,{way}d4") }
        } else {
            text.to_owned()
        };
        client.send(&format!("usermove {text}"));
        client.synchronise(&[]);
        client.quit();
    }
    client.quit();
}

/// The first square with a mark on a board of marks.
fn square_of(marks: &str, mark: char) -> String {
    for (row, rank) in marks.split('/').zip((1..=8).rev()) {
        let mut file = 0;
        for c in row.chars() {
            if c == mark {
                return format!("{}{rank}", char::from(b'a' + file));
            }
            file += c.to_digit(10).unwrap_or(1) as u8;
        }
    }
    panic!("no {mark} in {marks}")
}

#[test]
fn a_picked_up_tower_is_shown_where_it_can_go() {
    let mut client = in_xboard("7k/8/8/8/8/8/8/KB6 w - - 0 1");
    client.send("lift b1");
    client.expect("highlight 8/8/8/8/8/1Y1Y4/MMM5/2MY4");
    client.send_all(&["hover b2", "put b2"]);
    client.expect("choice BA");
    client.quit();
    // An eaglet goes away and comes back as what stands on both sides of it.
    let mut client = in_xboard("7k/8/8/8/3mEm2/8/8/7K w - - 0 1");
    client.send("lift e4");
    let way = square_of(&client.after("highlight "), 'C');
    client.send_all(&[&format!("put {way}"), &format!("lift {way}")]);
    client.expect("highlight 8/8/8/8/4M3/8/8/8");
    client.send("put e4");
    client.expect("choice M");
    client.quit();
}

#[test]
fn a_user_with_the_cube_moves_again() {
    let mut client = in_xboard("7k/8/8/8/8/8/8/K6R[C] b - - 0 1");
    client.send_all(&["option Move again=1", "usermove h8g8", "go"]);
    // The engine has White and the Cube: the option is about the user's own turns.
    assert_ne!(client.after("move "), "@@@@");
    client.quit();
    let mut client = in_xboard("7k/7r/8/8/8/8/8/K6R[C] w - - 0 1");
    client.send_all(&["option Move again=1", "force", "usermove a1a2", "usermove a2a3", "usermove h8g8"]);
    client.synchronise(&[]);
    let mut client = in_xboard("7k/7r/8/8/8/8/8/K6R[C] b - - 0 1");
    client.send_all(&["option Move again=1", "go"]);
    client.until("move ");
    client.send("usermove a1a2");
    client.expect("move @@@@");
    client.send("usermove a2a3");
    client.until("move ");
    client.quit();
}

#[test]
fn a_null_move_of_the_users_stands_between_the_engines_two_turns() {
    let mut client = in_xboard(MATE_IN_TWO_TURNS);
    client.send("go");
    let lines = client.until("0-1 {");
    let moves: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("move ")).collect();
    assert_eq!((moves.len() % 2, lines.len()), (1, moves.len() + 1), "{}", client.transcript());
    assert!(moves[1..moves.len() - 1].contains(&"@@@@"), "{}", client.transcript());
    client.quit();
}

/// White has towers to split, both sides have eaglets.
const TOWERS: &str = "7k/6ee/8/8/8/8/EE6/K2J4 w - - 0 1";

#[test]
fn a_split_is_a_move_a_null_move_and_a_drop() {
    let mut client = in_xboard(TOWERS);
    client.send_all(&["sd 2", "playother", "usermove d1d3b"]);
    client.expect("Illegal move (entered again): d1d3b");
    for entry in ["move d1d3,d3d3b", "move @@@@", "move H@d1"] {
        client.expect(entry);
    }
    client.until("move ");
    client.send("usermove a2b3");
    assert!(client.line().starts_with("move "), "{}", client.transcript());
    client.quit();
}

#[test]
fn remove_takes_back_all_entries_of_a_turn() {
    let mut client = in_xboard(TOWERS);
    client.send_all(&["sd 2", "playother", "usermove d1d3b"]);
    client.until("move H@d1");
    client.until("move ");
    // XBoard has taken back the engine's turn and the drop.
    client.send("remove");
    client.expect("Illegal move (taken back): @@@@");
    client.expect("Illegal move (taken back): d1d3,d3d3b");
    client.synchronise(&[]);
    client.send("usermove d1d3");
    client.until("move ");
    client.quit();
    // The engine's own turn is taken back with the user's.
    let mut client = in_xboard("7k/6ee/8/8/8/8/EE6/K2J4 b - - 0 1");
    client.send_all(&["sd 1", "usermove h7g6", "exclude all", "include d1d3b", "go", "ping 5"]);
    client.until("pong 5");
    client.send_all(&["usermove g6f5", "ping 6"]);
    client.until("pong 6");
    client.send_all(&["remove", "ping 7"]);
    let mut lines = client.until("pong 7");
    lines.pop();
    assert!(lines.iter().all(|line| line.starts_with("Illegal move (taken back): ")), "{}", client.transcript());
    client.send("usermove g6f5");
    client.until("move ");
    client.quit();
}

#[test]
fn what_the_engine_played_first_stays() {
    let mut client = in_xboard(TOWERS);
    client.send_all(&["sd 1", "exclude all", "include d1d3b", "go", "ping 5"]);
    client.until("pong 5");
    client.send("remove");
    client.synchronise(&["move @@@@", "move H@d1"]);
    client.quit();
}

#[test]
fn xboard_steps_through_the_entries_of_a_turn() {
    let mut client = in_xboard(TOWERS);
    let entries = ["usermove d1d3,d3d3b", "setboard 7k/6ee/8/8/8/3B4/EE6/K7[] w - - 0 2", "usermove H@d1"];
    client.send_all(&entries);
    // Black is on move, and every entry is taken back by itself, the null move with what is before it.
    client.send_all(&["usermove h7g6", "undo", "undo", "setboard 7k/6ee/8/8/8/3B4/EE6/K7 w - - 0 2", "usermove H@d1"]);
    client.send_all(&["usermove g7h6", "setboard 7k/6ee/8/8/8/8/EE6/K2J4 w - - 0 1", "usermove d1d8"]);
    client.synchronise(&[]);
    client.quit();
}

#[test]
fn a_move_by_hand_is_completed_in_analysis_and_editing() {
    for mode in ["force", "analyze"] {
        let mut client = in_xboard(TOWERS);
        client.send_all(&["nopost", mode, "lift d1"]);
        client.after("highlight ");
        client.send("usermove d1d3b");
        let wanted = ["Illegal move (entered again): d1d3b", "move d1d3,d3d3b", "move @@@@", "move H@d1"];
        let lines = client.until("move H");
        let said: Vec<&String> = lines.iter().filter(|line| !line.starts_with(char::is_numeric)).collect();
        assert_eq!(said, wanted, "{}", client.transcript());
        client.quit();
    }
}
