//! The names of games on the command line, and their completion in shells.

use std::process::{Command, Stdio};

use crate::common::client::{output, run};
use crate::common::games::all_specs;

#[test]
fn games_are_named_in_any_case_and_with_signs() {
    for (name, game) in [
        ("Chess", "chess"),
        ("CHESS", "chess"),
        ("normal", "chess"),
        ("Normal", "chess"),
        ("janus-kamil", "januskamil"),
        ("Janus Kamil", "januskamil"),
        ("JANUS_KAMIL", "januskamil"),
        ("Kingsmen", "kingsmen"),
        ("Capablanca Chess", "capablanca"),
    ] {
        let moves = output(&["moves", "-v", game]);
        for command in [&["moves", "-v", name][..], &["moves", "--variant", name], &["moves", name]] {
            assert_eq!(output(command), moves, "{command:?}");
        }
    }
    for command in [&["rules", "Gothic"][..], &["rules", "-v", "gothic"], &["rules", "GOTHIC"]] {
        assert!(output(command).starts_with("# Gothic Chess"), "{command:?}");
    }
    assert!(output(&["perft", "Janus", "-d", "1"]).starts_with("nodes 28 "));
    assert!(output(&["analyse", "NORMAL", "-d", "1", "--json"]).contains("bestmove"));
    assert!(output(&["xboard", "Normal", "--print"]).contains("-variant normal"));
    assert!(output(&["--net", "Chess=none", "analyse", "chess", "-d", "1"]).contains("bestmove"));
}

#[test]
fn a_misspelt_game_is_answered_with_the_one_meant() {
    for (name, meant) in [("kingsman", "kingsmen"), ("Chss", "chess"), ("capa", "capablanca"), ("goth", "gothic")] {
        for command in [&["rules", name][..], &["show", "-v", name], &["bench", name], &["tables", "-v", name]] {
            let (status, _, errors) = run(command);
            let expected = format!("unknown variant `{name}`, did you mean `{meant}`? expected one of: januskamil ");
            assert!(status == 1 && errors.contains(&expected), "{command:?}: {errors}");
        }
    }
    let (status, _, errors) = run(&["show", "-v", "draughts"]);
    assert!(status == 1 && errors.contains("unknown variant `draughts`, expected one of: "), "{errors}");
    for command in ["show", "moves", "analyse", "xboard"] {
        let (status, out, errors) = run(&[command]);
        assert_eq!((status, out.as_str(), errors.lines().count()), (2, "", 1), "{errors}");
        assert!(errors.contains("no game is named, expected -v or --variant with one of: januskamil "), "{errors}");
    }
    assert_eq!(run(&["show", "chess", "-v", "chess"]).0, 2);
}

#[test]
fn moves_are_read_in_every_notation() {
    let fen = |moves: &[&str]| {
        let text = output(&[&["show", "chess", "--moves"], moves].concat());
        text.lines().find_map(|line| line.strip_prefix("FEN")).expect("a FEN").trim().to_owned()
    };
    let expected = fen(&["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"]);
    for moves in [
        &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"][..],
        &["1.", "e4", "e5", "2.Nf3", "Nc6", "3.", "Bb5", "a6", "4.0-0"],
        &["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O"],
        &["e2-e4", "e7-e5", "Ng1-f3", "Nb8-c6", "Bf1-b5", "a7-a6", "e1h1"],
    ] {
        assert_eq!(fen(moves), expected, "{moves:?}");
    }
    let (status, _, errors) = run(&["show", "chess", "--moves", "e4", "Ke4"]);
    assert!(status == 1 && errors.contains("`Ke4`"), "{errors}");
}

/// What a shell completes after these words, by the script that is made for it.
fn complete(shell: &str, script: &str, words: &[&str]) -> Option<Vec<String>> {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("completions.{shell}"));
    std::fs::write(&file, script).expect("the script is written");
    let (file, line) = (file.display(), words.join(" "));
    let program = match shell {
        "bash" => format!(
            "source '{file}'; COMP_WORDS=({line}); COMP_CWORD={}; _bactrian bactrian '{}' '{}'; echo ${{COMPREPLY[*]}}",
            words.len() - 1,
            words[words.len() - 1],
            words[words.len() - 2]
        ),
        _ => format!("source '{file}'; function bactrian; end; complete -C '{line}'"),
    };
    let output = Command::new(shell).args(["-c", &program]).stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).expect("names are text");
    Some(text.split_whitespace().map(str::to_owned).collect())
}

#[test]
#[cfg(unix)]
fn shells_complete_the_names_of_games() {
    for shell in ["bash", "fish"] {
        let script = output(&["completions", shell]);
        for (words, games) in [
            (&["show", "-v", "king"][..], &["kinglet", "kingofthehill", "kingsmen", "kingsmen39", "kingsmendh"][..]),
            (&["match", "--variant", "got"], &["gothic"]),
            (&["tables", "-v", "janu"], &["janus", "januskamil"]),
            (&["rules", "janu"], &["janus", "januskamil"]),
            (&["bench", "lu"], &["luotuoqi"]),
            (&["analyse", "capa"], &["capablanca", "capahouse", "caparandom"]),
        ] {
            let Some(mut found) = complete(shell, &script, &[&["bactrian"], words].concat()) else {
                eprintln!("skipped: there is no shell `{shell}`");
                break;
            };
            found.sort_unstable();
            assert_eq!(found, games, "{shell}: {words:?}");
        }
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]);
        // Two shells complete no values of options.
        let names = all_specs().filter(|spec| script.contains(spec.page.name)).count();
        assert!(names == all_specs().count() || ["elvish", "powershell"].contains(&shell), "{shell}: {names}");
    }
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("completed.ini");
    std::fs::write(&file, "[completedgame:chess]\n").expect("the file is written");
    let script = output(&["--games", &file.display().to_string(), "completions", "bash"]);
    assert!(script.contains("completedgame"));
}
