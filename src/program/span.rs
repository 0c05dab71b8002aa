//! Positions in the user's sources, shared by many instructions.

/// The index of a [`crate::verdict::Location`] in its program; [`SpanId::NONE`] without
/// debug info.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpanId(pub u32);

impl SpanId {
    /// An unknown position.
    pub const NONE: SpanId = SpanId(u32::MAX);
}
