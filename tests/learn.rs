//! Learning a game, through the real program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use bactrian::eval::Weights;

use crate::common::client::{output, program, run};
use crate::common::games::spec_of;

/// What makes a run short and independent of the clock.
const SHORT: &str = "--hours 1 --rounds 3 --round-games 24 -n 30 -t 2";

/// The same with a network in each round.
const NETWORKS: &str = "--hours 1 --rounds 3 --round-games 24 -n 30 -t 2 --network-positions 1";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("temporary folders can be made"))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("learned")
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("it is there")
    }
}

fn words<'a>(path: &'a Path, game: &'a str, options: &'a str) -> Vec<&'a str> {
    let path = path.to_str().expect("a temporary folder has a plain name");
    let mut words = vec!["learn", "-v", game, "--from-scratch", "-o", path];
    words.extend(options.split(' '));
    words
}

fn learn(folder: &Folder, game: &str, options: &str) -> (i32, String, String) {
    run(&words(&folder.path(), game, options))
}

/// The results in a log, without times.
fn results(log: &str) -> Vec<String> {
    let lines = log.lines().filter(|line| line.contains(" against "));
    lines.map(|line| line.split_once("  ").expect("a time and a text").1.to_owned()).collect()
}

#[test]
fn weights_are_learned_and_used() {
    let folder = Folder::new();
    let (status, out, errors) = learn(&folder, "kingsmen39", SHORT);
    assert_eq!((status, errors.as_str()), (0, ""), "{out}");
    assert!(out.contains("round 3: 24 games at 30 nodes a move, ") && out.contains("3 rounds, "), "{out}");
    assert_eq!(folder.text("log.txt"), out, "the log tells the same");
    let weights = folder.path().join("weights.txt").display().to_string();
    let chosen = format!("kingsmen39={weights}");
    let chances = format!("kingsmen39={}", folder.path().join("chances.txt").display());
    let (status, ..) = run(&["analyse", "-v", "kingsmen39", "-d", "2", "--weights", &chosen, "--wdl", &chances]);
    assert_eq!(status, 0);
    let (status, again, _) = learn(&folder, "kingsmen39", SHORT);
    assert_eq!(status, 0, "{again}");
    assert!(again.contains("goes on with kingsmen39 after 3 rounds"), "{again}");
}

#[test]
fn a_run_that_is_killed_ends_like_one_that_is_not() {
    let (whole, killed) = (Folder::new(), Folder::new());
    assert_eq!(learn(&whole, "kingsmen39", NETWORKS).0, 0);
    for delay in [5, 40, 90, 160, 300, 500, 700, 1_000, 1_300] {
        let mut command = program();
        command.args(words(&killed.path(), "kingsmen39", NETWORKS)).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(delay));
        child.kill().expect("a child can be killed");
        child.wait().expect("a child can be awaited");
    }
    let (status, _, errors) = learn(&killed, "kingsmen39", NETWORKS);
    assert_eq!((status, errors.as_str()), (0, ""));
    // A run that has ended tells its last result again, and a kill may come between a line and the state.
    let mut told = results(&killed.text("log.txt"));
    told.dedup();
    assert_eq!(told, results(&whole.text("log.txt")));
    assert_eq!(killed.text("weights.txt"), whole.text("weights.txt"));
    assert_eq!(fs::read(killed.path().join("network.net")).ok(), fs::read(whole.path().join("network.net")).ok());
    let left: Vec<_> = fs::read_dir(killed.path()).expect("it is there").map(|entry| entry.unwrap().path()).collect();
    assert!(left.iter().all(|path| path.extension().is_none_or(|end| end != "part")), "{left:?}");
}

/// A network is tested against what is best without it, and kept beside the weights on which it builds.
#[test]
fn networks_are_learned_and_used() {
    let folder = Folder::new();
    let (status, out, errors) = learn(&folder, "kingsmen39", NETWORKS);
    assert_eq!((status, errors.as_str()), (0, ""), "{out}");
    for round in 1..=3 {
        assert!(out.contains(&format!("round {round}: new against best: ")), "{out}");
        assert!(out.contains(&format!("round {round}: network of 64 and 64 hidden neurons, ")), "{out}");
        assert!(out.contains(&format!("round {round}: network against best: ")), "{out}");
    }
    let is_kept = out.lines().any(|line| line.contains(": network against best: ") && line.contains(": kept; so far "));
    assert_eq!(folder.path().join("network.net").exists(), is_kept, "{out}");
    assert_eq!(out.contains("their network is in "), is_kept, "{out}");
    if is_kept {
        let chosen = |name: &str| format!("kingsmen39={}", folder.path().join(name).display());
        let (weights, net) = (chosen("weights.txt"), chosen("network.net"));
        output(&["analyse", "-v", "kingsmen39", "-d", "2", "--weights", &weights, "--net", &net]);
    }
    let (status, out, errors) = learn(&folder, "kingsmen39", &NETWORKS.replace("--rounds 3", "--rounds 4"));
    assert_eq!((status, errors.as_str()), (0, ""), "{out}");
    assert!(out.contains("goes on with kingsmen39 after 3 rounds") && out.contains("round 4: network "), "{out}");
}

#[test]
fn hours_end_a_run() {
    let folder = Folder::new();
    let (status, out, errors) = learn(&folder, "kingsmen39", "--hours 0.0006 -n 30 -t 1");
    assert_eq!((status, errors.as_str()), (0, ""));
    assert!(
        out.contains("learns kingsmen39: 0:00:02 on 1 thread")
            && !out.contains("1 threads")
            && out.contains("round 1: "),
        "{out}"
    );
    let spec = spec_of("kingsmen39");
    Weights::read(spec, &folder.text("weights.txt")).expect("weights of the game");
}

#[test]
fn a_folder_of_something_else_is_refused_and_kept() {
    let folder = Folder::new();
    let options = "--hours 1 --rounds 1 --round-games 1 -n 10 -t 1";
    let refused = |game, options: &str, expected: &str| {
        let (status, _, errors) = learn(&folder, game, options);
        assert!(status == 1 && errors.contains(expected) && errors.lines().count() == 1, "{errors}");
    };
    refused("nochess", options, "unknown variant `nochess`");
    assert!(!folder.path().exists());
    fs::create_dir(folder.path()).expect("the folder is writable");
    fs::write(folder.path().join("diary"), "dear diary").expect("the folder is writable");
    refused("kingsmen39", options, "learned is not a folder to go on with: it has `diary` and no state.json");
    fs::remove_file(folder.path().join("diary")).expect("the folder is writable");
    let (status, out, _) = learn(&folder, "kingsmen39", options);
    assert!(status == 0 && out.contains("too few positions to learn from: "), "{out}");
    let state = folder.text("state.json");
    refused("chess", options, "it is for kingsmen39, not for chess");
    refused("kingsmen39", &format!("{options} -s 2"), "it was begun with seed 1, not 2");
    let changed = state.replace("maxRank 9", "maxRank 8").replace("castlingWhiteQueenside K b-a R a-b\\n", "");
    fs::write(folder.path().join("state.json"), &changed).expect("the folder is writable");
    let told = "the rules of kingsmen39 have changed: castlingWhiteQueenside was not stated, is `K b-a R a-b`; maxRank was \
                `8`, is `9`";
    refused("kingsmen39", options, told);
    fs::write(folder.path().join("state.json"), &state[..state.len() / 2]).expect("the folder is writable");
    refused("kingsmen39", options, "state.json: ");
    assert_eq!(folder.text("state.json"), state[..state.len() / 2]);
}

/// A folder that was begun before its state had the text of the rules.
#[test]
fn folders_of_earlier_versions_go_on() {
    let folder = Folder::new();
    let options = "--hours 1 --rounds 1 --round-games 1 -n 10 -t 1";
    assert_eq!(learn(&folder, "kingsmen39", options).0, 0);
    let state = folder.path().join("state.json");
    let now = folder.text("state.json");
    let spec = spec_of("kingsmen39");
    let rules = format!("\"rules\": {}", serde_json::Value::from(spec.identity().text()));
    let outline = format!("{} {}", spec.page.start, spec.earlier_outline());
    let earlier = |outline: &str| {
        let outline = format!("\"outline\": {}", serde_json::Value::from(outline));
        let text = now.replace(&rules, &outline).replace("\"format\": 4", "\"format\": 3");
        assert!(text.contains(&outline) && text.contains("\"format\": 3"), "{text}");
        text
    };
    fs::write(&state, earlier(&outline)).expect("the folder is writable");
    let (status, out, errors) = learn(&folder, "kingsmen39", options);
    assert!(status == 0 && out.contains("goes on with kingsmen39 after 1 rounds"), "{out}{errors}");
    assert_eq!(folder.text("state.json").lines().take(3).collect::<Vec<_>>(), now.lines().take(3).collect::<Vec<_>>());
    assert!(folder.text("state.json").contains(&rules), "it is renewed");
    fs::write(&state, earlier(&outline.replace("Bishop", "bishop").replace("3x9", "3x8")))
        .expect("the folder is writable");
    let (status, _, errors) = learn(&folder, "kingsmen39", options);
    let expected = "the rules of kingsmen39 have changed since an earlier version of Bactrian began it";
    assert!(status == 1 && errors.contains(expected) && errors.len() < 400, "{errors}");
}

/// A changed game is told by the keys that changed, in one short line.
#[test]
fn a_folder_says_which_rules_have_changed() {
    let folder = Folder::new();
    let options = "--hours 1 --rounds 1 --round-games 1 -n 10 -t 1";
    let file = folder.0.path().join("own.ini").display().to_string();
    let start = "startFen = rbnkr/ppppp/5/5/PPPPP/RBNKR w KQkq - 0 1";
    let rules = format!(
        "[own:chess]\nmaxFile = 5\nmaxRank = 6\n{start}\npromotionRegionWhite = *6\npromotionRegionBlack = *1\n\
         doubleStep = false\ncastling = false\n"
    );
    let learn_own = |text: &str| {
        fs::write(&file, text).expect("the folder is writable");
        let path = folder.path();
        let words = [&["--games", &file][..], &words(&path, "own", options)].concat();
        run(&words)
    };
    assert_eq!(learn_own(&rules).0, 0);
    for (text, told) in [
        (format!("{rules}stalemateValue = loss\n"), ": stalemateValue was not stated, is `loss`\n"),
        (
            rules.replace("RBNKR", "RNBKR"),
            "startFen was `rbnkr/ppppp/5/5/PPPPP/RBNKR w -`, is `rbnkr/ppppp/5/5/PPPPP/RNBKR w -`",
        ),
        (
            format!("{rules}knight = -\ncustomPiece1 = n:NF\nnMoveRule = 40\n"),
            ": nMoveRule was not stated, is `40`; piece.N was `N`, is `F N`",
        ),
    ] {
        let (status, _, errors) = learn_own(&text);
        assert!(status == 1 && errors.contains(told) && errors.lines().count() == 1 && errors.len() < 400, "{errors}");
    }
    // The same game in other words goes on.
    let (status, out, errors) = learn_own(&rules.replace("[own:chess]\n", "# Mine.\n[own:chess]\nnMoveRule = 50\n"));
    assert!(status == 0 && out.contains("goes on with own"), "{out}{errors}");
    // Its games number the pieces by their keys.
    let (status, _, errors) =
        learn_own(&format!("{rules}knight = -\ncustomPiece1 = n:N\npromotionPieceTypes = qrbn\n"));
    let told = "the rules of own are the same, but the keys of its pieces have another order: it was `P N B R Q K`, is `P B R Q \
                N K`";
    assert!(status == 1 && errors.contains(told), "{errors}");
}

#[test]
fn a_folder_that_is_a_file_is_refused() {
    let folder = Folder::new();
    fs::write(folder.path(), "precious").expect("the folder is writable");
    let (status, _, errors) = learn(&folder, "kingsmen39", SHORT);
    assert!(status == 1 && errors.contains("learned: "), "{errors}");
    assert_eq!(fs::read_to_string(folder.path()).expect("it is there"), "precious");
    for hours in ["0", "-1", "nan", "x", "1e9"] {
        let (status, _, errors) = learn(&folder, "kingsmen39", &format!("--hours {hours}"));
        assert!(status == 2 && errors.contains("--hours"), "{errors}");
    }
}
