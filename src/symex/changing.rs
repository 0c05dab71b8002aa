//! Accesses to volatile objects.

use std::rc::Rc;

use super::end::{Access, StopReason};
use super::executor::{Exec, Executor};
use super::object_spec::ObjectId;
use super::place::Place;
use super::state::State;

impl State {
    /// Marks an object as changeable by others between volatile accesses to it.
    pub fn share(&mut self, object: ObjectId) {
        Rc::make_mut(&mut self.volatile).objects.push(object);
    }

    /// Adds the volatile accesses of these states, whose paths join in this one.
    pub(super) fn join_volatile<'s>(&mut self, arms: impl Iterator<Item = &'s State>) {
        for arm in arms {
            if Rc::ptr_eq(&arm.volatile, &self.volatile) {
                continue;
            }
            let missing = arm.volatile.accessed.iter();
            let missing = missing.filter(|seen| !self.volatile.accessed.contains(seen));
            let missing: Vec<_> = missing.copied().collect();
            if !missing.is_empty() {
                Rc::make_mut(&mut self.volatile).accessed.extend(missing);
            }
        }
    }
}

impl Executor<'_, '_> {
    /// Records a volatile access of `size` bytes at a place. A read of bytes accessed
    /// before stops the path: others may have changed them since.
    pub fn touch_volatile(&mut self, place: &Place, size: u64, access: Access) -> Exec<()> {
        let (object, first, last) = match place {
            Place::At(object, offset) => (*object, *offset, offset + size),
            // It may be anywhere in the object.
            Place::Among { object, .. } => (*object, 0, u64::MAX),
            Place::Either(_, x, y) => {
                self.touch_volatile(x, size, access)?;
                return self.touch_volatile(y, size, access);
            }
            Place::Outside => return Ok(()),
        };
        let volatile = &self.state.volatile;
        if !volatile.objects.contains(&object) {
            return Ok(());
        }
        let mut accessed = volatile.accessed.iter();
        let before = accessed.any(|(o, from, to)| *o == object && *from < last && first < *to);
        if before && access == Access::Read {
            let spec = self.state.memory.object(object).map(|o| &o.spec);
            let name = spec.map_or(String::new(), |spec| spec.name.to_string());
            return Err(self.stop(StopReason::Volatile(name)));
        }
        if !before {
            let volatile = Rc::make_mut(&mut self.state.volatile);
            volatile.accessed.push((object, first, last));
        }
        Ok(())
    }
}
