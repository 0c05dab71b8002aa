//! Executions with a trace, which show where an output comes from.

use term::Arena;

use super::super::pair::Pair;
use super::trials::Trials;
use crate::program::Program;
use crate::side::{Inputs, Place, Side};
use crate::symex::{End, Ignorant, Machine, Trace, Watch};

/// The trace of an execution.
pub(super) struct Traced {
    pub trace: Trace,
    /// The step that produces the output.
    pub output: Option<usize>,
    /// The inputs: width in bits and value.
    pub inputs: Vec<(u8, u128)>,
}

impl Trials {
    /// Executes a program, as `side`, with a trace, and finds the step that an output comes from;
    /// `None` if it does not return on one path. Where the unchanged port is known to fail, a trace
    /// may end with a failure, and the step is its last.
    pub fn trace(
        &mut self,
        pair: &Pair<'_, '_>,
        (side, program): (&Side<'_, '_>, &Program),
        inputs: &Inputs,
        place: Place,
    ) -> Option<Traced> {
        let mut limits = pair.environment().limits();
        limits.max_steps = limits.max_steps.min(self.steps.saturating_mul(2));
        limits.as_written = true;
        let mut machine = Machine::new(program, self.builder.take()?, limits);
        let mut traced = None;
        if let Ok(ready) = side.prepare(&mut machine, pair.given(inputs)) {
            ready.watch(&mut machine, place);
            let own = own(program);
            machine.trace = Some(Trace::of(own));
            let execution = ready.execute(&mut machine, &mut Ignorant);
            let [path] = execution.paths.as_slice() else {
                self.builder = Some(machine.into_builder());
                return None;
            };
            let returned = matches!(path.end, End::Returned(_));
            let trace = machine.trace.take();
            let trace = trace.filter(|_| returned || self.failing);
            traced = trace.map(|trace| Traced {
                output: match machine.watch {
                    _ if !returned => trace.steps.len().checked_sub(1),
                    Some(Watch::Memory(object, offset)) => {
                        let address = object.0 + offset;
                        trace.writer(address).or_else(|| trace.copier(address))
                    }
                    _ => trace.returned,
                },
                inputs: constants(machine.builder.arena(), inputs),
                trace,
            });
        }
        self.builder = Some(machine.into_builder());
        traced
    }
}

/// For each function, whether it is the user's own.
fn own(program: &Program) -> Vec<bool> {
    let functions = program.functions().iter();
    let of_user = functions.map(|function| {
        let location = program.location(function.span);
        location.is_some_and(|location| !location.is_system())
    });
    of_user.collect()
}

fn constants(arena: &Arena, inputs: &Inputs) -> Vec<(u8, u128)> {
    let known = inputs
        .scalars()
        .filter_map(|(term, scalar)| Some((scalar.bits(), arena.constant_value(term)?)));
    known.collect()
}

/// Whether two executions take the same path.
pub(super) fn is_same_path(left: &Trace, right: &Trace) -> bool {
    left.steps.len() == right.steps.len()
        && left
            .steps
            .iter()
            .zip(&right.steps)
            .all(|(l, r)| l.at == r.at)
}
