//! Findings as tests for the developer to keep: a mismatch as a test that fails as long as
//! the versions differ on the witness, a defect as one that fails as long as a sanitizer
//! reports it.
//!
//! Values are written as bits. Two NaNs count as equal, and floats within the tolerance do
//! if one was exceeded.

mod arguments;
mod c;
mod checks;
mod launch;
mod prelude;
mod rust;
mod values;

pub use launch::{KernelCall, Passing};

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::contract::{Contract, Direction, Element, Global, Param, Role, Scalar, Sizes};
use crate::frontend::Callee;
use crate::problem::Problem;
use crate::verdict::{DefectFound, Difference, Function, Outcome, Side, Tolerance, Verdict};

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

struct Mismatch<'a> {
    contract: &'a Contract,
    finding: Finding<'a>,
    sizes: &'a Sizes,
    functions: [&'a Function; 2],
    callees: Option<&'a [Callee; 2]>,
    /// The launch of each version that is a kernel.
    kernels: &'a [Option<KernelCall>; 2],
    /// Whether each version is of a commit, so that only its results are known.
    commits: [bool; 2],
    /// The identifiers of names in the contract.
    identifiers: BTreeMap<&'a str, String>,
    tolerance: Option<&'a Tolerance>,
    values: BTreeMap<String, &'a str>,
}

/// A parameter, and the bytes of its buffer for each version.
type Contents<'a> = (&'a Param, [Vec<u8>; 2]);

/// An identifier for each parameter of a contract: of `im->w`, `im_w`.
fn identifiers(contract: &Contract) -> BTreeMap<&str, String> {
    let mut found: BTreeMap<&str, String> = BTreeMap::new();
    for param in &contract.params {
        let mut own = identifier(&param.name);
        while found.values().any(|known| *known == own) {
            own.push('_');
        }
        found.insert(&param.name, own);
    }
    found
}

/// A C identifier for a path.
fn identifier(path: &str) -> String {
    let words = path.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_")
}

/// An argument of a call.
enum Argument<'a> {
    /// A pointer into the buffer of a parameter, at an offset in bytes.
    Pointer(&'a str, u64),
    /// A number.
    Number(Scalar, u128),
}

impl Mismatch<'_> {
    /// The identifier for a name in the contract.
    fn identifier(&self, name: &str) -> String {
        let known = self.identifiers.get(name);
        known.map_or_else(|| identifier(name), Clone::clone)
    }

    /// Whether a parameter is built for the call, so that it has no bytes of its own: the
    /// final contents of a structure or of a vector.
    fn is_built(&self, param: &Param) -> bool {
        let Role::Buffer { element, .. } = &param.role else {
            return false;
        };
        let mut params = self.contract.params.iter();
        element.is_container()
            || params.any(|other| {
                let rest = other.name.strip_prefix(param.name.as_str());
                rest.is_some_and(|rest| rest.starts_with("->") || rest.starts_with('.'))
            })
    }

    /// Whether the contract has a parameter without one of the function: a size that only
    /// lengths name, or the result.
    fn stands_alone(&self, param: &Param) -> bool {
        let is_size = matches!(param.role, Role::Size { .. });
        let is_apart = param.name.contains(['.', '>']);
        let is_vector =
            matches!(&param.role, Role::Buffer { element, .. } if element.is_container());
        // A call copies the members of a structure, and its padding only by chance.
        let is_padding = param.name.contains(".(padding at ");
        !is_apart && (is_size || is_vector) || is_padding
    }

    /// The names of both functions as a file that includes their sources can use them.
    fn names(&self) -> [String; 2] {
        self.functions.map(|function| {
            let name = &function.name;
            let files = [".c::", ".cc::", ".cpp::", ".cxx::", ".C::"];
            let start = files
                .iter()
                .find_map(|end| Some(name.find(end)? + end.len()));
            name[start.unwrap_or(0)..].replace("(anonymous namespace)::", "")
        })
    }

    /// The result, if it is a single number.
    fn result(&self) -> Option<&Element> {
        let result = self.contract.result.as_ref();
        result.filter(|e| e.leaves.len() == 1 && e.leaves[0].path.is_empty())
    }

    /// The accepted distance in ulps, relative error and absolute error.
    fn accepted(&self) -> (u64, f64, f64) {
        self.tolerance
            .map_or((0, 0.0, 0.0), |t| (t.ulps, t.relative, t.absolute))
    }

    /// The parameters with a buffer of their own, and its bytes for each version.
    fn buffers(&self) -> Result<Vec<Contents<'_>>, Problem> {
        let own = self.contract.params.iter().filter(|p| p.alias.is_none());
        own.filter_map(|param| match &param.role {
            Role::Buffer { .. } if self.is_built(param) => None,
            Role::Buffer { element, .. } => Some((param, element)),
            _ => None,
        })
        .map(|(param, element)| {
            let [left, right] = [" (reference)", " (port)"];
            let bytes = [
                self.bytes(param, element, left)?,
                self.bytes(param, element, right)?,
            ];
            Ok((param, bytes))
        })
        .collect()
    }

    /// The names of the parameters with a buffer of their own.
    fn owners(&self) -> impl Iterator<Item = &str> {
        let own = self.contract.params.iter().filter(|p| p.alias.is_none());
        let buffers = own.filter(|param| matches!(param.role, Role::Buffer { .. }));
        let buffers = buffers.filter(|param| !self.is_built(param));
        buffers.map(|param| param.name.as_str())
    }

    /// The size of a parameter's buffer in bytes.
    fn room(&self, param: &Param) -> Result<u64, Problem> {
        let Role::Buffer {
            element, capacity, ..
        } = &param.role
        else {
            return Ok(0);
        };
        let capacity = capacity.as_ref().and_then(|room| room.evaluate(self.sizes));
        let count = capacity.map_or_else(|| self.count(param), Ok)?;
        Ok(count * u64::from(element.size))
    }

    /// The bytes of a buffer. Inputs beyond its length have the name of the `side` as
    /// suffix.
    fn bytes(&self, param: &Param, element: &Element, side: &str) -> Result<Vec<u8>, Problem> {
        let count = self.count(param)?;
        let room = match &param.role {
            Role::Buffer {
                capacity: Some(capacity),
                ..
            } => capacity.evaluate(self.sizes).unwrap_or(count),
            _ => count,
        };
        let mut bytes = vec![0u8; (room * u64::from(element.size)).max(1) as usize];
        for index in 0..room {
            let side = if index < count { "" } else { side };
            for leaf in &element.leaves {
                let name = format!("{}[{index}]{}{side}", param.name, leaf.path);
                let at = (index * u64::from(element.size)) as usize + leaf.offset as usize;
                let size = usize::from(leaf.scalar.bits()).div_ceil(8);
                bytes[at..at + size].copy_from_slice(&self.bits(&name).to_le_bytes()[..size]);
            }
        }
        Ok(bytes)
    }

    fn count(&self, param: &Param) -> Result<u64, Problem> {
        let Role::Buffer { length, .. } = &param.role else {
            return Ok(0);
        };
        let count = length.evaluate(self.sizes);
        count.ok_or_else(|| Problem::new(format!("the length of {} is unknown", param.name)))
    }

    /// The scalars of a global variable: offset, size in bytes, and bits of each.
    fn variable(&self, global: &Global) -> Vec<(u64, usize, u128)> {
        let mut found = Vec::new();
        for index in 0..global.count.unwrap_or(1) {
            for leaf in &global.element.leaves {
                let name = match global.count {
                    Some(_) => format!("{}[{index}]{}", global.name, leaf.path),
                    None => format!("{}{}", global.name, leaf.path),
                };
                let at = index * u64::from(global.element.size) + u64::from(leaf.offset);
                let size = usize::from(leaf.scalar.bits()).div_ceil(8);
                found.push((at, size, self.bits(&name)));
            }
        }
        found
    }

    /// The buffers that are compared after the calls: name, number of elements, element.
    fn outputs(&self) -> Result<Vec<(&str, u64, &Element)>, Problem> {
        let params = self.contract.params.iter().filter(|p| p.alias.is_none());
        params
            .filter_map(|param| match &param.role {
                Role::Buffer {
                    direction, element, ..
                } if *direction != Direction::In => Some((param, element)),
                _ => None,
            })
            .map(|(param, element)| Ok((param.name.as_str(), self.count(param)?, element)))
            .collect()
    }

    /// The bits of an input; zero for an unknown name.
    fn bits(&self, name: &str) -> u128 {
        let digits = self.values.get(name).and_then(|hex| hex.strip_prefix("0x"));
        digits.map_or(0, |digits| u128::from_str_radix(digits, 16).unwrap_or(0))
    }

    fn arguments(&self) -> Result<Vec<Argument<'_>>, Problem> {
        let params = self.contract.params.iter();
        params.map(|param| self.argument(param)).collect()
    }

    fn argument<'a>(&'a self, param: &'a Param) -> Result<Argument<'a>, Problem> {
        let sizes = self.sizes;
        Ok(match &param.role {
            Role::Buffer {
                element, origin, ..
            } => {
                let name = param.alias.as_ref().unwrap_or(&param.name);
                let origin = origin.evaluate(sizes).unwrap_or(0);
                Argument::Pointer(name, origin * u64::from(element.size))
            }
            Role::Scalar { scalar, .. } => Argument::Number(*scalar, self.bits(&param.name)),
            Role::Const { scalar, bits } => Argument::Number(*scalar, *bits),
            Role::Size { scalar, value, .. } => {
                let value = value.value(sizes).unwrap_or(0);
                Argument::Number(*scalar, scalar.bits_of(value))
            }
            Role::Place { of, .. } => {
                let message = format!("a test cannot pass an address in {of}");
                return Err(Problem::new(message));
            }
            Role::Function { function } => {
                let message = format!("a test cannot pass the function {function}");
                return Err(Problem::new(message));
            }
            Role::Value { .. } => {
                let message = format!("a test cannot pass the structure {} by value", param.name);
                return Err(Problem::new(message));
            }
        })
    }
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
