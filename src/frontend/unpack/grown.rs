//! Vectors that a call may reallocate, and vectors that a call returns.
//!
//! The wrapper allocates such a vector as its constructor would, and copies its final size
//! and elements to an output that has room for [`ROOM`] elements. A call that leaves more
//! is not supported.

use std::collections::HashSet;

use inkwell::module::Module;

use super::container::Container;
use super::part::{Field, Grown, Holds, Object, Returned};
use super::plan::Planner;
use crate::contract::{Element, Leaf, Scalar};
use crate::frontend::debug_info::NodeId;
use crate::frontend::spelling::spelled;
use crate::frontend::types::{Pointer, Type};
use crate::llvm::Value;

/// The number of elements that an output has room for: all sizes of a sweep, with as much
/// again and more appended.
pub(super) const ROOM: u32 = 512;

/// The offset of the elements in an output, after their number.
pub(super) const ELEMENTS: u32 = 8;

/// The function that allocates, `operator new(size_t)`.
pub(super) const NEW: &str = "_Znwm";

/// The function that releases, `operator delete(void *)`.
pub(super) const DELETE: &str = "_ZdlPv";

/// The alignment in bytes that `operator new` guarantees.
const ALIGNED: u32 = 16;

/// Whether one of these functions allocates or releases memory as vectors do, directly or
/// indirectly.
pub(super) fn allocates(module: &Module<'_>, symbols: &[String]) -> bool {
    let roots = symbols
        .iter()
        .filter_map(|symbol| module.get_function(symbol));
    let mut open: Vec<Value<'_>> = roots.map(Value::from).collect();
    let mut seen: HashSet<_> = open.iter().copied().collect();
    while let Some(function) = open.pop() {
        let name = function.name();
        if name == NEW || name.starts_with(DELETE) {
            return true;
        }
        let calls = function.instructions().filter(|i| i.is_call());
        let callees = calls.filter_map(Value::callee).filter(|c| c.is_function());
        open.extend(callees.filter(|callee| seen.insert(*callee)));
    }
    false
}

impl Planner<'_> {
    /// Marks an object as a vector that the call may reallocate, if it is a vector that it
    /// may change and some version allocates.
    pub(super) fn grow(&mut self, id: NodeId, constant: bool, object: &mut Object) {
        if !self.allocates || constant {
            return;
        }
        let Some((grown, element)) = self.vector(id, object) else {
            return;
        };
        if let Some(after) = object.after {
            self.params[after].ty = self.final_vector(id, &element);
        }
        object.grown = Some(grown);
    }

    /// Plans the result, if it is a vector; `None` for other results. Adds the parameter
    /// for its final contents.
    pub(super) fn returned(&mut self, ty: Option<NodeId>) -> Option<Returned> {
        let id = self.structure(ty).filter(|_| self.is_vector(ty))?;
        let name = ["result", "returned", "returned value"]
            .into_iter()
            .find(|name| self.params.iter().all(|param| param.name != *name))?;
        let (params, sizes) = (self.params.len(), self.own_sizes.len());
        let object = self.object(id, (name, "."), false);
        let vector = object
            .ok()
            .and_then(|object| Some((self.vector(id, &object)?, object)));
        self.params.truncate(params);
        self.own_sizes.truncate(sizes);
        let ((grown, element), object) = vector?;
        let ty = self.final_vector(id, &element);
        self.param((name, Some(id)), ty);
        Some(Returned {
            name: name.to_owned(),
            param: params,
            element: object.element,
            grown,
        })
    }

    /// Whether a type is `std::vector`.
    pub(super) fn is_vector(&self, ty: Option<NodeId>) -> bool {
        let record = self.structure(ty).and_then(|id| self.debug.record(id));
        let container = record.and_then(|record| Container::of(self.debug, &record, ""));
        container.is_some_and(|container| container.is_vector())
    }

    /// The parts of a vector with numbers, or structures of numbers, and its elements;
    /// `None` for other objects.
    fn vector(&self, id: NodeId, object: &Object) -> Option<(Grown, Element)> {
        if !self.is_vector(Some(id)) {
            return None;
        }
        let [
            Field {
                offset: start,
                holds: Holds::Pointer { param },
            },
            Field {
                offset: finish,
                holds: Holds::Place(place),
            },
            Field {
                offset: storage,
                holds: Holds::Place(_),
            },
        ] = &object.fields[..]
        else {
            return None;
        };
        let Type::Pointer(pointer) = &self.params[*param].ty else {
            return None;
        };
        let element = pointer.pointee.element()?;
        (element.align <= ALIGNED && element.size > 0).then(|| {
            let grown = Grown {
                pointers: [*start, *finish, *storage],
                from: *param,
                count: place.index.clone(),
                size: element.size,
                align: element.align,
            };
            (grown, element)
        })
    }

    /// The type of the output for a vector's final size and elements.
    fn final_vector(&self, id: NodeId, element: &Element) -> Type {
        let size = Leaf {
            offset: 0,
            scalar: Scalar::Int {
                bits: 64,
                signed: false,
            },
            path: ".size".to_owned(),
            values: None,
        };
        let start = ELEMENTS.max(element.align);
        let mut leaves = vec![size];
        for i in 0..ROOM {
            leaves.extend(element.leaves.iter().map(|leaf| Leaf {
                offset: start + i * element.size + leaf.offset,
                path: format!(".data[{i}]{}", leaf.path),
                ..leaf.clone()
            }));
        }

        let size = (start + ROOM * element.size).next_multiple_of(start);
        Type::Pointer(Pointer {
            pointee: Box::new(Type::Aggregate(Element {
                name: spelled(self.debug, Some(id)),
                size,
                align: start,
                leaves,
            })),
            constant: false,
            reference: true,
            align: None,
        })
    }
}
