//! The games: their registry, and one file or folder for each, with its rule page beside it.

mod ajax;
mod bilateral;
mod capablanca;
mod chess;
mod januskamil;
mod kingsmen;
mod luotuoqi;

pub use ajax::{AjaxCapa, AjaxMinisters};
pub use bilateral::{Bilateral, BilateralState};
pub use capablanca::{CAPABLANCA, GOTHIC, JANUS};
pub use chess::CHESS;
pub use januskamil::JanusKamil;
pub use kingsmen::{DARK_HORDE_KINGSMEN, DarkHorde, KINGSMEN_DARK_HORDE, Kingsmen, Kingsmen39};
pub use luotuoqi::{Cube, Luotuoqi};

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
        JanusKamil,
        Kingsmen,
        Kingsmen39,
        DarkHorde(&KINGSMEN_DARK_HORDE),
        DarkHorde(&DARK_HORDE_KINGSMEN),
        AjaxCapa,
        AjaxMinisters,
        Table(&CHESS),
        Table(&CAPABLANCA),
        Table(&GOTHIC),
        Table(&JANUS),
    }
    with_own_rules {
        Luotuoqi,
        Bilateral,
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
