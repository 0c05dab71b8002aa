//! Containers of the C++ standard library: their classes, and the meaning of their members.

use crate::frontend::debug_info::{DebugInfo, Record};
use crate::frontend::library_names::is_standard;

/// The meaning of a member.
#[derive(Clone, Copy)]
pub(super) enum Member {
    /// The address of the first element.
    Data,
    /// The number of elements.
    Size,
    /// The address past the last element, displayed under this name.
    End(&'static str),
    /// Another member, displayed under this name.
    Rest(&'static str),
}

/// The containers and their members in libstdc++ (14): class, path, meaning.
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

/// How a call may change the containers in an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Growth {
    /// They are constant.
    Fixed,
    /// It may reallocate them, unseen by the caller.
    Hidden,
    /// It may reallocate them, and the caller sees the final contents.
    Seen,
}

impl Growth {
    /// Of a value that is `constant`, or whose final contents the caller has `seen`.
    pub fn of(constant: bool, seen: bool) -> Growth {
        match (constant, seen) {
            (true, _) => Growth::Fixed,
            (false, false) => Growth::Hidden,
            (false, true) => Growth::Seen,
        }
    }
}

/// A container that the current value is part of.
pub(super) struct Container {
    class: &'static str,
    /// The prefix of its members' paths, such as `v.`.
    pub prefix: String,
}

impl Container {
    /// The container of this type, whose members' paths have this prefix; `None` for other
    /// types.
    pub fn of(debug: &DebugInfo, record: &Record<'_>, prefix: &str) -> Option<Container> {
        let name = record.text("name")?;
        let name = name.split('<').next()?;
        let (class, ..) = MEMBERS.iter().find(|(class, ..)| *class == name)?;
        is_standard(debug, record).then(|| Container {
            class,
            prefix: prefix.to_owned(),
        })
    }

    /// Whether its elements are in memory that it allocates itself.
    pub fn owns(&self) -> bool {
        matches!(self.class, "vector" | "basic_string")
    }

    /// Whether it is a `std::basic_string`.
    pub fn is_string(&self) -> bool {
        self.class == "basic_string"
    }

    /// The meaning of the container's member at this path.
    pub fn member(&self, path: &str) -> Option<Member> {
        let own = path.strip_prefix(&self.prefix)?;
        let mut members = MEMBERS.iter();
        let found = members.find(|(class, member, _)| *class == self.class && *member == own);
        found.map(|(.., member)| *member)
    }
}
