//! Whether a change is a repair that agrees on few inputs.

use std::cmp::Ordering;

use super::rounds::Rounds;
use super::search::Search;
use super::traced::Traced;
use super::trials::{Execution, Trials};
use crate::budgets::cause::WORKING_INPUTS;
use crate::program::{FunctionId, Program};

/// How well a change is supported that repairs the port on the trials' inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It does on all inputs, and leaves the number of vector operations as it is where the port
    /// is right.
    Sound,
    /// It does on all inputs, but there are more vector operations where the port is right, or
    /// fewer where it is wrong.
    Doubtful,
}

impl Standing {
    /// The standing by the numbers of vector operations of the unchanged port and of a changed
    /// one, on inputs on which the former is right. With fewer, the change bypasses the wrong
    /// code: scalars then do what the vectors did.
    pub fn of(own: u64, changed: u64) -> Option<Standing> {
        match changed.cmp(&own) {
            Ordering::Less => None,
            Ordering::Equal => Some(Standing::Sound),
            Ordering::Greater => Some(Standing::Doubtful),
        }
    }

    /// The weaker of two.
    pub fn and(self, other: Standing) -> Standing {
        match self {
            Standing::Sound => other,
            Standing::Doubtful => self,
        }
    }
}

impl Search<'_, '_, '_> {
    /// The standing of a program changed at `place` that repairs the port on the
    /// trials' inputs, with its execution on the first. `None` if it does not on other inputs,
    /// or leads around the wrong code; a change that `chooses` may lead to the other arm of a
    /// condition.
    pub fn standing(
        &self,
        trials: &mut Trials,
        (program, place): (&Program, (FunctionId, u32)),
        (made, chooses): (&Execution, bool),
    ) -> Option<Standing> {
        let change = (program, place.0);
        let own = self.executed.vectors;
        let alignment = self.alignment;
        let scalars = made.vectors < own || own == 0;
        // Code that fails may be what the right port does not execute.
        let fails = trials.failing;
        if !fails && leads_around(program, made, alignment.vectors_to_output()) {
            return None;
        }
        let around = !fails && scalars && leads_around(program, made, alignment.way_to_output());
        // Where no loop does more, nothing has taken the work over: the other arm of a condition
        // is right.
        if around && (own > 0 || !chooses || self.hands_over(trials, (program, place))) {
            return None;
        }
        if !trials.confirmed(self.pair, (program, self.differing)) {
            return None;
        }
        let sizes = (self.differing, self.sweep);
        let elsewhere = trials.elsewhere_too(self.pair, change, sizes)?;
        let here = self.as_where_right(trials, change)?;
        let first = match made.vectors < own {
            _ if fails => Standing::Sound,
            true if made.vectors * 2 < own => return None,
            true => Standing::Doubtful,
            false if around => Standing::Doubtful,
            false => Standing::Sound,
        };
        Some(first.and(here).and(elsewhere))
    }

    /// The trace of a changed program on the first input.
    fn traced(&self, trials: &mut Trials, program: &Program) -> Option<Traced> {
        let first = trials.all.swap_remove(0);
        let port = (&self.pair.port, program);
        let traced = trials.trace(self.pair, port, &first.inputs, self.differing.place);
        trials.all.push(first);
        let last = trials.all.len() - 1;
        trials.all.swap(0, last);
        traced
    }

    /// Whether some loop begins more rounds in a program changed at `place`, on the first input. A
    /// loop does that goes on where it ended too early.
    fn hands_over(
        &self,
        trials: &mut Trials,
        (program, place): (&Program, (FunctionId, u32)),
    ) -> bool {
        let traced = self.traced(trials, program);
        let own = Rounds::of(self.pair.port.program, self.alignment.first_trace());
        let function = program.function(place.0);
        let block = function.block_of(place.1);
        let goes_on = |(id, head)| id == place.0 && function.flow.dominates(head, block);
        traced.is_none_or(|traced| Rounds::of(program, &traced.trace).exceed(&own, goes_on))
    }

    /// The standing by what a changed program does on inputs of the differing size on which the
    /// unchanged port is right. Without vectors, no loop may do more, and a block of the changed
    /// function that falls away is a reason for doubt.
    fn as_where_right(
        &self,
        trials: &mut Trials,
        (program, changed): (&Program, FunctionId),
    ) -> Option<Standing> {
        let all = std::mem::take(&mut trials.all);
        let mut standing = Some(Standing::Sound);
        let unchanged = self.pair.port.program;
        let right = all.iter().filter(|trial| trial.agrees);
        for trial in right.take(WORKING_INPUTS) {
            let mut execute = |program: &Program| {
                trials.execute(self.pair, (&self.pair.port, program), &trial.inputs)
            };
            let (Some(own), Some(made)) = (execute(unchanged), execute(program)) else {
                continue;
            };
            let mut blocks = program.function(changed).blocks.iter();
            let falls_away = own.vectors == 0
                && blocks.any(|at| {
                    own.reached.is_executed(changed, *at) && !made.reached.is_executed(changed, *at)
                });
            let mut here = Standing::of(own.vectors, made.vectors);
            if falls_away {
                let mut rounds = |program: &Program| {
                    let port = (&self.pair.port, program);
                    let place = self.differing.place;
                    let traced = trials.trace(self.pair, port, &trial.inputs, place)?;
                    Some(Rounds::of(program, &traced.trace))
                };
                let both = (rounds(unchanged), rounds(program));
                here = match both {
                    (Some(own), Some(made)) if !made.exceed(&own, |_| false) => {
                        Some(Standing::Doubtful)
                    }
                    _ => None,
                };
            }
            standing = standing.and_then(|all| Some(all.and(here?)));
        }
        trials.all = all;
        standing
    }

    /// Whether the same instruction of a changed program writes the differing output. Other
    /// arithmetic with sizes may hand the output over to a remainder loop.
    pub fn is_written_alike(&self, trials: &mut Trials, program: &Program) -> bool {
        let writer = self.alignment.writer().filter(|_| !trials.failing);
        let Some(writer) = writer else {
            return true;
        };
        let traced = self.traced(trials, program);
        let own = traced.and_then(|traced| Some(traced.trace.steps[traced.output?].at));
        own == Some(writer)
    }
}

/// Whether a changed program agrees because it bypasses code that produces the differing output,
/// for example because a remainder loop then does all the work.
fn leads_around(program: &Program, made: &Execution, way: Vec<(FunctionId, u32)>) -> bool {
    way.into_iter().any(|(id, pc)| {
        let function = program.function(id);
        let start = function.blocks[function.block_of(pc) as usize];
        !made.reached.is_executed(id, start)
    })
}
