//! Integers as polynomials with bounds, closed under sums, differences, products, and extraction
//! of bits.

use std::collections::BTreeMap;

use num_integer::gcd;
use term::TermId;

use crate::budgets::sums::INTEGER_MONOMIALS;

/// Magnitude of bounds and coefficients above which an integer is not followed.
const LARGEST: i128 = 1 << 120;

/// A term, and whether it is read as signed.
pub(super) type Atom = (TermId, bool);

/// An integer: constant + Σ coefficient × product of atoms, within the bounds.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) monomials: BTreeMap<Vec<Atom>, i128>,
    pub(super) constant: i128,
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Form {
    pub(super) fn constant(value: i128) -> Form {
        Form {
            monomials: BTreeMap::new(),
            constant: value,
            low: value,
            high: value,
        }
    }

    pub(super) fn atom(atom: Atom, (low, high): (i128, i128)) -> Form {
        Form {
            monomials: BTreeMap::from([(vec![atom], 1)]),
            constant: 0,
            low,
            high,
        }
    }

    /// self + factor × other; `None` on overflow of the limits.
    pub(super) fn plus(&self, other: &Form, factor: i128) -> Option<Form> {
        if self.monomials.len() + other.monomials.len() > INTEGER_MONOMIALS {
            return None;
        }
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.monomials {
            let slot = sum.monomials.entry(monomial.clone()).or_insert(0);
            *slot = bounded(slot.checked_add(coefficient.checked_mul(factor)?)?)?;
            if *slot == 0 {
                sum.monomials.remove(monomial);
            }
        }
        let ends = [other.low, other.high].map(|end| end.checked_mul(factor));
        let [first, second] = [ends[0]?, ends[1]?];
        sum.constant = bounded(
            sum.constant
                .checked_add(other.constant.checked_mul(factor)?)?,
        )?;
        sum.low = bounded(sum.low.checked_add(first.min(second))?)?;
        sum.high = bounded(sum.high.checked_add(first.max(second))?)?;
        if sum.monomials.is_empty() {
            (sum.low, sum.high) = (sum.constant, sum.constant);
        }
        Some(sum)
    }

    pub(super) fn times(&self, other: &Form) -> Option<Form> {
        if (self.monomials.len() + 1) * (other.monomials.len() + 1) > INTEGER_MONOMIALS {
            return None;
        }
        let mut product = Form::constant(bounded(self.constant.checked_mul(other.constant)?)?);
        let mut add = |monomial: Vec<Atom>, coefficient: i128| {
            let slot = product.monomials.entry(monomial).or_insert(0);
            *slot = bounded(slot.checked_add(coefficient)?)?;
            Some(())
        };
        for (x, a) in &self.monomials {
            add(x.clone(), a.checked_mul(other.constant)?)?;
            for (y, b) in &other.monomials {
                let mut factors = [x.as_slice(), y.as_slice()].concat();
                factors.sort_unstable();
                add(factors, a.checked_mul(*b)?)?;
            }
        }
        for (y, b) in &other.monomials {
            add(y.clone(), b.checked_mul(self.constant)?)?;
        }
        product.monomials.retain(|_, coefficient| *coefficient != 0);
        let mut ends = [0; 4];
        for (end, (x, y)) in ends.iter_mut().zip([
            (self.low, other.low),
            (self.low, other.high),
            (self.high, other.low),
            (self.high, other.high),
        ]) {
            *end = bounded(x.checked_mul(y)?)?;
        }
        product.low = ends.into_iter().min()?;
        if self.monomials == other.monomials && self.constant == other.constant {
            product.low = product.low.max(0);
        }
        product.high = ends.into_iter().max()?;
        Some(product)
    }

    /// self × other modulo 2^width, for products whose exact coefficients are too large.
    pub(super) fn times_modulo(
        &self,
        other: &Form,
        width: u8,
        bounds: impl Fn(Atom) -> (i128, i128),
    ) -> Option<Form> {
        let half = 1i128
            .checked_shl(u32::from(width) - 1)
            .filter(|_| width <= 96)?;
        let terms = |form: &Form| {
            let monomials = form.monomials.iter().map(|(m, &c)| (m.clone(), c));
            let terms: Vec<(Vec<Atom>, i128)> =
                monomials.chain([(Vec::new(), form.constant)]).collect();
            terms
        };
        let (xs, ys) = (terms(self), terms(other));
        if xs.len() * ys.len() > INTEGER_MONOMIALS {
            return None;
        }
        let mut sum = Form::constant(0);
        for (x, a) in &xs {
            for (y, b) in &ys {
                let small = |c: &i128| (c + half).rem_euclid(2 * half) - half;
                // A coefficient that is a multiple of 2^width vanishes.
                let shift = a.trailing_zeros().min(127) + b.trailing_zeros().min(127);
                if *a == 0 || *b == 0 || shift >= width.into() {
                    continue;
                }
                let coefficient = small(a).checked_mul(small(b)).map(|c| small(&c))?;
                let mut factors = [x.as_slice(), y.as_slice()].concat();
                factors.sort_unstable();
                let product = match factors.is_empty() {
                    true => Form::constant(1),
                    false => product(&factors, &bounds)?,
                };
                sum = sum.plus(&product, coefficient)?;
            }
        }
        Some(sum)
    }

    /// The integer modulo 2^width, read as signed or unsigned. `None` when the bounds do not
    /// determine how often it wraps.
    pub(super) fn wrapped(&self, width: u8, signed: bool) -> Option<Form> {
        if width > 96 {
            return None;
        }
        let modulus = 1i128 << width;
        let least = if signed { -(modulus / 2) } else { 0 };
        let turns = (self.low - least).div_euclid(modulus);
        if self.high - turns * modulus >= least + modulus {
            return None;
        }
        self.plus(&Form::constant(turns * modulus), -1)
    }

    /// The `width` bits from `offset` on of the number modulo 2^(offset + width): the summands
    /// divided by 2^offset. `None` unless the sum of their remainders is known to be less than
    /// 2^offset, so that it carries nothing.
    pub(super) fn bits(
        &self,
        offset: u8,
        width: u8,
        bounds: impl Fn(Atom) -> (i128, i128),
    ) -> Option<Form> {
        if offset.checked_add(width)? > 96 {
            return None;
        }
        let (unit, modulus) = (1i128 << offset, 1i128 << (offset + width));
        let (mut low, mut high) = (
            Form::constant(self.constant.rem_euclid(unit)),
            Form::constant(self.constant.rem_euclid(modulus) >> offset),
        );
        for (monomial, &coefficient) in &self.monomials {
            let coefficient = match coefficient % modulus {
                c if c > modulus / 2 => c - modulus,
                c if c < -modulus / 2 => c + modulus,
                c => c,
            };
            if coefficient == 0 {
                continue;
            }
            let product = product(monomial, &bounds)?;
            high = high.plus(&product, coefficient.div_euclid(unit))?;
            low = low.plus(&product, coefficient.rem_euclid(unit))?;
        }
        low.lies_within(unit, bounds).then_some(high)
    }

    /// The polynomial modulo 2^width with reduced coefficients; `None` when they are reduced
    /// already.
    pub(super) fn reduced(&self, width: u8, bounds: impl Fn(Atom) -> (i128, i128)) -> Option<Form> {
        let half = 1i128 << (width - 1);
        let small = |c: i128| c >= -half && c < half;
        if self.monomials.values().all(|&c| small(c)) {
            return None;
        }
        let mut sum = Form::constant(self.constant);
        for (monomial, coefficient) in &self.monomials {
            let small = (coefficient + half).rem_euclid(2 * half) - half;
            if small != 0 {
                sum = sum.plus(&product(monomial, &bounds)?, small)?;
            }
        }
        Some(sum)
    }

    /// Whether the polynomial has at most one atom, with a factor, and a constant.
    pub(super) fn is_simple(&self) -> bool {
        self.monomials.len() < 2 && self.monomials.keys().all(|monomial| monomial.len() < 2)
    }

    /// Whether the polynomial is a concatenation of atoms: non-overlapping, with powers of two
    /// as coefficients.
    pub(super) fn is_placement(&self, bounds: impl Fn(Atom) -> (i128, i128)) -> bool {
        let mut places = Vec::new();
        for (monomial, &coefficient) in &self.monomials {
            let [atom] = monomial[..] else { return false };
            let (low, high) = bounds(atom);
            if coefficient.count_ones() != 1 || coefficient < 0 || low < 0 {
                return false;
            }
            places.push((coefficient, coefficient.saturating_mul(high)));
        }
        places.sort_unstable();
        let apart = places.windows(2).all(|pair| pair[0].1 < pair[1].0);
        self.constant == 0 && apart
    }

    /// The greatest common divisor of the coefficients, with the sign of the first: divided by
    /// it, the first coefficient is positive.
    pub(super) fn scale(&self) -> i128 {
        let divisor = self.monomials.values().fold(0, |d, &c| gcd(d, c));
        match self.monomials.values().next() {
            Some(&first) if first < 0 => -divisor,
            _ => divisor,
        }
    }
}

/// The product of atoms with the given bounds.
pub(super) fn product(monomial: &[Atom], bounds: impl Fn(Atom) -> (i128, i128)) -> Option<Form> {
    let mut factors = monomial.iter().map(|&atom| Form::atom(atom, bounds(atom)));
    let first = factors.next()?;
    factors.try_fold(first, |product, factor| product.times(&factor))
}

fn bounded(value: i128) -> Option<i128> {
    (value.abs() <= LARGEST).then_some(value)
}
