//! The games: a registry, and a file or folder for each game, with its rule page beside it.

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

/// The data of the game of this name; `None` if there is no such game.
pub fn find(name: &str) -> Option<&'static Spec> {
    all().find(|spec| spec.page.name == name)
}

/// The names of all games, separated by spaces, for messages.
pub fn known_names() -> String {
    all().map(|spec| spec.page.name).collect::<Vec<_>>().join(" ")
}
