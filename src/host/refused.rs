//! Failed calls of the host whose errors the program does not check.

use crate::program::{Callee, FunctionId, Kind, demangled};
use crate::symex::{Machine, State, ThreadId};
use crate::verdict::Location;

use super::Host;

/// A failed call whose error the program does not check, or whose reason is worth telling.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ignored {
    /// The location of the call.
    pub location: Location,
    /// The function called, as its source names it.
    pub function: String,
    /// The error by its name in `CL/cl.h`.
    pub error: String,
    /// Why it fails, where the error alone does not tell.
    pub why: Option<String>,
}

impl Host<'_> {
    /// Records that the host is in a call that fails, if the program cannot notice: it uses
    /// neither the result nor a place for the error (`unseen`), or if the name of the error
    /// is followed by a reason. C++ bindings that throw
    /// exceptions are taken to throw one.
    pub(super) fn refused(&self, machine: &Machine<'_>, state: &State, error: &str, unseen: bool) {
        let (error, why) = match error.split_once(": ") {
            Some((error, why)) => (error, Some(why.to_owned())),
            None => (error, None),
        };
        let mut inner: Option<FunctionId> = None;
        let mut thrown = false;
        for active in machine.activations(state, ThreadId(0)) {
            let function = self.program.function(active.function);
            let at = (active.next as usize).checked_sub(1);
            let Some(call) = at.and_then(|at| function.code.get(at)) else {
                return;
            };
            let location = self.program.location(call.span);
            let Some(location) = location.filter(|at| !at.is_system()) else {
                thrown |= self.throws(active.function);
                inner = Some(active.function);
                continue;
            };
            let unused = matches!(&call.kind, Kind::Call(call) if call.unused);
            let ignored = (unused || unseen) && !thrown;
            if let (Some(function), true) = (inner, ignored || why.is_some()) {
                let function = demangled(&self.program.function(function).name);
                let location = location.clone();
                self.ignored.borrow_mut().insert(Ignored {
                    location,
                    function,
                    error: error.to_owned(),
                    why,
                });
            }
            return;
        }
    }

    /// Whether a function throws exceptions, itself or in a function that it calls.
    fn throws(&self, function: FunctionId) -> bool {
        self.calls(function)
            .any(|id| self.is_throw(id) || self.calls(id).any(|id| self.is_throw(id)))
    }

    fn is_throw(&self, function: FunctionId) -> bool {
        &*self.program.function(function).name == "__cxa_throw"
    }

    /// The functions that a function calls by name.
    fn calls(&self, function: FunctionId) -> impl Iterator<Item = FunctionId> {
        let code = self.program.function(function).code.iter();
        code.filter_map(|instruction| match &instruction.kind {
            Kind::Call(call) => match call.callee {
                Callee::Function(id) => Some(id),
                Callee::Pointer(_) => None,
            },
            _ => None,
        })
    }
}
