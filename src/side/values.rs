//! The inputs of a witness as a report shows them.

use term::{Arena, Assignment, Cone, SymbolId, TermId};

use super::inputs::Input;
use super::place::name;
use super::round::Given;
use crate::contract::{Role, Scalar};
use crate::pipeline::read_as_floats;
use crate::verdict::{InputValue, Value};

/// All input values of a witness in declaration order, long runs of equal ones as one. A value is a
/// float if it is declared so or `roots` read it so; `involved` says whether the finding depends on
/// a symbol.
pub fn input_values(
    arena: &Arena,
    given: Given<'_>,
    witness: &dyn Assignment,
    roots: &[TermId],
    involved: impl Fn(SymbolId) -> bool,
) -> Vec<InputValue> {
    InputValue::in_runs(each_input_value(arena, given, witness, roots, involved))
}

/// As [`input_values`], each on its own.
pub fn each_input_value(
    arena: &Arena,
    Given { contract, inputs }: Given<'_>,
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
            chooses_path: false,
            through: None,
        });
    };
    // What an output for the final contents of a container has before the call is no input.
    let is_container = |param: usize| {
        let role = contract.params.get(param).map(|param| &param.role);
        matches!(role, Some(Role::Buffer { element, .. }) if element.is_container())
    };
    for (param, input) in inputs.args.iter().enumerate() {
        match input {
            Input::Memory { .. } if is_container(param) => {}
            Input::Memory { cells, spare, .. } => {
                for cell in cells.iter().filter(|c| !c.is_padding()) {
                    push(name(contract, cell.place(param)), cell.scalar, cell.term);
                }
                for (side, cells) in ["reference", "port"].into_iter().zip(spare) {
                    for cell in cells.iter().filter(|c| !c.is_padding()) {
                        let name = format!("{} ({side})", name(contract, cell.place(param)));
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
