//! What the tests over `examples/` share: the expected verdicts written in the
//! examples, running the tool, and running the functions natively.
//!
//! Invariant: nothing here trusts the engine under test. The tool is a process
//! that prints a contract and a verdict; the truth comes from the CPU.

// Every test crate uses a part of it.
#![allow(dead_code)]

pub mod contract;
pub mod directive;
pub mod inputs;
pub mod native;
pub mod tool;
