//! Castling of a diagram.

use super::super::draft::Draft;
use super::super::problem::Fault;
use super::array::Array;
use super::pieces::Piece;
use super::rules::Rules;
use super::xbetza::Castle;
use crate::types::{Color, Kind, KindSet, Square};

/// Sets what castles, and returns the rights of the start position.
pub(super) fn set(game: &mut Draft, pieces: &[Piece], array: &Array, rules: &Rules) -> Result<String, (usize, Fault)> {
    let castling = &mut game.laws.castling;
    castling.allowed = false;
    let mut kings = pieces.iter().enumerate().filter(|(_, piece)| !piece.movement.castles.is_empty());
    let Some((number, piece)) = kings.next() else { return Ok("-".to_owned()) };
    let wrong = |line: usize, why: &str| (line, Fault::contradiction(why));
    if let Some((_, other)) = kings.next() {
        return Err(wrong(other.line, "a second kind of piece that castles as a king"));
    }
    castling.allowed = true;
    castling.kings = [Kind::new(piece.slot); 2];
    let finder = Finder { array, rules, number, castles: &piece.movement.castles };
    let found = Color::BOTH.map(|color| finder.of(color).map_err(|why| wrong(piece.line, why)));
    let [white, black] = found;
    let (white, black) = (white?, black?);
    let mut rights = String::new();
    let mut rooks = [KindSet(0); 2];
    for (side, found) in [&white, &black].into_iter().enumerate() {
        for (number, castling) in found.iter().enumerate().filter_map(|(number, found)| Some((number, found.as_ref()?)))
        {
            let letter = if number == 0 { 'K' } else { 'Q' };
            rights.push(if side == 0 { letter } else { letter.to_ascii_lowercase() });
            rooks[side] = rooks[side].with(Kind::new(pieces[castling.rook].slot));
        }
    }
    let differs = |this: &Option<Found>, other: &Option<Found>| match (this, other) {
        (Some(this), Some(other)) => (this.to, this.rook_file, this.rank) != (other.to, other.rook_file, other.rank),
        _ => false,
    };
    if (0..2).any(|number| differs(&white[number], &black[number])) {
        return Err(wrong(piece.line, "the kings castle to different files, or with rooks on different ones"));
    }
    for (number, found) in (0..2).filter_map(|number| Some((number, white[number].or(black[number])?))) {
        castling.to_files[number] = found.to;
        castling.rook_files[number] = found.rook_file;
        castling.rank = found.rank;
        castling.king_file = found.king_file;
    }
    castling.rooks = rooks;
    Ok(if rights.is_empty() { "-".to_owned() } else { rights })
}

/// A castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Found {
    king_file: u8,
    /// The king's file after it.
    to: u8,
    /// The number of the partner's kind.
    rook: usize,
    rook_file: u8,
    /// From the side's first.
    rank: u8,
}

/// What is needed to find the castlings of a side.
struct Finder<'a> {
    array: &'a Array,
    rules: &'a Rules,
    /// The number of the king's kind.
    number: usize,
    castles: &'a [Castle],
}

impl Finder<'_> {
    /// Castling towards the higher files, and towards the lower ones.
    fn of(&self, color: Color) -> Result<[Option<Found>; 2], &'static str> {
        let kings: Vec<Square> = self.array.squares_of(self.number, color).into_iter().collect();
        let [king] = kings[..] else { return Ok([None; 2]) };
        let mut found = [None; 2];
        for castle in self.castles {
            // Black's right is White's left, unless the diagram says otherwise.
            let turned = color == Color::Black && !self.rules.castle_flip;
            for (number, place) in found.iter_mut().enumerate() {
                if castle.sides[if turned { 1 - number } else { number }] {
                    let here = self.castling(king, color, castle, number == 0);
                    if here.is_some() && place.is_some_and(|known| Some(known) != here) {
                        return Err("the king castles to several squares of one side, expected one");
                    }
                    *place = here.or(*place);
                }
            }
        }
        Ok(found)
    }

    fn castling(&self, king: Square, color: Color, castle: &Castle, is_up: bool) -> Option<Found> {
        let files = self.rules.files as u8;
        let occupied = |file: &u8| self.array.at(*file, king.rank()).is_some();
        let on_rank: Vec<u8> = (0..files).filter(occupied).collect();
        let second = usize::from(castle.is_second);
        // The piece beside the outermost one is the next square's.
        let edge = if is_up { *on_rank.last()? } else { *on_rank.first()? };
        let rook_file = if is_up { edge.checked_sub(second as u8)? } else { edge + second as u8 };
        let (rook, owner) = self.array.at(rook_file, king.rank())?;
        let beyond = if is_up { rook_file > king.file() } else { rook_file < king.file() };
        let to = if is_up { king.file().checked_add(castle.range)? } else { king.file().checked_sub(castle.range)? };
        let rank = if color == Color::White { king.rank() } else { self.rules.ranks as u8 - 1 - king.rank() };
        let is_on_board = to < files && (1..files).contains(&(if is_up { to } else { to + 1 }));
        let found = Found { king_file: king.file(), to, rook, rook_file, rank };
        (owner == color && beyond && is_on_board).then_some(found)
    }
}
