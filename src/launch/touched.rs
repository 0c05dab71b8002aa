//! What a launch that a host has run has touched, carried by the path.

use std::rc::Rc;

use crate::race;
use crate::symex::{AccessRecord, ObjectId, ObjectSpec, Observer, Storage};

/// How the names begin of what the libraries keep for themselves (`opencl-runtime`), in
/// blocks and in variables: no access to it is the program's.
const BLOCK: &str = "OpenCL ";
const VARIABLE: &str = "simdiff_";

/// Whether an object is the host library's own.
pub(super) fn is_bookkeeping(spec: &ObjectSpec) -> bool {
    spec.name.starts_with(BLOCK)
        || spec.storage == Storage::Global && spec.name.starts_with(VARIABLE)
}

/// The accesses of a launch outside of local memory, in short.
pub struct Touched(Rc<Vec<race::Access>>);

impl Touched {
    pub(super) fn of(accesses: Vec<race::Access>) -> Touched {
        Touched(Rc::new(accesses))
    }

    /// The accesses.
    pub fn accesses(&self) -> &[race::Access] {
        &self.0
    }

    /// Whether an object may be touched by a host and its commands: it is neither the
    /// host library's own nor on the stack of a work-item.
    pub fn is_shared(id: ObjectId, spec: &ObjectSpec) -> bool {
        !id.is_of_other_thread() && !is_bookkeeping(spec)
    }
}

/// It knows all it ever will.
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
