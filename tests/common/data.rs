//! The files of `tests/data`.

use bactrian::board::Spec;

fn path(name: &str) -> String {
    format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file of `tests/data`, which must be there.
pub fn read(name: &str) -> String {
    let path = path(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Counts of a perft file: depth and number of leaves.
pub type Counts = Vec<(u32, u64)>;

/// The positions of `tests/data/perft/NAME.epd`, whose lines are `FEN ;D1 n ;D2 n ...`, and their counts. The file must
/// be there and must not be a stub. A game from a file has its own in `tests/data/games`.
pub fn perft_lines(spec: &Spec) -> Vec<(String, Counts)> {
    let own = format!("games/{}.epd", spec.page.name);
    let is_own = std::path::Path::new(&path(&own)).exists();
    let name = if is_own { own } else { format!("perft/{}.epd", spec.page.name) };
    let lines = read_counts(&name);
    assert!(is_own || lines.len() > 50, "{name} has only {} lines", lines.len());
    assert_eq!(lines[0].0, spec.page.start, "{name} begins with another position than the game");
    lines
}

/// The positions of a perft file and their counts. Lines that begin with `#` are comments.
pub fn read_counts(name: &str) -> Vec<(String, Counts)> {
    read(name).lines().filter(|line| !line.starts_with('#')).map(read_line).collect()
}

/// The counts that are at most so large: FEN, depth and number of leaves.
pub fn counts_up_to(lines: &[(String, Counts)], largest: usize) -> impl Iterator<Item = (&str, u32, u64)> {
    let all = lines.iter().flat_map(|(fen, counts)| counts.iter().map(|&(depth, nodes)| (fen.as_str(), depth, nodes)));
    all.filter(move |&(.., nodes)| nodes <= largest as u64)
}

/// A game in the format of `variants.ini`, and its counts.
pub struct GameFile {
    /// The file's name without its ending.
    pub name: String,
    pub text: String,
    /// Counts of the file's last game.
    pub counts: Vec<(String, Counts)>,
}

/// The games of `tests/data/games`: each `NAME.ini` has its counts in `NAME.epd`.
pub fn game_files() -> Vec<GameFile> {
    let folder = std::fs::read_dir(path("games")).expect("the folder of games");
    let paths = folder.map(|entry| entry.expect("an entry of the folder").path());
    let mut names: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "ini"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 20, "only {} games", names.len());
    let file = |name: String| GameFile {
        text: read(&format!("games/{name}.ini")),
        counts: read_counts(&format!("games/{name}.epd")),
        name,
    };
    names.into_iter().map(file).collect()
}

/// A file with diagrams, and its counts.
pub struct DiagramFile {
    /// The file's name.
    pub name: String,
    pub text: String,
    /// Counts of the file's last game.
    pub counts: Vec<(String, Counts)>,
}

/// The diagrams of `tests/data/games`: each `NAME.html` or `NAME.txt` has its counts in `NAME.epd`.
pub fn diagram_files() -> Vec<DiagramFile> {
    let folder = std::fs::read_dir(path("games")).expect("the folder of games");
    let names = folder.map(|entry| entry.expect("an entry of the folder").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".html") || name.ends_with(".txt")).collect();
    names.sort();
    assert!(names.len() >= 25, "only {} diagrams", names.len());
    let file = |name: String| {
        let (stem, _) = name.rsplit_once('.').expect("an ending");
        let counts = read_counts(&format!("games/{stem}.epd"));
        DiagramFile { text: read(&format!("games/{name}")), counts, name }
    };
    names.into_iter().map(file).collect()
}

fn read_line(line: &str) -> (String, Counts) {
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default().to_owned();
    let counts: Counts = parts.map(|part| read_count(part).unwrap_or_else(|| panic!("`{part}` in `{line}`"))).collect();
    assert!(!counts.is_empty(), "no counts in `{line}`");
    (fen, counts)
}

fn read_count(part: &str) -> Option<(u32, u64)> {
    let (depth, nodes) = part.strip_prefix('D')?.split_once(' ')?;
    Some((depth.parse().ok()?, nodes.parse().ok()?))
}
