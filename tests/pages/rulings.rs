//! Rulings: each that is cited is stated on a page, and each that is stated has a test that names it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use bactrian::board::RULINGS;

use crate::common::games::all_specs;

/// Where rulings are cited.
const PLACES: [&str; 4] = ["src", "tests", "README.md", "CONTRIBUTING.md"];

/// A ruling: the letters of its family in lower case, and its number.
type Ruling = (String, u32);

/// Reads `ALL-1` and what follows it.
fn read_ruling(text: &str) -> Option<Ruling> {
    let (family, rest) = text.split_once('-')?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_family = !family.is_empty() && family.chars().all(|c| c.is_ascii_uppercase());
    Some((family.to_ascii_lowercase(), rest[..digits].parse().ok()?)).filter(|_| is_family)
}

/// The rulings that a text names after this sign.
fn named_after(text: &str, sign: &str) -> BTreeSet<Ruling> {
    text.split(sign).skip(1).filter_map(read_ruling).collect()
}

/// The rulings that the names of a file's tests contain, as in `r_all_1_bare_kings`.
fn tested(text: &str) -> BTreeSet<Ruling> {
    let mut found = BTreeSet::new();
    for line in text.lines().filter_map(|line| line.trim_start().strip_prefix("fn ")) {
        let words: Vec<&str> = line.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        found.extend(words.windows(3).filter(|words| words[0] == "r").filter_map(|words| {
            let is_family = !words[1].is_empty() && words[1].chars().all(|c| c.is_ascii_lowercase());
            Some((words[1].to_owned(), words[2].parse().ok()?)).filter(|_| is_family)
        }));
    }
    found
}

/// The files below a path, itself if it is one; none of what a build has made there.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.file_name().is_some_and(|name| name == "target") {
        return Vec::new();
    }
    let Ok(entries) = fs::read_dir(path) else { return vec![path.to_owned()] };
    entries.flat_map(|entry| files(&entry.expect("the folder can be read").path())).collect()
}

/// The texts of the project's files that may cite rulings, with their paths.
fn texts() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, text)
    };
    let is_text = |path: &PathBuf| path.extension().is_none_or(|ending| ending != "net" && ending != "png");
    PLACES.iter().flat_map(|place| files(&root.join(place))).filter(is_text).map(read).collect()
}

/// The rulings that the pages state, each with those who state it.
fn stated() -> BTreeMap<Ruling, Vec<&'static str>> {
    let pages = all_specs().map(|spec| (spec.page.name, spec.page.rules)).chain([("all games", RULINGS)]);
    let mut stated: BTreeMap<Ruling, Vec<&str>> = BTreeMap::new();
    for (name, page) in pages {
        for ruling in named_after(page, "\n**R-") {
            stated.entry(ruling).or_default().push(name);
        }
    }
    stated
}

#[test]
fn every_ruling_that_is_cited_is_stated() {
    let stated = stated();
    assert!(stated.len() > 20, "{stated:?}");
    for (path, text) in texts() {
        let unknown: Vec<Ruling> = (named_after(&text, "R-").into_iter().chain(tested(&text)))
            .filter(|ruling| !stated.contains_key(ruling))
            .collect();
        assert!(unknown.is_empty(), "{} cites {unknown:?}, which no page states", path.display());
    }
}

#[test]
fn every_ruling_that_is_stated_has_a_test() {
    let tested: BTreeSet<Ruling> = texts().iter().flat_map(|(_, text)| tested(text)).collect();
    for (ruling, pages) in stated() {
        assert!(tested.contains(&ruling), "no test names {ruling:?}, which the pages of {pages:?} state");
    }
}

/// Where games with the same pieces state the same ruling, the number stands for one thing only.
#[test]
fn the_rulings_of_a_family_are_numbered_without_gaps() {
    let mut families: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (family, number) in stated().into_keys() {
        families.entry(family).or_default().push(number);
    }
    for (family, numbers) in families {
        assert_eq!(numbers, (1..=numbers.len() as u32).collect::<Vec<_>>(), "{family}");
    }
}
