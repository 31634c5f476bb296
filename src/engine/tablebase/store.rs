//! Tables kept in files, so that each is made once: a line of JSON, the [`TableHeader`], then the values, packed ([`pack`]).

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::material::Material;
use super::table::{EndgameTable, Layout};
use crate::board::Spec;
use crate::files::{Output, pack, read_file, unpack};
use crate::types::short_hash;

/// The name of the format, and its version.
const FORMAT: &str = "bactrian endgame table 1";
/// The longest header, in bytes.
const MAX_HEADER: usize = 1_024;

/// Where tables are kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Folder {
    /// In the user's folder for what programs keep (`usual_folder`).
    #[default]
    Usual,
    /// In this folder.
    At(PathBuf),
    /// Nowhere: no tables are made or used.
    Off,
}

/// `bactrian/tables` in the folder of the environment's `XDG_CACHE_HOME`, `LOCALAPPDATA` on Windows, or else in `.cache` in the
/// user's own folder.
fn usual_folder() -> Option<PathBuf> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let of_system = if cfg!(windows) { "LOCALAPPDATA" } else { "XDG_CACHE_HOME" };
    let cache = absolute(of_system).or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(cache.join("bactrian").join("tables"))
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableHeader {
    format: String,
    /// The name of the game for which the table was made, for people.
    game: String,
    /// The name of the rules, see [`Spec::has_rules`].
    rules: String,
    /// The men.
    men: String,
    /// The hash of the values.
    hash: String,
}

impl Folder {
    /// The folder; `None` if no tables are used or the system has no such place.
    pub fn path(&self) -> Option<PathBuf> {
        match self {
            Self::Usual => usual_folder(),
            Self::At(folder) => Some(folder.clone()),
            Self::Off => None,
        }
    }

    /// The file of a table; games with the same rules share it, if their tables have the same positions.
    fn file(&self, spec: &Spec, material: &Material) -> Option<PathBuf> {
        let whole = if spec.page.is_mirrored { "" } else { "-whole" };
        self.file_in(&format!("{}{whole}", spec.rules_hash()), spec, material)
    }

    /// The file of a table that an earlier version made.
    fn earlier_file(&self, spec: &Spec, material: &Material) -> Option<PathBuf> {
        self.file_in(&spec.earlier_rules_hash(), spec, material)
    }

    fn file_in(&self, rules: &str, spec: &Spec, material: &Material) -> Option<PathBuf> {
        Some(self.path()?.join(rules).join(format!("{}.table", material.text(spec))))
    }

    /// The file of a table that is there.
    fn found(&self, spec: &Spec, material: &Material) -> Option<PathBuf> {
        let is_there = |path: &PathBuf| path.is_file();
        self.file(spec, material).filter(is_there).or_else(|| self.earlier_file(spec, material).filter(is_there))
    }

    /// Whether there is a file of a table.
    pub(super) fn has(&self, spec: &Spec, material: &Material) -> bool {
        self.found(spec, material).is_some()
    }

    /// Reads a table; `None` if there is no sound one.
    pub(super) fn read(&self, spec: &Spec, material: &Material) -> Option<EndgameTable> {
        let path = self.found(spec, material)?;
        // What is packed may be a little longer than before.
        let limit = MAX_HEADER + 2 * Layout::new(spec, material).len();
        let table = read_file(&path, limit).ok().and_then(|bytes| decode(spec, material, &bytes));
        if table.is_none() {
            log::warn!("{}: no sound table of {}, it is made again", path.display(), material.text(spec));
        }
        table
    }

    /// Keeps a table, if there is a folder for it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write(&self, spec: &Spec, material: &Material, table: &EndgameTable) -> io::Result<()> {
        let Some(path) = self.file(spec, material) else { return Ok(()) };
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        write_to(&path, spec, material, table)
    }
}

fn decode(spec: &Spec, material: &Material, bytes: &[u8]) -> Option<EndgameTable> {
    let end = bytes.iter().take(MAX_HEADER).position(|&byte| byte == b'\n')?;
    let header: TableHeader = serde_json::from_slice(&bytes[..end]).ok()?;
    if header.format != FORMAT || !spec.has_rules(&header.rules) || header.men != material.text(spec) {
        return None;
    }
    let layout = Layout::new(spec, material);
    let values = unpack(&bytes[end + 1..], layout.len()).ok()?;
    let is_sound = values.len() == layout.len() && short_hash(&values) == header.hash;
    is_sound.then(|| EndgameTable::new(layout, values))
}

fn write_to(path: &Path, spec: &Spec, material: &Material, table: &EndgameTable) -> io::Result<()> {
    let header = TableHeader {
        format: FORMAT.to_owned(),
        game: spec.page.name.to_owned(),
        rules: spec.rules_hash(),
        men: material.text(spec),
        hash: short_hash(table.values()),
    };
    let mut bytes = serde_json::to_vec(&header)?;
    bytes.push(b'\n');
    bytes.extend(pack(table.values()));
    // What was there may be a link to anything: it is not followed.
    let mut output = Output::replace(path)?;
    output.write_all(&bytes)?;
    output.commit()
}
