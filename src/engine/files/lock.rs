//! Locks on files that one process at a time writes.

use std::fs::{File, TryLockError};
use std::path::Path;

/// Whether no other process has this file locked. Then it is locked as long as it is open; where files cannot be locked,
/// that is only logged.
pub fn is_free(path: &Path, file: &File) -> bool {
    match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(error)) => {
            log::warn!("{} cannot be locked: {error}", path.display());
            true
        }
    }
}
