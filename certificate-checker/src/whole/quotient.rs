//! Whole numbers over powers of two, rounded down, taken apart in one way.
//!
//! Invariant: what is made of a number is congruent modulo 2^width to the number
//! over 2^offset, rounded down, whatever the values of the atoms.

use super::number::{Number, Polynomial};
use super::values::{Kind, Values};

impl Values {
    /// Bits of a number modulo 2^(offset + width), from `offset` on, modulo 2^width.
    pub(super) fn cut(&mut self, number: &Number, offset: u8, width: u8) -> Number {
        if let Some(bits) = self.bits(number, offset, width) {
            return bits;
        }
        let apart = self.taken_apart(number, offset, width);
        apart.unwrap_or_else(|| self.rest(number, offset))
    }

    /// What is left below the shift.
    fn rest(&mut self, number: &Number, offset: u8) -> Number {
        if let Some(value) = number.as_constant() {
            return Number::constant(value >> offset);
        }
        let bounds = (number.low >> offset, number.high >> offset);
        self.atom(Kind::Quotient(number.of.clone(), offset), bounds)
    }

    /// Summands that carry nothing are left out, multiples of the divisor divided.
    fn taken_apart(&mut self, number: &Number, offset: u8, width: u8) -> Option<Number> {
        let seen = offset.checked_add(width).filter(|&bits| bits <= 96)?;
        let itself = |signed| {
            let wrapped = number.wrapped(seen, signed);
            wrapped.is_some_and(|w| w.of == number.of)
        };
        let number = match itself(true) || itself(false) {
            true => number.clone(),
            false => self.reduced(number, seen),
        };
        let mut lower = (1..=offset).rev();
        let high = lower.find_map(|by| Some((by, self.high_part(&number, by)?)));
        let (by, high) = high.unwrap_or((0, number));
        let left = offset - by;
        if left == 0 {
            return Some(high);
        }
        let unit = 1i128 << left;
        let (mut whole, mut rest) = (Polynomial::new(), Polynomial::new());
        for (product, &c) in &high.of {
            let times = match product.is_empty() {
                true => c.div_euclid(unit),
                false if c.abs() <= unit / 2 => 0,
                false => (c + unit / 2).div_euclid(unit),
            };
            whole.insert(product.clone(), times);
            rest.insert(product.clone(), c - times * unit);
        }
        let rest = self.nonzero(rest)?;
        let quotient = self.rest(&rest, left);
        let sum = self.nonzero(whole)?.plus(&quotient, 1)?;
        Some(tightened(sum, high.low >> left, high.high >> left))
    }

    /// The number over 2^by, rounded down, where the remainders of its summands
    /// carry nothing.
    fn high_part(&self, number: &Number, by: u8) -> Option<Number> {
        let unit = 1i128 << by;
        let part = |of: fn(i128, i128) -> i128| {
            let parts = number.of.iter();
            parts
                .map(|(product, &c)| (product.clone(), of(c, unit)))
                .collect()
        };
        let below = self.nonzero(part(i128::rem_euclid))?;
        let high = self.nonzero(part(i128::div_euclid))?;
        let nothing = below.low >= 0 && below.high < unit;
        nothing.then(|| tightened(high, number.low >> by, number.high >> by))
    }

    fn nonzero(&self, mut of: Polynomial) -> Option<Number> {
        of.retain(|_, c| *c != 0);
        self.sum(&of)
    }
}

fn tightened(mut number: Number, low: i128, high: i128) -> Number {
    if number.as_constant().is_none() {
        (number.low, number.high) = (number.low.max(low), number.high.min(high));
    }
    number
}
