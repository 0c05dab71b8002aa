//! Minima and maxima with equal operand sets: what KLEE-CL's `ce` compares of two selections
//! (§6.3, `minOps` and `maxOps`).
//!
//! Invariant: terms in one group are equal for every assignment that respects the ranges and the
//! assumptions of the rules, up to the sign of zero.

use std::collections::BTreeMap;
use std::sync::Arc;

use term::{Cone, Format, Op, TermId};

use crate::Builder;
use crate::assumptions::Assumptions;
use crate::category::Ranges;
use crate::extremum::{self, extremum};
use crate::normal::{Bounds, normalise};
use crate::rules::DirectedRules;

/// Minima or maxima with equal operand sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The float format in which they are equal as numbers; `None` for integers, whose bits are
    /// equal.
    pub format: Option<Format>,
    /// The terms, at least two, operands before their users.
    pub terms: Vec<TermId>,
}

/// Returns groups of minima or maxima below `roots` with equal operand sets. In a chain only the
/// outermost extremum counts.
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
    // Equality as numbers ignores the sign of zero, so the set may be sorted.
    let numbers = rules.assumptions() | Assumptions::POSITIVE_ZERO;
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

/// The format of a minimum's or maximum's comparison; `None` for integers.
fn compared_format(builder: &Builder, term: TermId) -> Option<Format> {
    let arena = builder.arena();
    let test = arena.node(arena.node(term).child(0)).spec();
    (test.op == Op::FCmp).then(|| test.format())
}

/// The minima and maxima below `roots` that are not operands of another one of the same kind, in
/// ascending order.
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
        let ordered = Assumptions::ORDERED;
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
