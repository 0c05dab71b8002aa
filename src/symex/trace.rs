//! The trace of an execution on constants: the operations, their values and the operations
//! that these come from. Used to find the cause of a difference.
//!
//! A call of a function that is not the user's counts as one operation. What such a function calls
//! of the user's, such as a lambda, is traced, and counts among the operands of the call. The
//! addresses of accesses are left out: a value read from memory comes from the operation that wrote
//! it. What was read is a list of its own.

use rustc_hash::FxHashMap;

use crate::program::{FunctionId, Register};

/// One operation of a trace. Steps are identified by their index in [`Trace::steps`].
#[derive(Clone, Debug)]
pub struct Step {
    /// The function and the instruction.
    pub at: (FunctionId, u32),
    /// The step that called the function.
    pub caller: Option<usize>,
    /// The width and values of the lanes of its result; `None` if it has no result or a
    /// lane is undefined.
    pub value: Option<(u8, Vec<u128>)>,
    /// The steps that computed its operands.
    pub from: Vec<usize>,
}

/// The operations of one execution, in order.
#[derive(Default)]
pub struct Trace {
    /// The operations.
    pub steps: Vec<Step>,
    /// Address and number of the bytes of each read or copy.
    pub reads: Vec<(u64, u64)>,
    /// The step that computed the result of the outermost function.
    pub returned: Option<usize>,
    /// For each function, whether it is the user's.
    pub(super) own: Vec<bool>,
    /// The step that computed the value of each register of an activation.
    pub(super) registers: FxHashMap<(u64, Register), usize>,
    /// The step that wrote each byte, by address.
    pub(super) memory: FxHashMap<u64, usize>,
    /// The step that copied each byte, by address.
    pub(super) copies: FxHashMap<u64, usize>,
    pub(super) calls: Vec<Open>,
    /// The step that called each activation.
    pub(super) callers: FxHashMap<u64, usize>,
}

/// A call that has not returned yet.
pub(super) struct Open {
    /// Number of callers of the calling function.
    pub depth: usize,
    pub result: Option<Register>,
    pub step: usize,
    pub own: bool,
    pub returned: Option<usize>,
}

/// The data of an instruction collected before it executes.
pub(super) struct Before {
    /// The number of the activation, then the number of its callers.
    pub number: u64,
    pub depth: usize,
    pub at: (FunctionId, u32),
    /// The steps that computed the operands that are values; of a call, the arguments that are no
    /// pointers.
    pub from: Vec<usize>,
    /// The steps that computed the arguments.
    pub arguments: Vec<Option<usize>>,
    /// Address and number of the bytes read or written.
    pub bytes: Option<(u64, u64)>,
}

impl Trace {
    /// Makes an empty trace; `own` states for each function whether it is the user's.
    pub fn of(own: Vec<bool>) -> Trace {
        Trace {
            own,
            ..Trace::default()
        }
    }

    /// Returns the step that last wrote the byte at an address.
    pub fn writer(&self, address: u64) -> Option<usize> {
        self.memory.get(&address).copied()
    }

    /// Returns the step that last copied a byte to an address.
    pub fn copier(&self, address: u64) -> Option<usize> {
        self.copies.get(&address).copied()
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

    /// Records that a step copied bytes, to an address from another one.
    pub(super) fn copied_by(&mut self, step: usize, (to, from): (u64, u64), size: u64) {
        self.copies.extend((to..to + size).map(|at| (at, step)));
        self.copy((to, from), size);
    }

    /// Records that bytes were copied, to an address from another one.
    pub(super) fn copy(&mut self, (to, from): (u64, u64), size: u64) {
        for at in 0..size {
            match self.writer(from + at) {
                Some(writer) => self.memory.insert(to + at, writer),
                None => self.memory.remove(&(to + at)),
            };
        }
    }

    /// Records that a function which is not the user's, called in the step of `open`, has entered
    /// another function, with these many arguments; nothing unless that is the user's. Its
    /// arguments come from those of the library's function.
    pub(super) fn call_back(
        &mut self,
        (function, number): (FunctionId, u64),
        arguments: usize,
        open: Open,
    ) {
        if !self.own.get(function.0 as usize).copied().unwrap_or(false) {
            return;
        }
        let called = self.steps.len();
        let library = self.steps[open.step].clone();
        self.steps.push(Step {
            value: None,
            ..library
        });
        self.callers.insert(number, called);
        for at in 0..arguments {
            let register = Register(at as u32);
            self.registers.insert((number, register), called);
        }
        self.calls.push(Open {
            step: called,
            own: true,
            ..open
        });
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
