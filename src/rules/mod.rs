//! The games: the trait that each implements, their registry, and one file for each.

mod ajax;
mod capablanca;
mod chess;
mod januskamil;
mod kingsmen;
mod movement;
mod spec;

pub use ajax::{AjaxCapa, AjaxMinisters};
pub use capablanca::{Capablanca, Gothic, Janus};
pub use chess::Chess;
pub use januskamil::JanusKamil;
pub use kingsmen::{DarkHordeKingsmen, Kingsmen, Kingsmen39, KingsmenDarkHorde};
pub use movement::{Component, Movement, Moves};
pub use spec::{Castling, CastlingFiles, Definition, MAX_CASTLINGS, PieceSpec, Promotion, Role, Spec, XBoard, piece};

use crate::types::{Bitboard, MAX_KINDS};

/// One bitboard for each kind of piece: an array as long as the game's piece table.
pub trait KindSets: Copy + Send + Sync + 'static {
    /// The number of kinds.
    const LEN: usize;
    /// All sets empty.
    const EMPTY: Self;
    /// The sets as a slice.
    fn sets(&self) -> &[Bitboard];
    /// The sets as a mutable slice.
    fn sets_mut(&mut self) -> &mut [Bitboard];
}

impl<const N: usize> KindSets for [Bitboard; N] {
    const LEN: usize = N;
    const EMPTY: Self = [Bitboard::EMPTY; N];

    #[inline(always)]
    fn sets(&self) -> &[Bitboard] {
        self
    }

    #[inline(always)]
    fn sets_mut(&mut self) -> &mut [Bitboard] {
        self
    }
}

/// A game. Its data is the [`Spec`]; everything generic over `Rules` is compiled for each game by itself, so that
/// the data folds into the code.
pub trait Rules: Copy + Send + Sync + 'static {
    /// `[Bitboard; N]` with N the length of the piece table.
    type Sets: KindSets;

    /// The game's data.
    fn spec() -> &'static Spec;
}

/// Runs a block for each kind of a game's pieces. The kind is a constant there, so that what the game's data say of it
/// folds away; a loop over many kinds is not unrolled by the compiler.
macro_rules! for_each_kind {
    ($game:ty, |$kind:ident| $body:block) => {
        $crate::rules::for_each_kind!(
            @($game, $kind, $body) 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
        )
    };
    (@($game:ty, $kind:ident, $body:block) $($index:literal)+) => { $(
        if const { $index < <<$game as $crate::rules::Rules>::Sets as $crate::rules::KindSets>::LEN } {
            let $kind = $crate::types::Kind::new($index);
            $body
        }
    )+ };
}
pub(crate) use for_each_kind;

const _: () = assert!(MAX_KINDS == 24, "`for_each_kind` goes through this many");

/// Something to do with a game that is known by name only at run time.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it with the game's type.
    fn visit<R: Rules>(self) -> Self::Output;
}

macro_rules! registry {
    ($($game:ident),+ $(,)?) => {
        /// The data of every game, in the order in which they are listed to users.
        pub fn all() -> impl Iterator<Item = &'static Spec> {
            [$($game::spec()),+].into_iter()
        }

        /// Calls `visitor` with the game of this name; `None` if there is none.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(
                if $game::spec().page.name == name {
                    return Some(visitor.visit::<$game>());
                }
            )+
            None
        }
    };
}

registry!(
    JanusKamil,
    Kingsmen,
    Kingsmen39,
    KingsmenDarkHorde,
    DarkHordeKingsmen,
    AjaxCapa,
    AjaxMinisters,
    Chess,
    Capablanca,
    Gothic,
    Janus,
);

#[cfg(test)]
mod tests {
    use super::*;

    struct SetsFit;

    impl Visitor for SetsFit {
        type Output = ();
        fn visit<R: Rules>(self) {
            assert_eq!(R::Sets::LEN, R::spec().kinds(), "{}", R::spec().page.name);
        }
    }

    #[test]
    fn every_game_has_a_set_for_each_kind() {
        for spec in all() {
            visit(spec.page.name, SetsFit).expect("a listed game is known");
        }
    }
}
