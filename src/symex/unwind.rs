//! Unwinding: finds the landing pads of the active calls, and enters one.
//!
//! The C++ run-time library (`runtime/libcxx`) decides which pad catches an exception: it
//! asks for the clauses of each active call, innermost first, and then lands. Invariant: a
//! state that leaves the function whose branch is being merged leaves the merge and
//! continues as a path of its own.

use std::rc::Rc;

use super::executor::{Exec, Executor};
use super::slot::Slot;
use super::state::State;
use super::value::{Lane, Value};
use crate::program::{Clause, Edge, Kind, Operand, Register};

/// One clause of a landing pad, as the library asks for it.
pub(super) enum Stops {
    /// No more clauses, and no cleanup.
    Nothing,
    /// Catches objects of the type at this address.
    Type(Lane),
    /// Catches objects of all types but those at these addresses.
    NotTypes(Vec<Lane>),
    /// No more clauses, but a cleanup.
    Cleanup,
}

impl<'p> Executor<'_, 'p> {
    /// Returns the unwind edge of the current call of the `depth`-th activation, with the
    /// result register and the landing pad of the edge's target.
    fn pad(&self, depth: usize) -> Option<(&'p Edge, Register, &'p Kind)> {
        let frame = self.state.thread.callers.get(depth).filter(|_| depth > 0)?;
        let function = self.program.function(frame.function);
        let call = function.code.get((frame.pc as usize).checked_sub(1)?)?;
        let Kind::Call(call) = &call.kind else {
            return None;
        };
        let edge = call.unwind.as_deref()?;
        let first = *function.blocks.get(edge.target as usize)?;
        let pad = function.code.get(first as usize)?;
        Some((edge, pad.result?, &pad.kind))
    }

    /// Returns a clause, by its index, of the current call of the `depth`-th activation.
    pub fn clause(&mut self, depth: usize, index: usize) -> Stops {
        let Some((_, _, Kind::LandingPad { cleanup, clauses })) = self.pad(depth) else {
            return Stops::Nothing;
        };
        match clauses.get(index) {
            Some(Clause::Catch(ty)) => Stops::Type(self.operand_of(*ty).lane()),
            Some(Clause::Filter(types)) => Stops::NotTypes(match self.operand_of(*types) {
                Value::Aggregate(types) => types.iter().map(Value::lane).collect(),
                _ => Vec::new(),
            }),
            None if *cleanup => Stops::Cleanup,
            None => Stops::Nothing,
        }
    }

    /// Returns the value of a clause's operand, which is a constant.
    fn operand_of(&mut self, operand: Operand) -> Value {
        match operand {
            Operand::Constant(_) => self.operand(operand),
            Operand::Register(_) => Value::Scalar(None),
        }
    }

    /// Drops all activations inside the `depth`-th one and enters the landing pad of its
    /// current call, whose result is the pair of `exception` and `selector`. Returns
    /// whether there is a landing pad.
    pub fn land(&mut self, depth: usize, exception: Lane, selector: Lane) -> bool {
        let Some((edge, result, _)) = self.pad(depth) else {
            return false;
        };
        let outermost = self.state.thread.callers.get(depth + 1);
        let height = outermost.map_or(self.state.thread.frame.height, |frame| frame.height);
        self.state.memory.unwind(height);
        self.state.thread.callers.truncate(depth + 1);
        if let Some(frame) = self.state.thread.callers.pop() {
            self.state.thread.frame = Rc::unwrap_or_clone(frame);
        }
        self.follow(edge);
        let pair = [exception, selector].map(Value::Scalar);
        self.set(result, Value::Aggregate(pair.into()));
        if self.join.is_some_and(|join| depth < join.depth) {
            let state = self.take_state();
            self.escaped.push(state);
            self.gone = true;
        }
        true
    }

    /// Continues unwinding from the current call, in the library.
    pub fn resume(&mut self, pair: Operand) -> Exec<()> {
        let exception = match self.operand(pair) {
            Value::Aggregate(pair) => pair.first().and_then(Value::lane),
            _ => None,
        };
        match self.program.find_function("_Unwind_Resume") {
            Some(function) => self.enter(
                function,
                vec![Slot::new(&self.machine.builder, Value::Scalar(exception))],
                None,
            ),
            None => Err(self.stop(super::end::StopReason::UnsupportedInstruction(
                "an exception that no library of ours has thrown".to_owned(),
            ))),
        }
    }

    /// Takes the states that left a merge and belong to the region around it, or to none.
    pub fn returned_escapes(&mut self) -> Vec<State> {
        let inside = |state: &State| match self.join {
            Some(join) => state.thread.callers.len() >= join.depth,
            None => true,
        };
        let (here, beyond) = std::mem::take(&mut self.escaped)
            .into_iter()
            .partition(inside);
        self.escaped = beyond;
        here
    }
}
