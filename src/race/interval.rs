//! The accesses of one interval, and the conflicts among them.

use std::rc::Rc;

use rewrite_rules::Builder;
use rustc_hash::{FxHashMap, FxHashSet};
use term::TermId;

use super::access::{Access, Item};
use super::meeting::{Meeting, meeting};
use super::order::Chains;
use super::shadow::{Atomic, Effect, Shadow};
use crate::budgets::execution::INTERVAL_PAIRS;
use crate::program::SpanId;
use crate::symex::{ObjectId, Offset, Value};

/// Most pairs of source positions that are reported for one interval.
const MOST_CONFLICTS: usize = 16;

/// The parties of an interval: accesses of different parties are unordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// Each work-item of a group.
    Item,
    /// Each sub-group, of the given number of work-items.
    SubGroup(u32),
    /// Each work-group.
    Group,
}

/// Local ids from here on belong to asynchronous copies, which are in no sub-group.
const COPIES: u32 = 1 << 31;

impl Party {
    fn of(self, item: Item) -> u64 {
        match self {
            Party::Item => u64::from(item.group) << 32 | u64::from(item.local),
            Party::SubGroup(items) if item.local < COPIES => {
                u64::from(item.group) << 32 | u64::from(item.local / items)
            }
            Party::SubGroup(_) => u64::from(item.group) << 32 | u64::from(item.local),
            Party::Group => u64::from(item.group),
        }
    }
}

/// The accesses since the last point that orders all accesses.
#[derive(Clone, Debug)]
pub struct Interval {
    party: Party,
    accesses: Vec<Access>,
}

/// Conflicting accesses from one pair of source positions, with an example.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// An example, in order of execution.
    pub accesses: [Access; 2],
    /// All pairs that may conflict, each with the condition that it does.
    pub pairs: Vec<([Access; 2], TermId)>,
    /// Whether both accesses of each pair store the same value.
    pub one_value: bool,
    /// Whether atomic accesses in between may order the pairs: the first item releases
    /// something after its access, and the second acquires something before its own.
    pub may_be_ordered: bool,
}

/// The conflicts of an interval.
#[derive(Debug, Default)]
pub struct Conflicts {
    /// One for each pair of source positions.
    pub found: Vec<Conflict>,
    /// Whether pairs were omitted.
    pub truncated: bool,
    /// The first pair that was not examined, if the limit on pairs was met.
    pub unexamined: Option<Box<[Access; 2]>>,
}

/// Two source positions, whether each pair stores the same value, and whether atomic
/// accesses may order the pairs.
type Places = (SpanId, SpanId, bool, bool);

impl Interval {
    /// Makes an interval without accesses.
    pub const fn new(party: Party) -> Interval {
        Interval {
            party,
            accesses: Vec::new(),
        }
    }

    /// Adds an access; those of one item must be added in order of execution.
    pub fn add(&mut self, access: Access) {
        self.accesses.push(access);
    }

    /// Returns the accesses so far.
    pub fn accesses(&self) -> &[Access] {
        &self.accesses
    }

    /// Returns the interval restricted to some items.
    pub fn of(&self, items: impl Fn(Item) -> bool) -> Interval {
        let accesses = self.accesses.iter();
        Interval {
            party: self.party,
            accesses: accesses.filter(|a| items(a.item)).cloned().collect(),
        }
    }

    /// Returns the interval restricted to atomic accesses.
    pub fn atomic(&self) -> Interval {
        let accesses = self.accesses.iter();
        Interval {
            party: self.party,
            accesses: accesses.filter(|a| a.is_atomic()).cloned().collect(),
        }
    }

    /// Returns the kind of party whose accesses are unordered.
    pub const fn party(&self) -> Party {
        self.party
    }

    /// The accesses without those that repeat an earlier one of the same item: in a loop, each
    /// round may access one place that depends on inputs, and every pair of them would be
    /// examined.
    fn once(&self, mut numbers: Vec<usize>) -> Vec<usize> {
        let mut seen = FxHashSet::default();
        numbers.retain(|number| {
            let access = &self.accesses[*number];
            let (place, size, Offset::Among { term, .. }) =
                (access.chain[0], access.size, &access.offset)
            else {
                return true;
            };
            // Of a read, the value makes no difference to conflicts.
            let value = match (&access.value, access.writes) {
                (_, false) => None,
                (Some(Value::Scalar(lane)), true) => *lane,
                (_, true) => return true,
            };
            let kind = (access.writes, access.order, access.commuting, value);
            let conditions = Rc::clone(&access.conditions);
            let at = (access.item, access.passed, place);
            seen.insert((at, *term, size, kind, conditions))
        });
        numbers
    }

    /// Returns the conflicts between accesses of different parties. `fences` states that
    /// the program has fences; every atomic access then counts as if it had an acquire and
    /// release order.
    pub fn conflicts(&self, builder: &mut Builder, fences: bool) -> Conflicts {
        let parties = self.accesses.iter().map(|a| self.party.of(a.item));
        let mut found = Found {
            interval: self,
            chains: Chains::of(self.accesses.iter().zip(parties), fences),
            places: Vec::new(),
            by_places: FxHashMap::default(),
            seen: FxHashSet::default(),
            pairs: 0,
            truncated: false,
            unexamined: None,
        };
        let mut by_object: FxHashMap<ObjectId, Vec<usize>> = FxHashMap::default();
        for (number, access) in self.accesses.iter().enumerate() {
            by_object.entry(access.object).or_default().push(number);
        }
        let mut objects: Vec<_> = by_object.into_iter().collect();
        objects.sort_unstable_by_key(|(_, numbers)| numbers[0]);
        for (_, numbers) in objects {
            let writes = |number: &usize| self.accesses[*number].writes;
            if !numbers.iter().any(writes) {
                continue;
            }
            let numbers = match found.chains.order_nothing() {
                true => self.once(numbers),
                false => numbers,
            };
            found.certain(builder, &numbers);
            found.open(builder, &numbers);
        }
        let truncated = found.truncated;
        let unexamined = found.unexamined.take();
        Conflicts {
            found: found.conflicts(builder),
            truncated,
            unexamined,
        }
    }
}

/// Pairs of accesses, by index, with the condition that they conflict.
type Pairs = Vec<(usize, usize, TermId)>;

/// The state of a search for conflicts.
struct Found<'i> {
    interval: &'i Interval,
    chains: Chains,
    /// Pairs of accesses and their conditions, by source positions in order of discovery.
    places: Vec<(Places, Pairs)>,
    by_places: FxHashMap<Places, usize>,
    seen: FxHashSet<(usize, usize)>,
    pairs: usize,
    truncated: bool,
    unexamined: Option<Box<[Access; 2]>>,
}

impl Found<'_> {
    fn party(&self, number: usize) -> u64 {
        self.interval.party.of(self.interval.accesses[number].item)
    }

    /// Finds conflicts between accesses that happen at constant offsets on every input.
    fn certain(&mut self, builder: &mut Builder, numbers: &[usize]) {
        let mut shadow = Shadow::default();
        let accesses = &self.interval.accesses;
        for &number in numbers {
            let access = &accesses[number];
            let (Offset::At(at), true) = (&access.offset, access.is_certain()) else {
                continue;
            };
            let effect = match (access.is_atomic(), access.writes) {
                (true, writes) => Effect::Atomic(Atomic {
                    writes,
                    commuting: access.commuting.map(|kind| (kind, *at, access.size)),
                }),
                (false, true) => Effect::Write,
                (false, false) => Effect::Read,
            };
            let party = self.party(number);
            let mut met: Vec<usize> = Vec::new();
            for byte in *at..*at + access.size {
                let same = |other: usize| self.party(other) == party;
                let known = shadow.touch(byte, number, effect, same);
                let others = known.accesses().filter(|other| !same(*other));
                for other in others {
                    if !met.contains(&other) {
                        met.push(other);
                    }
                }
            }
            for other in met {
                self.pair(builder, other, number);
            }
        }
    }

    /// Finds conflicts of accesses that depend on inputs with all others.
    fn open(&mut self, builder: &mut Builder, numbers: &[usize]) {
        let accesses = &self.interval.accesses;
        let is_open = |number: &usize| !accesses[*number].is_certain();
        if !numbers.iter().any(is_open) {
            return;
        }
        // Accesses at constant offsets are sorted, so that only those in reach are
        // examined.
        let fixed = |n: &usize| matches!(accesses[*n].offset, Offset::At(_));
        let (mut sorted, wide): (Vec<usize>, Vec<usize>) = numbers.iter().partition(|n| fixed(n));
        let start = |number: &usize| accesses[*number].reach().0;
        sorted.sort_by_key(start);
        let longest = sorted.iter().map(|n| accesses[*n].size).max().unwrap_or(0);
        let positions = (0..)
            .zip(&wide)
            .map(|(position, number)| (*number, position));
        let conditional = sorted.iter().filter(|n| is_open(n)).map(|n| (*n, 0));
        for (number, position) in conditional.chain(positions) {
            let (first, last) = accesses[number].reach();
            let end = last.saturating_add(accesses[number].size);
            let from = sorted.partition_point(|n| start(n).saturating_add(longest) <= first);
            let near = sorted[from..].iter().take_while(|n| start(n) < end);
            for other in near.chain(&wide[..position]) {
                if self.truncated {
                    return;
                }
                let (x, y) = (number.min(*other), number.max(*other));
                if self.party(x) != self.party(y) {
                    self.pair(builder, x, y);
                }
            }
        }
    }

    /// Examines two accesses of different parties, in order of execution.
    fn pair(&mut self, builder: &mut Builder, x: usize, y: usize) {
        let accesses = &self.interval.accesses;
        let (first, second) = (&accesses[x], &accesses[y]);
        if !first.conflicts_with(second) || !self.seen.insert((x, y)) {
            return;
        }
        self.pairs += 1;
        if self.pairs > INTERVAL_PAIRS {
            self.truncated = true;
            self.unexamined
                .get_or_insert_with(|| Box::new([first.clone(), second.clone()]));
            return;
        }
        let Some(Meeting {
            condition,
            one_value,
        }) = meeting(builder, first, second)
        else {
            return;
        };
        let different = match one_value {
            Some(same) => {
                let not = builder.not(same);
                builder.and(condition, not)
            }
            None => condition,
        };
        for (condition, one_value) in [(Some(different), false), (one_value, true)] {
            let Some(condition) = condition else {
                continue;
            };
            if builder.constant_value(condition) == Some(0) {
                continue;
            }
            let atomic = first.is_atomic() && second.is_atomic();
            let ordered = !atomic
                && self
                    .chains
                    .may_order((x, self.party(x)), (y, self.party(y)));
            let places = (first.chain[0], second.chain[0], one_value, ordered);
            let at = *self.by_places.entry(places).or_insert_with(|| {
                self.places.push((places, Vec::new()));
                self.places.len() - 1
            });
            let pairs = &mut self.places[at].1;
            let settled = pairs.last();
            // A conflict on every input covers all pairs of its positions.
            if settled.is_some_and(|(_, _, known)| builder.constant_value(*known) == Some(1)) {
                continue;
            }
            if at < MOST_CONFLICTS {
                pairs.push((x, y, condition));
            } else {
                self.truncated = true;
            }
        }
    }

    fn conflicts(self, builder: &mut Builder) -> Vec<Conflict> {
        let accesses = &self.interval.accesses;
        let places = self
            .places
            .into_iter()
            .filter(|(_, pairs)| !pairs.is_empty());
        let conflict = |((_, _, one_value, may_be_ordered), pairs): (Places, Pairs)| {
            // A conflict on every input is the best example.
            let certain = |p: &&(usize, usize, TermId)| builder.constant_value(p.2) == Some(1);
            let (x, y, _) = pairs.iter().find(certain).unwrap_or(&pairs[0]);
            let both = |x: usize, y: usize| [accesses[x].clone(), accesses[y].clone()];
            Conflict {
                accesses: both(*x, *y),
                pairs: pairs.iter().map(|(x, y, c)| (both(*x, *y), *c)).collect(),
                one_value,
                may_be_ordered,
            }
        };
        places.map(conflict).collect()
    }
}
