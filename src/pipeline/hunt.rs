//! The record of undefined behaviour that has a value: what was found and what is open.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::verdict::{Location, Side, Undefined};

/// A source position of one version, and the kind of undefined behaviour there.
pub type Key = (Side, Undefined, Option<Location>);

/// The findings so far, at all sizes.
#[derive(Clone, Debug, Default)]
pub struct Hunt {
    found: BTreeSet<Key>,
    open: BTreeSet<Key>,
    hoisted: BTreeSet<Key>,
    /// Time spent on queries.
    pub spent: Duration,
    /// Sizes at which both versions were compared natively.
    pub native: u32,
}

impl Hunt {
    /// Whether an input was found on which a version has this kind of undefined behaviour.
    pub fn has_found(&self, side: Side, kind: Undefined) -> bool {
        self.found.iter().any(|(s, k, _)| (*s, *k) == (side, kind))
    }

    /// Whether an input is known that makes this position undefined.
    pub fn knows(&self, key: &Key) -> bool {
        self.found.contains(key)
    }

    /// Records a position of optimised code at which an operation is undefined whose result
    /// the program does not use.
    pub fn set_aside(&mut self, key: Key) {
        self.hoisted.insert(key);
    }

    /// Whether the operations at a position of optimised code were found to be without use.
    pub fn is_set_aside(&self, key: &Key) -> bool {
        self.hoisted.contains(key)
    }

    /// Records a position that is undecided.
    pub fn leave_open(&mut self, key: Key) {
        self.open.insert(key);
    }

    /// Whether some position of a version is undecided for this kind.
    pub fn is_open(&self, side: Side, kind: Undefined) -> bool {
        self.open.iter().any(|(s, k, _)| (*s, *k) == (side, kind))
    }

    /// Records a finding; returns whether it is new.
    pub fn note(&mut self, side: Side, kind: Undefined, location: &Option<Location>) -> bool {
        self.found.insert((side, kind, location.clone()))
    }

    /// Returns the positions that are undecided and for which no input was found.
    pub fn undecided(&self) -> impl Iterator<Item = &Key> {
        self.open.iter().filter(|key| !self.found.contains(*key))
    }
}
