//! Large sizes beyond the sweep, and the reduction of a size that shows a difference.

use std::collections::BTreeSet;

use super::super::pair::Pair;
use super::accumulated;
use crate::budgets::sizes::{
    ALONE_ELEMENTS, COUNTED_ELEMENTS, LARGE_ELEMENTS, LIMITS, NAMED_SIZE, NAMED_SIZES,
};
use crate::budgets::trials::{COUNTED_LANES, COUNTED_PATTERNS, LONE_TRIALS};
use crate::contract::{Length, Role, Sizes};
use crate::frontend::sizes;
use crate::side::{Pattern, SizeSolver};

/// The number of elements of a small trial.
const FEW: i64 = 8;

/// The values of the other size variables, if there is room: enough for a block.
pub(in super::super) const OTHERS: [i64; 4] = [17, 5, 2, 1];

/// The size from which on a range that starts there is tried as well.
const FAR: i64 = 65_541;

/// The input patterns that are tried first.
pub(super) const FIRST: [Pattern; 4] = {
    use Pattern::{Any, Greatest, GreatestSigned, Least};
    [Greatest, GreatestSigned, Least, Any]
};

/// A large size and the inputs that are tried there.
#[derive(Clone, Copy)]
pub(super) struct Large {
    pub size: i64,
    /// The patterns that are always tried.
    pub always: &'static [Pattern],
    /// The number of further patterns: those on which results grow, with the largest results of
    /// the reference so far.
    pub others: usize,
    /// The number of inputs with one lone element.
    pub lone: usize,
    /// The largest number of elements of all buffers together.
    pub room: u64,
}

impl Large {
    const fn new(size: i64, always: &'static [Pattern], others: usize) -> Large {
        Large {
            size,
            always,
            others,
            lone: LONE_TRIALS,
            room: LARGE_ELEMENTS,
        }
    }
}

/// The sizes that are always tried. They exceed 8-bit counts, sums in 16-bit lanes, 8-bit counts
/// per lane, and 16-bit counts. Most of them are multiples of a block, which leave nothing to a
/// remainder loop.
///
/// From 327,683 on, only sizes that are not the length of a buffer have room: the start of
/// a range, or a step in units of 1/65,536. They are greater than 1 in such units, exceed
/// the integers that single precision represents exactly, and lie near the ends of 32 bits,
/// signed and unsigned, where the upper bits select the last entries of a table.
const LARGE: [Large; 9] = [
    Large {
        lone: usize::MAX,
        ..Large::new(300, &FIRST, usize::MAX)
    },
    Large::new(4_160, &[Pattern::Any], 4),
    Large::new(33_344, &[], 3),
    Large::new(65_541, &[Pattern::Any], 3),
    Large::new(66_560, &[], 1),
    Large::new(327_683, &[Pattern::Any], 0),
    Large::new(16_777_280, &[Pattern::Any], 0),
    Large::new(2_147_482_624, &[Pattern::Any], 0),
    Large::new(4_294_966_272, &[Pattern::Any], 0),
];

impl Pair<'_, '_> {
    /// The large sizes to try: those of every check, and, where a version accumulates in lanes of
    /// 16 bits, the one at which counts overflow in all of them.
    pub(super) fn larges(&self) -> Vec<Large> {
        let mut all = LARGE.to_vec();
        let overflowing = self.overflowing().map(|size| Large {
            lone: 0,
            room: COUNTED_ELEMENTS,
            ..Large::new(size, &[], COUNTED_PATTERNS)
        });
        // Before the sizes at which no buffer has room.
        let place = all.partition_point(|large| large.size <= LARGE_ELEMENTS as i64);
        all.splice(place..place, overflowing);
        all
    }

    fn overflowing(&self) -> Option<i64> {
        const COUNTS: u64 = 1 << 16;
        let sides = [&self.reference, &self.port].into_iter();
        let lanes = sides.map(|side| accumulated::lanes(side.program, side.entry.function()));
        let lanes = lanes.max().filter(|lanes| *lanes > 1)?;
        i64::try_from((COUNTS + 1) * lanes.min(COUNTED_LANES)).ok()
    }

    /// Bisects for the least value above `low` at which both versions differ. Never tries
    /// sizes with more elements than `known`, at which they differ.
    pub(super) fn halved(
        &self,
        low: i64,
        high: i64,
        (known, pattern): (&Sizes, Pattern),
        sizes: impl Fn(i64) -> Sizes,
    ) -> i64 {
        let room = self.elements(known);
        let (mut low, mut high) = (low.min(high), high);
        while low + 1 < high && self.settings.stop().is_none() {
            let middle = low.midpoint(high);
            let sizes = sizes(middle);
            let fits = sizes::has_meaning(self.contract, &sizes) && self.elements(&sizes) <= room;
            match fits && self.differs(&sizes, pattern) {
                true => high = middle,
                false => low = middle,
            }
        }
        high
    }

    /// Sizes of a few elements, with which the reference has most to do: all are alike, or one of
    /// them is larger, like the end of a range. `None` if none are admissible.
    pub(super) fn few(&self) -> Option<Sizes> {
        self.few.get_or_init(|| self.busiest()).clone()
    }

    fn busiest(&self) -> Option<Sizes> {
        let names = &self.contract.size_variables;
        let with = |end: Option<&String>| -> Sizes {
            let few = |name: &String| {
                let few = match end {
                    Some(end) if end != name => 0,
                    _ => FEW,
                };
                self.given_size(name)
                    .map_or(few, |range| range.nearest(few))
            };
            names.iter().map(|n| (n.clone(), few(n))).collect()
        };
        let ends = names.iter().filter(|_| names.len() > 1).map(Some);
        let all = std::iter::once(None).chain(ends).map(with);
        let admitted = all.filter_map(|sizes| self.admitted_sizes(sizes, LARGE_ELEMENTS));
        let admissible = admitted.filter(|sizes| sizes::is_admissible(self.contract, sizes));
        let work = |sizes: Sizes| {
            let executed = self.magnitude(&sizes, Pattern::Any).is_some();
            let work = if executed { self.drawings.spent() } else { 0 };
            (work, sizes)
        };
        // The first of those with most work.
        let (_, busiest) = admissible
            .map(work)
            .reduce(|most, other| match other.0 > most.0 {
                true => other,
                false => most,
            })?;
        Some(busiest)
    }

    /// Returns the assignments in which one size variable is `large`, and those in which
    /// all are, if there is room: all equal, or one of them slightly larger, like the end
    /// of a range. Where the contract does not admit them, the nearest that it does. All buffers
    /// have at most `most` elements together.
    pub(super) fn large(&self, large: i64, most: u64) -> Vec<Sizes> {
        let names = &self.contract.size_variables;
        let is_stride = |name: &String| sizes::is_stride(names, name);
        let at = |value: &dyn Fn(&String) -> i64, room: u64| -> Option<Sizes> {
            let size = |name: &String| {
                let size = value(name);
                self.given_size(name)
                    .map_or(size, |range| range.nearest(size))
            };
            let sizes: Sizes = names.iter().map(|n| (n.clone(), size(n))).collect();
            let sizes = self.admitted_sizes(sizes, most)?;
            let fits = sizes::has_meaning(self.contract, &sizes) && self.elements(&sizes) <= room;
            fits.then_some(sizes)
        };
        let open = |name: &&String| !is_stride(name) && self.given_size(name).is_none();
        let alone: Vec<&String> = names.iter().filter(open).collect();
        let together = alone.len() > 1;
        let both = together.then(|| at(&|_| large, most)).flatten();
        let ends = alone.iter().filter(|_| together && large >= FAR);
        let ends = ends.filter_map(|end| {
            let beyond = large + OTHERS[0];
            at(&|name| if name == *end { beyond } else { large }, most)
        });
        let each = alone.iter().filter_map(|alone| {
            let is_large = |name: &String| name == *alone || is_stride(name);
            let with = |other: &i64, room: u64| {
                at(&|name| if is_large(name) { large } else { *other }, room)
            };
            let mut rooms = [ALONE_ELEMENTS, most].into_iter();
            rooms.find_map(|room| OTHERS.iter().find_map(|other| with(other, room)))
        });
        each.chain(both).chain(ends).collect()
    }

    /// The sizes, or the nearest that the contract admits, if they have at most `most` elements.
    fn admitted_sizes(&self, sizes: Sizes, most: u64) -> Option<Sizes> {
        if self.elements(&sizes) > most || sizes::has_meaning(self.contract, &sizes) {
            return Some(sizes);
        }
        let mut solver = SizeSolver::new(self.settings, self.contract, self.given_sizes.iter());
        solver.nearest(&sizes)
    }

    /// Sizes that the code's own limits name, the largest first: a function that refuses larger
    /// ones does its work up to there.
    pub(super) fn limits(&self, values: &[i64]) -> Vec<Sizes> {
        let limits = values
            .iter()
            .flat_map(|value| [*value, value.wrapping_sub(1), !value]);
        let limits: BTreeSet<i64> = limits
            .filter(|v| (FEW + 1..=NAMED_SIZE).contains(v))
            .collect();
        let mut all: Vec<Sizes> = Vec::new();
        for limit in limits.into_iter().rev() {
            for sizes in self.large(limit, LARGE_ELEMENTS) {
                if all.len() < LIMITS && !all.contains(&sizes) {
                    all.push(sizes);
                }
            }
        }
        all
    }

    /// Sizes equal to one of these values or next to one, for all variables together and
    /// for each alone.
    pub(in super::super) fn named(&self, values: &[i64]) -> Vec<Sizes> {
        let names = &self.contract.size_variables;
        let near = values.iter().flat_map(|value| {
            let beside = [value.checked_add(1), value.checked_sub(1)];
            std::iter::once(*value).chain(beside.into_iter().flatten())
        });
        let mut shapes: Vec<Option<&String>> = vec![None];
        shapes.extend(names.iter().filter(|_| names.len() > 1).map(Some));
        let mut all: Vec<Sizes> = Vec::new();
        for value in near.filter(|value| *value > FEW) {
            for alone in &shapes {
                let size = |name: &String| match alone {
                    Some(only) if *only != name => OTHERS[1],
                    _ => value,
                };
                let size = |name: &String| match self.given_size(name) {
                    Some(range) => range.nearest(size(name)),
                    None => size(name),
                };
                let sizes: Sizes = names.iter().map(|n| (n.clone(), size(n))).collect();
                if all.len() < NAMED_SIZES && self.has_room(&sizes) && !all.contains(&sizes) {
                    all.push(sizes);
                }
            }
        }
        all
    }

    pub(in super::super) fn has_room(&self, sizes: &Sizes) -> bool {
        self.elements(sizes) <= LARGE_ELEMENTS && sizes::has_meaning(self.contract, sizes)
    }

    /// The number of elements of all buffers together.
    pub(in super::super) fn elements(&self, sizes: &Sizes) -> u64 {
        let of = |length: &Length| length.evaluate(sizes).unwrap_or(u64::MAX);
        let elements = self.contract.params.iter().map(|param| match &param.role {
            Role::Buffer {
                length, capacity, ..
            } => capacity.as_ref().map_or(0, of).max(of(length)),
            _ => 0,
        });
        elements.fold(0, u64::saturating_add)
    }
}
