//! Whether two results are the same real number but for rounding.

use term::{Arena, Format, TermId};

use super::expression::{Expression, plan};

/// How the real numbers relate that two results would be without rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ideals {
    /// They are the same polynomial of the same values.
    Same,
    /// They are, but for constants of which one is the other, rounded.
    Close,
    /// That could not be shown.
    Apart,
}

/// Compares the ideal values of two results of one format. Constants that agree in
/// `precision` bits count as close.
pub fn ideals(arena: &Arena, format: Format, results: [TermId; 2], precision: u8) -> Ideals {
    let Some((planned, roots)) = plan(arena, format, results) else {
        return Ideals::Apart;
    };
    let mut found = Ideals::Apart;
    // What both compute is best taken as it is, unless they use it differently.
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
