//! Detects results that are the same formula over different inputs.

use rewrite_rules::Builder;

use crate::budgets::diagnosis::ELEMENT_TERMS;
use crate::equiv::claim::{Claim, Obligation, Ranges};
use crate::equiv::shape::Shape;

/// Whether both results are the same formula, where the reference reads an input that the port
/// does not read.
pub(super) fn of_other_elements(builder: &mut Builder, obligation: &Obligation) -> bool {
    let shapes = [obligation.left, obligation.right].map(|root| {
        let ranges = Ranges::default();
        let claim = Claim::over(builder, &ranges, Vec::new(), root, root, obligation.compare);
        Shape::of(builder.arena(), &claim, ELEMENT_TERMS)
    });
    match shapes {
        [Some(left), Some(right)] => {
            let mut places = left.symbols.iter();
            left.key == right.key && !places.all(|symbol| right.symbols.contains(symbol))
        }
        _ => false,
    }
}
