//! Material that cannot mate: which positions are dead (ruling R-ALL-1), against tables of all positions.

use bactrian::board::{Board, TableRules};
use bactrian::games::Games;
use bactrian::tablebase::{Folder, Material, Tablebases};
use bactrian::types::{Color, Kind};

use crate::common::client::output;
use crate::common::games::spec_of;

/// Leapers, riders, hoppers and lame pieces on a small board.
const SMALL_GAME: &str = "[small-ends:chess]
maxFile = f
maxRank = 6
doubleStep = false
castling = false
customPiece1 = c:C
customPiece2 = f:F
customPiece3 = w:W
customPiece4 = a:AD
customPiece5 = h:mRcpR
customPiece6 = l:nN
customPiece7 = s:BmW
customPiece8 = t:NN
customPiece9 = m:QN
promotionPieceTypes = q
startFen = kqrbn1/pppppp/6/6/PPPPPP/KQRBN1 w - - 0 1
";

#[test]
fn pieces_that_cannot_mate_are_those_whose_tables_have_no_mate() {
    let small = Games::default().load_text("small.ini", SMALL_GAME).unwrap_or_else(|error| panic!("{error}")).specs[0];
    let mut helpless = String::new();
    for spec in [small, spec_of("kingsmen39"), spec_of("chess")] {
        let pieces = (0..spec.kinds()).map(Kind::new);
        for kind in pieces.filter(|&kind| !spec.royals.has(kind) && !spec.promoting.has(kind)) {
            for side in Color::BOTH {
                let men = match side {
                    Color::White => format!("K{}vK", spec.kind_text(kind)),
                    Color::Black => format!("KvK{}", spec.kind_text(kind)),
                };
                let material = Material::read(spec, &men).expect("men of an ending");
                let tables = Tablebases::new(Folder::Off).of(TableRules::of(spec), &material).expect("a small table");
                tables.complete(&|| false);
                let wins = tables.table(&material).expect("short mates").summary().wins;
                let is_helpless = spec.insufficient_material().is_helpless(side, kind);
                assert_eq!(is_helpless, wins == [0, 0], "{} {men}", spec.page.name);
                if is_helpless && side == Color::White {
                    helpless += &spec.kind_text(kind);
                }
            }
        }
    }
    assert_eq!(helpless, "NBCFWAHLSTNB", "by game");
}

/// The games at hand whose pieces move by their tables alone, and dead positions and others of each.
const POSITIONS: [(&str, &str, bool); 24] = [
    ("chess", "8/8/8/3k4/8/8/1N6/K7 w - - 0 1", true),
    ("chess", "8/8/8/3k4/8/8/1b6/K7 w - - 0 1", true),
    ("chess", "8/8/8/3k1b2/8/8/2B5/K7 w - - 0 1", true),
    ("chess", "8/8/8/3k1b2/8/8/1B6/K7 w - - 0 1", false),
    ("chess", "8/8/8/3k1b2/8/8/1N6/K7 w - - 0 1", false),
    ("chess", "8/8/8/3k4/8/8/NN6/K7 w - - 0 1", false),
    ("chess", "8/8/8/3k4/8/8/1P6/K7 w - - 0 1", false),
    ("chess", "8/8/8/3k4/8/8/1R6/K7 w - - 0 1", false),
    ("chess", "8/8/8/3k4/8/8/1P6/K1b5 w - - 0 1", false),
    ("chess960", "8/8/8/3k4/8/8/1N6/K7 w - - 0 1", true),
    ("capablanca", "10/10/10/3k6/10/10/1N8/K9 w - - 0 1", true),
    ("caparandom", "10/10/10/3k6/10/10/1A8/K9 w - - 0 1", false),
    ("gothic", "10/10/10/3k6/10/10/1B8/K9 w - - 0 1", true),
    ("janus", "10/10/10/3k6/10/10/1J8/K9 w - - 0 1", false),
    ("janus", "10/10/10/3k6/10/10/1N8/K9 w - - 0 1", true),
    ("januskamil", "12/12/12/12/12/3k8/12/12/1C10/K11 w - - 0 1", true),
    ("januskamil", "12/12/12/12/12/3k8/12/c11/1C10/K11 w - - 0 1", true),
    ("januskamil", "12/12/12/12/12/3k8/12/12/bC10/K11 w - - 0 1", false),
    ("januskamil", "12/12/12/12/12/4k7/12/1b10/C1C9/KB10 w - - 0 1", true),
    ("ajaxcapa", "10/10/10/3k6/10/10/1B8/K9 w - - 0 1", true),
    ("ajaxcapa", "10/10/10/3k6/10/10/1B1b6/K9 w - - 0 1", false),
    ("ajaxministers", "10/10/10/3k6/10/10/1M8/K9 w - - 0 1", false),
    ("kingsmen", "9/9/9/3k5/9/9/9/1N7/K8 w - - 0 1", false),
    ("kingsmen39", "3/3/3/1k1/3/3/3/B2/K2 w - - 0 1", false),
];

#[test]
fn r_all_1_dead_positions_are_known_and_do_not_end_games() {
    for (game, fen, is_dead) in POSITIONS {
        let board =
            Board::from_fen(TableRules::of(spec_of(game)), fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(board.is_dead(), is_dead, "{game} {fen}");
        assert!(board.verdict().is_none(), "{game} {fen}");
    }
}

/// What cannot mate at all is a draw for the search, without tables too.
#[test]
fn searches_score_dead_positions_as_draws() {
    for (game, fen) in [
        ("chess", "8/8/8/3k4/8/8/1N6/K7 w - - 0 1"),
        ("chess", "8/5B2/8/2k5/8/3B4/2B5/K7 b - - 0 1"),
        ("januskamil", "12/12/12/12/12/3k8/12/12/1C1B8/K11 w - - 0 1"),
    ] {
        let arguments = ["analyse", "--tables", "none", "-v", game, "--fen", fen, "--nodes", "2000"];
        let text = output(&arguments);
        let last = text.lines().rfind(|line| line.contains(" pv ")).unwrap_or_else(|| panic!("{text}"));
        assert!(last.contains(" +0.00 "), "{game} {fen}: {last}");
    }
}
