//! The user's assumptions about one claim, as conditions for the solver.
//!
//! The conditions range over every float that the claim reads or computes on all inputs: what a
//! select may discard, or an `and` or `or` leave out of account, says nothing there. They exclude no input that
//! [`Judge`](super::judge::Judge) admits.

use std::collections::BTreeSet;

use rewrite_rules::Builder;
use rustc_hash::FxHashSet;
use term::{Arena, Format, Op, TermId};

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
    let floats = floats(builder.arena(), claim);
    if floats.len() > CONDITION_FLOATS {
        return Vec::new();
    }
    let mut conditions = Vec::new();
    for float in floats {
        conditions.extend(admits(builder, float, assumptions));
    }
    conditions.retain(|&condition| builder.constant_value(condition) != Some(1));
    conditions
}

/// One-bit terms that all hold if a float is none of the excluded.
pub(super) fn admits(
    builder: &mut Builder,
    (term, format): (TermId, Format),
    assumptions: Assumptions,
) -> Vec<TermId> {
    let width = format.width();
    let mut conditions = Vec::new();
    if assumptions.exclude_nans() {
        let mask = builder.constant(width, !format.sign_mask());
        let magnitude = builder.and(term, mask);
        let infinity = builder.constant(width, format.infinity());
        conditions.push(match assumptions.contains(Assumptions::FINITE) {
            true => builder.ult(magnitude, infinity),
            false => builder.ule(magnitude, infinity),
        });
    }
    if assumptions.contains(Assumptions::POSITIVE_ZERO) {
        let zero = builder.constant(width, format.sign_mask());
        conditions.push(builder.ne(term, zero));
    }
    conditions
}

/// The floats that are met where a term is computed: an input, the result and the operands. x87
/// has other encodings and is left out, as are constants that are compared with: they say nothing
/// of the inputs.
pub(super) fn floats_at(arena: &Arena, term: TermId) -> Vec<(TermId, Format)> {
    let node = arena.node(term);
    let spec = node.spec();
    let mut floats = Vec::new();
    if let Some(id) = arena.symbol_id(term) {
        floats.extend(symbol_type(arena, id).0.map(|format| (term, format)));
    }
    if spec.op.yields_float() {
        floats.push((term, spec.format()));
    }
    if let Some(format) = spec.operand_format() {
        let operands = node.children().iter().map(|&operand| (operand, format));
        floats.extend(operands.filter(|&(operand, _)| {
            spec.op != Op::FCmp || arena.constant_value(operand).is_none()
        }));
    }
    floats.retain(|&(_, format)| format != Format::X87);
    floats
}

/// The operands that are met wherever a term is, each with its value if that is known: an `and`
/// that is zero, or an `or` of ones, may be so by one operand alone.
fn operands_met(arena: &Arena, term: TermId, holds: Option<bool>) -> Vec<(TermId, Option<bool>)> {
    let node = arena.node(term);
    let children = node.children();
    let plain = |terms: &[TermId]| terms.iter().map(|&term| (term, None)).collect();
    match (node.op(), children) {
        (Op::Select, _) => plain(&children[..1]),
        (Op::And, [x, y]) if holds == Some(true) => vec![(*x, holds), (*y, holds)],
        (Op::Or, [x, y]) if holds == Some(false) => vec![(*x, holds), (*y, holds)],
        (op @ (Op::And | Op::Or), [x, y]) => {
            let deciding = match op {
                Op::And => 0,
                _ => u128::MAX >> (128 - u32::from(node.width())),
            };
            let other_leaves =
                |other: TermId| arena.constant_value(other).is_some_and(|v| v != deciding);
            let sides = [(*x, *y), (*y, *x)].into_iter();
            sides
                .filter(|(_, other)| other_leaves(*other))
                .map(|(term, _)| (term, None))
                .collect()
        }
        (Op::Xor, [x, y]) if node.width() == 1 && arena.constant_value(*y) == Some(1) => {
            vec![(*x, holds.map(|holds| !holds))]
        }
        _ => plain(children),
    }
}

/// The terms that are met on every input of a claim.
pub(super) fn met(arena: &Arena, claim: &Claim) -> FxHashSet<TermId> {
    let mut seen = FxHashSet::default();
    // Each term with the value that the path gives it, if it gives one.
    let results = [claim.left, claim.right].map(|term| (term, None));
    let mut open = results.to_vec();
    open.extend(claim.path.iter().map(|&term| (term, Some(true))));
    while let Some((term, holds)) = open.pop() {
        if seen.insert((term, holds)) {
            open.extend(operands_met(arena, term, holds));
        }
    }
    seen.into_iter().map(|(term, _)| term).collect()
}

/// The floats that are met on every input of a claim, but for constants.
fn floats(arena: &Arena, claim: &Claim) -> BTreeSet<(TermId, Format)> {
    let met = met(arena, claim).into_iter();
    let mut floats: BTreeSet<_> = met.flat_map(|term| floats_at(arena, term)).collect();
    floats.retain(|&(term, _)| arena.constant_value(term).is_none());
    floats
}
