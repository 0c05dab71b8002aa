//! Where objects go: ranges of addresses, and one of them for the stack of each thread.

use std::rc::Rc;

use super::object_spec::ObjectId;
use super::shelf::Shelf;
use crate::program::GAP;

/// A range of addresses for one kind of storage.
#[derive(Clone)]
pub(super) struct Region {
    pub objects: Shelf,
    /// Where the next object goes at the lowest.
    pub next: u64,
}

impl Region {
    /// One without objects.
    pub fn at(start: u64) -> Region {
        Region {
            objects: Shelf::default(),
            next: start,
        }
    }
}

/// Where the stack of the first thread is.
pub(super) const STACK_BASE: u64 = 0x7f00_0000_0000;
/// Where the stacks of the others are, in a row: user space of 57 bits has room there.
const OTHERS_BASE: u64 = 1 << 48;
/// Room for each of them.
const ROOM: u64 = 1 << 40;
/// Most threads after the first.
const MOST: u64 = 1 << 13;

impl ObjectId {
    /// Whether it is on a stack.
    pub fn is_local(self) -> bool {
        self.0 >= STACK_BASE
    }

    /// Whether it is on the stack of another thread than the first.
    pub fn is_of_other_thread(self) -> bool {
        self.0 >= OTHERS_BASE
    }
}

/// The stacks of all threads.
#[derive(Clone)]
pub(super) struct Stacks {
    first: Region,
    others: Rc<Vec<Rc<Region>>>,
    /// The thread whose stack grows.
    running: u32,
}

impl Stacks {
    /// The empty stack of the first thread.
    pub fn new() -> Stacks {
        Stacks {
            first: Region::at(STACK_BASE + GAP),
            others: Rc::default(),
            running: 0,
        }
    }

    /// How many threads after the first have a stack.
    pub fn others(&self) -> usize {
        self.others.len()
    }

    /// All of them, by thread.
    pub fn all(&self) -> impl Iterator<Item = &Region> {
        let others = self.others.iter().map(|stack| &**stack);
        [&self.first].into_iter().chain(others)
    }

    /// The position among the others of the stack that an address is in.
    fn index(&self, address: u64) -> Option<usize> {
        let index = (address.checked_sub(OTHERS_BASE)? / ROOM) as usize;
        (index < self.others.len()).then_some(index)
    }

    fn other_mut(&mut self, index: usize) -> &mut Region {
        Rc::make_mut(&mut Rc::make_mut(&mut self.others)[index])
    }

    /// The stack that an address is in; the first one if it is in none.
    pub fn at(&self, address: u64) -> &Region {
        let index = self.index(address);
        index.map_or(&self.first, |index| &*self.others[index])
    }

    /// The stack that an address is in, for changes.
    pub fn at_mut(&mut self, address: u64) -> &mut Region {
        match self.index(address) {
            Some(index) => self.other_mut(index),
            None => &mut self.first,
        }
    }

    /// The stack that grows.
    pub fn running(&self) -> &Region {
        let index = (self.running as usize).checked_sub(1);
        index.map_or(&self.first, |index| &*self.others[index])
    }

    /// The stack that grows, for changes.
    pub fn running_mut(&mut self) -> &mut Region {
        match (self.running as usize).checked_sub(1) {
            Some(index) => self.other_mut(index),
            None => &mut self.first,
        }
    }

    /// The end of the stack that grows.
    pub fn end(&self) -> u64 {
        OTHERS_BASE + u64::from(self.running) * ROOM
    }

    /// Makes room for the stack of a thread after the first, which there may have been
    /// before. Returns whether there is any.
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

    /// Has the stack of a thread grow from here on, and says which one did.
    pub fn select(&mut self, thread: u32) -> u32 {
        std::mem::replace(&mut self.running, thread)
    }

    /// Leaves the addresses alone that the stack that grows in another memory has used,
    /// where this thread runs, too.
    pub fn reserve(&mut self, other: &Stacks) {
        let next = other.running().next;
        if self.running().next < next {
            self.running_mut().next = next;
        }
    }
}
