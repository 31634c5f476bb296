//! The arguments that name a game and a position of it.

use clap::Args;

use super::error::CliError;
use crate::board::Spec;
use crate::games::{Games, UnknownGame};
use crate::records::{self, set_epd, without_number};
use crate::session::{Catalogue, Session};

/// The game of this name, see [`records::find_game`].
pub(super) fn find_game(games: &Games, name: &str) -> Result<&'static Spec, UnknownGame> {
    records::find_game(games, name).ok_or_else(|| games.unknown(name))
}

/// The identifiers of the arguments that name games, for completions.
pub(super) const GAME_NAMES: [&str; 3] = ["variant", GAME_NAME, "variants"];

/// The identifier of the argument that names a game without -v.
pub(super) const GAME_NAME: &str = "game_name";

/// The arguments that name a game.
#[derive(Debug, Args)]
pub(super) struct VariantArgs {
    /// The game (`bactrian variants` lists them)
    #[arg(short, long, value_name = "NAME")]
    variant: Option<String>,
    /// The game
    #[arg(id = GAME_NAME, value_name = "GAME")]
    #[arg(conflicts_with = "variant")]
    name: Option<String>,
}

impl VariantArgs {
    /// The game, if one is named.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn chosen(&self, catalogue: &Catalogue) -> Result<Option<&'static Spec>, UnknownGame> {
        self.variant.as_ref().or(self.name.as_ref()).map(|name| find_game(&catalogue.games, name)).transpose()
    }

    /// The game.
    ///
    /// # Errors
    /// When none is named, or there is no such game.
    pub fn spec(&self, catalogue: &Catalogue) -> Result<&'static Spec, CliError> {
        self.chosen(catalogue)?.ok_or_else(|| CliError::NoVariant(catalogue.games.known_names()))
    }

    /// A session of the game, see [`VariantArgs::spec`].
    pub fn open(&self, catalogue: &Catalogue) -> Result<Box<dyn Session>, CliError> {
        Ok(catalogue.open(self.spec(catalogue)?))
    }
}

/// The arguments that name a position of a game.
#[derive(Debug, Args)]
pub(super) struct SetupArgs {
    /// The position as FEN or EPD [default: the start position]
    #[arg(long)]
    fen: Option<String>,
    /// The array from which the game begins, by its number, or `random` (chess960: 0 to 959)
    #[arg(long, value_name = "NUMBER", conflicts_with = "fen")]
    start: Option<String>,
    /// Moves to play from that position, in coordinate or algebraic notation
    #[arg(long, num_args = 0.., value_name = "MOVE")]
    moves: Vec<String>,
}

/// The array of a game with this number, or a random one, as FEN.
fn start_array(spec: &'static Spec, number: &str) -> Result<String, CliError> {
    let Some(arrays) = spec.page.arrays else {
        let name = spec.page.name;
        return Err(CliError::option("start", format!("{number}, but `{name}` begins from one start position")));
    };
    let chosen = if number == "random" { Some(arrays.draw()) } else { number.parse().ok() };
    let expected = || format!("{number}, expected a number from 0 to {} or `random`", arrays.count - 1);
    chosen.and_then(|number| spec.array(number)).ok_or_else(|| CliError::option("start", expected()))
}

impl SetupArgs {
    /// A session at the position.
    pub fn open(&self, catalogue: &Catalogue, variant: &VariantArgs) -> Result<Box<dyn Session>, CliError> {
        let mut session = variant.open(catalogue)?;
        match (&self.fen, &self.start) {
            (Some(fen), _) => drop(set_epd(&mut *session, fen)?),
            (None, Some(number)) => session.set_position(Some(&start_array(session.spec(), number)?))?,
            (None, None) => session.set_position(None)?,
        }
        for text in self.moves.iter().flat_map(|text| text.split_whitespace()) {
            let text = without_number(text);
            if !text.is_empty() {
                session.play_text(text)?;
            }
        }
        Ok(session)
    }
}

/// The arguments that name a game and a position.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    setup: SetupArgs,
}

impl PositionArgs {
    /// A session at the position.
    pub fn open(&self, catalogue: &Catalogue) -> Result<Box<dyn Session>, CliError> {
        self.setup.open(catalogue, &self.variant)
    }

    /// A session of the game that is named, or else of the one with this name.
    pub fn open_or(&self, catalogue: &Catalogue, name: &str) -> Result<Box<dyn Session>, UnknownGame> {
        let spec = self.variant.chosen(catalogue)?.map_or_else(|| find_game(&catalogue.games, name), Ok)?;
        Ok(catalogue.open(spec))
    }
}
