//! The words of a command, with those that it takes from files.

use std::path::Path;

use crate::regular;

/// The most bytes of a response file.
const MOST: u64 = 16 << 20;

/// The most response files of a command: one may name another.
const MOST_FILES: usize = 64;

/// Flags of clang's front end that are flags of the driver as well.
const OF_DRIVER: [&str; 9] = [
    "-I",
    "-D",
    "-U",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-imacros",
    "-include",
    "-include-pch",
];

/// Replaces `@FILE` by the words of the file, `-Wp,A,B` by `A B`, and `-Xclang -I -Xclang A` by
/// `-I A`. Relative names start at `directory`.
///
/// # Errors
/// If a file cannot be read, or a quote in it is not closed.
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
            let words = shlex::split(&text)
                .ok_or_else(|| format!("{}: a quote is not closed", path.display()))?;
            left.extend(words.into_iter().rev());
        } else if let Some(words) = word.strip_prefix("-Wp,") {
            left.extend(words.split(',').rev().map(str::to_owned));
        } else if word == "-Xpreprocessor" {
            // Its value is a flag of the driver too.
        } else if word == "-Xclang"
            && let Some(flag) = left.pop_if(|flag| is_of_driver(flag))
        {
            // The value is given in the same way.
            if OF_DRIVER.contains(&flag.as_str()) {
                left.pop_if(|word| word == "-Xclang");
            }
            left.push(flag);
        } else {
            found.push(word);
        }
    }
    Ok(found)
}

/// Whether these words give a text to a shell (`sh -c TEXT`), so that they are not those of a
/// compiler. A script that a shell runs has its words.
pub(super) fn is_of_shell(words: &[String]) -> bool {
    const SHELLS: [&str; 6] = ["sh", "bash", "dash", "zsh", "ksh", "busybox"];
    const WINDOWS: [&str; 2] = ["cmd", "cmd.exe"];
    let [program, rest @ ..] = words else {
        return false;
    };
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let options = rest.iter().take_while(|word| word.starts_with('-'));
    let has_text = |option: &String| !option.starts_with("--") && option.contains('c');
    WINDOWS.contains(&name.to_ascii_lowercase().as_str())
        || SHELLS.contains(&name) && options.clone().any(has_text)
}

fn is_of_driver(flag: &str) -> bool {
    OF_DRIVER.iter().any(|known| flag.starts_with(known))
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
    fn flags_of_the_front_end_are_flags() {
        let text = "cc -Xclang -I -Xclang inc -Xclang -DX=1 -Xclang -include-pch -Xclang a.pch \
                    -Xclang -fopenmp -Xpreprocessor -DY a.c";
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let found = expanded(&words, Path::new("/")).map(|words| words.join(" "));
        let expected = "cc -I inc -DX=1 -include-pch a.pch -Xclang -fopenmp -DY a.c";
        assert_eq!(found, Ok(expected.to_owned()));
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
        std::fs::write(directory.path().join("y.rsp"), "-DX='a").expect("a file");
        let refusal = expanded(&words, directory.path()).expect_err("an open quote");
        assert!(refusal.contains("a quote is not closed"), "{refusal}");
    }

    #[test]
    fn texts_for_shells_are_no_words() {
        let of = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            is_of_shell(&words)
        };
        assert!(of(&["/bin/sh", "-ec", "cc -DX -c a.c"]));
        assert!(of(&["cmd.exe", "/C", "cl /DX a.c"]));
        assert!(!of(&["/bin/sh", "../libtool", "cc", "-c", "a.c"]));
        assert!(!of(&["cc", "-c", "a.c"]));
    }
}
