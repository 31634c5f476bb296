//! What can be played, and with what.

use super::{Game, Session, TypedSession};
use crate::board::{Spec, Variant};
use crate::eval::Evaluations;
use crate::games::{self, Games, UnknownGame, Visitor};
use crate::search::{ChosenParams, Engine};
use crate::tablebase::Tablebases;

/// The games that there are, and what they are played with. Whoever opens sessions has one; sessions keep what they were
/// opened with.
///
/// A clone is cheap. What is loaded or chosen in it is not seen in the other one; both share what was computed for games
/// that are the same.
#[derive(Clone, Default)]
pub struct Catalogue {
    /// The games.
    pub games: Games,
    /// Their weights and networks.
    pub evaluations: Evaluations,
    /// The parameters of searches.
    pub params: ChosenParams,
    /// The endgame tables.
    pub tablebases: Tablebases,
}

impl Catalogue {
    /// A session of a game at its start position.
    pub fn open(&self, spec: &'static Spec) -> Box<dyn Session> {
        games::visit(spec, Opener(self))
    }

    /// A session of the game of this name at its start position.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn open_named(&self, name: &str) -> Result<Box<dyn Session>, UnknownGame> {
        Ok(self.open(self.games.get(name)?))
    }
}

/// Opens a session for the game that [`games::visit`] selects.
struct Opener<'c>(&'c Catalogue);

impl Visitor for Opener<'_> {
    type Output = Box<dyn Session>;
    fn visit<R: Variant>(self, rules: R) -> Box<dyn Session> {
        let Catalogue { evaluations, params, tablebases, .. } = self.0;
        let engine = Engine::new(params.of_game(rules.named().page.folder.search.unwrap_or_default()));
        Box::new(TypedSession {
            game: Game::new(rules),
            engine,
            evaluations: evaluations.clone(),
            evaluation: None,
            tablebases: tablebases.clone(),
        })
    }
}
