//! Comparison of two results as real numbers, without rounding.

use term::{Arena, Format, TermId};

use super::expression::{Expression, plan};

/// The relation of the ideal values of two results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ideals {
    /// They are the same polynomial over the same values.
    Same,
    /// They are the same polynomial except for coefficients that differ by rounding.
    Close,
    /// They were not shown to be equal or close.
    Apart,
}

/// Compares the ideal values of two results of one format. Constants that agree in `precision`
/// bits count as close.
pub fn ideals(arena: &Arena, format: Format, results: [TermId; 2], precision: u8) -> Ideals {
    let Some((planned, roots)) = plan(arena, format, results) else {
        return Ideals::Apart;
    };
    let mut found = Ideals::Apart;
    // The first attempt cuts at shared steps, the second expands them.
    for cut in [true, false] {
        let mut expression = Expression::default();
        for planned in &planned {
            expression.add(arena, planned, cut, |_| false);
        }
        let [left, right] = roots.map(|root| &expression.steps[root].ideal);
        if left == right {
            return Ideals::Same;
        }
        if left.is_close(right, precision) {
            found = Ideals::Close;
        }
    }
    found
}
