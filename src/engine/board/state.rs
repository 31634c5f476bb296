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

/// A [`State`] as a FEN states it, in up to four places.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StateText {
    /// The text in square brackets after the board; empty if there are none.
    pub bracket: String,
    /// Letters of the castling field that do not name a castling.
    pub rights: String,
    /// The checks left to White and Black, as `3+3`, before the counters; empty if they are not counted.
    pub checks: String,
    /// The field after the counters; empty if there is none.
    pub field: String,
}

impl StateText {
    /// Refuses any state.
    ///
    /// # Errors
    /// If any of these places is used.
    pub fn refuse(&self) -> Result<(), FenError> {
        self.refuse_bracket()?;
        self.refuse_rights()?;
        self.refuse_checks()?;
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

    /// Refuses numbers of checks.
    ///
    /// # Errors
    /// If there are any.
    pub fn refuse_checks(&self) -> Result<(), FenError> {
        if self.checks.is_empty() { Ok(()) } else { Err(FenError::Surplus(self.checks.clone())) }
    }

    /// Refuses a field after the counters.
    ///
    /// # Errors
    /// If there is one.
    pub fn refuse_field(&self) -> Result<(), FenError> {
        if self.field.is_empty() { Ok(()) } else { Err(FenError::Surplus(self.field.clone())) }
    }
}
