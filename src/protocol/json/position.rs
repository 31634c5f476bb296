//! Positions: what stands where, and what can be played.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Json;
use super::error::JsonError;
use super::place::{Place, Played, describe_start, last_turn};
use super::request::{Arguments, fields, parse, refuse_all};
use crate::board::{Detail, Spec, View};
use crate::picture::{self, PlayedMove};
use crate::session::Session;
use crate::types::{Bitboard, Color, Move, Piece};

/// The arguments of `position` beside the place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    #[serde(default)]
    history: bool,
    picture: Option<Picture>,
}

/// How the picture is to be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Picture {
    #[serde(default)]
    flip: bool,
}

/// A side as a request names it.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Side {
    White,
    Black,
}

impl Side {
    pub fn color(self) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
        }
    }
}

/// A side as answers name it.
pub(super) fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The factor between scores from a side's view and from White's.
pub(super) fn sign(view: Color) -> i32 {
    if view == Color::White { 1 } else { -1 }
}

impl Json<'_> {
    /// Describes a position.
    pub(super) fn position(&mut self, mut arguments: Arguments) -> Result<Value, JsonError> {
        let place = Place::take(&mut arguments)?;
        let Wanted { history, picture } = parse(arguments)?;
        let played = self.go_to(&place, history)?;
        let session = self.any_session();
        let view = session.view();
        let mut answer = describe(session);
        answer.insert("last".to_owned(), played.iter().map(|played| describe_played(view.spec(), played)).collect());
        if let Some(Picture { flip }) = picture {
            let turn: Vec<PlayedMove> = last_turn(&played).iter().map(|played| played.shape).collect();
            let style = picture::Style { flip, standalone: false };
            answer.insert("picture".to_owned(), picture::position(view, &turn, style).into());
        }
        Ok(answer.into())
    }

    /// The static evaluation of a position.
    pub(super) fn evaluate(&mut self, mut arguments: Arguments) -> Result<Value, JsonError> {
        let place = Place::take(&mut arguments)?;
        refuse_all(&arguments)?;
        let session = self.at(&place)?;
        let score = sign(session.view().side()) * session.evaluate();
        Ok(json!({"score": score, "material": session.material(), "terms": session.evaluation_table()}))
    }
}

fn describe(session: &dyn Session) -> Map<String, Value> {
    let view = session.view();
    let spec = view.spec();
    let names =
        |squares: Bitboard| -> Vec<String> { squares.into_iter().map(|square| spec.square_name(square)).collect() };
    let pieces: Map<String, Value> = spec
        .board
        .into_iter()
        .filter_map(|square| Some((spec.square_name(square), spec.piece_text(view.piece_at(square)?).into())))
        .collect();
    let moves: Vec<Value> = view.legal_moves().into_iter().map(|m| describe_move(view, m)).collect();
    let details: Vec<Value> = view.details().iter().map(|detail| describe_detail(spec, detail)).collect();
    let ending =
        session.ending().map(|ending| json!({"words": ending.to_string(), "result": ending.result().as_str()}));
    fields(json!({
        "game": spec.page.name,
        "fen": view.fen(),
        "side": side(view.side()),
        "number": view.full_move(),
        "check": names(view.checked_kings()),
        "pieces": pieces,
        "hands": describe_hands(view),
        "details": details,
        "ending": ending,
        "moves": moves,
    }))
}

/// How many of each piece are in hand; nothing in games without pieces in hand.
pub(super) fn describe_hands(view: &dyn View) -> Option<Map<String, Value>> {
    let spec = view.spec();
    let of_side = |color| view.hand(color).into_iter().map(move |(kind, count)| (Piece::new(color, kind), count));
    let hands = Color::BOTH.into_iter().flat_map(of_side);
    spec.has_hands().then(|| hands.map(|(piece, count)| (spec.piece_text(piece), count.into())).collect())
}

fn describe_detail(spec: &Spec, detail: &Detail) -> Value {
    match *detail {
        Detail::Token { name, holder } => json!({"kind": "token", "name": name, "side": side(holder)}),
        Detail::Link { name, from, to } => {
            json!({"kind": "link", "name": name, "from": spec.square_name(from), "to": spec.square_name(to)})
        }
        Detail::Right { name, square } => {
            json!({"kind": "right", "name": name, "square": spec.square_name(square)})
        }
        Detail::Checks { color, left } => json!({"kind": "checks", "side": side(color), "left": left}),
    }
}

fn describe_move(view: &dyn View, m: Move) -> Value {
    let spec = view.spec();
    let name = |square| spec.square_name(square);
    let action = view.action(m);
    let gesture = view.gesture(m);
    let start = gesture.from_hand.map(|_| describe_start(view, m));
    let path: Vec<String> = start.into_iter().chain(gesture.path.iter().map(|&square| name(square))).collect();
    let captures: Vec<String> = view.captured_squares(m).into_iter().map(name).collect();
    let mut entry = json!({
        "move": view.move_text(m),
        "san": view.san(m),
        "from": describe_start(view, m),
        "to": name(view.named_target(m)),
        "path": path,
        "verb": action.verb,
        "words": action.words,
        "shows": spec.piece_text(action.shows),
        "again": m.moves_again(),
        "captures": captures,
    });
    if let (true, Some(token), Some(entry)) = (m.moves_again(), view.token(), entry.as_object_mut()) {
        entry.insert("token".to_owned(), token.into());
    }
    entry
}

fn describe_played(spec: &Spec, played: &Played) -> Value {
    let changed: Vec<String> = played.shape.changed.into_iter().map(|square| spec.square_name(square)).collect();
    json!({
        "move": played.text,
        "san": played.san,
        "verb": played.verb,
        "from": played.start,
        "to": spec.square_name(played.m.to()),
        "side": side(played.side),
        "number": played.number,
        "again": played.m.moves_again(),
        "captures": played.captures,
        "changed": changed,
    })
}
