//! Which of two buffers comes first: code that compares their addresses, or subtracts them,
//! may do something else where they lie the other way round.

use super::executor::Executor;
use super::memory::Memory;
use super::object_spec::Storage;
use super::strided::split;
use crate::program::Operand;

impl Memory {
    /// Whether two numbers are addresses in unlike buffers that callers pass.
    pub(super) fn are_apart(&self, x: u64, y: u64) -> bool {
        if !Memory::is_heap(x) || !Memory::is_heap(y) {
            return false;
        }
        let buffer = |address| {
            let object = self.nearest(address);
            object.filter(|object| object.spec.storage == Storage::Input)
        };
        match (buffer(x), buffer(y)) {
            (Some(x), Some(y)) => x.base != y.base,
            _ => false,
        }
    }
}

impl Executor<'_, '_> {
    /// Remembers that the order of two buffers is looked at, if operands are addresses in
    /// these.
    pub(super) fn note_order(&mut self, args: &[Operand; 2]) {
        let [Some(x), Some(y)] = args.map(|arg| self.operand(arg).lane()) else {
            return;
        };
        let [(_, x), (_, y)] = [x, y].map(|term| split(self.machine.builder.arena(), term));
        self.machine.ordered |= self.state.memory.are_apart(x, y);
    }
}
