//! What games need that are not data alone.

use crate::board::FenError;
use crate::types::Square;

/// State of a game that is neither piece nor castling right nor en passant.
pub trait Aux: Copy + PartialEq + Default + Send + Sync + 'static {
    /// Its part of the hash key: 0 for the default, and for other states differences of numbers that
    /// [`crate::board::hash_number`] gives.
    fn key(self) -> u64;
}

/// No state.
impl Aux for () {
    #[inline(always)]
    fn key(self) -> u64 {
        0
    }
}

/// A move as XBoard is told it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClientMove {
    /// The text, with the game's own files and ranks from 1.
    pub text: String,
    /// Whether XBoard's board is right after it.
    pub shown: bool,
    /// Where a piece stands after it that XBoard has taken off the board.
    pub lost: Option<Square>,
}

impl ClientMove {
    /// A move after which XBoard's board is right.
    pub fn drawn(text: String) -> Self {
        Self { text, shown: true, lost: None }
    }
}

/// [`Aux`] as a FEN has it, which has three places for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AuxText {
    /// What stands in square brackets after the board; empty if there are none.
    pub bracket: String,
    /// Letters after the castling rights that stand for none.
    pub rights: String,
    /// The seventh field; empty if there is none.
    pub field: String,
}

impl AuxText {
    /// Refuses everything that is there.
    ///
    /// # Errors
    /// When anything is there.
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

    /// Refuses rights that are no castling rights.
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
