//! What a verdict rests on besides its bounds and assumptions: conventions and
//! models that the terms made use of.

use term::{Arena, FunctionId, Op, TermId};

use super::tally::Tally;

/// Notes every model and convention that any term of the arena uses.
pub fn note(arena: &Arena, tally: &mut Tally) {
    let (mut floats, mut to_int) = (false, false);
    let mut functions = Vec::new();
    for index in 0..arena.len() {
        let node = arena.node(TermId::from_index(index));
        floats |= node.op().yields_float();
        to_int |= matches!(node.op(), Op::FToSi | Op::FToUi);
        if node.op() == Op::Apply {
            functions.push(FunctionId(node.spec().attr));
        }
    }
    functions.sort_unstable();
    functions.dedup();
    if floats {
        tally.lean_on("NaN results are alike, whatever their payload and sign");
    }
    if to_int {
        tally.lean_on(
            "float to integer conversions out of range give what x86-64 instructions give",
        );
    }
    for id in functions {
        let name = arena.function_name(id);
        match name.strip_prefix("simdiff.approx.") {
            Some(instruction) => tally.lean_on(&format!(
                "{instruction} is some function of its operand (its result depends on the processor)"
            )),
            None => tally.lean_on(&format!("{name} is some function of its arguments, the same in both versions")),
        }
    }
}
