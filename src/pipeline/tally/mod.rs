//! What a run has found so far, and the outcome it adds up to.

mod outcome;
mod reasons;

use std::collections::{BTreeMap, BTreeSet};

use super::hunt::Hunt;
use super::judged::Judged;
use crate::symex::{self, Reached};
use crate::verdict::{
    Coverage, DefectFound, DefectKind, Difference, Function, Location, Replay, Undecided,
    UndecidedKind, UndefinedFound, Verdict,
};

/// Findings, reasons and counts.
#[derive(Clone)]
pub struct Tally {
    reference: Option<Function>,
    port: Option<Function>,
    program: Option<String>,
    kernel: Option<Function>,
    /// The mismatch that is kept.
    pub difference: Option<Difference>,
    defect: Option<DefectFound>,
    undecided: BTreeMap<(String, String, Option<Location>), Undecided>,
    expired: bool,
    leaning_on: Vec<String>,
    globals_read: BTreeSet<String>,
    /// How outputs stand to the tolerance asked for.
    pub judged: Judged,
    /// The hunt for undefined behaviour, over all sizes.
    pub hunt: Hunt,
    /// What it found that is no defect.
    pub undefined: Vec<UndefinedFound>,
    /// Counts of what was explored.
    pub coverage: Coverage,
    /// What the reference and the port have executed.
    pub reached: [Reached; 2],
}

impl Tally {
    /// Nothing found yet about two functions.
    pub fn new(reference: Function, port: Function) -> Tally {
        Tally {
            reference: Some(reference),
            port: Some(port),
            ..Tally::of_program(String::new())
        }
    }

    /// Nothing found yet about a kernel by itself.
    pub fn of_kernel(kernel: Function) -> Tally {
        Tally {
            kernel: Some(kernel),
            ..Tally::of_program(String::new())
        }
    }

    /// Nothing found yet about a program.
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
            judged: Judged::default(),
            hunt: Hunt::default(),
            undefined: Vec::new(),
            coverage: Coverage::default(),
            reached: Default::default(),
        }
    }

    /// Whether a confirmed finding ends the run.
    pub fn is_refuted(&self) -> bool {
        matches!(&self.difference, Some(d) if d.replay == Replay::Confirmed)
            || matches!(&self.defect, Some(d) if d.replay.stands())
    }

    /// Whether a confirmed finding leaves nothing to look for: not while outputs
    /// that exceed a tolerance are counted.
    pub fn is_settled(&self) -> bool {
        self.is_refuted() && !(self.judged.is_exceeded() && self.verdict(true) == Verdict::Exceeded)
    }

    /// Whether a suspected finding is kept already; one is enough.
    pub fn has_suspicion(&self) -> bool {
        self.difference.is_some() || self.defect.is_some()
    }

    /// Whether anything at all was found or left open.
    pub fn has_findings(&self) -> bool {
        let is_open = self.expired || !self.undecided.is_empty();
        is_open || self.has_suspicion() || !self.undefined.is_empty()
    }

    /// Keeps a mismatch; one that replay did not confirm also counts as undecided.
    pub fn difference(&mut self, difference: Difference) {
        if difference.replay != Replay::Confirmed {
            self.undecided(
                Undecided::new(
                    UndecidedKind::SuspectedDifference,
                    "an output seems to differ, but running both versions natively did not show it",
                )
                .at(difference.port_location.clone()),
            );
            if self.has_suspicion() {
                return;
            }
        }
        self.difference = Some(difference);
    }

    /// Keeps a defect; one that replay did not confirm also counts as undecided.
    pub fn defect(&mut self, defect: DefectFound) {
        if !defect.replay.stands() {
            self.undecided(
                Undecided::new(
                    UndecidedKind::Suspected(defect.kind),
                    defect.message.clone(),
                )
                .with_help(
                    matches!(
                        defect.kind,
                        DefectKind::UndefinedBranch | DefectKind::Uninitialised
                    )
                    .then(|| ZEROED.to_owned()),
                )
                .at(defect.location.clone()),
            );
            if self.has_suspicion() {
                return;
            }
        }
        self.defect = Some(defect);
    }

    /// The defect that was found, which is another tally's from now on.
    pub fn take_defect(&mut self) -> Option<DefectFound> {
        self.defect.take()
    }

    /// The first of the reasons why something was left open.
    pub fn first_reason(&self) -> Option<&str> {
        self.undecided
            .values()
            .next()
            .map(|reason| &*reason.message)
    }

    /// Notes a model or convention that the verdict rests on.
    pub fn lean_on(&mut self, sentence: &str) {
        if !self.leaning_on.iter().any(|s| s == sentence) {
            self.leaning_on.push(sentence.to_owned());
        }
    }

    /// Notes the global variables that a version read.
    pub fn globals_read(&mut self, names: Vec<&str>) {
        // The processor's answers are no state of the program.
        let state = names.into_iter().filter(|name| !name.starts_with("__cpu_"));
        self.globals_read.extend(state.map(str::to_owned));
    }

    /// Adds what one machine executed.
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

    /// Counts an output decided by a step.
    pub fn decided_by(&mut self, step: &str) {
        match self.coverage.decided_by.get_mut(step) {
            Some(count) => *count += 1,
            None => {
                self.coverage.decided_by.insert(step.to_owned(), 1);
            }
        }
    }
}

/// What to do about a finding that rests on memory that nothing wrote.
const ZEROED: &str = "initialise the memory, or pass --assume-zeroed-memory if the program runs \
                      where memory starts as zeros";
