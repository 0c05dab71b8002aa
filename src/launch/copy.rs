//! Asynchronous copies of a group (OpenCL C 3.0, 6.15.11).
//!
//! All items must reach a copy with the same arguments. The accesses of a copy are those of
//! an additional item, unordered with the accesses of the group's items until all have
//! waited for the copy's event. A copy that is not waited for is a defect.

use crate::program::{FunctionId, Program};
use crate::race::Item;
use crate::symex::Defect;

/// The local ids of copies start here.
pub(super) const FIRST: u32 = 1 << 31;

/// The primitives of `opencl-runtime/device/async.cl`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Primitives {
    /// Called by all items before a copy.
    pub start: Option<FunctionId>,
    /// Called by all items when the accesses of the copy are made; returns its event.
    pub done: Option<FunctionId>,
    /// Called by all items to wait for an event.
    pub wait: Option<FunctionId>,
}

impl Primitives {
    /// The primitives that a program uses.
    pub fn of(program: &Program) -> Primitives {
        Primitives {
            start: program.find_function("simdiff.copy"),
            done: program.find_function("simdiff.copied"),
            wait: program.find_function("simdiff.wait"),
        }
    }

    /// Every primitive that the program uses.
    pub fn all(self) -> impl Iterator<Item = FunctionId> {
        [self.start, self.done, self.wait].into_iter().flatten()
    }
}

/// The copies of a group.
#[derive(Clone, Default)]
pub(super) struct Copies {
    pub started: u32,
    /// Whether accesses belong to the copy that was started last.
    pub running: bool,
    pub open: Vec<Copy>,
}

/// A copy that the group has not waited for.
#[derive(Clone)]
pub(super) struct Copy {
    pub number: u32,
    pub event: u128,
    /// The defect if the group ends before it waits for the copy.
    pub unfinished: Defect,
}

impl Copies {
    /// The party to which an access by an item of the group belongs: the running copy, or
    /// the item.
    pub fn acting(&self, item: Item) -> Item {
        match self.running {
            true => Item {
                local: FIRST + self.started,
                ..item
            },
            false => item,
        }
    }

    /// The defect of a group that ends with a copy that it has not waited for.
    pub fn unfinished(&self) -> Option<Defect> {
        Some(self.open.first()?.unfinished.clone())
    }
}

/// Whether an item stands for a copy.
pub const fn is_copy(item: Item) -> bool {
    item.local >= FIRST
}
