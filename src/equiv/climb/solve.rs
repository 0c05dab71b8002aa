//! Steps that ask the solver, about bits or about floats as circuits.

use super::Climb;
use super::sample::has_floats;
use crate::certificate::Step as Proof;
use crate::equiv::decision::{Decision, Step};
use crate::equiv::implied;
use crate::equiv::judge::{Judge, Judgement};
use crate::equiv::ladder::Ladder;
use crate::equiv::operand_sets;
use crate::solver::{Answer, FloatLimits, Limits, Model};
use term::TermId;

impl Climb<'_> {
    /// What the solver can do at once, before anything slower is tried.
    pub(super) fn solve_quickly(&mut self) -> Option<Decision> {
        self.ask(self.budget().small)
    }

    pub(super) fn solve(&mut self) -> Option<Decision> {
        self.ask(self.budget().solver)
    }

    pub(super) fn ask(&mut self, limits: Limits) -> Option<Decision> {
        let Ladder {
            options,
            solver,
            canonical,
            ..
        } = &mut *self.ladder;
        let mut query = self.reduced.path.clone();
        let assumptions = options.assumptions;
        query.push(
            self.reduced
                .mismatch(self.builder, assumptions.positive_zero),
        );
        let (arena, ranges) = (self.builder.arena_mut(), &options.ranges);
        let implied = implied::of_operations(arena, &query, ranges, assumptions);
        query.extend(&implied);
        match solver.check(self.builder.arena(), &query, limits) {
            Answer::Unsat => {
                let points = self.ladder.solver.points().to_vec();
                self.bounds(&query, &implied, limits);
                self.ladder.note(Proof::Unsat(points));
                Some(Decision::Equal { step: Step::Solver })
            }
            Answer::Unknown(why) => {
                self.unknown = Some(why);
                let alike = canonical.alike_extrema(self.builder, &query, ranges, assumptions);
                let mut claim = self.reduced.clone();
                claim.path.extend(&implied);
                let relaxed = operand_sets::relaxed(self.builder, &claim, &query, &alike)?;
                let answer = solver.check(self.builder.arena(), &relaxed.query, limits);
                matches!(answer, Answer::Unsat).then(|| {
                    let points = self.ladder.solver.points().to_vec();
                    if !implied.is_empty() {
                        self.ladder.note(Proof::Bounds(implied));
                    }
                    self.ladder.note(relaxed.proof);
                    self.ladder.note(Proof::Unsat(points));
                    Decision::Equal { step: Step::Solver }
                })
            }
            Answer::Sat(model) => self.confirm(model, Step::Solver),
        }
    }

    /// Notes that a proof needs the bounds that ranges imply, if it does: the last
    /// conditions of a query.
    fn bounds(&mut self, query: &[TermId], implied: &[TermId], limits: Limits) {
        if implied.is_empty() || self.ladder.recorder.is_none() {
            return;
        }
        let without = &query[..query.len() - implied.len()];
        let arena = self.builder.arena();
        let answer = self.ladder.solver.check(arena, without, limits);
        if !matches!(answer, Answer::Unsat) {
            self.ladder.note(Proof::Bounds(implied.to_vec()));
        }
    }

    /// The decision for a solver's model, if it refutes the claim itself.
    pub(super) fn confirm(&mut self, model: Model, step: Step) -> Option<Decision> {
        self.explore(&model);
        let arena = self.builder.arena();
        let assumptions = self.ladder.options.assumptions;
        let judgement = Judge::new(arena, &self.claim, assumptions).judge(&model);
        matches!(judgement, Judgement::Differs | Judgement::Invented)
            .then(|| self.refuted(model, step))
    }

    /// What circuits of floats show at once, before billions of inputs are
    /// tried.
    pub(super) fn solve_floats_quickly(&mut self) -> Option<Decision> {
        self.ask_floats(self.budget().small_floats)
    }

    pub(super) fn solve_floats(&mut self) -> Option<Decision> {
        self.ask_floats(self.budget().floats)
    }

    /// Floats as circuits: first over what both results share, where that is
    /// less than the whole (a mismatch there says nothing), then as a whole. Where
    /// no float operation is left, the solver has said what it can.
    pub(super) fn ask_floats(&mut self, limits: FloatLimits) -> Option<Decision> {
        if !self.has_floats() {
            return None;
        }
        let cut = self.cut();
        let assumptions = self.ladder.options.assumptions;
        if cut.proper && has_floats(self.builder.arena(), &cut.claim.roots()) {
            let mut query = cut.claim.path.clone();
            query.push(cut.claim.mismatch(self.builder, assumptions.positive_zero));
            let arena = self.builder.arena();
            let answer = self.ladder.solver.check_floats(arena, &query, limits);
            if matches!(answer, Answer::Unsat) {
                if let Some(recorder) = &mut self.ladder.recorder {
                    cut.record(arena, recorder);
                    recorder.step(Proof::Circuits);
                }
                return Some(Decision::Equal { step: Step::Floats });
            }
        }
        let mut query = self.reduced.path.clone();
        let zeros_alike = assumptions.positive_zero;
        query.push(self.reduced.mismatch(self.builder, zeros_alike));
        let arena = self.builder.arena();
        match self.ladder.solver.check_floats(arena, &query, limits) {
            Answer::Unsat => {
                self.ladder.note(Proof::Circuits);
                Some(Decision::Equal { step: Step::Floats })
            }
            Answer::Unknown(_) => None,
            Answer::Sat(model) => self.confirm(model, Step::Floats),
        }
    }
}
