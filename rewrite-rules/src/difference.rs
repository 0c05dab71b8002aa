//! The difference of two integers as a polynomial, in which common summands cancel.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::TermId;

use crate::Builder;
use crate::bits::ones;
use crate::category::Ranges;
use crate::polynomial::{Bounds, Expansion, Polynomial};
use crate::rules::DirectedRules;

/// `left − right` modulo 2^w.
pub struct Difference {
    /// The monomials that it is the sum of, the constant included.
    pub summands: Vec<TermId>,
    /// Two terms with this difference and positive coefficients: the summands of `left` and
    /// `right` that do not cancel.
    pub sides: [TermId; 2],
}

/// Computes the difference of two terms of one width.
pub fn difference(
    builder: &mut Builder,
    left: TermId,
    right: TermId,
    rules: &Arc<DirectedRules>,
    ranges: &dyn Ranges,
    bounds: Bounds,
) -> Difference {
    builder.with_rules(rules, |builder| {
        let width = builder.width(left);
        let mut expansion = Expansion {
            ranges,
            bounds,
            factors: FxHashMap::default(),
            depth: 0,
        };
        let difference = builder.sub(left, right);
        let polynomial = expansion.expand(builder, difference);
        let mut sides = [Polynomial::default(), Polynomial::default()];
        let mut summands = Vec::new();
        for (atoms, coefficient) in polynomial.monomials {
            let negated = coefficient.wrapping_neg() & ones(width.into());
            let (side, positive) = match negated < coefficient {
                true => (1, negated),
                false => (0, coefficient),
            };
            sides[side].monomials.insert(atoms.clone(), positive);
            let mut single = Polynomial::default();
            single.monomials.insert(atoms, coefficient);
            summands.push(expansion.build(builder, &single, width));
        }
        let sides = sides.map(|side| expansion.build(builder, &side, width));
        Difference { summands, sides }
    })
}
