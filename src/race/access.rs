//! An access to memory, as far as races are concerned.

use std::rc::Rc;

use term::TermId;

use crate::program::{Commuting, Order, SpanId};
use crate::symex::{ObjectId, Offset, Value};

/// A work-item: its group, and its place among the group's items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Item {
    /// The linear number of the group.
    pub group: u32,
    /// The linear local id.
    pub local: u32,
}

/// One access of a work-item to bytes of one object.
#[derive(Clone, Debug)]
pub struct Access {
    /// Who makes it.
    pub item: Item,
    /// To which object.
    pub object: ObjectId,
    /// Where in the object.
    pub offset: Offset,
    /// Number of bytes.
    pub size: u64,
    /// Whether it writes; an atomic update is a read and a write.
    pub writes: bool,
    /// In which order with those of others; plain ones are not atomic.
    pub order: Order,
    /// The kind of the update that it belongs to, if several of that kind leave the same
    /// behind in any order and nobody uses what this one finds.
    pub commuting: Option<Commuting>,
    /// What is read or written, where that is known.
    pub value: Option<Value>,
    /// Barriers that its group had passed.
    pub passed: u32,
    /// It happens where all of these hold, besides the path condition.
    pub conditions: Rc<[TermId]>,
    /// The instruction, and the calls that led to it, innermost first.
    pub chain: Rc<[SpanId]>,
}

impl Access {
    /// The first and the last offset at which it can start.
    pub fn reach(&self) -> (u64, u64) {
        match self.offset {
            Offset::At(at) => (at, at),
            Offset::Among { first, last, .. } => (first, last),
        }
    }

    /// Whether it happens on every input of the path, at one place.
    pub fn is_certain(&self) -> bool {
        self.conditions.is_empty() && matches!(self.offset, Offset::At(_))
    }

    /// Whether it is atomic.
    pub fn is_atomic(&self) -> bool {
        self.order != Order::Plain
    }

    /// Whether the order of two accesses matters where they meet, by what they do. Of
    /// atomic ones it does, although they do not race, unless they commute.
    pub fn conflicts_with(&self, other: &Access) -> bool {
        (self.writes || other.writes) && !self.commutes_with(other)
    }

    /// Whether both are of updates of one kind and size, which meet in all of their
    /// bytes or in none, and leave the same behind in either order.
    fn commutes_with(&self, other: &Access) -> bool {
        self.commuting.is_some()
            && self.commuting == other.commuting
            && self.size == other.size
            && self.is_on_grid()
            && other.is_on_grid()
    }

    /// Whether it starts at a multiple of its size.
    pub(super) fn is_on_grid(&self) -> bool {
        match self.offset {
            Offset::At(at) => at % self.size == 0,
            Offset::Among { first, stride, .. } => {
                first % self.size == 0 && stride % self.size == 0
            }
        }
    }
}
