//! Findings as tests for the developer to keep: a mismatch as a test that fails as long as
//! the versions differ on the witness, a defect as one that fails as long as a sanitizer
//! reports it.
//!
//! Values are written as bits. Two NaNs count as equal, and floats within the tolerance do
//! if one was exceeded.

mod arguments;
mod c;
mod checks;
mod globals;
mod heading;
mod launch;
mod mismatch;
mod prelude;
mod rust;
mod scalars;
mod values;

use mismatch::{Mismatch, identifiers};

pub use launch::{KernelCall, Passing};

use std::path::{Path, PathBuf};

use crate::contract::Scalar;
use crate::frontend::Callee;
use crate::problem::Problem;
use crate::verdict::{DefectFound, Difference, Outcome, Side, Verdict};

/// The language of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A C program that includes the sources.
    C,
    /// A C++ program that includes the sources.
    Cpp,
    /// A `#[test]` that is linked with the compiled sources.
    Rust,
}

impl Language {
    /// The language of a file with this name.
    ///
    /// # Errors
    /// If the extension is not of C, C++ or Rust.
    pub fn of(file: &Path) -> Result<Language, Problem> {
        match file.extension().and_then(|e| e.to_str()) {
            Some("c") => Ok(Language::C),
            Some("cc" | "cpp" | "cxx" | "C") => Ok(Language::Cpp),
            Some("rs") => Ok(Language::Rust),
            _ => Err(Problem::new(format!(
                "--emit-test: {} names no C, C++ or Rust file",
                file.display()
            ))
            .help("end the name in .c, .cpp or .rs")),
        }
    }
}

/// The test for the finding of an outcome, to be written to `at`. `files` are the sources
/// that define both functions, `flags` their compiler flags, `callees` their declarations,
/// if debug info has them, and `kernels` the launches of those that are kernels.
///
/// # Errors
/// If there is no finding that a test can show, or the language cannot express the test.
pub fn regression(
    outcome: &Outcome,
    (files, flags): (&[PathBuf], &[String]),
    (callees, kernels): (Option<&[Callee; 2]>, &[Option<KernelCall>; 2]),
    (at, language): (&Path, Language),
) -> Result<String, Problem> {
    let functions = outcome.reference.as_ref().zip(outcome.port.as_ref());
    let alone = outcome.kernel.as_ref();
    let functions = functions.or_else(|| alone.map(|kernel| (kernel, kernel)));
    let parts = outcome.contract.as_ref().zip(functions);
    let Some((contract, (reference, port))) = parts else {
        return Err(Problem::new("there is no finding to write a test for"));
    };
    let (finding, sizes, inputs) = match (&outcome.difference, &outcome.defect) {
        (Some(d), _) => (Finding::Difference(d), &d.sizes, &d.inputs),
        (None, Some(d)) => (Finding::Defect(d), &d.sizes, &d.inputs),
        (None, None) => return Err(Problem::new("there is no finding to write a test for")),
    };
    let commits = [reference, port].map(|f| f.name.starts_with("git:"));
    let stored = match finding {
        Finding::Difference(d) => commits == [false; 2] || !d.results.is_empty(),
        Finding::Defect(d) => !commits[usize::from(d.side == Side::Port)],
    };
    if commits == [true; 2] || !stored || (commits != [false; 2] && language == Language::Rust) {
        return Err(Problem::new(
            "a test cannot hold this version, which is of a commit",
        ));
    }
    if commits == [false; 2]
        && reference.symbol == port.symbol
        && matches!(finding, Finding::Difference(_))
    {
        return Err(Problem::new(
            "a test cannot hold one function under two sets of compiler flags",
        ));
    }
    if let Finding::Difference(difference) = finding
        && let Some(place) = unplaced(difference)
    {
        let problem = format!("a test does not choose the places of memory, and here {place}");
        return Err(Problem::new(problem)
            .help("the report has the input: place it so in a program of your own"));
    }
    if let Finding::Difference(difference) = finding
        && contract.returns_address
        && are_texts(difference)
    {
        let problem = "a test compares where pointers lead, and here both lead to constants";
        return Err(Problem::new(problem).help("compare the texts in a test of your own: strcmp"));
    }
    let tolerance = outcome.tolerance.as_ref();
    let mismatch = Mismatch {
        contract,
        finding,
        sizes,
        functions: [reference, port],
        callees,
        kernels,
        commits,
        identifiers: identifiers(contract),
        tolerance: tolerance.filter(|_| outcome.verdict == Verdict::Exceeded),
        values: inputs
            .iter()
            .flat_map(|input| {
                let names = input.names().into_iter();
                names.map(|name| (name, input.value.hex.as_str()))
            })
            .collect(),
    };
    let by_default = reference.compilation.as_ref().is_some_and(|c| c.by_default);
    let is_launched = kernels.iter().any(Option::is_some);
    if is_launched && language == Language::Rust {
        let problem = Problem::new("a Rust test cannot launch a kernel");
        return Err(problem.help("write a C or C++ test: --emit-test FILE.c"));
    }
    let of_device = |flag: &&String| is_launched && flag.starts_with("-cl-");
    let flags: Vec<String> = flags.iter().filter(|f| !of_device(f)).cloned().collect();
    let compiler = compiler(&flags, by_default);
    match (language, finding) {
        (Language::Rust, Finding::Difference(d)) => mismatch.rust(d, files, &compiler),
        (Language::Rust, Finding::Defect(_)) => {
            let problem = Problem::new("a Rust test shows no defect: no sanitizer watches it");
            Err(problem.help("write a C or C++ test: --emit-test FILE.c"))
        }
        (language, _) => mismatch.c((at, language), files, &compiler),
    }
}

/// A property of the layout of memory that the difference may need and that the buffers of a test,
/// which are aligned and present, do not have.
fn unplaced(difference: &Difference) -> Option<&String> {
    let mut places = difference.places.iter();
    places.find(|place| place.contains(" past a multiple of ") || place.ends_with(" is null"))
}

/// Whether the output is a pointer to a text in both versions.
fn are_texts(difference: &Difference) -> bool {
    let both = [&difference.reference, &difference.port];
    both.iter().all(|value| value.decimal.starts_with('"'))
}

/// The finding that a test shows.
#[derive(Clone, Copy)]
enum Finding<'a> {
    Difference(&'a Difference),
    Defect(&'a DefectFound),
}

/// The command that compiles the sources as the check did.
fn compiler(flags: &[String], by_default: bool) -> String {
    let words = ["clang", "-O1"].into_iter();
    let words = words.chain(by_default.then_some("-ffp-contract=off"));
    let words = words.chain(flags.iter().map(String::as_str));
    let words: Vec<String> = words
        .map(|word| shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into))
        .collect();
    words.join(" ")
}

/// The difference as a sentence.
fn sentence(difference: &Difference) -> String {
    let Difference {
        output,
        reference,
        port,
        ..
    } = difference;
    format!(
        "{output} differed, {} and {}.",
        reference.decimal, port.decimal
    )
}

/// The bytes in rows of source text.
fn rows(bytes: &[u8], indent: &str) -> String {
    let row = |row: &[u8]| {
        let bytes: Vec<String> = row.iter().map(|b| format!("{b:#04x},")).collect();
        format!("{indent}{}\n", bytes.join(" "))
    };
    bytes.chunks(12).map(row).collect()
}

fn unsupported(scalar: Scalar) -> Problem {
    Problem::new(format!("a test cannot hold values of type {scalar}"))
}
