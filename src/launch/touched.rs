//! The accesses of a launch by a host, carried by the path.

use std::rc::Rc;

use crate::race;
use crate::symex::{AccessRecord, ObjectId, ObjectSpec, Observer, Storage};

/// Prefixes of the names of heap blocks and variables that the libraries keep for
/// themselves (`opencl-runtime`): accesses to these are not the program's.
const BLOCK: &str = "OpenCL ";
const VARIABLE: &str = "simdiff_";

/// Whether an object belongs to the host library.
pub(super) fn is_bookkeeping(spec: &ObjectSpec) -> bool {
    spec.name.starts_with(BLOCK)
        || spec.storage == Storage::Global && spec.name.starts_with(VARIABLE)
}

/// A summary of a launch's accesses outside of local memory.
pub struct Touched(Rc<Vec<race::Access>>);

impl Touched {
    pub(super) fn of(accesses: Vec<race::Access>) -> Touched {
        Touched(Rc::new(accesses))
    }

    /// The accesses.
    pub fn accesses(&self) -> &[race::Access] {
        &self.0
    }

    /// Whether a host and its commands may both access an object: it belongs neither to the
    /// host library nor to the stack of a work-item.
    pub fn is_shared(id: ObjectId, spec: &ObjectSpec) -> bool {
        !id.is_of_other_thread() && !is_bookkeeping(spec)
    }
}

/// Carries the accesses only: it observes nothing itself.
impl Observer for Touched {
    fn wants(&self, _: ObjectId, _: &ObjectSpec) -> bool {
        false
    }

    fn observe(&mut self, _: AccessRecord) {}

    fn split(self: Rc<Self>) -> Box<dyn Observer> {
        Box::new(Touched(Rc::clone(&self.0)))
    }

    fn join(self: Rc<Self>, _: &[Rc<dyn Observer>]) -> Box<dyn Observer> {
        self.split()
    }
}
