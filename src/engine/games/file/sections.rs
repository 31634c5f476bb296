//! The text of a file of games, taken apart: sections, settings and comments.

use std::collections::HashMap;

use super::problem::{Fault, MAX_SECTIONS, MAX_SETTINGS, MAX_TEXT, MAX_VALUE, Problem, quoted};

/// The largest number of problems that are reported of a file.
pub const MAX_PROBLEMS: usize = 1_000;

/// A setting: `key = value`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setting<'t> {
    pub line: usize,
    pub value: &'t str,
}

/// A section: its header, its settings by key, and what its author says about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Section<'t> {
    pub line: usize,
    pub name: &'t str,
    pub parent: Option<&'t str>,
    /// Whether the header is wrong, and has been reported.
    pub is_broken: bool,
    pub settings: HashMap<&'t str, Setting<'t>>,
    /// The comments above and in the section, a line each.
    pub comment: Vec<&'t str>,
}

/// A file being taken apart.
#[derive(Default)]
pub(super) struct Sections<'t> {
    file: String,
    pub sections: Vec<Section<'t>>,
    pub problems: Vec<Problem>,
    /// What is read, but surely not meant.
    pub warnings: Vec<Problem>,
    /// Comments that belong to the next section if its header follows at once.
    pending: Vec<&'t str>,
    /// Comments before the first section that do not.
    preamble: Vec<&'t str>,
}

impl<'t> Sections<'t> {
    /// Takes a text apart; `file` is its name for messages.
    pub fn of(file: &str, text: &'t str) -> Self {
        let mut sections = Self { file: file.to_owned(), ..Self::default() };
        if text.len() > MAX_TEXT {
            sections.report(1, "", Fault::LongFile);
            return sections;
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, row) in (1..).zip(text.lines()) {
            if sections.problems.len() >= MAX_PROBLEMS || sections.sections.len() > MAX_SECTIONS {
                break;
            }
            sections.read_line(line, row.trim());
        }
        sections.keep_pending();
        // What follows the last one is not read, nor its settings.
        sections.sections.truncate(MAX_SECTIONS);
        if let [only] = &mut sections.sections[..] {
            only.comment.splice(0..0, std::mem::take(&mut sections.preamble));
        }
        sections
    }

    fn report(&mut self, line: usize, key: &str, fault: Fault) {
        let problem = self.problem(line, key, fault);
        self.problems.push(problem);
    }

    fn problem(&self, line: usize, key: &str, fault: Fault) -> Problem {
        let section = self.sections.last().map_or("", |section| section.name).to_owned();
        Problem { file: self.file.clone(), line, section, key: quoted(key), fault }
    }

    fn read_line(&mut self, line: usize, row: &'t str) {
        if row.len() > MAX_VALUE {
            return self.report(line, "", Fault::LongLine);
        }
        if let Some(comment) = row.strip_prefix(['#', ';']) {
            self.pending.push(comment.trim_start_matches(['#', ';']).trim());
        } else if row.starts_with('[') {
            self.read_header(line, row);
        } else {
            self.keep_pending();
            if !row.is_empty() {
                self.read_setting(line, row);
            }
        }
    }

    /// The comments before this line belong to the section that they are in; those before the first section are about the
    /// file, and belong to its only section if it has one.
    fn keep_pending(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        match self.sections.last_mut() {
            Some(section) => section.comment.extend(pending),
            None => self.preamble.extend(pending),
        }
    }

    fn read_header(&mut self, line: usize, row: &'t str) {
        let comment = std::mem::take(&mut self.pending);
        let inside = without_comment(row).strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let header = inside.filter(|inside| !inside.contains(['[', ']']));
        // The settings below a wrong header are read, so that their problems are told too.
        let (name, parent) = match header.unwrap_or_default().split_once(':') {
            Some((name, parent)) => (name.trim(), Some(parent.trim())),
            None => (header.unwrap_or_default().trim(), None),
        };
        self.sections.push(Section { line, name, parent, is_broken: header.is_none(), comment, ..Section::default() });
        if header.is_none() {
            self.report(line, "", Fault::Header(quoted(row)));
        }
        if self.sections.len() > MAX_SECTIONS {
            self.report(line, "", Fault::ManySections);
        }
    }

    fn read_setting(&mut self, line: usize, row: &'t str) {
        let row = without_comment(row);
        let Some((key, value)) = row.split_once('=') else {
            return self.report(line, "", Fault::NoSetting(quoted(row)));
        };
        let (key, value) = (key.trim(), value.trim());
        if key.is_empty() {
            return self.report(line, "", Fault::NoSetting(quoted(row)));
        }
        let Some(section) = self.sections.last_mut() else {
            return self.report(line, "", Fault::BeforeSection(quoted(row)));
        };
        let first = section.settings.get(key).map(|setting| setting.line);
        match first {
            None if section.settings.len() == MAX_SETTINGS => self.report(line, key, Fault::ManySettings),
            first => {
                // The last one counts, as in Fairy-Stockfish.
                section.settings.insert(key, Setting { line, value });
                if let Some(first) = first {
                    let warning = self.problem(line, key, Fault::TwiceKey(first));
                    self.warnings.push(warning);
                }
            }
        }
    }
}

/// A line without a comment at its end, which follows a blank.
fn without_comment(row: &str) -> &str {
    let is_start = |(place, c): &(usize, char)| matches!(c, '#' | ';') && row[..*place].ends_with(char::is_whitespace);
    row.char_indices().find(is_start).map_or(row, |(place, _)| row[..place].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        Sections::of("f", text).problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn sections_have_settings_and_comments() {
        let text = "\u{feff}# A file.\r\n\r\n# About one.\r\n[one:chess] # a child\r\n maxRank= 9 ; tall\r\n# In it.\r\n\r\n## About two.\n[two]\n";
        let read = Sections::of("f", text);
        assert_eq!(read.problems, []);
        let [one, two] = &read.sections[..] else { panic!("{:?}", read.sections) };
        assert_eq!((one.name, one.parent, one.line), ("one", Some("chess"), 4));
        assert_eq!(one.settings["maxRank"], Setting { line: 5, value: "9" });
        assert_eq!(one.comment, ["About one.", "In it."]);
        assert_eq!((two.name, two.parent, two.comment[0]), ("two", None, "About two."));
    }

    #[test]
    fn a_file_of_one_section_is_about_it() {
        assert_eq!(
            Sections::of("f", "# All.\n\n# One.\n[one]\n# In it.\n").sections[0].comment,
            ["All.", "One.", "In it."]
        );
    }

    #[test]
    fn what_is_no_setting_is_reported() {
        assert_eq!(
            faults("a = 1"),
            ["f:1: `a = 1` is before the first section, expected a section such as `[mygame:chess]`"]
        );
        assert_eq!(faults("[a\n"), ["f:1: `[a` is not a section, expected `[name]` or `[name:parent]`"]);
        assert_eq!(faults("[a]\nmaxRank 9"), ["f:2: [a] `maxRank 9` is not a setting, expected `key = value`"]);
        let twice = Sections::of("f", "[a]\nb = 1\nb = 2");
        assert_eq!((twice.problems.len(), twice.sections[0].settings["b"].value), (0, "2"));
        assert_eq!(twice.warnings[0].to_string(), "f:3: [a] b: the key is already set in line 2, this one counts");
        assert_eq!(faults("[a]\n= 2"), ["f:2: [a] `= 2` is not a setting, expected `key = value`"]);
    }

    #[test]
    fn files_are_bounded() {
        assert_eq!(faults(&"\n".repeat(MAX_TEXT + 1)), ["f:1: the file is longer than 1048576 bytes"]);
        assert_eq!(faults(&format!("[a]\nb = {}", "x".repeat(MAX_VALUE))).len(), 1);
        assert_eq!(faults(&"[a]\n".repeat(MAX_SECTIONS)).len(), 0);
        let many: String = (1..=MAX_SECTIONS + 9).map(|number| format!("[a{number}]\n")).collect();
        assert_eq!(faults(&many), ["f:501: [a501] the file has more than 500 sections"]);
        assert_eq!(Sections::of("f", &many).sections.len(), MAX_SECTIONS);
        let settings: String = (0..MAX_SETTINGS + 1).map(|number| format!("k{number} = 1\n")).collect();
        assert_eq!(faults(&format!("[a]\n{settings}")), ["f:402: [a] k400: the section has more than 400 settings"]);
        assert_eq!(faults(&"x\n".repeat(MAX_PROBLEMS + 9)).len(), MAX_PROBLEMS);
    }
}
