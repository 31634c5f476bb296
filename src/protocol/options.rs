//! How clients write the options of [`OPTIONS`].

use thiserror::Error;

use crate::session::{Client, Effect, EngineOption, OPTIONS, OptionKind, Permitted, Settings};

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

/// The options that are offered to clients, in the order of [`OPTIONS`].
pub(crate) fn offered(client: Client) -> impl DoubleEndedIterator<Item = &'static EngineOption> {
    OPTIONS.iter().filter(move |option| option.is_for(client))
}

/// Parses a value as the client writes it and sets the option of this name.
///
/// # Errors
/// When the client is offered no such option, or the option does not permit the value; the settings stay unchanged.
pub(crate) fn set(client: Client, settings: &mut Settings, name: &str, value: &str) -> Result<Effect, OptionError> {
    match offered(client).find(|option| is_named(option, client, name)) {
        Some(option) => set_option(option, client, settings, name, value),
        None => Err(OptionError::Unknown { name: name.to_owned() }),
    }
}

/// Sets the option that belongs to a CECP command. A number above the option's range is clamped to its maximum.
///
/// # Errors
/// When no option has such a command, or the option does not permit the value; the settings stay unchanged.
pub(crate) fn set_by_command(settings: &mut Settings, command: &str, value: &str) -> Result<Effect, OptionError> {
    let Some(option) = OPTIONS.iter().find(|option| option.cecp_command == Some(command)) else {
        return Err(OptionError::Unknown { name: command.to_owned() });
    };
    let clamped = match (&option.kind, value.parse::<usize>()) {
        (OptionKind::Number { range, .. }, Ok(number)) if number > *range.end() => Some(range.end().to_string()),
        _ => None,
    };
    set_option(option, Client::Cecp, settings, command, clamped.as_deref().unwrap_or(value))
}

fn set_option(
    option: &EngineOption,
    client: Client,
    settings: &mut Settings,
    name: &str,
    value: &str,
) -> Result<Effect, OptionError> {
    let given = value.trim();
    let refused = |permitted| OptionError::Value { name: name.to_owned(), given: given.to_owned(), permitted };
    option.set(settings, given, |text| read_switch(client, text)).map_err(refused)
}

/// The option's name for clients of CECP: its words joined, each with a capital (`MoveAgain`), because some clients end a name
/// at its first space.
pub(crate) fn cecp_name(option: &EngineOption) -> String {
    option.name.split(' ').map(capitalized).collect()
}

/// Whether `name` denotes the option, whatever its case. For clients of CECP spaces do not count: users have settings with
/// them.
fn is_named(option: &EngineOption, client: Client, name: &str) -> bool {
    match client {
        Client::Uci | Client::Json => option.name.eq_ignore_ascii_case(name),
        Client::Cecp => cecp_name(option).eq_ignore_ascii_case(&name.replace(' ', "")),
    }
}

fn read_switch(client: Client, value: &str) -> Option<bool> {
    match client {
        Client::Uci | Client::Json => value.parse().ok(),
        // Anything but `1` is off.
        Client::Cecp => Some(value == "1"),
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
    use crate::session::Catalogue;

    fn defaults() -> Settings {
        Settings::new(Catalogue::default())
    }

    #[test]
    fn each_protocol_offers_its_options() {
        let offers = |protocol, name| offered(protocol).any(|option| option.name == name);
        for (name, uci, cecp) in [("MultiPV", true, true), ("Hash", true, false), ("Move again", false, true)] {
            assert_eq!((offers(Client::Uci, name), offers(Client::Cecp, name)), (uci, cecp), "{name}");
        }
    }

    #[test]
    fn settings_begin_with_the_defaults() {
        let settings = defaults();
        assert_eq!((settings.hash, settings.threads, settings.lines), (64, 1, 1));
        assert_eq!(settings.overhead().as_millis(), 30);
        assert!(!settings.move_again);
    }

    #[test]
    fn values_reach_the_settings() {
        let mut settings = defaults();
        assert_eq!(set(Client::Uci, &mut settings, "MULTIPV", "64"), Ok(Effect::RestartAnalysis));
        assert_eq!(set(Client::Cecp, &mut settings, " Move Overhead ", " 0 "), Ok(Effect::NextSearch));
        assert_eq!(set(Client::Cecp, &mut settings, "Move again", "1"), Ok(Effect::NextSearch));
        assert_eq!((settings.lines, settings.move_overhead, settings.move_again), (64, 0, true));
        assert_eq!(set(Client::Uci, &mut settings, "hash", "1"), Ok(Effect::Configure));
        assert_eq!(settings.hash, 1);
    }

    #[test]
    fn files_are_for_the_protocol() {
        let mut settings = defaults();
        assert_eq!(set(Client::Uci, &mut settings, "variantpath", " a b.ini "), Ok(Effect::LoadGames));
        assert_eq!(settings.game_files, "a b.ini");
    }

    #[test]
    fn buttons_and_the_game_are_for_the_protocol() {
        let mut settings = defaults();
        assert_eq!(set(Client::Cecp, &mut settings, "Clear Hash", ""), Ok(Effect::Clear));
        let name = "gothic";
        for value in [name.to_owned(), name.to_uppercase()] {
            assert_eq!(set(Client::Uci, &mut settings, "uci_variant", &value), Ok(Effect::ChangeGame));
            assert_eq!(settings.game().page.name, name);
        }
    }

    /// XBoard finds a stored setting by the beginning of its name, and ends it at a comma.
    #[test]
    fn names_in_cecp_are_single_words_and_none_begins_another() {
        let names: Vec<String> = offered(Client::Cecp).map(cecp_name).collect();
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
            assert_eq!(set(Client::Cecp, &mut settings, name, "50"), Ok(Effect::NextSearch), "{name}");
            assert_eq!(settings.overhead().as_millis(), 50, "{name}");
        }
        assert!(set(Client::Cecp, &mut defaults(), "Move", "50").is_err());
        assert!(set(Client::Uci, &mut defaults(), "MoveOverhead", "50").is_err());
    }

    #[test]
    fn protocols_write_names_and_switches_their_own_ways() {
        let mut settings = defaults();
        let unknown = |name: &str| Err(OptionError::Unknown { name: name.to_owned() });
        assert_eq!(set(Client::Cecp, &mut settings, "Hash", "2"), unknown("Hash"));
        assert_eq!(set(Client::Uci, &mut settings, "Move again", "true"), unknown("Move again"));
        assert_eq!(set(Client::Uci, &mut settings, "Ponder", "true"), Ok(Effect::NextSearch));
        assert!(set(Client::Uci, &mut settings, "Ponder", "1").is_err());
        for (value, on) in [("1", true), ("0", false), (" 1", true), ("true", false)] {
            assert_eq!(set(Client::Cecp, &mut settings, "Move again", value), Ok(Effect::NextSearch));
            assert_eq!(settings.move_again, on, "{value}");
        }
    }

    #[test]
    fn values_out_of_range_are_refused_and_change_nothing() {
        let mut settings = defaults();
        for value in ["0", "257", "-1", "1.5", "many", "", "99999999999999999999999"] {
            let error = set(Client::Uci, &mut settings, "multipv", value).expect_err(value);
            let (name, given) = ("multipv".to_owned(), value.to_owned());
            assert_eq!(error, OptionError::Value { name, given, permitted: Permitted::Number(1..=256) });
            assert_eq!(settings.lines, 1, "{value}");
        }
        let error = set(Client::Uci, &mut settings, "Hash", "no").expect_err("no number");
        assert_eq!(error.to_string(), "option Hash expects a number from 1 to 65536, not \"no\"");
        let error = set(Client::Uci, &mut settings, "UCI_Variant", "none").expect_err("no game");
        assert!(error.to_string().starts_with("option UCI_Variant expects one of "), "{error}");
    }

    #[test]
    fn commands_of_cecp_set_options_and_are_capped() {
        let mut settings = defaults();
        assert_eq!(set_by_command(&mut settings, "memory", "100000000"), Ok(Effect::Configure));
        assert_eq!(set_by_command(&mut settings, "cores", "257"), Ok(Effect::Configure));
        assert_eq!((settings.hash, settings.threads), (65_536, 256));
        assert_eq!(set_by_command(&mut settings, "cores", "2"), Ok(Effect::Configure));
        for value in ["0", "-1", "all", "", "99999999999999999999999"] {
            assert!(set_by_command(&mut settings, "cores", value).is_err(), "{value}");
        }
        assert_eq!(settings.threads, 2);
        assert!(set_by_command(&mut settings, "egtpath", "1").is_err());
    }
}
