//! Threads and their private data.
//!
//! Invariant: a thread holds everything it needs to continue, so that a path can be put
//! away wherever one of its threads pauses.

use std::rc::Rc;

use term::TermId;

use super::end::End;
use super::environment::Mxcsr;
use super::extras::Extras;
use super::pause::Pause;
use super::slot::Slot;
use crate::program::{Function, FunctionId, Register};

/// A thread of a state, by its index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadId(pub u32);

/// An active function of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activation {
    /// Number of the activation on its path.
    pub number: u64,
    /// The function.
    pub function: FunctionId,
    /// The index of its next instruction.
    pub next: u32,
}

/// The frame of one function activation.
#[derive(Clone)]
pub(super) struct Frame {
    pub function: FunctionId,
    /// Number of the activation on its path.
    pub number: u64,
    /// Index of the next instruction.
    pub pc: u32,
    pub registers: Vec<Slot>,
    /// Height of the stack at the call, in objects.
    pub height: usize,
    /// The caller's register for the result.
    pub result: Option<Register>,
    /// The variadic arguments.
    pub extras: Option<Rc<Extras>>,
    /// The object of `__builtin_frame_address`, once the program has called it.
    pub address: Option<u64>,
}

impl Frame {
    /// The frame outside all functions, current after the outermost return.
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

    /// Makes the frame of a new activation; missing arguments are undefined.
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

/// Whether a thread can continue.
#[derive(Clone)]
pub(super) enum Progress {
    /// It runs nothing, as after a return.
    Idle,
    /// It can run.
    Running,
    /// It has paused at a stop.
    Paused(Box<Pause>),
}

/// The pause of an idle thread.
const IDLE: &Pause = &Pause::Ended(End::Returned(None));

/// The private data of a thread, except its stack, which is in memory.
#[derive(Clone)]
pub(super) struct Thread {
    pub frame: Frame,
    /// The calling frames; the outermost one is not a function.
    pub callers: Vec<Rc<Frame>>,
    /// Instructions executed since its start.
    pub steps: u64,
    pub mxcsr: Mxcsr,
    /// The conditions of the folded branch arms that contain the current instruction.
    pub arms: Rc<Vec<TermId>>,
    /// Whether the next atomic access is atomic to those of its work-group only.
    pub within_group: bool,
    pub progress: Progress,
}

impl Thread {
    /// Makes an idle thread.
    pub fn idle() -> Thread {
        Thread {
            frame: Frame::idle(),
            callers: Vec::new(),
            steps: 0,
            mxcsr: Mxcsr::DEFAULT,
            arms: Rc::default(),
            within_group: false,
            progress: Progress::Idle,
        }
    }

    /// Makes a thread at the start of an activation.
    pub fn starting(frame: Frame) -> Thread {
        Thread {
            frame,
            callers: vec![Rc::new(Frame::idle())],
            progress: Progress::Running,
            ..Thread::idle()
        }
    }

    /// Pauses at a stop.
    pub fn pause(&mut self, at: Pause) {
        self.progress = Progress::Paused(Box::new(at));
    }

    /// Returns the stop at which it has paused; `None` while it can run.
    pub fn paused(&self) -> Option<&Pause> {
        match &self.progress {
            Progress::Idle => Some(IDLE),
            Progress::Running => None,
            Progress::Paused(at) => Some(at),
        }
    }

    /// Makes the thread run again; returns the stop at which it had paused, if any.
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

    /// Returns all frames, outermost first.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        let callers = self.callers.iter().map(|frame| &**frame);
        callers.chain([&self.frame])
    }

    /// Returns the height of the stack below the outermost function.
    pub fn base(&self) -> usize {
        let outermost = self.callers.get(1);
        outermost.map_or(self.frame.height, |frame| frame.height)
    }

    /// Drops all activations.
    pub fn abandon(&mut self) {
        self.frame = Frame::idle();
        self.callers.clear();
    }
}
