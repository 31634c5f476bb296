//! UCI: input that comes while something is in progress, refused positions, and the last line before the best move.

use crate::common::client::Client;

/// The best moves among the lines.
fn best_moves(lines: &[String]) -> Vec<&str> {
    let moves = lines.iter().filter_map(|line| line.strip_prefix("bestmove "));
    moves.map(|rest| rest.split(' ').next().unwrap_or(rest)).collect()
}

/// Whether a line of information is of this depth.
fn has_depth(lines: &[String], depth: u32) -> bool {
    lines.iter().any(|line| line.starts_with(&format!("info depth {depth} ")))
}

#[test]
fn a_limited_search_is_not_cut_short_by_what_follows() {
    for next in [
        "position startpos moves e2e4",
        "go depth 1",
        "ucinewgame",
        "setoption name Hash value 2",
        "flip",
        "bench kingsmen39",
    ] {
        let mut client = Client::with(&["go depth 7", next]);
        let lines = client.until("bestmove ");
        assert!(has_depth(&lines, 7), "{next}: {lines:#?}");
        client.quit();
    }
    let moves = "position startpos moves e2e4 e7e5 g1f3";
    let lines = Client::with(&["go depth 7", moves, "go nodes 200", "go perft 1", "d"]).close();
    assert_eq!((has_depth(&lines, 7), best_moves(&lines).len()), (true, 2), "{lines:#?}");
    assert!(lines.iter().any(|line| line == "Nodes searched: 29"), "{lines:#?}");
    assert!(lines.last().is_some_and(|line| line.ends_with("b KQkq - 1 2")), "{lines:#?}");
}

#[test]
fn counts_are_not_cut_short_either() {
    for rest in [&[][..], &["go perft 1"], &["position startpos moves e2e4", "d"], &["bench kingsmen39"]] {
        let mut said = vec!["go perft 3"];
        said.extend(rest);
        let lines = Client::with(&said).close();
        assert!(lines.iter().any(|line| line == "Nodes searched: 8902"), "{rest:?}: {lines:#?}");
    }
}

#[test]
fn stop_ends_what_runs_and_what_waits() {
    let mut client = Client::with(&["go depth 200", "position startpos moves e2e4", "go depth 200", "stop"]);
    client.until("bestmove ");
    let lines = client.until("bestmove ");
    let reply = best_moves(&lines)[0].to_owned();
    assert!(reply.ends_with(['5', '6']), "it is Black's: {reply}");
    client.send_all(&["go perft 20", "go depth 3", "stop"]);
    client.until("bestmove ");
    client.send_all(&["isready", "go depth 200", "position startpos", "isready"]);
    client.until("readyok");
    client.until("readyok");
    client.quit();
}

#[test]
fn an_endless_search_still_gives_way() {
    let mut client = Client::with(&["go infinite", "go depth 2"]);
    client.until("bestmove ");
    let lines = client.until("bestmove ");
    assert!(has_depth(&lines, 2), "{lines:#?}");
    client.quit();
}

#[test]
fn nothing_false_is_answered_after_a_refused_position() {
    for wrong in [
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e1h1",
        "position startpos moves 0000",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen r3k2r/8/8/8/8/8/8/R2K3R w KQkqx - 0 1",
        "position from here",
    ] {
        let mut client = Client::with(&["position startpos moves d2d4", wrong]);
        let error = client.after("info string error: ");
        let refused = format!("info string error: the last position was refused: {error}");
        client.send("go depth 3");
        client.expect(&refused);
        client.expect("bestmove 0000");
        client.send_all(&["go perft 2", "eval", "flip"]);
        (0..3).for_each(|_| client.expect(&refused));
        client.send_all(&["go infinite", "stop"]);
        client.expect(&refused);
        client.expect("bestmove 0000");
        client.send_all(&["position startpos", "go depth 1"]);
        assert_ne!(best_moves(&client.until("bestmove ")), ["0000"], "{wrong}");
        client.send_all(&[wrong, "setoption name UCI_Variant value kingsmen", "go depth 1"]);
        assert_ne!(best_moves(&client.until("bestmove ")), ["0000"], "{wrong}");
        client.quit();
    }
}

/// Checks that the last line before the best move is of the move played, with all its nodes, and that each rank of the
/// last lines has another move.
#[track_caller]
fn check_last_lines(lines: &[String], ranks: usize, nodes: Option<&str>) {
    let best = best_moves(lines)[0];
    let last: Vec<&String> = lines.iter().filter(|line| line.contains(" pv ")).collect();
    let first = last.iter().rposition(|line| line.contains(" multipv 1 ")).expect("a line");
    let moves: Vec<&str> =
        last[first..].iter().filter_map(|line| line.split(" pv ").nth(1)?.split(' ').next()).collect();
    assert_eq!((moves[0], moves.len()), (best, ranks), "{lines:#?}");
    assert!(moves.iter().all(|m| moves.iter().filter(|other| other == &m).count() == 1), "{lines:#?}");
    if let Some(nodes) = nodes {
        assert!(last[first].contains(&format!(" nodes {nodes} ")), "{lines:#?}");
    }
}

#[test]
fn the_last_line_is_of_the_move_played() {
    let fens = [
        "rnbqkbnr/p1pppp1p/8/1p4p1/8/2PP3N/PP2PPPP/RNBQKB1R w KQkq - 0 4",
        "r4b1r/p2bp1kp/Q2p3n/2p3p1/P1PPpP2/1q4PP/1P2N3/RBB1KN1R b KQ - 2 19",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        "8/2k5/4p3/3pP3/1p1P4/1P6/2K5/8 w - - 0 1",
    ];
    for fen in fens {
        for (lines, threads) in [(1, 1), (3, 1), (1, 2), (2, 2)] {
            let mut client = Client::with(&[
                &format!("setoption name MultiPV value {lines}"),
                &format!("setoption name Threads value {threads}"),
                &format!("position fen {fen}"),
            ]);
            for nodes in ["1", "700", "3000", "9999"] {
                client.send(&format!("go nodes {nodes}"));
                let said = client.until("bestmove ");
                // Without a finished iteration there is one line.
                let ranks = if said.iter().any(|line| line.contains(" multipv 2 ")) { lines } else { 1 };
                check_last_lines(&said, ranks, (threads == 1).then_some(nodes));
            }
            client.quit();
        }
    }
}
