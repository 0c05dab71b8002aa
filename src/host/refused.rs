//! Calls of the host's that failed, with errors that the program does not look at.

use crate::program::Kind;
use crate::symex::{Machine, State, ThreadId};
use crate::verdict::Location;

use super::Host;

/// A call that failed without the program looking.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ignored {
    /// Where it is.
    pub location: Location,
    /// The function.
    pub function: String,
    /// The error, by its name in `CL/cl.h`.
    pub error: String,
}

impl Host<'_> {
    /// The host is in a call that fails: notes it where the program cannot see that, for
    /// it uses neither the result nor a place for the error.
    pub(super) fn refused(
        &self,
        machine: &Machine<'_>,
        state: &State,
        error: String,
        unseen: bool,
    ) {
        let mut inner = None;
        for active in machine.activations(state, ThreadId(0)) {
            let function = self.program.function(active.function);
            let at = (active.next as usize).checked_sub(1);
            let Some(call) = at.and_then(|at| function.code.get(at)) else {
                return;
            };
            let location = self.program.location(call.span);
            let Some(location) = location.filter(|at| !at.is_system()) else {
                inner = Some(&function.name);
                continue;
            };
            let unused = matches!(&call.kind, Kind::Call(call) if call.unused);
            if let (Some(function), true) = (inner, unused || unseen) {
                let function = function.to_string();
                let location = location.clone();
                self.ignored.borrow_mut().insert(Ignored {
                    location,
                    function,
                    error,
                });
            }
            return;
        }
    }
}
