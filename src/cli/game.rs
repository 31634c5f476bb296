//! The arguments that name a game and a position of it.

use std::ffi::OsStr;

use clap::Args;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};

use super::error::CliError;
use crate::board::Spec;
use crate::games;
use crate::records::{self, set_epd, without_number};
use crate::session::{Session, open};

/// The game of this name, see [`records::find_game`].
pub(super) fn find_game(name: &str) -> Result<&'static Spec, CliError> {
    records::find_game(name).ok_or_else(|| CliError::UnknownVariant(name.to_owned()))
}

/// Reads any text as the name of a game, because games of files are not known yet; tells shells the names to complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameName;

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(games::all().map(|spec| PossibleValue::new(spec.page.name))))
    }
}

/// The identifier of the argument that names a game without -v.
pub(super) const GAME_NAME: &str = "game_name";

/// The arguments that name a game.
#[derive(Debug, Args)]
pub(super) struct VariantArgs {
    /// The game (`bactrian variants` lists them)
    #[arg(short, long, value_name = "NAME", value_parser = GameName, hide_possible_values = true)]
    variant: Option<String>,
    /// The game, without -v
    #[arg(id = GAME_NAME, value_name = "GAME", value_parser = GameName, hide_possible_values = true)]
    #[arg(conflicts_with = "variant")]
    name: Option<String>,
}

impl VariantArgs {
    /// The game, if one is named.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn chosen(&self) -> Result<Option<&'static Spec>, CliError> {
        self.variant.as_ref().or(self.name.as_ref()).map(|name| find_game(name)).transpose()
    }

    /// The game.
    ///
    /// # Errors
    /// When none is named, or there is no such game.
    pub fn spec(&self) -> Result<&'static Spec, CliError> {
        self.chosen()?.ok_or(CliError::NoVariant)
    }

    /// A session of the game, see [`VariantArgs::spec`].
    pub fn open(&self) -> Result<Box<dyn Session>, CliError> {
        let name = self.spec()?.page.name;
        open(name).ok_or_else(|| CliError::UnknownVariant(name.to_owned()))
    }
}

/// The arguments that name a position of a game.
#[derive(Debug, Args)]
pub(super) struct SetupArgs {
    /// The position, as FEN or EPD; the start position if not given
    #[arg(long)]
    fen: Option<String>,
    /// Moves to play from there, in coordinate or algebraic notation
    #[arg(long, num_args = 0.., value_name = "MOVE")]
    moves: Vec<String>,
}

impl SetupArgs {
    /// A session at the position.
    pub fn open(&self, variant: &VariantArgs) -> Result<Box<dyn Session>, CliError> {
        let mut session = variant.open()?;
        match &self.fen {
            Some(fen) => drop(set_epd(&mut *session, fen)?),
            None => session.set_position(None)?,
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
    pub fn open(&self) -> Result<Box<dyn Session>, CliError> {
        self.setup.open(&self.variant)
    }

    /// A session of the game that is named, or else of the one with this name.
    pub fn open_or(&self, name: &str) -> Result<Box<dyn Session>, CliError> {
        let spec = self.variant.chosen()?.map_or_else(|| find_game(name), Ok)?;
        open(spec.page.name).ok_or_else(|| CliError::UnknownVariant(name.to_owned()))
    }
}
