//! Values written to one of several places of an object, as each of the places has them.
//!
//! `h[k] = h[k] + 1` reads a choice among all elements and writes it to every one of them, where
//! `k` is its index. There, the choice is that element: the conditions on the offset which reads
//! build are decided.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Arena, Op, TermId};

use super::executor::Executor;

/// How many operations may lie between a value and the choice that it is computed from.
const OPERATIONS: u32 = 4;

/// The conditions on an offset that reads of some candidates build.
pub(super) struct Tests(FxHashMap<TermId, Test>);

/// A condition on the offset.
#[derive(Clone, Copy)]
struct Test {
    /// What the offset is compared with.
    with: u64,
    /// Whether it is that the offset is less, else that it is equal.
    less: bool,
    /// Whether it holds where the comparison does.
    holds: bool,
}

impl Tests {
    /// The truth of a condition where the offset is `candidate`, if it is one of these.
    fn holds(&self, condition: TermId, candidate: u64) -> Option<bool> {
        let test = self.0.get(&condition)?;
        let compares = match test.less {
            true => candidate < test.with,
            false => candidate == test.with,
        };
        Some(compares == test.holds)
    }
}

impl Executor<'_, '_> {
    /// The conditions on the offset of a write of `value` to one of these candidates; `None` if
    /// the value is computed from no choice.
    pub(super) fn tests(
        &mut self,
        value: Option<TermId>,
        offset: TermId,
        candidates: &[u64],
    ) -> Option<Tests> {
        let value = value.filter(|value| rests_on_choice(self.b().arena(), *value, OPERATIONS))?;
        let mut tests = FxHashMap::default();
        for with in candidates {
            let here = self.b().constant(64, u128::from(*with));
            for less in [false, true] {
                let is = match less {
                    true => self.b().ult(offset, here),
                    false => self.b().eq(offset, here),
                };
                // The builder turns a choice around where it simplifies the negation.
                let is_not = self.b().not(is);
                for (condition, holds) in [(is, true), (is_not, false)] {
                    let with = *with;
                    tests.insert(condition, Test { with, less, holds });
                }
            }
        }
        let tests = Tests(tests);
        let first = *candidates.first()?;
        let changes = value_at(self.b(), &tests, (value, first), OPERATIONS) != value;
        changes.then_some(tests)
    }

    /// A value where the offset is this candidate.
    pub(super) fn value_at(&mut self, tests: &Tests, value: TermId, candidate: u64) -> TermId {
        value_at(self.b(), tests, (value, candidate), OPERATIONS)
    }
}

fn value_at(
    builder: &mut Builder,
    tests: &Tests,
    (value, candidate): (TermId, u64),
    operations: u32,
) -> TermId {
    let node = *builder.arena().node(value);
    if node.op() == Op::Select {
        let (condition, yes, no) = (node.child(0), node.child(1), node.child(2));
        return match tests.holds(condition, candidate) {
            Some(true) => value_at(builder, tests, (yes, candidate), operations),
            Some(false) => value_at(builder, tests, (no, candidate), operations),
            None => value,
        };
    }
    if operations == 0 || node.children().is_empty() {
        return value;
    }
    let children = node.children().iter();
    let children: Vec<TermId> = children
        .map(|child| value_at(builder, tests, (*child, candidate), operations - 1))
        .collect();
    match children == node.children() {
        true => value,
        false => builder.build(node.spec(), &children),
    }
}

/// Whether a choice is within so many operations of a value.
fn rests_on_choice(arena: &Arena, value: TermId, operations: u32) -> bool {
    let node = arena.node(value);
    let mut children = node.children().iter();
    node.op() == Op::Select
        || operations > 0 && children.any(|child| rests_on_choice(arena, *child, operations - 1))
}
