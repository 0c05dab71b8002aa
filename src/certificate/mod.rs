//! Certificates: what a run proved, and how, written down so that the
//! `certificate-checker` crate can check it without the prover.
//!
//! A [`Recorder`] rides along with the ladder. Invariant: recording changes no
//! decision; what it cannot write down it says so, and the checker answers
//! *not checked*.

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

pub use evidence::Evidence;
pub use recorder::{Recorder, Version};
pub use step::{Class, Narrowing, Number, Part, Point, Set, Step, Sum, Summing, Tried, negation};
pub use writer::About;
