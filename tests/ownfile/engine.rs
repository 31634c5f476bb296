//! The engine against the slow twin in games from files: the same counts, the same moves, the same positions after them.

use std::sync::{Arc, LazyLock, Mutex};

use bactrian::board::{Spec, Variant};
use bactrian::games::{self, Games, Visitor};
use bactrian::session::Session;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::common::data::{self, GameFile, game_files};
use crate::common::games::{Game as EngineGame, spec_of, with_both_efforts};
use crate::common::{Effort, session};
use crate::conformance::{moves, state, text};
use bactrian_twins::random;
use bactrian_twins::reference::Reference;
use bactrian_twins::reference::regular::position::Position;
use bactrian_twins::reference::regular::reader::{BLACK, Game, WHITE, read};

with_both_efforts!(
    the_engine_gives_the_counts_of_games_from_files: check_counts,
    own_games_from_a_file_give_the_counts_of_the_compiled_ones: check_own_games,
    games_from_files_run_as_with_the_slow_twin: check_games_of_files,
    random_games_run_as_with_the_slow_twin: check_random_games,
);

/// Games whose conformance is checked: between them they have hoppers, lame leapers, riders, palaces, limits of
/// promotion, pawns of other kinds and other royal men, men in hand, and checks that are counted.
const CONFORMING: [&str; 16] = [
    "berolinachess",
    "chinesechess",
    "courierchess",
    "grandchess",
    "hoppersandriders",
    "shakochess",
    "longmarch",
    "royalcentaur",
    "crazyhousechess",
    "kyotogame",
    "threecheckchess",
    "torigame",
    "giveawaychess",
    "extinctionchess",
    "racinggame",
    "coregalchess",
];

/// Loads the games of a text, once for all tests; the data of the last one.
pub(super) fn load(file: &str, text: &str) -> &'static Spec {
    static LOADED: LazyLock<Mutex<Games>> = LazyLock::new(Mutex::default);
    let mut games = LOADED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let loaded = games.load_text(file, text).unwrap_or_else(|problems| panic!("{file}: {problems:?}\n{text}"));
    loaded.specs.last().copied().unwrap_or_else(|| panic!("no game in {file}"))
}

fn load_file(file: &GameFile) -> &'static Spec {
    load(&format!("{}.ini", file.name), &file.text)
}

/// A game that begins at the position of a FEN.
fn at(spec: &'static Spec, fen: &str) -> Box<dyn Session> {
    let mut session = session::open(spec);
    session::set_position(&mut *session, fen);
    session
}

fn check_counts(effort: Effort) {
    for file in game_files() {
        let spec = load_file(&file);
        session::assert_counts(spec, &file.counts, effort.of(50_000, usize::MAX));
    }
}

/// The regular games as `tests/data/own_games.ini` states them once more.
fn check_own_games(effort: Effort) {
    let loaded =
        Games::default().load_text("own_games.ini", &data::read("own_games.ini")).expect("a file of games").specs;
    assert_eq!(loaded.len(), games::regular().count());
    for spec in loaded {
        let name = spec.page.name.trim_start_matches("file-");
        session::assert_counts(spec, &data::perft_lines(spec_of(name)), effort.of(30_000, 10_000_000));
    }
}

/// A position as the twin writes it, but without the man that can be captured in passing, which a FEN need not name: the
/// squares that it passed tell where.
fn normalised(game: &Arc<Game>, fen: &str) -> String {
    let mut position = Position::from_fen(game, fen);
    position.passer = None;
    position.fen()
}

fn size(position: &Position) -> usize {
    [WHITE, BLACK].map(|color| position.men(color).len()).into_iter().sum()
}

/// Plays a random game with both. Every now and then the engine starts again at the twin's position. Returns the number
/// of positions compared.
pub(super) fn play_along(game: &Arc<Game>, spec: &'static Spec, plies: usize, rng: &mut SmallRng) -> usize {
    let mut engine = session::open(spec);
    let mut twin = Position::start(game);
    for ply in 0..plies {
        let legal = compare(game, &*engine, &twin);
        let captures: Vec<_> = legal.iter().filter(|(_, next)| size(next) < size(&twin)).collect();
        let chosen = if rng.random_ratio(1, 4) { captures.choose(rng).copied() } else { None };
        let Some((text, next)) = chosen.or_else(|| legal.choose(rng)) else { return ply + 1 };
        session::play(&mut *engine, text);
        twin = next.clone();
        if rng.random_ratio(1, 5) {
            session::set_position(&mut *engine, &twin.fen());
        }
    }
    plies
}

/// Compares moves, check and position; returns the legal moves and the positions after them.
fn compare(game: &Arc<Game>, engine: &dyn Session, twin: &Position) -> Vec<(String, Position)> {
    let fen = twin.fen();
    let legal = twin.legal();
    let mut texts: Vec<&str> = legal.iter().map(|(text, _)| text.as_str()).collect();
    texts.sort_unstable();
    assert_eq!(session::moves(engine), texts, "{} {fen}", game.name);
    assert_eq!(engine.view().in_check(), twin.in_check(), "{} {fen}", game.name);
    assert_eq!(normalised(game, &engine.view().fen()), normalised(game, &fen), "{}", game.name);
    legal
}

fn check_games_of_files(effort: Effort) {
    let mut rng = SmallRng::seed_from_u64(51);
    for file in game_files() {
        let spec = load_file(&file);
        let game = read(&file.text).pop().expect("the game that was loaded");
        for _ in 0..effort.of(1, 10) {
            play_along(&game, spec, effort.of(15, 200), &mut rng);
        }
    }
}

fn check_random_games(effort: Effort) {
    let mut rng = SmallRng::seed_from_u64(52);
    let mut positions = 0;
    for seed in 0..effort.of(60, 400) as u64 {
        let (name, text) = random::game(seed);
        let spec = load(&format!("{name}.ini"), &text);
        assert_eq!(spec.page.name, name);
        let game = read(&text).remove(0);
        positions += play_along(&game, spec, effort.of(15, 60), &mut rng);
    }
    assert!(effort == Effort::Quick || positions >= 10_000, "only {positions} positions");
}

/// What must be true of every game, for games from files.
struct Conformance;

impl Visitor for Conformance {
    type Output = ();
    fn visit<R: Variant>(self, rules: R) {
        let game = EngineGame(rules);
        moves::stages_add_up_to_all_moves(game, Effort::Quick);
        moves::only_generated_moves_are_legal(game, Effort::Quick);
        moves::stray_moves_do_no_harm(game, Effort::Quick);
        state::a_played_move_leaves_a_consistent_board(game, Effort::Quick);
        text::moves_are_read_as_they_were_written(game, Effort::Quick);
        text::algebraic_notation_is_read_as_it_was_written(game, Effort::Quick);
    }
}

#[test]
fn games_from_files_conform() {
    for file in game_files().iter().filter(|file| CONFORMING.contains(&file.name.as_str())) {
        games::visit(load_file(file), Conformance);
    }
}

/// Games in which kings may not face each other, with royal pieces that are no kings on one side or on both.
const FACING: &str = "\
[facing-base]
maxRank = 9
maxFile = 9
wazir = w
knight = n
king = k
startFen = 4k4/9/9/9/4n4/9/9/9/4W4 b - - 0 1
extinctionPieceTypes = wk
extinctionValue = loss
extinctionPseudoRoyal = true
flyingGeneral = true
";

#[test]
fn only_kings_may_not_face_each_other() {
    let spec = load("facing.ini", FACING);
    let game = read(FACING).remove(0);
    for (fen, expected) in [
        ("4k4/9/9/9/4n4/9/9/9/4W4 b - - 0 1", true),
        ("4w4/9/9/9/4n4/9/9/9/4K4 b - - 0 1", true),
        ("4w4/9/9/9/4n4/9/9/9/4W4 b - - 0 1", true),
        ("4k4/9/9/9/4n4/9/9/9/4K4 b - - 0 1", false),
        ("9/9/9/9/k3n3W/9/9/9/9 b - - 0 1", true),
        ("9/9/9/9/k3n3K/9/9/9/9 b - - 0 1", false),
        ("9/9/9/9/k3N3K/9/9/9/9 w - - 0 1", false),
    ] {
        let engine = at(spec, fen);
        let legal = compare(&game, &*engine, &Position::from_fen(&game, fen));
        assert_eq!(legal.iter().any(|(text, _)| text.starts_with("e5")), expected, "{fen}");
    }
    // A king steps into the line of a royal wazir, but not into that of a king.
    for (royal, expected) in [('W', true), ('K', false)] {
        let fen = format!("3k5/9/9/9/9/9/9/9/4{royal}4 b - - 0 1");
        let legal = compare(&game, &*at(spec, &fen), &Position::from_fen(&game, &fen));
        assert_eq!(legal.iter().any(|(text, _)| text == "d9e9"), expected, "{fen}");
    }
}
