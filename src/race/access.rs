//! Memory accesses, as far as races are concerned.

use std::rc::Rc;

use term::TermId;

use crate::program::{Commuting, Order, SpanId};
use crate::symex::{ObjectId, Offset, Value};

/// A work-item: its group, and its index in the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Item {
    /// The linear id of the group.
    pub group: u32,
    /// The linear local id.
    pub local: u32,
}

/// One access of a work-item to bytes of one object.
#[derive(Clone, Debug)]
pub struct Access {
    /// The item that performs it.
    pub item: Item,
    /// The accessed object.
    pub object: ObjectId,
    /// The offset in the object.
    pub offset: Offset,
    /// Number of bytes.
    pub size: u64,
    /// Whether it writes; an atomic update is recorded as a read and a write.
    pub writes: bool,
    /// Its memory order; plain accesses are not atomic.
    pub order: Order,
    /// Whether it is atomic to accesses of its work-group only.
    pub within_group: bool,
    /// The kind of the update that it belongs to, if updates of that kind commute and the
    /// value found by this one is unused.
    pub commuting: Option<Commuting>,
    /// The value read or stored, if known.
    pub value: Option<Value>,
    /// Number of barriers that its group had passed.
    pub passed: u32,
    /// Which access of its item from its source position it is since the last barrier, from 1.
    pub round: u32,
    /// Conditions under which it happens, besides the path condition.
    pub conditions: Rc<[TermId]>,
    /// The instruction, and the calls that led to it, innermost first.
    pub chain: Rc<[SpanId]>,
}

impl Access {
    /// Returns the least and the greatest offset at which it may start.
    pub fn reach(&self) -> (u64, u64) {
        match self.offset {
            Offset::At(at) => (at, at),
            Offset::Among { first, last, .. } => (first, last),
        }
    }

    /// Whether it happens on every input of the path, at a constant offset.
    pub fn is_certain(&self) -> bool {
        self.conditions.is_empty() && matches!(self.offset, Offset::At(_))
    }

    /// The access as other groups see it, to whose accesses it may not be atomic.
    #[must_use]
    pub fn from_outside(&self) -> Access {
        let access = self.clone();
        match self.within_group {
            true => Access {
                order: Order::Plain,
                commuting: None,
                ..access
            },
            false => access,
        }
    }

    /// Whether it is atomic.
    pub fn is_atomic(&self) -> bool {
        self.order != Order::Plain
    }

    /// Whether the order of two accesses to one byte matters: one of them writes, and they
    /// do not commute. This holds for atomic accesses too, although they do not race.
    pub fn conflicts_with(&self, other: &Access) -> bool {
        (self.writes || other.writes) && !self.commutes_with(other)
    }

    /// Whether both belong to updates of one kind and size, which share all of their bytes
    /// or none and have the same final result in either order.
    fn commutes_with(&self, other: &Access) -> bool {
        self.commuting.is_some()
            && self.commuting == other.commuting
            && self.size == other.size
            && self.is_on_grid()
            && other.is_on_grid()
    }

    /// Whether its offset is a multiple of its size.
    pub(super) fn is_on_grid(&self) -> bool {
        match self.offset {
            Offset::At(at) => at % self.size == 0,
            Offset::Among { first, stride, .. } => {
                first % self.size == 0 && stride % self.size == 0
            }
        }
    }
}
