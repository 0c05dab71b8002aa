//! Counts accesses towards the extents of objects.

use term::TermId;

use super::executor::Executor;
use super::extents::Farther;
use super::place::Place;

impl Executor<'_, '_> {
    /// Counts an access of `size` bytes at a place, which happens where the guard holds.
    #[inline]
    pub(super) fn note_extent(&mut self, place: &Place, size: u64, guard: Option<TermId>) {
        match place {
            Place::At(object, offset) => self.machine.extents.note(*object, offset + size),
            Place::Among {
                object,
                offset,
                candidates,
            } => {
                let access = Farther {
                    offset: *offset,
                    candidates: candidates.iter().copied().collect(),
                    size,
                    guard,
                    path: self.state.kept_path(),
                };
                self.machine.extents.note_farther(*object, access);
            }
            Place::Either(_, x, y) => {
                self.note_extent(x, size, guard);
                self.note_extent(y, size, guard);
            }
            Place::Outside => {}
        }
    }
}
