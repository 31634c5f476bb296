//! Begins the training of a network with another one, of the same game or of a relative.

use thiserror::Error;

use super::model::Shape;
use crate::board::Spec;
use crate::eval::network::{Inputs, Network, NetworkError, NetworkHeader, Purpose};
use crate::eval::{TERMS, term_of_relative};
use crate::games::Games;
use crate::types::Kind;

/// Why a network cannot be the beginning of another.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TransferError {
    /// The file has no network for a known game.
    #[error("{0}")]
    Network(#[from] NetworkError),
    /// The network has more hidden neurons, or another purpose.
    #[error("a network of {found}, expected at most {expected}, and the same purpose")]
    Shape {
        /// The shape of the network.
        found: String,
        /// The shape of the one that is trained.
        expected: String,
    },
}

/// A network with which training begins, and its game.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The network.
    pub network: Network,
    spec: &'static Spec,
}

impl Beginning {
    /// Reads the file of a network.
    ///
    /// # Errors
    /// When the file is something else, or the network is one for a game that is not known.
    pub fn read(games: &Games, bytes: &[u8]) -> Result<Self, TransferError> {
        let (header, _) = NetworkHeader::read(bytes)?;
        let unknown = || NetworkError::Game { found: header.game.clone(), expected: "a known game".to_owned() };
        let spec = games.find(&header.game).ok_or_else(unknown)?;
        Ok(Self { network: Network::from_bytes(bytes, spec)?, spec })
    }

    /// The kind of this network's game that moves like a kind of another game, if both games have it.
    fn kind(&self, spec: &Spec, kind: Kind) -> Option<Kind> {
        if kind.index() >= spec.kinds() {
            return None;
        }
        let wanted = spec.piece(kind);
        let is_like = |other: &Kind| {
            let piece = self.spec.piece(*other);
            (piece.betza, piece.role) == (wanted.betza, wanted.role)
        };
        // Two kinds may move alike: the one with the same number comes first.
        let same = Some(kind).filter(|kind| kind.index() < self.spec.kinds());
        same.into_iter().chain((0..self.spec.kinds()).map(Kind::new)).find(is_like)
    }

    /// The parameters with which a network of this shape and purpose for a game begins: those of this network where pieces
    /// move alike, and those of `fresh` elsewhere.
    pub(super) fn parameters(
        &self,
        shape: &Shape,
        purpose: Purpose,
        spec: &Spec,
        fresh: Vec<f32>,
    ) -> Result<Vec<f32>, TransferError> {
        let network = &self.network;
        let found = (network.hidden, network.term_hidden, network.purpose);
        let expected = (shape.hidden, shape.term_hidden, purpose);
        if found.0 > expected.0 || found.1 > expected.1 || found.2 != expected.2 {
            let [found, expected] = [found, expected].map(|(hidden, terms, purpose)| {
                format!("{hidden} hidden neurons, {terms} of terms, purpose {purpose:?}").to_lowercase()
            });
            return Err(TransferError::Shape { found, expected });
        }
        // A made-up file may have the rules of the game and other inputs.
        let is_same_game = network.rules == spec.rules_hash() && network.inputs == shape.inputs;
        let row = |input| self.input(&shape.inputs, input, spec, is_same_game);
        let term = |term| {
            let other = term_of_relative(term % TERMS, |kind| self.kind(spec, kind), is_same_game)?;
            Some(other + term / TERMS * TERMS)
        };
        Ok(shape.begun(network.numbers(), fresh, row, term))
    }

    /// The input of this network that is like an input of another game.
    fn input(&self, inputs: &Inputs, input: usize, spec: &Spec, is_same_game: bool) -> Option<usize> {
        if is_same_game {
            return Some(input);
        }
        let (number, rank, file) = inputs.place(input);
        let (is_theirs, number) = (number / (inputs.numbers() / 2), number % (inputs.numbers() / 2));
        let number = if number < spec.kinds() {
            self.kind(spec, Kind::new(number))?.index()
        } else {
            // Castling is marked alike in all games. Other marks mean something else in each.
            Some(self.spec.kinds()).filter(|_| number == spec.kinds())?
        };
        let of = &self.network.inputs;
        let ((files, ranks), (other_files, other_ranks)) = (inputs.size(), of.size());
        let (rank, file) = (scaled(rank, ranks, other_ranks), scaled(file, files, other_files));
        Some(((is_theirs * (of.numbers() / 2) + number) * other_ranks + rank) * other_files + file)
    }
}

/// The line of a board with `other` lines that is like a line of one with `size`: as far from the nearer edge.
fn scaled(line: usize, size: usize, other: usize) -> usize {
    if 2 * line < size { line.min(other - 1) } else { (other + line).saturating_sub(size) }
}
