//! The ladder: what it is told, what it remembers, how it is asked.

use rewrite_rules::{Builder, RuleSet};
use rustc_hash::FxHashMap;
use term::{Cone, SymbolId};

use super::Assumptions;
use super::budget::Budget;
use super::canonical::Canonicaliser;
use super::claim::{Claim, Obligation, Ranges};
use super::climb::Climb;
use super::decision::{Decision, Reason, Statistics, Step};
use super::shape::Shape;
use super::tolerate::Closeness;
use super::witnesses::Witnesses;
use crate::certificate::{Recorder, Step as Proof};
use crate::deadline::Deadline;
use crate::solver::{self, Answer, Solver};

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
}

/// The inputs of a claim, what was decided, and the number of the obligation
/// that has the proof.
type Decided = (Vec<SymbolId>, Decision, Option<u32>);

/// Decides obligations over the terms of *one* builder.
pub struct Ladder {
    pub(super) options: Options,
    pub(super) solver: Solver,
    pub(super) canonical: Canonicaliser,
    pub(super) witnesses: Witnesses,
    /// Conditions that the obligation in hand is a case of.
    pub(super) cases: usize,
    pub(super) tolerated: FxHashMap<Box<[u64]>, (Vec<SymbolId>, Closeness)>,
    /// By shape.
    decided: FxHashMap<Box<[u64]>, Decided>,
    pub(super) recorder: Option<Recorder>,
    statistics: Statistics,
}

impl Ladder {
    /// A ladder with nothing decided yet, which may use these rules.
    pub fn new(rules: &RuleSet, options: Options) -> Ladder {
        Ladder {
            solver: Solver::until(options.deadline.clone()),
            options,
            canonical: Canonicaliser::new(rules),
            witnesses: Witnesses::default(),
            cases: 0,
            decided: FxHashMap::default(),
            tolerated: FxHashMap::default(),
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

    /// Decides an obligation. `builder` must be the same on every call.
    pub fn decide(&mut self, builder: &mut Builder, obligation: &Obligation) -> Decision {
        // A claim inside a proof has no proof of its own.
        if let Some(recorder) = self.recorder.take_if(|recorder| recorder.is_open()) {
            let decision = self.decided(builder, obligation);
            self.recorder = Some(recorder);
            return decision;
        }
        if let Some(recorder) = &mut self.recorder {
            let &Obligation {
                left,
                right,
                compare,
                ..
            } = obligation;
            recorder.open(builder, &obligation.path, (left, right), compare.format());
        }
        let decision = self.decided(builder, obligation);
        if let Some(recorder) = &mut self.recorder {
            let proved = match decision {
                Decision::Equal { step } => Some(step.name()),
                _ => None,
            };
            recorder.close(builder, proved);
        }
        decision
    }

    fn decided(&mut self, builder: &mut Builder, obligation: &Obligation) -> Decision {
        self.statistics.obligations += 1;
        if obligation.left == obligation.right {
            self.book(Step::Identical, true, 0.0);
            self.note(Proof::Identical);
            return Decision::Equal {
                step: Step::Identical,
            };
        }
        let independence = self.solver.independence();
        let claim = Claim::of(builder, independence, obligation, &self.options.ranges);
        if let Some(recorder) = &mut self.recorder {
            recorder.given(builder, &claim.path);
        }
        let shape = Shape::of(builder.arena(), &claim, self.options.budget.shape_terms);
        let known = shape.as_ref().and_then(|shape| {
            let (symbols, decision, of) = self.decided.get(&shape.key)?;
            Some((decision.rename(symbols, &shape.symbols), *of))
        });
        let decision = if let Some((decision, of)) = known {
            self.statistics.reused += 1;
            self.note(of.map_or(Proof::Unwritten("a claim inside a proof"), Proof::Renamed));
            decision
        } else {
            let decision = Climb::new(self, builder, &claim).run();
            if let Some(shape) = shape.filter(|_| self.expired().is_none()) {
                let of = self.recorder.as_ref().map(Recorder::number);
                let entry = (shape.symbols, decision.clone(), of);
                self.decided.insert(shape.key, entry);
            }
            decision
        };
        self.complete(builder, &claim, decision)
    }

    /// Records a step of a proof.
    pub(super) fn note(&mut self, step: Proof) {
        if let Some(recorder) = &mut self.recorder {
            recorder.step(step);
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

    /// Extends a witness to the path conditions over other symbols.
    pub(super) fn complete(
        &mut self,
        builder: &mut Builder,
        claim: &Claim,
        decision: Decision,
    ) -> Decision {
        let (mut witness, step, why) = match decision {
            Decision::Different { witness, step } => (witness, step, None),
            Decision::Suspected { witness, step, why } => (witness, step, Some(why)),
            Decision::Equal { .. } | Decision::Undecided { .. } => return decision,
        };
        if !claim.rest.is_empty() {
            let arena = builder.arena();
            let cone = Cone::of(arena, &claim.rest);
            if !witness.satisfies(arena, &cone, &claim.rest) {
                match self
                    .solver
                    .check(arena, &claim.rest, self.options.budget.solver)
                {
                    Answer::Unsat => {
                        if let Some(recorder) = &mut self.recorder {
                            recorder.given(builder, &claim.rest);
                            recorder.only(Proof::Unsat(self.solver.points().to_vec()));
                        }
                        return Decision::Equal { step: Step::Solver };
                    }
                    Answer::Sat(model) => witness.merge(model),
                    Answer::Unknown(_) => {
                        let reason = self.expired().unwrap_or(Reason::PathUnknown);
                        return Decision::Undecided { reason };
                    }
                }
            }
        }
        match why {
            None => Decision::Different { witness, step },
            Some(why) => Decision::Suspected { witness, step, why },
        }
    }
}
