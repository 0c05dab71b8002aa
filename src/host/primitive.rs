//! The primitives of the host library, which the executor carries out.

/// What the host library chooses in place of an implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// How far a command is whose status the program asks for.
    Progress,
    /// The size of groups.
    Groups,
}

/// A primitive of the host library (`opencl-runtime/host/host.h`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Primitive {
    /// Compiles a program. Arguments: source, length, options.
    Build,
    /// Enqueues a command. Argument: its name. Returns its number.
    Enqueued,
    /// Makes one command wait for another. Arguments: the later one, the earlier one.
    Order,
    /// Orders a command after what the host has done so far.
    Signal,
    /// Begins a command.
    Begin,
    /// Ends the running command.
    End,
    /// Makes the host wait. Arguments: a command, and whether it has run.
    Wait,
    /// Reports that the host waits for a command that may never run. Arguments: the command,
    /// and an earlier one whose queue is not flushed.
    Unflushed,
    /// Reports that a callback makes a call that it must not make.
    InCallback,
    /// Returns whether a command is certain to be complete at this point of the program.
    IsKnown,
    /// Notes that the library chooses what an implementation may choose. Argument: what, see
    /// [`Choice`].
    Chosen,
    /// Reports that a command uses mapped memory. Arguments: the command, and whether the
    /// memory is mapped for reading only.
    Mapped,
    /// Reports that two memory objects in use share memory of the program. Arguments: a
    /// command that uses the one, and a command that has used the other.
    Overlapping,
    /// Gives a command a range. Arguments: the command, start, size, rights.
    Given,
    /// Makes memory of the program a buffer's. Arguments: start, size.
    Adopt,
    /// Ends that. Arguments: start, size.
    Disown,
    /// Maps memory. Arguments: the command, start, size, whether for writing.
    Share,
    /// Unmaps memory. Arguments: start, size, whether it was mapped for writing.
    Unshare,
    /// Reports a failed call. Arguments: the error code, its name, whether the program has
    /// no place for it. Returns the error code.
    Refused,
    /// Runs a kernel. Arguments: the function of an item, its arguments, the index space,
    /// local memory, and the number of parts of that.
    Launch,
}

impl Primitive {
    /// All primitives.
    pub const ALL: [Primitive; 20] = [
        Primitive::Build,
        Primitive::Enqueued,
        Primitive::Order,
        Primitive::Signal,
        Primitive::Begin,
        Primitive::End,
        Primitive::Wait,
        Primitive::Unflushed,
        Primitive::InCallback,
        Primitive::IsKnown,
        Primitive::Chosen,
        Primitive::Mapped,
        Primitive::Overlapping,
        Primitive::Given,
        Primitive::Adopt,
        Primitive::Disown,
        Primitive::Share,
        Primitive::Unshare,
        Primitive::Refused,
        Primitive::Launch,
    ];

    /// The name of the primitive's function.
    pub const fn name(self) -> &'static str {
        match self {
            Primitive::Build => "simdiff.host.build",
            Primitive::Enqueued => "simdiff.host.enqueued",
            Primitive::Order => "simdiff.host.order",
            Primitive::Signal => "simdiff.host.signal",
            Primitive::Begin => "simdiff.host.begin",
            Primitive::End => "simdiff.host.end",
            Primitive::Wait => "simdiff.host.wait",
            Primitive::Unflushed => "simdiff.host.unflushed",
            Primitive::InCallback => "simdiff.host.in_callback",
            Primitive::IsKnown => "simdiff.host.is_known",
            Primitive::Chosen => "simdiff.host.chosen",
            Primitive::Mapped => "simdiff.host.mapped",
            Primitive::Overlapping => "simdiff.host.overlapping",
            Primitive::Given => "simdiff.host.given",
            Primitive::Adopt => "simdiff.host.adopt",
            Primitive::Disown => "simdiff.host.disown",
            Primitive::Share => "simdiff.host.share",
            Primitive::Unshare => "simdiff.host.unshare",
            Primitive::Refused => "simdiff.host.refused",
            Primitive::Launch => "simdiff.host.launch",
        }
    }

    /// The primitive with this function name.
    pub fn of(name: &str) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|p| p.name() == name)
    }
}
