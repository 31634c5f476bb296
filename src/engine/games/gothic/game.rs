//! Gothic Chess: the pieces of Capablanca Chess in another array.

use crate::board::{Definition, Spec, spec};
use crate::games::capablanca::{self, Capablanca};

/// The rules of the game.
pub const RULES: Capablanca = Capablanca(&SPEC);

static SPEC: Spec = spec!(Definition {
    name: "gothic",
    summary: "Gothic Chess: the pieces of Capablanca Chess in another array",
    rules: include_str!("page.md"),
    folder: folder!(weights of capablanca, network of capablanca, chances, bench, xboard),
    start: "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR w KQkq - 0 1",
    weak_pairs: &["NN"],
    ..capablanca::PAGE
});
