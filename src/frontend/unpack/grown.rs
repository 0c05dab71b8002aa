//! Vectors and strings that a call may reallocate or returns.
//!
//! The wrapper allocates such a container as its constructor would, and copies its final
//! size and elements to an output that has room for [`ROOM`] elements. A call that leaves
//! more is not supported.

use std::collections::HashSet;

use inkwell::module::Module;

use super::container::{Container, Growth};
use super::part::{Field, Grown, Holds, Layout, Returned};
use super::plan::Planner;
use super::types::structure;
use crate::contract::{Element, Leaf, Length, Scalar};
use crate::frontend::debug_info::{DebugInfo, NodeId};
use crate::frontend::spelling::spelled;
use crate::frontend::types::{At, Pointer, Type, strip};
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

/// Whether a parameter of this type leads to a structure that the call may change.
pub(super) fn may_change(debug: &DebugInfo, ty: Option<NodeId>) -> bool {
    let at = At::of(debug);
    let Some(record) = strip(at, ty).0.and_then(|id| debug.record(id)) else {
        return false;
    };
    let leads_on = matches!(
        record.get("tag"),
        Some("DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type")
    );
    let target = record.node("baseType");
    leads_on && structure(debug, target).is_some() && !strip(at, target).1
}

/// Whether a parameter of this type is an object that is passed by value, as a copy in memory.
pub(super) fn is_copied(debug: &DebugInfo, ty: Option<NodeId>) -> bool {
    let record = strip(At::of(debug), ty).0.and_then(|id| debug.record(id));
    record.is_some_and(|record| record.flag("DIFlagTypePassByReference"))
}

impl Planner<'_> {
    /// Plans the result, if it is a container; `None` for other results. Adds the parameter
    /// for its final contents.
    pub(super) fn returned(&mut self, ty: Option<NodeId>) -> Option<Returned> {
        let id = self.structure(ty).filter(|_| self.owns(ty))?;
        let name = ["result", "returned", "returned value"]
            .into_iter()
            .find(|name| self.params.iter().all(|param| param.name != *name))?;
        let (params, sizes) = (self.params.len(), self.own_sizes.len());
        let object = self.object(id, (name, "."), (true, Growth::Seen));
        let mut object = object.ok().filter(|object| !object.grown.is_empty());
        let contents = self.params.get(params).map(|param| param.ty.clone());
        self.params.truncate(params);
        self.own_sizes.truncate(sizes);
        let grown = object.as_mut()?.grown.pop()?;
        self.param((name, Some(id)), contents?);
        Some(Returned {
            element: object?.element,
            grown,
        })
    }

    /// Whether a type is a container that allocates memory for its elements.
    pub(super) fn owns(&self, ty: Option<NodeId>) -> bool {
        let id = self.structure(ty);
        id.is_some_and(|id| self.is_container(id, Container::owns))
    }

    /// Whether a type is a container with this property.
    pub(super) fn is_container(&self, id: NodeId, has: impl Fn(&Container) -> bool) -> bool {
        let record = self.debug.record(id);
        let container = record.and_then(|record| Container::of(self.debug, &record, ""));
        container.as_ref().is_some_and(has)
    }

    /// The container of this type with these fields, if it is built for the call, and the
    /// type of its final contents; `None` for other objects. Its elements are numbers, or
    /// structures of numbers.
    ///
    /// Vectors are built if a call may reallocate them; strings always, as a zero follows
    /// their elements.
    pub(super) fn container(
        &mut self,
        growth: Growth,
        (id, name): (NodeId, &str),
        fields: &mut [Field],
    ) -> Option<(Grown, Type)> {
        if !self.is_container(id, Container::owns) {
            return None;
        }
        let [first, second, third] = fields else {
            return None;
        };
        let Holds::Pointer { param: from } = first.holds else {
            return None;
        };
        let Type::Pointer(pointer) = &self.params[from].ty else {
            return None;
        };
        let element = pointer.pointee.element()?;
        if element.align > ALIGNED || element.size == 0 {
            return None;
        }
        let offsets = [first.offset, second.offset, third.offset];
        let (count, layout) = match (&second.holds, &third.holds) {
            (Holds::Place(place), Holds::Place(_)) if self.allocates && growth != Growth::Fixed => {
                (place.index.clone(), Layout::Vector { pointers: offsets })
            }
            (&Holds::Number { param: count, .. }, &Holds::Bytes { param: own, size })
                if own + 1 == self.params.len() =>
            {
                // The room for a short string, or the capacity of a longer one, is no input.
                self.params.pop();
                third.holds = Holds::Storage { size };
                let [data, length, own] = offsets;
                let count = Length::Var(self.params[count].name.clone());
                (count, Layout::String { data, length, own })
            }
            _ => return None,
        };
        let grown = Grown {
            name: name.to_owned(),
            after: None,
            is_constant: growth == Growth::Fixed,
            layout,
            from,
            count,
            size: element.size,
            align: element.align,
        };
        Some((grown, self.final_contents(id, &element)))
    }

    /// The type of the output for a container's final size and elements.
    fn final_contents(&self, id: NodeId, element: &Element) -> Type {
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
