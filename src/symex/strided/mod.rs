//! Bounds on 64-bit address arithmetic: sets of equally spaced values.
//!
//! Invariant: the set contains the term's value under every assignment. Sets are circular,
//! so that adding and scaling are exact even across 2^64; an unknown set contains all
//! values.

use num_integer::gcd;
use rustc_hash::FxHashMap;
use term::{Arena, Op, TermId};

use crate::budgets::execution::STRIDE_DEPTH;

/// The unsigned values `start + k × stride mod 2^64`, for k from 0 to `count`, of a term of
/// at most 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strided {
    pub start: u64,
    pub stride: u64,
    pub count: u64,
}

fn all_ones(width: u8) -> u64 {
    u64::MAX >> (64 - u32::from(width.clamp(1, 64)))
}

impl Strided {
    const fn single(start: u64) -> Strided {
        Strided {
            start,
            stride: 1,
            count: 0,
        }
    }

    fn full(width: u8) -> Strided {
        Strided {
            start: 0,
            stride: 1,
            count: all_ones(width),
        }
    }

    /// Returns the set of all values that have no more significant bits than `most`.
    fn below_bits(most: u64) -> Strided {
        Strided {
            start: 0,
            stride: 1,
            count: u64::MAX.checked_shr(most.leading_zeros()).unwrap_or(0),
        }
    }

    /// Returns the distance from the first to the last value; `None` if it exceeds 2^64.
    fn length(self) -> Option<u64> {
        self.stride.checked_mul(self.count)
    }

    /// Returns the greatest value, or `None` if the set wraps around.
    pub fn last(self) -> Option<u64> {
        self.start.checked_add(self.length()?)
    }

    /// Returns a set that contains a term's values.
    pub fn of(arena: &Arena, term: TermId) -> Strided {
        visit(arena, term, STRIDE_DEPTH, &mut Known::default())
    }

    fn shift(self, by: u64) -> Strided {
        Strided {
            start: self.start.wrapping_add(by),
            ..self
        }
    }

    /// Returns the set of 0 − x for every x: the same strides, upwards from the negated
    /// last value.
    fn negated(self) -> Strided {
        match self.length() {
            Some(length) => Strided {
                start: self.start.wrapping_add(length).wrapping_neg(),
                ..self
            },
            None => Strided::full(64),
        }
    }

    fn scale(self, by: u64) -> Strided {
        match by {
            // A negative factor: otherwise the stride would exceed 2^63.
            _ if by > 1 << 63 => self.negated().scale(by.wrapping_neg()),
            0 => Strided::single(0),
            _ if self.count == 0 => Strided::single(self.start.wrapping_mul(by)),
            _ => match self.stride.checked_mul(by) {
                Some(stride) if stride.checked_mul(self.count).is_some() => Strided {
                    start: self.start.wrapping_mul(by),
                    stride,
                    count: self.count,
                },
                _ => Strided::full(64),
            },
        }
    }

    fn plus(self, other: Strided) -> Strided {
        if self.count == 0 {
            return other.shift(self.start);
        }
        if other.count == 0 {
            return self.shift(other.start);
        }
        let total = match (self.length(), other.length()) {
            (Some(a), Some(b)) => a.checked_add(b),
            _ => None,
        };
        let stride = gcd(self.stride, other.stride);
        match total {
            Some(total) => Strided {
                start: self.start.wrapping_add(other.start),
                stride,
                count: total / stride,
            },
            None => Strided::full(64),
        }
    }

    /// Returns a set that contains both, if neither wraps; else all values.
    fn union(self, other: Strided) -> Strided {
        let (Some(a), Some(b)) = (self.last(), other.last()) else {
            return Strided::full(64);
        };
        let start = self.start.min(other.start);
        let apart = self.start.abs_diff(other.start);
        let own = |s: Strided| if s.count == 0 { 0 } else { s.stride };
        let stride = gcd(gcd(own(self), own(other)), apart).max(1);
        Strided {
            start,
            stride,
            count: (a.max(b) - start) / stride,
        }
    }

    /// Returns a set that contains both, of 64-bit values: the shorter arc around the
    /// circle.
    fn circular_union(self, other: Strided) -> Strided {
        let from = |a: Strided, b: Strided| {
            let apart = b.start.wrapping_sub(a.start);
            let own = |s: Strided| if s.count == 0 { 0 } else { s.stride };
            let stride = gcd(gcd(own(a), own(b)), apart).max(1);
            let last = apart.checked_add(b.length()?)?.max(a.length()?);
            Some(Strided {
                start: a.start,
                stride,
                count: last / stride,
            })
        };
        let both = [from(self, other), from(other, self)];
        let shorter = both.into_iter().flatten().min_by_key(|s| s.length());
        shorter.unwrap_or(Strided::full(64))
    }

    /// Returns the shorter one of two sets that both contain the values.
    fn shorter(self, other: Strided) -> Strided {
        let span = |set: Strided| set.length().unwrap_or(u64::MAX);
        if span(other) < span(self) {
            other
        } else {
            self
        }
    }

    /// Restricts a set to terms of `width` bits: all their values if it does not fit.
    fn within(self, width: u8) -> Strided {
        match self.last() {
            Some(last) if last <= all_ones(width) => self,
            _ if width >= 64 => self,
            _ => Strided::full(width),
        }
    }

    fn sign_extended(self, width: u8) -> Strided {
        if width >= 64 {
            return self;
        }
        let half = 1u64 << (width - 1);
        match self.last() {
            Some(last) if last < half => self,
            Some(_) if self.start >= half => self.shift(!all_ones(width)),
            _ => Strided {
                start: half.wrapping_neg(),
                stride: 1,
                count: all_ones(width),
            },
        }
    }
}

/// The sets found so far; those found near the depth limit may be wider than necessary.
#[derive(Default)]
struct Known {
    unsigned: FxHashMap<TermId, Strided>,
    signed: FxHashMap<TermId, Strided>,
}

fn visit(arena: &Arena, term: TermId, depth: u32, known: &mut Known) -> Strided {
    if let Some(set) = known.unsigned.get(&term) {
        return *set;
    }
    let set = set_of(arena, term, depth, known);
    known.unsigned.insert(term, set);
    set
}

fn set_of(arena: &Arena, term: TermId, depth: u32, known: &mut Known) -> Strided {
    let node = arena.node(term);
    let width = node.width();
    if width > 64 {
        return Strided::full(64);
    }
    if let Some(value) = arena.constant_value(term) {
        return Strided::single(value as u64);
    }
    if depth == 0 {
        return Strided::full(width);
    }
    let mut child = |i: usize| visit(arena, node.child(i), depth - 1, known);
    let constant = |i: usize| arena.constant_value(node.child(i)).map(|v| v as u64);
    let result = match node.op() {
        Op::Add => child(0).plus(child(1)),
        Op::Sub => child(0).plus(child(1).negated()),
        // A complement is the difference from all ones.
        Op::Xor => match (constant(0), constant(1)) {
            (Some(ones), _) if ones == all_ones(width) => child(1).negated().shift(ones),
            (_, Some(ones)) if ones == all_ones(width) => child(0).negated().shift(ones),
            _ => match (child(0).last(), child(1).last()) {
                (Some(x), Some(y)) => Strided::below_bits(x.max(y)),
                _ => Strided::full(64),
            },
        },
        Op::Mul => match (constant(0), constant(1)) {
            (Some(c), _) => child(1).scale(c),
            (_, Some(c)) => child(0).scale(c),
            _ => match (child(0).last(), child(1).last()) {
                (Some(x), Some(y)) => x.checked_mul(y).map_or(Strided::full(64), |most| Strided {
                    start: 0,
                    stride: 1,
                    count: most,
                }),
                _ => Strided::full(64),
            },
        },
        Op::Shl => match constant(1) {
            Some(by) if by < u64::from(width) => child(0).scale(1 << by),
            _ => Strided::full(64),
        },
        Op::LShr => match constant(1) {
            Some(by) if by < u64::from(width) => {
                let last = child(0)
                    .last()
                    .unwrap_or(all_ones(width))
                    .min(all_ones(width));
                Strided {
                    start: 0,
                    stride: 1,
                    count: last >> by,
                }
            }
            _ => Strided::full(64),
        },
        Op::And => {
            let mut bound = |i: usize| child(i).last().unwrap_or(u64::MAX);
            let mask = constant(0).or_else(|| constant(1)).unwrap_or(0);
            let stride = 1u64 << mask.trailing_zeros().min(63);
            let stride = if mask == 0 { 1 } else { stride };
            let last = bound(0).min(bound(1));
            Strided {
                start: 0,
                stride,
                count: last / stride,
            }
        }
        Op::URem => match constant(1) {
            Some(by) if by > 0 => {
                let last = child(0).last().unwrap_or(u64::MAX).min(by - 1);
                Strided {
                    start: 0,
                    stride: 1,
                    count: last,
                }
            }
            _ => Strided::full(64),
        },
        Op::UDiv => match (constant(1), child(0).last()) {
            (Some(by), Some(last)) if by > 0 => Strided {
                start: 0,
                stride: 1,
                count: last / by,
            },
            _ => Strided::full(64),
        },
        Op::Select if width == 64 => child(1).circular_union(child(2)),
        Op::Select => child(1).union(child(2)),
        Op::Or => match (child(0).last(), child(1).last()) {
            (Some(x), Some(y)) => Strided::below_bits(x.max(y)),
            _ => Strided::full(64),
        },
        Op::ZExt => child(0),
        Op::SExt => signed(arena, node.child(0), depth - 1, known).within(width),
        Op::Extract if node.spec().offset() == 0 => child(0),
        Op::Concat => {
            let below = arena.width(node.child(1));
            let (high, low) = (child(0), child(1));
            match width {
                // The upper bits are shifted out, so the signed values serve as well.
                64 => high.shorter(signed(arena, node.child(0), depth - 1, known)),
                _ => high,
            }
            .scale(1 << below)
            .plus(low)
        }
        _ => Strided::full(64),
    };
    result.within(width)
}

/// Returns the set of a term's signed values, as 64-bit words. A choice between negative
/// and non-negative values has neighbouring values here, where its unsigned values are far
/// apart.
fn signed(arena: &Arena, term: TermId, depth: u32, known: &mut Known) -> Strided {
    if let Some(set) = known.signed.get(&term) {
        return *set;
    }
    let node = arena.node(term);
    let mut set = visit(arena, term, depth, known).sign_extended(node.width());
    let mut child = |i: usize| signed(arena, node.child(i), depth - 1, known);
    match node.op() {
        _ if depth == 0 => {}
        Op::Select => set = set.shorter(child(1).circular_union(child(2))),
        Op::SExt => set = set.shorter(child(0)),
        _ => {}
    }
    known.signed.insert(term, set);
    set
}

/// Splits a term into another term, if any, plus a constant.
pub(super) fn split(arena: &Arena, term: TermId) -> (Option<TermId>, u64) {
    let (mut core, mut offset) = (term, 0u64);
    loop {
        if let Some(value) = arena.constant_value(core) {
            return (None, offset.wrapping_add(value as u64));
        }
        let node = arena.node(core);
        if node.op() != Op::Add {
            return (Some(core), offset);
        }
        let (x, y) = (node.child(0), node.child(1));
        (core, offset) = match (arena.constant_value(x), arena.constant_value(y)) {
            (Some(c), _) => (y, offset.wrapping_add(c as u64)),
            (_, Some(c)) => (x, offset.wrapping_add(c as u64)),
            _ => return (Some(core), offset),
        };
    }
}

#[cfg(test)]
mod tests;
