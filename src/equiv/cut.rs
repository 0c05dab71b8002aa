//! Cuts: claims in which every maximal subterm that both results share becomes a free variable.
//!
//! A cut variable keeps the bounds of the term that it stands for.
//!
//! Invariant: if the cut claim holds for every value of its variables, the original claim holds.
//! The converse is false: a cut variable takes values that its subterm never has, so a
//! counterexample to the cut claim refutes nothing.

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Buffer, Cone, Format, Op, SymbolId, TermId};

use super::Assumptions;
use super::claim::{Claim, Ranges};
use super::facts::rebuild;
use super::frontier::narrowed;
use super::implied::Implied;
use crate::certificate::{Evidence, Step};

/// A claim over cut variables.
pub(super) struct Cut {
    pub(super) claim: Claim,
    /// The variables that stand for computed floats. A NaN among their values is the canonical
    /// one.
    pub(super) computed: FxHashMap<TermId, Format>,
    /// The ranges of the variables and of the remaining inputs.
    pub(super) ranges: Ranges,
    /// Whether any term other than an input was cut.
    pub(super) proper: bool,
    /// Each cut term with its variable.
    variables: Vec<(TermId, TermId)>,
    /// Each rewritten term with its replacement, operands first.
    replaced: Vec<(TermId, TermId)>,
}

impl Cut {
    /// Cuts a claim at its common subterms. The path of a proper cut consists of the path
    /// conditions over remaining variables and inputs only, and of the bounds of the variables.
    pub(super) fn of(
        builder: &mut Builder,
        claim: &Claim,
        ranges: &Ranges,
        assumptions: Assumptions,
    ) -> Cut {
        let frontier = shared(builder.arena(), claim);
        Cut::at(builder, claim, ranges, assumptions, &frontier)
    }

    /// Cuts a claim at a frontier of few bits that determines all common subterms.
    pub(super) fn narrow(
        builder: &mut Builder,
        claim: &Claim,
        ranges: &Ranges,
        assumptions: Assumptions,
    ) -> Cut {
        let frontier = narrowed(builder.arena(), shared(builder.arena(), claim));
        Cut::at(builder, claim, ranges, assumptions, &frontier)
    }

    /// Returns the claim uncut.
    pub(super) fn none(
        builder: &mut Builder,
        claim: &Claim,
        ranges: &Ranges,
        assumptions: Assumptions,
    ) -> Cut {
        Cut::at(builder, claim, ranges, assumptions, &FxHashSet::default())
    }

    fn at(
        builder: &mut Builder,
        claim: &Claim,
        ranges: &Ranges,
        assumptions: Assumptions,
        frontier: &FxHashSet<TermId>,
    ) -> Cut {
        let arena = builder.arena();
        let inner = |term: &&TermId| !arena.node(**term).children().is_empty();
        let mut cuts: Vec<TermId> = frontier.iter().filter(inner).copied().collect();
        cuts.sort_unstable();
        if cuts.is_empty() {
            return Cut {
                claim: claim.clone(),
                computed: FxHashMap::default(),
                ranges: ranges.clone(),
                proper: false,
                variables: Vec::new(),
                replaced: Vec::new(),
            };
        }
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut computed = FxHashMap::default();
        let mut known = Ranges::default();
        let mut bounds = Vec::new();
        let results = [claim.left, claim.right];
        let mut implied = Implied::new(builder.arena(), &results, ranges, assumptions);
        for term in cuts {
            let spec = builder.arena().node(term).spec();
            let format = spec.op.yields_float().then(|| spec.format());
            let range = implied.range(builder.arena(), term);
            let arena = builder.arena_mut();
            let buffer = arena.add_buffer(Buffer {
                name: format!("cut{}", term.index()),
                format,
                signed: range.is_some_and(|(_, signed)| signed),
                scalar: true,
                undefined: false,
            });
            let variable = arena.add_symbol(buffer, 0, spec.width);
            bounds.extend(implied.conditions(arena, term, variable));
            let symbol = arena.symbol_id(variable);
            known.extend(symbol.zip(range.map(|(range, _)| range)));
            computed.extend(format.map(|format| (variable, format)));
            map.insert(term, variable);
        }
        let mut roots = results.to_vec();
        roots.extend(&claim.path);
        let mut variables: Vec<(TermId, TermId)> = map.iter().map(|(a, b)| (*a, *b)).collect();
        variables.sort_unstable();
        let (roots, replaced) = replace(builder, &roots, map);
        let arena = builder.arena();
        let left: FxHashSet<SymbolId> = symbols(arena, &roots[..2]).into_iter().collect();
        let input = |id: &SymbolId| Some((*id, *ranges.get(id)?));
        known.extend(left.iter().filter_map(input));
        let within = |condition: &TermId| {
            let symbols = symbols(arena, &[*condition]);
            symbols.iter().all(|id| left.contains(id))
        };
        bounds.extend(roots[2..].iter().copied().filter(within));
        Cut {
            claim: Claim {
                path: bounds,
                left: roots[0],
                right: roots[1],
                compare: claim.compare,
                rest: Vec::new(),
            },
            computed,
            ranges: known,
            proper: true,
            variables,
            replaced,
        }
    }

    /// The proof steps that lead from the claim to the cut claim.
    pub(super) fn evidence(&self, arena: &Arena) -> Evidence {
        let mut evidence = Evidence::default();
        if !self.proper {
            return evidence;
        }
        for (_, variable) in &self.variables {
            let id = arena.symbol_id(*variable);
            let range = id.and_then(|id| Some((id, self.ranges.get(&id)?)));
            if let Some((id, range)) = range {
                evidence = evidence.bounded(id, (range.low, range.high));
            }
        }
        evidence.then(Step::Cut {
            variables: self.variables.clone(),
            map: self.replaced.clone(),
            given: self.claim.path.clone(),
        })
    }
}

/// The maximal common subterms of both results, shared inputs included.
fn shared(arena: &Arena, claim: &Claim) -> FxHashSet<TermId> {
    let sides = [claim.left, claim.right].map(|root| Cone::of(arena, &[root]));
    let right: FxHashSet<TermId> = sides[1].terms.iter().copied().collect();
    let shared = |term: &TermId| right.contains(term) && sides[0].position(*term).is_some();
    let mut frontier: FxHashSet<TermId> = FxHashSet::default();
    for &term in sides.iter().flat_map(|side| &side.terms) {
        if !shared(&term) {
            let children = arena.node(term).children().iter();
            frontier.extend(children.copied().filter(shared));
        }
    }
    frontier.extend([claim.left, claim.right].into_iter().filter(|t| shared(t)));
    // A comparison of frontier terms or constants relates variables, so it stays an expression
    // over them instead of becoming a variable.
    let is_known =
        |operand: &TermId| arena.constant_value(*operand).is_some() || frontier.contains(operand);
    let relates = |&term: &TermId| {
        let node = arena.node(term);
        let compares = matches!(node.op(), Op::FCmp | Op::Ult | Op::Slt | Op::Eq);
        (compares && node.children().iter().all(is_known)).then_some(term)
    };
    let relations: Vec<TermId> = frontier.iter().filter_map(relates).collect();
    for term in relations {
        frontier.remove(&term);
    }
    frontier
}

fn symbols(arena: &Arena, roots: &[TermId]) -> Vec<SymbolId> {
    Cone::of(arena, roots).symbols(arena)
}

/// Replaces the terms of `map` below `roots`. Returns the new roots, and every changed term with
/// its replacement.
pub fn replace(
    builder: &mut Builder,
    roots: &[TermId],
    mut map: FxHashMap<TermId, TermId>,
) -> (Vec<TermId>, Vec<(TermId, TermId)>) {
    let cone = Cone::of(builder.arena(), roots);
    for &term in &cone.terms {
        if !map.contains_key(&term) {
            let new = rebuild(builder, term, &map);
            map.insert(term, new);
        }
    }
    let replaced = cone.terms.iter().map(|&term| (term, map[&term]));
    let replaced = replaced.filter(|(term, new)| term != new).collect();
    (roots.iter().map(|root| map[root]).collect(), replaced)
}
