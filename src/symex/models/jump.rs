//! `setjmp` and `longjmp`: jumps out of functions, back to an activation that is still
//! active.
//!
//! A `jmp_buf` holds the number of an activation and a position in its code; registers keep
//! their current values, since C leaves the values of locals that are not volatile open.

use std::rc::Rc;

use term::TermId;

use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::Scalar;
use crate::symex::end::Access;
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::{Lane, Value};

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("setjmp", Any(set)),
    ("_setjmp", Any(set)),
    ("sigsetjmp", Any(set)),
    ("__sigsetjmp", Any(set)),
    ("llvm.eh.sjlj.setjmp", Any(set)),
    ("llvm.eh.sjlj.setup.dispatch", Any(super::integer::nothing)),
    ("longjmp", Any(jump)),
    ("_longjmp", Any(jump)),
    ("siglongjmp", Any(jump)),
    ("__longjmp_chk", Any(jump)),
    ("llvm.eh.sjlj.longjmp", Any(jump)),
];

/// Offsets in the buffer that clang does not use for `__builtin_setjmp`.
const ACTIVATION: u64 = 8;
const POSITION: u64 = 24;

fn word(e: &mut Executor<'_, '_>, buffer: Lane, at: u64) -> Lane {
    let at = e.b().constant(64, u128::from(at));
    Some(e.b().add(buffer?, at))
}

fn set(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let frame = &e.state.thread.frame;
    for (at, value) in [(ACTIVATION, frame.number), (POSITION, u64::from(frame.pc))] {
        let address = word(e, site.lane(0), at);
        let value = e.b().constant(64, u128::from(value));
        let place = e.place(address, 8, Access::Write, false)?;
        e.write_lane(&place, Scalar::Int(64), Some(value), None);
    }
    Ok(e.result(site, 0))
}

fn jump(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let mut words = [0; 2];
    for (value, at) in words.iter_mut().zip([ACTIVATION, POSITION]) {
        let address = word(e, site.lane(0), at);
        let place = e.place(address, 8, Access::Read, false)?;
        let lane = e.read_lane(&place, Scalar::Int(64), None);
        match e.concrete_lane(lane) {
            Some(known) => *value = known as u64,
            None => return Err(e.unsupported(site, "a buffer that setjmp has not filled")),
        }
    }
    let value = match site.args.get(1).map(Value::lane) {
        None => e.b().constant(32, 1),
        Some(None) => return Err(e.unsupported(site, "an undefined value")),
        Some(Some(value)) => not_zero(e, value),
    };
    let [activation, position] = words;
    match e.resume_activation(activation, position as u32, value) {
        true => Ok(Value::Scalar(None)),
        false => Err(e.unsupported(site, "the function that called setjmp has returned")),
    }
}

/// Returns the result of the second return from `setjmp`, which is never zero.
fn not_zero(e: &mut Executor<'_, '_>, value: TermId) -> TermId {
    let (zero, one) = (e.b().constant(32, 0), e.b().constant(32, 1));
    let is_zero = e.b().eq(value, zero);
    e.b().select(is_zero, one, value)
}

impl Executor<'_, '_> {
    /// Continues in an active activation after the call at `position - 1`, with the result
    /// `value`; the activations that it called are dropped. Returns whether it is active.
    fn resume_activation(&mut self, number: u64, position: u32, value: TermId) -> bool {
        if self.state.thread.frame.number != number {
            let callers = &self.state.thread.callers;
            // The outermost caller is not a function.
            let open = callers.iter().skip(1).position(|f| f.number == number);
            let Some(depth) = open.map(|at| at + 1) else {
                return false;
            };
            let above = callers.get(depth + 1);
            let height = above.map_or(self.state.thread.frame.height, |frame| frame.height);
            self.state.memory.unwind(height);
            self.state.thread.callers.truncate(depth + 1);
            if let Some(frame) = self.state.thread.callers.pop() {
                self.state.thread.frame = Rc::unwrap_or_clone(frame);
            }
        }
        self.state.thread.frame.pc = position;
        let function = self.program.function(self.state.thread.frame.function);
        let call = (position as usize).checked_sub(1);
        let register = call.and_then(|at| function.code.get(at)?.result);
        if let Some(register) = register {
            self.set(register, value.into());
        }
        let depth = self.state.thread.callers.len();
        if self.join.is_some_and(|join| depth < join.depth) {
            let state = self.take_state();
            self.escaped.push(state);
            self.gone = true;
        }
        true
    }
}
