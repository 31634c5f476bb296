//! Games from files in the protocols.

use super::{CARAVAN, File};
use crate::common::client::Client;
use crate::common::data;

#[test]
fn uci_loads_files_and_loads_them_again() {
    let file = File::new("uci", CARAVAN);
    let set = format!("setoption name VariantPath value {}", file.path());
    let mut client = Client::with(&["uci"]);
    let said = client.until("uciok");
    assert!(said.contains(&"option name VariantPath type string default <empty>".to_owned()), "{said:?}");
    let said = client.answers(&[&set]);
    assert_eq!(said[0], "info string games caravan");
    assert!(
        said[1].starts_with("option name UCI_Variant type combo default chess var ")
            && said[1].ends_with(" var caravan")
    );
    let said = client.answers(&["setoption name UCI_Variant value caravan"]);
    assert!(said[0].starts_with("info string variant caravan files 10 ranks 8 "), "{said:?}");
    client.send("go depth 3");
    client.until("bestmove ");
    // The same rules: the game goes on.
    client.send("position startpos moves a2a4");
    assert_eq!(client.answers(&[&set]).len(), 2);
    assert!(client.answers(&["d"]).last().is_some_and(|fen| fen.contains("/P9/")));
    // Other rules: it starts again.
    file.write(&CARAVAN.replace("customPiece2 = c:CF", "customPiece2 = c:Z"));
    let said = client.answers(&[&set]);
    assert!(said[2].starts_with("info string variant caravan "), "{said:?}");
    // A mistake is told, and changes nothing.
    file.write("[caravan:chess]\nfoo = 1\n");
    let said = client.answers(&[&set]);
    assert!(said[0].contains("error: ") && said[0].contains("[caravan] foo: there is no such key"), "{said:?}");
    assert!(client.answers(&["setoption name UCI_Variant value caravan"])[0].contains("files 10"));
    client.quit();
}

#[test]
fn uci_loads_several_files() {
    let (one, two) = (File::new("several-1", "[first:chess]\n"), File::new("several-2", "[second:first]\n"));
    let files = std::env::join_paths([one.path(), two.path()]).expect("paths can be joined");
    let mut client = Client::with(&["uci"]);
    client.until("uciok");
    let said = client.answers(&[&format!("setoption name VariantPath value {}", files.to_str().expect("text"))]);
    assert_eq!(said[..2], ["info string games first", "info string games second"]);
    client.quit();
}

#[test]
fn cecp_loads_files_and_describes_their_games() {
    let file = File::new("cecp", CARAVAN);
    let mut client = Client::with(&["xboard", "protover 2"]);
    let said = client.until("feature done=1");
    assert!(said.contains(&"feature option=\"VariantPath -file \"".to_owned()), "{said:?}");
    client.send(&format!("option VariantPath={}", file.path()));
    let variants = client.line();
    assert!(variants.starts_with("feature variants=\"normal,") || variants.contains("normal"), "{variants}");
    assert!(variants.contains("caravan"), "{variants}");
    client.send_all(&["new", "variant caravan", "ping 1"]);
    let said = client.until("pong 1");
    assert_eq!(
        said[0],
        "setup (PNBRQ.......A.......CKpnbrq.......a.......ck) 10x8+0_fairy \
                         rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"
    );
    for piece in ["piece P& fmWifmW2fceF", "piece A& N0", "piece C& CF", "piece K& KisO3"] {
        assert!(said.contains(&piece.to_owned()), "{piece} in {said:?}");
    }
    client.send_all(&["easy", "sd 2", "usermove c1e2"]);
    assert!(client.line().contains("Illegal move"));
    client.send_all(&["usermove b1c3"]);
    assert!(client.after("move ").len() >= 4);
    file.write("[caravan:chess]\nfoo = 1\n");
    client.send_all(&["force", &format!("option VariantPath={}", file.path())]);
    assert!(client.after("telluser ").contains("[caravan] foo"));
    client.quit();
}

#[test]
fn cecp_has_pictures_of_what_royal_pieces_become() {
    let file = File::new("heirs", &data::read("games/heirs.ini"));
    let mut client = Client::run_with(&["--games", file.path()]);
    client.send_all(&["xboard", "protover 2", "variant heirs", "ping 1"]);
    let said = client.until("pong 1");
    assert!(said.iter().any(|line| line.starts_with("setup (") && line.contains("MKpnbr")), "{said:?}");
    assert!(said.contains(&"piece M& KN".to_owned()), "{said:?}");
    client.quit();
}

#[test]
fn json_lists_the_games_of_files() {
    let file = File::new("json", CARAVAN);
    let mut client = Client::run_with(&["--games", file.path()]);
    client.send_all(&["json", r#"{"id":1,"do":"games"}"#]);
    let said = client.until("{\"id\":1").concat();
    assert!(said.contains("\"caravan\""), "{said}");
    client.close();
}
