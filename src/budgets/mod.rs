//! The budgets: how much time and work each stage may take before it gives up.
//!
//! A budget never makes a verdict wrong. A stage whose budget is exhausted says less: the
//! first lines of each file tell what the user sees then. A number is a budget if a
//! larger one costs more and may find more. Widths, formats, what a report shows and
//! which inputs are accepted are none, and stand with the code that they describe.
//!
//! Counts come before times where there is a choice: the outcome then does not depend on the
//! machine's load. The time of the whole run (`--timeout`) bounds everything, and
//! [`waiting`] says how often it is looked at.
//!
//! The budgets of the workspace's other crates stand in their code: `rewrite_rules::search`
//! and `rewrite_rules::recall`, `certificate_checker::enumerate`.
//!
//! Invariant: this module uses no other one.

pub(crate) mod accuracy;
pub(crate) mod cause;
pub(crate) mod contract;
pub(crate) mod coverage;
pub(crate) mod diagnosis;
pub(crate) mod execution;
pub(crate) mod proof;
pub(crate) mod questions;
pub(crate) mod replay;
pub(crate) mod rules;
pub mod run;
pub(crate) mod sizes;
pub(crate) mod solver;
pub(crate) mod sums;
pub(crate) mod trials;
pub mod waiting;
pub(crate) mod witness;
