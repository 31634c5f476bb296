//! Options in CECP.

use std::io;

use super::Cecp;
use super::commands::Given;
use crate::games::{GamesError, LoadedFile};
use crate::protocol::options::{OptionError, cecp_name, offered, set, set_by_command};
use crate::protocol::text::sanitize;
use crate::session::{Catalogue, Client, Effect, EngineOption, OptionKind};

impl Cecp<'_> {
    /// Announces each option that has no command of its own with `feature option`.
    pub(super) fn send_options(&mut self) -> io::Result<()> {
        for option in offered(Client::Cecp) {
            self.link
                .send_line(format_args!("feature option=\"{}\"", description(option, &self.settings.catalogue)))?;
        }
        Ok(())
    }

    /// `option NAME=VALUE`, or `option NAME` for a button.
    pub(super) fn set_option(&mut self, text: &str) -> io::Result<()> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        match set(Client::Cecp, &mut self.settings, name, value) {
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
            Effect::RestartAnalysis | Effect::Configure => self.restart_analysis(),
            Effect::Clear | Effect::LoadNetworks if self.is_thinking() => self.error("not while thinking", "option"),
            Effect::Clear => {
                self.abort_search()?;
                self.session.clear();
                Ok(())
            }
            Effect::LoadGames => self.load_games(),
            Effect::LoadNetworks => self.load_networks(),
            Effect::ChangeGame => self.begin_game(self.settings.game()),
        }
    }

    /// Loads the networks that the client has named. What was learned with others is forgotten.
    fn load_networks(&mut self) -> io::Result<()> {
        if let Err(error) = self.settings.catalogue.load_networks(&self.settings.network_files) {
            return self.link.send_line(format_args!("telluser {}", sanitize(&error.to_string())));
        }
        self.abort_search()?;
        self.session.evaluate_with(self.settings.catalogue.evaluations.of(self.session.spec()));
        self.session.clear();
        self.restart_analysis()
    }

    /// Loads the files that the client has named, and announces all games again.
    fn load_games(&mut self) -> io::Result<()> {
        let loaded = self.settings.catalogue.load_games(&self.settings.game_files);
        let told = |loaded: Result<LoadedFile, GamesError>| match loaded {
            Ok(loaded) => loaded.left_out(),
            Err(error) => Some(error.to_string()),
        };
        for text in loaded.into_iter().filter_map(told) {
            self.link.send_line(format_args!("telluser {}", sanitize(&text)))?;
        }
        self.send_variants()
    }
}

/// The value of `feature option` for an option.
fn description(option: &EngineOption, catalogue: &Catalogue) -> String {
    let name = cecp_name(option);
    match &option.kind {
        OptionKind::Number { default, range, .. } => {
            format!("{name} -spin {default} {} {}", range.start(), range.end())
        }
        // XBoard wants the blank before the empty list.
        OptionKind::Files { .. } => format!("{name} -file "),
        OptionKind::Switch { default, .. } => format!("{name} -check {}", u8::from(*default)),
        OptionKind::Button => format!("{name} -button"),
        OptionKind::Word { default, choices, .. } => {
            let mark = |choice: &str| if choice == *default { format!("*{choice}") } else { choice.to_owned() };
            let choices: Vec<String> = choices(catalogue).into_iter().map(mark).collect();
            format!("{name} -combo {}", choices.join(" /// "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_announced_in_the_form_and_order_of_cecp() {
        let expected =
            ["ClearHash -button", "MultiPV -spin 1 1 256", "MoveOverhead -spin 30 0 10000", "MoveAgain -check 0"];
        let mut announced: Vec<String> =
            offered(Client::Cecp).map(|option| description(option, &Catalogue::default())).collect();
        announced.retain(|line| expected.contains(&line.as_str()));
        assert_eq!(announced, expected);
    }

    #[test]
    fn the_default_of_a_combo_is_marked() {
        let option = offered(Client::Cecp).find(|option| option.name == "Resign").expect("an option");
        let described = description(option, &Catalogue::default());
        assert_eq!(described, "Resign -combo *people /// always /// never");
    }
}
