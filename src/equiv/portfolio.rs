//! The portfolio of sample generators.
//!
//! Real differences occur at special values, at rounding ties, next to constants of the program,
//! and where inputs are related, so samples are drawn by a dozen strategies in turn.
//! Deterministic for a seed. A symbol with a range only gets values within it.

use fastrand::Rng;
use term::{Arena, Cone, SymbolId};

use super::claim::{Ranges, symbol_type};
use super::fit::fit;
use super::pool::{Kind, Pool, encode, float_uses};
use super::random::pick;
use crate::contract::Range;

struct Input {
    pool: usize,
    range: Option<Range>,
}

/// Draws assignments to the symbols of one cone.
pub(super) struct Portfolio {
    symbols: Vec<SymbolId>,
    inputs: Vec<Input>,
    pools: Vec<Pool>,
    bases: Vec<Vec<u128>>,
    random: Rng,
    drawn: usize,
}

#[derive(Clone, Copy)]
enum Class {
    Special,
    Raw,
    Small,
    Harvested,
    Tie,
    Smooth,
    Scaled,
    Any,
}

/// The classes that [`Class::Any`] draws from; constants of the claim are twice as likely.
const ANY: [Class; 7] = [
    Class::Special,
    Class::Raw,
    Class::Small,
    Class::Harvested,
    Class::Harvested,
    Class::Tie,
    Class::Smooth,
];

impl Portfolio {
    pub(super) fn new(arena: &Arena, cone: &Cone, ranges: &Ranges, seed: u64) -> Portfolio {
        let symbols = cone.symbols(arena);
        let used_as = float_uses(arena, cone);
        let mut pools: Vec<Pool> = Vec::new();
        let mut inputs = Vec::with_capacity(symbols.len());
        for &id in &symbols {
            let (format, signed) = symbol_type(arena, id);
            let kind = match format.or_else(|| used_as.get(&id).copied()) {
                Some(format) => Kind::Float(format),
                None => Kind::Int { signed },
            };
            let width = arena.width(arena.symbol(id).term);
            let known = pools
                .iter()
                .position(|p| p.width == width && p.kind == kind);
            let pool = known.unwrap_or_else(|| {
                pools.push(Pool::harvest(arena, cone, width, kind));
                pools.len() - 1
            });
            let range = ranges.get(&id).copied();
            inputs.push(Input { pool, range });
        }
        Portfolio {
            symbols,
            inputs,
            pools,
            bases: Vec::new(),
            random: Rng::with_seed(seed),
            drawn: 0,
        }
    }

    /// The symbols in the order of a sample's values.
    pub(super) fn symbols(&self) -> &[SymbolId] {
        &self.symbols
    }

    /// Adds an assignment whose neighbourhood later samples explore.
    pub(super) fn add_base(&mut self, base: Vec<u128>) {
        debug_assert_eq!(base.len(), self.symbols.len());
        self.bases.push(base);
    }

    /// Draws the next sample, by the next strategy in turn.
    pub(super) fn draw(&mut self, sample: &mut Vec<u128>) {
        let n = self.drawn;
        self.drawn += 1;
        sample.clear();
        if n < 2 {
            let same = (0..self.inputs.len()).map(|i| {
                let pool = &self.pools[self.inputs[i].pool];
                encode(pool.kind, pool.width, n as f64)
            });
            sample.extend(same);
        } else {
            self.by_strategy(n, sample);
        }
        for (i, value) in sample.iter_mut().enumerate() {
            *value = self.admit(i, *value);
        }
    }

    /// Returns the value if the range of input `i` admits it, otherwise a value within the
    /// range.
    fn admit(&mut self, i: usize, value: u128) -> u128 {
        let input = &self.inputs[i];
        let pool = &self.pools[input.pool];
        match input.range {
            Some(range) => fit(&mut self.random, pool, range, value),
            None => pool.mask(value),
        }
    }

    /// Draws a sample of ordinary numbers of all magnitudes.
    pub(super) fn draw_scaled(&mut self, sample: &mut Vec<u128>) {
        sample.clear();
        for i in 0..self.inputs.len() {
            let value = self.value(i, Class::Scaled);
            sample.push(self.admit(i, value));
        }
    }

    /// Draws another value for input `i`.
    pub(super) fn redraw(&mut self, i: usize) -> u128 {
        let classes = [Class::Smooth, Class::Scaled, Class::Any];
        let class = pick(&mut self.random, &classes);
        let value = self.value(i, class);
        self.admit(i, value)
    }

    /// How the bits of input `i` are read, and its width.
    pub(super) fn kind(&self, i: usize) -> (Kind, u8) {
        let pool = &self.pools[self.inputs[i].pool];
        (pool.kind, pool.width)
    }

    /// Takes a random step from a sample: changes one or two inputs by a power of two of their
    /// bits, flips one bit, copies or negates another input's value, or draws a new value.
    pub(super) fn step(&mut self, sample: &mut [u128]) {
        if sample.is_empty() {
            return;
        }
        for _ in 0..1 + self.random.usize(..2) {
            let i = self.random.usize(..sample.len());
            let pool = &self.pools[self.inputs[i].pool];
            let bit = 1 << self.random.usize(..usize::from(pool.width));
            let value = match self.random.usize(..8) {
                0..3 => sample[i].wrapping_add(bit),
                3..6 => sample[i].wrapping_sub(bit),
                6 => sample[i] ^ bit,
                _ => {
                    let j = self.random.usize(..sample.len());
                    match self.random.usize(..3) {
                        _ if self.inputs[j].pool != self.inputs[i].pool => sample[i],
                        0 => sample[j],
                        1 => pool.negate(sample[j]),
                        _ => self.value(i, Class::Any),
                    }
                }
            };
            sample[i] = self.admit(i, value);
        }
    }

    fn by_strategy(&mut self, n: usize, sample: &mut Vec<u128>) {
        match n % 16 {
            0 => self.each(Class::Special, sample),
            1 => self.each(Class::Raw, sample),
            2 => self.each(Class::Small, sample),
            3 | 11 => self.each(Class::Harvested, sample),
            4 => self.each(Class::Tie, sample),
            5 => self.palette(1, sample),
            6 | 15 => self.palette(2, sample),
            7 => self.palette(3, sample),
            9 | 13 => self.each(Class::Smooth, sample),
            12 if !self.bases.is_empty() => {
                let base = self.random.usize(..self.bases.len());
                sample.clone_from(&self.bases[base]);
                self.mutate(sample);
            }
            14 => {
                sample.resize(self.inputs.len(), 0);
                self.mutate(sample);
            }
            _ => self.each(Class::Any, sample),
        }
    }

    fn each(&mut self, class: Class, sample: &mut Vec<u128>) {
        for i in 0..self.inputs.len() {
            let value = self.value(i, class);
            sample.push(value);
        }
    }

    fn mutate(&mut self, sample: &mut [u128]) {
        for _ in 0..1 + self.random.usize(..3) {
            if let Some(count) = sample.len().checked_sub(1) {
                let i = self.random.usize(..count + 1);
                sample[i] = self.value(i, Class::Any);
            }
        }
    }

    /// Gives every input one of `count` drawn numbers, or its negation or neighbour.
    fn palette(&mut self, count: usize, sample: &mut Vec<u128>) {
        let drawn: Vec<usize> = (0..count)
            .map(|_| self.random.usize(..self.inputs.len().max(1)))
            .collect();
        let colours: Vec<Vec<u128>> = if self.inputs.is_empty() {
            return;
        } else {
            drawn.into_iter().map(|i| self.colour(i)).collect()
        };
        let related = self.random.usize(..2) == 0;
        for i in 0..self.inputs.len() {
            let colour = self.random.usize(..count);
            let pool = &self.pools[self.inputs[i].pool];
            let value = colours[colour][self.inputs[i].pool];
            sample.push(match self.random.usize(..8) {
                0 if related => pool.negate(value),
                1 if related => value.wrapping_add(1),
                2 if related => value.wrapping_sub(1),
                _ => value,
            });
        }
    }

    /// One number, drawn for input `i`, in the representation of every pool.
    fn colour(&mut self, i: usize) -> Vec<u128> {
        let bits = self.value(i, Class::Any);
        let own = self.inputs[i].pool;
        let number = self.pools[own].number(bits);
        let pools = self.pools.iter().enumerate();
        pools
            .map(|(p, pool)| match p == own {
                true => bits,
                false => encode(pool.kind, pool.width, number),
            })
            .collect()
    }

    fn value(&mut self, i: usize, class: Class) -> u128 {
        let pool = &self.pools[self.inputs[i].pool];
        let random = &mut self.random;
        match class {
            Class::Special => pick(random, &pool.specials),
            Class::Raw => random.u128(..),
            Class::Small => {
                let bound = pick(random, &[4, 17, 257]);
                let n = random.usize(..bound) as f64;
                let n = if random.usize(..3) == 0 { -n } else { n };
                encode(pool.kind, pool.width, n)
            }
            Class::Harvested if pool.harvested.is_empty() => pick(random, &pool.specials),
            Class::Harvested => pick(random, &pool.harvested),
            Class::Tie => {
                let bits = random.usize(..18) as u32;
                let n = (random.u64(..) & ((1 << bits) - 1)) as f64 + 0.5;
                let n = if random.usize(..3) == 0 { -n } else { n };
                let tie = encode(pool.kind, pool.width, n);
                tie.wrapping_add(pick(random, &[0, 1, u128::MAX]))
            }
            Class::Smooth => {
                let unit = random.u64(..) as f64 / u64::MAX as f64;
                let scale = pick(random, &[1.0, 1.0, 10.0, 255.0, 65536.0, 1e6, 1e-3]);
                let n = if random.usize(..2) == 0 { -unit } else { unit };
                encode(pool.kind, pool.width, n * scale)
            }
            Class::Scaled => {
                let unit = random.u64(..) as f64 / u64::MAX as f64;
                let n = unit * pick(random, &[1.0, -1.0, 255.0, -255.0]);
                encode(
                    pool.kind,
                    pool.width,
                    n / (1u64 << random.usize(..48)) as f64,
                )
            }
            Class::Any => {
                let class = pick(random, &ANY);
                self.value(i, class)
            }
        }
    }
}
