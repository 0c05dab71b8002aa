//! `simdiff explain WORD`: a page on each word of a report, from one table.

mod assumptions;
mod defects;
mod differences;
mod rows;
mod steps;
mod undecided;
mod undefined;
mod verdicts;

use std::fmt::Write;

use crate::near::nearest;
use crate::problem::Problem;

/// The class of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A word with which a report begins or ends.
    Verdict,
    /// A kind of difference.
    Difference,
    /// A kind of defect.
    Defect,
    /// Undefined behaviour in C that the machine gives a result.
    Undefined,
    /// An assumption that the user may grant.
    Assumption,
    /// A step of the decision ladder, as `--timings` lists them.
    Step,
    /// A reason for UNDECIDED.
    Reason,
    /// A row below a verdict.
    Row,
    /// A line of a finding.
    Line,
    /// A stage of `--timings`.
    Stage,
}

impl Class {
    const ALL: [Class; 10] = [
        Class::Verdict,
        Class::Difference,
        Class::Defect,
        Class::Undefined,
        Class::Assumption,
        Class::Step,
        Class::Reason,
        Class::Row,
        Class::Line,
        Class::Stage,
    ];

    const fn words(self) -> &'static str {
        match self {
            Class::Verdict => "verdict",
            Class::Difference => "kind of difference",
            Class::Defect => "kind of defect",
            Class::Undefined => "undefined behaviour, a kind of --undefined",
            Class::Assumption => "assumption",
            Class::Step => "step of the decision ladder",
            Class::Reason => "reason for UNDECIDED",
            Class::Row => "row of a report",
            Class::Line => "line of a finding",
            Class::Stage => "stage of --timings",
        }
    }
}

/// A word, its meaning, and advice (which may be empty).
pub type Entry = (&'static str, &'static str, &'static str);

/// The words of a class.
pub fn entries(class: Class) -> &'static [Entry] {
    match class {
        Class::Verdict => verdicts::ENTRIES,
        Class::Difference => differences::ENTRIES,
        Class::Defect => defects::ENTRIES,
        Class::Undefined => undefined::ENTRIES,
        Class::Assumption => &assumptions::ENTRIES,
        Class::Step => steps::ENTRIES,
        Class::Reason => undecided::ENTRIES,
        Class::Row => rows::ROWS,
        Class::Line => rows::LINES,
        Class::Stage => rows::STAGES,
    }
}

/// The page of a word: a paragraph for each class that it belongs to.
///
/// # Errors
/// If no report has that word; with the nearest word as help.
pub fn page(word: &str) -> Result<String, Problem> {
    let wanted = word
        .trim_start_matches('-')
        .trim_end_matches(':')
        .to_lowercase()
        .replace([' ', '_'], "-");
    let wanted = wanted.strip_prefix("assume-").unwrap_or(&wanted);
    let mut pages = pages_of(wanted);
    if pages.is_empty()
        && let Some((open @ ("suspected" | "possible"), defect)) = wanted.split_once('-')
    {
        let defect = pages_of(defect);
        if !defect.is_empty() {
            pages = pages_of(&format!("{open}-defect"));
            pages.extend(defect);
        }
    }
    if pages.is_empty() {
        return Err(unknown(word, wanted));
    }
    Ok(pages.join("\n"))
}

/// The paragraphs of a word, by class.
fn pages_of(wanted: &str) -> Vec<String> {
    let classes = Class::ALL.into_iter();
    let found = classes.filter_map(|class| {
        let mut entries = entries(class).iter();
        let entry = entries.find(|(word, ..)| word.to_lowercase().replace(' ', "-") == wanted)?;
        Some(shown(class, entry))
    });
    found.collect()
}

/// All words, by class.
pub fn list() -> String {
    let mut text = String::new();
    for class in Class::ALL {
        let words: Vec<&str> = entries(class).iter().map(|(word, ..)| *word).collect();
        let _ = writeln!(
            text,
            "{}:\n{}\n",
            class.words(),
            wrapped(&words.join(", "), "  ")
        );
    }
    text + "simdiff explain WORD says what one means\n"
}

fn unknown(word: &str, wanted: &str) -> Problem {
    let words = Class::ALL
        .into_iter()
        .flat_map(entries)
        .map(|(word, ..)| *word);
    let problem = Problem::new(format!("no report says `{word}`"));
    problem.help(match nearest(wanted, words) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`simdiff explain` lists all words".to_owned(),
    })
}

fn shown(class: Class, (word, meaning, advice): &Entry) -> String {
    let mut text = format!("{word} ({})\n\n{}\n", class.words(), wrapped(meaning, "  "));
    if !advice.is_empty() {
        let _ = writeln!(text, "\n{}", wrapped(advice, "  "));
    }
    text
}

/// Columns of a line.
const WIDTH: usize = 78;

/// A paragraph broken into lines that begin with `indent`.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = vec![indent.to_owned()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > indent.len() && line + 1 + word.chars().count() > WIDTH {
            lines.push(indent.to_owned());
        }
        if let Some(line) = lines.last_mut() {
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}
