//! What the reader accepts, and what it says about the rest.

use bactrian::games::file::{Draft, GamesError, help};
use bactrian::games::{Games, built_in};
use bactrian::session::{Catalogue, Session};
use bactrian::types::{Bitboard, KindSet, Verdict};

use crate::common::session::moves;

/// The games of a text without faults.
#[track_caller]
fn read(text: &str) -> Vec<Draft> {
    Games::default().read("f.ini", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The problems of a text, a line each.
#[track_caller]
fn problems(text: &str) -> Vec<String> {
    let error = Games::default().read("f.ini", text).map(|games| games.len()).expect_err(text);
    error.problems().iter().map(ToString::to_string).collect()
}

/// The only problem of a text.
#[track_caller]
fn problem(text: &str) -> String {
    let mut problems = problems(text);
    assert_eq!(problems.len(), 1, "{problems:?}\n{text}");
    problems.remove(0)
}

/// Bare kings on 8x8, and what follows.
fn kings(more: &str) -> String {
    format!("[bare]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n{more}\n")
}

#[test]
fn every_kind_of_mistake_is_told_with_its_line() {
    for (text, expected) in [
        ("maxRank = 8", "f.ini:1: `maxRank = 8` is before the first section"),
        ("[one\nking = k", "f.ini:1: `[one` is not a section"),
        ("[one]\nking", "f.ini:2: [one] `king` is not a setting"),
        ("[one:chess]\nmaxRank =", "f.ini:2: [one] maxRank: there is no value, expected rank"),
        ("[-one:chess]", "f.ini:1: [-one] `-one` cannot be the name of a game"),
        ("[con:chess]", "f.ini:1: [con] `con` is reserved"),
        ("[lpt1:chess]", "f.ini:1: [lpt1] `lpt1` is reserved"),
        ("[chess]", "f.ini:1: [chess] `chess` is the name of a built-in game"),
        ("[bilateral:chess]", "f.ini:1: [bilateral] `bilateral` is the name of a built-in game"),
        (
            "[one:nochess]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "f.ini:1: [one] the parent `nochess` is unknown",
        ),
        (
            "[one:luotuoqi]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "f.ini:1: [one] `luotuoqi` cannot be a parent",
        ),
        ("[one:chess]\nmaxrank = 9", "f.ini:2: [one] maxrank: there is no such key, did you mean `maxRank`"),
        ("[one:chess]\ncolour = red", "f.ini:2: [one] colour: there is no such key; "),
        (
            "[one:chess]\nfreeDrops = true",
            "f.ini:2: [one] freeDrops: `true` is not supported: pieces are dropped from the hand",
        ),
        ("[one:chess]\ncastling = yes", "f.ini:2: [one] castling: `yes` does not fit, expected `true` or `false`"),
        ("[one:chess]\nnMoveRule = -1", "f.ini:2: [one] nMoveRule: `-1` does not fit, expected a number"),
        ("[one:chess]\ncastlingRank = 11", "f.ini:2: [one] castlingRank: `11` does not fit, expected a rank"),
        ("[one:chess]\ncastlingKingFile = m", "f.ini:2: [one] castlingKingFile: `m` does not fit, expected a file"),
        ("[one:chess]\nflagRegion = e4 e11", "f.ini:2: [one] flagRegion: `e11` does not fit, expected squares"),
        (
            "[one:chess]\npromotionPieceTypes = qx",
            "f.ini:2: [one] promotionPieceTypes: `x` does not fit, expected letters",
        ),
        ("[one:chess]\npromotedPieceType = p", "f.ini:2: [one] promotedPieceType: `p` does not fit, expected pairs"),
        ("[one:chess]\nstalemateValue = lost", "f.ini:2: [one] stalemateValue: `lost` does not fit, expected `win`"),
        ("[one:chess]\nknight = nn", "f.ini:2: [one] knight: `nn` does not fit, expected a letter"),
        ("[one:chess]\nknight = n:C", "f.ini:2: [one] knight: `n:C` does not fit, expected a letter"),
        (
            "[one:chess]\ncustomPiece1 = x",
            "f.ini:2: [one] customPiece1: `x` does not fit, expected a letter and a movement",
        ),
        ("[one:chess]\ncustomPiece1 = x:Y", "f.ini:2: [one] customPiece1: `Y` does not fit, expected a movement"),
        ("[one:chess]\ncustomPiece26 = x:N", "f.ini:2: [one] customPiece26: there is no such key"),
        ("[one:chess]\nmaxRank = 2", "f.ini:2: [one] maxRank: 2 ranks, expected 3 to 10"),
        (
            "[one:chess]\nmaxRank = 9",
            "f.ini:1: [one] startFen: the start position has 8 ranks, expected the 9 of maxRank",
        ),
        (
            "[one:chess]\nmaxFile = 9",
            "f.ini:1: [one] startFen: the rank `rnbqkbnr` has 8 squares, expected the 9 of maxFile",
        ),
        ("[one:chess]\nstartFen = 8/8/8/8/8/8/8/4K3 w - - 0 1", "f.ini:2: [one] startFen: Black cannot lose"),
        ("[one:chess]\nstartFen = 4k3/8/8/8/8/8/8/4X3 w - - 0 1", "f.ini:2: [one] startFen: `X3` does not fit"),
        ("[one:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "f.ini:2: [one] startFen: "),
        ("[one]", "f.ini:1: [one] the game has no pieces"),
        ("[one:chess]\ncheckmateValue = win", "f.ini:2: [one] checkmateValue: checkmate is a loss"),
        (
            "[one:chess]\nextinctionPseudoRoyal = true\nextinctionPieceTypes = *",
            "f.ini:3: [one] extinctionPieceTypes: `*` and extinctionPseudoRoyal",
        ),
        (
            "[one:chess]\nstartFen = 3kk3/8/8/8/8/8/8/4K3 w - - 0 1",
            "f.ini:2: [one] startFen: 2 kings of Black, expected at most one",
        ),
        ("[one:chess]\nflagPieceCount = 0", "f.ini:2: [one] flagPieceCount: the game would be over at the start"),
        ("[one:chess]\npromotionPieceTypes = k", "f.ini:2: [one] promotionPieceTypes: no piece promotes to the king"),
    ] {
        let problem = problem(text);
        assert!(problem.starts_with(expected), "{problem}\nexpected {expected}\n{text}");
    }
}

#[test]
fn all_problems_are_told_in_the_order_of_the_lines() {
    let text = "[one:chess]\ncastling = maybe\nduck = 1\n[two]\nqueen = 7\n[chess]\nfreeDrops = true\n";
    let lines: Vec<String> =
        problems(text).iter().map(|problem| problem.split(' ').next().unwrap().to_owned()).collect();
    assert_eq!(lines, ["f.ini:2:", "f.ini:3:", "f.ini:5:", "f.ini:6:", "f.ini:7:"]);
    let mut games = Games::default();
    let error = games.read("f.ini", text).unwrap_err().to_string();
    assert!(error.starts_with("f.ini:2: [one] castling") && error.contains("(and 4 more problems"), "{error}");
    assert!(games.load_text("f.ini", text).is_err() && games.find("one").is_none());
}

/// Every key that is not supported is refused with its own name, but for the value that asks for nothing.
#[test]
fn refused_keys_are_refused_by_name() {
    let text = help();
    let (_, refused) = text.split_once("Not supported, but").expect("they are listed");
    let (refused, _) = refused.split_once("\n\n").expect("the keys of diagrams follow");
    let keys: Vec<(&str, &str)> = refused
        .lines()
        .skip(1)
        .map(|line| {
            let (key, rest) = line.trim().split_once(" = ").expect("a key and its value");
            (key, rest.split(' ').next().expect("a value"))
        })
        .collect();
    assert!(keys.len() > 48, "{}", keys.len());
    for (key, default) in keys {
        read(&format!("[one:chess]\n{key} = {default}\n"));
        let problem = problem(&format!("[one:chess]\n\n{key} = 7\n"));
        assert!(problem.starts_with(&format!("f.ini:3: [one] {key}: `7` is not supported: ")), "{problem}");
    }
}

/// A value that fits each form, in a game of bare kings.
fn some_value(form: &str) -> &str {
    match form {
        "true or false" => "false",
        "number" => "5",
        "rank" | "file" => "8",
        "squares" => "a1 *2 c*",
        "letters of pieces" | "letter of a piece" => "k",
        "letters of pieces or *" => "*",
        "win, loss or draw" => "draw",
        "FEN" => "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        _ => "-",
    }
}

#[test]
fn supported_keys_are_read() {
    let text = help();
    let (_, rules) = text.split_once("Rules:\n").expect("they are listed");
    let mut count = 0;
    for line in rules.lines().take_while(|line| !line.is_empty()) {
        let key = line.split_whitespace().next().expect("a key");
        let form = line[37..].split("  ").next().expect("a form").trim();
        let value = match key {
            "checkmateValue" => "loss",
            "extinctionValue" => "none",
            "promotionPawnTypes" | "promotionPawnTypesWhite" | "promotionPawnTypesBlack" | "pawnTypes" => "-",
            key if key.starts_with("promotionPieceTypes") => "-",
            "startFen" => continue,
            _ => some_value(form),
        };
        read(&kings(&format!("{key} = {value}")));
        count += 1;
    }
    assert!(count > 70, "{count}");
}

#[test]
fn children_inherit_and_override() {
    let text = "[one:chess]\nstalemateValue = loss\nmaxFile = 9\nstartFen = rnbqkqbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKQBNR w KQkq - 0 1\n\
                [two:one]\nnFoldRule = 4\ncustomPiece1 = n:C\n[three:two]\nstalemateValue = win\n";
    let games = read(text);
    let [one, two, three] = &games[..] else { panic!() };
    assert_eq!((one.files, two.files, three.files), (9, 9, 9));
    let stalemates = [one, two, three].map(|game| game.laws.stalemate);
    assert_eq!(stalemates, [Verdict::Loss, Verdict::Loss, Verdict::Win]);
    assert_eq!((one.laws.repetitions, three.laws.repetitions), (3, 4));
    // The custom piece takes the letter of the knight.
    assert_eq!((one.kinds().len(), two.kinds().len()), (6, 6));
    assert!(three.kinds().iter().any(|&slot| three.movement(slot) == "C" && three.kind_name(slot) == "Camel"));
    assert_eq!(three.parent.as_deref(), Some("two"));
}

#[test]
fn settings_have_their_types() {
    let text = "[one:chess]\npromotionLimit = q:1 r:2\npromotedPieceType = n:r\nflagPieceWhite = k\nflagRegionWhite = d5 e5\n\
                mobilityRegionBlackQueen = *8 *7\ncastlingRank = 1\nenPassantRegion = -\nextinctionPieceTypes = *\n";
    let game = &read(text)[0];
    let laws = &game.laws;
    assert_eq!(laws.promotion_limits.iter().filter(|limit| **limit > 0).count(), 2);
    assert_eq!(game.promotions().len(), 1);
    assert_eq!(laws.flag_region[0].count(), 2);
    assert_eq!((laws.flag_kinds[0].kinds().count(), laws.flag_kinds[1]), (1, KindSet::ALL));
    assert!(laws.mobility[1].contains(&(Bitboard::rank(7) | Bitboard::rank(6))));
    assert_eq!(laws.en_passant_region, [Bitboard::EMPTY; 2]);
    assert_eq!(laws.extinction.kinds, KindSet::ALL);
}

#[test]
fn old_keys_and_aliases_are_read() {
    let text =
        "[one:chess]\npromotionRank = 7\ndoubleStepRank = 3\nwhiteFlag = *8\ncastlingRookPiece = rn\npawnTypes = pn\n";
    let laws = &read(text)[0].laws;
    assert_eq!(laws.promotion_region, [Bitboard::rank(7) | Bitboard::rank(6), Bitboard::rank(0) | Bitboard::rank(1)]);
    assert_eq!(laws.double_region, [Bitboard::rank(1) | Bitboard::rank(2), Bitboard::rank(6) | Bitboard::rank(5)]);
    assert_eq!(laws.flag_region, [Bitboard::rank(7), Bitboard::EMPTY]);
    assert_eq!(laws.castling.rooks[0].kinds().count(), 2);
    assert_eq!(laws.promotion_pawns, laws.clock_kinds);
}

/// Comments, blanks and line ends are free.
#[test]
fn texts_of_all_systems_are_read() {
    let text = "\u{feff}; A file\r\n\r\n[ one : chess ] # child\r\n\tmaxRank=8\r\nmaxFile =  h ; as in chess\r\n";
    assert_eq!(read(text)[0].name, "one");
}

#[test]
fn pages_begin_with_the_words_of_the_inventor() {
    let game = &read(super::CARAVAN)[0];
    assert_eq!(game.summary(), "Caravan: a Nightrider, and a Camel that steps diagonally.");
    let page = game.page();
    for part in [
        "# Caravan\n\nCaravan: a Nightrider, and a Camel that steps diagonally.\n\n## Board\n",
        "* 10 files and 8 ranks.",
        "* **Nightrider** (A, `NN`): Leaps any number of times",
        "* White's pawns may step 2 squares from rank 2.",
        "* White's Pawn must promote on rank 8, to Knight, Bishop, Rook, Queen, Nightrider or Camel-Ferz.",
        "* White, kingside: king f1 to i1, rook j1 to h1.",
        "* 50 moves of each side without capture or move of a Pawn are a draw.",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
}

/// The number of lines of this depth.
fn perft(session: &dyn Session, depth: u32) -> u64 {
    session.divide(depth, 1, &|| ()).expect("threads start").iter().map(|(_, nodes)| nodes).sum()
}

/// A game that inherits everything from a built-in game is that game.
#[test]
fn children_of_built_in_games_play_the_same() {
    for name in built_in().map(|spec| spec.page.name).filter(|name| !["luotuoqi", "bilateral"].contains(name)) {
        let child = format!("same-{name}");
        let mut catalogue = Catalogue::default();
        let loaded = catalogue.games.load_text("same.ini", &format!("[{child}:{name}]\n"));
        loaded.unwrap_or_else(|error| panic!("{error}"));
        let [own, its] = [name, &child].map(|name| catalogue.open_named(name).expect("it is loaded"));
        assert_eq!(own.view().fen(), its.view().fen());
        assert_eq!(moves(&*own), moves(&*its));
        assert_eq!(perft(&*own, 3), perft(&*its, 3), "{name}");
    }
}

#[test]
fn files_are_loaded_again_and_do_not_disturb_each_other() {
    let mut catalogue = Catalogue::default();
    let load = |catalogue: &mut Catalogue, text: &str| {
        catalogue.games.load_text("again.ini", text).unwrap_or_else(|error| panic!("{error}")).specs[0]
    };
    let first = load(&mut catalogue, "[again:chess]\nstalemateValue = loss\n");
    let session = catalogue.open_named("again").expect("it is loaded");
    assert!(std::ptr::eq(first, load(&mut catalogue, "\n\n[again:chess]\nstalemateValue = loss\n")));
    let text = "[again:chess]\nmaxFile = 7\nstartFen = rnbqkbn/ppppppp/7/7/7/7/PPPPPPP/RNBQKBN w Qq - 0 1\n";
    let second = load(&mut catalogue, text);
    let games = &catalogue.games;
    assert!(!std::ptr::eq(first, second) && games.is_current(second) && !games.is_current(first));
    // What is being played keeps its rules.
    assert_eq!((session.spec().page.files, moves(&*session).len()), (8, 20));
    assert_eq!(catalogue.open_named("again").expect("it is loaded").spec().page.files, 7);
    // Another file cannot take the name, but can inherit.
    let games = &mut catalogue.games;
    let error = games.load_text("other.ini", "[again:chess]\n").unwrap_err().to_string();
    assert!(error.contains("other.ini:1: [again] a game of this name is already loaded from again.ini"), "{error}");
    let child = games.load_text("other.ini", "[again-child:again]\n").expect("it inherits").specs[0];
    assert_eq!(child.page.files, 7);
    // A game with a mistake changes nothing, and keeps no other from being loaded.
    let loaded = games.load_text("again.ini", "[again:none]\n[fine:chess]\n").expect("one is fine");
    assert_eq!((loaded.specs.len(), loaded.specs[0].page.name), (1, "fine"));
    assert!(loaded.left_out().is_some_and(|line| line.starts_with("again.ini: 1 section left out (again), see ")));
    assert!(games.is_current(second));
}

#[test]
fn built_in_games_are_current() {
    for spec in built_in() {
        let catalogue = Catalogue::default();
        assert!(catalogue.games.is_current(catalogue.open(spec).spec()), "{}", spec.page.name);
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let error = Games::default().load_file("/nowhere/games.ini".as_ref()).unwrap_err();
    assert!(
        matches!(error, GamesError::Read { .. }) && error.to_string().starts_with("/nowhere/games.ini: "),
        "{error}"
    );
}

/// What authors of files for Fairy-Stockfish write.
#[test]
fn files_are_read_as_their_authors_mean_them() {
    let mut games = Games::default();
    let text = "[5x6chess:chess]\nmaxRank = 6\nmaxFile = e\npromotionRegionWhite = *6\npromotionRegionBlack = *1\n\
                doubleStep = false\ncastling = false\nstartFen = rnbqk/ppppp/5/5/PPPPP/RNBQK\n\
                [Small:5x6chess]\nstartFen = rnbqk/ppppp/5/5/PPPPP/RNBQK b 0 1\n\
                [ten:grand]\ncastling = false\n[Small:chess]\n";
    let loaded = games.load_text("f.ini", text).expect("games");
    assert_eq!(loaded.problems, []);
    let names: Vec<&str> = loaded.specs.iter().map(|spec| spec.page.name).collect();
    assert_eq!(names, ["5x6chess", "ten", "Small"]);
    assert_eq!(loaded.specs[0].page.start, "rnbqk/ppppp/5/5/PPPPP/RNBQK w - - 0 1");
    assert_eq!((loaded.specs[1].page.files, loaded.specs[2].page.files), (10, 8));
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["f.ini:13: [Small] the game is already defined in line 9, this one counts"]);
}

#[test]
fn a_piece_with_a_wrong_movement_is_told_once() {
    let told = problems("[one:chess]\nqueen = -\ncustomPiece1 = q:KcabK\npromotionPieceTypes = qrbn\n");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("letter 3 asks for a walk that goes on after a capture"), "{told:?}");
}

#[test]
fn what_follows_from_a_parent_is_told_once() {
    let text = "[one:none]\nrook = 7\npromotionPieceTypes = x\n[two:one]\nrook = 8\n[three:chess]\n";
    let told = problems(text);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].starts_with("f.ini:1: [one] the parent `none` is unknown") && told[1].ends_with("`one` has problems")
    );
    let loaded = Games::default().load_text("f.ini", text).expect("one game is fine");
    assert_eq!(loaded.specs.len(), 1);
}
