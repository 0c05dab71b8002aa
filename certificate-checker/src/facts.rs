//! What guards may be told of terms, derived anew: bounds of integers and
//! categories of floats from the ranges of the inputs and the assumptions.
//!
//! Invariant: the facts hold for every input within the ranges, as far as the
//! assumptions say. Every term is looked at once; nothing recurses.

use rewrite_rules::Assumptions;
use rustc_hash::FxHashMap;
use term::{Arena, Format, Op, Outcomes, Rounding, SymbolId, TermId};

use crate::floats::{Float, from_double};
use crate::integers::{Integer, ones};
use crate::terms::Bounds;

/// Levels of nested selects whose conditions are combined.
const NESTING: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Integer(TermId),
    Float(TermId, Format),
}

/// Facts about the terms of one arena in one context.
#[derive(Default)]
pub(crate) struct Facts {
    assumptions: Assumptions,
    ranges: FxHashMap<SymbolId, Bounds>,
    integers: FxHashMap<TermId, Integer>,
    floats: FxHashMap<(TermId, Format), Float>,
}

/// A look at the operands of a term: what is not known yet is noted.
struct Look<'a> {
    facts: &'a Facts,
    arena: &'a Arena,
    missing: Vec<Key>,
}

impl Facts {
    pub(crate) fn new(assumptions: Assumptions, ranges: FxHashMap<SymbolId, Bounds>) -> Facts {
        Facts {
            assumptions,
            ranges,
            ..Facts::default()
        }
    }

    pub(crate) fn assumptions(&self) -> Assumptions {
        self.assumptions
    }

    /// The range of a symbol, if it has one.
    pub(crate) fn range(&self, symbol: SymbolId) -> Option<Bounds> {
        self.ranges.get(&symbol).copied()
    }

    /// Whether other facts have the same ranges but for one symbol.
    pub(crate) fn differs_only_in(&self, other: &Facts, symbol: Option<SymbolId>) -> bool {
        let same = |a: &Facts, b: &Facts| {
            let mut ranges = a.ranges.iter().filter(|(id, _)| Some(**id) != symbol);
            ranges.all(|(id, range)| b.ranges.get(id) == Some(range))
        };
        same(self, other) && same(other, self)
    }

    /// Bounds of a term read as an integer.
    pub(crate) fn integer(&mut self, arena: &Arena, term: TermId) -> Integer {
        self.derive(arena, Key::Integer(term));
        let any = Integer::any(arena.width(term));
        self.integers.get(&term).copied().unwrap_or(any)
    }

    /// What is known of a term read as a float of its width.
    pub(crate) fn float(&mut self, arena: &Arena, format: Format, term: TermId) -> Float {
        self.derive(arena, Key::Float(term, format));
        let known = self.floats.get(&(term, format)).copied();
        known.unwrap_or(Float::any(format))
    }

    /// Bounds of `p ? x : y`, which need not be a term.
    pub(crate) fn select(&mut self, arena: &Arena, [p, x, y]: [TermId; 3]) -> Integer {
        loop {
            let mut look = Look {
                facts: self,
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

    /// Whether a term is no NaN of the format but the canonical one.
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
                Key::Integer(term) => self.integers.contains_key(&term),
                Key::Float(term, format) => self.floats.contains_key(&(term, format)),
            };
            if known {
                open.pop();
                continue;
            }
            let mut look = Look {
                facts: self,
                arena,
                missing: Vec::new(),
            };
            match key {
                Key::Integer(term) => {
                    let bounds = look.integer_of(term);
                    if look.missing.is_empty() {
                        self.integers.insert(term, bounds);
                    } else {
                        open.append(&mut look.missing);
                    }
                }
                Key::Float(term, format) => {
                    let float = look.float_of(term, format);
                    if look.missing.is_empty() {
                        let Assumptions {
                            ordered, finite, ..
                        } = self.assumptions;
                        let float = float.assuming(ordered, finite);
                        self.floats.insert((term, format), float);
                    } else {
                        open.append(&mut look.missing);
                    }
                }
            }
        }
    }
}

impl Look<'_> {
    fn integer(&mut self, term: TermId) -> Integer {
        let width = self.arena.width(term);
        if let Some(value) = self.arena.constant_value(term) {
            return Integer::constant(width, value);
        }
        let known = self.facts.integers.get(&term).copied();
        known.unwrap_or_else(|| {
            self.missing.push(Key::Integer(term));
            Integer::any(width)
        })
    }

    fn float(&mut self, term: TermId, format: Format) -> Float {
        if let Some(value) = self.arena.constant_value(term) {
            return Float::constant(format, value);
        }
        let known = self.facts.floats.get(&(term, format)).copied();
        known.unwrap_or_else(|| {
            self.missing.push(Key::Float(term, format));
            Float::any(format)
        })
    }

    fn integer_of(&mut self, term: TermId) -> Integer {
        let node = *self.arena.node(term);
        let (w, spec) = (node.width(), node.spec());
        if let Some(value) = self.arena.constant_value(term) {
            return Integer::constant(w, value);
        }
        let constant = |i: usize| self.arena.constant_value(node.child(i));
        match node.op() {
            Op::Symbol => self.symbol(term),
            Op::ZExt => {
                let x = self.integer(node.child(0));
                Integer::unsigned(w, x.u.0, x.u.1)
            }
            Op::SExt => {
                let x = self.integer(node.child(0));
                Integer::signed(w, x.s.0, x.s.1)
            }
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Concat => {
                let (x, y) = (self.integer(node.child(0)), self.integer(node.child(1)));
                match node.op() {
                    Op::Add => x.plus(y),
                    Op::Sub => x.minus(y),
                    Op::Mul => x.times(y),
                    Op::And => x.bit_and(y),
                    Op::Or => x.bit_or(y),
                    // The negation of a condition.
                    Op::Xor if w == 1 && x.u.0 == x.u.1 && y.u.0 == y.u.1 => {
                        Integer::constant(1, x.u.0 ^ y.u.0)
                    }
                    Op::Xor => x.bit_xor(y),
                    _ => x.above(y),
                }
            }
            Op::Shl | Op::LShr | Op::AShr => {
                let Some(by) = constant(1) else {
                    return Integer::any(w);
                };
                let x = self.integer(node.child(0));
                match node.op() {
                    Op::Shl => x.shifted_left(by),
                    Op::LShr => x.shifted_right(by),
                    _ => x.shifted_right_signed(by),
                }
            }
            Op::UDiv | Op::URem => {
                let Some(by) = constant(1).filter(|by| *by != 0) else {
                    return Integer::any(w);
                };
                let x = self.integer(node.child(0)).u;
                match node.op() {
                    Op::UDiv => Integer::unsigned(w, x.0 / by, x.1 / by),
                    _ => Integer::unsigned(w, 0, x.1.min(by - 1)),
                }
            }
            Op::Extract => self.integer(node.child(0)).part(spec.offset(), w),
            Op::Select => self.arm(term, &mut Vec::new()),
            Op::Eq | Op::Ult | Op::Slt => {
                let (x, y) = (self.integer(node.child(0)), self.integer(node.child(1)));
                let (never, always) = match node.op() {
                    Op::Ult => (x.u.0 >= y.u.1, x.u.1 < y.u.0),
                    Op::Slt => (x.s.0 >= y.s.1, x.s.1 < y.s.0),
                    _ => {
                        let apart =
                            x.u.1 < y.u.0 || y.u.1 < x.u.0 || x.s.1 < y.s.0 || y.s.1 < x.s.0;
                        (apart, x.u.0 == x.u.1 && x.u == y.u)
                    }
                };
                truth(never, always)
            }
            Op::FCmp => {
                let format = spec.format();
                let (x, y) = (
                    self.float(node.child(0), format),
                    self.float(node.child(1), format),
                );
                let possible = x.facts().feasible(&y.facts());
                let never = possible.intersect(spec.outcomes()) == Outcomes::NONE;
                truth(never, spec.outcomes().contains(possible))
            }
            Op::FToSi => {
                let x = self.float(node.child(0), spec.format());
                let Some((low, high)) = x.span.filter(|_| !x.nan && w <= 64) else {
                    return Integer::any(w);
                };
                let to = |bits, side| {
                    let wide = term::Spec::to_int(Op::FToSi, spec.format(), side, 128);
                    term::apply(wide, &[spec.format().width()], &[bits]) as i128
                };
                let (low, high) = (
                    to(low, Rounding::TowardNegative),
                    to(high, Rounding::TowardPositive),
                );
                let any = Integer::any(w).s;
                match any.0 <= low && high <= any.1 && low <= high {
                    true => Integer::signed(w, low, high),
                    false => Integer::any(w),
                }
            }
            _ => Integer::any(w),
        }
    }

    fn symbol(&mut self, term: TermId) -> Integer {
        let w = self.arena.width(term);
        let any = Integer::any(w);
        let Some(id) = self.arena.symbol_id(term) else {
            return any;
        };
        let buffer = self.arena.buffer(self.arena.symbol(id).buffer);
        let float = buffer.format.is_some_and(|f| f.width() == w);
        match self.facts.range(id).filter(|_| !float) {
            Some(range) => match whole(w, buffer.signed, range) {
                Some((low, high)) if buffer.signed => Integer::signed(w, low as i128, high as i128),
                Some((low, high)) => Integer::unsigned(w, low, high),
                None => any,
            },
            None => any,
        }
    }

    /// An arm of nested selects, given the conditions above it.
    fn arm(&mut self, term: TermId, above: &mut Vec<(TermId, bool)>) -> Integer {
        let node = *self.arena.node(term);
        if node.op() == Op::Select && above.len() < NESTING {
            above.push((node.child(0), true));
            let x = self.arm(node.child(1), above);
            above.pop();
            above.push((node.child(0), false));
            let y = self.arm(node.child(2), above);
            above.pop();
            return x.or(y);
        }
        let mut bounds = self.integer(term);
        for &(condition, holds) in above.iter() {
            bounds = self.narrowed(bounds, condition, term, holds);
        }
        bounds
    }

    /// Bounds of a term given the outcome of a comparison of it.
    fn narrowed(
        &mut self,
        bounds: Integer,
        condition: TermId,
        term: TermId,
        holds: bool,
    ) -> Integer {
        let w = bounds.width;
        let any = Integer::any(w);
        let node = *self.arena.node(condition);
        let sign = node.op() == Op::Extract && node.spec().offset() == w - 1 && node.width() == 1;
        if sign && node.child(0) == term {
            return bounds.and(match holds {
                true => Integer::signed(w, any.s.0, -1),
                false => Integer::signed(w, 0, any.s.1),
            });
        }
        if !matches!(node.op(), Op::Ult | Op::Slt) {
            return bounds;
        }
        let (a, b) = (node.child(0), node.child(1));
        // Whether the term is the lesser or equal side, and strictly.
        let (other, below) = match (term == a, term == b) {
            (true, _) => (b, holds),
            (_, true) => (a, !holds),
            _ => return bounds,
        };
        let o = self.integer(other);
        let step = i128::from(holds);
        let by = match (node.op(), below) {
            (Op::Ult, true) => Integer::unsigned(w, 0, o.u.1.saturating_sub(step as u128)),
            (Op::Ult, false) => {
                let low = o.u.0.saturating_add(step as u128).min(ones(w));
                Integer::unsigned(w, low, ones(w))
            }
            (_, true) => Integer::signed(w, any.s.0, o.s.1.saturating_sub(step).max(any.s.0)),
            (_, false) => Integer::signed(w, o.s.0.saturating_add(step).min(any.s.1), any.s.1),
        };
        bounds.and(by)
    }

    fn float_of(&mut self, term: TermId, format: Format) -> Float {
        let node = *self.arena.node(term);
        let spec = node.spec();
        let any = Float::any(format);
        if let Some(value) = self.arena.constant_value(term) {
            return Float::constant(format, value);
        }
        if format == Format::X87 || spec.op.yields_float() && spec.format() != format {
            return any;
        }
        let constant = |i: usize| self.arena.constant_value(node.child(i));
        match spec.op {
            Op::Symbol => {
                let id = self.arena.symbol_id(term);
                let own = id.and_then(|id| self.arena.buffer(self.arena.symbol(id).buffer).format);
                match id
                    .and_then(|id| self.facts.range(id))
                    .filter(|_| own == Some(format))
                {
                    Some(Bounds { low, high }) => Float::between(
                        format,
                        from_double(format, low, Rounding::TowardPositive),
                        from_double(format, high, Rounding::TowardNegative),
                    ),
                    None => any,
                }
            }
            Op::Select => {
                let x = self.float_arm(node.child(0), node.child(1), format, true);
                let y = self.float_arm(node.child(0), node.child(2), format, false);
                x.or(y)
            }
            Op::Xor if constant(1) == Some(format.sign_mask()) => {
                self.float(node.child(0), format).negate()
            }
            Op::And if constant(1) == Some(format.sign_mask() - 1) => {
                self.float(node.child(0), format).magnitude()
            }
            Op::FConvert => {
                let source = spec.source_format();
                let x = self.float(node.child(0), source);
                if source == Format::X87 {
                    any
                } else {
                    x.convert(spec)
                }
            }
            Op::SiToF | Op::UiToF => {
                let x = self.integer(node.child(0));
                let convert = |bits: u128| term::apply(spec, &[x.width], &[bits]);
                let ends = match spec.op {
                    Op::SiToF => (x.s.0 as u128 & ones(x.width), x.s.1 as u128 & ones(x.width)),
                    _ => x.u,
                };
                let mut float = Float::between(format, convert(ends.0), convert(ends.1));
                float.zeros[0] = false;
                float
            }
            Op::FMul if node.child(0) == node.child(1) => {
                let x = self.float(node.child(0), format).magnitude();
                Float::arithmetic(spec, &[x, x])
            }
            op if op.yields_float() => {
                let children = node.children().to_vec();
                let x: Vec<Float> = children.iter().map(|&c| self.float(c, format)).collect();
                Float::arithmetic(spec, &x)
            }
            _ => any,
        }
    }

    fn float_arm(&mut self, condition: TermId, arm: TermId, format: Format, holds: bool) -> Float {
        let float = self.float(arm, format);
        let node = *self.arena.node(condition);
        if node.op() != Op::FCmp || node.spec().format() != format {
            return float;
        }
        let mut outcomes = node.spec().outcomes();
        if !holds {
            outcomes = outcomes.complement();
        }
        let (a, b) = (node.child(0), node.child(1));
        if arm == a {
            let other = self.float(b, format);
            float.given(outcomes, &other)
        } else if arm == b {
            let other = self.float(a, format);
            float.given(outcomes.swap(), &other)
        } else {
            float
        }
    }
}

fn truth(never: bool, always: bool) -> Integer {
    match (never, always) {
        (true, _) => Integer::constant(1, 0),
        (_, true) => Integer::constant(1, 1),
        _ => Integer::any(1),
    }
}

/// The least and greatest integer of a type within a range, as bits; `None`
/// when there is none.
pub(crate) fn whole(width: u8, signed: bool, range: Bounds) -> Option<(u128, u128)> {
    // `as` saturates, which is what a bound beyond the type wants.
    let (low, high) = (range.low.ceil(), range.high.floor());
    let all = Integer::any(width);
    if signed {
        let (low, high) = ((low as i128).max(all.s.0), (high as i128).min(all.s.1));
        return (low <= high).then_some((low as u128, high as u128));
    }
    if high < 0.0 {
        return None;
    }
    let (low, high) = (low.max(0.0) as u128, (high as u128).min(all.u.1));
    (low <= high).then_some((low, high))
}
