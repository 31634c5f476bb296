//! Bilateral Chess (Antoine Fourrière, 2002): Can(n)ons that flip between rook and bishop lines, Elephants that push,
//! and Wizards that kill and freeze at a distance on a board folded in the middle.
//!
//! Moves that could expose the king are played on a copy to test whether they are legal.

mod action;
mod attacks;
mod exchange;
mod folded;
mod gesture;
mod inventors;
mod movegen;
mod play;
mod state;
mod terms;

pub use state::BilateralState;

use self::play::Special;
use crate::board::{
    Action, Board, Definition, Detail, ExchangeValues, FenError, Gesture, Gestures, MarkSets, MoveSink, Observer,
    Rules, Setup, Spec, StateText, Statement, Tactics, piece, spec,
};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, Move, Piece, Score, Square, Stage};

/// Bilateral Chess.
#[derive(Clone, Copy, Default)]
pub struct Bilateral;

/// The rules of the game.
pub const RULES: Bilateral = Bilateral;

const BISHOP: Kind = Kind::new(2);
const ROOK: Kind = Kind::new(3);
const QUEEN: Kind = Kind::new(4);
/// The Can(n)on in the form that moves like a rook.
const PAO: Kind = Kind::new(6);
/// The Can(n)on in the form that moves like a bishop.
const VAO: Kind = Kind::new(7);
const ELEPHANT: Kind = Kind::new(8);
const WIZARD: Kind = Kind::new(9);

const CANNONS: KindSet = PAO.bit().with(VAO);

static SPEC: Spec = spec!(Definition {
    name: "bilateral",
    summary: "Bilateral Chess: cannons that flip, elephants that push, wizards that kill and freeze on a folded board",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench, xboard),
    start: "lcrnbqkbnrcl/weppppppppew/12/12/12/12/WEPPPPPPPPEW/LCRNBQKBNRCL w KQYZIJkqyzij - 0 1 -",
    own_rules: 1,
    earlier_rules: Some(r#"step 2 LastRank("QRBNLCEW")"#),
    // Not in the table: captures and flips of Can(n)ons, pushes, opening moves, and all moves of Wizards.
    ..Definition::new(
        12,
        8,
        &[
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
    )
    .with_file_letters("yzabcdefghij")
    .pawns_step(2)
    .pawns_become("QRBNLCEW")
    .castles(["eg", "hf"], ["ec", "ad"])
});

impl Rules for Bilateral {
    type Sets = [Bitboard; 11];
    type State = BilateralState;

    const PINS_SUFFICE: bool = false;

    #[inline(always)]
    fn spec(&self) -> &'static Spec {
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
        board.state().frozen()
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
    fn generate(board: &Board<Self>, movers: Bitboard, stage: Stage, sink: &mut impl MoveSink) {
        movegen::generate(board, movers, stage, sink);
    }

    #[inline(always)]
    fn play_special(board: &mut Board<Self>, m: Move, observer: &mut impl Observer<Self>) {
        play::play_special(board, m, observer);
    }

    #[inline(always)]
    fn affects_castling(m: Move) -> bool {
        play::special(m) != Some(Special::Freeze)
    }

    #[inline(always)]
    fn update_state(board: &mut Board<Self>, m: Move, observer: &mut impl Observer<Self>) {
        state::update_state(board, m, observer);
    }

    #[inline(always)]
    fn captured_squares(board: &Board<Self>, m: Move) -> Bitboard {
        play::captured_squares(board, m)
    }

    fn special_suffix(board: &Board<Self>, m: Move) -> String {
        play::suffix(board, m)
    }

    fn read_state(board: &Board<Self>, text: &StateText) -> Result<BilateralState, FenError> {
        state::read(board, text)
    }

    fn state_text(board: &Board<Self>) -> StateText {
        state::write(&board.state())
    }
}

impl Tactics for Bilateral {
    const MARKS: usize = 2;

    /// Frozen pieces, and pieces that still have their opening move.
    #[inline(always)]
    fn marks(board: &Board<Self>) -> MarkSets {
        let state = board.state();
        [state.frozen(), state.opening_pieces()].map(|set| Color::BOTH.map(|color| set & board.of_color(color)))
    }

    #[inline(always)]
    fn checks_from(board: &Board<Self>, kinds: KindSet) -> [Bitboard; MAX_KINDS] {
        kinds.by_kind(|kind| attacks::checks_from(board, kind))
    }

    #[inline(always)]
    fn mover(board: &Board<Self>, m: Move) -> Option<Piece> {
        let mover = board.piece_at(m.from())?;
        Some(if play::special(m) == Some(Special::Flip) { play::flipped(mover) } else { mover })
    }

    #[inline(always)]
    fn arrival(m: Move) -> Square {
        if play::stays(m) { m.from() } else { m.to() }
    }

    #[inline(always)]
    fn likely_key_after(board: &Board<Self>, m: Move) -> u64 {
        play::likely_key_after(board, m)
    }

    #[inline(always)]
    fn see_at_least(board: &Board<Self>, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
        exchange::see_at_least(board, m, threshold, values)
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
}

impl Gestures for Bilateral {
    fn gesture(board: &Board<Self>, m: Move) -> Gesture {
        gesture::gesture(board, m)
    }

    fn special_action(board: &Board<Self>, m: Move) -> Option<Action> {
        action::action(board, m)
    }

    fn inventors_signs(board: &Board<Self>, m: Move) -> Vec<(String, String)> {
        inventors::signs(board, m)
    }

    fn details(board: &Board<Self>) -> Vec<Detail> {
        state::details(&board.state())
    }

    fn possible_details(setup: &Setup) -> Vec<(Detail, Statement)> {
        state::possible_details(setup)
    }

    fn folding(&self) -> KindSet {
        WIZARD.bit()
    }
}
