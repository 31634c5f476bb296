//! The file to which games of the engine against itself are appended.
//!
//! Each game has a line `# GAME seed S nodes N game G positions P` and then its positions, one a line:
//! `FEN;score;result`. So a run that was broken off can go on, and a game that was cut while it was written is known.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use thiserror::Error;

use super::SelfPlayGame;
use crate::files::{LineProblem, Lines};
use crate::session::Session;
use crate::types::Score;

/// What determines a game, together with its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    /// The name of the game.
    pub variant: String,
    /// The seed.
    pub seed: u64,
    /// Nodes of each search.
    pub nodes: u64,
}

impl Series {
    fn mark(&self, game: u64, positions: usize) -> String {
        let Self { variant, seed, nodes } = self;
        format!("# {variant} seed {seed} nodes {nodes} game {game} positions {positions}\n")
    }
}

/// Why a file of positions was refused.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line cannot be read.
    #[error("line {0}: {1}")]
    Line(usize, LineProblem),
    /// A line is no position.
    #[error("line {0} is `{1}`, expected a file of positions: `FEN;score;result`")]
    Foreign(usize, String),
    /// A game belongs to another variant.
    #[error("line {0}: positions of {1}, expected {2}")]
    Variant(usize, String, String),
    /// A game in the middle of the file has too few positions.
    #[error("line {0}: the game before this line is incomplete")]
    Incomplete(usize),
}

/// A file of positions.
#[derive(Debug)]
pub struct Store {
    file: File,
    series: Series,
    /// The numbers of the games of the series that the file had when it was opened.
    pub games: HashSet<u64>,
    /// How many positions these games have.
    pub positions: usize,
    /// How many lines of an incomplete game were removed from its end.
    pub dropped: usize,
}

impl Store {
    /// Opens a file, or creates it. An incomplete game at its end is removed. `session` is used to check a position.
    ///
    /// # Errors
    /// When the file cannot be read and written, or holds something else; then it stays as it is.
    pub fn open(path: &Path, series: Series, session: &mut dyn Session) -> Result<Self, StoreError> {
        let special = path.metadata().is_ok_and(|known| !known.is_file());
        let file = OpenOptions::new().read(!special).write(true).create(true).truncate(false).open(path)?;
        let mut scan = Scan::new(&series);
        if !special {
            scan.read(&file, session)?;
            if scan.dropped > 0 {
                file.set_len(scan.end)?;
            }
        }
        let (games, positions, dropped) = (scan.games, scan.positions, scan.dropped);
        Ok(Self { file, series, games, positions, dropped })
    }

    /// Appends a game with this number.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, number: u64, game: &SelfPlayGame) -> io::Result<()> {
        let result = game.result.white_points().unwrap_or(0.5);
        let mut text = self.series.mark(number, game.positions.len());
        text.extend(game.positions.iter().map(|(fen, score)| format!("{fen};{score};{result}\n")));
        // What has no end, such as a pipe, needs no seeking.
        let _ = self.file.seek(SeekFrom::End(0));
        self.file.write_all(text.as_bytes())
    }
}

/// What a file has so far.
struct Scan<'a> {
    series: &'a Series,
    games: HashSet<u64>,
    positions: usize,
    /// The game being read, if it is of the series, and how many of its positions are still to come.
    game: Option<u64>,
    left: usize,
    /// The end of the last complete game, in bytes.
    end: u64,
    /// Lines after that.
    dropped: usize,
    has_checked: bool,
}

impl<'a> Scan<'a> {
    fn new(series: &'a Series) -> Self {
        Self {
            series,
            games: HashSet::new(),
            positions: 0,
            game: None,
            left: 0,
            end: 0,
            dropped: 0,
            has_checked: false,
        }
    }

    fn read(&mut self, file: &File, session: &mut dyn Session) -> Result<(), StoreError> {
        let mut lines = Lines::new(BufReader::new(file));
        let mut at = 0;
        loop {
            let read = lines.next_bytes().map_err(|problem| StoreError::Line(lines.number(), problem))?;
            let Some(bytes) = read else { return Ok(()) };
            at += bytes.len() as u64;
            self.dropped += 1;
            let number = lines.number();
            let text = String::from_utf8(bytes).map_err(|_| StoreError::Line(number, LineProblem::Encoding))?;
            match text.strip_suffix('\n') {
                Some(line) => self.add(number, line.trim_end(), session)?,
                // A line that was cut while it was written.
                None if is_beginning_of_ours(number, &text) => continue,
                None => return Err(foreign(number, &text)),
            }
            if self.left == 0 {
                self.games.extend(self.game.take());
                (self.end, self.dropped) = (at, 0);
            }
        }
    }

    fn add(&mut self, number: usize, line: &str, session: &mut dyn Session) -> Result<(), StoreError> {
        if let Some((variant, [seed, nodes, game, positions])) = read_mark(line) {
            if self.left > 0 {
                return Err(StoreError::Incomplete(number));
            }
            if variant != self.series.variant {
                return Err(StoreError::Variant(number, variant.to_owned(), self.series.variant.clone()));
            }
            self.game = ((seed, nodes) == (self.series.seed, self.series.nodes)).then_some(game);
            self.left = positions as usize;
            self.positions += if self.game.is_some() { self.left } else { 0 };
            return Ok(());
        }
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        let fen = read_position(line).ok_or_else(|| foreign(number, line))?;
        if !std::mem::replace(&mut self.has_checked, true) {
            session.set_position(Some(fen)).map_err(|_| foreign(number, line))?;
        }
        self.left = self.left.saturating_sub(1);
        Ok(())
    }
}

fn foreign(number: usize, line: &str) -> StoreError {
    const LONGEST_QUOTE: usize = 80;
    StoreError::Foreign(number, line.chars().take(LONGEST_QUOTE).collect())
}

/// The variant and the numbers of seed, nodes, game and positions of a mark.
fn read_mark(line: &str) -> Option<(&str, [u64; 4])> {
    let words: Vec<&str> = line.split(' ').collect();
    match words[..] {
        ["#", variant, "seed", seed, "nodes", nodes, "game", game, "positions", positions] => {
            let read = |text: &str| text.parse().ok();
            Some((variant, [read(seed)?, read(nodes)?, read(game)?, read(positions)?]))
        }
        _ => None,
    }
}

/// The number of the game whose mark this line is.
pub(super) fn game_number(line: &str) -> Option<u64> {
    read_mark(line).map(|(_, [_, _, game, _])| game)
}

/// The FEN of a line with a position.
fn read_position(line: &str) -> Option<&str> {
    let fields: Vec<&str> = line.split(';').collect();
    let [fen, score, result] = fields[..] else { return None };
    score.parse::<Score>().ok()?;
    ["0", "0.5", "1"].contains(&result).then_some(fen)
}

/// Whether the last line, with this number, can be the beginning of one that [`Store::add`] writes.
fn is_beginning_of_ours(number: usize, line: &str) -> bool {
    let board = line.split([' ', ';']).next().unwrap_or_default();
    let has_ranks = board.contains('/') || number > 1 && board == line;
    let is_board = has_ranks && board.chars().all(|c| c.is_ascii_alphanumeric() || "/+[]-".contains(c));
    line.starts_with("# ") || line == "#" || is_board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::open;
    use crate::types::GameResult;
    use std::fs;

    const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn series(seed: u64) -> Series {
        Series { variant: "chess".to_owned(), seed, nodes: 5 }
    }

    fn store(path: &Path, seed: u64) -> Result<Store, StoreError> {
        Store::open(path, series(seed), &mut *open("chess").unwrap())
    }

    #[test]
    fn whole_games_are_kept_and_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let game = SelfPlayGame { positions: vec![(FEN.to_owned(), -7); 3], result: GameResult::Draw };
        let mut first = store(&path, 1).unwrap();
        for number in [4, 2] {
            first.add(number, &game).unwrap();
        }
        let whole = fs::read_to_string(&path).unwrap();
        assert_eq!(whole.lines().count(), 8);
        assert_eq!(store(&path, 1).unwrap().games, [2, 4].into());
        assert!(store(&path, 2).unwrap().games.is_empty(), "another seed");
        let first_game = whole.len() / 2;
        for cut in first_game + 1..whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let store = store(&path, 1).unwrap();
            assert!(store.dropped > 0 && store.games == [4].into(), "{cut}");
            assert_eq!(fs::read_to_string(&path).unwrap(), whole[..first_game]);
        }
    }

    #[test]
    fn other_files_are_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let position = format!("{FEN};12;0.5\n");
        for (text, expected) in [
            ("dear diary\n", "line 1 is `dear diary`, expected a file of positions"),
            ("dear diary, today", "line 1 is `dear diary, today`"),
            ("dear", "line 1 is `dear`"),
            ("# janus seed 1 nodes 5 game 0 positions 1\n", "line 1: positions of janus, expected chess"),
            ("12/12 w - - 0 1;3;1\n", "line 1 is `12/12 w"),
            (
                &format!("{}# chess seed 1 nodes 5 game 1 positions 0\n", series(1).mark(0, 1)),
                "line 2: the game before",
            ),
            (&position.repeat(2).replace("12", "x"), "line 1 is "),
        ] {
            fs::write(&path, text).unwrap();
            let error = store(&path, 1).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, &position).unwrap();
        assert!(store(&path, 1).unwrap().games.is_empty(), "positions without marks may be there");
    }
}
