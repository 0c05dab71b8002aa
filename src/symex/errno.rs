//! What an execution does with `errno`, which mathematical functions set.

use rustc_hash::FxHashSet;

use super::end::StopReason;
use crate::program::{FunctionId, Program};

/// What a machine executed so far that concerns `errno`.
#[derive(Debug, Default)]
pub(super) struct Errno {
    /// Whether the program took its address.
    pub is_used: bool,
    /// The first mathematical function called that may set it.
    pub set_by: Option<FunctionId>,
    /// The functions of the library here that set it in others and not here.
    pub setters: FxHashSet<FunctionId>,
}

impl Errno {
    /// Why execution cannot continue: the program uses what a function of `program` may have set.
    /// The order does not count, see `models/errno`.
    pub fn refusal(&self, program: &Program) -> Option<StopReason> {
        let setter = self.set_by.filter(|_| self.is_used)?;
        Some(StopReason::Errno(program.function(setter).name.to_string()))
    }
}
