//! Whether an operation is at fault, or the call of the function that has it.

use rustc_hash::FxHashMap;

use super::super::{intrinsic, values};
use super::Alignment;
use crate::program::{Callee, Function, Kind};

/// The most operations of a function that only gives one of them another name.
const WRAPPED: usize = 3;

impl Alignment<'_> {
    /// An unmatched step, or the call around it where other calls of the same small function
    /// compute what the reference computes: then another function, or another object, should be called.
    pub(super) fn call_at_fault(&self, step: usize, widths: &FxHashMap<usize, Vec<u8>>) -> usize {
        let mut step = step;
        while let Some(caller) = self.steps()[step].caller
            && self.is_right_elsewhere(step, caller, widths)
        {
            step = caller;
        }
        step
    }

    /// The call of a library's function that gave a step its value, where the step only reads or
    /// extends an argument of a function that the library has called, or what the library wrote.
    pub(super) fn given_by_library(&self, step: usize) -> Option<usize> {
        let mut at = step;
        loop {
            let own = &self.steps()[at];
            match (values::kind(self.program, own), &own.from[..]) {
                (Kind::Load { .. } | Kind::Store { .. } | Kind::Cast { .. }, [from]) => at = *from,
                (Kind::Call(call), _) if at != step => {
                    let Callee::Function(callee) = call.callee else {
                        return None;
                    };
                    let function = self.program.function(callee);
                    let location = self.program.location(function.span)?;
                    let computes = location.is_system() && !intrinsic::is_intrinsic(&function.name);
                    return computes.then_some(at);
                }
                _ => return None,
            }
        }
    }

    fn is_right_elsewhere(
        &self,
        step: usize,
        caller: usize,
        widths: &FxHashMap<usize, Vec<u8>>,
    ) -> bool {
        let (at, site) = (self.steps()[step].at, self.steps()[caller].at);
        let mut others = self.steps().iter().enumerate();
        let function = self.program.function(at.0);
        let wraps = is_wrapper(function);
        function.blocks.len() == 1
            && others.any(|(other, own)| {
                let elsewhere = own.caller.is_some_and(|by| self.steps()[by].at != site);
                own.at == at
                    && elsewhere
                    && self.is_matched(other, widths)
                    && !self.is_constant(other)
                    && (wraps || self.is_right_throughout(own.caller, widths))
            })
    }

    /// Whether a call computes only what the reference computes as well, and not always the same.
    fn is_right_throughout(
        &self,
        caller: Option<usize>,
        widths: &FxHashMap<usize, Vec<u8>>,
    ) -> bool {
        let mut inside = self.steps().iter().enumerate();
        inside.all(|(step, own)| {
            own.caller != caller || own.value.is_none() || self.is_matched(step, widths)
        })
    }
}

/// Whether a function has few operations.
fn is_wrapper(function: &Function) -> bool {
    let moves = |kind: &Kind| {
        matches!(
            kind,
            Kind::Load { .. }
                | Kind::Store { .. }
                | Kind::Alloca { .. }
                | Kind::Bitcast { .. }
                | Kind::Address { .. }
                | Kind::Return(_)
        )
    };
    let operations = function.code.iter().filter(|own| !moves(&own.kind));
    operations.count() <= WRAPPED
}
