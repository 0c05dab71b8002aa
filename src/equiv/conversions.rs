//! Witnesses in which every float-to-integer conversion is in range.
//!
//! Instructions disagree about the result of converting a float out of the integer's range, so
//! almost any two versions that convert differ there. A difference on numbers in range says
//! more.

use rewrite_rules::Builder;
use rustc_hash::FxHashSet;
use term::{Assignment, Cone, Evaluator, Op, Outcomes, Rounding, Spec, TermId};

use super::Witness;
use super::claim::{Claim, Obligation};
use super::decision::{Decision, Step};
use super::ladder::Ladder;
use super::minimise::minimise;
use super::portfolio::Portfolio;
use super::sampler;
use crate::budgets::witness::IN_RANGE_SAMPLES;

impl Ladder {
    /// Returns a witness for the same obligation in which no conversion is out of range, if
    /// sampling finds one; otherwise returns the given witness.
    pub fn within_conversions(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        witness: Witness,
    ) -> Witness {
        let conditions = conditions(builder, &[obligation.left, obligation.right]);
        let cone = Cone::of(builder.arena(), &conditions);
        if witness.satisfies(builder.arena(), &cone, &conditions) {
            return witness;
        }
        let mut obligation = obligation.clone();
        obligation.path.extend(conditions);
        let independence = self.solver.independence();
        let claim = Claim::of(builder, independence, &obligation, &self.options.ranges);
        let (arena, options) = (builder.arena(), &self.options);
        let cone = Cone::of(arena, &claim.roots());
        let mut portfolio = Portfolio::new(arena, &cone, &options.ranges, options.seed);
        let assumptions = options.assumptions;
        let found = sampler::search(
            arena,
            &claim,
            assumptions,
            &mut portfolio,
            IN_RANGE_SAMPLES,
            &options.deadline,
        );
        let Some(found) = found.witness else {
            return witness;
        };
        let found = minimise(arena, &claim, assumptions, found, &options.deadline);
        let step = Step::Samples;
        let decision = Decision::Different {
            witness: found,
            step,
        };
        match self.complete(builder, &claim, decision) {
            Decision::Different { witness, .. } => witness,
            _ => witness,
        }
    }
}

/// The conversion out of the integer's range that a value rests on, on a witness. What a choice
/// leaves out on the witness does not count.
pub(super) fn out_of_range(
    builder: &mut Builder,
    value: TermId,
    witness: &dyn Assignment,
) -> Option<TermId> {
    if conditions(builder, &[value]).is_empty() {
        return None;
    }
    let arena = builder.arena();
    let cone = Cone::of(arena, &[value]);
    let mut evaluator = Evaluator::new(arena, &cone);
    evaluator.run(witness);
    let (mut open, mut seen) = (vec![value], FxHashSet::default());
    let mut conversions = Vec::new();
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = arena.node(term);
        match node.op() {
            Op::Select => {
                let chosen = if evaluator.value(node.child(0)) == 1 {
                    1
                } else {
                    2
                };
                open.extend([node.child(0), node.child(chosen)]);
            }
            op => {
                if matches!(op, Op::FToSi | Op::FToUi) {
                    conversions.push(term);
                }
                open.extend(node.children());
            }
        }
    }
    let conditions = conversions.into_iter().flat_map(|term| {
        let conditions = of_conversion(builder, term);
        conditions
            .into_iter()
            .map(move |condition| (term, condition))
    });
    let conditions: Vec<(TermId, TermId)> = conditions.collect();
    let roots: Vec<TermId> = conditions.iter().map(|(_, condition)| *condition).collect();
    let cone = Cone::of(builder.arena(), &roots);
    let mut evaluator = Evaluator::new(builder.arena(), &cone);
    evaluator.run(witness);
    let mut broken = conditions
        .into_iter()
        .filter(|(_, condition)| evaluator.value(*condition) == 0);
    Some(broken.next()?.0)
}

/// Returns one-bit terms stating that every conversion below `roots` is of a number that the
/// integer type can hold.
pub(super) fn conditions(builder: &mut Builder, roots: &[TermId]) -> Vec<TermId> {
    let cone = Cone::of(builder.arena(), roots);
    let mut conditions = Vec::new();
    for &term in &cone.terms {
        conditions.extend(of_conversion(builder, term));
    }
    conditions.retain(|&condition| builder.constant_value(condition).is_none());
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}

/// The conditions that a conversion is of a number that the integer type can hold; none for
/// other operations.
fn of_conversion(builder: &mut Builder, term: TermId) -> Vec<TermId> {
    let node = *builder.arena().node(term);
    let spec = node.spec();
    let exponent = match spec.op {
        Op::FToSi => spec.width - 1,
        Op::FToUi => spec.width,
        _ => return Vec::new(),
    };
    let format = spec.format();
    let power = Spec::from_int(Op::UiToF, format, Rounding::NearestEven);
    let Some(integer) = 1u128.checked_shl(exponent.into()) else {
        return Vec::new();
    };
    let bits = term::apply(power, &[128], &[integer]);
    let high = builder.constant(format.width(), bits);
    let below = builder.fcmp(format, Outcomes::LT, node.child(0), high);
    let lowest = match spec.op {
        Op::FToSi => bits | format.sign_mask(),
        _ => 0,
    };
    let low = builder.constant(format.width(), lowest);
    let reaches = Outcomes::GT.union(Outcomes::EQ);
    vec![below, builder.fcmp(format, reaches, node.child(0), low)]
}
