//! Reads files that a user names, if they are finite.

use std::fs::File;
use std::io::{Error, Read, Result};
use std::path::Path;

/// Opens a regular file of at most `most` bytes.
///
/// # Errors
/// The system's error; also for directories, devices and pipes, which may have no end, and
/// for files that are too large.
pub fn open(path: &Path, most: u64) -> Result<File> {
    // Opening a pipe blocks until its other end is open.
    let found = std::fs::metadata(path)?;
    let refused = |why: String| Err(Error::other(why));
    match () {
        () if found.is_dir() => refused("this is a directory".to_owned()),
        () if !found.is_file() => refused("this is no regular file".to_owned()),
        () if found.len() > most => refused(format!("larger than {} MiB", most >> 20)),
        () => File::open(path),
    }
}

/// The contents of a regular file of at most `most` bytes.
///
/// # Errors
/// As [`open`].
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, most)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The contents of a regular file of at most `most` bytes as text.
///
/// # Errors
/// As [`open`]; also if the contents are not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    String::from_utf8(read(path, most)?).map_err(Error::other)
}

/// The contents of a source file of at most `most` bytes: bytes that are not UTF-8, as in
/// comments of other encodings, are question marks, so that all others keep their place.
///
/// # Errors
/// As [`open`].
pub fn read_source(path: &Path, most: u64) -> Result<String> {
    let bytes = read(path, most)?;
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_have_no_end_is_refused() {
        let refused = |path: &str| read(Path::new(path), 100).unwrap_err().to_string();
        assert_eq!(refused("/dev/zero"), "this is no regular file");
        assert_eq!(refused("/"), "this is a directory");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, "text").unwrap();
        assert_eq!(read_text(file.path(), 4).unwrap(), "text");
        assert!(read(file.path(), 3).is_err());
        std::fs::write(&file, b"// gr\xfc\xdfe\n\xc3\xa4").unwrap();
        assert_eq!(read_source(file.path(), 20).unwrap(), "// gr??e\n\u{e4}");
    }
}
