//! The start position of a game, before the game has tables.

use super::draft::{Draft, Text};
use super::keys::is_checks;
use super::problem::{Fault, quoted};
use crate::types::{Color, Kind, KindSet, SQUARES, Square};

/// The pieces of a start position, and which side is on move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The kinds of the pieces, numbered by their slots, and their sides, by square.
    pub cells: [Option<(Kind, Color)>; SQUARES],
    /// The kinds of the pieces in hand, numbered by their slots, and their sides.
    pub hand: Vec<(Kind, Color)>,
    /// The kinds that are written by their own letters, on the board or in hand.
    pub written: KindSet,
    /// The checks left to White and Black, as `3+3`; empty if they are not counted.
    pub checks: String,
    /// The fields after the board, without the checks left.
    pub fields: Vec<String>,
}

impl Start {
    /// Reads the start position of a game.
    ///
    /// # Errors
    /// When the text is not a position of the game.
    pub fn of(game: &Draft) -> Result<Self, Fault> {
        let mut fields = game.start.split_whitespace();
        let board = fields.next().unwrap_or_default();
        let (board, hand) = board.split_once('[').unwrap_or((board, "]"));
        let hand = if hand == "-]" { "]" } else { hand };
        let hand = hand.strip_suffix(']').ok_or_else(|| Fault::value(&game.start, "`]` after the pieces in hand"))?;
        let (checks, fields): (Vec<&str>, Vec<&str>) = fields.partition(|field| is_checks(field));
        let mut start = Self {
            cells: [None; SQUARES],
            hand: Vec::new(),
            written: KindSet(0),
            checks: checks.concat(),
            fields: fields.into_iter().map(str::to_owned).collect(),
        };
        start.read_board(game, board)?;
        start.read_hand(game, hand)?;
        start.check_fields()?;
        start.check_state(game)?;
        Ok(start)
    }

    fn read_board(&mut self, game: &Draft, board: &str) -> Result<(), Fault> {
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(game.ranks) {
            return Err(Fault::contradiction(format!(
                "the start position has {} ranks, expected the {} of maxRank",
                rows.len(),
                game.ranks
            )));
        }
        rows.iter().zip((0..game.ranks).rev()).try_for_each(|(row, rank)| self.read_row(game, row, rank))
    }

    fn read_row(&mut self, game: &Draft, row: &str, rank: u8) -> Result<(), Fault> {
        let (mut file, mut rest) = (0usize, row);
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                file = file.saturating_add(rest[..digits].parse().unwrap_or(usize::MAX));
                rest = &rest[digits..];
                continue;
            }
            let crowned = first == '+';
            let letter = rest[usize::from(crowned)..].chars().next().unwrap_or('+');
            let own = slot_of(game, letter, crowned);
            let form = || game.laws.promoted_forms[slot_of(game, letter, false)?].map(Kind::index);
            let slot = own.or_else(|| if crowned { form() } else { None });
            let slot = slot.ok_or_else(|| {
                Fault::value(
                    &rest.chars().take(2).collect::<String>(),
                    "letters of the game's pieces and numbers of empty squares",
                )
            })?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if file < usize::from(game.files) {
                self.cells[Square::new(file as u8, rank).index()] = Some((Kind::new(slot), color));
            }
            if own.is_some() {
                self.written = self.written.with(Kind::new(slot));
            }
            file = file.saturating_add(1);
            rest = &rest[usize::from(crowned) + letter.len_utf8()..];
        }
        if file == usize::from(game.files) {
            return Ok(());
        }
        Err(Fault::contradiction(format!(
            "the rank `{}` has {file} squares, expected the {} of maxFile",
            quoted(row),
            game.files
        )))
    }

    fn read_hand(&mut self, game: &Draft, hand: &str) -> Result<(), Fault> {
        for letter in hand.chars() {
            let slot = slot_of(game, letter, false)
                .ok_or_else(|| Fault::value(hand, "letters of the game's pieces in hand, without `+`"))?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            self.written = self.written.with(Kind::new(slot));
            self.hand.push((Kind::new(slot), color));
        }
        Ok(())
    }

    /// Checks that what goes beyond the board belongs to the game.
    fn check_state(&self, game: &Draft) -> Result<(), Fault> {
        if !self.hand.is_empty() && !game.laws.drops.has_hands() {
            return Err(Fault::value(&game.start, "a position without pieces in hand, or `pieceDrops = true`"));
        }
        if !self.checks.is_empty() && !game.laws.counts_checks {
            return Err(Fault::value(&self.checks, "no number of checks, or `checkCounting = true`"));
        }
        Ok(())
    }

    fn check_fields(&self) -> Result<(), Fault> {
        let field = |number: usize, default: &'static str| self.fields.get(number).map_or(default, String::as_str);
        let side = field(0, "");
        if !matches!(side, "w" | "b") {
            return Err(Fault::value(side, "`w` or `b` for the side on move, after the board"));
        }
        let rights = field(1, "-");
        if rights != "-" && !rights.bytes().all(|c| c.is_ascii_alphabetic()) {
            return Err(Fault::value(rights, "castling rights such as `KQkq`, or `-` for none"));
        }
        if field(2, "-") != "-" {
            return Err(Fault::value(field(2, "-"), "`-`: no pawn has just made a double step"));
        }
        for counter in [field(3, "0"), field(4, "1")] {
            counter.parse::<u16>().map_err(|_| Fault::value(counter, "the counters `0 1` at the end"))?;
        }
        self.fields.get(5).map_or(Ok(()), |surplus| Err(Fault::value(surplus, "nothing after the counters")))
    }

    /// Whether both sides begin with the same pieces on mirrored squares, or on squares turned by half a turn.
    pub fn is_symmetric(&self, game: &Draft) -> bool {
        let of = |square: Square| self.cells[square.index()];
        let faces = |turned: bool| {
            game.board().into_iter().all(|square| {
                let file = if turned { game.files - 1 - square.file() } else { square.file() };
                let other = of(Square::new(file, game.ranks - 1 - square.rank()));
                other == of(square).map(|(kind, color)| (kind, !color))
            })
        };
        faces(false) || faces(true)
    }

    /// The castling rights.
    pub fn rights(&self) -> &str {
        self.fields.get(1).map_or("-", String::as_str)
    }

    /// The squares of a side's pieces whose kind `wanted` accepts.
    pub fn squares_of(&self, color: Color, wanted: impl Fn(Kind) -> bool) -> Vec<Square> {
        let is_it = |square: &Square| self.cells[square.index()].is_some_and(|(kind, c)| c == color && wanted(kind));
        Square::all().filter(is_it).collect()
    }
}

/// The slot of the piece with this letter, in any case.
fn slot_of(game: &Draft, letter: char, crowned: bool) -> Option<usize> {
    let text = Text { letter: letter.to_ascii_uppercase(), crowned };
    game.texts.iter().position(|&known| known == Some(text))
}
