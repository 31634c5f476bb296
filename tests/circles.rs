//! Files use each other in one direction: none uses, by way of others, itself.

use std::collections::{HashMap, HashSet};
use std::path::Path;

/// Files that may: a topic of the evaluation names its terms, whose numbers follow from all topics, and counts them.
const EXEMPT: [&str; 1] = ["engine/eval/"];

/// By file: the paths that it uses, and whether it hands them on.
type Uses = HashMap<String, Vec<(String, bool)>>;

/// The paths of a tree of `use`.
fn paths(tree: &str) -> Vec<String> {
    let Some((stem, leaves)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().trim().to_owned()];
    };
    let mut depth = 0;
    let leaves = leaves[..leaves.rfind('}').expect("braces are closed")].split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    leaves.filter(|leaf| !leaf.trim().is_empty()).flat_map(paths).map(|leaf| stem.trim().to_owned() + &leaf).collect()
}

fn read(folder: &Path, name: &str, uses: &mut Uses) {
    for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let stem = path.file_stem().expect("a name").to_string_lossy();
        let file = if ["mod", "lib"].contains(&&*stem) { name.to_owned() } else { format!("{name}{stem}/") };
        if path.is_dir() {
            read(&path, &file, uses);
        } else if path.extension().is_some_and(|ending| ending == "rs") && stem != "tests" {
            let text = std::fs::read_to_string(&path).expect("a text");
            let found = text.split(";\n").filter_map(|statement| {
                let is_use = |line: &str| line.starts_with("use ") || line.starts_with("pub") && line.contains(" use ");
                let lines: Vec<&str> = statement.lines().skip_while(|line| !is_use(line)).collect();
                let line = lines.join(" ");
                let (public, tree) = line.split_once("use ")?;
                let public = !public.is_empty();
                Some(paths(tree).into_iter().map(move |path| (path, public)))
            });
            uses.insert(file, found.flatten().collect());
        }
    }
}

/// The file that has what `path` means in `file`; the file itself for what is of another crate.
fn target(uses: &Uses, file: &str, path: &str) -> Option<String> {
    let root = ["engine/", "training/"].into_iter().find(|root| file.starts_with(root)).unwrap_or_default();
    let mut module = if path.starts_with("crate::") { root } else { file }.to_owned();
    for name in path.split("::").skip_while(|name| *name == "crate").filter(|name| *name != "self") {
        let parent = module[..module.trim_end_matches('/').rfind('/').map_or(0, |at| at + 1)].to_owned();
        let inner = if name == "super" { parent } else { format!("{module}{name}/") };
        if !uses.contains_key(&inner) {
            let mut public = uses.get(&module)?.iter().filter(|(_, public)| *public);
            return match public.find(|(used, _)| used.ends_with(&format!("::{name}"))) {
                Some((used, _)) => target(uses, &module, used),
                None => Some(module).filter(|module| module != root),
            };
        }
        module = inner;
    }
    Some(module)
}

#[test]
fn no_file_uses_itself_by_way_of_others() {
    let mut uses = Uses::new();
    read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), "", &mut uses);
    let used_by = |file: &String| -> HashSet<String> {
        let found = uses[file].iter().filter_map(|(path, public)| Some((target(&uses, file, path)?, *public)));
        let is_use = |(other, public): &(String, bool)| other != file && !(*public && other.starts_with(file.as_str()));
        found.filter(is_use).map(|(other, _)| other).collect()
    };
    let edges: HashMap<&String, HashSet<String>> = uses.keys().map(|file| (file, used_by(file))).collect();
    for file in uses.keys().filter(|file| !EXEMPT.iter().any(|exempt| file.starts_with(exempt))) {
        let (mut seen, mut due) = (HashSet::new(), vec![file]);
        while let Some(from) = due.pop() {
            assert!(!edges[from].contains(file), "{file} uses {from}, which uses it: a circle");
            due.extend(edges[from].iter().filter(|other| seen.insert(*other)));
        }
    }
    assert!(edges.values().map(HashSet::len).sum::<usize>() > 500, "uses were not found");
}
