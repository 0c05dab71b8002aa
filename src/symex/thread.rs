//! Threads: what each has for itself.
//!
//! Invariant: no state is kept outside of it that a thread needs to go on, so that a
//! path can be put away wherever one of its threads pauses.

use std::rc::Rc;

use term::TermId;

use super::end::End;
use super::environment::Mxcsr;
use super::extras::Extras;
use super::pause::Pause;
use super::slot::Slot;
use crate::program::{Function, FunctionId, Register};

/// One thread of a state, counted from the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadId(pub u32);

/// A function that is active in a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activation {
    /// Which activation of the path it is, counted from the first.
    pub number: u64,
    /// The function.
    pub function: FunctionId,
    /// The index of its next instruction.
    pub next: u32,
}

/// One function activation.
#[derive(Clone)]
pub(super) struct Frame {
    pub function: FunctionId,
    /// Which activation of the path this is, counted from the first.
    pub number: u64,
    /// Index of the next instruction.
    pub pc: u32,
    pub registers: Vec<Slot>,
    /// The stack's height on entry.
    pub height: usize,
    /// The caller's register for the result.
    pub result: Option<Register>,
    /// Arguments beyond the declared ones.
    pub extras: Option<Rc<Extras>>,
    /// The object that `__builtin_frame_address` gives, once it was asked for.
    pub address: Option<u64>,
}

impl Frame {
    /// The frame of no function: what is left after the outermost return.
    pub fn idle() -> Frame {
        Frame {
            function: FunctionId(0),
            number: 0,
            pc: 0,
            registers: Vec::new(),
            height: 0,
            result: None,
            extras: None,
            address: None,
        }
    }

    /// A copy of this activation whose registers are in other memory.
    pub fn with_registers(&self, registers: Vec<Slot>) -> Frame {
        Frame {
            registers,
            extras: self.extras.clone(),
            ..*self
        }
    }

    /// The start of an activation; arguments that are missing are undefined.
    #[inline]
    pub fn entering(id: FunctionId, function: &Function, args: Vec<Slot>, number: u64) -> Frame {
        let mut registers = args;
        registers.truncate(function.params.len());
        registers.resize(function.registers as usize, Slot::UNDEFINED);
        Frame {
            function: id,
            number,
            pc: 0,
            registers,
            height: 0,
            result: None,
            extras: None,
            address: None,
        }
    }
}

/// Whether a thread goes on.
#[derive(Clone)]
pub(super) enum Progress {
    /// It runs nothing, as if it had returned.
    Idle,
    /// It can run.
    Running,
    /// It has come to a stop.
    Paused(Box<Pause>),
}

/// Where a thread is that runs nothing.
const IDLE: &Pause = &Pause::Ended(End::Returned(None));

/// What a thread has for itself, its stack apart, which is in memory.
#[derive(Clone)]
pub(super) struct Thread {
    pub frame: Frame,
    /// The outermost is no function.
    pub callers: Vec<Rc<Frame>>,
    /// Instructions executed since its start.
    pub steps: u64,
    pub mxcsr: Mxcsr,
    /// When the folded branch arms are taken that the current instruction is in.
    pub arms: Rc<Vec<TermId>>,
    pub progress: Progress,
}

impl Thread {
    /// A thread that runs nothing.
    pub fn idle() -> Thread {
        Thread {
            frame: Frame::idle(),
            callers: Vec::new(),
            steps: 0,
            mxcsr: Mxcsr::DEFAULT,
            arms: Rc::default(),
            progress: Progress::Idle,
        }
    }

    /// A thread at the start of an activation.
    pub fn starting(frame: Frame) -> Thread {
        Thread {
            frame,
            callers: vec![Rc::new(Frame::idle())],
            progress: Progress::Running,
            ..Thread::idle()
        }
    }

    /// Comes to a stop.
    pub fn pause(&mut self, at: Pause) {
        self.progress = Progress::Paused(Box::new(at));
    }

    /// Where it has paused; `None` while it can run.
    pub fn paused(&self) -> Option<&Pause> {
        match &self.progress {
            Progress::Idle => Some(IDLE),
            Progress::Running => None,
            Progress::Paused(at) => Some(at),
        }
    }

    /// Goes on; gives the stop that it has come to, if any.
    #[inline]
    pub fn take_pause(&mut self) -> Option<Pause> {
        match self.progress {
            Progress::Running => None,
            _ => match std::mem::replace(&mut self.progress, Progress::Running) {
                Progress::Paused(at) => Some(*at),
                _ => None,
            },
        }
    }

    /// All activations, outermost first.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        let callers = self.callers.iter().map(|frame| &**frame);
        callers.chain([&self.frame])
    }

    /// The stack's height under its outermost function.
    pub fn base(&self) -> usize {
        let outermost = self.callers.get(1);
        outermost.map_or(self.frame.height, |frame| frame.height)
    }

    /// Leaves all activations.
    pub fn abandon(&mut self) {
        self.frame = Frame::idle();
        self.callers.clear();
    }
}
