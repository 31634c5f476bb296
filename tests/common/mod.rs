//! What the suites that run over every game share.

use bactrian::rules::Spec;

/// How long a check may take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// A moment: part of every test run.
    Quick,
    /// As long as it takes in a release build: for `--ignored` or `--include-ignored`.
    Deep,
}

impl Effort {
    /// The amount for this effort.
    pub fn of(self, quick: usize, deep: usize) -> usize {
        match self {
            Self::Quick => quick,
            Self::Deep => deep,
        }
    }
}

/// Counts of a perft file: depth and number of leaves.
pub type Counts = Vec<(u32, u64)>;

/// The positions of `tests/data/perft/NAME.epd`, whose lines are `FEN ;D1 n ;D2 n ...`, and their counts. The file must
/// be there and must not be a stub.
pub fn perft_lines(spec: &Spec) -> Vec<(String, Counts)> {
    let path = format!("{}/tests/data/perft/{}.epd", env!("CARGO_MANIFEST_DIR"), spec.page.name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
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

/// For each function `check::<R: Rules>(effort: Effort)` the tests `check::quick` and, ignored by default,
/// `check::deep`. They run it for every game of the registry.
macro_rules! for_every_game {
    ($($check:ident),+ $(,)?) => { $(
        mod $check {
            use bactrian::rules::{self, Rules, Visitor};

            use crate::common::Effort;

            struct Check(Effort);

            impl Visitor for Check {
                type Output = ();
                fn visit<R: Rules>(self) {
                    super::$check::<R>(self.0);
                }
            }

            fn run(effort: Effort) {
                for spec in rules::all() {
                    rules::visit(spec.page.name, Check(effort)).expect("a listed game is known");
                }
            }

            #[test]
            fn quick() {
                run(Effort::Quick);
            }

            #[test]
            #[ignore = "takes long: run it in a release build"]
            fn deep() {
                run(Effort::Deep);
            }
        }
    )+ };
}
pub(crate) use for_every_game;
