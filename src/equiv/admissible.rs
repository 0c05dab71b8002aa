//! The user's assumptions about one claim, as conditions for the solver.
//!
//! The conditions range over every float that the claim reads or computes. They exclude the
//! inputs that [`Judge`](super::judge::Judge) excludes.

use std::collections::BTreeSet;

use rewrite_rules::Builder;
use term::{Cone, Format, TermId};

use super::Assumptions;
use super::claim::{Claim, symbol_type};
use crate::budgets::proof::CONDITION_FLOATS;

/// Returns one-bit terms that hold on every input that *ordered*, *finite* and *positive zero*
/// admit; empty when none of the three is assumed or the claim has too many floats.
pub(super) fn conditions(
    builder: &mut Builder,
    claim: &Claim,
    assumptions: Assumptions,
) -> Vec<TermId> {
    if !assumptions.exclude_values() {
        return Vec::new();
    }
    let finite = assumptions.contains(Assumptions::FINITE);
    let floats = floats(builder, claim);
    if floats.len() > CONDITION_FLOATS {
        return Vec::new();
    }
    let mut conditions = Vec::new();
    for (term, format) in floats {
        let width = format.width();
        if assumptions.exclude_nans() {
            let mask = builder.constant(width, !format.sign_mask());
            let magnitude = builder.and(term, mask);
            let infinity = builder.constant(width, format.infinity());
            conditions.push(match finite {
                true => builder.ult(magnitude, infinity),
                false => builder.ule(magnitude, infinity),
            });
        }
        if assumptions.contains(Assumptions::POSITIVE_ZERO) {
            let zero = builder.constant(width, format.sign_mask());
            conditions.push(builder.ne(term, zero));
        }
    }
    conditions.retain(|&condition| builder.constant_value(condition) != Some(1));
    conditions
}

fn floats(builder: &Builder, claim: &Claim) -> BTreeSet<(TermId, Format)> {
    let arena = builder.arena();
    let mut floats = BTreeSet::new();
    for &term in &Cone::of(arena, &claim.roots()).terms {
        let node = arena.node(term);
        let spec = node.spec();
        if let Some(id) = arena.symbol_id(term) {
            floats.extend(symbol_type(arena, id).0.map(|format| (term, format)));
        }
        if spec.op.yields_float() {
            floats.insert((term, spec.format()));
        }
        let Some(format) = spec.operand_format() else {
            continue;
        };
        floats.extend(node.children().iter().map(|&child| (child, format)));
    }
    // A constant says nothing of the inputs, and x87 has other encodings.
    floats.retain(|&(term, format)| arena.constant_value(term).is_none() && format != Format::X87);
    floats
}
