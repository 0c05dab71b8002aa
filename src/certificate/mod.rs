//! Certificates: a record of what a run proved and how, which the `certificate-checker` crate
//! checks without the prover.
//!
//! A [`Recorder`] accompanies the ladder. Invariant: recording changes no decision. A step that
//! it cannot express it records as such, and the checker then answers *not checked*.

mod claim;
mod endings;
mod evidence;
mod export;
mod lines;
mod proof;
mod recorder;
mod rewrites;
mod step;
mod writer;

pub use certificate_checker::{Criterion, Extremes};
pub use evidence::Evidence;
pub use recorder::{Recorder, Subgoal, Version};
pub use step::{Class, Narrowing, Number, Part, Point, Set, Step, Sum, Summing, Tried, negation};
pub use writer::About;
