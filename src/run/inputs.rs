//! The inputs of a harness as a report shows them.

use rustc_hash::FxHashMap;
use term::{Arena, Assignment, Cone, Format, Printer, SymbolId, TermId};

use crate::check::involvement;
use crate::contract::Scalar;
use crate::verdict::{InputValue, Value};

/// The values of all symbols that stand for inputs, those without a type as
/// the floats that the conditions in `roots` read them as.
pub fn values(arena: &Arena, witness: &dyn Assignment, roots: &[TermId]) -> Vec<InputValue> {
    let involved = involvement(arena, roots);
    let floats = read_as_floats(arena, roots);
    let printer = Printer::new(arena);
    let mut values = Vec::new();
    for (index, symbol) in arena.symbols().iter().enumerate() {
        let buffer = arena.buffer(symbol.buffer);
        if buffer.undefined {
            continue;
        }
        let id = SymbolId(index as u32);
        let bits = arena.width(symbol.term);
        let declared = buffer.format.filter(|format| format.width() == bits);
        let scalar = match declared.or(floats.get(&symbol.term).copied()) {
            Some(format) => Scalar::Float { format },
            None => Scalar::Int {
                bits,
                signed: buffer.signed,
            },
        };
        values.push(InputValue {
            name: printer.symbol(id).to_owned(),
            value: Value::new(scalar, witness.symbol(id)),
            involved: involved(id),
        });
    }
    values
}

/// The operands of float operations below `roots`, with their formats.
fn read_as_floats(arena: &Arena, roots: &[TermId]) -> FxHashMap<TermId, Format> {
    let mut formats = FxHashMap::default();
    for &term in &Cone::of(arena, roots).terms {
        let node = arena.node(term);
        if let Some(format) = node.spec().operand_format() {
            formats.extend(node.children().iter().map(|&child| (child, format)));
        }
    }
    formats
}
