//! Engines that fail lose the game, with the reason recorded; the match goes on.

use serde_json::Value;

use super::{fake, own, play, refused, scratch};

/// Plays two games of an engine that fails against one that does not. Each is a loss for it, with this termination, and a
/// reason that begins so; the games were this long.
fn fails(mode: &str, words: &str, termination: &str, reason: &str, turns: usize) -> Value {
    let engines = [fake("good", "play", ""), fake("bad", mode, words)];
    let (games, summary) = play("chess", "-g 2 --opening-plies 0", &engines);
    assert_eq!(games.len(), 2);
    for (game, (result, side)) in games.iter().zip([("1-0", "Black"), ("0-1", "White")]) {
        assert_eq!((&game["result"], &game["termination"]), (&result.into(), &termination.into()), "{mode}: {game}");
        let expected = format!("{side} {reason}");
        assert!(game["reason"].as_str().is_some_and(|text| text.starts_with(&expected)), "{mode}: {game}");
    }
    let longest = games.iter().filter_map(|game| game["moves"].as_array()).map(Vec::len).max();
    assert_eq!(longest, Some(turns), "{mode}");
    assert_eq!(summary["pairings"][0]["pairs"], serde_json::json!([0, 0, 0, 0, 1]), "{mode}: {summary}");
    summary
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn a_program_that_ends_loses_and_is_started_again() {
    let summary = fails("crash 3", "", "abandoned", "has ended (exit status: 3)", 4);
    assert_eq!(summary["failures"][1]["broken"], 2);
    fails("half-and-go", "", "abandoned", "has ended (exit status: 0)", 1);
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn a_program_that_does_not_answer_loses_and_is_killed() {
    // Most of the time is waiting.
    std::thread::scope(|scope| {
        for mode in ["hang", "half", "flood"] {
            scope.spawn(move || {
                let summary = fails(mode, "st=0.2", "abandoned", "does not answer", 1);
                assert_eq!(summary["failures"][1]["broken"], 2, "{mode}");
            });
        }
    });
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn a_program_that_is_late_loses_on_time() {
    let summary = fails("late", "tc=0.2", "time forfeit", "loses on time", 1);
    assert_eq!((&summary["failures"][1]["time"], &summary["failures"][1]["broken"]), (&2.into(), &0.into()));
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn illegal_moves_lose() {
    let summary = fails("illegal 2", "", "rules infraction", "makes an illegal move: e2e5", 3);
    assert_eq!(summary["failures"][1]["infractions"], 2);
    fails("nothing", "", "rules infraction", "makes an illegal move: 0000", 1);
    fails("illegal", "proto=cecp", "rules infraction", "makes an illegal move: e2e5", 1);
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn resignation_and_claims_lose() {
    fails("resign 2", "proto=cecp", "normal", "resigns", 3);
    // The result of the own loss is no wrong claim.
    fails("loss", "proto=cecp", "normal", "resigns", 1);
    fails("loss 2", "proto=cecp", "normal", "resigns", 3);
    fails("claim 4", "proto=cecp", "rules infraction", "claims wrongly: 1/2-1/2 {Draw by repetition}", 5);
    fails("complain", "proto=cecp", "rules infraction", "claims wrongly: Illegal move: g8f6", 1);
}

/// Plays games of an engine with habits that cost it nothing against one without.
fn plays_on(mode: &str, words: &str) {
    let engines = [fake("good", "play", ""), fake("odd", mode, words)];
    let (games, _) = play("chess", "-g 4 --opening-plies 0", &engines);
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(game["reason"], "draw by threefold repetition", "{mode} {words}: {game}");
        assert_eq!(game["moves"].as_array().map(Vec::len), Some(8), "{mode} {words}: {game}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn an_offer_and_chatter_change_nothing() {
    for (mode, words) in [("offer", "proto=cecp"), ("chatter", ""), ("chatter", "proto=cecp"), ("long", "")] {
        plays_on(mode, words);
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn moves_of_an_engine_that_is_not_asked_are_ignored() {
    for words in ["", "proto=cecp", "ponder=on", "proto=cecp ponder=on"] {
        plays_on("twice", words);
    }
    // It sends its move when told that the reply came, and then once more.
    plays_on("ponder-twice", "ponder=on");
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn engines_with_few_or_late_features_play_what_they_can() {
    // They are waited for: shorter here.
    plays_on("old", "proto=cecp tscale=0.05");
    plays_on("endless", "proto=cecp tscale=0.05");
    plays_on("once", "proto=cecp");
    let file = scratch("late.epd");
    std::fs::write(&file, "4k1n1/8/8/8/8/8/8/4K1N1 w - -\n").expect("the file is written");
    let options = format!("-g 2 --openings {}", file.display());
    let slow = fake("slow", "slow", "proto=cecp tscale=0.5");
    let (games, _) = play("chess", &options, &[fake("good", "play", ""), slow]);
    assert!(games.iter().all(|game| game["reason"] == "draw by threefold repetition"), "{games:?}");
    // Without them it cannot play, and that is why.
    let old = || fake("old", "old", "proto=cecp tscale=0.05");
    let good = || fake("good", "play", "");
    let why = "no features came within 0.1 s, nor those needed within 0.5 s";
    for (variant, options, bad, lack) in [
        ("chess", options.as_str(), old(), "cannot begin from a given position"),
        ("janus", "-g 2", old(), "does not know the variant `janus`"),
        ("chess", "-g 2", old() + " option.Hash=1", "has no option `Hash`"),
        ("chess", "-g 2", old() + " nodes=5", "cannot be limited to nodes"),
    ] {
        let error = refused(variant, options, &[good(), bad]);
        assert!(error.contains(&format!("engine `old` {lack}")) && error.contains(why), "{error}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn engines_that_cannot_play_are_named_at_the_beginning() {
    let good = own("good", "nodes=10");
    let cases = [
        (
            "cmd=/no/such/engine name=bad",
            "engine `bad` cannot be started: /no/such/engine: no such file, expected an engine",
        ),
        (
            "cmd=no-such-engine name=bad",
            "cannot be started: no-such-engine: not found on PATH; install it, or give its path",
        ),
        ("cmd=true name=bad", "engine `bad` has ended (exit status: 0)"),
        ("cmd='sleep 100' name=bad", "engine `bad` does not answer"),
        (&fake("bad", "mute", ""), "engine `bad` does not answer"),
        (&fake("bad", "play", ""), "engine `bad` does not know the variant `januskamil`"),
        (&fake("bad", "play", "proto=cecp"), "engine `bad` does not know the variant `januskamil`"),
        (&own("bad", "option.Hsh=1"), "engine `bad` has no option `Hsh` (options: Hash, "),
        (&own("bad", "proto=cecp option.Hsh=1"), "engine `bad` has no option `Hsh`"),
        (&own("bad", "variant=nonsense"), "engine `bad` does not know the variant `nonsense`"),
        (&own("good", ""), "there are two engines `good`"),
        ("name=bad", "no program is given"),
        (&own("bad", "dir=/no/such/folder"), "its folder /no/such/folder does not exist"),
        (&own("bad", "ponder=maybe"), "ponder is `maybe`, expected on or off"),
        (&fake("bad", "deaf", &format!("option.Text={}", "x".repeat(100_000))), "engine `bad` does not answer"),
    ];
    let check = |(bad, expected): (&str, &str)| {
        let patience = if expected.ends_with("does not answer") { "1" } else { "60" };
        let options = format!("-g 2 --depth 1 --patience {patience}");
        let error = refused("januskamil", &options, &[bad.to_owned(), good.clone()]);
        assert!(error.contains(expected), "{bad}: {error}");
    };
    // Those that do not answer are waited for.
    std::thread::scope(|scope| cases.into_iter().for_each(|case| _ = scope.spawn(move || check(case))));
    let words = "proto=cecp nodes=10";
    let error = refused("chess", "-g 2", &[good.clone(), fake("bad", "play", words)]);
    assert!(error.contains("engine `bad` cannot be limited to nodes"), "{error}");
}

#[test]
fn numbers_have_limits() {
    for option in ["--opening-plies 4294967295", "--margin 18446744073709551615", "--games 18446744073709551614"] {
        let options = format!("{option} --nodes 1");
        let engines = [own("good", ""), own("other", "")];
        let (status, _, errors) = crate::common::client::run(&super::arguments("chess", &options, &engines));
        let (name, value) = option.split_once(' ').expect("an option with its value");
        assert!(status == 2 && errors.contains(name) && errors.contains(value), "{option}: {errors}");
    }
}

#[test]
fn matches_that_make_no_sense_are_refused() {
    let good = own("good", "");
    let other = own("other", "");
    let error = |options: &str| refused("chess", options, &[good.clone(), other.clone()]);
    assert!(error("-g 2").contains("`good` has no limit"));
    assert!(error("-g 3 --nodes 1").contains("3 is odd"));
    assert!(error("-g 2 --nodes 1 --sprt elo0=7").contains("expected elo0 below elo1"));
    assert!(error("-g 2 --nodes 1 --resign now").contains("`now` is not understood"));
    assert!(error("-g 2 --nodes 1 --openings /no/such/file").contains("/no/such/file: "));
    assert!(refused("chess", "-g 2 --nodes 1", std::slice::from_ref(&good)).contains("at least two engines"));
    assert!(refused("nonsense", "-g 2 --nodes 1", &[good.clone(), other.clone()]).contains("unknown variant"));
}
