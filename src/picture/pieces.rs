//! The piece set. A piece is drawn by its name in the game's table, so that pieces of the same name look alike in all
//! games. A piece without a drawing of its own is drawn as one that moves alike, or as its letter.
//!
//! A drawing is a file of fragments for a square of 100 units: first the bodies, which are filled and outlined, and after
//! an empty line the marks, which are lines on them. The words `BODY`, `LINE` and `MARK` stand for the colours of the
//! side.

use std::fmt::Write;

use super::tower::{MOST_STONES, stones};
use super::{Escaped, NAMESPACE, Number};
use crate::board::{PieceSpec, Spec};
use crate::types::{Color, Kind, Piece};

macro_rules! drawings {
    ($($name:literal)+) => {
        /// The drawings by name.
        static DRAWINGS: &[(&str, &str)] = &[$(($name, include_str!(concat!("pieces/", $name, ".svg")))),+];
    };
}

drawings! {
    "pawn" "knight" "bishop" "rook" "queen" "king"
    "archbishop" "chancellor" "janus" "camel" "minister"
    "ghoul" "sorcerer" "serpent" "void" "dark-knight"
    "eaglet" "mule" "rook-camel" "diagonal-bypasser"
    "lion" "cannon-rook-wise" "cannon-bishop-wise" "elephant" "wizard"
    "cube"
}

/// First words of names, what they add to the drawing of the rest, and whether that one shrinks to make room on top.
const FORMS: [(&str, &str, bool); 3] = [
    ("crowned-", include_str!("pieces/crown.svg"), true),
    ("risen-", include_str!("pieces/risen.svg"), true),
    ("ajax-", include_str!("pieces/ajax.svg"), false),
];

/// The drawing that is no piece's.
const TOKEN: &str = "cube";

/// The name of towers, before the number of their stones.
const TOWER: &str = "tower-of-hanoi-";

/// The stones of the tower with this name; `None` if it is no tower.
fn tower_height(name: &str) -> Option<usize> {
    name.strip_prefix(TOWER)?.parse().ok().filter(|count| (1..=MOST_STONES).contains(count))
}

/// Whether there is a drawing with this name.
fn is_drawn(name: &str) -> bool {
    let is_form = |&(form, ..): &(&str, &str, bool)| name.strip_prefix(form).is_some_and(is_drawn);
    DRAWINGS.iter().any(|(known, _)| *known == name) || tower_height(name).is_some() || FORMS.iter().any(is_form)
}

/// The colours of a side.
struct Palette {
    body: &'static str,
    /// The body of every second stone of a tower.
    other_body: &'static str,
    line: &'static str,
    mark: &'static str,
    /// Around the outline, so that a dark piece stands out from a dark ground.
    halo: Option<&'static str>,
}

const PALETTES: [Palette; 2] = [
    Palette { body: "#fffdf6", other_body: "#cdb991", line: "#221d1a", mark: "#221d1a", halo: None },
    Palette { body: "#45403d", other_body: "#5d5651", line: "#12100f", mark: "#f3ecdf", halo: Some("#fff") },
];

/// Bodies and marks of a drawing, in layers: each layer covers those before it.
struct Drawing {
    layers: Vec<[String; 2]>,
}

impl Drawing {
    fn of_fragments(text: &str) -> Self {
        let (bodies, marks) = text.trim_end().split_once("\n\n").unwrap_or((text, ""));
        Self { layers: vec![[bodies.trim().to_owned(), marks.trim().to_owned()]] }
    }

    /// The drawing of a name; `None` if there is none.
    fn of(name: &str) -> Option<Self> {
        if let Some((_, text)) = DRAWINGS.iter().find(|(known, _)| *known == name) {
            return Some(Self::of_fragments(text));
        }
        if let Some(count) = tower_height(name) {
            return Some(Self::tower(count));
        }
        FORMS.iter().find_map(|&(form, text, shrinks)| {
            let mut drawing = Self::of(name.strip_prefix(form)?)?;
            if shrinks {
                drawing.shrink();
            }
            drawing.layers.extend(Self::of_fragments(text).layers);
            Some(drawing)
        })
    }

    fn tower(count: usize) -> Self {
        let (mut bodies, mut joints) = (String::new(), String::new());
        for (number, stone) in stones(count).enumerate() {
            let fill = if number % 2 == 1 { " fill=\"OTHER\"" } else { "" };
            let [x, y, width, height] = [stone.x, stone.y, stone.width, stone.height].map(Number);
            // Writing to a text cannot fail.
            let _ = write!(bodies, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="5"{fill}/>"#);
            if number > 0 {
                let (left, floor, length) = (Number(stone.x + 3.0), Number(stone.y + stone.height), stone.width - 6.0);
                let _ = write!(joints, "M{left} {floor}h{length}");
            }
        }
        let marks = if count > 1 { format!(r#"<path d="{joints}" stroke-width="2.6"/>"#) } else { String::new() };
        Self { layers: vec![[bodies, marks]] }
    }

    /// A disc with a text of a few letters.
    fn of_letters(text: &str) -> Self {
        let size = if text.chars().count() > 1 { 36 } else { 48 };
        let marks = format!(
            "<text x=\"50\" y=\"{}\" font-family=\"sans-serif\" font-weight=\"bold\" font-size=\"{size}\" \
             text-anchor=\"middle\" fill=\"MARK\" stroke=\"none\">{}</text>",
            50 + size * 36 / 100,
            Escaped(text)
        );
        Self { layers: vec![["<circle cx=\"50\" cy=\"50\" r=\"39\"/>".to_owned(), marks]] }
    }

    /// Makes it smaller, so that there is room above it.
    fn shrink(&mut self) {
        for part in self.layers.iter_mut().flatten().filter(|part| !part.is_empty()) {
            *part = format!("<g transform=\"translate(9 17) scale(.82)\">{part}</g>");
        }
    }

    /// The drawing in a side's colours, as the content of a square of 100 units.
    fn svg(&self, color: Color) -> String {
        let palette = &PALETTES[color.index()];
        let mut svg = String::from("<g stroke-linejoin=\"round\" stroke-linecap=\"round\">");
        if let Some(halo) = palette.halo {
            let _ = write!(svg, r#"<g fill="none" stroke="{halo}" stroke-opacity=".55" stroke-width="8.5">"#);
            self.layers.iter().for_each(|[bodies, _]| svg += bodies);
            svg += "</g>";
        }
        for [bodies, marks] in &self.layers {
            let _ = write!(svg, r#"<g fill="BODY" stroke="LINE" stroke-width="4.5">{bodies}</g>"#);
            if !marks.is_empty() {
                let _ = write!(svg, r#"<g fill="none" stroke="MARK" stroke-width="4">{marks}</g>"#);
            }
        }
        svg += "</g>";
        let colors =
            [("BODY", palette.body), ("OTHER", palette.other_body), ("LINE", palette.line), ("MARK", palette.mark)];
        colors.iter().fold(svg, |svg, (word, color)| svg.replace(&format!("\"{word}\""), &format!("\"{color}\"")))
    }
}

/// A name as it stands in the name of a picture: `Can(n)on, rook-wise` is `cannon-rook-wise`.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => slug.push(c.to_ascii_lowercase()),
            ' ' | '-' if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    slug
}

/// The drawings of pieces that have none under their own name, by movement.
static ALIKE: [(&str, &[&str]); 7] = [
    ("pawn", &["fW", "fsW", "fmWfF"]),
    ("knight", &["nN", "fN", "NN"]),
    ("elephant", &["A", "nA", "FA", "nZ"]),
    ("cannon-rook-wise", &["mRcpR", "pR"]),
    ("cannon-bishop-wise", &["mBcpB", "pB"]),
    ("camel", &["CF", "FC", "CW", "WC"]),
    ("minister", &["F"]),
];

/// The name under which a piece may have a drawing of its own.
fn own_name(row: &PieceSpec) -> String {
    let digit = if row.digit == 0 { String::new() } else { format!("-{}", row.digit) };
    let asked = slug(row.drawing);
    if is_drawn(&asked) { asked } else { slug(row.name) + &digit }
}

/// The drawing for a piece that has none of its own: of pawns if it promotes as they do, or by its movement.
fn name_alike(spec: &Spec, kind: Kind) -> Option<&'static str> {
    let row = spec.piece(kind);
    if is_drawn(&own_name(row)) {
        return None;
    }
    let by_movement = ALIKE.iter().find(|(_, movements)| movements.contains(&row.betza)).map(|&(name, _)| name);
    let is_pawn = || spec.laws().promotion_pawns[Color::White.index()].has(kind);
    by_movement.or_else(|| is_pawn().then_some("pawn"))
}

/// The name of a kind's drawing; `None` if it has none. No two kinds of a game share a drawing.
fn drawing_name(spec: &Spec, kind: Kind) -> Option<String> {
    // Who asks for a drawing has it before those that have it by their names.
    let rank = |kind: Kind| (spec.piece(kind).drawing.is_empty(), kind.index());
    let is_before = |other: Kind| rank(other) < rank(kind);
    let mut others = (0..spec.kinds()).map(Kind::new).filter(|&other| other != kind && !falls_back(spec, other));
    let own = own_name(spec.piece(kind));
    if is_drawn(&own) {
        let is_taken = others.any(|other| is_before(other) && own_name(spec.piece(other)) == own);
        return (!is_taken).then_some(own);
    }
    let alike = name_alike(spec, kind)?;
    let has_it = |other: Kind| {
        own_name(spec.piece(other)) == alike || is_before(other) && name_alike(spec, other) == Some(alike)
    };
    (!others.any(has_it)).then(|| alike.to_owned())
}

/// The name of a piece's picture: `rook`, `tower-of-hanoi-3`. Pieces that have no drawing get a name that only their
/// game knows. A name has letters, digits and `-` only.
pub fn picture_name(spec: &Spec, kind: Kind) -> String {
    if falls_back(spec, kind) {
        return picture_name(spec, spec.unpromoted(kind)) + "-promoted";
    }
    drawing_name(spec, kind).unwrap_or_else(|| format!("kind-{}", kind.index()))
}

/// Whether a kind is another one that becomes a pawn again when it is captured: it has a mark on the same drawing.
fn falls_back(spec: &Spec, kind: Kind) -> bool {
    spec.piece(kind).promoted
}

/// The mark of a piece that falls back when it is captured.
const FALLS_BACK: &str = r##"<circle cx="81" cy="20" r="10" fill="#e0a020" stroke="#fff" stroke-width="4"/>"##;

/// The name of a piece's symbol: `w-rook`.
pub(super) fn symbol_name(spec: &Spec, piece: Piece) -> String {
    let side = if piece.color() == Color::White { 'w' } else { 'b' };
    format!("{side}-{}", picture_name(spec, piece.kind()))
}

/// The drawing of a piece, as the content of a square of 100 units.
pub(super) fn drawing(spec: &Spec, piece: Piece) -> String {
    let is_marked = falls_back(spec, piece.kind());
    let kind = if is_marked { spec.unpromoted(piece.kind()) } else { piece.kind() };
    let drawing = drawing_name(spec, kind).and_then(|name| Drawing::of(&name));
    let svg = drawing.unwrap_or_else(|| Drawing::of_letters(&spec.kind_text(kind))).svg(piece.color());
    if is_marked { svg + FALLS_BACK } else { svg }
}

/// The drawing of what a side holds, as the content of a square of 100 units.
pub(super) fn token(name: &str, holder: Color) -> String {
    let initial: String = name.chars().take(1).collect();
    Drawing::of(&slug(name)).unwrap_or_else(|| Drawing::of_letters(&initial)).svg(holder)
}

/// Writes the symbol of a piece.
pub(super) fn write_symbol(svg: &mut String, spec: &Spec, piece: Piece) {
    let (name, drawing) = (symbol_name(spec, piece), drawing(spec, piece));
    let _ = write!(svg, r#"<symbol id="{name}" viewBox="0 0 100 100">{drawing}</symbol>"#);
}

/// The pieces of a game, for both sides, as an `<svg>` of symbols. A symbol has the name `w-` or `b-` and
/// [`picture_name`].
pub fn symbols(spec: &Spec) -> String {
    let mut svg = format!("<svg xmlns=\"{NAMESPACE}\">");
    for kind in (0..spec.kinds()).map(Kind::new) {
        Color::BOTH.into_iter().for_each(|color| write_symbol(&mut svg, spec, Piece::new(color, kind)));
    }
    svg += "</svg>\n";
    svg
}

/// The names of the drawings of pieces, without towers and forms.
pub fn names() -> impl Iterator<Item = &'static str> {
    DRAWINGS.iter().map(|&(name, _)| name).filter(|&name| name != TOKEN)
}

/// All drawings for both sides, as an `<svg>` of symbols with the names `w-` or `b-` and that of the drawing.
pub fn all_symbols() -> String {
    let mut svg = format!("<svg xmlns=\"{NAMESPACE}\">");
    for (name, drawing) in names().filter_map(|name| Some((name, Drawing::of(name)?))) {
        for (side, color) in [('w', Color::White), ('b', Color::Black)] {
            // Writing to a text cannot fail.
            let _ = write!(svg, r#"<symbol id="{side}-{name}" viewBox="0 0 100 100">{}</symbol>"#, drawing.svg(color));
        }
    }
    svg += "</svg>\n";
    svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Definition, Spec, piece, spec};
    use crate::games;

    #[test]
    fn every_piece_has_a_drawing_of_its_own() {
        let mut seen: Vec<(String, String)> = Vec::new();
        for spec in games::built_in() {
            for kind in (0..spec.kinds()).map(Kind::new) {
                let name = picture_name(spec, kind);
                assert!(!name.starts_with("kind-"), "{} {}", spec.page.name, spec.piece(kind).name);
                let white = drawing(spec, Piece::new(Color::White, kind));
                assert_ne!(white, drawing(spec, Piece::new(Color::Black, kind)), "{name}");
                for color_word in ["BODY", "OTHER", "LINE", "MARK"] {
                    assert!(!white.contains(color_word), "{name}: {color_word}");
                }
                let alike = seen.iter().find(|(other, drawing)| *drawing == white && *other != name);
                assert!(alike.is_none(), "{name} looks like {alike:?}");
                seen.push((name, white));
            }
        }
    }

    #[test]
    fn unknown_pieces_have_their_letter() {
        static SPEC: Spec = spec!(Definition {
            name: "strange",
            start: "k7/8/8/8/8/8/8/K7 w - - 0 1",
            ..Definition::new(
                8,
                8,
                &[
                    piece('K', "King", "K").royal(),
                    piece('<', "\"/><script>", "W"),
                    piece('Q', "Crowned Queen", "Q").crowned(),
                ]
            )
        });
        assert_eq!([0, 1, 2].map(|index| picture_name(&SPEC, Kind::new(index))), ["king", "kind-1", "crowned-queen"]);
        let symbols = symbols(&SPEC);
        assert!(symbols.contains("id=\"b-kind-1\"") && symbols.contains(">&lt;</text>"), "{symbols}");
        assert!(!symbols.contains("script"));
    }

    #[test]
    fn pieces_without_a_drawing_share_one_with_no_other_kind_of_their_game() {
        let text = "[pictures:chess]\nknight = -\ncustomPiece1 = c:CF\ncustomPiece2 = d:C\ncustomPiece3 = n:nN\n\
                    customPiece4 = q:Q3\nqueen = -\ncastling = false\ncustomPiece5 = s:fW\npromotionPieceTypes = c\n\
                    startFen = rnbcksdq/pppppppp/8/8/8/8/PPPPPPPP/RNBCKSDQ w - - 0 1\n";
        let spec = games::Games::default().load_text("pictures.ini", text).expect("the game is regular").specs[0];
        let name = |letter: char| {
            let mut kinds = (0..spec.kinds()).map(Kind::new);
            let kind = kinds.find(|&kind| spec.piece(kind).letter == letter).expect("the game has it");
            let name = picture_name(spec, kind);
            if name.starts_with("kind-") { "letter".to_owned() } else { name }
        };
        // The Camel-Ferz leaves the camel to the Camel, and the Shogi Pawn the pawn's drawing to the Pawn.
        let names: Vec<String> = "PCDNQS".chars().map(name).collect();
        assert_eq!(names, ["pawn", "letter", "camel", "knight", "letter", "letter"]);
    }

    #[test]
    fn names_are_safe() {
        for (name, expected) in [("Can(n)on, rook-wise", "cannon-rook-wise"), ("  A  b ", "a-b-"), ("Lù\"<x>", "lx")] {
            assert_eq!(slug(name), expected);
        }
    }
}
