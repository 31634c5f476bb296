//! Bilateral Chess (Antoine Fourrière, 2002): Can(n)ons that flip between rook and bishop lines, Elephants that push,
//! and Wizards that kill and freeze at a distance on a board folded in the middle.
//!
//! Legality is found by playing a move on a copy wherever it could expose the king.

mod attacks;
mod exchange;
mod folded;
mod movegen;
mod play;
mod state;
mod terms;
mod xboard;

pub use state::Spells;

use self::play::Power;
use super::{AuxText, CastlingFiles, ClientMove, Definition, Promotion, Rules, Spec, piece};
use crate::board::{Board, ExchangeValues, FenError, MoveSink, Observer, Stage};
use crate::types::{Bitboard, Color, Kind, KindSet, Move, Piece, Score, Square};

/// Bilateral Chess.
#[derive(Clone, Copy)]
pub struct Bilateral;

const BISHOP: Kind = Kind::new(2);
const ROOK: Kind = Kind::new(3);
const QUEEN: Kind = Kind::new(4);
/// The Can(n)on that goes as a rook.
const PAO: Kind = Kind::new(6);
/// The Can(n)on that goes as a bishop.
const VAO: Kind = Kind::new(7);
const ELEPHANT: Kind = Kind::new(8);
const WIZARD: Kind = Kind::new(9);

const CANNONS: KindSet = PAO.bit().with(VAO);

static SPEC: Spec = Spec::new(Definition {
    name: "bilateral",
    summary: "Bilateral Chess: cannons that flip, elephants that push, wizards that kill and freeze on a folded board",
    files: 12,
    file_letters: "yzabcdefghij",
    ranks: 8,
    start: "lcrnbqkbnrcl/weppppppppew/12/12/12/12/WEPPPPPPPPEW/LCRNBQKBNRCL w KQYZIJkqyzij - 0 1 -",
    // What the table does not say: how Can(n)ons capture and flip, pushes, opening moves, and all that Wizards do.
    pieces: &[
        piece('P', "Pawn", "fmWfcF").pawn(),
        piece('N', "Knight", "N"),
        piece('B', "Bishop", "B"),
        piece('R', "Rook", "R"),
        piece('Q', "Queen", "Q"),
        piece('L', "Lion", "mAmDcK"),
        piece('C', "Can(n)on, rook-wise", "mR"),
        piece('V', "Can(n)on, bishop-wise", "mB"),
        piece('E', "Elephant", "mW"),
        piece('W', "Wizard", ""),
        piece('K', "King", "K").royal(),
    ],
    pawn_step: 2,
    promotion: Promotion::LastRank("QRBNLCEW"),
    castlings: [Some(CastlingFiles { king: "eg", rook: "hf" }), Some(CastlingFiles { king: "ec", rook: "ad" })],
    xboard: xboard::XBOARD,
});

impl Rules for Bilateral {
    type Sets = [Bitboard; 11];
    type Aux = Spells;

    const PINS_SUFFICE: bool = false;

    #[inline(always)]
    fn spec() -> &'static Spec {
        &SPEC
    }

    #[inline(always)]
    fn attackers(board: &Board<Self>, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        attacks::attackers(board, square, by, occupied)
    }

    #[inline(always)]
    fn is_attacked(board: &Board<Self>, square: Square, by: Color, occupied: Bitboard) -> bool {
        attacks::attackers(board, square, by, occupied).any()
    }

    #[inline(always)]
    fn immobile(board: &Board<Self>) -> Bitboard {
        board.aux().frozen()
    }

    #[inline(always)]
    fn captures_from(board: &Board<Self>, kind: Kind, color: Color, from: Square) -> Bitboard {
        attacks::captures_from(board, kind, color, from)
    }

    #[inline(always)]
    fn quiets_from(board: &Board<Self>, kind: Kind, color: Color, from: Square) -> Bitboard {
        attacks::quiets_from(board, kind, color, from)
    }

    #[inline(always)]
    fn checks_from(board: &Board<Self>, kind: Kind) -> Bitboard {
        attacks::checks_from(board, kind)
    }

    #[inline(always)]
    fn generate(board: &Board<Self>, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        movegen::generate(board, movers, stage, sink);
    }

    #[inline(always)]
    fn play_odd(board: &mut Board<Self>, m: Move, observer: &mut impl Observer) {
        play::play_odd(board, m, observer);
    }

    #[inline(always)]
    fn disturbs(m: Move) -> bool {
        play::power(m) != Some(Power::Freeze)
    }

    #[inline(always)]
    fn settle(board: &mut Board<Self>, m: Move) {
        state::settle(board, m);
    }

    #[inline(always)]
    fn victims(board: &Board<Self>, m: Move) -> Bitboard {
        play::victims(board, m)
    }

    #[inline(always)]
    fn mover(board: &Board<Self>, m: Move) -> Option<Piece> {
        let mover = board.piece_at(m.from())?;
        Some(if play::power(m) == Some(Power::Flip) { play::flipped(mover) } else { mover })
    }

    #[inline(always)]
    fn arrival(m: Move) -> Square {
        if play::stays(m) { m.from() } else { m.to() }
    }

    fn odd_suffix(board: &Board<Self>, m: Move) -> String {
        play::suffix(board, m)
    }

    #[inline(always)]
    fn exchange_at_least(board: &Board<Self>, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
        exchange::at_least(board, m, threshold, values)
    }

    #[inline(always)]
    fn own_terms(board: &Board<Self>, count: impl FnMut(Color, usize, i32)) {
        terms::count_terms(board, count);
    }

    #[inline(always)]
    fn quiet_hint(board: &Board<Self>, m: Move, values: &ExchangeValues) -> i32 {
        play::quiet_hint(board, m, values)
    }

    #[inline(always)]
    fn is_forcing(board: &Board<Self>, m: Move) -> bool {
        play::is_forcing(board, m)
    }

    fn read_aux(board: &Board<Self>, text: &AuxText) -> Result<Spells, FenError> {
        state::read(board, text)
    }

    fn write_aux(board: &Board<Self>) -> AuxText {
        state::write(&board.aux())
    }

    fn client_move(board: &Board<Self>, m: Move) -> ClientMove {
        xboard::client_move(board, m)
    }

    fn read_client(board: &Board<Self>, text: &str) -> Option<Move> {
        xboard::read_client(board, text)
    }

    fn to_client_fen(fen: &str) -> String {
        xboard::to_client_fen(fen)
    }

    fn from_client_fen(fen: &str) -> String {
        xboard::from_client_fen(fen)
    }

    fn client_marks(board: &Board<Self>, from: Square, way: Option<Square>) -> Option<Vec<(Square, char)>> {
        xboard::marks(board, from, way)
    }

    fn client_choices(board: &Board<Self>, from: Square, way: Option<Square>, to: Square) -> String {
        xboard::choices(board, from, way, to)
    }

    fn client_signs(board: &Board<Self>) -> Vec<(Square, char)> {
        xboard::signs(board)
    }

    fn describe_aux(board: &Board<Self>) -> Option<(&'static str, String)> {
        Some(("freezes", state::write(&board.aux()).field))
    }
}
