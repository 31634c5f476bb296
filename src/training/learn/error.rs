//! Why nothing can be learned.

use std::error::Error;
use std::io;
use std::path::Path;

use thiserror::Error;

use crate::eval::WeightsError;
use crate::eval::network::NetworkError;
use crate::games::UnknownGame;
use crate::system::ThreadError;

/// Why nothing can be learned.
#[derive(Debug, Error)]
pub enum LearnError {
    /// No game has this name.
    #[error("{0}")]
    UnknownGame(#[from] UnknownGame),
    /// A file cannot be read or written, or its content is wrong.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What is wrong.
        error: Box<dyn Error + Send + Sync>,
    },
    /// The folder holds something else. Holds it, and why it was refused.
    #[error("{0} is not a folder to go on with: {1}")]
    OtherFolder(String, String),
    /// Another process uses the folder.
    #[error("{0} is in use by another process")]
    InUse(String),
    /// Weights cannot be stored.
    #[error("{0}")]
    Weights(#[from] WeightsError),
    /// A network of the state cannot be read.
    #[error("{0}")]
    Network(#[from] NetworkError),
    /// Threads cannot be started.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Not even one thread can be started.
    #[error("{0}")]
    Thread(#[from] ThreadError),
    /// The listener cannot write its output.
    #[error("the output cannot be written: {0}")]
    Output(io::Error),
}

impl LearnError {
    pub(super) fn file(path: &Path, error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::File { path: path.display().to_string(), error: error.into() }
    }
}
