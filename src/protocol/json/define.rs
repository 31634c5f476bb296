//! Games that a client brings: the text of a file of games, for its connection.

use serde::Deserialize;
use serde_json::{Value, json};

use super::Json;
use super::catalogue::describe;
use super::error::JsonError;
use super::request::{Arguments, parse};
use crate::games::GamesError;

/// The most games that the connections of a program bring: their data stay in memory until it ends.
const MAX_GAMES: usize = 1_000;
/// The longest name of a text, in characters.
const MAX_NAME: usize = 60;

/// The arguments of `define`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Definition {
    text: String,
    name: Option<String>,
}

impl Json<'_> {
    /// Loads the games of a text.
    pub(super) fn define(&mut self, arguments: Arguments) -> Result<Value, JsonError> {
        let Definition { text, name } = parse(arguments)?;
        let name: String = name.as_deref().unwrap_or("games").chars().take(MAX_NAME).collect();
        if self.settings.catalogue.games.in_memory() >= MAX_GAMES {
            return Err(JsonError::Games(format!("the server has loaded {MAX_GAMES} games and takes no more")));
        }
        self.finish_work("stopped")?;
        let told = |list: &[_]| list.iter().map(ToString::to_string).collect::<Vec<String>>();
        let catalogue = &mut self.settings.catalogue;
        match catalogue.games.define(&name, &text) {
            Ok(loaded) => {
                let games: Vec<Value> = loaded.specs.iter().map(|spec| describe(catalogue, spec)).collect();
                Ok(json!({
                    "games": games,
                    "problems": told(&loaded.problems),
                    "warnings": told(&loaded.warnings),
                }))
            }
            Err(GamesError::Wrong(problems)) => Err(JsonError::Games(told(&problems).join("; "))),
            Err(error) => Err(JsonError::Games(error.to_string())),
        }
    }
}
