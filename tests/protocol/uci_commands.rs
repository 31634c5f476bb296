//! UCI beyond a game: commands for people, chances, progress, and how it begins and ends.

use bactrian::session::{Bench, Catalogue};

use crate::common::client::{Client, run};

const MATE_IN_ONE: &str = "k11/12/1K10/12/12/12/12/12/12/10R1 w - - 0 1";
/// Both rooks mate.
const TWO_MATES: &str = "k11/12/1K10/12/12/12/12/12/12/9RR1 w - - 0 1";
/// The rooks mate in two moves.
const MATE_IN_TWO: &str = "k11/12/12/12/12/12/12/12/10R1/K10R w - - 0 1";

fn best_move(lines: &[String]) -> &str {
    lines.last().and_then(|line| line.strip_prefix("bestmove ")).unwrap_or_else(|| panic!("{lines:?}"))
}

#[test]
fn scores_come_with_chances_if_wanted() {
    let mut client = Client::uci("chess");
    client.send("go depth 3");
    assert!(client.until("bestmove ").iter().all(|line| !line.contains(" wdl ")));
    client.send_all(&["setoption name UCI_ShowWDL value true", "go depth 4"]);
    let lines = client.until("bestmove ");
    let scores: Vec<&String> = lines.iter().filter(|line| line.contains(" score ")).collect();
    for line in &scores {
        let words: Vec<&str> = line.split(" wdl ").nth(1).expect("chances").split(' ').collect();
        let chances: u32 = words[..3].iter().map(|word| word.parse::<u32>().expect("a number")).sum();
        assert_eq!((chances, words[3]), (1000, "nodes"), "{line}");
    }
    assert!(scores.len() >= 4);
    client.send_all(&["position fen 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "go depth 1"]);
    assert!(client.until("bestmove ").iter().any(|line| line.contains(" score mate 1 wdl 1000 0 0 ")));
    client.quit();
}

#[test]
fn chances_come_from_a_file_if_the_user_says_so() {
    let file = std::env::temp_dir().join(format!("bactrian-chances-{}.txt", std::process::id()));
    // In such a game nearly all is drawn.
    std::fs::write(&file, "1 5000 32 1 1\n").expect("written");
    let mut client = Client::run_with(&["--wdl", &format!("chess={}", file.display())]);
    client.send_all(&[
        "uci",
        "setoption name UCI_Variant value chess",
        "setoption name UCI_ShowWDL value true",
        "go depth 3",
    ]);
    assert!(client.until("bestmove ").iter().any(|line| line.contains(" wdl 0 1000 0 ")));
    client.quit();
    std::fs::write(&file, "1 -5 none\n").expect("written");
    let (status, _, errors) = run(&["moves", "-v", "chess", "--wdl", &format!("chess={}", file.display())]);
    assert!(
        status == 1 && errors.contains("no chances, expected the numbers that `bactrian fit --chances` writes"),
        "{errors}"
    );
    std::fs::remove_file(&file).expect("removed");
}

#[test]
fn nodes_can_stand_for_time() {
    let mut client = Client::uci("chess");
    let mut search = |command: &str| {
        client.send(command);
        let lines = client.until("bestmove ");
        let words: Vec<&str> = lines[lines.len() - 2].split(' ').collect();
        let place = words.iter().position(|&word| word == "nodes").expect("nodes") + 1;
        (words[place].parse::<u64>().expect("a number"), best_move(&lines).to_owned())
    };
    let game =
        |search: &mut dyn FnMut(&str) -> (u64, String)| search("ucinewgame\nposition startpos\ngo wtime 2000 btime 1");
    search("setoption name nodestime value 10\ngo depth 1");
    let first = game(&mut search);
    assert!((100..=8_000).contains(&first.0), "{first:?}");
    // The engine's own clock goes on, whatever the client's says, until a new game.
    let (second, _) = search("position startpos moves e2e4 e7e5\ngo wtime 9000000 btime 1");
    assert!((100..=8_000).contains(&second), "{second}");
    assert_eq!(game(&mut search), first);
    assert!(search("ucinewgame\nposition startpos\ngo wtime 200000 btime 1").0 > 8_000);
    client.quit();
}

#[test]
fn a_long_search_tells_the_root_move_it_is_at() {
    let mut client = Client::uci("januskamil");
    client.send("go infinite");
    let line = loop {
        let line = client.line();
        if line.contains(" currmove ") {
            break line;
        }
    };
    let words: Vec<&str> = line.split(' ').collect();
    let after = |word: &str| words[words.iter().position(|&found| found == word).expect("the word") + 1];
    assert!(after("depth").parse::<u32>().is_ok_and(|depth| depth > 1), "{line}");
    assert!(after("currmovenumber").parse::<u32>().is_ok_and(|number| (1..=46).contains(&number)), "{line}");
    assert!(after("time").parse::<u32>().is_ok_and(|time| time >= 3000), "{line}");
    assert!(after("currmove").len() >= 4, "{line}");
    client.send("stop");
    client.until("bestmove ");
    client.quit();
}

#[test]
fn proven_mates_end_a_limited_search_and_rest_in_an_unlimited_one() {
    let mut client = Client::uci("januskamil");
    for (fen, words, most) in [
        (MATE_IN_ONE, "depth 100", 1),
        (MATE_IN_ONE, "nodes 100000000", 1),
        (MATE_IN_ONE, "movetime 100000", 1),
        (MATE_IN_ONE, "wtime 10000000 btime 10000000", 1),
        (MATE_IN_ONE, "mate 3", 1),
        (MATE_IN_TWO, "depth 100", 12),
    ] {
        client.send_all(&["ucinewgame", &format!("position fen {fen}"), &format!("go {words}")]);
        let lines = client.until("bestmove ");
        let reports = lines.iter().filter(|line| line.contains(" score ")).count();
        assert!(reports <= most, "{words}: {lines:?}");
        assert!(lines[lines.len() - 2].contains(" score mate "), "{words}: {lines:?}");
    }
    client.send_all(&[&format!("position fen {MATE_IN_TWO}"), "go infinite"]);
    client.until("info depth 3 ");
    client.send("stop");
    assert!(client.until("bestmove ").len() < 20);
    client.quit();
}

#[test]
fn several_lines_are_searched_until_each_is_a_proven_mate() {
    let mut client = Client::uci("januskamil");
    client.send_all(&["setoption name MultiPV value 2", &format!("position fen {TWO_MATES}"), "go depth 100"]);
    let lines = client.until("bestmove ");
    assert_eq!(lines.iter().filter(|line| line.contains(" score mate 1 ")).count(), 2, "{lines:?}");
    // The second line is no mate.
    client.send_all(&[&format!("position fen {MATE_IN_ONE}"), "go depth 3"]);
    assert!(client.until("bestmove ").iter().any(|line| line.starts_with("info depth 3 ")));
    client.quit();
}

#[test]
fn searchmoves_without_a_legal_move_are_told() {
    let mut client = Client::uci("januskamil");
    client.send("go depth 2 searchmoves f5f6 xyz");
    let lines = client.until("bestmove ");
    let errors: Vec<&String> = lines.iter().filter(|line| line.contains("error")).collect();
    assert_eq!(
        errors,
        ["info string error: f5f6 after searchmoves is not a legal move (and 1 more error); no legal move after \
          searchmoves, so all moves are searched"]
    );
    client.send("go depth 2 searchmoves f5f6 f2f5");
    let lines = client.until("bestmove ");
    assert!(lines.iter().any(|line| line == "info string error: f5f6 after searchmoves is not a legal move"));
    assert!(best_move(&lines).starts_with("f2f5"), "{lines:?}");
    client.quit();
}

#[test]
fn the_variant_may_be_written_in_any_case() {
    let mut client = Client::with(&["uci", "setoption name uci_variant value JanusKamil", "d", "isready"]);
    assert!(client.until("readyok").iter().any(|line| line.starts_with("crjnbqkbnjrc/")));
    client.quit();
}

#[test]
fn the_end_of_the_input_still_brings_the_best_move() {
    for words in ["depth 5", "nodes 3000", "movetime 50", "infinite", "ponder depth 3", "mate 3", ""] {
        let mut client = Client::uci("januskamil");
        client.send(&format!("go {words}"));
        let lines = client.close();
        assert!(best_move(&lines).len() >= 4, "{words}");
        assert!(words != "depth 5" || lines.iter().any(|line| line.starts_with("info depth 5 ")), "{lines:?}");
    }
    let mut client = Client::uci("januskamil");
    client.send_all(&["position fen k9R1/12/1K10/12/12/12/12/12/12/12 b - - 1 1", "go infinite"]);
    assert_eq!(best_move(&client.close()), "0000");
    let mut client = Client::uci("januskamil");
    client.send("go perft 2");
    assert_eq!(client.close().last().map(String::as_str), Some("Nodes searched: 2116"));
}

#[test]
fn commands_work_before_uci() {
    Client::with(&["isready"]).expect("readyok");
    let mut client = Client::with(&["d", "position startpos moves e2e4", "go depth 1"]);
    assert!(client.line().contains('8'));
    assert!(best_move(&client.until("bestmove ")).len() >= 4);
    // A person may still change to the other protocol, until the client has introduced itself.
    client.send_all(&["xboard", "ping 3"]);
    client.expect("pong 3");
    client.quit();
}

#[test]
fn help_lists_the_commands() {
    let general = Client::with(&["help"]).close().join("\n");
    assert!(
        general.starts_with("Bactrian ") && general.contains("xboard") && general.contains("setoption"),
        "{general}"
    );
    let mut client = Client::uci("chess");
    client.send("help");
    let lines = client.answers(&[]);
    for name in ["uci", "go [LIMITS] | perft", "eval", "flip", "bench", "compiler", "help"] {
        assert!(lines.iter().any(|line| line.starts_with(name)), "{name} in {lines:?}");
    }
    client.quit();
}

#[test]
fn the_evaluation_is_shown_term_by_term() {
    let mut client = Client::uci("chess");
    // White has a queen more.
    client.send_all(&["position fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "eval"]);
    let text = client.answers(&[]).join("\n");
    for word in ["White - Black", "middlegame", "value", "mobility", "pressure on White's king", "White to move"] {
        assert!(text.contains(word), "{word} in\n{text}");
    }
    let pawns = |start: &str| -> f64 {
        let line = text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{text}"));
        line.split_whitespace().last().and_then(|word| word.parse().ok()).expect("a number")
    };
    assert!(pawns("value") > 5.0 && pawns("evaluation") > 5.0, "{text}");
    assert!((pawns("sum  ") + pawns("scaled down") - pawns("evaluation")).abs() < 0.015, "{text}");
    client.quit();
}

#[test]
fn flip_exchanges_the_colours() {
    let mut client = Client::uci("chess");
    let fen = "r3k2r/p7/8/3pP3/8/8/8/R3K3 w Qkq d6 3 20";
    client.send_all(&[&format!("position fen {fen}"), "flip", "d"]);
    assert_eq!(client.answers(&[]).last().map(String::as_str), Some("r3k3/8/8/8/3Pp3/8/P7/R3K2R b KQq d3 3 20"));
    client.send_all(&["flip", "d"]);
    assert_eq!(client.answers(&[]).last().map(String::as_str), Some(fen));
    client.quit();
}

#[test]
fn compiler_tells_how_it_was_built() {
    let mut client = Client::uci("chess");
    client.send("compiler");
    let lines = client.answers(&[]);
    assert!(lines.len() == 1 && lines[0].starts_with("Compiled by rustc "), "{lines:?}");
    client.quit();
}

#[test]
fn perft_beyond_sense_is_refused() {
    let mut client = Client::uci("januskamil");
    for depth in ["33", "1000", "4294967295"] {
        client.send(&format!("go perft {depth}"));
        client.expect(&format!("info string error: go perft expects a depth from 1 to 32, not {depth}"));
    }
    // A mated side has no moves at any depth.
    client.send_all(&["position fen k9R1/12/1K10/12/12/12/12/12/12/12 b - - 1 1", "go perft 32"]);
    assert_eq!(client.after("Nodes searched: "), "0");
    client.quit();
}

#[test]
fn perft_counts_where_the_counters_of_the_fen_are_at_their_limits() {
    let mut client = Client::uci("januskamil");
    client.send_all(&["position fen k11/12/1K10/12/12/12/12/12/12/10R1 b - - 9999 999999 moves a10b10", "go perft 1"]);
    assert!(client.after("Nodes searched: ").parse::<u64>().is_ok_and(|nodes| nodes > 20));
    client.quit();
}

#[test]
fn a_stopped_perft_ends_at_once() {
    let mut client = Client::uci("januskamil");
    client.send("setoption name Threads value 3");
    for _ in 0..5 {
        client.send_all(&["go perft 9", "isready"]);
        client.expect("readyok");
        client.send("stop");
        assert!(client.answers(&[]).is_empty());
        if cfg!(target_os = "linux") {
            // Only the protocol, its input and idle threads of rayon's shared pool go on.
            let idle = std::thread::available_parallelism().map_or(1, usize::from);
            client.wait_for_threads(2 + idle);
        }
    }
    client.send_all(&["go perft 9", "go depth 2", "stop"]);
    client.until("bestmove ");
    client.quit();
}

#[test]
fn the_bench_of_one_game_is_that_of_the_command_line() {
    let mut bench = Bench::new(&Catalogue::default(), Some("kingsmen39")).expect("the game is known");
    assert!(Bench::new(&Catalogue::default(), Some("twokings")).is_err());
    let never = std::sync::atomic::AtomicBool::new(false);
    let mut client = Client::uci("chess");
    client.send("bench kingsmen39");
    while let Some((position, nodes)) = bench.next(&never) {
        client.expect(&format!("{nodes:>10}  {} {}", position.spec.page.name, position.fen));
    }
    assert!(client.line().starts_with(&format!("{} nodes ", bench.nodes())));
    client.send("bench twokings");
    assert!(client.line().starts_with("info string error: unknown variant twokings, known: "));
    client.send_all(&["bench", "stop"]);
    assert!(client.answers(&[]).len() <= 1);
    client.quit();
}
