//! Activations of functions: their start and their end.

use super::end::{End, StopReason};
use super::executor::{Exec, Executor};
use super::machine::Watch;
use super::refused::Refused;
use super::slot::Slot;
use super::thread::Frame;
use crate::program::{FunctionId, Operand, Register, demangled};

impl Executor<'_, '_> {
    /// Returns the end of a path that calls a function with neither body nor model.
    pub fn unknown(&self, symbol: &str) -> Box<End> {
        let name = demangled(symbol);
        self.stop(match symbol.strip_prefix("simdiff.refused.") {
            Some(what) => StopReason::UnsupportedInstruction(what.to_owned()),
            None => match Refused::by(&name) {
                Some(what) => StopReason::Refused {
                    function: name,
                    what,
                },
                None if name.starts_with("llvm.") => StopReason::UnknownIntrinsic(name),
                None => StopReason::UnknownFunction(name),
            },
        })
    }

    /// Starts an activation of a defined function.
    pub fn enter(&mut self, id: FunctionId, args: Vec<Slot>, result: Option<Register>) -> Exec<()> {
        let function = self.program.function(id);
        if !function.is_defined() {
            return Err(self.unknown(&function.name));
        }
        let limit = self.machine.limits.max_call_depth;
        if self.state.thread.callers.len() >= limit {
            return Err(self.stop(StopReason::RecursionLimit(limit)));
        }
        self.state.activations += 1;
        let mut frame = Frame::entering(id, function, args, self.state.activations);
        frame.height = self.state.memory.stack_height();
        frame.result = result;
        let caller = std::mem::replace(&mut self.state.thread.frame, frame);
        let caller = self.machine.spare.caller(caller);
        self.state.thread.callers.push(caller);
        self.reach(0);
        self.pause_at(0);
        Ok(())
    }

    /// Returns from the current function; a return from the outermost function ends the
    /// path.
    pub fn ret(&mut self, value: Option<Operand>) -> Exec<()> {
        let slot = value.map(|operand| self.slot(operand).clone());
        self.state.memory.unwind(self.state.thread.frame.height);
        let caller = self.state.thread.callers.pop();
        let spare = &mut self.machine.spare;
        let caller = caller.map_or_else(Frame::idle, |caller| spare.resumed(caller));
        let callee = std::mem::replace(&mut self.state.thread.frame, caller);
        self.state.end_promises(callee.number);
        if self.state.thread.callers.is_empty() {
            if self.machine.watch == Some(Watch::Result) {
                self.state.output_at = self.here();
            }
            let value = slot.map(|slot| slot.value(&mut self.machine.builder));
            return Err(Box::new(End::Returned(value)));
        }
        if let (Some(register), Some(slot)) = (callee.result, slot) {
            self.state.thread.frame.registers[register.0 as usize] = slot;
        }
        self.machine.spare.ended(callee.registers);
        Ok(())
    }
}
