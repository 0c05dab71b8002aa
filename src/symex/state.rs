//! The state of one path.
//!
//! Invariant: cloning costs as much as the registers and the numbers of paths
//! conditions and objects; memory contents are shared until written.

use std::rc::Rc;

use term::TermId;

use super::end::{Check, End};
use super::memory::Memory;
use super::mxcsr::Mxcsr;
use super::value::Value;
use crate::program::{FunctionId, Register, SpanId};

/// One function activation.
#[derive(Clone)]
pub(super) struct Frame {
    pub function: FunctionId,
    /// Index of the next instruction.
    pub pc: u32,
    pub registers: Vec<Value>,
    /// The stack's height on entry.
    pub height: usize,
    /// The caller's register for the result.
    pub result: Option<Register>,
}

impl Frame {
    /// The frame of no function: what is left after the outermost return.
    pub fn idle() -> Frame {
        let registers = Vec::new();
        Frame {
            function: FunctionId(0),
            pc: 0,
            registers,
            height: 0,
            result: None,
        }
    }
}

/// The state of one path: memory, path condition and activations.
#[derive(Clone)]
pub struct State {
    pub(super) memory: Memory,
    pub(super) frame: Frame,
    pub(super) callers: Vec<Frame>,
    pub(super) steps: u64,
    pub(super) mxcsr: Mxcsr,
    /// Where the watched output was produced last.
    pub(super) output_at: SpanId,
    path: Rc<Vec<TermId>>,
    checks: Rc<Vec<Check>>,
}

impl State {
    pub(super) fn new() -> State {
        State {
            memory: Memory::new(),
            frame: Frame::idle(),
            callers: Vec::new(),
            steps: 0,
            mxcsr: Mxcsr::DEFAULT,
            output_at: SpanId::NONE,
            path: Rc::default(),
            checks: Rc::default(),
        }
    }

    /// The one-bit terms that are all true on this path, oldest first.
    pub fn path(&self) -> &[TermId] {
        &self.path
    }

    /// MXCSR without its sticky exception flags.
    pub fn mxcsr(&self) -> u32 {
        self.mxcsr.0
    }

    /// Where the machine's [`Watch`](super::Watch) was last produced.
    pub fn output_at(&self) -> SpanId {
        self.output_at
    }

    /// Adds a condition that holds from here on.
    pub fn assume(&mut self, condition: TermId) {
        Rc::make_mut(&mut self.path).push(condition);
    }

    /// What must hold for this path to be free of defects, oldest first.
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// Takes over path condition and checks of another state.
    pub(super) fn take_conditions(&mut self, other: State) {
        self.path = other.path;
        self.checks = other.checks;
    }

    /// Takes over the checks of a state that went on from this one.
    pub(super) fn take_checks(&mut self, other: &State) {
        self.checks = Rc::clone(&other.checks);
    }

    pub(super) fn add_check(&mut self, check: Check) {
        Rc::make_mut(&mut self.checks).push(check);
    }
}

/// A path that has ended.
#[derive(Clone)]
pub struct Finished {
    /// Memory and path condition at its end.
    pub state: State,
    /// How it ended.
    pub end: End,
}
