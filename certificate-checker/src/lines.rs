//! Reader of a certificate's lines.

use std::io::{BufRead, Read};

/// Greatest length of a line in bytes; queries are the longest. It keeps a file without line
/// ends from being read whole.
const LONGEST: u64 = 256 << 20;

/// The lines of a file, without line ends.
pub(crate) fn lines(mut reader: impl BufRead) -> impl Iterator<Item = Result<String, String>> {
    std::iter::from_fn(move || {
        let mut text = String::new();
        let read = reader.by_ref().take(LONGEST).read_line(&mut text);
        match read {
            Err(e) => Some(Err(e.to_string())),
            Ok(0) => None,
            Ok(_) if text.ends_with('\n') => {
                text.pop();
                Some(Ok(text))
            }
            Ok(length) if length as u64 == LONGEST => Some(Err("an endless line".to_owned())),
            Ok(_) => Some(Ok(text)),
        }
    })
}
