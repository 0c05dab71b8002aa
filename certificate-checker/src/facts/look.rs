//! Access to facts about the operands of a term.

use term::{Arena, Format, TermId};

use super::known::{Key, Known};
use crate::floats::Float;
use crate::integers::Integer;

/// Looks up facts about operands, and collects those that are not derived yet.
pub(super) struct Look<'a> {
    pub known: &'a Known,
    pub arena: &'a Arena,
    pub missing: Vec<Key>,
}

impl Look<'_> {
    pub(super) fn integer(&mut self, term: TermId) -> Integer {
        let width = self.arena.width(term);
        if let Some(value) = self.arena.constant_value(term) {
            return Integer::constant(width, value);
        }
        let known = self.known.integers.get(&term).copied();
        known.unwrap_or_else(|| {
            self.missing.push(Key::Integer(term));
            Integer::any(width)
        })
    }

    pub(super) fn float(&mut self, term: TermId, format: Format) -> Float {
        if let Some(value) = self.arena.constant_value(term) {
            return Float::constant(format, value);
        }
        let known = self.known.floats.get(&(term, format)).copied();
        known.unwrap_or_else(|| {
            self.missing.push(Key::Float(term, format));
            Float::any(format)
        })
    }
}
