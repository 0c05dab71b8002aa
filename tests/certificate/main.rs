//! Certificates: every EQUIVALENT example has one that checks, and one that was
//! tampered with does not.

mod examples;
mod support;
mod tampering;
