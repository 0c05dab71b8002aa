//! Who may use what: every room of `src/` names only the rooms and libraries
//! of its line below, and no two rooms use each other, not even through others.
//! The crates beside `src/` are held by their manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A room, the rooms and workspace crates it may use, and the libraries that
/// it may name of those in [`LIBRARIES`].
type Room = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

const ROOMS: [Room; 65] = [
    // Vocabulary.
    ("budgets", &[], &[]),
    ("cpu", &[], &[]),
    ("deadline", &[], &[]),
    ("problem", &[], &[]),
    ("start", &[], &[]),
    ("regular", &[], &[]),
    // It asks about standard output.
    ("closed", &[], &["print"]),
    // It forks, and acts between a fork and a program.
    ("os", &[], &["command", "fork"]),
    // It starts programs.
    ("child", &["budgets", "deadline", "os"], &["command"]),
    // It starts git.
    ("commit", &["child", "deadline", "problem"], &["command"]),
    ("assumption", &["rewrite_rules"], &[]),
    ("contract", &["term"], &[]),
    ("verdict", &["contract", "problem", "term"], &[]),
    ("llvm", &[], &["inkwell"]),
    ("guard", &["llvm"], &["inkwell"]),
    // From source files to a program; term lends the float formats.
    (
        "frontend",
        &[
            "bitcode_cache",
            "budgets",
            "child",
            "contract",
            "cpu",
            "deadline",
            "guard",
            "llvm",
            "regular",
            "term",
        ],
        &["inkwell", "command"],
    ),
    ("phi_fold", &["guard", "llvm"], &["inkwell"]),
    (
        "program",
        &["llvm", "start", "verdict", "term"],
        &["inkwell"],
    ),
    // From a program to obligations, and their decisions.
    (
        "symex",
        &[
            "budgets",
            "cpu",
            "deadline",
            "program",
            "rewrite_rules",
            "start",
            "term",
            "verdict",
        ],
        &[],
    ),
    (
        "race",
        &["budgets", "program", "rewrite_rules", "symex", "term"],
        &[],
    ),
    (
        "coverage",
        &[
            "budgets",
            "contract",
            "guard",
            "phi_fold",
            "program",
            "rewrite_rules",
            "symex",
            "term",
            "verdict",
        ],
        &[],
    ),
    // The command is another solver, where the user has one.
    (
        "solver",
        &["budgets", "child", "deadline", "term"],
        &["z3", "command"],
    ),
    (
        "accuracy",
        &["budgets", "deadline", "rewrite_rules", "term"],
        &[],
    ),
    (
        "certificate",
        &["certificate_checker", "rewrite_rules", "term"],
        &[],
    ),
    (
        "equiv",
        &[
            "accuracy",
            "budgets",
            "certificate",
            "contract",
            "deadline",
            "rewrite_rules",
            "solver",
            "symex",
            "term",
            "verdict",
        ],
        &[],
    ),
    (
        "replay",
        &[
            "bitcode_cache",
            "budgets",
            "child",
            "deadline",
            "llvm",
            "start",
        ],
        &["inkwell", "command"],
    ),
    // What a team keeps beside its code, and what a run of it found.
    ("near", &[], &[]),
    ("relations", &["contract", "near", "problem", "term"], &[]),
    ("compile_commands", &["regular"], &[]),
    (
        "suite",
        &[
            "assumption",
            "compile_commands",
            "near",
            "problem",
            "regular",
        ],
        &[],
    ),
    ("record", &["problem", "regular", "suite", "verdict"], &[]),
    ("snapshot", &["problem", "record", "regular"], &[]),
    ("cache", &["frontend", "record"], &[]),
    // What functions there are, and which may be versions of one another.
    (
        "listing",
        &["deadline", "frontend", "problem"],
        &["inkwell"],
    ),
    ("pairing", &["listing"], &[]),
    // From decisions to people.
    ("explain", &["assumption", "near", "problem"], &[]),
    (
        "report",
        &["contract", "problem", "record", "regular", "verdict"],
        &["annotate_snippets"],
    ),
    // A program that calls two functions.
    (
        "harness",
        &["contract", "frontend", "problem", "report"],
        &[],
    ),
    // A program that shows a finding.
    (
        "regression",
        &[
            "contract", "frontend", "problem", "report", "term", "verdict",
        ],
        &[],
    ),
    ("doctor", &["frontend", "replay", "solver"], &[]),
    // It draws on a terminal.
    ("progress", &["budgets", "verdict"], &[]),
    // It starts this program, and draws on a terminal.
    (
        "batch",
        &["budgets", "child", "deadline", "record", "suite"],
        &["command", "print"],
    ),
    // It forks, and hears signals.
    (
        "supervisor",
        &["budgets", "deadline", "os", "problem"],
        &["print", "fork"],
    ),
    // What a run is told.
    (
        "rulebook",
        &[
            "accuracy",
            "budgets",
            "deadline",
            "problem",
            "regular",
            "rewrite_rules",
            "solver",
            "term",
        ],
        &[],
    ),
    (
        "settings",
        &[
            "accuracy",
            "assumption",
            "budgets",
            "compile_commands",
            "cpu",
            "deadline",
            "equiv",
            "frontend",
            "program",
            "rewrite_rules",
            "rulebook",
            "symex",
            "verdict",
        ],
        &[],
    ),
    // What every driver is made of, and a version under a contract.
    (
        "pipeline",
        &[
            "accuracy",
            "bitcode_cache",
            "budgets",
            "certificate",
            "certificate_checker",
            "commit",
            "compile_commands",
            "contract",
            "cpu",
            "equiv",
            "frontend",
            "phi_fold",
            "problem",
            "program",
            "replay",
            "rewrite_rules",
            "rulebook",
            "settings",
            "sse_lowering",
            "symex",
            "term",
            "verdict",
        ],
        &["inkwell"],
    ),
    // A kernel, run by every work-item.
    (
        "launch",
        &[
            "budgets",
            "contract",
            "program",
            "race",
            "rewrite_rules",
            "symex",
            "term",
        ],
        &[],
    ),
    // A host program of OpenCL, and the commands that it enqueues.
    (
        "host",
        &[
            "budgets",
            "launch",
            "program",
            "race",
            "rewrite_rules",
            "symex",
            "term",
            "verdict",
        ],
        &[],
    ),
    (
        "side",
        &[
            "budgets",
            "contract",
            "coverage",
            "cpu",
            "deadline",
            "equiv",
            "frontend",
            "launch",
            "pipeline",
            "problem",
            "program",
            "race",
            "regression",
            "replay",
            "rewrite_rules",
            "settings",
            "start",
            "symex",
            "term",
            "verdict",
        ],
        &[],
    ),
    // The drivers: none uses another.
    (
        "intrinsics",
        &["bitcode_cache", "frontend", "problem", "sse_lowering"],
        &[],
    ),
    (
        "audit",
        &[
            "budgets",
            "certificate_checker",
            "problem",
            "regular",
            "report",
            "rulebook",
            "solver",
            "supervisor",
        ],
        &[],
    ),
    (
        "check",
        &[
            "accuracy",
            "budgets",
            "certificate",
            "certificate_checker",
            "commit",
            "contract",
            "coverage",
            "cpu",
            "equiv",
            "frontend",
            "harness",
            "launch",
            "pipeline",
            "problem",
            "program",
            "progress",
            "regression",
            "regular",
            "relations",
            "replay",
            "report",
            "rewrite_rules",
            "rulebook",
            "settings",
            "side",
            "symex",
            "term",
            "verdict",
        ],
        &["inkwell"],
    ),
    (
        "kernel",
        &[
            "budgets",
            "contract",
            "coverage",
            "cpu",
            "equiv",
            "frontend",
            "launch",
            "near",
            "pipeline",
            "problem",
            "program",
            "progress",
            "regression",
            "relations",
            "replay",
            "rewrite_rules",
            "settings",
            "side",
            "symex",
            "verdict",
        ],
        &["inkwell"],
    ),
    (
        "run",
        &[
            "budgets",
            "certificate",
            "certificate_checker",
            "contract",
            "cpu",
            "equiv",
            "frontend",
            "host",
            "launch",
            "pipeline",
            "problem",
            "program",
            "progress",
            "replay",
            "settings",
            "symex",
            "term",
            "verdict",
        ],
        &["inkwell"],
    ),
    // The command line.
    ("args", &[], &["clap"]),
    ("outputs", &[], &[]),
    ("printing", &["args"], &["clap", "print"]),
    ("requests", &["args"], &[]),
    ("manual", &["args", "printing"], &["clap"]),
    ("results", &["args", "outputs", "printing"], &[]),
    ("initial", &["args", "outputs", "printing"], &[]),
    (
        "testing",
        &[
            "args",
            "certificate_checker",
            "outputs",
            "printing",
            "results",
        ],
        &["clap"],
    ),
    (
        "commands",
        &["args", "outputs", "printing", "requests"],
        &[],
    ),
    ("lib", &[], &[]),
    // main uses the library under its own name.
    ("main", &[], &["clap", "print"]),
];

/// What only some rooms may name, and how it is recognised.
const LIBRARIES: [(&str, &[&str]); 9] = [
    ("z3", &["z3::"]),
    ("egg", &["egg::"]),
    ("inkwell", &["inkwell::"]),
    ("clap", &["clap::"]),
    ("annotate_snippets", &["annotate_snippets::"]),
    ("command", &["process::Command", "Command::new"]),
    ("fork", &["fork("]),
    ("exit", &["process::exit", "process::abort"]),
    (
        "print",
        &["print!(", "println!(", "stdout()", "stderr()", "dbg!("],
    ),
];

const CRATES: [&str; 5] = [
    "bitcode_cache",
    "term",
    "rewrite_rules",
    "sse_lowering",
    "certificate_checker",
];

fn rust_files(directory: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(directory)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The words of a room's code, without comments and without the tests inside.
fn code() -> BTreeMap<String, Vec<(PathBuf, String)>> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    let mut rooms: BTreeMap<String, Vec<(PathBuf, String)>> = BTreeMap::new();
    for path in files {
        let inside = path.strip_prefix(&src).expect("below src").to_owned();
        let first = inside.components().next().expect("a file").as_os_str();
        let room = Path::new(first).file_stem().expect("a name");
        let text = fs::read_to_string(&path).expect("UTF-8");
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or("");
        let lines = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or(""));
        let text = lines.collect::<Vec<_>>().join("\n");
        let room = room.to_string_lossy().into_owned();
        rooms.entry(room).or_default().push((inside, text));
    }
    rooms
}

/// Whether `path` is used, and not as the end of a longer name.
fn names(text: &str, path: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(path) {
        let before = rest[..at].chars().next_back();
        if !before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            return true;
        }
        rest = &rest[at + path.len()..];
    }
    false
}

/// The rooms and crates that a text uses.
fn used(text: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for part in text.split("crate::").skip(1) {
        let name: String = part
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        assert!(
            !name.is_empty(),
            "`use crate::{{…}}` hides names: one line each"
        );
        used.insert(name);
    }
    for name in CRATES {
        if names(text, &format!("{name}::")) {
            used.insert(name.to_owned());
        }
    }
    used
}

#[test]
fn rooms_use_what_they_may() {
    let mut wrong = Vec::new();
    for (room, files) in code() {
        let Some((_, rooms, libraries)) = ROOMS.iter().find(|(name, ..)| *name == room) else {
            wrong.push(format!("src/{room} has no line in the table"));
            continue;
        };
        for (path, text) in files {
            for name in used(&text) {
                if name != room && !rooms.contains(&name.as_str()) {
                    wrong.push(format!("{} uses {name}", path.display()));
                }
            }
            for (library, signs) in LIBRARIES {
                if signs.iter().any(|sign| names(&text, sign)) && !libraries.contains(&library) {
                    wrong.push(format!("{} names {library}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_allows_no_more_than_is_used() {
    let code = code();
    let mut idle = Vec::new();
    for (room, rooms, libraries) in ROOMS {
        let files = code
            .get(room)
            .unwrap_or_else(|| panic!("src/{room} is gone"));
        for name in rooms {
            if !files.iter().any(|(_, text)| used(text).contains(*name)) {
                idle.push(format!("{room} does not use {name}"));
            }
        }
        for name in libraries {
            let signs = LIBRARIES.iter().find(|(library, _)| library == name);
            let (_, signs) = signs.expect("a known library");
            let named = |text: &str| signs.iter().any(|sign| names(text, sign));
            if !files.iter().any(|(_, text)| named(text)) {
                idle.push(format!("{room} does not name {name}"));
            }
        }
    }
    assert!(idle.is_empty(), "{}", idle.join("\n"));
}

#[test]
fn no_rooms_use_each_other() {
    // The table is ordered: a room uses earlier rooms only.
    for (place, (room, rooms, _)) in ROOMS.iter().enumerate() {
        for name in *rooms {
            let earlier = ROOMS[..place].iter().any(|(other, ..)| other == name);
            assert!(
                earlier || CRATES.contains(name),
                "{room} uses {name}, which does not come before it"
            );
        }
    }
}

/// Times stand in `src/budgets`, where they are found: elsewhere there are neither constants
/// of a time nor times in figures. Counts that are budgets stand there too, but look like any
/// other number.
#[test]
fn times_are_among_the_budgets() {
    let mut wrong = Vec::new();
    let mut budgets = 0;
    for (room, files) in code() {
        for (path, text) in files {
            let times = text.lines().filter(|line| is_time(line));
            match room == "budgets" {
                true => budgets += times.count(),
                false => wrong.extend(times.map(|line| format!("{}: {line}", path.display()))),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(budgets > 20, "only {budgets} times are among the budgets");
}

/// Whether a line of code declares a constant time, or has a time in figures.
fn is_time(line: &str) -> bool {
    let declares = line.contains("const ") && line.contains("Duration =");
    let figures = line.split("Duration::from_").skip(1).any(|rest| {
        let argument = rest.split_once('(').map_or("", |(_, argument)| argument);
        argument.starts_with(|c: char| c.is_ascii_digit())
    });
    declares || figures
}

#[test]
fn a_time_is_recognised() {
    for line in [
        "const PATIENCE: std::time::Duration = ONE;",
        "    timeout: Duration::from_secs(5),",
        "let all = time.min(Duration::from_millis(250));",
    ] {
        assert!(is_time(line), "{line}");
    }
    for line in [
        "const MOST: usize = 64;",
        "Ok(Duration::from_secs_f64(n * scale))",
        "fn within(&self, time: Duration) -> Deadline {",
    ] {
        assert!(!is_time(line), "{line}");
    }
}

/// The rooms that answer one command each: they stand side by side.
const DRIVERS: [&str; 4] = ["audit", "check", "kernel", "run"];

#[test]
fn no_driver_uses_another() {
    for (room, rooms, _) in ROOMS {
        for driver in DRIVERS {
            let stands_above = room == "main";
            assert!(
                stands_above || !rooms.contains(&driver),
                "{room} uses the driver {driver}"
            );
        }
    }
}

/// A workspace crate and the libraries that its manifest may not have.
const WALLS: [(&str, &[&str]); 5] = [
    (
        "bitcode-cache",
        &["z3", "egg", "inkwell", "clap", "term", "rewrite-rules"],
    ),
    ("term", &["z3", "egg", "inkwell", "clap"]),
    ("rewrite-rules", &["z3", "inkwell", "clap"]),
    ("certificate-checker", &["z3", "egg", "inkwell", "clap"]),
    (
        "sse-lowering",
        &["z3", "egg", "clap", "term", "rewrite-rules"],
    ),
];

#[test]
fn crates_keep_their_walls() {
    for (name, forbidden) in WALLS {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or("");
        let dependencies = dependencies.split("\n[").next().unwrap_or("");
        for line in dependencies.lines() {
            let key = line.split(['.', ' ', '=']).next().unwrap_or("");
            assert!(!forbidden.contains(&key), "{name} depends on {key}");
        }
    }
}

/// What the checker of certificates may use of the prover's rules: the table as
/// parsed, and what a rule says.
#[test]
fn the_certificate_checker_uses_no_prover() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("certificate-checker/src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    let prover = [
        "Builder",
        "DirectedRules",
        "rewrite_rules::search",
        "rewrite_rules::normal",
        "rewrite_rules::prove",
        "rewrite_rules::trace",
        "Analysis",
    ];
    assert!(files.len() > 10, "the checker's sources are elsewhere");
    for path in files {
        let text = fs::read_to_string(&path).expect("UTF-8");
        let lines = text.lines().map(|l| l.split("//").next().unwrap_or(""));
        let code = lines.collect::<Vec<_>>().join("\n");
        for name in prover {
            assert!(!code.contains(name), "{} names {name}", path.display());
        }
    }
}

/// Not even through the rule table does the checker link what searches.
#[test]
fn the_certificate_checker_links_no_search() {
    let tree = std::process::Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--edges", "normal", "--prefix", "none"])
        .args(["--package", "simdiff-certificate-checker"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let tree = String::from_utf8_lossy(&tree.stdout);
    let linked = |name: &str| tree.lines().any(|line| line.starts_with(name));
    assert!(linked("simdiff-rewrite-rules "), "no tree: {tree}");
    for name in ["egg ", "z3 ", "inkwell "] {
        assert!(!linked(name), "the checker links {name}");
    }
}

/// The files of the executor that a file names: by `super::`, by the whole path, or, for
/// what lies below a `mod.rs`, by name.
fn named_files(path: &Path, text: &str, files: &BTreeSet<String>) -> BTreeSet<String> {
    let module = path.with_extension("").to_string_lossy().into_owned();
    let below = module.strip_suffix("/mod");
    let module = below.unwrap_or(&module);
    let parent = module.rsplit_once('/').map_or("", |(parent, _)| parent);
    let mut prefixes = vec![("crate::".to_owned(), String::new())];
    let above = parent.rsplit_once('/').map_or("", |(above, _)| above);
    prefixes.push(("super::super::".to_owned(), format!("{above}/")));
    prefixes.push(("super::".to_owned(), format!("{parent}/")));
    if below.is_some() {
        prefixes.push((String::new(), format!("{module}/")));
    }
    let names_file = |file: &&String| {
        prefixes.iter().any(|(prefix, directory)| {
            let rest = file.strip_prefix(directory.as_str());
            rest.is_some_and(|rest| {
                let path = format!("{prefix}{}", rest.replace('/', "::"));
                let whole = |end: &str| names(text, &format!("{path}{end}"));
                whole("::") || !prefix.is_empty() && whole(";")
            })
        })
    };
    let found = files.iter().filter(|file| *file != module);
    found.filter(names_file).cloned().collect()
}

#[test]
fn no_files_of_the_executor_use_each_other() {
    let code = code();
    let files: Vec<(String, &Path, &str)> = code["symex"]
        .iter()
        .filter(|(path, _)| !path.ends_with("symex/mod.rs") && !path.ends_with("tests.rs"))
        .map(|(path, text)| {
            let module = path.with_extension("").to_string_lossy().into_owned();
            let module = module.strip_suffix("/mod").unwrap_or(&module).to_owned();
            (module, path.as_path(), text.as_str())
        })
        .collect();
    let all: BTreeSet<String> = files.iter().map(|(module, ..)| module.clone()).collect();
    let mut left: BTreeMap<String, BTreeSet<String>> = files
        .iter()
        .map(|(module, path, text)| (module.clone(), named_files(path, text, &all)))
        .collect();
    let uses: usize = left.values().map(BTreeSet::len).sum();
    assert!(uses > 100, "only {uses} uses were found");
    // Files that name none of those left go; what stays is in a circle, or above one.
    loop {
        let before = left.len();
        let names: BTreeSet<String> = left.keys().cloned().collect();
        left.retain(|_, named| named.iter().any(|name| names.contains(name)));
        if left.len() == before {
            break;
        }
    }
    assert!(left.is_empty(), "{left:#?}");
}

/// What changes bytes of objects, and the files of the executor that may: the memory
/// itself, the door to it, what the door calls, the fast lane for objects that nobody
/// observes, and the machine, for drivers.
#[test]
fn one_door_leads_to_memory() {
    const MAY: [&str; 6] = [
        "access",
        "concrete/memory",
        "difference",
        "door",
        "machine",
        "memory",
    ];
    let code = code();
    for (path, text) in &code["symex"] {
        let file = path.strip_prefix("symex").expect("in the room");
        let file = file.with_extension("");
        let changes = names(text, "object_mut(") || names(text, "find_mut(");
        if changes {
            assert!(
                MAY.iter().any(|may| Path::new(may) == file),
                "{} goes to memory past the door",
                path.display()
            );
        }
    }
}

/// Every decision is in the index of decisions.
#[test]
fn decisions_are_in_their_index() {
    let decisions = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/decisions");
    let index = fs::read_to_string(decisions.join("README.md")).expect("an index");
    for entry in fs::read_dir(&decisions).expect("decisions") {
        let name = entry.expect("readable").file_name();
        let name = name.to_string_lossy();
        let listed = name == "README.md" || index.contains(&format!("]({name})"));
        assert!(listed, "docs/decisions/README.md does not list {name}");
    }
}
