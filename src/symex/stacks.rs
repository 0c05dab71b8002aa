//! Address ranges: regions of objects, and the stacks of threads.

use std::rc::Rc;

use super::object_spec::ObjectId;
use super::shelf::Shelf;
use crate::program::GAP;

/// A range of addresses for one kind of storage.
#[derive(Clone)]
pub(super) struct Region {
    pub objects: Shelf,
    /// Least address of the next object.
    pub next: u64,
}

impl Region {
    /// Makes an empty region.
    pub fn at(start: u64) -> Region {
        Region {
            objects: Shelf::default(),
            next: start,
        }
    }
}

/// Start of the first thread's stack.
pub(super) const STACK_BASE: u64 = 0x7f00_0000_0000;
/// Start of the stacks of the other threads, which follow one another; a user space of 57
/// bits has room for them.
const OTHERS_BASE: u64 = 1 << 48;
/// Size of each of them in bytes.
const ROOM: u64 = 1 << 40;
/// Most threads after the first.
const MOST: u64 = 1 << 13;

impl ObjectId {
    /// Whether the object is on a stack.
    pub fn is_local(self) -> bool {
        self.0 >= STACK_BASE
    }

    /// Whether the object is on the stack of a thread other than the first.
    pub fn is_of_other_thread(self) -> bool {
        self.0 >= OTHERS_BASE
    }
}

/// The stacks of all threads.
#[derive(Clone)]
pub(super) struct Stacks {
    first: Region,
    others: Rc<Vec<Rc<Region>>>,
    /// The thread on whose stack objects are placed.
    running: u32,
}

impl Stacks {
    /// Returns the empty stack of the first thread.
    pub fn new() -> Stacks {
        Stacks {
            first: Region::at(STACK_BASE + GAP),
            others: Rc::default(),
            running: 0,
        }
    }

    /// Returns the number of threads after the first that have a stack.
    pub fn others(&self) -> usize {
        self.others.len()
    }

    /// Returns all stacks, by thread.
    pub fn all(&self) -> impl Iterator<Item = &Region> {
        let others = self.others.iter().map(|stack| &**stack);
        [&self.first].into_iter().chain(others)
    }

    /// Returns the index, among the stacks after the first, of the one that an address is
    /// in.
    fn index(&self, address: u64) -> Option<usize> {
        let index = (address.checked_sub(OTHERS_BASE)? / ROOM) as usize;
        (index < self.others.len()).then_some(index)
    }

    fn other_mut(&mut self, index: usize) -> &mut Region {
        Rc::make_mut(&mut Rc::make_mut(&mut self.others)[index])
    }

    /// Returns the stack that an address is in; the first stack for other addresses.
    pub fn at(&self, address: u64) -> &Region {
        let index = self.index(address);
        index.map_or(&self.first, |index| &*self.others[index])
    }

    /// Returns the stack that an address is in, for writing.
    pub fn at_mut(&mut self, address: u64) -> &mut Region {
        match self.index(address) {
            Some(index) => self.other_mut(index),
            None => &mut self.first,
        }
    }

    /// Returns the stack of the running thread.
    pub fn running(&self) -> &Region {
        let index = (self.running as usize).checked_sub(1);
        index.map_or(&self.first, |index| &*self.others[index])
    }

    /// Returns the stack of the running thread, for writing.
    pub fn running_mut(&mut self) -> &mut Region {
        match (self.running as usize).checked_sub(1) {
            Some(index) => self.other_mut(index),
            None => &mut self.first,
        }
    }

    /// Returns the end address of the running thread's stack.
    pub fn end(&self) -> u64 {
        OTHERS_BASE + u64::from(self.running) * ROOM
    }

    /// Adds the stack of a thread other than the first, unless it exists. Returns whether
    /// the address space has room for it.
    pub fn add(&mut self, thread: u32) -> bool {
        let count = u64::from(thread);
        if count > MOST {
            return false;
        }
        let others = Rc::make_mut(&mut self.others);
        while (others.len() as u64) < count {
            let base = OTHERS_BASE + others.len() as u64 * ROOM;
            others.push(Rc::new(Region::at(base + GAP)));
        }
        true
    }

    /// Selects the running thread; returns the previous one.
    pub fn select(&mut self, thread: u32) -> u32 {
        std::mem::replace(&mut self.running, thread)
    }

    /// Reserves the addresses that the running stack of another memory has used; the same
    /// thread must run in both.
    pub fn reserve(&mut self, other: &Stacks) {
        let next = other.running().next;
        if self.running().next < next {
            self.running_mut().next = next;
        }
    }
}
