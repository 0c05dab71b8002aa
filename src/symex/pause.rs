//! Where an advance stops, and where a thread has come to.

use super::end::End;
use super::value::Value;
use crate::program::{FunctionId, Program};

/// Where [`Machine::advance`](super::Machine::advance) stops, besides the end of the
/// thread that runs and that of the path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    /// At calls of these functions, with a body or without: barriers, and what else
    /// the driver carries out itself. They are not entered.
    pub calls: Vec<FunctionId>,
    /// Whenever control comes to the head of a loop, for the first time or again.
    pub loop_heads: bool,
    /// Whenever control comes to one of these blocks of functions; block 0 is where
    /// a function starts.
    pub blocks: Vec<(FunctionId, u32)>,
}

impl Stops {
    /// Nowhere else.
    pub const NONE: &'static Stops = &Stops {
        calls: Vec::new(),
        loop_heads: false,
        blocks: Vec::new(),
    };

    /// Whether some blocks of a function may be stops.
    pub(super) fn watches(&self, function: FunctionId) -> bool {
        self.loop_heads || self.blocks.iter().any(|(f, _)| *f == function)
    }

    /// Whether a block is a stop.
    pub(super) fn has_block(&self, program: &Program, function: FunctionId, block: u32) -> bool {
        self.blocks.contains(&(function, block))
            || self.loop_heads && program.function(function).flow.is_loop_head(block)
    }
}

/// Where a thread has come to.
#[derive(Clone, Debug)]
pub enum Pause {
    /// To a call of one of [`Stops::calls`]. Going on, the thread is behind it;
    /// [`Machine::answer`](super::Machine::answer) says what it returned.
    Call {
        /// The function called.
        function: FunctionId,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// To the start of a block, its phis done.
    Block {
        /// The function.
        function: FunctionId,
        /// The block's position in it.
        block: u32,
    },
    /// To its end: its function has returned, or the path has ended in it.
    Ended(End),
}

impl Pause {
    /// Whether the thread's function has returned.
    pub fn is_return(&self) -> bool {
        matches!(self, Pause::Ended(End::Returned(_)))
    }
}
