//! The games: their registry, and a folder for each, with its rule page and what else belongs to it alone.
//!
//! A new game is a folder, named here in two lines: as a module and in the registry. Users add games of their own at run
//! time, see [`load_file`].

#[path = "ajaxcapa/game.rs"]
pub mod ajax;
#[path = "bilateral/game.rs"]
pub mod bilateral;
#[path = "capablanca/game.rs"]
pub mod capablanca;
#[path = "chess/game.rs"]
pub mod chess;
pub mod file;
#[path = "januskamil/game.rs"]
pub mod januskamil;
#[path = "kingsmen/game.rs"]
pub mod kingsmen;
mod loaded;
#[path = "luotuoqi/game.rs"]
pub mod luotuoqi;
mod nearest;

use crate::board::{Rules, Spec, Table, Variant};
use file::FileGame;

pub use file::GamesError;

pub use loaded::{load_file, load_text, origin, path_of, read_games};
pub use nearest::nearest_name;

/// A generic operation on a game that is chosen by name at run time.
pub trait Visitor {
    /// The result of the operation.
    type Output;
    /// Runs the operation with the game's rules. It is compiled for each game separately.
    fn visit<R: Variant>(self, rules: R) -> Self::Output;
}

macro_rules! registry {
    (
        compiled { $($regular:expr),+ $(,)? }
        with_own_rules { $($own:expr),+ $(,)? }
    ) => {
        /// The data of the built-in games, in the order in which users see them.
        pub fn built_in() -> impl Iterator<Item = &'static Spec> {
            regular().chain([$($own.named()),+])
        }

        /// The built-in games whose rules are data.
        pub fn regular() -> impl Iterator<Item = &'static Spec> {
            [$($regular.named(),)+].into_iter()
        }

        /// Runs the visitor with the game of this name; `None` if there is no such game.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(
                if $regular.named().page.name == name {
                    return Some(visitor.visit($regular));
                }
            )+
            $(
                if $own.named().page.name == name {
                    return Some(visitor.visit($own));
                }
            )+
            Some(visitor.visit(Table::of(loaded::find(name)?)))
        }
    };
}

registry! {
    compiled {
        januskamil::JanusKamil,
        kingsmen::Kingsmen,
        kingsmen::Kingsmen39,
        kingsmen::DarkHorde(&kingsmen::KINGSMEN_DARK_HORDE),
        kingsmen::DarkHorde(&kingsmen::DARK_HORDE_KINGSMEN),
        ajax::AjaxCapa,
        ajax::AjaxMinisters,
        chess::Chess,
        capablanca::Capablanca(&capablanca::CAPABLANCA),
        capablanca::Capablanca(&capablanca::GOTHIC),
        capablanca::Janus,
    }
    with_own_rules {
        luotuoqi::Luotuoqi,
        bilateral::Bilateral,
    }
}

/// The data of all games, in the order in which users see them: the built-in ones, then those of files.
pub fn all() -> impl Iterator<Item = &'static Spec> {
    built_in().chain(loaded::specs())
}

/// The data of the game of this name; `None` if there is no such game.
pub fn find(name: &str) -> Option<&'static Spec> {
    built_in().find(|spec| spec.page.name == name).or_else(|| loaded::find(name))
}

/// The data of the game that has this title, e.g. `Capablanca Chess`, with or without the word chess and whatever its
/// signs and case; or the name itself, written so. `None` if there is no such game.
pub fn find_titled(title: &str) -> Option<&'static Spec> {
    let wanted = plain_letters(title);
    let is_it = |spec: &&'static Spec| {
        let heading = spec.page.rules.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
        let parts = std::iter::once(heading).chain(heading.split(','));
        parts.chain([spec.page.name]).map(plain_letters).any(|name| {
            name == wanted || name.strip_suffix("chess").is_some_and(|short| !short.is_empty() && short == wanted)
        })
    };
    if wanted.is_empty() { None } else { find(title).or_else(|| all().find(is_it)) }
}

/// The letters and digits of a text in lower case, without accents.
fn plain_letters(text: &str) -> String {
    let plain = |c: char| match c {
        'à'..='å' => 'a',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ò'..='ö' => 'o',
        'ù'..='ü' => 'u',
        _ => c,
    };
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).map(plain).collect()
}

/// The names of all games, separated by spaces, for messages.
pub fn known_names() -> String {
    /// The most games of files that are named.
    const MOST: usize = 10;
    let all: Vec<&str> = all().map(|spec| spec.page.name).collect();
    let named = (built_in().count() + MOST).min(all.len());
    let others = all.len() - named;
    let end = if others > 0 { format!(" and {others} more") } else { String::new() };
    all[..named].join(" ") + &end
}

/// Whether these are the data with which a game of this name is played now. After a file has been loaded again, they may
/// be those of an earlier version.
pub fn is_current(spec: &'static Spec) -> bool {
    find(spec.page.name).is_some_and(|current| std::ptr::eq(current, spec))
}

/// The built-in game of this name as a game of a file, or why it cannot be one; `None` if there is no such built-in game.
fn as_parent(name: &str) -> Option<Result<FileGame, &'static str>> {
    let spec = built_in().find(|spec| spec.page.name == name)?;
    let is_data = regular().any(|regular| regular.page.name == name);
    Some(if is_data { Ok(FileGame::of_spec(spec)) } else { Err("it has rules of its own") })
}

/// The names of the built-in games from which games of files can inherit.
fn parent_names() -> String {
    regular().map(|spec| spec.page.name).collect::<Vec<_>>().join(" ")
}
