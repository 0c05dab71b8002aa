//! Steps that look for a difference among samples.

use term::{Arena, Cone, TermId};

use super::Climb;
use crate::certificate::Step as Proof;
use crate::equiv::Witness;
use crate::equiv::boundary;
use crate::equiv::claim::Claim;
use crate::equiv::decision::{Decision, Step};
use crate::equiv::gap;
use crate::equiv::judge::Judge;
use crate::equiv::portfolio::Portfolio;
use crate::equiv::reorder;
use crate::equiv::sampler;
use crate::solver::{Answer, Model};

/// Samples that show how easily random inputs take the path.
const SCOUTS: usize = 512;

impl Climb<'_> {
    /// Samples, guided by the solver where random samples miss the path.
    pub(super) fn sample(&mut self) -> Option<Decision> {
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

    pub(super) fn sample_deeply(&mut self) -> Option<Decision> {
        self.draw(self.budget().deep_samples, &mut 0)
    }

    /// Samples at boundaries of float arithmetic. Under *associative* what rounds
    /// shows nothing.
    pub(super) fn sample_boundaries(&mut self) -> Option<Decision> {
        let assumptions = self.ladder.options.assumptions;
        if assumptions.associative || !self.has_floats() {
            return None;
        }
        let trials = self.budget().deep_samples;
        let (arena, claim) = (self.builder.arena(), &self.claim);
        let mut judge = Judge::new(arena, claim, assumptions);
        let portfolio = &mut self.portfolio;
        let within = (trials, &self.ladder.options.deadline);
        let found = boundary::witness(arena, claim, portfolio, within, &mut judge);
        Some(self.refuted(found?, Step::Samples))
    }

    pub(super) fn draw(&mut self, trials: usize, admitted: &mut usize) -> Option<Decision> {
        let assumptions = self.ladder.options.assumptions;
        let (arena, portfolio) = (self.builder.arena(), &mut self.portfolio);
        let deadline = &self.ladder.options.deadline;
        let found = sampler::search(arena, &self.claim, assumptions, portfolio, trials, deadline);
        self.excluded += found.excluded;
        self.rounded += found.rounded;
        *admitted += found.admitted;
        if let Some(witness) = found.witness.or(found.invented) {
            return Some(self.refuted(witness, Step::Samples));
        }
        if found.rounded == 0 {
            return None;
        }
        let portfolio = &mut self.portfolio;
        let found = gap::witness(self.builder, &self.claim, assumptions, portfolio, deadline);
        let witness = match found {
            Some(witness) => witness,
            None if self.sought_orders => return None,
            None => {
                self.sought_orders = true;
                let arena = self.builder.arena();
                reorder::witness(arena, &self.claim, assumptions, portfolio, deadline)?
            }
        };
        Some(Decision::Different {
            witness,
            step: Step::Samples,
        })
    }

    /// Whether the claim computes with floats at all.
    pub(super) fn has_floats(&self) -> bool {
        has_floats(self.builder.arena(), &self.reduced.roots())
    }

    /// Makes samples look around a model.
    pub(super) fn explore(&mut self, model: &Model) {
        let value = |id| model.values.get(id).copied().unwrap_or(0);
        let base = self.portfolio.symbols().iter().map(value).collect();
        self.portfolio.add_base(base);
    }
}

/// Whether a float operation lies below `roots`.
pub(super) fn has_floats(arena: &Arena, roots: &[TermId]) -> bool {
    let terms = Cone::of(arena, roots).terms;
    terms.iter().any(|&term| arena.op(term).is_float())
}

/// Samples that satisfy the path.
pub(super) fn path_samples(
    arena: &Arena,
    claim: &Claim,
    portfolio: &mut Portfolio,
) -> Vec<Witness> {
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
