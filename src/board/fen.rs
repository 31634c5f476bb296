//! Positions as text (FEN), in and out.

use super::{Board, FenError, MultiStep};
use crate::rules::{AuxText, Castling, Rules, Spec};
use crate::types::{Color, Kind, MAX_MOVES, Square};

const CLOCK_LIMIT: u32 = 9_999;
const FULL_MOVE_LIMIT: u32 = 999_999;

impl<R: Rules> Board<R> {
    /// Reads a FEN. Missing fields at the end take the values `- - 0 1`; castling rights that the board contradicts are
    /// dropped.
    ///
    /// # Errors
    /// When the text does not parse or the position cannot be one of the game (ruling R-ALL-4).
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_whitespace();
        let mut board = Self::empty();
        let (pieces, bracket) = split_bracket(fields.next().ok_or(FenError::Missing("board"))?);
        board.read_pieces(pieces)?;
        let side = read_side(fields.next().ok_or(FenError::Missing("side"))?)?;
        board.check_royals()?;
        if side == Color::Black {
            board.side = Color::Black;
            board.keys = board.fresh_keys();
        }
        let (rights, odd_rights) = board.read_rights(fields.next().unwrap_or("-"));
        board.set_castling_rights(rights);
        let passed = fields.next().unwrap_or("-");
        board.clock = read_counter("halfmove clock", fields.next().unwrap_or("0"), CLOCK_LIMIT)? as u16;
        board.full_move = read_counter("move number", fields.next().unwrap_or("1"), FULL_MOVE_LIMIT)?.max(1);
        let field = fields.next().unwrap_or_default().to_owned();
        if let Some(surplus) = fields.next() {
            return Err(FenError::Surplus(surplus.to_owned()));
        }
        let aux = R::read_aux(&board, &AuxText { bracket: bracket.to_owned(), rights: odd_rights, field })?;
        board.set_aux(aux);
        if let Some(multi_step) = board.read_multi_step(passed)? {
            board.enter_multi_step(multi_step);
        }
        if board.is_attacked(board.king(!side), side, board.occupied()) {
            return Err(FenError::OtherSideInCheck((!side).name()));
        }
        board.refresh();
        match board.count_moves() {
            found if found > MAX_MOVES as u64 => Err(FenError::TooManyMoves { found, limit: MAX_MOVES }),
            _ => Ok(board),
        }
    }

    fn read_pieces(&mut self, text: &str) -> Result<(), FenError> {
        let page = &R::spec().page;
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != page.ranks as usize {
            return Err(FenError::Ranks { found: rows.len(), expected: page.ranks });
        }
        for (row, rank) in rows.into_iter().zip((0..page.ranks).rev()) {
            self.read_rank(row, rank)?;
        }
        Ok(())
    }

    fn read_rank(&mut self, row: &str, rank: u8) -> Result<(), FenError> {
        let spec = R::spec();
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
                self.put(piece, Square::new(file as u8, rank), &mut ());
            }
            file += 1;
        }
        let found = file + run;
        if found != spec.page.files as usize {
            return Err(FenError::Files { rank: rank + 1, found, expected: spec.page.files });
        }
        Ok(())
    }

    fn check_royals(&self) -> Result<(), FenError> {
        let royals = self.of_kinds(R::spec().royals);
        for color in Color::BOTH {
            let found = (royals & self.of_color(color)).count();
            if found != 1 {
                return Err(FenError::Royals { color: color.name(), found });
            }
        }
        Ok(())
    }

    /// The castling rights that the text grants and the board allows, and the letters that stand for none. A right is
    /// named by its letter or its rook's file.
    fn read_rights(&self, text: &str) -> (u8, String) {
        let spec = R::spec();
        let mut rights = 0;
        let mut others = String::new();
        for letter in text.chars().filter(|_| text != "-") {
            let castlings = || spec.castlings.iter().enumerate().filter_map(|(number, c)| Some((number, c.as_ref()?)));
            let by_file = |c: &Castling| {
                let file = spec.file_letter(c.rook_from.file());
                letter == if c.color == Color::White { file.to_ascii_uppercase() } else { file }
            };
            let named = castlings().find(|(_, c)| c.letter == letter).or_else(|| castlings().find(|(_, c)| by_file(c)));
            let Some((number, castling)) = named else {
                others.push(letter);
                continue;
            };
            let rook_at_home = self.of(castling.color, castling.rook).has(castling.rook_from);
            let king_at_home = self.of(castling.color, castling.king).has(castling.king_from);
            if king_at_home && rook_at_home {
                rights |= 1 << number;
            }
        }
        (rights, others)
    }

    /// The multi-step that passed the squares of the text, which may be any part of the list in any order.
    fn read_multi_step(&self, text: &str) -> Result<Option<MultiStep>, FenError> {
        if text == "-" {
            return Ok(None);
        }
        let spec = R::spec();
        let mut listed = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (square, after) = spec.read_square(rest).ok_or_else(|| FenError::EnPassant(text.to_owned()))?;
            listed.push(square);
            rest = after;
        }
        let mover = !self.side;
        let from = spec.rank_of(mover, 1).into_iter().nth(listed[0].file() as usize);
        let empty = spec.board.without(self.occupied());
        let fits = |step: &MultiStep| {
            let path = step.passed() | step.from.bit();
            (self.pawns() & self.of_color(mover)).has(step.to)
                && path.without(empty).is_empty()
                && listed.iter().all(|&square| step.passed().has(square))
        };
        (2..=spec.page.pawn_step as i8)
            .filter_map(|length| Some(MultiStep { from: from?, to: from?.offset(0, mover.step().signum() * length)? }))
            .find(fits)
            .map(Some)
            .ok_or_else(|| FenError::NoMultiStep(text.to_owned()))
    }

    /// The position as FEN, as canonical as the rules ask for.
    pub fn fen(&self) -> String {
        let side = if self.side == Color::White { 'w' } else { 'b' };
        let aux = R::write_aux(self);
        let bracket = if aux.bracket.is_empty() { String::new() } else { format!("[{}]", aux.bracket) };
        let field = if aux.field.is_empty() { String::new() } else { format!(" {}", aux.field) };
        format!(
            "{}{bracket} {side} {} {} {} {}{field}",
            self.pieces_text(),
            self.rights_text(&aux.rights),
            self.multi_step_text(),
            self.clock,
            self.full_move
        )
    }

    fn pieces_text(&self) -> String {
        let spec = R::spec();
        let rank_text = |rank: u8| {
            let mut text = String::new();
            let mut run = 0;
            for file in 0..spec.page.files {
                match self.piece_at(Square::new(file, rank)) {
                    None => run += 1,
                    Some(piece) => {
                        if run > 0 {
                            text += &std::mem::take(&mut run).to_string();
                        }
                        text += &spec.piece_text(piece);
                    }
                }
            }
            if run > 0 {
                text += &run.to_string();
            }
            text
        };
        (0..spec.page.ranks).rev().map(rank_text).collect::<Vec<_>>().join("/")
    }

    fn rights_text(&self, others: &str) -> String {
        let held = |number: usize| self.castling_rights >> number & 1 != 0;
        let castlings = R::spec().castlings.iter().enumerate();
        let letters = castlings.filter(|&(number, _)| held(number)).filter_map(|(_, c)| Some(c.as_ref()?.letter));
        let mut letters: Vec<char> = letters.chain(others.chars()).collect();
        // White's first.
        letters.sort_by_key(char::is_ascii_lowercase);
        if letters.is_empty() { "-".to_owned() } else { letters.into_iter().collect() }
    }

    fn multi_step_text(&self) -> String {
        let Some(step) = self.multi_step else { return "-".to_owned() };
        let mut passed: Vec<Square> = step.passed().into_iter().collect();
        if !self.side == Color::Black {
            passed.reverse();
        }
        passed.into_iter().map(|square| R::spec().square_name(square)).collect()
    }
}

/// The board's part of the field and what stands in square brackets after it.
fn split_bracket(text: &str) -> (&str, &str) {
    text.strip_suffix(']').and_then(|text| text.split_once('[')).unwrap_or((text, ""))
}

/// What is wrong with a text that does not begin with a piece: its letter, and the `+` before it.
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
