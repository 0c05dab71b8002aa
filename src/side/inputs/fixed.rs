//! Integers that a relation determines: `--assume 'size[0] == 3'`.
//!
//! A version starts with their values instead of symbols, so that loops which they bound
//! end without a question to the solver. Invariant: the relation stays a condition on the
//! symbols, so witnesses have these values as well.

use rewrite_rules::Builder;
use term::{Arena, TermId};

use super::{Input, Inputs};
use crate::contract::Comparison;
use crate::side::number::Number;

impl Inputs {
    /// Records the symbol that a comparison equates with a literal, if it does.
    pub(super) fn note_fixed(&mut self, arena: &Arena, comparison: Comparison, sides: [Number; 2]) {
        let (Comparison::Equal, Some((term, signed, value))) = (comparison, equated(sides)) else {
            return;
        };
        let bits = arena.width(term);
        let value = value as u128 & (u128::MAX >> (128 - u32::from(bits)));
        let read = match signed {
            true => term::signed(value, bits),
            false => value as i128,
        };
        // A literal outside the type equals no value of it.
        let fits = equated(sides).is_some_and(|(_, _, wanted)| wanted == read);
        if fits && arena.symbol_id(term).is_some() {
            self.fixed.insert(term, value);
        }
    }

    /// The arguments with the integers that relations determine as constants; `None` if
    /// there are none.
    pub fn with_fixed(&self, builder: &mut Builder) -> Option<Vec<Input>> {
        if self.fixed.is_empty() {
            return None;
        }
        let mut settle = |term: &mut TermId| {
            if let Some(value) = self.fixed.get(term) {
                let width = builder.arena().width(*term);
                *term = builder.constant(width, *value);
            }
        };
        let mut args = self.args.clone();
        for arg in &mut args {
            match arg {
                Input::Memory { cells, spare, .. } => {
                    let all = cells.iter_mut().chain(spare.iter_mut().flatten());
                    all.for_each(|cell| settle(&mut cell.term));
                }
                Input::Value { term, .. } => settle(term),
                Input::SameAs(_) | Input::Fixed { .. } => {}
            }
        }
        Some(args)
    }
}

/// The integer term, whether it is signed, and the literal of a comparison of the two.
fn equated(sides: [Number; 2]) -> Option<(TermId, bool, i128)> {
    match sides {
        [
            Number::Integer(term, signed),
            Number::Literal(Some(value), _),
        ]
        | [
            Number::Literal(Some(value), _),
            Number::Integer(term, signed),
        ] => Some((term, signed, value)),
        _ => None,
    }
}
