//! How far the accesses of a program reach into objects on the heap, which the buffers of
//! parameters are.
//!
//! Invariant: a read that was hoisted out of a branch does not count; an access at an address that
//! depends on the inputs counts with the last place that it may have.

use rustc_hash::FxHashMap;

use super::executor::Executor;
use super::memory::Memory;
use super::object_spec::ObjectId;
use super::place::Place;

/// The ends of the farthest accesses to objects on the heap, in bytes from their starts.
#[derive(Default)]
pub(super) struct Extents {
    ends: FxHashMap<ObjectId, u64>,
    /// The object of the latest access that counted, and its end.
    last: Option<(ObjectId, u64)>,
}

impl Extents {
    /// Counts an access that ends `end` bytes behind the start of an object.
    #[inline]
    pub(super) fn note(&mut self, object: ObjectId, end: u64) {
        let is_known = self
            .last
            .is_some_and(|(last, known)| last == object && end <= known);
        if is_known || !Memory::is_heap(object.0) {
            return;
        }
        let known = self.ends.entry(object).or_default();
        *known = end.max(*known);
        self.last = Some((object, *known));
    }

    /// Takes the ends, and starts anew.
    pub(super) fn take(&mut self) -> FxHashMap<ObjectId, u64> {
        self.last = None;
        std::mem::take(&mut self.ends)
    }
}

impl Executor<'_, '_> {
    /// Counts an access of `size` bytes at a place.
    #[inline]
    pub(super) fn note_extent(&mut self, place: &Place, size: u64) {
        match place {
            Place::At(object, offset) => self.machine.extents.note(*object, offset + size),
            Place::Among {
                object, candidates, ..
            } => {
                if let Some(last) = candidates.last() {
                    self.machine.extents.note(*object, last + size);
                }
            }
            Place::Either(_, x, y) => {
                self.note_extent(x, size);
                self.note_extent(y, size);
            }
            Place::Outside => {}
        }
    }
}
