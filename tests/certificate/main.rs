//! Certificates: every EQUIVALENT example has one that checks, and one that was
//! tampered with does not.

#[path = "../support/fuzz.rs"]
mod fuzz;

mod assumed;
mod damaged;
mod examples;
mod forging;
mod mutations;
mod programs;
mod samples;
mod steps;
mod support;
mod tampering;
mod truth;
