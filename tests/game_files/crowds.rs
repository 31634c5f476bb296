//! Positions in which a side has more moves than a list holds: refused whoever is to move, through every mouth.

use bactrian::board::Setup;
use bactrian::games::Games;

use super::File;
use crate::common::client::{Client, run};

/// A game whose pieces ride in all directions without capturing.
const GAME: &str = "[crowd:chess]\nmaxFile = 12\nmaxRank = 10\ncastling = false\ncustomPiece1 = v:mQmNNmCCmZZ\n\
                    startFen = kvvvvvvvvvv1/12/12/12/12/12/12/12/12/K11 w - - 0 1\n";

/// Boards in which one side has 1,030 moves, and this side.
const CROWDS: [(&str, &str); 3] = [
    ("k1vv1vv1vvvv/9v2/1v4vv4/1v1v4v2v/11v/vv3v6/1vv1v1v4v/2vv3v4/1v3vv2v2/K11", "Black"),
    ("K1VV1VV1VVVV/9V2/1V4VV4/1V1V4V2V/11V/VV3V6/1VV1V1V4V/2VV3V4/1V3VV2V2/k11", "White"),
    // Turned by half a circle.
    ("11K/2v2vv3v1/4v3vv2/v4v1v1vv1/6v3vv/v11/v2v4v1v1/4vv4v1/2v9/vvvv1vv1vv1k", "Black"),
];

/// What is said about a side with too many moves.
fn expected(side: &str) -> String {
    format!("{side} has 1030 legal moves, at most 1024 are supported")
}

#[test]
fn neither_side_may_have_too_many_moves() {
    let file = File::new("crowds", GAME);
    let games = ["--games", file.path()];
    for (board, crowded) in CROWDS {
        for side in ["w", "b"] {
            let fen = format!("{board} {side} - - 0 1");
            for command in ["show", "moves", "analyse", "perft"] {
                let more: &[&str] = if command == "analyse" || command == "perft" { &["-d", "2"] } else { &[] };
                let words = [&games[..], &[command, "-v", "crowd", "--fen", &fen], more].concat();
                let (status, out, errors) = run(&words);
                assert_eq!((status, out.as_str()), (1, ""), "{words:?}");
                assert!(errors.contains(&expected(crowded)), "{words:?}: {errors}");
            }
        }
    }
    // As many as a list holds are no crowd.
    let fen = CROWDS[0].0.replacen("k1vv1vv1vvvv", "k1vv1vv1vvv1", 1) + " w - - 0 1";
    let (status, out, errors) = run(&[&games[..], &["show", "-v", "crowd", "--fen", &fen]].concat());
    assert!(status == 0 && out.contains("moves   3"), "{errors}");
    // A game cannot begin so.
    let start = GAME.replace("kvvvvvvvvvv1/12/12/12/12/12/12/12/12/K11", CROWDS[0].0);
    let wrong = File::new("crowded", &start);
    let (status, out, errors) = run(&["variants", "--check", wrong.path()]);
    assert!(status == 1 && (out + &errors).contains(&expected("Black")), "{errors}");
}

#[test]
fn protocols_refuse_crowds() {
    let file = File::new("crowds-in-protocols", GAME);
    let mut client = Client::run_with(&["--games", file.path()]);
    client.send_all(&["uci", "setoption name UCI_Variant value crowd"]);
    client.until("uciok");
    for (board, crowded) in CROWDS {
        client.send_all(&[&format!("position fen {board} w - - 0 1"), "isready"]);
        let said = client.until("readyok").join("\n");
        assert!(said.contains(&expected(crowded)), "{said}");
    }
    client.quit();
    let mut client = Client::run_with(&["--games", file.path()]);
    client.send_all(&["xboard", "protover 2", "variant crowd", "force"]);
    for (board, crowded) in CROWDS {
        client.send_all(&[&format!("setboard {board} w - - 0 1"), "ping 1"]);
        let said = client.until("pong 1").join("\n");
        assert!(said.contains(&format!("tellusererror Illegal position: {}", expected(crowded))), "{said}");
    }
    // The old way, a piece a line.
    let spec = Games::default().load_text("crowds", GAME).expect("a game").specs[0];
    client.send_all(&["variant crowd", "force", "edit", "#"]);
    let setup = Setup::read(spec, &format!("{} w - - 0 1", CROWDS[0].0)).expect("a position");
    for color in ["White", "Black"] {
        for square in spec.board {
            if let Some(piece) = setup.cells[square.index()].filter(|piece| piece.color().name() == color) {
                let letter = spec.kind_text(piece.kind());
                // XBoard counts ten ranks from 0.
                client.send(&format!("{letter}{}{}", spec.file_letter(square.file()), square.rank()));
            }
        }
        client.send(if color == "White" { "c" } else { "." });
    }
    client.send("ping 2");
    let said = client.until("pong 2").join("\n");
    assert!(said.contains(&format!("tellusererror Illegal position: {}", expected("Black"))), "{said}");
    client.quit();
}
