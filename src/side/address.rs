//! Returned pointers as the values that are compared: see [`Address`].

use std::collections::BTreeSet;

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Op, TermId};

use super::bound::Bound;
use super::inputs::Input;
use crate::contract::Address;

impl Bound<'_> {
    /// The buffer and the offset that a returned pointer refers to, as bits to compare. A
    /// pointer outside all buffers gets a value that differs from the other version's, so
    /// that two of them never compare equal: nothing is known of them.
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
        let elsewhere = Address::Elsewhere.bits() - self.side as u64;
        let mut address = builder.constant(64, u128::from(elsewhere));
        let params = self.given.inputs.args.iter().enumerate();
        for (param, input) in params.take(self.given.inputs.params) {
            let (Input::Memory { bytes, .. }, Some(object)) = (input, self.objects[param]) else {
                continue;
            };
            let start = builder.constant(64, u128::from(object.0));
            let end = builder.constant(64, u128::from(*bytes));
            let offset = builder.sub(pointer, start);
            let beyond = builder.ult(end, offset);
            let first = Address::In { param, offset: 0 }.bits();
            let first = builder.constant(64, u128::from(first));
            let inside = builder.add(first, offset);
            address = builder.select(beyond, address, inside);
        }
        let null = builder.constant(64, 0);
        let is_null = builder.eq(pointer, null);
        builder.select(is_null, null, address)
    }
}
