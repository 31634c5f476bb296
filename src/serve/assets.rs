//! The files of the page.

use std::borrow::Cow;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

/// A file as it is sent.
pub(super) struct Asset {
    /// Its content.
    pub content: Cow<'static, [u8]>,
    /// Its media type.
    pub media_type: &'static str,
}

macro_rules! page {
    ($($name:literal),+ $(,)?) => {
        /// The built-in files by their names.
        static FILES: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!("page/", $name)))),+];
    };
}

page! {
    "address.js",
    "analysis.js",
    "analysisview.js",
    "annotate.js",
    "announce.js",
    "app.js",
    "board.css",
    "board.js",
    "choices.js",
    "clock.js",
    "connection.js",
    "controls.js",
    "cursor.js",
    "describe.js",
    "dialog.css",
    "dom.js",
    "drawings.js",
    "editor.js",
    "entry.js",
    "evaluation.js",
    "game.js",
    "geometry.js",
    "ghost.js",
    "graph.js",
    "hands.js",
    "index.html",
    "keeper.js",
    "kept.js",
    "keys.js",
    "legend.js",
    "library.js",
    "logo.svg",
    "markdown.js",
    "motion.js",
    "moves.js",
    "newgame.js",
    "panel.css",
    "play.js",
    "players.js",
    "preview.js",
    "records.js",
    "rules.js",
    "settings.js",
    "setup.js",
    "study.js",
    "style.css",
    "svg.js",
    "targets.js",
    "theme.js",
    "tree.js",
}

/// The media types by the ends of names.
const MEDIA_TYPES: [(&str, &str); 5] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("json", "application/json"),
];

/// The file with this name, from the folder if there is one, else a built-in one.
pub(super) fn find(name: &str, folder: Option<&Path>) -> Option<Asset> {
    let (_, end) = name.rsplit_once('.')?;
    let (_, media_type) = MEDIA_TYPES.into_iter().find(|(known, _)| *known == end)?;
    let content = match folder {
        Some(folder) if is_plain(name) => fs::read(folder.join(name)).ok()?.into(),
        Some(_) => return None,
        None => FILES.iter().find(|(known, _)| *known == name)?.1.into(),
    };
    Some(Asset { content, media_type })
}

/// Whether a name cannot lead out of its folder.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_.".contains(&c)) && !name.starts_with('.')
}

/// A tag that changes with the content.
pub(super) fn tag(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_of_the_folder_is_built_in() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
        let entries = fs::read_dir(folder).expect("the folder of the page can be read");
        let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"));
        let known = FILES.iter().map(|(name, _)| (*name).to_owned());
        assert_eq!(names.collect::<BTreeSet<_>>(), known.collect());
        assert!(FILES.iter().all(|(name, _)| find(name, None).is_some()));
    }

    #[test]
    fn names_do_not_lead_out_of_the_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.js"), "1").expect("a file");
        fs::write(folder.path().join("secret"), "1").expect("a file");
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).expect("a folder");
        assert!(find("a.js", Some(folder.path())).is_some());
        for name in ["../a.js", "..%2fa.js", "/a.js", "inner/../a.js", ".a.js", "secret"] {
            assert!(find(name, Some(&inner)).is_none() && find(name, Some(folder.path())).is_none(), "{name}");
        }
    }
}
