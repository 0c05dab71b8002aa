//! The inputs on which a claim meets no float that assumptions exclude, as a condition.
//!
//! A float is met where it is read or computed: not in the arm that a select discards, nor in an
//! operand that an `and` or an `or` leaves out of account. Invariant: the condition holds on every
//! input about which the claim says anything under the assumptions.

use rewrite_rules::Assumptions;
use rustc_hash::FxHashMap;
use term::{Arena, Cone, Format, Op, Spec, TermId};

use crate::integers::ones;

/// The condition for a claim with these roots; `None` if it holds always. Terms are added to the
/// arena as they are, without any rewrite.
pub fn admitted(arena: &mut Arena, roots: &[TermId], assumptions: Assumptions) -> Option<TermId> {
    let cone = Cone::of(arena, roots);
    let mut conditions = Conditions {
        arena,
        excluded: FxHashMap::default(),
    };
    for &term in &cone.terms {
        let below = conditions.below(term);
        let here = conditions.at(term, assumptions);
        if let Some(excluded) = conditions.or(below, here) {
            conditions.excluded.insert(term, excluded);
        }
    }
    let any = roots.iter().fold(None, |any, root| {
        let excluded = conditions.excluded.get(root).copied();
        conditions.or(any, excluded)
    })?;
    Some(conditions.not(any))
}

struct Conditions<'a> {
    arena: &'a mut Arena,
    /// Where terms meet an excluded float, for those that do on any input.
    excluded: FxHashMap<TermId, TermId>,
}

impl Conditions<'_> {
    /// Where the operands of a term meet an excluded float, as far as they are met.
    fn below(&mut self, term: TermId) -> Option<TermId> {
        let node = *self.arena.node(term);
        let children = node.children();
        let of = |conditions: &Self, at: usize| conditions.excluded.get(&children[at]).copied();
        match (node.op(), children) {
            (Op::Select, &[condition, _, _]) => {
                let (first, second) = (of(self, 1), of(self, 2));
                let not = self.not(condition);
                let first = first.map(|first| self.and(condition, first));
                let second = second.map(|second| self.and(not, second));
                let chosen = self.or(first, second);
                let always = of(self, 0);
                self.or(always, chosen)
            }
            (op @ (Op::And | Op::Or), &[x, y]) => {
                let deciding = match op {
                    Op::And => 0,
                    _ => ones(node.width()),
                };
                let deciding = self.arena.constant(node.width(), deciding);
                // An operand is left out of account where the other one decides alone; where both
                // do, an excluded float has to be met in each of them.
                let [by_x, by_y] = [x, y].map(|operand| self.equal(operand, deciding));
                let (in_x, in_y) = (of(self, 0), of(self, 1));
                let both = in_x.zip(in_y).map(|(in_x, in_y)| self.and(in_x, in_y));
                let [other_x, other_y] = [by_x, by_y].map(|by| self.not(by));
                let x_counts = in_x.map(|in_x| self.and(other_y, in_x));
                let y_counts = in_y.map(|in_y| self.and(other_x, in_y));
                let either = self.or(x_counts, y_counts);
                self.or(either, both)
            }
            _ => (0..children.len()).fold(None, |any, at| {
                let excluded = of(self, at);
                self.or(any, excluded)
            }),
        }
    }

    /// Where a float that the term itself is, computes or reads is excluded.
    fn at(&mut self, term: TermId, assumptions: Assumptions) -> Option<TermId> {
        let node = *self.arena.node(term);
        let spec = node.spec();
        let mut floats: Vec<(TermId, Format)> = Vec::new();
        if let Some(id) = self.arena.symbol_id(term) {
            let buffer = self.arena.buffer(self.arena.symbol(id).buffer);
            floats.extend(buffer.format.map(|format| (term, format)));
        }
        if spec.op.yields_float() {
            floats.push((term, spec.format()));
        }
        if let Some(format) = spec.operand_format() {
            // What is compared with a constant says nothing of the constant.
            let counts = |operand: &TermId| {
                spec.op != Op::FCmp || self.arena.constant_value(*operand).is_none()
            };
            let operands = node.children().iter().copied().filter(counts);
            floats.extend(operands.map(|operand| (operand, format)));
        }
        // The x87 format has encodings besides those of numbers, infinities and NaNs.
        floats.retain(|&(_, format)| format != Format::X87);
        floats.into_iter().fold(None, |any, float| {
            let excluded = self.is_excluded(float, assumptions);
            self.or(any, excluded)
        })
    }

    fn is_excluded(
        &mut self,
        (term, format): (TermId, Format),
        assumptions: Assumptions,
    ) -> Option<TermId> {
        let width = format.width();
        let mut any = None;
        if assumptions.exclude_nans() {
            let mask = self.arena.constant(width, format.sign_mask() - 1);
            let magnitude = self.arena.term(Spec::int(Op::And, width), &[term, mask]);
            let infinity = self.arena.constant(width, format.infinity());
            let excluded = match assumptions.contains(Assumptions::FINITE) {
                true => {
                    let number = self.less(magnitude, infinity);
                    self.not(number)
                }
                false => self.less(infinity, magnitude),
            };
            any = Some(excluded);
        }
        if assumptions.contains(Assumptions::POSITIVE_ZERO) {
            let zero = self.arena.constant(width, format.sign_mask());
            let negative = self.equal(term, zero);
            any = self.or(any, Some(negative));
        }
        any
    }

    fn or(&mut self, x: Option<TermId>, y: Option<TermId>) -> Option<TermId> {
        match (x, y) {
            (Some(x), Some(y)) => Some(self.arena.term(Spec::int(Op::Or, 1), &[x, y])),
            (one, other) => one.or(other),
        }
    }

    fn and(&mut self, x: TermId, y: TermId) -> TermId {
        self.arena.term(Spec::int(Op::And, 1), &[x, y])
    }

    fn not(&mut self, x: TermId) -> TermId {
        let one = self.arena.constant(1, 1);
        self.arena.term(Spec::int(Op::Xor, 1), &[x, one])
    }

    fn less(&mut self, x: TermId, y: TermId) -> TermId {
        self.arena.term(Spec::int(Op::Ult, 1), &[x, y])
    }

    fn equal(&mut self, x: TermId, y: TermId) -> TermId {
        self.arena.term(Spec::int(Op::Eq, 1), &[x, y])
    }
}
