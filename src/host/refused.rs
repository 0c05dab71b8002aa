//! Failed calls of the host: those whose errors the program does not check, and the one after
//! which it may have given up.

use std::rc::Rc;

use crate::program::{Callee, FunctionId, Kind, demangled};
use crate::symex::{AccessRecord, Machine, ObjectId, ObjectSpec, Observer, State, ThreadId};
use crate::verdict::Location;

use super::Host;

/// A failed call of the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FailedCall {
    /// The location of the call.
    pub location: Location,
    /// The function called, as its source names it.
    pub function: String,
    /// The error by its name in `CL/cl.h`.
    pub error: String,
    /// Why it fails, where the error alone does not tell.
    pub why: Option<String>,
}

/// The last failed call of a path, after which it launched no kernel. The state of a path
/// that has ended carries it as an observer.
#[derive(Clone, Debug)]
pub struct GivenUp(pub Rc<FailedCall>);

/// Carries the call only: it observes nothing itself.
impl Observer for GivenUp {
    fn wants(&self, _: ObjectId, _: &ObjectSpec) -> bool {
        false
    }

    fn observe(&mut self, _: AccessRecord) {}

    fn split(self: Rc<Self>) -> Box<dyn Observer> {
        Box::new(GivenUp::clone(&self))
    }

    fn join(self: Rc<Self>, _: &[Rc<dyn Observer>]) -> Box<dyn Observer> {
        self.split()
    }
}

/// How a program can notice an error (`simdiff_refused` in `opencl-runtime/host/host.h`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noticed {
    /// By the result of the call.
    Returned,
    /// Not at all: it gives no place for the error.
    Never,
    /// By the place that it gives for the error.
    Stored,
}

impl Noticed {
    /// The meaning of the primitive's argument.
    pub(super) const fn of(argument: u64) -> Noticed {
        match argument {
            0 => Noticed::Returned,
            1 => Noticed::Never,
            _ => Noticed::Stored,
        }
    }
}

impl Host<'_> {
    /// Returns the call of the program that fails, if it is known. Records it if the program
    /// cannot notice (it does not use what `noticed` says), or if the name of the error is
    /// followed by a reason. C++ bindings that throw exceptions are taken to throw one.
    pub(super) fn refused(
        &self,
        machine: &Machine<'_>,
        state: &State,
        error: &str,
        noticed: Noticed,
    ) -> Option<FailedCall> {
        let (error, why) = match error.split_once(": ") {
            Some((error, why)) => (error, Some(why.to_owned())),
            None => (error, None),
        };
        let mut inner: Option<FunctionId> = None;
        let mut thrown = false;
        for active in machine.activations(state, ThreadId(0)) {
            let function = self.program.function(active.function);
            let at = (active.next as usize).checked_sub(1)?;
            let call = function.code.get(at)?;
            let location = self.program.location(call.span);
            let Some(location) = location.filter(|at| !at.is_system()) else {
                thrown |= self.throws(active.function);
                inner = Some(active.function);
                continue;
            };
            let unseen = match noticed {
                Noticed::Returned => matches!(&call.kind, Kind::Call(call) if call.unused),
                Noticed::Never => true,
                Noticed::Stored => false,
            };
            let failed = FailedCall {
                location: location.clone(),
                function: demangled(&self.program.function(inner?).name),
                error: error.to_owned(),
                why,
            };
            if unseen && !thrown || failed.why.is_some() {
                self.ignored.borrow_mut().insert(failed.clone());
            }
            return Some(failed);
        }
        None
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
