//! Pointers to functions, rows and elements that the user declares.

use super::part::{Place, Rows};
use super::plan::Planner;
use crate::contract::Element;
use crate::frontend::debug_info::NodeId;
use crate::frontend::layout::{is_pointer, resolve};
use crate::frontend::types::{Pointer, Type, strip};

impl Planner<'_> {
    /// The symbol of the function that the user declares a pointer to point to; `None`
    /// without a declaration, or if the types differ.
    pub(super) fn function(&mut self, ty: Option<NodeId>, path: &str) -> Option<String> {
        let (name, symbol) = self.pointed.get(path)?;
        let pointer = self.debug.record(strip(self.at(), ty).0?)?;
        let target = strip(self.at(), pointer.node("baseType")).0;
        let wanted = self.debug.record(target?)?;
        if wanted.class != "DISubroutineType" {
            return None;
        }
        let wanted = self.debug.tuple(wanted.node("types")?);
        let source = self.debug.subprogram(symbol)?;
        let own = source.params.iter().map(|(_, ty)| *ty);
        let own: Vec<Option<NodeId>> = [source.result].into_iter().chain(own).collect();
        // A function without a result may have an empty list of types.
        let wanted = match wanted.is_empty() {
            true => vec![None],
            false => wanted,
        };
        let types = |ids: &[Option<NodeId>]| -> Vec<Type> {
            ids.iter().map(|id| resolve(self.debug, *id)).collect()
        };
        if types(&own) != types(&wanted) {
            return None;
        }
        let bound = Type::Function {
            name: (*name).to_owned(),
        };
        self.param((path, ty), bound);
        Some(symbol.clone())
    }

    /// The rows that the user declares a parameter or field to point to; `None` without a
    /// declaration, or if it is not a pointer to pointers to elements of known size.
    pub(super) fn rows(&mut self, ty: Option<NodeId>, path: &str) -> Option<Rows> {
        let said = self.unpack.rows.iter().find(|rows| rows.path == path)?;
        let outer = self.debug.record(strip(self.at(), ty).0?)?;
        let inner = outer.node("baseType");
        if !is_pointer(self.at(), inner) {
            return None;
        }
        let resolved = match resolve(self.debug, inner) {
            Type::Pointer(pointer) => Type::Pointer(Pointer {
                // A row's final contents are copied back, changed or not.
                constant: false,
                ..pointer
            }),
            _ => return None,
        };
        let Type::Pointer(pointer) = &resolved else {
            return None;
        };
        let element = pointer.pointee.element();
        let element = element.or_else(|| said.scalar.map(Element::scalar))?;
        let param = self.params.len();
        self.param((path, ty), resolved);
        self.params[param].rows = true;
        Some(Rows {
            name: path.to_owned(),
            param,
            count: said.count.clone(),
            row: said.row.clone(),
            size: element.size,
            align: element.align.max(1),
        })
    }

    /// The element whose address the user declares a pointer to be.
    pub(super) fn place(&mut self, ty: Option<NodeId>, path: &str) -> Option<Place> {
        let said = self.unpack.places.iter().find(|place| place.path == path)?;
        let Type::Pointer(pointer) = resolve(self.debug, ty) else {
            return None;
        };
        let size = pointer.pointee.element()?.size;
        let told = Type::Place {
            of: said.of.clone(),
            index: said.index.clone(),
        };
        self.param((path, ty), told);
        Some(Place {
            of: said.of.clone(),
            index: said.index.clone(),
            size,
        })
    }
}
