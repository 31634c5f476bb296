//! A game's own state, and how a FEN states it.

use super::FenError;

/// The state of a game beyond pieces, castling rights and en passant.
pub trait State: Copy + PartialEq + Default + Send + Sync + 'static {
    /// What it adds to the hash key: 0 for the default, else the exclusive or of numbers from
    /// [`crate::board::hash_number`].
    fn key(self) -> u64;
}

/// No state.
impl State for () {
    #[inline(always)]
    fn key(self) -> u64 {
        0
    }
}

/// A [`State`] as a FEN states it, in up to three places.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StateText {
    /// The text in square brackets after the board; empty if there are none.
    pub bracket: String,
    /// Letters of the castling field that do not name a castling.
    pub rights: String,
    /// The seventh field; empty if there is none.
    pub field: String,
}

impl StateText {
    /// Refuses any state.
    ///
    /// # Errors
    /// If any of the three places is used.
    pub fn refuse(&self) -> Result<(), FenError> {
        self.refuse_bracket()?;
        self.refuse_rights()?;
        self.refuse_field()
    }

    /// Refuses square brackets after the board.
    ///
    /// # Errors
    /// If there are any.
    pub fn refuse_bracket(&self) -> Result<(), FenError> {
        if self.bracket.is_empty() { Ok(()) } else { Err(FenError::Bracket(self.bracket.clone())) }
    }

    /// Refuses letters that do not name a castling.
    ///
    /// # Errors
    /// If there are any.
    pub fn refuse_rights(&self) -> Result<(), FenError> {
        self.rights.chars().next().map_or(Ok(()), |letter| Err(FenError::Castling(letter)))
    }

    /// Refuses a seventh field.
    ///
    /// # Errors
    /// If there is one.
    pub fn refuse_field(&self) -> Result<(), FenError> {
        if self.field.is_empty() { Ok(()) } else { Err(FenError::Surplus(self.field.clone())) }
    }
}
