//! Limited strength, draws by agreement and resignation, as a client of the real program meets them.

use std::collections::BTreeSet;

use bactrian::session::Session;

use crate::common::client::Client;
use crate::common::session::{search, set_position, start, to_depth};

/// An engine that speaks CECP and plays chess with these settings.
fn cecp(settings: &[&str]) -> Client {
    let mut client = Client::with(&["xboard", "protover 2", "new", "variant normal", "easy"]);
    client.send_all(settings);
    client.send("ping 1");
    client.until("pong 1");
    client
}

fn uci(settings: &[&str]) -> Client {
    let mut client = Client::with(&["uci"]);
    client.answers(settings);
    client
}

/// The deepest iteration among lines of information.
fn depth(lines: &[String]) -> u32 {
    let depth = |line: &String| line.strip_prefix("info depth ")?.split(' ').next()?.parse().ok();
    lines.iter().filter_map(depth).max().unwrap_or(0)
}

#[test]
fn weak_moves_in_uci_but_full_strength_in_analysis() {
    let mut client = uci(&["setoption name Skill Level value 0", "setoption name Threads value 2"]);
    client.send("go movetime 60000");
    assert_eq!(depth(&client.until("bestmove ")), 1);
    client.send("go infinite");
    client.until("info depth 6 ");
    client.send("stop");
    client.until("bestmove ");
    client.send_all(&["setoption name UCI_AnalyseMode value true", "go depth 5"]);
    assert_eq!(depth(&client.until("bestmove ")), 5);
    client.send_all(&[
        "setoption name UCI_AnalyseMode value false",
        "setoption name Skill Level value 20",
        "go depth 5",
    ]);
    assert_eq!(depth(&client.until("bestmove ")), 5);
    client.send_all(&["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 0", "isready"]);
    assert!(client.line().starts_with("info string error: "), "the lowest strength is above 0");
    client.quit();
}

#[test]
fn the_same_seed_gives_the_same_moves_in_every_game() {
    let settings = ["setoption name Skill Level value 2", "setoption name Skill Seed value 9"];
    let mut games = Vec::new();
    for _ in 0..2 {
        let mut client = uci(&settings);
        for _ in 0..2 {
            client.send("ucinewgame");
            let mut moves = String::new();
            for _ in 0..10 {
                client.send_all(&[&format!("position startpos moves{moves}"), "go wtime 60000 btime 60000"]);
                let best = client.after("bestmove ");
                moves += &format!(" {}", best.split(' ').next().unwrap());
            }
            games.push(moves);
        }
        client.quit();
    }
    games.dedup();
    assert_eq!(games.len(), 1, "{games:?}");
}

#[test]
fn weak_moves_in_cecp_but_full_strength_in_analysis() {
    let mut client = cecp(&["option Skill Level=0", "post", "st 60"]);
    client.send("go");
    let lines = client.until("move ");
    assert!(lines.iter().all(|line| line.starts_with("1 ") || line.starts_with("move ")), "{lines:?}");
    client.send("analyze");
    client.until("6 ");
    client.send("exit");
    // Pondering is as weak as playing, and waits for the move.
    client.send_all(&["hard", "go"]);
    client.until("move ");
    client.send_all(&["ping 5", "nopost"]);
    client.until("pong 5");
    client.quit();
}

/// A game of chess between the engine, which plays the side to move, and an opponent who makes no progress.
struct Table {
    client: Client,
    referee: Box<dyn Session>,
    seen: BTreeSet<u64>,
}

impl Table {
    fn new(fen: &str, settings: &[&str]) -> Self {
        let mut client = cecp(settings);
        client.send_all(&["sd 2", "force", &format!("setboard {fen}"), "ping 2"]);
        client.until("pong 2");
        let mut referee = start("chess");
        referee.configure(1, 1);
        set_position(&mut *referee, fen);
        client.send("go");
        Self { client, referee, seen: BTreeSet::new() }
    }

    /// The engine's turn: what it says before its move, or instead of it.
    fn engine_moves(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.client.line();
            if let Some(text) = line.strip_prefix("move ") {
                self.referee.play_text(text).expect("a legal move");
                self.seen.insert(self.referee.view().key());
                return lines;
            }
            let resigns = line == "resign";
            lines.push(line);
            if resigns {
                return lines;
            }
        }
    }

    /// A quiet move to a new position that leaves the engine with a score within this range.
    fn opponent_moves(&mut self, range: std::ops::RangeInclusive<i32>) {
        for m in self.referee.view().legal_moves() {
            if self.referee.view().is_noisy(m) {
                continue;
            }
            let text = self.referee.view().move_text(m);
            self.referee.play(m).expect("a legal move");
            let is_new = self.seen.insert(self.referee.view().key()) && self.referee.ending().is_none();
            if is_new && range.contains(&search(&mut *self.referee, to_depth(3)).1.score) {
                self.client.send(&format!("usermove {text}"));
                return;
            }
            self.referee.undo();
        }
        panic!("no such move in {}", self.referee.view().fen());
    }

    /// Turns of the engine, each but the last followed by one of the opponent: what it said with each.
    fn turns(&mut self, count: usize, range: std::ops::RangeInclusive<i32>) -> Vec<Vec<String>> {
        let mut said = Vec::new();
        for turn in 1..=count {
            said.push(self.engine_moves());
            if turn < count {
                self.opponent_moves(range.clone());
            }
        }
        said
    }

    fn is_draw_accepted(&mut self) -> bool {
        self.client.send_all(&["draw", "ping 3"]);
        let lines = self.client.until("pong 3");
        lines[0] == "offer draw"
    }
}

/// Bishop against bishop of the other colour.
fn drawn(clock: u32, full_move: u32) -> String {
    format!("4k3/7b/8/8/8/B7/8/4K3 w - - {clock} {full_move}")
}

const EVEN: std::ops::RangeInclusive<i32> = -60..=60;
const LOST: std::ops::RangeInclusive<i32> = -20_000..=-1_500;
/// Black has a pawn against two queens.
const HOPELESS: &str = "7k/6p1/8/8/8/8/QQ5P/7K b - - 0 20";

#[test]
fn a_draw_is_agreed_to_late_and_after_several_even_moves() {
    let mut table = Table::new(&drawn(20, 45), &[]);
    table.turns(1, EVEN);
    assert!(!table.is_draw_accepted(), "after one move");
    table.opponent_moves(EVEN);
    assert!(table.turns(4, EVEN).iter().all(Vec::is_empty));
    assert!(table.is_draw_accepted());
    table.client.quit();
    let mut early = Table::new(&drawn(10, 5), &[]);
    early.turns(5, EVEN);
    assert!(!early.is_draw_accepted(), "before move 30");
    early.client.quit();
    let mut unwanted = Table::new(&drawn(20, 45), &["option Peace Offers=0"]);
    assert!(unwanted.turns(9, EVEN).iter().all(Vec::is_empty));
    assert!(!unwanted.is_draw_accepted());
    unwanted.client.quit();
}

#[test]
fn an_offer_made_while_it_thinks_is_answered_with_the_move() {
    let mut table = Table::new(&drawn(20, 45), &[]);
    table.turns(4, EVEN);
    // The search goes on until it is told to move.
    table.client.send_all(&["sd 0", "st 600"]);
    table.opponent_moves(EVEN);
    table.client.send_all(&["draw", "?"]);
    assert_eq!(table.engine_moves(), ["offer draw"]);
    table.client.quit();
}

#[test]
fn a_draw_is_offered_in_a_dead_position_and_not_with_every_move() {
    // What is dead drawn is for the evaluation to say; networks change.
    let mut table = Table::new(&drawn(20, 45), &["computer", "option EvalFile=none"]);
    let said = table.turns(11, EVEN);
    let offers: Vec<usize> = (0..said.len()).filter(|&turn| said[turn] == ["offer draw"]).collect();
    assert_eq!(offers, [7], "{said:?}");
    table.client.quit();
}

#[test]
fn hopeless_games_are_resigned_to_people() {
    let mut table = Table::new(HOPELESS, &[]);
    let said = table.turns(4, LOST);
    assert!(said[..3].iter().all(Vec::is_empty), "{said:?}");
    assert_eq!(said[3], ["resign"]);
    // The game is over: it answers no more moves.
    table.client.send_all(&["result 1-0 {Black resigns}", "force"]);
    table.client.synchronise(&[]);
    table.client.quit();
}

#[test]
fn games_against_programs_and_at_limited_strength_are_played_out() {
    for settings in [["computer", "post"], ["option Resign=never", "nopost"], ["option Skill Level=12", "nopost"]] {
        let mut table = Table::new(HOPELESS, &settings);
        let said = table.turns(6, LOST);
        assert!(said.iter().flatten().all(|line| line != "resign"), "{said:?}");
        table.client.quit();
    }
    let mut always = Table::new(HOPELESS, &["computer", "option Resign=always"]);
    assert_eq!(always.turns(4, LOST).last().map(Vec::as_slice), Some(["resign".to_owned()].as_slice()));
    always.client.quit();
}

#[test]
fn nothing_is_agreed_in_analysis() {
    let mut table = Table::new(&drawn(20, 45), &[]);
    table.turns(5, EVEN);
    table.client.send_all(&["analyze", "draw", "ping 4"]);
    assert!(table.client.until("pong 4").iter().all(|line| line != "offer draw"));
    table.client.quit();
}
