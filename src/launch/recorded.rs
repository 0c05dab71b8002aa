//! All accesses of a path's items.

use std::rc::Rc;

use crate::race;
use crate::symex::{AccessRecord, ObjectId, ObjectSpec, Observer};

/// The accesses that the items of a launch have made on a path so far, in the order of
/// execution. The path's state carries it as an observer.
#[derive(Clone, Default)]
pub struct Recorded(Rc<Vec<race::Access>>);

impl Recorded {
    /// Adds an access.
    pub(super) fn add(&mut self, access: race::Access) {
        Rc::make_mut(&mut self.0).push(access);
    }

    /// The accesses.
    pub fn accesses(&self) -> &[race::Access] {
        &self.0
    }
}

/// Carries the accesses only: it observes nothing itself.
impl Observer for Recorded {
    fn wants(&self, _: ObjectId, _: &ObjectSpec) -> bool {
        false
    }

    fn observe(&mut self, _: AccessRecord) {}

    fn split(self: Rc<Self>) -> Box<dyn Observer> {
        Box::new(Recorded::clone(&self))
    }

    fn join(self: Rc<Self>, _: &[Rc<dyn Observer>]) -> Box<dyn Observer> {
        self.split()
    }
}
