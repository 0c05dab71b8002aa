//! One climb: the steps in order, for one claim.

use std::time::Instant;

use rewrite_rules::{Builder, search};
use term::{Arena, Cone};

use super::Witness;
use super::admissible;
use super::budget::Budget;
use super::choice;
use super::claim::{Claim, Compare, Obligation};
use super::cut::Cut;
use super::decision::{Decision, Reason, Step, Suspicion, depends_on_undefined};
use super::exhaustive::{self, Exhausted, Space};
use super::implied;
use super::judge::{Judge, Judgement};
use super::ladder::{Ladder, Options};
use super::minimise::minimise;
use super::order;
use super::portfolio::Portfolio;
use super::sampler;
use super::split::{Means, split};
use super::summands;
use super::sweep::sweep;
use crate::certificate::Step as Proof;
use crate::deadline::Deadline;
use crate::solver::{Answer, FloatLimits, Limits, Model, Unknown};

/// A space of this many bits is enumerated before anything is sampled.
const SMALL_BITS: u32 = 14;
/// Terms up to which a space of [`Budget::last_bits`] is worth starting on.
const LAST_TERMS: usize = 200;
/// Conditions split on, one within the case of another.
const MAX_CASES: usize = 3;
/// Outer choices taken off a claim.
const MAX_CHOICES: usize = 8;
/// Samples that show how easily random inputs take the path.
const SCOUTS: usize = 512;

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
        let cone = Cone::of(arena, &claim.roots());
        Climb {
            portfolio: Portfolio::new(arena, &cone, &options.ranges, options.seed),
            space: Space::of(arena, &cone, &options.ranges),
            terms: cone.len(),
            reduced: claim.clone(),
            claim,
            ladder,
            builder,
            unknown: None,
            excluded: 0,
        }
    }

    /// Climbs until a step decides.
    pub(super) fn run(mut self) -> Decision {
        type Run<'a> = fn(&mut Climb<'a>) -> Option<Decision>;
        let steps: &[(Step, Run<'a>)] = &[
            (Step::Canonical, Climb::reduce),
            (Step::Exhaustive, Climb::enumerate_small),
            (Step::Samples, Climb::sample),
            (Step::Exhaustive, Climb::enumerate),
            (Step::Solver, Climb::solve_quickly),
            (Step::Summands, Climb::take_apart),
            (Step::Order, Climb::order),
            (Step::Search, Climb::search),
            (Step::Split, Climb::split),
            (Step::Split, Climb::choose),
            (Step::Solver, Climb::solve),
            (Step::Sweep, Climb::sweep),
            (Step::Samples, Climb::sample_deeply),
            (Step::Floats, Climb::solve_floats_quickly),
            (Step::Exhaustive, Climb::enumerate_last),
            (Step::Exhaustive, Climb::enumerate_cut),
            (Step::Floats, Climb::solve_floats),
        ];
        for &(step, run) in steps {
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
            if !claim.narrow(self.builder) {
                break;
            }
            if let Some(recorder) = recorder {
                recorder.step(Proof::Unwritten("narrowed choices"));
            }
        }
        false
    }

    fn enumerate_small(&mut self) -> Option<Decision> {
        let bits = SMALL_BITS.min(self.budget().exhaustive_bits);
        let end = self.ladder.options.deadline.clone();
        self.exhaust(0, bits, &end)
    }

    fn enumerate(&mut self) -> Option<Decision> {
        let bits = self.budget().exhaustive_bits;
        let end = self.ladder.options.deadline.clone();
        self.exhaust(SMALL_BITS + 1, bits, &end)
    }

    fn enumerate_last(&mut self) -> Option<Decision> {
        let budget = self.budget();
        if self.terms > LAST_TERMS {
            return None;
        }
        let end = self.ladder.options.deadline.within(budget.last_time);
        self.exhaust(budget.exhaustive_bits + 1, budget.last_bits, &end)
    }

    /// Tries every input if there are from 2^(low − 1) + 1 to 2^high of them.
    fn exhaust(&mut self, low: u32, high: u32, end: &Deadline) -> Option<Decision> {
        let space = self.space.as_ref()?;
        let bits = u64::BITS - space.size.saturating_sub(1).leading_zeros();
        if bits < low || bits > high {
            return None;
        }
        let assumptions = self.ladder.options.assumptions;
        match exhaustive::run(self.builder.arena(), &self.claim, assumptions, space, end) {
            Exhausted::Proved => {
                if let Some(recorder) = &mut self.ladder.recorder {
                    let listed = space.listed(self.builder.arena());
                    let unwritten = Proof::Unwritten("exhaustive, over float ranges");
                    recorder.only(listed.map_or(unwritten, Proof::Exhaustive));
                }
                Some(Decision::Equal {
                    step: Step::Exhaustive,
                })
            }
            Exhausted::Refuted(witness) => Some(self.refuted(witness, Step::Exhaustive)),
            Exhausted::Open => None,
        }
    }

    /// Samples, guided by the solver where random samples miss the path.
    fn sample(&mut self) -> Option<Decision> {
        let trials = self.budget().samples;
        let scouts = trials.min(SCOUTS);
        let mut admitted = 0;
        if let Some(decision) = self.draw(scouts, &mut admitted) {
            return Some(decision);
        }
        if admitted < scouts / 16 {
            let (arena, limits) = (self.builder.arena(), self.budget().solver);
            match self.ladder.solver.check(arena, &self.claim.path, limits) {
                // Nothing takes the path.
                Answer::Unsat => {
                    let points = self.ladder.solver.points().to_vec();
                    if let Some(recorder) = &mut self.ladder.recorder {
                        recorder.only(Proof::Unsat(points));
                    }
                    return Some(Decision::Equal { step: Step::Solver });
                }
                Answer::Sat(model) => self.explore(&model),
                Answer::Unknown(_) => {}
            }
        }
        self.draw(trials - scouts, &mut admitted)
    }

    fn sample_deeply(&mut self) -> Option<Decision> {
        self.draw(self.budget().deep_samples, &mut 0)
    }

    fn draw(&mut self, trials: usize, admitted: &mut usize) -> Option<Decision> {
        let assumptions = self.ladder.options.assumptions;
        let (arena, portfolio) = (self.builder.arena(), &mut self.portfolio);
        let found = sampler::search(arena, &self.claim, assumptions, portfolio, trials);
        self.excluded += found.excluded;
        *admitted += found.admitted;
        let witness = found.witness.or(found.invented)?;
        Some(self.refuted(witness, Step::Samples))
    }

    /// Makes samples look around a model.
    fn explore(&mut self, model: &Model) {
        let value = |id| model.values.get(id).copied().unwrap_or(0);
        let base = self.portfolio.symbols().iter().map(value).collect();
        self.portfolio.add_base(base);
    }

    /// Parts of the difference that rest on different inputs, each by itself.
    fn take_apart(&mut self) -> Option<Decision> {
        if self.reduced.compare != Compare::Bits {
            return None;
        }
        let Ladder {
            options, canonical, ..
        } = &mut *self.ladder;
        let (claim, ranges) = (&self.reduced, &options.ranges);
        let terms = canonical.difference(self.builder, claim, ranges, options.assumptions);
        let samples = path_samples(self.builder.arena(), claim, &mut self.portfolio);
        let parts = summands::parts(self.builder, &terms, &samples)?;
        for (sum, value) in parts {
            let width = self.builder.width(sum);
            let obligation = Obligation {
                left: sum,
                right: self.builder.constant(width, value),
                ..self.reduced.obligation()
            };
            match self.ladder.decide(self.builder, &obligation) {
                Decision::Equal { .. } => {}
                _ => return None,
            }
        }
        Some(Decision::Equal {
            step: Step::Summands,
        })
    }

    /// Inputs that are only compared and moved, as few bits as tell them apart.
    fn order(&mut self) -> Option<Decision> {
        let obligation = order::narrow(self.builder, &self.reduced)?;
        // Its cases may be refuted by inputs that no wide ones correspond to.
        let cases = std::mem::replace(&mut self.ladder.cases, MAX_CASES);
        let decision = self.ladder.decide(self.builder, &obligation);
        self.ladder.cases = cases;
        matches!(decision, Decision::Equal { .. }).then_some(Decision::Equal { step: Step::Order })
    }

    /// Equality saturation on the simple forms.
    fn search(&mut self) -> Option<Decision> {
        let Ladder {
            options, canonical, ..
        } = &*self.ladder;
        if self.terms > options.budget.search_terms {
            return None;
        }
        let (left, right) = (self.reduced.left, self.reduced.right);
        let (rules, limits) = (canonical.rules(), options.budget.search);
        let arena = self.builder.arena();
        search::equal(arena, left, right, rules, options.assumptions, limits)
            .then_some(Decision::Equal { step: Step::Search })
    }

    /// Cases of one float that both results compare with constants.
    fn split(&mut self) -> Option<Decision> {
        let cut = self.cut();
        let Ladder {
            options,
            canonical,
            solver,
            ..
        } = &mut *self.ladder;
        let mut means = Means {
            canonical,
            solver,
            ranges: &cut.ranges,
            assumptions: options.assumptions,
            limits: options.budget.small,
        };
        split(self.builder, &cut, &mut means).then_some(Decision::Equal { step: Step::Split })
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

    /// Both cases of a condition that many choices hang on.
    fn choose(&mut self) -> Option<Decision> {
        if self.ladder.cases == MAX_CASES {
            return None;
        }
        let condition = choice::condition(self.builder.arena(), &self.reduced)?;
        self.ladder.cases += 1;
        let holds = [condition, self.builder.not(condition)]
            .into_iter()
            .all(|case| {
                let mut obligation = self.reduced.obligation();
                obligation.path.push(case);
                let decision = self.ladder.decide(self.builder, &obligation);
                matches!(decision, Decision::Equal { .. })
            });
        self.ladder.cases -= 1;
        holds.then_some(Decision::Equal { step: Step::Split })
    }

    /// Every value of what both results share, where that is fewer than the
    /// inputs. A mismatch there says nothing.
    fn enumerate_cut(&mut self) -> Option<Decision> {
        let cut = self.cut();
        let budget = self.budget();
        let options = &self.ladder.options;
        let arena = self.builder.arena();
        let cone = Cone::of(arena, &cut.claim.roots());
        let space = Space::of(arena, &cone, &cut.ranges)?;
        let small = space.size <= 1 << budget.last_bits && cone.len() <= LAST_TERMS;
        if !cut.proper || !small {
            return None;
        }
        let end = options.deadline.within(budget.last_time);
        let assumptions = options.assumptions;
        match exhaustive::run(arena, &cut.claim, assumptions, &space, &end) {
            Exhausted::Proved => Some(Decision::Equal {
                step: Step::Exhaustive,
            }),
            Exhausted::Refuted(_) | Exhausted::Open => None,
        }
    }

    /// What the solver can do at once, before anything slower is tried.
    fn solve_quickly(&mut self) -> Option<Decision> {
        self.ask(self.budget().small)
    }

    fn solve(&mut self) -> Option<Decision> {
        self.ask(self.budget().solver)
    }

    fn ask(&mut self, limits: Limits) -> Option<Decision> {
        let Ladder {
            options, solver, ..
        } = &mut *self.ladder;
        let mut query = self.reduced.path.clone();
        let assumptions = options.assumptions;
        query.push(
            self.reduced
                .mismatch(self.builder, assumptions.positive_zero),
        );
        let (arena, ranges) = (self.builder.arena_mut(), &options.ranges);
        query.extend(implied::of_operations(arena, &query, ranges, assumptions));
        match solver.check(self.builder.arena(), &query, limits) {
            Answer::Unsat => {
                let points = self.ladder.solver.points().to_vec();
                self.ladder.note(Proof::Unsat(points));
                Some(Decision::Equal { step: Step::Solver })
            }
            Answer::Unknown(why) => {
                self.unknown = Some(why);
                None
            }
            Answer::Sat(model) => self.confirm(model, Step::Solver),
        }
    }

    /// The decision for a solver's model, if it refutes the claim itself.
    fn confirm(&mut self, model: Model, step: Step) -> Option<Decision> {
        self.explore(&model);
        let arena = self.builder.arena();
        let assumptions = self.ladder.options.assumptions;
        let judgement = Judge::new(arena, &self.claim, assumptions).judge(&model);
        matches!(judgement, Judgement::Differs | Judgement::Invented)
            .then(|| self.refuted(model, step))
    }

    /// What circuits of floats show at once, before billions of inputs are
    /// tried.
    fn solve_floats_quickly(&mut self) -> Option<Decision> {
        self.ask_floats(self.budget().small_floats)
    }

    fn solve_floats(&mut self) -> Option<Decision> {
        self.ask_floats(self.budget().floats)
    }

    /// Floats as circuits: first over what both results share, where that is
    /// less than the whole (a mismatch there says nothing), then as a whole.
    fn ask_floats(&mut self, limits: FloatLimits) -> Option<Decision> {
        let cut = self.cut();
        let assumptions = self.ladder.options.assumptions;
        if cut.proper {
            let mut query = cut.claim.path.clone();
            query.push(cut.claim.mismatch(self.builder, assumptions.positive_zero));
            let arena = self.builder.arena();
            let answer = self.ladder.solver.check_floats(arena, &query, limits);
            if matches!(answer, Answer::Unsat) {
                return Some(Decision::Equal { step: Step::Floats });
            }
        }
        let mut query = self.reduced.path.clone();
        let zeros_alike = assumptions.positive_zero;
        query.push(self.reduced.mismatch(self.builder, zeros_alike));
        let arena = self.builder.arena();
        match self.ladder.solver.check_floats(arena, &query, limits) {
            Answer::Unsat => Some(Decision::Equal { step: Step::Floats }),
            Answer::Unknown(_) => None,
            Answer::Sat(model) => self.confirm(model, Step::Floats),
        }
    }

    /// Inner equalities first: with small queries, then with as much for each
    /// as the whole claim may have.
    fn sweep(&mut self) -> Option<Decision> {
        let samples = path_samples(self.builder.arena(), &self.reduced, &mut self.portfolio);
        let budget = self.budget();
        for limits in [budget.small, budget.solver] {
            let solver = &mut self.ladder.solver;
            let Some(merged) = sweep(self.builder, solver, &self.reduced, &samples, limits) else {
                continue;
            };
            (self.reduced.left, self.reduced.right) = merged;
            self.ladder.note(Proof::Unwritten("sweep"));
            if self.reduces() {
                return Some(Decision::Equal { step: Step::Sweep });
            }
            if let Some(decision) = self.solve() {
                return Some(decision);
            }
        }
        None
    }

    /// The decision for a differing input, made readable.
    fn refuted(&self, witness: Witness, step: Step) -> Decision {
        let (arena, claim) = (self.builder.arena(), &self.claim);
        let assumptions = self.ladder.options.assumptions;
        let witness = minimise(arena, claim, assumptions, witness);
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

/// Samples that satisfy the path.
fn path_samples(arena: &Arena, claim: &Claim, portfolio: &mut Portfolio) -> Vec<Witness> {
    const WANTED: usize = 128;
    const TRIALS: usize = 2_000;
    let cone = Cone::of(arena, &claim.path);
    let mut sample = Vec::new();
    let mut samples = Vec::new();
    for _ in 0..TRIALS {
        portfolio.draw(&mut sample);
        let witness = Witness::new(portfolio.symbols(), &sample);
        if witness.satisfies(arena, &cone, &claim.path) {
            samples.push(witness);
            if samples.len() == WANTED {
                break;
            }
        }
    }
    samples
}
