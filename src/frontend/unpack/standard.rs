//! Containers of the C++ standard library, whose members have names that only their
//! implementation knows.
//!
//! A vector is its elements and their number: its capacity is its size, so that code that
//! appends takes new memory.

use super::part::{Holds, Place};
use super::plan::{Planner, Refusal};
use crate::contract::Length;
use crate::frontend::debug_info::{DebugInfo, NodeId, Record};
use crate::frontend::layout::resolve;
use crate::frontend::types::Type;

/// What a member is.
#[derive(Clone, Copy)]
enum Member {
    /// The address of the first element.
    Data,
    /// The number of elements.
    Size,
    /// The address behind the last element, under this name.
    End(&'static str),
    /// Something else, under this name.
    Rest(&'static str),
}

/// The containers, and their members in libstdc++ (14): class, path, meaning.
const MEMBERS: [(&str, &str, Member); 10] = [
    ("vector", "_M_impl._M_start", Member::Data),
    ("vector", "_M_impl._M_finish", Member::End("end")),
    (
        "vector",
        "_M_impl._M_end_of_storage",
        Member::End("end of storage"),
    ),
    ("span", "_M_ptr", Member::Data),
    ("span", "_M_extent._M_extent_value", Member::Size),
    ("basic_string", "_M_dataplus._M_p", Member::Data),
    ("basic_string", "_M_string_length", Member::Size),
    ("basic_string", "", Member::Rest("own storage")),
    ("basic_string_view", "_M_str", Member::Data),
    ("basic_string_view", "_M_len", Member::Size),
];

/// A container that the value at hand is part of.
pub(super) struct Container {
    class: &'static str,
    /// What comes before the names of its members, as `v.`.
    prefix: String,
}

impl Container {
    /// The container of this type, whose members' paths start like this.
    pub fn of(debug: &DebugInfo, record: &Record<'_>, prefix: &str) -> Option<Container> {
        let name = record.text("name")?;
        let name = name.split('<').next()?;
        let (class, ..) = MEMBERS.iter().find(|(class, ..)| *class == name)?;
        is_standard(debug, record).then(|| Container {
            class,
            prefix: prefix.to_owned(),
        })
    }

    fn member(&self, path: &str) -> Option<Member> {
        let own = path.strip_prefix(&self.prefix)?;
        let mut members = MEMBERS.iter();
        let found = members.find(|(class, member, _)| *class == self.class && *member == own);
        found.map(|(.., member)| *member)
    }
}

/// Whether a type is a member of `std`, or of a namespace in it that has no name in the
/// source.
pub(in crate::frontend) fn is_standard(debug: &DebugInfo, record: &Record<'_>) -> bool {
    let mut scope = record.node("scope").and_then(|id| debug.record(id));
    while let Some(space) = scope.filter(|scope| scope.class == "DINamespace") {
        let outer = space.node("scope").and_then(|id| debug.record(id));
        if space.text("name").as_deref() == Some("std") {
            return outer.is_none_or(|outer| outer.class != "DINamespace");
        }
        scope = outer;
    }
    false
}

impl Planner<'_> {
    /// The name of a value in contracts, and the one inside its structure, where it is a
    /// member of a container.
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

    /// Whether a value is the address of elements of a container, as a rule.
    pub(super) fn is_address(&self, path: &str) -> bool {
        let member = self.containers.last().and_then(|c| c.member(path));
        matches!(member, Some(Member::Data | Member::End(_)))
    }

    /// What a pointer of a container holds where that is told: the end of its elements.
    ///
    /// # Errors
    /// Its elements lead to pointers: a buffer has numbers and structures of numbers.
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
