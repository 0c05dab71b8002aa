//! Facts that a path condition states directly, and rewriting of terms under them.

use rewrite_rules::Builder;
use rewrite_rules::category::Range;
use rustc_hash::FxHashMap;
use term::{Arena, Cone, Format, Op, Outcomes, Spec, SymbolId, TermId};

use super::claim::{integer_bounds, symbol_type};
use super::pool::{Kind, decode};
use crate::contract;

/// Values, comparison outcomes and bounds of terms that hold on a path.
#[derive(Default)]
pub(super) struct Facts {
    values: FxHashMap<TermId, u128>,
    outcomes: FxHashMap<(Format, TermId, TermId), Outcomes>,
    /// Least and greatest unsigned value of a term.
    bounds: FxHashMap<TermId, (u128, u128)>,
    /// Whether conditions contradict each other: no input takes the path.
    pub(super) contradictory: bool,
}

/// The facts of the last path asked for: most paths are asked for often, or extended.
#[derive(Default)]
pub(super) struct LastFacts {
    path: Vec<TermId>,
    facts: Facts,
}

impl LastFacts {
    /// The facts of a path.
    pub(super) fn of(&mut self, arena: &Arena, path: &[TermId]) -> &Facts {
        if !path.starts_with(&self.path) {
            *self = LastFacts::default();
        }
        let more = &path[self.path.len()..];
        self.facts.add(arena, more);
        self.path.extend(more);
        &self.facts
    }
}

impl Facts {
    /// Collects the facts that follow from one-bit terms that are all true.
    pub(super) fn of(arena: &Arena, path: &[TermId]) -> Facts {
        let mut facts = Facts::default();
        facts.add(arena, path);
        facts
    }

    /// Adds the facts that follow from more such terms.
    fn add(&mut self, arena: &Arena, path: &[TermId]) {
        let mut pending: Vec<(TermId, u128)> = path.iter().map(|&t| (t, 1)).collect();
        while let Some((term, value)) = pending.pop() {
            self.learn(arena, term, value, &mut pending);
        }
    }

    fn learn(&mut self, arena: &Arena, term: TermId, value: u128, more: &mut Vec<(TermId, u128)>) {
        if let Some(constant) = arena.constant_value(term) {
            self.contradictory |= constant != value;
            return;
        }
        let old = *self.values.entry(term).or_insert(value);
        self.contradictory |= old != value;
        let node = arena.node(term);
        if node.width() > 1 {
            return;
        }
        match (node.op(), value) {
            (Op::And, 1) | (Op::Or, 0) => {
                more.extend(node.children().iter().map(|&child| (child, value)));
            }
            (Op::Eq, 1) => {
                let (x, y) = (node.child(0), node.child(1));
                for (x, y) in [(x, y), (y, x)] {
                    if let Some(constant) = arena.constant_value(y) {
                        more.push((x, constant));
                    }
                }
            }
            (Op::Xor | Op::Eq, _) if arena.width(node.child(0)) == 1 => {
                let (x, y) = (node.child(0), node.child(1));
                let same = (node.op() == Op::Eq) as u128 ^ value ^ 1;
                for (x, y) in [(x, y), (y, x)] {
                    if let Some(constant) = arena.constant_value(y) {
                        more.push((x, constant ^ same ^ 1));
                    }
                }
            }
            (Op::Ult, _) => {
                let (x, y) = (node.child(0), node.child(1));
                let [low, high] = [x, y].map(|operand| arena.constant_value(operand));
                match (low, high, value) {
                    (Some(c), None, 1) => self.confine(arena, y, c.saturating_add(1), u128::MAX),
                    (Some(c), None, _) => self.confine(arena, y, 0, c),
                    (None, Some(c), 1) => self.confine(arena, x, 0, c.saturating_sub(1)),
                    (None, Some(c), _) => self.confine(arena, x, c, u128::MAX),
                    _ => {}
                }
            }
            (Op::FCmp, _) => {
                let (key, mut seen) = comparison(arena, term);
                if value == 0 {
                    seen = seen.complement();
                }
                let known = self.outcomes.entry(key).or_insert(Outcomes::ALL);
                *known = known.intersect(seen);
                self.contradictory |= *known == Outcomes::NONE;
            }
            _ => {}
        }
    }

    /// Learns the values of floats that compare equal to a constant: the constant's bits, except
    /// that a zero is learnt (as +0) only if `zeros_alike`.
    pub(super) fn equate(&mut self, arena: &Arena, zeros_alike: bool) {
        let equal = self.outcomes.iter().filter(|(_, o)| **o == Outcomes::EQ);
        let known = equal.filter_map(|(&(format, x, y), _)| {
            let (term, bits) = match (arena.constant_value(x), arena.constant_value(y)) {
                (None, Some(bits)) => (x, bits),
                (Some(bits), None) => (y, bits),
                _ => return None,
            };
            match bits & !format.sign_mask() {
                _ if format == Format::X87 => None,
                0 => zeros_alike.then_some((term, 0)),
                _ => Some((term, bits)),
            }
        });
        let known: Vec<(TermId, u128)> = known.collect();
        self.values.extend(known);
    }

    fn confine(&mut self, arena: &Arena, term: TermId, low: u128, high: u128) {
        let all = u128::MAX >> (128 - arena.width(term));
        let bounds = self.bounds.entry(term).or_insert((0, all));
        *bounds = (bounds.0.max(low), bounds.1.min(high));
        self.contradictory |= bounds.0 > bounds.1;
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

    /// The value of a term that the facts determine.
    pub(super) fn value(&self, arena: &Arena, term: TermId) -> Option<u128> {
        if let Some(&value) = self.values.get(&term) {
            return Some(value);
        }
        if arena.op(term) == Op::FCmp {
            let (key, outcomes) = comparison(arena, term);
            let known = *self.outcomes.get(&key)?;
            if outcomes.contains(known) {
                return Some(1);
            }
            if outcomes.intersect(known) == Outcomes::NONE {
                return Some(0);
            }
        }
        None
    }

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

    /// Whether a term is a symbol of several bits that is zero or one: a truth value.
    fn is_bit(&self, arena: &Arena, term: TermId) -> bool {
        let most = self.bounds.get(&term).map(|(_, most)| *most);
        most.is_some_and(|most| most <= 1) && arena.width(term) > 1 && arena.op(term) == Op::Symbol
    }

    /// Replaces subterms of `roots` that the facts determine by their values, and truth values by
    /// their lowest bits. The new roots are equal to `roots` on the path.
    pub(super) fn rewrite(&self, builder: &mut Builder, roots: &[TermId]) -> Vec<TermId> {
        if self.values.is_empty() {
            return roots.to_vec();
        }
        let cone = Cone::of(builder.arena(), roots);
        let mut map: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &term in &cone.terms {
            let new = match self.value(builder.arena(), term) {
                Some(value) => {
                    let width = builder.width(term);
                    builder.constant(width, value)
                }
                None if self.is_bit(builder.arena(), term) => {
                    let width = builder.width(term);
                    let bit = builder.extract(term, 0, 1);
                    builder.zext(bit, width)
                }
                None => rebuild(builder, term, &map),
            };
            map.insert(term, new);
        }
        if let Some(trace) = builder.trace() {
            let mapped: Vec<TermId> = cone.terms.iter().map(|term| map[term]).collect();
            trace.pass(&cone.terms, &mapped);
        }
        roots.iter().map(|root| map[root]).collect()
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

/// Rebuilds a term over mapped operands; `map` must contain all of them.
pub(super) fn rebuild(
    builder: &mut Builder,
    term: TermId,
    map: &FxHashMap<TermId, TermId>,
) -> TermId {
    let node = *builder.arena().node(term);
    let children: Vec<TermId> = node.children().iter().map(|child| map[child]).collect();
    if children == node.children() {
        return term;
    }
    builder.build(node.spec(), &children)
}

fn comparison(arena: &Arena, term: TermId) -> ((Format, TermId, TermId), Outcomes) {
    let node = arena.node(term);
    let spec: Spec = node.spec();
    let (x, y) = (node.child(0), node.child(1));
    if x <= y {
        ((spec.format(), x, y), spec.outcomes())
    } else {
        ((spec.format(), y, x), spec.outcomes().swap())
    }
}
