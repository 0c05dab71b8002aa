//! What a verdict rests on besides its bounds and assumptions: conventions and
//! models that the terms made use of.

use term::{Arena, FunctionId, Node, Op, TermId};

use super::tally::Tally;

/// Notes every model and convention that any term of the arena uses.
pub fn note(arena: &Arena, tally: &mut Tally) {
    let (mut floats, mut to_int, mut nan_bits) = (false, false, false);
    let mut functions = Vec::new();
    for index in 0..arena.len() {
        let node = arena.node(TermId::from_index(index));
        floats |= node.op().yields_float();
        nan_bits |= reads_float_bits(arena, node);
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
    if nan_bits {
        tally.lean_on(
            "a computed NaN has the bits of the canonical one, where integer operations look at them",
        );
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

/// Notes that the module has intrinsics whose definitions no processor has
/// confirmed so far: those of AVX-512 (`docs/hardware-report.md`).
pub fn note_unconfirmed(lowered: &[String], tally: &mut Tally) {
    if lowered.iter().any(|name| name.contains("avx512")) {
        tally.lean_on(
            "AVX-512 intrinsics, where any is reached, do what their definitions here say, which no processor has confirmed yet",
        );
    }
}

/// Whether an integer operation looks at the bits of a computed float; moving
/// it, changing its sign and clearing its sign do not count.
fn reads_float_bits(arena: &Arena, node: &Node) -> bool {
    if node.op().is_float() || matches!(node.op(), Op::Select | Op::Concat | Op::Apply) {
        return false;
    }
    node.children().iter().any(|&child| {
        let spec = arena.node(child).spec();
        let sign = spec.op.yields_float() && matches!(node.op(), Op::Xor | Op::And) && {
            let mask = spec.format().sign_mask();
            let by = arena.constant_value(node.child(1));
            by == Some(mask) || by == Some(mask - 1)
        };
        spec.op.yields_float() && !sign
    })
}
