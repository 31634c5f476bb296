//! Positions set up by hand: their FEN, what is wrong with them, and what they could have beyond pieces.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::Json;
use super::error::JsonError;
use super::position::{Side, side as side_name};
use super::request::{Arguments, parse};
use crate::board::{Castling, Detail, FenError, MAX_CASTLINGS, MOST_IN_HAND, Setup, Spec, Statement, View};
use crate::protocol::text::quote;
use crate::types::{Piece, SQUARES, Square};

/// The arguments of `compose`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Composition {
    game: String,
    fen: Option<String>,
    pieces: BTreeMap<String, String>,
    hands: Option<BTreeMap<String, u32>>,
    side: Side,
    details: Option<Vec<String>>,
}

impl Json<'_> {
    /// The FEN of a position set up by hand, what is wrong with it, and what it could have beyond pieces.
    pub(super) fn compose(&mut self, arguments: Arguments) -> Result<Value, JsonError> {
        let Composition { game, fen, pieces, hands, side, details } = parse(arguments)?;
        let session = self.session(&game)?;
        let spec = session.spec();
        let start = Setup::read_unfinished(spec, fen.as_deref().unwrap_or(spec.page.start))?;
        let mut setup = start.with_pieces(spec, read_pieces(spec, &pieces)?, side.color());
        if let Some(wanted) = details {
            let choices = choices(session.view(), &setup);
            choose(spec, &mut setup, choices.iter().filter(|choice| wanted.contains(&choice.key)));
        }
        if let Some(hands) = hands {
            setup.state.bracket = hands_text(spec, &hands)?;
        }
        let mut error = session.set_position(Some(&setup.fen(spec))).err();
        if let Some(FenError::State { .. }) = error {
            // The pieces that the seventh field speaks of are not there any more.
            setup.state.field.clear();
            error = session.set_position(Some(&setup.fen(spec))).err();
        }
        let view = session.view();
        if error.is_none() {
            setup = view.setup();
        }
        let details: Vec<Value> = choices(view, &setup).iter().map(|choice| choice.describe(&setup)).collect();
        Ok(json!({
            "fen": setup.fen(spec),
            "error": error.map(|error| error.to_string()),
            "details": details,
            "hands": spec.has_hands().then(|| hands_in(spec, &setup.state.bracket)),
        }))
    }
}

/// Pieces in hand as FEN has them between its square brackets.
fn hands_text(spec: &Spec, hands: &BTreeMap<String, u32>) -> Result<String, JsonError> {
    let mut text = String::new();
    for (piece, &count) in hands {
        if !matches!(spec.read_piece(piece), Some((_, ""))) {
            return Err(JsonError::Argument(format!("{} is not a piece of this game", quote(piece))));
        }
        if count > MOST_IN_HAND.into() {
            return Err(JsonError::Argument(format!("{count} of {} in hand, at most {MOST_IN_HAND}", quote(piece))));
        }
        text += &piece.repeat(count as usize);
    }
    Ok(text)
}

/// How many of each piece a FEN has between its square brackets.
fn hands_in(spec: &Spec, text: &str) -> BTreeMap<String, u32> {
    let mut hands = BTreeMap::new();
    let mut rest = text;
    while let Some((piece, after)) = spec.read_piece(rest) {
        *hands.entry(spec.piece_text(piece)).or_default() += 1;
        rest = after;
    }
    hands
}

/// The pieces on their squares.
fn read_pieces(spec: &Spec, pieces: &BTreeMap<String, String>) -> Result<[Option<Piece>; SQUARES], JsonError> {
    let mut cells = [None; SQUARES];
    let wrong = |text: &str, what: &str| JsonError::Argument(format!("{} is not a {what} of this game", quote(text)));
    for (square, piece) in pieces {
        let Some((at, "")) = spec.read_square(square) else { return Err(wrong(square, "square")) };
        match spec.read_piece(piece) {
            Some((piece, "")) => cells[at.index()] = Some(piece),
            _ => return Err(wrong(piece, "piece")),
        }
    }
    Ok(cells)
}

/// Something that a position could have beyond its pieces.
struct Choice {
    /// What a request calls it.
    key: String,
    /// Of what sort it is, for people.
    group: String,
    /// What it is, for people.
    words: String,
    /// Whether another one of its group is given up for it.
    exclusive: bool,
    stated: Stated,
}

/// How a position states it.
enum Stated {
    /// By the right to the castling with this number.
    Castling(usize),
    /// By the game's own state.
    State(Statement),
}

impl Choice {
    fn castling(spec: &Spec, number: usize, castling: &Castling) -> Self {
        let (from, to) = (spec.square_name(castling.king_from), spec.square_name(castling.king_to));
        let words = format!("{} {from} to {to}", castling.color.name());
        let key = castling.letter.to_string();
        Self { key, group: "castling".to_owned(), words, exclusive: false, stated: Stated::Castling(number) }
    }

    fn detail(spec: &Spec, setup: &Setup, detail: Detail, statement: Statement) -> Self {
        let at = |square: Square| {
            let name = setup.cells[square.index()].map_or("", |piece| spec.short_name(piece.kind()));
            format!("{name} {}", spec.square_name(square))
        };
        let (key, group, words) = match detail {
            Detail::Token { name, holder } => (format!("{name} {}", side_name(holder)), name, holder.name().to_owned()),
            Detail::Link { name, from, to } => {
                let key = format!("{} {name} {}", spec.square_name(from), spec.square_name(to));
                (key, name, format!("{}: {}", at(from), at(to)))
            }
            Detail::Right { name, square } => (format!("{name} {}", spec.square_name(square)), name, at(square)),
            Detail::Checks { color, left } => {
                (format!("checks {} {left}", side_name(color)), "checks", format!("{}: {left} more", color.name()))
            }
        };
        let exclusive = matches!(detail, Detail::Token { .. });
        Self { key, group: group.to_owned(), words, exclusive, stated: Stated::State(statement) }
    }

    fn describe(&self, setup: &Setup) -> Value {
        let on = match &self.stated {
            Stated::Castling(number) => setup.has_right(*number),
            Stated::State(statement) => statement.is_in(&setup.state),
        };
        let Self { key, group, words, exclusive, .. } = self;
        json!({"key": key, "group": group, "words": words, "exclusive": exclusive, "on": on})
    }
}

/// All that a position could have with its pieces.
fn choices(view: &dyn View, setup: &Setup) -> Vec<Choice> {
    let spec = view.spec();
    let castlings = (0..MAX_CASTLINGS).filter_map(|number| {
        let castling = setup.possible_castling(spec, number)?;
        Some(Choice::castling(spec, number, &castling))
    });
    let details = view.possible_details(setup).into_iter();
    castlings.chain(details.map(|(detail, statement)| Choice::detail(spec, setup, detail, statement))).collect()
}

/// Gives a position these and nothing else.
fn choose<'c>(spec: &Spec, setup: &mut Setup, wanted: impl Iterator<Item = &'c Choice>) {
    setup.castling_rights = 0;
    *setup = setup.without_state();
    for choice in wanted {
        match &choice.stated {
            Stated::Castling(number) => setup.grant(spec, *number),
            Stated::State(statement) => statement.add_to(&mut setup.state),
        }
    }
}
