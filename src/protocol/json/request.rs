//! Requests: the envelope and the arguments.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::JsonError;
use crate::protocol::text::quote;

/// The longest text as the name of a request, in bytes.
const MAX_ID: usize = 64;

/// What a client calls a request.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub(super) enum Id {
    /// A number.
    Number(serde_json::Number),
    /// A text.
    Text(String),
    /// The request had none that could be read.
    None,
}

/// The arguments of a request.
pub(super) type Arguments = Map<String, Value>;

/// A request.
#[derive(Debug)]
pub(super) struct Request {
    /// What the client calls it.
    pub id: Id,
    /// The command.
    pub name: String,
    /// What else it holds.
    pub arguments: Arguments,
}

impl Request {
    /// Reads a line.
    ///
    /// # Errors
    /// When it is not a request; with its ID as far as there is one.
    pub fn read(line: &str) -> Result<Self, (Id, JsonError)> {
        let wrong = |id, why: &str| (id, JsonError::Message(why.to_owned()));
        let value: Value =
            serde_json::from_str(line).map_err(|error| (Id::None, JsonError::Message(error.to_string())))?;
        let Value::Object(mut arguments) = value else { return Err(wrong(Id::None, "it is not an object")) };
        let id = match arguments.remove("id") {
            Some(Value::Number(number)) => Id::Number(number),
            Some(Value::String(text)) if text.len() <= MAX_ID => Id::Text(text),
            Some(_) => return Err(wrong(Id::None, "`id` is neither a number nor a short text")),
            None => return Err(wrong(Id::None, "it has no `id`")),
        };
        match arguments.remove("do") {
            Some(Value::String(name)) => Ok(Self { id, name, arguments }),
            _ => Err(wrong(id, "it has no command in `do`")),
        }
    }
}

/// Reads arguments into a type that refuses unknown ones.
///
/// # Errors
/// When one is missing, unknown, or of the wrong type.
pub(super) fn parse<T: DeserializeOwned>(arguments: Arguments) -> Result<T, JsonError> {
    serde_json::from_value(Value::Object(arguments)).map_err(|error| JsonError::Argument(error.to_string()))
}

/// The fields of an object; none of any other value.
pub(super) fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Takes the arguments with these names out.
pub(super) fn split_off(arguments: &mut Arguments, names: &[&str]) -> Arguments {
    names.iter().filter_map(|name| arguments.remove_entry(*name)).collect()
}

/// Refuses arguments of a command that takes none.
///
/// # Errors
/// When there are any.
pub(super) fn refuse_all(arguments: &Arguments) -> Result<(), JsonError> {
    match arguments.keys().next() {
        Some(name) => Err(JsonError::Argument(format!("unknown argument `{}`", quote(name)))),
        None => Ok(()),
    }
}
