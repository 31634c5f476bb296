//! Conversations in UCI with the real program.

use crate::common::client::Client;
use crate::common::games::{all_specs, for_each_game};
use crate::common::session::start;

for_each_game!(once games_are_played_to_the_end);

const MATE_IN_ONE: &str = "k11/12/1K10/12/12/12/12/12/12/10R1 w - - 0 1";
const MATED: &str = "k9R1/12/1K10/12/12/12/12/12/12/12 b - - 1 1";

/// Waits until everything has been obeyed; what is said until then must be exactly this.
fn synchronise(client: &mut Client, expected: &[&str]) {
    let lines = client.answers(&[]);
    assert_eq!(lines, expected, "\n{}", client.transcript());
}

/// Searches as told; the move, and the last line of information before it.
fn go(client: &mut Client, words: &str) -> (String, String) {
    client.send(&format!("go {words}"));
    let mut lines = client.until("bestmove ");
    let best = lines.pop().expect("the best move");
    let best = best.split(' ').nth(1).expect("a move").to_owned();
    (best, lines.pop().unwrap_or_default())
}

/// The FEN of the engine's position.
fn fen(client: &mut Client) -> String {
    client.answers(&["d"]).pop().expect("a position")
}

/// The number behind a word of a line of information.
fn number(line: &str, word: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|&found| found != word);
    words.nth(1).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no {word} in {line}"))
}

#[test]
fn it_introduces_itself() {
    let mut client = Client::with(&["uci"]);
    assert!(client.line().starts_with("id name Bactrian "));
    assert!(client.line().starts_with("id author "));
    let text = client.until("uciok").join("\n");
    for option in [
        "Hash type spin default ",
        "Clear Hash type button",
        "Threads type spin default 1 min 1 max ",
        "Ponder type check default false",
        "MultiPV type spin default 1 min 1 max ",
        "Move Overhead type spin default ",
        "UCI_AnalyseMode type check default false",
        "UCI_Variant type combo default ",
    ] {
        assert!(text.contains(&format!("option name {option}")), "{option} in {text}");
    }
    for spec in all_specs() {
        assert!(text.contains(&format!(" var {}", spec.page.name)), "{text}");
    }
    client.send("uci");
    client.until("uciok");
    client.quit();
}

#[test]
fn a_variant_is_described_when_it_is_chosen() {
    let mut client = Client::with(&["uci"]);
    client.until("uciok");
    for spec in all_specs() {
        let page = &spec.page;
        client.send(&format!("setoption name UCI_Variant value {}", page.name));
        client.expect(&format!(
            "info string variant {} files {} ranks {} pocket 0 template fairy startpos {}",
            page.name, page.files, page.ranks, page.start
        ));
        assert_eq!(fen(&mut client), page.start);
    }
    client.send("setoption name UCI_Variant value twokings");
    assert!(client.line().starts_with("info string error: unknown variant twokings, known: "));
    client.quit();
}

#[test]
fn options_are_set_whatever_the_case_of_their_names() {
    let mut client = Client::uci("januskamil");
    client.send_all(&[
        "setoption name Hash value 2",
        "setoption name hash value 1",
        "setoption name Threads value 2",
        "setoption name MULTIPV value 3",
        "setoption name Move Overhead value 100",
        "setoption name Clear Hash",
        "setoption name Ponder value true",
        "setoption name UCI_AnalyseMode value true",
        "debug on",
        "debug off",
        "register later",
        "ucinewgame",
        "stop",
        "ponderhit",
        "",
    ]);
    synchronise(&mut client, &[]);
    client.send("go depth 2");
    let lines = client.until("bestmove ");
    for rank in 1..=3 {
        assert!(lines.iter().any(|line| line.contains(&format!(" multipv {rank} "))), "{rank} in {lines:?}");
    }
    client.quit();
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let mut client = Client::uci("januskamil");
    for line in [
        "setoption",
        "setoption Hash 4",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value 0",
        "setoption name Hash value much",
        "setoption name Threads value -1",
        "setoption name MultiPV value 0",
        "setoption name Move Overhead value x",
        "setoption name Ponder value perhaps",
        "setoption name Style value 3",
        "setoption name UCI_Variant",
        "setoption name UCI_Variant value",
    ] {
        client.send(line);
        let answer = client.line();
        assert!(answer.starts_with("info string error: "), "{line}: {answer}");
        synchronise(&mut client, &[]);
    }
    client.quit();
}

#[test]
fn positions_are_set_up_and_moves_played() {
    let mut client = Client::uci("januskamil");
    let mut session = start("januskamil");
    client.send("position startpos moves f2f5 g9g8");
    for text in ["f2f5", "g9g8"] {
        session.play_text(text).expect("a legal move");
    }
    assert_eq!(fen(&mut client), session.view().fen());
    client.send(&format!("position fen {MATE_IN_ONE} moves k1k2"));
    assert_eq!(fen(&mut client), "k11/12/1K10/12/12/12/12/12/10R1/12 b - - 1 1");
    client.send(&format!("position fen {MATED}"));
    assert_eq!(fen(&mut client), MATED);
    client.send("position startpos");
    assert_eq!(fen(&mut client), session.spec().page.start);
    client.quit();
}

#[test]
fn an_illegal_move_keeps_the_position_before_it() {
    let mut client = Client::uci("januskamil");
    for text in ["f5f6", "f1f4", "g1j1", "0000", "moves", "f9f8q"] {
        client.send(&format!("position startpos moves f2f5 {text} g9g8"));
        let answer = client.line();
        assert!(answer.starts_with(&format!("info string error: illegal move {text}: ")), "{answer}");
        assert_eq!(
            fen(&mut client),
            "crjnbqkbnjrc/pppppppppppp/12/12/12/5P6/12/12/PPPPP1PPPPPP/CRJNBQKBNJRC b KQkq f3f4 0 1"
        );
    }
    client.quit();
}

#[test]
fn a_bad_position_keeps_the_one_before() {
    let mut client = Client::uci("januskamil");
    client.send(&format!("position fen {MATE_IN_ONE}"));
    for rest in
        ["", "fen", "fen 8/8/8/8/8/8/8/8 w - - 0 1", "startpos f2f5", "fen k11 w moves a1a2", "moves f2f5", "board"]
    {
        client.send(&format!("position {rest}"));
        let answer = client.line();
        assert!(answer.starts_with("info string error: "), "{rest}: {answer}");
        assert_eq!(fen(&mut client), MATE_IN_ONE);
    }
    client.quit();
}

#[test]
fn every_limit_brings_one_best_move() {
    let mut client = Client::uci("januskamil");
    let session = start("januskamil");
    let legal = session.view().move_texts();
    for words in [
        "depth 3",
        "nodes 300",
        "movetime 10",
        "movetime 0",
        "wtime 1000 btime 1000",
        "wtime 500 btime 500 winc 10 binc 10 movestogo 3",
        "wtime 0 btime 0",
        "wtime -500 btime 100",
        "depth 2 nodes 1000000 movetime 100000 wtime 60000 btime 60000",
        "mate 1 depth 3",
        "depth 0",
        "nodes 0",
        "depth three",
        "nodes",
        "bogus",
        "movetime -5",
        "depth 2 infinity 3",
    ] {
        let (best, _) = go(&mut client, words);
        assert!(legal.contains(&best), "{words}: {best}");
    }
    client.send("isready");
    client.expect("readyok");
    client.quit();
}

#[test]
fn information_is_complete_and_in_order() {
    let mut client = Client::uci("januskamil");
    client.send("go depth 5");
    let mut lines = client.until("bestmove ");
    let best = lines.pop().expect("the best move");
    let mut depth = 0;
    for line in lines.iter().filter(|line| !line.contains("string")) {
        assert!(number(line, "depth") >= depth, "{line}");
        depth = number(line, "depth");
        for word in ["seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"] {
            assert!(number(line, word) >= 0, "{word} in {line}");
        }
        assert!(line.contains(" score cp ") || line.contains(" score mate "), "{line}");
    }
    assert_eq!(depth, 5);
    let last = lines.last().expect("information");
    let line: Vec<&str> = last.split(" pv ").nth(1).expect("a line").split(' ').collect();
    let mut session = start("januskamil");
    for text in &line {
        session.play_text(text).expect("the line is legal");
    }
    let words: Vec<&str> = best.split(' ').collect();
    assert_eq!(words[1], line[0]);
    assert!(words.len() == 2 || words[2] == "ponder", "{best}");
    client.quit();
}

#[test]
fn mates_are_told_in_moves() {
    let mut client = Client::uci("januskamil");
    client.send(&format!("position fen {MATE_IN_ONE}"));
    let (best, last) = go(&mut client, "depth 3");
    assert_eq!(best, "k1k10");
    assert!(last.contains(" score mate 1 "), "{last}");
    assert_eq!(go(&mut client, "mate 1").0, "k1k10");
    client.send("position fen k11/12/1K10/12/12/12/12/12/12/10R1 b - - 0 1");
    let (_, last) = go(&mut client, "depth 12");
    assert!(last.contains(" score mate -1 "), "{last}");
    client.quit();
}

#[test]
fn searchmoves_restrict_the_search() {
    let mut client = Client::uci("januskamil");
    assert_eq!(go(&mut client, "searchmoves a2a3 depth 3").0, "a2a3");
    assert_eq!(go(&mut client, "depth 3 searchmoves l2l4 e2e9").0, "l2l4");
    let (best, _) = go(&mut client, "searchmoves a2a3 l2l3 nodes 500");
    assert!(best == "a2a3" || best == "l2l3", "{best}");
    client.quit();
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut client = Client::uci("januskamil");
    for (board, score) in [(MATED, "mate 0"), ("k11/12/1Q10/2K9/12/12/12/12/12/12 b - - 0 1", "cp 0")] {
        let told = format!("info depth 0 score {score}");
        client.send(&format!("position fen {board}"));
        client.send("go depth 3");
        client.expect(&told);
        client.expect("bestmove 0000");
        for words in ["infinite", "ponder wtime 1000 btime 1000"] {
            client.send(&format!("go {words}"));
            synchronise(&mut client, &[&told]);
            client.send(if words == "infinite" { "stop" } else { "ponderhit" });
            client.expect("bestmove 0000");
        }
        client.send_all(&["stop", "ponderhit"]);
        synchronise(&mut client, &[]);
    }
    client.quit();
}

#[test]
fn drawn_games_may_go_on() {
    let mut client = Client::uci("januskamil");
    client.send("position fen k11/12/1K10/12/12/12/12/12/12/9R2 w - - 100 90");
    assert_ne!(go(&mut client, "depth 2").0, "0000");
    client.send("position fen k11/12/1K10/12/12/12/12/12/12/12 w - - 3 90");
    assert_ne!(go(&mut client, "depth 2").0, "0000");
    client.quit();
}

#[test]
fn the_best_move_is_held_until_it_is_wanted() {
    let mut client = Client::uci("januskamil");
    for (words, release) in [
        ("infinite", "stop"),
        ("infinite depth 2", "stop"),
        ("ponder depth 2", "ponderhit"),
        ("ponder depth 2", "stop"),
        ("ponder wtime 1000 btime 1000", "ponderhit"),
        ("ponder movetime 1", "ponderhit"),
    ] {
        client.send(&format!("go {words}"));
        client.until("info depth 2 ");
        let lines = client.answers(&[]);
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{words}: {lines:?}");
        client.send(release);
        client.until("bestmove ");
        client.send_all(&["stop", "isready"]);
        client.expect("readyok");
    }
    client.quit();
}

#[test]
fn a_mate_does_not_end_an_infinite_search() {
    let mut client = Client::uci("januskamil");
    client.send(&format!("position fen {MATE_IN_ONE}"));
    client.send("go infinite");
    client.until("info depth 1 ");
    let lines = client.answers(&[]);
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
    // Deeper iterations would only repeat it.
    synchronise(&mut client, &[]);
    client.send("stop");
    client.until("bestmove ");
    synchronise(&mut client, &[]);
    client.quit();
}

#[test]
fn each_go_gets_its_best_move() {
    let mut client = Client::uci("januskamil");
    // Clients need not wait for the first best move before they go on.
    client.send_all(&["go infinite", "stop", "position startpos moves f2f5", "go depth 3"]);
    client.until("bestmove ");
    client.until("bestmove ");
    client.send_all(&[
        "go infinite",
        "go depth 2",
        "go infinite",
        "ucinewgame",
        "go infinite",
        "setoption name Hash value 1",
    ]);
    for _ in 0..4 {
        client.until("bestmove ");
    }
    synchronise(&mut client, &[]);
    client.quit();
}

#[test]
fn a_new_position_does_not_disturb_the_search() {
    let mut client = Client::uci("januskamil");
    client.send_all(&["go infinite", "position startpos moves f2f5", "stop"]);
    let best = client.after("bestmove ");
    assert!(best.split(' ').next().is_some_and(|text| text.as_bytes()[1] < b'9'), "a move of White's: {best}");
    let (best, _) = go(&mut client, "depth 1");
    let mut session = start("januskamil");
    session.play_text("f2f5").expect("a legal move");
    assert!(session.view().move_texts().contains(&best), "{best}");
    client.quit();
}

#[test]
fn perft_counts_and_can_be_left() {
    let mut client = Client::uci("januskamil");
    client.send("go perft 3");
    let lines = client.until("Nodes searched: ");
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 105282"));
    assert!(lines.iter().any(|line| line.starts_with("f2f5: ")), "{lines:?}");
    client.send_all(&["position startpos moves f2f5", "go perft 1"]);
    assert_eq!(client.after("Nodes searched: "), "46");
    client.send_all(&["go perft 7", "isready"]);
    client.expect("readyok");
    client.send_all(&["stop", "go depth 1"]);
    assert!(client.until("bestmove ").iter().all(|line| !line.starts_with("Nodes")));
    client.quit();
}

#[test]
fn unknown_commands_are_named_and_skipped() {
    let mut client = Client::uci("januskamil");
    for (line, word) in [("dance wildly", "dance"), ("xboard", "xboard"), ("GO depth 1", "GO"), ("?", "?")] {
        client.send(line);
        client.expect(&format!("info string error: unknown command {word}"));
    }
    client.quit();
}

fn games_are_played_to_the_end(name: &str) {
    for depth in [1, 3] {
        let mut client = Client::uci(name);
        client.send("setoption name Hash value 1");
        client.send("ucinewgame");
        let mut session = start(name);
        let mut moves = String::new();
        while session.ending().is_none() {
            client.send(&format!("position startpos moves{moves}"));
            let (best, _) = go(&mut client, &format!("depth {depth}"));
            session.play_text(&best).unwrap_or_else(|error| panic!("{error}\n{}", client.transcript()));
            moves += &format!(" {best}");
            assert!(session.moves().len() < 4000, "at depth {depth} there is no end");
        }
        client.send(&format!("position startpos moves{moves}"));
        assert_eq!(fen(&mut client), session.view().fen());
        if session.view().move_texts().is_empty() {
            assert_eq!(go(&mut client, "depth 1").0, "0000");
        }
        client.quit();
    }
}

#[test]
fn a_client_may_go_at_any_time() {
    let mut client = Client::uci("januskamil");
    client.send("go infinite");
    client.until("info depth 2 ");
    client.close();
    let mut client = Client::uci("januskamil");
    client.send("go infinite");
    client.quit();
    let mut client = Client::uci("januskamil");
    client.send("go infinite");
    client.hang_up();
    let mut client = Client::uci("januskamil");
    client.send("go perft 9");
    client.quit();
}

#[test]
fn castling_is_the_kings_move_to_its_rook_if_the_client_wants_it() {
    const CASTLED: &str = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
    let mut client = Client::with(&["uci", CASTLED]);
    client.until("uciok");
    // Both are always read.
    let mut castled: Vec<String> = Vec::new();
    for m in ["e1g1", "e1h1"] {
        client.send(&format!("{CASTLED} {m}"));
        castled.push(fen(&mut client));
    }
    let tells = |client: &mut Client, option: &str| {
        client.send_all(&[option, CASTLED, "go perft 1"]);
        client.until("Nodes searched").iter().filter_map(|line| line.split(':').next()).any(|m| m == "e1h1")
    };
    assert!(!tells(&mut client, "isready"));
    assert!(tells(&mut client, "setoption name UCI_Chess960 value true"));
    for m in ["e1h1", "e1g1"] {
        client.send(&format!("{CASTLED} {m}"));
        castled.push(fen(&mut client));
    }
    assert!(castled.iter().all(|fen| *fen == castled[0] && fen.contains("/RNBQ1RK1 ")), "{castled:?}");
    client.send("position fen 1k6/8/8/8/8/8/8/5KR1 w G - 0 1");
    client.send("go searchmoves f1g1 depth 3");
    assert!(client.until("bestmove ").pop().is_some_and(|line| line.starts_with("bestmove f1g1")));
    assert!(!tells(&mut client, "setoption name UCI_Chess960 value false"));
    client.quit();
}
