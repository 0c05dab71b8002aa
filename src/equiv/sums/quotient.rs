//! Sums divided by a power of two and rounded down.
//!
//! Two versions divide the same sum with different factors: `(x * 256 * g) >> 16` is
//! `(x * g) >> 8`, `(x * 35468) >> 16` is `x + ((x * -30068) >> 16)`, and
//! `(x + (x >> 8)) >> 8` is `(x * 257) >> 16`. Each quotient is brought into a canonical form:
//! summands that carry nothing into the result are dropped, summands divisible by the divisor
//! are divided, an inner quotient is merged into the dividend, and only the rest remains below
//! the shift.

use rewrite_rules::Builder;

use super::Sums;
use super::choice::COMMON_WIDTH;
use super::follow::MAX_WIDTH;
use super::form::{Atom, Form, product};

impl Sums {
    /// The `width` bits from `offset` on, as a polynomial congruent to them modulo 2^width.
    /// `None` for a single unscaled atom, which is divided into pieces instead.
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
        let (whole, mut rest) = high.parts(left, bounds)?;
        if whole.monomials.is_empty() {
            let low = whole.constant << left;
            rest.tighten(high.low - low, high.high - low);
        }
        let quotient = match rest.monomials.is_empty() {
            true => Form::constant(rest.constant >> left),
            false => self.quotient(builder, &rest, left)?,
        };
        let mut sum = whole.plus(&quotient, 1)?;
        sum.tighten(high.low >> left, high.high >> left);
        Some(sum)
    }

    /// A remainder polynomial divided by 2^by. A quotient with two possible values is expressed
    /// by the condition that the polynomial is below a bound.
    fn quotient(&mut self, builder: &mut Builder, rest: &Form, by: u8) -> Option<Form> {
        let mut rest = rest.clone();
        rest.blend(|atom| self.bounds[&atom]);
        let last = rest.high >> by;
        if rest.low >> by == last - 1
            && let Some(below) = rest.plus(&Form::constant(last << by), -1)
            && let Some(below) = self.negative(builder, &below)
        {
            let below = self.bit(builder, below, false)?;
            return Form::constant(last).plus(&below, -1);
        }
        if let Some((whole, by)) = self.without_quotient(&rest, by)
            && let Some(quotient) = self.shifted(builder, &whole, by, MAX_WIDTH - by)
        {
            return Some(quotient);
        }
        let limits = (rest.low >> by, rest.high >> by);
        let dividend = self.materialised(builder, &rest)?;
        let shifted = builder.extract(dividend, by, COMMON_WIDTH - by);
        let quotient = self.made(builder, shifted, limits);
        if !quotient.monomials.is_empty() {
            let of = (rest, by);
            self.quotients.entry((shifted, true)).or_insert(of);
        }
        Some(quotient)
    }

    /// The polynomial with its bounds narrowed as those of a blend, also if it contains a
    /// quotient.
    pub(super) fn confined(&self, mut form: Form) -> Form {
        let bounds = |atom: Atom| self.bounds[&atom];
        form.blend(bounds);
        if let Some((mut whole, by)) = self.without_quotient(&form, 0) {
            whole.blend(bounds);
            form.tighten(whole.low >> by, whole.high >> by);
        }
        form
    }

    /// Merges the only inner quotient of a dividend into it:
    /// ⌊(r + ⌊g / 2^k⌋) / 2^by⌋ = ⌊(r 2^k + g) / 2^(by + k)⌋.
    /// Returns the new dividend and exponent.
    fn without_quotient(&self, rest: &Form, by: u8) -> Option<(Form, u8)> {
        let inner = |monomial: &Vec<Atom>| match monomial[..] {
            [atom] => self.quotients.get(&atom).map(|of| (atom, of)),
            _ => None,
        };
        let mut quotients = rest.monomials.keys().filter_map(inner);
        let (atom, (inner, below)) = quotients.next()?;
        let all = by.checked_add(*below).filter(|&all| all < COMMON_WIDTH)?;
        let sign = rest.monomials[&vec![atom]];
        if quotients.next().is_some() || sign.abs() != 1 {
            return None;
        }
        let quotient = Form::atom(atom, self.bounds[&atom]);
        let others = rest.plus(&quotient, -sign)?;
        let whole = Form::constant(0).plus(&others, 1 << below)?;
        let whole = whole.plus(inner, sign)?;
        // −⌊g / m⌋ = ⌊(m − 1 − g) / m⌋
        let round = if sign < 0 { (1 << below) - 1 } else { 0 };
        Some((whole.plus(&Form::constant(round), 1)?, all))
    }
}

impl Form {
    /// Whether the value fits in `width` bits, read as signed or as unsigned.
    fn fits(&self, width: u8) -> bool {
        let signed = |wrapped: Form| wrapped.constant == self.constant;
        [true, false]
            .into_iter()
            .any(|read| self.wrapped(width, read).is_some_and(signed))
    }

    /// The polynomial divided by 2^by and rounded down; `None` unless the remainders of the
    /// summands are known to carry nothing.
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
        rest.lies_within(unit, bounds).then_some(high)
    }

    /// Splits the polynomial into 2^by × the first result + the second, whose coefficients are
    /// at most half of 2^by in magnitude.
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
