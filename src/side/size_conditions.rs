//! Conditions on the sizes of a contract, as terms: which may be tried, and which are preferred.

use std::collections::BTreeMap;

use rewrite_rules::Builder;
use term::TermId;

use super::number::{Number, arithmetic, compare};
use crate::contract::{Contract, Length, Role, Scalar, Term};
use crate::frontend::sizes;

/// Width of a non-negative size of any type, in bits.
pub(super) const ANY_BITS: u8 = 63;

/// The condition that sizes may be tried.
pub(super) fn admissible(
    builder: &mut Builder,
    contract: &Contract,
    symbols: &BTreeMap<String, TermId>,
    most: Option<i64>,
) -> TermId {
    let mut all = builder.bool(true);
    for (name, size) in symbols {
        let greatest = greatest(contract, name);
        let most = constant(builder, most.map_or(greatest, |most| most.min(greatest)));
        let mut holds = builder.ule(*size, most);
        if let Some(values) = sizes::listed_values(contract, name) {
            let mut any = builder.bool(false);
            for value in values {
                let value = constant(builder, value);
                let equal = builder.eq(*size, value);
                any = builder.or(any, equal);
            }
            holds = builder.and(holds, any);
        }
        all = builder.and(all, holds);
    }
    let related = related(builder, contract, symbols, true);
    builder.and(all, related)
}

/// Conditions on sizes, the preferred one first, and true last: of several sizes none is below
/// two, so that code which runs has an effect; rows are as in the default sizes, or do not overlap.
pub(super) fn preferred(
    builder: &mut Builder,
    contract: &Contract,
    symbols: &BTreeMap<String, TermId>,
) -> Vec<TermId> {
    let any = builder.bool(true);
    let rows = rows(builder, contract, symbols);
    if symbols.len() < 2 {
        return rows;
    }
    let two = builder.constant(64, 2);
    let mut several = any;
    for size in symbols.values() {
        let holds = builder.ule(two, *size);
        several = builder.and(several, holds);
    }
    let both = rows.iter().map(|rows| builder.and(several, *rows));
    let both: Vec<TermId> = both.collect();
    [both, rows].concat()
}

/// Conditions on the strides: as in the default sizes, rows that do not overlap, any rows.
fn rows(
    builder: &mut Builder,
    contract: &Contract,
    symbols: &BTreeMap<String, TermId>,
) -> Vec<TermId> {
    let names = &contract.size_variables;
    let width = names.iter().find(|other| sizes::is_width(other));
    let width = width.and_then(|width| symbols.get(width));
    let strides = symbols.iter();
    let strides = strides.filter(|(name, _)| sizes::is_stride(names, name));
    let strides: Vec<TermId> = strides.map(|(_, stride)| *stride).collect();
    let any = builder.bool(true);
    let Some(width) = width.filter(|_| !strides.is_empty()) else {
        return vec![any];
    };
    let three = builder.constant(64, 3);
    let wider = builder.add(*width, three);
    let (mut usual, mut apart) = (any, any);
    for stride in strides {
        let [tight, loose] = [*width, wider].map(|at| builder.eq(stride, at));
        let either = builder.or(tight, loose);
        usual = builder.and(usual, either);
        let holds = builder.ule(*width, stride);
        apart = builder.and(apart, holds);
    }
    vec![usual, apart, any]
}

/// The condition that the relations between sizes hold, as far as it can be expressed; others are
/// checked on the sizes that are found. The symbols are read as signed numbers or not.
pub(super) fn related(
    builder: &mut Builder,
    contract: &Contract,
    symbols: &BTreeMap<String, TermId>,
    signed: bool,
) -> TermId {
    let mut all = builder.bool(true);
    for relation in contract.relations.iter().filter(|r| r.is_of_sizes()) {
        let sides = [&relation.left, &relation.right];
        let sides = sides.map(|side| number(builder, side, (symbols, signed)));
        if let [Some(left), Some(right)] = sides
            && let Ok(holds) = compare(builder, relation.comparison, [left, right])
        {
            all = builder.and(all, holds);
        }
    }
    all
}

/// One side of a relation between sizes.
fn number(
    builder: &mut Builder,
    side: &Term,
    (symbols, signed): (&BTreeMap<String, TermId>, bool),
) -> Option<Number> {
    match side {
        Term::Number(integer, _) => integer.map(Number::whole),
        Term::Size(Length::Var(name)) => Some(Number::Integer(*symbols.get(name)?, signed)),
        Term::Op(op, left, right) => {
            let left = number(builder, left, (symbols, signed))?;
            let right = number(builder, right, (symbols, signed))?;
            arithmetic(builder, *op, left, right).ok()
        }
        Term::Size(_) | Term::Index(_) | Term::Input { .. } => None,
    }
}

/// The greatest value of a size that its type can represent.
fn greatest(contract: &Contract, size: &str) -> i64 {
    let own = contract.params.iter().find_map(|param| match &param.role {
        Role::Size {
            scalar: Scalar::Int { bits, signed },
            value: Length::Var(name),
            ..
        } if name == size => Some(bits - u8::from(*signed)),
        _ => None,
    });
    i64::MAX >> (ANY_BITS - own.unwrap_or(ANY_BITS).min(ANY_BITS))
}

/// A size as a 64-bit constant.
pub(super) fn constant(builder: &mut Builder, size: i64) -> TermId {
    builder.constant(64, u128::from(size as u64))
}
