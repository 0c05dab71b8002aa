//! Canonical forms under assumptions and input ranges.

use std::sync::Arc;

use rewrite_rules::category::Range;
use rewrite_rules::normal::{Bounds, normalise};
use rewrite_rules::{Assumptions, Builder, DirectedRules, RuleSet};
use rustc_hash::FxHashMap;
use term::{Arena, Cone, SymbolId, TermId};

use super::claim::{Claim, Ranges, integer_bounds, symbol_type};
use super::facts::Facts;

/// Brings results into canonical form.
pub(super) struct Canonicaliser {
    rules: RuleSet,
    /// The directed rules by the assumptions that select them.
    directed: FxHashMap<Assumptions, Arc<DirectedRules>>,
}

impl Canonicaliser {
    pub(super) fn new(rules: &RuleSet) -> Canonicaliser {
        Canonicaliser {
            rules: rules.clone(),
            directed: FxHashMap::default(),
        }
    }

    /// Rewrites the results of a claim under its path, the ranges and the
    /// assumptions; whether that makes them equal, or shows that nothing takes
    /// the path.
    pub(super) fn reduce(
        &mut self,
        builder: &mut Builder,
        claim: &mut Claim,
        ranges: &Ranges,
        assumptions: Assumptions,
    ) -> bool {
        let facts = Facts::of(builder.arena(), &claim.path);
        if facts.contradictory {
            return true;
        }
        let roots = facts.rewrite(builder, &[claim.left, claim.right]);
        let roots = self.rebuild(builder, &roots, ranges, assumptions);
        (claim.left, claim.right) = (roots[0], roots[1]);
        let constants = builder
            .constant_value(roots[0])
            .zip(builder.constant_value(roots[1]));
        let zeros_alike = assumptions.positive_zero;
        if roots[0] == roots[1]
            || constants.is_some_and(|(l, r)| claim.compare.equal(l, r, zeros_alike))
        {
            return true;
        }
        let known = known_ranges(builder.arena(), &roots, ranges);
        let directed = self.directed(assumptions);
        let normal = normalise(builder, &roots, &directed, &known, Bounds::default());
        normal[0] == normal[1]
    }

    fn directed(&mut self, assumptions: Assumptions) -> Arc<DirectedRules> {
        let rules = &self.rules;
        let directed = self
            .directed
            .entry(assumptions)
            .or_insert_with(|| Arc::new(DirectedRules::new(rules, assumptions)));
        Arc::clone(directed)
    }

    fn rebuild(
        &mut self,
        builder: &mut Builder,
        roots: &[TermId],
        ranges: &Ranges,
        assumptions: Assumptions,
    ) -> Vec<TermId> {
        let ranges = known_ranges(builder.arena(), roots, ranges);
        if assumptions == Assumptions::default() && ranges.is_empty() {
            // The builder has applied these rules already.
            return roots.to_vec();
        }
        let directed = self.directed(assumptions);
        builder.rebuild(roots, &directed, &ranges)
    }
}

/// The ranges of the symbols below `roots`, in the terms of the analysis.
fn known_ranges(arena: &Arena, roots: &[TermId], ranges: &Ranges) -> FxHashMap<SymbolId, Range> {
    if ranges.is_empty() {
        return FxHashMap::default();
    }
    let symbols = Cone::of(arena, roots).symbols(arena);
    let known = symbols.into_iter().filter_map(|id| {
        let range = *ranges.get(&id)?;
        let (format, signed) = symbol_type(arena, id);
        if format.is_some() {
            return Some((id, Range::Float(range.low, range.high)));
        }
        let width = arena.width(arena.symbol(id).term);
        let (low, high) = integer_bounds(width, signed, range)?;
        let range = match signed {
            true => Range::Signed(low as i128, high as i128),
            false => Range::Unsigned(low, high),
        };
        Some((id, range))
    });
    known.collect()
}
