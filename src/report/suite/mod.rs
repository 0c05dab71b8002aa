//! Reports of a run of a suite, for people and for machines.

mod brief;
mod html;
mod junit;
mod sarif;
mod terminal;

pub use brief::brief;
pub use html::html;
pub use junit::junit;
pub use sarif::{findings_as_sarif, problem_as_sarif, sarif};
pub use terminal::{line, summary};
