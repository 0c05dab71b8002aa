//! Sums divided by a power of two and rounded down.
//!
//! Two versions divide the same sum with other factors in it: `(x * 256 * g) >> 16`
//! is `(x * g) >> 8`, and `(x * 35468) >> 16` is `x + ((x * -30068) >> 16)`. Each
//! quotient is taken apart in one way: summands that carry nothing into the result
//! are left out, what the divisor divides is divided, and only the rest is left
//! below the shift.

use rewrite_rules::Builder;

use super::Sums;
use super::choice::COMMON_WIDTH;
use super::form::{Atom, Form, product};

impl Sums {
    /// The bits from `offset` on, `width` of them: congruent to them modulo
    /// 2^width. `None` for a value alone, which is cut as it is.
    pub(super) fn shifted(
        &mut self,
        builder: &mut Builder,
        form: &Form,
        offset: u8,
        width: u8,
    ) -> Option<Form> {
        if form.is_simple() && form.monomials.values().all(|c| c.abs() == 1) {
            return None;
        }
        let seen = offset.checked_add(width).filter(|&bits| bits <= 96)?;
        let bounds = |atom: Atom| self.bounds[&atom];
        let exact = form.fits(seen);
        let reduced = (!exact).then(|| form.reduced(seen, bounds)).flatten();
        let form = reduced.as_ref().unwrap_or(form);
        let mut halves = (1..=offset).rev();
        let high = halves.find_map(|by| Some((by, form.high_part(by, bounds)?)));
        let (by, high) = high.unwrap_or_else(|| (0, form.clone()));
        let left = offset - by;
        if left == 0 {
            return Some(high);
        }
        let (whole, rest) = high.parts(left, bounds)?;
        let limits = (rest.low >> left, rest.high >> left);
        let quotient = match rest.monomials.is_empty() {
            true => Form::constant(rest.constant >> left),
            false => {
                let rest = self.materialised(builder, &rest)?;
                let shifted = builder.extract(rest, left, COMMON_WIDTH - left);
                self.made(builder, shifted, limits)
            }
        };
        let mut sum = whole.plus(&quotient, 1)?;
        sum.tighten(high.low >> left, high.high >> left);
        Some(sum)
    }
}

impl Form {
    /// Whether the polynomial is the number that its bits modulo 2^width are, read as
    /// signed or not.
    fn fits(&self, width: u8) -> bool {
        let signed = |wrapped: Form| wrapped.constant == self.constant;
        [true, false]
            .into_iter()
            .any(|read| self.wrapped(width, read).is_some_and(signed))
    }

    /// This divided by 2^by and rounded down, where the remainders of the summands
    /// carry nothing.
    fn high_part(&self, by: u8, bounds: impl Fn(Atom) -> (i128, i128)) -> Option<Form> {
        let unit = 1i128 << by;
        let mut rest = Form::constant(self.constant.rem_euclid(unit));
        let mut high = Form::constant(self.constant.div_euclid(unit));
        for (monomial, coefficient) in &self.monomials {
            let product = product(monomial, &bounds)?;
            high = high.plus(&product, coefficient.div_euclid(unit))?;
            rest = rest.plus(&product, coefficient.rem_euclid(unit))?;
        }
        high.tighten(self.low >> by, self.high >> by);
        (rest.low >= 0 && rest.high < unit).then_some(high)
    }

    /// A multiple of 2^by, divided by it, and what is left of the summands.
    fn parts(&self, by: u8, bounds: impl Fn(Atom) -> (i128, i128)) -> Option<(Form, Form)> {
        let unit = 1i128 << by;
        let mut whole = Form::constant(self.constant.div_euclid(unit));
        let mut rest = Form::constant(self.constant.rem_euclid(unit));
        for (monomial, &coefficient) in &self.monomials {
            let times = match coefficient.abs() <= unit / 2 {
                true => 0,
                false => (coefficient + unit / 2).div_euclid(unit),
            };
            let product = product(monomial, &bounds)?;
            whole = whole.plus(&product, times)?;
            rest = rest.plus(&product, coefficient - times * unit)?;
        }
        Some((whole, rest))
    }

    fn tighten(&mut self, low: i128, high: i128) {
        if !self.monomials.is_empty() {
            (self.low, self.high) = (self.low.max(low), self.high.min(high));
        }
    }
}
