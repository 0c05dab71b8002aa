//! The ladder: its options, its state and its entry points.

use rewrite_rules::SharedRules;
use rustc_hash::FxHashMap;
use term::{Arena, SymbolId};

use super::Assumptions;
use super::Witness;
use super::allowance::Allowance;
use super::budget::Budget;
use super::canonical::Canonicaliser;
use super::claim::Ranges;
use super::closeness::Closeness;
use super::decision::{Decision, Reason, Statistics, Step};
use super::extents::Extents;
use super::facts::LastFacts;
use super::sweep::Known;
use super::witnesses::Witnesses;
use crate::certificate::{Evidence, Number, Recorder, Step as Proof};
use crate::deadline::Deadline;
use crate::solver::{self, Solver};

/// Options of the ladder for one run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Assumptions in force.
    pub assumptions: Assumptions,
    /// Limits for one obligation.
    pub budget: Budget,
    /// Whether float results that are not proved equal are judged by a tolerance: the longest
    /// queries for equality are left out.
    pub tolerant: bool,
    /// Seed of the samples.
    pub seed: u64,
    /// Input ranges; part of every claim.
    pub ranges: Ranges,
    /// The deadline of the run.
    pub deadline: Deadline,
    /// Bytes by which one solver call may grow the process; unlimited if absent.
    pub max_memory: Option<u64>,
}

/// The symbols of a claim, the decision, and the number of the recorded claim with the proof.
type Decided = (Vec<SymbolId>, Decision, Option<Number>);

/// Decides obligations over the terms of *one* builder, and caches decisions by shape.
pub struct Ladder {
    pub(super) options: Options,
    pub(super) solver: Solver,
    pub(super) canonical: Canonicaliser,
    /// The facts of the last path that a branch was asked for on.
    pub(super) facts: LastFacts,
    pub(super) witnesses: Witnesses,
    /// Inputs that are tried before any sample.
    pub(super) suggested: Vec<Witness>,
    pub(super) extents: Extents,
    /// Branch queries that the solver left unanswered, less those that it answered; never
    /// negative.
    pub(super) unanswered_branches: u32,
    /// Branch queries for which refining float operations found no answer, less those for which
    /// it found an input; never negative.
    pub(super) unrefined_branches: u32,
    /// The number of obligations that are being decided: more than one within a subgoal.
    pub(super) depth: u32,
    /// The allowance of the current obligation.
    pub(super) allowance: Allowance,
    pub(super) tolerated: FxHashMap<Box<[u64]>, (Vec<SymbolId>, Closeness)>,
    /// Decisions by shape.
    pub(super) decided: FxHashMap<Box<[u64]>, Decided>,
    /// Proved inner equalities by shape.
    pub(super) swept: Known,
    pub(super) recorder: Option<Recorder>,
    pub(super) statistics: Statistics,
}

impl Ladder {
    /// A ladder without decisions, which may use the given rules.
    pub fn new(rules: impl Into<SharedRules>, options: Options) -> Ladder {
        Ladder {
            solver: Solver::until(options.deadline.clone())
                .with_memory(options.max_memory.unwrap_or(u64::MAX)),
            options,
            canonical: Canonicaliser::new(rules.into()),
            facts: LastFacts::default(),
            witnesses: Witnesses::default(),
            suggested: Vec::new(),
            extents: Extents::default(),
            unanswered_branches: 0,
            unrefined_branches: 0,
            depth: 0,
            allowance: Allowance::default(),
            decided: FxHashMap::default(),
            tolerated: FxHashMap::default(),
            swept: Known::default(),
            recorder: None,
            statistics: Statistics::default(),
        }
    }

    /// Statistics by step so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The solver's statistics so far.
    pub fn solver_statistics(&self) -> solver::Statistics {
        self.solver.statistics()
    }

    /// The inputs kept from symbolic execution, each with a value for every symbol so far.
    pub fn inputs(&self, arena: &Arena) -> Vec<Witness> {
        self.witnesses.inputs(arena)
    }

    /// Sets the inputs to try before any sample, replacing earlier suggestions.
    pub fn suggest(&mut self, inputs: Vec<Witness>) {
        self.suggested = inputs;
    }

    /// The input ranges, for adding those of inputs declared later. Ranges already used must not
    /// change.
    pub fn ranges_mut(&mut self) -> &mut Ranges {
        &mut self.options.ranges
    }

    /// Records the proofs of all decisions from here on.
    pub fn record(&mut self, recorder: Recorder) {
        self.recorder = Some(recorder);
    }

    /// The recorder, if proofs are recorded.
    pub fn recorder(&mut self) -> &mut Option<Recorder> {
        &mut self.recorder
    }

    /// Records a proof step.
    pub(super) fn note(&mut self, step: Proof) {
        if let Some(recorder) = &mut self.recorder {
            recorder.step(step);
        }
    }

    /// Records the evidence of a proof.
    pub(super) fn keep(&mut self, evidence: Evidence) {
        if let Some(recorder) = &mut self.recorder {
            recorder.evidence(evidence);
        }
    }

    /// Counts one use of a step.
    pub(super) fn book(&mut self, step: Step, decided: bool, seconds: f64) {
        let used = self.statistics.steps.entry(step).or_default();
        used.tried += 1;
        used.decided += u64::from(decided);
        used.seconds += seconds;
    }

    /// The reason to stop now, if any.
    pub(super) fn expired(&self) -> Option<Reason> {
        self.options.deadline.expired().map(Reason::from)
    }
}
