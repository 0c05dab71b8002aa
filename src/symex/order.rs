//! Notes the pairs of buffers whose addresses the program compares or subtracts, and the
//! buffers whose address it compares with null.
//!
//! Such code may behave differently with the buffers in another order, or with a null
//! pointer in place of a buffer, so the caller executes these cases as well.

use super::executor::Executor;
use super::memory::Memory;
use super::object_spec::{ObjectId, Storage};
use super::strided::split;
use crate::program::Operand;

impl Memory {
    /// Returns the nearest object that starts at or before an address, if it is a buffer
    /// passed by the caller.
    fn passed(&self, address: u64) -> Option<ObjectId> {
        if !Memory::is_heap(address) {
            return None;
        }
        let object = self.nearest(address);
        let object = object.filter(|object| object.spec.storage == Storage::Input);
        Some(ObjectId(object?.base))
    }

    /// Whether two numbers are addresses in different buffers passed by the caller.
    pub(super) fn are_apart(&self, x: u64, y: u64) -> bool {
        let both = self.passed(x).zip(self.passed(y));
        both.is_some_and(|(x, y)| x != y)
    }

    /// Whether one of two numbers is null and the other is an address in a buffer passed by
    /// the caller.
    pub(super) fn is_null_test(&self, x: u64, y: u64) -> bool {
        (x == 0 || y == 0) && self.passed(x | y).is_some()
    }
}

impl Executor<'_, '_> {
    /// Returns the constant summands of two addresses, or `None` if an operand is not scalar.
    fn places(&mut self, args: &[Operand; 2]) -> Option<[u64; 2]> {
        let [Some(x), Some(y)] = args.map(|arg| self.operand(arg).lane()) else {
            return None;
        };
        Some([x, y].map(|term| split(self.machine.builder.arena(), term).1))
    }

    /// Records that the program observes the order of two buffers, if the operands are
    /// addresses in different buffers passed by the caller.
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

    /// Records that the address of a buffer is compared with null, if one operand is null and
    /// the other an address in a buffer passed by the caller.
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
