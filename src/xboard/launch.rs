//! How XBoard has to be started for a game.

use std::ffi::OsString;
use std::path::Path;

use super::drawings;
pub use super::drawings::Drawing;
use super::notation::variant_name;
use super::pictures::{Pictures, knows_rules};
use crate::board::Spec;

/// The options with which XBoard has to be started for a game, beside the engine.
///
/// * XBoard tests legality, but cannot know all moves of games whose turns are several entries of its list of moves;
///   and it counts the moves since the last pawn move by its own pawns.
///   The same holds for games from files, where it knows nothing of regions, promotions of pieces and other rules.
/// * XBoard calls king and knight, or king and bishop, against king a draw; here these pieces may be or become more.
/// * XBoard stores most of its settings as it ends, for all later games: these, the pictures, and on boards of few files
///   tiny squares. So it must not.
pub fn options(spec: &Spec) -> Vec<String> {
    let name = variant_name(spec);
    let mut words = vec!["-variant", &*name, "-saveSettingsOnExit", "false"];
    if !knows_rules(spec) {
        words.extend(["-testLegality", "false", "-ruleMoves", "0"]);
    } else if Pictures::of(spec).is_some() && can_minor_pieces_win(spec) {
        words.extend(["-materialDraws", "false"]);
    }
    words.into_iter().map(str::to_owned).collect()
}

/// The options that name the engine and its own options. XBoard takes a command apart at blanks, but not words in quotes,
/// nor the directory in which it runs it.
pub fn engine_options(engine: &Path, own: &[OsString]) -> Vec<OsString> {
    let with_own = |command: &Path| {
        let mut line = command.as_os_str().to_owned();
        for word in own {
            let has_blank = word.to_string_lossy().contains(' ');
            for part in [
                if has_blank { " \"" } else { " " }.as_ref(),
                word.as_os_str(),
                if has_blank { "\"" } else { "" }.as_ref(),
            ] {
                line.push(part);
            }
        }
        line
    };
    match (engine.parent(), engine.file_name()) {
        (Some(folder), Some(name)) if folder.to_string_lossy().contains(' ') => {
            let command = Path::new(".").join(name);
            vec!["-fd".into(), folder.into(), "-fcp".into(), with_own(&command)]
        }
        _ => vec!["-fcp".into(), with_own(engine)],
    }
}

/// Whether a knight or a bishop may be more than XBoard takes it for.
fn can_minor_pieces_win(spec: &Spec) -> bool {
    let is_minor = |letter: char| matches!(letter, 'N' | 'B');
    spec.page.pieces.iter().any(|row| row.crowned || is_minor(row.letter) && row.betza != row.letter.to_string())
}

/// The pictures that XBoard lacks for a game; empty if its own will do.
pub fn pictures(spec: &Spec) -> Vec<Drawing> {
    drawings::of(spec)
}
