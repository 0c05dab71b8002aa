//! Polynomials with rational coefficients, for offsets in buffers.

use std::collections::{BTreeMap, BTreeSet};

use crate::budgets::contract::OFFSET_TERMS;
use crate::contract::Length;

/// A variable of a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Symbol {
    /// An argument of the function, assumed to be at least 1.
    Argument(u32),
    /// A loop variable, by its number in the analysis.
    Loop(usize),
}

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ratio(i64, i64);

impl Ratio {
    fn new(numerator: i64, denominator: i64) -> Option<Ratio> {
        if numerator == 0 {
            return (denominator != 0).then_some(Ratio(0, 1));
        }
        let (mut a, mut b) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = i64::try_from(a).ok()?.checked_mul(denominator.signum())?;
        Some(Ratio(
            numerator.checked_div(divisor)?,
            denominator.checked_div(divisor)?,
        ))
    }

    fn add(self, other: Ratio) -> Option<Ratio> {
        let left = self.0.checked_mul(other.1)?;
        let right = other.0.checked_mul(self.1)?;
        Ratio::new(left.checked_add(right)?, self.1.checked_mul(other.1)?)
    }

    fn mul(self, other: Ratio) -> Option<Ratio> {
        Ratio::new(self.0.checked_mul(other.0)?, self.1.checked_mul(other.1)?)
    }
}

/// A sum of monomials; the empty sum is zero. Arithmetic returns `None` on overflow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Poly(BTreeMap<Vec<Symbol>, Ratio>);

impl Poly {
    pub(super) fn constant(value: i64) -> Poly {
        Poly::term(Vec::new(), Ratio(value, 1))
    }

    pub(super) fn symbol(symbol: Symbol) -> Poly {
        Poly::term(vec![symbol], Ratio(1, 1))
    }

    fn term(symbols: Vec<Symbol>, coefficient: Ratio) -> Poly {
        let mut poly = Poly::default();
        if coefficient.0 != 0 {
            poly.0.insert(symbols, coefficient);
        }
        poly
    }

    pub(super) fn add(&self, other: &Poly) -> Option<Poly> {
        let mut sum = self.clone();
        for (symbols, coefficient) in &other.0 {
            let old = sum.0.remove(symbols).unwrap_or(Ratio(0, 1));
            let new = old.add(*coefficient)?;
            if new.0 != 0 {
                sum.0.insert(symbols.clone(), new);
            }
        }
        Some(sum)
    }

    pub(super) fn sub(&self, other: &Poly) -> Option<Poly> {
        self.add(&other.scale(-1, 1)?)
    }

    pub(super) fn scale(&self, numerator: i64, denominator: i64) -> Option<Poly> {
        if numerator == 0 {
            return Some(Poly::default());
        }
        self.mul(&Poly::term(Vec::new(), Ratio::new(numerator, denominator)?))
    }

    pub(super) fn mul(&self, other: &Poly) -> Option<Poly> {
        if self.terms() * other.terms() > OFFSET_TERMS {
            return None;
        }
        let mut product = Poly::default();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let mut symbols = [a.as_slice(), b].concat();
                symbols.sort();
                product = product.add(&Poly::term(symbols, x.mul(*y)?))?;
            }
        }
        Some(product)
    }

    /// The value, if it is an integer constant.
    pub(super) fn as_constant(&self) -> Option<i64> {
        match self.0.iter().next() {
            None => Some(0),
            Some((symbols, Ratio(n, 1))) if symbols.is_empty() && self.0.len() == 1 => Some(*n),
            Some(_) => None,
        }
    }

    /// The polynomial divided by a positive constant; `None` for another divisor.
    pub(super) fn divided(&self, by: &Poly) -> Option<Poly> {
        let mut terms = by.0.iter();
        match (terms.next(), terms.next()) {
            (Some((symbols, Ratio(n, d))), None) if symbols.is_empty() && *n > 0 => {
                self.scale(*d, *n)
            }
            _ => None,
        }
    }

    /// Whether a term has no symbol.
    pub(super) fn has_constant(&self) -> bool {
        self.0.contains_key(&Vec::new())
    }

    /// Some loop variable that occurs in the polynomial.
    pub(super) fn loop_variable(&self) -> Option<usize> {
        self.0.keys().flatten().find_map(|symbol| match symbol {
            Symbol::Loop(number) => Some(*number),
            Symbol::Argument(_) => None,
        })
    }

    pub(super) fn mentions(&self, symbol: Symbol) -> bool {
        self.0.keys().flatten().any(|s| *s == symbol)
    }

    /// The polynomial as `a * symbol + b`, if it is linear in the symbol.
    pub(super) fn split(&self, symbol: Symbol) -> Option<(Poly, Poly)> {
        let (mut factor, mut rest) = (Poly::default(), Poly::default());
        for (symbols, coefficient) in &self.0 {
            match symbols.iter().position(|s| *s == symbol) {
                None => {
                    rest.0.insert(symbols.clone(), *coefficient);
                }
                Some(at) => {
                    let mut symbols = symbols.clone();
                    symbols.remove(at);
                    if symbols.contains(&symbol) {
                        return None;
                    }
                    factor.0.insert(symbols, *coefficient);
                }
            }
        }
        Some((factor, rest))
    }

    /// Whether the value is never negative, given that arguments are at least 1 and loop
    /// variables at least 0.
    pub(super) fn is_nonnegative(&self) -> bool {
        let shifted = self
            .0
            .iter()
            .try_fold(Poly::default(), |sum, (symbols, coefficient)| {
                let start = Poly::term(Vec::new(), *coefficient);
                let product = symbols.iter().try_fold(start, |product, symbol| {
                    let mut factor = Poly::symbol(*symbol);
                    if matches!(symbol, Symbol::Argument(_)) {
                        factor = factor.add(&Poly::constant(1))?;
                    }
                    product.mul(&factor)
                })?;
                sum.add(&product)
            });
        shifted.is_some_and(|poly| poly.0.values().all(|c| c.0 >= 0))
    }

    /// The sum of the terms of the highest degree.
    pub(super) fn leading(&self) -> Poly {
        let degree = self.0.keys().map(Vec::len).max().unwrap_or(0);
        let terms = self.0.iter().filter(|(symbols, _)| symbols.len() == degree);
        Poly(terms.map(|(s, c)| (s.clone(), *c)).collect())
    }

    pub(super) fn terms(&self) -> usize {
        self.0.len()
    }

    /// The polynomial with one argument replaced by another.
    pub(super) fn replace(&self, old: u32, new: u32) -> Option<Poly> {
        let (factor, rest) = self.split(Symbol::Argument(old))?;
        rest.add(&factor.mul(&Poly::symbol(Symbol::Argument(new)))?)
    }

    /// The polynomial with its arguments renumbered; `None` if an argument has no new
    /// number.
    pub(super) fn renamed(&self, number: impl Fn(u32) -> Option<usize>) -> Option<Poly> {
        let mut poly = Poly::default();
        for (symbols, coefficient) in &self.0 {
            let symbols = symbols.iter().map(|symbol| match symbol {
                Symbol::Argument(index) => {
                    u32::try_from(number(*index)?).ok().map(Symbol::Argument)
                }
                Symbol::Loop(_) => Some(*symbol),
            });
            let mut symbols = symbols.collect::<Option<Vec<_>>>()?;
            symbols.sort();
            poly = poly.add(&Poly::term(symbols, *coefficient))?;
        }
        Some(poly)
    }

    /// The arguments that occur in the polynomial.
    pub(super) fn arguments(&self) -> impl Iterator<Item = u32> {
        self.0.keys().flatten().filter_map(|symbol| match symbol {
            Symbol::Argument(index) => Some(*index),
            Symbol::Loop(_) => None,
        })
    }

    /// The number of arguments that occur in the polynomial.
    pub(super) fn mentioned(&self) -> usize {
        self.arguments().collect::<BTreeSet<_>>().len()
    }

    /// The polynomial plus the constant that makes it at least 1 where all arguments are 1.
    pub(super) fn raised(&self) -> Option<Poly> {
        let at_ones = self
            .0
            .values()
            .try_fold(Ratio(0, 1), |sum, c| sum.add(*c))?;
        let missing = Ratio(1, 1).add(Ratio(at_ones.0.checked_neg()?, at_ones.1))?;
        match missing.0 > 0 {
            true => self.add(&Poly::term(Vec::new(), missing)),
            false => Some(self.clone()),
        }
    }

    /// The polynomial as a length, rounded down as an index division is; `None` if an
    /// argument has no name.
    pub(super) fn length(&self, name: impl Fn(u32) -> Option<String>) -> Option<Length> {
        let denominator = self.0.values().try_fold(1i64, |d, c| {
            let common = Ratio::new(c.1, d)?;
            d.checked_mul(common.0)
        })?;
        let op = |op, a, b| Length::Op(op, Box::new(a), Box::new(b));
        let whole = self.scale(denominator, 1)?;
        let (mut sum, mut negative): (Option<Length>, Vec<Length>) = (None, Vec::new());
        // Terms of high degree first, as written by hand.
        for (symbols, coefficient) in whole.0.iter().rev() {
            let size = coefficient.0.unsigned_abs();
            let mut product = (size != 1 || symbols.is_empty()).then_some(Length::Const(size));
            for symbol in symbols {
                let Symbol::Argument(index) = symbol else {
                    return None;
                };
                let variable = Length::Var(name(*index)?);
                product = Some(match product {
                    Some(product) => op('*', product, variable),
                    None => variable,
                });
            }
            let product = product?;
            match (coefficient.0 > 0, sum) {
                (true, Some(left)) => sum = Some(op('+', left, product)),
                (true, None) => sum = Some(product),
                (false, left) => {
                    negative.push(product);
                    sum = left;
                }
            }
        }
        let mut sum = sum?;
        for product in negative {
            sum = op('-', sum, product);
        }
        Some(match denominator {
            1 => sum,
            d => op('/', sum, Length::Const(d as u64)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(index: u32) -> Poly {
        Poly::symbol(Symbol::Argument(index))
    }

    fn shown(poly: &Poly) -> String {
        let name = |index: u32| Some(["w", "h"][index as usize].to_owned());
        poly.length(name).expect("it has a length").to_string()
    }

    #[test]
    fn products_and_sums_are_collected() {
        let (w, h) = (argument(0), argument(1));
        let area = w
            .mul(&h)
            .and_then(|a| a.sub(&w))
            .and_then(|a| a.add(&w.scale(3, 1)?));
        assert_eq!(shown(&area.expect("no overflow")), "w*h+2*w");
    }

    #[test]
    fn fractions_become_a_division() {
        let half = argument(0)
            .scale(1, 2)
            .and_then(|h| h.add(&Poly::constant(1)));
        assert_eq!(shown(&half.expect("no overflow")), "(w+2)/2");
    }

    #[test]
    fn arguments_are_at_least_one() {
        let less = argument(0).sub(&Poly::constant(1)).expect("no overflow");
        assert!(less.is_nonnegative());
        assert!(
            !less
                .sub(&Poly::constant(1))
                .expect("no overflow")
                .is_nonnegative()
        );
    }
}
