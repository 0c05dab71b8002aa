//! Pointers that are returned or left in global variables, as the values that are compared:
//! see [`Address`].

use std::collections::BTreeSet;

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Cone, Op, TermId};

use super::bound::Bound;
use super::inputs::Input;
use crate::contract::Address;
use crate::program::STATIC;

/// The distance up to which an address counts as moved from another one.
const NEAR: u128 = 1 << 32;

impl Bound<'_> {
    /// The buffer or variable and the offset that a pointer refers to, as bits to compare. The
    /// address of another variable, a literal or a function is compared as it is: the programs
    /// share one exactly if it is one object ([`crate::program::STATIC`]). A pointer to memory
    /// from the heap or the stack gets a value that differs from the other version's, so that
    /// two of them never compare equal: nothing is known of them.
    pub fn address(&self, builder: &mut Builder, pointer: TermId) -> TermId {
        // Each alternative of a select by itself: most are a buffer's start plus a
        // constant.
        let mut chosen = BTreeSet::new();
        let mut open = vec![pointer];
        while let Some(term) = open.pop() {
            if chosen.insert(term) && builder.arena().op(term) == Op::Select {
                open.extend(&builder.arena().node(term).children()[1..]);
            }
        }
        let mut addresses: FxHashMap<TermId, TermId> = FxHashMap::default();
        // Ids ascend from operands to the terms made of them.
        for term in chosen {
            let address = match builder.arena().op(term) {
                Op::Select => {
                    let [condition, yes, no] = *builder.arena().node(term).children() else {
                        continue;
                    };
                    builder.select(condition, addresses[&yes], addresses[&no])
                }
                _ => self.address_of_one(builder, term),
            };
            addresses.insert(term, address);
        }
        addresses[&pointer]
    }

    fn address_of_one(&self, builder: &mut Builder, pointer: TermId) -> TermId {
        // An unknown pointer, or one moved from there: the pointer is the same in both versions.
        if self.is_moved_input(builder, pointer) {
            return pointer;
        }
        let elsewhere = builder.constant(64, u128::from(Address::unknown(self.side)));
        let first = builder.constant(64, u128::from(STATIC.start));
        let offset = builder.sub(pointer, first);
        let length = builder.constant(64, u128::from(STATIC.end - STATIC.start));
        let is_static = builder.ult(offset, length);
        let mut address = builder.select(is_static, pointer, elsewhere);
        let params = self.given.inputs.params;
        for (index, input) in self.given.inputs.args.iter().enumerate() {
            let (Input::Memory { bytes, .. }, Some(object)) = (input, self.objects[index]) else {
                continue;
            };
            let start = builder.constant(64, u128::from(object.0));
            let end = builder.constant(64, u128::from(*bytes));
            let offset = builder.sub(pointer, start);
            let beyond = builder.ult(end, offset);
            let first = match index.checked_sub(params) {
                None => Address::In {
                    param: index,
                    offset: 0,
                },
                Some(global) => Address::Global { global, offset: 0 },
            };
            let first = builder.constant(64, u128::from(first.bits()));
            let inside = builder.add(first, offset);
            address = builder.select(beyond, address, inside);
        }
        let null = builder.constant(64, 0);
        let is_null = builder.eq(pointer, null);
        builder.select(is_null, null, address)
    }

    /// Whether a pointer rests on the unknown value that a pointer in a variable has before the
    /// call.
    fn is_moved_input(&self, builder: &Builder, pointer: TermId) -> bool {
        let arena = builder.arena();
        let inputs = self.given.inputs;
        let globals = inputs.args[inputs.params..].iter().zip(&inputs.pointers);
        let unknown: BTreeSet<TermId> = globals
            .filter_map(|(input, pointers)| match input {
                Input::Memory { cells, .. } => Some((cells, pointers)),
                _ => None,
            })
            .flat_map(|(cells, pointers)| {
                let is_pointer = |at: u64| pointers.iter().any(|start| u64::from(*start) == at);
                cells.iter().filter(move |cell| is_pointer(cell.offset))
            })
            .map(|cell| cell.term)
            .collect();
        // Of concrete inputs the distance tells.
        let near = |term: &TermId| {
            let both = (arena.constant_value(*term), arena.constant_value(pointer));
            matches!(both, (Some(from), Some(to)) if from.abs_diff(to) < NEAR)
        };
        let cone = Cone::of(arena, &[pointer]);
        cone.terms.iter().any(|term| unknown.contains(term)) || unknown.iter().any(near)
    }
}
