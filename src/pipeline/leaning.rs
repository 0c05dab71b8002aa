//! What a verdict rests on besides its bounds and assumptions: conventions and
//! models that the terms made use of.

use term::Arena;

use super::tally::Tally;

/// Notes every model and convention that any term of the arena uses.
pub fn note(arena: &Arena, tally: &mut Tally) {
    for sentence in certificate_checker::leaning(arena) {
        tally.lean_on(&sentence);
    }
}

/// Notes that the module has intrinsics whose definitions no processor has
/// confirmed so far (`docs/hardware`).
pub fn note_unconfirmed(lowered: &[String], tally: &mut Tally) {
    for name in lowered {
        if let Some(extension) = sse_lowering::unconfirmed(name) {
            tally.lean_on(&format!(
                "intrinsics of {extension}, where any is reached, do what their definitions here say, which no processor has confirmed yet"
            ));
        }
    }
}
