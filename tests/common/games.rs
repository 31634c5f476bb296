//! The games by name and by their rules, and the macro that makes a test for each.

use bactrian::board::{Board, FenError, Spec, Variant};
use bactrian::games::{self, Visitor};

/// A game by its rules, from which boards are made.
#[derive(Clone, Copy)]
pub struct Game<R: Variant>(pub R);

impl<R: Variant> Game<R> {
    /// The game's data.
    pub fn spec(self) -> &'static Spec {
        self.0.named()
    }

    /// The name by which users choose the game.
    pub fn name(self) -> &'static str {
        self.spec().page.name
    }

    /// The position of a FEN, or why it is refused.
    pub fn read(self, fen: &str) -> Result<Board<R>, FenError> {
        Board::from_fen(self.0, fen)
    }

    /// The position of a FEN that is legal.
    #[track_caller]
    pub fn board(self, fen: &str) -> Board<R> {
        self.read(fen).unwrap_or_else(|error| panic!("{} {fen}: {error}", self.name()))
    }
}

/// The game of a board.
pub fn game_of<R: Variant>(board: &Board<R>) -> Game<R> {
    Game(board.rules())
}

/// The data of the game of this name.
pub fn spec_of(name: &str) -> &'static Spec {
    all_specs().find(|spec| spec.page.name == name).unwrap_or_else(|| panic!("no game `{name}`"))
}

/// The data of the built-in games.
pub fn all_specs() -> impl Iterator<Item = &'static Spec> {
    games::built_in()
}

/// Calls the visitor with the rules of the game of this name.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> V::Output {
    games::visit(spec_of(name), visitor)
}

/// Passes the names of all games to a macro, after a word that tells it what to do with them.
macro_rules! with_all_games {
    ($callback:ident, $what:ident) => {
        $crate::common::games::$callback! {
            $what [
                januskamil kingsmen kingsmen39 kingsmendh dhkingsmen ajaxcapa ajaxministers chess chess960 capablanca
                caparandom gothic janus luotuoqi bilateral
            ]
        }
    };
}
pub(crate) use with_all_games;

/// What is made of the names of all games: their list, or a test for each that calls `run`.
macro_rules! of_all_games {
    (names [$($game:ident)+]) => {
        [$(stringify!($game)),+]
    };
    (once [$($game:ident)+]) => { $(
        #[test]
        fn $game() {
            run(stringify!($game));
        }
    )+ };
    (quick [$($game:ident)+]) => { $(
        #[test]
        fn $game() {
            run(stringify!($game), $crate::common::Effort::Quick);
        }
    )+ };
    (deep [$($game:ident)+]) => { $(
        #[test]
        #[ignore = "takes long: run it in a release build"]
        fn $game() {
            super::run(stringify!($game), $crate::common::Effort::Deep);
        }
    )+ };
}
pub(crate) use of_all_games;

/// Makes the tests `CHECK::GAME` for every game.
///
/// `once check` is for a function `check(name: &str)`. The other forms have two amounts of work, and the tests
/// `CHECK::deep::GAME`, ignored by default: `named check` for a function `check(name: &str, effort: Effort)`, and
/// `generic check` for `check<R: Variant>(game: Game<R>, effort: Effort)`. What is generic is compiled for every game:
/// checks that need no more than a session has are better named.
macro_rules! for_each_game {
    (once $($check:ident),+ $(,)?) => { $(
        mod $check {
            use super::$check as run;

            $crate::common::games::with_all_games!(of_all_games, once);
        }
    )+ };
    (named $($check:ident),+ $(,)?) => { $(
        mod $check {
            use super::$check as run;

            $crate::common::games::with_all_games!(of_all_games, quick);

            mod deep {
                $crate::common::games::with_all_games!(of_all_games, deep);
            }
        }
    )+ };
    (generic $($check:ident),+ $(,)?) => { $(
        mod $check {
            use bactrian::board::Variant;
            use bactrian::games::Visitor;

            use $crate::common::Effort;
            use $crate::common::games;

            struct Check(Effort);

            impl Visitor for Check {
                type Output = ();
                fn visit<R: Variant>(self, rules: R) {
                    super::$check::<R>(games::Game(rules), self.0);
                }
            }

            fn run(name: &str, effort: Effort) {
                games::visit(name, Check(effort));
            }

            games::with_all_games!(of_all_games, quick);

            mod deep {
                $crate::common::games::with_all_games!(of_all_games, deep);
            }
        }
    )+ };
}
pub(crate) use for_each_game;

/// Makes the test TEST and, ignored by default, `deep::TEST` of a function `check(effort: Effort)`: `TEST: check`.
macro_rules! with_both_efforts {
    ($($test:ident: $check:ident),+ $(,)?) => {
        $(
            #[test]
            fn $test() {
                $check($crate::common::Effort::Quick);
            }
        )+

        mod deep {
            $(
                #[test]
                #[ignore = "takes long: run it in a release build"]
                fn $test() {
                    super::$check($crate::common::Effort::Deep);
                }
            )+
        }
    };
}
pub(crate) use with_both_efforts;

#[test]
fn the_tests_are_made_for_all_games() {
    let listed: Vec<&str> = all_specs().map(|spec| spec.page.name).collect();
    assert_eq!(with_all_games!(of_all_games, names).as_slice(), listed);
}
