//! Mutants: a port changed in a small way that behaves differently on the CPU
//! must never come out EQUIVALENT.
//!
//! Every mutant that compiles runs natively against the reference on structured
//! inputs, and goes through `simdiff check`. A sample of them runs by default;
//! `SIMDIFF_MUTANTS=all` runs them all and `SIMDIFF_MUTANTS=dot` those of the
//! examples whose path contains `dot`. Known limit: inputs are samples, so a
//! mutant that never differs here may still differ; the tool then has to find
//! out alone.

mod kernels;
mod mutate;
mod source;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock};

use mutate::Mutant;
use support::contract::{Contract, Sizes, sizes};
use support::directive::{self, Directive};
use support::native::{self, Truth};
use support::tool::{self, Answer};

/// Mutants in the sample.
const SAMPLE: usize = 40;
/// Sizes of each variable, from the smallest.
const MOST_SIZES: u64 = 20;
/// Native calls a size: so many of each kind of input, for the sample and for
/// everything.
const ROUNDS: [u64; 2] = [3, 6];
/// The tool's limits for a mutant: it may loop for ever.
const LIMITS: [&str; 4] = ["--max-steps", "1000000", "--timeout", "20s"];

/// A reference and a port whose mutants are tried.
struct Pair {
    directive: Directive,
    sizes: Vec<Sizes>,
    mutants: Vec<Mutant>,
    /// Made when it is first needed.
    truth: OnceLock<Truth>,
}

/// Every plain check of the examples.
static PAIRS: LazyLock<Vec<Pair>> = LazyLock::new(|| {
    let plain = directive::all()
        .into_iter()
        .filter(Directive::is_plain_check);
    plain.map(Pair::new).collect()
});

impl Pair {
    fn new(directive: Directive) -> Pair {
        let text = fs::read_to_string(&directive.file).expect("an example");
        let (port, reference) = (directive.option("--port"), directive.option("--reference"));
        let (port, reference) = (port.unwrap_or_default(), reference.unwrap_or_default());
        Pair {
            sizes: sizes(directive.option("--size").expect("a size"), MOST_SIZES),
            mutants: mutate::mutants(&text, port, reference),
            truth: OnceLock::new(),
            directive,
        }
    }

    fn truth(&self) -> &Truth {
        self.truth.get_or_init(|| {
            let directive = &self.directive;
            let answer = tool::run("check", &directive.file, &directive.words);
            let json = &answer.json["contract"];
            assert!(
                !json.is_null(),
                "{}: {}",
                directive.place(),
                answer.reason()
            );
            let reference = directive.option("--reference").unwrap_or_default();
            let side = native::compile(&directive.file, reference).expect("an example compiles");
            let rounds = ROUNDS[usize::from(wanted().is_some())];
            Truth::new(&side, Contract::read(json), &self.sizes, rounds)
        })
    }

    fn port(&self) -> &str {
        self.directive.option("--port").unwrap_or_default()
    }
}

/// The filter on paths that `SIMDIFF_MUTANTS` sets; `None` for the sample.
fn wanted() -> Option<String> {
    let wanted = std::env::var("SIMDIFF_MUTANTS")
        .ok()
        .filter(|w| !w.is_empty())?;
    Some(if wanted == "all" {
        String::new()
    } else {
        wanted
    })
}

/// What became of one mutant, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// It differs and the tool says so.
    Killed,
    /// It differs where native runs did not look; the tool replayed it.
    Found,
    /// It never differs and the tool says EQUIVALENT.
    Equal,
    /// The tool could not decide.
    Undecided,
    /// It does not compile.
    Invalid,
    /// The tool reports a finding that it did not replay.
    Unreplayed,
    /// The tool failed.
    Trouble,
    /// It differs and the tool says EQUIVALENT.
    Missed,
}

const FATES: [Fate; 8] = [
    Fate::Killed,
    Fate::Found,
    Fate::Equal,
    Fate::Undecided,
    Fate::Invalid,
    Fate::Unreplayed,
    Fate::Trouble,
    Fate::Missed,
];

impl Fate {
    fn is_wrong(self) -> bool {
        self >= Fate::Unreplayed
    }
}

#[test]
fn no_mutant_that_differs_is_equivalent() {
    let filter = wanted().unwrap_or_default();
    let pairs = PAIRS
        .iter()
        .filter(|pair| pair.directive.place().contains(&filter));
    let all: Vec<(&Pair, &Mutant)> = pairs
        .flat_map(|pair| pair.mutants.iter().map(move |mutant| (pair, mutant)))
        .collect();
    let total = all.len();
    let step = if wanted().is_some() {
        1
    } else {
        total.div_ceil(SAMPLE).max(1)
    };
    let chosen: Vec<(&Pair, &Mutant)> = all.into_iter().step_by(step).collect();

    let table = try_all(&chosen);
    println!(
        "{}\n{} of {total} mutants tried",
        render(&table),
        chosen.len()
    );
    let wrong: Vec<String> = table
        .iter()
        .filter(|((_, fate), _)| fate.is_wrong())
        .flat_map(|((_, fate), list)| list.iter().map(move |what| format!("{fate:?} {what}")))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} wrong verdicts:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_stated_verdicts_are_what_native_runs_show() {
    for pair in PAIRS.iter() {
        let place = pair.directive.place();
        let equivalent = pair.directive.expected == "equivalent";
        let side = native::compile(&pair.directive.file, pair.port()).expect("an example compiles");
        let seen = pair.truth().difference(&side);
        assert_eq!(equivalent, seen.is_none(), "{place}: {seen:?}");
    }
}

/// The same options for exactly these sizes and within [`LIMITS`].
fn limited(words: &[String], sizes: &[Sizes]) -> Vec<String> {
    let names = sizes.first().into_iter().flat_map(|sizes| sizes.keys());
    let range = |name: &String| {
        let values = || sizes.iter().map(|sizes| sizes[name]);
        let (low, high) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        format!("{name}={low}..{high}")
    };
    let option = names.map(range).collect::<Vec<_>>().join(",");
    let mut words = words.to_vec();
    if let Some(at) = words.iter().position(|word| word == "--size") {
        words[at + 1] = option;
    }
    words.extend(LIMITS.map(str::to_owned));
    words
}

/// Descriptions of the mutants of each port that met each fate.
type Table = BTreeMap<(String, Fate), Vec<String>>;

/// Tries the mutants on all processors.
fn try_all(chosen: &[(&Pair, &Mutant)]) -> Table {
    let next = AtomicUsize::new(0);
    let table = Mutex::new(Table::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((pair, mutant)) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (fate, why) = try_one(pair, mutant);
                    let port = pair.port();
                    let file = pair.directive.file.display();
                    let what = format!("{file}:{}: {port}: {}: {why}", mutant.line, mutant.change);
                    if fate.is_wrong() || fate == Fate::Undecided {
                        println!("{fate:?} {what}");
                    }
                    let mut table = table.lock().expect("no worker panics");
                    table.entry((port.to_owned(), fate)).or_default().push(what);
                }
            });
        }
    });
    let mut table = table.into_inner().expect("no worker panics");
    table.values_mut().for_each(|list| list.sort());
    table
}

fn try_one(pair: &Pair, mutant: &Mutant) -> (Fate, String) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let name = pair.directive.file.file_name().expect("a file");
    let file = directory.path().join(name);
    fs::write(&file, &mutant.text).expect("a writable file");
    let Some(side) = native::compile(&file, pair.port()) else {
        return (Fate::Invalid, String::new());
    };
    let difference = pair.truth().difference(&side);
    let answer = tool::run("check", &file, &limited(&pair.directive.words, &pair.sizes));
    let fate = judge(difference.is_some(), &answer);
    let seen = difference.unwrap_or_else(|| "equal".to_owned());
    (
        fate,
        format!("natively {seen}; {} {}", answer.verdict(), answer.reason()),
    )
}

fn judge(differs: bool, answer: &Answer) -> Fate {
    match (answer.verdict(), differs) {
        ("equivalent", true) => Fate::Missed,
        ("equivalent", false) => Fate::Equal,
        ("different" | "defect", _) if !answer.is_replayed() => Fate::Unreplayed,
        ("different" | "defect", true) => Fate::Killed,
        ("different" | "defect", false) => Fate::Found,
        ("undecided", _) => Fate::Undecided,
        _ => Fate::Trouble,
    }
}

fn render(table: &Table) -> String {
    let mut ports: Vec<&String> = table.keys().map(|(port, _)| port).collect();
    ports.dedup();
    let count = |port: &str, fate: Fate| table.get(&(port.to_owned(), fate)).map_or(0, Vec::len);
    let row = |name: &str, ports: &[&String]| {
        let counts = FATES.map(|fate| ports.iter().map(|port| count(port, fate)).sum::<usize>());
        let cells = counts.map(|count| format!("{count:>11}")).concat();
        format!("{name:24}{:>9}{cells}\n", counts.iter().sum::<usize>())
    };
    let heads = FATES
        .map(|fate| format!("{:>11}", format!("{fate:?}").to_lowercase()))
        .concat();
    let rows: String = ports.iter().map(|port| row(port, &[port])).collect();
    format!(
        "{:24}{:>9}{heads}\n{rows}{}",
        "port",
        "mutants",
        row("all", &ports)
    )
}
