//! The engine's options, in one table for both protocols. To add an option, add an entry to [`OPTIONS`] and, if it has
//! a value, the field of [`Settings`] that it sets.

use std::fmt;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::time::Duration;

use thiserror::Error;

use super::loading::default_game;
use super::settings::{Resign, Settings};
use crate::search::{DEFAULT_HASH, MAX_LINES, Skill};
use crate::session::Catalogue;

/// All options, in announcement order.
pub(crate) static OPTIONS: &[EngineOption] = &[
    EngineOption {
        name: "Hash",
        help: "size of the transposition table in mebibytes",
        protocols: Protocols::Uci { cecp_command: "memory" },
        kind: OptionKind::Spin {
            default: DEFAULT_HASH,
            range: 1..=65_536,
            set: |settings, mebibytes| {
                settings.hash = mebibytes;
                settings.dirty = true;
                Effect::RestartAnalysis
            },
        },
    },
    EngineOption {
        name: "Clear Hash",
        help: "forgets what earlier searches have learned",
        protocols: Protocols::Both,
        kind: OptionKind::Button { effect: Effect::Clear },
    },
    EngineOption {
        name: "Threads",
        help: "number of search threads",
        protocols: Protocols::Uci { cecp_command: "cores" },
        kind: OptionKind::Spin {
            default: 1,
            range: 1..=256,
            set: |settings, threads| {
                settings.threads = threads;
                settings.dirty = true;
                Effect::RestartAnalysis
            },
        },
    },
    EngineOption {
        name: "Ponder",
        help: "announces that the engine can think on the opponent's time; each go says whether it does",
        protocols: Protocols::Uci { cecp_command: "hard" },
        kind: OptionKind::Check { default: false, set: |_, _| Effect::NextSearch },
    },
    EngineOption {
        name: "MultiPV",
        help: "number of lines shown in analysis",
        protocols: Protocols::Both,
        kind: OptionKind::Spin {
            default: 1,
            range: 1..=MAX_LINES,
            set: |settings, lines| {
                settings.lines = lines;
                Effect::RestartAnalysis
            },
        },
    },
    EngineOption {
        name: "Move Overhead",
        help: "milliseconds kept back for the way between engine and client",
        protocols: Protocols::Both,
        kind: OptionKind::Spin {
            default: 30,
            range: 0..=10_000,
            set: |settings, milliseconds| {
                settings.overhead = Duration::from_millis(milliseconds as u64);
                Effect::NextSearch
            },
        },
    },
    EngineOption {
        name: "nodestime",
        help: "nodes that count as a millisecond, so that moves do not depend on the machine; 0: time is time",
        protocols: Protocols::Uci { cecp_command: "nps" },
        kind: OptionKind::Spin {
            default: 0,
            range: 0..=1_000_000,
            set: |settings, nodes| {
                settings.node_rate = NonZero::new(nodes as u64 * 1_000);
                Effect::NextSearch
            },
        },
    },
    EngineOption {
        name: "UCI_ShowWDL",
        help: "adds to each score the chances of a win, a draw and a loss, in thousandths",
        protocols: Protocols::UciOnly,
        kind: OptionKind::Check {
            default: false,
            set: |settings, on| {
                settings.show_chances = on;
                Effect::NextSearch
            },
        },
    },
    EngineOption {
        name: "Skill Level",
        help: "strength of play, weakest 0; analysis is always at full strength",
        protocols: Protocols::Both,
        kind: OptionKind::Spin {
            default: Skill::FULL,
            range: 0..=Skill::FULL,
            set: |settings, level| {
                settings.level = level;
                Effect::NextSearch
            },
        },
    },
    EngineOption {
        name: "UCI_LimitStrength",
        help: "play with the strength of UCI_Elo, whatever the level",
        protocols: Protocols::Both,
        kind: OptionKind::Check {
            default: false,
            set: |settings, on| {
                settings.limit_strength = on;
                Effect::NextSearch
            },
        },
    },
    EngineOption {
        name: "UCI_Elo",
        help: "strength in Elo, measured in chess",
        protocols: Protocols::Both,
        kind: OptionKind::Spin {
            default: *Skill::ELO.end(),
            range: Skill::ELO,
            set: |settings, elo| {
                settings.elo = elo;
                Effect::NextSearch
            },
        },
    },
    EngineOption {
        name: "Skill Seed",
        help: "the same seed gives the same moves below full strength; 0: other moves in each game",
        protocols: Protocols::Both,
        kind: OptionKind::Spin {
            default: 0,
            range: 0..=1_000_000,
            set: |settings, seed| {
                settings.seed = seed as u64;
                Effect::NextSearch
            },
        },
    },
    EngineOption {
        // Not "Draw": XBoard takes a line with that word for a claim.
        name: "Peace Offers",
        help: "offer and accept draws in even games without progress",
        protocols: Protocols::Cecp,
        kind: OptionKind::Check {
            default: true,
            set: |settings, on| {
                settings.draws = on;
                Effect::NextSearch
            },
        },
    },
    EngineOption {
        name: "Resign",
        help: "against whom to resign hopeless games; against people only at full strength",
        protocols: Protocols::Cecp,
        kind: OptionKind::Combo {
            default: || Resign::default().word(),
            choices: |_| Resign::ALL.map(Resign::word).to_vec(),
            set: |settings, word| {
                settings.resign = Resign::ALL.into_iter().find(|resign| resign.word() == word).unwrap_or_default();
                Effect::NextSearch
            },
        },
    },
    EngineOption {
        name: "Hopeless Score",
        help: "centipawns behind, for several moves, at which a game is hopeless",
        protocols: Protocols::Cecp,
        kind: OptionKind::Spin {
            default: 1_000,
            range: 200..=10_000,
            set: |settings, centipawns| {
                settings.hopeless = centipawns as i32;
                Effect::NextSearch
            },
        },
    },
    EngineOption {
        name: "UCI_AnalyseMode",
        help: "analyse at full strength; each go says whether to search without end",
        protocols: Protocols::Uci { cecp_command: "analyze" },
        kind: OptionKind::Check {
            default: false,
            set: |settings, on| {
                settings.analyses = on;
                Effect::NextSearch
            },
        },
    },
    EngineOption {
        name: "VariantPath",
        help: "files with games of your own, in the format of Fairy-Stockfish; set it again to read them again",
        protocols: Protocols::Both,
        kind: OptionKind::Files {
            set: |settings, files| {
                settings.game_files = files.to_owned();
                Effect::LoadGames
            },
        },
    },
    EngineOption {
        name: "EvalFile",
        help: "files with networks in place of the built-in ones, each for its game; none: the classical evaluation alone",
        protocols: Protocols::Both,
        kind: OptionKind::Files {
            set: |settings, files| {
                settings.network_files = files.to_owned();
                Effect::LoadNetworks
            },
        },
    },
    EngineOption {
        name: "Endgame Tables",
        help: "use tables of positions with few men, made when they are first needed",
        protocols: Protocols::Both,
        kind: OptionKind::Check {
            default: true,
            set: |settings, on| {
                settings.tables = on;
                Effect::RestartAnalysis
            },
        },
    },
    EngineOption {
        name: "UCI_Variant",
        help: "the game that is played",
        protocols: Protocols::Uci { cecp_command: "variant" },
        kind: OptionKind::Combo {
            default: || default_game().page.name,
            choices: |catalogue| catalogue.games.all().map(|spec| spec.page.name).collect(),
            set: |_, name| Effect::Variant(name),
        },
    },
    EngineOption {
        name: "Move again",
        help: "in games with double turns, the user takes a second turn after each move that allows one",
        protocols: Protocols::Cecp,
        kind: OptionKind::Check {
            default: false,
            set: |settings, on| {
                settings.move_again = on;
                Effect::NextSearch
            },
        },
    },
];

/// The default of each option, not yet applied to a session.
pub(crate) fn defaults(catalogue: Catalogue) -> Settings {
    let mut settings = Settings { catalogue, dirty: true, ..Settings::default() };
    settings.begin_game();
    OPTIONS.iter().for_each(|option| option.reset(&mut settings));
    settings
}

/// An engine option.
pub(crate) struct EngineOption {
    /// The announced name.
    pub name: &'static str,
    /// What it does, in one line; logged when it is set.
    pub help: &'static str,
    /// The protocols that announce it.
    pub protocols: Protocols,
    /// The permitted values and the setter.
    pub kind: OptionKind,
}

/// The protocols that announce an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Protocols {
    /// UCI and CECP.
    Both,
    /// UCI only; CECP has a command for the same purpose.
    Uci {
        /// The CECP command.
        cecp_command: &'static str,
    },
    /// UCI only; CECP has nothing like it.
    UciOnly,
    /// CECP only.
    Cecp,
}

/// The values of an option and the functions that store them in the settings.
pub(crate) enum OptionKind {
    /// An integer.
    Spin {
        /// The value before the client sets one.
        default: usize,
        /// The permitted values.
        range: RangeInclusive<usize>,
        /// Stores a permitted value.
        set: fn(&mut Settings, usize) -> Effect,
    },
    /// On or off.
    Check {
        /// The value before the client sets one.
        default: bool,
        /// Stores a value.
        set: fn(&mut Settings, bool) -> Effect,
    },
    /// An action without a value.
    Button {
        /// The action.
        effect: Effect,
    },
    /// A list of files, as the system separates them; empty before the client sets one.
    Files {
        /// Stores the list.
        set: fn(&mut Settings, &str) -> Effect,
    },
    /// One of several words (a UCI combo).
    Combo {
        /// The word before the client sets one.
        default: fn() -> &'static str,
        /// The permitted words.
        choices: fn(&Catalogue) -> Vec<&'static str>,
        /// Stores a permitted word.
        set: fn(&mut Settings, &'static str) -> Effect,
    },
}

/// What the protocol must do after setting an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Nothing: the next search uses the new value.
    NextSearch,
    /// Restart a running analysis, so that it uses the new value.
    RestartAnalysis,
    /// Clear everything learned from earlier searches.
    Clear,
    /// Load the games of [`Settings::game_files`].
    LoadGames,
    /// Load the networks of [`Settings::network_files`].
    LoadNetworks,
    /// Switch to the game of this name, which is one of the catalogue.
    Variant(&'static str),
}

/// A protocol and its syntax for option names and values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Protocol {
    /// Names are case-insensitive; switches are `true` and `false`.
    Uci,
    /// Names are announced without spaces ([`Protocol::name_of`]), and read with or without, in any case; switches are `1`
    /// and `0`.
    Cecp,
    /// The names of UCI. Strength and lines are arguments of a search, so fewer options are offered.
    Json,
}

/// The options that JSON offers.
const JSON_OPTIONS: [&str; 5] = ["Hash", "Clear Hash", "Threads", "Move Overhead", "Skill Seed"];

/// Why an option could not be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum OptionError {
    /// The protocol has no option of this name.
    #[error("unknown option {name}")]
    Unknown {
        /// The name as the client wrote it.
        name: String,
    },
    /// The option does not permit the value.
    #[error("option {name} expects {permitted}, not {given:?}")]
    Value {
        /// The name as the client wrote it.
        name: String,
        /// The value as the client wrote it, trimmed.
        given: String,
        /// The permitted values.
        permitted: Permitted,
    },
}

/// The values that an option permits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Permitted {
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

/// The options that a protocol announces, in the order of [`OPTIONS`].
pub(crate) fn offered(protocol: Protocol) -> impl DoubleEndedIterator<Item = &'static EngineOption> {
    OPTIONS.iter().filter(move |option| match protocol {
        Protocol::Json => JSON_OPTIONS.contains(&option.name),
        Protocol::Uci | Protocol::Cecp => option.protocols.include(protocol),
    })
}

/// Parses a value in the protocol's syntax and sets the option of this name.
///
/// # Errors
/// When the protocol has no such option, or the option does not permit the value; the settings stay unchanged.
pub(crate) fn set(protocol: Protocol, settings: &mut Settings, name: &str, value: &str) -> Result<Effect, OptionError> {
    match offered(protocol).find(|option| protocol.names(option, name)) {
        Some(option) => option.set(protocol, settings, name, value),
        None => Err(OptionError::Unknown { name: name.to_owned() }),
    }
}

/// Sets the option that belongs to a CECP command. A number above the option's range is clamped to its maximum.
///
/// # Errors
/// When no option has such a command, or the option does not permit the value; the settings stay unchanged.
pub(crate) fn set_by_command(settings: &mut Settings, command: &str, value: &str) -> Result<Effect, OptionError> {
    let has_command = |protocols| matches!(protocols, Protocols::Uci { cecp_command } if cecp_command == command);
    let Some(option) = OPTIONS.iter().find(|option| has_command(option.protocols)) else {
        return Err(OptionError::Unknown { name: command.to_owned() });
    };
    let clamped = match (&option.kind, value.parse::<usize>()) {
        (OptionKind::Spin { range, .. }, Ok(number)) if number > *range.end() => Some(range.end().to_string()),
        _ => None,
    };
    option.set(Protocol::Cecp, settings, command, clamped.as_deref().unwrap_or(value))
}

impl EngineOption {
    /// Sets the option to its default. Buttons and the variant store nothing in the settings.
    pub fn reset(&self, settings: &mut Settings) {
        match &self.kind {
            OptionKind::Spin { default, set, .. } => set(settings, *default),
            OptionKind::Check { default, set } => set(settings, *default),
            OptionKind::Combo { default, set, .. } => set(settings, default()),
            OptionKind::Files { set } => set(settings, ""),
            OptionKind::Button { effect } => *effect,
        };
    }

    /// Parses and sets a value; `name` is the option's name as the client wrote it, for errors.
    fn set(&self, protocol: Protocol, settings: &mut Settings, name: &str, value: &str) -> Result<Effect, OptionError> {
        let value = value.trim();
        let refused = |permitted| OptionError::Value { name: name.to_owned(), given: value.to_owned(), permitted };
        let effect = match &self.kind {
            OptionKind::Spin { range, set, .. } => {
                let number = value.parse().ok().filter(|number| range.contains(number));
                set(settings, number.ok_or_else(|| refused(Permitted::Number(range.clone())))?)
            }
            OptionKind::Check { set, .. } => {
                set(settings, protocol.read_switch(value).ok_or_else(|| refused(Permitted::Switch))?)
            }
            OptionKind::Combo { choices, set, .. } => {
                let choices = choices(&settings.catalogue);
                let choice = choices.iter().copied().find(|choice| choice.eq_ignore_ascii_case(value));
                set(settings, choice.ok_or_else(|| refused(Permitted::OneOf(choices)))?)
            }
            OptionKind::Files { set } => set(settings, value),
            OptionKind::Button { effect } => *effect,
        };
        log::debug!("option {} ({}): {value}", self.name, self.help);
        Ok(effect)
    }
}

impl Protocols {
    fn include(self, protocol: Protocol) -> bool {
        match self {
            Self::Both => true,
            Self::Uci { .. } | Self::UciOnly => protocol == Protocol::Uci,
            Self::Cecp => protocol == Protocol::Cecp,
        }
    }
}

impl Protocol {
    /// The option's name in this protocol. In CECP its words are joined, each with a capital (`MoveAgain`), because some
    /// clients end a name at its first space.
    pub fn name_of(self, option: &EngineOption) -> String {
        match self {
            Self::Uci | Self::Json => option.name.to_owned(),
            Self::Cecp => option.name.split(' ').map(capitalized).collect(),
        }
    }

    /// Whether `name` denotes the option in this protocol. In CECP spaces do not count: users have settings with them.
    fn names(self, option: &EngineOption, name: &str) -> bool {
        match self {
            Self::Uci | Self::Json => option.name.eq_ignore_ascii_case(name),
            Self::Cecp => self.name_of(option).eq_ignore_ascii_case(&name.replace(' ', "")),
        }
    }

    fn read_switch(self, value: &str) -> Option<bool> {
        match self {
            Self::Uci | Self::Json => value.parse().ok(),
            // Anything but `1` is off.
            Self::Cecp => Some(value == "1"),
        }
    }
}

/// The word with its first letter in upper case.
fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defaults() -> Settings {
        super::defaults(Catalogue::default())
    }

    #[test]
    fn each_protocol_offers_its_options() {
        let offers = |protocol, name| offered(protocol).any(|option| option.name == name);
        for (name, uci, cecp) in [("MultiPV", true, true), ("Hash", true, false), ("Move again", false, true)] {
            assert_eq!((offers(Protocol::Uci, name), offers(Protocol::Cecp, name)), (uci, cecp), "{name}");
        }
    }

    #[test]
    fn json_offers_options_that_exist() {
        assert_eq!(offered(Protocol::Json).count(), JSON_OPTIONS.len());
    }

    #[test]
    fn names_are_unique_whatever_their_case() {
        for (number, option) in OPTIONS.iter().enumerate() {
            let same = |other: &EngineOption| other.name.eq_ignore_ascii_case(option.name);
            assert!(!OPTIONS[..number].iter().any(same), "{}", option.name);
            assert!(!option.help.is_empty(), "{}", option.name);
        }
    }

    #[test]
    fn defaults_are_permitted_values() {
        for option in OPTIONS {
            match &option.kind {
                OptionKind::Spin { default, range, .. } => assert!(range.contains(default), "{}", option.name),
                OptionKind::Combo { default, choices, .. } => {
                    assert!(choices(&Catalogue::default()).contains(&default()), "{}", option.name)
                }
                OptionKind::Check { .. } | OptionKind::Files { .. } | OptionKind::Button { .. } => {}
            }
        }
    }

    #[test]
    fn settings_begin_with_the_defaults() {
        let settings = defaults();
        assert_eq!((settings.hash, settings.threads, settings.lines), (DEFAULT_HASH, 1, 1));
        assert_eq!(settings.overhead, Duration::from_millis(30));
        assert!(!settings.move_again && settings.dirty);
    }

    #[test]
    fn values_reach_the_settings() {
        let mut settings = Settings { dirty: false, ..defaults() };
        assert_eq!(set(Protocol::Uci, &mut settings, "MULTIPV", "64"), Ok(Effect::RestartAnalysis));
        assert_eq!(set(Protocol::Cecp, &mut settings, " Move Overhead ", " 0 "), Ok(Effect::NextSearch));
        assert_eq!(set(Protocol::Cecp, &mut settings, "Move again", "1"), Ok(Effect::NextSearch));
        assert_eq!((settings.lines, settings.overhead, settings.move_again), (64, Duration::ZERO, true));
        assert!(!settings.dirty, "none of these concerns the session");
        assert_eq!(set(Protocol::Uci, &mut settings, "hash", "1"), Ok(Effect::RestartAnalysis));
        assert!(settings.dirty && settings.hash == 1);
    }

    #[test]
    fn files_are_for_the_protocol() {
        let mut settings = defaults();
        assert_eq!(set(Protocol::Uci, &mut settings, "variantpath", " a b.ini "), Ok(Effect::LoadGames));
        assert_eq!(settings.game_files, "a b.ini");
    }

    #[test]
    fn strength_is_limited_by_level_or_elo_but_not_in_analysis() {
        let mut settings = defaults();
        assert_eq!(settings.skill(), None);
        for (name, value) in [("Skill Level", "3"), ("Skill Seed", "5")] {
            assert_eq!(set(Protocol::Cecp, &mut settings, name, value), Ok(Effect::NextSearch));
        }
        assert_eq!(settings.skill(), Skill::of_level(3, 5));
        let lowest = Skill::ELO.start().to_string();
        assert_eq!(set(Protocol::Uci, &mut settings, "UCI_Elo", &lowest), Ok(Effect::NextSearch));
        assert_eq!(settings.skill(), Skill::of_level(3, 5));
        assert_eq!(set(Protocol::Uci, &mut settings, "UCI_LimitStrength", "true"), Ok(Effect::NextSearch));
        assert_eq!(settings.skill(), Skill::of_level(0, 5));
        assert_eq!(set(Protocol::Uci, &mut settings, "UCI_AnalyseMode", "true"), Ok(Effect::NextSearch));
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
        let mut settings = defaults();
        let mut resigns = |value| {
            assert_eq!(set(Protocol::Cecp, &mut settings, "Resign", value), Ok(Effect::NextSearch));
            let full = [false, true].map(|program| settings.resign_at(program).is_some());
            let weak = Settings { level: 1, ..settings.clone() };
            (full, [false, true].map(|program| weak.resign_at(program).is_some()))
        };
        assert_eq!(resigns("people"), ([true, false], [false, false]));
        assert_eq!(resigns("always"), ([true, true], [true, true]));
        assert_eq!(resigns("never"), ([false, false], [false, false]));
        assert_eq!(defaults().resign_at(false), Some(1_000));
    }

    #[test]
    fn buttons_and_the_game_are_for_the_protocol() {
        let mut settings = defaults();
        assert_eq!(set(Protocol::Cecp, &mut settings, "Clear Hash", ""), Ok(Effect::Clear));
        let name = default_game().page.name;
        for value in [name.to_owned(), name.to_uppercase()] {
            assert_eq!(set(Protocol::Uci, &mut settings, "uci_variant", &value), Ok(Effect::Variant(name)));
        }
    }

    /// XBoard finds a stored setting by the beginning of its name, and ends it at a comma.
    #[test]
    fn names_in_cecp_are_single_words_and_none_begins_another() {
        let names: Vec<String> = offered(Protocol::Cecp).map(|option| Protocol::Cecp.name_of(option)).collect();
        for (number, name) in names.iter().enumerate() {
            assert!(name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_'), "{name}");
            let is_prefix = |other: &String| other.to_lowercase().starts_with(&name.to_lowercase());
            assert_eq!(names.iter().position(is_prefix), Some(number), "{name}");
            assert_eq!(names.iter().filter(|other| is_prefix(other)).count(), 1, "{name}");
        }
    }

    #[test]
    fn names_in_cecp_are_read_with_and_without_spaces() {
        for name in ["MoveOverhead", "Move Overhead", "moveoverhead", " Move Overhead "] {
            let mut settings = defaults();
            assert_eq!(set(Protocol::Cecp, &mut settings, name, "50"), Ok(Effect::NextSearch), "{name}");
            assert_eq!(settings.overhead, Duration::from_millis(50), "{name}");
        }
        assert!(set(Protocol::Cecp, &mut defaults(), "Move", "50").is_err());
        assert!(set(Protocol::Uci, &mut defaults(), "MoveOverhead", "50").is_err());
    }

    #[test]
    fn protocols_write_names_and_switches_their_own_ways() {
        let mut settings = defaults();
        let unknown = |name: &str| Err(OptionError::Unknown { name: name.to_owned() });
        assert_eq!(set(Protocol::Cecp, &mut settings, "Hash", "2"), unknown("Hash"));
        assert_eq!(set(Protocol::Uci, &mut settings, "Move again", "true"), unknown("Move again"));
        assert_eq!(set(Protocol::Uci, &mut settings, "Ponder", "true"), Ok(Effect::NextSearch));
        assert!(set(Protocol::Uci, &mut settings, "Ponder", "1").is_err());
        for (value, on) in [("1", true), ("0", false), (" 1", true), ("true", false)] {
            assert_eq!(set(Protocol::Cecp, &mut settings, "Move again", value), Ok(Effect::NextSearch));
            assert_eq!(settings.move_again, on, "{value}");
        }
    }

    #[test]
    fn values_out_of_range_are_refused_and_change_nothing() {
        let mut settings = defaults();
        for value in ["0", "257", "-1", "1.5", "many", "", "99999999999999999999999"] {
            let error = set(Protocol::Uci, &mut settings, "multipv", value).expect_err(value);
            let (name, given) = ("multipv".to_owned(), value.to_owned());
            assert_eq!(error, OptionError::Value { name, given, permitted: Permitted::Number(1..=256) });
            assert_eq!(settings.lines, 1, "{value}");
        }
        let error = set(Protocol::Uci, &mut settings, "Hash", "no").expect_err("no number");
        assert_eq!(error.to_string(), "option Hash expects a number from 1 to 65536, not \"no\"");
        let error = set(Protocol::Uci, &mut settings, "UCI_Variant", "none").expect_err("no game");
        assert!(error.to_string().starts_with("option UCI_Variant expects one of "), "{error}");
    }

    #[test]
    fn commands_of_cecp_set_options_and_are_capped() {
        let mut settings = defaults();
        assert_eq!(set_by_command(&mut settings, "memory", "100000000"), Ok(Effect::RestartAnalysis));
        assert_eq!(set_by_command(&mut settings, "cores", "257"), Ok(Effect::RestartAnalysis));
        assert_eq!((settings.hash, settings.threads), (65_536, 256));
        assert_eq!(set_by_command(&mut settings, "cores", "2"), Ok(Effect::RestartAnalysis));
        for value in ["0", "-1", "all", "", "99999999999999999999999"] {
            assert!(set_by_command(&mut settings, "cores", value).is_err(), "{value}");
        }
        assert_eq!(settings.threads, 2);
        assert!(set_by_command(&mut settings, "egtpath", "1").is_err());
    }
}
