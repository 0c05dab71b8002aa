//! The conventions that terms depend on, which the header of a certificate must list.

use term::{Approximation, Arena, FunctionId, Node, Op, TermId, is_operands};

/// The sentence about conversions from floats to integers.
pub const CONVERSIONS: &str =
    "float to integer conversions out of range give what x86-64 instructions give";

/// The convention about the bits of computed NaNs.
pub const NAN_BITS: &str =
    "a computed NaN has the bits of the canonical one, where integer operations look at them";

/// Every model and convention that the terms of the arena depend on, one sentence each.
pub fn leaning(arena: &Arena) -> Vec<String> {
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
    let mut sentences = Vec::new();
    let mut lean_on = |sentence: &str| sentences.push(sentence.to_owned());
    if floats {
        lean_on("NaN results are alike, whatever their payload and sign");
    }
    if nan_bits {
        lean_on(NAN_BITS);
    }
    if to_int {
        lean_on(CONVERSIONS);
    }
    for id in functions {
        let name = arena.function_name(id);
        if is_operands(name) {
            continue;
        }
        lean_on(&match name.strip_prefix("simdiff.approx.") {
            Some(instruction) if Approximation::of(name).is_some() => format!(
                "{instruction} is some function of its operand within the architecture's bound of its error (its result depends on the processor)"
            ),
            Some(builtin) if builtin.starts_with("opencl.") => format!(
                "{builtin} is some function of its operands (its result depends on the device)"
            ),
            Some(instruction) => format!(
                "{instruction} is some function of its operand (its result depends on the processor)"
            ),
            None => format!("{name} is some function of its arguments, the same in both versions"),
        });
    }
    sentences
}
/// Whether an integer operation reads the bits of a computed float, other than to move it or to
/// change or clear its sign.
pub fn reads_float_bits(arena: &Arena, node: &Node) -> bool {
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
