//! Simplification of sums of selects that are the same in both cases.

use super::number::{Number, Polynomial};
use super::values::{Kind, Values};

impl Values {
    /// Removes pairs of selects on one test whose sum does not depend on it.
    pub(super) fn paired(&self, mut number: Number) -> Number {
        while let Some(simpler) = self.with_a_pair_less(&number) {
            number = simpler;
        }
        number
    }

    fn with_a_pair_less(&self, number: &Number) -> Option<Number> {
        let mut choices = Vec::new();
        for (atoms, &c) in &number.of {
            let [atom] = atoms[..] else { continue };
            let Kind::Choice(test, x, y) = self.kind(atom) else {
                continue;
            };
            for &(other, d, u, v) in &choices {
                let Kind::Choice(same, ..) = self.kind(other) else {
                    continue;
                };
                let together = combined((x, c), (u, d))?;
                if same != test || together != combined((y, c), (v, d))? {
                    continue;
                }
                let mut rest = number.of.clone();
                rest.retain(|atoms, _| atoms[..] != [atom] && atoms[..] != [other]);
                let sum = self.sum(&combined((&rest, 1), (&together, 1))?)?;
                return Some(Number {
                    low: sum.low.max(number.low),
                    high: sum.high.min(number.high),
                    of: sum.of,
                });
            }
            choices.push((atom, c, x, y));
        }
        None
    }
}

/// The weighted sum of two polynomials.
fn combined((x, c): (&Polynomial, i128), (y, d): (&Polynomial, i128)) -> Option<Polynomial> {
    let mut sum = Polynomial::new();
    for (of, factor) in [(x, c), (y, d)] {
        for (atoms, coefficient) in of {
            let slot = sum.entry(atoms.clone()).or_insert(0);
            *slot = slot.checked_add(coefficient.checked_mul(factor)?)?;
        }
    }
    sum.retain(|_, c| *c != 0);
    Some(sum)
}
