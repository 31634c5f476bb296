//! Commands of CECP beside those of an ordinary game, through the real program.

use crate::common::client::Client;

/// An engine in force mode in this variant, at this position unless that is empty.
fn at(variant: &str, fen: &str) -> Client {
    let lines = ["xboard", "protover 2", "new", &format!("variant {variant}"), "easy", "force"];
    let mut client = Client::with(&lines);
    if !fen.is_empty() {
        client.send(&format!("setboard {fen}"));
    }
    client.send("ping 1");
    client.until("pong 1");
    client
}

/// Whether the engine allows a move; it is taken back.
fn allows(client: &mut Client, text: &str) -> bool {
    client.send_all(&[&format!("usermove {text}"), "ping 78"]);
    let allowed = client.until("pong 78").len() == 1;
    if allowed {
        client.send("undo");
    }
    allowed
}

/// The numbers of a `stat01` line: time in centiseconds and nodes.
fn progress(client: &mut Client) -> (u64, u64) {
    client.send(".");
    let line = client.after("stat01: ");
    let numbers: Vec<u64> = line.split(' ').take(2).map(|number| number.parse().expect("a number")).collect();
    (numbers[0], numbers[1])
}

#[test]
fn edit_sets_up_a_position() {
    let mut client = at("januskamil", "");
    let lines = [
        "edit", "#", "Kg0", "Rb0", "Rk0", "Pb8", "Cl9", "Pc3", "xc3", "", "c", "Kf9", "Pa7", "Pe10", "xe:", ".", "sd 1",
    ];
    client.send_all(&lines);
    client.synchronise(&[]);
    // Kings and rooks at home may castle, both sides have what was placed, and nothing else is there.
    for (text, is_legal) in
        [("g0j0", true), ("g0c0", true), ("b8b9q", true), ("l9k6", true), ("c3c4", false), ("a1a2", false)]
    {
        assert_eq!(allows(&mut client, text), is_legal, "{text}");
    }
    client.send("usermove g0g1");
    assert!(allows(&mut client, "a7a6") && !allows(&mut client, "e9e8"));
    client.quit();
}

#[test]
fn edit_keeps_the_side_to_move_and_what_is_not_cleared() {
    // Black to move, in the way that XBoard has for engines without `setboard`.
    let mut client = at("normal", "");
    client.send_all(&["a2a3", "edit", "xe7", "c", "Qh4", ".", "ping 2"]);
    client.until("pong 2");
    assert!(allows(&mut client, "h4f2") && !allows(&mut client, "e7e5") && !allows(&mut client, "e2e4"));
    client.send("undo");
    client.expect("Error (nothing to take back): undo");
    client.quit();
}

#[test]
fn edit_knows_the_letters_of_each_game() {
    let cases = [
        ("kingsmen", &["Kd4", "Na4+", "+Rb4", "c", "Kf9"][..], "a4b4", false),
        ("kingsmen", &["Kd4", "Na4+", "+Rb3", "c", "Kf9"][..], "a4b4", true),
        ("kingsmendh", &["Kd4", "Pa4", "c", "Df9", "Ti9", "Si8+"][..], "a4a5", true),
        ("luotuoqi", &["Ka1", "Ca4", "Re1", "T3c4", "c", "Kh8"][..], "a4b4", true),
        ("bilateral", &["Kg1", "Pa2", "c", "Kg8"][..], "a2a3", true),
    ];
    for (variant, pieces, text, is_legal) in cases {
        let mut client = at(variant, "");
        client.send_all(&["edit", "#"]);
        client.send_all(pieces);
        client.send(".");
        client.synchronise(&[]);
        assert_eq!(allows(&mut client, text), is_legal, "{variant} {pieces:?} {text}");
        client.quit();
    }
}

#[test]
fn each_bad_line_of_an_edit_has_one_error() {
    let mut client = at("normal", "");
    let lines = [
        ("Zz9", "Error (no piece of this game, expected one of P N B R Q K): Zz9"),
        ("Pi4", "Error (no square of this board): Pi4"),
        ("xa9", "Error (no square of this board): xa9"),
        ("P@2", "Error (no pieces are held in hand in this game): P@2"),
        ("Qd4+", "Error (this piece has no crowned form): Qd4+"),
        ("pa4", "Error (expected a piece and a square as in Ka1, or xa1, #, c or .): pa4"),
        ("usermove e2e4", "Error (expected a piece and a square as in Ka1, or xa1, #, c or .): usermove e2e4"),
    ];
    client.send("edit");
    for (line, error) in lines {
        client.send(line);
        client.expect(error);
    }
    // The rest of the edit counts.
    client.send_all(&["xd2", "."]);
    client.synchronise(&[]);
    assert!(allows(&mut client, "d1d7") && !allows(&mut client, "d2d4"));
    // A position without kings is refused, and moves with it, until there is another one.
    client.send_all(&["edit", "#", ".", "usermove e2e4"]);
    assert!(client.after("tellusererror ").starts_with("Illegal position: "));
    client.expect("Illegal move (no position has been set): e2e4");
    client.send_all(&["edit", "#", "new", "force"]);
    assert!(allows(&mut client, "e2e4"));
    client.quit();
}

#[test]
fn analysis_goes_on_after_an_edit_and_not_during_it() {
    let mut client = at("normal", "");
    client.send_all(&["post", "analyze", "edit", "#", "Ke1", "Ra1", "c", "ping 2"]);
    client.until("pong 2");
    client.send("ping 3");
    client.expect("pong 3");
    client.send_all(&["Kh8", "."]);
    client.until("1 ");
    client.send(".");
    // King and rook, which may castle, have these moves.
    assert_eq!(client.after("stat01: ").split(' ').nth(4), Some("16"));
    client.quit();
}

#[test]
fn search_and_clock_stand_still_during_a_pause() {
    let mut client = at("januskamil", "");
    client.send_all(&["st 1000", "post", "playother", "usermove f1f4"]);
    client.until("2 ");
    // Nothing is being executed: the ping does not wait for the move.
    client.send_all(&["pause", "ping 2"]);
    client.until("pong 2");
    let (time, nodes) = progress(&mut client);
    for _ in 0..300 {
        let now = progress(&mut client);
        // The thread stops when it looks at the clock next, which it does every 512 nodes.
        assert!(now.0 == time && now.1 <= nodes + 1024, "{now:?} after {time} {nodes}");
    }
    client.send("resume");
    while progress(&mut client).1 <= nodes + 1024 {}
    client.send("?");
    client.until("move ");
    client.send_all(&["pause", "resume", "resume", "pause"]);
    client.synchronise(&[]);
    client.quit();
}

#[test]
fn a_pause_holds_back_the_move_and_ends_with_the_next_move() {
    let mut client = at("januskamil", "");
    client.send_all(&["sd 1", "playother", "pause", "usermove f1f4"]);
    client.after("move ");
    // Told to move at once, it does so; a new game has no pause either.
    client.send_all(&["sd 0", "st 1000", "usermove e1e4", "pause", "?"]);
    client.until("move ");
    client.send_all(&["pause", "new", "variant januskamil", "sd 1", "usermove f1f4"]);
    client.until("move ");
    // A search that ends during the pause is used after it.
    for _ in 0..20 {
        client.send_all(&["new", "variant januskamil", "sd 4", "usermove f1f4", "pause", "ping 3"]);
        let before = client.until("pong 3").iter().any(|line| line.starts_with("move "));
        client.synchronise(&[]);
        client.send("resume");
        if !before {
            client.until("move ");
        }
    }
    client.quit();
}

#[test]
fn pondering_and_analysis_pause_too() {
    let mut client = at("januskamil", "");
    client.send_all(&["post", "hard", "sd 4", "playother", "usermove f1f4"]);
    client.until("move ");
    let line = client.line();
    let expected = line.split('\t').nth(1).and_then(|moves| moves.split(' ').next()).expect("it ponders").to_owned();
    client.send_all(&["pause", "ping 2"]);
    client.until("pong 2");
    client.synchronise(&[]);
    client.send_all(&["resume", &format!("usermove {expected}")]);
    client.until("move ");
    client.send_all(&["easy", "force", "analyze", "pause", "option MultiPV=2", "ping 3"]);
    client.until("pong 3");
    client.synchronise(&[]);
    client.send("resume");
    client.until("1 ");
    client.quit();
}

#[test]
fn a_score_that_is_set_counts_in_the_search() {
    let mut client = at("januskamil", "");
    // After f1f4 Black is said to be lost, after all others nothing is said.
    client.send_all(&["usermove f1f4", "setscore -2345 60", "undo", "post", "sd 3", "go"]);
    let lines = client.until("move ");
    assert_eq!(lines.last().map(String::as_str), Some("move f1f4"), "{lines:?}");
    let scores: Vec<&str> = lines.iter().filter_map(|line| line.split('\t').next()?.split(' ').nth(1)).collect();
    assert!(scores.contains(&"2345"), "{lines:?}");
    // The score of the position itself is shown up to its depth; a new one replaces it, a new game forgets it.
    client.send_all(&["new", "variant januskamil", "force", "sd 0", "setscore 10 2", "setscore 777 2", "analyze"]);
    for depth in 1..=2 {
        let line = client.until(&format!("{depth} ")).pop().expect("a line");
        assert_eq!(line.split(' ').nth(1), Some("777"), "{line}");
    }
    let line = client.until("3 ").pop().expect("a line");
    assert_ne!(line.split(' ').nth(1), Some("777"), "{line}");
    client.send_all(&["exit", "new", "variant januskamil", "force", "analyze"]);
    let line = client.until("1 ").pop().expect("a line");
    assert_ne!(line.split(' ').nth(1), Some("777"), "{line}");
    client.quit();
    let mut client = at("normal", "");
    for line in ["setscore", "setscore 1", "setscore much 3", "setscore 1 -1", "setscore 32000 3", "setscore 1 999"] {
        client.send(line);
        assert!(client.line().starts_with("Error ("), "{line}");
    }
    client.quit();
}

#[test]
fn white_and_black_set_the_side_to_move() {
    let mut client = at("normal", "");
    client.send_all(&["black", "force"]);
    assert!(allows(&mut client, "e7e5"));
    client.send_all(&["white", "force"]);
    assert!(allows(&mut client, "e2e4") && !allows(&mut client, "e7e5"));
    // White would be in check without being on move.
    client.send_all(&["setboard 4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "black"]);
    assert!(client.line().ends_with("): black"));
    client.send("force");
    assert!(allows(&mut client, "e1e2"));
    client.quit();
}

#[test]
fn nodes_per_second_last_for_one_game() {
    let mut client = at("normal", "");
    client.send_all(&["st 1", "nps 1", "go"]);
    client.after("move ");
    client.send_all(&["new", "force", "post", "st 1000", "go"]);
    client.until("6 ");
    client.send("?");
    client.until("move ");
    client.quit();
}

#[test]
fn targets_are_marked_in_the_variants_that_xboard_knows() {
    let mut client = at("normal", "4k3/P7/8/3pP3/8/8/8/R3K2R w KQ d6 0 1");
    for (square, marks) in [
        ("e1", "8/8/8/8/8/8/3YYY2/2YY1YY1"),
        // Captures in red, the one en passant among them; the promotion leaves the choice of the piece to XBoard.
        ("e5", "8/8/3RY3/8/8/8/8/8"),
        ("a7", "Y7/8/8/8/8/8/8/8"),
    ] {
        client.send(&format!("lift {square}"));
        client.expect(&format!("highlight {marks}"));
    }
    client.send("put a8");
    client.expect("choice QRBN");
    // What is captured on another square is marked while the piece is over its target.
    client.send_all(&["lift e5", "hover d6", "hover e6", "hover a1", "lift e4", "hover z9", "lift"]);
    client.expect("highlight 8/8/3RY3/8/8/8/8/8");
    client.expect("highlight 8/8/3RY3/3r4/8/8/8/8");
    client.expect("Error (unknown command): lift");
    client.synchronise(&[]);
    client.quit();
    for (variant, square, marks) in [
        ("capablanca", "b1", "10/10/10/10/10/Y1Y7/10/10"),
        ("gothic", "e2", "10/10/10/10/4Y5/4Y5/10/10"),
        ("janus", "a2", "10/10/10/10/Y9/Y9/10/10"),
        ("januskamil", "a1", "12/12/12/12/12/12/Y11/Y11/12/12"),
    ] {
        let mut client = at(variant, "");
        client.send(&format!("lift {square}"));
        let line = client.after("highlight ");
        if variant != "januskamil" {
            assert_eq!(line, marks, "{variant}");
        }
        client.quit();
    }
}
