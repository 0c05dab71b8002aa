//! The observer of a state: which objects it wants, and what it is told.

use std::any::Any;
use std::rc::Rc;

use super::object_spec::{ObjectId, ObjectSpec};
use super::observer::{AccessRecord, Observer};
use super::state::State;

impl State {
    /// Places an object, observed if the observer wants it.
    pub(super) fn allocate(&mut self, spec: ObjectSpec) -> Option<ObjectId> {
        let id = self.memory.allocate(spec)?;
        if self.observer.is_some() {
            self.offer(id);
        }
        Some(id)
    }

    /// Places an object where it is wanted, among the globals, observed if the observer
    /// wants it. Returns whether that is free.
    pub(super) fn insert(&mut self, base: u64, spec: ObjectSpec) -> bool {
        let placed = self.memory.insert(base, spec);
        if placed {
            self.offer(ObjectId(base));
        }
        placed
    }

    /// Asks the observer about an object.
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

    /// From now on, the accesses of all threads to the objects that it wants, present
    /// and to come, are told to an observer.
    pub fn set_observer(&mut self, observer: impl Observer) {
        self.take_observer();
        self.observer = Some(Rc::new(observer));
        let objects = self.memory.objects();
        let ids: Vec<ObjectId> = objects.map(|object| ObjectId(object.base)).collect();
        ids.into_iter().for_each(|id| self.offer(id));
    }

    /// Puts another observer in the place of one that wants the same objects, which stay
    /// marked: no object is asked about.
    pub fn renew_observer(&mut self, observer: impl Observer) {
        self.observer = Some(Rc::new(observer));
    }

    /// What the observer has come to know, if it is a `T`.
    pub fn observer<T: Observer>(&self) -> Option<&T> {
        let observer: &dyn Any = &**self.observer.as_ref()?;
        observer.downcast_ref()
    }

    /// Ends the observation.
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

    /// Tells the observer of an access.
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

    /// Takes over what the observers of arms saw that started from `base`.
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
