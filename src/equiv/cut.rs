//! Claims over what both results share: every largest common subterm becomes a
//! free variable, a *cut*.
//!
//! Invariant: if the cut claim holds for every value of its variables, the
//! claim holds. The converse does not follow: a cut variable takes values that
//! the subterm never has, so a cut claim refutes nothing.

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Buffer, Cone, Format, TermId};

use super::claim::Claim;
use super::facts::rebuild;

/// A claim over cut variables.
pub(super) struct Cut {
    pub(super) claim: Claim,
    /// The variables that stand for computed floats: a NaN among their values
    /// is the canonical one.
    pub(super) computed: FxHashMap<TermId, Format>,
    /// Whether anything but inputs was cut.
    pub(super) proper: bool,
}

impl Cut {
    /// Cuts a claim at its common subterms. A proper cut has no path: what it
    /// says of inputs is gone.
    pub(super) fn of(builder: &mut Builder, claim: &Claim) -> Cut {
        let arena = builder.arena();
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
        let inner = |term: &&TermId| !arena.node(**term).children().is_empty();
        let mut cuts: Vec<TermId> = frontier.iter().filter(inner).copied().collect();
        cuts.sort_unstable();
        if cuts.is_empty() {
            return Cut {
                claim: claim.clone(),
                computed: FxHashMap::default(),
                proper: false,
            };
        }
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut computed = FxHashMap::default();
        for term in cuts {
            let spec = builder.arena().node(term).spec();
            let format = spec.op.yields_float().then(|| spec.format());
            let arena = builder.arena_mut();
            let buffer = arena.add_buffer(Buffer {
                name: format!("cut{}", term.index()),
                format,
                signed: false,
                scalar: true,
                undefined: false,
            });
            let variable = arena.add_symbol(buffer, 0, spec.width);
            computed.extend(format.map(|format| (variable, format)));
            map.insert(term, variable);
        }
        let roots = replace(builder, &[claim.left, claim.right], map);
        Cut {
            claim: Claim {
                path: Vec::new(),
                left: roots[0],
                right: roots[1],
                compare: claim.compare,
                rest: Vec::new(),
            },
            computed,
            proper: true,
        }
    }
}

/// `roots` with the terms of `map` replaced.
pub(super) fn replace(
    builder: &mut Builder,
    roots: &[TermId],
    mut map: FxHashMap<TermId, TermId>,
) -> Vec<TermId> {
    let cone = Cone::of(builder.arena(), roots);
    for &term in &cone.terms {
        if !map.contains_key(&term) {
            let new = rebuild(builder, term, &map);
            map.insert(term, new);
        }
    }
    roots.iter().map(|root| map[root]).collect()
}
