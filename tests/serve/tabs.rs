//! Many boards at once.

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
