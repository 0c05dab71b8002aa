//! Selects between whole numbers, independent of how they are written.

use term::{Node, TermId};

use super::follow::Whole;
use super::number::{Atom, Number, Polynomial};
use super::values::{Kind, Test};

impl Whole<'_> {
    /// A select between numbers in canonical form.
    pub(super) fn choice(&mut self, term: TermId, node: &Node) -> Option<Number> {
        let [x, y] = [1, 2].map(|i| self.numbers.get(&node.child(i)).cloned().flatten());
        let (mut x, mut y) = (x?, y?);
        let condition = self.condition(node.child(0));
        if let Err((test, _)) = &condition {
            [x, y] = [x, y].map(|arm| self.compared(test, arm, node.width()));
        }
        let difference = x.plus(&y, -1)?;
        if let Some(step) = difference.as_constant() {
            let holds = self.read(node.child(0), false)?;
            return y.plus(&holds, step);
        }
        let (test, negated) = match condition {
            Ok(holds) => return Some(if holds { x } else { y }),
            Err(open) => open,
        };
        if negated {
            std::mem::swap(&mut x, &mut y);
        }
        let (common, x, y) = match self.common(&x, &y) {
            Some((common, x, y)) => {
                // What is left may be what is compared.
                let [x, y] = [x, y].map(|arm| self.compared(&test, arm, node.width()));
                (common, x, y)
            }
            None => (Number::constant(0), x, y),
        };
        let [x, y] = [(x, true), (y, false)].map(|(arm, holds)| self.in_case(&test, holds, arm));
        let test = earliest(test, &x.plus(&y, -1)?, node.width());
        let exact = [&x, &y].map(|arm| {
            let wrapped = arm.wrapped(node.width(), true);
            wrapped.is_some_and(|w| w.of == arm.of)
        });
        let (mut a, mut b) = (x.clone(), y.clone());
        if let Test::Below(of, bound) = &test
            && let Some((low, high)) = self.values.bounds(of)
        {
            a = self.values.within(&a, of, (low, bound - 1));
            b = self.values.within(&b, of, (*bound, high));
        }
        let (mut low, mut high) = (a.low.min(b.low), a.high.max(b.high));
        if common.of.is_empty() && exact == [true, true] {
            let own = self.bounds(term, true);
            (low, high) = (low.max(own.0), high.min(own.1));
        }
        let kind = Kind::Choice(test, x.of, y.of);
        common.plus(&self.values.atom(kind, (low, high)), 1)
    }

    /// Splits off the products that two numbers share: the shared part, and both remainders.
    /// `None` if they share none or neither remainder is a constant.
    fn common(&self, x: &Number, y: &Number) -> Option<(Number, Number, Number)> {
        let both =
            |(atoms, c): &(&Vec<Atom>, &i128)| !atoms.is_empty() && y.of.get(*atoms) == Some(*c);
        let shared: Polynomial =
            x.of.iter()
                .filter(both)
                .map(|(a, c)| (a.clone(), *c))
                .collect();
        if shared.is_empty() {
            return None;
        }
        let without = |number: &Number| {
            let mut of = number.of.clone();
            of.retain(|atoms, _| !shared.contains_key(atoms));
            self.values.sum(&of)
        };
        let (x, y) = (without(x)?, without(y)?);
        let one = x.as_constant().is_some() || y.as_constant().is_some();
        Some((self.values.sum(&shared)?, x, y)).filter(|_| one)
    }
}

impl Whole<'_> {
    /// Replaces a number by the one that a test compares, if they are equal modulo 2^width up to
    /// sign and a constant: for clamps whose middle arm was computed in fewer bits.
    fn compared(&mut self, test: &Test, number: Number, width: u8) -> Number {
        let (Test::Below(of, _) | Test::Equal(of, _)) = test else {
            return number;
        };
        let Some((low, high)) = self.values.bounds(of) else {
            return number;
        };
        let compared = Number {
            of: of.clone(),
            low,
            high,
        };
        let constant = number.of.get(&Vec::new()).copied().unwrap_or(0);
        let same = [1, -1].into_iter().find_map(|sign| {
            let mut rest = number.plus(&compared, -sign)?;
            rest.of.remove(&Vec::new());
            let nothing = Number::constant(0);
            let vanishes = self.values.congruent(&rest, &nothing, width);
            vanishes.then(|| Number::constant(constant).plus(&compared, sign))?
        });
        same.unwrap_or(number)
    }
}

impl Whole<'_> {
    /// Simplifies a number in one case of a test. If the number is the compared polynomial up to
    /// sign, a constant and a multiple of one bit, and the bit has only one value in this case,
    /// that value replaces the bit: an unsigned number whose sign bit is known.
    fn in_case(&self, test: &Test, holds: bool, number: Number) -> Number {
        let (of, low, high) = match (test, holds) {
            (Test::Below(of, bound), true) => (of, i128::MIN, bound - 1),
            (Test::Below(of, bound), false) => (of, *bound, i128::MAX),
            (Test::Equal(of, value), true) => (of, *value, *value),
            _ => return number,
        };
        let settled = [1, -1].into_iter().find_map(|sign| {
            let compared = self.values.sum(of)?;
            let mut rest = number.plus(&compared, -sign)?.of;
            let constant = rest.remove(&Vec::new()).unwrap_or(0);
            let (bit, factor) = rest.pop_first().filter(|_| rest.is_empty())?;
            let [atom] = bit[..] else { return None };
            if self.values.kinds[atom as usize].1 != (0, 1) {
                return None;
            }
            let mut others = of.clone();
            let own = others.remove(&bit)?;
            if others.keys().any(|product| product.contains(&atom)) {
                return None;
            }
            let others = self.values.sum(&others)?;
            let possible = [0, own].map(|own| others.low + own <= high && low <= others.high + own);
            let value = match possible {
                [true, false] => 0,
                [false, true] => factor,
                _ => return None,
            };
            Number::constant(constant.checked_add(value)?).plus(&compared, sign)
        });
        settled.unwrap_or(number)
    }
}

/// Lowers the bound of a select's test by one, if both arms are equal modulo 2^width at the last
/// value below the bound.
fn earliest(test: Test, difference: &Number, width: u8) -> Test {
    let Test::Below(of, bound) = &test else {
        return test;
    };
    match difference.parts() {
        Some((scale, own, constant)) if own == *of => {
            let last = scale
                .checked_mul(bound - 1)
                .and_then(|x| x.checked_add(constant));
            match last {
                Some(x) if x % (1 << width) == 0 => Test::Below(own, bound - 1),
                _ => test,
            }
        }
        _ => test,
    }
}
