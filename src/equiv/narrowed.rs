//! Ranges of inputs that a path condition implies.

use rewrite_rules::category::Range;
use rustc_hash::FxHashMap;
use term::{Arena, Format, Op, Outcomes, SymbolId, TermId};

use super::claim::{integer_bounds, symbol_type};
use super::facts::Facts;
use super::pool::{Kind, decode};
use crate::contract;

impl Facts {
    /// Narrows the ranges of symbols that the path compares with constants.
    pub(super) fn narrow(&self, arena: &Arena, ranges: &mut FxHashMap<SymbolId, Range>) {
        for (id, range) in self.integers(arena) {
            let known = ranges.entry(id).or_insert(range);
            if let (Range::Unsigned(low, high), Range::Unsigned(least, most)) = (range, *known)
                && low.max(least) <= high.min(most)
            {
                *known = Range::Unsigned(low.max(least), high.min(most));
            }
        }
        for (&(format, x, y), &outcomes) in &self.outcomes {
            let sides = [(x, y, outcomes), (y, x, outcomes.swap())];
            for (symbol, constant, outcomes) in sides {
                let (Some(id), Some(bits)) =
                    (arena.symbol_id(symbol), arena.constant_value(constant))
                else {
                    continue;
                };
                let bound = decode(Kind::Float(format), format.width(), bits);
                let ours = symbol_type(arena, id).0 == Some(format);
                let narrow = !matches!(format, Format::X87 | Format::Quad);
                if !ours || !narrow || outcomes.contains(Outcomes::UNO) || bound.is_nan() {
                    continue;
                }
                let known = ranges.get(&id).copied();
                let (mut lo, mut hi) = match known {
                    Some(Range::Float(lo, hi)) => (lo, hi),
                    _ => (f64::NEG_INFINITY, f64::INFINITY),
                };
                if !outcomes.contains(Outcomes::GT) {
                    hi = hi.min(bound);
                }
                if !outcomes.contains(Outcomes::LT) {
                    lo = lo.max(bound);
                }
                if lo <= hi {
                    ranges.insert(id, Range::Float(lo, hi));
                }
            }
        }
    }

    /// Narrows ranges as [`Facts::narrow`] does, as far as pairs of doubles can express it:
    /// certificates state ranges so. Returns the ranges that changed, in the order of the symbols.
    pub(super) fn narrow_known(
        &self,
        arena: &Arena,
        ranges: &mut FxHashMap<SymbolId, Range>,
    ) -> Vec<(TermId, (f64, f64))> {
        let mut narrowed = ranges.clone();
        self.narrow(arena, &mut narrowed);
        let mut changed = Vec::new();
        for (id, range) in narrowed {
            if ranges.get(&id) == Some(&range) {
                continue;
            }
            if let Some(ends) = in_doubles(arena, id, range) {
                ranges.insert(id, range);
                changed.push((arena.symbol(id).term, ends));
            }
        }
        changed.sort_by_key(|(term, _)| *term);
        changed
    }

    /// The ranges of symbols that are bounded directly, zero-extended, or after adding a
    /// constant.
    fn integers(&self, arena: &Arena) -> Vec<(SymbolId, Range)> {
        let range = |(&term, &(low, high)): (&TermId, &(u128, u128))| {
            let node = arena.node(term);
            let constant = |i: usize| arena.constant_value(node.child(i));
            let (inner, low, high) = match node.op() {
                Op::Add => {
                    let all = u128::MAX >> (128 - node.width());
                    let by = constant(1)?;
                    let [low, high] = [low, high].map(|end| end.wrapping_sub(by) & all);
                    (node.child(0), low, high)
                }
                Op::Concat if constant(0) == Some(0) => (node.child(1), low, high),
                Op::ZExt => (node.child(0), low, high),
                _ => (term, low, high),
            };
            let id = arena.symbol_id(inner)?;
            let all = u128::MAX >> (128 - arena.width(inner));
            (low <= high && low <= all).then_some((id, Range::Unsigned(low, high.min(all))))
        };
        self.bounds.iter().filter_map(range).collect()
    }
}

/// The ends of a range of a symbol, as numbers of its type; `None` if they are not consecutive
/// there, or no doubles.
fn in_doubles(arena: &Arena, id: SymbolId, range: Range) -> Option<(f64, f64)> {
    let (low, high) = match range {
        Range::Float(low, high) => return Some((low, high)),
        Range::Signed(..) => return None,
        Range::Unsigned(low, high) => (low, high),
    };
    let (_, signed) = symbol_type(arena, id);
    let width = arena.width(arena.symbol(id).term);
    let half = 1u128 << (width - 1);
    // Extends the sign, if the type has one.
    let read = |bits: u128| match signed && bits >= half {
        true => (bits | !(half - 1)) as i128,
        false => bits as i128,
    };
    if signed && (low < half) != (high < half) || width > 64 {
        return None;
    }
    let (low, high) = (read(low), read(high));
    let ends = (low as f64, high as f64);
    let stated = contract::Range {
        low: ends.0,
        high: ends.1,
    };
    let exact = integer_bounds(width, signed, stated) == Some((low as u128, high as u128));
    exact.then_some(ends)
}
