//! State of a game that is neither piece nor castling right nor en passant, and its place in a FEN.

use super::FenError;
use crate::types::Bitboard;

/// State of a game that is neither piece nor castling right nor en passant.
pub trait State: Copy + PartialEq + Default + Send + Sync + 'static {
    /// Its part of the hash key: 0 for the default, and for other states differences of numbers that
    /// [`crate::board::hash_number`] gives.
    fn key(self) -> u64;

    /// The squares whose pieces are in a state that an ordinary board does not show.
    fn marked(&self) -> Bitboard;
}

/// No state.
impl State for () {
    #[inline(always)]
    fn key(self) -> u64 {
        0
    }

    fn marked(&self) -> Bitboard {
        Bitboard::EMPTY
    }
}

/// A [`State`] as a FEN has it, which has three places for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StateText {
    /// The text in square brackets after the board; empty if there are none.
    pub bracket: String,
    /// Letters after the castling rights that name no castling.
    pub rights: String,
    /// The seventh field; empty if there is none.
    pub field: String,
}

impl StateText {
    /// Refuses any state.
    ///
    /// # Errors
    /// When any of the three places is used.
    pub fn refuse(&self) -> Result<(), FenError> {
        self.refuse_bracket()?;
        self.refuse_rights()?;
        self.refuse_field()
    }

    /// Refuses brackets after the board.
    ///
    /// # Errors
    /// When there are any.
    pub fn refuse_bracket(&self) -> Result<(), FenError> {
        if self.bracket.is_empty() { Ok(()) } else { Err(FenError::Bracket(self.bracket.clone())) }
    }

    /// Refuses letters that name no castling.
    ///
    /// # Errors
    /// When there are any.
    pub fn refuse_rights(&self) -> Result<(), FenError> {
        self.rights.chars().next().map_or(Ok(()), |letter| Err(FenError::Castling(letter)))
    }

    /// Refuses a seventh field.
    ///
    /// # Errors
    /// When there is one.
    pub fn refuse_field(&self) -> Result<(), FenError> {
        if self.field.is_empty() { Ok(()) } else { Err(FenError::Surplus(self.field.clone())) }
    }
}
