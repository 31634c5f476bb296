//! Files from which the training of a network goes on.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::options::{Epoch, TrainOptions};
use crate::board::Spec;
use crate::files::{Output, pack, unpack};

/// The name of the format, and its version.
const FORMAT: &str = "bactrian checkpoint 2";

/// Why a checkpoint was refused.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file holds something else, or is cut.
    #[error("no complete checkpoint of `bactrian train`")]
    Foreign,
    /// The checkpoint was written with other options or positions.
    #[error("a checkpoint of other options or positions; remove it to start again")]
    Other,
}

/// What is trained: only a checkpoint of the same goes on.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Subject {
    pub rules: String,
    pub options: TrainOptions,
    /// The name of the network with which it began.
    pub from: Option<String>,
    pub positions: usize,
}

/// The first line of the file.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    subject: Subject,
    parameters: usize,
    steps: i32,
    epochs: Vec<Epoch>,
}

/// What the training goes on with.
pub(super) struct Checkpoint {
    pub parameters: Vec<f32>,
    pub moments: [Vec<f32>; 2],
    pub steps: i32,
    pub epochs: Vec<Epoch>,
}

impl Checkpoint {
    /// Reads a checkpoint for a network of this game with so many parameters; `None` if the file is not there.
    pub fn read(
        path: &Path,
        subject: &Subject,
        spec: &Spec,
        parameters: usize,
    ) -> Result<Option<Self>, CheckpointError> {
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes?,
        };
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or(CheckpointError::Foreign)?;
        let mut header: Header = serde_json::from_slice(&bytes[..end]).map_err(|_| CheckpointError::Foreign)?;
        if header.format != FORMAT {
            return Err(CheckpointError::Foreign);
        }
        if header.subject.rules == spec.earlier_rules_hash() {
            header.subject.rules = spec.rules_hash();
        }
        if header.subject != *subject {
            return Err(CheckpointError::Other);
        }
        let numbers = unpack(&bytes[end + 1..], 12 * parameters).map_err(|_| CheckpointError::Foreign)?;
        if header.parameters != parameters || numbers.len() != 12 * parameters {
            return Err(CheckpointError::Foreign);
        }
        let four = |four: &[u8]| f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        let mut floats = numbers.chunks_exact(4).map(four);
        let mut take = || -> Vec<f32> { floats.by_ref().take(parameters).collect() };
        let (parameters, moments) = (take(), [take(), take()]);
        Ok(Some(Self { parameters, moments, steps: header.steps, epochs: header.epochs }))
    }

    /// Writes a checkpoint; one that was there before stays until the new one is complete.
    pub fn write(
        path: &Path,
        subject: Subject,
        parameters: &[f32],
        moments: &[Vec<f32>; 2],
        steps: i32,
        epochs: &[Epoch],
    ) -> Result<(), CheckpointError> {
        let header =
            Header { format: FORMAT.to_owned(), subject, parameters: parameters.len(), steps, epochs: epochs.to_vec() };
        let numbers = parameters.iter().chain(&moments[0]).chain(&moments[1]);
        let bytes: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        let mut output = Output::create(path)?;
        output.write_all(&serde_json::to_vec(&header).map_err(io::Error::from)?)?;
        output.write_all(b"\n")?;
        output.write_all(&pack(&bytes))?;
        Ok(output.commit()?)
    }
}
