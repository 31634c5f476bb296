//! The picture of a position.

use std::fmt::Write;

use super::pieces::{self, symbol_name, write_symbol};
use super::{Escaped, NAMESPACE, SIDE, SQUARE_COLORS, shade};
use crate::board::{Detail, Spec, View};
use crate::types::{Bitboard, Color, Move, Piece, Square};

/// A move of the last turn, as the picture shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The square that the piece started from.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The squares on which something changed.
    pub changed: Bitboard,
    /// Whether the same side moved again.
    pub again: bool,
}

impl PlayedMove {
    /// A legal move of the position before it.
    pub fn new(before: &dyn View, m: Move) -> Self {
        let after = before.after(m);
        let changes = |square: &Square| before.piece_at(*square) != after.piece_at(*square);
        let changed = before.spec().board.into_iter().filter(changes).collect();
        Self { from: m.from(), to: m.to(), changed, again: m.moves_again() }
    }
}

/// How a position is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether Black's side is below.
    pub flip: bool,
    /// Whether the picture stands alone: with the symbols of its pieces and a title.
    pub standalone: bool,
}

/// The room beside the board for the letters of the files and the numbers of the ranks.
const MARGIN: i32 = 36;
/// The room beside the board for what a side holds.
const HOLDER_ROOM: i32 = 84;
/// The room above and below the board for the pieces in hand.
const POCKET_ROOM: i32 = 76;
/// The side of a piece in hand.
const IN_HAND: i32 = 64;
/// The files that a folded board shows beyond each edge.
const BEYOND: i32 = 3;
/// The light and the dark squares beyond the edges.
const BEYOND_COLORS: [&str; 2] = ["#e6ddcb", "#bfae97"];

/// A picture being drawn.
pub(super) struct Canvas<'v> {
    pub spec: &'v Spec,
    pub flip: bool,
    pub svg: String,
}

/// Appends formatted text to a picture.
macro_rules! draw {
    ($svg:expr, $($text:tt)*) => {{
        // Writing to a text cannot fail.
        let _ = write!($svg, $($text)*);
    }};
}
pub(super) use draw;

impl Canvas<'_> {
    fn files(&self) -> i32 {
        self.spec.page.files.into()
    }

    fn ranks(&self) -> i32 {
        self.spec.page.ranks.into()
    }

    /// The left upper corner of a square.
    pub fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        match self.flip {
            false => (file * SIDE, (self.ranks() - 1 - rank) * SIDE),
            true => ((self.files() - 1 - file) * SIDE, rank * SIDE),
        }
    }

    /// The middle of a square.
    pub fn center(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SIDE / 2, y + SIDE / 2)
    }

    fn squares(&mut self) {
        let (width, height) = (self.files() * SIDE, self.ranks() * SIDE);
        draw!(
            self.svg,
            r##"<rect class="frame" x="-4" y="-4" width="{}" height="{}" rx="5" fill="#6b5138"/>"##,
            width + 8,
            height + 8
        );
        for (name, wanted) in [("light", 0), ("dark", 1)] {
            draw!(self.svg, r#"<g fill="{}">"#, SQUARE_COLORS[wanted]);
            for square in self.spec.board.into_iter().filter(|&square| shade(square) == wanted) {
                self.square(name, square, self.corner(square));
            }
            self.svg += "</g>\n";
        }
    }

    fn square(&mut self, shade: &str, square: Square, (x, y): (i32, i32)) {
        let name = self.spec.square_name(square);
        draw!(
            self.svg,
            r#"<rect class="square {shade}" data-square="{name}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>"#
        );
    }

    fn coordinates(&mut self) {
        self.svg += "<g class=\"coordinates\" font-family=\"sans-serif\" font-size=\"28\" text-anchor=\"middle\" \
                     fill=\"#84796c\">";
        for file in 0..self.spec.page.files {
            let (x, _) = self.center(Square::new(file, 0));
            draw!(self.svg, r#"<text x="{x}" y="{}">{}</text>"#, self.ranks() * SIDE + 31, self.spec.file_letter(file));
        }
        for rank in 0..self.spec.page.ranks {
            let (_, y) = self.center(Square::new(0, rank));
            draw!(self.svg, r#"<text x="-22" y="{}">{}</text>"#, y + 10, rank + 1);
        }
        self.svg += "</g>\n";
    }

    /// Start and target of each move, and what else it changed; of a double turn the halves can be told apart.
    fn last(&mut self, moves: &[PlayedMove]) {
        if moves.is_empty() {
            return;
        }
        self.svg += "<g class=\"last\">";
        let is_double = moves.len() > 1 || moves.iter().any(|m| m.again);
        for (number, m) in moves.iter().enumerate() {
            let (class, color) = match (is_double, number) {
                (false, _) => ("last", "#e0c020"),
                (true, 0) => ("last first", "#e0c020"),
                (true, _) => ("last second", "#e07b20"),
            };
            let ends = m.from.bit() | m.to.bit();
            for square in ends | m.changed {
                let opacity = if ends.has(square) { ".55" } else { ".3" };
                let (x, y) = self.corner(square);
                draw!(
                    self.svg,
                    r#"<rect class="{class}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{color}" fill-opacity="{opacity}"/>"#
                );
            }
        }
        self.svg += "</g>\n";
    }

    fn check(&mut self, view: &dyn View) {
        let kings = view.checked_kings();
        if kings.is_empty() {
            return;
        }
        self.svg += "<g class=\"check\" fill=\"#e02020\">";
        for square in kings {
            let (x, y) = self.center(square);
            // A glow: three discs, because a gradient would need a name that is unique in the page.
            for (radius, opacity) in [(50, ".3"), (42, ".35"), (32, ".45")] {
                draw!(self.svg, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill-opacity="{opacity}"/>"#);
            }
        }
        self.svg += "</g>\n";
    }

    fn pieces(&mut self, view: &dyn View) {
        self.svg += "<g class=\"pieces\">";
        for square in self.spec.board {
            if let Some(piece) = view.piece_at(square) {
                self.piece("piece", square, piece, self.corner(square));
            }
        }
        self.svg += "</g>\n";
    }

    fn piece(&mut self, class: &str, square: Square, piece: Piece, (x, y): (i32, i32)) {
        let (name, text) = (self.spec.square_name(square), self.spec.piece_text(piece));
        let (text, symbol) = (Escaped(&text), symbol_name(self.spec, piece));
        draw!(
            self.svg,
            r##"<use class="{class}" data-square="{name}" data-piece="{text}" href="#{symbol}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>"##
        );
    }

    /// What a side has in hand, at its end of the board: each kind with its number.
    fn pocket(&mut self, view: &dyn View, color: Color) {
        let is_below = (color == Color::White) != self.flip;
        let y = if is_below { self.ranks() * SIDE + MARGIN + 4 } else { -POCKET_ROOM };
        draw!(self.svg, r##"<g class="pocket" font-family="sans-serif" font-size="26" fill="#84796c">"##);
        for (place, (kind, count)) in (0..).zip(view.hand(color)) {
            let (x, symbol) = (place * (IN_HAND + 32), symbol_name(self.spec, Piece::new(color, kind)));
            draw!(self.svg, r##"<use href="#{symbol}" x="{x}" y="{y}" width="{IN_HAND}" height="{IN_HAND}"/>"##);
            draw!(self.svg, r#"<text x="{}" y="{}">{count}</text>"#, x + IN_HAND, y + IN_HAND - 6);
        }
        self.svg += "</g>\n";
    }

    fn details(&mut self, details: &[Detail]) {
        self.svg += "<g class=\"details\" pointer-events=\"none\">";
        for detail in details {
            match *detail {
                Detail::Token { name, holder } => self.token(name, holder),
                Detail::Link { name, from, to } => self.link(name, from, to),
                Detail::Right { name, square } => self.right(name, square),
                Detail::Checks { .. } => {}
            }
        }
        self.svg += "</g>\n";
    }

    /// What a side holds, beside the board at its end.
    fn token(&mut self, name: &str, holder: Color) {
        let x = self.files() * SIDE + 8;
        let is_below = (holder == Color::White) != self.flip;
        let y = if is_below { self.ranks() * SIDE - 86 } else { 10 };
        let (drawing, title, side) = (pieces::token(name, holder), Escaped(name), holder.name());
        let class = side.to_lowercase();
        draw!(
            self.svg,
            r#"<g class="token {class}" transform="translate({x} {y}) scale(.76)"><title>{title}: {side}</title>{drawing}</g>"#
        );
    }

    /// Ice over a frozen piece, a mark at who freezes it, and a line between them.
    fn link(&mut self, name: &str, from: Square, to: Square) {
        let ((fx, fy), (x, y)) = (self.corner(from), self.corner(to));
        let words = format!("{} {name} {}", self.spec.square_name(from), self.spec.square_name(to));
        draw!(self.svg, "<g><title>{}</title>", Escaped(&words));
        draw!(
            self.svg,
            r##"<path class="link" d="M{} {}L{} {}" fill="none" stroke="#1f8fd6" stroke-width="7" stroke-dasharray="3 13" stroke-linecap="round"/>"##,
            fx + 50,
            fy + 50,
            x + 50,
            y + 50
        );
        draw!(
            self.svg,
            r##"<rect class="freezer" x="{}" y="{}" width="92" height="92" rx="12" fill="none" stroke="#1f8fd6" stroke-width="6"/>"##,
            fx + 4,
            fy + 4
        );
        draw!(
            self.svg,
            r##"<g class="frozen" transform="translate({x} {y})"><rect x="3" y="3" width="94" height="94" rx="10" fill="#8fd3ff" fill-opacity=".5" stroke="#1f8fd6" stroke-width="4"/>{SNOWFLAKE}</g></g>"##
        );
    }

    /// A badge in the corner of a piece that may still do something.
    fn right(&mut self, name: &str, square: Square) {
        let (x, y) = self.corner(square);
        draw!(
            self.svg,
            r##"<g class="right" transform="translate({x} {y})"><title>{}</title><circle cx="17" cy="17" r="14" fill="#2c8a3c" stroke="#fff" stroke-width="2.5"/><path d="M11 16l6-6 6 6M11 24l6-6 6 6" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></g>"##,
            Escaped(name)
        );
    }

    /// The squares that lie under those at the edges of a folded board, with what stands there.
    fn beyond(&mut self, view: &dyn View) {
        self.svg += "<g class=\"beyond\" display=\"none\">";
        let (files, ranks) = (self.files(), self.spec.page.ranks);
        for column in (-BEYOND..0).chain(files..files + BEYOND) {
            let screen = column.rem_euclid(files) as u8;
            let file = if self.flip { self.spec.page.files - 1 - screen } else { screen };
            for square in (0..ranks).map(|rank| Square::new(file, rank)) {
                let corner = (column * SIDE, self.corner(square).1);
                let dark = shade(square);
                draw!(self.svg, r#"<g fill="{}">"#, BEYOND_COLORS[dark]);
                self.square(["light", "dark"][dark], square, corner);
                self.svg += "</g>";
                if let Some(piece) = view.piece_at(square) {
                    self.svg += "<g opacity=\".6\">";
                    self.piece("ghost", square, piece, corner);
                    self.svg += "</g>";
                }
            }
            let (x, y) = (column * SIDE + SIDE / 2, i32::from(ranks) * SIDE + 31);
            let letter = self.spec.file_letter(file);
            draw!(
                self.svg,
                r##"<text x="{x}" y="{y}" font-family="sans-serif" font-size="28" text-anchor="middle" fill="#84796c">{letter}</text>"##
            );
        }
        self.svg += "</g>\n";
    }

    /// The head of the picture: the room that it takes, and with the squares beyond the edges.
    fn head(&mut self, has_token: bool, folds: bool, has_pockets: bool) {
        let right = if has_token { HOLDER_ROOM } else { 8 };
        let (width, height) = (self.files() * SIDE + MARGIN + right, self.ranks() * SIDE + MARGIN + 10);
        let pocket = if has_pockets { POCKET_ROOM } else { 0 };
        let (top, tall) = (-8 - pocket, height + 2 * pocket);
        draw!(self.svg, r#"<svg xmlns="{NAMESPACE}" class="board" viewBox="{} {top} {width} {tall}""#, -MARGIN);
        if folds {
            let beyond = BEYOND * SIDE;
            let wide = self.files() * SIDE + 2 * beyond + 2 * MARGIN;
            draw!(self.svg, r#" data-wide="{} -8 {wide} {height}""#, -beyond - MARGIN);
        }
    }
}

/// A snowflake in the corner of a square.
const SNOWFLAKE: &str =
    r##"<path d="M82 8v24M72 14l20 12M92 14L72 26" stroke="#0d6fb3" stroke-width="4.5" stroke-linecap="round"/>"##;

/// Draws a position with the moves of its last turn.
pub fn position(view: &dyn View, last: &[PlayedMove], style: Style) -> String {
    let details = view.details();
    let mut canvas = Canvas { spec: view.spec(), flip: style.flip, svg: String::new() };
    let has_token = details.iter().any(|detail| matches!(detail, Detail::Token { .. }));
    let folds = !view.folding().is_empty() && !style.standalone;
    // In a page they are beside the picture, where they can be picked up.
    let has_pockets = style.standalone && canvas.spec.has_hands();
    canvas.head(has_token, folds, has_pockets);
    if style.standalone {
        canvas.standalone(view);
    } else {
        canvas.svg += ">\n";
    }
    canvas.squares();
    canvas.coordinates();
    canvas.last(last);
    canvas.check(view);
    if folds {
        canvas.beyond(view);
    }
    canvas.pieces(view);
    if has_pockets {
        Color::BOTH.into_iter().for_each(|color| canvas.pocket(view, color));
    }
    canvas.details(&details);
    canvas.svg += "</svg>\n";
    canvas.svg
}

impl Canvas<'_> {
    /// What a picture needs that does not stand in a page: its size, a title, and the symbols of its pieces.
    fn standalone(&mut self, view: &dyn View) {
        let title = format!("{}: {}", self.spec.page.summary, view.fen());
        draw!(self.svg, " width=\"{}\" role=\"img\">\n<title>{}</title>\n<defs>", self.files() * 48, Escaped(&title));
        let mut drawn: Vec<Piece> = Vec::new();
        let on_board = self.spec.board.into_iter().filter_map(|square| view.piece_at(square));
        let in_hand = Color::BOTH
            .into_iter()
            .flat_map(|color| view.hand(color).into_iter().map(move |(kind, _)| Piece::new(color, kind)));
        for piece in on_board.chain(in_hand) {
            if !drawn.contains(&piece) {
                write_symbol(&mut self.svg, self.spec, piece);
                drawn.push(piece);
            }
        }
        self.svg += "</defs>\n";
    }
}
