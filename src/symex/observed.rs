//! The observer of a state: offering it objects and handing it accesses.

use std::any::Any;
use std::rc::Rc;

use super::object_spec::{ObjectId, ObjectSpec};
use super::observer::{AccessRecord, Observer};
use super::state::State;

impl State {
    /// Places an object and offers it to the observer.
    pub(super) fn allocate(&mut self, spec: ObjectSpec) -> Option<ObjectId> {
        let id = self.memory.allocate(spec)?;
        if self.observer.is_some() {
            self.offer(id);
        }
        Some(id)
    }

    /// Places an object at a given address among the globals and offers it to the observer.
    /// Returns whether the address range is free.
    pub(super) fn insert(&mut self, base: u64, spec: ObjectSpec) -> bool {
        let placed = self.memory.insert(base, spec);
        if placed {
            self.offer(ObjectId(base));
        }
        placed
    }

    /// Marks an object as observed if the observer wants it.
    fn offer(&mut self, id: ObjectId) {
        let spec = self.memory.object(id).map(|object| &object.spec);
        let wanted = match (&self.observer, spec) {
            (Some(observer), Some(spec)) => observer.wants(id, spec),
            _ => false,
        };
        if wanted {
            self.memory.set_observed(id, true);
        }
    }

    /// Sets the observer. It is told of the accesses of all threads to the objects that it
    /// wants, present and future.
    pub fn set_observer(&mut self, observer: impl Observer) {
        self.take_observer();
        self.observer = Some(Rc::new(observer));
        let objects = self.memory.objects();
        let ids: Vec<ObjectId> = objects.map(|object| ObjectId(object.base)).collect();
        ids.into_iter().for_each(|id| self.offer(id));
    }

    /// Replaces the observer by one that wants the same objects; it is not offered any.
    pub fn renew_observer(&mut self, observer: impl Observer) {
        self.observer = Some(Rc::new(observer));
    }

    /// Returns the observer, if it is a `T`.
    pub fn observer<T: Observer>(&self) -> Option<&T> {
        let observer: &dyn Any = &**self.observer.as_ref()?;
        observer.downcast_ref()
    }

    /// Removes the observer, which ends the observation.
    pub fn take_observer(&mut self) -> Option<Rc<dyn Observer>> {
        let observer = self.observer.take()?;
        let observed = self.memory.objects().filter(|object| object.observed);
        let ids: Vec<ObjectId> = observed.map(|object| ObjectId(object.base)).collect();
        for id in ids {
            self.memory.set_observed(id, false);
        }
        Some(observer)
    }

    pub(super) fn is_observed(&self) -> bool {
        self.observer.is_some()
    }

    /// Hands an access to the observer.
    pub(super) fn observe(&mut self, access: AccessRecord) {
        let Some(observer) = &mut self.observer else {
            return;
        };
        if Rc::get_mut(observer).is_none() {
            *observer = Rc::from(Rc::clone(observer).split());
        }
        if let Some(observer) = Rc::get_mut(observer) {
            observer.observe(access);
        }
    }

    /// Joins the observers of arms that split at `base` into that of this state.
    pub(super) fn join_observers<'s>(
        &mut self,
        base: &State,
        arms: impl Iterator<Item = &'s State>,
    ) {
        let Some(before) = &base.observer else {
            return;
        };
        let arms: Vec<_> = arms.filter_map(|arm| arm.observer.clone()).collect();
        let changed = arms.iter().any(|arm| !Rc::ptr_eq(arm, before));
        self.observer = Some(match changed {
            true => Rc::from(Rc::clone(before).join(&arms)),
            false => Rc::clone(before),
        });
    }
}
