//! Pointers to one pointer: a cursor that a call advances (`const uint8_t **p`), or a pointer that
//! it returns (`char **end`).
//!
//! The wrapper makes the pointer as the only member of an object. Its final value is compared by
//! what it points to: see [`crate::frontend::moved::MOVED`].

use std::collections::BTreeSet;

use inkwell::module::Module;

use super::flat::flat;
use super::part::{Field, Holds, Object, pointer_leaf};
use super::plan::{Planner, Refusal};
use crate::contract::{Address, Element};
use crate::frontend::abi::Abi;
use crate::frontend::debug_info::{DebugInfo, NodeId};
use crate::frontend::layout::is_double;
use crate::frontend::passes;
use crate::frontend::signature::Signature;
use crate::frontend::types::{Pointer, Type};
use crate::frontend::usage::{Usage, of_argument};

/// The size of a pointer in bytes.
const POINTER: u32 = 8;

/// The parameters of these functions that point to tables of pointers, and those through which a
/// function reads a pointer: see [`super::Containers`]. A use that is not known counts as both.
pub(super) fn uses(
    module: &Module<'_>,
    debug: &DebugInfo,
    symbols: &[String],
) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let (mut tables, mut cursors) = (BTreeSet::new(), BTreeSet::new());
    for symbol in symbols {
        let Some(source) = debug.subprogram(symbol) else {
            continue;
        };
        let params = source.params.iter().enumerate();
        let double = params.filter(|(_, (_, ty))| is_double(debug, *ty));
        let places: Vec<usize> = double.map(|(place, _)| place).collect();
        if places.is_empty() {
            continue;
        }
        let found = uses_of(module, debug, (symbol, &places)).unwrap_or_default();
        for (at, place) in places.into_iter().enumerate() {
            let usage = found.get(at).copied().flatten();
            if usage.is_none_or(|usage| usage.dynamic || usage.extent > POINTER.into()) {
                tables.insert(place);
            }
            if usage.is_none_or(|usage| usage.reads) {
                cursors.insert(place);
            }
        }
    }
    (tables, cursors)
}

/// The uses of these parameters once the function's callees are inlined.
fn uses_of(
    module: &Module<'_>,
    debug: &DebugInfo,
    (symbol, places): (&str, &[usize]),
) -> Option<Vec<Option<Usage>>> {
    let flat = flat(module, symbol, &[]).ok()?;
    passes::promote(&flat).ok()?;
    let function = flat.get_function(symbol)?;
    let abi = Abi::plan(function, &Signature::of(function, debug)).ok()?;
    let usage = |place: &usize| Some(of_argument(function, abi.argument_of(*place)?));
    Some(places.iter().map(usage).collect())
}

impl Planner<'_> {
    /// Plans the pointer that a parameter points to: its initial target is a parameter if some
    /// version reads it.
    pub(super) fn cursor(
        &mut self,
        (name, ty): (&str, Option<NodeId>),
        reads: bool,
    ) -> Result<Object, Refusal> {
        let path = match reads {
            true => Address::MOVED,
            false => "",
        };
        let element = Element {
            size: POINTER,
            align: POINTER,
            leaves: vec![pointer_leaf(0, path.to_owned())],
            name: Address::POINTER.to_owned(),
        };
        let after = self.params.len();
        self.param(
            (name, ty),
            Type::Pointer(Pointer {
                pointee: Box::new(Type::Aggregate(element.clone())),
                constant: false,
                reference: true,
                align: None,
            }),
        );
        let holds = match reads {
            true => self.pointer(ty, &format!("{name}[0]"))?,
            false => Holds::Unset,
        };
        Ok(Object {
            name: name.to_owned(),
            element,
            fields: vec![Field { offset: 0, holds }],
            after: Some(after),
            grown: Vec::new(),
        })
    }
}
