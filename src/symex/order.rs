//! Which of two buffers comes first, and whether there is one: code that compares their
//! addresses, or subtracts them, may do something else where they lie the other way round,
//! and code that compares an address with null where there is no buffer.

use super::executor::Executor;
use super::memory::Memory;
use super::object_spec::{ObjectId, Storage};
use super::strided::split;
use crate::program::Operand;

impl Memory {
    /// The buffer that a caller passes in which a number is an address.
    fn passed(&self, address: u64) -> Option<ObjectId> {
        if !Memory::is_heap(address) {
            return None;
        }
        let object = self.nearest(address);
        let object = object.filter(|object| object.spec.storage == Storage::Input);
        Some(ObjectId(object?.base))
    }

    /// Whether two numbers are addresses in unlike buffers that callers pass.
    pub(super) fn are_apart(&self, x: u64, y: u64) -> bool {
        let both = self.passed(x).zip(self.passed(y));
        both.is_some_and(|(x, y)| x != y)
    }

    /// Whether one of two numbers is an address in a buffer, and the other one null.
    pub(super) fn is_null_test(&self, x: u64, y: u64) -> bool {
        (x == 0 || y == 0) && self.passed(x | y).is_some()
    }
}

impl Executor<'_, '_> {
    /// The constant parts of two addresses.
    fn places(&mut self, args: &[Operand; 2]) -> Option<[u64; 2]> {
        let [Some(x), Some(y)] = args.map(|arg| self.operand(arg).lane()) else {
            return None;
        };
        Some([x, y].map(|term| split(self.machine.builder.arena(), term).1))
    }

    /// Remembers that the order of two buffers is looked at, if operands are addresses in
    /// these.
    pub(super) fn note_order(&mut self, args: &[Operand; 2]) {
        let Some(places) = self.places(args) else {
            return;
        };
        if let [Some(x), Some(y)] = places.map(|place| self.state.memory.passed(place))
            && x != y
        {
            let pair = if x.0 < y.0 { (x, y) } else { (y, x) };
            self.machine.ordered.insert(pair);
        }
    }

    /// Remembers that the address of a buffer is compared with null, if operands are these.
    pub(super) fn note_null(&mut self, args: &[Operand; 2]) {
        let Some(places) = self.places(args) else {
            return;
        };
        if places.contains(&0) {
            let passed = places.map(|place| self.state.memory.passed(place));
            self.machine.null_tests.extend(passed.into_iter().flatten());
        }
    }
}
