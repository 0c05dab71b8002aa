//! What a search for the cause of a difference starts from.

use super::super::differing::Differing;
use super::super::pair::Pair;
use super::alignment::Alignment;
use super::constants::Constants;
use super::sources::Sources;
use super::trials::Execution;
use crate::contract::Sizes;
use crate::program::FunctionId;

/// The search for a change with which the versions agree.
pub(super) struct Search<'a, 'm, 'c> {
    pub pair: &'a Pair<'m, 'c>,
    /// The execution of the unchanged port on the first input.
    pub executed: &'a Execution,
    pub constants: Constants,
    pub alignment: &'a Alignment<'a>,
    /// The functions that the reference executes as well.
    pub shared: Vec<FunctionId>,
    pub differing: &'a Differing,
    /// The sizes of the check.
    pub sweep: &'a [Sizes],
    pub sources: Sources,
}
