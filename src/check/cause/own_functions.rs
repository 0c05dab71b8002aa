//! The functions that the user wrote.

use crate::program::{FunctionId, Program};
use crate::symex::Reached;

/// The user's own functions with a body; only the executed ones if `reached` is given.
pub(super) fn own_functions(program: &Program, reached: Option<&Reached>) -> Vec<FunctionId> {
    let ids = (0..program.functions().len()).map(|at| FunctionId(at as u32));
    ids.filter(|id| {
        let function = program.function(*id);
        let location = program.location(function.span);
        function.is_defined()
            && location.is_some_and(|l| !l.is_system())
            && reached.is_none_or(|reached| reached.is_executed(*id, 0))
    })
    .collect()
}
