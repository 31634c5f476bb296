//! Games from files: what the reader accepts and refuses, and that every command and protocol knows such games.

mod commands;
mod crowds;
mod protocols;
mod reading;
mod warnings;

use std::path::{Path, PathBuf};

/// A file that is removed when the test ends.
struct File(PathBuf);

impl File {
    /// A file with this text. `name` must be unique among the tests.
    fn new(name: &str, text: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.ini", std::process::id()));
        let file = Self(path);
        file.write(text);
        file
    }

    fn write(&self, text: &str) {
        std::fs::write(&self.0, text).expect("the file can be written");
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the path is text")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // It may have been removed by the test.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A game on 10x8 with two pieces that no built-in game has.
const CARAVAN: &str = "\
# Caravan: a Nightrider, and a Camel that steps diagonally.
[caravan:capablanca]
archbishop = -
chancellor = -
customPiece1 = a:NN
customPiece2 = c:CF
promotionPieceTypes = qacrbn
";
