//! The log of accesses, the simplest observer.

use std::rc::Rc;

use super::object_spec::{ObjectId, ObjectSpec};
use super::observer::{AccessRecord, Observer};

/// The predicate that selects the objects of a log.
type Wanted = Rc<dyn Fn(ObjectId, &ObjectSpec) -> bool>;

/// All accesses to the selected objects on a path, in execution order. After a join, the
/// accesses of the arms follow one another, each under the path condition of its arm.
pub struct AccessLog {
    wanted: Wanted,
    /// The log up to the last split of the path.
    before: Option<Rc<AccessLog>>,
    since: Vec<AccessRecord>,
}

impl AccessLog {
    /// Makes an empty log of the objects that satisfy `wanted`.
    pub fn of(wanted: impl Fn(ObjectId, &ObjectSpec) -> bool + 'static) -> AccessLog {
        AccessLog {
            wanted: Rc::new(wanted),
            before: None,
            since: Vec::new(),
        }
    }

    /// Makes an empty log of the same objects.
    #[must_use]
    pub fn emptied(&self) -> AccessLog {
        AccessLog {
            wanted: Rc::clone(&self.wanted),
            before: None,
            since: Vec::new(),
        }
    }

    fn after(before: Rc<AccessLog>, since: Vec<AccessRecord>) -> AccessLog {
        AccessLog {
            wanted: Rc::clone(&before.wanted),
            before: Some(before),
            since,
        }
    }

    /// Returns this log and the earlier ones that it continues, newest first.
    fn parts(&self) -> impl Iterator<Item = &AccessLog> {
        std::iter::successors(Some(self), |log| log.before.as_deref())
    }

    /// Returns the accesses, oldest first.
    pub fn accesses(&self) -> Vec<&AccessRecord> {
        let newest = self.parts().flat_map(|log| log.since.iter().rev());
        let mut accesses: Vec<_> = newest.collect();
        accesses.reverse();
        accesses
    }

    /// Returns the accesses since an earlier log, oldest first.
    fn since(&self, earlier: &AccessLog) -> Vec<AccessRecord> {
        let later = self.parts().take_while(|log| !std::ptr::eq(*log, earlier));
        let newest = later.flat_map(|log| log.since.iter().rev());
        let mut accesses: Vec<_> = newest.cloned().collect();
        accesses.reverse();
        accesses
    }
}

impl Observer for AccessLog {
    fn wants(&self, object: ObjectId, spec: &ObjectSpec) -> bool {
        (self.wanted)(object, spec)
    }

    fn observe(&mut self, access: AccessRecord) {
        self.since.push(access);
    }

    fn split(self: Rc<Self>) -> Box<dyn Observer> {
        Box::new(AccessLog::after(self, Vec::new()))
    }

    fn join(self: Rc<Self>, arms: &[Rc<dyn Observer>]) -> Box<dyn Observer> {
        let mut since = Vec::new();
        for arm in arms {
            let arm: &dyn std::any::Any = &**arm;
            // All arms of a log are logs.
            if let Some(arm) = arm.downcast_ref::<AccessLog>() {
                since.extend(arm.since(&self));
            }
        }
        Box::new(AccessLog::after(self, since))
    }
}

impl Drop for AccessLog {
    /// Drops part by part: recursion would overflow the stack on a path with many splits.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(log) = next {
            match Rc::try_unwrap(log) {
                Ok(mut log) => next = log.before.take(),
                Err(_) => return,
            }
        }
    }
}
