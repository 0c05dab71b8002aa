//! One climb: the steps in order, for one claim.

mod enumerate;
mod reshape;
mod sample;
mod solve;

use std::time::Instant;

use rewrite_rules::Builder;
use term::Cone;

use super::Witness;
use super::admissible;
use super::budget::Budget;
use super::claim::Claim;
use super::cut::Cut;
use super::decision::{Decision, Reason, Step, Suspicion, depends_on_undefined};
use super::exhaustive::Space;
use super::judge::{Judge, Judgement};
use super::ladder::{Ladder, Options};
use super::minimise::minimise;
use super::portfolio::Portfolio;
use crate::certificate::{Step as Proof, negation};
use crate::solver::Unknown;

/// Outer choices taken off a claim.
const MAX_CHOICES: usize = 8;

pub(super) struct Climb<'a> {
    ladder: &'a mut Ladder,
    builder: &'a mut Builder,
    /// The claim, its path extended by what the assumptions say.
    claim: Claim,
    /// The same with canonical results.
    reduced: Claim,
    portfolio: Portfolio,
    space: Option<Space>,
    terms: usize,
    /// Why the solver gave no answer.
    unknown: Option<Unknown>,
    /// Differing samples that an assumption excludes.
    excluded: usize,
    /// How many of them only because an operation rounds.
    rounded: usize,
    /// Whether a sample was sought on which no order of sums matters.
    sought_orders: bool,
}

impl<'a> Climb<'a> {
    pub(super) fn new(
        ladder: &'a mut Ladder,
        builder: &'a mut Builder,
        claim: &Claim,
    ) -> Climb<'a> {
        let options = &ladder.options;
        let mut claim = claim.clone();
        let given = admissible::conditions(builder, &claim, options.assumptions);
        claim.path.extend(given);
        if let Some(recorder) = &mut ladder.recorder {
            recorder.given(builder, &claim.path);
        }
        let arena = builder.arena();
        let roots = claim.roots();
        let cone = Cone::of(arena, &roots);
        Climb {
            portfolio: Portfolio::new(arena, &cone, &options.ranges, options.seed),
            space: Space::of(arena, &cone, &roots, &options.ranges),
            terms: cone.len(),
            reduced: claim.clone(),
            claim,
            ladder,
            builder,
            unknown: None,
            excluded: 0,
            rounded: 0,
            sought_orders: false,
        }
    }

    /// Climbs until a step decides.
    pub(super) fn run(mut self) -> Decision {
        type Run<'a> = fn(&mut Climb<'a>) -> Option<Decision>;
        let steps: &[(Step, Run<'a>)] = &[
            (Step::Canonical, Climb::reduce),
            (Step::Exhaustive, Climb::enumerate_small),
            (Step::Samples, Climb::sample),
            (Step::Parity, Climb::parity),
            (Step::Order, Climb::zero_one),
            (Step::Pieces, Climb::piece_by_piece),
            (Step::Exhaustive, Climb::enumerate_cheap),
            (Step::Sweep, Climb::sweep_small),
            (Step::Solver, Climb::solve_quickly),
            (Step::Summands, Climb::take_apart),
            (Step::Sums, Climb::sums),
            (Step::Order, Climb::order),
            (Step::Split, Climb::choose),
            (Step::Exhaustive, Climb::enumerate),
            (Step::Search, Climb::search),
            (Step::Split, Climb::split),
            (Step::Solver, Climb::solve),
            (Step::Sweep, Climb::sweep),
            (Step::Samples, Climb::sample_deeply),
            (Step::Samples, Climb::sample_boundaries),
            (Step::Floats, Climb::solve_floats_quickly),
            (Step::Exhaustive, Climb::enumerate_last),
            (Step::Exhaustive, Climb::enumerate_cut),
            (Step::Floats, Climb::solve_floats),
        ];
        for &(step, run) in steps {
            if self.ladder.reach.ends_before(step) {
                break;
            }
            if let Some(reason) = self.ladder.expired() {
                return Decision::Undecided { reason };
            }
            let start = Instant::now();
            let decision = run(&mut self);
            let seconds = start.elapsed().as_secs_f64();
            self.ladder.book(step, decision.is_some(), seconds);
            if let Some(decision) = decision {
                return decision;
            }
        }
        if let Some(reason) = self.ladder.expired() {
            return Decision::Undecided { reason };
        }
        let reason = match self.unknown {
            _ if self.rounded > 0 => Reason::OnlyRounded,
            _ if self.excluded > 0 => Reason::OnlyExcluded,
            Some(Unknown::Limit) => Reason::SolverLimit,
            Some(Unknown::Size) => Reason::TooLarge,
            Some(Unknown::Rounds | Unknown::Unsupported) | None => Reason::FloatReasoning,
        };
        Decision::Undecided { reason }
    }

    fn budget(&self) -> Budget {
        self.ladder.options.budget
    }

    fn reduce(&mut self) -> Option<Decision> {
        self.reduces().then_some(Decision::Equal {
            step: Step::Canonical,
        })
    }

    fn reduces(&mut self) -> bool {
        let Ladder {
            options,
            canonical,
            recorder,
            ..
        } = &mut *self.ladder;
        let (claim, assumptions) = (&mut self.reduced, options.assumptions);
        for _ in 0..MAX_CHOICES {
            let proof = recorder.as_mut();
            if canonical.reduce(self.builder, claim, &options.ranges, assumptions, proof) {
                return true;
            }
            let Some((of, holds)) = claim.narrow(self.builder) else {
                break;
            };
            if let (Some(recorder), Some(&condition)) = (recorder.as_mut(), claim.path.last()) {
                recorder.step(Proof::Narrow {
                    condition,
                    negation: (!holds).then(|| negation(self.builder, of)),
                    to: (claim.left, claim.right),
                });
            }
        }
        false
    }

    /// The claim over what both results share.
    fn cut(&mut self) -> Cut {
        let Options {
            ranges,
            assumptions,
            ..
        } = &self.ladder.options;
        Cut::of(self.builder, &self.reduced, ranges, *assumptions)
    }

    /// The decision for a differing input, made readable.
    fn refuted(&self, witness: Witness, step: Step) -> Decision {
        let (arena, claim) = (self.builder.arena(), &self.claim);
        let assumptions = self.ladder.options.assumptions;
        let witness = minimise(
            arena,
            claim,
            assumptions,
            witness,
            &self.ladder.options.deadline,
        );
        let judgement = Judge::new(arena, claim, assumptions).judge(&witness);
        let undetermined = |term| depends_on_undefined(arena, term).is_some();
        let why = match judgement {
            Judgement::Invented => Suspicion::Function,
            _ if undetermined(claim.left) || undetermined(claim.right) => Suspicion::Undetermined,
            _ => return Decision::Different { witness, step },
        };
        Decision::Suspected { witness, step, why }
    }
}
