//! What a verdict leans on besides its bounds and assumptions: the conventions and models
//! that its terms use.

use term::Arena;

use super::tally::Tally;
use crate::program::Program;

/// Records every model and convention that a term of the arena uses.
pub fn note(arena: &Arena, tally: &mut Tally) {
    for sentence in certificate_checker::leaning(arena) {
        tally.lean_on(&sentence);
    }
}

/// Records that the module uses intrinsics whose lowering no hardware report confirms
/// (`docs/hardware`).
pub fn note_unconfirmed(lowered: &[String], tally: &mut Tally) {
    for name in lowered {
        if let Some(extension) = sse_lowering::unconfirmed(name) {
            tally.lean_on(&format!(
                "intrinsics of {extension}, where any is reached, do what their definitions here say, which no processor has confirmed yet"
            ));
        }
    }
}

/// Records that the program works on MMX registers, of which the caller's x87 instructions
/// find in use those that `_mm_empty` does not leave to them.
pub fn note_registers(program: &Program, tally: &mut Tally) {
    if program.has_mmx() {
        tally.lean_on(
            "the caller does not compute in x87 registers that MMX instructions left in use, as without _mm_empty",
        );
    }
}

/// Records what flags have a program do that is not in the code compiled with them: `-mdaz-ftz`
/// flushes subnormals from its start on.
pub fn note_flags<'f>(mut flags: impl Iterator<Item = &'f String>, tally: &mut Tally) {
    if flags.any(|flag| flag == "-mdaz-ftz") {
        tally.lean_on("subnormals are kept, although -mdaz-ftz has a program flush them to zero");
    }
}
