//! Failed calls of the host whose errors the program does not check.

use crate::program::Kind;
use crate::symex::{Machine, State, ThreadId};
use crate::verdict::Location;

use super::Host;

/// A failed call whose error the program does not check.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ignored {
    /// The location of the call.
    pub location: Location,
    /// The function called.
    pub function: String,
    /// The error by its name in `CL/cl.h`.
    pub error: String,
}

impl Host<'_> {
    /// Records that the host is in a call that fails, if the program cannot notice: it uses
    /// neither the result nor a place for the error (`unseen`).
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
