//! Writes a file beside its place, under a name of its own, and moves it there when it is complete. Until then a file
//! that was there before stays as it was.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

/// A file being written. Dropping it without [`Output::commit`] leaves no trace.
#[derive(Debug)]
pub struct Output {
    file: BufWriter<File>,
    /// The file beside its place, and the place; `None` for what is not a regular file, such as a pipe.
    aside: Option<(TempPath, PathBuf)>,
    is_empty: bool,
}

impl Output {
    /// Begins a file. That it can be written is known from then on.
    ///
    /// # Errors
    /// When the file cannot be written, or no other can be written beside it.
    pub fn create(path: &Path) -> io::Result<Self> {
        let old = match path.metadata() {
            Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(old) if !old.is_file() => return Self::direct(path, false),
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        // The file that a symbolic link names is replaced, not the link.
        let place = match &old {
            Some(_) => path.canonicalize()?,
            None if path.is_symlink() => return Self::direct(path, true),
            None => path.to_owned(),
        };
        if old.is_some() {
            OpenOptions::new().write(true).open(&place)?;
        }
        let aside = create_beside(&place)?;
        if let Some(old) = old {
            aside.as_file().set_permissions(old.permissions())?;
        }
        let (file, aside) = aside.into_parts();
        Ok(Self { file: BufWriter::new(file), aside: Some((aside, place)), is_empty: true })
    }

    /// Begins a file that takes this very place, whatever is there: a link and a FIFO are themselves replaced.
    ///
    /// # Errors
    /// When no file can be written beside it.
    pub fn replace(path: &Path) -> io::Result<Self> {
        let (file, aside) = create_beside(path)?.into_parts();
        Ok(Self { file: BufWriter::new(file), aside: Some((aside, path.to_owned())), is_empty: true })
    }

    fn direct(path: &Path, create: bool) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create(create).truncate(create).open(path)?;
        Ok(Self { file: BufWriter::new(file), aside: None, is_empty: true })
    }

    /// Whether nothing has been written yet.
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Puts the file in its place. The program must not have a file there open: some systems do not replace one.
    ///
    /// # Errors
    /// When it cannot be written or moved; a file that was there before stays.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some((aside, place)) = self.aside else { return Ok(()) };
        self.file.get_ref().sync_all()?;
        drop(self.file);
        aside.persist(&place).map_err(|error| error.error)?;
        // The new name itself reaches the disk with its folder, where a folder can be opened as a file.
        #[cfg(unix)]
        if let Ok(folder) = File::open(folder_of(&place)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty &= bytes.is_empty();
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn folder_of(place: &Path) -> &Path {
    place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file in the same folder, with a name that no other file has.
fn create_beside(place: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut prefix = place.file_name().unwrap_or_default().to_owned();
    prefix.push(".bactrian-");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".part");
    // Like any new file; a temporary one would be for this user only.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let beside = |error: io::Error| io::Error::new(error.kind(), format!("no file can be written beside it: {error}"));
    builder.tempfile_in(folder_of(place)).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(error.kind(), "its folder does not exist"),
        _ => beside(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_replaced_only_when_complete() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("hard link"));
        fs::write(&path, "old").unwrap();
        fs::hard_link(&path, &link).unwrap();
        let mut output = Output::create(&path).unwrap();
        output.write_all(b"new").unwrap();
        output.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(output);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "what was begun is gone");
        let mut output = Output::create(&path).unwrap();
        output.write_all(b"new").unwrap();
        output.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_to_string(&link).unwrap(), "old");
    }

    #[test]
    fn what_cannot_be_written_is_known_at_once() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Output::create(folder.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        let missing = folder.path().join("no").join("file");
        assert_eq!(Output::create(&missing).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let mut output = Output::create(&link).unwrap();
        output.write_all(b"new").unwrap();
        output.commit().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        Output::create(Path::new("/dev/null")).unwrap().commit().unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_itself_may_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [old, link, missing] = ["old", "link", "missing"].map(|name| folder.path().join(name));
        fs::write(&old, "old").unwrap();
        for target in [old.as_path(), &missing, Path::new("/dev/null"), &link] {
            let _ = fs::remove_file(&link);
            std::os::unix::fs::symlink(target, &link).unwrap();
            let mut output = Output::replace(&link).unwrap();
            output.write_all(b"new").unwrap();
            assert!(link.is_symlink(), "until it is complete");
            output.commit().unwrap();
            assert!(!link.is_symlink() && !missing.exists());
            assert_eq!(fs::read_to_string(&link).unwrap(), "new");
        }
        assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    }
}
