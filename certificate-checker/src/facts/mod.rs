//! Facts for guards, derived independently of the prover: bounds of integers and categories of
//! floats from the ranges of the inputs and the assumptions.
//!
//! Invariant: the facts hold for every input within the ranges, as far as the assumptions hold.
//! Every term is analysed once; there is no recursion over terms.

mod floats;
mod integers;
mod known;
mod look;
mod range;

use rewrite_rules::Assumptions;
use rustc_hash::FxHashMap;
use term::{Arena, Format, Op, SymbolId, TermId};

use self::known::{Key, Known};
use self::look::Look;
use crate::floats::Float;
use crate::integers::Integer;
use crate::terms::Bounds;

pub(crate) use self::range::whole;

/// Facts about the terms of one arena in one context.
#[derive(Default)]
pub(crate) struct Facts(Known);

impl Facts {
    pub(crate) fn new(assumptions: Assumptions, ranges: FxHashMap<SymbolId, Bounds>) -> Facts {
        Facts(Known {
            assumptions,
            ranges,
            ..Known::default()
        })
    }

    pub(crate) fn assumptions(&self) -> Assumptions {
        self.0.assumptions
    }

    /// The range of a symbol, if it has one.
    pub(crate) fn range(&self, symbol: SymbolId) -> Option<Bounds> {
        self.0.ranges.get(&symbol).copied()
    }

    /// The ranges that are not also those of other facts.
    pub(crate) fn beyond(&self, other: &Facts) -> Vec<(SymbolId, Bounds)> {
        let ranges = self.0.ranges.iter();
        let more = ranges.filter(|(id, range)| other.0.ranges.get(id) != Some(range));
        more.map(|(id, range)| (*id, *range)).collect()
    }

    /// Whether both have equal ranges except for one symbol.
    pub(crate) fn differs_only_in(&self, other: &Facts, symbol: Option<SymbolId>) -> bool {
        let same = |a: &Facts, b: &Facts| {
            let mut ranges = a.0.ranges.iter().filter(|(id, _)| Some(**id) != symbol);
            ranges.all(|(id, range)| b.0.ranges.get(id) == Some(range))
        };
        same(self, other) && same(other, self)
    }

    /// Facts in which some symbols have no ranges and others have narrower ones.
    pub(crate) fn narrowed(&self, without: &[SymbolId], more: &[(SymbolId, Bounds)]) -> Facts {
        let mut ranges = self.0.ranges.clone();
        ranges.retain(|id, _| !without.contains(id));
        for &(id, bounds) in more {
            let range = ranges.entry(id).or_insert(bounds);
            range.low = range.low.max(bounds.low);
            range.high = range.high.min(bounds.high);
        }
        Facts::new(self.0.assumptions, ranges)
    }

    /// Bounds of a term read as an integer.
    pub(crate) fn integer(&mut self, arena: &Arena, term: TermId) -> Integer {
        self.derive(arena, Key::Integer(term));
        let any = Integer::any(arena.width(term));
        self.0.integers.get(&term).copied().unwrap_or(any)
    }

    /// Facts about a term read as a float of its width.
    pub(crate) fn float(&mut self, arena: &Arena, format: Format, term: TermId) -> Float {
        self.derive(arena, Key::Float(term, format));
        let known = self.0.floats.get(&(term, format)).copied();
        known.unwrap_or(Float::any(format))
    }

    /// Bounds of `p ? x : y`, which need not be a term of the arena.
    pub(crate) fn select(&mut self, arena: &Arena, [p, x, y]: [TermId; 3]) -> Integer {
        loop {
            let mut look = Look {
                known: &self.0,
                arena,
                missing: Vec::new(),
            };
            let bounds = look
                .arm(x, &mut vec![(p, true)])
                .or(look.arm(y, &mut vec![(p, false)]));
            let missing = look.missing;
            if missing.is_empty() {
                return bounds;
            }
            missing.into_iter().for_each(|key| self.derive(arena, key));
        }
    }

    /// Whether a term is never a NaN of the format other than the canonical one.
    pub(crate) fn canonical_nan(&mut self, arena: &Arena, format: Format, term: TermId) -> bool {
        let mut open = vec![term];
        for _ in 0..64 {
            let Some(term) = open.pop() else { return true };
            let node = *arena.node(term);
            let spec = node.spec();
            if spec.op == Op::Select {
                open.extend([node.child(1), node.child(2)]);
                continue;
            }
            let computed = spec.op.yields_float() && spec.format() == format;
            let constant = arena.constant_value(term) == Some(format.canonical_nan());
            if computed || constant {
                continue;
            }
            if format == Format::X87 || self.float(arena, format, term).nan {
                return false;
            }
        }
        false
    }

    fn derive(&mut self, arena: &Arena, key: Key) {
        let mut open = vec![key];
        while let Some(&key) = open.last() {
            let known = match key {
                Key::Integer(term) => self.0.integers.contains_key(&term),
                Key::Float(term, format) => self.0.floats.contains_key(&(term, format)),
            };
            if known {
                open.pop();
                continue;
            }
            let mut look = Look {
                known: &self.0,
                arena,
                missing: Vec::new(),
            };
            match key {
                Key::Integer(term) => {
                    let bounds = look.integer_of(term);
                    if look.missing.is_empty() {
                        self.0.integers.insert(term, bounds);
                    } else {
                        open.append(&mut look.missing);
                    }
                }
                Key::Float(term, format) => {
                    let float = look.float_of(term, format);
                    if look.missing.is_empty() {
                        let float = float.assuming(self.0.assumptions);
                        self.0.floats.insert((term, format), float);
                    } else {
                        open.append(&mut look.missing);
                    }
                }
            }
        }
    }
}
