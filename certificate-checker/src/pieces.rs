//! Evaluation of conditions on a single term, at one value of every interval on which they are
//! constant.
//!
//! Invariant: a condition composed of comparisons with constants is constant between the values
//! that [`pieces`] tries.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use term::{Arena, Format, Op, TermId, apply};

use crate::facts::Facts;
use crate::fault::{Checked, not_checked, rejected, require};
use crate::floats::Float;
use crate::integers::{Integer, ones};

/// Intervals of bit patterns, both ends included.
pub(crate) type Values = Vec<(u128, u128)>;

/// The values that a term can take. A NaN of a `computed` term is canonical.
pub(crate) fn possible(
    arena: &Arena,
    facts: &mut Facts,
    term: TermId,
    computed: Option<Format>,
) -> Values {
    let spec = arena.node(term).spec();
    let own = arena.symbol_id(term).and_then(|id| {
        let format = arena.buffer(arena.symbol(id).buffer).format;
        format.filter(|f| f.width() == spec.width)
    });
    let computed = computed.or(spec.op.yields_float().then(|| spec.format()));
    match computed.or(own).filter(|f| *f != Format::X87) {
        Some(format) => floats(facts.float(arena, format, term), computed.is_some()),
        None => integers(facts.integer(arena, term)),
    }
}

fn integers(bounds: Integer) -> Values {
    let mask = ones(bounds.width);
    let within = |low: u128, high: u128| {
        let (low, high) = (low.max(bounds.u.0), high.min(bounds.u.1));
        (low <= high).then_some((low, high))
    };
    let (low, high) = bounds.s;
    let positive = (high >= 0).then(|| within(low.max(0) as u128, high as u128));
    let negative = (low < 0).then(|| within(low as u128 & mask, high.min(-1) as u128 & mask));
    [positive, negative]
        .into_iter()
        .flatten()
        .flatten()
        .collect()
}

fn floats(float: Float, canonical: bool) -> Values {
    let format = float.format;
    let (sign, mask) = (format.sign_mask(), ones(format.width()));
    let mut values = Vec::new();
    if let Some((low, high)) = float.span {
        let magnitude = |bits: u128| bits & !sign;
        let negative = |bits: u128| bits & sign != 0 && magnitude(bits) != 0;
        let least = if negative(low) { 0 } else { magnitude(low) };
        if !negative(high) && least.max(u128::from(!float.zeros[1])) <= magnitude(high) {
            values.push((least.max(u128::from(!float.zeros[1])), magnitude(high)));
        }
        let least = if negative(high) { magnitude(high) } else { 0 };
        let least = least.max(u128::from(!float.zeros[0]));
        let most = if negative(low) { magnitude(low) } else { 0 };
        if least <= most {
            values.push((sign | least, sign | most));
        }
    }
    if float.nan && canonical {
        values.push((format.canonical_nan(), format.canonical_nan()));
    } else if float.nan {
        values.push((format.infinity() + 1, sign - 1));
        values.push(((sign | format.infinity()) + 1, mask));
    }
    values
}

/// One value of each interval, with the truth of each condition at it. Intervals begin at
/// `further` values too.
pub(crate) fn pieces(
    arena: &Arena,
    conditions: &[TermId],
    on: TermId,
    values: &Values,
    further: &[u128],
) -> Checked<Vec<(u128, Vec<bool>)>> {
    let (order, mut starts) = read(arena, conditions, on)?;
    starts.extend(further);
    let mut tried = BTreeSet::new();
    for &(low, high) in values {
        tried.insert(low);
        tried.extend(starts.range(low..=high));
    }
    let mut at: FxHashMap<TermId, u128> = FxHashMap::default();
    let mut all = Vec::new();
    for value in tried {
        at.insert(on, value);
        for &term in &order {
            let node = arena.node(term);
            let result = arena.constant_value(term).unwrap_or_else(|| {
                let children = node.children();
                let widths: Vec<u8> = children.iter().map(|&c| arena.width(c)).collect();
                let args: Vec<u128> = children.iter().map(|c| at[c]).collect();
                apply(node.spec(), &widths, &args)
            });
            at.insert(term, result);
        }
        all.push((value, conditions.iter().map(|c| at[c] == 1).collect()));
    }
    Ok(all)
}

/// The terms between the conditions and the term that they read, operands first, and the values
/// at which a condition may change.
fn read(
    arena: &Arena,
    conditions: &[TermId],
    on: TermId,
) -> Checked<(Vec<TermId>, BTreeSet<u128>)> {
    let mask = ones(arena.width(on));
    let mut starts = BTreeSet::from([0, (mask >> 1) + 1]);
    let mut order = BTreeSet::new();
    let mut open = conditions.to_vec();
    while let Some(term) = open.pop() {
        if term == on || !order.insert(term) {
            continue;
        }
        let node = arena.node(term);
        let children = node.children();
        let of_bits = children.iter().all(|&c| arena.width(c) == 1);
        let compares = matches!(node.op(), Op::Eq | Op::Ult | Op::Slt | Op::FCmp);
        if compares && children.contains(&on) {
            if node.op() == Op::FCmp {
                let format = node.spec().format();
                let (sign, infinity) = (format.sign_mask(), format.infinity());
                starts.extend([1, sign + 1, infinity, infinity + 1]);
                starts.extend([sign | infinity, (sign | infinity) + 1]);
            }
            for &child in children.iter().filter(|c| **c != on) {
                let Some(value) = arena.constant_value(child) else {
                    return not_checked("a condition on more than one term");
                };
                order.insert(child);
                starts.extend([value, value.wrapping_add(1) & mask]);
            }
            continue;
        }
        let logic = matches!(node.op(), Op::And | Op::Or | Op::Xor | Op::Eq) && of_bits;
        if !logic && arena.constant_value(term).is_none() {
            return not_checked("a condition on another term");
        }
        open.extend(children);
    }
    Ok((order.into_iter().collect(), starts))
}

/// The single non-constant term that comparisons in a condition read.
pub(crate) fn subject(arena: &Arena, condition: TermId) -> Option<TermId> {
    let mut term = condition;
    loop {
        let node = arena.node(term);
        let compares = matches!(node.op(), Op::Ult | Op::Slt | Op::FCmp | Op::Eq);
        let open = |t: &&TermId| arena.constant_value(**t).is_none();
        let next = *node.children().iter().find(open)?;
        if compares && arena.width(next) > 1 {
            return Some(next);
        }
        term = next;
    }
}

/// Checks that a condition on a single term holds for every value that the facts admit.
pub(crate) fn always(arena: &Arena, facts: &mut Facts, condition: TermId) -> Checked {
    let Some(on) = subject(arena, condition).filter(|_| arena.width(condition) == 1) else {
        return rejected("a condition that nothing implies");
    };
    let values = possible(arena, facts, on, None);
    let tried = pieces(arena, &[condition], on, &values, &[])?;
    require(tried.iter().all(|(_, holds)| holds[0]), || {
        "a condition that nothing implies".into()
    })
}
