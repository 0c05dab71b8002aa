//! What an execution on constants computes, operation by operation, and from what: for a
//! diagnosis.
//!
//! Calls of functions that are not the user's own count as one operation each. Addresses
//! are left out: what is read from memory comes from what was written there.

use rustc_hash::FxHashMap;

use crate::program::{FunctionId, Register};

/// One operation.
#[derive(Clone, Debug)]
pub struct Step {
    /// The function and the instruction.
    pub at: (FunctionId, u32),
    /// The step that called the function.
    pub caller: Option<usize>,
    /// The width of the lanes of its value, and the lanes; none where it has none, or
    /// where one is undefined.
    pub value: Option<(u8, Vec<u128>)>,
    /// The steps that its operands come from.
    pub from: Vec<usize>,
}

/// The operations of one execution, in order.
#[derive(Default)]
pub struct Trace {
    /// The operations.
    pub steps: Vec<Step>,
    /// What the result of the outermost function comes from.
    pub returned: Option<usize>,
    /// For each function whether it is the user's own.
    pub(super) own: Vec<bool>,
    /// What the registers of an activation come from.
    pub(super) registers: FxHashMap<(u64, Register), usize>,
    /// What bytes come from.
    pub(super) memory: FxHashMap<u64, usize>,
    pub(super) calls: Vec<Open>,
    /// The step that called an activation.
    pub(super) callers: FxHashMap<u64, usize>,
}

/// A call that has not returned yet.
pub(super) struct Open {
    /// Callers of the function that calls.
    pub depth: usize,
    pub result: Option<Register>,
    pub step: usize,
    pub own: bool,
    pub returned: Option<usize>,
}

/// What is known of an instruction before it is executed.
pub(super) struct Before {
    /// The activation, and the callers of its function.
    pub number: u64,
    pub depth: usize,
    pub at: (FunctionId, u32),
    /// What the operands that are values come from.
    pub from: Vec<usize>,
    /// What arguments come from.
    pub arguments: Vec<Option<usize>>,
    /// The bytes read or written.
    pub bytes: Option<(u64, u64)>,
}

impl Trace {
    /// Nothing executed yet; `own` says for each function whether it is the user's own.
    pub fn of(own: Vec<bool>) -> Trace {
        Trace {
            own,
            ..Trace::default()
        }
    }

    /// The step that wrote the byte at an address last.
    pub fn writer(&self, address: u64) -> Option<usize> {
        self.memory.get(&address).copied()
    }

    pub(super) fn read(&self, (address, size): (u64, u64)) -> Vec<usize> {
        let bytes = address..address.saturating_add(size);
        let mut from: Vec<usize> = bytes.filter_map(|at| self.writer(at)).collect();
        from.dedup();
        from
    }

    pub(super) fn write(&mut self, (address, size): (u64, u64), step: usize) {
        for at in address..address.saturating_add(size) {
            self.memory.insert(at, step);
        }
    }

    pub(super) fn push(
        &mut self,
        before: &Before,
        value: Option<(u8, Vec<u128>)>,
        from: Vec<usize>,
    ) -> usize {
        self.steps.push(Step {
            at: before.at,
            caller: self.callers.get(&before.number).copied(),
            value,
            from,
        });
        self.steps.len() - 1
    }
}
