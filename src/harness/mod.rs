//! Harnesses for two functions, for parameters that the language of contracts cannot
//! describe: a `main` that makes inputs, calls both versions, and asserts that their
//! outputs are the same. `simdiff run` decides it; the user adds what callers promise.
//!
//! An input about which nothing is known becomes a null pointer, and a comment that says
//! so.

mod inputs;
mod outputs;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::frontend::{Callee, Described, Kind};
use crate::problem::Problem;
use crate::report::relative;

/// Number of elements behind a pointer if no size is given.
const ROOM: i64 = 4;

/// The most elements behind a pointer.
const MOST_ROOM: i64 = 4096;

/// The parameters of a harness.
#[derive(Debug)]
pub struct Harness<'a> {
    /// The file that it is written to.
    pub at: &'a Path,
    /// The sources that define both functions.
    pub files: &'a [PathBuf],
    /// The sizes that the user names, with their least and greatest value.
    pub sizes: Vec<(String, i64, i64)>,
    /// The reference and the port.
    pub versions: [&'a Callee; 2],
    /// If the functions have the same name, the files that define them, the reference's
    /// first.
    pub apart: Option<[&'a Path; 2]>,
    /// The compiler flags of the sources.
    pub flags: &'a [String],
}

/// Whether a file of this name is C++, not C.
///
/// # Errors
/// If the extension is of neither.
pub fn is_cpp(at: &Path) -> Result<bool, Problem> {
    match at.extension().and_then(|end| end.to_str()) {
        Some("c") => Ok(false),
        Some("cc" | "cpp" | "cxx" | "C") => Ok(true),
        _ => Err(Problem::new(format!(
            "--emit-harness: {} names no C or C++ file",
            at.display()
        ))
        .help("end the name in .c or .cpp")),
    }
}

/// The text of a harness.
///
/// # Errors
/// If a harness cannot include a source, or the versions take different parameters.
pub fn harness(of: &Harness<'_>) -> Result<String, Problem> {
    let cpp = is_cpp(of.at)?;
    let ends: &[&str] = match cpp {
        true => &["c", "cc", "cpp", "cxx", "C"],
        false => &["c"],
    };
    let other = of.files.iter().find(|file| {
        let end = file.extension().and_then(|end| end.to_str());
        !end.is_some_and(|end| ends.contains(&end))
    });
    if let Some(other) = other {
        let other = other.display();
        let problem = Problem::new(format!("this harness cannot include {other}"));
        return Err(match cpp {
            true => problem,
            false => problem.help("write it in C++: --emit-harness FILE.cpp"),
        });
    }
    let [reference, port] = of.versions;
    if reference.params.len() != port.params.len() {
        return Err(Problem::new(
            "a harness calls both versions with the same arguments, and they take different ones",
        ));
    }
    let mut writer = Writer::new(of, cpp);
    writer.main();
    Ok(writer.text())
}

/// The suffix of each version's names.
const SIDES: [&str; 2] = ["_reference", "_port"];

/// The harness under construction.
struct Writer<'a> {
    of: &'a Harness<'a>,
    cpp: bool,
    /// The statements of `main` before the calls, and those after them.
    before: String,
    after: String,
}

impl<'a> Writer<'a> {
    fn new(of: &'a Harness<'a>, cpp: bool) -> Writer<'a> {
        Writer {
            of,
            cpp,
            before: String::new(),
            after: String::new(),
        }
    }

    /// Adds a statement before the calls.
    fn make(&mut self, statement: impl AsRef<str>) {
        let _ = writeln!(self.before, "    {}", statement.as_ref());
    }

    /// Adds a statement after the calls.
    fn check(&mut self, statement: impl AsRef<str>) {
        let _ = writeln!(self.after, "    {}", statement.as_ref());
    }

    /// The number of elements behind a pointer.
    fn room(&self) -> i64 {
        let sizes = self.of.sizes.iter().map(|(_, _, last)| (*last).max(1));
        let room = sizes.fold(1i64, |room, last| room.saturating_mul(last));
        match self.of.sizes.is_empty() {
            true => ROOM,
            false => room.min(MOST_ROOM),
        }
    }

    /// Whether a parameter is the object of a method.
    fn is_object(&self, param: &Described) -> bool {
        let version = self.of.versions[0];
        let first = version.params.first();
        version.is_method && first.is_some_and(|first| std::ptr::eq(first, param))
    }

    fn main(&mut self) {
        let [reference, port] = self.of.versions;
        let params = &reference.params;
        let arguments: Vec<[String; 2]> = params.iter().map(|p| self.argument(p)).collect();
        for (side, version) in [reference, port].into_iter().enumerate() {
            let call = self.call(version, side, &arguments);
            self.called(version, side, &call);
        }
        for param in params {
            self.compare_argument(param);
        }
        if let Some(result) = &reference.result {
            self.compare_result(result, params);
        }
    }

    fn call(&self, version: &Callee, side: usize, arguments: &[[String; 2]]) -> String {
        let mut values = arguments.iter().map(|both| both[side].as_str());
        let mut name = version.name.clone();
        if self.of.apart.is_some() {
            name += SIDES[side];
        }
        if version.is_method
            && let Some(object) = values.next()
        {
            let object = object.trim_start_matches('&');
            name = format!("{object}.{name}");
        }
        format!("{name}({})", values.collect::<Vec<_>>().join(", "))
    }

    /// Adds a call, and keeps its result.
    fn called(&mut self, version: &Callee, side: usize, call: &str) {
        let name = format!("result{}", SIDES[side]);
        match &version.result {
            None => self.make(format!("{call};")),
            Some(_) if self.cpp => self.make(format!("auto {name} = {call};")),
            Some(result) => self.make(format!("{} = {call};", result.declared.declare(&name))),
        }
    }

    /// The includes of the sources. Two functions of one name are renamed by macros.
    fn includes(&self) -> String {
        let mut text = String::new();
        for file in self.of.files {
            let side = self.of.apart.map(|apart| {
                let found = apart.iter().position(|own| *own == file.as_path());
                (found, &self.of.versions[0].name)
            });
            let shown = relative(file, self.of.at);
            let include = format!("#include \"{}\"\n", shown.display());
            text += &match side {
                Some((Some(side), name)) => {
                    format!(
                        "#define {name} {name}{}\n{include}#undef {name}\n",
                        SIDES[side]
                    )
                }
                _ => include,
            };
        }
        text
    }

    /// The options of `simdiff run` that the harness needs.
    fn options(&self) -> String {
        let mut flags: Vec<&str> = self.of.flags.iter().map(String::as_str).collect();
        if self.cpp && self.of.versions.iter().any(|version| version.names_private) {
            flags.push("-fno-access-control");
        }
        match flags.is_empty() {
            true => String::new(),
            false => {
                let quoted = flags.iter().map(|flag| shlex::try_quote(flag));
                let quoted = quoted.map(|flag| flag.unwrap_or_default());
                let quoted: Vec<_> = quoted.collect();
                format!(" --cflags {}", quoted.join(" "))
            }
        }
    }

    fn text(&self) -> String {
        let [reference, port] = self.of.versions.map(|version| &version.name);
        let at = self.of.at.file_name().unwrap_or_default();
        let options = self.options();
        let mut text = format!(
            "/* Whether {port} computes what {reference} computes:\n *\n *     simdiff run {}{options}\n *\n \
             * Say here what callers promise (klee_assume), how long buffers are, and what is\n \
             * compared (klee_assert). */\n",
            at.display()
        );
        text += &self.includes();
        text += match self.cpp {
            true => "\n#include <new>\n#include <string.h>\n\n#include <simdiff/harness.hpp>\n",
            false => "\n#include <string.h>\n\n#include <klee/klee.h>\n",
        };
        let room = self.room();
        let _ = write!(
            text,
            "\n/* Elements behind each pointer. */\nenum {{ harness_room = {room} }};\n{HELPERS}\nint main(void)\n{{\n{}\n{}    return 0;\n}}\n",
            self.before, self.after
        );
        text
    }
}

/// The helpers at the start of harnesses in C and C++.
const HELPERS: &str = r"
/* A size from `least` to `most`: each is a path of its own. */
__attribute__((unused)) static int any_size(const char *name, int least, int most)
{
    int wanted = klee_range(least, most + 1, name), size = least;
    while (size != wanted) size++;
    return size;
}

/* Whether two floats have the same bits, or are NaNs both. */
#define SAME_FLOAT(a, b) (((a) != (a) && (b) != (b)) || memcmp(&(a), &(b), sizeof(a)) == 0)
";

/// Whether a value consists of numbers only.
fn is_data(described: &Described) -> bool {
    matches!(described.kind, Kind::Number(_) | Kind::Plain(_))
}
