//! Checks as comments: `// simdiff: check --reference f --port g => equivalent "phrase"`,
//! which stands for `simdiff check FILE --reference f --port g`, said beside the file.

use std::path::Path;
use std::sync::Arc;

use super::case::Case;
use super::expect::Expected;
use super::near;
use super::place::Place;
use crate::problem::Problem;

const PREFIX: &str = "// simdiff:";
const COMMANDS: [&str; 3] = ["check", "run", "kernel"];

/// The checks that stand in a file, each on a line of its own.
pub fn comments(file: &Path, text: &Arc<str>) -> Vec<Result<Case, Problem>> {
    let mut cases = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        let indent = content.len() - content.trim_start().len();
        if let Some(said) = content.trim_start().strip_prefix(PREFIX) {
            let begin = start + indent;
            let place = Place {
                file: file.to_owned(),
                text: Arc::clone(text),
                span: begin..start + content.len(),
            };
            cases.push(case(place, said, begin + PREFIX.len()));
        }
        start += line.len();
    }
    cases
}

/// What is said at byte `at` of the file.
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
    let span = rest.start + lead..(rest.start + lead + verdict.len()).min(rest.end);
    let expected = Expected::new(verdict, phrases.to_vec(), &place, span)?;
    let (subcommand, options) = match words.split_first() {
        Some((word, options)) if COMMANDS.contains(&word.as_str()) => (word, options),
        other => {
            let word = other.map_or("", |(word, _)| word);
            let lead = at + command.len() - command.trim_start().len();
            let problem = place.at(lead..lead + word.len());
            let problem = problem.problem(format!("no command for suites is `{word}`"));
            return Err(problem.help(near::help(word, &COMMANDS)));
        }
    };
    let file = place.file.file_name().unwrap_or_default();
    let file = file.to_string_lossy().into_owned();
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
        let (message, ..) = mistake("// simdiff: check --reference f");
        assert_eq!(message, "it is not said what this is to find");
        let (message, ..) = mistake("// simdiff: check --arg 'x => equivalent");
        assert_eq!(message, "a quote is not closed");
        let (message, ..) = mistake("// simdiff: check --reference f =>");
        assert_eq!(message, "no verdict is given");
    }
}
