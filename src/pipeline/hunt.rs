//! What is known so far of undefined behaviour that has a value.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::verdict::{Location, Side, Undefined};

/// A place of one version.
pub type Key = (Side, Undefined, Option<Location>);

/// What was found so far, at all sizes.
#[derive(Clone, Debug, Default)]
pub struct Hunt {
    found: BTreeSet<Key>,
    open: BTreeSet<Key>,
    /// Time that questions took.
    pub spent: Duration,
    /// Sizes at which both versions were compared natively.
    pub native: u32,
}

impl Hunt {
    /// Whether an input was found on which a version does this.
    pub fn has_found(&self, side: Side, kind: Undefined) -> bool {
        self.found.iter().any(|(s, k, _)| (*s, *k) == (side, kind))
    }

    /// Whether an input is known that makes this place undefined.
    pub fn knows(&self, key: &Key) -> bool {
        self.found.contains(key)
    }

    /// Notes a place of which it is not known.
    pub fn leave_open(&mut self, key: Key) {
        self.open.insert(key);
    }

    /// Whether it is open somewhere whether a version does this.
    pub fn is_open(&self, side: Side, kind: Undefined) -> bool {
        self.open.iter().any(|(s, k, _)| (*s, *k) == (side, kind))
    }

    /// Notes that a version does this; whether that is new.
    pub fn note(&mut self, side: Side, kind: Undefined, location: &Option<Location>) -> bool {
        self.found.insert((side, kind, location.clone()))
    }

    /// The places of which it is not known whether an input makes them undefined.
    pub fn undecided(&self) -> impl Iterator<Item = &Key> {
        self.open.iter().filter(|key| !self.found.contains(*key))
    }
}
