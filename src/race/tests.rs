use rewrite_rules::{Builder, RuleSet};
use rustc_hash::FxHashMap;
use term::{Assignment, Buffer, Cone, Evaluator, SymbolId, TermId};

use super::{Access, Conflicts, Interval, Item, Party};
use crate::budgets::execution::INTERVAL_PAIRS;
use crate::program::{Commuting, Order, SpanId};
use crate::symex::{ObjectId, Offset, Value};

struct Bench {
    builder: Builder,
    interval: Interval,
    symbols: Vec<TermId>,
}

impl Bench {
    fn new(party: Party) -> Bench {
        let mut builder = Builder::new(RuleSet::builtin());
        let arena = builder.arena_mut();
        let buffer = arena.add_buffer(Buffer {
            name: "index".into(),
            format: None,
            signed: false,
            scalar: false,
            undefined: false,
        });
        let symbols = (0..2).map(|i| arena.add_symbol(buffer, i, 4)).collect();
        Bench {
            builder,
            interval: Interval::new(party),
            symbols,
        }
    }

    /// An access of four bytes from one place in the source.
    fn access(&mut self, item: (u32, u32), line: u32, offset: Offset, writes: bool) {
        self.add(item, line, offset, (writes, None));
    }

    /// A write of a value, or a read.
    fn access_of(&mut self, item: (u32, u32), line: u32, offset: Offset, value: Option<Value>) {
        self.add(item, line, offset, (value.is_some(), value));
    }

    fn add(
        &mut self,
        (group, local): (u32, u32),
        line: u32,
        offset: Offset,
        (writes, value): (bool, Option<Value>),
    ) {
        self.interval.add(Access {
            item: Item { group, local },
            object: ObjectId(4096),
            offset,
            size: 4,
            writes,
            order: Order::Plain,
            within_group: false,
            commuting: None,
            value,
            passed: 0,
            round: 1,
            conditions: [].into(),
            chain: [SpanId(line)].into(),
        });
    }

    /// An atomic update of four bytes: a read and a write.
    fn update(&mut self, item: u32, line: u32, order: Order, commuting: Option<Commuting>) {
        for writes in [false, true] {
            self.interval.add(Access {
                item: Item {
                    group: 0,
                    local: item,
                },
                object: ObjectId(4096),
                offset: Offset::At(0),
                size: 4,
                writes,
                order,
                within_group: false,
                commuting,
                value: None,
                passed: 0,
                round: 1,
                conditions: [].into(),
                chain: [SpanId(line)].into(),
            });
        }
    }

    /// Four bytes at a place that four bits of input choose.
    fn chosen(&mut self, symbol: usize) -> Offset {
        let wide = self.builder.zext(self.symbols[symbol], 64);
        let four = self.builder.constant(64, 4);
        Offset::Among {
            term: self.builder.mul(wide, four),
            first: 0,
            last: 60,
            stride: 4,
        }
    }

    fn conflicts(&mut self) -> Conflicts {
        self.interval.conflicts(&mut self.builder, false)
    }

    /// The value of a condition under values of the symbols.
    fn holds(&self, condition: TermId, values: [u128; 2]) -> bool {
        struct Values([u128; 2]);
        impl Assignment for Values {
            fn symbol(&self, id: SymbolId) -> u128 {
                self.0[id.0 as usize]
            }
        }
        let arena = self.builder.arena();
        let cone = Cone::of(arena, &[condition]);
        let mut evaluator = Evaluator::new(arena, &cone);
        evaluator.run(&Values(values) as &dyn Assignment);
        evaluator.value(condition) == 1
    }
}

#[test]
fn accesses_that_rounds_of_a_loop_repeat_are_examined_once() {
    let mut bench = Bench::new(Party::Item);
    let places = [0, 1].map(|symbol| bench.chosen(symbol));
    let rounds = INTERVAL_PAIRS / 100;
    let value = Some(bench.builder.constant(32, 7).into());
    for (item, place) in (0..).zip(&places) {
        for _ in 0..rounds {
            bench.access_of(
                (0, item),
                1,
                place.clone(),
                value.clone().filter(|_| item == 0),
            );
        }
    }
    // More pairs than are examined, if each round counted.
    assert!(rounds * rounds > INTERVAL_PAIRS);
    let conflicts = bench.conflicts();
    assert!(!conflicts.truncated);
    let [found] = &conflicts.found[..] else {
        panic!("one pair of places");
    };
    assert_eq!(found.pairs.len(), 1);
}

#[test]
fn items_that_write_their_own_bytes_do_not_meet() {
    let mut bench = Bench::new(Party::Item);
    for item in 0..8 {
        bench.access((0, item), 1, Offset::At(4 * u64::from(item)), true);
    }
    for item in 0..8 {
        bench.access((0, item), 2, Offset::At(4 * u64::from(item)), false);
    }
    assert!(bench.conflicts().found.is_empty());
}

#[test]
fn a_neighbour_is_met_once_for_two_places() {
    let mut bench = Bench::new(Party::Item);
    for item in 0..8 {
        bench.access((0, item), 1, Offset::At(4 * u64::from(item)), true);
        bench.access((0, item), 2, Offset::At(4 * u64::from(item) + 4), false);
    }
    let conflicts = bench.conflicts().found;
    assert_eq!(conflicts.len(), 1);
    let [first, second] = &conflicts[0].accesses;
    assert_eq!((first.item.local, second.item.local), (0, 1));
    let condition = conflicts[0].pairs[0].1;
    assert_eq!(bench.builder.constant_value(condition), Some(1));
}

#[test]
fn groups_meet_where_items_of_one_group_do_not() {
    for (party, met) in [(Party::Item, 3), (Party::Group, 1)] {
        let mut bench = Bench::new(party);
        bench.access((0, 0), 1, Offset::At(0), true);
        bench.access((0, 1), 2, Offset::At(0), true);
        bench.access((1, 0), 3, Offset::At(0), false);
        assert_eq!(bench.conflicts().found.len(), met, "{party:?}");
    }
}

#[test]
fn chosen_places_meet_where_the_choices_do() {
    let mut bench = Bench::new(Party::Item);
    let [x, y] = [0, 1].map(|symbol| bench.chosen(symbol));
    bench.access((0, 0), 1, x, true);
    bench.access((0, 1), 2, y, true);
    bench.access((0, 2), 3, Offset::At(64), true);
    let conflicts = bench.conflicts().found;
    assert_eq!(conflicts.len(), 1);
    for (values, meet) in [([3, 3], true), ([3, 4], false)] {
        assert_eq!(bench.holds(conflicts[0].pairs[0].1, values), meet);
    }
}

#[test]
fn accesses_to_parts_overlap_at_other_starts() {
    let mut bench = Bench::new(Party::Item);
    let x = bench.chosen(0);
    bench.access((0, 0), 1, x, true);
    bench.access((0, 1), 2, Offset::At(6), false);
    let conflicts = bench.conflicts().found;
    let met: Vec<u128> = (0..16)
        .filter(|value| bench.holds(conflicts[0].pairs[0].1, [*value, 0]))
        .collect();
    assert_eq!(met, [1, 2]);
}

#[test]
fn strides_that_never_meet_need_no_condition() {
    let mut bench = Bench::new(Party::Item);
    let Offset::Among { term, .. } = bench.chosen(0) else {
        unreachable!();
    };
    for (item, first) in [(0, 0), (1, 4)] {
        let offset = Offset::Among {
            term,
            first,
            last: first + 56,
            stride: 8,
        };
        bench.access((0, item), item, offset, true);
    }
    assert!(bench.conflicts().found.is_empty());
}

#[test]
fn one_value_is_told_apart() {
    let mut bench = Bench::new(Party::Item);
    let value = Value::Scalar(Some(bench.symbols[0]));
    let mut known: FxHashMap<u32, Value> = FxHashMap::default();
    known.insert(0, value.clone());
    known.insert(1, value);
    for item in 0..2 {
        bench.access((0, item), 1, Offset::At(0), true);
    }
    let mut accesses = bench.interval.accesses().to_vec();
    bench.interval = Interval::new(Party::Item);
    for access in &mut accesses {
        access.value = known.remove(&access.item.local);
        bench.interval.add(access.clone());
    }
    let noted = bench.conflicts().found;
    assert_eq!(noted.len(), 1);
    assert!(noted[0].one_value);
}

#[test]
fn a_reader_meets_the_other_of_two_writers_of_one_value() {
    let mut bench = Bench::new(Party::Item);
    for item in 0..2 {
        bench.access((0, item), 1, Offset::At(0), true);
    }
    bench.access((0, 1), 2, Offset::At(0), false);
    let conflicts = bench.conflicts().found;
    let lines = conflicts.iter().map(|c| c.accesses[1].chain[0]);
    assert_eq!(lines.collect::<Vec<_>>(), [SpanId(1), SpanId(2)]);
}

#[test]
fn sums_whose_old_values_nobody_uses_commute() {
    let mut bench = Bench::new(Party::Item);
    for item in 0..3 {
        bench.update(item, 1, Order::Relaxed, Some(Commuting::Sum));
    }
    assert!(bench.conflicts().found.is_empty());
    bench.update(3, 2, Order::Relaxed, Some(Commuting::Or));
    assert!(!bench.conflicts().found.is_empty());
}

#[test]
fn a_sum_does_not_commute_with_a_plain_read() {
    let mut bench = Bench::new(Party::Item);
    bench.update(0, 1, Order::Relaxed, Some(Commuting::Sum));
    bench.access((0, 1), 2, Offset::At(0), false);
    let found = bench.conflicts().found;
    assert!(found.iter().any(|c| !c.may_be_ordered));
}

#[test]
fn a_released_write_may_be_ordered() {
    for (order, ordered) in [(Order::AcquireRelease, true), (Order::Relaxed, false)] {
        let mut bench = Bench::new(Party::Item);
        bench.access((0, 0), 1, Offset::At(8), true);
        bench.update(0, 2, order, None);
        bench.update(1, 3, order, None);
        bench.access((0, 1), 4, Offset::At(8), false);
        let found = bench.conflicts().found;
        let plain = found.iter().find(|c| !c.accesses[0].is_atomic()).unwrap();
        assert_eq!(plain.may_be_ordered, ordered);
    }
}
