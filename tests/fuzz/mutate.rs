//! Seeds and changes of them, the same for the same number.

use std::path::{Path, PathBuf};

use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

/// The longest input, in bytes.
const MAX_INPUT: usize = 8_000;
/// The most changed inputs that are kept for further changes.
const MAX_POOL: usize = 2_000;
/// The most changes of an input at a time.
const MAX_CHANGES: usize = 5;
/// What numbers may be, and what means something to some reader.
const WORDS: [&str; 28] = [
    "0",
    "1",
    "-1",
    "9",
    "10",
    "12",
    "100",
    "255",
    "256",
    "9999",
    "32767",
    "-32768",
    "65536",
    "999999",
    "2147483648",
    "-9223372036854775808",
    "18446744073709551616",
    "1e308",
    "nan",
    "inf",
    "-",
    "+",
    "/",
    ",",
    "=",
    "@@@@",
    "\u{1f42b}",
    "\0",
];

/// The positions of a file of counts that are seeds: the start and some of random games.
const POSITIONS: usize = 4;

/// The seeds of a target: the files of its folder below `tests/fuzz/seeds`, and the test data that are such input.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let data = |extension| files("tests/data/games").into_iter().filter(move |path| has_extension(path, extension));
    let own = files(&format!("tests/fuzz/seeds/{target}")).into_iter().map(|path| read(&path));
    match target {
        "fen" => own.chain(files("tests/data/perft").iter().flat_map(|path| positions(path))).collect(),
        "games" => own.chain(data("ini").map(|path| read(&path))).collect(),
        "diagrams" => own.chain(data("html").chain(data("txt")).map(|path| read(&path))).collect(),
        _ => own.collect(),
    }
}

/// The first positions of a file of counts, as input of the target `fen`.
fn positions(path: &Path) -> Vec<Vec<u8>> {
    let name = path.file_stem().expect("a file has a name").to_string_lossy();
    let text = String::from_utf8(read(path)).expect("counts are text");
    let fens = text.lines().filter_map(|line| line.split_once(" ;")).map(|(fen, _)| fen);
    fens.take(POSITIONS).map(|fen| format!("{name}\n{fen}").into_bytes()).collect()
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension == wanted)
}

/// The files of a folder of the repository, by name.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder can be read").path()).collect();
    paths.sort_unstable();
    paths
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Seeds and what has been made of them.
pub struct Pool {
    inputs: Vec<Vec<u8>>,
    seeds: usize,
    /// The words of all seeds.
    words: Vec<Vec<u8>>,
}

impl Pool {
    pub fn new(seeds: Vec<Vec<u8>>) -> Self {
        assert!(!seeds.is_empty(), "there is a seed");
        let of_seeds = seeds.iter().flat_map(|seed| seed.split(u8::is_ascii_whitespace)).map(<[u8]>::to_vec);
        let mut words: Vec<Vec<u8>> = of_seeds.chain(WORDS.map(|word| word.as_bytes().to_vec())).collect();
        words.sort_unstable();
        words.dedup();
        Self { seeds: seeds.len(), inputs: seeds, words }
    }

    /// An input, changed.
    pub fn changed(&self, rng: &mut SmallRng) -> Vec<u8> {
        let mut input = self.any(rng).clone();
        for _ in 0..rng.random_range(1..=MAX_CHANGES) {
            self.change(&mut input, rng);
        }
        input.truncate(MAX_INPUT);
        input
    }

    /// Keeps an input for further changes. The seeds stay, of others one goes.
    pub fn keep(&mut self, input: Vec<u8>, rng: &mut SmallRng) {
        if self.inputs.len() < self.seeds + MAX_POOL {
            self.inputs.push(input);
        } else {
            let place = rng.random_range(self.seeds..self.inputs.len());
            self.inputs[place] = input;
        }
    }

    fn any(&self, rng: &mut SmallRng) -> &Vec<u8> {
        // Rather a seed than one of many others.
        let from = if rng.random_ratio(1, 3) { &self.inputs[..self.seeds] } else { &self.inputs[..] };
        from.choose(rng).expect("there is a seed")
    }

    fn change(&self, input: &mut Vec<u8>, rng: &mut SmallRng) {
        let part = random_part(input.len(), rng);
        match rng.random_range(0..10) {
            0 => flip(input, rng),
            1 => drop(input.drain(part)),
            2 => input.insert(part.start, rng.random_range(b' '..=b'~')),
            3 => {
                let copy = input[part.clone()].to_vec();
                input.splice(part.end..part.end, copy);
            }
            4 | 5 => {
                let word = self.words.choose(rng).expect("there are words");
                input.splice(random_word(input, rng), word.iter().copied());
            }
            6 => {
                let word = self.words.choose(rng).expect("there are words");
                input.splice(part.start..part.start, word.iter().copied());
            }
            7 => {
                let other = self.any(rng);
                let from = random_line(other, rng);
                let copy = other[from].to_vec();
                input.splice(random_line(input, rng), copy);
            }
            8 => {
                let line = random_line(input, rng);
                let copy: Vec<u8> = input[line].iter().copied().chain([b'\n']).collect();
                let place = random_line(input, rng).start;
                input.splice(place..place, copy);
            }
            _ => {
                let line = random_line(input, rng);
                let end = (line.end + 1).min(input.len());
                input.drain(line.start..end);
            }
        }
    }
}

/// A short range, most often of a few bytes.
fn random_part(length: usize, rng: &mut SmallRng) -> std::ops::Range<usize> {
    let start = rng.random_range(0..=length);
    let most = if rng.random_ratio(1, 8) { 200 } else { 4 };
    start..(start + rng.random_range(0..=most)).min(length)
}

/// Changes a byte: a bit, its case, or a digit.
fn flip(input: &mut [u8], rng: &mut SmallRng) {
    let Some(byte) = (!input.is_empty()).then(|| rng.random_range(0..input.len())) else { return };
    let byte = &mut input[byte];
    *byte = match rng.random_range(0..3) {
        0 => *byte ^ 1 << rng.random_range(0..8),
        1 if byte.is_ascii_digit() => rng.random_range(b'0'..=b'9'),
        _ => *byte ^ b' ',
    };
}

/// The range of a word.
fn random_word(input: &[u8], rng: &mut SmallRng) -> std::ops::Range<usize> {
    around(input, rng, |byte| byte.is_ascii_whitespace())
}

/// The range of a line without its end.
fn random_line(input: &[u8], rng: &mut SmallRng) -> std::ops::Range<usize> {
    around(input, rng, |byte| byte == b'\n')
}

/// The range between two separators around some place.
fn around(input: &[u8], rng: &mut SmallRng, separates: impl Fn(u8) -> bool) -> std::ops::Range<usize> {
    let place = rng.random_range(0..=input.len());
    let start = input[..place].iter().rposition(|&byte| separates(byte)).map_or(0, |at| at + 1);
    let end = input[place..].iter().position(|&byte| separates(byte)).map_or(input.len(), |at| place + at);
    start..end
}
