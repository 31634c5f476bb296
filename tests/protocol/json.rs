//! The JSON protocol over pipes.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::common::client::Client;
use crate::common::games::all_specs;
use crate::common::session;

/// A client of the protocol.
struct Board {
    client: Client,
    requests: u64,
}

impl Board {
    fn start() -> Self {
        Self { client: Client::with(&["json"]), requests: 0 }
    }

    fn next(&mut self) -> Value {
        let line = self.client.line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    fn begin(&mut self, command: &str, arguments: Value) -> u64 {
        self.requests += 1;
        let mut request = json!({"id": self.requests, "do": command});
        let Value::Object(entries) = arguments else { panic!("arguments are an object") };
        request.as_object_mut().expect("it is an object").extend(entries);
        self.client.send(&request.to_string());
        self.requests
    }

    /// The events and the answer of a request.
    fn until_answer(&mut self, id: u64) -> (Vec<Value>, Value) {
        let mut events = Vec::new();
        loop {
            let message = self.next();
            assert_eq!(message["id"], id, "{message}");
            match message.get("event") {
                Some(_) => events.push(message),
                None => return (events, message),
            }
        }
    }

    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let id = self.begin(command, arguments);
        self.until_answer(id).1
    }

    #[track_caller]
    fn ok(&mut self, command: &str, arguments: Value) -> Value {
        let answer = self.ask(command, arguments);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["ok"].clone()
    }

    #[track_caller]
    fn error(&mut self, command: &str, arguments: Value) -> (String, String) {
        let answer = self.ask(command, arguments);
        let text = |name: &str| answer["error"][name].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
        (text("code"), text("message"))
    }
}

fn texts(list: &Value, name: &str) -> Vec<String> {
    let entries = list.as_array().unwrap_or_else(|| panic!("{list} is not a list"));
    entries.iter().map(|entry| entry[name].as_str().expect("a text").to_owned()).collect()
}

#[test]
fn a_greeting_tells_what_is_possible() {
    let mut board = Board::start();
    let hello = board.ok("hello", json!({}));
    assert_eq!(hello["protocol"], 1);
    assert!(hello["engine"].as_str().is_some_and(|name| name.starts_with("Bactrian ")));
    let options = texts(&hello["options"], "name");
    assert!(options.contains(&"Hash".to_owned()) && options.contains(&"Threads".to_owned()), "{options:?}");
    let games = board.ok("games", json!({}));
    let names: Vec<&str> = all_specs().map(|spec| spec.page.name).collect();
    assert_eq!(texts(&games["games"], "name"), names);
    for (game, spec) in games["games"].as_array().expect("a list").iter().zip(all_specs()) {
        assert_eq!((&game["files"], &game["ranks"]), (&json!(spec.page.files), &json!(spec.page.ranks)));
        assert_eq!(game["pieces"].as_array().map(Vec::len), Some(spec.kinds()));
        assert_eq!(game["doubleTurns"], spec.page.name == "luotuoqi");
    }
    board.client.close();
}

/// Plays random games over the protocol and on a session, and compares.
#[test]
fn positions_are_those_of_the_game() {
    let mut board = Board::start();
    let mut rng = SmallRng::seed_from_u64(14);
    for spec in all_specs() {
        let mut session = session::start(spec.page.name);
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..40 {
            let now = board.ok("position", json!({"game": spec.page.name, "moves": moves, "history": true}));
            let view = session.view();
            assert_eq!(now["fen"], view.fen());
            assert_eq!(texts(&now["last"], "move"), moves);
            let mut legal = texts(&now["moves"], "move");
            legal.sort_unstable();
            assert_eq!(legal, view.move_texts());
            assert_eq!(now["check"].as_array().is_some_and(|check| !check.is_empty()), view.in_check());
            assert_eq!(now["ending"].is_null(), session.ending().is_none());
            let Some(text) = legal.get(rng.random_range(0..legal.len().max(1))) else { break };
            session.play_text(text).expect("it is legal");
            moves.push(text.clone());
        }
    }
    board.client.close();
}

/// What pieces of both sides reach, in random games: what is legal for the side to move, and never a fault for the other,
/// not even where it could take a king.
#[test]
fn pieces_of_both_sides_tell_their_reach() {
    let mut board = Board::start();
    let mut rng = SmallRng::seed_from_u64(51);
    for spec in all_specs() {
        let game = spec.page.name;
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..12 {
            let now = board.ok("position", json!({"game": game, "moves": moves}));
            let squares: Vec<&String> = now["pieces"].as_object().expect("an object").keys().collect();
            let square = squares[rng.random_range(0..squares.len())];
            let reach = board.ok("reach", json!({"game": game, "moves": moves, "square": square}));
            assert_eq!(reach["piece"], now["pieces"][square]);
            if reach["side"] == now["side"] {
                let legal = now["moves"].as_array().expect("a list").iter().filter(|m| m["from"] == **square);
                let mut legal: Vec<&str> = legal.map(|m| m["to"].as_str().expect("a text")).collect();
                let mut told = texts(&reach["now"], "to");
                legal.sort_unstable();
                legal.dedup();
                told.sort_unstable();
                told.dedup();
                assert_eq!(told, legal, "{game} {square} after {moves:?}");
            }
            let legal = texts(&now["moves"], "move");
            // Checks are where the other side could take a king.
            let Some(text) = legal.get(rng.random_range(0..legal.len().max(1))) else { break };
            moves.push(text.clone());
        }
    }
    let check = json!({"game": "chess", "fen": "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "square": "e2"});
    assert!(texts(&board.ok("reach", check)["now"], "to").contains(&"e1".to_owned()));
    let blocked = board.ok("reach", json!({"game": "chess", "square": "a8"}));
    assert_eq!(blocked["now"], json!([]));
    assert_eq!(blocked["ever"].as_array().map(Vec::len), Some(14));
    board.client.close();
}

#[test]
fn every_piece_of_every_game_has_a_sentence() {
    let mut board = Board::start();
    for spec in all_specs() {
        let rules = board.ok("rules", json!({"game": spec.page.name}));
        for piece in rules["moves"].as_array().expect("a list") {
            let words = piece["words"].as_str().unwrap_or_else(|| panic!("{}: {}", spec.page.name, piece["text"]));
            assert!(words.len() > 3 && !words.contains("below"), "{words}");
        }
    }
    board.client.close();
}

#[test]
fn the_last_turn_has_both_its_halves() {
    let mut board = Board::start();
    let last = |board: &mut Board, moves: Value| {
        let now = board.ok("position", json!({"game": "luotuoqi", "moves": moves}));
        (texts(&now["last"], "move"), now["side"].as_str().map(str::to_owned))
    };
    let white = Some("white".to_owned());
    let black = Some("black".to_owned());
    assert_eq!(last(&mut board, json!(["b1c3"])), (vec!["b1c3".to_owned()], black.clone()));
    assert_eq!(last(&mut board, json!(["b1c3", "b8c6c"])), (vec!["b8c6c".to_owned()], black));
    let both = vec!["b8c6c".to_owned(), "g8f6".to_owned()];
    assert_eq!(last(&mut board, json!(["b1c3", "b8c6c", "g8f6"])), (both, white));
    let now = board.ok("position", json!({"game": "luotuoqi", "moves": ["b1c3"]}));
    let again =
        now["moves"].as_array().expect("a list").iter().find(|m| m["again"] == true).expect("Black has the Cube");
    assert_eq!(again["token"], "Cube");
    assert_eq!(now["details"], json!([{"kind": "token", "name": "Cube", "side": "black"}]));
    board.client.close();
}

#[test]
fn mistakes_have_a_code_and_say_what_was_expected() {
    let mut board = Board::start();
    let chess = |more: Value| {
        let mut arguments = json!({"game": "chess"});
        arguments.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        arguments
    };
    let cases = [
        ("fly", json!({}), "unknown_command", "fly"),
        ("hello", json!({"x": 1}), "bad_argument", "`x`"),
        ("position", json!({}), "bad_argument", "game"),
        ("position", json!({"game": "ludo"}), "unknown_game", "januskamil"),
        ("position", json!({"game": 7}), "bad_argument", "expected a string"),
        ("position", chess(json!({"fen": "8/8"})), "bad_fen", "FEN"),
        ("position", chess(json!({"moves": ["e2e5"]})), "illegal_move", "move 1: `e2e5`"),
        ("position", chess(json!({"moves": ["e2e4", "<b>"]})), "illegal_move", "move 2: `<b>`"),
        ("position", chess(json!({"moves": "e2e4"})), "bad_argument", "sequence"),
        ("position", chess(json!({"moves": vec!["e2e4"; 10_001]})), "bad_argument", "at most 10000"),
        ("position", chess(json!({"picture": {"turn": 1}})), "bad_argument", "`turn`"),
        ("read", json!({"pgn": "1. e4", "game": "ludo"}), "unknown_game", "januskamil"),
        ("judge", chess(json!({"side": "black", "scores": [{"points": 1}]})), "bad_argument", "points"),
        ("reach", chess(json!({"square": "e9"})), "bad_argument", "e9 is not a square"),
        ("reach", chess(json!({"square": "e4"})), "bad_argument", "no piece stands on e4"),
        ("search", chess(json!({"depth": -1})), "bad_argument", "-1"),
        ("search", chess(json!({"lines": 1000})), "bad_argument", "`lines`"),
        ("search", chess(json!({"level": 99})), "bad_argument", "from 0 to 20"),
        ("search", chess(json!({"elo": 9999})), "bad_argument", "`elo`"),
        ("search", chess(json!({"level": 1, "elo": 100})), "bad_argument", "either"),
        ("search", chess(json!({"only": ["e2e5"]})), "illegal_move", "e2e5"),
        ("set", json!({"name": "Colour", "value": 1}), "bad_option", "unknown option Colour"),
        ("set", json!({"name": "Hash", "value": "much"}), "bad_option", "a number from 1 to 65536"),
        ("compose", chess(json!({"pieces": {"e9": "K"}, "side": "white"})), "bad_argument", "e9 is not a square"),
        ("compose", chess(json!({"pieces": {"e1": "Z"}, "side": "white"})), "bad_argument", "Z is not a piece"),
        ("compose", chess(json!({"pieces": {}, "side": "green"})), "bad_argument", "green"),
    ];
    for (command, arguments, code, says) in cases {
        let (found, message) = board.error(command, arguments.clone());
        assert_eq!(found, code, "{command} {arguments}: {message}");
        assert!(message.contains(says), "{command} {arguments}: {message}");
    }
    for line in [
        "nonsense",
        "[]",
        "{}",
        "{\"do\": \"hello\"}",
        "{\"id\": 1}",
        "{\"id\": [], \"do\": \"hello\"}",
        "{\"id\": 1, \"do\": 2}",
    ] {
        board.client.send(line);
        assert_eq!(board.next()["error"]["code"], "bad_message", "{line}");
    }
    board.ok("position", chess(json!({})));
    board.client.close();
}

/// By the engine's own values of pieces; royal pieces do not count, so that armies with different ones can be compared.
#[test]
fn material_is_counted_by_the_values_of_pieces() {
    let mut board = Board::start();
    let mut material = |game: &str, fen: &str| -> i64 {
        let answer = board.ok("evaluate", json!({"game": game, "fen": fen}));
        answer["material"].as_i64().unwrap_or_else(|| panic!("{answer}"))
    };
    assert_eq!(material("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0);
    let [queen, pawn] =
        ["4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"].map(|fen| material("chess", fen));
    assert!(queen > 6 * pawn && pawn > 50, "{queen} {pawn}");
    assert_eq!(material("chess", "q3k3/8/8/8/8/8/8/4K3 w - - 0 1"), -queen);
    assert_eq!(material("kingsmendh", "3d5/9/9/9/9/9/9/9/4K4 w - - 0 1"), 0);
    board.client.close();
}

#[test]
fn keys_tell_positions_that_are_the_same() {
    let mut board = Board::start();
    let mut keys = |game: &str, moves: &[&str]| -> Vec<String> {
        let answer = board.ok("keys", json!({"game": game, "moves": moves}));
        serde_json::from_value(answer["keys"].clone()).expect("texts")
    };
    let one = keys("chess", &["d2d4", "d7d5", "c2c4"]);
    let other = keys("chess", &["c2c4", "d7d5", "d2d4"]);
    assert_eq!((one.len(), &one[0], &one[3]), (4, &other[0], &other[3]));
    assert!(one[1..3].iter().all(|key| !other[1..3].contains(key)));
    // The right to capture en passant is part of the position.
    let passed = keys("chess", &["e2e4", "a7a6", "e4e5", "d7d5"]);
    let late = keys("chess", &["e2e4", "d7d5", "e4e5", "a7a6"]);
    assert_ne!(passed[4], late[4]);
    // In the middle of a double turn too.
    assert_eq!(keys("luotuoqi", &["b1c3", "b8c6c", "c6d4"]).len(), 4);
    board.client.close();
}

#[test]
fn searches_report_and_end() {
    let mut board = Board::start();
    let id = board.begin("search", json!({"game": "chess", "depth": 6, "lines": 3}));
    let (events, answer) = board.until_answer(id);
    assert!(events.iter().all(|event| ["line", "progress"].contains(&event["event"].as_str().unwrap_or_default())));
    let ranks: Vec<u64> = events.iter().filter_map(|event| event["rank"].as_u64()).collect();
    assert!((1..=3).all(|rank| ranks.contains(&rank)), "{ranks:?}");
    let last = events.iter().rev().find(|event| event["rank"] == 1).expect("a best line");
    assert_eq!((&last["depth"], &answer["ok"]["ended"]), (&json!(6), &json!("limit")));
    assert_eq!(answer["ok"]["best"], last["moves"][0]);
    assert_eq!(last["chances"].as_array().map(Vec::len), Some(3));
    // Black is mated in two; White's view is asked for, whoever is to move.
    let mate = board.ok("search", json!({"game": "chess", "fen": "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "depth": 4}));
    assert_eq!((&mate["mate"], &mate["best"]), (&json!(1), &json!("a1a8")));
    let mated = board.ok("search", json!({"game": "chess", "fen": "r3k3/8/8/8/8/8/5PPP/6K1 b q - 0 1", "depth": 4}));
    assert_eq!(mated["mate"], -1);
    let over = board.ok("search", json!({"game": "chess", "fen": "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"}));
    assert!(over["best"].is_null());
    board.client.close();
}

#[test]
fn searches_are_stopped_and_replaced() {
    let mut board = Board::start();
    let first = board.begin("search", json!({"game": "kingsmen"}));
    assert!(board.next().get("event").is_some());
    // Others are answered meanwhile.
    let asked = board.begin("position", json!({"game": "chess"}));
    while board.next()["id"] != asked {}
    let second = board.begin("search", json!({"game": "januskamil"}));
    let ended = loop {
        let message = board.next();
        if message.get("ok").is_some() {
            break message;
        }
    };
    assert_eq!((&ended["id"], &ended["ok"]["ended"]), (&json!(first), &json!("replaced")));
    assert_eq!(board.next()["id"], second);
    let stop = board.begin("stop", json!({}));
    let (mut answers, mut last) = (Vec::new(), 0);
    while last != stop {
        let message = board.next();
        if message.get("event").is_none() {
            last = message["id"].as_u64().expect("a number");
            answers.push((last, message["ok"]["ended"].clone()));
        }
    }
    assert_eq!(answers, [(second, json!("stopped")), (stop, Value::Null)]);
    board.client.close();
}

/// A script need not wait for the end of a search that ends by itself.
#[test]
fn limited_searches_outlive_the_input() {
    let mut board = Board::start();
    board.begin("search", json!({"game": "chess", "depth": 5}));
    let lines = board.client.close();
    let answer: Value = serde_json::from_str(lines.last().expect("an answer")).expect("JSON");
    assert_eq!((&answer["ok"]["ended"], &answer["ok"]["depth"]), (&json!("limit"), &json!(5)));
    let mut board = Board::start();
    board.begin("search", json!({"game": "chess"}));
    let lines = board.client.close();
    assert!(lines.last().expect("an answer").contains("stopped"), "{lines:?}");
}

#[test]
fn weaker_levels_play_and_options_are_set() {
    let mut board = Board::start();
    board.ok("set", json!({"name": "Hash", "value": 1}));
    board.ok("set", json!({"name": "hash", "value": "2"}));
    board.ok("set", json!({"name": "Skill Seed", "value": 5}));
    board.ok("set", json!({"name": "Clear Hash"}));
    let play = |board: &mut Board| board.ok("search", json!({"game": "chess", "level": 2, "depth": 4}))["best"].clone();
    let (once, twice) = (play(&mut board), play(&mut board));
    assert!(once.is_string() && once == twice, "{once} {twice}");
    let clock = json!({"white": 1_000, "black": 1_000, "whiteIncrement": 10});
    assert!(board.ok("search", json!({"game": "luotuoqi", "clock": clock}))["best"].is_string());
    board.client.close();
}

#[test]
fn positions_are_composed_by_hand() {
    let mut board = Board::start();
    let pieces = json!({"e1": "K", "e8": "k", "h1": "R"});
    let made = board.ok("compose", json!({"game": "chess", "pieces": pieces, "side": "white"}));
    assert_eq!((&made["fen"], &made["error"]), (&json!("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &Value::Null));
    let wrong = board.ok("compose", json!({"game": "chess", "pieces": {"e1": "K"}, "side": "black"}));
    assert_eq!(
        (&wrong["fen"], &wrong["error"]),
        (&json!("8/8/8/8/8/8/8/4K3 b - - 0 1"), &json!("Black has 0 royal pieces, expected one"))
    );
    // The FEN of an unfinished position is a base like any other.
    let base = json!({"game": "chess", "fen": wrong["fen"], "pieces": {"e1": "K", "e8": "k"}, "side": "black"});
    assert_eq!(board.ok("compose", base)["fen"], "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    // The Cube stays with its holder; freezes of pieces that have gone are forgotten.
    let fen = "4k3/8/8/8/8/8/8/4K3[C] w - - 0 1";
    let made = board.ok(
        "compose",
        json!({"game": "luotuoqi", "fen": fen, "pieces": {"e1": "K", "e8": "k", "a1": "T5"}, "side": "black"}),
    );
    assert_eq!(made["fen"], "4k3/8/8/8/8/8/8/T53K3[C] b - - 0 1");
    let fen = "5k6/12/12/W11/p11/12/12/5K6 w - - 0 1 y5y4";
    let made = board.ok(
        "compose",
        json!({"game": "bilateral", "fen": fen, "pieces": {"d1": "K", "d8": "k", "y5": "W"}, "side": "white"}),
    );
    assert!(made["error"].is_null() && made["fen"].as_str().is_some_and(|fen| fen.ends_with(" -")), "{made}");
    board.client.close();
}

#[test]
fn records_without_a_name_are_read_as_the_game_asked_for() {
    let mut board = Board::start();
    let pgn = "1. Mc3 Mf6 *";
    let read = board.ok("read", json!({"pgn": pgn, "game": "luotuoqi"}));
    assert_eq!((&read["games"][0]["game"], &read["errors"]), (&json!("luotuoqi"), &json!([])));
    assert_eq!(board.ok("read", json!({"pgn": pgn}))["games"], json!([]));
    let named = board.ok("read", json!({"pgn": "[Variant \"janus\"]\n\n1. e4 *", "game": "luotuoqi"}));
    assert_eq!(named["games"][0]["game"], "janus");
    board.client.close();
}

#[test]
fn the_engine_resigns_and_agrees_to_draws() {
    let mut board = Board::start();
    let lost = json!([{"score": 1200}, {"score": 1300}, {"mate": 9}, {"mate": 8}]);
    let mut judge = |fen: &str, side: &str, scores: &Value, resigns: bool| {
        let request = json!({"game": "chess", "fen": fen, "side": side, "scores": scores, "resigns": resigns});
        let answer = board.ok("judge", request);
        (answer["decision"].as_str().expect("a text").to_owned(), answer["acceptsDraw"].as_bool())
    };
    let early = "4k3/8/8/8/8/8/8/QQ2K3 w - - 3 20";
    assert_eq!(judge(early, "black", &lost, true).0, "resign");
    assert_eq!(judge(early, "black", &lost, false).0, "play");
    assert_eq!(judge(early, "white", &lost, true).0, "play");
    let even = json!(vec![json!({"score": 3}); 8]);
    assert_eq!(judge("4k3/8/8/8/8/8/8/R2rK3 w - - 30 60", "black", &even, true), ("offerDraw".to_owned(), Some(true)));
    assert_eq!(judge("4k3/8/8/8/8/8/8/R2rK3 w - - 0 10", "black", &even, true), ("play".to_owned(), Some(false)));
    board.client.close();
}

#[test]
fn games_are_defined_by_the_client() {
    let mut board = Board::start();
    let text =
        "[mine:chess]\nqueen = -\namazon = a\nstartFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1\n";
    let made = board.ok("define", json!({"text": text, "name": "mine.ini"}));
    assert_eq!(texts(&made["games"], "name"), ["mine"]);
    assert_eq!(board.ok("position", json!({"game": "mine", "moves": ["d2d4"]}))["side"], "black");
    let games = board.ok("games", json!({}))["games"].clone();
    assert!(texts(&games, "name").contains(&"mine".to_owned()));
    let wrong = "[wrong:chess]\nmaxFile = 99\n";
    let none = board.ok("define", json!({"text": wrong, "name": "w.ini"}));
    let problem = &none["problems"][0];
    assert_eq!((&none["games"], &problem["line"], &problem["section"]), (&json!([]), &json!(2), &json!("wrong")));
    let text_of = |name: &str| problem[name].as_str().unwrap_or_default().to_owned();
    assert!(text_of("text").starts_with("w.ini:2: [wrong] maxFile"), "{problem}");
    assert!(text_of("text").ends_with(&text_of("fault")) && text_of("key") == "maxFile", "{problem}");
    let both = board.ok("define", json!({"text": format!("{text}{wrong}")}));
    assert_eq!((texts(&both["games"], "name").len(), both["problems"].as_array().map(Vec::len)), (1, Some(1)));
    board.client.close();
}

#[test]
fn what_positions_have_beyond_pieces_is_composed_by_hand() {
    let mut board = Board::start();
    let pieces = json!({"e1": "K", "e8": "k", "h1": "R", "a8": "r"});
    let made = board.ok("compose", json!({"game": "chess", "pieces": pieces, "side": "white", "details": ["q"]}));
    assert_eq!(made["fen"], "r3k3/8/8/8/8/8/8/4K2R w q - 0 1");
    assert_eq!(texts(&made["details"], "key"), ["K", "q"]);
    assert_eq!(made["details"][1]["on"], true);
    assert_eq!(made["details"][0]["words"], "White e1 to g1");
    let pieces = json!({"e1": "K", "e8": "k", "a1": "T5"});
    let made = board.ok(
        "compose",
        json!({"game": "luotuoqi", "pieces": pieces, "side": "white", "details": ["Cube white", "opening move y2"]}),
    );
    assert_eq!(made["fen"], "4k3/8/8/8/8/8/8/T53K3[C] w - - 0 1");
    assert_eq!(
        made["details"][0],
        json!({"key": "Cube white", "group": "Cube", "words": "White", "exclusive": true, "on": true})
    );
    let pieces = json!({"d1": "K", "d8": "k", "y5": "W", "y4": "n", "j5": "r", "z2": "E"});
    let wanted = json!(["y5 freezes y4", "y5 freezes j5", "opening move z2"]);
    let made = board.ok("compose", json!({"game": "bilateral", "pieces": pieces, "side": "black", "details": wanted}));
    assert_eq!(made["fen"], "5k6/12/12/W10r/n11/12/1E10/5K6 b Z - 0 1 y5y4,y5j5");
    assert!(made["details"].as_array().is_some_and(|list| list.iter().all(|detail| detail["on"] == true)), "{made}");
    // They stay as they are when they are not spoken of, and go with their pieces.
    let made = board.ok(
        "compose",
        json!({"game": "bilateral", "fen": made["fen"], "pieces": {"d1": "K", "d8": "k", "z2": "E"}, "side": "black"}),
    );
    assert_eq!(made["fen"], "5k6/12/12/12/12/12/1E10/5K6 b Z - 0 1 -");
    board.client.close();
}

#[test]
fn diagrams_are_defined_by_the_client() {
    let mut board = Board::start();
    let diagram = "files=8\nPawn::::a2-h2\nGriffon::::b1,g1\nRook::::a1,h1\nKing::::e1\n";
    let made = board.ok("define", json!({"text": diagram, "name": "griffons.txt"}));
    assert_eq!((texts(&made["games"], "name"), &made["problems"]), (vec!["griffons".to_owned()], &json!([])));
    let position = board.ok("position", json!({"game": "griffons", "moves": ["e2e4"]}));
    assert_eq!(position["pieces"]["e4"], "P");
    let big = board.ok("define", json!({"text": diagram.replace('8', "13"), "name": "big.txt"}));
    let problems = texts(&big["problems"], "text");
    assert!(problems[0].contains("big.txt:1: [big] files: a board of 13x8 is not supported"), "{problems:?}");
    board.client.close();
}

#[test]
fn defined_games_have_titles_names_and_drawings() {
    let mut board = Board::start();
    let text = "[my_game:chess]\ncustomPiece1 = c:C\npieceNames = c:Dromedary, n:Horse\npieceDrawings = c:wizard\n\
                startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1\n[child:my_game]\ntitle = A Child\n";
    let made = board.ok("define", json!({"text": text}));
    assert_eq!(
        (texts(&made["games"], "title"), &made["problems"]),
        (vec!["My Game".to_owned(), "A Child".to_owned()], &json!([]))
    );
    for game in made["games"].as_array().expect("a list") {
        let piece = |text: &str| {
            let pieces = game["pieces"].as_array().expect("a list");
            pieces.iter().find(|piece| piece["text"] == text).unwrap_or_else(|| panic!("{game}")).clone()
        };
        let (camel, knight) = (piece("C"), piece("N"));
        assert_eq!((&camel["name"], &camel["picture"]), (&json!("Dromedary"), &json!("wizard")));
        assert_eq!(knight["name"], "Horse");
    }
    let wrong = text.replace("c:Dromedary", "x:Dromedary");
    let problems = texts(&board.ok("define", json!({"text": wrong}))["problems"], "text");
    assert!(problems[0].starts_with("games:3: [my_game] pieceNames: `x`"), "{problems:?}");
    let set = board.ok("pictures", json!({}));
    let names: Vec<&str> = set["names"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(names.contains(&"wizard") && set["svg"].as_str().is_some_and(|svg| svg.contains("id=\"b-wizard\"")));
    board.client.close();
}

#[test]
fn a_trial_tells_what_a_game_is_like() {
    let mut board = Board::start();
    let result = board.ok("trial", json!({"game": "kingsmen39", "games": 4, "nodes": 30}));
    let number = |name: &str| result[name].as_u64().unwrap_or_else(|| panic!("{result}"));
    assert_eq!((number("done"), number("of"), &result["ended"]), (4, 4, &json!("limit")));
    assert_eq!(number("white") + number("black") + number("draws") + number("endless"), 4);
    assert!(number("plies") > 4 && number("choices") > number("plies"), "{result}");
    let pieces = result["pieces"].as_array().expect("a list");
    assert!(pieces.iter().any(|piece| piece["captured"].as_u64() > Some(0)), "{result}");
    assert!(pieces.iter().all(|piece| piece["text"].is_string() && piece["begun"].is_u64()), "{result}");
    for (arguments, expected) in [
        (json!({"game": "chess", "games": 0}), "`games` is a number from 1 to 1000"),
        (json!({"game": "chess", "nodes": 1_000_000}), "`nodes` is a number from 1 to 100000"),
        (json!({"game": "chess", "depth": 3}), "unknown field `depth`"),
        (json!({"game": "nothing"}), "unknown game nothing"),
    ] {
        let (_, message) = board.error("trial", arguments);
        assert!(message.contains(expected), "{message}");
    }
    board.client.close();
}

#[test]
fn a_trial_is_stopped_or_replaced() {
    let mut board = Board::start();
    let long = json!({"game": "chess", "games": 1000, "nodes": 2_000});
    let id = board.begin("trial", long.clone());
    let stop = board.begin("stop", json!({}));
    let (_, answer) = board.until_answer(id);
    assert_eq!((&answer["ok"]["ended"], answer["ok"]["done"].as_u64() < Some(1000)), (&json!("stopped"), true));
    assert_eq!(board.until_answer(stop).1["ok"], json!({}));
    let id = board.begin("trial", long);
    let search = board.begin("search", json!({"game": "chess", "depth": 1}));
    assert_eq!(board.until_answer(id).1["ok"]["ended"], "replaced");
    assert_eq!(board.until_answer(search).1["ok"]["ended"], "limit");
    board.client.close();
}

#[test]
fn weights_are_those_of_the_client() {
    let mut board = Board::start();
    let spec = all_specs().find(|spec| spec.page.name == "kingsmen39").expect("a listed game");
    let evaluate = |board: &mut Board| {
        let place = json!({"game": "kingsmen39", "fen": spec.page.start, "moves": []});
        board.ok("evaluate", place)["terms"].as_str().expect("a text").to_owned()
    };
    let own = evaluate(&mut board);
    let derived = bactrian::eval::Weights::derived(spec).text(spec);
    assert_eq!(board.ok("weights", json!({"game": "kingsmen39", "weights": derived})), json!({}));
    assert_ne!(evaluate(&mut board), own);
    for arguments in [
        json!({"game": "kingsmen39", "weights": "nonsense"}),
        json!({"game": "kingsmen39", "network": "AAAA"}),
        json!({"game": "kingsmen39", "network": "?"}),
        json!({"game": "kingsmen39", "chances": "none"}),
    ] {
        assert_eq!(board.error("weights", arguments).0, "bad_weights");
    }
    assert_ne!(evaluate(&mut board), own, "what is refused changes nothing");
    board.ok("weights", json!({"game": "kingsmen39"}));
    assert_eq!(evaluate(&mut board), own);
    board.client.close();
}

#[test]
fn lessons_are_not_offered_over_pipes() {
    let mut board = Board::start();
    assert_eq!(board.ok("hello", json!({}))["abilities"], json!(["trial"]));
    assert_eq!(board.error("teach", json!({"game": "chess", "hours": 1})).0, "not_offered");
    board.client.close();
}

#[test]
fn arrays_are_found_by_number_or_by_lot() {
    let mut board = Board::start();
    let array = board.ok("array", json!({"game": "chess960", "number": 518}));
    assert_eq!(array["fen"], session::start("chess").view().fen());
    let drawn = board.ok("array", json!({"game": "caparandom"}));
    let again = board.ok("array", json!({"game": "caparandom", "number": drawn["number"]}));
    assert_eq!(drawn, again);
    let position = board.ok("position", json!({"game": "caparandom", "fen": drawn["fen"]}));
    assert_eq!(position["fen"], drawn["fen"]);
    for wrong in [json!({"game": "chess960", "number": 960}), json!({"game": "chess"})] {
        assert_eq!(board.error("array", wrong).0, "bad_argument");
    }
}

#[test]
fn pieces_in_hand_are_told_and_composed() {
    let mut board = Board::start();
    let moves = ["e2e4", "d7d5", "e4d5", "d8d5"];
    let now = board.ok("position", json!({"game": "crazyhouse", "moves": moves}));
    assert_eq!(now["hands"], json!({"P": 1, "p": 1}));
    let drop = now["moves"].as_array().and_then(|moves| moves.iter().find(|m| m["move"] == "P@e4")).expect("a drop");
    assert_eq!((&drop["from"], &drop["to"], &drop["path"]), (&json!("P@"), &json!("e4"), &json!(["P@", "e4"])));
    assert_eq!((&drop["verb"], &drop["san"], &drop["shows"]), (&json!("drops"), &json!("P@e4"), &json!("P")));
    let dropped = [&moves[..], &["P@e4", "P@e6"]].concat();
    let after = board.ok("position", json!({"game": "crazyhouse", "moves": dropped}));
    assert_eq!((&after["hands"], &after["last"][0]["from"]), (&json!({}), &json!("p@")));
    assert_eq!(board.ok("position", json!({"game": "chess"}))["hands"], Value::Null);

    let pieces = json!({"e1": "K", "e8": "k"});
    let wanted = |hands: Value| json!({"game": "crazyhouse", "pieces": pieces, "side": "white", "hands": hands});
    let made = board.ok("compose", wanted(json!({"N": 2, "p": 1})));
    assert_eq!((&made["fen"], &made["error"]), (&json!("4k3/8/8/8/8/8/8/4K3[NNp] w - - 0 1"), &Value::Null));
    assert_eq!(made["hands"], json!({"N": 2, "p": 1}));
    // A king is in no hand; the position is as it was asked for, and wrong.
    let made = board.ok("compose", wanted(json!({"K": 1})));
    assert_eq!(made["hands"], json!({"K": 1}));
    assert!(made["error"].as_str().is_some_and(|error| error.contains("hand")), "{made}");
    for (hands, expected) in [(json!({"x": 1}), "x is not a piece"), (json!({"N": 100}), "at most 99")] {
        let (code, message) = board.error("compose", wanted(hands));
        assert!(code == "bad_argument" && message.contains(expected), "{message}");
    }
    board.client.close();
}

#[test]
fn relatives_are_listed_apart() {
    let mut board = Board::start();
    let listed = texts(&board.ok("games", json!({}))["games"], "name");
    let relatives = board.ok("games", json!({"relatives": true}));
    let names = texts(&relatives["games"], "name");
    assert!(names.contains(&"crazyhouse".to_owned()) && names.iter().all(|name| !listed.contains(name)), "{names:?}");
    board.client.close();
}
