//! What a user can do about fast-math flags that stop execution because they allow other results.

use crate::program::FastMath;

/// Returns advice that makes fast-math flags harmless: assumptions under which all results
/// that they allow are equal, or compiler flags that switch the others off.
pub(super) fn accepting(flags: FastMath) -> String {
    let mut assumptions = Vec::new();
    if has(flags, FastMath::REASSOC) {
        assumptions.push("--assume-associative");
    }
    assumptions.extend(leaving_out(flags));
    if has(flags, FastMath::RECIPROCAL) {
        assumptions.push("--assume-reciprocal");
    }
    let apart = advice(&assumptions, &switching_off(flags));
    format!("{apart}; --assume-fast-math of a check grants all flags of both versions")
}

/// Returns advice for outputs compared under a tolerance, which excludes the assumptions that
/// grant other results: compiler flags that switch off the licences for these.
pub(super) fn excluding(flags: FastMath) -> String {
    let mut compile = Vec::new();
    if has(flags, FastMath::REASSOC) {
        compile.push("-fno-associative-math");
    }
    if has(flags, FastMath::RECIPROCAL) {
        compile.push("-fno-reciprocal-math");
    }
    compile.extend(switching_off(flags));
    let advice = advice(&leaving_out(flags), &compile);
    format!("{advice}: a tolerance bounds what the code computes as it is written")
}

/// The assumptions that leave out the inputs for which the flags promise nothing.
fn leaving_out(flags: FastMath) -> Vec<&'static str> {
    let mut assumptions = Vec::new();
    match (
        has(flags, FastMath::NO_INFINITIES),
        has(flags, FastMath::NO_NANS),
    ) {
        (true, _) => assumptions.push("--assume-finite"),
        (false, true) => assumptions.push("--assume-ordered"),
        (false, false) => {}
    }
    if has(flags, FastMath::NO_SIGNED_ZEROS) {
        assumptions.push("--assume-positive-zero");
    }
    assumptions
}

/// The compiler flags that switch off what no assumption makes harmless.
fn switching_off(flags: FastMath) -> Vec<&'static str> {
    let mut compile = Vec::new();
    if has(flags, FastMath::CONTRACT) {
        compile.push("-ffp-contract=off");
    }
    if has(flags, FastMath::APPROXIMATE) {
        compile.push("-fno-approx-func");
    }
    compile
}

fn advice(assumptions: &[&str], compile: &[&str]) -> String {
    let mut parts = Vec::new();
    if !assumptions.is_empty() {
        parts.push(format!("accept them with {}", assumptions.join(" ")));
    }
    if !compile.is_empty() {
        parts.push(format!("compile with {} too", compile.join(" ")));
    }
    parts.join(", and ")
}

fn has(flags: FastMath, flag: FastMath) -> bool {
    !flags.among(flag).is_empty()
}
