//! What the design promises that an addition touches: it is made in a copy of the sources, built and tried.

mod game;
mod key;
mod term;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

/// What the program is built from.
const SOURCES: [&str; 9] = [
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "benches",
    "scripts",
    "src",
    "tests/data/own_games.ini",
    "tests/main.rs",
    "tests/twins",
];

/// The copy of the sources, and the program built from it. They stay, so that the next run builds less.
struct Copy(PathBuf);

impl Copy {
    /// A copy in the folder of this name.
    fn new(name: &str) -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        for source in SOURCES {
            copy(&here.join(source), &folder.join(source)).unwrap_or_else(|error| panic!("{source}: {error}"));
        }
        Self(folder)
    }

    /// A file or folder of the copy.
    fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// Changes a file: what is `before` becomes `after`.
    fn replace(&self, path: &str, before: &str, after: &str) {
        let text = fs::read_to_string(self.path(path)).expect("a file of the sources");
        assert!(text.contains(before), "{path} has no {before:?}");
        fs::write(self.path(path), text.replacen(before, after, 1)).expect("written");
    }

    /// Runs cargo in the copy, with a target folder there.
    fn cargo(&self, words: &[&str]) {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(words).args(["--offline", "--target-dir"]).arg(self.0.join("target")).current_dir(&self.0);
        let output = cargo.output().expect("cargo runs");
        assert!(output.status.success(), "cargo {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// What the program prints.
    fn output(&self, words: &[&str]) -> String {
        let program = self.0.join("target/debug").join(format!("bactrian{}", std::env::consts::EXE_SUFFIX));
        let output = Command::new(program).args(words).output().expect("it runs");
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

/// Copies a file or folder. Files that are the same keep their time, so that they are not built again.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        return fs::read_dir(from)?.try_for_each(|entry| {
            let name = entry?.file_name();
            copy(&from.join(&name), &to.join(&name))
        });
    }
    fs::create_dir_all(to.parent().expect("a folder"))?;
    let content = fs::read(from)?;
    if fs::read(to).is_ok_and(|old| old == content) { Ok(()) } else { fs::write(to, content) }
}
