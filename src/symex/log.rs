//! A log of accesses: the plainest observer.

use std::rc::Rc;

use super::object_spec::{ObjectId, ObjectSpec};
use super::observer::{AccessRecord, Observer};

/// Which objects a log is about.
type Wanted = Rc<dyn Fn(ObjectId, &ObjectSpec) -> bool>;

/// All accesses to some objects on a path, in the order of execution; those of merged
/// arms one arm after the other, each under its arm's path condition.
pub struct AccessLog {
    wanted: Wanted,
    /// What was logged before the path split last.
    before: Option<Rc<AccessLog>>,
    since: Vec<AccessRecord>,
}

impl AccessLog {
    /// An empty log about the objects that `wanted` holds for.
    pub fn of(wanted: impl Fn(ObjectId, &ObjectSpec) -> bool + 'static) -> AccessLog {
        AccessLog {
            wanted: Rc::new(wanted),
            before: None,
            since: Vec::new(),
        }
    }

    /// An empty log about the objects that this one is about.
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

    /// The log and what it goes on from, newest first.
    fn parts(&self) -> impl Iterator<Item = &AccessLog> {
        std::iter::successors(Some(self), |log| log.before.as_deref())
    }

    /// The accesses, oldest first.
    pub fn accesses(&self) -> Vec<&AccessRecord> {
        let newest = self.parts().flat_map(|log| log.since.iter().rev());
        let mut accesses: Vec<_> = newest.collect();
        accesses.reverse();
        accesses
    }

    /// The accesses since an earlier log, oldest first.
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
            // What a log is split into is a log.
            if let Some(arm) = arm.downcast_ref::<AccessLog>() {
                since.extend(arm.since(&self));
            }
        }
        Box::new(AccessLog::after(self, since))
    }
}

impl Drop for AccessLog {
    /// Part by part: a path that splits often must not take a long stack.
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
