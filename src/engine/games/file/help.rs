//! The keys of the format as a text for people.

use std::fmt::Write;

use super::diagram;
use super::keys::{BOARD_KEYS, KEYS, REFUSED};
use super::pieces::{CUSTOM, PREDEFINED};

/// All keys that are supported, with the form of their values and what they are for, and those that are not.
pub fn help() -> String {
    let mut text =
        "Sections:\n  [name] or [name:parent], parent: a game above, of a file loaded before, or built in\n\n"
            .to_owned();
    text += "Kinds of piece:\n";
    let mut line = |name: &str, form: &str, help: &str| {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "  {:<34} {help}", format!("{name} = {form}"));
    };
    for piece in &PREDEFINED {
        line(piece.key, "letter or -", if piece.betza.is_empty() { "never moves" } else { piece.betza });
    }
    line("king", "letter, letter:betza or -", "K if nothing else is given");
    line(&format!("customPiece1 .. customPiece{CUSTOM}"), "letter:betza", "");
    line("mobilityRegionWhiteKing ..", "squares", "where a side's kind can move; for each kind of piece");
    text += "\nRules:\n";
    for key in BOARD_KEYS.iter().chain(KEYS) {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "  {:<34} {:<20} {}", key.name, key.form(), key.help);
    }
    text += "\nNot supported, but for these values:\n";
    for key in REFUSED {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "  {:<34} {}", format!("{} = {}", key.name, key.default), key.rule);
    }
    text += "\nInteractive Diagrams: rows `name:id:movement:image:squares`, and\n";
    for key in &diagram::RULE_KEYS {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "  {:<34} {:<20} {}", key.name, key.form, key.help);
    }
    text += "  the keys under `Rules` above, and mobilityRegionWhite.K = squares; without effect here:\n";
    for names in diagram::APPEARANCE.chunks(8) {
        text += &format!("  {}\n", names.join(" "));
    }
    text += "\nNot supported in diagrams, but for these values:\n";
    for key in &diagram::REFUSED {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "  {:<34} {}", format!("{}={}", key.name, key.default), key.rule);
    }
    text
}
