//! The games: their registry, and one file or folder for each, with its rule page beside it.
//!
//! A new game is a file and its page, named here in two lines: as a module and in the registry.

pub mod ajax;
pub mod bilateral;
pub mod capablanca;
pub mod chess;
pub mod januskamil;
pub mod kingsmen;
pub mod luotuoqi;

use crate::board::{Rules, Spec, Table, Variant};

/// Something to do with a game that is known by name only at run time.
pub trait Visitor {
    /// The result.
    type Output;
    /// Does it with the game's rules. Compiled for each game by itself.
    fn visit<R: Variant>(self, rules: R) -> Self::Output;
}

macro_rules! registry {
    (regular { $($regular:expr),+ $(,)? } with_own_rules { $($own:expr),+ $(,)? }) => {
        /// The data of every game, in the order in which they are listed to users.
        pub fn all() -> impl Iterator<Item = &'static Spec> {
            [$($regular.named(),)+ $($own.named()),+].into_iter()
        }

        /// Calls `visitor` with the game of this name; `None` if there is none.
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
            None
        }

        /// The same, compiled once for all regular games: for what is seldom done and need not be fast.
        pub fn visit_as_table<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(
                if $regular.named().page.name == name {
                    return Some(visitor.visit(Table($regular.named())));
                }
            )+
            $(
                if $own.named().page.name == name {
                    return Some(visitor.visit($own));
                }
            )+
            None
        }
    };
}

registry! {
    regular {
        januskamil::JanusKamil,
        kingsmen::Kingsmen,
        kingsmen::Kingsmen39,
        kingsmen::DarkHorde(&kingsmen::KINGSMEN_DARK_HORDE),
        kingsmen::DarkHorde(&kingsmen::DARK_HORDE_KINGSMEN),
        ajax::AjaxCapa,
        ajax::AjaxMinisters,
        Table(&chess::CHESS),
        Table(&capablanca::CAPABLANCA),
        Table(&capablanca::GOTHIC),
        Table(&capablanca::JANUS),
    }
    with_own_rules {
        luotuoqi::Luotuoqi,
        bilateral::Bilateral,
    }
}

/// The game of this name.
pub fn find(name: &str) -> Option<&'static Spec> {
    all().find(|spec| spec.page.name == name)
}

/// The names of all games, for messages.
pub fn known_names() -> String {
    all().map(|spec| spec.page.name).collect::<Vec<_>>().join(" ")
}
