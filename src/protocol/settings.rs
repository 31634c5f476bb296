//! The client's settings, common to both protocols.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::num::NonZero;
use std::time::Duration;

use crate::search::Skill;
use crate::session::{Catalogue, Session};
use crate::types::Score;

/// The values that the options set; [`defaults`](super::options::defaults) returns the default of each.
#[derive(Clone, Default)]
pub(crate) struct Settings {
    /// The games that there are, and what they are played with.
    pub catalogue: Catalogue,
    /// The size of the transposition table, in mebibytes.
    pub hash: usize,
    /// The number of search threads.
    pub threads: usize,
    /// Time kept back from each time limit for communication with the client.
    pub overhead: Duration,
    /// Nodes that count as a millisecond of UCI's times; `None` where time is time.
    pub node_rate: Option<NonZero<u64>>,
    /// The number of best lines to report (MultiPV).
    pub lines: usize,
    /// Whether UCI adds the chances of a win, a draw and a loss to each score.
    pub show_chances: bool,
    /// Whether the user takes a second turn after each move that permits one.
    pub move_again: bool,
    /// The level of play, up to [`Skill::FULL`].
    pub level: usize,
    /// The strength in Elo, in place of the level if [`Settings::limit_strength`] is set.
    pub elo: usize,
    /// Whether the strength is given in Elo.
    pub limit_strength: bool,
    /// Files with games, as the system separates them.
    pub game_files: String,
    /// Files with networks, as the system separates them; `none` for the classical evaluation alone.
    pub network_files: String,
    /// Whether searches use endgame tables.
    pub tables: bool,
    /// The seed of moves below full strength; 0 for another one in each game.
    pub seed: u64,
    /// The random part of the seed.
    pub game_seed: u64,
    /// Whether the client analyses: then every search is at full strength.
    pub analyses: bool,
    /// Whether the engine offers and accepts draws.
    pub draws: bool,
    /// When the engine resigns.
    pub resign: Resign,
    /// The lead of the opponent at which a game is hopeless, in centipawns.
    pub hopeless: Score,
    /// Settings changed since they were last applied.
    pub dirty: bool,
}

/// Against whom the engine resigns.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Resign {
    /// Against people, at full strength: a program, or a player who wants a weak opponent, plays the game to its end.
    #[default]
    People,
    /// Against everybody.
    Always,
    /// Against nobody.
    Never,
}

impl Resign {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::People, Self::Always, Self::Never];

    /// The word in the option.
    pub fn word(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}

impl Settings {
    /// The strength of moves in a game; `None` for full strength.
    pub fn skill(&self) -> Option<Skill> {
        let seed = self.current_seed();
        match self.limit_strength {
            _ if self.analyses => None,
            true => Some(Skill::of_elo(self.elo, seed)),
            false => Skill::of_level(self.level, seed),
        }
    }

    /// The seed of moves below full strength in this game.
    pub fn current_seed(&self) -> u64 {
        if self.seed == 0 { self.game_seed } else { self.seed }
    }

    /// Begins a new game: moves below full strength differ from those of other games.
    pub fn begin_game(&mut self) {
        self.game_seed = RandomState::new().build_hasher().finish();
    }

    /// The lead of the opponent, in centipawns, at which the engine resigns; `None` if it does not.
    pub fn resign_at(&self, against_program: bool) -> Option<Score> {
        let resigns = match self.resign {
            Resign::People => !against_program && self.skill().is_none(),
            Resign::Always => true,
            Resign::Never => false,
        };
        resigns.then_some(self.hopeless)
    }

    /// Requests that the settings be applied again, for instance to a new session.
    pub fn mark_dirty(&mut self) {
        self.dirty = true;
    }

    /// Applies changed settings to an idle session. Allocating a large table is slow, so call this only when the client
    /// expects a delay, not after each command.
    pub fn apply(&mut self, session: &mut dyn Session) {
        if std::mem::take(&mut self.dirty) {
            session.configure(self.hash, self.threads);
        }
    }
}
