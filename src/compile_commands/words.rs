//! The words of a command, with those that it takes from files.

use std::path::Path;

use crate::regular;

/// The most bytes of a response file.
const MOST: u64 = 16 << 20;

/// The most response files of a command: one may name another.
const MOST_FILES: usize = 64;

/// Replaces `@FILE` by the words of the file, and `-Wp,A,B` by `A B`. Relative names start at
/// `directory`.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn expanded(words: &[String], directory: &Path) -> Result<Vec<String>, String> {
    let mut left: Vec<String> = words.iter().rev().cloned().collect();
    let mut files = 0;
    let mut found = Vec::new();
    while let Some(word) = left.pop() {
        if let Some(name) = word.strip_prefix('@').filter(|_| !found.is_empty()) {
            files += 1;
            if files > MOST_FILES {
                return Err(format!(
                    "a command has more than {MOST_FILES} response files"
                ));
            }
            let path = directory.join(name);
            let text = regular::read_text(&path, MOST)
                .map_err(|why| format!("flags of the build in {}: {why}", path.display()))?;
            left.extend(shlex::split(&text).unwrap_or_default().into_iter().rev());
        } else if let Some(words) = word.strip_prefix("-Wp,") {
            left.extend(words.split(',').rev().map(str::to_owned));
        } else {
            found.push(word);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_the_preprocessor_are_flags() {
        let words = ["cc", "-Wp,-DX=1,-MD,a.d", "a.c"].map(str::to_owned);
        let found = expanded(&words, Path::new("/"));
        assert_eq!(
            found,
            Ok(["cc", "-DX=1", "-MD", "a.d", "a.c"]
                .map(str::to_owned)
                .to_vec())
        );
    }

    #[test]
    fn files_have_flags() {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("x.rsp"), "-DX='a b' -I inc").expect("a file");
        let words = ["cc", "@x.rsp", "a.c"].map(str::to_owned);
        let found = expanded(&words, directory.path());
        assert_eq!(
            found,
            Ok(["cc", "-DX=a b", "-I", "inc", "a.c"]
                .map(str::to_owned)
                .to_vec())
        );
        let words = ["cc", "@y.rsp"].map(str::to_owned);
        let refusal = expanded(&words, directory.path()).expect_err("no file");
        assert!(refusal.contains("y.rsp"), "{refusal}");
    }
}
