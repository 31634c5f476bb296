//! The commands `pgn` and `analyse --pgn`, through the real program.

use std::path::PathBuf;

use bactrian::records::{PgnGame, Reader, Replayer};

use crate::common::client::{output, run};

const THREE: &str = "[Event \"a\"]\n[Result \"0-1\"]\n[Termination \"normal\"]\n\n\
    1. f3 {-0.10/5 0.1s} e5 {+0.30/6 0.2s} 2. g4 {-M1/4 0.1s} Qh4# {+M1/4 0.1s, Black mates} 0-1\n\n\
    [Event \"b\"]\n[Variant \"januskamil\"]\n\n1. f5 g7 1/2-1/2\n\n\
    [Event \"c\"]\n\n1. e4 e5 2. Nf3";

/// A file that is gone with the value.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    pub(super) fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bactrian-records-{}-{name}.pgn", std::process::id()));
        std::fs::write(&path, text).expect("temporary files can be written");
        Self(path)
    }

    pub(super) fn path(&self) -> &str {
        self.0.to_str().expect("a name in UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // One that is left behind does no harm.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn games(text: &str) -> Vec<PgnGame> {
    let mut replayer = Replayer::default();
    let sheets = Reader::new(text.as_bytes()).map(|sheet| sheet.expect("readable"));
    sheets.map(|sheet| replayer.replay(&sheet).expect("legal")).collect()
}

#[test]
fn pgn_sums_up() {
    let file = Scratch::new("sums", THREE);
    let text = output(&["pgn", file.path(), file.path()]);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["variant", "games", "1-0", "0-1", "1/2-1/2", "*", "turns", "min", "mean", "max"]);
    assert_eq!(rows[1], ["chess", "4", "0", "2", "0", "2", "3", "3.5", "4"]);
    assert_eq!(rows[2], ["januskamil", "2", "0", "0", "2", "0", "2", "2.0", "2"]);
    assert_eq!(rows[3], ["all", "6", "0", "2", "2", "2", "2", "3.0", "4"]);
    assert_eq!(rows[4].join(" "), "terminations normal 2, not stated 4");
    assert_eq!((rows[5].join(" "), rows[6].join(" ")), ("broken off 2".to_owned(), "wrong 0".to_owned()));
}

#[test]
fn pgn_writes_positions() {
    let file = Scratch::new("positions", THREE);
    let text = output(&["pgn", file.path(), "--fens"]);
    let fens: Vec<&str> = text.lines().collect();
    assert_eq!(fens.len(), 5 + 3 + 4);
    assert_eq!(fens[0], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(fens[4], "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    assert_eq!(output(&["pgn", file.path(), "--fens", "--game", "2"]).lines().count(), 3);
    // Mates are no scores, and results must be known.
    let scored = output(&["pgn", file.path(), "--fens", "--scores"]);
    let figures: Vec<&str> = scored.lines().filter_map(|line| line.split_once(';')).map(|(_, rest)| rest).collect();
    assert_eq!(figures, ["-10;0", "-30;0"]);
}

#[test]
fn pgn_rewrites_a_game() {
    let file = Scratch::new("anew", THREE);
    let text = output(&["pgn", file.path(), "--game", "1"]);
    assert_eq!(games(&text)[0].turns, games(THREE)[0].turns);
    assert_eq!(output(&["pgn", Scratch::new("again", &text).path(), "--game", "1"]), text);
}

#[test]
fn pgn_names_every_game_that_is_wrong() {
    let file = Scratch::new("wrong", &format!("1. e4 e4 *\n\n1. d4 {{no end\n\n{THREE}"));
    let (status, text, errors) = run(&["pgn", file.path()]);
    assert_eq!(status, 1);
    assert!(text.lines().any(|line| line.split_whitespace().eq(["wrong", "2"])), "{text}");
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), 3, "{errors}");
    assert!(lines[0].contains("game 1, line 1: 1... `e4` is not legal here; legal are: "), "{errors}");
    assert!(lines[1].contains("game 2, line 3: the comment that begins here has no"), "{errors}");
    assert_eq!(lines[2], "bactrian: games that could not be read: 2");
}

#[test]
fn wrong_arguments_are_refused() {
    let file = Scratch::new("arguments", THREE);
    let cases: &[(&[&str], i32, &str)] = &[
        (&["pgn"], 2, "FILE"),
        (&["pgn", "/no/such/file"], 1, "/no/such/file"),
        (&["pgn", file.path(), "--game", "4"], 1, "has no game 4, only 3"),
        (&["pgn", file.path(), "--game", "0"], 2, "0"),
        (&["pgn", file.path(), "--scores"], 2, "--fens"),
        (&["analyse"], 2, "--variant"),
        (&["analyse", "--fen", "x"], 2, "--variant"),
        (&["analyse", "--pgn", file.path(), "-v", "chess"], 2, "--variant"),
        (&["analyse", "--game", "1"], 2, "--pgn"),
        (&["analyse", "--output", "x.pgn", "-v", "chess"], 2, "--variant"),
        (&["analyse", "--pgn", "/no/such/file"], 1, "/no/such/file"),
        (&["analyse", "--pgn", file.path(), "--output", file.path()], 1, "would overwrite"),
    ];
    for (arguments, expected, message) in cases {
        let (status, output, errors) = run(arguments);
        assert_eq!((status, output.as_str()), (*expected, ""), "{arguments:?}: {errors}");
        assert!(errors.contains(message), "{arguments:?}: {errors}");
    }
    assert_eq!(std::fs::read_to_string(&file.0).expect("it is there"), THREE);
}

#[test]
fn analyse_annotates_games() {
    let file = Scratch::new("annotate", THREE);
    let result = Scratch::new("annotated", "");
    assert_eq!(output(&["analyse", "--pgn", file.path(), "-d", "3", "--hash", "4", "--output", result.path()]), "");
    let annotated = games(&std::fs::read_to_string(&result.0).expect("it was written"));
    assert_eq!(annotated.len(), 3);
    for (annotated, original) in annotated.iter().zip(games(THREE)) {
        let moves = |game: &PgnGame| game.turns.iter().map(|turn| turn.san.clone()).collect::<Vec<_>>();
        assert_eq!((moves(annotated), annotated.result), (moves(&original), original.result));
        assert!(annotated.turns.iter().all(|turn| turn.note.score.is_some()), "{annotated}");
        assert!(annotated.tags.get("Annotator").is_some_and(|name| name.starts_with("Bactrian")));
    }
    let mate = &annotated[0].turns;
    // The blunder allows a mate with the next turn, and another move was better; the mate itself could not be bettered.
    assert!(mate[2].note.to_string().starts_with("-M2/"), "{}", mate[2].note);
    assert_eq!((mate[2].variations.len(), mate[3].variations.len()), (1, 0));
    assert_eq!((&mate[2].glyphs[..], &mate[3].glyphs[..]), (&[4][..], &[][..]));
    let better = &mate[2].variations[0][0];
    assert_eq!((better.number, better.side), (2, mate[2].side));
    assert!(better.m != mate[2].m && better.note.score.is_some());
    assert_eq!(mate[3].note.to_string(), "+M1, Black mates");
}

#[test]
fn analyse_annotates_one_game_to_the_standard_output() {
    let file = Scratch::new("one", THREE);
    let text = output(&["analyse", "--pgn", file.path(), "--game", "2", "--nodes", "200"]);
    assert_eq!(games(&text).len(), 1);
    assert_eq!(games(&text)[0].variant, "januskamil");
}

#[test]
fn analyse_goes_on_behind_a_game_that_is_wrong() {
    let file = Scratch::new("goes-on", &format!("1. e4 e4 *\n\n{THREE}"));
    let (status, text, errors) = run(&["analyse", "--pgn", file.path(), "-d", "1"]);
    assert_eq!((status, games(&text).len()), (1, 3), "{errors}");
    assert!(errors.contains("game 1, line 1: 1... `e4` is not legal here"), "{errors}");
}
