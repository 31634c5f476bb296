//! Comments on turns: figures of the engine that moved, and free text.
//!
//! The format is that of tournament managers: `+0.35/12 0.520s, n=123456, White mates`. The parts are the score in
//! pawns from the mover's view (`+M5`: it mates in five plies, `-M4`: it is mated in four), the depth in plies, the
//! time in seconds, the number of nodes, and text. Each may be missing. XBoard writes `+1000.03` for a mate in three
//! moves.

use std::time::Duration;

use crate::types::Score;
use crate::types::score::{MAX_PLY, plies_to_mate};

/// The comment on a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// The score, from the mover's view.
    pub score: Option<NotedScore>,
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
    /// The time of the search; written in milliseconds.
    pub time: Option<Duration>,
    /// The nodes searched.
    pub nodes: Option<u64>,
    /// Other text. In PGN its braces become parentheses, and each run of white space becomes one space.
    pub text: String,
}

/// A score from the mover's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotedScore {
    /// Centipawns.
    Centipawns(i32),
    /// The mover mates in this number of plies, counted from its turn.
    Mates(u32),
    /// The mover is mated in this number of plies.
    Mated(u32),
}

impl From<Score> for NotedScore {
    /// Converts a score of the search, from the view of the side to move.
    fn from(score: Score) -> Self {
        match plies_to_mate(score) {
            None => Self::Centipawns(score),
            Some(plies) if plies > 0 => Self::Mates(plies.unsigned_abs()),
            Some(plies) => Self::Mated(plies.unsigned_abs()),
        }
    }
}

impl std::fmt::Display for NotedScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Centipawns(score) => {
                let sign = if score < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", score.unsigned_abs() / 100, score.unsigned_abs() % 100)
            }
            Self::Mates(plies) => write!(f, "+M{plies}"),
            Self::Mated(plies) => write!(f, "-M{plies}"),
        }
    }
}

impl NotedScore {
    /// The mate that a number of centipawns stands for in records of XBoard. It divides the scores of CECP by 100, mates
    /// too: 100,000 and the number of moves.
    fn read_xboard_mate(size: i32, negative: bool) -> Option<Self> {
        const MATE: i32 = 100_000;
        let moves = size.checked_sub(MATE)?;
        match u32::try_from(moves).ok()? {
            0 if !negative => None,
            moves if 2 * moves as usize > MAX_PLY => None,
            moves if negative => Some(Self::Mated(2 * moves)),
            moves => Some(Self::Mates(2 * moves - 1)),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (negative, size) = match text.strip_prefix('-') {
            Some(size) => (true, size),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        if let Some(plies) = size.strip_prefix('M') {
            let plies = read_digits(plies)?;
            return Some(if negative { Self::Mated(plies) } else { Self::Mates(plies) });
        }
        let (pawns, hundredths) = size.split_once('.')?;
        let hundredths: i32 = if hundredths.len() == 2 { read_digits(hundredths)? } else { return None };
        let size = read_digits::<i32>(pawns)?.checked_mul(100)?.checked_add(hundredths)?;
        if let Some(mate) = Self::read_xboard_mate(size, negative) {
            return Some(mate);
        }
        Some(Self::Centipawns(if negative { -size } else { size }))
    }
}

fn read_digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().ok())?
}

impl Note {
    /// Whether the comment is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds text at the end.
    pub(super) fn add_text(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text += text;
    }

    /// Reads a comment. Parts that do not have the usual form become text.
    pub fn read(comment: &str) -> Self {
        let comment = comment.trim();
        let mut note = Self::default();
        let mut rest = comment;
        for read in [Self::read_search, Self::read_nodes] {
            let (part, after) = rest.split_once(',').unwrap_or((rest, ""));
            if read(&mut note, part.trim()) {
                rest = after.trim_start();
            }
        }
        // After an empty part the rest is text, even if it looks like figures.
        note.text = rest.strip_prefix(',').unwrap_or(rest).trim_start().to_owned();
        note
    }

    /// Reads `score/depth time`; `false` if the part has another form.
    fn read_search(&mut self, part: &str) -> bool {
        let mut words = part.split(' ');
        let Some(first) = words.next().filter(|first| !first.is_empty()) else { return false };
        let (figures, time) = match read_time(first) {
            Some(time) => ("", Some(time)),
            None => match words.next() {
                None => (first, None),
                Some(word) => match read_time(word) {
                    Some(time) => (first, Some(time)),
                    None => return false,
                },
            },
        };
        let (score, depth) = figures.split_once('/').map_or((figures, None), |(score, depth)| (score, Some(depth)));
        let known_score = if score.is_empty() { None } else { NotedScore::read(score) };
        let known_depth = depth.and_then(read_digits);
        let all_known = known_score.is_some() != score.is_empty() && known_depth.is_some() == depth.is_some();
        if !all_known || words.next().is_some() {
            return false;
        }
        (self.score, self.depth, self.time) = (known_score, known_depth, time);
        true
    }

    /// Reads `n=nodes`; `false` if the part has another form.
    fn read_nodes(&mut self, part: &str) -> bool {
        self.nodes = part.strip_prefix("n=").and_then(read_digits);
        self.nodes.is_some()
    }

    fn parts(&self) -> Vec<String> {
        let score = self.score.map(|score| score.to_string()).unwrap_or_default();
        let depth = self.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
        let time = self.time.map(|time| format!("{}.{:03}s", time.as_secs(), time.subsec_millis()));
        let search: Vec<String> =
            [score + &depth, time.unwrap_or_default()].into_iter().filter(|part| !part.is_empty()).collect();
        let nodes = self.nodes.map(|nodes| format!("n={nodes}"));
        [search.join(" "), nodes.unwrap_or_default()].into_iter().filter(|part| !part.is_empty()).collect()
    }
}

/// Reads a time such as `0.52s`.
fn read_time(word: &str) -> Option<Duration> {
    let seconds = word.strip_suffix('s')?;
    let plain = !seconds.is_empty() && seconds.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    Duration::try_from_secs_f64(plain.then(|| seconds.parse().ok())??).ok()
}

impl std::fmt::Display for Note {
    /// The comment without its braces.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = plain_text(&self.text);
        let mut parts = self.parts();
        if !text.is_empty() {
            parts.push(text.clone());
        }
        if Self::read(&parts.join(", ")).text != text {
            // After an empty part the text is not read as figures.
            parts.insert(parts.len() - 1, String::new());
        }
        f.write_str(&parts.join(", "))
    }
}

/// Text as a comment can contain it: without braces, with single spaces.
pub(super) fn plain_text(text: &str) -> String {
    let text = text.replace('{', "(").replace('}', ")");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
