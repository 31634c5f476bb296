//! Games that a client brings: the text of a file of games, for its connection.

use serde::Deserialize;
use serde_json::{Value, json};

use super::Json;
use super::catalogue::describe;
use super::error::JsonError;
use super::request::{Arguments, parse};
use crate::games::{GamesError, Problem};

/// The most games that the connections of a program bring: their data, some 60 kilobytes each, stay in memory until it ends.
const MAX_GAMES: usize = 5_000;
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
        let catalogue = &mut self.settings.catalogue;
        let (specs, problems, warnings) = match catalogue.games.define(&name, &text) {
            Ok(loaded) => (loaded.specs, loaded.problems, loaded.warnings),
            Err(GamesError::Wrong(problems)) => (Vec::new(), problems, Vec::new()),
            Err(error) => return Err(JsonError::Games(error.to_string())),
        };
        let games: Vec<Value> = specs.iter().map(|spec| describe(catalogue, spec)).collect();
        Ok(json!({"games": games, "problems": tell(&problems), "warnings": tell(&warnings)}))
    }
}

/// What is wrong with a text, and where.
fn tell(problems: &[Problem]) -> Vec<Value> {
    let tell = |problem: &Problem| {
        let Problem { line, section, key, fault, .. } = problem;
        json!({
            "line": line,
            "section": section,
            "key": key,
            "fault": fault.to_string(),
            "text": problem.to_string(),
        })
    };
    problems.iter().map(tell).collect()
}
