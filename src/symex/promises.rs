//! The promises of `restrict` that are watched on a path, with the accesses recorded for
//! them.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use term::TermId;

use super::path::KeptPath;
use crate::budgets::execution::NOTED_ACCESSES;
use crate::program::{Roots, SpanId};

/// A `restrict` parameter: the number of the activation, and the parameter's index.
pub(super) type Promised = (u64, u32);

/// The `restrict` parameters that the pointer in a parameter is based on.
#[derive(Clone)]
pub(super) enum Basis {
    /// These parameters and no others.
    On(Vec<Promised>),
    Unknown,
}

/// An access to bytes of a watched object.
pub(super) struct Noted {
    pub path: KeptPath,
    pub within: Vec<TermId>,
    pub at: SpanId,
}

/// The accesses to one byte, by [`kind`]: whether the pointer is based on the parameter,
/// and whether they write.
pub(super) type Byte = [Vec<Rc<Noted>>; 4];

pub(super) const fn kind(based: bool, write: bool) -> usize {
    2 * based as usize + write as usize
}

/// A parameter whose promise is watched.
#[derive(Clone)]
pub(super) struct Promise {
    pub of: Promised,
    /// Start and end address of the object that it points to.
    pub object: (u64, u64),
    pub bytes: Rc<FxHashMap<u64, Byte>>,
}

/// The promises watched on a path, and the bases of the parameters of the calls since.
#[derive(Clone, Default)]
pub(super) struct Promises {
    pub watched: Vec<Promise>,
    pub bases: Vec<(u64, Rc<[Basis]>)>,
    /// For each load instruction of an activation: whether everything it has loaded was in
    /// memory before the first promise.
    pub loaded: FxHashMap<(u64, u32), bool>,
    /// The places, in units of a pointer's size, to which pointers may have been written
    /// since.
    pub written: Rc<FxHashSet<u64>>,
    /// Set if pointers may have been written anywhere.
    pub written_anywhere: bool,
}

/// Size of a pointer in bytes.
pub(super) const POINTER: u64 = 8;

/// Records an access, unless a similar one is recorded or the limit is reached.
pub(super) fn note(all: &mut Vec<Rc<Noted>>, noted: &Rc<Noted>) {
    let like = |other: &Rc<Noted>| {
        Rc::ptr_eq(other, noted) || other.path == noted.path && other.within == noted.within
    };
    if all.len() < NOTED_ACCESSES && !all.iter().any(like) {
        all.push(Rc::clone(noted));
    }
}

impl Promises {
    /// Ends the promises of an activation; returns whether any remain.
    pub fn end(&mut self, activation: u64) -> bool {
        self.bases.retain(|(number, _)| *number < activation);
        self.loaded.retain(|(number, _), _| *number < activation);
        self.watched.retain(|promise| promise.of.0 < activation);
        !self.watched.is_empty()
    }

    /// Adds the records of an arm that joins this path.
    pub fn join(&mut self, arm: &Promises) {
        for (load, before) in &arm.loaded {
            *self.loaded.entry(*load).or_insert(true) &= *before;
        }
        self.written_anywhere |= arm.written_anywhere;
        if !Rc::ptr_eq(&self.written, &arm.written) {
            Rc::make_mut(&mut self.written).extend(arm.written.iter());
        }
        for promise in &mut self.watched {
            let other = arm.watched.iter().find(|other| other.of == promise.of);
            let Some(other) = other.filter(|o| !Rc::ptr_eq(&o.bytes, &promise.bytes)) else {
                continue;
            };
            let bytes = Rc::make_mut(&mut promise.bytes);
            for (address, noted) in &*other.bytes {
                let byte = bytes.entry(*address).or_default();
                for (own, noted) in byte.iter_mut().zip(noted) {
                    noted.iter().for_each(|noted| note(own, noted));
                }
            }
        }
    }

    /// Whether pointers may have been written to some of these bytes.
    pub fn is_written(&self, at: u64, size: u64) -> bool {
        let mut places = at / POINTER..=at.saturating_add(size) / POINTER;
        self.written_anywhere || places.any(|place| self.written.contains(&place))
    }

    /// Whether a pointer of an activation, with these roots, is based on a parameter;
    /// `None` if that is uncertain.
    pub fn is_based(&self, roots: Roots, activation: u64, on: Promised) -> Option<bool> {
        if roots.are_unknown() {
            return None;
        }
        let mut all = Vec::new();
        if roots.has_variable() {
            all.push(false);
        }
        let bases = self.bases.iter().find(|(number, _)| *number == activation);
        for param in roots.params() {
            if (activation, param as u32) == on {
                all.push(true);
                continue;
            }
            match bases.and_then(|(_, bases)| bases.get(param)) {
                Some(Basis::On(promised)) => all.push(promised.contains(&on)),
                Some(Basis::Unknown) | None => return None,
            }
        }
        for load in roots.loads() {
            match self.loaded.get(&(activation, load)) {
                Some(true) => all.push(false),
                _ => return None,
            }
        }
        match *all {
            [] => Some(false),
            [first, ref rest @ ..] => rest.iter().all(|other| *other == first).then_some(first),
        }
    }
}
