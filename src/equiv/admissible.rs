//! The user's assumptions about one claim, as conditions for the solver.
//!
//! The conditions range over every float that the claim reads or computes on all inputs: what a
//! select may discard says nothing where it is discarded. They exclude no input that
//! [`Judge`](super::judge::Judge) admits.

use std::collections::BTreeSet;

use rewrite_rules::Builder;
use rustc_hash::FxHashSet;
use term::{Format, Op, TermId};

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
    let mut met = FxHashSet::default();
    let mut open = claim.roots();
    while let Some(term) = open.pop() {
        if !met.insert(term) {
            continue;
        }
        let node = arena.node(term);
        let (spec, children) = (node.spec(), node.children());
        open.extend_from_slice(match spec.op {
            Op::Select => &children[..1],
            _ => children,
        });
        if let Some(id) = arena.symbol_id(term) {
            floats.extend(symbol_type(arena, id).0.map(|format| (term, format)));
        }
        if spec.op.yields_float() {
            floats.insert((term, spec.format()));
        }
        if let Some(format) = spec.operand_format() {
            floats.extend(children.iter().map(|&child| (child, format)));
        }
    }
    // A constant says nothing of the inputs, and x87 has other encodings.
    floats.retain(|&(term, format)| arena.constant_value(term).is_none() && format != Format::X87);
    floats
}
