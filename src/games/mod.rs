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

/// A generic operation on a game that is chosen by name at run time.
pub trait Visitor {
    /// The result of the operation.
    type Output;
    /// Runs the operation with the game's rules. It is compiled for each game separately.
    fn visit<R: Variant>(self, rules: R) -> Self::Output;
}

macro_rules! registry {
    (regular { $($regular:expr),+ $(,)? } with_own_rules { $($own:expr),+ $(,)? }) => {
        /// The data of all games, in the order in which users see them.
        pub fn all() -> impl Iterator<Item = &'static Spec> {
            [$($regular.named(),)+ $($own.named()),+].into_iter()
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
            None
        }

        /// As [`visit`], but compiled only once for all regular games: for operations that are rare and need not be
        /// fast.
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

/// The data of the game of this name; `None` if there is no such game.
pub fn find(name: &str) -> Option<&'static Spec> {
    all().find(|spec| spec.page.name == name)
}

/// The names of all games, separated by spaces, for messages.
pub fn known_names() -> String {
    all().map(|spec| spec.page.name).collect::<Vec<_>>().join(" ")
}
