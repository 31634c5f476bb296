//! The men of an ending.

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::board::{Board, Rules, Spec, quoted};
use crate::types::{Bitboard, Color, Kind, Piece, SQUARES, Square};

/// The most men of a table, kings included.
pub const MAX_MEN: usize = 5;

/// A list with a value for each man, in the order of [`Material::men`].
pub(super) type ByMan<T> = ArrayVec<T, MAX_MEN>;

/// The men of a position of any game, and what else a table asks for.
#[derive(Clone, Copy)]
pub(super) struct Men<'b> {
    /// The game's data.
    pub spec: &'static Spec,
    /// The side to move.
    pub side: Color,
    /// Their squares.
    pub occupied: Bitboard,
    /// By square, the man.
    pub cells: &'b [Option<Piece>; SQUARES],
    /// Turns since the last irreversible move.
    pub clock: u16,
    /// The number of such turns at which the game is drawn.
    pub clock_limit: u16,
}

impl<'b> Men<'b> {
    /// The men on a board.
    #[inline(always)]
    pub fn of<R: Rules>(board: &'b Board<R>) -> Self {
        Self {
            spec: board.spec(),
            side: board.side(),
            occupied: board.occupied(),
            cells: board.cells(),
            clock: board.clock(),
            clock_limit: board.clock_limit(),
        }
    }

    /// The men, by square.
    pub fn pieces(&self) -> Vec<Piece> {
        self.occupied.into_iter().filter_map(|square| self.cells[square.index()]).collect()
    }
}

/// The men of both sides. White's come first, and each side's royal piece before its others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Material(ByMan<Piece>);

/// Why a text names no men of an ending.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MaterialError {
    /// It has no `v`, or several.
    #[error("{0}: expected White's men, `v`, and Black's men, such as KRvK")]
    Form(String),
    /// A letter is not a piece of the game.
    #[error("{text}: `{rest}` does not begin with a piece of {game}")]
    Piece {
        /// The text.
        text: String,
        /// From the unknown piece on.
        rest: String,
        /// The game.
        game: &'static str,
    },
    /// A side has no royal piece, or several.
    #[error("{0}: expected one royal piece on each side")]
    Royal(String),
    /// More than [`MAX_MEN`] men.
    #[error("{0}: expected at most {MAX_MEN} men")]
    TooMany(String),
}

impl Material {
    /// These men, each side with one royal piece; `None` if they are more than [`MAX_MEN`].
    pub fn new(spec: &Spec, men: &[Piece]) -> Option<Self> {
        let mut sorted: ByMan<Piece> = men.iter().copied().take(MAX_MEN).collect();
        sorted.sort_by_key(|&piece| order(spec, piece));
        (men.len() <= MAX_MEN).then_some(Self(sorted))
    }

    /// The men of a position and their squares in the same order; `None` if they are more than [`MAX_MEN`].
    pub(super) fn of(men: &Men) -> Option<(Self, ByMan<Square>)> {
        if men.occupied.count() as usize > MAX_MEN {
            return None;
        }
        let spec = men.spec;
        let man = |square: Square| Some((men.cells[square.index()]?, square));
        let mut men: ByMan<(Piece, Square)> = men.occupied.into_iter().filter_map(man).collect();
        men.sort_by_key(|&(piece, _)| order(spec, piece));
        Some((Self(men.iter().map(|man| man.0).collect()), men.iter().map(|man| man.1).collect()))
    }

    /// Parses the men of an ending, as [`Material::text`] writes them, each side's in any order.
    ///
    /// # Errors
    /// When the text names no men of an ending of the game.
    pub fn read(spec: &'static Spec, text: &str) -> Result<Self, MaterialError> {
        let shown = || quoted(text).to_string();
        let (mut men, mut color, mut rest, mut sides) = (Vec::new(), Color::White, text, 1);
        while let Some(next) = rest.chars().next() {
            if next == 'v' {
                (color, rest, sides) = (Color::Black, &rest[1..], sides + 1);
                continue;
            }
            let upper = rest.to_ascii_uppercase();
            let unknown =
                || MaterialError::Piece { text: shown(), rest: quoted(rest).to_string(), game: spec.page.name };
            let (piece, after) = spec.read_piece(&upper).ok_or_else(unknown)?;
            men.push(Piece::new(color, piece.kind()));
            rest = &rest[rest.len() - after.len()..];
        }
        if sides != 2 {
            return Err(MaterialError::Form(shown()));
        }
        let royals = |color| men.iter().filter(|man| man.color() == color && spec.royals.has(man.kind())).count();
        if Color::BOTH.map(royals) != [1, 1] {
            return Err(MaterialError::Royal(shown()));
        }
        Self::new(spec, &men).ok_or_else(|| MaterialError::TooMany(shown()))
    }

    /// White's men, `v`, and Black's men: `KRvK`.
    pub fn text(&self, spec: &Spec) -> String {
        let side = |color| self.0.iter().filter(move |man| man.color() == color).map(|man| spec.kind_text(man.kind()));
        let white: String = side(Color::White).collect();
        let black: String = side(Color::Black).collect();
        format!("{white}v{black}")
    }

    /// The men.
    pub fn men(&self) -> &[Piece] {
        &self.0
    }

    /// The men that one move can leave: a man captured, a man promoted, or both.
    pub(super) fn after_a_move(&self, spec: &Spec) -> Vec<Self> {
        let mut found = Vec::new();
        for us in Color::BOTH {
            let captured = |(number, man): (usize, &Piece)| {
                let is_captured = man.color() != us && !spec.royals.has(man.kind());
                is_captured.then(|| self.without(number))
            };
            let before: Vec<Vec<Piece>> =
                self.0.iter().enumerate().filter_map(captured).chain([self.0.to_vec()]).collect();
            for men in before {
                found.push(men.clone());
                for (number, man) in men.iter().enumerate().filter(|(_, man)| man.color() == us) {
                    let becomes = |&kind: &Kind| {
                        let mut men = men.clone();
                        men[number] = Piece::new(us, kind);
                        men
                    };
                    found.extend(spec.promotions(man.kind()).iter().map(becomes));
                }
            }
        }
        let mut materials: Vec<Self> = found.iter().filter_map(|men| Self::new(spec, men)).collect();
        materials.retain(|material| material != self);
        materials
    }

    fn without(&self, number: usize) -> Vec<Piece> {
        let mut men = self.0.to_vec();
        men.remove(number);
        men
    }

    /// Whether a pawn's long step may be answered by a capture en passant, which the squares of the men do not tell.
    pub(super) fn has_en_passant(&self, spec: &Spec) -> bool {
        let captures = |man: &Piece| {
            let others = spec.laws().en_passant_kinds[man.color().index()];
            spec.pawns.has(man.kind()) || others.has(man.kind())
        };
        let steps = |man: &Piece| spec.pawns.has(man.kind()) || spec.initial_movers.has(man.kind());
        let any = |color, is_it: &dyn Fn(&Piece) -> bool| self.0.iter().any(|man| man.color() == color && is_it(man));
        spec.longest_step > 1 && Color::BOTH.into_iter().any(|us| any(us, &steps) && any(!us, &captures))
    }

    /// Whether some man resets the clock of moves without progress by a move that captures nothing.
    pub(super) fn resets_clock(&self, spec: &Spec) -> bool {
        let kinds = spec.laws().clock_kinds;
        self.0.iter().any(|man| kinds[man.color().index()].has(man.kind()))
    }

    /// Whether these are bare kings of the same kind, which are a draw.
    pub(super) fn is_drawn(&self) -> bool {
        matches!(self.men(), [white, black] if white.kind() == black.kind())
    }
}

fn order(spec: &Spec, piece: Piece) -> (usize, bool, usize) {
    (piece.color().index(), !spec.royals.has(piece.kind()), piece.kind().index())
}
