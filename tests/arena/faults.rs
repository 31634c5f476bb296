//! Engines that fail lose the game, with the reason recorded; the match goes on.

use serde_json::Value;

use super::{fake, own, play, refused};

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
    fails("claim 4", "proto=cecp", "rules infraction", "claims wrongly: 1/2-1/2 {Draw by repetition}", 5);
    fails("complain", "proto=cecp", "rules infraction", "claims wrongly: Illegal move: g8f6", 1);
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn an_offer_and_chatter_change_nothing() {
    for (mode, words) in [("offer", "proto=cecp"), ("chatter", ""), ("chatter", "proto=cecp"), ("long", "")] {
        let engines = [fake("good", "play", ""), fake("odd", mode, words)];
        let (games, _) = play("chess", "-g 2 --opening-plies 0", &engines);
        for game in games {
            assert_eq!(game["reason"], "draw by threefold repetition", "{mode}: {game}");
            assert_eq!(game["moves"].as_array().map(Vec::len), Some(8), "{mode}: {game}");
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs sh")]
fn engines_that_cannot_play_are_named_at_the_beginning() {
    let good = own("good", "nodes=10");
    let cases = [
        ("cmd=/no/such/engine name=bad", "engine `bad` cannot be started: /no/such/engine: "),
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
