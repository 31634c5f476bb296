//! Annotations: scores, better lines and glyphs, and what is left of one that is stopped.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use bactrian::records::{Annotator, NotedScore, PgnGame, Reader, Replayer};
use bactrian::session::Task;
use bactrian::types::Move;

use crate::common::session::{start, to_depth};

fn game(text: &str) -> PgnGame {
    let raw = Reader::new(text.as_bytes()).next().expect("a game").expect("readable");
    Replayer::default().replay(&raw).unwrap_or_else(|error| panic!("{error}"))
}

/// Annotates a game until `stops` says so after a position; returns whether it is complete.
fn annotate(game: &mut PgnGame, task: Task, mut stops: impl FnMut(usize, usize) -> bool) -> bool {
    let mut session = start(&game.variant);
    session.configure(4, 1);
    let stop = AtomicBool::new(false);
    let mut on_progress = |done, all| stop.store(stops(done, all), Relaxed);
    let mut annotator = Annotator { task, stop: &stop, on_progress: &mut on_progress };
    annotator.annotate(game, &mut *session).expect("a legal game")
}

const FOOLS_MATE: &str = "1. f3 $1 e5 $2 $10 2. g4 $6 $1 (2. e4 {mine}) Qh4# $4 0-1";

#[test]
fn mistakes_get_glyphs_and_better_lines() {
    let mut game = game(FOOLS_MATE);
    let mut steps = Vec::new();
    assert!(annotate(&mut game, to_depth(5), |done, all| {
        steps.push((done, all));
        false
    }));
    assert_eq!(steps, (1..=5).map(|done| (done, 5)).collect::<Vec<_>>());
    let glyphs: Vec<&[u8]> = game.turns.iter().map(|turn| &turn.glyphs[..]).collect();
    // The mistake of 2. g4 is greater than its glyph said; the other glyphs of mistakes were wrong.
    assert_eq!(glyphs[1..], [&[10][..], &[1, 4], &[]]);
    assert!(!glyphs[0].contains(&4) && glyphs[0].contains(&1));
    assert_eq!(game.turns[2].note.score, Some(NotedScore::Mated(2)));
    let [mine, better] = &game.turns[2].variations[..] else { panic!("{game}") };
    assert_eq!((mine.len(), mine[0].note.text.as_str()), (1, "mine"));
    assert!(better[0].note.score.is_some() && better[0].m != game.turns[2].m);
}

#[test]
fn a_second_annotation_replaces_the_first() {
    let mut first = game(FOOLS_MATE);
    annotate(&mut first, to_depth(4), |_, _| false);
    let mut second = first.clone();
    annotate(&mut second, to_depth(4), |_, _| false);
    let shape = |game: &PgnGame| -> Vec<(Vec<u8>, Vec<Vec<Move>>)> {
        let lines = |turn: &bactrian::records::Turn| -> Vec<Vec<Move>> {
            turn.variations.iter().map(|line| line.iter().map(|turn| turn.m).collect()).collect()
        };
        game.turns.iter().map(|turn| (turn.glyphs.clone(), lines(turn))).collect()
    };
    assert_eq!(shape(&second), shape(&first));
}

#[test]
fn a_stopped_annotation_keeps_what_it_has() {
    let original = game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
    let mut stopped = original.clone();
    assert!(!annotate(&mut stopped, to_depth(2), |done, _| done == 3));
    let scored: Vec<bool> = stopped.turns.iter().map(|turn| turn.note.score.is_some()).collect();
    assert_eq!(scored, [false, false, false, false, true, true]);
    assert_eq!(stopped.turns[..4], original.turns[..4]);
}

#[test]
fn the_switch_ends_a_search_at_once() {
    let mut game = game("1. e4 e5 *");
    let mut session = start("chess");
    let stop = AtomicBool::new(false);
    let ended = std::thread::scope(|scope| {
        let switch = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.store(true, Relaxed);
            Instant::now()
        });
        let task = Task { infinite: true, ..Task::default() };
        let mut annotator = Annotator { task, stop: &stop, on_progress: &mut |_, _| panic!("nothing is done") };
        assert!(!annotator.annotate(&mut game, &mut *session).expect("a legal game"));
        switch.join().expect("no panic").elapsed()
    });
    // Some 5 ms, but on a machine that is busy.
    assert!(ended < Duration::from_secs(2), "{ended:?}");
    assert_eq!((game.turns[1].note.score, game.tags.get("Annotator")), (None, None));
}

#[test]
fn games_with_special_turns_are_annotated() {
    for text in [
        "[Variant \"luotuoqi\"]\n\n1. Mc3 Mc6c 1... Mf6 2. Md5 Md4 *",
        "[Variant \"bilateral\"]\n\n1. Cz1v e5 2. Wz3 Ez6 *",
    ] {
        let mut game = game(text);
        assert!(annotate(&mut game, to_depth(3), |_, _| false));
        assert!(game.turns.iter().all(|turn| turn.note.score.is_some()), "{game}");
        let has_mark = |turn: &bactrian::records::Turn| [2, 4, 6].iter().any(|mark| turn.glyphs.contains(mark));
        assert!(game.turns.iter().any(has_mark), "{game}");
        assert!(game.turns.iter().all(|turn| turn.variations.is_empty() != has_mark(turn)), "{game}");
        let again = self::game(&game.to_string());
        let lines = |game: &PgnGame| game.turns.iter().map(|turn| turn.variations.len()).collect::<Vec<_>>();
        // Times are written in milliseconds.
        assert_eq!((again.to_string(), lines(&again)), (game.to_string(), lines(&game)));
    }
}
