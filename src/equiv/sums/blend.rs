//! Bounds of blends: polynomials whose values lie between those of the values that they blend.
//!
//! Invariant: a polynomial that is linear in each of its atoms takes its extremes where every
//! atom that occurs in several summands is at one of its bounds.

use std::collections::BTreeMap;

use super::form::{Atom, Form, product};
use crate::budgets::sums::{BLENDED_MONOMIALS, SHARED_ATOMS};

impl Form {
    /// Narrows the bounds to the extremes of the polynomial at the corners of its atoms' bounds,
    /// if it is linear in each atom. A blend of two values lies between them, although its
    /// summands do not.
    pub(super) fn blend(&mut self, bounds: impl Fn(Atom) -> (i128, i128)) -> Option<()> {
        let linear = |m: &Vec<Atom>| m.windows(2).all(|pair| pair[0] != pair[1]);
        let multiplied = |m: &Vec<Atom>| m.len() > 1;
        let blends =
            self.monomials.len() <= BLENDED_MONOMIALS && self.monomials.keys().any(multiplied);
        if !blends || !self.monomials.keys().all(linear) {
            return None;
        }
        let mut uses: BTreeMap<Atom, usize> = BTreeMap::new();
        for &atom in self.monomials.keys().flatten() {
            *uses.entry(atom).or_insert(0) += 1;
        }
        let shared = uses.into_iter().filter(|(_, uses)| *uses > 1);
        let shared: Vec<Atom> = shared.map(|(atom, _)| atom).collect();
        if shared.is_empty() || shared.len() > SHARED_ATOMS {
            return None;
        }
        let (mut low, mut high) = (i128::MAX, i128::MIN);
        for corner in 0..1u32 << shared.len() {
            let at = |atom: Atom| match (bounds(atom), shared.iter().position(|&s| s == atom)) {
                (known, None) => known,
                ((least, _), Some(i)) if corner >> i & 1 == 0 => (least, least),
                ((_, most), Some(_)) => (most, most),
            };
            let (mut least, mut most) = (self.constant, self.constant);
            for (monomial, coefficient) in &self.monomials {
                let product = product(monomial, at)?;
                let ends = [product.low, product.high].map(|end| end.checked_mul(*coefficient));
                let [first, second] = [ends[0]?, ends[1]?];
                least = least.checked_add(first.min(second))?;
                most = most.checked_add(first.max(second))?;
            }
            (low, high) = (low.min(least), high.max(most));
        }
        (self.low, self.high) = (self.low.max(low), self.high.min(high));
        Some(())
    }

    /// Whether the value lies in 0..`bound` (exclusive).
    pub(super) fn lies_within(
        mut self,
        bound: i128,
        bounds: impl Fn(Atom) -> (i128, i128),
    ) -> bool {
        if self.low < 0 || self.high >= bound {
            self.blend(bounds);
        }
        self.low >= 0 && self.high < bound
    }
}
