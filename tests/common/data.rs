//! The files of `tests/data`.

use bactrian::board::Spec;

fn path(name: &str) -> String {
    format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Whether there is a folder of this name in `tests/data`.
pub fn has_folder(name: &str) -> bool {
    std::path::Path::new(&path(name)).is_dir()
}

/// The text of a file of `tests/data`; `None` if there is none.
pub fn read_if_there(name: &str) -> Option<String> {
    let path = path(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => panic!("{path}: {error}"),
    }
}

/// Counts of a perft file: depth and number of leaves.
pub type Counts = Vec<(u32, u64)>;

/// The positions of `tests/data/perft/NAME.epd`, whose lines are `FEN ;D1 n ;D2 n ...`, and their counts. The file must
/// be there and must not be a stub.
pub fn perft_lines(spec: &Spec) -> Vec<(String, Counts)> {
    let name = format!("perft/{}.epd", spec.page.name);
    let (path, text) = (path(&name), read_if_there(&name));
    let text = text.unwrap_or_else(|| panic!("there is no {path}"));
    let lines: Vec<_> = text.lines().map(read_line).collect();
    assert!(lines.len() > 50, "{path} has only {} lines", lines.len());
    assert_eq!(lines[0].0, spec.page.start, "{path} begins with another position than the game");
    lines
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
