//! Computes a bound in the unit of the tolerance from the ranges and errors of a box.

use super::errors::{Error, Operand};
use super::evaluation::{Evaluation, Numbers};
use super::expression::Expression;
use super::interval::{Interval, over, plus, times};
use super::polynomial::Compiled;
use super::rounding::{Mixed, Model, power};
use super::tolerance::Tolerance;

/// The two results of an expression, and the difference of their ideal values.
pub(super) struct Results {
    left: usize,
    right: usize,
    model: Model,
    /// Ideal left − right; `None` where it is zero.
    difference: Option<Compiled>,
    /// The difference divided by the ideal left value, if that has a polynomial reciprocal.
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

    /// Bounds the error over this box: as a multiple of the tolerance (1 is all of it), or in
    /// ulps for a tolerance in ulps.
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

    /// A bound of the number of representable values from one result to the other.
    fn in_ulps(&self, left: &Numbers, right: &Numbers, [apart, ideal]: [f64; 2]) -> f64 {
        let (x, y) = (&left.operand, &right.operand);
        let mut best = self.steps(x, [x.error, y.error], y, [apart, ideal]);
        if let (Some(before_x), Some(before_y)) = (left.unrounded, right.unrounded) {
            // Rounding to nearest is monotone: it takes numbers with k whole steps between them
            // to numbers at most k + 1 steps apart.
            let before = self.steps(x, [before_x, before_y], y, [apart, ideal]);
            best = best.min(before + 1.0);
        }
        best
    }

    /// A bound of the whole steps between representable values that fit between two numbers with
    /// these errors, whose roundings are x and y.
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
        // With v the lesser magnitude of the results and p the precision, a step between them is
        // longer than v × 2^−p and at least the least positive number.
        let digits = i32::from(self.model.format.precision());
        let relative = over(mixed.relative, power(-digits));
        let absolute = over(mixed.absolute, self.model.least());
        // This holds across zero too, where v is at most twice the absolute part.
        let applies = mixed.relative <= 0.5 && absolute <= power(digits - 1);
        let by_parts = match absolute == 0.0 {
            _ if !applies => f64::INFINITY,
            true => (relative.ceil() - 1.0).max(0.0),
            false => plus(relative, absolute).floor(),
        };
        outright.min(by_parts)
    }
}

/// A bound of |x − y| in terms of the ideal x, given the errors of x and y, and the distance of
/// the ideal values relative to the ideal x.
fn between(x: Mixed, y: Mixed, ideal: f64) -> Mixed {
    let of_y = times(y.relative, plus(1.0, ideal));
    Mixed {
        relative: plus(plus(x.relative, ideal), of_y),
        absolute: plus(x.absolute, y.absolute),
    }
}

/// The bound in terms of the lesser magnitude of two results with these errors; `None` if the
/// results do not bound the ideal value.
fn in_terms_of_results(apart: Mixed, results: [Mixed; 2], ideal: f64) -> Option<Mixed> {
    // |ideal| (1 − relative) ≤ |result| + absolute, for each of the results.
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
