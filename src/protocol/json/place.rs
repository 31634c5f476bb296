//! The position that a request names.

use serde::Deserialize;

use super::error::JsonError;
use super::request::{Arguments, parse, split_off};
use super::{Json, MAX_MOVES};
use crate::board::View;
use crate::picture::PlayedMove;
use crate::session::Session;
use crate::types::{Color, Move, Piece};

/// A game, where it starts, and the moves since.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Place {
    game: String,
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

impl Place {
    /// Takes the place out of the arguments.
    ///
    /// # Errors
    /// When its arguments are wrong.
    pub fn take(arguments: &mut Arguments) -> Result<Self, JsonError> {
        let place: Self = parse(split_off(arguments, &["game", "fen", "moves"]))?;
        match place.moves.len() {
            number if number > MAX_MOVES => {
                Err(JsonError::Argument(format!("{number} moves, at most {MAX_MOVES} are supported")))
            }
            _ => Ok(place),
        }
    }
}

/// A move that has been played.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// The move.
    pub m: Move,
    /// The move in coordinate notation.
    pub text: String,
    /// The move in algebraic notation.
    pub san: String,
    /// Where it started, see [`describe_start`].
    pub start: String,
    /// What it did, in a word.
    pub verb: &'static str,
    /// Who made it.
    pub side: Color,
    /// The number of the move.
    pub number: u32,
    /// The pieces that it removed, as in FEN.
    pub captures: Vec<String>,
    /// What it did on the board.
    pub shape: PlayedMove,
}

impl Played {
    fn new(view: &dyn View, m: Move) -> Self {
        let spec = view.spec();
        let captured = view.captured_squares(m).into_iter();
        let captures = captured.filter_map(|square| Some(spec.piece_text(view.piece_at(square)?))).collect();
        Self {
            m,
            text: view.move_text(m),
            san: view.san(m),
            start: describe_start(view, m),
            verb: view.action(m).verb,
            side: view.side(),
            number: view.full_move(),
            captures,
            shape: PlayedMove::new(view, m),
        }
    }
}

impl Json<'_> {
    /// Sets the session up at a place. Returns the moves of the last turn, or all of them.
    ///
    /// # Errors
    /// When the game is unknown, or the position or a move is refused.
    pub(super) fn go_to(&mut self, place: &Place, all: bool) -> Result<Vec<Played>, JsonError> {
        let (mut played, mut left) = (Vec::new(), place.moves.len());
        self.walk(place, |view, m| {
            // A turn has at most two moves.
            if all || left <= 2 {
                played.push(Played::new(view, m));
            }
            left -= 1;
        })?;
        if !all {
            let before = played.len() - last_turn(&played).len();
            played.drain(..before);
        }
        Ok(played)
    }

    /// Sets the session up at a place. `see` gets each position and the move that is played in it.
    ///
    /// # Errors
    /// When the game is unknown, or the position or a move is refused.
    pub(super) fn walk(&mut self, place: &Place, mut see: impl FnMut(&dyn View, Move)) -> Result<(), JsonError> {
        let session = self.session(&place.game)?;
        session.set_position(place.fen.as_deref())?;
        for (number, text) in place.moves.iter().enumerate() {
            let wrong = |error| JsonError::Move { number: number + 1, error };
            let m = session.view().read_move(text).map_err(wrong)?;
            see(session.view(), m);
            session.play(m).map_err(wrong)?;
        }
        Ok(())
    }

    /// As [`Json::go_to`], for requests that do not ask about the moves.
    pub(super) fn at(&mut self, place: &Place) -> Result<&mut dyn Session, JsonError> {
        self.go_to(place, false)?;
        Ok(self.any_session())
    }
}

/// Where a move starts: a square, or for a drop the piece in hand and `@`.
pub(super) fn describe_start(view: &dyn View, m: Move) -> String {
    let spec = view.spec();
    match view.gesture(m).from_hand {
        Some(kind) => format!("{}@", spec.piece_text(Piece::new(view.side(), kind))),
        None => spec.square_name(m.from()),
    }
}

/// The moves of the last turn.
pub(super) fn last_turn(played: &[Played]) -> &[Played] {
    match played {
        [.., before, last] if before.side == last.side => &played[played.len() - 2..],
        _ => &played[played.len().saturating_sub(1)..],
    }
}
