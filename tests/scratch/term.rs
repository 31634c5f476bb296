//! A new term of the evaluation is a change of one file. Weights and networks stay as they are.

use std::fs;

use super::Copy;

/// The file of its topic.
const TOPIC: &str = "src/engine/eval/terms/threats.rs";

/// How the term is declared, and counted: pieces that are attacked by a pawn and not defended.
const DECLARED: (&str, &str) = (
    "    /// It is attacked and not defended.\n",
    "    /// It is attacked by a pawn and not defended.\n    SCRATCH: \"scratch\", One, |_, _| [-10, -10];\n",
);
const COUNTED: (&str, &str) = (
    "            tally.add(HANGING.of(kind),",
    "            tally.add(SCRATCH.of(kind), (by_pawn & hanging).count() as i32);\n",
);

#[test]
#[ignore = "takes long: it builds the program"]
fn a_term_is_added_in_one_file() {
    let copy = Copy::new("scratch_term");
    for (before, added) in [DECLARED, COUNTED] {
        copy.replace(TOPIC, before, &format!("{added}{before}"));
    }
    copy.cargo(&["build"]);

    // Built-in networks that did not fit their weights would be left out, and other nodes be counted.
    assert_eq!(copy.output(&["bench", "--signature"]), include_str!("../data/bench.txt"));

    let path = |name: &str| copy.path(name).display().to_string();
    let (games, fitted) = (path("scratch.games"), path("scratch.txt"));
    copy.output(&["datagen", "-v", "chess", "-n", "50", "-g", "60", "--output", &games]);
    copy.output(&["fit", "-v", "chess", "--data", &games, "-e", "3", "--new-terms", "--output", &fitted]);
    let fitted_text = fs::read_to_string(&fitted).expect("weights");
    let weights = include_str!("../../src/engine/games/chess/weights.txt");
    let (new, old): (Vec<&str>, Vec<&str>) = fitted_text.lines().partition(|line| line.starts_with("scratch."));
    assert_eq!(old, weights.lines().collect::<Vec<_>>());
    assert!(new.len() == 6 && new.iter().any(|line| !line.ends_with(" 0/0")), "{new:?}");

    // The network does not know the term, and builds on all others: one that does not fit is refused.
    let network = path("src/engine/games/chess/network.net");
    let choices = ["--weights", &format!("chess={fitted}"), "--net", &format!("chess={network}")];
    assert!(copy.output(&[&["analyse", "-v", "chess", "--nodes", "100"], &choices[..]].concat()).contains("bestmove"));
}
