//! Which ways through two versions were taken, and which sizes take the others.
//!
//! A way that no size tried takes is code that no verdict is about. [`Graph`] finds these
//! ways in what was executed, and puts into terms what a size has to satisfy to take one
//! ([`Question`]): the driver asks for sizes to try, or learns that there are none.

mod arm;
mod graph;
mod guard;

pub use arm::Arm;
pub use graph::Graph;
pub use guard::{Depends, Parameter, Question};
