//! PGN of other programs, and PGN that is wrong.

use bactrian::records::{NotedScore, PgnError, PgnGame, PgnProblem, RawGame, Reader, Replayer, Termination, Turn};
use bactrian::types::{GameResult, Move};

fn sheets(text: &[u8]) -> Vec<Result<RawGame, PgnError>> {
    Reader::new(text).collect()
}

fn games(text: &str) -> Vec<PgnGame> {
    let mut replayer = Replayer::default();
    let read = sheets(text.as_bytes()).into_iter().map(|sheet| sheet.and_then(|sheet| replayer.replay(&sheet)));
    read.map(|game| game.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn moves(game: &PgnGame) -> String {
    let mut replayer = Replayer::default();
    let session = replayer.session(game).expect("a game that was read");
    let moves: Vec<Move> = game.turns.iter().map(|turn| turn.m).collect();
    session.view().line_text(&moves).join(" ")
}

/// What is wrong with a file that has one thing wrong.
fn error(text: &str) -> PgnError {
    let mut replayer = Replayer::default();
    let read = sheets(text.as_bytes()).into_iter().map(|sheet| sheet.and_then(|sheet| replayer.replay(&sheet)));
    let mut errors: Vec<PgnError> = read.filter_map(Result::err).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors.remove(0)
}

#[test]
fn everything_that_pgn_has_is_understood() {
    let text = "\u{feff}% a line for other programs\r\n\
        [Event \"A \\\"quoted\\\" \\\\ event\"] [Site \"here\"]\r\n\
        [Result \"1-0\"]\r\n\r\n\
        {before} 1.e4! e5 2. Nf3 $6 (2. f4 exf4 (2... d5 {a ) b}) 3. Nf3) Nc6 ; to the end } of the line\r\n\
        % escaped 3. Qh5\r\n\
        3.Bb5 3...a6 {a\r\ncomment} {and another} 4 Bxc6 dxc6 ?! 5. 0-0\r\n1-0\r\n";
    let game = &games(text)[0];
    assert_eq!(game.tags.get("Event"), Some("A \"quoted\" \\ event"));
    assert_eq!(game.tags.get("Site"), Some("here"));
    assert_eq!(moves(game), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1");
    assert_eq!((game.preface.as_str(), game.result), ("before", GameResult::WhiteWins));
    let glyphs: Vec<&[u8]> = game.turns.iter().map(|turn| turn.glyphs.as_slice()).collect();
    assert_eq!((glyphs[0], glyphs[2], glyphs[7]), (&[1][..], &[6][..], &[6][..]));
    let [line] = &game.turns[2].variations[..] else { panic!("{game}") };
    assert_eq!(line.iter().map(|turn| turn.san.as_str()).collect::<Vec<_>>(), ["f4", "exf4", "Nf3"]);
    assert_eq!(line[1].variations[0][0].note.text, "a ) b");
    assert_eq!(game.turns[3].note.text, "to the end } of the line");
    assert_eq!(game.turns[5].note.text, "a comment and another");
}

/// The only game of a text, and the warnings.
fn game_and_warnings(text: &str) -> (PgnGame, Vec<String>) {
    let mut replayer = Replayer::default();
    let raw = sheets(text.as_bytes()).remove(0).expect("readable");
    let game = replayer.replay(&raw).unwrap_or_else(|error| panic!("{error}"));
    (game, replayer.warnings().iter().map(ToString::to_string).collect())
}

#[test]
fn variations_are_trees_of_turns() {
    let text = "1. e4 e5 (1... c5 2. Nf3 ; to the end of the line\n(2. c3 $1 {a} (2. d4) (2. f4 {b ) ;})) 2... d6)\n\
        ({first} {of all} 1... e6 {French}) 2. d4 *";
    let (game, warnings) = game_and_warnings(text);
    assert_eq!((moves(&game).as_str(), warnings), ("e2e4 e7e5 d2d4", Vec::new()));
    let [sicilian, french] = &game.turns[1].variations[..] else { panic!("{game}") };
    let sans = |line: &[Turn]| line.iter().map(|turn| turn.san.clone()).collect::<Vec<_>>().join(" ");
    assert_eq!((sans(sicilian), sans(french)), ("c5 Nf3 d6".to_owned(), "e6".to_owned()));
    assert_eq!(sicilian[1].note.text, "to the end of the line");
    assert_eq!((french[0].note.text.as_str(), french[0].number), ("first of all French", 1));
    let [alapin] = &sicilian[1].variations[..] else { panic!("{game}") };
    assert_eq!((&alapin[0].glyphs[..], alapin[0].note.text.as_str()), (&[1][..], "a"));
    let [d4, f4] = &alapin[0].variations[..] else { panic!("{game}") };
    assert_eq!((sans(d4), sans(f4), f4[0].note.text.as_str()), ("d4".to_owned(), "f4".to_owned(), "b ) ;"));
    assert_eq!(game_and_warnings(&game.to_string()).0.turns, game.turns);
}

#[test]
fn variations_that_cannot_be_read_become_comments() {
    let text = "1. e4 (1. d4 (1. Kd5 {no} king) d5) {good} (1. c4 1-0 c5) ({only words}) (1. c4 ([x]) <)\n1... e5 *";
    let (game, warnings) = game_and_warnings(text);
    let line = &game.turns[0].variations;
    assert_eq!((line.len(), line[0].len(), line[1].len()), (2, 2, 1), "{game}");
    assert_eq!(line[0][0].note.text, "(1. Kd5 (no) king)");
    assert_eq!(line[1][0].note.text, "< ([x])");
    assert_eq!(game.turns[0].note.text, "good (1. c4 1-0 c5) ((only words))");
    let expected = [
        "game 1, line 1: a variation is kept as a comment: `Kd5` is not legal here",
        "game 1, line 1: a variation is kept as a comment: `text after a result` is not expected here",
        "game 1, line 1: a variation is kept as a comment: it has no moves",
        "game 1, line 1: `<` means nothing here and is kept as a comment",
        "game 1, line 1: `[x]` means nothing here and is kept as a comment",
        "game 1, line 1: a variation is kept as a comment: it has no moves",
    ];
    assert_eq!(warnings.len(), expected.len(), "{warnings:#?}");
    for (warning, expected) in warnings.iter().zip(expected) {
        assert!(warning.starts_with(expected), "{warning}");
    }
    let (again, warnings) = game_and_warnings(&game.to_string());
    assert_eq!((again.turns, warnings), (game.turns, Vec::new()));
}

#[test]
fn variations_are_bounded() {
    let nested = (0..40).fold(String::new(), |inner, _| format!(" (1. d4{inner})"));
    let (game, warnings) = game_and_warnings(&format!("1. e4{nested} e5 *"));
    let depth =
        std::iter::successors(Some(&game.turns[0]), |turn| turn.variations.first().map(|line| &line[0])).count();
    assert_eq!((depth, warnings.len()), (17, 1));
    assert!(warnings[0].ends_with("it is nested deeper than 16 levels"), "{}", warnings[0]);
    let many = "(1. d4)".repeat(100_010);
    let (game, warnings) = game_and_warnings(&format!("1. e4 {many} e5 *"));
    assert_eq!((game.turns[0].variations.len(), warnings.len()), (100_000, 10));
    assert!(warnings[0].ends_with("more than 100000 moves"), "{}", warnings[0]);
}

#[test]
fn text_in_latin_1_is_understood() {
    let sheet = sheets(b"[White \"K\xf6nig\"]\n\n1. e4 {sch\xf6n} *\n").remove(0).expect("readable");
    assert_eq!(sheet.tags.get("White"), Some("König"));
    assert_eq!(sheet.moves[0].note.text, "schön");
}

#[test]
fn games_of_cute_chess_are_read() {
    let text = r#"[Event "?"]
[Site "?"]
[Date "2026.01.02"]
[Round "1"]
[White "One"]
[Black "Two"]
[Result "0-1"]
[FEN "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"]
[GameDuration "00:00:03"]
[PlyCount "4"]
[SetUp "1"]
[Termination "time forfeit"]
[TimeControl "40/60"]
[Variant "capablanca"]

1. e4 {book} e5 {+0.35/12 0.52s} 2. Nh3 {0.00/11 1.2s} Nc6
{-M12/9 0.11s, White loses on time} 0-1
"#;
    let game = &games(text)[0];
    assert_eq!((game.variant.as_str(), game.turns.len()), ("capablanca", 4));
    assert_eq!(game.termination, Some(Termination::TimeForfeit));
    let notes: Vec<_> = game.turns.iter().map(|turn| turn.note.score).collect();
    let score = |score| Some(NotedScore::Centipawns(score));
    assert_eq!(notes, [None, score(35), score(0), Some(NotedScore::Mated(12))]);
    assert_eq!(game.turns[3].note.text, "White loses on time");
    assert_eq!(game.tags.get("TimeControl"), Some("40/60"));
}

const CASTLES: &str = "[FEN \"k11/12/12/12/12/12/12/12/12/1R4K3R1 w KQ - 0 1\"]\n";

#[test]
fn xboard_divides_mates_by_100_too() {
    let game = &games("1. e4 {+1000.01/255 0.1s} e5 {-1000.02/9} 2. d4 {+999.99/3} d5 {-1000.00/1} *")[0];
    let notes: Vec<_> = game.turns.iter().map(|turn| turn.note.score).collect();
    let score = |score| Some(NotedScore::Centipawns(score));
    assert_eq!(
        notes,
        [Some(NotedScore::Mates(1)), Some(NotedScore::Mated(4)), score(99_999), Some(NotedScore::Mated(0))]
    );
    assert_eq!(game.turns[0].note.to_string(), "+M1/255 0.100s");
}

#[test]
fn xboard_counts_ten_ranks_from_0() {
    let janus = "[Variant \"januskamil\"]\n";
    // Rank 0 tells it, or the tag that XBoard writes; rank 10 tells the contrary.
    assert_eq!(moves(&games(&format!("{janus}{CASTLES}\n1. Kj0 Ka8 2. Rid0 *"))[0]), "g1j1 a10a9 i1d1");
    let men = "[VariantMen \"P:fmWfceF\"]\n";
    assert_eq!(moves(&games(&format!("{janus}{men}\n1. f4 g6 2. e2 *"))[0]), "f2f5 g9g7 e2e3");
    assert_eq!(moves(&games(&format!("{janus}\n1. f4 g6 2. e3 *"))[0]), "f2f4 g9g6 e2e3");
    assert_eq!(moves(&games(&format!("{janus}{men}{CASTLES}\n1. Rb10 Ka9 *"))[0]), "b1b10 a10a9");
    assert_eq!(moves(&games("[VariantMen \"\"]\n\n1. e4 e5 *")[0]), "e2e4 e7e5");
    // Written again, the game counts from 1, and says so.
    let game = &games(&format!("{janus}{men}\n1. f4 f6 2. e2 *"))[0];
    assert_eq!(moves(&games(&game.to_string())[0]), moves(game), "{game}");
}

/// What a file has is quoted in a bearable length and on one line.
#[test]
fn messages_are_short() {
    let long = "x".repeat(100_000);
    let texts = [
        format!("[Variant \"{long}\"]\n\n1. e4 *"),
        format!("[FEN \"{long}\"]\n\n1. e4 *"),
        format!("[FEN \"8/8/8/8/8/8/8/K6k w - - 0 1 {long}\"]\n\n1. Ka2 *"),
        format!("[FEN \"8/8/8/8/8/8/8/K6k w - - {long} 1\"]\n\n1. Ka2 *"),
        "[FEN \"8/8/8/8/8/8/8/K6k \u{1b} - - 0 1\"]\n\n1. Ka2 *".to_owned(),
        format!("[FEN {long}]\n\n1. e4 *"),
        format!("1. {long} *"),
    ];
    for text in texts {
        let message = error(&text).to_string();
        assert!(message.len() < 500 && !message.contains(char::is_control), "{}: {message:?}", message.len());
    }
}

#[test]
fn turns_that_xboard_writes_as_several_entries_are_read() {
    for (variant, fen, movetext, wanted) in [
        ("luotuoqi", "4k3/8/8/8/3C4/8/8/4K3 w - - 0 1", "1. Cd5-d5a -- 2. B@d4 Kf8 3. Ke2 Kg8", "d4d51 e8f8 e1e2 f8g8"),
        ("luotuoqi", "4k3/8/8/8/3C2B1/8/8/4K3 w - - 0 1", "1. Cxg4xg4g Kf8", "d4g4 e8f8"),
        (
            "luotuoqi",
            "4k3/1d6/8/2M1M3/3M4/8/8/4K3 w - - 0 1",
            "1. Kd1 Dxd4-h1 {+0.16/1} 2. -- Dxc5-h1 3. -- Dxe5-h1 4. Kc1 Dg2",
            "e1d1 b7h1 d1c1 h1g2",
        ),
        ("bilateral", "12/12/12/5k6/5E6/12/12/5R5K w - - 0 1", "1. Exf5# K@f6 2. -- Kg6", "d4d5 d6e6"),
        (
            "bilateral",
            "11k/12/12/5eN5/2w6R2/12/12/11K w - - 0 1",
            "1. Kl2 Exg5 2. N@h5 -- 3. Kl3 Wc3-c4",
            "j1j2 d5e5 j2j3 a4h4",
        ),
    ] {
        let tags = format!("[Variant \"{variant}\"]\n[VariantMen \"K:K\"]\n[FEN \"{fen}\"]\n");
        assert_eq!(moves(&games(&format!("{tags}\n{movetext} *"))[0]), wanted);
    }
    // A turn that is not written to its end is wrong.
    let cut = "[Variant \"luotuoqi\"]\n[VariantMen \"\"]\n[FEN \"4k3/8/8/8/3C4/8/8/4K3 w - - 0 1\"]\n\n1. Cd5-d5a -- *";
    assert_eq!(error(cut).line, 5);
}

#[test]
fn a_missing_result_is_the_tags_or_unknown() {
    let read =
        games("[Event \"a\"]\n[Result \"0-1\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. d4 d5\n[Event \"c\"]\n\n1. c4 1/2-1/2");
    let results: Vec<GameResult> = read.iter().map(|game| game.result).collect();
    assert_eq!(results, [GameResult::BlackWins, GameResult::Unknown, GameResult::Draw]);
    let complete = |text: &str| sheets(text.as_bytes()).remove(0).expect("readable").result.is_some();
    assert!(!complete("[Result \"0-1\"]\n\n1. e4") && complete("1. e4 *"));
}

#[test]
fn games_without_tags_follow_each_other() {
    let read = games("1. e4 e5 1-0 {resigns} 1. d4 d5 *\n\n{only words}\n");
    assert_eq!(read.iter().map(moves).collect::<Vec<_>>(), ["e2e4 e7e5", "d2d4 d7d5"]);
    assert!(games("").is_empty() && games("\n \n").is_empty() && games("{nothing}").is_empty());
}

#[test]
fn reading_goes_on_with_the_game_behind_one_that_is_wrong() {
    let cases = [
        ("[Event \"a\"]\n[FEN x]\n[Black \"b\"]\n\n1. e4 *\n", 2, "`[FEN x]` is not a tag"),
        ("[Event \"a\"]\n[Variant chess\n\n1. e4 *\n", 2, "is not a tag"),
        ("[Event \"a\"]\n\n1. e4 {no end\n1. d4 *\n\n", 3, "comment that begins here"),
        ("[Event \"a\"]\n\n1. e4 (1. d4 {)} *\n\n", 3, "variation that begins here"),
        ("[Event \"a\"]\n\n1. e4\n1... é5 *\n\n", 4, "`é5`"),
        ("[Event \"a\"]\n\n1. e4\nhello *\n\n", 4, "1... `hello` is not a move, expected e.g. "),
        ("[Event \"a\"]\n\n1. e4 e5 2. Ke3 *\n\n", 3, "2. `Ke3` is not legal here; legal are: "),
        ("[Event \"a\"]\n[Variant \"nochess\"]\n\n1. e4 *\n\n", 1, "unknown variant `nochess`"),
        ("[Event \"a\"]\n[FEN \"8/8 w\"]\n\n1. e4 *\n\n", 1, "expected 8"),
        ("[Event \"a\"]\n\n1. f3 e5 2. g4 Qh4 1-0\n\n", 3, "the result is 1-0, but the last position is: Black mates"),
        ("[Event \"a\"]\n\n1. f3 e5 2. g4 Qh4# 3. e4 0-1\n\n", 3, "legal are: none, the game is over"),
    ];
    for (wrong, line, message) in cases {
        let file = format!("[Event \"0\"]\n\n1. e4 *\n\n{wrong}[Event \"z\"]\n[White \"last\"]\n\n1. c4 1-0\n");
        let mut replayer = Replayer::default();
        let read: Vec<_> =
            sheets(file.as_bytes()).into_iter().map(|sheet| sheet.and_then(|sheet| replayer.replay(&sheet))).collect();
        let [Ok(first), Err(error), Ok(last)] = &read[..] else { panic!("{wrong}: {read:?}") };
        assert_eq!((moves(first).as_str(), moves(last).as_str()), ("e2e4", "c2c4"), "{wrong}");
        assert_eq!(last.tags.get("White"), Some("last"), "{wrong}");
        assert_eq!((error.game, error.line), (2, line + 4), "{wrong}: {error}");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn an_ambiguous_move_names_those_that_it_may_be() {
    let wrong = error("[FEN \"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1\"]\n\n1. Nd2 *");
    assert!(matches!(*wrong.problem, PgnProblem::Move { .. }));
    assert!(wrong.to_string().starts_with("game 1, line 3: 1. `Nd2` may be any of Nbd2 Nfd2; legal are: "), "{wrong}");
}

#[test]
fn an_input_that_breaks_ends_the_reading() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    let read: Vec<_> = Reader::new(std::io::BufReader::new(Broken)).collect();
    let [Err(PgnError { problem, .. })] = &read[..] else { panic!("{read:?}") };
    assert!(matches!(**problem, PgnProblem::Input(_)), "{problem}");
}
