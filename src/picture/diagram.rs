//! Diagrams of how pieces move.

use std::fmt::Write;

use super::board::{Canvas, draw};
use super::movements::{Effect, Reach, reach_of};
use super::{Escaped, NAMESPACE, SIDE, SQUARE_COLORS, pieces, shade};
use crate::board::{Spec, View};
use crate::types::{Bitboard, Color, Kind, Piece, Square};

/// A diagram of how each kind of a game moves: White's piece, and marks on the squares to which it can do something.
/// `view` is any position of the game.
pub fn movements(view: &dyn View) -> Vec<(Kind, String)> {
    let kinds = (0..view.spec().kinds()).map(Kind::new);
    kinds.map(|kind| (kind, diagram(view, kind, &reach_of(view, kind)))).collect()
}

/// The least distance from the piece to the edge of a diagram, in squares, and the greatest for a part of the board.
const RADIUS: (u8, u8) = (3, 4);

/// The part of the board that a diagram shows: three squares around the piece if it reaches no farther; or four, where
/// lines may go on beyond; or all.
fn window(spec: &Spec, reach: &Reach) -> Bitboard {
    let around = |radius| spec.board.into_iter().filter(|square| square.distance(reach.from) <= radius).collect();
    let fits = |square: Square, radius| square.distance(reach.from) <= radius;
    if reach.effects.keys().all(|&square| fits(square, RADIUS.0)) {
        return around(RADIUS.0);
    }
    let goes_on = |square: Square, effects: &Vec<Effect>| {
        nearer(square, reach.from).is_some_and(|nearer| reach.effects.get(&nearer) == Some(effects))
    };
    let shown = |(&square, effects): (&Square, &Vec<Effect>)| fits(square, RADIUS.1) || goes_on(square, effects);
    if reach.effects.iter().all(shown) { around(RADIUS.1) } else { spec.board }
}

/// The next square on a line towards another; `None` if there is no line.
fn nearer(square: Square, to: Square) -> Option<Square> {
    let files = to.file() as i8 - square.file() as i8;
    let ranks = to.rank() as i8 - square.rank() as i8;
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    is_line.then(|| square.offset(files.signum(), ranks.signum())).flatten()
}

fn diagram(view: &dyn View, kind: Kind, reach: &Reach) -> String {
    let spec = view.spec();
    let window = window(spec, reach);
    let mut canvas = Canvas { spec, flip: false, svg: String::new() };
    let [x, y, width, height] = extent(&canvas, window);
    draw!(
        canvas.svg,
        r#"<svg xmlns="{NAMESPACE}" class="diagram" viewBox="{x} {y} {width} {height}" role="img"><title>{}</title>"#,
        Escaped(spec.piece(kind).name)
    );
    squares(&mut canvas, window);
    if view.folding().has(kind) {
        let fold = i32::from(spec.page.files) * SIDE / 2;
        draw!(canvas.svg, r##"<path class="fold" d="M{fold} {y}v{height}" stroke="#6b5138" stroke-width="10"/>"##);
    }
    let (x, y) = canvas.corner(reach.from);
    let drawing = pieces::drawing(spec, Piece::new(Color::White, kind));
    draw!(canvas.svg, r#"<g transform="translate({x} {y})">{drawing}</g>"#);
    for (&square, effects) in reach.effects.iter().filter(|(square, _)| window.has(**square)) {
        mark(&mut canvas, reach.from, square, effects);
    }
    canvas.svg += "</svg>\n";
    canvas.svg
}

/// The part of the picture that these squares take: left and upper edge, width and height.
fn extent(canvas: &Canvas<'_>, window: Bitboard) -> [i32; 4] {
    let corners = || window.into_iter().map(|square| canvas.corner(square));
    let (left, right) = (corners().map(|(x, _)| x).min().unwrap_or(0), corners().map(|(x, _)| x).max().unwrap_or(0));
    let (top, bottom) = (corners().map(|(_, y)| y).min().unwrap_or(0), corners().map(|(_, y)| y).max().unwrap_or(0));
    [left, top, right - left + SIDE, bottom - top + SIDE]
}

fn squares(canvas: &mut Canvas<'_>, window: Bitboard) {
    let [x, y, width, height] = extent(canvas, window);
    let [light, dark] = SQUARE_COLORS;
    draw!(
        canvas.svg,
        r#"<rect class="light" x="{x}" y="{y}" width="{width}" height="{height}" fill="{light}"/><path class="dark" fill="{dark}" d=""#
    );
    for square in window.into_iter().filter(|&square| shade(square) == 1) {
        let (x, y) = canvas.corner(square);
        draw!(canvas.svg, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
    }
    canvas.svg += "\"/>";
}

/// Marks what the piece can do to a square.
fn mark(canvas: &mut Canvas<'_>, from: Square, square: Square, effects: &[Effect]) {
    let (x, y) = canvas.corner(square);
    let words: Vec<String> = effects.iter().map(|effect| effect.words()).collect();
    let title = format!("{}: {}", canvas.spec.square_name(square), words.join(", "));
    draw!(canvas.svg, r#"<g class="mark" transform="translate({x} {y})"><title>{}</title>"#, Escaped(&title));
    // Something to point at, so that the words are shown.
    draw!(canvas.svg, r#"<path d="M0 0h{SIDE}v{SIDE}H0z" fill-opacity="0"/>"#);
    for &effect in effects {
        sign(&mut canvas.svg, effect, (from, square));
    }
    canvas.svg += "</g>";
}

fn sign(svg: &mut String, effect: Effect, (from, to): (Square, Square)) {
    match effect {
        Effect::Moves => *svg += "<circle class=\"moves\" cx=\"50\" cy=\"50\" r=\"15\" fill=\"#237a3b\"/>",
        Effect::MovesOver => *svg += "<path class=\"moves-over\" d=\"M50 32l18 18-18 18-18-18z\" fill=\"#237a3b\"/>",
        Effect::Captures => draw!(svg, r##"<circle class="captures" cx="50" cy="50" r="33" {RED}/>"##),
        Effect::CapturesOver => draw!(svg, r##"<path class="over" d="M50 9l41 41-41 41L9 50z" {RED}/>"##),
        Effect::Removes => draw!(svg, r##"<path class="removes" d="M24 24l52 52M76 24L24 76" {RED}/>"##),
        Effect::Pushes => {
            let angle =
                (-f64::from(to.rank() as i8 - from.rank() as i8)).atan2(f64::from(to.file() as i8 - from.file() as i8));
            let degrees = angle.to_degrees().round();
            draw!(
                svg,
                r##"<path class="pushes" d="M62 26l24 24-24 24M84 50H70" transform="rotate({degrees} 50 50)" fill="none" stroke="#b0531c" stroke-width="9"/>"##
            );
        }
        Effect::Joins => {
            *svg += "<path class=\"joins\" d=\"M8 20h24M20 8v24\" stroke=\"#1f5fbf\" stroke-width=\"8\"/>";
        }
        Effect::Blocked => {
            *svg += "<path class=\"blocked\" d=\"M36 36h28v28H36z\" fill=\"none\" stroke=\"#555\" stroke-width=\"6\"/>";
        }
        Effect::Affects(_) => {
            *svg += "<path class=\"affects\" d=\"M50 16v68M21 33l58 34M79 33L21 67\" fill=\"none\" stroke=\"#1f8fd6\" \
                     stroke-width=\"9\" stroke-linecap=\"round\"/>";
        }
    }
}

/// How captures are drawn.
const RED: &str = "fill=\"none\" stroke=\"#c3271f\" stroke-width=\"8\"";
