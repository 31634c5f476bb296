//! A position as a FEN states it, independent of the type of the game.

use super::definition::CASTLING_LETTERS;
use super::homes::held;
use super::{FenError, Homes, MultiStep, Spec, StateText};
use crate::types::{Bitboard, Color, Kind, Piece, SQUARES, Square};

/// The 50-move clock counts no further.
pub(super) const CLOCK_LIMIT: u16 = 9_999;
/// The full-move number counts no further.
pub(super) const FULL_MOVE_LIMIT: u32 = 999_999;

/// The contents of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces by square.
    pub cells: [Option<Piece>; SQUARES],
    /// The side to move.
    pub side: Color,
    /// Castling rights: bit `n` is the right to castling `n` (White's kingside and queenside, then Black's).
    pub castling_rights: u8,
    /// Where the castlings begin.
    pub homes: Homes,
    /// The last move, if it was a pawn's multi-step.
    pub(super) multi_step: Option<MultiStep>,
    /// Turns since the last capture, pawn move or promotion.
    pub clock: u16,
    /// The full-move number, from 1.
    pub full_move: u32,
    /// The game's own state.
    pub state: StateText,
}

impl Setup {
    /// Parses a FEN. Missing fields at the end default to `w - - 0 1`. A castling right that the board contradicts is dropped
    /// with a warning in the log (ruling R-ALL-4), unless king and rook look as if they could castle from where they are: in
    /// another array of the game.
    ///
    /// # Errors
    /// If the text does not parse or contradicts itself (ruling R-ALL-4). Checks and the game's own state are validated
    /// by [`Board::new`](super::Board::new).
    pub fn read(spec: &'static Spec, fen: &str) -> Result<Self, FenError> {
        Self::read_if(spec, fen, |setup| setup.check_royals(spec))
    }

    /// As [`Setup::read`], but the sides may have any number of royal pieces.
    ///
    /// # Errors
    /// If the text does not parse or contradicts itself otherwise.
    pub fn read_unfinished(spec: &'static Spec, fen: &str) -> Result<Self, FenError> {
        Self::read_if(spec, fen, |_| Ok(()))
    }

    fn read_if(
        spec: &'static Spec,
        fen: &str,
        check: impl FnOnce(&Self) -> Result<(), FenError>,
    ) -> Result<Self, FenError> {
        let mut fields = fen.split_whitespace().map(|field| if is_nothing(field) { "-" } else { field });
        let (pieces, bracket) = split_bracket(spec, fields.next().ok_or(FenError::Missing("board"))?);
        let cells = read_pieces(spec, pieces)?;
        let side = read_side(fields.next().unwrap_or("w"))?;
        let mut setup = Self {
            cells,
            side,
            castling_rights: 0,
            homes: spec.homes,
            multi_step: None,
            clock: 0,
            full_move: 1,
            state: StateText { bracket: bracket.to_owned(), ..StateText::default() },
        };
        check(&setup)?;
        for letter in setup.read_rights(spec, fields.next().unwrap_or("-")).chars() {
            let error = setup.unfit_right(spec, letter);
            if setup.is_of_another_array(spec, letter) {
                return Err(error);
            }
            log::warn!("{error}; the right is left out");
        }
        let passed = fields.next().unwrap_or("-");
        let mut fields = fields.peekable();
        let is_checks = |field: &&str| spec.laws().counts_checks && field.contains('+');
        let checks = fields.next_if(is_checks);
        setup.clock = read_counter("halfmove clock", fields.next().unwrap_or("0"), CLOCK_LIMIT.into())? as u16;
        setup.full_move = read_counter("move number", fields.next().unwrap_or("1"), FULL_MOVE_LIMIT)?.max(1);
        setup.state.checks = checks.or_else(|| fields.next_if(is_checks)).unwrap_or_default().to_owned();
        setup.state.field = fields.next().unwrap_or_default().to_owned();
        if let Some(surplus) = fields.next() {
            return Err(FenError::Surplus(surplus.to_owned()));
        }
        setup.multi_step = setup.read_multi_step(spec, passed)?;
        Ok(setup)
    }

    /// The same position without the game's own state.
    pub fn without_state(&self) -> Self {
        Self { state: StateText::default(), ..self.clone() }
    }

    pub(super) fn squares_of(&self, is_it: impl Fn(Piece) -> bool) -> Bitboard {
        let squares = Square::all().zip(&self.cells);
        squares.filter_map(|(square, cell)| cell.filter(|&piece| is_it(piece)).map(|_| square)).collect()
    }

    fn check_royals(&self, spec: &Spec) -> Result<(), FenError> {
        if !spec.has_one_royal() {
            return Ok(());
        }
        for color in Color::BOTH {
            let found = self.squares_of(|piece| piece.color() == color && spec.royals.has(piece.kind())).count();
            if found != 1 {
                return Err(FenError::Royals { color: color.name(), found });
            }
        }
        Ok(())
    }

    /// The multi-step that passed the squares that the text lists. It need not list all of them, nor in order.
    fn read_multi_step(&self, spec: &'static Spec, text: &str) -> Result<Option<MultiStep>, FenError> {
        if text == "-" {
            return Ok(None);
        }
        let mut listed = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (square, after) = spec.read_square(rest).ok_or_else(|| FenError::EnPassant(text.to_owned()))?;
            listed.push(square);
            rest = after;
        }
        // Fairy-Stockfish also lists the square of a piece that has made an initial move, even if it passed no square.
        let lists_movers = !spec.initial_movers.is_empty();
        if lists_movers {
            let movers = self.squares_of(|piece| piece.color() != self.side);
            if listed.iter().all(|&square| movers.has(square)) {
                return Ok(None);
            }
        }
        let named: Bitboard = listed.into_iter().collect();
        let fits = |step: &MultiStep| {
            let mover = if lists_movers { step.to.bit() } else { Bitboard::EMPTY };
            named.without(step.passed() | mover).is_empty() && (named & step.passed()).any()
        };
        // Fairy-Stockfish may leave out squares where nothing can capture: the list may fit several moves.
        let worth = |step: &MultiStep| (step.passed().without(named).count(), u32::from(!named.has(step.to)));
        let steps = self.possible_multi_steps(spec).into_iter().filter(fits);
        steps.min_by_key(worth).map(Some).ok_or_else(|| FenError::NoMultiStep(text.to_owned()))
    }

    /// The multi-steps and initial moves that the side not to move may just have made.
    fn possible_multi_steps(&self, spec: &'static Spec) -> Vec<MultiStep> {
        let mover = !self.side;
        let empty = spec.board.without(self.squares_of(|_| true));
        let of_pawn = |from: Square, to: Square, kind: Kind| {
            let length = (i16::from(to.rank()) - i16::from(from.rank())) * i16::from(mover.step().signum());
            let region = match length {
                2 => spec.double_step,
                3 => spec.triple_step,
                _ => return false,
            };
            from.file() == to.file() && spec.pawns.has(kind) && region[mover.index()].has(from)
        };
        let can_step = |from: Square, to: Square, kind: Kind| {
            let may_begin = spec.initial_movers.has(kind) && spec.double_step[mover.index()].has(from);
            may_begin && spec.tables().multi_steps(kind, mover, from).has(to) || of_pawn(from, to, kind)
        };
        let mut steps = Vec::new();
        for to in self.squares_of(|piece| piece.color() == mover) {
            let Some(kind) = self.cells[to.index()].map(Piece::kind) else { continue };
            let froms = spec.board.into_iter().filter(|&from| can_step(from, to, kind));
            steps.extend(froms.map(|from| MultiStep { from, to }));
        }
        steps.retain(|step| (step.passed() | step.from.bit()).without(empty).is_empty());
        steps
    }

    /// The same position with the colours exchanged and the board mirrored, so that the other side is to move. In the
    /// game's own state letters change their case, because it tells the owner, and squares are mirrored.
    pub(super) fn flipped(&self, spec: &Spec) -> Self {
        let mirrored = |square: Square| square.flipped(spec.page.ranks);
        let mut cells = [None; SQUARES];
        for square in spec.board {
            let piece = self.cells[square.index()];
            cells[mirrored(square).index()] = piece.map(|piece| Piece::new(!piece.color(), piece.kind()));
        }
        let swapped = self.castling_rights >> 2 | (self.castling_rights & 3) << 2;
        // The other side of a game with two armies may not have the castling.
        let (kept, lost): (Vec<usize>, Vec<usize>) = held(swapped).partition(|&number| spec.has_castling(number));
        let lost = lost.into_iter().map(|number| CASTLING_LETTERS[number]);
        Self {
            cells,
            side: !self.side,
            castling_rights: kept.into_iter().fold(0, |rights, number| rights | 1 << number),
            homes: if spec.castles_from_any_file() { self.homes.flipped(spec.page.ranks) } else { spec.homes },
            multi_step: self.multi_step.map(|step| MultiStep { from: mirrored(step.from), to: mirrored(step.to) }),
            clock: self.clock,
            full_move: self.full_move,
            state: StateText {
                bracket: flipped_bracket(&self.state.bracket),
                rights: lost.chain(self.state.rights.chars().map(swapped_case)).collect(),
                checks: flipped_checks(&self.state.checks),
                field: flipped_squares(spec, &self.state.field),
            },
        }
    }

    /// The same position with other pieces and this side to move. Rights that the pieces contradict are dropped; the last
    /// move is forgotten unless nothing has changed.
    pub fn with_pieces(&self, spec: &Spec, cells: [Option<Piece>; SQUARES], side: Color) -> Self {
        let is_same = self.cells == cells && self.side == side;
        let multi_step = self.multi_step.filter(|_| is_same);
        let mut changed = Self { cells, side, multi_step, ..self.clone() };
        changed.castling_rights = held(self.castling_rights)
            .filter(|&number| changed.is_at_home(spec, number))
            .fold(0, |rights, number| rights | 1 << number);
        changed
    }

    /// The position as FEN in canonical form.
    pub fn fen(&self, spec: &Spec) -> String {
        let side = if self.side == Color::White { 'w' } else { 'b' };
        let StateText { bracket, checks, field, .. } = &self.state;
        let bracket = if bracket.is_empty() && !spec.has_hands() { String::new() } else { format!("[{bracket}]") };
        let checks = if checks.is_empty() { String::new() } else { format!(" {checks}") };
        let field = if field.is_empty() { String::new() } else { format!(" {field}") };
        let board = ranks_text(spec.size(), |square| self.cells[square.index()].map(|piece| spec.piece_text(piece)));
        let (rights, passed) = (self.rights_text(spec), self.multi_step_text(spec));
        format!("{board}{bracket} {side} {rights} {passed}{checks} {} {}{field}", self.clock, self.full_move)
    }

    fn multi_step_text(&self, spec: &Spec) -> String {
        let Some(step) = self.multi_step else { return "-".to_owned() };
        let mut passed: Vec<Square> = step.passed().into_iter().collect();
        if !self.side == Color::Black {
            passed.reverse();
        }
        // Only a pawn's step tells the pawn by the squares that it passed.
        let is_pawn = self.cells[step.to.index()].is_some_and(|piece| spec.pawns.has(piece.kind()));
        passed.extend((!is_pawn).then_some(step.to));
        passed.into_iter().map(|square| spec.square_name(square)).collect()
    }

    /// The board as a text diagram: ranks from the top, file letters below.
    pub fn diagram(&self, spec: &Spec) -> String {
        let cell = |file, rank| {
            let piece = self.cells[Square::new(file, rank).index()];
            piece.map_or_else(|| ".".to_owned(), |piece| spec.piece_text(piece))
        };
        let width = 1 + spec.text_width();
        let mut text = String::new();
        for rank in (0..spec.page.ranks).rev() {
            let row: String = (0..spec.page.files).map(|file| format!("{:>width$}", cell(file, rank))).collect();
            text += &format!("{:>3} {row}\n", rank + 1);
        }
        let files: String = (0..spec.page.files).map(|file| format!("{:>width$}", spec.file_letter(file))).collect();
        text + "    " + &files + "\n"
    }
}

/// The board part of a FEN for a board of so many files and ranks, with the text that `cell` gives for each square: ranks from the top, runs of squares
/// without text as numbers.
pub fn ranks_text((files, ranks): (u8, u8), cell: impl Fn(Square) -> Option<String>) -> String {
    let rank_text = |rank: u8| {
        let mut text = String::new();
        let mut run = 0;
        for file in 0..files {
            match cell(Square::new(file, rank)) {
                None => run += 1,
                Some(piece) => {
                    if run > 0 {
                        text += &std::mem::take(&mut run).to_string();
                    }
                    text += &piece;
                }
            }
        }
        if run > 0 { text + &run.to_string() } else { text }
    };
    (0..ranks).rev().map(rank_text).collect::<Vec<_>>().join("/")
}

fn read_pieces(spec: &Spec, text: &str) -> Result<[Option<Piece>; SQUARES], FenError> {
    let mut cells = [None; SQUARES];
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != spec.page.ranks as usize {
        return Err(FenError::Ranks { found: rows.len(), expected: spec.page.ranks });
    }
    for (row, rank) in rows.into_iter().zip((0..spec.page.ranks).rev()) {
        read_rank(spec, row, rank, &mut cells)?;
    }
    Ok(cells)
}

fn read_rank(spec: &Spec, row: &str, rank: u8, cells: &mut [Option<Piece>; SQUARES]) -> Result<(), FenError> {
    let mut file = 0;
    let mut run = 0;
    let mut rest = row;
    while let Some(letter) = rest.chars().next() {
        if let Some(digit) = letter.to_digit(10) {
            run = (run * 10 + digit as usize).min(1000);
            rest = &rest[1..];
            continue;
        }
        file += std::mem::take(&mut run);
        let (piece, after) = spec.read_piece(rest).ok_or_else(|| unknown_piece(spec, rest))?;
        rest = after;
        if file < spec.page.files as usize {
            cells[Square::new(file as u8, rank).index()] = Some(piece);
        }
        file += 1;
    }
    let found = file + run;
    if found != spec.page.files as usize {
        return Err(FenError::Files { rank: rank + 1, found, expected: spec.page.files });
    }
    Ok(())
}

fn swapped_case(letter: char) -> char {
    if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// The text in square brackets with the owners exchanged, White's first.
fn flipped_bracket(text: &str) -> String {
    let (black, white): (String, String) = text.chars().map(swapped_case).partition(char::is_ascii_lowercase);
    white + &black
}

/// The checks left with the sides exchanged.
fn flipped_checks(text: &str) -> String {
    text.split_once('+').map_or_else(String::new, |(white, black)| format!("{black}+{white}"))
}

/// A text with each square in it mirrored.
fn flipped_squares(spec: &Spec, text: &str) -> String {
    let mut flipped = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if let Some((square, after)) = spec.read_square(rest) {
            flipped += &spec.square_name(square.flipped(spec.page.ranks));
            rest = after;
        } else {
            flipped.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    flipped
}

/// Splits the first field into the board and the text in square brackets after it.
fn split_bracket<'t>(spec: &Spec, text: &'t str) -> (&'t str, &'t str) {
    // Some programs write pieces in hand like another rank.
    let as_rank = || {
        let has_more = spec.has_hands() && text.matches('/').count() == usize::from(spec.page.ranks);
        text.rsplit_once('/').filter(|_| has_more)
    };
    let (board, bracket) =
        text.strip_suffix(']').and_then(|text| text.split_once('[')).or_else(as_rank).unwrap_or((text, ""));
    (board, if is_nothing(bracket) { "" } else { bracket })
}

/// Whether a text is a dash of any kind, which stands for nothing.
fn is_nothing(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(is_dash) && letters.next().is_none()
}

/// The error for a text that does not begin with a piece; it quotes the letter and a `+` before it.
fn unknown_piece(spec: &Spec, text: &str) -> FenError {
    let length = if text.starts_with('+') { 2 } else { 1 };
    let known = (0..spec.kinds()).map(|index| spec.kind_text(Kind::new(index))).collect();
    FenError::Piece { text: text.chars().take(length).collect(), known }
}

fn read_side(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::Side(text.to_owned())),
    }
}

fn read_counter(name: &'static str, text: &str, limit: u32) -> Result<u32, FenError> {
    let number = text.parse().ok().filter(|&number| number <= limit);
    number.ok_or_else(|| FenError::Counter { name, text: text.to_owned(), limit })
}

/// A character that some program or typesetter uses for a hyphen: dashes, the minus sign, and the en and em dash of
/// Windows' character set read as Latin-1.
pub fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{96}' | '\u{97}')
}
