//! The games: their registry, and a folder for each with all that belongs to it alone.
//!
//! A new game is its folder and a line in the registry: `game.rs` with its data (and code, if it has rules of its own),
//! `page.md` with its rules in words, `picture.svg` with its array, and what else it has of the files that
//! [`Folder`](crate::board::Folder) lists. Users add games of their own at run time, see [`Games::load_file`].

mod catalogue;
pub mod file;
mod nearest;
mod per_game;

use crate::board::{HandRules, Rules, Spec, TableRules, Variant};
use file::Draft;

pub use catalogue::{Games, UnknownGame};
pub use file::{GamesError, LoadedFile, Problem};
pub use per_game::PerGame;

/// A generic operation on a game that is chosen at run time.
pub trait Visitor {
    /// The result of the operation.
    type Output;
    /// Runs the operation with the game's rules. It is compiled for each game separately.
    fn visit<R: Variant>(self, rules: R) -> Self::Output;
}

/// The [`Folder`](crate::board::Folder) of the game in whose `game.rs` it stands, with these of its files, or with those of
/// another game: `folder!(weights of capablanca, bench)`.
macro_rules! folder {
    ($($part:ident $(of $game:ident)?),* $(,)?) => {{
        let mut folder = $crate::board::Folder::EMPTY;
        $(folder.$part = Some(folder!(@$part $($game)?));)*
        folder
    }};
    (@network $($game:ident)?) => {
        $crate::system::bundled_network!($($game)?)
    };
    (@bench $($game:ident)?) => {
        include_str!(concat!($("../", stringify!($game), "/",)? "bench.fen"))
    };
    (@$part:ident $($game:ident)?) => {
        include_str!(concat!($("../", stringify!($game), "/",)? stringify!($part), ".txt"))
    };
}

macro_rules! registry {
    (
        regular { $($regular:ident),+ $(,)? }
        with_own_rules { $($own:ident),+ $(,)? }
    ) => {
        registry!(@modules $($regular)+ $($own)+);

        /// The data of the built-in games, in the order in which users see them.
        pub fn built_in() -> impl Iterator<Item = &'static Spec> + Clone {
            regular().chain([$($own::RULES.named()),+])
        }

        /// The built-in games whose rules are data.
        pub fn regular() -> impl Iterator<Item = &'static Spec> + Clone {
            [$($regular::RULES.named(),)+].into_iter()
        }

        /// Runs the visitor with a game. Games of files have names that no built-in game has.
        pub fn visit<V: Visitor>(spec: &'static Spec, visitor: V) -> V::Output {
            let name = spec.page.name;
            $(
                if $regular::RULES.named().page.name == name {
                    return visitor.visit($regular::RULES);
                }
            )+
            $(
                if $own::RULES.named().page.name == name {
                    return visitor.visit($own::RULES);
                }
            )+
            if spec.has_state() {
                visitor.visit(HandRules::of(spec))
            } else {
                visitor.visit(TableRules::of(spec))
            }
        }
    };
    (@modules $($game:ident)+) => {
        $(
            #[doc = concat!("The game `", stringify!($game), "`.")]
            pub mod $game {
                #[path = "game.rs"]
                mod game;
                pub use self::game::*;
            }
        )+
    };
}

registry! {
    regular {
        januskamil,
        kingsmen,
        kingsmen39,
        kingsmendh,
        dhkingsmen,
        ajaxcapa,
        ajaxministers,
        chess,
        chess960,
        capablanca,
        caparandom,
        gothic,
        janus,
    }
    with_own_rules {
        luotuoqi,
        bilateral,
    }
}

/// Whether these are the data of a built-in game.
pub fn is_built_in(spec: &Spec) -> bool {
    built_in().any(|own| std::ptr::eq(own, spec))
}

/// The built-in game of this name as a game of a file, or why it cannot be one; `None` if there is no such built-in game.
fn as_parent(name: &str) -> Option<Result<Draft, &'static str>> {
    let spec = built_in().find(|spec| spec.page.name == name)?;
    let is_data = regular().any(|regular| regular.page.name == name);
    Some(if is_data { Ok(Draft::of_spec(spec)) } else { Err("it has rules of its own") })
}

/// The names of the built-in games from which games of files can inherit.
fn parent_names() -> String {
    regular().map(|spec| spec.page.name).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn games_have_all_files_of_their_folders() {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
        for spec in built_in() {
            let page = &spec.page;
            let (name, folder) = (page.name, page.folder);
            let network = folder.network.and_then(|network| network.bytes());
            let parts: [(&str, Option<&[u8]>); 7] = [
                ("page.md", Some(page.rules.as_bytes())),
                ("weights.txt", folder.weights.map(str::as_bytes)),
                ("network.net", network.as_deref()),
                ("chances.txt", folder.chances.map(str::as_bytes)),
                ("bench.fen", folder.bench.map(str::as_bytes)),
                ("search.txt", folder.search.map(str::as_bytes)),
                ("xboard.txt", folder.xboard.map(str::as_bytes)),
            ];
            for (file, content) in parts {
                // What is not there is the default or that of another game.
                if let Ok(written) = fs::read(games.join(name).join(file)) {
                    assert_eq!(content, Some(&*written), "{name}: {file} is not named in its game.rs");
                }
            }
        }
        let folders = fs::read_dir(&games).expect("the folder of games").map(|entry| entry.expect("an entry").path());
        assert_eq!(folders.filter(|folder| folder.join("page.md").exists()).count(), built_in().count());
    }
}
