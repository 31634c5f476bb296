//! What an engine may say to the referee of a match. Input: in the first line the name of a game and the protocols of
//! White and Black, then the words of White and, after a line `---`, those of Black. `...` is silence.

use std::cell::RefCell;
use std::time::Duration;

use bactrian::arena::{
    Adjudication, EngineSpec, Match, Opening, Openings, Pairing, Processes, RefereeSettings, play_script,
};
use bactrian::records::Replayer;
use bactrian::session::Catalogue;
use bactrian::types::Color;

use super::pgn::check_game;

/// Whatever is said, the game has a result, one line says why, and its record is read as it is written.
pub fn check(data: &[u8]) -> bool {
    let text = super::text(data);
    let (head, words) = super::first_line(&text);
    let mut head = head.split_whitespace();
    let spec = super::game(head.next().unwrap_or_default());
    let (white, black) = words.split_once("\n---\n").unwrap_or((words, ""));
    let engine = |color: Color, protocol: Option<&str>| {
        let protocol = if protocol == Some("cecp") { "cecp" } else { "uci" };
        let words = format!("name={} cmd=none proto={protocol} tc=40/60+1 depth=3", color.name());
        EngineSpec::read(&words).expect("a description")
    };
    let engines = vec![engine(Color::White, head.next()), engine(Color::Black, head.next())];
    let adjudication = Adjudication { max_turns: Some(200), ..Adjudication::default() };
    let patience = Duration::from_secs(5);
    let settings = Match {
        catalogue: Catalogue::default(),
        game: spec,
        engines,
        pairings: vec![Pairing { first: 0, second: 1 }],
        pairs: 0..1,
        openings: Openings::List(vec![Opening::default()]),
        seed: 1,
        referee: RefereeSettings { margin: patience, patience, adjudication },
        concurrency: 1,
        sprt: None,
        processes: Processes::default(),
    };
    check_match(&settings, [white, black])
}

fn check_match(settings: &Match, words: [&str; 2]) -> bool {
    thread_local! {
        static REPLAYER: RefCell<Replayer> = RefCell::default();
    }
    let finished = match play_script(settings, words) {
        Ok(finished) => finished,
        Err(fault) => {
            super::check_message(&fault.to_string());
            return false;
        }
    };
    super::check_message(&settings.game_line(&finished));
    super::check_message(&finished.record.outcome.to_string());
    let _ = settings.game_json(&finished).to_string();
    let record = super::with_session(settings.game, |session| settings.record(&finished, session));
    assert_eq!(record.turns.len(), finished.record.turns.len());
    let mut replayer = REPLAYER.take();
    check_game(&record, &mut replayer);
    REPLAYER.set(replayer);
    !record.turns.is_empty()
}
