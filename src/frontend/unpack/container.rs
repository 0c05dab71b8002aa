//! Containers of the C++ standard library: their classes, and what their members mean.

use crate::frontend::debug_info::{DebugInfo, Record};

/// What a member is.
#[derive(Clone, Copy)]
pub(super) enum Member {
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
    pub prefix: String,
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

    /// What a member is that the container has at this path.
    pub fn member(&self, path: &str) -> Option<Member> {
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
