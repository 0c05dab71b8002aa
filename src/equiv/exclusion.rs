//! The inputs of a claim on which an excluded value is met, as one condition.
//!
//! [`admissible`](super::admissible) has conditions of the floats that are met on every input;
//! here those that a select, an `and` or an `or` may leave out of account count where they are
//! met. Invariant: the judge excludes every input that the condition excludes.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Cone, Format, Op, TermId};

use super::Assumptions;
use super::claim::{Claim, symbol_type};
use crate::budgets::proof::EXCLUSION_TERMS;

/// A one-bit term that implies that *ordered*, *finite* and *positive zero* admit what a claim as
/// given meets; `None` if none of these is assumed or the claim has too many terms. It must not
/// be asked for subgoals: their conditions may mention floats that the claim does not meet.
pub(super) fn admits(
    builder: &mut Builder,
    claim: &Claim,
    assumptions: Assumptions,
) -> Option<TermId> {
    if !assumptions.exclude_values() {
        return None;
    }
    let roots = claim.roots();
    let cone = Cone::of(builder.arena(), &roots);
    if cone.len() > EXCLUSION_TERMS {
        return None;
    }
    let never = builder.bool(false);
    let mut excluded: FxHashMap<TermId, TermId> = FxHashMap::default();
    for &term in &cone.terms {
        let node = builder.arena().node(term);
        let (spec, children) = (node.spec(), node.children().to_vec());
        let of = |at: usize| excluded.get(&children[at]).copied().unwrap_or(never);
        let mut met = match (spec.op, &*children) {
            (Op::Select, &[condition, _, _]) => {
                let chosen = builder.select(condition, of(1), of(2));
                builder.or(of(0), chosen)
            }
            (op @ (Op::And | Op::Or), &[x, y]) => {
                let deciding = match op {
                    Op::And => 0,
                    _ => u128::MAX,
                };
                let deciding = builder.constant(spec.width, deciding);
                let [by_x, by_y] = [x, y].map(|operand| builder.eq(operand, deciding));
                let (either, both) = (builder.or(of(0), of(1)), builder.and(of(0), of(1)));
                let one = builder.select(by_x, of(0), either);
                let decided = builder.select(by_x, both, of(1));
                builder.select(by_y, decided, one)
            }
            _ => {
                let operands = (0..children.len()).map(of).collect::<Vec<_>>();
                operands
                    .into_iter()
                    .fold(never, |all, operand| builder.or(all, operand))
            }
        };
        let mut floats: Vec<(TermId, Format)> = Vec::new();
        if let Some(id) = builder.arena().symbol_id(term) {
            let format = symbol_type(builder.arena(), id).0;
            floats.extend(format.map(|format| (term, format)));
        }
        if spec.op.yields_float() {
            floats.push((term, spec.format()));
        }
        if let Some(format) = spec.operand_format() {
            let operands = children.iter().map(|&operand| (operand, format));
            // A constant that is compared with is not a value that the program computes.
            floats.extend(operands.filter(|&(operand, _)| {
                spec.op != Op::FCmp || builder.constant_value(operand).is_none()
            }));
        }
        for (float, format) in floats {
            if let Some(is_excluded) = is_excluded(builder, (float, format), assumptions) {
                met = builder.or(met, is_excluded);
            }
        }
        if met != never {
            excluded.insert(term, met);
        }
    }
    let all = roots.iter().filter_map(|root| excluded.get(root).copied());
    let any = all.fold(never, |any, one| builder.or(any, one));
    Some(builder.not(any))
}

/// A one-bit term that holds if a float is one of the excluded; `None` for x87, which has other
/// encodings.
fn is_excluded(
    builder: &mut Builder,
    (term, format): (TermId, Format),
    assumptions: Assumptions,
) -> Option<TermId> {
    if format == Format::X87 {
        return None;
    }
    let width = format.width();
    let mut any = builder.bool(false);
    if assumptions.exclude_nans() {
        let mask = builder.constant(width, !format.sign_mask());
        let magnitude = builder.and(term, mask);
        let infinity = builder.constant(width, format.infinity());
        any = match assumptions.contains(Assumptions::FINITE) {
            true => builder.ule(infinity, magnitude),
            false => builder.ult(infinity, magnitude),
        };
    }
    if assumptions.contains(Assumptions::POSITIVE_ZERO) {
        let zero = builder.constant(width, format.sign_mask());
        let is_zero = builder.eq(term, zero);
        any = builder.or(any, is_zero);
    }
    Some(any)
}
