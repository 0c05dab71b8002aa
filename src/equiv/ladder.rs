//! The ladder: what it is told, what it remembers, how it is asked.

use rewrite_rules::RuleSet;
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
use super::sweep::Known;
use super::witnesses::Witnesses;
use crate::certificate::{Evidence, Number, Recorder, Step as Proof};
use crate::deadline::Deadline;
use crate::solver::{self, Solver};

/// What the ladder is told about a run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Assumptions in force.
    pub assumptions: Assumptions,
    /// What one obligation may spend.
    pub budget: Budget,
    /// Seed of the samples.
    pub seed: u64,
    /// Input ranges; part of every claim.
    pub ranges: Ranges,
    /// When to stop.
    pub deadline: Deadline,
    /// Bytes by which one call of the solver may make the process grow; without it,
    /// any number.
    pub max_memory: Option<u64>,
}

/// The inputs of a claim, what was decided, and the claim that has the proof.
type Decided = (Vec<SymbolId>, Decision, Option<Number>);

/// Decides obligations over the terms of *one* builder.
pub struct Ladder {
    pub(super) options: Options,
    pub(super) solver: Solver,
    pub(super) canonical: Canonicaliser,
    pub(super) witnesses: Witnesses,
    /// Inputs that are tried before any sample.
    pub(super) suggested: Vec<Witness>,
    pub(super) extents: Extents,
    /// Branches that the solver gave up on, less those that it told.
    pub(super) unanswered_branches: u32,
    /// Branches for which refining float operations led to no answer, less those for
    /// which it led to an input.
    pub(super) unrefined_branches: u32,
    /// What may be spent on the obligation in hand.
    pub(super) allowance: Allowance,
    pub(super) tolerated: FxHashMap<Box<[u64]>, (Vec<SymbolId>, Closeness)>,
    /// By shape.
    pub(super) decided: FxHashMap<Box<[u64]>, Decided>,
    /// Inner equalities, by shape.
    pub(super) swept: Known,
    pub(super) recorder: Option<Recorder>,
    pub(super) statistics: Statistics,
}

impl Ladder {
    /// A ladder with nothing decided yet, which may use these rules.
    pub fn new(rules: &RuleSet, options: Options) -> Ladder {
        Ladder {
            solver: Solver::until(options.deadline.clone())
                .with_memory(options.max_memory.unwrap_or(u64::MAX)),
            options,
            canonical: Canonicaliser::new(rules),
            witnesses: Witnesses::default(),
            suggested: Vec::new(),
            extents: Extents::default(),
            unanswered_branches: 0,
            unrefined_branches: 0,
            allowance: Allowance::default(),
            decided: FxHashMap::default(),
            tolerated: FxHashMap::default(),
            swept: Known::default(),
            recorder: None,
            statistics: Statistics::default(),
        }
    }

    /// Uses so far, by step.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The solver's own counts.
    pub fn solver_statistics(&self) -> solver::Statistics {
        self.solver.statistics()
    }

    /// The inputs kept while a program is explored: a value for every symbol so far.
    pub fn inputs(&self, arena: &Arena) -> Vec<Witness> {
        self.witnesses.inputs(arena)
    }

    /// Inputs to try before any sample, in place of those suggested before.
    pub fn suggest(&mut self, inputs: Vec<Witness>) {
        self.suggested = inputs;
    }

    /// Input ranges, to add those of inputs declared later. Ranges already used
    /// must not change.
    pub fn ranges_mut(&mut self) -> &mut Ranges {
        &mut self.options.ranges
    }

    /// Keeps the proofs of what is decided from here on.
    pub fn record(&mut self, recorder: Recorder) {
        self.recorder = Some(recorder);
    }

    /// What has been recorded, if anything is.
    pub fn recorder(&mut self) -> &mut Option<Recorder> {
        &mut self.recorder
    }

    /// Records a step of a proof.
    pub(super) fn note(&mut self, step: Proof) {
        if let Some(recorder) = &mut self.recorder {
            recorder.step(step);
        }
    }

    /// Keeps the evidence of a proof.
    pub(super) fn keep(&mut self, evidence: Evidence) {
        if let Some(recorder) = &mut self.recorder {
            recorder.evidence(evidence);
        }
    }

    /// Books one use of a step.
    pub(super) fn book(&mut self, step: Step, decided: bool, seconds: f64) {
        let used = self.statistics.steps.entry(step).or_default();
        used.tried += 1;
        used.decided += u64::from(decided);
        used.seconds += seconds;
    }

    /// Why to stop now, if there is a reason.
    pub(super) fn expired(&self) -> Option<Reason> {
        self.options.deadline.expired().map(Reason::from)
    }
}
