//! From the numbers of a box to a bound in the unit of the tolerance.

use super::errors::{Error, Operand};
use super::evaluation::{Evaluation, Numbers};
use super::expression::Expression;
use super::interval::{Interval, over, plus, times};
use super::polynomial::Compiled;
use super::rounding::{Mixed, Model, power};
use super::tolerance::Tolerance;

/// The two results of an expression, and how their ideal values differ.
pub(super) struct Results {
    left: usize,
    right: usize,
    model: Model,
    /// Ideal left − right; none where that is nothing.
    difference: Option<Compiled>,
    /// That divided by the ideal left, where that is a polynomial.
    ratio: Option<Compiled>,
}

impl Results {
    pub(super) fn of(expression: &Expression, [left, right]: [usize; 2]) -> Option<Results> {
        let ideal = |i: usize| &expression.steps[i].ideal;
        let difference = ideal(left).sub(ideal(right));
        let equal = difference.is_zero();
        let ratio = ideal(left).recip().map(|inverse| difference.mul(&inverse));
        Some(Results {
            left,
            right,
            model: expression.steps[left].model?,
            difference: (!equal).then(|| difference.compile()),
            ratio: ratio.filter(|_| !equal).map(|ratio| ratio.compile()),
        })
    }

    /// How much of the tolerance the error can take in this box, at most: 1 is
    /// all of it, and for ulps it is their number.
    pub(super) fn bound(&self, evaluation: &Evaluation, tolerance: Tolerance) -> f64 {
        let numbers = |i: usize| &evaluation.numbers[i];
        let (left, right) = (numbers(self.left), numbers(self.right));
        let of = |atom| evaluation.atoms[atom as usize];
        let range = |part: &Option<Compiled>| part.as_ref().map(|p| p.range(of).mag());
        let apart = range(&self.difference).unwrap_or(0.0);
        let by_size = over(apart, left.operand.ideal.mig());
        let ideal = range(&self.ratio).map_or(by_size, |ratio| ratio.min(by_size));
        let ideal = if self.difference.is_none() {
            0.0
        } else {
            ideal
        };
        match tolerance {
            Tolerance::Sum { relative, absolute } => {
                self.of_sum(left, right, [apart, ideal], [relative, absolute])
            }
            Tolerance::Ulps(_) => self.in_ulps(left, right, [apart, ideal]),
        }
    }

    fn of_sum(
        &self,
        left: &Numbers,
        right: &Numbers,
        [apart, ideal]: [f64; 2],
        [relative, absolute]: [f64; 2],
    ) -> f64 {
        let (x, y) = (&left.operand, &right.operand);
        let error = plus(plus(x.error.absolute, y.error.absolute), apart);
        let point = Interval::point;
        let allowed = point(relative)
            .mul(point(x.value.mig()))
            .add(point(absolute));
        let outright = over(error, allowed.lo);
        let apart = between(x.error.mixed, y.error.mixed, ideal);
        let Some(mixed) = in_terms_of_results(apart, [x.error.mixed, Mixed::default()], 0.0) else {
            return outright;
        };
        let by_parts = over(mixed.relative, relative).max(over(mixed.absolute, absolute));
        outright.min(by_parts)
    }

    /// Representable values from one result to the other.
    fn in_ulps(&self, left: &Numbers, right: &Numbers, [apart, ideal]: [f64; 2]) -> f64 {
        let (x, y) = (&left.operand, &right.operand);
        let mut best = self.steps(x, [x.error, y.error], y, [apart, ideal]);
        if let (Some(before_x), Some(before_y)) = (left.unrounded, right.unrounded) {
            // Rounding to nearest is monotone: it takes numbers with k whole
            // steps between them to numbers no more than k + 1 steps apart.
            let before = self.steps(x, [before_x, before_y], y, [apart, ideal]);
            best = best.min(before + 1.0);
        }
        best
    }

    /// How many whole steps of representable values fit between two numbers
    /// with these errors, whose roundings are x and y.
    fn steps(&self, x: &Operand, errors: [Error; 2], y: &Operand, [apart, ideal]: [f64; 2]) -> f64 {
        let (a, b) = (x.value, y.value);
        let one_sign = a.lo > 0.0 && b.lo > 0.0 || a.hi < 0.0 && b.hi < 0.0;
        let spacing = match one_sign {
            true => self.model.spacing(a.mig().min(b.mig())),
            false => self.model.least(),
        };
        let error = plus(plus(errors[0].absolute, errors[1].absolute), apart);
        let outright = over(error, spacing).floor();
        let apart = between(errors[0].mixed, errors[1].mixed, ideal);
        let after = [x.error.mixed, y.error.mixed];
        let Some(mixed) = in_terms_of_results(apart, after, ideal) else {
            return outright;
        };
        // With v the lesser magnitude of the results, a step between them is
        // longer than v × 2^−p and at least as long as the least number is.
        let digits = i32::from(self.model.format.precision());
        let relative = over(mixed.relative, power(-digits));
        let absolute = over(mixed.absolute, self.model.least());
        // So also across zero, where v is no more than twice the absolute part.
        let applies = mixed.relative <= 0.5 && absolute <= power(digits - 1);
        let by_parts = match absolute == 0.0 {
            _ if !applies => f64::INFINITY,
            true => (relative.ceil() - 1.0).max(0.0),
            false => plus(relative, absolute).floor(),
        };
        outright.min(by_parts)
    }
}

/// A bound of |x − y| in terms of the ideal x, given the errors of x and y and
/// how far the ideal values are apart, relative to the ideal x.
fn between(x: Mixed, y: Mixed, ideal: f64) -> Mixed {
    let of_y = times(y.relative, plus(1.0, ideal));
    Mixed {
        relative: plus(plus(x.relative, ideal), of_y),
        absolute: plus(x.absolute, y.absolute),
    }
}

/// The same bound in terms of the lesser magnitude of two results with these
/// errors; `None` where the results say nothing of the ideal value.
fn in_terms_of_results(apart: Mixed, results: [Mixed; 2], ideal: f64) -> Option<Mixed> {
    // |ideal| (1 − relative) ≤ |result| + absolute, for either result.
    let [x, y] = results;
    let kept = (1.0 - x.relative.max(y.relative)).next_down();
    let kept =
        Interval::point(kept.max(0.0)).mul(Interval::point((1.0 - ideal).next_down().max(0.0)));
    let relative = over(apart.relative, kept.lo);
    (kept.lo > 0.0).then(|| Mixed {
        relative,
        absolute: plus(apart.absolute, times(relative, x.absolute.max(y.absolute))),
    })
}
