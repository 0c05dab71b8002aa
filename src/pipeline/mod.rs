//! The components of all drivers: modules from source files, native runs, conditions for
//! the ladder, confirmation of defects, and the tally of findings.
//!
//! This module knows neither of two versions nor of a contract's inputs; `side` knows of
//! one version, and the drivers know which question a run answers.

mod accesses;
mod assertion;
mod certify;
mod clock;
mod compilation;
mod confirm;
mod defect;
mod exclude;
mod finding;
mod hunt;
mod judged;
mod leaning;
mod mend;
mod module;
mod native;
mod other_command;
mod outside;
mod preparation;
mod question;
mod sizes;
mod tally;
mod trouble;

pub use accesses::accesses;
pub use assertion::compared;
pub use certify::certificate;
pub use clock::Clock;
pub use confirm::confirm;
pub use defect::{Replayed, found};
pub use exclude::{Excluded, decide_check, decide_path_end};
pub use finding::{expressions, involvement, read_as_floats, value};
pub use hunt::Key as HuntKey;
pub use leaning::{note as note_models, note_flags, note_registers, note_unconfirmed};
pub use mend::mend;
pub use module::{Module, compiling};
pub use native::Native;
pub use outside::{note as note_outside, note_errno};
pub use preparation::Preparation;
pub use question::{Answer, Question, answer, defect_kind, first_failure, questions, sampled};
pub use sizes::{describe, runs, show};
pub use tally::Tally;
