//! Simplification of sums of selects on one condition: a minimum and a maximum of the same two
//! values add up to the sum of these values.

use term::TermId;

use super::Sums;
use super::form::{Atom, Form, product};
use crate::budgets::sums::PAIRED_CHOICES;

/// A select between polynomials: its condition, the polynomial where it holds, and the
/// polynomial where it does not.
pub(super) type Choice = (TermId, Form, Form);

impl Sums {
    /// Removes pairs of selects whose sum is the same in both cases.
    pub(super) fn paired(&self, mut form: Form) -> Form {
        while let Some(simpler) = self.with_a_pair_less(&form) {
            form = simpler;
        }
        form
    }

    fn with_a_pair_less(&self, form: &Form) -> Option<Form> {
        let choice = |(monomial, &coefficient): (&Vec<Atom>, &i128)| {
            let [(term, true)] = monomial[..] else {
                return None;
            };
            Some((coefficient, term, self.choices.get(&term)?))
        };
        let choices = form.monomials.iter().filter_map(choice);
        let choices: Vec<_> = choices.take(PAIRED_CHOICES).collect();
        let both = |i: usize, j: usize| {
            let ((c, s, (condition, x, y)), (d, t, (other, u, v))) = (choices[i], choices[j]);
            let sum = |x, y| Form::constant(0).plus(x, c)?.plus(y, d);
            let (holds, not) = (sum(x, u)?, sum(y, v)?);
            let same = holds.monomials == not.monomials && holds.constant == not.constant;
            (condition == other && same).then_some((s, t, holds))
        };
        let pairs = (1..choices.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let (s, t, together) = pairs.into_iter().find_map(|(i, j)| both(i, j))?;
        let mut rest = Form::constant(form.constant);
        for (monomial, &coefficient) in &form.monomials {
            if *monomial != [(s, true)] && *monomial != [(t, true)] {
                rest = rest.plus(&product(monomial, |atom| self.bounds[&atom])?, coefficient)?;
            }
        }
        let mut sum = rest.plus(&together, 1)?;
        (sum.low, sum.high) = (sum.low.max(form.low), sum.high.min(form.high));
        Some(sum)
    }
}
