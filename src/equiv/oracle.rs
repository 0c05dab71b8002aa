//! The branch oracle: which values a branch condition can take on a path.

use rewrite_rules::Builder;
use term::{Arena, Cone, SymbolId, TermId};

use super::claim::{Claim, Compare, Obligation};
use super::decision::{Decision, Feasible};
use super::extents::are_large;
use super::facts::Facts;
use super::ladder::Ladder;
use super::portfolio::Portfolio;
use crate::budgets::questions::{BRANCH_CUTS, BRANCH_SAMPLES, UNANSWERED_BRANCHES};
use crate::solver::{Answer, Limits, Unknown};
use crate::symex::{BranchOracle, Feasibility};

impl Ladder {
    /// Returns which values `condition` (one bit) can take when all of `path` is true: neither,
    /// if the path is infeasible.
    pub fn feasible(
        &mut self,
        builder: &mut Builder,
        path: &[TermId],
        condition: TermId,
    ) -> Feasible {
        let known = |value: bool| Feasible {
            taken: Some(value),
            not_taken: Some(!value),
        };
        if let Some(value) = builder.constant_value(condition) {
            return known(value == 1);
        }
        if self.expired().is_some() {
            return Feasible::default();
        }
        // The kept inputs may be outside restricted ranges, so they are used only without
        // ranges.
        let shown = match self.options.ranges.is_empty() {
            true => self.witnesses.ways(builder.arena(), path, condition),
            false => Feasible::default(),
        };
        if shown.taken.is_some() && shown.not_taken.is_some() {
            return shown;
        }
        let facts = self.facts.of(builder.arena(), path);
        if let Some(value) = facts.value(builder.arena(), condition) {
            return known(value == 1);
        }
        // A value that is impossible under part of the path is impossible under all of it, so
        // large conditions may be left out of the query; a model of the part is no witness.
        let whole_path = path;
        let (arena, extents) = (builder.arena(), &mut self.extents);
        let mut path = path.to_vec();
        let mut in_part = false;
        if self.unanswered_branches >= UNANSWERED_BRANCHES {
            if extents.is_large(arena, condition) {
                return shown;
            }
            path.retain(|term| !extents.is_large(arena, *term));
            in_part = path.len() < whole_path.len();
        }
        let goal = [condition];
        let (path, _) = self.solver.independence().split(arena, &path, &goal);
        if self.unanswered_branches >= UNANSWERED_BRANCHES
            && are_large(arena, &[&path[..], &goal].concat())
        {
            return shown;
        }
        let facts = Facts::of(builder.arena(), &path);
        let reduced = facts.rewrite(builder, &goal)[0];
        if let Some(value) = builder.constant_value(reduced) {
            return known(value == 1);
        }
        // The claim that the condition is false, with its path and ranges.
        let no = builder.bool(false);
        let claim = Claim::over(
            builder,
            &self.options.ranges,
            path,
            condition,
            no,
            Compare::Bits,
        );
        let mut seen = match in_part {
            true => Feasible::default(),
            false => self.sample_ways(builder.arena(), &claim),
        };
        seen.taken = seen.taken.or(shown.taken);
        seen.not_taken = seen.not_taken.or(shown.not_taken);
        // Where the solver gave up lately it is likely to do so again, and both branches can be
        // explored without its answer, so its resources are reduced. Rounds of refinement are
        // reduced separately: fruitless refinement of float operations does not predict how hard
        // it is to show a branch infeasible without it.
        let usual = self.options.budget.solver;
        let limits = Limits {
            resources: usual.resources >> (2 * (1 + self.unanswered_branches)),
            rounds: usual.rounds >> (2 * self.unrefined_branches),
            ..usual
        };
        let negated = builder.not(condition);
        for (way, goal) in [(&mut seen.taken, condition), (&mut seen.not_taken, negated)] {
            if way.is_none() && self.options.deadline.expired().is_none() {
                let mut query = claim.path.clone();
                query.push(goal);
                let answer = self.solver.check(builder.arena(), &query, limits);
                let more = |count: u32| (count + 1).min(BRANCH_CUTS);
                let (unanswered, unrefined) =
                    (&mut self.unanswered_branches, &mut self.unrefined_branches);
                match answer {
                    Answer::Unknown(Unknown::Rounds) => *unrefined = more(*unrefined),
                    Answer::Unknown(_) => *unanswered = more(*unanswered),
                    Answer::Sat(_) if in_part => {}
                    Answer::Sat(_) => {
                        *unanswered = unanswered.saturating_sub(1);
                        *unrefined = unrefined.saturating_sub(1);
                    }
                    Answer::Unsat => *unanswered = unanswered.saturating_sub(1),
                }
                *way = match answer {
                    Answer::Unsat => Some(false),
                    Answer::Sat(_) if in_part => None,
                    Answer::Sat(model) => {
                        self.witnesses.keep(builder.arena(), whole_path, &model);
                        Some(true)
                    }
                    Answer::Unknown(_) => None,
                };
            }
        }
        seen
    }

    fn sample_ways(&self, arena: &Arena, claim: &Claim) -> Feasible {
        let cone = Cone::of(arena, &claim.roots());
        let options = &self.options;
        let mut portfolio = Portfolio::new(arena, &cone, &options.ranges, options.seed);
        let (mut taken, mut not_taken) = (false, false);
        let mut batch = super::batch::Batch::new(arena, claim, false);
        let lanes = batch.lanes();
        for _ in 0..BRANCH_SAMPLES.div_ceil(lanes) {
            if self.expired().is_some() {
                break;
            }
            batch.fill(&mut portfolio);
            let run = batch.run(lanes);
            taken |= !run.differing.is_empty();
            not_taken |= run.admitted > run.differing.len();
        }
        Feasible {
            taken: taken.then_some(true),
            not_taken: not_taken.then_some(true),
        }
    }
}

impl Ladder {
    /// Records why a branch has only one feasible successor, if branches are recorded. A fact
    /// that the solver established and the ladder does not prove is recorded without proof.
    fn record_branch(
        &mut self,
        builder: &mut Builder,
        path: &[TermId],
        condition: TermId,
        holds: bool,
    ) {
        let Some(recorder) = &mut self.recorder else {
            return;
        };
        if !recorder.follows_branches() || builder.constant_value(condition).is_some() {
            return;
        }
        recorder.excludes("the other way of a branch".to_owned());
        let right = match holds {
            true => condition,
            false => builder.not(condition),
        };
        let obligation = Obligation {
            path: path.to_vec(),
            left: builder.bool(true),
            right,
            compare: Compare::Bits,
        };
        if !matches!(self.decide(builder, &obligation), Decision::Equal { .. })
            && let Some(recorder) = &mut self.recorder
        {
            recorder.open(builder, path, (obligation.left, right), None);
            recorder.close(builder, Some("branch"));
        }
    }
}

impl BranchOracle for Ladder {
    fn decide(&mut self, builder: &mut Builder, path: &[TermId], condition: TermId) -> Feasibility {
        let feasible = self.feasible(builder, path, condition);
        let holds = match (feasible.taken, feasible.not_taken) {
            (Some(false), _) => Some(false),
            (_, Some(false)) => Some(true),
            _ => None,
        };
        if let Some(holds) = holds {
            self.record_branch(builder, path, condition, holds);
        }
        match (feasible.taken, feasible.not_taken) {
            (Some(false), _) => Feasibility::AlwaysFalse,
            (_, Some(false)) => Feasibility::AlwaysTrue,
            (Some(true), Some(true)) => Feasibility::Both,
            _ => Feasibility::Unknown,
        }
    }

    fn usual_value(&mut self, builder: &Builder, path: &[TermId], term: TermId) -> Option<u128> {
        self.witnesses.usual_value(builder.arena(), path, term)
    }

    fn has_refuted(&mut self, builder: &Builder, path: &[TermId], condition: TermId) -> bool {
        let arena = builder.arena();
        let shown = self.witnesses.ways(arena, path, condition).not_taken == Some(true);
        // The ladder decides whether undefined values make a difference.
        let rests_on_undefined = || {
            let symbols = Cone::of(arena, &[condition]).symbols(arena);
            let undefined = |id: &SymbolId| arena.buffer(arena.symbol(*id).buffer).undefined;
            symbols.iter().any(undefined)
        };
        shown && self.options.ranges.is_empty() && !rests_on_undefined()
    }
}
