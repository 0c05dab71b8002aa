//! Narrowing of values that are only compared and moved: they need just enough bits to be told
//! apart. A minimum, its index, a median or a sorting network over n inputs of 32 bits is
//! decided over inputs of log₂ n bits.
//!
//! Invariant: for every assignment to the inputs there is one to the narrow inputs under which
//! all comparisons have the same outcomes, and hence all results correspond, with distinct
//! narrow values for distinct wide ones. So a narrow claim that holds proves the wide one. A NaN
//! is one narrow value above all others, unequal to itself. Floats that are results are not
//! narrowed, since zeros that compare equal have different bits.
//!
//! Minima and maxima alone need one bit per input ([`zero_one`]), and so does their index
//! ([`extreme`]).

mod diagram;
mod extreme;
mod narrow;
#[cfg(test)]
mod tests;
mod values;
mod zero_one;

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Cone, Op, Spec, TermId};

pub(super) use self::extreme::{equal as equal_by_extremes, equal_by_bits as equal_for_all_bits};
use self::narrow::{Asked, Narrow};
use self::values::Values;
pub(super) use self::zero_one::equal as equal_by_bits;
use super::claim::{Claim, Compare, Obligation};
use super::facts::rebuild;
use crate::certificate::Narrowing;

/// Greatest width of values that are narrowed; sort keys have room for it.
const MAX_WIDTH: u8 = 64;

/// Returns the claim over narrow inputs; `None` when no inputs are only compared and moved, or
/// narrowing saves no bits.
pub(super) fn narrow(builder: &mut Builder, claim: &Claim) -> Option<(Obligation, Narrowing)> {
    let roots = claim.roots();
    let mut widths: Vec<u8> = Cone::of(builder.arena(), &roots)
        .terms
        .iter()
        .map(|&term| builder.width(term))
        .filter(|&width| width > 1 && width <= MAX_WIDTH)
        .collect();
    widths.sort_unstable();
    widths.dedup();
    // Only values that one side alone computes are expanded: as inputs they would be unrelated
    // to the other side.
    let sides = [claim.left, claim.right].map(|root| Cone::of(builder.arena(), &[root]));
    let one_sided = |term: &TermId| sides.iter().any(|side| side.position(*term).is_none());
    widths.into_iter().rev().find_map(|width| {
        let arena = builder.arena();
        let computed = |term: &TermId| {
            let node = arena.node(*term);
            node.width() == width && node.op() != Op::Select && !node.children().is_empty()
        };
        let terms = sides.iter().flat_map(|side| side.terms.iter().copied());
        let mut opened: FxHashSet<TermId> = terms
            .filter(|term| computed(term) && one_sided(term))
            .collect();
        loop {
            let values = Values::of(builder.arena(), claim, width, &opened);
            let classes: Vec<Option<Narrow>> = values
                .classes
                .iter()
                .map(|class| Narrow::of(class, width))
                .collect();
            if classes.iter().all(Option::is_none) {
                return None;
            }
            let below = values.below(builder.arena(), |c| classes[c].is_none(), &opened);
            if below.is_empty() {
                return Some(values.rebuilt(builder, claim, &classes));
            }
            opened.extend(below);
        }
    })
}

impl Values {
    fn rebuilt(
        &self,
        builder: &mut Builder,
        claim: &Claim,
        classes: &[Option<Narrow>],
    ) -> (Obligation, Narrowing) {
        let class = |term: TermId| classes[*self.class_of.get(&term)?].as_ref();
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        let (mut path, mut asked) = (Vec::new(), Asked::default());
        for &term in &self.terms {
            let node = *builder.arena().node(term);
            let operands = node.children();
            let compared = || operands.iter().find_map(|&operand| class(operand));
            let new = match (node.op(), class(term)) {
                (Op::Select, Some(narrow)) => {
                    let x = narrow.value(builder, self.width, operands[1], &map);
                    let y = narrow.value(builder, self.width, operands[2], &map);
                    let select = Spec::int(Op::Select, builder.width(x));
                    asked.build(builder, select, &[map[&operands[0]], x, y])
                }
                (_, Some(narrow)) => narrow.input(builder, term, &mut path, &mut asked),
                (Op::Ult | Op::Slt | Op::FCmp | Op::Eq, None) if compared().is_some() => {
                    let Some(narrow) = compared() else { continue };
                    let x = narrow.value(builder, self.width, operands[0], &map);
                    let y = narrow.value(builder, self.width, operands[1], &map);
                    narrow.comparison(builder, &node, x, y, &mut asked)
                }
                _ if node.children().is_empty() => term,
                _ => rebuild(builder, term, &map),
            };
            map.insert(term, new);
        }
        let of_roots = class(claim.left).or_else(|| class(claim.right));
        let results = [claim.left, claim.right].map(|root| match of_roots {
            Some(narrow) => narrow.value(builder, self.width, root, &map),
            None => map[&root],
        });
        path.extend(claim.path.iter().map(|condition| map[condition]));
        let member = |&(term, new): &(TermId, TermId)| {
            let class = *self.class_of.get(&term)?;
            classes[class].as_ref().map(|_| (class, (term, new)))
        };
        let mut replaced: Vec<(TermId, TermId)> = map.iter().map(|(a, b)| (*a, *b)).collect();
        replaced.sort_unstable();
        let members: Vec<_> = replaced.iter().filter_map(member).collect();
        let of = |(i, narrow): (usize, &Option<Narrow>)| {
            let members = members.iter().filter(|(class, _)| *class == i);
            let members = members.map(|(_, pair)| *pair).collect();
            Some(
                narrow
                    .as_ref()?
                    .written(members, &self.classes[i].constants),
            )
        };
        let narrowing = Narrowing {
            classes: classes.iter().enumerate().filter_map(of).collect(),
            map: replaced
                .into_iter()
                .filter(|(term, new)| term != new)
                .collect(),
            asked: asked.0,
            to: (results[0], results[1]),
        };
        let obligation = Obligation {
            path,
            left: results[0],
            right: results[1],
            compare: match of_roots {
                Some(_) => Compare::Bits,
                None => claim.compare,
            },
        };
        (obligation, narrowing)
    }
}
