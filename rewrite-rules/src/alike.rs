//! Minima and maxima of the same operand sets: what KLEE-CL's `ce` asks of two
//! selections (§6.3, `minOps` and `maxOps`).
//!
//! Invariant: terms in one group are equal for every assignment that respects
//! the ranges and the assumptions of the rules, up to the sign of zero.

use std::collections::BTreeMap;
use std::sync::Arc;

use term::{Cone, Format, Op, TermId};

use crate::Builder;
use crate::category::Ranges;
use crate::extremum::{self, extremum};
use crate::normal::{Bounds, normalise};
use crate::rules::{Assumptions, DirectedRules};

/// Minima or maxima of the same operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The format in which they are the same number, `None` for integers: then
    /// their bits are equal.
    pub format: Option<Format>,
    /// The terms, two or more, operands before what is made of them.
    pub terms: Vec<TermId>,
}

/// The minima and maxima below `roots` that have the same operand sets. The
/// inner ones of a chain count as operands of the outermost only.
pub fn alike_extrema(
    builder: &mut Builder,
    roots: &[TermId],
    rules: &Arc<DirectedRules>,
    ranges: &dyn Ranges,
) -> Vec<Alike> {
    let outermost = outermost(builder, roots);
    if outermost.len() < 2 {
        return Vec::new();
    }
    let normal = normalise(builder, &outermost, rules, ranges, Bounds::default());
    // A number does not tell the zeros apart, so the set may be in any order.
    let numbers = Assumptions {
        positive_zero: true,
        ..rules.assumptions()
    };
    let sorted: Vec<TermId> = builder.with_rules(rules, |builder| {
        let sort = |&term: &TermId| match extremum(builder, term) {
            Some((kind, ..)) => extremum::normal(builder, kind, term, numbers, ranges),
            None => term,
        };
        normal.iter().map(sort).collect()
    });
    let mut groups: BTreeMap<TermId, Vec<TermId>> = BTreeMap::new();
    for (&term, &set) in outermost.iter().zip(&sorted) {
        groups.entry(set).or_default().push(term);
    }
    let groups = groups.into_values().filter(|terms| terms.len() > 1);
    let alike = groups.map(|terms| Alike {
        format: compared_format(builder, terms[0]),
        terms,
    });
    alike.collect()
}

/// The format that a minimum or maximum compares in.
fn compared_format(builder: &Builder, term: TermId) -> Option<Format> {
    let arena = builder.arena();
    let test = arena.node(arena.node(term).child(0)).spec();
    (test.op == Op::FCmp).then(|| test.format())
}

/// The minima and maxima below `roots` that are no operands of another of their
/// kind, in the order of the arena.
fn outermost(builder: &Builder, roots: &[TermId]) -> Vec<TermId> {
    let cone = Cone::of(builder.arena(), roots);
    let mut inner = rustc_hash::FxHashSet::default();
    let mut found = Vec::new();
    for &term in cone.terms.iter().rev() {
        let Some((kind, x, y)) = extremum(builder, term) else {
            continue;
        };
        for operand in [x, y] {
            if extremum(builder, operand).is_some_and(|(own, ..)| own == kind) {
                inner.insert(operand);
            }
        }
        if !inner.contains(&term) {
            found.push(term);
        }
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use term::{Buffer, Outcomes};

    use super::*;
    use crate::RuleSet;
    use crate::category::Unbounded;

    /// The minimum of eight floats, from the first on and from the last on.
    fn both_ways(b: &mut Builder) -> [TermId; 2] {
        let buffer = b.arena_mut().add_buffer(Buffer {
            name: "x".into(),
            format: Some(Format::Single),
            signed: false,
            scalar: false,
            undefined: false,
        });
        let inputs: Vec<TermId> = (0..8)
            .map(|i| b.arena_mut().add_symbol(buffer, 4 * i, 32))
            .collect();
        let mut min = |x, y| {
            let less = b.fcmp(Format::Single, Outcomes::LT, x, y);
            b.select(less, x, y)
        };
        let forwards = inputs[1..].iter().fold(inputs[0], |a, x| min(a, *x));
        let backwards = inputs[..7].iter().rev().fold(inputs[7], |a, x| min(*x, a));
        [forwards, backwards]
    }

    fn groups(assumptions: Assumptions) -> Vec<Alike> {
        let mut b = Builder::new(RuleSet::builtin());
        let roots = both_ways(&mut b);
        let rules = Arc::new(DirectedRules::new(RuleSet::builtin(), assumptions));
        alike_extrema(&mut b, &roots, &rules, &Unbounded)
    }

    #[test]
    fn the_order_of_operands_is_no_matter_where_there_is_no_nan() {
        let ordered = Assumptions {
            ordered: true,
            ..Assumptions::default()
        };
        let found = groups(ordered);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].format, Some(Format::Single));
        assert_eq!(found[0].terms.len(), 2);
    }

    #[test]
    fn with_nans_it_is() {
        assert_eq!(groups(Assumptions::default()), []);
    }
}
