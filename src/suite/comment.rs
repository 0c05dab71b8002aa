//! Checks in comments: `// simdiff: check --reference f --port g => equivalent "phrase"`
//! stands for `simdiff check FILE --reference f --port g` in the file's directory.
//!
//! Invariant: a comment that asks for a check in another form (without the blank, behind
//! code, in `/* … */`) is reported as a mistake, never skipped.

use std::path::Path;
use std::sync::Arc;

use super::case::Case;
use super::expect::Expected;
use super::near;
use super::place::Place;
use super::resolve::positional;
use crate::problem::Problem;

const PREFIX: &str = "// simdiff:";
/// The prefix in LLVM assembly.
const LLVM_PREFIX: &str = "; simdiff:";
const COMMANDS: [&str; 3] = ["check", "run", "kernel"];

/// The checks in a file, each on a line of its own.
pub fn comments(file: &Path, text: &Arc<str>) -> Vec<Result<Case, Problem>> {
    let is_assembly = file.extension().is_some_and(|e| e == "ll");
    let prefix = match is_assembly {
        true => LLVM_PREFIX,
        false => PREFIX,
    };
    let mut cases = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        // Some editors start a file with a byte order mark.
        let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
        let indent = content.len() - content.trim_start_matches(blank).len();
        let place = |begin: usize| Place {
            file: file.to_owned(),
            text: Arc::clone(text),
            span: start + begin..start + content.len(),
        };
        if let Some(said) = content[indent..].strip_prefix(prefix) {
            let begin = start + indent;
            cases.push(case(place(indent), said, begin + prefix.len()));
        } else if let Some(begin) = misspelt(content) {
            let problem = place(begin).problem("this comment is not read as a check");
            cases.push(Err(problem.help(format!(
                "write it on a line of its own, as `{prefix} check … => VERDICT`"
            ))));
        }
        start += line.len();
    }
    cases
}

/// The position at which a line asks for a check in a wrong form: `//simdiff: check`, `/*
/// simdiff: check`, `x = 1; // simdiff: check`, `// simdiff check … => equivalent`. A line
/// that merely mentions the program does not ask for one.
fn misspelt(line: &str) -> Option<usize> {
    let name = PREFIX.trim_matches(['/', ' ', ':']);
    // Only ASCII letters change, so byte positions stay the same.
    let lower = line.to_ascii_lowercase();
    lower.match_indices(name).find_map(|(at, _)| {
        let before = &lower[..at];
        let opener = before.trim_end().trim_end_matches(['/', '*', '!']);
        let begin = opener.len();
        let mark = before[begin..].trim();
        let is_line = opener.trim().is_empty();
        let is_assembly = before.trim_start().starts_with(';')
            && before.trim_matches([';', ' ', '\t']).is_empty();
        let opens = mark.starts_with("//")
            || mark.starts_with("/*")
            || (is_line && mark == "*")
            || is_assembly;
        // In a string, it is not a comment.
        let is_quoted = opener.matches('"').count() % 2 == 1;
        let after = lower[at + name.len()..].trim_start();
        let (said, colon) = match after.strip_prefix(':') {
            Some(said) => (said.trim_start(), true),
            None => (after, false),
        };
        let command = COMMANDS.iter().any(|command| {
            let rest = said.strip_prefix(command);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
        });
        let asks = command && (colon || said.contains("=>"));
        (opens && !is_quoted && asks).then_some(begin)
    })
}

/// The check of the text at byte `at` of the file.
fn case(place: Place, said: &str, at: usize) -> Result<Case, Problem> {
    let Some((command, expected)) = said.rsplit_once("=>") else {
        let end = at + said.len();
        let problem = place
            .at(end..end)
            .problem("it is not said what this is to find");
        return Err(problem.help("end the line with `=> equivalent`, or another verdict"));
    };
    let unbalanced = |span| {
        let problem = place.at(span).problem("a quote is not closed");
        problem.help("words with blanks in them stand in '…' or \"…\"")
    };
    let arrow = at + command.len();
    let words = shlex::split(command).ok_or_else(|| unbalanced(at..arrow))?;
    let rest = arrow + 2..at + said.len();
    let found = shlex::split(expected).ok_or_else(|| unbalanced(rest.clone()))?;
    let Some((verdict, phrases)) = found.split_first() else {
        let problem = place.at(rest).problem("no verdict is given");
        return Err(problem.help("end the line with `=> equivalent`, or another verdict"));
    };
    let lead = expected.len() - expected.trim_start().len();
    let span = rest.start + lead..rest.start + lead + spelt(&expected[lead..], verdict);
    let expected = Expected::new(verdict, phrases.to_vec(), &place, span)?;
    let (subcommand, options) = match words.split_first() {
        Some((word, options)) if COMMANDS.contains(&word.as_str()) => (word, options),
        other => {
            let word = other.map_or("", |(word, _)| word);
            let lead = at + command.len() - command.trim_start().len();
            let raw = command.trim_start();
            let problem = place.at(lead..lead + spelt(raw, word));
            let problem = problem.problem(format!("no command for suites is `{word}`"));
            return Err(problem.help(near::help(word, &COMMANDS)));
        }
    };
    let file = place.file.file_name().unwrap_or_default();
    let file = positional(&file.to_string_lossy());
    let directory = match place.file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    Ok(Case {
        name: command.trim().to_owned(),
        group: None,
        directory: directory.to_owned(),
        words: [&[subcommand.clone(), file], options].concat(),
        expected,
        place,
    })
}

/// The number of bytes of a text's first word, as written. If the word is quoted its end is
/// not known, and the whole text is meant.
fn spelt(text: &str, word: &str) -> usize {
    match text.starts_with(word) {
        true => word.len(),
        false => text.trim_end().len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Result<Case, Problem> {
        let text: Arc<str> = format!("int x;\n{line}\n").into();
        let mut found = comments(Path::new("dir/a.c"), &text);
        assert_eq!(found.len(), 1);
        found.remove(0)
    }

    #[test]
    fn the_file_comes_after_the_command() {
        let case =
            one("  // simdiff: check --reference f --arg 'x=in:f32[n]' => different \"a b\"");
        let case = case.unwrap();
        let words = ["check", "a.c", "--reference", "f", "--arg", "x=in:f32[n]"];
        assert_eq!(case.words, words);
        assert_eq!(case.directory, Path::new("dir"));
        assert_eq!(case.expected.verdict, "different");
        assert_eq!(case.expected.phrases, ["a b"]);
        assert_eq!(case.place.to_string(), "dir/a.c:2:3");
    }

    #[test]
    fn what_asks_for_a_check_in_another_form_is_a_mistake() {
        let said = "check --reference f --port g => equivalent";
        for line in [
            format!("//simdiff: {said}"),
            format!("//  simdiff: {said}"),
            format!("//\tsimdiff: {said}"),
            format!("// simdiff : {said}"),
            format!("// Simdiff: {said}"),
            format!("/// simdiff: {said}"),
            format!("/* simdiff: {said} */"),
            format!(" * simdiff: {said}"),
            format!("int y; // simdiff: {said}"),
            format!("// simdiff {said}"),
        ] {
            let problem = one(&line).unwrap_err();
            assert_eq!(
                problem.message, "this comment is not read as a check",
                "{line}"
            );
        }
        for line in [
            "// as simdiff: check says",
            "// simdiff runs this",
            "// simdiff check compares two functions",
            "puts(\"// simdiff: check --reference f => equivalent\");",
        ] {
            let text: Arc<str> = format!("{line}\n").into();
            assert!(comments(Path::new("a.c"), &text).is_empty(), "{line}");
        }
    }

    #[test]
    fn assembly_has_comments_of_its_own() {
        let found = |line: &str| {
            let text: Arc<str> = format!("{line} check --reference f => equivalent\n").into();
            comments(Path::new("a.ll"), &text).remove(0)
        };
        assert_eq!(found("; simdiff:").unwrap().words[1], "a.ll");
        assert!(found(";; simdiff:").is_err() && found(";simdiff:").is_err());
    }

    #[test]
    fn a_mark_of_the_encoding_hides_no_check() {
        let text: Arc<str> = "\u{feff}// simdiff: check --reference f => equivalent\n".into();
        let found = comments(Path::new("a.c"), &text);
        assert!(matches!(&found[..], [Ok(case)] if case.words[0] == "check"));
    }

    #[test]
    fn mistakes_have_a_place_and_a_way_out() {
        let mistake = |line: &str| {
            let problem = one(line).unwrap_err();
            let origin = problem.origin.unwrap();
            let marked = origin.text[origin.span].to_owned();
            (problem.message, marked, problem.help.unwrap())
        };
        let (message, marked, help) = mistake("// simdiff: check --reference f => equivalant");
        assert_eq!(message, "no verdict is `equivalant`");
        assert_eq!(marked, "equivalant");
        assert_eq!(help, "did you mean `equivalent`?");
        let (_, marked, help) = mistake("// simdiff: chek --reference f => equivalent");
        assert_eq!(
            (marked.as_str(), help.as_str()),
            ("chek", "did you mean `check`?")
        );
        let (_, marked, _) = mistake("// simdiff: check --reference f => different€\"a €\" c");
        assert_eq!(marked, "different€\"a €\" c");
        let (message, ..) = mistake("// simdiff: check --reference f");
        assert_eq!(message, "it is not said what this is to find");
        let (message, ..) = mistake("// simdiff: check --arg 'x => equivalent");
        assert_eq!(message, "a quote is not closed");
        let (message, ..) = mistake("// simdiff: check --reference f =>");
        assert_eq!(message, "no verdict is given");
    }
}
