//! Play of limited strength: the same for the same seed, weaker the lower the level, and full strength untouched.

use std::sync::mpsc;
use std::time::Duration;

use bactrian::eval::{Evaluation, Weights};
use bactrian::search::Skill;
use bactrian::session::{Event, Session, Task};
use bactrian::types::{Color, Ending};

use crate::common::games::{for_each_game, spec_of};
use crate::common::session::{Found, search, set_position, small, start, to_depth, to_nodes};

for_each_game!(once a_higher_level_wins);

fn at(name: &str, fen: &str) -> Box<dyn Session> {
    let mut session = small(name);
    set_position(&mut *session, fen);
    session
}

/// A move at a level below full strength.
fn at_level(level: usize, seed: u64) -> Task {
    Task { skill: Skill::of_level(level, seed), ..Task::default() }
}

fn play(session: &mut dyn Session, level: usize, seed: u64) -> Found {
    search(session, at_level(level, seed)).1
}

/// The moves of both sides from the start position.
fn opening(session: &mut dyn Session, level: usize, seed: u64) -> Vec<String> {
    let fen = start(session.spec().page.name).view().fen();
    set_position(session, &fen);
    let turn = |_| {
        let best = play(session, level, seed).best.expect("a legal move");
        session.play_text(&best).expect("it is legal");
        best
    };
    (0..12).map(turn).collect()
}

#[test]
fn the_seed_decides_whatever_the_threads_and_whatever_was_learned() {
    for level in [0, 5, 10] {
        let mut session = small("ajaxcapa");
        let first = opening(&mut *session, level, 1);
        assert_eq!(opening(&mut *session, level, 1), first);
        session.configure(2, 3);
        search(&mut *session, to_depth(8));
        assert_eq!(opening(&mut *session, level, 1), first);
        assert!((2..5).any(|seed| opening(&mut *session, level, seed) != first));
    }
}

/// The points of the higher level in a game, in halves.
fn game(name: &str, levels: [usize; 2], seed: u64) -> u32 {
    let mut session = small(name);
    let high = [Color::White, Color::Black].into_iter().find(|side| levels[side.index()] == levels[0].max(levels[1]));
    let high = high.expect("one of them is higher");
    for _ in 0..300 {
        match session.ending() {
            Some(Ending::Checkmate(winner)) => return if winner == high { 2 } else { 0 },
            Some(_) => return 1,
            None => {}
        }
        let side = session.view().side();
        let found = play(&mut *session, levels[side.index()], seed);
        session.play_text(&found.best.expect("a legal move")).expect("it is legal");
        if let Some(reply) = found.ponder {
            assert_ne!(session.view().side(), side, "a reply within a double turn");
            assert!(session.view().move_texts().contains(&reply), "{reply}");
        }
    }
    let score = session.evaluate();
    if (score > 0) == (session.view().side() == high) { 2 } else { 0 }
}

fn a_higher_level_wins(name: &str) {
    let points: u32 = (1..=2).map(|seed| game(name, [7, 0], seed) + game(name, [0, 7], seed)).sum();
    assert!(points >= 6, "{points} of 8");
}

/// How many of these seeds play this move.
fn count(session: &mut dyn Session, level: usize, m: &str) -> usize {
    (1..=40).filter(|&seed| play(session, level, seed).best.as_deref() == Some(m)).count()
}

#[test]
fn beginners_take_what_hangs_and_miss_combinations() {
    // Without a network, so that another one does not change what is overlooked.
    let at = |fen: &str| {
        let evaluation = Evaluation { weights: Weights::built_in(spec_of("chess")).into(), network: None };
        let mut session = start("chess");
        session.evaluate_with(evaluation);
        session.configure(1, 1);
        set_position(&mut *session, fen);
        session
    };
    // A queen stands en prise to a pawn, and nothing guards her.
    let mut hanging = at("4k3/ppp2ppp/8/3q4/4P3/8/PPP2PPP/4K2R w K - 0 1");
    assert!(count(&mut *hanging, 0, "e4d5") >= 20);
    // The knight forks king and rook.
    let mut fork = at("r3k3/1p3ppp/8/3N4/8/8/5PPP/6K1 w - - 0 1");
    assert_eq!(search(&mut *fork, to_depth(8)).1.best.as_deref(), Some("d5c7"));
    assert!(count(&mut *fork, 0, "d5c7") <= 15);
    assert_eq!(play(&mut *fork, Skill::FULL - 1, 1).best.as_deref(), Some("d5c7"));
}

#[test]
fn mates_that_are_told_are_mates() {
    // The king escapes by a long move if it is seen: no level may claim a mate that is none.
    let mut session = at("chess", "6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 0 1");
    for level in [0, 3, 6, 9] {
        for seed in 1..=20 {
            let found = play(&mut *session, level, seed);
            let mates = found.score > 30_000;
            assert_eq!(mates, found.best.as_deref() == Some("d1d8"), "{level} {found:?}");
        }
    }
}

#[test]
fn the_last_line_is_the_move_played_and_the_client_gets_the_lines_it_wants() {
    let mut session = small("luotuoqi");
    for seed in 1..=20 {
        let (lines, found) = search(&mut *session, Task { lines: 3, ..at_level(2, seed) });
        assert!(lines.iter().all(|line| (1..=3).contains(&line.rank)), "{lines:?}");
        let last = lines.iter().rev().find(|line| line.rank == 1).expect("a line");
        assert_eq!(last.moves.first(), found.best.as_ref());
        assert_eq!((last.score, last.depth), (found.score, found.depth));
    }
    let (lines, _) = search(&mut *session, at_level(2, 1));
    assert!(lines.iter().all(|line| line.rank == 1), "{lines:?}");
}

#[test]
fn the_limits_of_the_client_hold_too() {
    let mut session = small("chess");
    let strong = Task { skill: Skill::of_level(Skill::FULL - 1, 1), ..to_depth(2) };
    assert_eq!(search(&mut *session, strong).1.depth, 2);
    let (_, found) = search(&mut *session, Task { skill: Skill::of_level(10, 1), ..to_nodes(300) });
    assert!(found.nodes <= 301 && found.best.is_some(), "{found:?}");
}

/// Limits other than time end a search early, but its result waits for the opponent.
#[test]
fn a_ponder_search_waits_for_the_opponent_whatever_was_spent() {
    let tasks = [at_level(3, 1), Task { skill: Skill::of_level(12, 1), ..to_nodes(500) }, to_nodes(500)];
    for (task, endless) in tasks.into_iter().flat_map(|task| [(task.clone(), false), (task, true)]) {
        let mut session = small("chess");
        let (sender, events) = mpsc::channel();
        let task = Task { ponder: !endless, infinite: endless, ..task };
        let running = session.search(task, Box::new(move |event| drop(sender.send(event))));
        let early = std::iter::from_fn(|| events.recv_timeout(Duration::from_millis(300)).ok());
        assert!(early.into_iter().all(|event| matches!(event, Event::Report(_))), "it has not waited");
        if endless {
            running.stop()
        } else {
            running.ponder_hit()
        }
        assert!(events.into_iter().any(|event| matches!(event, Event::Finish(finish) if finish.best.is_some())));
    }
}
