//! Options in UCI.

use std::io;

use super::Uci;
use crate::board::Spec;
use crate::protocol::options::{OptionError, offered, set};
use crate::protocol::text::{quote, quote_letters, sanitize};
use crate::session::{Catalogue, Client, Effect, EngineOption, OptionKind, Permitted};

impl Uci<'_> {
    pub(super) fn send_options(&mut self) -> io::Result<()> {
        offered(Client::Uci).try_for_each(|option| self.send_option(option))
    }

    fn send_option(&mut self, option: &EngineOption) -> io::Result<()> {
        self.link.send_line(format_args!(
            "option name {} type {}",
            option.name,
            type_of(&option.kind, &self.settings.catalogue)
        ))
    }

    /// Loads the files that the client has named, and tells it which games it can choose now. A game whose rules have
    /// changed starts again.
    fn load_games(&mut self) -> io::Result<()> {
        for loaded in self.settings.catalogue.load_games(&self.settings.game_files) {
            match loaded {
                Ok(loaded) => {
                    let names: Vec<&str> = loaded.specs.iter().map(|spec| spec.page.name).collect();
                    self.link.send_line(format_args!("info string games {}", names.join(" ")))?;
                    if let Some(left_out) = loaded.left_out() {
                        self.error(sanitize(&left_out))?;
                    }
                }
                Err(error) => self.error(sanitize(&error.to_string()))?,
            }
        }
        if let Some(option) = offered(Client::Uci).find(|option| matches!(option.kind, OptionKind::Word { .. })) {
            self.send_option(option)?;
        }
        let spec = self.session.spec();
        let current = self.settings.catalogue.games.find(spec.page.name);
        current.filter(|current| !std::ptr::eq(*current, spec)).map_or(Ok(()), |spec| self.set_variant(spec))
    }

    /// Loads the networks that the client has named. What was learned with others is forgotten.
    fn load_networks(&mut self) -> io::Result<()> {
        match self.settings.catalogue.load_networks(&self.settings.network_files) {
            Ok(names) => {
                let spec = self.session.spec();
                self.session.evaluate_with(self.settings.catalogue.evaluations.of(spec));
                self.session.clear();
                names.iter().try_for_each(|name| self.link.send_line(format_args!("info string {name}")))
            }
            Err(error) => self.error(sanitize(&error.to_string())),
        }
    }

    /// `setoption name NAME [value VALUE]`.
    pub(super) fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        let ["name", words @ ..] = words else {
            return self.error("expected setoption name NAME [value VALUE]");
        };
        let split = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let name = words[..split].join(" ");
        let value = words.get(split + 1..).unwrap_or_default().join(" ");
        self.finish_activity()?;
        match set(Client::Uci, &mut self.settings, &name, &value) {
            Ok(Effect::NextSearch | Effect::RestartAnalysis | Effect::Configure) => Ok(()),
            Ok(Effect::Clear) => {
                self.session.clear();
                Ok(())
            }
            Ok(Effect::LoadGames) => self.load_games(),
            Ok(Effect::LoadNetworks) => self.load_networks(),
            Ok(Effect::ChangeGame) => self.set_variant(self.settings.game()),
            Err(error) => self.error(error_text(&error)),
        }
    }

    /// Switches to the start position of another variant and describes it to the client.
    fn set_variant(&mut self, spec: &'static Spec) -> io::Result<()> {
        self.session = self.settings.catalogue.open(spec);
        self.refused = None;
        self.settings.mark_dirty();
        let page = &spec.page;
        self.link.send_line(format_args!(
            "info string variant {} files {} ranks {} pocket 0 template fairy startpos {}",
            page.name, page.files, page.ranks, page.start
        ))
    }
}

/// The type, default and permitted values of an option, as UCI announces them.
fn type_of(kind: &OptionKind, catalogue: &Catalogue) -> String {
    match kind {
        OptionKind::Number { default, range, .. } => {
            format!("spin default {default} min {} max {}", range.start(), range.end())
        }
        OptionKind::Switch { default, .. } => format!("check default {default}"),
        OptionKind::Button => "button".to_owned(),
        OptionKind::Files { .. } => "string default <empty>".to_owned(),
        OptionKind::Word { default, choices, .. } => {
            let choices: String = choices(catalogue).iter().map(|choice| format!(" var {choice}")).collect();
            format!("combo default {default}{choices}")
        }
    }
}

fn error_text(error: &OptionError) -> String {
    match error {
        OptionError::Unknown { name } => format!("unknown option {}", quote_letters(name)),
        // `UCI_Variant` is the only combo.
        OptionError::Value { given, permitted: Permitted::OneOf(known), .. } => {
            format!("unknown variant {}, known: {}", quote(given), known.join(" "))
        }
        OptionError::Value { name, given, .. } => format!("{} is not a value of {}", quote(given), quote(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_announced_in_the_form_and_order_of_uci() {
        let catalogue = Catalogue::default();
        let listed = catalogue.games.known_names();
        let relatives = catalogue.games.relatives().map(str::to_owned);
        let names: Vec<String> = listed.split(' ').map(str::to_owned).chain(relatives).collect();
        let names = names.join(" var ");
        let expected = [
            "Hash type spin default 64 min 1 max 65536".to_owned(),
            "Clear Hash type button".to_owned(),
            "Threads type spin default 1 min 1 max 256".to_owned(),
            "Ponder type check default false".to_owned(),
            "MultiPV type spin default 1 min 1 max 256".to_owned(),
            "Move Overhead type spin default 30 min 0 max 10000".to_owned(),
            "UCI_ShowWDL type check default false".to_owned(),
            "UCI_AnalyseMode type check default false".to_owned(),
            format!("UCI_Variant type combo default chess var {names}"),
        ];
        let mut announced: Vec<String> = offered(Client::Uci)
            .map(|option| format!("{} type {}", option.name, type_of(&option.kind, &catalogue)))
            .collect();
        announced.retain(|line| expected.contains(line));
        assert_eq!(announced, expected);
    }
}
