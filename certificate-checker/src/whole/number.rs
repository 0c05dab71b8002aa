//! Whole numbers as polynomials with bounds.
//!
//! Invariant: for every input that the context and the conditions admit, the polynomial's value
//! is within the bounds.

use std::collections::BTreeMap;

/// The number of an atomic value.
pub(super) type Atom = u32;

/// Coefficients by products of atoms in ascending order; that of the empty product is the
/// constant. No coefficient is zero.
pub(super) type Polynomial = BTreeMap<Vec<Atom>, i128>;

/// Magnitude of bounds and coefficients above which a number is not followed.
const LARGEST: u128 = 1 << 120;
/// Number of products above which a number is not followed.
const MOST: usize = 2_000;

/// A whole number: a polynomial with bounds.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) of: Polynomial,
    pub(super) low: i128,
    pub(super) high: i128,
}

fn small(value: Option<i128>) -> Option<i128> {
    value.filter(|v| v.unsigned_abs() <= LARGEST)
}

impl Number {
    pub(super) fn constant(value: i128) -> Number {
        let of = [(Vec::new(), value)].into_iter().filter(|(_, c)| *c != 0);
        Number {
            of: of.collect(),
            low: value,
            high: value,
        }
    }

    pub(super) fn atom(atom: Atom, (low, high): (i128, i128)) -> Number {
        Number {
            of: Polynomial::from([(vec![atom], 1)]),
            low,
            high,
        }
    }

    pub(super) fn as_constant(&self) -> Option<i128> {
        match self.of.len() {
            0 => Some(0),
            1 => self.of.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// self + factor × other.
    pub(super) fn plus(&self, other: &Number, factor: i128) -> Option<Number> {
        if self.of.len() + other.of.len() > MOST {
            return None;
        }
        let mut of = self.of.clone();
        for (product, c) in &other.of {
            let slot = of.entry(product.clone()).or_insert(0);
            *slot = small(slot.checked_add(c.checked_mul(factor)?))?;
        }
        of.retain(|_, c| *c != 0);
        let (x, y) = (
            other.low.checked_mul(factor)?,
            other.high.checked_mul(factor)?,
        );
        let sum = Number {
            of,
            low: small(self.low.checked_add(x.min(y)))?,
            high: small(self.high.checked_add(x.max(y)))?,
        };
        Some(match sum.as_constant() {
            Some(value) => Number::constant(value),
            None => sum,
        })
    }

    pub(super) fn times(&self, other: &Number) -> Option<Number> {
        if self.of.len() * other.of.len() > MOST {
            return None;
        }
        let mut of = Polynomial::new();
        for (x, c) in &self.of {
            for (y, d) in &other.of {
                let slot = of.entry(joined(x, y)).or_insert(0);
                *slot = small(slot.checked_add(c.checked_mul(*d)?))?;
            }
        }
        of.retain(|_, c| *c != 0);
        let mut ends = [0; 4];
        let pairs = [
            (self.low, other.low),
            (self.low, other.high),
            (self.high, other.low),
            (self.high, other.high),
        ];
        for (end, (a, b)) in ends.iter_mut().zip(pairs) {
            *end = small(a.checked_mul(b))?;
        }
        let square = self.of == other.of;
        let low = ends
            .into_iter()
            .min()?
            .max(if square { 0 } else { i128::MIN });
        let high = ends.into_iter().max()?;
        Some(Number { of, low, high })
    }

    /// The number modulo 2^width, read as signed or unsigned; `None` when the bounds do not
    /// determine how often it wraps.
    pub(super) fn wrapped(&self, width: u8, signed: bool) -> Option<Number> {
        if width > 120 {
            return None;
        }
        let modulus = 1i128 << width;
        let least = if signed { -(modulus / 2) } else { 0 };
        let turns = (self.low - least).div_euclid(modulus);
        let one = self.high - turns * modulus < least + modulus;
        one.then(|| self.plus(&Number::constant(turns * modulus), -1))?
    }

    /// The decomposition into scale × primitive polynomial + constant; `None` for a constant.
    pub(super) fn parts(&self) -> Option<(i128, Polynomial, i128)> {
        let mut rest = self.of.clone();
        let constant = rest.remove(&Vec::new()).unwrap_or(0);
        let first = *rest.values().next()?;
        let divisor = rest.values().fold(0, |d, &c| divisor(d, c));
        let scale = if first < 0 { -divisor } else { divisor };
        rest.values_mut().for_each(|c| *c /= scale);
        Some((scale, rest, constant))
    }
}

/// The product of two products.
pub(super) fn joined(x: &[Atom], y: &[Atom]) -> Vec<Atom> {
    let mut all = [x, y].concat();
    all.sort_unstable();
    all
}

fn divisor(x: i128, y: i128) -> i128 {
    let (mut x, mut y) = (x.abs(), y.abs());
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}
