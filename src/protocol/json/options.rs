//! Options in JSON.

use serde_json::{Value, json};

use super::Bounds;
use super::request::fields;
use crate::protocol::options::offered;
use crate::session::{Catalogue, Client, EngineOption, OptionKind};

/// The options as `hello` lists them.
pub(super) fn list(catalogue: &Catalogue, bounds: &Bounds) -> Vec<Value> {
    offered(Client::Json).map(|option| describe(catalogue, option, bounds)).collect()
}

fn describe(catalogue: &Catalogue, option: &EngineOption, bounds: &Bounds) -> Value {
    let mut entry = fields(json!({"name": option.name, "help": option.help()}));
    let more = match &option.kind {
        OptionKind::Number { default, range, .. } => {
            let greatest = greatest(option, bounds).unwrap_or(*range.end());
            let default = (*default).min(greatest);
            json!({"kind": "number", "default": default, "least": range.start(), "greatest": greatest})
        }
        OptionKind::Switch { default, .. } => json!({"kind": "switch", "default": default}),
        OptionKind::Button => json!({"kind": "button"}),
        OptionKind::Files { .. } => json!({"kind": "files"}),
        OptionKind::Word { default, choices, .. } => {
            json!({"kind": "word", "default": default, "words": choices(catalogue)})
        }
    };
    entry.extend(fields(more));
    entry.into()
}

/// The greatest value that the bounds of a connection allow; `None` if they say nothing about the option.
pub(super) fn greatest(option: &EngineOption, bounds: &Bounds) -> Option<usize> {
    match option.name {
        "Hash" => Some(bounds.hash),
        "Threads" => Some(bounds.threads),
        _ => None,
    }
}
