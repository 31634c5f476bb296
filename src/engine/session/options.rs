//! The options that clients set, in one table for all protocols. To add an option, add an entry to `options!`, and use its
//! value, a field of [`Settings`].

use std::fmt;
use std::ops::RangeInclusive;

use super::Catalogue;
use crate::board::{Rules, Spec};
use crate::games;
use crate::search::{DEFAULT_HASH, MAX_LINES, Skill};
use crate::system::random;

/// Declares each option: what it does, its field in [`Settings`], the kind of its values with the default and what is
/// permitted, its name, the clients to which it is offered, the command of CECP for the same purpose, and what follows when it
/// is set. In the order in which clients are told.
macro_rules! options {
    ($(
        #[doc = $help:literal]
        $field:ident: $kind:ident($($argument:expr),*), $name:literal, [$($client:ident),+] $(or $command:literal)?, $effect:ident;
    )+) => {
        /// What a client has set: the values of the options, and what is played with what.
        #[derive(Clone)]
        pub struct Settings {
            /// The available games with their weights and networks.
            pub catalogue: Catalogue,
            /// The random part of the seed of moves below full strength.
            pub(super) game_seed: u64,
            /// Settings changed since they were last applied.
            pub(super) dirty: bool,
            $(#[doc = $help] pub $field: options!(@type $kind),)+
        }

        impl Settings {
            /// The default of each option, not yet applied to a session.
            pub fn new(catalogue: Catalogue) -> Self {
                Self { catalogue, game_seed: new_seed(), dirty: true, $($field: options!(@default $kind $($argument),*),)+ }
            }
        }

        /// All options, in the order in which clients are told.
        pub static OPTIONS: &[EngineOption] = &[$(
            EngineOption {
                name: $name,
                help: $help,
                clients: &[$(Client::$client),+],
                cecp_command: options!(@command $($command)?),
                kind: options!(@kind $kind $field $($argument),*),
                effect: Effect::$effect,
            },
        )+];
    };
    (@type Number) => { usize };
    (@type Switch) => { bool };
    (@type Word) => { &'static str };
    (@type Files) => { String };
    (@type Button) => { () };
    (@default Number $default:expr, $range:expr) => { $default };
    (@default Switch $default:expr) => { $default };
    (@default Word $default:expr, $choices:expr) => { $default };
    (@default Files) => { String::new() };
    (@default Button) => { () };
    (@kind Number $field:ident $default:expr, $range:expr) => {
        OptionKind::Number { default: $default, range: $range, place: |settings| &mut settings.$field }
    };
    (@kind Switch $field:ident $default:expr) => {
        OptionKind::Switch { default: $default, place: |settings| &mut settings.$field }
    };
    (@kind Word $field:ident $default:expr, $choices:expr) => {
        OptionKind::Word { default: $default, choices: $choices, place: |settings| &mut settings.$field }
    };
    (@kind Files $field:ident) => { OptionKind::Files { place: |settings| &mut settings.$field } };
    (@kind Button $field:ident) => { OptionKind::Button };
    (@command) => { None };
    (@command $command:literal) => { Some($command) };
}

options! {
    /// size of the transposition table in mebibytes
    hash: Number(DEFAULT_HASH, 1..=65_536), "Hash", [Uci, Json] or "memory", Configure;
    /// forgets what earlier searches have learned
    clear_hash: Button(), "Clear Hash", [Uci, Cecp, Json], Clear;
    /// number of search threads
    threads: Number(1, 1..=256), "Threads", [Uci, Json] or "cores", Configure;
    /// announces that the engine can think on the opponent's time; each go says whether it does
    ponder: Switch(false), "Ponder", [Uci] or "hard", NextSearch;
    /// number of lines shown in analysis
    lines: Number(1, 1..=MAX_LINES), "MultiPV", [Uci, Cecp], RestartAnalysis;
    /// milliseconds kept back for the way between engine and client
    move_overhead: Number(30, 0..=10_000), "Move Overhead", [Uci, Cecp, Json], NextSearch;
    /// nodes that count as a millisecond, so that moves do not depend on the machine; 0: time is time
    nodestime: Number(0, 0..=1_000_000), "nodestime", [Uci] or "nps", NextSearch;
    /// adds to each score the chances of a win, a draw and a loss, in thousandths
    show_chances: Switch(false), "UCI_ShowWDL", [Uci], NextSearch;
    /// strength of play, weakest 0; analysis is always at full strength
    level: Number(Skill::FULL, 0..=Skill::FULL), "Skill Level", [Uci, Cecp], NextSearch;
    /// play with the strength of UCI_Elo, whatever the level
    limit_strength: Switch(false), "UCI_LimitStrength", [Uci, Cecp], NextSearch;
    /// strength in Elo, measured in chess
    elo: Number(*Skill::ELO.end(), Skill::ELO), "UCI_Elo", [Uci, Cecp], NextSearch;
    /// the same seed gives the same moves below full strength; 0: other moves in each game
    seed: Number(0, 0..=1_000_000), "Skill Seed", [Uci, Cecp, Json], NextSearch;
    // Not "Draw": XBoard takes a line with that word for a claim.
    /// offer and accept draws in even games without progress
    draws: Switch(true), "Peace Offers", [Cecp], NextSearch;
    /// against whom to resign hopeless games; against people only at full strength
    resign: Word("people", |_| vec!["people", "always", "never"]), "Resign", [Cecp], NextSearch;
    /// centipawns behind, for several moves, at which a game is hopeless
    hopeless: Number(1_000, 200..=10_000), "Hopeless Score", [Cecp], NextSearch;
    /// analyse at full strength; each go says whether to search without end
    analyses: Switch(false), "UCI_AnalyseMode", [Uci] or "analyze", NextSearch;
    /// files with games of your own, in the format of Fairy-Stockfish; set it again to read them again
    game_files: Files(), "VariantPath", [Uci, Cecp], LoadGames;
    /// files with networks in place of the built-in ones, each for its game; none: the classical evaluation alone
    network_files: Files(), "EvalFile", [Uci, Cecp], LoadNetworks;
    /// use tables of positions with few men, made when they are first needed
    tables: Switch(true), "Endgame Tables", [Uci, Cecp], RestartAnalysis;
    /// the game that is played
    variant: Word(DEFAULT_GAME, names_of_games), "UCI_Variant", [Uci] or "variant", ChangeGame;
    /// castling is the king's move to its rook in chess and Capablanca Chess, as in chess960 and caparandom
    castling_by_rook: Switch(false), "UCI_Chess960", [Uci], ChangeGame;
    /// in games with double turns, the user takes a second turn after each move that allows one
    move_again: Switch(false), "Move again", [Cecp], NextSearch;
}

/// A random seed of moves below full strength.
pub(super) fn new_seed() -> u64 {
    random()
}

/// The name of [`default_game`].
const DEFAULT_GAME: &str = "chess";

/// The game before the client selects one: clients expect it.
pub fn default_game() -> &'static Spec {
    games::chess::RULES.named()
}

fn names_of_games(catalogue: &Catalogue) -> Vec<&'static str> {
    catalogue.games.names().collect()
}

/// An option.
pub struct EngineOption {
    /// The name, with spaces between words.
    pub name: &'static str,
    help: &'static str,
    clients: &'static [Client],
    /// The command with which clients of CECP set it.
    pub cecp_command: Option<&'static str>,
    /// The permitted values.
    pub kind: OptionKind,
    effect: Effect,
}

/// Those to whom an option may be offered, by their protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Client {
    /// UCI.
    Uci,
    /// CECP.
    Cecp,
    /// JSON: strength and lines are arguments of a search, so fewer options are offered.
    Json,
}

/// The values of an option, and where they are kept.
pub enum OptionKind {
    /// An integer.
    Number {
        /// The value before the client sets one.
        default: usize,
        /// The permitted values.
        range: RangeInclusive<usize>,
        /// Where it is kept.
        place: fn(&mut Settings) -> &mut usize,
    },
    /// On or off.
    Switch {
        /// The value before the client sets one.
        default: bool,
        /// Where it is kept.
        place: fn(&mut Settings) -> &mut bool,
    },
    /// One of several words.
    Word {
        /// The word before the client sets one.
        default: &'static str,
        /// The permitted words.
        choices: fn(&Catalogue) -> Vec<&'static str>,
        /// Where it is kept.
        place: fn(&mut Settings) -> &mut &'static str,
    },
    /// A list of files, as the system separates them; empty before the client sets one.
    Files {
        /// Where it is kept.
        place: fn(&mut Settings) -> &mut String,
    },
    /// An action without a value.
    Button,
}

/// What is to be done after an option was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: the next search uses the new value.
    NextSearch,
    /// Restart a running analysis, so that it uses the new value.
    RestartAnalysis,
    /// The same; [`Settings::apply`] has to change the session's engine before.
    Configure,
    /// Clear everything learned from earlier searches.
    Clear,
    /// Load the games of [`Settings::game_files`].
    LoadGames,
    /// Load the networks of [`Settings::network_files`].
    LoadNetworks,
    /// Begin the game of [`Settings::game`].
    ChangeGame,
}

/// The values that an option permits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Permitted {
    /// An integer in this range.
    Number(RangeInclusive<usize>),
    /// On or off.
    Switch,
    /// One of these words.
    OneOf(Vec<&'static str>),
}

impl fmt::Display for Permitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(range) => write!(f, "a number from {} to {}", range.start(), range.end()),
            Self::Switch => f.write_str("on or off"),
            Self::OneOf(words) => write!(f, "one of {}", words.join(" ")),
        }
    }
}

impl EngineOption {
    /// What it does, in one line.
    pub fn help(&self) -> &'static str {
        self.help.trim_start()
    }

    /// Whether it is offered to these clients.
    pub fn is_for(&self, client: Client) -> bool {
        self.clients.contains(&client)
    }

    /// Sets the value that a client has written so; `read_switch` reads its words for on and off.
    ///
    /// # Errors
    /// When the option does not permit the value. Tells what it permits; the settings stay unchanged.
    pub fn set(
        &self,
        settings: &mut Settings,
        text: &str,
        read_switch: impl Fn(&str) -> Option<bool>,
    ) -> Result<Effect, Permitted> {
        match &self.kind {
            OptionKind::Number { range, place, .. } => {
                let number = text.parse().ok().filter(|number| range.contains(number));
                *place(settings) = number.ok_or_else(|| Permitted::Number(range.clone()))?;
            }
            OptionKind::Switch { place, .. } => *place(settings) = read_switch(text).ok_or(Permitted::Switch)?,
            OptionKind::Word { choices, place, .. } => {
                let choices = choices(&settings.catalogue);
                let choice = choices.iter().copied().find(|choice| choice.eq_ignore_ascii_case(text));
                *place(settings) = choice.ok_or(Permitted::OneOf(choices))?;
            }
            OptionKind::Files { place } => text.clone_into(place(settings)),
            OptionKind::Button => {}
        }
        log::debug!("option {} ({}): {text}", self.name, self.help());
        if self.effect == Effect::Configure {
            settings.mark_dirty();
        }
        Ok(self.effect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_whatever_their_case() {
        for (number, option) in OPTIONS.iter().enumerate() {
            let same = |other: &EngineOption| other.name.eq_ignore_ascii_case(option.name);
            assert!(!OPTIONS[..number].iter().any(same), "{}", option.name);
            assert!(!option.help().is_empty(), "{}", option.name);
        }
    }

    #[test]
    fn defaults_are_permitted_values() {
        for option in OPTIONS {
            match &option.kind {
                OptionKind::Number { default, range, .. } => assert!(range.contains(default), "{}", option.name),
                OptionKind::Word { default, choices, .. } => {
                    assert!(choices(&Catalogue::default()).contains(default), "{}", option.name);
                }
                OptionKind::Switch { .. } | OptionKind::Files { .. } | OptionKind::Button => {}
            }
        }
    }
}
