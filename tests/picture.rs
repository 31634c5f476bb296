//! The pictures: what they show, and that the committed ones are those that the program draws.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bactrian::games::Games;
use bactrian::picture::{self, Effect, PlayedMove, Style, picture_name};
use bactrian::types::{Kind, Square};
use roxmltree::{Document, Node};

use crate::common::board::{board, spec, start};
use crate::common::client::{output, run};
use crate::common::games::{all_specs, for_each_game};
use crate::common::session;

for_each_game!(
    once every_square_is_drawn_once,
    a_flipped_picture_is_mirrored,
    a_picture_that_stands_alone_has_its_symbols,
    the_symbols_are_those_of_the_pieces,
    every_kind_has_a_diagram,
);

const INLINE: Style = Style { flip: false, standalone: false };
const FLIPPED: Style = Style { flip: true, standalone: false };
const ALONE: Style = Style { flip: false, standalone: true };

fn parsed(svg: &str) -> Document<'_> {
    Document::parse(svg).unwrap_or_else(|error| panic!("{error} in {svg}"))
}

fn has_class(node: &Node<'_, '_>, class: &str) -> bool {
    node.attribute("class").is_some_and(|classes| classes.split(' ').any(|found| found == class))
}

/// The elements of this class.
fn of_class<'a, 'i>(document: &'a Document<'i>, class: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    document.descendants().filter(move |node| has_class(node, class))
}

fn number(node: &Node<'_, '_>, attribute: &str) -> i32 {
    node.attribute(attribute).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{attribute} of {node:?}"))
}

/// The left upper corners of the elements of a class, by square.
fn corners(svg: &str, class: &'static str) -> BTreeMap<String, (i32, i32)> {
    let document = parsed(svg);
    let is_beyond = |node: &Node<'_, '_>| node.ancestors().any(|outer| has_class(&outer, "beyond"));
    let mut corners = BTreeMap::new();
    for node in of_class(&document, class).filter(|node| !is_beyond(node)) {
        let square = node.attribute("data-square").expect("its square").to_owned();
        let earlier = corners.insert(square, (number(&node, "x"), number(&node, "y")));
        assert_eq!(earlier, None, "{node:?} is drawn twice");
    }
    corners
}

/// The pieces of a picture by square, as in a FEN.
fn pieces(svg: &str) -> BTreeMap<String, String> {
    let document = parsed(svg);
    let piece = |node: Node<'_, '_>| {
        (node.attribute("data-square").unwrap_or("").to_owned(), node.attribute("data-piece").unwrap_or("").to_owned())
    };
    of_class(&document, "piece").map(piece).collect()
}

fn every_square_is_drawn_once(name: &str) {
    let view = start(name);
    let svg = picture::position(&*view, &[], INLINE);
    let names: Vec<String> = spec(name).board.into_iter().map(|square| spec(name).square_name(square)).collect();
    let drawn = corners(&svg, "square");
    assert_eq!(drawn.len(), names.len());
    assert!(names.iter().all(|name| drawn.contains_key(name)));
    assert_eq!(drawn["a1"].1, (i32::from(spec(name).page.ranks) - 1) * 100);
    let piece = |square: Square| Some((spec(name).square_name(square), spec(name).piece_text(view.piece_at(square)?)));
    assert_eq!(pieces(&svg), spec(name).board.into_iter().filter_map(piece).collect::<BTreeMap<_, _>>());
}

fn a_flipped_picture_is_mirrored(name: &str) {
    let view = start(name);
    let (width, height) = (i32::from(spec(name).page.files) * 100, i32::from(spec(name).page.ranks) * 100);
    for class in ["square", "piece"] {
        let mut upright = corners(&picture::position(&*view, &[], INLINE), class);
        upright.values_mut().for_each(|(x, y)| (*x, *y) = (width - 100 - *x, height - 100 - *y));
        assert_eq!(corners(&picture::position(&*view, &[], FLIPPED), class), upright);
    }
}

fn a_picture_that_stands_alone_has_its_symbols(name: &str) {
    let view = start(name);
    let svg = picture::position(&*view, &[], ALONE);
    let document = parsed(&svg);
    let uses: Vec<&str> = of_class(&document, "piece").filter_map(|node| node.attribute("href")).collect();
    assert!(!uses.is_empty());
    for symbol in uses {
        let id = symbol.strip_prefix('#');
        assert_eq!(document.descendants().filter(|node| node.attribute("id") == id).count(), 1, "{symbol}");
    }
    assert!(!svg.contains("var(") && !svg.contains("<style"));
}

fn the_symbols_are_those_of_the_pieces(name: &str) {
    let svg = picture::symbols(spec(name));
    let document = parsed(&svg);
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let kinds = (0..spec(name).kinds()).map(|index| picture_name(spec(name), Kind::new(index)));
    let expected: Vec<String> = kinds.flat_map(|name| [format!("w-{name}"), format!("b-{name}")]).collect();
    assert_eq!(ids, expected);
}

fn every_kind_has_a_diagram(name: &str) {
    let view = start(name);
    let diagrams = picture::movements(&*view);
    assert_eq!(diagrams.len(), spec(name).kinds());
    for (kind, svg) in diagrams {
        let document = parsed(&svg);
        assert!(of_class(&document, "mark").next().is_some(), "{} does nothing", spec(name).piece(kind).name);
    }
}

/// The kind with this text in FEN.
fn kind(game: &str, text: &str) -> Kind {
    let kinds = (0..spec(game).kinds()).map(Kind::new);
    kinds.into_iter().find(|&kind| spec(game).kind_text(kind) == text).unwrap_or_else(|| panic!("no {text} in {game}"))
}

/// What a kind can do to others, or where it goes.
#[track_caller]
fn assert_reach(game: &str, text: &str, effect: Effect, expected: &str) {
    let reach = picture::reach_of(&*start(game), kind(game, text));
    let squares = reach.effects.into_iter().filter(|(_, effects)| effects.contains(&effect));
    let mut names: Vec<String> = squares.map(|(square, _)| spec(game).square_name(square)).collect();
    names.sort_unstable();
    assert_eq!(names.join(" "), expected, "{game} {text} {effect:?}");
}

#[test]
fn the_pieces_of_chess_are_shown_as_they_move() {
    let knight = "b3 b5 c2 c6 e2 e6 f3 f5";
    assert_reach("chess", "N", Effect::Moves, knight);
    assert_reach("chess", "N", Effect::Captures, knight);
    let bishop = "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8";
    assert_reach("chess", "B", Effect::Moves, bishop);
    assert_reach("chess", "B", Effect::Captures, bishop);
    assert_reach("chess", "B", Effect::CapturesOver, "");
    assert_reach("chess", "P", Effect::Moves, "d3 d4");
    assert_reach("chess", "P", Effect::Captures, "c3 e3");
    assert_reach("chess", "K", Effect::Moves, "c3 c4 c5 d3 d5 e3 e4 e5");
    assert_reach("januskamil", "P", Effect::Moves, "f3 f4 f5");
    assert_reach("januskamil", "C", Effect::Captures, "c4 c6 e2 e8 g2 g8 i4 i6");
    assert_reach("kingsmendh", "D", Effect::Captures, "c4 c6 d3 d7 f3 f7 g4 g6");
    assert_reach("ajaxcapa", "N", Effect::Captures, "c3 c5 d2 d6 f2 f6 g3 g5");
    assert_reach("ajaxcapa", "N", Effect::Moves, "c3 c5 d2 d3 d4 d5 d6 e3 e5 f2 f3 f4 f5 f6 g3 g5");
}

#[test]
fn cannons_capture_over_a_piece() {
    let lines = "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4 i4 j4 y4 z4";
    assert_reach("bilateral", "C", Effect::Moves, lines);
    assert_reach("bilateral", "C", Effect::Captures, "");
    assert_reach("bilateral", "C", Effect::CapturesOver, "a4 b4 d1 d2 d6 d7 d8 f4 g4 h4 i4 j4 y4 z4");
    assert_reach("bilateral", "V", Effect::CapturesOver, "a1 a7 b2 b6 f2 f6 g1 g7 h8 z8");
}

#[test]
fn squares_where_a_piece_is_blocked_are_shown() {
    let text = "[horses:chess]\nqueen = -\ncustomPiece1 = q:mafsW\n";
    let spec = Games::default().load_text("horses.ini", text).expect("the game is fine").specs[0];
    let horse = (0..spec.kinds()).map(Kind::new).find(|&kind| spec.kind_text(kind) == "Q").expect("it is there");
    let reach = picture::reach_of(session::open(spec).view(), horse);
    let blocked: Vec<Square> =
        reach.effects.iter().filter(|(_, effects)| **effects == [Effect::Blocked]).map(|(square, _)| *square).collect();
    let names: Vec<String> = blocked.into_iter().map(|square| spec.square_name(square)).collect();
    assert_eq!(names, ["d3", "c4", "e4", "d5"]);
    assert_eq!(reach.effects.len(), 12);
}

#[test]
fn wizards_walk_kill_and_freeze_as_on_their_page() {
    assert_reach("bilateral", "W", Effect::Moves, "b3 b5 g4 h3 h5 i4 z3 z5");
    assert_reach("bilateral", "W", Effect::Removes, "b1 b7 d3 d5 e4 h1 h7 z1 z7");
    assert_reach("bilateral", "W", Effect::Affects("freezes"), "a3 a5 b4 h4 z4");
    assert_reach("bilateral", "W", Effect::Captures, "");
}

#[test]
fn elephants_push_and_lions_leap() {
    assert_reach("bilateral", "E", Effect::Pushes, "c4 d3 d5 e4");
    assert_reach("bilateral", "E", Effect::Captures, "");
    assert_reach("bilateral", "L", Effect::Moves, "b2 b4 b6 d2 d6 f2 f4 f6");
    assert_reach("bilateral", "L", Effect::Captures, "c3 c4 c5 d3 d5 e3 e4 e5");
}

#[test]
fn towers_reach_as_far_as_they_are_high_and_join() {
    let two = "b2 b4 b6 c3 c4 c5 d2 d3 d5 d6 e3 e4 e5 f2 f4 f6";
    assert_reach("luotuoqi", "T2", Effect::Moves, two);
    assert_reach("luotuoqi", "T2", Effect::Captures, two);
    assert_reach("luotuoqi", "T2", Effect::Joins, two);
    assert_reach("luotuoqi", "M", Effect::Joins, "");
    assert_reach(
        "luotuoqi",
        "R",
        Effect::Captures,
        "a3 a4 a5 b4 c1 c4 c7 d1 d2 d3 d5 d6 d7 d8 e1 e4 e7 f4 g3 g4 g5 h4",
    );
}

#[test]
fn bypassers_remove_what_they_pass() {
    assert_reach("luotuoqi", "D", Effect::Moves, "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8");
    assert_reach("luotuoqi", "D", Effect::Captures, "");
    let reach = picture::reach_of(&*start("luotuoqi"), kind("luotuoqi", "D"));
    assert_eq!(reach.effects[&Square::new(4, 5)], [Effect::Removes], "e6 is beside the step from e5 to f6");
}

/// The words of all elements of a class.
fn titles(svg: &str, class: &'static str) -> Vec<String> {
    let document = parsed(svg);
    let title =
        |node: Node<'_, '_>| node.descendants().find(|inner| inner.has_tag_name("title"))?.text().map(str::to_owned);
    of_class(&document, class).filter_map(title).collect()
}

fn count(svg: &str, class: &'static str) -> usize {
    of_class(&parsed(svg), class).count()
}

#[test]
fn the_cube_lies_at_its_holders_side() {
    let y = |svg: &str| -> i32 {
        let document = parsed(svg);
        let place = of_class(&document, "token").next().and_then(|node| node.attribute("transform")).expect("a place");
        place.split([' ', ')']).nth(1).and_then(|y| y.parse().ok()).expect("a number")
    };
    let view = start("luotuoqi");
    let svg = picture::position(&*view, &[], INLINE);
    assert_eq!(titles(&svg, "token"), ["Cube: Black"]);
    assert!(y(&svg) < 100);
    assert!(y(&picture::position(&*view, &[], FLIPPED)) > 700);
    let handed = picture::position(&*view.after(view.read_move("e2d3").expect("it is legal")), &[], INLINE);
    assert_eq!(titles(&handed, "token"), ["Cube: Black"]);
}

#[test]
fn the_halves_of_a_double_turn_can_be_told_apart() {
    let first = session::after("luotuoqi", spec("luotuoqi").page.start, "e2d3");
    let m = first.view().read_move("b8c6c").expect("it is legal");
    let half = PlayedMove::new(first.view(), m);
    let middle = first.view().after(m);
    let second = PlayedMove::new(&*middle, middle.read_move("c6d4").expect("it is legal"));
    let after = middle.after(middle.read_move("c6d4").expect("it is legal"));
    let svg = picture::position(&*after, &[half, second], INLINE);
    assert_eq!((count(&svg, "first"), count(&svg, "second")), (2, 2));
    let svg = picture::position(&*middle, &[half], INLINE);
    assert_eq!((count(&svg, "first"), count(&svg, "second")), (2, 0));
    // A kill shows the wizard and its victim, castling also the rook's squares.
    let castling = board("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let m = castling.read_move("e1g1").expect("it is legal");
    let svg = picture::position(&*castling.after(m), &[PlayedMove::new(&*castling, m)], INLINE);
    assert_eq!(of_class(&parsed(&svg), "last").filter(|node| node.has_tag_name("rect")).count(), 4);
}

#[test]
fn check_freezes_and_opening_moves_are_shown() {
    let svg = picture::position(&*board("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), &[], INLINE);
    let document = parsed(&svg);
    let glow = of_class(&document, "check").next().and_then(|group| group.first_element_child()).expect("a glow");
    assert_eq!((number(&glow, "cx"), number(&glow, "cy")), (450, 750));
    let frozen = "5k6/12/12/2W9/2n9/12/12/5K6 w - - 0 1 a5a4";
    let svg = picture::position(&*board("bilateral", frozen), &[], INLINE);
    assert_eq!(["link", "frozen", "freezer", "right", "check"].map(|class| count(&svg, class)), [1, 1, 1, 0, 0]);
    let svg = picture::position(&*start("bilateral"), &[], INLINE);
    assert_eq!(titles(&svg, "right"), ["opening move"; 8]);
}

#[test]
fn a_folded_board_goes_on_beyond_its_edges() {
    let files = |style: Style| -> Vec<(i32, String)> {
        let svg = picture::position(&*start("bilateral"), &[], style);
        let document = parsed(&svg);
        let beyond = of_class(&document, "beyond").next().expect("a group");
        assert_eq!(beyond.attribute("display"), Some("none"));
        let wide = document.root_element().attribute("data-wide").expect("a wide view box");
        assert!(wide.starts_with("-336 "), "{wide}");
        let squares = beyond.descendants().filter(|node| has_class(node, "square"));
        let first_rank = squares.filter(|node| node.attribute("data-square").is_some_and(|name| name.ends_with('1')));
        first_rank.map(|node| (number(&node, "x"), node.attribute("data-square").unwrap_or("").to_owned())).collect()
    };
    let expected = |names: [&str; 6]| {
        [-300, -200, -100, 1200, 1300, 1400].into_iter().zip(names.map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(files(INLINE), expected(["h1", "i1", "j1", "y1", "z1", "a1"]));
    assert_eq!(files(FLIPPED), expected(["a1", "z1", "y1", "j1", "i1", "h1"]));
    assert_eq!(count(&picture::position(&*start("chess"), &[], INLINE), "beyond"), 0);
}

#[test]
fn the_committed_pictures_are_those_that_the_program_draws() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine/games");
    let mut total = 0;
    for name in all_specs().map(|spec| spec.page.name) {
        let folder = games.join(name);
        let list = fs::read_to_string(folder.join("pictures.txt")).unwrap_or_default();
        let array = format!("picture -v {name}");
        for line in list.lines().chain([array.as_str()]) {
            let words = shlex::split(line).expect("words");
            let (picture, arguments) = words.split_first().expect("a name");
            let arguments: Vec<&str> =
                ["show"].into_iter().chain(arguments.iter().map(String::as_str)).chain(["--svg", "-"]).collect();
            let drawn = output(&arguments);
            let committed = fs::read_to_string(folder.join(format!("{picture}.svg"))).expect("it can be read");
            assert!(committed == drawn, "{name}: {picture} has changed: run scripts/pictures.sh");
            total += drawn.len();
        }
        let files = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let pictures = files.filter(|file| {
            let file = file.to_string_lossy();
            file.ends_with(".svg") && file != "network.net.svg"
        });
        assert_eq!(pictures.count(), list.lines().count() + 1, "{name}: each is in the list");
    }
    assert!(total < 400_000, "{total}");
}

#[test]
fn show_writes_a_picture_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.svg");
    let file = path.to_str().expect("a name");
    let arguments = ["show", "-v", "chess", "--moves", "e2e4", "--flip", "--svg", file];
    assert_eq!(run(&arguments), (0, String::new(), String::new()));
    let svg = fs::read_to_string(&path).expect("it has been written");
    assert_eq!(corners(&svg, "square")["h8"], (0, 700));
    assert_eq!(count(&svg, "last"), 3, "the group and two squares");
    let (status, _, errors) =
        run(&["show", "-v", "chess", "--svg", folder.path().join("no/a.svg").to_str().expect("a name")]);
    assert_eq!((status, errors.lines().count()), (1, 1), "{errors}");
    assert_eq!(run(&["show", "-v", "chess", "--flip"]).0, 2, "only a picture can be flipped");
    let (status, drawn, errors) = run(&["show", "-v", "chess", "--svg", "-", "--fen", "<script>/8 w - - 0 1"]);
    assert_eq!((status, drawn.as_str()), (1, ""), "{errors}");
}
