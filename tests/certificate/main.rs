//! Certificates: every EQUIVALENT example has one that checks, and one that was
//! tampered with does not.

mod examples;
mod forging;
mod mutations;
mod programs;
mod steps;
mod support;
mod tampering;
mod truth;
