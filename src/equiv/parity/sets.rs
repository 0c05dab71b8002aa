//! Sets of atomic bits, stored once each.
//!
//! Invariant: two sets are equal if and only if their numbers are equal.

use std::rc::Rc;

use rustc_hash::FxHashMap;

/// The number of a set of atomic bits and a constant, which stands for their exclusive or.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Set(u32);

impl Set {
    /// No bits: the constant 0.
    pub(super) const ZERO: Set = Set(0);
    /// The constant 1 alone.
    pub(super) const ONE: Set = Set(1);

    /// The constant.
    pub(super) fn constant(value: bool) -> Set {
        if value { Set::ONE } else { Set::ZERO }
    }
}

/// 64 bits of a set: their place and the members among them, at least one.
type Chunk = (u32, u64);

/// All sets met so far.
pub(super) struct Sets {
    /// The chunks of each set in ascending order. The lowest bit is the constant, the others are
    /// the atomic bits.
    sets: Vec<Rc<[Chunk]>>,
    numbers: FxHashMap<Rc<[Chunk]>, Set>,
    sums: FxHashMap<(Set, Set), Set>,
    chunks: usize,
}

impl Default for Sets {
    fn default() -> Sets {
        let mut sets = Sets {
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            sums: FxHashMap::default(),
            chunks: 0,
        };
        sets.number(Vec::new());
        sets.number(vec![(0, 1)]);
        sets
    }
}

impl Sets {
    /// The size of all stored sets and sums, in chunks.
    pub(super) fn size(&self) -> usize {
        self.chunks + self.sums.len()
    }

    /// The set of one atomic bit.
    pub(super) fn atom(&mut self, atom: u32) -> Set {
        let place = atom + 1;
        self.number(vec![(place / 64, 1 << (place % 64))])
    }

    /// The exclusive or of two sets.
    pub(super) fn xor(&mut self, x: Set, y: Set) -> Set {
        match (x, y) {
            (Set::ZERO, other) | (other, Set::ZERO) => return other,
            _ if x == y => return Set::ZERO,
            _ => {}
        }
        let pair = (Set(x.0.min(y.0)), Set(x.0.max(y.0)));
        if let Some(&known) = self.sums.get(&pair) {
            return known;
        }
        let [x, y] = [x, y].map(|set| &*self.sets[set.0 as usize]);
        let sum = symmetric_difference(x, y);
        let sum = self.number(sum);
        self.sums.insert(pair, sum);
        sum
    }

    fn number(&mut self, set: Vec<Chunk>) -> Set {
        let set: Rc<[Chunk]> = set.into();
        let next = Set(self.sets.len() as u32);
        let number = *self.numbers.entry(Rc::clone(&set)).or_insert(next);
        if number == next {
            self.chunks += 2 + set.len();
            self.sets.push(set);
        }
        number
    }
}

fn symmetric_difference(mut x: &[Chunk], mut y: &[Chunk]) -> Vec<Chunk> {
    let mut sum = Vec::with_capacity(x.len() + y.len());
    loop {
        match (x, y) {
            ([a, rest @ ..], [b, ..]) if a.0 < b.0 => {
                sum.push(*a);
                x = rest;
            }
            ([a, ..], [b, rest @ ..]) if b.0 < a.0 => {
                sum.push(*b);
                y = rest;
            }
            ([a, left @ ..], [b, right @ ..]) => {
                if a.1 != b.1 {
                    sum.push((a.0, a.1 ^ b.1));
                }
                (x, y) = (left, right);
            }
            (rest, []) | ([], rest) => {
                sum.extend(rest);
                return sum;
            }
        }
    }
}
