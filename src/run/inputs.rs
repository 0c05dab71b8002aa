//! The inputs of a harness as a report shows them.

use rustc_hash::FxHashSet;
use term::{Arena, Assignment, Cone, Op, Printer, SymbolId, TermId};

use crate::contract::Scalar;
use crate::pipeline::{involvement, read_as_floats};
use crate::verdict::{InputValue, Value};

/// The values of all symbols that stand for inputs. LLVM's types do not distinguish signed
/// from unsigned integers, and memory may have no type at all, so the type is taken from
/// the operations in `roots` that read an input.
pub fn values(arena: &Arena, witness: &dyn Assignment, roots: &[TermId]) -> Vec<InputValue> {
    let involved = involvement(arena, roots);
    let cone = Cone::of(arena, roots);
    let floats = read_as_floats(arena, &cone);
    let signs = Signs::read(arena, &cone);
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
                signed: buffer.signed && signs.signed(symbol.term, bits),
            },
        };
        values.push(InputValue {
            name: printer.symbol(id).to_owned(),
            value: Value::new(scalar, witness.symbol(id)),
            involved: involved(id),
            through: None,
            chooses_path: false,
        });
    }
    values
}

/// The operands of operations that read an integer as signed or as unsigned.
#[derive(Default)]
struct Signs {
    unsigned: FxHashSet<TermId>,
    signed: FxHashSet<TermId>,
}

impl Signs {
    fn read(arena: &Arena, cone: &Cone) -> Signs {
        let mut signs = Signs::default();
        for &term in &cone.terms {
            let node = arena.node(term);
            match node.spec().op {
                Op::ZExt | Op::Ult | Op::UDiv | Op::URem | Op::LShr | Op::UiToF => {
                    signs.unsigned.extend(node.children());
                }
                Op::SExt | Op::Slt | Op::SDiv | Op::SRem | Op::AShr | Op::SiToF => {
                    signs.signed.extend(node.children());
                }
                _ => {}
            }
        }
        signs
    }

    /// Whether to show an integer as signed. Bytes that are not read as signed are pixels
    /// or characters; wider integers are usually `int`.
    fn signed(&self, term: TermId, bits: u8) -> bool {
        self.signed.contains(&term) || (bits > 8 && !self.unsigned.contains(&term))
    }
}
