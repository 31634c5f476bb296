//! What one piece can do, of either side: now, and on a board where nothing is in its way.

use serde::Deserialize;
use serde_json::{Value, json};

use super::Json;
use super::error::JsonError;
use super::place::Place;
use super::position::side;
use super::request::{Arguments, parse};
use crate::board::View;
use crate::picture;
use crate::protocol::text::quote;
use crate::types::{Piece, Square};

/// The arguments of `reach` beside the place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    square: String,
}

impl Json<'_> {
    /// Tells what the piece on a square can do.
    pub(super) fn reach(&mut self, mut arguments: Arguments) -> Result<Value, JsonError> {
        let place = Place::take(&mut arguments)?;
        let Wanted { square } = parse(arguments)?;
        let view = self.at(&place)?.view();
        let Some((at, "")) = view.spec().read_square(&square) else {
            return Err(JsonError::Argument(format!("{} is not a square of this game", quote(&square))));
        };
        let empty = || JsonError::Argument(format!("no piece stands on {}", quote(&square)));
        let piece = view.piece_at(at).ok_or_else(empty)?;
        Ok(json!({
            "square": square,
            "piece": view.spec().piece_text(piece),
            "side": side(piece.color()),
            "now": now(view, piece, at),
            "ever": ever(view, piece, at),
        }))
    }
}

/// What the piece can do as it stands, if its side were to move.
fn now(view: &dyn View, piece: Piece, at: Square) -> Vec<Value> {
    let passed = (piece.color() != view.side()).then(|| view.after_pass());
    let view = passed.as_deref().unwrap_or(view);
    let mut found: Vec<(Square, &'static str)> = Vec::new();
    for m in view.moves_from(at) {
        let entry = (m.to(), view.action(m).verb);
        if !found.contains(&entry) {
            found.push(entry);
        }
    }
    let name = |square| view.spec().square_name(square);
    found.into_iter().map(|(to, verb)| json!({"to": name(to), "verb": verb})).collect()
}

/// What it could do if nothing were in its way.
fn ever(view: &dyn View, piece: Piece, at: Square) -> Vec<Value> {
    let reach = picture::reach_from(view, piece, at);
    let entry = |(square, effects): (Square, Vec<picture::Effect>)| {
        let words: Vec<String> = effects.into_iter().map(picture::Effect::words).collect();
        json!({"to": view.spec().square_name(square), "words": words})
    };
    let goes_there = |(_, effects): &(Square, Vec<picture::Effect>)| *effects != [picture::Effect::Blocked];
    reach.effects.into_iter().filter(goes_there).map(entry).collect()
}
