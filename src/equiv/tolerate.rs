//! Decides whether two float results that are not equal are within a tolerance.
//!
//! First tries a proof by error analysis, then searches for an input that exceeds the tolerance.
//! Both use the path, the ranges and the conditions of selects: if the analysis of the whole
//! results fails, each case of a condition is analysed separately.

use rewrite_rules::Builder;
use term::{Arena, Cone, Evaluator, Format, Op, TermId};

use super::Witness;
use super::canonical::known_ranges;
use super::claim::{Claim, Compare, Obligation};
use super::closeness::Closeness;
use super::decision::{Decision, Step, renamed};
use super::distance::{Distance, distance};
use super::facts::Facts;
use super::judge::{Judge, Judgement};
use super::ladder::Ladder;
use super::minimise::simplify;
use super::shape::Shape;
use super::worst::Worst;
use crate::accuracy::{self, Answer, Bound, Question, Tolerance};
use crate::budgets::proof::TOLERATED_CASES;

impl Ladder {
    /// Decides whether the results of a float obligation stay within the tolerance. `start` is
    /// an input on which they differ, if one is known.
    pub fn tolerate(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        tolerance: Tolerance,
        start: Option<&Witness>,
    ) -> Closeness {
        let Compare::Float(format) = obligation.compare else {
            return Closeness::OPEN;
        };
        let independence = self.solver.independence();
        let claim = Claim::of(builder, independence, obligation, &self.options.ranges);
        let shape = Shape::of(builder.arena(), &claim, self.options.budget.shape_terms);
        let known = shape.as_ref().and_then(|shape| {
            let (symbols, closeness) = self.tolerated.get(&shape.key)?;
            Some(match closeness {
                Closeness::Exceeded { witness, excess } => Closeness::Exceeded {
                    witness: renamed(witness, symbols, &shape.symbols),
                    excess: *excess,
                },
                other => other.clone(),
            })
        });
        let closeness = known.unwrap_or_else(|| {
            let closeness = self.judge_distance(builder, &claim, format, tolerance, start);
            if let Some(shape) = shape.filter(|_| self.expired().is_none()) {
                let entry = (shape.symbols, closeness.clone());
                self.tolerated.insert(shape.key, entry);
            }
            closeness
        });
        let Closeness::Exceeded { witness, excess } = closeness else {
            return closeness;
        };
        let step = Step::Samples;
        match self.complete(builder, &claim, Decision::Different { witness, step }) {
            Decision::Different { witness, .. } => Closeness::Exceeded { witness, excess },
            _ => Closeness::OPEN,
        }
    }

    /// Number of distinct shapes judged so far.
    pub fn judged(&self) -> usize {
        self.tolerated.len()
    }

    fn judge_distance(
        &mut self,
        builder: &mut Builder,
        claim: &Claim,
        format: Format,
        tolerance: Tolerance,
        start: Option<&Witness>,
    ) -> Closeness {
        if let Some(witness) = start
            && self.exceeds(builder.arena(), claim, format, tolerance, witness)
        {
            let worst = self.furthest(builder, claim, tolerance, witness);
            let worst = worst.infinite.into_iter().chain(worst.largest).collect();
            let arena = builder.arena();
            return self.exceeded(arena, claim, format, tolerance, witness.clone(), worst);
        }
        let answer = self.prove_close(builder, claim, format, tolerance, TOLERATED_CASES);
        let (bound, obstacle) = match answer {
            Answer::Within(bound) => return Closeness::Within(bound),
            Answer::Open(bound, obstacle) => (bound, obstacle),
        };
        let start = start.cloned().unwrap_or_default();
        let worst = self.furthest(builder, claim, tolerance, &start);
        let arena = builder.arena();
        let mut found: Vec<Witness> = worst.infinite.into_iter().chain(worst.largest).collect();
        found.retain(|witness| self.exceeds(arena, claim, format, tolerance, witness));
        match found.first().cloned() {
            Some(witness) => self.exceeded(arena, claim, format, tolerance, witness, found),
            None => Closeness::Open { bound, obstacle },
        }
    }

    /// Searches the inputs on which the results are furthest apart, measured in tolerances.
    fn furthest(
        &mut self,
        builder: &mut Builder,
        claim: &Claim,
        tolerance: Tolerance,
        start: &Witness,
    ) -> Worst {
        let obligation = Obligation {
            path: claim.path.clone(),
            left: claim.left,
            right: claim.right,
            compare: claim.compare,
        };
        self.worst(builder, &obligation, start, &|d| {
            excess(tolerance, Some(*d))
        })
    }

    fn prove_close(
        &mut self,
        builder: &mut Builder,
        claim: &Claim,
        format: Format,
        tolerance: Tolerance,
        cases: u32,
    ) -> Answer {
        let nothing = match tolerance {
            Tolerance::Ulps(_) => Bound::Ulps(0.0),
            Tolerance::Sum { .. } => Bound::Share(0.0),
        };
        let facts = Facts::of(builder.arena(), &claim.path);
        if facts.contradictory {
            return Answer::Within(nothing);
        }
        let roots = facts.rewrite(builder, &[claim.left, claim.right]);
        if roots[0] == roots[1] {
            return Answer::Within(nothing);
        }
        let arena = builder.arena();
        let mut ranges = known_ranges(arena, &roots, &self.options.ranges);
        facts.narrow(arena, &mut ranges);
        let question = Question {
            arena,
            format,
            results: [roots[0], roots[1]],
            ranges: &ranges,
        };
        let answer = accuracy::within(&question, tolerance, &self.options.deadline);
        let condition = match answer {
            Answer::Open(..) if cases > 0 && self.expired().is_none() => {
                outermost_condition(arena, &roots)
            }
            _ => None,
        };
        let Some(condition) = condition else {
            return answer;
        };
        let mut largest = nothing;
        for holds in [true, false] {
            let mut case = claim.clone();
            (case.left, case.right) = (roots[0], roots[1]);
            case.path.push(match holds {
                true => condition,
                false => builder.not(condition),
            });
            match self.prove_close(builder, &case, format, tolerance, cases - 1) {
                Answer::Within(bound) => largest = largest.max(bound),
                // The obstacle of the whole results is more informative than that of one case.
                Answer::Open(..) => return answer,
            }
        }
        Answer::Within(largest)
    }

    fn exceeds(
        &self,
        arena: &Arena,
        claim: &Claim,
        format: Format,
        tolerance: Tolerance,
        witness: &Witness,
    ) -> bool {
        let cone = Cone::of(arena, &[claim.left, claim.right]);
        let mut evaluator = Evaluator::new(arena, &cone);
        evaluator.run(witness);
        let [x, y] = [claim.left, claim.right].map(|term| evaluator.value(term));
        let mut judge = Judge::new(arena, claim, self.options.assumptions);
        !tolerance.admits(format, x, y) && judge.judge(witness) == Judgement::Differs
    }

    /// The outcome for a witness that exceeds the tolerance: the witness simplified as far as it
    /// still does, with the largest excess among it and the worst inputs.
    fn exceeded(
        &self,
        arena: &Arena,
        claim: &Claim,
        format: Format,
        tolerance: Tolerance,
        witness: Witness,
        worst: Vec<Witness>,
    ) -> Closeness {
        let roots = [claim.left, claim.right];
        let cone = Cone::of(arena, &roots);
        let mut evaluator = Evaluator::new(arena, &cone);
        let inputs = worst.iter().chain([&witness]);
        let excess = inputs.fold(0.0, |most: f64, input| {
            evaluator.run(input);
            let [x, y] = roots.map(|root| evaluator.value(root));
            most.max(excess(tolerance, distance(format, x, y)))
        });
        let keep = |w: &Witness| self.exceeds(arena, claim, format, tolerance, w);
        let witness = simplify(arena, claim, witness, &self.options.deadline, keep);
        Closeness::Exceeded { witness, excess }
    }
}

/// A distance as a multiple of the tolerance; infinite if there is no finite distance.
pub fn excess(tolerance: Tolerance, distance: Option<Distance>) -> f64 {
    let Some(distance) = distance else {
        return f64::INFINITY;
    };
    match tolerance {
        _ if distance.ulps == 0 => 0.0,
        Tolerance::Ulps(most) => distance.ulps as f64 / most as f64,
        Tolerance::Sum { relative, absolute } => {
            // Recovers the reference's magnitude from both distances.
            let size = match distance.relative > 0.0 && distance.relative.is_finite() {
                true => distance.absolute / distance.relative,
                false => 0.0,
            };
            distance.absolute / (relative * size + absolute)
        }
    }
}

/// The condition of the outermost select below the roots, if there is one.
fn outermost_condition(arena: &Arena, roots: &[TermId]) -> Option<TermId> {
    let cone = Cone::of(arena, roots);
    let mut selects = cone.terms.iter().rev().map(|&term| arena.node(term));
    selects
        .find(|node| node.op() == Op::Select)
        .map(|node| node.child(0))
}
