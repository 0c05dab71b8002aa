//! Bounds of polynomials that are linear in each atom.
//!
//! Invariant: such a polynomial takes its extremes where each atom that occurs in several
//! products is at one of its bounds.

use super::number::{Atom, Number, Polynomial};
use super::values::Values;

impl Values {
    /// Whether a sum of products lies in 0..`bound` (exclusive).
    pub(super) fn is_within(&self, of: &Polynomial, bound: i128) -> Option<bool> {
        let sum = self.sum(of)?;
        let (low, high) = self.corners(of).unwrap_or((sum.low, sum.high));
        Some(sum.low.max(low) >= 0 && sum.high.min(high) < bound)
    }

    /// The extremes of a polynomial that is linear in each of its atoms; `None` if it is not, or
    /// has too many products.
    pub(super) fn corners(&self, of: &Polynomial) -> Option<(i128, i128)> {
        let products: Vec<(&[Atom], i128)> = of.iter().map(|(p, c)| (p.as_slice(), *c)).collect();
        let count = |atom: &Atom| products.iter().filter(|(p, _)| p.contains(atom)).count();
        let mut atoms = products
            .iter()
            .flat_map(|(p, _)| p.to_vec())
            .collect::<Vec<Atom>>();
        atoms.sort_unstable();
        atoms.dedup();
        let repeats = |p: &[Atom]| p.windows(2).any(|two| two[0] == two[1]);
        if products.len() > 40 || products.iter().any(|(p, _)| repeats(p)) {
            return None;
        }
        atoms.retain(|atom| count(atom) > 1);
        if atoms.is_empty() || atoms.len() > 5 {
            return None;
        }
        let mut ends: Option<(i128, i128)> = None;
        for corner in 0..1usize << atoms.len() {
            let mut sum = Number::constant(0);
            for (product, c) in &products {
                let factor = |&atom: &Atom| {
                    let bounds = self.kinds[atom as usize].1;
                    match atoms.iter().position(|&other| other == atom) {
                        Some(i) if corner >> i & 1 == 0 => Number::constant(bounds.0),
                        Some(_) => Number::constant(bounds.1),
                        None => Number::atom(atom, bounds),
                    }
                };
                let mut factors = product.iter().map(factor);
                let one = Number::constant(1);
                let product = factors.try_fold(one, |all, factor| all.times(&factor))?;
                sum = sum.plus(&product, *c)?;
            }
            let (low, high) = ends.unwrap_or((sum.low, sum.high));
            ends = Some((low.min(sum.low), high.max(sum.high)));
        }
        ends
    }
}
