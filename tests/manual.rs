//! The README and the manual: their commands run, what they print is what is shown, and their links lead somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use bactrian::manual::{TOPICS, find};
use serde_json::{Value, json};

use crate::common::client::{Client, PROGRAM, run};
use crate::common::games::all_specs;

/// Commands that are not run, by their beginnings: they need a window, another program, another machine or this one's
/// administrator, or they build the program. `.ci/run` runs the first two of the README and `bench --check`.
const NOT_RUN: [&str; 13] = [
    "cargo ",
    "rustup ",
    "RUSTFLAGS=",
    "set RUSTFLAGS=",
    "xboard ",
    "winboard.exe ",
    "cutechess-cli ",
    "sudo ",
    "printf 'plugin spec",
    "scripts/",
    "git ",
    "pip ",
    "bactrian bench --check",
];

/// Options of commands that would take long, and the values with which they are tried.
const SMALL: [(&str, &[&str], &str); 13] = [
    ("match", &["-g", "--games"], "4"),
    ("match", &["--tc", "--st", "--nodes"], ""),
    ("match", &["--max-turns"], "10"),
    ("datagen", &["-g", "--games"], "24"),
    ("datagen", &["-n", "--nodes"], "60"),
    ("fit", &["-e", "--epochs"], "1"),
    ("train", &["-e", "--epochs"], "1"),
    ("learn", &["--rounds"], "1"),
    ("learn", &["--round-games"], "40"),
    ("learn", &["-n", "--nodes"], "40"),
    ("tune", &["--pairs"], "2"),
    ("tune", &["-n", "--nodes"], "40"),
    ("analyse", &["--time"], "20"),
];

/// The text of a page by the name of its topic, or the README.
fn page(name: &str) -> String {
    match find(name) {
        Some(topic) => topic.markdown.to_owned(),
        None => fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("it can be read"),
    }
}

/// The blocks of code of a page: language and lines.
fn blocks(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            blocks.push((language, lines.by_ref().take_while(|line| *line != "```").collect()));
        }
    }
    blocks
}

/// The commands in lines of a shell; one that goes on after a backslash is joined. What is printed belongs to the command
/// before it, where commands have a dollar before them.
fn commands(lines: &[&str]) -> Vec<(String, Vec<String>)> {
    let has_output = lines.first().is_some_and(|line| line.starts_with("$ "));
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        let text = line.strip_prefix("$ ").unwrap_or(line);
        let (text, ends) = text.strip_suffix('\\').map_or((text, true), |text| (text, false));
        match found.last_mut() {
            Some((command, _)) if goes_on => command.push_str(text.trim_start()),
            Some((_, output)) if has_output && !line.starts_with("$ ") => output.push((*line).to_owned()),
            _ => found.push((text.to_owned(), Vec::new())),
        }
        goes_on = !ends;
    }
    found.retain(|(command, _)| !command.trim().is_empty());
    found
}

/// The commands of the program that a page has within its text.
fn inline_commands(page: &str) -> Vec<String> {
    let mut is_code = false;
    let is_text = |line: &&str| {
        let fence = line.starts_with("```");
        is_code ^= fence;
        !fence && !is_code
    };
    let text: Vec<&str> = page.lines().filter(is_text).collect();
    let text = text.join(" ");
    let codes = text.split('`').skip(1).step_by(2).map(str::to_owned);
    codes.filter(|code| code.starts_with("bactrian ")).collect()
}

/// The command of the program in a line, e.g. `match`.
fn subcommand(line: &str) -> &str {
    let mut words = line.split_whitespace().skip_while(|word| !word.ends_with("bactrian")).skip(1);
    loop {
        match words.next() {
            Some(option) if option.starts_with("--") => drop(words.next()),
            found => return found.unwrap_or_default(),
        }
    }
}

/// A line with another value of the first of these options that it has, or with the last one added. An empty value becomes
/// a few nodes.
fn with_option(line: &str, options: &[&str], value: &str) -> String {
    let last = options.last().expect("an option");
    let value = if value.is_empty() { format!(" {last} 30") } else { format!(" {last} {value}") };
    for option in options {
        if let Some((before, after)) = line.split_once(&format!(" {option} ")) {
            let after = after.split_once(' ').map_or("", |(_, after)| after);
            return format!("{before}{value} {after}");
        }
    }
    line.to_owned() + &value
}

/// How a command is tried: without a window, and with small limits.
fn tried(command: &str) -> String {
    let line = command.split("  #").next().unwrap_or_default().trim().to_owned();
    match subcommand(&line) {
        "serve" => return line + " --help",
        "xboard" if line.contains("--print") => return line,
        "xboard" => return line.replacen(" xboard ", " xboard --print ", 1),
        "analyse" if !line.contains("--time") => return line,
        _ if line.contains("tune --join ") || line.contains("--list") || line.contains("--dump") => return line,
        _ => {}
    }
    let of_it = SMALL.iter().filter(|(name, ..)| *name == subcommand(&line));
    of_it.fold(line.clone(), |line, (_, options, value)| with_option(&line, options, value))
}

/// A folder for the commands of a page, with the files that its user is supposed to have.
fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    for name in ["bactrian", "bactrian-old"] {
        symlink(PROGRAM, file(name)).expect("a link");
    }
    let games = page("games");
    for source in [&games, text] {
        for (_, lines) in blocks(source).iter().filter(|(language, _)| *language == "ini") {
            let commands =
                blocks(source).into_iter().filter(|(language, _)| *language == "sh").flat_map(|(_, lines)| lines);
            let words: Vec<&str> = commands.flat_map(str::split_whitespace).collect();
            let name = words.iter().find(|word| word.ends_with(".ini")).expect("a command names the file");
            fs::write(file(name), lines.join("\n")).expect("written");
        }
    }
    fs::write(file("suite.epd"), "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; id \"one\";\n").expect("written");
    if !text.contains("bactrian match") {
        fs::write(file("games.pgn"), "[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n").expect("written");
    }
    folder
}

/// What a command prints in a folder, with this input.
fn output(folder: &Path, line: &str, input: &str) -> String {
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(folder).env("PATH", path).env("XDG_CACHE_HOME", folder);
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = shell.spawn().expect("a shell");
    // A program that ends without reading is told by its status.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let done = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "{line}\n{}\n{errors}", done.status);
    String::from_utf8(done.stdout).expect("text")
}

/// Whether a text is what is shown of it: `…` stands for any part of a line, `...` alone for any lines.
fn is_shown(shown: &[String], printed: &[&str]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first == "..." => {
            (0..=printed.len()).any(|skipped| is_shown(rest, &printed[skipped..]))
        }
        (Some((first, rest)), Some((line, others))) => is_line(first, line) && is_shown(rest, others),
        _ => false,
    }
}

fn is_line(shown: &str, line: &str) -> bool {
    match shown.split_once('…') {
        None => shown.trim_end() == line.trim_end(),
        Some((start, end)) => line
            .strip_prefix(start)
            .is_some_and(|rest| rest.char_indices().any(|(at, _)| is_line(end, &rest[at..])) || is_line(end, "")),
    }
}

fn run_command(folder: &Path, command: &str, shown: &[String]) {
    if NOT_RUN.iter().any(|start| command.starts_with(start)) {
        return;
    }
    let printed = output(folder, &tried(command), "");
    let mut shown = shown.to_vec();
    while shown.last().is_some_and(String::is_empty) {
        shown.pop();
    }
    let lines: Vec<&str> = printed.lines().collect();
    assert!(shown.is_empty() || is_shown(&shown, &lines), "{command} prints\n{printed}\nnot\n{}", shown.join("\n"));
}

/// A command with words to be filled in: its options are known.
fn check_options(command: &str) {
    let name = subcommand(command);
    let (status, help, _) = run(&[name, "--help"]);
    assert!(status == 0 || name.chars().all(char::is_uppercase), "{command}");
    for option in command.split([' ', '=']).filter(|word| word.starts_with("--")) {
        assert!(help.contains(option) || option == "--games" || status != 0, "{command}: no {option}");
    }
}

/// Runs the commands of a page, and sends its lines of protocols to the program.
fn check_commands(text: &str) {
    let folder = folder(text);
    for (language, lines) in blocks(text) {
        match language {
            "sh" => commands(&lines).iter().for_each(|(line, shown)| run_command(folder.path(), line, shown)),
            "text" if lines.first().is_some_and(|line| line.starts_with("$ ")) => {
                commands(&lines).iter().for_each(|(line, shown)| run_command(folder.path(), line, shown));
            }
            "uci" | "cecp" | "json" => {
                let input = lines.join("\n").replace("movetime 1000", "movetime 20");
                let printed = output(folder.path(), "bactrian", &input).to_lowercase();
                assert!(!printed.contains("error") && !printed.contains("illegal"), "{input}\n{printed}");
            }
            _ => {}
        }
    }
    for command in inline_commands(text) {
        let is_open =
            |word: &str| word.trim_matches('.').len() > 1 && word.trim_matches('.').chars().all(char::is_uppercase);
        if command.split([' ', '=']).any(is_open) || command.split(' ').count() == 2 {
            check_options(&command);
        } else {
            run_command(folder.path(), &command, &[]);
        }
    }
}

macro_rules! pages {
    ($($test:ident $name:literal),+ $(,)?) => {
        mod commands_of {
            $(#[test]
            fn $test() {
                super::check_commands(&super::page($name));
            })+
        }
        const PAGES: &[&str] = &[$($name),+];
    };
}

pages! {
    readme "README.md",
    install "install",
    browser "browser",
    website "website",
    xboard "xboard",
    winboard "winboard",
    cutechess "cutechess",
    command_line "command-line",
    matches "matches",
    records "records",
    notation "notation",
    strength "strength",
    games "games",
    teaching "teaching",
    weights "weights",
    networks "networks",
    tables "tables",
    tuning "tuning",
    clusters "clusters",
    uci "uci",
    cecp "cecp",
    json "json",
    python "python",
    troubleshooting "troubleshooting",
}

#[test]
fn every_page_is_checked_and_linked_from_the_readme() {
    let names: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    assert_eq!(PAGES[1..], names);
    let readme = page("README.md");
    for name in names {
        assert!(readme.contains(&format!("(src/manual/{name}.md)")), "{name}");
    }
}

#[test]
fn the_readme_begins_with_the_commands_that_set_up() {
    let readme = page("README.md");
    let first: Vec<String> = blocks(&readme)
        .iter()
        .filter(|(language, _)| *language == "sh")
        .flat_map(|(_, lines)| commands(lines))
        .map(|(command, _)| command.split("  #").next().unwrap_or_default().trim().to_owned())
        .take(2)
        .collect();
    assert_eq!(first, ["cargo run --release -- analyse -v januskamil --time 5000", "cargo test"]);
}

#[test]
fn short_pages_stay_short() {
    let readme = page("README.md");
    let results = page("benches/RESULTS.md").lines().count();
    assert!(results <= 150, "{results} lines");
    assert!(
        readme.lines().count() <= 120 && readme.len() <= 8_192,
        "{} lines, {} bytes",
        readme.lines().count(),
        readme.len()
    );
}

/// The anchor of a heading, as the web makes it.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    words
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = TOPICS.iter().map(|topic| format!("src/manual/{}.md", topic.name));
    let others = [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "benches/RESULTS.md",
        "benches/log/2026-11.md",
        "src/README.md",
        "src/engine/eval/network/README.md",
    ];
    for file in manual.chain(others.map(str::to_owned)) {
        let text = page(&file);
        for (at, _) in text.match_indices("](") {
            let address = text[at + 2..].split(')').next().unwrap_or_default();
            if address.starts_with("http") {
                continue;
            }
            let (path, heading) = address.split_once('#').unwrap_or((address, ""));
            let target = if path.is_empty() {
                root.join(&file)
            } else {
                root.join(&file).parent().expect("a folder").join(path)
            };
            assert!(target.exists(), "{file}: {address}");
            if !heading.is_empty() {
                let text = fs::read_to_string(&target).expect("a text");
                let anchors: BTreeSet<String> = text.lines().filter(|line| line.starts_with('#')).map(anchor).collect();
                assert!(anchors.contains(heading), "{file}: {address}");
            }
        }
    }
}

#[test]
fn help_prints_the_topics_and_their_pages() {
    let (status, list, _) = run(&["help"]);
    assert_eq!(status, 0);
    for topic in TOPICS {
        assert!(list.lines().any(|line| line.trim_start().starts_with(topic.name) && line.ends_with(topic.title())));
        let (status, printed, _) = run(&["help", topic.name]);
        assert!(status == 0 && printed.starts_with(topic.title()) && !printed.contains('\x1b'), "{printed}");
        let (status, manual, _) = run(&["man", topic.name]);
        assert!(status == 0 && manual.contains(&format!(".TH bactrian-{} 7", topic.name)), "{manual}");
    }
    let (status, printed, errors) = run(&["help", "fishtest"]);
    assert_eq!((status, printed.as_str()), (1, ""));
    assert!(errors.contains("the word is in topics ") && errors.contains("matches"), "{errors}");
    let (_, _, errors) = run(&["help", "wizard"]);
    assert!(errors.contains("; `bactrian rules` bilateral") && errors.lines().count() == 1, "{errors}");
    let (_, _, errors) = run(&["help", "xyzzy"]);
    assert!(errors.contains("`bactrian help` lists the topics"), "{errors}");
}

#[test]
fn clients_get_the_manual() {
    let mut client = Client::with(&["json", r#"{"id": 1, "do": "manual"}"#]);
    let answer: Value = serde_json::from_str(&client.line()).expect("JSON");
    let topics = answer["ok"]["topics"].as_array().expect("a list");
    let names: Vec<&str> = topics.iter().filter_map(|topic| topic["name"].as_str()).collect();
    assert_eq!(PAGES[1..], names);
    for (topic, page) in topics.iter().zip(TOPICS) {
        assert_eq!((&topic["title"], &topic["markdown"]), (&json!(page.title()), &json!(page.markdown)));
    }
    client.close();
}

#[test]
fn the_files_on_the_rule_pages_are_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut found = 0;
    for spec in all_specs() {
        for (_, lines) in blocks(spec.page.rules).iter().filter(|(language, _)| *language == "ini") {
            let name = lines[0].trim_start_matches('[').split(':').next().expect("a name");
            let file = folder.path().join(name).display().to_string();
            fs::write(&file, lines.join("\n")).expect("written");
            let (status, _, errors) = run(&["--games", &file, "perft", name, "-d", "2"]);
            assert_eq!((status, errors.as_str()), (0, ""), "{}", spec.page.name);
            found += 1;
        }
    }
    assert_eq!(found, 4);
}

#[test]
fn paths_that_are_named_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in ["README.md", "CONTRIBUTING.md", "src/README.md", "benches/RESULTS.md"] {
        let text = page(file);
        let is_path =
            |word: &&str| ["src/", "tests/", "scripts/", "benches/"].iter().any(|start| word.starts_with(start));
        let is_open = |word: &str| word.contains(char::is_uppercase) || word.contains(['*', '{', ' ']);
        // What is made by a run is not there.
        for path in text.split('`').filter(is_path).filter(|path| !is_open(path) && !path.ends_with("artifacts")) {
            assert!(root.join(path).exists(), "{file} names {path}");
        }
    }
}
