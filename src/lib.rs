//! simdiff: does a SIMD or OpenCL port compute exactly what the scalar code computes, bit
//! for bit, and if not, on which input?
//!
//! Data flows one way: [`frontend`] (clang, contract) → the `sse-lowering` crate →
//! [`phi_fold`] → [`program`] → [`symex`] → [`equiv`] (with [`solver`] and [`accuracy`]) →
//! [`replay`] → [`verdict`] → [`report`]. The drivers [`check`], [`run`] and [`mod@kernel`]
//! combine the parts of `pipeline`, and run in a process that a [`supervisor`] watches.

#![deny(unsafe_code)]

pub mod accuracy;
pub mod assumption;
pub mod audit;
pub mod batch;
pub mod budgets;
pub mod cache;
pub mod certificate;
pub mod check;
mod child;
pub mod commit;
pub mod compile_commands;
pub mod contract;
pub mod coverage;
pub mod cpu;
pub mod deadline;
pub mod doctor;
pub mod equiv;
pub mod explain;
pub mod frontend;
mod guard;
mod harness;
pub mod host;
pub mod intrinsics;
pub mod kernel;
pub mod launch;
pub mod listing;
#[allow(unsafe_code)]
mod llvm;
mod near;
#[allow(unsafe_code)]
mod os;
pub mod pairing;
pub mod phi_fold;
mod pipeline;
pub mod problem;
pub mod program;
pub mod progress;
pub mod race;
pub mod record;
pub mod regression;
mod regular;
mod relations;
#[allow(unsafe_code)]
pub mod replay;
pub mod report;
pub mod rulebook;
pub mod run;
pub mod settings;
mod side;
pub mod snapshot;
pub mod solver;
pub mod start;
pub mod suite;
pub mod supervisor;
pub mod symex;
pub mod verdict;

pub use check::Check;
