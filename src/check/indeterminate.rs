//! Parts of a result or of memory that the reference leaves as they come: the payload of an
//! empty optional, a member that only another one gives a meaning. Nothing is claimed of them.
//!
//! Invariant: what is left out is only what the reference moves without looking at it, on
//! inputs for which it does, and only if it computes nothing from such a value anywhere; a
//! value computed from what nobody wrote stays a defect, and so
//! does a function's result that is no structure.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Cone, Op, TermId};

use super::Pair;
use super::run::Run;
use crate::equiv::{Compare, Decision, Obligation, depends_on_undefined, replace};
use crate::side::{Output, Place, class};
use crate::symex::Machine;

/// What the reference leaves of one output.
pub(super) enum Left {
    /// All of it, on every input.
    Whole,
    /// Nothing, on any input.
    Nothing,
    /// The output with this value, where the condition holds.
    Where(TermId, TermId),
}

impl Pair<'_, '_> {
    /// What the reference leaves of an output on a path, noting what it leaves out.
    pub(super) fn left_by_reference(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        output: &Output,
        run: &mut Run<'_>,
    ) -> Left {
        // A certificate is about outputs that are there; and of what is computed from an
        // undefined value, more is undefined here than has to be.
        let certified = run.ladder.recorder().is_some();
        if !self.is_part(output) || run.computes_undefined || certified {
            return Left::Whole;
        }
        let builder = &mut machine.builder;
        let left = match output.term {
            None => Left::Nothing,
            Some(term) if depends_on_undefined(builder.arena(), term).is_none() => {
                return Left::Whole;
            }
            Some(term) if !is_moved(builder, term) => return Left::Whole,
            Some(term) => {
                let [low, high] = [0, u128::MAX].map(|bits| filled(builder, term, bits));
                let determined = builder.eq(low, high);
                let always = Obligation {
                    path: path.to_vec(),
                    left: builder.bool(true),
                    right: determined,
                    compare: Compare::Bits,
                };
                let left = Left::Where(determined, low);
                if let Decision::Equal { .. } = run.ladder.decide(builder, &always) {
                    return left;
                }
                left
            }
        };
        run.tally.lean_on(&format!(
            "the reference leaves {} uninitialised on some inputs: nothing is claimed of it there",
            class(self.contract, output.place)
        ));
        left
    }

    /// Whether an output is part of something larger.
    fn is_part(&self, output: &Output) -> bool {
        match output.place {
            Place::Memory { .. } => true,
            Place::Result { .. } => {
                let result = self.contract.result.as_ref();
                result.is_some_and(|element| element.leaves.len() > 1)
            }
        }
    }
}

/// Whether undefined values are only chosen and moved on the way to a term.
fn is_moved(builder: &Builder, term: TermId) -> bool {
    let arena = builder.arena();
    let mut open = vec![term];
    let mut seen = Vec::new();
    while let Some(term) = open.pop() {
        if seen.contains(&term) || depends_on_undefined(arena, term).is_none() {
            continue;
        }
        seen.push(term);
        let node = arena.node(term);
        match node.op() {
            Op::Symbol => {}
            Op::Concat | Op::Extract | Op::ZExt => open.extend(node.children()),
            Op::Select if depends_on_undefined(arena, node.child(0)).is_none() => {
                open.extend(&node.children()[1..]);
            }
            _ => return false,
        }
    }
    true
}

/// A term with these bits in place of what is undefined.
fn filled(builder: &mut Builder, term: TermId, bits: u128) -> TermId {
    let cone = Cone::of(builder.arena(), &[term]);
    let mut values = FxHashMap::default();
    for term in cone.terms {
        let arena = builder.arena();
        let Some(symbol) = arena.symbol_id(term) else {
            continue;
        };
        if arena.buffer(arena.symbol(symbol).buffer).undefined {
            let width = arena.width(term);
            let kept = bits & (u128::MAX >> (128 - u32::from(width)));
            values.insert(term, builder.constant(width, kept));
        }
    }
    let (replaced, _) = replace(builder, &[term], values);
    replaced.first().copied().unwrap_or(term)
}
