//! Keys that the command of a check does not use.
//!
//! A check that drops one compares something else than what is written, and its expected
//! verdict may be another one. Defaults are for checks of all kinds, so that each takes of them
//! what it has a use for; only a reference or a port is refused there too.

use super::place::Place;
use super::table::Table;
use crate::problem::Problem;

/// The keys of comparisons, which a kernel by itself and a program have no use for.
const OF_COMPARISONS: [&str; 8] = [
    "reference",
    "port",
    "setup",
    "tolerance",
    "reference-contract",
    "port-contract",
    "reference-flags",
    "port-flags",
];

/// The keys of functions and kernels, which a program has no use for.
const OF_FUNCTIONS: [&str; 8] = [
    "kernel",
    "contract",
    "globals",
    "alias",
    "sizes",
    "relations",
    "launch",
    "allow-unreached",
];

/// The keys of programs.
const OF_PROGRAMS: [&str; 2] = ["arguments", "allow-read"];

/// Checks that the command uses every key of the check and of its group.
///
/// # Errors
/// The first key that it does not use, at its position.
pub(super) fn unused(table: &Table, command: &str, place: &Place) -> Result<(), Problem> {
    let (kind, keys): (_, [&[&str]; 2]) = match command {
        "check" => ("a comparison", [&OF_PROGRAMS, &[]]),
        "kernel" => (
            "a kernel that is examined by itself",
            [&OF_COMPARISONS, &OF_PROGRAMS],
        ),
        _ => ("a program", [&OF_COMPARISONS, &OF_FUNCTIONS]),
    };
    for key in keys.concat() {
        let span = table.keys.get(key).cloned();
        let of_defaults = match key {
            "reference" => table.reference.is_some(),
            "port" => table.port.is_some(),
            "kernel" => table.kernel.is_some(),
            _ => false,
        };
        let Some(span) = span.or_else(|| of_defaults.then(|| place.span.clone())) else {
            continue;
        };
        let problem = place.at(span).problem(format!("{kind} has no `{key}`"));
        let help = match (command, key) {
            ("kernel", "reference" | "port") => {
                "to compare two kernels, name them as `reference` and `port`, and remove `kernel`"
            }
            ("check", _) => "it is for `program` in place of `files`; remove it",
            _ => "remove it",
        };
        return Err(problem.help(help));
    }
    Ok(())
}
