//! Asynchronous copies of a group (OpenCL C 3.0, 6.15.11).
//!
//! All items come to a copy with the same arguments. Its accesses are those of an item of
//! its own: nothing orders them with what the items access until all have waited for the
//! copy's event. A copy that nobody waits for is a defect.

use crate::program::{FunctionId, Program};
use crate::race::Item;
use crate::symex::Defect;

/// Local ids of copies start here.
pub(super) const FIRST: u32 = 1 << 31;

/// The primitives of `opencl-runtime/device/async.cl`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Primitives {
    /// All items are about to copy.
    pub start: Option<FunctionId>,
    /// What is accessed for the copy has been accessed; the result is its event.
    pub done: Option<FunctionId>,
    /// All items wait for an event.
    pub wait: Option<FunctionId>,
}

impl Primitives {
    /// Those that a program uses.
    pub fn of(program: &Program) -> Primitives {
        Primitives {
            start: program.find_function("simdiff.copy"),
            done: program.find_function("simdiff.copied"),
            wait: program.find_function("simdiff.wait"),
        }
    }

    /// All of them.
    pub fn all(self) -> impl Iterator<Item = FunctionId> {
        [self.start, self.done, self.wait].into_iter().flatten()
    }
}

/// The copies of a group.
#[derive(Clone, Default)]
pub(super) struct Copies {
    pub started: u32,
    /// Whether what is accessed now is accessed for the last one.
    pub running: bool,
    pub open: Vec<Copy>,
}

/// A copy that not all items have waited for.
#[derive(Clone)]
pub(super) struct Copy {
    pub number: u32,
    pub event: u128,
    /// What it is if the group ends before it does.
    pub unfinished: Defect,
}

impl Copies {
    /// Who accesses memory when an item of the group runs.
    pub fn acting(&self, item: Item) -> Item {
        match self.running {
            true => Item {
                local: FIRST + self.started,
                ..item
            },
            false => item,
        }
    }

    /// The defect of a group that ends before all of its copies do.
    pub fn unfinished(&self) -> Option<Defect> {
        Some(self.open.first()?.unfinished.clone())
    }
}

/// Whether an item is a copy.
pub const fn is_copy(item: Item) -> bool {
    item.local >= FIRST
}
