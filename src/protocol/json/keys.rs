//! The keys of the positions of a game, for clients that look positions up.

use serde_json::{Value, json};

use super::Json;
use super::error::JsonError;
use super::place::Place;
use super::request::{Arguments, refuse_all};

impl Json<'_> {
    /// The keys of the positions from the start of a place to its end.
    pub(super) fn keys(&mut self, mut arguments: Arguments) -> Result<Value, JsonError> {
        let place = Place::take(&mut arguments)?;
        refuse_all(&arguments)?;
        let mut keys = Vec::new();
        self.walk(&place, |view, _| keys.push(format!("{:016x}", view.key())))?;
        keys.push(format!("{:016x}", self.any_session().view().key()));
        Ok(json!({"keys": keys}))
    }
}
