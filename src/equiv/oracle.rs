//! Which ways a branch can go.

use rewrite_rules::Builder;
use term::{Arena, Cone, TermId};

use super::claim::{Claim, Compare};
use super::decision::Feasible;
use super::facts::Facts;
use super::ladder::Ladder;
use super::portfolio::Portfolio;
use crate::solver::{Answer, Limits};
use crate::symex::{BranchOracle, Feasibility};

/// Samples that look for both ways before the solver is asked.
const SAMPLES: usize = 256;

impl Ladder {
    /// Which values `condition` (one bit) can take when all of `path` is true.
    /// On a path that nothing takes, neither.
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
        // Inputs of restricted ranges are left to the portfolio.
        let shown = match self.options.ranges.is_empty() {
            true => self.witnesses.ways(builder.arena(), path, condition),
            false => Feasible::default(),
        };
        if shown.taken.is_some() && shown.not_taken.is_some() {
            return shown;
        }
        let goal = [condition];
        let whole_path = path;
        let (path, _) = self
            .solver
            .independence()
            .split(builder.arena(), path, &goal);
        let facts = Facts::of(builder.arena(), &path);
        if let Some(value) = facts.value(builder.arena(), condition) {
            return known(value == 1);
        }
        let reduced = facts.rewrite(builder, &goal)[0];
        if let Some(value) = builder.constant_value(reduced) {
            return known(value == 1);
        }
        // The claim "the condition is false", for its path and ranges.
        let no = builder.bool(false);
        let claim = Claim::over(
            builder,
            &self.options.ranges,
            path,
            condition,
            no,
            Compare::Bits,
        );
        let mut seen = self.sample_ways(builder.arena(), &claim);
        seen.taken = seen.taken.or(shown.taken);
        seen.not_taken = seen.not_taken.or(shown.not_taken);
        let limits = Limits {
            resources: self.options.budget.solver.resources / 4,
            ..self.options.budget.solver
        };
        let negated = builder.not(condition);
        for (way, goal) in [(&mut seen.taken, condition), (&mut seen.not_taken, negated)] {
            if way.is_none() && self.options.deadline.expired().is_none() {
                let mut query = claim.path.clone();
                query.push(goal);
                *way = match self.solver.check(builder.arena(), &query, limits) {
                    Answer::Unsat => Some(false),
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
        for _ in 0..SAMPLES.div_ceil(lanes) {
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

impl BranchOracle for Ladder {
    fn decide(&mut self, builder: &mut Builder, path: &[TermId], condition: TermId) -> Feasibility {
        let feasible = self.feasible(builder, path, condition);
        match (feasible.taken, feasible.not_taken) {
            (Some(false), _) => Feasibility::AlwaysFalse,
            (_, Some(false)) => Feasibility::AlwaysTrue,
            (Some(true), Some(true)) => Feasibility::Both,
            _ => Feasibility::Unknown,
        }
    }
}
