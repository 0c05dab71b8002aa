//! What is known of promises of `restrict` on one path: which are watched, and what was
//! accessed meanwhile.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use term::TermId;

use super::path::KeptPath;
use crate::program::{Roots, SpanId};

/// Accesses of one kind that are noted of a byte: on different paths, or at different
/// places.
const MOST_NOTED: usize = 4;

/// A `restrict` parameter of an activation.
pub(super) type Promised = (u64, u32);

/// What the pointer in a parameter is based on.
#[derive(Clone)]
pub(super) enum Basis {
    /// These parameters, and no others that are `restrict`.
    On(Vec<Promised>),
    Unknown,
}

/// An access to promised bytes.
pub(super) struct Noted {
    pub path: KeptPath,
    pub within: Vec<TermId>,
    pub at: SpanId,
}

/// The accesses to one byte, by whether they are based on the parameter and whether they
/// write.
pub(super) type Byte = [Vec<Rc<Noted>>; 4];

pub(super) const fn kind(based: bool, write: bool) -> usize {
    2 * based as usize + write as usize
}

/// A parameter whose promise is watched.
#[derive(Clone)]
pub(super) struct Promise {
    pub of: Promised,
    /// Start and end of the object that it points to.
    pub object: (u64, u64),
    pub bytes: Rc<FxHashMap<u64, Byte>>,
}

/// The promises watched on a path, and what the parameters of the calls made meanwhile are
/// based on.
#[derive(Clone, Default)]
pub(super) struct Promises {
    pub watched: Vec<Promise>,
    pub bases: Vec<(u64, Rc<[Basis]>)>,
    /// Whether what an instruction of an activation has loaded was always in memory before
    /// the first of the promises.
    pub loaded: FxHashMap<(u64, u32), bool>,
    /// Where in memory pointers may have been written since, in units of their size.
    pub written: Rc<FxHashSet<u64>>,
    /// They may have been written anywhere.
    pub written_anywhere: bool,
}

/// The size of a pointer in bytes.
pub(super) const POINTER: u64 = 8;

/// Notes an access, unless there is one like it or there are many.
pub(super) fn note(all: &mut Vec<Rc<Noted>>, noted: &Rc<Noted>) {
    let like = |other: &Rc<Noted>| {
        Rc::ptr_eq(other, noted) || other.path == noted.path && other.within == noted.within
    };
    if all.len() < MOST_NOTED && !all.iter().any(like) {
        all.push(Rc::clone(noted));
    }
}

impl Promises {
    /// Ends the promises of an activation; whether any are left.
    pub fn end(&mut self, activation: u64) -> bool {
        self.bases.retain(|(number, _)| *number < activation);
        self.loaded.retain(|(number, _), _| *number < activation);
        self.watched.retain(|promise| promise.of.0 < activation);
        !self.watched.is_empty()
    }

    /// Takes over what was noted on a path that meets this one.
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

    /// Whether a pointer with these roots, of an activation, is based on a parameter;
    /// `None` if that is not certain.
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
