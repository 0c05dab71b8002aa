//! Compiler flags among the options: `--cflags -O2 -Iinclude`.

use std::ffi::OsString;
use std::path::Path;

const FLAG_OPTIONS: [&str; 3] = ["--cflags", "--reference-flags", "--port-flags"];
/// Compiler flags whose value may be the next word.
const FLAGS_WITH_VALUE: [&str; 7] = [
    "-I", "-D", "-U", "-include", "-isystem", "-Xclang", "-mllvm",
];

/// Rewrites `--cflags -O2 -I dir` into `--cflags=-O2 --cflags=-I --cflags=dir`,
/// for each of the three flag options, and splits quoted groups
/// (`--cflags='-O2 -mavx2'`) into words. Words up to the next one that does not
/// start with a single dash belong to the option.
pub fn normalise(args: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, String> {
    let mut out = Vec::new();
    let mut args = args.peekable();
    while let Some(arg) = args.next() {
        let Some(text) = arg.to_str() else {
            out.push(arg);
            continue;
        };
        if text == "--" {
            out.push(arg);
            out.extend(args);
            break;
        }
        let (name, inline) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (text, None),
        };
        let Some(option) = FLAG_OPTIONS.iter().find(|o| **o == name) else {
            out.push(arg);
            continue;
        };
        let mut words = Vec::new();
        match inline {
            Some(value) => words.extend(split(&value)?),
            None => {
                let mut expect_value = false;
                while let Some(next) = args.peek().and_then(|a| a.to_str()) {
                    let ours = next.starts_with("--") || is_ours(next);
                    let is_flag = next.starts_with('-') && !ours;
                    if !is_flag && !expect_value {
                        break;
                    }
                    let parts = split(next)?;
                    expect_value = parts
                        .last()
                        .is_some_and(|w| FLAGS_WITH_VALUE.contains(&w.as_str()));
                    words.extend(parts);
                    args.next();
                }
                if words.is_empty() {
                    return Err(format!(
                        "{option} needs at least one compiler flag, such as {option} -O2"
                    ));
                }
            }
        }
        out.extend(
            words
                .iter()
                .map(|w| OsString::from(format!("{option}={w}"))),
        );
    }
    Ok(out)
}

/// Whether a word with a single dash is an option of ours: `-o FILE` (no compilation has
/// another output), `-p BUILD`, or `-pBUILD`, which clang's `-pthread` looks like.
fn is_ours(word: &str) -> bool {
    let is_build = |name: &str| {
        let path = Path::new(name);
        path.join("compile_commands.json").is_file() || name.ends_with(".json") && path.is_file()
    };
    matches!(word, "-" | "-o" | "-p") || word.strip_prefix("-p").is_some_and(is_build)
}

fn split(text: &str) -> Result<Vec<String>, String> {
    shlex::split(text).ok_or_else(|| format!("unbalanced quotes in compiler flags: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(args: &[&str]) -> Vec<String> {
        let words = normalise(args.iter().map(OsString::from)).unwrap();
        words
            .into_iter()
            .map(|w| w.into_string().unwrap())
            .collect()
    }

    #[test]
    fn flags_follow_as_separate_words() {
        assert_eq!(
            run(&[
                "check", "--cflags", "-O2", "-I", "inc", "a.c", "--port", "g"
            ]),
            [
                "check",
                "--cflags=-O2",
                "--cflags=-I",
                "--cflags=inc",
                "a.c",
                "--port",
                "g"
            ]
        );
    }

    #[test]
    fn options_of_ours_end_the_flags() {
        assert_eq!(
            run(&[
                "init", "--cflags", "-mavx2", "-pthread", "-o", "i.toml", "src"
            ]),
            [
                "init",
                "--cflags=-mavx2",
                "--cflags=-pthread",
                "-o",
                "i.toml",
                "src"
            ]
        );
        let build = tempfile::tempdir().unwrap();
        std::fs::write(build.path().join("compile_commands.json"), "[]").unwrap();
        let option = format!("-p{}", build.path().display());
        assert_eq!(
            run(&["check", "--cflags", "-O2", &option]),
            ["check", "--cflags=-O2", &option]
        );
    }

    #[test]
    fn a_quoted_group_is_split() {
        assert_eq!(
            run(&[
                "--port-flags=-O3 -mavx2",
                "--reference-flags",
                "-O1 -DX='a b'"
            ]),
            [
                "--port-flags=-O3",
                "--port-flags=-mavx2",
                "--reference-flags=-O1",
                "--reference-flags=-DX=a b"
            ]
        );
    }

    #[test]
    fn an_option_without_flags_is_refused() {
        let error = normalise(["--cflags", "a.c"].iter().map(OsString::from)).unwrap_err();
        assert!(error.contains("--cflags needs"));
    }

    #[test]
    fn words_after_the_double_dash_are_left_alone() {
        assert_eq!(
            run(&["run", "h.c", "--", "--cflags", "x"]),
            ["run", "h.c", "--", "--cflags", "x"]
        );
    }
}
