//! Input that no sane client sends: the engine answers on, and nothing changes.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::common::client::Client;

/// Bytes that mean nothing in any protocol.
fn garbage() -> Vec<Vec<u8>> {
    vec![
        b"\n".to_vec(),
        b"\r\n".to_vec(),
        b"\n\n \t \n".to_vec(),
        b"\0\n".to_vec(),
        b"go\0depth\0 3\n".to_vec(),
        vec![0xFF, 0xFE, b'\n'],
        b"\x1b[31mred\x07\n".to_vec(),
        "\u{fffd}\u{202e}caf\u{e9} \u{1f42b}\n".as_bytes().to_vec(),
        (0..=255u8).filter(|&byte| byte != b'\n').chain([b'\n']).collect(),
        [vec![b'x'; 200_000], b"\n".to_vec()].concat(),
        [b"word ".repeat(100_000), b"\n".to_vec()].concat(),
        [vec![b'9'; 6_000_000], b"\n".to_vec()].concat(),
        b"%s%n%d {} {0} $(id) `id` ; rm \\ '\" \n".to_vec(),
        b"-1\n18446744073709551616\n1e999\nnan\n".to_vec(),
    ]
}

/// Lines with a known command and nonsense after it.
fn nonsense(commands: &[&str]) -> Vec<String> {
    let long = "9".repeat(3000);
    let endings =
        ["", "x", "-1", "0", "99999999999999999999", "1e308", "\u{1f42b}", "a b c d e f g", "=", "= =", "\0", &long];
    commands.iter().flat_map(|command| endings.map(|ending| format!("{command} {ending}"))).collect()
}

/// Positions that no game has; the text does not parse or breaks a rule.
const BAD_FENS: &[&str] = &[
    "",
    "/",
    "/////////",
    "w",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "12/12/12/12/12/12/12/12/12/12 w - - 0 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC x KQkq - 0 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w XYZ - 0 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq e3 0 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq z99 0 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - -1 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 99999999999",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1 1 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRCC w KQkq - 0 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJR w KQkq - 0 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1",
    "crjnbqkbnjrc/pppppppppppp/12/99999999999999999999/12/12/12/12/PPPPPPPPPPPP/CRJNBQKBNJRC w KQkq - 0 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBQQBNJRC w KQkq - 0 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNBKKBNJRC w KQkq - 0 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNB?KBNJRC w KQkq - 0 1",
    "crjnbqkbnjrc/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CRJNB\u{e9}KBNJRC w KQkq - 0 1",
    "k11/12/1K10/12/12/12/12/12/12/R11 w - - 0 1",
];

/// Texts that are no legal move at the start.
const BAD_MOVES: &[&str] = &[
    "0000",
    "e2",
    "e2e",
    "e2e4e4",
    "e2e9",
    "z2z4",
    "e0e1x",
    "E2E9",
    "e2-e9",
    "a1a1",
    "a99a100",
    "m1m2",
    "e2e4=q",
    "O-O",
    "Nf3",
    "@@@@",
    "P@e4",
    "e2e3,e3e4",
    "\u{e9}2\u{e9}4",
    "e\u{662}e4",
    "b7d52",
    "a5z8",
    "++",
    "null",
    "::::",
    "e:",
    "a0a:",
];

/// Everything that an engine says must be plain lines of a bearable length, free of what XBoard mistakes for something.
fn check_cecp_line(line: &str) {
    assert!(line.len() < 512 && line.bytes().all(|byte| (b' '..=b'~').contains(&byte) || byte == b'\t'), "{line:?}");
    for phrase in
        ["unknown host", "No remote directory", "not found", "No such file", "can't alloc", "Permission denied", "Draw"]
    {
        assert!(!line.contains(phrase), "{line:?}");
    }
}

#[test]
fn before_a_protocol_is_chosen() {
    let mut client = Client::start();
    for bytes in garbage() {
        client.send_bytes(&bytes);
    }
    client.send("jump");
    client.send("uci");
    for line in client.until("id name ") {
        assert!(line.starts_with("Error (") || line.starts_with("id name "), "{line}");
        assert!(line.len() < 512, "{line}");
    }
    client.quit();
    Client::with(&["help"]).quit();
    assert!(Client::with(&["jump"]).close()[0].contains("help lists the commands"));
    Client::start().quit();
    assert!(Client::start().close().is_empty());
}

fn cecp() -> Client {
    let mut client = Client::with(&["xboard", "protover 2", "new", "variant januskamil", "force", "ping 1"]);
    client.until("pong 1");
    client
}

#[test]
fn cecp_garbage() {
    let mut client = cecp();
    for bytes in garbage() {
        client.send_bytes(&bytes);
        client.send("ping 3");
        for line in client.until("pong 3") {
            check_cecp_line(&line);
            assert!(line.starts_with("Error (") || line == "pong 3", "{line}");
        }
    }
    client.send_all(&["usermove f1f4", "usermove f8f5", "ping 4"]);
    client.expect("pong 4");
    client.quit();
}

#[test]
fn cecp_commands_with_nonsense() {
    let commands = [
        "protover",
        "accepted",
        "ping",
        "variant",
        "setboard",
        "usermove",
        "level",
        "level 40 5",
        "st",
        "sd",
        "nps",
        "time",
        "otim",
        "result",
        "exclude",
        "include",
        "cores x",
        "memory x",
        "option",
        "option MultiPV=",
        "option Move Overhead =",
        "name",
        "rating",
        "ics",
        "undo",
        "remove",
        "force",
        "new",
        "hard",
        "easy",
        "hint",
        "bk",
        "draw",
        "?",
        ".",
        "computer",
        "analyze",
        "exit",
    ];
    let mut client = cecp();
    for line in nonsense(&commands) {
        client.send(&line);
        client.send("ping 5");
        for answer in client.until("pong 5") {
            check_cecp_line(&answer);
        }
    }
    client.send_all(&["new", "variant januskamil", "force", "usermove f1f4", "usermove f8f5", "ping 6"]);
    assert!(client.until("pong 6").iter().all(|line| !line.starts_with("Illegal")));
    client.quit();
}

#[test]
fn cecp_positions_and_moves() {
    let mut client = cecp();
    for text in BAD_MOVES {
        client.send(&format!("usermove {text}"));
        let answer = client.line();
        check_cecp_line(&answer);
        assert!(answer.starts_with("Illegal move"), "{text}: {answer}");
    }
    for fen in BAD_FENS {
        client.send(&format!("setboard {fen}"));
        let answer = client.line();
        check_cecp_line(&answer);
        assert!(answer.starts_with("tellusererror Illegal position: "), "{fen}: {answer}");
    }
    client.quit();
}

#[test]
fn uci_garbage() {
    let mut client = Client::uci("januskamil");
    for bytes in garbage() {
        client.send_bytes(&bytes);
        for line in client.answers(&[]) {
            assert!(line.starts_with("info string error: ") || line.starts_with("bestmove "), "{line}");
            assert!(line.len() < 512, "{line}");
        }
    }
    client.quit();
}

/// Each line gets one answer, soon, however long it is.
#[test]
fn lines_of_very_many_words() {
    let many = |word: &str| format!("{word} ").repeat(4_000_000 / (word.len() + 1));
    let mut client = Client::uci("januskamil");
    let fen = "fen k11/12/12/12/12/12/12/12/12/K11 w - - 0 1";
    for (line, answer) in [
        (format!("position {fen} moves {}", many("a1a2 a10a9 a2a1 a9a10")), "moves after position, at most 20000"),
        (format!("position {fen} {}", many("bad")), "illegal position: "),
        (format!("position {}", many("bad")), "expected position "),
        (format!("setoption name {}", many("bad")), "unknown option "),
        (many("bad"), "unknown command "),
    ] {
        client.send_bytes(format!("{line}\nisready\n").as_bytes());
        let lines = client.until("readyok");
        assert!(lines.len() == 2 && lines[0].contains(answer), "{lines:?}");
    }
    for words in
        [many("f2f5"), many("bad"), format!("depth {}", many("depth")), format!("searchmoves {}", many("f2f5"))]
    {
        client.send_bytes(format!("go {words}\nstop\n").as_bytes());
        let lines = client.until("bestmove ");
        // Beside that in the words, there is no position.
        assert_eq!(lines.iter().filter(|line| line.contains("error")).count(), 2, "{lines:?}");
    }
    client.quit();
    let mut client = cecp();
    for word in ["exclude f2f5", "usermove f2f5", "option MultiPV=2", "level 1 2", "bad"] {
        let expected = usize::from(word != "option MultiPV=2");
        client.send_bytes(format!("analyze\n{}\nping 2\n", many(word)).as_bytes());
        let lines = client.until("pong 2");
        assert!(lines.iter().filter(|line| line.starts_with("Error")).count() <= expected.max(1), "{lines:?}");
    }
    client.quit();
}

#[test]
fn uci_commands_with_nonsense() {
    let commands = [
        "position",
        "position startpos",
        "position startpos moves",
        "position fen",
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name UCI_Variant value",
        "setoption name MultiPV value",
        "register",
        "debug",
        "stop",
        "ponderhit",
        "isready",
        "ucinewgame",
        "d",
        "uci",
    ];
    // Sizes that are valid are large.
    let lines = nonsense(&commands).into_iter().filter(|line| !line.starts_with("setoption name Hash value 9"));
    let mut client = Client::uci("januskamil");
    for line in lines {
        client.answers(&[&line]);
    }
    client.quit();
}

#[test]
fn uci_go_with_nonsense() {
    let words = [
        "searchmoves",
        "ponder",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
        "perft",
    ];
    let mut client = Client::uci("januskamil");
    let lines = nonsense(&words);
    for line in &lines {
        client.send_all(&[&format!("go {line}"), "stop"]);
    }
    // Not before the engine is idle.
    client.send_all(&["setoption name Clear Hash", "isready", "uci"]);
    let told = client.until("uciok").iter().filter(|line| line.starts_with("bestmove ")).count();
    let counts = lines.iter().filter(|line| *line == "perft 0").count();
    assert_eq!(told, lines.len() - counts, "each go gets one best move\n{}", client.transcript());
    client.quit();
}

#[test]
fn uci_positions_and_moves() {
    let mut client = Client::uci("januskamil");
    for text in BAD_MOVES {
        client.send(&format!("position startpos moves {text}"));
        let answer = client.line();
        assert!(answer.starts_with("info string error: illegal move "), "{text}: {answer}");
    }
    for fen in BAD_FENS {
        client.send(&format!("position fen {fen}"));
        let answer = client.line();
        assert!(answer.starts_with("info string error: illegal position: "), "{fen}: {answer}");
    }
    client.quit();
}

/// Words of a protocol in any order, valid and not.
fn soup(random: &mut SmallRng, words: &[&str]) -> String {
    let length = random.random_range(1..6);
    (0..length).filter_map(|_| words.choose(random).copied()).collect::<Vec<_>>().join(" ")
}

#[test]
fn cecp_soup() {
    let commands = [
        "new",
        "variant januskamil",
        "force",
        "go",
        "playother",
        "white",
        "black",
        "undo",
        "remove",
        "analyze",
        "exit",
        "hint",
        "bk",
        "?",
        ".",
        "draw",
        "hard",
        "easy",
        "post",
        "nopost",
        "usermove f1f4",
        "usermove f8f5",
        "usermove e1e4",
        "usermove c9d7",
        "level 0 1 0",
        "sd 2",
        "sd 0",
        "st 0.01",
        "st 100",
        "time 50",
        "time -5",
        "otim 0",
        "exclude f1f4",
        "exclude all",
        "include all",
        "result *",
        "setboard k11/12/1K10/12/12/12/12/12/12/10R1 w - - 0 1",
        "setboard k9R1/12/1K10/12/12/12/12/12/12/12 b - - 1 1",
        "setboard bad",
        "memory 1",
        "cores 2",
        "cores 1",
        "option MultiPV=2",
        "option Clear Hash",
        "ping 1",
        "nps 100",
        "nps 0",
        "usermove k0k9",
    ];
    for seed in 0..12 {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut client = cecp();
        client.send("sd 3");
        for _ in 0..300 {
            let command = commands.choose(&mut random).expect("there are commands");
            client.send(command);
        }
        // Whatever it is doing now, it can be called to order.
        client.send_all(&["force", "exit", "new", "variant januskamil", "force", "usermove f1f4", "ping 99"]);
        let lines = client.until("pong 99");
        lines.iter().for_each(|line| check_cecp_line(line));
        assert!(
            !lines[lines.len().saturating_sub(7)..].iter().any(|line| line.starts_with("Illegal")),
            "{}",
            client.transcript()
        );
        client.quit();
    }
}

#[test]
fn uci_soup() {
    let words = [
        "go",
        "depth",
        "2",
        "nodes",
        "100",
        "infinite",
        "ponder",
        "stop",
        "wtime",
        "50",
        "btime",
        "movetime",
        "10",
        "searchmoves",
        "f2f5",
        "mate",
        "1",
        "position",
        "startpos",
        "moves",
        "isready",
        "ucinewgame",
        "ponderhit",
        "setoption",
        "name",
        "MultiPV",
        "value",
        "fen",
        "k9R1/12/1K10/12/12/12/12/12/12/12",
        "b",
        "-",
        "0",
        "d",
    ];
    for seed in 0..12 {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut client = Client::uci("januskamil");
        let mut asked = 0;
        for _ in 0..300 {
            let first = ["go", "go", "stop", "position startpos", "position", "ponderhit", "setoption name", ""];
            let line = format!("{} {}", first.choose(&mut random).expect("words"), soup(&mut random, &words));
            asked += usize::from(line.split_whitespace().next() == Some("go"));
            client.send(&line);
        }
        client.send_all(&["stop", "position startpos", "go depth 1", "setoption name Clear Hash", "isready", "uci"]);
        let told = client.until("uciok").iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(told, asked + 1, "each go gets one best move\n{}", client.transcript());
        client.quit();
    }
}
