//! Addresses that may point into several objects: the path is split, with one path per
//! object.
//!
//! Invariant: on each path the address is inside its object, and an obligation states that
//! it points into no other object than these.

use term::TermId;

use super::end::{Access, Defect, DefectKind, StopReason};
use super::executor::{Exec, Executor};
use super::object_spec::ObjectId;
use super::oracle::Feasibility;
use crate::budgets::execution::{ASKED_OBJECTS, DIVIDED_OBJECTS};

impl Executor<'_, '_> {
    /// Returns the object of an address on this path. New paths execute the current
    /// instruction again with the other objects. Trap: the instruction must not have had an
    /// effect yet.
    pub fn split_by_object(
        &mut self,
        address: TermId,
        size: u64,
        access: Access,
    ) -> Exec<ObjectId> {
        let range = self.b().interval(address);
        let near = |base: u64, extent: u64| {
            u128::from(base) <= range.umax && u128::from(base.saturating_add(extent)) >= range.umin
        };
        let objects = self.state.memory.objects();
        let objects = objects.filter(|o| o.is_live() && near(o.base, o.spec.size));
        let objects: Vec<(u64, u64)> = objects.map(|o| (o.base, o.spec.size)).collect();
        if objects.len() > ASKED_OBJECTS {
            return Err(self.stop(StopReason::SymbolicAddress));
        }
        let mut possible: Vec<(ObjectId, TermId)> = Vec::new();
        let mut nowhere = self.b().bool(true);
        for (base, extent) in objects {
            let Some(room) = extent.checked_sub(size) else {
                continue;
            };
            let inside = self.is_within(address, base, room);
            let builder = &mut self.machine.builder;
            match self.oracle.decide(builder, self.state.path(), inside) {
                Feasibility::AlwaysFalse => continue,
                Feasibility::AlwaysTrue => return Ok(ObjectId(base)),
                Feasibility::Both | Feasibility::Unknown => {}
            }
            possible.push((ObjectId(base), inside));
            let outside = self.b().not(inside);
            nowhere = self.b().and(nowhere, outside);
            if possible.len() > DIVIDED_OBJECTS {
                return Err(self.stop(StopReason::SymbolicAddress));
            }
        }
        let somewhere = self.b().not(nowhere);
        self.require(somewhere, |this| Defect {
            size,
            ..this.plain_defect(DefectKind::OutOfBounds(access))
        })?;
        let Some(((object, inside), others)) = possible.split_first() else {
            return Err(self.stop(StopReason::SymbolicAddress));
        };
        self.machine.statistics.split_addresses += u64::from(!others.is_empty());
        for (object, inside) in others.iter().rev() {
            self.count_path()?;
            let mut other = self.state.clone();
            other.enter(address, *object, *inside);
            other.thread.frame.pc -= 1;
            other.splits += 1;
            self.machine.statistics.splits += 1;
            self.waiting.push(other);
        }
        self.state.enter(address, *object, *inside);
        Ok(*object)
    }

    /// Returns whether an address is at most `room` bytes after `base`.
    fn is_within(&mut self, address: TermId, base: u64, room: u64) -> TermId {
        let base = self.b().constant(64, u128::from(base.wrapping_neg()));
        let offset = self.b().add(address, base);
        let limit = self.b().constant(64, u128::from(room));
        self.b().ule(offset, limit)
    }
}
