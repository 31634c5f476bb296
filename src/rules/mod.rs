//! The games: the trait that each implements, their registry, and one file for each.

mod ajax;
mod bilateral;
mod capablanca;
mod chess;
pub(crate) mod flat;
mod januskamil;
mod kingsmen;
mod luotuoqi;
mod movement;
mod odd;
mod spec;

pub use ajax::{AjaxCapa, AjaxMinisters};
pub use bilateral::{Bilateral, Spells};
pub use capablanca::{Capablanca, Gothic, Janus};
pub use chess::Chess;
pub use januskamil::JanusKamil;
pub use kingsmen::{DarkHordeKingsmen, Kingsmen, Kingsmen39, KingsmenDarkHorde};
pub use luotuoqi::{Cube, Luotuoqi};
pub use movement::{Component, Movement, Moves};
pub use odd::{Aux, AuxText, ClientMove};
pub use spec::{
    Castling, CastlingFiles, Definition, FILE_LETTERS, MAX_CASTLINGS, PieceSpec, Promotion, Role, Spec, XBoard, piece,
};

use crate::board::{Board, ExchangeValues, FenError, MoveSink, Observer, Stage, reach};
use crate::types::{Bitboard, Color, Kind, MAX_KINDS, Move, Piece, Score, Square};

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
///
/// Most games are data alone. Everything below `spec` is for what data cannot say: the defaults read the piece table,
/// and a game overrides those that are otherwise in it.
pub trait Rules: Copy + Send + Sync + 'static {
    /// `[Bitboard; N]` with N the length of the piece table.
    type Sets: KindSets;

    /// State of the game that is neither piece nor castling right nor en passant; `()` if there is none.
    type Aux: Aux;

    /// Whether checkers and pins along lines tell which moves are legal. A game where they do not generates its moves
    /// itself, see [`Rules::generate`].
    const PINS_SUFFICE: bool = true;

    /// Whether the sides always take turns. Where they do not, a move says so, see [`Move::moves_again`].
    const ALTERNATES: bool = true;

    /// The game's data.
    fn spec() -> &'static Spec;

    /// The pieces of `by` that capture on `square`, with this occupancy.
    #[inline(always)]
    fn attackers(board: &Board<Self>, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        board.table_attackers(square, by, occupied)
    }

    /// Whether there are any such pieces.
    #[inline(always)]
    fn is_attacked(board: &Board<Self>, square: Square, by: Color, occupied: Bitboard) -> bool {
        board.table_is_attacked(square, by, occupied)
    }

    /// The squares on which a piece of this side and kind captures from `from`, own pieces included.
    #[inline(always)]
    fn captures_from(board: &Board<Self>, kind: Kind, color: Color, from: Square) -> Bitboard {
        reach(Self::spec().piece(kind).moves.captures, color, from, board.occupied())
    }

    /// The squares to which it goes when they are empty.
    #[inline(always)]
    fn quiets_from(board: &Board<Self>, kind: Kind, color: Color, from: Square) -> Bitboard {
        reach(Self::spec().piece(kind).moves.quiets, color, from, board.occupied())
    }

    /// The squares from which a piece of this kind of the side to move gives check, as a hint for ordering moves.
    #[inline(always)]
    fn checks_from(board: &Board<Self>, kind: Kind) -> Bitboard {
        // From where the king would reach a piece of the kind looking the other way, the piece reaches the king.
        Self::captures_from(board, kind, !board.side(), board.king(!board.side()))
    }

    /// Generates the legal moves of a stage that the side to move has with its pieces on `movers`.
    #[inline(always)]
    fn generate(board: &Board<Self>, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        board.generate_by_pins(movers, stage, sink);
    }

    /// The pieces that can neither move nor castle.
    #[inline(always)]
    fn immobile(_board: &Board<Self>) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Moves the pieces for a move of [`crate::types::MoveKind::Odd`], which may be no legal one: then anything may
    /// come of it but a panic.
    #[inline(always)]
    fn play_odd(_board: &mut Board<Self>, _m: Move, _observer: &mut impl Observer) {}

    /// Whether a move moves or captures pieces, so that castling rights on its squares end.
    #[inline(always)]
    fn disturbs(_m: Move) -> bool {
        true
    }

    /// Brings [`Rules::Aux`] up to date when the pieces have moved and before the turn passes.
    #[inline(always)]
    fn settle(_board: &mut Board<Self>, _m: Move) {}

    /// The squares of the pieces that an odd move captures.
    #[inline(always)]
    fn victims(_board: &Board<Self>, _m: Move) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The piece that a move is about, for the tables in which the search remembers moves: what goes from its square.
    #[inline(always)]
    fn mover(board: &Board<Self>, m: Move) -> Option<Piece> {
        board.piece_at(m.from())
    }

    /// Where that piece stands after the move.
    #[inline(always)]
    fn arrival(m: Move) -> Square {
        m.to()
    }

    /// What stands after the squares of an odd move in coordinate notation.
    fn odd_suffix(_board: &Board<Self>, _m: Move) -> String {
        String::new()
    }

    /// What a move wins at once, in centipawns.
    #[inline(always)]
    fn gain(board: &Board<Self>, m: Move, values: &ExchangeValues) -> Score {
        board.table_gain(m, values)
    }

    /// Whether the exchange that a move begins wins at least `threshold` centipawns.
    #[inline(always)]
    fn exchange_at_least(board: &Board<Self>, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
        board.swap_at_least(m, threshold, values)
    }

    /// Counts what the evaluation weighs in this game only: side, number of the term (see
    /// [`crate::eval::OWN_TERMS`]) and how often the side has it.
    #[inline(always)]
    fn own_terms(_board: &Board<Self>, _count: impl FnMut(Color, usize, i32)) {}

    /// What speaks for a quiet move before any search beyond checks and threats, on the scale of the search's histories.
    #[inline(always)]
    fn quiet_hint(_board: &Board<Self>, _m: Move, _values: &ExchangeValues) -> i32 {
        0
    }

    /// Whether a quiet move is as good as a capture, see [`crate::search::Position::is_forcing`].
    #[inline(always)]
    fn is_forcing(_board: &Board<Self>, _m: Move) -> bool {
        false
    }

    /// Whether pieces of this kind can become better ones.
    #[inline(always)]
    fn promotes(kind: Kind) -> bool {
        !Self::spec().promotions(kind).is_empty()
    }

    /// Reads what a FEN says of [`Rules::Aux`].
    ///
    /// # Errors
    /// When it says what cannot be.
    fn read_aux(_board: &Board<Self>, text: &AuxText) -> Result<Self::Aux, FenError> {
        text.refuse()?;
        Ok(Self::Aux::default())
    }

    /// What a FEN says of [`Rules::Aux`].
    fn write_aux(_board: &Board<Self>) -> AuxText {
        AuxText::default()
    }

    /// A legal move as XBoard is told it, which knows only what its own games have.
    fn client_move(board: &Board<Self>, m: Move) -> ClientMove {
        ClientMove::drawn(board.move_text(m))
    }

    /// The legal move that a text of XBoard's stands for, where that is not just coordinate notation.
    fn read_client(_board: &Board<Self>, _text: &str) -> Option<Move> {
        None
    }

    /// A FEN for XBoard, which keeps only what is in its own games.
    fn to_client_fen(fen: &str) -> String {
        fen.to_owned()
    }

    /// A FEN of XBoard's, with at least board, side and rights.
    fn from_client_fen(fen: &str) -> String {
        fen.to_owned()
    }

    /// The squares that XBoard marks when its user picks up the piece on `from`, or goes on with it from a square of
    /// the mark `C`: `Y` a move, `R` a capture, `M` a choice (see [`Rules::client_choices`]), `C` a square on the way.
    /// `None` where XBoard finds them by itself, and where there is no such piece or way.
    fn client_marks(_board: &Board<Self>, _from: Square, _way: Option<Square>) -> Option<Vec<(Square, char)>> {
        None
    }

    /// The squares that XBoard marks while no piece is picked up, because they are in a state that it cannot draw. The
    /// marks are small letters, which cannot be clicked.
    fn client_signs(_board: &Board<Self>) -> Vec<(Square, char)> {
        Vec::new()
    }

    /// The letters from which XBoard's user chooses when moving between these squares, by way of a third perhaps.
    fn client_choices(_board: &Board<Self>, _from: Square, _way: Option<Square>, _to: Square) -> String {
        String::new()
    }

    /// [`Rules::Aux`] for people, if there is anything to say: name and state, e.g. `cube` and `Black`.
    fn describe_aux(_board: &Board<Self>) -> Option<(&'static str, String)> {
        None
    }
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
    Luotuoqi,
    Bilateral,
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
