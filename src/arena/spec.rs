//! Descriptions of engines on the command line: `name=A cmd=./engine proto=uci option.Hash=32 nodes=10000`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::ArenaError;
use super::dialect::Quirks;
use super::limits::{EngineLimits, read_seconds};

/// The option that names files with games.
pub(super) const FILES: &str = "VariantPath";

/// The largest factor for waits.
const MAX_SCALE: f64 = 1000.0;

/// Whether a backslash in the description of an engine escapes the next character.
const ESCAPES: bool = !cfg!(windows);

/// The protocol that an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol, which XBoard uses.
    Cecp,
}

/// An engine and its settings, as the user describes them.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineSpec {
    /// The name in tables and records.
    pub name: String,
    /// The program. A path of several components is absolute.
    pub program: PathBuf,
    /// The program's arguments.
    pub arguments: Vec<String>,
    /// The working directory; that of this process if `None`.
    pub directory: Option<PathBuf>,
    /// A file to which the engine's standard error is appended.
    pub errors: Option<PathBuf>,
    /// The protocol.
    pub language: Language,
    /// The engine's name for the game; if `None`, the name that its quirks give, or ours.
    pub variant: Option<String>,
    /// How the engine's names and letters differ from ours; if `None`, derived from the name that it reports.
    pub quirks: Option<Quirks>,
    /// Options to set, in the order in which they are sent: names and values.
    pub options: Vec<(String, String)>,
    /// The file from which the game was loaded, if it is a game from a file.
    pub game_file: Option<String>,
    /// Whether it thinks on the opponent's time; as the match says if `None`.
    pub ponder: Option<bool>,
    /// Multiplies the referee's own timeouts for this engine: for CECP's features, the answer to `stop` and the exit after
    /// `quit`.
    pub time_scale: f64,
    /// The limits of its searches. If it has any of its own, the common limits of the match do not apply.
    pub limits: EngineLimits,
}

impl EngineSpec {
    /// Reads a description: words of the form `key=value`, quoted as in a shell. On Windows a backslash is part of a
    /// path and escapes nothing.
    ///
    /// # Errors
    /// When a word, a key or a value is invalid, or no program is given.
    pub fn read(text: &str) -> Result<Self, ArenaError> {
        let words = split_words(text, ESCAPES).ok_or_else(|| ArenaError::UnclosedQuote(text.to_owned()))?;
        let mut spec = Self {
            name: String::new(),
            program: PathBuf::new(),
            arguments: Vec::new(),
            directory: None,
            errors: None,
            language: Language::Uci,
            variant: None,
            quirks: None,
            options: Vec::new(),
            game_file: None,
            ponder: None,
            time_scale: 1.0,
            limits: EngineLimits::default(),
        };
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                return Err(ArenaError::NotKeyValue { engine: text.to_owned(), word });
            };
            match spec.set(key, value) {
                Ok(true) => {}
                Ok(false) => return Err(ArenaError::UnknownKey { engine: text.to_owned(), key: key.to_owned() }),
                Err(why) => return Err(ArenaError::InvalidValue { engine: text.to_owned(), why }),
            }
        }
        if spec.program.as_os_str().is_empty() {
            return Err(ArenaError::NoProgram(text.to_owned()));
        }
        if spec.name.is_empty() {
            spec.name = spec.program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        }
        Ok(spec)
    }

    /// Whether it thinks on the opponent's time.
    pub fn ponders(&self) -> bool {
        self.ponder == Some(true)
    }

    /// How long the referee waits for this engine where it waits so long for others.
    pub(super) fn scaled(&self, time: Duration) -> Duration {
        time.mul_f64(self.time_scale)
    }

    /// The file from which the engine can learn the game, if the user has not named one.
    pub(super) fn file(&self) -> Option<&str> {
        let is_set = self.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(FILES));
        self.game_file.as_deref().filter(|_| !is_set)
    }

    /// Its limits and whether it ponders, in the form of the command line: `tc=5+0.05 ponder=on`.
    pub fn conditions(&self) -> String {
        let limits = self.limits.to_string();
        if self.ponders() { limits + " ponder=on" } else { limits }
    }

    /// Applies one `key=value`; `false` if the key is unknown. The error says what is wrong with the value.
    fn set(&mut self, key: &str, value: &str) -> Result<bool, String> {
        let why = |error: ArenaError| error.to_string();
        match key {
            "name" => self.name = value.to_owned(),
            "cmd" => self.set_command(value)?,
            "arg" => self.arguments.push(value.to_owned()),
            "dir" => self.directory = Some(PathBuf::from(value)),
            "stderr" => self.errors = Some(PathBuf::from(value)),
            "variant" => self.variant = Some(value.to_owned()),
            "proto" => {
                self.language = match value {
                    "uci" => Language::Uci,
                    "cecp" | "xboard" => Language::Cecp,
                    _ => return Err(format!("`{value}` is not a protocol, expected proto=uci or proto=cecp")),
                }
            }
            "ponder" => {
                self.ponder = match value {
                    "on" => Some(true),
                    "off" => Some(false),
                    _ => return Err(format!("ponder is `{value}`, expected on or off")),
                }
            }
            "tscale" => self.time_scale = read_scale(value)?,
            "quirks" => self.quirks = Some(Quirks::read(value)?),
            "tc" => self.limits.clock = Some(value.parse().map_err(why)?),
            "st" => self.limits.move_time = Some(read_seconds(value).map_err(why)?),
            "depth" => self.limits.depth = Some(positive(key, value)?),
            "nodes" => self.limits.nodes = Some(positive(key, value)?),
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => self.options.push((name.to_owned(), value.to_owned())),
                _ => return Ok(false),
            },
        }
        Ok(true)
    }

    /// Sets the program and its first arguments. A relative path is made absolute, because the engine may run in
    /// another directory.
    fn set_command(&mut self, text: &str) -> Result<(), String> {
        let mut words = split_words(text, ESCAPES).ok_or("a quote in the command is not closed")?.into_iter();
        let program = words.next().ok_or("the command is empty")?;
        let is_path = Path::new(&program).components().count() > 1;
        self.program = if is_path {
            std::path::absolute(&program).map_err(|error| format!("{program}: {error}"))?
        } else {
            PathBuf::from(program)
        };
        self.arguments.splice(0..0, words);
        Ok(())
    }
}

/// Splits a text into words as a shell does; `None` if a quote is not closed. Without `escapes`, a backslash is an
/// ordinary character.
fn split_words(text: &str, escapes: bool) -> Option<Vec<String>> {
    if escapes {
        return shlex::split(text);
    }
    // No argument of a program contains NUL.
    let words = shlex::split(&text.replace('\\', "\0"))?;
    Some(words.into_iter().map(|word| word.replace('\0', "\\")).collect())
}

/// Reads the factor for waits.
fn read_scale(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| (0.01..=MAX_SCALE).contains(factor));
    factor.ok_or_else(|| format!("tscale is `{text}`, expected a factor from 0.01 to {MAX_SCALE}"))
}

fn positive<N: std::str::FromStr + PartialOrd + Default>(key: &str, text: &str) -> Result<N, String> {
    let number = text.parse().ok().filter(|number| *number > N::default());
    number.ok_or_else(|| format!("{key} is `{text}`, expected a number above 0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_read_word_by_word() {
        let text = "name='Engine A' cmd='/bin/engine -x \"a b\"' arg=-y proto=cecp option.Hash=32 \
                    option.'Move Overhead'=5 tc=5+0.05 nodes=100 dir=/tmp variant=v quirks=fairy-stockfish";
        let spec = EngineSpec::read(text).expect(text);
        assert_eq!((spec.name.as_str(), spec.program.as_path()), ("Engine A", Path::new("/bin/engine")));
        assert_eq!(spec.arguments, ["-x", "a b", "-y"]);
        assert_eq!((spec.language, spec.quirks), (Language::Cecp, Some(Quirks::FairyStockfish)));
        assert_eq!(spec.options[1], ("Move Overhead".to_owned(), "5".to_owned()));
        assert_eq!(spec.limits.to_string(), "tc=5+0.05 nodes=100");
        assert_eq!(EngineSpec::read("cmd=engine.exe").expect("short").name, "engine");
        assert_eq!(EngineSpec::read("cmd=x tc=1 ponder=on").expect("short").conditions(), "tc=1 ponder=on");
    }

    #[test]
    fn backslashes_of_windows_paths_stay() {
        let text = r#"cmd='"C:\Program Files\engine.exe" -x' dir=C:\new\"two words""#;
        let words = split_words(text, false).expect(text);
        assert_eq!(words, [r#"cmd="C:\Program Files\engine.exe" -x"#, r"dir=C:\new\two words"]);
        let command = words[0].trim_start_matches("cmd=");
        assert_eq!(split_words(command, false).expect(command), [r"C:\Program Files\engine.exe", "-x"]);
        assert_eq!(split_words(r"a\ b C:\x 'C:\x'", true).expect("no quote"), ["a b", "C:x", r"C:\x"]);
        assert_eq!(split_words("'a", false), None);
    }

    #[cfg(windows)]
    #[test]
    fn programs_are_windows_paths() {
        let spec = EngineSpec::read(r"cmd=C:\dir\engine.exe").expect("a description");
        assert_eq!((spec.program.as_path(), spec.name.as_str()), (Path::new(r"C:\dir\engine.exe"), "engine"));
    }

    #[test]
    fn errors_name_the_word() {
        for (text, part) in [
            ("name=A", "cmd=PROGRAM"),
            ("cmd=x colour=red", "unknown key `colour`"),
            ("cmd=x fast", "`fast` is not KEY=VALUE"),
            ("cmd='x", "quote"),
            ("cmd=x proto=usi", "`usi` is not a protocol"),
            ("cmd=x tc=soon", "`soon` is not a time control"),
            ("cmd=x nodes=0", "nodes is `0`"),
            ("cmd=x option.=3", "unknown key `option.`"),
            ("cmd=x quirks=odd", "`odd`"),
            ("cmd=", "empty"),
            ("cmd=x tscale=0", "tscale is `0`, expected a factor from 0.01 to 1000"),
            ("cmd=x tscale=nan", "tscale is `nan`"),
            ("cmd=x ponder=maybe", "ponder is `maybe`, expected on or off"),
        ] {
            let error = EngineSpec::read(text).expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
