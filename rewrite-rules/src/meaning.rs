//! What a rule says, for those who check its uses. Nothing here applies one.

pub use crate::expr::{Operands, eval};
pub use crate::make::{Make, here};
pub use crate::pattern::{MAX_SLOTS, ROOT_WIDTH, fields, make_spec};

use crate::make::evaluating;
use crate::pattern::{Expr, Rule};

/// The right side of a rule, operands first, the width of every constant in
/// terms of the left side.
pub fn right_side(rule: &Rule) -> Vec<Make> {
    evaluating(&rule.rhs, Some(Expr::Var(ROOT_WIDTH)))
}
