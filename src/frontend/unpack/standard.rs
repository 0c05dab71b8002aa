//! Parameters and pointers that are members of containers of the C++ standard library.
//!
//! A vector is represented by its elements and their number: its capacity equals its size,
//! so that code that appends allocates new memory.

use super::container::Member;
use super::part::{Holds, Place};
use super::plan::{Planner, Refusal};
use crate::contract::Length;
use crate::frontend::debug_info::NodeId;
use crate::frontend::layout::resolve;
use crate::frontend::types::Type;

impl Planner<'_> {
    /// The name of a container member in contracts, and its name inside its structure;
    /// `None` for other values.
    pub(super) fn shown(&self, [path, inside]: [&str; 2]) -> Option<[String; 2]> {
        let container = self.containers.last()?;
        let name = match container.member(path)? {
            Member::Data => "data",
            Member::Size => "size",
            Member::End(name) | Member::Rest(name) => name,
        };
        let own = path.strip_prefix(&container.prefix)?;
        let outer = inside.strip_suffix(own)?;
        Some([
            format!("{}{name}", container.prefix),
            format!("{outer}{name}"),
        ])
    }

    /// Whether a value is a container member that is normally the address of elements.
    pub(super) fn is_address(&self, path: &str) -> bool {
        let member = self.containers.last().and_then(|c| c.member(path));
        matches!(member, Some(Member::Data | Member::End(_)))
    }

    /// The contents of a container's pointer to the end of its elements; `None` for other
    /// pointers.
    ///
    /// # Errors
    /// The container's elements contain pointers: a buffer has numbers and structures of
    /// numbers.
    pub(super) fn container_pointer(
        &mut self,
        ty: Option<NodeId>,
        path: &str,
    ) -> Result<Option<Holds>, Refusal> {
        let Some(container) = self.containers.last() else {
            return Ok(None);
        };
        let Some(member) = container.member(path) else {
            return Ok(None);
        };
        let element = match resolve(self.debug, ty) {
            Type::Pointer(pointer) => pointer.pointee.element(),
            _ => None,
        };
        let element = element.ok_or("its elements lead to pointers")?;
        let Member::End(name) = member else {
            return Ok(None);
        };
        let prefix = &container.prefix;
        let (name, of) = (format!("{prefix}{name}"), format!("{prefix}data"));
        let size = format!("{prefix}size");
        let index = Length::Var(size.clone());
        self.own_sizes.push(size);
        let told = Type::Place {
            of: of.clone(),
            index: index.clone(),
        };
        self.param((&name, ty), told);
        Ok(Some(Holds::Place(Place {
            of,
            index,
            size: element.size,
        })))
    }
}
