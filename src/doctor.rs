//! `simdiff doctor`: which requirements this system has.

use std::fmt::Write;

use crate::frontend::tools;
use crate::replay;
use crate::solver::bitwuzla;

/// The examination as text, and whether nothing required is missing.
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
    let _ = match bitwuzla::find() {
        Some(program) => writeln!(
            text,
            "ok       {} (optional): {}",
            bitwuzla::NAME,
            program.display()
        ),
        None => writeln!(
            text,
            "absent   {} (optional)\n         on PATH, it helps Z3 with proofs about floats: https://bitwuzla.github.io",
            bitwuzla::NAME,
        ),
    };
    let missing = replay::missing();
    if missing.is_empty() {
        text.push_str("ok       confinement of native runs: Landlock, seccomp\n");
    }
    for what in missing {
        let _ = writeln!(
            text,
            "absent   {what} (optional)\n         a newer kernel has it; --no-native runs no checked code",
        );
    }
    (text, healthy)
}
