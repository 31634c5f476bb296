//! `pause` and `resume`: the search and the engine's clock stand still in between.

use std::io;

use super::{Cecp, notation};

impl Cecp<'_> {
    /// `pause`: suspends thinking, pondering or analysis.
    pub(super) fn pause(&mut self) -> io::Result<()> {
        self.paused = true;
        if let Some(activity) = &self.activity {
            activity.pause();
        }
        Ok(())
    }

    /// `resume`: continues where it was. What the search told in the meantime is handled by [`Cecp::release_held`].
    pub(super) fn resume(&mut self) -> io::Result<()> {
        self.paused = false;
        if let Some(activity) = &self.activity {
            activity.resume();
        }
        Ok(())
    }

    /// Whether a command continues the game, so that it ends a pause: clients should resume first, but some forget.
    pub(super) fn ends_pause(words: &[&str]) -> bool {
        const COMMANDS: [&str; 16] = [
            "new",
            "variant",
            "setboard",
            "edit",
            "usermove",
            "undo",
            "remove",
            "result",
            "force",
            "go",
            "playother",
            "white",
            "black",
            "?",
            "analyze",
            "exit",
        ];
        words.first().is_some_and(|word| COMMANDS.contains(word) || words.len() == 1 && notation::looks_like_move(word))
    }
}
