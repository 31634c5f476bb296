//! Records of games as JSON.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::MAX_MOVES;
use super::error::JsonError;
use super::position::{side, sign};
use crate::board::View;
use crate::protocol::text::quote;
use crate::records::{Note, NotedScore, PgnGame, Tags, Termination, Turn};
use crate::session::Catalogue;
use crate::types::{Color, GameResult};

/// How deep variations are nested at most.
const MAX_DEPTH: usize = 16;

/// A record of a game.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonGame {
    game: String,
    fen: Option<String>,
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default)]
    preface: String,
    moves: Vec<Node>,
    result: Option<String>,
    termination: Option<String>,
}

/// A move of a record. Scores are from White's view.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
struct Node {
    #[serde(rename = "move")]
    text: String,
    san: String,
    /// What the move does, as the legal moves of a position say it. It follows from the move.
    verb: String,
    side: String,
    number: u32,
    glyphs: Vec<u8>,
    comment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<u64>,
    variations: Vec<Vec<Node>>,
}

impl JsonGame {
    /// The record of a game whose moves are legal.
    pub fn of(catalogue: &Catalogue, game: &PgnGame) -> Self {
        let moves = catalogue.open_named(&game.variant).ok().and_then(|mut session| {
            session.set_position(game.start.as_deref()).ok()?;
            Some(line_of(session.view(), &game.turns))
        });
        Self {
            game: game.variant.clone(),
            fen: game.start.clone(),
            tags: game.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            preface: game.preface.clone(),
            moves: moves.unwrap_or_default(),
            result: Some(game.result.as_str().to_owned()),
            termination: game.termination.as_ref().map(ToString::to_string),
        }
    }

    /// The game, after its moves have been checked.
    ///
    /// # Errors
    /// When the game is unknown, or the position, a move or the result is refused.
    pub fn game(&self, catalogue: &Catalogue) -> Result<PgnGame, JsonError> {
        let mut session = catalogue.open_named(&self.game)?;
        session.set_position(self.fen.as_deref())?;
        let mut left = MAX_MOVES;
        let turns = turns_of(session.view(), &self.moves, &mut left, 0)?;
        let result = self.result.as_deref().unwrap_or(GameResult::Unknown.as_str());
        let wrong = || JsonError::Record(format!("`{}` is not a result", quote(result)));
        let mut game = PgnGame::new(&self.game, self.fen.clone());
        let mut tags = Tags::default();
        self.tags.iter().for_each(|(name, value)| tags.set(name, value.as_str()));
        game.result = GameResult::read(result).ok_or_else(wrong)?;
        game.termination = self.termination.as_deref().map(Termination::read);
        Ok(PgnGame { tags, preface: self.preface.clone(), turns, ..game })
    }
}

/// A line that begins in a position. What follows a null move is a comment, because nodes are legal moves.
fn line_of(start: &dyn View, turns: &[Turn]) -> Vec<Node> {
    let mut view = start.boxed();
    let (turns, rest) = turns.split_at(turns.iter().position(|turn| !turn.m.is_some()).unwrap_or(turns.len()));
    let nodes = turns.iter().map(|turn| {
        let node = Node::of(&*view, turn);
        view = view.after(turn.m);
        node
    });
    let mut nodes: Vec<Node> = nodes.collect();
    if let Some(last) = nodes.last_mut() {
        add_words(&mut last.comment, rest);
    }
    nodes
}

/// Adds the moves of turns to a comment.
fn add_words(comment: &mut String, turns: &[Turn]) {
    for turn in turns {
        if !comment.is_empty() {
            comment.push(' ');
        }
        *comment += &turn.san;
    }
}

/// The turns of a line that begins in a position. `left` is how many more moves the record may have.
fn turns_of(start: &dyn View, nodes: &[Node], left: &mut usize, depth: usize) -> Result<Vec<Turn>, JsonError> {
    if depth > MAX_DEPTH {
        return Err(JsonError::Record(format!("variations are nested deeper than {MAX_DEPTH} levels")));
    }
    let mut view = start.boxed();
    let mut turns = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        *left = left.checked_sub(1).ok_or_else(|| JsonError::Record(format!("more than {MAX_MOVES} moves")))?;
        let m = view.read_move(&node.text).map_err(|error| JsonError::Move { number: number + 1, error })?;
        let variations: Result<_, JsonError> =
            node.variations.iter().map(|line| turns_of(&*view, line, left, depth + 1)).collect();
        let note = node.note(view.side());
        let turn = Turn::new(&*view, m, note);
        turns.push(Turn { glyphs: node.glyphs.clone(), variations: variations?, ..turn });
        view = view.after(m);
    }
    Ok(turns)
}

impl Node {
    /// A turn in the position before it.
    fn of(before: &dyn View, turn: &Turn) -> Self {
        let Note { score: noted, depth, time, nodes, text } = &turn.note;
        let sign = sign(turn.side);
        let (score, mate) = match noted {
            None => (None, None),
            Some(NotedScore::Centipawns(score)) => (Some(sign * score), None),
            Some(NotedScore::Mates(plies)) => (None, Some(sign * plies.div_ceil(2) as i32)),
            Some(NotedScore::Mated(plies)) => (None, Some(-sign * plies.div_ceil(2) as i32)),
        };
        let variations: Vec<Vec<Node>> = turn.variations.iter().map(|line| line_of(before, line)).collect();
        let mut comment = text.clone();
        for (line, _) in turn.variations.iter().zip(&variations).filter(|(_, nodes)| nodes.is_empty()) {
            add_words(&mut comment, line);
        }
        Self {
            text: before.move_text(turn.m),
            san: turn.san.clone(),
            verb: before.action(turn.m).verb.to_owned(),
            side: side(turn.side).to_owned(),
            number: turn.number,
            glyphs: turn.glyphs.clone(),
            comment,
            score,
            mate,
            depth: *depth,
            nodes: *nodes,
            time: time.map(|time| time.as_millis() as u64),
            variations: variations.into_iter().filter(|nodes| !nodes.is_empty()).collect(),
        }
    }

    /// The comment of the turn, which `mover` makes.
    fn note(&self, mover: Color) -> Note {
        let sign = sign(mover);
        let mate = self.mate.filter(|&mate| mate != 0).map(|mate| {
            let moves = mate.unsigned_abs().min(MAX_MOVES as u32);
            if sign * mate.signum() > 0 { NotedScore::Mates(2 * moves - 1) } else { NotedScore::Mated(2 * moves) }
        });
        let score = self.score.map(|score| NotedScore::Centipawns(score.saturating_mul(sign)));
        Note {
            score: mate.or(score),
            depth: self.depth,
            time: self.time.map(Duration::from_millis),
            nodes: self.nodes,
            text: self.comment.clone(),
        }
    }
}
