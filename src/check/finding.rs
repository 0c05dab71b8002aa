//! From a witness to a finding that a person believes: values, expressions,
//! places in the source.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Arena, Assignment, Cone, Evaluator, Format, Printer, Style, SymbolId, TermId};

use super::call::{Place, name};
use super::inputs::{Input, Inputs};
use crate::contract::{Contract, Scalar};
use crate::equiv::smallest_difference;
use crate::verdict::{Expression, InputValue, Value};

/// All input values of a witness in declaration order, as floats where they are
/// declared so or `roots` read them so; `involved` tells which symbols the finding
/// depends on.
pub fn input_values(
    arena: &Arena,
    contract: &Contract,
    inputs: &Inputs,
    witness: &dyn Assignment,
    roots: &[TermId],
    involved: impl Fn(SymbolId) -> bool,
) -> Vec<InputValue> {
    let floats = read_as_floats(arena, &Cone::of(arena, roots));
    let mut values = Vec::new();
    let mut push = |name: String, scalar: Scalar, term: TermId| {
        let Some(symbol) = arena.symbol_id(term) else {
            return;
        };
        let read = floats.get(&term).filter(|f| f.width() == scalar.bits());
        let scalar = read.map_or(scalar, |&format| Scalar::Float { format });
        values.push(InputValue {
            name,
            value: Value::new(scalar, witness.symbol(symbol)),
            involved: involved(symbol),
        });
    };
    for (param, input) in inputs.args.iter().enumerate() {
        match input {
            Input::Memory { cells, spare, .. } => {
                for cell in cells.iter().filter(|c| c.leaf != usize::MAX) {
                    let (offset, index, leaf) = (cell.offset, cell.index, cell.leaf);
                    let place = Place::Memory {
                        param,
                        offset,
                        index,
                        leaf,
                    };
                    push(name(contract, place), cell.scalar, cell.term);
                }
                for (side, cells) in ["reference", "port"].into_iter().zip(spare) {
                    for cell in cells.iter().filter(|c| c.leaf != usize::MAX) {
                        let (offset, index, leaf) = (cell.offset, cell.index, cell.leaf);
                        let place = Place::Memory {
                            param,
                            offset,
                            index,
                            leaf,
                        };
                        let name = format!("{} ({side})", name(contract, place));
                        push(name, cell.scalar, cell.term);
                    }
                }
            }
            Input::Value { scalar, term } => {
                push(contract.params[param].name.clone(), *scalar, *term);
            }
            Input::SameAs(_) | Input::Fixed { .. } => {}
        }
    }
    values
}

/// The operands of float operations, with their formats.
pub fn read_as_floats(arena: &Arena, cone: &Cone) -> FxHashMap<TermId, Format> {
    let mut formats = FxHashMap::default();
    for &term in &cone.terms {
        let node = arena.node(term);
        if let Some(format) = node.spec().operand_format() {
            formats.extend(node.children().iter().map(|&child| (child, format)));
        }
    }
    formats
}

/// Whether a symbol lies below any of `roots`.
pub fn involvement(arena: &Arena, roots: &[TermId]) -> impl Fn(SymbolId) -> bool + use<> {
    let symbols = Cone::of(arena, roots).symbols(arena);
    move |symbol| symbols.binary_search(&symbol).is_ok()
}

/// The value of a term under a witness, exactly evaluated.
pub fn value(arena: &Arena, term: TermId, witness: &dyn Assignment) -> u128 {
    let cone = Cone::of(arena, &[term]);
    let mut evaluator = Evaluator::new(arena, &cone);
    evaluator.run(witness);
    evaluator.value(term)
}

/// The two expressions with common names, and what the names stand for; the
/// smallest part that differs under the witness is marked.
pub fn expressions(
    builder: &Builder,
    (left, right): (TermId, TermId),
    scalar: Scalar,
    witness: &dyn Assignment,
) -> ([Expression; 2], Vec<Expression>) {
    let arena = builder.arena();
    let smallest = smallest_difference(arena, left, right, witness);
    let format = match scalar {
        Scalar::Float { format } => Some(format),
        Scalar::Int { .. } => None,
    };
    let marked = if smallest == (left, right) {
        vec![]
    } else {
        vec![smallest.0, smallest.1]
    };
    let style = Style {
        format,
        marked,
        ..Style::default()
    };
    let rendered = Printer::new(arena).render(&[left, right], &style);
    let expression = |prefix: &str, text: &term::Text| Expression {
        text: format!("{prefix}{}", text.text),
        marked: text
            .marks
            .first()
            .map(|m| (m.range.start + prefix.len(), m.range.end + prefix.len())),
    };
    let mut roots = rendered.roots.iter().map(|text| expression("", text));
    let empty = || Expression {
        text: String::new(),
        marked: None,
    };
    let sides = [
        roots.next().unwrap_or_else(empty),
        roots.next().unwrap_or_else(empty),
    ];
    let definitions = rendered
        .definitions
        .iter()
        .map(|d| expression(&format!("{} = ", d.name), &d.text))
        .collect();
    (sides, definitions)
}
