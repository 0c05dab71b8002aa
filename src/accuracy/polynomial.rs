//! Polynomials with rational coefficients: the ideal values of float terms.
//!
//! Exponents are counted in halves and may be negative, so that reciprocals and square roots of
//! monomials are polynomials too. Invariant: no coefficient is zero, so equal polynomials are
//! equal values of this type. Unequal ones may still be the same function.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::interval::Interval;

/// A variable, by its number in the analysis.
pub(super) type Atom = u32;

/// Atoms with exponents in halves; ascending, no exponent zero.
type Monomial = Vec<(Atom, i32)>;

/// A sum of monomials with coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Polynomial {
    terms: BTreeMap<Monomial, BigRational>,
}

impl Polynomial {
    /// A finite constant.
    pub(super) fn constant(x: f64) -> Polynomial {
        let value = BigRational::from_float(x).unwrap_or_else(BigRational::zero);
        Polynomial::single(Monomial::new(), value)
    }

    pub(super) fn atom(atom: Atom) -> Polynomial {
        Polynomial::single(vec![(atom, 2)], BigRational::one())
    }

    fn single(monomial: Monomial, coefficient: BigRational) -> Polynomial {
        let mut terms = BTreeMap::new();
        if !coefficient.is_zero() {
            terms.insert(monomial, coefficient);
        }
        Polynomial { terms }
    }

    /// The constant value, if the polynomial is constant.
    pub(super) fn number(&self) -> Option<BigRational> {
        if self.is_zero() {
            return Some(BigRational::zero());
        }
        let (monomial, coefficient) = self.only()?;
        monomial.is_empty().then(|| coefficient.clone())
    }

    /// The atom, if the polynomial is a single atom.
    pub(super) fn as_atom(&self) -> Option<Atom> {
        let (monomial, coefficient) = self.only()?;
        match monomial[..] {
            [(atom, 2)] if coefficient.is_one() => Some(atom),
            _ => None,
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether both have the same monomials, with coefficients that differ relatively by at most
    /// 2^-`precision`.
    pub(super) fn is_close(&self, other: &Polynomial, precision: u8) -> bool {
        let mut pairs = self.terms.iter().zip(&other.terms);
        let part = Polynomial::constant((-f64::from(precision)).exp2());
        let part = part.number().unwrap_or_else(BigRational::zero);
        self.len() == other.len()
            && pairs.all(|((m, c), (n, d))| m == n && (c - d).abs() <= c.abs() * &part)
    }

    /// Number of summands.
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    pub(super) fn add(&self, other: &Polynomial) -> Polynomial {
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.terms {
            sum.accumulate(monomial.clone(), coefficient.clone());
        }
        sum
    }

    pub(super) fn neg(&self) -> Polynomial {
        let terms = self.terms.iter().map(|(m, c)| (m.clone(), -c));
        Polynomial {
            terms: terms.collect(),
        }
    }

    pub(super) fn sub(&self, other: &Polynomial) -> Polynomial {
        self.add(&other.neg())
    }

    pub(super) fn mul(&self, other: &Polynomial) -> Polynomial {
        let mut product = Polynomial::default();
        for (m, c) in &self.terms {
            for (n, d) in &other.terms {
                product.accumulate(multiplied(m, n), c * d);
            }
        }
        product
    }

    fn accumulate(&mut self, monomial: Monomial, coefficient: BigRational) {
        use std::collections::btree_map::Entry;
        match self.terms.entry(monomial) {
            Entry::Vacant(entry) => {
                entry.insert(coefficient);
            }
            Entry::Occupied(mut entry) => {
                *entry.get_mut() += coefficient;
                if entry.get().is_zero() {
                    entry.remove();
                }
            }
        }
    }

    /// 1 ÷ self, if self is a single monomial. It equals the reciprocal wherever no atom in it
    /// is zero.
    pub(super) fn recip(&self) -> Option<Polynomial> {
        let (monomial, coefficient) = self.only()?;
        let inverse = monomial.iter().map(|&(atom, n)| (atom, -n)).collect();
        Some(Polynomial::single(inverse, coefficient.recip()))
    }

    /// √self, if that is a polynomial. It equals the root wherever no atom in it is negative.
    pub(super) fn sqrt(&self) -> Option<Polynomial> {
        let (monomial, coefficient) = self.only()?;
        let half = |&(atom, n): &(Atom, i32)| (n % 2 == 0).then_some((atom, n / 2));
        let root: Option<Monomial> = monomial.iter().map(half).collect();
        let (top, bottom) = (coefficient.numer().sqrt(), coefficient.denom().sqrt());
        let value = BigRational::new(top, bottom);
        (coefficient.is_positive() && &(&value * &value) == coefficient)
            .then(|| root.map(|root| Polynomial::single(root, value)))
            .flatten()
    }

    /// Whether `allowed` holds for every atom.
    pub(super) fn has_only(&self, allowed: impl Fn(Atom) -> bool) -> bool {
        self.terms.keys().flatten().all(|&(atom, _)| allowed(atom))
    }

    fn only(&self) -> Option<(&Monomial, &BigRational)> {
        let mut terms = self.terms.iter();
        terms.next().filter(|_| terms.next().is_none())
    }

    /// Prepares the polynomial for range computations.
    pub(super) fn compile(&self) -> Compiled {
        let terms = self.terms.iter();
        Compiled(terms.map(|(m, c)| (enclosed(c), m.clone())).collect())
    }
}

/// A polynomial with coefficients enclosed by intervals.
#[derive(Clone, Debug, Default)]
pub(super) struct Compiled(Vec<(Interval, Monomial)>);

impl Compiled {
    /// The range of the polynomial when its atoms are in the given ranges. Atoms with odd half
    /// exponents must not be negative.
    pub(super) fn range(&self, of: impl Fn(Atom) -> Interval) -> Interval {
        let mut sum = Interval::ZERO;
        for (coefficient, monomial) in &self.0 {
            let mut product = *coefficient;
            for &(atom, halves) in monomial {
                let range = of(atom);
                let power = match halves % 2 {
                    0 => range.powi(halves / 2),
                    _ => range.sqrt().powi(halves),
                };
                product = product.mul(power);
            }
            sum = sum.add(product);
        }
        sum
    }

    /// Number of factors in total: the cost of a range computation.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|(_, factors)| 1 + factors.len()).sum()
    }
}

fn multiplied(m: &Monomial, n: &Monomial) -> Monomial {
    let mut product = Monomial::with_capacity(m.len() + n.len());
    let (mut m, mut n) = (m.as_slice(), n.as_slice());
    while let (Some((&x, rest_m)), Some((&y, rest_n))) = (m.split_first(), n.split_first()) {
        match x.0.cmp(&y.0) {
            Ordering::Less => {
                product.push(x);
                m = rest_m;
            }
            Ordering::Greater => {
                product.push(y);
                n = rest_n;
            }
            Ordering::Equal => {
                if x.1 + y.1 != 0 {
                    product.push((x.0, x.1 + y.1));
                }
                (m, n) = (rest_m, rest_n);
            }
        }
    }
    product.extend(m);
    product.extend(n);
    product
}

/// An interval that contains a rational number.
fn enclosed(x: &BigRational) -> Interval {
    let near = x.to_f64().unwrap_or(f64::NAN);
    if near.is_nan() {
        return Interval::ALL;
    }
    if BigRational::from_float(near).as_ref() == Some(x) {
        return Interval::point(near);
    }
    // The conversion is within a few doubles of the number.
    let widened = (0..4).fold((near, near), |(lo, hi), _| (lo.next_down(), hi.next_up()));
    let wide = |x: Option<BigRational>, y: &BigRational, below: bool| match x {
        Some(x) if below => &x <= y,
        Some(x) => &x >= y,
        None => true,
    };
    let (lo, hi) = widened;
    match wide(BigRational::from_float(lo), x, true) && wide(BigRational::from_float(hi), x, false)
    {
        true => Interval::new(lo, hi),
        false => Interval::ALL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x() -> Polynomial {
        Polynomial::atom(0)
    }
    fn y() -> Polynomial {
        Polynomial::atom(1)
    }

    #[test]
    fn sums_and_products_do_not_depend_on_order() {
        let square = x().add(&y()).mul(&x().add(&y()));
        let two = Polynomial::constant(2.0);
        let expanded = y()
            .mul(&y())
            .add(&two.mul(&y()).mul(&x()))
            .add(&x().mul(&x()));
        assert_eq!(square, expanded);
        assert!(square.sub(&expanded).is_zero());
    }

    #[test]
    fn reciprocals_and_roots_of_one_summand_cancel() {
        let reciprocal = x().recip().unwrap();
        assert_eq!(reciprocal.mul(&x()), Polynomial::constant(1.0));
        let root = x().sqrt().unwrap();
        assert_eq!(root.mul(&root), x());
        assert_eq!(x().add(&y()).recip(), None);
        assert_eq!(Polynomial::constant(2.0).sqrt(), None);
    }

    #[test]
    fn rounded_coefficients_are_close() {
        let [wide, narrow, other] =
            [0.04, f64::from(0.04f32), 0.041].map(|c| x().mul(&Polynomial::constant(c)).add(&y()));
        assert!(wide.is_close(&narrow, 22) && !wide.is_close(&narrow, 52));
        assert!(!wide.is_close(&other, 22) && !wide.is_close(&x(), 22));
    }

    #[test]
    fn ranges_contain_every_value() {
        let p = x().mul(&x()).sub(&Polynomial::constant(0.1).mul(&y()));
        let of = |atom| match atom {
            0 => Interval::new(-1.0, 2.0),
            _ => Interval::new(0.0, 1.0),
        };
        let range = p.compile().range(of);
        assert!(range.lo <= -0.1 && range.lo > -0.100_001 && range.hi == 4.0);
    }

    #[test]
    fn a_rational_is_enclosed_tightly() {
        let third = enclosed(&BigRational::new(1.into(), 3.into()));
        assert!(third.lo < third.hi && third.hi - third.lo < 1e-15);
        assert_eq!(
            enclosed(&BigRational::from_integer(7.into())),
            Interval::point(7.0)
        );
    }
}
