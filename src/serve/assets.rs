//! The files of the page.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::http::Body;

/// A file as it is sent.
pub(super) struct Asset {
    /// Its content.
    pub content: Body,
    /// Its media type.
    pub media_type: &'static str,
    /// A tag that changes with the content.
    pub tag: String,
}

macro_rules! page {
    ($($name:literal),+ $(,)?) => {
        /// The built-in files by their names.
        static FILES: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!("page/", $name)))),+];
    };
}

page! {
    "accuracy.js",
    "address.js",
    "analysis.js",
    "analysisview.js",
    "annotate.js",
    "announce.js",
    "app.js",
    "board.css",
    "board.js",
    "captured.js",
    "card.css",
    "card.js",
    "choices.js",
    "clock.js",
    "collection.js",
    "collectiontable.js",
    "connection.js",
    "controls.js",
    "counts.js",
    "cursor.js",
    "definitions.js",
    "definitiontext.js",
    "describe.js",
    "details.js",
    "dialog.css",
    "dom.js",
    "drawings.js",
    "editor.js",
    "engine.js",
    "entry.js",
    "evaluation.js",
    "explorer.js",
    "film.js",
    "finder.js",
    "game.js",
    "geometry.js",
    "ghost.js",
    "graph.js",
    "handfields.js",
    "hands.js",
    "help.js",
    "hint.js",
    "index.html",
    "keeper.js",
    "kept.js",
    "keys.js",
    "language.js",
    "legend.js",
    "lenient.js",
    "lessonview.js",
    "library.js",
    "logo.svg",
    "markdown.js",
    "motion.js",
    "moves.js",
    "newgame.js",
    "openings.js",
    "panel.css",
    "picturefile.js",
    "piecehelp.js",
    "pieceset.js",
    "play.js",
    "players.js",
    "pockets.js",
    "preferences.js",
    "premove.js",
    "preview.js",
    "prose.js",
    "reach.js",
    "records.js",
    "report.js",
    "rulebook.js",
    "rules.js",
    "settings.js",
    "setup.js",
    "shelf.js",
    "sound.js",
    "sourceeditor.js",
    "start.js",
    "study.js",
    "style.css",
    "svg.js",
    "targets.js",
    "text.de.json",
    "text.es.json",
    "theme.js",
    "thumbnail.js",
    "tree.js",
    "trialview.js",
    "workpieces.js",
    "workshop.css",
    "workshop.js",
}

/// The media types by the ends of names.
const MEDIA_TYPES: [(&str, &str); 5] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("json", "application/json"),
];

/// A folder with another page.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder, if there is an `index.html` to serve in it.
    pub fn open(folder: &Path) -> Option<Self> {
        let folder = Self(fs::canonicalize(folder).ok()?);
        folder.file("index.html").is_ok().then_some(folder)
    }

    /// A file of the folder, and its tag. Links that lead out of the folder are not followed.
    fn file(&self, name: &str) -> io::Result<(Body, String)> {
        let path = fs::canonicalize(self.0.join(name))?;
        if !path.starts_with(&self.0) {
            return Err(io::Error::other("it is a link that leads out of the folder"));
        }
        let file = open_file(&path)?;
        let data = file.metadata()?;
        if !data.is_file() {
            return Err(io::Error::other("it is not a file"));
        }
        let changed = data.modified().ok().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        let length = data.len();
        Ok((Body::File(file, length), tag(&(length, changed))))
    }
}

/// Opens a file that is not a link. FIFOs and devices do not make this wait.
fn open_file(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;

        use rustix::fs::OFlags;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
    }
    options.open(path)
}

/// The file with this name, from the folder if there is one, else a built-in one.
pub(super) fn find(name: &str, folder: Option<&Folder>) -> Option<Asset> {
    let (_, end) = name.rsplit_once('.')?;
    let (_, media_type) = MEDIA_TYPES.into_iter().find(|(known, _)| *known == end)?;
    let (content, tag) = match folder {
        Some(folder) if is_plain(name) => {
            let unreadable = |error| log::debug!("{name}, of the page: {error}");
            folder.file(name).map_err(unreadable).ok()?
        }
        Some(_) => return None,
        None => {
            let (_, content) = FILES.iter().find(|(known, _)| *known == name)?;
            (Body::Bytes(content), tag(content))
        }
    };
    Some(Asset { content, media_type, tag })
}

/// Whether a name cannot lead out of its folder.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_.".contains(&c)) && !name.starts_with('.')
}

/// A tag that changes with the content, or with what is known about it.
fn tag(content: &impl Hash) -> String {
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

    /// A folder with a page, in a folder with other files.
    fn page() -> (tempfile::TempDir, PathBuf) {
        let outer = tempfile::tempdir().expect("a folder");
        let inner = outer.path().join("inner");
        fs::create_dir(&inner).expect("a folder");
        fs::write(outer.path().join("a.js"), "outside").expect("a file");
        fs::write(outer.path().join("secret"), "outside").expect("a file");
        fs::write(inner.join("index.html"), "page").expect("a file");
        fs::write(inner.join("b.js"), "inside").expect("a file");
        fs::write(inner.join("secret"), "inside").expect("a file");
        fs::write(inner.join(".hidden.js"), "inside").expect("a file");
        (outer, inner)
    }

    #[test]
    fn names_do_not_lead_out_of_the_folder() {
        let (_outer, inner) = page();
        let folder = Folder::open(&inner).expect("it has a page");
        assert!(find("b.js", Some(&folder)).is_some());
        let outside = ["../a.js", "..%2fa.js", "%2e%2e/a.js", "/a.js", "inner/../a.js", "..\\a.js", "./b.js", "b.js/"];
        for name in outside.into_iter().chain([".hidden.js", ".b.js", "secret", "", ".js", "b.js\0", "b.js%00"]) {
            assert!(find(name, Some(&folder)).is_none(), "{name}");
        }
    }

    #[test]
    fn a_page_is_a_file() {
        let (outer, inner) = page();
        assert!(Folder::open(outer.path()).is_none(), "there is no page");
        assert!(Folder::open(&inner.join("b.js")).is_none() && Folder::open(&inner.join("none")).is_none());
        let folder = Folder::open(&inner).expect("it has a page");
        fs::create_dir(inner.join("folder.js")).expect("a folder");
        assert!(find("folder.js", Some(&folder)).is_none());
        let tag = |name| find(name, Some(&folder)).expect("it is served").tag;
        let before = tag("b.js");
        assert_eq!(tag("b.js"), before);
        fs::write(inner.join("b.js"), "changed").expect("a file");
        assert_ne!(tag("b.js"), before);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_in_the_folder_and_nothing_else_is_opened() {
        use std::os::unix::{fs::symlink, net::UnixListener};

        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let (outer, inner) = page();
        let link = |name: &str, target: &Path| symlink(target, inner.join(name)).expect("a link");
        link("own.js", &inner.join("b.js"));
        link("relative.js", Path::new("b.js"));
        link("out.js", &outer.path().join("a.js"));
        link("up.js", Path::new("../a.js"));
        link("twice.js", Path::new("out.js"));
        link("device.js", Path::new("/dev/zero"));
        link("nowhere.js", Path::new("none"));
        link("circle.js", Path::new("circle.js"));
        link("dir", outer.path());
        let fifo = |name: &str| mknodat(CWD, inner.join(name), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0);
        fifo("fifo.js").expect("a FIFO");
        link("to-fifo.js", Path::new("fifo.js"));
        let _socket = UnixListener::bind(inner.join("socket.js")).expect("a socket");
        let folder = Folder::open(&inner).expect("it has a page");
        for name in ["b.js", "own.js", "relative.js"] {
            let asset = find(name, Some(&folder)).unwrap_or_else(|| panic!("{name} is served"));
            let Body::File(file, length) = asset.content else { panic!("{name} is a file") };
            let content = io::read_to_string(file).expect("it can be read");
            assert_eq!((content.as_str(), length), ("inside", 6), "{name}");
        }
        let refused = ["out.js", "up.js", "twice.js", "device.js", "nowhere.js", "circle.js", "fifo.js", "to-fifo.js"];
        for name in refused.into_iter().chain(["socket.js", "dir/a.js"]) {
            assert!(find(name, Some(&folder)).is_none(), "{name}");
        }
        // A folder may itself be a link, for its owner has named it.
        symlink(&inner, outer.path().join("page")).expect("a link");
        assert!(Folder::open(&outer.path().join("page")).is_some());
        fs::remove_file(inner.join("index.html")).expect("it is there");
        fifo("index.html").expect("a FIFO");
        assert!(Folder::open(&inner).is_none());
    }
}
