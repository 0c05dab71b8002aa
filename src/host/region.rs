//! Memory that is a buffer's, and regions that are mapped: what of them nobody has seen.

use super::bytes::Bytes;
use crate::race::Access;
use crate::symex::Offset;

/// Memory of the program's that is a buffer's.
#[derive(Clone)]
pub(super) struct Adopted {
    pub bytes: Bytes,
    /// What commands have written that the host has not mapped since.
    pub written: Vec<(u32, Access)>,
    /// What the host has written that was not mapped for that.
    pub unseen: Vec<Access>,
}

impl Adopted {
    /// The memory as it is when the buffer is made, which the buffer holds.
    pub const fn new(bytes: Bytes) -> Adopted {
        Adopted {
            bytes,
            written: Vec::new(),
            unseen: Vec::new(),
        }
    }

    /// The host sees all that is in some of the bytes.
    pub fn show(&mut self, bytes: Bytes) {
        let written = std::mem::take(&mut self.written);
        let left = written.into_iter();
        let left = left.flat_map(|(number, a)| without(a, bytes).map(move |a| (number, a)));
        self.written = left.collect();
    }

    /// Commands see all that is in some of the bytes, or what was there is gone.
    pub fn store(&mut self, bytes: Bytes) {
        let unseen = std::mem::take(&mut self.unseen).into_iter();
        self.unseen = unseen.flat_map(|a| without(a, bytes)).collect();
    }
}

/// What is left of an access without some bytes; of one at a place that depends on inputs,
/// all or nothing.
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

/// A region that is mapped.
#[derive(Clone, Copy)]
pub(super) struct Mapped {
    /// The command that mapped it.
    pub command: u32,
    pub bytes: Bytes,
    pub writes: bool,
}
