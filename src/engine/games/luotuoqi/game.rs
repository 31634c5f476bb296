//! Lùotuoqí, Camel Chess (Glenn Overby and committee, 2003): towers of stones that split and merge, bypassers that
//! capture what they pass, eaglets that promote to the kind that flanks them, and a Cube that gives a second turn.
//!
//! Moves that could expose the king are played on a copy to test whether they are legal.

mod action;
mod attacks;
mod exchange;
mod gesture;
mod inventors;
mod movegen;
mod play;
mod terms;

use crate::board::{
    Action, Board, Definition, Detail, ExchangeValues, FenError, Gesture, Gestures, MarkSets, MoveSink, Observer,
    PieceSpec, Rules, Setup, Spec, State, StateText, Statement, Tactics, hash_number, piece, spec,
};
use crate::types::{Bitboard, Color, Kind, KindSet, MAX_KINDS, Move, Piece, Score, Square, Stage};

/// Lùotuoqí.
#[derive(Clone, Copy, Default)]
pub struct Luotuoqi;

/// The rules of the game.
pub const RULES: Luotuoqi = Luotuoqi;

const EAGLET: Kind = Kind::new(0);
const MULE: Kind = Kind::new(1);
const ROOK_CAMEL: Kind = Kind::new(2);
const BYPASSER: Kind = Kind::new(3);
const KING: Kind = Kind::new(12);

/// The maximum height of a tower, in stones.
const HIGHEST: usize = 8;

/// The tower of this height, 1..=[`HIGHEST`].
#[inline(always)]
const fn tower(height: usize) -> Kind {
    Kind::new(BYPASSER.index() + height)
}

/// The height of a tower of this kind, in stones; 0 for other kinds.
#[inline(always)]
const fn height(kind: Kind) -> usize {
    if TOWERS.has(kind) { kind.index() - BYPASSER.index() } else { 0 }
}

const TOWERS: KindSet = KindSet(0xFF << tower(1).index());

/// What people call the Cube.
const CUBE: &str = "Cube";

/// The Cube: its holder may take two turns in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cube {
    /// The side that holds it; Black at the start.
    pub holder: Color,
}

impl Default for Cube {
    fn default() -> Self {
        Self { holder: Color::Black }
    }
}

impl State for Cube {
    #[inline(always)]
    fn key(self) -> u64 {
        match self.holder {
            Color::Black => 0,
            Color::White => hash_number(0),
        }
    }
}

/// The row of a tower in the piece table, by its height. The ranges of towers of three and more stones are not in it.
const fn tower_row(digit: u8) -> PieceSpec {
    let betza = match digit {
        1 => "K",
        2 => "Q2",
        _ => "Q",
    };
    piece('T', "Tower of Hanoi", betza).numbered(digit)
}

static SPEC: Spec = spec!(Definition {
    name: "luotuoqi",
    summary: "Lùotuoqí, Camel Chess: towers that split and merge, bypassers, and a Cube for a second turn in a row",
    rules: include_str!("page.md"),
    folder: folder!(weights, network, chances, bench, xboard),
    start: "rmdt8kdmr/eeeeeeee/8/8/8/8/EEEEEEEE/RMDT8KDMR[c] w KQkq - 0 1",
    own_rules: 1,
    earlier_rules: Some(r#"step 1 Special("E")"#),
    // Not in the table: the Rook-Camel's lame leaps, the Bypasser's captures, the range of towers of three and more
    // stones, and their splits and merges.
    ..Definition::new(
        8,
        8,
        &[
            piece('E', "Eaglet", "fFbW"),
            piece('M', "Mule", "NW"),
            piece('R', "Rook-Camel", "R"),
            piece('D', "Diagonal Bypasser", "mB"),
            tower_row(1),
            tower_row(2),
            tower_row(3),
            tower_row(4),
            tower_row(5),
            tower_row(6),
            tower_row(7),
            tower_row(8),
            piece('K', "King", "K").royal(),
        ],
    )
    .promotes_specially('E')
    .castles(["eg", "hf"], ["ec", "ad"])
});

impl Rules for Luotuoqi {
    type Sets = [Bitboard; 13];
    type State = Cube;

    const PINS_SUFFICE: bool = false;
    const ALTERNATES: bool = false;

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
    fn captures_from(board: &Board<Self>, kind: Kind, color: Color, from: Square) -> Bitboard {
        attacks::captures_from(kind, color, from, board.occupied())
    }

    #[inline(always)]
    fn quiets_from(board: &Board<Self>, kind: Kind, color: Color, from: Square) -> Bitboard {
        attacks::quiets_from(kind, color, from, board.occupied())
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
    fn update_state(board: &mut Board<Self>, m: Move, observer: &mut impl Observer<Self>) {
        if m.moves_again() {
            board.set_state(Cube { holder: !board.side() }, observer);
        }
    }

    #[inline(always)]
    fn captured_squares(board: &Board<Self>, m: Move) -> Bitboard {
        play::captured_squares(board, m)
    }

    fn special_suffix(board: &Board<Self>, m: Move) -> String {
        play::suffix(board, m)
    }

    fn read_state(_board: &Board<Self>, text: &StateText) -> Result<Cube, FenError> {
        text.refuse_rights()?;
        text.refuse_field()?;
        match text.bracket.as_str() {
            "" => Ok(Cube::default()),
            "c" => Ok(Cube { holder: Color::Black }),
            "C" => Ok(Cube { holder: Color::White }),
            other => Err(FenError::State {
                text: format!("[{other}]"),
                expected: "the Cube in its holder's case: [c] for Black, [C] for White",
            }),
        }
    }

    fn state_text(board: &Board<Self>) -> StateText {
        let cube = if board.state().holder == Color::White { "C" } else { "c" };
        StateText { bracket: cube.to_owned(), ..StateText::default() }
    }
}

impl Tactics for Luotuoqi {
    const MARKS: usize = 1;

    /// Who holds the Cube: a mark in the corner of the holder's side.
    #[inline(always)]
    fn marks(board: &Board<Self>) -> MarkSets {
        let mut sets = MarkSets::default();
        let holder = board.state().holder;
        sets[0][holder.index()] = Square::new(0, if holder == Color::White { 0 } else { 7 }).bit();
        sets
    }

    #[inline(always)]
    fn checks_from(board: &Board<Self>, kinds: KindSet) -> [Bitboard; MAX_KINDS] {
        let king = board.king(!board.side());
        kinds.by_kind(|kind| attacks::checks_on(king, kind, board.side(), board.occupied()).0)
    }

    #[inline(always)]
    fn mover(board: &Board<Self>, m: Move) -> Option<Piece> {
        let whole = board.piece_at(m.from())?;
        Some(play::stones(m).map_or(whole, |stones| Piece::new(whole.color(), tower(stones))))
    }

    #[inline(always)]
    fn likely_key_after(board: &Board<Self>, m: Move) -> u64 {
        play::key_after(board, m)
    }

    #[inline(always)]
    fn see_at_least(board: &Board<Self>, m: Move, threshold: Score, values: &ExchangeValues) -> bool {
        exchange::see_at_least(board, m, threshold, values)
    }

    #[inline(always)]
    fn own_terms(board: &Board<Self>, count: impl FnMut(Color, usize, i32)) {
        terms::count_terms(board, count);
    }
}

impl Gestures for Luotuoqi {
    const TOKEN: Option<&'static str> = Some(CUBE);

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
        vec![Detail::Token { name: CUBE, holder: board.state().holder }]
    }

    fn possible_details(_setup: &Setup) -> Vec<(Detail, Statement)> {
        let held = |(holder, text)| (Detail::Token { name: CUBE, holder }, Statement::Bracket(text));
        [(Color::White, "C"), (Color::Black, "c")].map(held).to_vec()
    }
}
