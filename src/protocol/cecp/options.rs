//! Options in CECP.

use std::io;

use super::Cecp;
use super::commands::Given;
use crate::protocol::loading::{load_games, load_networks};
use crate::protocol::options::{Effect, EngineOption, OptionError, OptionKind, Protocol, offered, set, set_by_command};
use crate::session::Catalogue;

impl Cecp<'_> {
    /// Announces each option that has no command of its own with `feature option`.
    pub(super) fn send_options(&mut self) -> io::Result<()> {
        for option in offered(Protocol::Cecp) {
            self.link
                .send_line(format_args!("feature option=\"{}\"", description(option, &self.settings.catalogue)))?;
        }
        Ok(())
    }

    /// `option NAME=VALUE`, or `option NAME` for a button.
    pub(super) fn set_option(&mut self, text: &str) -> io::Result<()> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        match set(Protocol::Cecp, &mut self.settings, name, value) {
            Ok(effect) => self.apply_effect(effect),
            Err(OptionError::Unknown { name }) => self.error("unknown option", &name),
            Err(OptionError::Value { permitted, .. }) => self.error(format_args!("expected {permitted}"), "option"),
        }
    }

    /// `memory MEGABYTES` and `cores NUMBER`, which also set options.
    pub(super) fn set_by_command(&mut self, given: &Given) -> io::Result<()> {
        match set_by_command(&mut self.settings, given.command.name, given.words[0]) {
            Ok(effect) => self.apply_effect(effect),
            Err(_) => self.expected(given),
        }
    }

    fn apply_effect(&mut self, effect: Effect) -> io::Result<()> {
        match effect {
            Effect::NextSearch => Ok(()),
            Effect::RestartAnalysis => self.restart_analysis(),
            Effect::Clear | Effect::LoadNetworks if self.is_thinking() => self.error("not while thinking", "option"),
            Effect::Clear => {
                self.abort_search()?;
                self.session.clear();
                Ok(())
            }
            Effect::LoadGames => self.load_games(),
            Effect::LoadNetworks => self.load_networks(),
            Effect::Variant(name) => {
                let spec = self.settings.catalogue.games.find(name);
                spec.map_or(Ok(()), |spec| self.begin_game(spec))
            }
        }
    }

    /// Loads the networks that the client has named. What was learned with others is forgotten.
    fn load_networks(&mut self) -> io::Result<()> {
        if let Err(error) = load_networks(&mut self.settings.catalogue, &self.settings.network_files) {
            return self.link.send_line(format_args!("telluser {error}"));
        }
        self.abort_search()?;
        self.session.evaluate_with(self.settings.catalogue.evaluations.of(self.session.spec()));
        self.session.clear();
        self.restart_analysis()
    }

    /// Loads the files that the client has named, and announces all games again.
    fn load_games(&mut self) -> io::Result<()> {
        for error in
            load_games(&mut self.settings.catalogue, &self.settings.game_files).into_iter().filter_map(Result::err)
        {
            self.link.send_line(format_args!("telluser {error}"))?;
        }
        self.send_variants()
    }
}

/// The value of `feature option` for an option.
fn description(option: &EngineOption, catalogue: &Catalogue) -> String {
    let name = Protocol::Cecp.name_of(option);
    match &option.kind {
        OptionKind::Spin { default, range, .. } => format!("{name} -spin {default} {} {}", range.start(), range.end()),
        // XBoard wants the blank before the empty list.
        OptionKind::Files { .. } => format!("{name} -file "),
        OptionKind::Check { default, .. } => format!("{name} -check {}", u8::from(*default)),
        OptionKind::Button { .. } => format!("{name} -button"),
        OptionKind::Combo { default, choices, .. } => {
            let mark = |choice: &str| if choice == default() { format!("*{choice}") } else { choice.to_owned() };
            let choices: Vec<String> = choices(catalogue).into_iter().map(mark).collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::options::Protocols;

    #[test]
    fn options_are_announced_in_the_form_and_order_of_cecp() {
        let expected =
            ["ClearHash -button", "MultiPV -spin 1 1 256", "MoveOverhead -spin 30 0 10000", "MoveAgain -check 0"];
        let mut announced: Vec<String> =
            offered(Protocol::Cecp).map(|option| description(option, &Catalogue::default())).collect();
        announced.retain(|line| expected.contains(&line.as_str()));
        assert_eq!(announced, expected);
    }

    #[test]
    fn the_default_of_a_combo_is_marked() {
        let kind =
            OptionKind::Combo { default: || "two", choices: |_| vec!["one", "two"], set: |_, _| Effect::NextSearch };
        let option = EngineOption { name: "Game", help: "", protocols: Protocols::Both, kind };
        assert_eq!(description(&option, &Catalogue::default()), "Game -combo one /// *two");
    }
}
