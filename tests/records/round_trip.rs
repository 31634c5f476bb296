//! What is written is read as the same.

use std::time::Duration;

use bactrian::records::{Dialect, Note, NotedScore, PgnGame, Reader, Replayer, Termination, Turn, UnfitForXboard};
use bactrian::session::Session;
use bactrian::types::{Color, GameResult, Move};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::common::games::for_each_game;
use crate::common::session::start;

for_each_game!(once games_are_read_as_they_were_written);
for_each_game!(once games_for_xboard_are_read_as_they_were_played);

/// Texts that a reader might take for something else.
const TEXTS: [&str; 9] =
    ["", "White mates", "+0.35", "n=5", ", n=5", "1.0s", "%clk [Event (a) ; $5", "+0.1/3 1s, n=7, x", "a }{ b"];

/// The same for comments in variations.
const LINE_TEXTS: [&str; 5] = ["", "of a line", "a ) ; ( b", "+0.35", "(2. Ke2 $5"];

fn random_note(rng: &mut SmallRng) -> Note {
    let score = match rng.random_range(0..4) {
        0 => NotedScore::Mates(rng.random_range(1..50)),
        1 => NotedScore::Mated(rng.random_range(0..50)),
        _ => NotedScore::Centipawns(rng.random_range(-31_000..31_000)),
    };
    Note {
        score: rng.random::<bool>().then_some(score),
        depth: rng.random::<bool>().then(|| rng.random_range(0..200)),
        time: rng.random::<bool>().then(|| Duration::from_millis(rng.random_range(0..10_000_000))),
        nodes: rng.random::<bool>().then(|| rng.random_range(0..u64::MAX)),
        text: (*TEXTS.choose(rng).expect("texts")).to_owned(),
    }
}

#[test]
fn notes_are_read_as_they_were_written() {
    let mut rng = SmallRng::seed_from_u64(7);
    for _ in 0..20_000 {
        let note = random_note(&mut rng);
        let text = note.to_string();
        let plain = Note { text: note.text.replace('}', ")").replace('{', "("), ..note };
        assert_eq!(Note::read(&text), plain, "{text}");
    }
}

#[test]
fn notes_have_the_form_that_tournament_managers_use() {
    let note = Note {
        score: Some(NotedScore::Centipawns(-35)),
        depth: Some(12),
        time: Some(Duration::from_millis(520)),
        nodes: Some(123),
        text: "Black resigns".to_owned(),
    };
    assert_eq!(note.to_string(), "-0.35/12 0.520s, n=123, Black resigns");
    let cutechess = Note::read("+M5/9 12s, White mates");
    assert_eq!((cutechess.score, cutechess.depth), (Some(NotedScore::Mates(5)), Some(9)));
    assert_eq!((cutechess.time, cutechess.text.as_str()), (Some(Duration::from_secs(12)), "White mates"));
    assert_eq!(Note::read("0.00/5 0.1s").score, Some(NotedScore::Centipawns(0)));
    assert_eq!(Note::read("book").text, "book");
}

/// A game of random moves with random notes, from the start or from where other random moves have led.
fn random_game(session: &mut dyn Session, rng: &mut SmallRng) -> PgnGame {
    session.set_position(None).expect("the start position is legal");
    let mut start = None;
    if rng.random() {
        for _ in 0..rng.random_range(1..20) {
            let Some(m) = session.view().legal_moves().choose(rng).copied() else { break };
            session.play(m).expect("legal");
        }
        start = Some(session.view().fen());
        session.set_position(start.as_deref()).expect("a position of a game is legal");
    }
    let mut game = PgnGame::new(session.spec().page.name, start);
    for (name, value) in [("White", "A \"quoted\" \\ name"), ("Black", "[x] {y} (z) ; %"), ("TimeControl", "40/60+0.5")]
    {
        game.tags.set(name, value);
    }
    game.preface = ["", "before the first move"][rng.random_range(0..2)].to_owned();
    for _ in 0..rng.random_range(0..80) {
        let Some(m) = session.view().legal_moves().choose(rng).copied() else { break };
        let note = Note { text: "said of it".to_owned(), ..random_note(rng) };
        let mut turn = Turn::new(session.view(), m, note);
        if rng.random_ratio(1, 8) {
            turn.glyphs = vec![rng.random()];
            turn.variations = (0..rng.random_range(0..3)).map(|_| random_line(session, rng, 3)).collect();
        }
        session.play(m).expect("legal");
        game.turns.push(turn);
    }
    game.result = session.ending().map_or(GameResult::Unknown, |ending| ending.result());
    game.termination = [None, Some(Termination::Normal), Some(Termination::Other("odd".to_owned()))]
        .choose(rng)
        .cloned()
        .expect("three");
    game
}

/// A line of random turns from the position of the session, with variations of so many levels.
fn random_line(session: &mut dyn Session, rng: &mut SmallRng, levels: usize) -> Vec<Turn> {
    let mut line = Vec::new();
    for _ in 0..rng.random_range(1..6) {
        let Some(m) = session.view().legal_moves().choose(rng).copied() else { break };
        let note = if rng.random() {
            Note { text: (*LINE_TEXTS.choose(rng).expect("texts")).to_owned(), ..random_note(rng) }
        } else {
            Note::default()
        };
        let mut turn = Turn::new(session.view(), m, note);
        turn.glyphs.extend(rng.random_ratio(1, 4).then(|| rng.random::<u8>()));
        if levels > 1 && rng.random_ratio(1, 4) {
            turn.variations.push(random_line(session, rng, levels - 1));
        }
        session.play(m).expect("legal");
        line.push(turn);
    }
    line.iter().for_each(|_| assert!(session.undo()));
    line
}

fn games_are_read_as_they_were_written(name: &str) {
    let mut rng = SmallRng::seed_from_u64(11);
    let mut replayer = Replayer::default();
    let mut session = start(name);
    let games: Vec<PgnGame> = (0..6).map(|_| random_game(&mut *session, &mut rng)).collect();
    let text: String = games.iter().map(ToString::to_string).collect();
    assert!(text.lines().all(|line| line.len() <= 80 || line.starts_with('[')), "{text}");
    let sheets = Reader::new(text.as_bytes()).map(|sheet| sheet.unwrap_or_else(|error| panic!("{error}\n{text}")));
    let mut replay = |sheet| {
        let game = replayer.replay(&sheet).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(replayer.warnings().is_empty(), "{:?}\n{text}", replayer.warnings());
        game
    };
    let read: Vec<PgnGame> = sheets.map(&mut replay).collect();
    assert_eq!(read.len(), games.len());
    for (read, mut game) in read.into_iter().zip(games) {
        // The tags that every game has are written even if nothing is known.
        for (name, value) in read.tags.iter().filter(|(_, value)| value.starts_with('?')) {
            game.tags.set(name, value);
        }
        assert_eq!(read.to_string(), game.to_string());
        let order = |game: &PgnGame| game.tags.get("White").map(str::to_owned);
        assert_eq!((order(&read), read.turns, read.start), (order(&game), game.turns, game.start));
        assert_eq!((read.result, read.termination, read.preface), (game.result, game.termination, game.preface));
    }
}

/// In the dialect for XBoard, variations are comments. Only a turn that is not a move from square to square is refused.
fn games_for_xboard_are_read_as_they_were_played(name: &str) {
    let mut rng = SmallRng::seed_from_u64(12);
    let mut replayer = Replayer::default();
    let mut session = start(name);
    let is_refusing = ["luotuoqi", "bilateral"].contains(&name);
    let mut written = 0;
    for _ in 0..if is_refusing { 60 } else { 8 } {
        let mut game = random_game(&mut *session, &mut rng);
        if is_refusing {
            game.turns.truncate(2);
            game.result = GameResult::Unknown;
        }
        let text = match Dialect::Xboard.write(&game, &mut *session) {
            Ok(text) => text,
            Err(UnfitForXboard::Turn(_)) if is_refusing => continue,
            Err(why) => panic!("{why}\n{game}"),
        };
        written += 1;
        let sheet =
            Reader::new(text.as_bytes()).next().expect("a game").unwrap_or_else(|error| panic!("{error}\n{text}"));
        let read = replayer.replay(&sheet).unwrap_or_else(|error| panic!("{error}\n{text}\n{game}"));
        let moves = |game: &PgnGame| game.turns.iter().map(|turn| turn.m).collect::<Vec<_>>();
        let scores = |game: &PgnGame| game.turns.iter().map(|turn| turn.note.score).collect::<Vec<_>>();
        assert_eq!((moves(&read), &read.start), (moves(&game), &game.start), "{text}\n{game}");
        assert_eq!((scores(&read), read.result, &read.preface), (scores(&game), game.result, &game.preface), "{text}");
    }
    assert!(written > 5, "{written}");
}

fn turn(side: Color, number: u32, san: &str, text: &str) -> Turn {
    let note = Note { text: text.to_owned(), ..Note::default() };
    let (glyphs, variations) = (Vec::new(), Vec::new());
    Turn { side, number, m: Move::NONE, san: san.to_owned(), glyphs, note, variations }
}

#[test]
fn every_turn_says_whose_it_is_where_sides_do_not_alternate() {
    let turns = [
        turn(Color::Black, 4, "a1", ""),
        turn(Color::White, 5, "b1", ""),
        turn(Color::White, 5, "c1", ""),
        turn(Color::Black, 5, "d1", ""),
        turn(Color::Black, 5, "e1", ""),
        turn(Color::White, 6, "f1", "so"),
        turn(Color::Black, 6, "g1", ""),
    ];
    let text = PgnGame { turns: turns.to_vec(), ..PgnGame::new("luotuoqi", None) }.to_string();
    let text = text.lines().rfind(|line| !line.is_empty()).unwrap_or_default();
    assert_eq!(text, "4... a1 5. b1 5. c1 d1 5... e1 6. f1 {so} 6... g1 *");
    let sheet = Reader::new(text.as_bytes()).next().expect("a game").expect("readable");
    let words: Vec<&str> = sheet.moves.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(words, ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]);
}
