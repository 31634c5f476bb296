//! What follows from the settings of a client.

use std::num::NonZero;
use std::time::Duration;

use super::Session;
use super::options::{Settings, default_game, new_seed};
use crate::board::Spec;
use crate::search::Skill;
use crate::types::Score;

impl Settings {
    /// The game that the client has selected.
    pub fn game(&self) -> &'static Spec {
        let chosen = self.catalogue.games.find(self.variant).unwrap_or_else(default_game);
        if self.castling_by_rook { self.catalogue.games.by_rook(chosen) } else { chosen }
    }

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
        if self.seed == 0 { self.game_seed } else { self.seed as u64 }
    }

    /// Begins a new game: moves below full strength differ from those of other games.
    pub fn begin_game(&mut self) {
        self.game_seed = new_seed();
    }

    /// Time kept back from each time limit for communication with the client.
    pub fn overhead(&self) -> Duration {
        Duration::from_millis(self.move_overhead as u64)
    }

    /// Nodes that count as a second of the client's times; `None` where time is time.
    pub fn node_rate(&self) -> Option<NonZero<u64>> {
        NonZero::new(self.nodestime as u64 * 1_000)
    }

    /// The lead of the opponent, in centipawns, at which the engine resigns; `None` if it does not.
    pub fn resign_at(&self, against_program: bool) -> Option<Score> {
        let resigns = match self.resign {
            "always" => true,
            "never" => false,
            // A program, or a player who wants a weak opponent, plays the game to its end.
            _ => !against_program && self.skill().is_none(),
        };
        resigns.then_some(self.hopeless as Score)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Catalogue;

    fn defaults() -> Settings {
        Settings::new(Catalogue::default())
    }

    #[test]
    fn strength_is_limited_by_level_or_elo_but_not_in_analysis() {
        let mut settings = defaults();
        assert_eq!(settings.skill(), None);
        (settings.level, settings.seed) = (3, 5);
        assert_eq!(settings.skill(), Skill::of_level(3, 5));
        settings.elo = *Skill::ELO.start();
        assert_eq!(settings.skill(), Skill::of_level(3, 5));
        settings.limit_strength = true;
        assert_eq!(settings.skill(), Skill::of_level(0, 5));
        settings.analyses = true;
        assert_eq!(settings.skill(), None);
    }

    #[test]
    fn moves_below_full_strength_differ_between_games_unless_a_seed_is_set() {
        let mut settings = Settings { level: 3, ..defaults() };
        let first = settings.skill();
        settings.begin_game();
        assert_ne!(settings.skill(), first);
        settings.seed = 1;
        let seeded = settings.skill();
        settings.begin_game();
        assert_eq!(settings.skill(), seeded);
    }

    #[test]
    fn the_engine_resigns_to_people_at_full_strength() {
        let resigns = |resign| {
            let of_level = |level| {
                let settings = Settings { resign, level, ..defaults() };
                [false, true].map(|program| settings.resign_at(program).is_some())
            };
            (of_level(Skill::FULL), of_level(1))
        };
        assert_eq!(resigns("people"), ([true, false], [false, false]));
        assert_eq!(resigns("always"), ([true, true], [true, true]));
        assert_eq!(resigns("never"), ([false, false], [false, false]));
        assert_eq!(defaults().resign_at(false), Some(1_000));
    }
}
