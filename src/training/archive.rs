//! Files of games of the engine against itself.
//!
//! A file is a sequence of chunks. Each has a line of JSON, the [`Header`], and then `bytes` packed bytes ([`pack`]) with as
//! many games as the line says, see [`GameRecord`]. So chunks can be appended, and a chunk that was cut while it was
//! written can be told.

use std::collections::{BTreeMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::record::{GameRecord, RecordError};
use crate::board::{Spec, quoted};
use crate::files::{is_free, pack_within, unpack};
use crate::games::{Games, UnknownGame};
use crate::session::Session;
use crate::types::short_hash;

/// The name of the format, and its version.
const FORMAT: &str = "bactrian games 2";
/// The version before, whose headers have no checksum.
const EARLIER_FORMAT: &str = "bactrian games 1";
/// The longest header, in bytes.
const MAX_HEADER: u64 = 4_096;
/// The most bytes of the games of a chunk, compressed or not.
const MAX_CHUNK: u64 = 1 << 28;
/// A chunk that is written gets no further game at so many bytes before they are compressed.
const FULL_CHUNK: usize = 1 << 22;
/// The most bytes of games for each byte of a file, beyond [`FULL_CHUNK`]: games compress to half of their bytes. Without this
/// limit a file of 20 kB could fill the memory.
const MAX_RATIO: u64 = 64;
/// The most games of a chunk.
const MAX_GAMES: u64 = 1 << 16;

/// What determines a game, together with its number.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Series {
    /// The name of the game.
    pub variant: String,
    /// The game's [`rules_hash`](Spec::rules_hash).
    pub rules: String,
    /// The hash of the game's [identity](Spec::identity), which tells its start position, too; files of earlier versions
    /// have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
    /// What the evaluation of the players was, see `Session::evaluation_name`.
    pub evaluation: String,
    /// The nodes of each search after which no iteration begins.
    pub nodes: u64,
    /// The seed.
    pub seed: u64,
}

/// The line before the games of a chunk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    series: Series,
    /// How many games there are, and how many turns they have together.
    games: u64,
    turns: u64,
    /// The size of the compressed games that follow.
    bytes: u64,
    /// The hash of the line up to here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
}

impl Header {
    /// The line, with its end.
    fn to_line(&self) -> serde_json::Result<Vec<u8>> {
        let mut line = serde_json::to_vec(self)?;
        line.pop();
        let end = end_of_line(&line);
        line.extend_from_slice(end.as_bytes());
        line.push(b'\n');
        Ok(line)
    }

    /// Parses a line without its end, which begins at byte `at` of a file.
    fn read(line: &[u8], at: u64, games: &Games) -> Result<Self, ArchiveError> {
        let mut header: Self = serde_json::from_slice(line).map_err(|_| ArchiveError::Foreign(at))?;
        let (content, end) = line.split_at(line.len().saturating_sub(CHECKSUM_LENGTH));
        let is_sound = match header.format.as_str() {
            FORMAT => end_of_line(content).as_bytes() == end,
            EARLIER_FORMAT => header.checksum.is_none(),
            _ => return Err(ArchiveError::Foreign(at)),
        };
        if !is_sound {
            return Err(ArchiveError::Damaged(at, "the checksum of its header is wrong".to_owned()));
        }
        if header.bytes > MAX_CHUNK || header.games > MAX_GAMES {
            return Err(ArchiveError::Foreign(at));
        }
        header.series.renew(games);
        Ok(header)
    }
}

/// The length of [`end_of_line`], in bytes.
const CHECKSUM_LENGTH: usize = r#","checksum":"0123456789abcdef"}"#.len();

/// The checksum of a header that begins with these bytes, as it stands at the end of the line.
fn end_of_line(content: &[u8]) -> String {
    format!(r#","checksum":"{}"}}"#, short_hash(content))
}

/// Games of one series.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// What determines the games.
    pub series: Series,
    /// The games.
    pub games: Vec<GameRecord>,
}

/// Why a file of games was refused.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file holds something else.
    #[error("byte {0} begins no chunk of games, expected a file of `bactrian datagen`")]
    Foreign(u64),
    /// A chunk ends too early.
    #[error("the chunk of games at byte {0} is truncated")]
    Cut(u64),
    /// The games of a chunk cannot be read.
    #[error("the chunk of games at byte {0} is damaged: {1}")]
    Damaged(u64, String),
    /// The games are of another variant, or of other rules.
    #[error("games of {found}, expected {expected}")]
    Variant {
        /// Name and rules that were found.
        found: String,
        /// Those that were expected.
        expected: String,
    },
    /// The games begin with another position.
    #[error("games of {0} with another start position than it has now")]
    Start(String),
    /// A game occurs twice.
    #[error("game {number} of seed {seed} occurs twice")]
    Doubled {
        /// The number of the game.
        number: u64,
        /// The seed of its series.
        seed: u64,
    },
    /// The variant is not known.
    #[error("{0}")]
    UnknownGame(#[from] UnknownGame),
    /// A game does not follow the rules.
    #[error("{0}")]
    Record(#[from] RecordError),
    /// Another process writes the file.
    #[error("another process writes it")]
    InUse,
}

impl Series {
    /// The series of games of this session against itself.
    pub fn of(session: &dyn Session, nodes: u64, seed: u64) -> Self {
        let spec = session.spec();
        let (variant, rules) = (spec.page.name.to_owned(), spec.rules_hash());
        let identity = Some(spec.identity().hash());
        Self { variant, rules, identity, evaluation: session.evaluation_name(), nodes, seed }
    }

    /// Gives rules that an earlier version named the name that they have now.
    fn renew(&mut self, games: &Games) {
        if let Some(spec) = games.find(&self.variant).filter(|spec| spec.earlier_rules_hash() == self.rules) {
            self.rules = spec.rules_hash();
            self.identity = Some(spec.identity().hash());
        }
    }

    /// Whether games of this series are games of this game.
    ///
    /// # Errors
    /// When they are not.
    pub fn check(&self, spec: &Spec) -> Result<(), ArchiveError> {
        self.expect(spec.page.name, &spec.rules_hash())?;
        self.expect_identity(&spec.identity().hash())
    }

    /// Whether games of this series are games of the same game as those of another.
    ///
    /// # Errors
    /// When they are not.
    pub fn check_same_game(&self, other: &Self) -> Result<(), ArchiveError> {
        self.expect(&other.variant, &other.rules)?;
        other.identity.as_ref().map_or(Ok(()), |identity| self.expect_identity(identity))
    }

    /// Whether games of this series are games of the rules of this game, perhaps with another start position.
    ///
    /// # Errors
    /// When they are not, or when the start position of their own game has changed.
    pub fn check_rules(&self, spec: &Spec, games: &Games) -> Result<(), ArchiveError> {
        self.expect(&self.variant, &spec.rules_hash())?;
        games.find(&self.variant).map_or(Ok(()), |own| self.expect_identity(&own.identity().hash()))
    }

    fn expect(&self, variant: &str, rules: &str) -> Result<(), ArchiveError> {
        if self.variant == variant && self.rules == rules {
            return Ok(());
        }
        let found = format!("{} (rules {})", quoted(&self.variant), quoted(&self.rules));
        Err(ArchiveError::Variant { found, expected: format!("{variant} (rules {rules})") })
    }

    /// Whether the start position is still the same; the rules are.
    fn expect_identity(&self, identity: &str) -> Result<(), ArchiveError> {
        match &self.identity {
            Some(own) if own != identity => Err(ArchiveError::Start(quoted(&self.variant))),
            _ => Ok(()),
        }
    }
}

impl Chunk {
    /// Writes the games, as several chunks if they are large.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let pack = |bytes: &[u8]| pack_within(bytes, MAX_RATIO as usize);
        let (mut bytes, mut first) = (Vec::new(), 0);
        for (number, game) in self.games.iter().enumerate() {
            game.write(&mut bytes);
            if bytes.len() >= FULL_CHUNK {
                self.write_some(first..number + 1, &pack(&bytes), output)?;
                bytes.clear();
                first = number + 1;
            }
        }
        if first < self.games.len() || self.games.is_empty() {
            self.write_some(first..self.games.len(), &pack(&bytes), output)?;
        }
        Ok(())
    }

    /// Writes a chunk of some of the games, which are these bytes when they are compressed.
    fn write_some(&self, numbers: Range<usize>, compressed: &[u8], output: &mut impl Write) -> io::Result<()> {
        let games = &self.games[numbers];
        let header = Header {
            format: FORMAT.to_owned(),
            series: self.series.clone(),
            games: games.len() as u64,
            turns: games.iter().map(|game| game.turns.len() as u64).sum(),
            bytes: compressed.len() as u64,
            checksum: None,
        };
        let mut chunk = header.to_line()?;
        chunk.extend(compressed);
        output.write_all(&chunk)
    }
}

/// Reads chunks one after another.
pub struct Chunks<'g, B> {
    /// The games that are known.
    games: &'g Games,
    input: B,
    /// The end of the last chunk, in bytes from the beginning.
    end: u64,
    /// The bytes of all games so far before they were compressed.
    unpacked: u64,
}

impl<'g, B: BufRead> Chunks<'g, B> {
    /// Reads from this input.
    pub fn new(games: &'g Games, input: B) -> Self {
        Self { games, input, end: 0, unpacked: 0 }
    }

    /// The next chunk; `None` at the end of the file.
    ///
    /// # Errors
    /// When what follows is not a complete chunk.
    pub fn read(&mut self) -> Result<Option<Chunk>, ArchiveError> {
        let at = self.end;
        let mut line = Vec::new();
        (&mut self.input).take(MAX_HEADER).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let Some(text) = line.strip_suffix(b"\n") else {
            let is_ours = b"{\"format\":\"bactrian games".iter().zip(&line).all(|(ours, found)| ours == found);
            return Err(if is_ours { ArchiveError::Cut(at) } else { ArchiveError::Foreign(at) });
        };
        let header = Header::read(text, at, self.games)?;
        let mut compressed = Vec::new();
        (&mut self.input).take(header.bytes).read_to_end(&mut compressed)?;
        if (compressed.len() as u64) < header.bytes {
            return Err(ArchiveError::Cut(at));
        }
        self.end += line.len() as u64 + header.bytes;
        let damaged = |error: String| ArchiveError::Damaged(at, error);
        let limit =
            (FULL_CHUNK as u64).saturating_add(self.end.saturating_mul(MAX_RATIO)).saturating_sub(self.unpacked);
        let bytes = unpack(&compressed, limit.min(MAX_CHUNK) as usize).map_err(|error| damaged(error.to_string()))?;
        self.unpacked += bytes.len() as u64;
        let mut rest = &bytes[..];
        let mut games = Vec::new();
        // More games than the header says are an error, too, but need not all be read.
        while !rest.is_empty() && games.len() as u64 <= header.games {
            games.push(GameRecord::read(&mut rest).map_err(|error| damaged(error.to_string()))?);
        }
        let turns: u64 = games.iter().map(|game| game.turns.len() as u64).sum();
        if (games.len() as u64, turns) != (header.games, header.turns) {
            return Err(damaged(format!("{} games of {turns} turns, its header says otherwise", games.len())));
        }
        Ok(Some(Chunk { series: header.series, games }))
    }
}

/// The chunks of a file, which has to be complete.
///
/// # Errors
/// When it cannot be read.
pub fn read_archive(games: &Games, path: &Path) -> Result<Vec<Chunk>, ArchiveError> {
    let mut chunks = Chunks::new(games, BufReader::new(File::open(path)?));
    let mut all = Vec::new();
    while let Some(chunk) = chunks.read()? {
        all.push(chunk);
    }
    if all.is_empty() { Err(ArchiveError::Foreign(0)) } else { Ok(all) }
}

/// The same games with one chunk for each series, in the order of the numbers of the games.
///
/// # Errors
/// When a game occurs twice.
pub fn collate(chunks: Vec<Chunk>) -> Result<Vec<Chunk>, ArchiveError> {
    let mut by_series: BTreeMap<Series, BTreeMap<u64, GameRecord>> = BTreeMap::new();
    for Chunk { series, games } in chunks {
        let seed = series.seed;
        let known = by_series.entry(series).or_default();
        for game in games {
            let number = game.number;
            if known.insert(number, game).is_some() {
                return Err(ArchiveError::Doubled { number, seed });
            }
        }
    }
    let chunk =
        |(series, games): (Series, BTreeMap<u64, GameRecord>)| Chunk { series, games: games.into_values().collect() };
    Ok(by_series.into_iter().map(chunk).collect())
}

/// A file to which games of one series are appended. It is locked as long as this exists.
#[derive(Debug)]
pub struct Archive {
    file: File,
    series: Series,
    /// The numbers of the games of the series that the file has.
    pub games: HashSet<u64>,
    /// The turns of these games.
    pub turns: u64,
    /// The bytes of a chunk that was cut, which were removed when the file was opened.
    pub dropped: u64,
}

impl Archive {
    /// Opens a file, or creates it. A cut chunk at its end is removed.
    ///
    /// # Errors
    /// When the file cannot be read and written, is being written by another process, or holds something else than games
    /// of these rules; then it stays as it is.
    pub fn open(games: &Games, path: &Path, series: Series) -> Result<Self, ArchiveError> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if !is_free(path, &file) {
            return Err(ArchiveError::InUse);
        }
        let mut archive = Self { file, series, games: HashSet::new(), turns: 0, dropped: 0 };
        archive.scan(games)?;
        Ok(archive)
    }

    fn scan(&mut self, games: &Games) -> Result<(), ArchiveError> {
        let mut chunks = Chunks::new(games, BufReader::new(&self.file));
        loop {
            match chunks.read() {
                Ok(None) => break,
                Ok(Some(Chunk { series, games })) => {
                    series.check_same_game(&self.series)?;
                    let ours = games.iter().filter(|_| series == self.series);
                    for game in ours {
                        self.games.insert(game.number);
                        self.turns += game.turns.len() as u64;
                    }
                }
                Err(ArchiveError::Cut(end)) => {
                    self.dropped = self.file.metadata()?.len() - end;
                    self.file.set_len(end)?;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        self.file.seek(SeekFrom::End(0))?;
        Ok(())
    }

    /// Appends games.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add(&mut self, games: Vec<GameRecord>) -> io::Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        self.games.extend(games.iter().map(|game| game.number));
        self.turns += games.iter().map(|game| game.turns.len() as u64).sum::<u64>();
        Chunk { series: self.series.clone(), games }.write(&mut self.file)
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::pack;
    use crate::record::Branch;
    use crate::search::Bound;
    use crate::types::GameResult;
    use std::fs;

    fn series(seed: u64) -> Series {
        let [variant, rules, evaluation] = ["chess", "12", "classical"].map(str::to_owned);
        Series { variant, rules, identity: None, evaluation, nodes: 5, seed }
    }

    fn game(number: u64) -> GameRecord {
        let (turns, scores) = (vec![3, 500, 2], vec![7, -30_000]);
        GameRecord {
            number,
            start: None,
            opening: 1,
            turns,
            scores,
            lines: Vec::new(),
            trees: Vec::new(),
            result: GameResult::Draw,
            is_by_rule: false,
        }
    }

    #[test]
    fn whole_chunks_are_kept_and_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mut archive = Archive::open(&Games::default(), &path, series(1)).unwrap();
        archive.add(vec![game(4), game(7)]).unwrap();
        let first = fs::metadata(&path).unwrap().len();
        archive.add(vec![game(2)]).unwrap();
        assert!(matches!(Archive::open(&Games::default(), &path, series(1)), Err(ArchiveError::InUse)));
        drop(archive);
        let chunk = |games| Chunk { series: series(1), games };
        assert_eq!(
            read_archive(&Games::default(), &path).unwrap(),
            [chunk(vec![game(4), game(7)]), chunk(vec![game(2)])]
        );
        let archive = Archive::open(&Games::default(), &path, series(1)).unwrap();
        assert_eq!((archive.games.len(), archive.turns, archive.dropped), (3, 9, 0));
        drop(archive);
        assert!(Archive::open(&Games::default(), &path, series(2)).unwrap().games.is_empty(), "another seed");
        let whole = fs::read(&path).unwrap();
        for cut in first + 1..whole.len() as u64 {
            fs::write(&path, &whole[..cut as usize]).unwrap();
            assert!(
                matches!(read_archive(&Games::default(), &path), Err(ArchiveError::Cut(at)) if at == first),
                "{cut}"
            );
            let archive = Archive::open(&Games::default(), &path, series(1)).unwrap();
            assert_eq!((archive.games.len(), archive.dropped), (2, cut - first), "{cut}");
            assert_eq!(fs::read(&path).unwrap(), whole[..first as usize]);
        }
    }

    /// Any byte of a header that is not what was written is noticed.
    #[test]
    fn damaged_headers_are_refused() {
        let mut whole = Vec::new();
        let rich = Series { identity: Some("0123456789abcdef".to_owned()), ..series(7) };
        Chunk { series: rich, games: vec![game(1), game(2)] }.write(&mut whole).unwrap();
        let end = whole.iter().position(|&byte| byte == b'\n').unwrap();
        for (at, change) in (0..=end).flat_map(|at| [1, 2, 4, 8, 16, 32, 64].map(|bit| (at, bit))) {
            let mut changed = whole.clone();
            changed[at] ^= change;
            assert!(Chunks::new(&Games::default(), &changed[..]).read().is_err(), "byte {at} with {change}");
        }
        for (was, is) in [("\"seed\":7", "\"seed\":8"), ("classical", "classicak"), ("\"nodes\":5", "\"nodes\":6")] {
            let changed = String::from_utf8_lossy(&whole[..=end]).replace(was, is);
            let changed = [changed.as_bytes(), &whole[end + 1..]].concat();
            let error = Chunks::new(&Games::default(), &changed[..]).read().unwrap_err().to_string();
            assert_eq!(error, "the chunk of games at byte 0 is damaged: the checksum of its header is wrong");
        }
    }

    /// Games that are large together are several chunks; how a file is divided tells nothing. All of it is read, however well
    /// it could be compressed: these games are all the same.
    #[test]
    fn large_games_are_divided() {
        let branch = |n: u16| Branch { path: vec![n % 40, n % 37], score: (n % 900) as i16, bound: Bound::Exact };
        let trees = vec![(0..1_000).map(branch).collect::<Vec<_>>(); 300];
        let large =
            |number| GameRecord { turns: vec![7; 301], scores: vec![5; 300], trees: trees.clone(), ..game(number) };
        let chunk = |numbers: Range<u64>| Chunk { series: series(1), games: numbers.map(large).collect() };
        for count in [1, 4, 9] {
            let mut bytes = Vec::new();
            chunk(0..count).write(&mut bytes).unwrap();
            let games = Games::default();
            let mut chunks = Chunks::new(&games, &bytes[..]);
            let read: Vec<Chunk> = std::iter::from_fn(|| chunks.read().unwrap()).collect();
            assert_eq!(read.len() as u64, count.div_ceil(3), "about 1.5 MB a game");
            assert_eq!(collate(read).unwrap(), [chunk(0..count)]);
        }
    }

    /// Few bytes do not become many games.
    #[test]
    fn bombs_are_refused() {
        let bare = |turns| GameRecord { turns: vec![0; turns], scores: vec![0; turns], opening: 0, ..game(1) };
        let lines = GameRecord { lines: vec![Vec::new(); 90_000], ..bare(90_000) };
        let trees = GameRecord { trees: vec![Vec::new(); 90_000], ..bare(90_000) };
        let branch = Branch { path: Vec::new(), score: 0, bound: Bound::Exact };
        let branches = GameRecord { trees: vec![vec![branch; 1_000]; 150], ..bare(150) };
        for (bomb, count) in [(bare(90_000), 30), (lines, 20), (trees, 20), (branches, 20)] {
            // As a writer that does not divide them would write them.
            let games = vec![bomb; count];
            let chunk = Chunk { series: series(1), games };
            let mut games = Vec::new();
            chunk.games.iter().for_each(|game| game.write(&mut games));
            let mut bytes = Vec::new();
            chunk.write_some(0..count, &pack(&games), &mut bytes).unwrap();
            assert!(bytes.len() * 100 < games.len());
            let error = Chunks::new(&Games::default(), &bytes[..]).read().unwrap_err().to_string();
            assert!(error.starts_with("the chunk of games at byte 0 is damaged: more than 4"), "{error}");
            // Nor do many chunks of few bytes.
            let half = chunk.games[..count / 2].iter().fold(Vec::new(), |mut half, game| {
                game.write(&mut half);
                half
            });
            let mut bytes = Vec::new();
            for _ in 0..20 {
                chunk.write_some(0..count / 2, &pack(&half), &mut bytes).unwrap();
            }
            let games = Games::default();
            let mut chunks = Chunks::new(&games, &bytes[..]);
            let read = std::iter::from_fn(|| chunks.read().transpose()).take_while(Result::is_ok).count();
            assert!((1..5).contains(&read), "{read} of 20 chunks");
        }
    }

    /// Files of the version before have no checksum, and another name for the same rules.
    #[test]
    fn earlier_files_are_read() {
        let spec = Games::default().find("chess").unwrap();
        let series = |rules: String, identity| Series { rules, identity, ..series(7) };
        let (now, earlier) =
            (series(spec.rules_hash(), Some(spec.identity().hash())), series(spec.earlier_rules_hash(), None));
        let mut whole = Vec::new();
        Chunk { series: earlier, games: vec![game(1)] }.write(&mut whole).unwrap();
        let end = whole.iter().position(|&byte| byte == b'\n').unwrap();
        let header = String::from_utf8_lossy(&whole[..end - CHECKSUM_LENGTH]).replace(FORMAT, EARLIER_FORMAT);
        let bytes = [header.as_bytes(), b"}", &whole[end..]].concat();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        fs::write(&path, &bytes).unwrap();
        assert_eq!(
            read_archive(&Games::default(), &path).unwrap(),
            [Chunk { series: now.clone(), games: vec![game(1)] }]
        );
        // A run goes on with it.
        let mut archive = Archive::open(&Games::default(), &path, now.clone()).unwrap();
        assert!(archive.games.contains(&1));
        archive.add(vec![game(2)]).unwrap();
        drop(archive);
        assert_eq!(
            collate(read_archive(&Games::default(), &path).unwrap()).unwrap(),
            [Chunk { series: now, games: vec![game(1), game(2)] }]
        );
        assert!(read_archive(&Games::default(), &path).unwrap().iter().all(|chunk| chunk.series.check(spec).is_ok()));
        let mut games = Games::default();
        let moved = games.load_text(
            "archive test",
            "[moved:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        );
        let moved = moved.unwrap().specs[0];
        let of_chess = &read_archive(&Games::default(), &path).unwrap()[0].series;
        assert!(of_chess.check_rules(moved, &games).is_ok(), "the start position may differ");
        let renamed = Series { variant: "moved".to_owned(), ..of_chess.clone() };
        let expected = "games of moved with another start position than it has now";
        assert_eq!(renamed.check(moved).unwrap_err().to_string(), expected);
        assert_eq!(renamed.check_rules(spec, &games).unwrap_err().to_string(), expected);
    }

    #[test]
    fn other_files_are_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut whole = Vec::new();
        Chunk { series: series(1), games: vec![game(1)] }.write(&mut whole).unwrap();
        let mut flipped = whole.clone();
        *flipped.last_mut().unwrap() ^= 1;
        let mut foreign = Vec::new();
        let other = Series { rules: "13".to_owned(), ..series(1) };
        Chunk { series: other, games: vec![game(1)] }.write(&mut foreign).unwrap();
        for (bytes, expected) in [
            (b"dear diary".to_vec(), "byte 0 begins no chunk of games"),
            (b"dear\ndiary".to_vec(), "byte 0 begins no chunk of games"),
            ([&whole[..], b"x\n"].concat(), "begins no chunk of games"),
            (flipped, "is damaged"),
            (foreign, "games of chess (rules 13), expected chess (rules 12)"),
        ] {
            fs::write(&path, &bytes).unwrap();
            let error = Archive::open(&Games::default(), &path, series(1)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }
}
