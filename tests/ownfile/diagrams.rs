//! Games from Interactive Diagrams: against counts of the script that shows them on their pages, and against the slow twin.

use bactrian::games::file::{Draft, Known, ReadGames, read};
use bactrian::games::{self, Games};
use bactrian_twins::reference::Reference;
use bactrian_twins::reference::regular::position::Position;
use bactrian_twins::reference::regular::reader;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::engine::{load, play_along};
use crate::common::client::output;
use crate::common::data::{self, counts_up_to, diagram_files};
use crate::common::games::{spec_of, with_both_efforts};
use crate::common::{Effort, session};

with_both_efforts!(
    the_engine_gives_the_counts_of_diagrams: check_counts,
    diagrams_run_as_with_the_slow_twin: check_twin,
    regular_games_written_as_diagrams_keep_their_counts: check_written,
);

/// The last game of a text.
fn draft(file: &str, text: &str) -> Draft {
    let ReadGames { mut games, problems, .. } = read(file, text, &|_| Known::Nothing, "");
    assert!(problems.is_empty(), "{}", problems[0]);
    games.pop().expect("a game").game
}

fn check_counts(effort: Effort) {
    for file in diagram_files() {
        session::assert_counts(load(&file.name, &file.text), &file.counts, effort.of(20_000, usize::MAX));
    }
}

/// The twin reads the other format, and letters only.
fn check_twin(effort: Effort) {
    let mut rng = SmallRng::seed_from_u64(53);
    let mut games = 0;
    for file in diagram_files() {
        let game = draft(&file.name, &file.text);
        if game.texts.iter().flatten().any(|text| text.crowned) {
            continue;
        }
        let twin = reader::read(&game.ini("twin")).pop().expect("a game");
        for (fen, depth, nodes) in counts_up_to(&file.counts, effort.of(1_000, 20_000)) {
            assert_eq!(Position::from_fen(&twin, fen).perft(depth), nodes, "{} {fen} at depth {depth}", file.name);
        }
        let spec = load(&file.name, &file.text);
        for _ in 0..effort.of(1, 10) {
            play_along(&twin, spec, effort.of(15, 200), &mut rng);
        }
        games += 1;
    }
    assert!(games >= 25, "only {games} games");
}

/// The regular games, written by the program as diagrams and read back.
fn check_written(effort: Effort) {
    // A game of a file begins from one array.
    for spec in games::regular().filter(|spec| spec.page.arrays.is_none()) {
        let name = spec.page.name;
        let text = output(&["variants", "--export", "diagram", "-v", name]);
        let written = Games::default().load_text("written", &text).expect("a diagram").specs[0];
        assert_eq!(written.page.name, format!("{name}-copy"));
        assert_eq!(written.identity().text(), spec.identity().text());
        let counts = data::perft_lines(spec_of(name));
        session::assert_counts(written, &counts, effort.of(2_000, 1_000_000));
    }
}

/// A diagram and a section that define one game.
#[test]
fn diagrams_and_sections_define_the_same_games() {
    for (diagram, section) in [
        ("berolinadiagram.html", "berolinachess"),
        ("shakodiagram.html", "shakochess"),
        ("tencubeddiagram.txt", "tencubedchess"),
        ("grandcapture.html", "grandchess"),
        ("moderndiagram.html", "modernchess"),
        ("courierdiagram.txt", "courierchess"),
        ("hoppeldiagram.txt", "hoppelpoppelchess"),
        ("newzealanddiagram.html", "newzealandchess"),
        ("losalamosdiagram.txt", "losalamosmini"),
        ("knightmatediagram.html", "royalknight"),
    ] {
        let text = |name: &str| data::read(&format!("games/{name}"));
        let of_diagram = load(diagram, &text(diagram));
        let of_section = load(&format!("{section}.ini"), &text(&format!("{section}.ini")));
        assert_eq!(of_diagram.identity().text(), of_section.identity().text(), "{diagram}");
    }
}

#[test]
fn games_written_as_sections_are_the_same() {
    for name in ["januskamil", "kingsmendh"] {
        let text = output(&["variants", "--export", "ini", "-v", name]);
        let written = Games::default().load_text("written", &text).expect("a section").specs[0];
        assert_eq!(written.identity().text(), spec_of(name).identity().text());
    }
}

/// A small game, to which lines are added; what is refused, and the line of the problem.
#[test]
fn what_is_not_played_is_refused_by_name() {
    const GAME: &str = "files=8\nranks=8\nroyal=3\nPawn::::a2-h2\nRook::::a1,h1\nKing::::e1\n";
    for (lines, line, words) in [
        ("ranks=11", 7, "a board of 8x11 is not supported: 11 ranks"),
        ("files=13", 7, "13 files, expected 3 to 12"),
        ("holdingsType=-1", 7, "pieces are not dropped"),
        ("iron=2", 7, "every piece but a royal one can be captured"),
        ("morph=x", 7, "pieces change only by promotion"),
        ("baring=2", 7, "the loss of all pieces of one kind"),
        ("royal=4", 7, "there is no kind 4"),
        ("royal=2", 7, "3 royal pieces of White (Rook or King)"),
        ("promoChoise=Q", 7, "did you mean `promoChoice`"),
        ("promoChoice=X", 7, "`X` does not fit, expected ids"),
        ("maxPromote=9", 7, "9 kinds promote, but there are only"),
        ("hole::::d4", 7, "holes in the board are not supported"),
        ("Lion::::d1", 7, "`KNADcaKcabKmabK`"),
        ("Dragon::::d1", 7, "a movement, because diagrams know none of a piece of this name"),
        ("Knight::N:x:j1", 7, "squares of the 8x8 board"),
        ("Knight::N:x", 7, "a piece as `name:id:movement:image:squares`"),
        ("Guard::KimN:x:d1", 7, "an initial move of a piece that can come back"),
        ("Archer::NU:x:d1", 7, "`NU`"),
        ("Wall::R:x::2,0", 7, "pieces in hand are not dropped"),
        ("promoZone=3\npromoChoice=R1", 8, "all choices are there in the whole zone"),
    ] {
        let error = Games::default().load_text("page.txt", &format!("{GAME}{lines}\n")).expect_err(lines);
        let problem = &error.problems()[0];
        assert!(problem.fault.to_string().contains(words), "{lines}: {problem}");
        assert_eq!((problem.line, error.problems().len()), (line, 1), "{lines}: {error}");
    }
}

#[test]
fn scripts_with_rules_of_their_own_are_refused() {
    let page = "<script>\nfunction WeirdPromotion(x) {}\n</script>\n<div id=\"diagram\">\nKing::::e1\n</div>";
    let error = Games::default().load_text("page.html", page).expect_err("rules in a script").to_string();
    assert!(error.starts_with("page.html:2: [page] the script of the page decides promotions"), "{error}");
    let error = Games::default().load_text("page.html", "<p>No diagram.</p>").expect_err("no diagram").to_string();
    assert!(error.contains("no diagram is in the page"), "{error}");
}

#[test]
fn games_are_named_by_their_files() {
    let names = |file: &str, text: &str| -> Vec<&str> {
        let specs = Games::default().load_text(file, text).expect("diagrams").specs;
        specs.iter().map(|spec| spec.page.name).collect()
    };
    let one = "<div class=idiagram>\nKing::::e1\n</div>\n";
    assert_eq!(names("some/My page_2.html", one), ["my-page-2"]);
    assert_eq!(names("a.html", &one.repeat(3)), ["a", "a-2", "a-3"]);
    assert_eq!(names("2.html", &one.replace("King", "name=wild\nKing")), ["wild"]);
    assert_eq!(names("2.html", one), ["diagram"]);
}
