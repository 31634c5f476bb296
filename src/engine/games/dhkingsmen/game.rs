//! The Dark Horde against Kingsmen: the armies of `kingsmendh` with colours exchanged.

use crate::board::{Definition, Spec, spec};
use crate::games::kingsmendh::{self, DarkHorde};

/// The rules of the game.
pub const RULES: DarkHorde = DarkHorde(&SPEC);

/// White's Dark Horde against Black's Kingsmen.
static SPEC: Spec = spec!(Definition {
    name: "dhkingsmen",
    summary: "The Dark Horde against Kingsmen: the same armies with White's and Black's exchanged",
    rules: include_str!("page.md"),
    folder: folder!(weights of kingsmendh, network of kingsmendh, chances, bench, xboard),
    start: "rnbbkbbnr/9/ppppppppp/9/9/9/GGGGGGGGG/9/VTSSDSSTV w kq - 0 1",
    ..kingsmendh::PAGE
});
