//! Many boards at once.

use std::io::Write;
use std::net::Shutdown;

use serde_json::{Value, json};

use super::{Server, Tab};
use crate::common::games::all_specs;

/// The boards of the largest check.
const TABS: usize = 200;
/// The engines that the server allows.
const ENGINES: usize = bactrian::serve::Config::ENGINES;

/// The names of the games.
fn names() -> Vec<&'static str> {
    all_specs().map(|spec| spec.page.name).collect()
}

fn position(tab: &mut Tab, arguments: &Value) -> Value {
    let answer = tab.ask("position", arguments);
    assert!(answer.get("error").is_none(), "{answer}");
    answer["ok"].clone()
}

/// Each board plays its own game, and sees its own moves only.
#[test]
fn many_tabs_have_each_its_own_game() {
    let server = Server::start();
    let names = names();
    let mut tabs: Vec<Tab> = (0..TABS).map(|_| server.tab()).collect();
    let mut games: Vec<Vec<String>> = vec![Vec::new(); TABS];
    for turn in 0..4 {
        for (number, tab) in tabs.iter_mut().enumerate() {
            let game = names[number % names.len()];
            let before = position(tab, &json!({"game": game, "moves": games[number]}));
            let moves = before["moves"].as_array().expect("moves");
            let chosen = &moves[(number * 7 + turn) % moves.len()];
            games[number].push(chosen["move"].as_str().expect("a text").to_owned());
        }
    }
    for (number, tab) in tabs.iter_mut().enumerate() {
        let game = names[number % names.len()];
        let now = position(tab, &json!({"game": game, "moves": games[number], "history": true}));
        let played: Vec<&str> =
            now["last"].as_array().expect("moves").iter().filter_map(|m| m["move"].as_str()).collect();
        assert_eq!(played, games[number]);
    }
}

/// A board that goes away gives its engine back, also without a farewell.
#[test]
fn engines_are_shared_out_and_given_back() {
    let server = Server::start();
    let endless = json!({"game": "kingsmen39"});
    let mut tabs: Vec<Tab> = (0..ENGINES).map(|_| server.tab()).collect();
    for tab in &mut tabs {
        tab.begin("search", &endless);
        assert!(tab.next().get("event").is_some());
    }
    let mut late = server.tab();
    let refused = late.ask("search", &endless);
    assert_eq!(refused["error"]["code"], "busy", "{refused}");
    assert!(late.ask("position", &endless).get("ok").is_some(), "positions need no engine");
    let gone = tabs.pop().expect("there is one");
    gone.socket.get_ref().shutdown(Shutdown::Both).expect("a connection can be cut");
    drop(gone);
    // The server notices soon, not at once.
    let limited = json!({"game": "kingsmen39", "depth": 2});
    let found = (0..1_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        late.ask("search", &limited).get("ok").is_some()
    });
    assert!(found, "the engine was never given back");
}

/// Connections on which no request comes, or half of one, are more than the server holds. The others do not wait for them.
#[test]
fn silent_connections_do_not_keep_others_out() {
    let server = Server::start();
    let mut board = server.tab();
    let silent: Vec<_> = (0..700)
        .map(|number| {
            let mut stream = server.connect();
            if number % 2 == 0 {
                stream.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("half a request can be sent");
            }
            stream
        })
        .collect();
    assert!(server.request("GET", "/app.js", "").starts_with("HTTP/1.1 200 "));
    assert!(board.ask("hello", &json!({})).get("ok").is_some(), "boards stay");
    assert!(server.tab().ask("hello", &json!({})).get("ok").is_some());
    drop(silent);
}

#[test]
fn the_number_of_boards_has_a_limit() {
    let server = Server::start();
    let mut boards = Vec::new();
    let refused = loop {
        match server.try_tab("/api", &[]) {
            Ok(tab) => boards.push(tab),
            Err(answer) => break answer,
        }
        assert!(boards.len() < 1_000, "there is no limit");
    };
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    assert!(boards.len() >= TABS, "{}", boards.len());
    assert!(server.request("GET", "/", "").starts_with("HTTP/1.1 200 "), "files are served all the same");
    drop(boards.pop());
    // The server notices soon, not at once.
    assert!((0..1_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        server.try_tab("/api", &[]).is_ok()
    }));
}

/// Memory of the process, in mebibytes.
#[cfg(target_os = "linux")]
fn memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its size is there");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1_024
}

/// Searches of all games, endgames with their tables, and long messages leave nothing behind.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn memory_is_given_back_when_the_last_tab_is_closed() {
    let server = Server::start();
    let endgames = [("chess", "8/8/8/4k3/8/8/8/K6Q w - - 0 1"), ("chess", "8/8/8/4k3/8/P7/8/K6R w - - 0 1")];
    for round in 0..4 {
        let mut tabs: Vec<Tab> = (0..4).map(|_| server.tab()).collect();
        let names = names();
        for (number, tab) in tabs.iter_mut().enumerate() {
            let place = match endgames.get(number) {
                Some((game, fen)) => json!({"game": game, "fen": fen}),
                None => json!({"game": names[(number + 4 * round) % names.len()]}),
            };
            tab.begin("search", &place);
        }
        for tab in &mut tabs {
            while tab.next()["event"] != "progress" {}
        }
        assert!(memory(&server) > 128, "the searches have memory");
        tabs[0].ask("read", &json!({"pgn": "1. e4 e5 ".repeat(1 << 14)}));
    }
    let is_small = (0..1_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        memory(&server) < 64
    });
    assert!(is_small, "{} MiB", memory(&server));
}

/// A client that sends without end and never reads does not leave threads behind.
#[cfg(target_os = "linux")]
#[test]
fn threads_end_with_their_boards() {
    /// Who has to wait for this time waits for ever.
    const PATIENCE: std::time::Duration = std::time::Duration::from_millis(500);
    let server = Server::start();
    let threads = || std::fs::read_dir(format!("/proc/{}/task", server.child.id())).expect("it runs").count();
    let before = threads();
    let mut tab = server.tab();
    tab.socket.get_ref().set_write_timeout(Some(PATIENCE)).expect("it can be set");
    // The answer is long, and so is what waits.
    let request = format!(r#"{{"id": "x", {} "do": "rules", "game": "luotuoqi"}}"#, " ".repeat(1 << 20));
    // Until neither side takes anything.
    while tab.socket.send(tungstenite::Message::text(request.clone())).is_ok() {}
    drop(tab);
    let all_ended = (0..1_000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        threads() <= before
    });
    assert!(all_ended, "{} threads, {before} before", threads());
}

#[test]
fn messages_too_large_are_refused_and_leave_the_board_alone() {
    let server = Server::start();
    let mut tab = server.tab();
    let padding = "x".repeat(5 << 20);
    tab.send(&format!("{{\"id\": 1, \"do\": \"read\", \"pgn\": \"{padding}\"}}"));
    let refused = tab.next();
    assert_eq!(refused["error"]["code"], "bad_message", "{refused}");
    let message = refused["error"]["message"].as_str().expect("a text");
    assert!(message.contains("longer than 4194304 bytes") && message.len() < 200, "{message}");
    assert!(tab.ask("hello", &json!({})).get("ok").is_some());
    // What is far too large ends the connection, and nothing else.
    let mut rude = server.tab();
    let _ = rude.socket.send(tungstenite::Message::text("y".repeat(20 << 20)));
    while rude.socket.read().is_ok() {}
    assert!(tab.ask("hello", &json!({})).get("ok").is_some());
    tab.send("{\"id\": 9,\n \"do\": \"hello\"\r\n}");
    assert_eq!(tab.next()["id"], 9);
}
