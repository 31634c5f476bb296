//! Writes games in the format of sections.

use super::draft::Draft;
use super::keys::{BOARD_KEYS, KEYS, Key};
use super::pieces::{FIRST_CUSTOM, KING, SLOTS, key};
use super::read::{mobility_key, set_piece};
use super::texts::{kind_text, squares_text};
use crate::types::Color;

impl Draft {
    /// The game as a section of this name: its pieces, and the settings that are not the usual ones.
    pub fn ini(&self, name: &str) -> String {
        let mut text = String::new();
        for line in &self.comment {
            text += &format!("# {line}\n");
        }
        text += &format!("[{name}]\n");
        let mut base = Self::template();
        let mut settings = Vec::new();
        for key in BOARD_KEYS.iter().filter(|key| key.text(self) != key.text(&base)) {
            settings.extend(key.text(self).map(|text| (key.name.to_owned(), text)));
        }
        (base.ranks, base.files) = (self.ranks, self.files);
        for slot in self.kinds() {
            let Some(value) = self.piece_setting(slot) else { continue };
            // What a game says of a piece can be read.
            if set_piece(&mut base, slot, &value).is_ok() {
                settings.push((key(slot), value));
            }
        }
        settings.extend(self.regions(mobility_key));
        settings.extend(self.differences(&mut base).into_iter().map(|(key, value)| (key.to_owned(), value)));
        for (key, value) in settings {
            text += &format!("{key} = {value}\n");
        }
        text
    }

    /// The letter of a kind, with its movement where it has one of its own.
    fn piece_setting(&self, slot: usize) -> Option<String> {
        let letter = kind_text(self, slot)?;
        let movement = self.movement(slot);
        let has_own = (FIRST_CUSTOM..KING).contains(&slot) || slot == KING && movement != "K";
        Some(if has_own { format!("{letter}:{movement}") } else { letter })
    }

    /// Where kinds may go, if that is not everywhere, with keys made from slot and side.
    pub(super) fn regions(&self, key: impl Fn(usize, Color) -> String) -> Vec<(String, String)> {
        let mut settings = Vec::new();
        for slot in (0..SLOTS).filter(|&slot| self.texts[slot].is_some()) {
            for color in Color::BOTH {
                let squares = squares_text(self, self.laws.mobility[color.index()][slot]);
                if squares != "**" {
                    settings.push((key(slot, color), squares));
                }
            }
        }
        settings
    }

    /// The settings in which this game differs from `base`, which has the same board and pieces. Applies them to `base`.
    pub(super) fn differences(&self, base: &mut Self) -> Vec<(&'static str, String)> {
        let mut settings = Vec::new();
        let has_castling = self.laws.castling.allowed;
        let is_idle = |key: &&Key| !has_castling && key.name.starts_with("castling") && key.name != "castling";
        for key in KEYS.iter().filter(|key| !is_idle(key)) {
            let (own, other) = (key.text(self), key.text(base));
            if let Some(value) = own.filter(|own| Some(own) != other.as_ref())
                && set(key, base, &value)
            {
                settings.push((key.name, value));
            }
        }
        settings
    }
}

/// Stores a value that a game has; whether it could be stored.
fn set(key: &Key, game: &mut Draft, value: &str) -> bool {
    // Kinds that the game lacks have no text: castlings of kings that are not there.
    key.set(game, value).is_ok()
}
