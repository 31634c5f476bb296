//! Endgame tables: against a slow twin that knows no tables, known mates, files, and what a user sees of them.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use bactrian::board::{Board, Rules, Spec, TableRules};
use bactrian::games::Games;
use bactrian::tablebase::{Folder, Material, Tablebase, Tablebases};
use bactrian::types::{Color, Solved, Square, Verdict};

use crate::common::client::{Client, output, run};
use crate::common::games::spec_of;

/// A folder for the tables of a test, empty at first.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tables").join(name);
    // What an earlier run of the test has left.
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// A game from a file: hoppers and lame leapers, promotion that may be refused, regions that tell left from right, and
/// stalemate that loses.
const ODD_GAME: &str = "[odd-ends:chess]
maxFile = d
maxRank = 5
doubleStep = false
customPiece1 = c:mRcpR
customPiece2 = e:nA
promotionPieceTypes = c
mandatoryPawnPromotion = false
mobilityRegionWhiteKing = a* b* c*
stalemateValue = loss
startFen = kce1/3p/4/P3/1ECK w - - 0 1
";

/// The slow twin: all positions with certain men by their FENs, and what follows from the moves of each.
struct Twin {
    numbers: HashMap<String, usize>,
    /// By position, the positions after each move; `None` if the game is over there or a draw.
    after: Vec<Vec<usize>>,
    /// By position, the plies to mate: even if the side to move is mated.
    plies: Vec<Option<u16>>,
}

/// Board and side to move of a FEN.
fn essence(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// All ways to put the men of the tables on the board.
fn boards(rules: TableRules, tables: &Tablebase) -> Vec<Board<TableRules>> {
    let mut found = Vec::new();
    for material in tables.materials() {
        let mut ways: Vec<Vec<Square>> = vec![Vec::new()];
        for _ in material.men() {
            let longer = |way: &Vec<Square>| {
                let free = rules.spec().board.into_iter().filter(|square| !way.contains(square));
                free.map(|square| [way.as_slice(), &[square]].concat()).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        for way in ways {
            let men = || material.men().iter().copied().zip(way.iter().copied());
            found.extend(Color::BOTH.iter().filter_map(|&side| Board::of_men(rules, men(), side)));
        }
    }
    found
}

impl Twin {
    fn new(rules: TableRules, boards: &[Board<TableRules>]) -> Self {
        let mut twin = Self { numbers: HashMap::new(), after: Vec::new(), plies: Vec::new() };
        for board in boards {
            let number = twin.number(board.fen());
            let moves = board.legal_moves();
            if moves.is_empty() {
                let is_lost = board.in_check() || board.stalemate() == Verdict::Loss;
                twin.plies[number] = is_lost.then_some(0);
            }
            for &m in &moves {
                let mut child = Board::from_fen(rules, &board.fen()).expect("a position of the game");
                child.play(m, &mut ());
                let child = twin.number(child.fen());
                twin.after[number].push(child);
            }
        }
        for plies in 1.. {
            let decided: Vec<usize> = (0..twin.plies.len()).filter(|&number| twin.is_decided(number, plies)).collect();
            decided.iter().for_each(|&number| twin.plies[number] = Some(plies));
            if decided.is_empty() && plies > 4 {
                return twin;
            }
        }
        unreachable!("each position is decided once");
    }

    fn number(&mut self, fen: String) -> usize {
        let next = self.plies.len();
        let number = *self.numbers.entry(essence(&fen)).or_insert(next);
        if number == next {
            self.plies.push(None);
            self.after.push(Vec::new());
        }
        number
    }

    /// Whether a position that is not decided yet is one with this number of plies to mate.
    fn is_decided(&self, number: usize, plies: u16) -> bool {
        let mut after = self.after[number].iter().map(|&after| self.plies[after]);
        let is_lost = |after: Option<u16>| after.is_some_and(|plies| plies % 2 == 1);
        self.plies[number].is_none()
            && match plies % 2 {
                1 => after.any(|after| after == Some(plies - 1)),
                _ => !self.after[number].is_empty() && after.all(is_lost),
            }
    }
}

/// Compares the tables of these men with the twin; returns the longest mate, in plies.
fn compare(spec: &'static Spec, texts: &[&str]) -> u16 {
    let rules = TableRules::of(spec);
    let tablebases = Tablebases::new(Folder::Off);
    let mut longest = 0;
    for text in texts {
        let material = Material::read(rules.spec(), text).expect("men of an ending");
        let tables = tablebases.of(rules, &material).expect("tables that can be made");
        tables.complete(&|| false);
        let boards = boards(rules, &tables);
        let twin = Twin::new(rules, &boards);
        for board in &boards {
            let expected = match twin.plies[twin.numbers[&essence(&board.fen())]] {
                None => Solved::Draw,
                Some(plies) if plies % 2 == 0 => Solved::Loss(plies),
                Some(plies) => Solved::Win(plies),
            };
            assert_eq!(tables.probe(board), Some(expected), "{board:?}");
        }
        longest = longest.max(twin.plies.iter().flatten().copied().max().unwrap_or(0));
    }
    longest
}

#[test]
fn tables_are_those_of_the_slow_twin() {
    let odd = Games::default().load_text("odd.ini", ODD_GAME).unwrap_or_else(|error| panic!("{error}")).specs[0];
    assert_eq!(compare(spec_of("kingsmen39"), &["KPvK", "KvKN", "KBvK", "K+RvK"]), 48);
    assert!(compare(odd, &["KPvK", "KvKP", "KEvK", "KvKC"]) > 4);
    // King against Dark Knight.
    assert!(compare(spec_of("kingsmendh"), &["KvD"]) > 0);
}

/// The lines that `tables` writes.
fn tables(folder: &str, game: &str, men: &[&str]) -> Vec<String> {
    let text = output(&[&["tables", "--tables", folder, "-v", game], men].concat());
    text.lines().map(str::to_owned).collect()
}

/// The best line of an analysis.
fn analysed(folder: &str, game: &str, fen: &str) -> String {
    let text = output(&["analyse", "--tables", folder, "-v", game, "--fen", fen, "--nodes", "20000"]);
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(" pv ")).collect();
    lines.last().map_or(text.clone(), |line| line.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Tables are made once, found again, and made again if their file is spoilt.
#[test]
fn tables_are_kept() {
    let folder = scratch("kept").display().to_string();
    let men = ["KQvK", "KRvK", "KBvK", "KNvK", "KvKR"];
    let lines = tables(&folder, "chess", &men);
    let expected = [
        "White wins 172702 positions, mate in at most 10 moves: ",
        "White wins 188434 positions, mate in at most 16 moves: ",
        "draw",
        "draw",
        "Black wins ",
    ];
    for ((line, men), expected) in lines.iter().zip(men).zip(expected) {
        assert!(line.starts_with(men) && line[men.len()..].trim().starts_with(expected), "{line}");
    }
    assert!(lines.len() == 5 && lines[4].contains("at most 16 moves"), "{lines:?}");
    let rules = spec_of("chess").rules_hash();
    let files: Vec<PathBuf> =
        men.iter().map(|men| Path::new(&folder).join(&rules).join(format!("{men}.table"))).collect();
    let bytes: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("the table is kept")).collect();
    // Cut short; of other men; no table at all.
    fs::write(&files[0], &bytes[0][..bytes[0].len() / 2]).expect("the folder is ours");
    fs::write(&files[1], &bytes[4]).expect("the folder is ours");
    fs::write(&files[2], "nothing").expect("the folder is ours");
    let (status, text, errors) = run(&["tables", "--tables", &folder, "-v", "chess", "KQvK", "KRvK", "KBvK"]);
    assert_eq!((status, text), (0, lines[..3].join("\n") + "\n"), "{errors}");
    assert_eq!(errors.matches("no sound table").count(), 3, "{errors}");
    for (file, bytes) in files.iter().zip(&bytes) {
        assert!(fs::read(file).is_ok_and(|found| found == *bytes), "{}", file.display());
    }
}

/// What stands in the folder under a table's name may be anything, and no program waits for it or writes to what it leads to.
#[cfg(unix)]
#[test]
fn odd_files_in_the_folder_do_no_harm() {
    use std::os::unix::fs::symlink;

    let folder = scratch("odd");
    let games_folder = folder.join(spec_of("chess").rules_hash());
    let text = folder.display().to_string();
    let men = ["KQvK", "KRvK", "KPvK", "KBvK", "KNvK"];
    let lines = tables(&text, "chess", &men);
    let file = |men: &str| games_folder.join(format!("{men}.table"));
    let (elsewhere, diary, fifo) = (folder.join("elsewhere"), folder.join("diary"), folder.join("fifo"));
    fs::rename(file("KQvK"), &elsewhere).expect("the folder is ours");
    for men in &men[1..] {
        fs::remove_file(file(men)).expect("the table is kept");
    }
    fs::write(&diary, "dear diary").expect("the folder is ours");
    for path in [&fifo, &file("KBvK")] {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.expect("mkfifo runs").success());
    }
    let missing = folder.join("missing");
    for (men, target) in
        [("KQvK", elsewhere.as_path()), ("KRvK", &diary), ("KPvK", &missing), ("KNvK", Path::new("/dev/zero"))]
    {
        symlink(target, file(men)).expect("the folder is ours");
    }
    let (status, output, errors) = run(&[&["tables", "--tables", &text, "-v", "chess"], &men[..]].concat());
    assert_eq!((status, output.lines().map(str::to_owned).collect::<Vec<_>>()), (0, lines.clone()), "{errors}");
    assert_eq!(errors.matches("no sound table of KRvK").count(), 1, "{errors}");
    // A sound table is read where it lies; else the link itself gives way to a table.
    assert_eq!(men.map(|men| file(men).is_symlink()), [true, false, false, false, false]);
    assert!(men.iter().all(|men| file(men).is_file()) && elsewhere.is_file() && !missing.exists());
    assert_eq!(fs::read_to_string(&diary).expect("it stays"), "dear diary");
    // Links and FIFOs for searches, which read and make tables by themselves.
    fs::remove_file(file("KRvK")).expect("it was made");
    symlink(&fifo, file("KRvK")).expect("the folder is ours");
    let line = analysed(&text, "chess", "8/8/8/8/8/8/1Rk5/K7 b - - 0 1");
    assert!(line.contains(" mated 16 ") && file("KRvK").is_file(), "{line}");
    assert_eq!(tables(&text, "chess", &men), lines);
}

/// A file that is much longer than a table, or unpacks to much more, is made again.
#[test]
fn bombs_are_no_tables() {
    let folder = scratch("bombs");
    let text = folder.display().to_string();
    let lines = tables(&text, "chess", &["KQvK"]);
    let file = folder.join(spec_of("chess").rules_hash()).join("KQvK.table");
    let sound = fs::read(&file).expect("the table is kept");
    let header = sound.iter().position(|&byte| byte == b'\n').expect("a header");
    let zeros = bactrian::files::pack(&vec![0; 1 << 24]);
    // Blocks of Zstandard that repeat a byte: 128 KiB each, 1 GiB in all.
    let block = |is_last: u32| [&((1 << 20) | 2 | is_last).to_le_bytes()[..3], &[0]].concat();
    let frame = [b"\x28\xb5\x2f\xfd\x00\x50".to_vec(), block(0).repeat(8_191), block(1)].concat();
    let endless_window = b"\x28\xb5\x2f\xfd\x00\xff\x01\x00\x00".to_vec();
    for bomb in [zeros, frame, endless_window] {
        fs::write(&file, [&sound[..=header], &bomb].concat()).expect("the folder is ours");
        let (status, output, errors) = run(&["tables", "--tables", &text, "-v", "chess", "KQvK"]);
        assert_eq!((status, output.lines().collect::<Vec<_>>()), (0, lines.iter().map(String::as_str).collect()));
        assert_eq!(errors.matches("no sound table").count(), 1, "{errors}");
        assert!(fs::read(&file).is_ok_and(|found| found == sound));
    }
}

/// What a search finds with tables, which it makes itself: exact mates with their whole line, unless the limit of moves without
/// progress comes first.
#[test]
fn searches_know_their_endings() {
    let folder = scratch("search").display().to_string();
    let found = |fen| analysed(&folder, "chess", fen);
    let line = found("8/8/8/4k3/8/8/1P6/K7 w - - 0 1");
    assert!(
        line.contains(" mate 24 ") && line.split(" pv ").nth(1).is_some_and(|pv| pv.split(' ').count() == 47),
        "{line}"
    );
    let line = found("8/8/8/8/8/8/1Rk5/K7 b - - 60 90");
    assert!(line.contains(" mated 16 "), "{line}");
    let line = found("8/8/8/8/8/8/1Rk5/K7 b - - 70 90");
    assert!(line.contains(" +0.00 "), "{line}");
    // The man is Black's.
    let line = found("8/8/8/8/8/8/1kq5/7K b - - 0 1");
    assert!(line.contains(" mate "), "{line}");
    // One man more: the table comes into play after the capture.
    let line = found("6k1/8/8/8/8/8/r6R/K7 w - - 0 1");
    assert!([" pv a1a2 ", " pv h2a2 "].iter().any(|pv| line.contains(pv)) && line.contains(" mate "), "{line}");
    assert!(Path::new(&folder).is_dir());
}

/// A game of chess pieces on a board of this many files and ranks, with this limit of moves without progress.
fn small_chess(name: &str, size: (char, u8), moves: u16) -> String {
    let (file, rank) = size;
    let empty = (u32::from(file) - u32::from('a') + 1).to_string();
    let middle = vec![empty; usize::from(rank) - 2].join("/");
    let start = |pieces: &str| format!("{pieces}{}", u32::from(file) - u32::from('a') - 3);
    format!(
        "[{name}:chess]\nmaxFile = {file}\nmaxRank = {rank}\ndoubleStep = false\ncastling = false\nnMoveRule = {moves}\n\
         startFen = {}/{middle}/{} w - - 0 1\n",
        start("kbnr"),
        start("KBNR")
    )
}

/// A win that no capture prolongs is known to end as a draw if the limit of moves without progress comes first; of a win that a
/// capture may prolong the table of mates does not tell.
#[test]
fn the_limit_of_moves_draws_what_only_mate_would_win() {
    const LIMIT: u16 = 8;
    let mut games = Games::default();
    let [short, endless] = [("short-ends", LIMIT), ("endless-ends", 0)].map(|(name, moves)| {
        let text = small_chess(name, ('e', 5), moves);
        TableRules::of(games.load_text(name, &text).unwrap_or_else(|error| panic!("{error}")).specs[0])
    });
    let tables = |rules: TableRules, men: &str| {
        let material = Material::read(rules.spec(), men).expect("men of an ending");
        let tables = Tablebases::new(Folder::Off).of(rules, &material).expect("tables that can be made");
        tables.complete(&|| false);
        tables
    };
    let (mut decided, mut drawn, mut unknown) = (0, 0, 0);
    for men in ["KBNvK", "KRvK", "KQvKR"] {
        let [limited, unlimited] = [short, endless].map(|rules| tables(rules, men));
        for board in boards_with(endless, &limited) {
            let fen = board.fen();
            let with_clock = |rules, clock: u16| {
                Board::from_fen(rules, &fen.replace(" 0 1", &format!(" {clock} 1"))).expect("a position of both games")
            };
            let Some(exact) = unlimited.probe(&with_clock(endless, 99)) else { panic!("{fen}: not known") };
            let (Solved::Win(plies) | Solved::Loss(plies)) = exact else { continue };
            for clock in [0, 2 * LIMIT - plies.min(2 * LIMIT), (2 * LIMIT + 1).saturating_sub(plies)] {
                let found = limited.probe(&with_clock(short, clock));
                let is_in_time = plies + clock <= 2 * LIMIT;
                match found {
                    Some(Solved::Draw) => drawn += 1,
                    Some(_) => decided += 1,
                    None => unknown += 1,
                }
                let late = if men == "KQvKR" { None } else { Some(Solved::Draw) };
                assert_eq!(found, if is_in_time { Some(exact) } else { late }, "{men} {fen} {clock}");
            }
        }
    }
    assert!([decided, drawn, unknown].iter().all(|&count| count > 100), "{decided} {drawn} {unknown}");
}

/// Positions with the men of a table: the kings on all squares, the others on some.
fn boards_with(rules: TableRules, tables: &Tablebase) -> Vec<Board<TableRules>> {
    let material = tables.materials().last().expect("the table itself");
    let (squares, royals) = (rules.spec().board, rules.spec().royals);
    let mut found = Vec::new();
    for white in squares {
        for black in squares {
            let mut others = [Square::new(2, 0), Square::new(3, 2)].into_iter();
            let mut place =
                |color, is_king| if is_king { [white, black][color] } else { others.next().expect("two men") };
            let places: Vec<(_, Square)> =
                material.men().iter().map(|&man| (man, place(man.color().index(), royals.has(man.kind())))).collect();
            let differ = places
                .iter()
                .enumerate()
                .all(|(at, (_, square))| places[..at].iter().all(|(_, other)| other != square));
            let boards = Color::BOTH.into_iter().filter_map(|side| Board::of_men(rules, places.iter().copied(), side));
            found.extend(boards.filter(|_| differ));
        }
    }
    found
}

/// Larger tables are used when they are there, from one man more on.
#[test]
fn searches_use_larger_tables_that_are_there() {
    let folder = scratch("larger");
    fs::create_dir_all(&folder).expect("the folder is ours");
    let (games, tables) = (folder.join("games.ini"), folder.join("tables"));
    fs::write(&games, small_chess("larger-ends", ('g', 7), 50)).expect("the folder is ours");
    let [games, tables] = [games, tables].map(|path| path.display().to_string());
    let analyse = |fen: &str| {
        let text = output(&[
            "analyse",
            "--games",
            &games,
            "--tables",
            &tables,
            "-v",
            "larger-ends",
            "--fen",
            fen,
            "--nodes",
            "300",
        ]);
        text.lines().rfind(|line| line.contains(" pv ")).map(str::to_owned).unwrap_or(text)
    };
    let (four, five) = ("7/7/4k2/7/7/1N5/1KB4 w - - 0 1", "7/7/4k2/7/7/1N1r3/1KB4 w - - 0 1");
    assert!([four, five].iter().all(|fen| !analyse(fen).contains(" mate ")));
    output(&["tables", "--games", &games, "--tables", &tables, "-v", "larger-ends", "KBNvK"]);
    assert!(analyse(four).contains(" mate "), "{}", analyse(four));
    assert!(analyse(five).contains(" mate "), "{}", analyse(five));
}

#[test]
fn clients_can_do_without_tables() {
    let folder = scratch("client");
    let mut client = Client::run_with(&["--tables", &folder.display().to_string()]);
    let ask = ["position fen 8/8/8/8/8/8/1Rk5/K7 b - - 0 1", "go depth 3"];
    client.send_all(&["uci", "setoption name UCI_Variant value chess", "setoption name Endgame Tables value false"]);
    client.send_all(&ask);
    let lines = client.until("bestmove");
    assert!(!folder.exists() && !lines.iter().any(|line| line.contains("score mate")), "{lines:?}");
    let has_hits = |line: &String| line.contains(" tbhits ") && !line.contains(" tbhits 0 ");
    assert!(!lines.iter().any(has_hits), "{lines:?}");
    client.send("setoption name Endgame Tables value true");
    client.send_all(&ask);
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("score mate -16 ")) && lines.iter().any(has_hits), "{lines:?}");
    client.quit();
}

#[test]
fn what_has_no_table_is_refused() {
    for (game, men, expected) in [
        ("chess", "KR", "expected White's men, `v`, and Black's men"),
        ("chess", "KvKvK", "expected White's men, `v`, and Black's men"),
        ("chess", "KXvK", "`XvK` does not begin with a piece of chess"),
        ("chess", "KRv", "expected one royal piece on each side"),
        ("chess", "KQRBNvK", "expected at most 5 men"),
        ("chess", "KQRBvK", "expected at most 268435456"),
        ("chess", "KPvKP", "en passant"),
        ("luotuoqi", "KvK", "luotuoqi has no endgame tables"),
        ("bilateral", "KvK", "bilateral has no endgame tables"),
        ("nochess", "KvK", "unknown variant"),
    ] {
        let (status, output, errors) = run(&["tables", "-v", game, men]);
        assert_eq!((status, output.as_str(), errors.lines().count()), (1, "", 1), "{game} {men}: {errors}");
        assert!(errors.contains(expected), "{game} {men}: {errors}\nexpected {expected}");
    }
}
