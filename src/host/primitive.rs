//! What the host library leaves to whoever runs the program.

/// A primitive of the host library (`opencl-runtime/host/host.h`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Primitive {
    /// A program is to be compiled: source, length, options.
    Build,
    /// A command is enqueued: its name; gives its number.
    Enqueued,
    /// One command waits for another: the later one, the earlier one.
    Order,
    /// What the host has done comes before a command.
    Signal,
    /// A command begins.
    Begin,
    /// A command ends.
    End,
    /// The host waits: for a command, and whether it has run.
    Wait,
    /// Whether the host has waited for a command.
    IsKnown,
    /// A command uses what is mapped: the command, whether for reading only.
    Mapped,
    /// What a command may touch: the command, start, size, rights.
    Given,
    /// The program's memory becomes a buffer's: start, size.
    Adopt,
    /// It ceases to be.
    Disown,
    /// Memory is mapped: the command, start, size, whether for writing.
    Share,
    /// It is unmapped: start, size, whether it was for writing.
    Unshare,
    /// A call fails: its error, whether nobody is told.
    Refused,
    /// A kernel runs: the function of an item, its arguments, the index space, local
    /// memory, and how many parts that has.
    Launch,
}

impl Primitive {
    /// All of them.
    pub const ALL: [Primitive; 16] = [
        Primitive::Build,
        Primitive::Enqueued,
        Primitive::Order,
        Primitive::Signal,
        Primitive::Begin,
        Primitive::End,
        Primitive::Wait,
        Primitive::IsKnown,
        Primitive::Mapped,
        Primitive::Given,
        Primitive::Adopt,
        Primitive::Disown,
        Primitive::Share,
        Primitive::Unshare,
        Primitive::Refused,
        Primitive::Launch,
    ];

    /// The function.
    pub const fn name(self) -> &'static str {
        match self {
            Primitive::Build => "simdiff.host.build",
            Primitive::Enqueued => "simdiff.host.enqueued",
            Primitive::Order => "simdiff.host.order",
            Primitive::Signal => "simdiff.host.signal",
            Primitive::Begin => "simdiff.host.begin",
            Primitive::End => "simdiff.host.end",
            Primitive::Wait => "simdiff.host.wait",
            Primitive::IsKnown => "simdiff.host.is_known",
            Primitive::Mapped => "simdiff.host.mapped",
            Primitive::Given => "simdiff.host.given",
            Primitive::Adopt => "simdiff.host.adopt",
            Primitive::Disown => "simdiff.host.disown",
            Primitive::Share => "simdiff.host.share",
            Primitive::Unshare => "simdiff.host.unshare",
            Primitive::Refused => "simdiff.host.refused",
            Primitive::Launch => "simdiff.host.launch",
        }
    }

    /// The primitive that a function is.
    pub fn of(name: &str) -> Option<Primitive> {
        Primitive::ALL.into_iter().find(|p| p.name() == name)
    }
}
