//! The expectations in the examples: lines such as
//! `// simdiff: check --reference f --port g --size n=1..64 => equivalent`
//! at the top of a file. The file itself is understood.

use std::fs;
use std::path::{Path, PathBuf};

const PREFIX: &str = "// simdiff: ";

/// One command and the verdict it must give.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The example's source file.
    pub file: PathBuf,
    /// Line of the directive, from 1.
    pub line: usize,
    /// `check`, `run` or `kernel`.
    pub command: String,
    /// The words after the command.
    pub words: Vec<String>,
    /// The expected verdict as in the JSON output.
    pub expected: String,
}

impl Directive {
    /// The word after the option `name`.
    pub fn option(&self, name: &str) -> Option<&str> {
        let at = self.words.iter().position(|word| word == name)?;
        self.words.get(at + 1).map(String::as_str)
    }

    /// Whether it checks two functions under no assumption and no alias, so
    /// that native runs decide whether the verdict is true.
    pub fn is_plain_check(&self) -> bool {
        let special = |word: &String| word.starts_with("--assume") || word == "--alias";
        self.command == "check" && !self.words.iter().any(special) && !self.is_of_kernel()
    }

    /// Whether it is about a kernel in OpenCL C.
    pub fn is_of_kernel(&self) -> bool {
        self.words.iter().any(|word| word.ends_with(".cl"))
    }

    /// `file:line`, for messages.
    pub fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line)
    }
}

/// Every directive of every example in C and C++, by file and line.
pub fn all() -> Vec<Directive> {
    let found = of(&["c", "cpp"]);
    assert!(!found.is_empty(), "no example states what it expects");
    found
}

/// Those of examples in OpenCL C.
pub fn of_kernels() -> Vec<Directive> {
    of(&["cl"])
}

/// The directives of the examples' files with these extensions.
fn of(extensions: &[&str]) -> Vec<Directive> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut files = Vec::new();
    for directory in fs::read_dir(root).expect("examples/") {
        let directory = directory.expect("examples/").path();
        if directory.is_dir() {
            let entries = fs::read_dir(&directory).expect("an example");
            files.extend(entries.map(|entry| entry.expect("a file").path()));
        }
    }
    let wanted = |file: &PathBuf| {
        let extension = file.extension().and_then(|e| e.to_str());
        extension.is_some_and(|e| extensions.contains(&e))
    };
    files.retain(wanted);
    files.sort();
    files.iter().flat_map(|file| read(file)).collect()
}

/// The directives of one file.
pub fn read(file: &Path) -> Vec<Directive> {
    let text = fs::read_to_string(file).expect("an example's source");
    let lines = text.lines().take_while(|line| line.starts_with(PREFIX));
    let parsed = lines.enumerate().map(|(i, line)| {
        let place = format!("{}:{}", file.display(), i + 1);
        parse(file, i + 1, &line[PREFIX.len()..])
            .unwrap_or_else(|| panic!("{place}: not a directive"))
    });
    parsed.collect()
}

fn parse(file: &Path, line: usize, text: &str) -> Option<Directive> {
    let (command, expected) = text.rsplit_once(" => ")?;
    let mut words = shlex::split(command)?.into_iter();
    Some(Directive {
        file: file.to_owned(),
        line,
        command: words.next()?,
        words: words.collect(),
        expected: expected.trim().to_owned(),
    })
}
