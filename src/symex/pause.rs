//! The stops of an advance, and the positions at which threads pause.

use super::end::End;
use super::value::Value;
use crate::program::{FunctionId, Program};

/// The events at which [`Machine::advance`](super::Machine::advance) stops, besides the end
/// of the running thread and that of the path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    /// Calls of these functions, with a body or without: barriers, and calls that the
    /// driver carries out itself. They are not entered.
    pub calls: Vec<FunctionId>,
    /// Each arrival at a loop head, including the first.
    pub loop_heads: bool,
    /// Each arrival at one of these blocks of functions; block 0 is the entry block.
    pub blocks: Vec<(FunctionId, u32)>,
}

impl Stops {
    /// No stops.
    pub const NONE: &'static Stops = &Stops {
        calls: Vec::new(),
        loop_heads: false,
        blocks: Vec::new(),
    };

    /// Whether blocks of a function may be stops.
    pub(super) fn watches(&self, function: FunctionId) -> bool {
        self.loop_heads || self.blocks.iter().any(|(f, _)| *f == function)
    }

    /// Whether a block is a stop.
    pub(super) fn has_block(&self, program: &Program, function: FunctionId, block: u32) -> bool {
        self.blocks.contains(&(function, block))
            || self.loop_heads && program.function(function).flow.is_loop_head(block)
    }
}

/// The position at which a thread has paused.
#[derive(Clone, Debug)]
pub enum Pause {
    /// A call of one of [`Stops::calls`]. The thread continues after the call;
    /// [`Machine::answer`](super::Machine::answer) sets its result.
    Call {
        /// The function called.
        function: FunctionId,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// The start of a block; its phis have their values.
    Block {
        /// The function.
        function: FunctionId,
        /// The block's index in the function.
        block: u32,
    },
    /// The end: the thread's function has returned, or the path has ended in the thread.
    Ended(End),
}

impl Pause {
    /// Whether the thread's function has returned.
    pub fn is_return(&self) -> bool {
        matches!(self, Pause::Ended(End::Returned(_)))
    }
}
