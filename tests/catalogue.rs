//! Catalogues: what is loaded and chosen in one is not seen in another, and sessions keep what they were opened with.

use bactrian::eval::network::Purpose;
use bactrian::eval::{NetworkChoice, Weights};
use bactrian::games::Games;
use bactrian::search::Params;
use bactrian::session::Catalogue;
use bactrian::tablebase::{Folder, Material, Tablebases};

use crate::common::games::spec_of;
use crate::common::networks::made_up;
use crate::common::session::{search, to_depth};

const GAME: &str = "kingsmen39";

/// The name of the evaluation of a new session.
fn evaluation(catalogue: &Catalogue) -> String {
    catalogue.open(spec_of(GAME)).evaluation_name()
}

/// The nodes of a search of a new session.
fn nodes(catalogue: &Catalogue) -> u64 {
    search(&mut *catalogue.open(spec_of(GAME)), to_depth(6)).1.nodes
}

#[test]
fn games_belong_to_one_catalogue() {
    let mut one = Catalogue::default();
    let before = one.clone();
    let first = one.games.load_text("own.ini", "[own:chess]\nstalemateValue = loss\n").expect("a game").specs[0];
    assert!(before.open_named("own").is_err() && Catalogue::default().games.find("own").is_none());
    let mut other = one.clone();
    let second = other.games.load_text("own.ini", "[own:chess]\nstalemateValue = win\n").expect("a game").specs[0];
    assert!(one.games.is_current(first) && !other.games.is_current(first) && other.games.is_current(second));
    // What was computed for the data of one is not used for those of the other, though both share it.
    let [own, its] = [one.evaluations.weights(first), other.evaluations.weights(second)];
    assert_eq!(own.name(), its.name(), "the pieces are the same");
    // Another file with a game of this name is no conflict in a catalogue without it.
    let mut third = before;
    assert!(third.games.load_text("other.ini", "[own:gothic]\n").is_ok());
    assert!(one.games.load_text("other.ini", "[own:gothic]\n").is_err());
}

#[test]
fn weights_and_networks_belong_to_one_catalogue() {
    let spec = spec_of(GAME);
    let mut one = Catalogue::default();
    let usual = evaluation(&one);
    let session = one.open(spec);
    let other = one.clone();
    let derived = Weights::derived(spec);
    one.evaluations.choose_weights(spec, derived.text(spec)).expect("weights of the game");
    // The built-in network does not fit them.
    assert_eq!(evaluation(&one), derived.name());
    let network = made_up(GAME, Purpose::Correction, &derived);
    let both = format!("{}-{}", derived.name(), network.name);
    let with_weights = one.clone();
    one.evaluations.choose_network(spec, NetworkChoice::Network(network.into()));
    assert_eq!([&one, &with_weights].map(evaluation), [both, derived.name().to_owned()]);
    assert_eq!([&other, &Catalogue::default()].map(evaluation), [usual.clone(), usual.clone()]);
    assert_eq!(session.evaluation_name(), usual, "it keeps what it was opened with");
}

#[test]
fn parameters_belong_to_one_catalogue() {
    let mut one = Catalogue::default();
    let (usual, other) = (nodes(&one), one.clone());
    let mut session = one.open(spec_of(GAME));
    let param = Params::find("reduction_base").expect("a parameter");
    one.params.choose(param.name, param.least.into()).expect("it is in its range");
    assert_ne!(nodes(&one), usual);
    assert_eq!(nodes(&other), usual);
    assert_eq!(search(&mut *session, to_depth(6)).1.nodes, usual, "it keeps what it was opened with");
}

#[test]
fn endgame_tables_belong_to_one_catalogue() {
    let spec = spec_of(GAME);
    let material = Material::read(spec, "KRvK").expect("men of the game");
    let is_complete = |catalogue: &Catalogue| {
        let session = catalogue.open(spec);
        session.endgame_tables(&material).expect("tables that can be made").is_complete()
    };
    let [mut one, mut other] = [Catalogue::default(), Catalogue::default()];
    one.tablebases = Tablebases::new(Folder::Off);
    other.tablebases = Tablebases::new(Folder::Off);
    let session = one.open(spec);
    session.endgame_tables(&material).expect("tables that can be made").complete(&|| false);
    assert!(is_complete(&one) && is_complete(&one.clone()), "clones share the memory");
    assert!(!is_complete(&other));
    one.tablebases.forget();
    assert!(!is_complete(&one));
}

#[test]
fn refused_games_take_memory_once() {
    let mut games = Games::default();
    let text = "[open:chess]\nstartFen = 4k3/8/8/8/8/8/8/4RK2 w - - 0 1\n";
    for _ in 0..3 {
        let error = games.define("open.ini", text).expect_err("Black is in check").to_string();
        assert!(error.contains("the start position is not legal"), "{error}");
        assert_eq!(games.in_memory(), 1);
    }
}
