//! Wrappers, executed symbolically on concrete operands.

use rewrite_rules::{Builder, RuleSet};
use simdiff::program::Program;
use simdiff::symex::{
    End, Ignorant, Limits, Machine, ObjectId, ObjectSpec, State, Stop, StopReason,
};

use crate::operands::{Aligned, MOST_OPERANDS, Operands};
use crate::support::wrappers::{SLOT, Shape, Wrapper};

/// A machine with memory for operands and for a result.
pub struct Execution<'p> {
    program: &'p Program,
    machine: Machine<'p>,
    start: State,
    operands: ObjectId,
    result: ObjectId,
}

impl<'p> Execution<'p> {
    pub fn new(program: &'p Program) -> Self {
        let builder = Builder::new(RuleSet::builtin());
        let mut machine = Machine::new(program, builder, Limits::default());
        let mut start = machine.initial_state();
        let mut object = |name, size: usize| {
            let specification = ObjectSpec::buffer(name, size as u64);
            machine
                .add_object(&mut start, specification)
                .expect("memory")
        };
        let operands = object("operands", SLOT * MOST_OPERANDS);
        let result = object("result", SLOT);
        Self {
            program,
            machine,
            start,
            operands,
            result,
        }
    }

    /// Returns what the wrapper leaves in the operands' memory, and its result as far as it is
    /// defined; `None` if the lowering refuses the operands.
    pub fn run(
        &mut self,
        wrapper: &Wrapper,
        operands: &Operands,
    ) -> Result<Option<(Operands, [u8; SLOT])>, String> {
        let mut state = self.start.clone();
        self.write(&mut state, self.operands, &operands.0);
        self.write(&mut state, self.result, &[0; SLOT]);
        let name = wrapper.name();
        let function = self
            .program
            .find_function(&name)
            .ok_or_else(|| format!("{name}: not decoded"))?;
        let arguments = [
            self.machine.pointer(self.operands),
            self.machine.pointer(self.result),
        ];
        let mut finished = self
            .machine
            .call(state, function, &arguments, &mut Ignorant);
        let [finished] = finished.as_mut_slice() else {
            return Err(format!("{name}: {} paths", finished.len()));
        };
        match &finished.end {
            End::Returned(None) => {}
            End::Stopped(Stop {
                reason: StopReason::UnsupportedInstruction(what),
                ..
            }) if what.starts_with("a field") => return Ok(None),
            other => return Err(format!("{name}: {other:?}")),
        }
        let mut memory = Aligned([0; SLOT * MOST_OPERANDS]);
        let mut result = [0; SLOT];
        self.read(&finished.state, self.operands, &mut memory.0, &name)?;
        let defined = wrapper.result.map_or(0, Shape::bytes);
        self.read(&finished.state, self.result, &mut result[..defined], &name)?;
        Ok(Some((memory, result)))
    }

    fn write(&mut self, state: &mut State, object: ObjectId, bytes: &[u8]) {
        for (i, chunk) in bytes.chunks_exact(8).enumerate() {
            let value = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
            let value = self.machine.builder.constant(64, value.into());
            let at = 8 * i as u64;
            assert!(self.machine.write_scalar(state, object, at, value));
        }
    }

    fn read(
        &mut self,
        state: &State,
        object: ObjectId,
        bytes: &mut [u8],
        name: &str,
    ) -> Result<(), String> {
        for (at, byte) in bytes.iter_mut().enumerate() {
            let term = self.machine.read_scalar(state, object, at as u64, 8);
            let value = term.and_then(|t| self.machine.builder.constant_value(t));
            *byte = value.ok_or_else(|| format!("{name}: byte {at} is not a constant"))? as u8;
        }
        Ok(())
    }
}
