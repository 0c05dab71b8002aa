//! Whole numbers divided by powers of two and rounded down, in canonical form.
//!
//! Invariant: the result is congruent modulo 2^width to the number divided by 2^offset and
//! rounded down, for all values of the atoms.

use super::number::{Number, Polynomial};
use super::values::{Kind, Values};

/// Number of bits above which a number is not analysed.
const SEEN: u8 = 96;

impl Values {
    /// The bits of a number from `offset` on, modulo 2^width.
    pub(super) fn cut(&mut self, number: &Number, offset: u8, width: u8) -> Number {
        if let Some(bits) = self.bits(number, offset, width) {
            return bits;
        }
        let apart = self.taken_apart(number, offset, width);
        apart.unwrap_or_else(|| self.rest(number, offset))
    }

    /// The quotient of a number of which no summand can be taken out of the shift: a constant or
    /// a condition if there are at most two possible values.
    fn rest(&mut self, number: &Number, offset: u8) -> Number {
        if let Some(value) = number.as_constant() {
            return Number::constant(value >> offset);
        }
        let (low, last) = (number.low >> offset, number.high >> offset);
        if low == last {
            return Number::constant(low);
        }
        // A quotient with two possible values is expressed by the condition that the number is
        // below a bound.
        if low == last - 1
            && let Some(below) = number.plus(&Number::constant(last << offset), -1)
        {
            let (test, negated) = match self.negative(&below) {
                Ok(below) => return Number::constant(last - i128::from(below)),
                Err(open) => open,
            };
            let holds = self.atom(Kind::Truth(test), (0, 1));
            let (from, factor) = if negated { (low, 1) } else { (last, -1) };
            if let Some(number) = Number::constant(from).plus(&holds, factor) {
                return number;
            }
        }
        if let Some((whole, offset)) = self.without_quotient(number, offset)
            && let Some(quotient) = self.taken_apart(&whole, offset, SEEN - offset)
        {
            return quotient;
        }
        self.atom(Kind::Quotient(number.of.clone(), offset), (low, last))
    }

    /// Merges the only inner quotient of a dividend into it:
    /// ⌊(a + ⌊b / 2^k⌋) / 2^n⌋ = ⌊(a 2^k + b) / 2^(n + k)⌋, and for a − ⌊b / 2^k⌋ the new
    /// dividend is a 2^k − b + 2^k − 1. Returns the new dividend and exponent.
    pub(super) fn without_quotient(&self, number: &Number, offset: u8) -> Option<(Number, u8)> {
        let mut found = None;
        for (product, &c) in &number.of {
            if let [atom] = product[..]
                && let Kind::Quotient(of, by) = self.kind(atom)
                && found.replace((product, c, of, *by)).is_some()
            {
                return None;
            }
        }
        let (product, c, dividend, by) = found.filter(|(_, c, ..)| c.abs() == 1)?;
        let all = offset.checked_add(by).filter(|&all| all < 64)?;
        let mut of = number.of.clone();
        of.remove(product);
        for c in of.values_mut() {
            *c = c.checked_mul(1 << by)?;
        }
        let round = (Vec::new(), if c < 0 { (1i128 << by) - 1 } else { 0 });
        let dividend = dividend
            .iter()
            .map(|(product, d)| Some((product.clone(), c.checked_mul(*d)?)));
        for summand in dividend.chain([Some(round)]) {
            let (product, d) = summand?;
            let slot = of.entry(product).or_insert(0);
            *slot = slot.checked_add(d)?;
        }
        Some((self.nonzero(of)?, all))
    }

    /// Drops summands that carry nothing, and divides multiples of the divisor.
    fn taken_apart(&mut self, number: &Number, offset: u8, width: u8) -> Option<Number> {
        let seen = offset.checked_add(width).filter(|&bits| bits <= SEEN)?;
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
        let mut rest = self.nonzero(rest)?;
        let whole = self.nonzero(whole)?;
        if let Some(constant) = whole.as_constant() {
            let low = constant << left;
            rest = tightened(rest, high.low - low, high.high - low);
        }
        let rest = self.learn(rest);
        let quotient = self.rest(&rest, left);
        let sum = whole.plus(&quotient, 1)?;
        Some(tightened(sum, high.low >> left, high.high >> left))
    }

    /// The number divided by 2^by and rounded down; `None` unless the remainders of its summands
    /// are known to carry nothing.
    fn high_part(&self, number: &Number, by: u8) -> Option<Number> {
        let unit = 1i128 << by;
        let part = |of: fn(i128, i128) -> i128| {
            let parts = number.of.iter();
            parts
                .map(|(product, &c)| (product.clone(), of(c, unit)))
                .collect()
        };
        let mut below: Polynomial = part(i128::rem_euclid);
        below.retain(|_, c| *c != 0);
        let high = self.nonzero(part(i128::div_euclid))?;
        let nothing = self.is_within(&below, unit)?;
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
