//! The commands, in one table.

use serde_json::{Value, json};

use super::error::JsonError;
use super::request::{Arguments, Id, parse, refuse_all};
use super::{Json, catalogue, options};
use crate::protocol::options::{offered, set};
use crate::session::{Client, Effect};
use serde::Deserialize;

/// A command.
pub(super) struct Command {
    /// Its name, in `do`.
    pub name: &'static str,
    /// Obeys it. Returns the answer, or `None` if the answer comes when the work is done.
    pub run: fn(&mut Json, &Id, Arguments) -> Result<Option<Value>, JsonError>,
}

/// All commands.
static COMMANDS: &[Command] = &[
    Command { name: "hello", run: |json, _, arguments| at_once(refuse_all(&arguments).map(|()| json.hello())) },
    Command { name: "games", run: |json, _, arguments| at_once(catalogue::games(json.catalogue(), arguments)) },
    Command { name: "define", run: |json, _, arguments| at_once(json.define(arguments)) },
    Command { name: "weights", run: |json, _, arguments| at_once(json.choose_weights(arguments)) },
    Command { name: "array", run: |json, _, arguments| at_once(catalogue::array(json.catalogue(), arguments)) },
    Command { name: "pictures", run: |json, _, arguments| at_once(catalogue::pictures(json.catalogue(), arguments)) },
    Command { name: "rules", run: |json, _, arguments| at_once(catalogue::rules(json.catalogue(), arguments)) },
    Command { name: "manual", run: |_, _, arguments| at_once(refuse_all(&arguments).map(|()| catalogue::manual())) },
    Command { name: "position", run: |json, _, arguments| at_once(json.position(arguments)) },
    Command { name: "compose", run: |json, _, arguments| at_once(json.compose(arguments)) },
    Command { name: "reach", run: |json, _, arguments| at_once(json.reach(arguments)) },
    Command { name: "keys", run: |json, _, arguments| at_once(json.keys(arguments)) },
    Command { name: "judge", run: |json, _, arguments| at_once(json.judge(arguments)) },
    Command { name: "evaluate", run: |json, _, arguments| at_once(json.evaluate(arguments)) },
    Command { name: "search", run: |json, id, arguments| json.search(id, arguments).map(|()| None) },
    Command { name: "stop", run: |json, _, arguments| at_once(json.stop(&arguments)) },
    Command { name: "set", run: |json, _, arguments| at_once(json.set(arguments)) },
    Command { name: "read", run: |json, _, arguments| at_once(json.read_games(arguments)) },
    Command { name: "write", run: |json, _, arguments| at_once(json.write_game(arguments)) },
    Command { name: "trial", run: |json, id, arguments| json.try_game(id, arguments).map(|()| None) },
    Command { name: "teach", run: |json, id, arguments| json.teach(id, arguments).map(|()| None) },
    Command { name: "annotate", run: |json, id, arguments| json.annotate(id, arguments).map(|()| None) },
];

/// The command with this name.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

fn at_once(answer: Result<Value, JsonError>) -> Result<Option<Value>, JsonError> {
    answer.map(Some)
}

/// The arguments of `set`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setting {
    name: String,
    #[serde(default)]
    value: Value,
}

impl Json<'_> {
    fn stop(&mut self, arguments: &Arguments) -> Result<Value, JsonError> {
        refuse_all(arguments)?;
        self.finish_work("stopped")?;
        Ok(json!({}))
    }

    /// Sets an option. A search that is running ends, because it may use what the option changes.
    fn set(&mut self, arguments: Arguments) -> Result<Value, JsonError> {
        let Setting { name, value } = parse(arguments)?;
        let value = match value {
            Value::String(text) => text,
            Value::Null => String::new(),
            other => other.to_string(),
        };
        let known = offered(Client::Json).find(|option| option.name.eq_ignore_ascii_case(&name));
        let bound = known.and_then(|option| Some((option.name, options::greatest(option, &self.bounds)?)));
        if let Some((name, greatest)) = bound
            && value.parse::<usize>().is_ok_and(|number| number > greatest)
        {
            return Err(JsonError::Bound { name, greatest });
        }
        self.finish_work("stopped")?;
        let effect = set(Client::Json, &mut self.settings, &name, &value)?;
        if effect == Effect::Clear {
            self.any_session().clear();
        }
        Ok(json!({}))
    }
}
