//! Reads files of a bounded length that nobody may have looked at.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a regular file, or of one that a link leads to.
///
/// # Errors
/// When it cannot be read, is something else, such as a FIFO or a device, or has more than `limit` bytes.
pub fn read_file(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    // One byte more than is allowed shows that the file is too long.
    file.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        return Err(io::Error::other(format!("it has more than {limit} bytes")));
    }
    Ok(bytes)
}

/// Opens a file. A FIFO without a writer does not make this wait.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, rustix::fs::OFlags::NONBLOCK.bits() as i32);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn files_are_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "camels").unwrap();
        assert_eq!(read_file(&path, 6).unwrap(), b"camels");
        assert_eq!(read_file(&path, 5).unwrap_err().to_string(), "it has more than 5 bytes");
        assert!(read_file(folder.path(), 6).is_err() && read_file(&folder.path().join("none"), 6).is_err());
    }

    /// None of these ends by itself.
    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name| folder.path().join(name);
        fs::write(at("file"), "towers").unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at("fifo")).status().unwrap().success());
        for (link, target) in [("to file", "file"), ("to fifo", "fifo"), ("to none", "none"), ("zero", "/dev/zero")] {
            std::os::unix::fs::symlink(target, at(link)).unwrap();
        }
        assert_eq!(read_file(&at("to file"), 9).unwrap(), b"towers");
        for name in ["fifo", "to fifo", "zero"] {
            assert_eq!(read_file(&at(name), 9).unwrap_err().to_string(), "it is not a regular file", "{name}");
        }
        assert_eq!(read_file(&at("to none"), 9).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
