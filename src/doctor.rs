//! `simdiff doctor`: what this system has and lacks.

use std::fmt::Write;

use crate::frontend::tools;

/// The examination as text, and whether nothing is missing.
pub fn examine() -> (String, bool) {
    let mut text = String::new();
    let mut healthy = true;
    for requirement in tools::requirements() {
        let _ = match &requirement.found {
            Some(found) => writeln!(text, "ok       {}: {found}", requirement.name),
            None => {
                healthy = false;
                writeln!(
                    text,
                    "missing  {}\n         {}",
                    requirement.name, requirement.install
                )
            }
        };
    }
    (text, healthy)
}
