//! The meaning of rules, for those who check uses of rules without applying them.

pub use crate::expr::{Operands, eval};
pub use crate::make::{Make, here};
pub use crate::pattern::{MAX_SLOTS, ROOT_WIDTH, fields, make_spec};

use crate::make::evaluating;
use crate::pattern::{Expr, Rule};

/// The building steps of a rule's right side, operands first, with the width of every constant
/// in terms of the left side.
pub fn right_side(rule: &Rule) -> Vec<Make> {
    evaluating(&rule.rhs, Some(Expr::Var(ROOT_WIDTH)))
}
