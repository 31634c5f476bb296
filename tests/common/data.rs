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
/// be there and must not be a stub.
pub fn perft_lines(spec: &Spec) -> Vec<(String, Counts)> {
    let name = format!("perft/{}.epd", spec.page.name);
    let lines: Vec<_> = read(&name).lines().map(read_line).collect();
    assert!(lines.len() > 50, "{name} has only {} lines", lines.len());
    assert_eq!(lines[0].0, spec.page.start, "{name} begins with another position than the game");
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
