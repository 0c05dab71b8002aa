//! The derived facts, and what they are derived from.

use rewrite_rules::Assumptions;
use rustc_hash::FxHashMap;
use term::{Format, SymbolId, TermId};

use crate::floats::Float;
use crate::integers::Integer;
use crate::terms::Bounds;

/// A fact to derive.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Integer(TermId),
    Float(TermId, Format),
}

/// Facts about the terms of one arena in one context.
#[derive(Default)]
pub(super) struct Known {
    pub assumptions: Assumptions,
    pub ranges: FxHashMap<SymbolId, Bounds>,
    pub integers: FxHashMap<TermId, Integer>,
    pub floats: FxHashMap<(TermId, Format), Float>,
}
