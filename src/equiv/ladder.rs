//! The climb.

use std::time::Instant;

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Cone, SymbolId};

use super::admissible;
use super::canonical::canonicalise;
use super::claim::{Claim, Obligation, Ranges};
use super::decision::{Decision, Reason, Statistics, Step, Suspicion, depends_on_undefined};
use super::exhaustive::{self, Exhausted, Space};
use super::facts::Facts;
use super::judge::{Judge, Judgement};
use super::minimise::minimise;
use super::portfolio::Portfolio;
use super::sampler::{self, Findings};
use super::shape::Shape;
use super::sweep::sweep;
use super::{Assumptions, Witness};
use crate::solver::{self, Answer, Limits, Solver, Unknown};

/// What one obligation may spend.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Samples before the solver is asked.
    pub samples: usize,
    /// Samples when nothing else decided.
    pub deep_samples: usize,
    /// Free input bits up to which every input is tried.
    pub exhaustive_bits: u32,
    /// Limits of the deciding solver query.
    pub solver: Limits,
    /// Limits of each small query of sweeping.
    pub sweep: Limits,
    /// Terms of an obligation up to which its decision is reused for the same
    /// shape.
    pub shape_terms: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            samples: 4_096,
            deep_samples: 60_000,
            exhaustive_bits: 24,
            solver: Limits::default(),
            sweep: Limits {
                resources: 150_000,
                rounds: 6,
                ..Limits::default()
            },
            shape_terms: 20_000,
        }
    }
}

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
    pub deadline: Option<Instant>,
}

/// Decides obligations over the terms of *one* builder.
pub struct Ladder {
    pub(super) options: Options,
    pub(super) solver: Solver,
    decided: FxHashMap<Box<[u64]>, (Vec<SymbolId>, Decision)>,
    statistics: Statistics,
}

/// A space this small is enumerated before anything is sampled.
const SMALL_SPACE: u32 = 14;

impl Ladder {
    /// A ladder with nothing decided yet.
    pub fn new(options: Options) -> Ladder {
        Ladder {
            options,
            solver: Solver::new(),
            decided: FxHashMap::default(),
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

    /// Decides an obligation. `builder` must be the same on every call.
    pub fn decide(&mut self, builder: &mut Builder, obligation: &Obligation) -> Decision {
        self.statistics.obligations += 1;
        if obligation.left == obligation.right {
            let used = self.statistics.steps.entry(Step::Identical).or_default();
            used.tried += 1;
            used.decided += 1;
            return Decision::Equal {
                step: Step::Identical,
            };
        }
        let independence = self.solver.independence();
        let claim = Claim::of(builder, independence, obligation, &self.options.ranges);
        let shape = Shape::of(builder.arena(), &claim, self.options.budget.shape_terms);
        let known = shape.as_ref().and_then(|shape| {
            let (symbols, decision) = self.decided.get(&shape.key)?;
            Some(decision.rename(symbols, &shape.symbols))
        });
        let decision = if let Some(decision) = known {
            self.statistics.reused += 1;
            decision
        } else {
            let decision = self.climb(builder, &claim);
            let timed_out = Decision::Undecided {
                reason: Reason::TimeLimit,
            };
            if let Some(shape) = shape.filter(|_| decision != timed_out) {
                let entry = (shape.symbols, decision.clone());
                self.decided.insert(shape.key, entry);
            }
            decision
        };
        self.complete(builder, &claim, decision)
    }

    /// Runs one step and books its use.
    fn step<T>(&mut self, step: Step, run: impl FnOnce(&mut Ladder) -> Option<T>) -> Option<T> {
        let start = Instant::now();
        let result = run(self);
        let used = self.statistics.steps.entry(step).or_default();
        used.tried += 1;
        used.decided += u64::from(result.is_some());
        used.seconds += start.elapsed().as_secs_f64();
        result
    }

    fn out_of_time(&self) -> bool {
        self.options
            .deadline
            .is_some_and(|end| Instant::now() >= end)
    }

    fn climb(&mut self, builder: &mut Builder, claim: &Claim) -> Decision {
        let assumptions = self.options.assumptions;
        let budget = self.options.budget;
        let mut reduced = claim.clone();
        if let Some(step) = self.step(Step::Canonical, |_| {
            reduce(builder, &mut reduced, assumptions)
        }) {
            return Decision::Equal { step };
        }

        let cone = Cone::of(builder.arena(), &claim.roots());
        let space = Space::of(builder.arena(), &cone, &self.options.ranges);
        let within = |bits: u32| {
            space
                .as_ref()
                .filter(|space| space.size <= 1 << bits.min(64))
        };
        let enumerate = |ladder: &mut Ladder, builder: &Builder, space: &Space| {
            ladder.step(Step::Exhaustive, |_| {
                match exhaustive::run(builder.arena(), claim, assumptions, space) {
                    Exhausted::Proved => Some(Decision::Equal {
                        step: Step::Exhaustive,
                    }),
                    Exhausted::Refuted(witness) => Some(refuted(
                        builder,
                        claim,
                        assumptions,
                        witness,
                        Step::Exhaustive,
                    )),
                    Exhausted::Open => None,
                }
            })
        };
        if let Some(space) = within(SMALL_SPACE.min(budget.exhaustive_bits))
            && let Some(decision) = enumerate(self, builder, space)
        {
            return decision;
        }

        let mut portfolio = Portfolio::new(
            builder.arena(),
            &cone,
            &self.options.ranges,
            self.options.seed,
        );
        let mut excluded = 0;
        let sampled = self.step(Step::Samples, |ladder| {
            ladder.sample(
                builder,
                claim,
                &mut portfolio,
                budget.samples,
                &mut excluded,
            )
        });
        if let Some(decision) = sampled {
            return decision;
        }
        if let Some(space) = within(budget.exhaustive_bits)
            && space.size > 1 << SMALL_SPACE
            && let Some(decision) = enumerate(self, builder, space)
        {
            return decision;
        }
        if self.out_of_time() {
            return Decision::Undecided {
                reason: Reason::TimeLimit,
            };
        }

        let given = admissible::conditions(builder, claim, assumptions);
        reduced.path.extend(given);
        let mut unknown = None;
        let mut ask = |ladder: &mut Ladder,
                       builder: &mut Builder,
                       reduced: &Claim,
                       portfolio: &mut Portfolio| {
            let answer = ladder.solve(builder, reduced);
            match answer {
                Answer::Unsat => return Some(Decision::Equal { step: Step::Solver }),
                Answer::Unknown(why) => unknown = Some(why),
                Answer::Sat(model) => {
                    let mut judge = Judge::new(builder.arena(), claim, assumptions);
                    let judgement = judge.judge(&model);
                    let base = portfolio
                        .symbols()
                        .iter()
                        .map(|id| model.values.get(id).copied());
                    portfolio.add_base(base.map(|v| v.unwrap_or(0)).collect());
                    if matches!(judgement, Judgement::Differs | Judgement::Invented) {
                        return Some(refuted(builder, claim, assumptions, model, Step::Solver));
                    }
                }
            }
            None
        };
        let solved = self.step(Step::Solver, |ladder| {
            ask(ladder, builder, &reduced, &mut portfolio)
        });
        if let Some(decision) = solved {
            return decision;
        }
        let swept = self.step(Step::Sweep, |ladder| {
            let samples = admitted(builder, &reduced, &mut portfolio);
            let limits = ladder.options.budget.sweep;
            let merged = sweep(builder, &mut ladder.solver, &reduced, &samples, limits)?;
            (reduced.left, reduced.right) = merged;
            if reduce(builder, &mut reduced, assumptions).is_some() {
                return Some(Decision::Equal { step: Step::Sweep });
            }
            ask(ladder, builder, &reduced, &mut portfolio)
        });
        if let Some(decision) = swept {
            return decision;
        }
        let sampled = self.step(Step::Samples, |ladder| {
            ladder.sample(
                builder,
                claim,
                &mut portfolio,
                budget.deep_samples,
                &mut excluded,
            )
        });
        if let Some(decision) = sampled {
            return decision;
        }
        let reason = match unknown {
            _ if excluded > 0 => Reason::OnlyExcluded,
            _ if self.out_of_time() => Reason::TimeLimit,
            Some(Unknown::Limit) => Reason::SolverLimit,
            Some(Unknown::Size) => Reason::TooLarge,
            Some(Unknown::Rounds) | None => Reason::FloatReasoning,
        };
        Decision::Undecided { reason }
    }

    /// Samples, guided by the solver where random samples miss the path.
    fn sample(
        &mut self,
        builder: &mut Builder,
        claim: &Claim,
        portfolio: &mut Portfolio,
        trials: usize,
        excluded: &mut usize,
    ) -> Option<Decision> {
        let assumptions = self.options.assumptions;
        let mut run = |builder: &Builder, portfolio: &mut Portfolio, trials: usize| {
            let Findings {
                witness,
                invented,
                admitted,
                excluded: out,
            } = sampler::search(builder.arena(), claim, assumptions, portfolio, trials);
            *excluded += out;
            let found = witness.or(invented);
            let decision = found.map(|w| refuted(builder, claim, assumptions, w, Step::Samples));
            (decision, admitted)
        };
        let scout = trials.min(512);
        let (decision, admitted) = run(builder, portfolio, scout);
        if decision.is_some() {
            return decision;
        }
        if admitted < scout / 16 {
            match self
                .solver
                .check(builder.arena(), &claim.path, self.options.budget.solver)
            {
                Answer::Unsat => return Some(Decision::Equal { step: Step::Solver }),
                Answer::Sat(model) => {
                    let base = portfolio
                        .symbols()
                        .iter()
                        .map(|id| model.values.get(id).copied());
                    portfolio.add_base(base.map(|v| v.unwrap_or(0)).collect());
                }
                Answer::Unknown(_) => {}
            }
        }
        run(builder, portfolio, trials - scout).0
    }

    /// Whether the reduced claim can fail.
    fn solve(&mut self, builder: &mut Builder, claim: &Claim) -> Answer {
        let mut query = claim.path.clone();
        query.push(claim.mismatch(builder, self.options.assumptions.positive_zero));
        self.solver
            .check(builder.arena(), &query, self.options.budget.solver)
    }

    /// Extends a witness to the path conditions over other symbols.
    fn complete(&mut self, builder: &mut Builder, claim: &Claim, decision: Decision) -> Decision {
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
                    Answer::Unsat => return Decision::Equal { step: Step::Solver },
                    Answer::Sat(model) => witness.merge(model),
                    Answer::Unknown(_) => {
                        return Decision::Undecided {
                            reason: Reason::PathUnknown,
                        };
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

/// Rewrites the results under the path and the assumptions; says by which step
/// they are equal if they became the same.
pub(super) fn reduce(
    builder: &mut Builder,
    claim: &mut Claim,
    assumptions: Assumptions,
) -> Option<Step> {
    let facts = Facts::of(builder.arena(), &claim.path);
    if facts.contradictory {
        return Some(Step::Canonical);
    }
    let roots = facts.rewrite(builder, &[claim.left, claim.right]);
    let roots = canonicalise(builder, assumptions, &roots);
    (claim.left, claim.right) = (roots[0], roots[1]);
    let constants = builder
        .constant_value(roots[0])
        .zip(builder.constant_value(roots[1]));
    let alike =
        constants.is_some_and(|(l, r)| claim.compare.equal(l, r, assumptions.positive_zero));
    (roots[0] == roots[1] || alike).then_some(Step::Canonical)
}

/// The decision for a differing input, made readable.
fn refuted(
    builder: &Builder,
    claim: &Claim,
    assumptions: Assumptions,
    witness: Witness,
    step: Step,
) -> Decision {
    let arena = builder.arena();
    let witness = minimise(arena, claim, assumptions, witness);
    let judgement = Judge::new(arena, claim, assumptions).judge(&witness);
    let undetermined = [claim.left, claim.right]
        .iter()
        .any(|&term| depends_on_undefined(arena, term).is_some());
    let why = match judgement {
        Judgement::Invented => Suspicion::Function,
        _ if undetermined => Suspicion::Undetermined,
        _ => return Decision::Different { witness, step },
    };
    Decision::Suspected { witness, step, why }
}

/// Samples that satisfy the path.
fn admitted(builder: &Builder, claim: &Claim, portfolio: &mut Portfolio) -> Vec<Witness> {
    let arena = builder.arena();
    let cone = Cone::of(arena, &claim.path);
    let mut sample = Vec::new();
    let mut samples = Vec::new();
    for _ in 0..2_000 {
        portfolio.draw(&mut sample);
        let witness = Witness::new(portfolio.symbols(), &sample);
        if witness.satisfies(arena, &cone, &claim.path) {
            samples.push(witness);
            if samples.len() == 128 {
                break;
            }
        }
    }
    samples
}
