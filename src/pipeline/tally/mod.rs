//! The findings of a run, and the outcome that follows from them.

mod outcome;
mod reasons;

use std::collections::{BTreeMap, BTreeSet};

use super::hunt::Hunt;
use super::judged::Judged;
use crate::symex::{self, Reached};
use crate::verdict::{
    Coverage, DefectFound, Difference, Function, Location, Replay, Undecided, UndecidedKind,
    UndefinedFound, Verdict,
};

/// The findings, reasons and counts of a run.
#[derive(Clone)]
pub struct Tally {
    reference: Option<Function>,
    port: Option<Function>,
    program: Option<String>,
    kernel: Option<Function>,
    /// The difference that is reported.
    pub difference: Option<Difference>,
    defect: Option<DefectFound>,
    undecided: BTreeMap<(String, String, Option<Location>), Undecided>,
    expired: bool,
    leaning_on: Vec<String>,
    globals_read: BTreeSet<String>,
    /// The buffers that the reference overruns under the length that is assumed for them.
    overrun: BTreeSet<String>,
    /// For each output that was proved equal whether the assumptions admit some input of it.
    admitted: BTreeMap<String, bool>,
    /// Whether code looks at addresses and not all of its choices by them can have been made.
    pub leaves_places: bool,
    /// Whether outputs are compared under a tolerance.
    pub is_tolerant: bool,
    /// How outputs compare with the tolerance.
    pub judged: Judged,
    /// The undefined behaviour found, over all sizes.
    pub hunt: Hunt,
    /// Undefined behaviour that is reported without being a defect.
    pub undefined: Vec<UndefinedFound>,
    /// Counts of what was covered.
    pub coverage: Coverage,
    /// The code of the reference and of the port that was executed.
    pub reached: [Reached; 2],
}

impl Tally {
    /// Makes an empty tally for two functions.
    pub fn new(reference: Function, port: Function) -> Tally {
        Tally {
            reference: Some(reference),
            port: Some(port),
            ..Tally::of_program(String::new())
        }
    }

    /// Makes an empty tally for a kernel by itself.
    pub fn of_kernel(kernel: Function) -> Tally {
        Tally {
            kernel: Some(kernel),
            ..Tally::of_program(String::new())
        }
    }

    /// Makes an empty tally for a program.
    pub fn of_program(name: String) -> Tally {
        Tally {
            reference: None,
            port: None,
            program: Some(name).filter(|n| !n.is_empty()),
            kernel: None,
            difference: None,
            defect: None,
            undecided: BTreeMap::new(),
            expired: false,
            leaning_on: Vec::new(),
            globals_read: BTreeSet::new(),
            overrun: BTreeSet::new(),
            admitted: BTreeMap::new(),
            leaves_places: false,
            is_tolerant: false,
            judged: Judged::default(),
            hunt: Hunt::default(),
            undefined: Vec::new(),
            coverage: Coverage::default(),
            reached: Default::default(),
        }
    }

    /// Whether a confirmed finding decides the run.
    pub fn is_refuted(&self) -> bool {
        matches!(&self.difference, Some(d) if d.replay == Replay::Confirmed)
            || matches!(&self.defect, Some(d) if d.replay.stands())
    }

    /// Whether a confirmed finding leaves nothing to examine. It does while outputs that
    /// exceed a tolerance are being counted.
    pub fn is_settled(&self) -> bool {
        self.is_refuted() && !(self.judged.is_exceeded() && self.verdict(true) == Verdict::Exceeded)
    }

    /// Whether a finding, suspected or confirmed, is kept already; one is enough.
    pub fn has_suspicion(&self) -> bool {
        self.difference.is_some() || self.defect.is_some()
    }

    /// Whether anything was found or left undecided.
    pub fn has_findings(&self) -> bool {
        let is_open = self.expired || !self.undecided.is_empty();
        is_open || self.has_suspicion() || !self.undefined.is_empty()
    }

    /// Keeps a difference; one not confirmed by replay also counts as undecided.
    pub fn difference(&mut self, mut difference: Difference) {
        if difference.replay == Replay::Confirmed {
            difference.help = open_builtin(&difference);
        } else {
            self.undecided(
                Undecided::new(
                    UndecidedKind::SuspectedDifference,
                    "an output seems to differ, but running both versions natively did not show it",
                )
                .with_help(open_builtin(&difference))
                .at(difference.port_location.clone()),
            );
            if self.has_suspicion() {
                return;
            }
        }
        self.difference = Some(difference);
    }

    /// Keeps a defect; one not confirmed by replay also counts as undecided.
    pub fn defect(&mut self, defect: DefectFound) {
        if !defect.replay.stands() {
            self.undecided(
                Undecided::new(
                    UndecidedKind::Suspected(defect.kind),
                    defect.message.clone(),
                )
                .with_help(defect.kind.is_of_undefined().then(|| ZEROED.to_owned()))
                .at(defect.location.clone()),
            );
            if self.has_suspicion() {
                return;
            }
        }
        self.defect = Some(defect);
    }

    /// Takes the defect, to move it to another tally.
    pub fn take_defect(&mut self) -> Option<DefectFound> {
        self.defect.take()
    }

    /// Returns the first reason why something is undecided.
    pub fn first_reason(&self) -> Option<&str> {
        self.undecided
            .values()
            .next()
            .map(|reason| &*reason.message)
    }

    /// Records a model or convention that the verdict leans on.
    pub fn lean_on(&mut self, sentence: &str) {
        if !self.leaning_on.iter().any(|s| s == sentence) {
            self.leaning_on.push(sentence.to_owned());
        }
    }

    /// The sentences of [`Tally::lean_on`].
    pub fn leaning_on(&self) -> impl Iterator<Item = &str> {
        self.leaning_on.iter().map(String::as_str)
    }

    /// Records the global variables that a version read.
    pub fn globals_read(&mut self, names: Vec<&str>) {
        // The processor's answers are not state of the program.
        let state = names.into_iter().filter(|name| !name.starts_with("__cpu_"));
        self.globals_read.extend(state.map(str::to_owned));
    }

    /// Adds the statistics of one machine.
    pub fn executed(&mut self, statistics: &symex::Statistics) {
        let coverage = &mut self.coverage;
        coverage.paths += statistics.paths;
        coverage.instructions += statistics.instructions;
        let branches = &mut coverage.branches;
        branches.on_inputs += statistics.symbolic_branches;
        branches.merged += statistics.merges;
        branches.splits += statistics.splits;
        branches.unknown += statistics.unknown_branches;
        branches.split_addresses += statistics.split_addresses;
        let (ended, more) = (&mut coverage.ended, statistics.ended);
        ended.returned += more.returned;
        ended.exited += more.exited;
        ended.infeasible += more.infeasible;
        ended.defects += more.defects;
        ended.stopped += more.stopped;
    }

    /// Counts an output decided by a step of the ladder.
    pub fn decided_by(&mut self, step: &str) {
        match self.coverage.decided_by.get_mut(step) {
            Some(count) => *count += 1,
            None => {
                self.coverage.decided_by.insert(step.to_owned(), 1);
            }
        }
    }
}

/// Advice on findings that depend on memory that was never written.
const ZEROED: &str = "initialise the memory, or pass --assume-zeroed-memory if the program runs \
                      where memory starts as zeros";

/// What would decide a difference where only one version calls builtins of OpenCL C that need
/// not be exact.
fn open_builtin(difference: &Difference) -> Option<String> {
    let detail = difference.detail.as_ref()?;
    for (name, range) in [
        ("opencl.mul24.i32", "i32[n] in -8388608..8388607"),
        ("opencl.mul24.u32", "u32[n] in 0..16777215"),
    ] {
        if detail.contains(name) {
            return Some(format!(
                "a device chooses what products of more than 24 bits are: say that the operands \
                 have no more, as in --arg 'x=in:{range}'"
            ));
        }
    }
    if ["opencl.max_nan", "opencl.min_nan"]
        .iter()
        .any(|name| detail.contains(name))
    {
        return Some(
            "a device chooses what max and min of a NaN are: --assume-ordered leaves NaNs out"
                .to_owned(),
        );
    }
    let mut words = detail.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_');
    let is_rounding = |word: &str| {
        let mut names = ["contraction", "mad"].iter();
        let rest = word.strip_prefix("opencl.");
        rest.is_none_or(|rest| names.any(|name| rest.starts_with(&format!("{name}."))))
    };
    if detail.contains("opencl.") && words.all(is_rounding) {
        return Some(
            "a device chooses whether `a * b + c` is rounded once or twice: say what yours does \
             (--contract on, off)"
                .to_owned(),
        );
    }
    detail.contains("opencl.").then(|| {
        "a device chooses what these builtins give: C's values by --assume-c-functions, one or \
         two roundings by --contract"
            .to_owned()
    })
}
