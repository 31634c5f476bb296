//! The options: their description and their setting.

use std::io;
use std::time::Duration;

use super::Uci;
use crate::protocol::settings::{HASH, LINES, OVERHEAD, Settings, THREADS, in_range};
use crate::protocol::{default_variant, echo, known_names, open};
use crate::rules;

impl Uci<'_> {
    pub(super) fn tell_options(&mut self) -> io::Result<()> {
        let Settings { hash, threads, overhead, lines, .. } = Settings::default();
        let overhead = overhead.as_millis();
        let games: String = rules::all().map(|spec| format!(" var {}", spec.page.name)).collect();
        let options = [
            format!("Hash type spin default {hash} min {} max {}", HASH.start(), HASH.end()),
            "Clear Hash type button".to_owned(),
            format!("Threads type spin default {threads} min {} max {}", THREADS.start(), THREADS.end()),
            "Ponder type check default false".to_owned(),
            format!("MultiPV type spin default {lines} min {} max {}", LINES.start(), LINES.end()),
            format!("Move Overhead type spin default {overhead} min {} max {}", OVERHEAD.start(), OVERHEAD.end()),
            "UCI_AnalyseMode type check default false".to_owned(),
            format!("UCI_Variant type combo default {}{games}", default_variant()),
        ];
        for option in options {
            self.link.say(format_args!("option name {option}"))?;
        }
        Ok(())
    }

    /// `setoption name N [value V]`; names may be written in any case.
    pub(super) fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        let ["name", words @ ..] = words else {
            return self.error("expected setoption name NAME [value VALUE]");
        };
        let split = words.iter().position(|&word| word == "value").unwrap_or(words.len());
        let name = words[..split].join(" ");
        let value = words.get(split + 1..).unwrap_or_default().join(" ");
        self.settle()?;
        let understood = match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let hash = in_range(&value, &HASH);
                hash.inspect(|&hash| self.settings.set_hash(hash)).is_some()
            }
            "threads" => {
                let threads = in_range(&value, &THREADS);
                threads.inspect(|&threads| self.settings.set_threads(threads)).is_some()
            }
            "multipv" => {
                let lines = in_range(&value, &LINES);
                lines.inspect(|&lines| self.settings.lines = lines).is_some()
            }
            "move overhead" => {
                let overhead = in_range(&value, &OVERHEAD).map(Duration::from_millis);
                overhead.inspect(|&overhead| self.settings.overhead = overhead).is_some()
            }
            "clear hash" => {
                self.session.clear();
                true
            }
            // How the client plays is told by each `go`; these only let it know that the engine can.
            "ponder" | "uci_analysemode" => matches!(value.as_str(), "true" | "false"),
            "uci_variant" => return self.set_variant(&value),
            _ => return self.error(format_args!("unknown option {}", echo(&name))),
        };
        if understood { Ok(()) } else { self.error(format_args!("{} is no value of {}", echo(&value), echo(&name))) }
    }

    /// Changes the game; the position becomes its start position.
    fn set_variant(&mut self, name: &str) -> io::Result<()> {
        let Some(session) = open(name) else {
            let known = known_names();
            return self.error(format_args!("unknown variant {}, known: {known}", echo(name)));
        };
        self.session = session;
        self.settings.expect_session();
        let page = &self.session.spec().page;
        self.link.say(format_args!(
            "info string variant {} files {} ranks {} pocket 0 template fairy startpos {}",
            page.name, page.files, page.ranks, page.start
        ))
    }
}
