//! What does not depend on a position: the engine, its games, their pictures and rules.

use serde::Deserialize;
use serde_json::{Value, json};

use super::error::JsonError;
use super::request::{Arguments, parse};
use super::words::words_of;
use super::{Json, MAX_MOVES, VERSION, options};
use crate::ENGINE_NAME;
use crate::board::{RULINGS, Spec};
use crate::manual::{TOPICS, Topic};
use crate::picture;
use crate::protocol::link::MAX_INPUT_LINE;
use crate::search::{MAX_LINES, Skill};
use crate::session::Catalogue;
use crate::types::Kind;

/// The game in which the levels of weaker play were measured.
const LEVELS_GAME: &str = "chess";

impl Json<'_> {
    /// The commands that are offered not everywhere, and here are.
    fn abilities(&self) -> Vec<&'static str> {
        let teach = self.bounds.teacher.as_ref().map(|_| "teach");
        ["trial"].into_iter().chain(teach).collect()
    }

    /// The engine and its options.
    pub(super) fn hello(&self) -> Value {
        json!({
            "protocol": VERSION,
            "engine": ENGINE_NAME,
            "options": options::list(self.catalogue(), &self.bounds),
            "limits": {
                "message": MAX_INPUT_LINE,
                "moves": MAX_MOVES,
                "time": self.bounds.search.as_millis() as u64,
                "lines": MAX_LINES,
                "level": Skill::FULL,
                "elo": [Skill::ELO.start(), Skill::ELO.end()],
            },
            "abilities": self.abilities(),
            "levels": {
                "game": LEVELS_GAME,
                "elo": Skill::LEVELS_ELO,
            },
        })
    }
}

/// The arguments of `games`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    #[serde(default)]
    relatives: bool,
}

/// All games, or those that are played by name without being among them.
pub(super) fn games(catalogue: &Catalogue, arguments: Arguments) -> Result<Value, JsonError> {
    let Listed { relatives } = parse(arguments)?;
    let games = &catalogue.games;
    let listed: Vec<_> = match relatives {
        true => games.relatives().filter_map(|name| games.find(name)).collect(),
        false => games.all().collect(),
    };
    Ok(json!({"games": listed.into_iter().map(|spec| describe(catalogue, spec)).collect::<Vec<_>>()}))
}

/// A game as `games` lists it.
pub(super) fn describe(catalogue: &Catalogue, spec: &'static Spec) -> Value {
    let page = &spec.page;
    let session = catalogue.open(spec);
    let view = session.view();
    let folding = view.folding();
    let pieces = (0..spec.kinds()).map(Kind::new).map(|kind| {
        let row = spec.piece(kind);
        json!({
            "text": spec.kind_text(kind),
            "name": row.name,
            "count": (row.digit > 0).then_some(row.digit),
            "betza": row.betza,
            "picture": picture::picture_name(spec, kind),
            "royal": spec.all_royals().has(kind),
            "pawn": spec.pawns.has(kind),
            "drops": spec.can_be_in_hand(kind),
            "folds": folding.has(kind),
        })
    });
    json!({
        "name": page.name,
        "title": page.rules.lines().next().unwrap_or_default().trim_start_matches('#').trim(),
        "summary": page.summary,
        "files": page.files,
        "ranks": page.ranks,
        "letters": page.file_letters,
        "start": page.start,
        "arrays": page.arrays.map(|arrays| arrays.count),
        "doubleTurns": !view.alternates(),
        "pieces": pieces.collect::<Vec<_>>(),
    })
}

/// An argument that names a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneGame {
    game: String,
}

fn game(catalogue: &Catalogue, arguments: Arguments) -> Result<&'static Spec, JsonError> {
    let OneGame { game } = parse(arguments)?;
    Ok(catalogue.games.get(&game)?)
}

/// The arguments of `array`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrayNumber {
    game: String,
    number: Option<u32>,
}

/// The start position with an array of a game: the one with this number, or a random one.
pub(super) fn array(catalogue: &Catalogue, arguments: Arguments) -> Result<Value, JsonError> {
    let ArrayNumber { game, number } = parse(arguments)?;
    let spec = catalogue.games.get(&game)?;
    let Some(arrays) = spec.page.arrays else {
        return Err(JsonError::Argument(format!("{game} begins from one start position")));
    };
    let number = number.unwrap_or_else(|| arrays.draw());
    let wrong =
        || JsonError::Argument(format!("{number}, expected the number of an array from 0 to {}", arrays.count - 1));
    let fen = spec.array(number).ok_or_else(wrong)?;
    Ok(json!({"number": number, "fen": fen}))
}

/// The symbols of a game's pieces; without a game, those of the whole set, and their names.
pub(super) fn pictures(catalogue: &Catalogue, arguments: Arguments) -> Result<Value, JsonError> {
    if arguments.is_empty() {
        return Ok(json!({"svg": picture::all_symbols(), "names": picture::names().collect::<Vec<_>>()}));
    }
    Ok(json!({"svg": picture::symbols(game(catalogue, arguments)?)}))
}

/// The rules of a game, and how its pieces move.
pub(super) fn rules(catalogue: &Catalogue, arguments: Arguments) -> Result<Value, JsonError> {
    let spec = game(catalogue, arguments)?;
    let diagrams = picture::movements(catalogue.open(spec).view());
    let describe = |(kind, svg)| {
        let text = spec.kind_text(kind);
        let words = words_of(spec.page.rules, &text);
        json!({"text": text, "name": spec.piece(kind).name, "words": words, "svg": svg})
    };
    let moves = diagrams.into_iter().map(describe);
    Ok(json!({"markdown": spec.page.rules, "rulings": RULINGS, "moves": moves.collect::<Vec<_>>()}))
}

/// The user's manual.
pub(super) fn manual() -> Value {
    let page = |topic: &Topic| json!({"name": topic.name, "title": topic.title(), "markdown": topic.markdown});
    json!({"topics": TOPICS.iter().map(page).collect::<Vec<_>>()})
}
