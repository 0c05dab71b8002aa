//! Memory that buffers use, and mapped regions: writes that the other side has not seen.

use super::bytes::Bytes;
use crate::race::Access;
use crate::symex::Offset;

/// Memory of the program that a buffer uses.
#[derive(Clone)]
pub(super) struct Adopted {
    pub bytes: Bytes,
    /// Writes of commands that the host has not mapped since.
    pub written: Vec<(u32, Access)>,
    /// Writes of the host to memory that was not mapped for writing.
    pub unseen: Vec<Access>,
}

impl Adopted {
    /// The memory when the buffer is created, with all of its contents visible to commands.
    pub const fn new(bytes: Bytes) -> Adopted {
        Adopted {
            bytes,
            written: Vec::new(),
            unseen: Vec::new(),
        }
    }

    /// Makes the contents of a range visible to the host.
    pub fn show(&mut self, bytes: Bytes) {
        let written = std::mem::take(&mut self.written);
        let left = written.into_iter();
        let left = left.flat_map(|(number, a)| without(a, bytes).map(move |a| (number, a)));
        self.written = left.collect();
    }

    /// Makes the contents of a range visible to commands, or replaces them.
    pub fn store(&mut self, bytes: Bytes) {
        let unseen = std::mem::take(&mut self.unseen).into_iter();
        self.unseen = unseen.flat_map(|a| without(a, bytes)).collect();
    }
}

/// The parts of an access outside a range. An access at an input-dependent offset is kept
/// or dropped as a whole.
fn without(access: Access, bytes: Bytes) -> impl Iterator<Item = Access> {
    let own = Bytes::of(&access);
    let before = Bytes {
        end: own.end.min(bytes.start),
        ..own
    };
    let behind = Bytes {
        start: own.start.max(bytes.end),
        ..own
    };
    let base = access.object.0;
    let whole = matches!(access.offset, Offset::Among { .. }) || !own.meets(bytes);
    let parts = match whole {
        true => [(!bytes.holds(own)).then_some(own), None],
        false => [before, behind].map(|part| (part.start < part.end).then_some(part)),
    };
    parts.into_iter().flatten().map(move |part| match whole {
        true => access.clone(),
        false => Access {
            offset: Offset::At(part.start - base),
            size: part.end - part.start,
            value: None,
            ..access.clone()
        },
    })
}

/// A mapped region.
#[derive(Clone, Copy)]
pub(super) struct Mapped {
    /// The command that mapped it.
    pub command: u32,
    pub bytes: Bytes,
    pub writes: bool,
}
