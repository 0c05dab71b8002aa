//! Mutants of kernels: one that natively goes wrong must come out neither CLEAN nor
//! EQUIVALENT.
//!
//! A mutant that simdiff passes is run by a scheduler that is not simdiff's
//! (`launch.c`), in two orders and on several inputs. It is wrong if it crashes, if part
//! of a group waits at a barrier, if the orders lead to different results, and, where the
//! kernel is compared with C, if the results are not those of the kernel as it was.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::mutate;
use crate::source::Source;
use crate::support::directive::{self, Directive};
use crate::support::tool;
use crate::wanted;

/// Mutants in the sample.
const SAMPLE: usize = 8;

/// Inputs that each mutant is run on.
const SEEDS: u64 = 6;

const LIMITS: [&str; 4] = ["--max-steps", "1000000", "--timeout", "20s"];

const OPENCL: [&str; 10] = [
    "-x",
    "cl",
    "-cl-std=CL3.0",
    "-Xclang",
    "-ffake-address-space-map",
    "-Xclang",
    "-finclude-default-header",
    "-ffp-contract=off",
    "-O1",
    "-w",
];

/// A kernel that is right, and how that is asked.
struct Subject {
    directive: Directive,
    /// The `.cl` file.
    file: PathBuf,
    kernel: String,
}

impl Subject {
    /// The kernel of a directive that states it to be right, at concrete sizes.
    fn of(directive: Directive) -> Option<Subject> {
        let right = ["clean", "equivalent"].contains(&directive.expected.as_str());
        let special = |word: &String| word.starts_with("--assume") || word == "--size";
        if !right || directive.words.iter().any(special) || directive.option("--global").is_none() {
            return None;
        }
        let option = match directive.command.as_str() {
            "kernel" => "--kernel",
            _ => "--port",
        };
        let file = match directive.words.iter().find(|word| word.ends_with(".cl")) {
            Some(word) => directive.file.with_file_name(word),
            None => directive.file.clone(),
        };
        Some(Subject {
            kernel: directive.option(option)?.to_owned(),
            file,
            directive,
        })
    }

    /// What simdiff says of a text in place of the kernel's.
    fn answer(&self, directory: &Path, text: &str, words: &[String]) -> tool::Answer {
        let name = self.file.file_name().expect("a file");
        let changed = directory.join(name);
        fs::write(&changed, text).expect("a writable file");
        let mut words: Vec<String> = words
            .iter()
            .map(|word| match word.ends_with(".cl") {
                true => changed.display().to_string(),
                false => word.clone(),
            })
            .collect();
        words.extend(LIMITS.map(str::to_owned));
        let first = match self.directive.command.as_str() {
            "kernel" => &changed,
            _ => &self.directive.file,
        };
        tool::run(&self.directive.command, first, &words)
    }
}

fn subjects() -> Vec<Subject> {
    let all = directive::all().into_iter().chain(directive::of_kernels());
    all.filter_map(Subject::of).collect()
}

/// The value of an option among words.
fn option<'w>(words: &'w [String], name: &str) -> Option<&'w str> {
    let at = words.iter().position(|word| word == name)?;
    words.get(at + 1).map(String::as_str)
}

/// `64x4` as three numbers.
fn extents(text: &str) -> [u64; 3] {
    let mut extents = [1; 3];
    for (extent, part) in extents.iter_mut().zip(text.split('x')) {
        *extent = part.trim().parse().expect("a size");
    }
    extents
}

/// A native program around a kernel.
struct Native {
    directory: tempfile::TempDir,
}

impl Native {
    /// The kernel of a text under the contract that simdiff states, in groups of this size;
    /// `None` if it does not compile.
    fn build(
        text: &str,
        kernel: &str,
        contract: &Value,
        (words, local): (&[String], [u64; 3]),
    ) -> Option<Native> {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (source, main) = (
            directory.path().join("kernel.cl"),
            directory.path().join("main.c"),
        );
        fs::write(&source, text).expect("a writable file");
        fs::write(&main, program(text, kernel, contract, (words, local))).expect("a writable file");
        let clang = |arguments: &[&str], inputs: &[&Path], output: &str| {
            let mut command = Command::new("clang-19");
            command.args(arguments).args(inputs).arg("-o");
            command.arg(directory.path().join(output));
            command.output().expect("clang-19").status.success()
        };
        if !clang(&[&OPENCL[..], &["-c"]].concat(), &[&source], "kernel.o") {
            return None;
        }
        let mut objects = vec![directory.path().join("kernel.o")];
        for chapter in ["work_item", "synchronization", "common", "integer"] {
            let source = root
                .join("opencl-runtime/device")
                .join(chapter)
                .with_extension("cl");
            let flags = [&OPENCL[..], &["-c", "-ffunction-sections"]].concat();
            assert!(clang(&flags, &[&source], chapter), "{chapter}");
            objects.push(directory.path().join(chapter));
        }
        let launch = format!("-I{}", root.join("tests/mutants").display());
        assert!(
            clang(&["-c", "-w", "-O1", &launch], &[&main], "main.o"),
            "main"
        );
        objects.push(directory.path().join("main.o"));
        let inputs: Vec<&Path> = objects.iter().map(PathBuf::as_path).collect();
        let linked = clang(
            &["-lm", "-Wl,--gc-sections", "-Wl,-z,muldefs"],
            &inputs,
            "program",
        );
        assert!(linked, "{kernel} does not link");
        Some(Native { directory })
    }

    /// What it leaves in its buffers; `None` where it does not end well.
    fn run(&self, seed: u64, reverse: bool) -> Option<String> {
        let mut command = Command::new(self.directory.path().join("program"));
        command
            .arg(seed.to_string())
            .args(reverse.then_some("reverse"));
        let output = command.output().expect("the program runs");
        let text = String::from_utf8(output.stdout).expect("numbers");
        output.status.success().then_some(text)
    }

    /// What goes wrong, of itself or where `original` does something else.
    fn wrong(&self, original: Option<&Native>) -> Option<String> {
        (0..SEEDS).find_map(|seed| {
            let Some(forward) = self.run(seed, false) else {
                return Some(format!("it fails on input {seed}"));
            };
            if self.run(seed, true).as_ref() != Some(&forward) {
                return Some(format!("two orders differ on input {seed}"));
            }
            let before = original.and_then(|original| original.run(seed, false));
            before
                .is_some_and(|before| before != forward)
                .then(|| format!("the result differs on input {seed}"))
        })
    }
}

/// The C program that runs a kernel.
fn program(
    text: &str,
    kernel: &str,
    contract: &Value,
    (words, local): (&[String], [u64; 3]),
) -> String {
    let source = Source::new(text);
    let at = (1..source.tokens.len())
        .find(|i| {
            let body = source.closing(*i).map(|close| source.word(close + 1));
            source.word(*i) == "(" && source.word(i - 1) == kernel && body == Some("{")
        })
        .expect("the kernel");
    let params = contract["params"].as_array().expect("params");
    let (mut types, mut values, mut setup) = (Vec::new(), Vec::new(), String::new());
    for (number, span) in source.arguments(at).into_iter().enumerate() {
        let param = &text[span];
        let name = param
            .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
            .unwrap_or_default();
        let known = params.iter().find(|p| p["name"] == name);
        let range = range(words, name);
        if param.contains("__local") {
            types.push("void *".to_owned());
            values.push("local_memory".to_owned());
        } else if param.contains('*') {
            let known = known.expect("a parameter of the contract");
            let element = known["element"]["size"].as_u64().expect("a size");
            let length: u64 = match &known["length"] {
                Value::String(text) => text.parse().expect("a number"),
                other => other.as_u64().expect("a number"),
            };
            let scalar = &known["element"]["leaves"][0]["scalar"];
            let size = element * length;
            setup += &format!("    p{number} = buffer({size});\n");
            setup += &match scalar["kind"].as_str() {
                Some("float") => format!("    floats(p{number}, {size});\n"),
                _ => {
                    let bytes = scalar["bits"].as_u64().expect("bits") / 8;
                    let (low, high) = range.unwrap_or((0, 255));
                    format!("    integers(p{number}, {size}, {bytes}, {low}, {high});\n")
                }
            };
            types.push("void *".to_owned());
            values.push(format!("p{number}"));
        } else {
            let ty = param.trim().split(' ').next().unwrap_or("int");
            let (ty, value) = match ty {
                "float" => ("float", "1.5f".to_owned()),
                "uchar" => ("uint8_t", "3".to_owned()),
                _ => ("int", "3".to_owned()),
            };
            let fixed = range.map_or(value, |(_, high)| high.to_string());
            types.push(ty.to_owned());
            values.push(fixed);
        }
    }
    let global = extents(option(words, "--global").expect("--global"));
    let groups = [0, 1, 2].map(|d| global[d] / local[d]);
    let array = |extents: [u64; 3]| format!("{{{}, {}, {}}}", extents[0], extents[1], extents[2]);
    let pointers: String = (0..types.len())
        .map(|n| format!("static void *p{n};\n"))
        .collect();
    let dimensions = option(words, "--global").map_or(1, |text| text.split('x').count());
    let (global, local) = (array(global), array(local));
    let groups = array(groups);
    format!(
        "#include \"launch.c\"\nstatic uint8_t local_memory[1 << 16];\n{pointers}\
         void {kernel}({});\nstatic void call(void) {{ {kernel}({}); }}\n\
         static void setup(void) {{\n    struct launch launch = {{{dimensions}, {global}, {local}, \
         {{0, 0, 0}}, {groups}}};\n    simdiff_launch = launch;\n{setup}}}\n",
        types.join(", "),
        values.join(", "),
    )
}

/// The range that an `--arg` gives a parameter, or its constant.
fn range(words: &[String], name: &str) -> Option<(i64, i64)> {
    let prefix = format!("{name}=");
    let meaning = words.iter().find_map(|word| word.strip_prefix(&prefix))?;
    if let Some(constant) = meaning.strip_prefix("const:") {
        let value = constant.parse().ok()?;
        return Some((value, value));
    }
    let (low, high) = meaning.rsplit_once(" in ")?.1.split_once("..")?;
    Some((low.parse().ok()?, high.parse().ok()?))
}

/// A changed kernel, or one in other groups.
struct Mutant<'s> {
    subject: &'s Subject,
    text: String,
    words: Vec<String>,
    change: String,
}

fn mutants(subject: &Subject) -> Vec<Mutant<'_>> {
    let text = fs::read_to_string(&subject.file).expect("a kernel");
    let words = &subject.directive.words;
    let changed = mutate::mutants(&text, &subject.kernel, "");
    let mut all: Vec<Mutant> = changed
        .into_iter()
        .map(|mutant| Mutant {
            subject,
            text: mutant.text,
            words: words.clone(),
            change: format!("{}: {}", mutant.line, mutant.change),
        })
        .collect();
    let local = words.iter().position(|word| word == "--local");
    for halved in [true, false].into_iter().filter(|_| local.is_some()) {
        let at = local.map_or(0, |at| at + 1);
        let sizes = words[at].split('x').enumerate().map(|(d, size)| {
            let size: u64 = size.parse().expect("a size");
            let changed = if halved { size / 2 } else { size * 2 };
            if d == 0 { changed.max(1) } else { size }.to_string()
        });
        let sizes = sizes.collect::<Vec<_>>().join("x");
        let mut words = words.clone();
        let change = format!("--local {} -> {sizes}", words[at]);
        words[at] = sizes;
        all.push(Mutant {
            subject,
            text: text.clone(),
            words,
            change,
        });
    }
    all
}

impl Mutant<'_> {
    /// What is wrong with a mutant that simdiff passes; the second answer is whether it
    /// passes it.
    fn missed(&self) -> (Option<String>, bool) {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let answer = self
            .subject
            .answer(directory.path(), &self.text, &self.words);
        if !["clean", "equivalent"].contains(&answer.verdict()) {
            return (None, false);
        }
        let contract = &answer.json["contract"];
        let local = match option(&self.words, "--local") {
            Some(local) => extents(local),
            None => [1; 3],
        };
        let on = (&self.words[..], local);
        let kernel = &self.subject.kernel;
        let Some(native) = Native::build(&self.text, kernel, contract, on) else {
            return (None, true);
        };
        let compared = self.subject.directive.command == "check";
        let text = fs::read_to_string(&self.subject.file).expect("a kernel");
        let original = compared.then(|| Native::build(&text, kernel, contract, on));
        let place = self.subject.directive.place();
        let wrong = native.wrong(original.flatten().as_ref());
        let missed = wrong.map(|wrong| format!("{place}: {}: {wrong}", self.change));
        (missed, true)
    }
}

#[test]
fn no_kernel_mutant_that_goes_wrong_is_passed() {
    let filter = wanted().unwrap_or_default();
    let subjects = subjects();
    assert!(subjects.len() > 10, "only {} kernels", subjects.len());
    let chosen = subjects
        .iter()
        .filter(|s| s.directive.place().contains(&filter));
    let all: Vec<Mutant> = chosen.flat_map(mutants).collect();
    let step = match wanted() {
        Some(_) => 1,
        None => all.len().div_ceil(SAMPLE).max(1),
    };
    let (mut missed, mut passed) = (Vec::new(), 0);
    for mutant in all.iter().step_by(step) {
        let (wrong, passes) = mutant.missed();
        passed += usize::from(passes);
        missed.extend(wrong);
    }
    let tried = all.len().div_ceil(step);
    println!(
        "{tried} of {} mutants of kernels tried, {passed} passed",
        all.len()
    );
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// The oracle itself: a kernel that is right natively, and one that is not.
#[test]
fn kernels_run_natively() {
    let subjects = subjects();
    let mut subjects = subjects.iter();
    let subject = subjects
        .find(|subject| subject.kernel == "sum_tree")
        .expect("the tree reduction");
    let text = fs::read_to_string(&subject.file).expect("a kernel");
    let directory = tempfile::tempdir().expect("a temporary directory");
    let words = &subject.directive.words;
    let answer = subject.answer(directory.path(), &text, words);
    let contract = &answer.json["contract"];
    let local = extents(option(words, "--local").expect("--local"));
    let run = |text: &str, kernel: &str| {
        let native = Native::build(text, kernel, contract, (words, local)).expect("it compiles");
        native.wrong(None)
    };
    assert_eq!(run(&text, "sum_tree"), None);
    assert!(run(&text, "sum_diverging").is_some());
    assert!(run(&text, "sum_lockstep").is_some());
}
