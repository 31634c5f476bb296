//! Conversations in CECP with the real program.

use bactrian::board::Spec;
use bactrian::session::Session;
use bactrian::types::GameResult;
use bactrian::xboard::notation::{client_fen, move_text};

use crate::common::client::Client;
use crate::common::games::{all_specs, for_each_game, spec_of};
use crate::common::session::start;

for_each_game!(once games_are_played_to_the_end);

/// White castles either way, and a pawn promotes on b10; few other pieces.
const QUIRKS: &str = "6k5/1P10/12/12/12/12/12/12/12/1R4K3R1";

/// An engine that has been told the game.
fn playing(variant: &str) -> Client {
    let mut client = Client::with(&["xboard", "protover 2", "new", &format!("variant {variant}"), "easy", "ping 1"]);
    client.until("pong 1");
    client
}

/// An engine in force mode at this position of Janus Kamil Chess.
fn at(fen: &str) -> Client {
    let mut client = playing("januskamil");
    client.send_all(&["force", &format!("setboard {fen}")]);
    client.synchronise(&[]);
    client
}

/// Whether a move is accepted in force mode; it is taken back.
fn accepts(client: &mut Client, text: &str) -> bool {
    client.send_all(&[&format!("usermove {text}"), "ping 78"]);
    let accepted = client.until("pong 78").len() == 1;
    if accepted {
        client.send("undo");
    }
    accepted
}

#[test]
fn help_lists_commands_that_are_known() {
    let mut client = playing("januskamil");
    client.send_all(&["force", "help", "ping 5"]);
    let mut lines = client.until("pong 5");
    lines.pop();
    assert!(lines.len() > 20 && lines.iter().all(|line| line.starts_with("# ")), "{lines:?}");
    for line in lines {
        let form = line.trim_start_matches("# ").split("  ").next().expect("a command");
        if form.split(' ').count() < 4 && !["quit", "new", "analyze"].contains(&form) {
            client.send_all(&[form, "force", "ping 6"]);
            let answers = client.until("pong 6");
            assert!(answers.iter().all(|answer| !answer.contains("unknown command")), "{form}: {answers:?}");
        }
    }
    client.quit();
}

fn xboard_name(spec: &Spec) -> &'static str {
    match spec.page.name {
        "chess" => "normal",
        "chess960" => "fischerandom",
        name => name,
    }
}

/// A move as CECP writes it: boards of ten ranks count them from 0, and files begin with `a`.
fn cecp_text(spec: &Spec, text: &str) -> String {
    let squares = text.char_indices().map(|(index, c)| {
        let is_file = text[index + c.len_utf8()..].starts_with(|next: char| next.is_ascii_digit());
        let file = spec.page.file_letters.find(c).filter(|_| is_file);
        file.map_or(c, |file| char::from(b'a' + file as u8))
    });
    let text: String = squares.collect();
    if spec.page.ranks == 10 {
        let lower = |digit: char| digit.to_digit(10).map_or(digit, |digit| (b'0' + digit as u8 - 1) as char);
        text.replace("10", ":").chars().map(lower).map(|c| if c == ':' { '9' } else { c }).collect()
    } else {
        text
    }
}

#[test]
fn features_follow_protover() {
    let mut client = Client::with(&["xboard", "protover 2"]);
    client.expect("feature done=0");
    let mut lines = client.until("feature done=1");
    lines.pop();
    let text = lines.join(" ");
    let wanted = "ping=1 setboard=1 usermove=1 san=0 colors=0 sigint=0 sigterm=0 reuse=1 analyze=1 playother=1 name=1 memory=1 smp=1 exclude=1 pause=1 setscore=1 highlight=1";
    for feature in wanted.split(' ') {
        assert!(text.split(' ').any(|word| word == feature), "{feature} in {text}");
    }
    assert!(text.contains("myname=\"Bactrian "), "{text}");
    assert!(text.contains("option=\"MoveOverhead -spin "), "{text}");
    let list = text.split("variants=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a list of variants");
    let mut announced: Vec<&str> = list.split(',').collect();
    let mut games: Vec<&str> = all_specs().map(xboard_name).collect();
    // XBoard takes a name for the first one in which it stands.
    assert!(games.iter().all(|name| announced.iter().find(|listed| listed.contains(name)) == Some(name)), "{list}");
    // The others are played by name too, as far as XBoard has room for their names.
    let others = announced.split_off(games.len());
    announced.sort_unstable();
    games.sort_unstable();
    assert_eq!(announced, games);
    assert!(list.len() < 480 && others.contains(&"xmakruk"), "{list}");
    client.quit();
}

#[test]
fn version_1_knows_no_features() {
    let mut client = Client::with(&["xboard", "protover 1"]);
    client.synchronise(&[]);
    client.quit();
}

#[test]
fn setup_comes_before_the_pong_for_every_game() {
    let mut client = Client::with(&["xboard", "protover 2"]);
    client.until("feature done=1");
    for spec in all_specs() {
        let page = &spec.page;
        // XBoard says it twice before it reads anything.
        let lines = ["new".to_owned(), format!("variant {}", xboard_name(spec)), "ping 5".to_owned()];
        for line in lines.iter().chain(&lines) {
            client.send(line);
        }
        for _ in 0..2 {
            let mut said = client.until("pong 5");
            said.pop();
            let is_known = ["chess", "chess960", "capablanca", "caparandom", "gothic", "janus"].contains(&page.name);
            assert_eq!(said.is_empty(), is_known, "{said:?}");
            if let Some((setup, pieces)) = said.split_first() {
                let start = client_fen(spec, &start(page.name).view().setup());
                assert!(setup.starts_with("setup (") && setup.ends_with(&start), "{setup}");
                assert!(setup.contains(&format!(") {}x{}+0_", page.files, page.ranks)), "{setup}");
                assert!(pieces.len() > 4 && pieces.iter().all(|line| line.starts_with("piece ")), "{pieces:?}");
            }
        }
    }
    client.quit();
}

#[test]
fn unknown_variants_and_commands_are_named() {
    let mut client = playing("januskamil");
    client.send_all(&["variant twokings", "dance wildly", "egtpath x y", "usermove", "go away", "ping 2"]);
    let expected = [
        "Error (unknown variant): twokings",
        "Error (unknown command): dance",
        "Error (unknown command): egtpath",
        "Error (unknown command): usermove",
        "Error (unknown command): go",
        "pong 2",
    ];
    for line in expected {
        client.expect(line);
    }
    client.quit();
}

#[test]
fn what_needs_no_answer_gets_none() {
    let mut client = playing("januskamil");
    client.send_all(&[
        "accepted ping",
        "rejected debug",
        "random",
        "computer",
        "name Mephisto",
        "rating 2000 1900",
        "ics -",
        "hard",
        "easy",
        "post",
        "nopost",
        "otim 3000",
        "time 3000",
        "level 40 5 0",
        "level 0 2:30 0.5",
        "st 3",
        "sd 4",
        "nps 0",
        "?",
        "draw",
        "memory 4",
        "cores 1",
        "option Move Overhead=50",
        "option MultiPV=2",
        "option Clear Hash",
        "black",
        "white",
        ".",
        "pause",
        "resume",
        "setscore 20 3",
        "hover a0",
        "put a0",
        "lift z0",
        "option MoveOverhead=50",
        "force",
        "include all",
        "exclude f1f4",
        "result * {no reason}",
        "",
    ]);
    client.synchronise(&[]);
    client.quit();
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let mut client = playing("januskamil");
    let lines = [
        "level 40 5",
        "level a b c",
        "level 40 5:xx 0",
        "st soon",
        "st -1",
        "sd deep",
        "nps many",
        "time out",
        "otim never",
        "setscore high 3",
        "memory 0",
        "memory all",
        "cores -1",
        "option Move Overhead=-3",
        "option MultiPV=0",
        "option Style=1",
        "option",
        "ping",
        "variant",
        "exclude e2e9",
        "include nothing",
        "undo",
        "remove",
        "protover",
    ];
    for line in lines {
        client.send(line);
        if line == "ping" {
            client.expect("Error (unknown command): ping");
            continue;
        }
        let answer = client.line();
        let word = line.split(' ').next().expect("a word");
        assert!(answer.starts_with("Error (") && !answer.contains('\n'), "{line}: {answer}");
        assert!(
            answer.contains(word) || answer.ends_with(line.rsplit(' ').next().expect("a word")),
            "{line}: {answer}"
        );
    }
    client.quit();
}

#[test]
fn illegal_moves_are_refused_and_change_nothing() {
    let mut client = playing("januskamil");
    client.send("force");
    for text in ["f1f5", "f8f5", "a0a0", "g0j0", "f1f4q", "f9f9", "f2f5"] {
        client.send(&format!("usermove {text}"));
        client.expect(&format!("Illegal move: {text}"));
    }
    for text in ["e4", "castles", "Ne2", "@@@@"] {
        client.send(&format!("usermove {text}"));
        let answer = client.line();
        assert!(answer.starts_with("Illegal move (") && answer.ends_with(&format!("): {text}")), "{answer}");
    }
    assert!(accepts(&mut client, "f1f4"));
    client.quit();
}

#[test]
fn moves_may_come_bare() {
    let mut client = playing("januskamil");
    client.send_all(&["force", "f1f4", "f8f5", "f1f4"]);
    client.expect("Illegal move: f1f4");
    client.quit();
}

#[test]
fn ten_ranks_are_counted_from_0_both_ways() {
    let mut client = at(&format!("{QUIRKS} w KQ - 0 1"));
    for text in ["g0j0", "g0k0", "O-O", "0-0-0", "g0c0", "b8b9q", "b8b9=C", "b8-b9c", "k0k9", "g0g1", "b9b10q", "k1k:"]
    {
        assert!(accepts(&mut client, text), "{text}");
    }
    for text in ["g0l0", "b8b9", "b8b9k", "k0k8q", "Kg1"] {
        assert!(!accepts(&mut client, text), "{text}");
    }
    for (text, side) in [("g0j0", "white"), ("b8b9j", "white"), ("k0k9", "white")] {
        client.send_all(&["exclude all", &format!("include {text}"), "post", "sd 1", "go"]);
        let lines = client.until("move ");
        assert_eq!(lines.last(), Some(&format!("move {text}")), "{side}");
        let thinking = lines.first().expect("it shows its thinking");
        let line = thinking.split('\t').nth(1).expect("moves after a tab");
        assert_eq!(line.split(' ').next(), Some(text), "{thinking}");
        client.send_all(&["force", "undo"]);
    }
    client.quit();
}

#[test]
fn setboard_understands_what_xboard_writes() {
    // In each position White may castle to j0 and to c0, or neither.
    let cases = [
        ("w KQ - 0 1", true),
        ("w KQkq - 0 1", true),
        ("w KB - 0 1", true),
        ("w Gg - 0 1", true),
        ("w - 0 1", true),
        ("w 0 1", true),
        ("w", true),
        ("w - - 0 1", false),
        ("w kq - 0 1", false),
        ("w - -", false),
    ];
    for (rest, castles) in cases {
        let mut client = at(&format!("{QUIRKS} {rest}"));
        for text in ["g0j0", "g0c0"] {
            assert_eq!(accepts(&mut client, text), castles, "{rest} {text}");
        }
        client.quit();
    }
}

/// XBoard writes no letter when its user drops a piece before the choice has reached it.
#[test]
fn a_crowning_without_its_letter_is_entered_anew_for_the_user_and_refused_elsewhere() {
    let board = "setboard 8k/9/9/9/R8/9/9/9/4K4 w - - 0 1";
    let mut client = playing("kingsmen");
    for mode in ["force", "analyze"] {
        client.send_all(&[mode, board, "usermove a5a7"]);
        client.until("Illegal move: a5a7");
        client.send_all(&["usermove a5a7+", "exit"]);
        client.send_all(&["undo", "hint"]);
        client.until("Hint: ");
    }
    client.send_all(&["sd 2", board, "playother", "usermove a5a7"]);
    client.expect("Illegal move (entered again): a5a7");
    client.expect("move a5a7+");
    client.until("move ");
    client.quit();
}

#[test]
fn a_bad_position_is_refused_and_moves_with_it() {
    let mut client = playing("januskamil");
    for fen in [
        "",
        "8/8/8 w - - 0 1",
        "setboard",
        "k11/12/12/12/12/12/12/12/12/12 w - - 0 1",
        "k11/12/1K10/12/12/12/12/12/12/R11 w - - 0 1 x",
    ] {
        client.send_all(&["force", &format!("setboard {fen}")]);
        let answer = client.line();
        assert!(answer.starts_with("tellusererror Illegal position: ") && answer.len() < 512, "{answer}");
        client.send("usermove f1f4");
        client.expect("Illegal move (no position has been set): f1f4");
        client.send("go");
        client.expect("Error (no position has been set): go");
        client.send("analyze");
        client.synchronise(&[]);
        client.send("exit");
    }
    client.send(&format!("setboard {QUIRKS} w - - 0 1"));
    assert!(accepts(&mut client, "g0g1"));
    client.quit();
}

#[test]
fn moves_are_taken_back() {
    let mut client = playing("januskamil");
    client.send_all(&["force", "usermove f1f4", "usermove f8f5", "undo", "usermove f8f6", "remove"]);
    assert!(accepts(&mut client, "f1f4"));
    client.send("undo");
    client.expect("Error (nothing to take back): undo");
    client.send_all(&["usermove f1f4", "remove"]);
    client.expect("Error (nothing to take back): remove");
    assert!(accepts(&mut client, "f8f5"));
    client.quit();
}

#[test]
fn taking_back_in_a_game_waits_for_the_player() {
    let mut client = playing("januskamil");
    client.send_all(&["sd 1", "usermove f1f4"]);
    client.after("move ");
    client.send("remove");
    client.synchronise(&[]);
    client.send("usermove e1e4");
    client.after("move ");
    client.synchronise(&[]);
    client.quit();
}

#[test]
fn pings_wait_for_the_move_under_way() {
    let mut client = playing("januskamil");
    client.send_all(&["sd 5", "st 1000", "usermove f1f4", "ping 8", "ping 9"]);
    let lines = client.until("pong 9");
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("move ") && lines[1] == "pong 8", "{lines:?}");
    client.quit();
}

#[test]
fn an_interrupted_search_makes_no_move() {
    for interruption in
        ["force", "new", "undo", "result * {}", "analyze", "setboard k11/12/1K10/12/12/12/12/12/12/R11 w - - 0 1"]
    {
        let mut client = playing("januskamil");
        client.send_all(&["st 1000", "usermove f1f4", "ping 8", interruption]);
        client.expect("pong 8");
        client.send_all(&["force", "ping 9"]);
        let lines = client.until("pong 9");
        assert!(lines.iter().all(|line| !line.starts_with("move")), "{lines:?}");
        client.quit();
    }
}

#[test]
fn settings_wait_for_the_move_under_way() {
    let mut client = playing("januskamil");
    client.send_all(&["st 1000", "usermove f1f4", "memory 2", "cores 2", "option Move Overhead=20", "?"]);
    client.after("move ");
    client.synchronise(&[]);
    client.quit();
}

#[test]
fn it_is_not_the_opponents_turn_while_the_engine_thinks() {
    let mut client = playing("januskamil");
    client.send_all(&["st 1000", "usermove f1f4", "usermove e1e4"]);
    client.expect("Illegal move (not your turn): e1e4");
    client.send("?");
    client.after("move ");
    client.quit();
}

#[test]
fn every_time_control_brings_a_move() {
    let controls = ["level 0 0:01 0", "level 0 0:02 0.1", "level 1 0:01 0", "level 0 0.02 .05", "st 0.05", "st 0"];
    for control in controls {
        let mut client = playing("januskamil");
        // What comes first would allow many minutes for a move.
        client.send_all(&["level 40 300 0", control, "usermove f1f4"]);
        client.after("move ");
        client.quit();
    }
    for control in ["level 40 5 0", "nps 2000"] {
        let mut client = playing("januskamil");
        client.send_all(&["sd 4", control, "usermove f1f4"]);
        client.after("move ");
        client.quit();
    }
}

#[test]
fn an_empty_clock_brings_a_move_at_once() {
    for left in ["0", "-1", "-99999", "1"] {
        let mut client = playing("januskamil");
        // Ten hours would be minutes for a move, which is longer than the client waits.
        client.send_all(&["level 0 600 0", &format!("time {left}"), "otim 30000", "usermove f1f4"]);
        client.after("move ");
        client.quit();
    }
}

#[test]
fn the_engine_plays_the_side_it_is_told() {
    let mut client = playing("januskamil");
    client.send_all(&["sd 1", "go"]);
    client.after("move ");
    // Now it plays White and waits; told to play the other side, it answers moves of White's.
    client.send("force");
    client.send_all(&["undo", "playother", "usermove f1f4"]);
    client.after("move ");
    client.send_all(&["new", "variant januskamil", "white", "sd 1", "usermove e1e4"]);
    client.until("piece k");
    client.after("move ");
    client.synchronise(&[]);
    client.quit();
}

#[test]
fn a_finished_game_is_answered_with_its_result() {
    let cases = [
        ("k9R1/12/1K10/12/12/12/12/12/12/12 b - - 1 1", "1-0 {White mates}"),
        ("K9r1/12/1k10/12/12/12/12/12/12/12 w - - 1 1", "0-1 {Black mates}"),
        ("k11/12/1Q10/2K9/12/12/12/12/12/12 b - - 0 1", "1/2-1/2 {stalemate}"),
        ("k11/12/1K10/12/12/12/12/12/12/12 b - - 0 1", "1/2-1/2 {draw with bare kings}"),
        ("k11/12/1K10/12/12/12/12/12/12/9R2 w - - 100 90", "1/2-1/2 {draw by the 50-move rule}"),
    ];
    for (fen, result) in cases {
        let mut client = at(fen);
        client.send("go");
        client.synchronise(&[result]);
        client.quit();
    }
}

#[test]
fn moves_that_end_the_game_bring_its_result() {
    // The engine mates; the opponent mates; the opponent, then the engine reaches a draw by the rules.
    let mut client = at("k11/12/1K10/12/12/12/12/12/12/10R1 w - - 0 1");
    client.send_all(&["sd 3", "go"]);
    client.expect("move k0k9");
    client.expect("1-0 {White mates}");
    client.send("undo");
    client.send_all(&["playother", "usermove k0k9"]);
    client.expect("1-0 {White mates}");
    client.quit();
    let draw = "1/2-1/2 {draw by the 50-move rule}";
    let mut client = at("k11/12/12/12/12/12/12/12/1K10/10R1 w - - 99 90");
    client.send_all(&["playother", "usermove k0k1"]);
    client.expect(draw);
    client.send_all(&["force", "undo", "sd 1", "go"]);
    client.expect("offer draw");
    assert!(client.line().starts_with("move "));
    client.expect(draw);
    client.synchronise(&[]);
    client.quit();
}

#[test]
fn a_repetition_by_the_opponent_is_claimed() {
    let mut client = playing("januskamil");
    client.send("force");
    let shuffle = ["c0d2", "c9d7", "d2c0", "d7c9"].repeat(2);
    let (last, moves) = shuffle.split_last().expect("moves");
    for text in moves {
        client.send(&format!("usermove {text}"));
    }
    // White is the engine, Black moves.
    client.send_all(&["playother", &format!("usermove {last}")]);
    client.expect("1/2-1/2 {draw by threefold repetition}");
    // In force mode the client keeps the score.
    client.send_all(&["force", "undo", &format!("usermove {last}")]);
    client.synchronise(&[]);
    client.quit();
}

#[test]
fn thinking_is_shown_when_wanted() {
    let mut client = playing("januskamil");
    client.send_all(&["post", "sd 4", "usermove f1f4"]);
    let mut lines = client.until("move ");
    lines.pop();
    assert!(!lines.is_empty());
    for line in &lines {
        let (numbers, moves) = line.split_once('\t').expect("a tab before the moves");
        let numbers: Vec<i64> = numbers.split(' ').map(|number| number.parse().expect(line)).collect();
        assert_eq!(numbers.len(), 7, "{line}");
        assert!((1..=4).contains(&numbers[0]) && numbers[4] >= 0, "{line}");
        assert!(line.len() < 512 && !moves.is_empty(), "{line}");
    }
    client.send_all(&["nopost", "usermove e1e4"]);
    assert_eq!(client.until("move ").len(), 1);
    client.quit();
}

#[test]
fn a_mate_is_shown_as_100000_and_moves() {
    for (board, score) in
        [("k11/12/1K10/12/12/12/12/12/12/10R1 w", "100001"), ("k11/12/1K10/12/12/12/12/12/12/10R1 b", "-100001")]
    {
        let mut client = at(&format!("{board} - - 0 1"));
        client.send_all(&["post", "sd 12", "go"]);
        let lines = client.until("move ");
        let shown: Vec<&str> =
            lines.iter().filter(|line| line.contains('\t')).filter_map(|line| line.split(' ').nth(1)).collect();
        assert_eq!(shown.last(), Some(&score), "{lines:?}");
        client.quit();
    }
}

#[test]
fn analysis_goes_on_and_tells_where_it_is() {
    let mut client = playing("januskamil");
    client.send_all(&["post", "analyze"]);
    client.until("3 ");
    client.send("ping 3");
    client.until("pong 3");
    client.send(".");
    let state = client.after("stat01: ");
    let words: Vec<&str> = state.split(' ').collect();
    assert!(words.len() >= 5 && words[..5].iter().all(|word| word.parse::<u64>().is_ok()), "{state}");
    assert_eq!(words[4], "46");
    // It follows the moves, taking back, and new positions.
    client.send_all(&["usermove f1f4", "ping 4"]);
    client.until("pong 4");
    client.until("2 ");
    client.send_all(&["undo", "ping 5"]);
    client.until("pong 5");
    client.until("2 ");
    client.send_all(&["setboard k9R1/12/1K10/12/12/12/12/12/12/12 b - - 1 1", "ping 6"]);
    client.until("pong 6");
    client.send(".");
    client.expect("stat01: 0 0 0 0 0");
    client.send_all(&["exit", "new", "variant januskamil", "analyze", "ping 7"]);
    client.until("pong 7");
    client.until("2 ");
    client.send_all(&["hint", "bk", "exit"]);
    client.until("Hint: ");
    client.until(" ");
    client.expect("");
    client.synchronise(&[]);
    client.quit();
}

#[test]
fn excluded_moves_are_not_analysed() {
    let mut client = playing("januskamil");
    client.send_all(&["post", "analyze", "exclude all", "ping 2"]);
    client.until("pong 2");
    client.send_all(&["include f1f4", "include e1e3"]);
    let first = |line: String| line.split('\t').nth(1).and_then(|moves| moves.split(' ').next().map(str::to_owned));
    for _ in 0..4 {
        let line = client.line();
        let m = first(line).expect("a line with moves");
        assert!(m == "f1f4" || m == "e1e3", "{m}");
    }
    client.send_all(&["exclude f1f4", "ping 3"]);
    client.until("pong 3");
    assert_eq!(first(client.line()).as_deref(), Some("e1e3"));
    // A move makes all that follow it legal again.
    client.send_all(&["usermove e1e3", "ping 4"]);
    client.until("pong 4");
    client.line();
    client.send(".");
    assert!(
        client
            .after("stat01: ")
            .split(' ')
            .nth(4)
            .is_some_and(|count| count.parse::<u32>().is_ok_and(|count| count > 40))
    );
    client.quit();
}

#[test]
fn hints_are_legal_moves() {
    let mut client = playing("januskamil");
    client.send_all(&["force", "hint"]);
    let text = client.after("Hint: ");
    assert!(accepts(&mut client, &text), "{text}");
    client.quit();
}

/// Plays a move with pondering on; returns the reply that the engine expects, once it is thinking about it.
fn pondering(client: &mut Client) -> String {
    client.send_all(&["hard", "post", "sd 4", "usermove f1f4"]);
    client.until("move ");
    let line = client.line();
    let (_, moves) = line.split_once('\t').expect("it thinks on the opponent's time");
    moves.split(' ').next().expect("it expects a move").to_owned()
}

#[test]
fn pondering_goes_on_after_the_expected_move() {
    let mut client = playing("januskamil");
    let expected = pondering(&mut client);
    client.send("ping 2");
    client.until("pong 2");
    client.send("hint");
    assert_eq!(client.after("Hint: "), expected);
    client.send("usermove e9e5");
    client.until("Illegal move: e9e5");
    client.send(&format!("usermove {expected}"));
    client.after("move ");
    client.send_all(&["easy", "force"]);
    client.quit();
}

#[test]
fn pondering_is_given_up_after_another_move() {
    let mut client = playing("januskamil");
    let expected = pondering(&mut client);
    let other = if expected == "e1e4" { "e1e3" } else { "e1e4" };
    client.send(&format!("usermove {other}"));
    client.after("move ");
    // And when it is no longer wanted.
    client.send_all(&["easy", "ping 3"]);
    client.until("pong 3");
    client.synchronise(&[]);
    client.quit();
}

/// Both sides of a game, and a referee who knows the rules.
struct Table {
    players: [Client; 2],
    referee: Box<dyn Session>,
}

impl Table {
    fn new(spec: &Spec, depth: u32) -> Self {
        let seat = || {
            let mut client = playing(xboard_name(spec));
            client.send_all(&["computer", "option Peace Offers=0", "level 0 60 1", &format!("sd {depth}")]);
            client
        };
        let mut table = Self { players: [seat(), seat()], referee: start(spec.page.name) };
        // White's side begins without being asked twice.
        table.players[0].send("go");
        table
    }

    /// Plays one move; the result that the players have told, if that was the end.
    fn turn(&mut self) -> Option<String> {
        let side = self.referee.view().side().index();
        let mut lines = self.players[side].until("move ");
        let text = lines.pop().expect("the move").trim_start_matches("move ").to_owned();
        let spec = self.referee.spec();
        let view = self.referee.view();
        let played = view.legal_moves().into_iter().find(|&m| cecp_text(spec, &move_text(view, m)) == text);
        let played = played.unwrap_or_else(|| panic!("illegal move {text}\n{}", self.players[side].transcript()));
        self.referee.play(played).expect("it is legal");
        let ending = self.referee.ending();
        let is_draw = ending
            .is_some_and(|ending| ending.result() == GameResult::Draw && !self.referee.view().legal_moves().is_empty());
        assert_eq!(lines, if is_draw { vec!["offer draw"] } else { vec![] });
        self.players[1 - side].send(&format!("usermove {text}"));
        let result = ending.map(|ending| format!("{} {{{ending}}}", ending.result()))?;
        for player in &mut self.players {
            player.expect(&result);
            player.send_all(&[&format!("result {result}"), "force"]);
            player.synchronise(&[]);
        }
        Some(result)
    }
}

fn games_are_played_to_the_end(name: &str) {
    for depth in [1, 3] {
        let mut table = Table::new(spec_of(name), depth);
        let result = (0..2000).find_map(|_| table.turn());
        assert!(result.is_some(), "at depth {depth} there is no end");
        table.players.into_iter().for_each(Client::quit);
    }
}

#[test]
fn a_client_may_go_at_any_time() {
    let mut client = playing("januskamil");
    client.send_all(&["st 1000", "post", "usermove f1f4"]);
    let lines = client.close();
    assert!(lines.iter().all(|line| !line.starts_with("move")), "{lines:?}");
    let mut client = playing("januskamil");
    client.send_all(&["post", "analyze"]);
    client.hang_up();
    let client = playing("januskamil");
    assert!(client.close().is_empty());
}

#[test]
fn castling_of_a_random_array_has_its_name() {
    let mut client = playing("fischerandom");
    client.send_all(&[
        "force",
        "setboard 1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1 w GAgb - 0 1",
        "usermove O-O",
        "exclude all",
    ]);
    client.send_all(&["include O-O-O", "sd 1", "go"]);
    assert_eq!(client.until("move ").pop().as_deref(), Some("move O-O-O"));
    client.quit();
}

#[test]
fn xboard_is_told_of_hands_and_drops() {
    let mut client = Client::with(&["xboard", "protover 2"]);
    client.until("feature done=1");
    let said = |client: &mut Client, lines: &[&str]| {
        client.send_all(lines);
        client.send("ping 5");
        client.until("pong 5")
    };
    let setup = |client: &mut Client, game: &str| {
        let lines = said(client, &[&format!("variant {game}")]);
        lines.into_iter().find(|line| line.starts_with("setup "))
    };
    // The second forms of pieces that fall back stand eleven slots behind the first; the king is in no hand.
    let told = setup(&mut client, "capahouse").expect("a game that XBoard does not know");
    assert!(told.starts_with("setup (PNBRQ..AC...~~~~..~~Kpnbrq..ac...~~~~..~~k) 10x8+7_crazyhouse "), "{told}");
    assert!(told.ends_with("/RNABQKBCNR[-] w KQkq - 0 1"), "{told}");
    // Crowned forms are pieces of their own, behind all that a hand has room for.
    let told = setup(&mut client, "minishogi").expect("a game that XBoard does not know");
    assert!(["^P", "^S", "^B", "^R"].iter().all(|form| told.contains(form)) && !told.contains('~'), "{told}");
    assert!(told.contains(" 5x5+5_crazyhouse "), "{told}");
    assert_eq!(setup(&mut client, "crazyhouse"), None);
    client.send("force");
    client.send("setboard k7/8/8/8/8/8/8/K7[Qq] w - - 0 1");
    let lines = said(&mut client, &["usermove Q@b6", "usermove q@b2"]);
    assert!(lines.iter().all(|line| !line.contains("llegal")), "{lines:?}");
    client.quit();
}
