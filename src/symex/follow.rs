//! Recording of the trace in an execution on constants: one step per instruction.

use super::executor::Executor;
use super::slot::Slot;
use super::trace::{Before, Open, Trace};
use super::value::Value;
use crate::budgets::execution::TRACKED_BYTES;
use crate::program::{Callee, Edge, Instruction, Kind, Operand, Register, Scalar, Shape, TypeId};

impl Executor<'_, '_> {
    /// Returns what the trace needs to know before the instruction executes.
    pub fn trace_before(&mut self, instruction: &Instruction) -> Option<Before> {
        self.machine.trace.as_ref()?;
        self.settle_calls();
        let frame = &self.state.thread.frame;
        let (number, depth) = (frame.number, self.state.thread.callers.len());
        let at = (frame.function, frame.pc - 1);
        let trace = self.machine.trace.as_ref()?;
        let event = |operand: &Operand| match operand {
            Operand::Register(register) => trace.registers.get(&(number, *register)).copied(),
            Operand::Constant(_) => None,
        };
        let mut before = Before {
            number,
            depth,
            at,
            from: operands(&instruction.kind)
                .iter()
                .filter_map(event)
                .collect(),
            arguments: Vec::new(),
            bytes: None,
        };
        let (mut address, mut size) = (None, 0);
        match &instruction.kind {
            Kind::Call(call) => {
                before.arguments = call.arguments.iter().map(event).collect();
                let is_value =
                    |ty: &TypeId| self.program.ty(*ty).shape != Shape::Scalar(Scalar::Pointer);
                let values = before.arguments.iter().zip(&call.types);
                let values = values.filter(|(_, ty)| is_value(ty));
                before.from = values.filter_map(|(from, _)| *from).collect();
            }
            Kind::Load {
                ty, address: at, ..
            }
            | Kind::Store {
                ty, address: at, ..
            } => {
                address = Some(*at);
                size = self.program.ty(*ty).store_size;
            }
            _ => {}
        }
        if let Some(address) = address.and_then(|at| self.slot(at).constant()) {
            before.bytes = (size <= TRACKED_BYTES).then_some((address, size));
        }
        Some(before)
    }

    /// Adds the steps of an instruction that has executed to the trace.
    pub fn trace_after(&mut self, instruction: &Instruction, before: Before) {
        let entered = self.state.thread.callers.len() > before.depth;
        let result = match (entered, instruction.result) {
            (false, Some(register)) if self.state.thread.frame.number == before.number => {
                self.lanes(register)
            }
            _ => None,
        };
        let number = self.state.thread.frame.number;
        let function = self.state.thread.frame.function;
        let copied = self.copied(instruction);
        let pc = self.state.thread.frame.pc;
        let Some(trace) = &mut self.machine.trace else {
            return;
        };
        if let (Kind::Load { .. }, Some(bytes)) = (&instruction.kind, before.bytes) {
            trace.reads.push(bytes);
        }
        if let Some((_, from, size)) = copied {
            trace.reads.push((from, size));
        }
        if let Some(open) = trace.calls.last()
            && !open.own
        {
            let step = open.step;
            match (&instruction.kind, before.bytes) {
                (Kind::Call(call), _) if entered => {
                    let open = Open {
                        depth: before.depth,
                        result: instruction.result,
                        ..*open
                    };
                    trace.call_back((function, number), call.arguments.len(), open);
                }
                (Kind::Load { .. }, Some(bytes)) => {
                    let from = trace.read(bytes).into_iter().filter(|from| *from != step);
                    let from: Vec<usize> = from.collect();
                    trace.steps[step].from.extend(from);
                }
                (Kind::Store { .. }, Some(bytes)) => trace.write(bytes, step),
                _ => {
                    if let Some((to, from, size)) = copied {
                        trace.copied_by(step, (to, from), size);
                    }
                }
            }
            return;
        }
        match &instruction.kind {
            Kind::Call(_) if entered => {
                let own = trace.own.get(function.0 as usize).copied().unwrap_or(false);
                let step = trace.push(&before, None, before.from.clone());
                trace.calls.push(Open {
                    depth: before.depth,
                    result: instruction.result,
                    step,
                    own,
                    returned: None,
                });
                trace.callers.insert(number, step);
                for (at, from) in before.arguments.iter().enumerate() {
                    if let Some(from) = from {
                        trace.registers.insert((number, Register(at as u32)), *from);
                    }
                }
            }
            Kind::Call(_) => {
                let step = trace.push(&before, result, before.from.clone());
                if let Some((to, from, size)) = copied {
                    trace.copied_by(step, (to, from), size);
                }
                if let Some(register) = instruction.result {
                    trace.registers.insert((before.number, register), step);
                }
            }
            Kind::Store { .. } => {
                if let Some(bytes) = before.bytes {
                    let from = before.from.clone();
                    let step = trace.push(&before, None, from);
                    trace.write(bytes, step);
                }
            }
            Kind::Return(_) => {
                let returned = before.from.first().copied();
                match trace.calls.last_mut() {
                    Some(open) => open.returned = returned,
                    None => trace.returned = returned,
                }
            }
            Kind::Jump(edge) => moved(trace, &before, edge),
            Kind::Branch { edges, .. } => {
                let starts = &self.program.function(before.at.0).blocks;
                let taken = edges.iter().find(|e| starts[e.target as usize] == pc);
                if let Some(edge) = taken {
                    moved(trace, &before, edge);
                }
            }
            Kind::Alloca { .. } => {}
            // The number of an address tells nothing, but what it is computed from does.
            Kind::Address { .. } => {
                if let Some(register) = instruction.result {
                    let step = trace.push(&before, None, before.from.clone());
                    trace.registers.insert((before.number, register), step);
                }
            }
            kind => {
                let Some(register) = instruction.result else {
                    return;
                };
                let from = match (kind, before.bytes) {
                    (Kind::Load { .. }, Some(bytes)) => trace.read(bytes),
                    _ => before.from.clone(),
                };
                let step = trace.push(&before, result, from);
                trace.registers.insert((before.number, register), step);
            }
        }
    }

    /// Gives the results of calls that have returned to their steps and registers.
    fn settle_calls(&mut self) {
        let depth = self.state.thread.callers.len();
        loop {
            let Some(trace) = &mut self.machine.trace else {
                return;
            };
            if trace.calls.last().is_none_or(|open| open.depth < depth) {
                return;
            }
            let Some(open) = trace.calls.pop() else {
                return;
            };
            if open.depth != depth {
                continue;
            }
            if let (Some(library), Some(from)) = (trace.calls.last(), open.returned)
                && open.own
                && !library.own
            {
                let step = library.step;
                trace.steps[step].from.push(from);
            }
            let Some(register) = open.result else {
                continue;
            };
            let value = self.lanes(register);
            let number = self.state.thread.frame.number;
            if let Some(trace) = &mut self.machine.trace {
                trace.steps[open.step].value = value;
                let from = match open.own {
                    true => open.returned,
                    false => Some(open.step),
                };
                match from {
                    Some(from) => trace.registers.insert((number, register), from),
                    None => trace.registers.remove(&(number, register)),
                };
            }
        }
    }

    /// Returns the width and values of the lanes of a register, if all are constants.
    fn lanes(&self, register: Register) -> Option<(u8, Vec<u128>)> {
        match &self.state.thread.frame.registers[register.0 as usize] {
            Slot::Constant { bits, value } => Some((*bits, vec![u128::from(*value)])),
            Slot::Vector(lanes) => Some((lanes.bits(), lanes.lanes().map(u128::from).collect())),
            Slot::Value(Value::Aggregate(_)) => None,
            Slot::Value(value) => {
                let arena = self.machine.builder.arena();
                let lanes = value.lanes();
                let bits = arena.width((*lanes.first()?)?);
                let values: Option<Vec<u128>> = lanes
                    .iter()
                    .map(|lane| arena.constant_value((*lane)?))
                    .collect();
                Some((bits, values?))
            }
        }
    }

    /// Returns target, source and size in bytes, if the instruction is a call that copies
    /// memory.
    fn copied(&self, instruction: &Instruction) -> Option<(u64, u64, u64)> {
        let Kind::Call(call) = &instruction.kind else {
            return None;
        };
        let Callee::Function(id) = call.callee else {
            return None;
        };
        let name = &*self.program.function(id).name;
        let copies = ["llvm.memcpy", "llvm.memmove", "memcpy", "memmove"];
        if !copies.iter().any(|copy| name.starts_with(copy)) {
            return None;
        }
        let mut args = call.arguments.iter().map(|arg| self.slot(*arg).constant());
        let (to, from, size) = (args.next()??, args.next()??, args.next()??);
        (size <= TRACKED_BYTES).then_some((to, from, size))
    }
}

/// Assigns the phis of an edge's target the steps of their incoming values.
fn moved(trace: &mut Trace, before: &Before, edge: &Edge) {
    let moves = edge.moves.iter().map(|(register, operand)| {
        let from = match operand {
            Operand::Register(from) => trace.registers.get(&(before.number, *from)).copied(),
            Operand::Constant(_) => None,
        };
        (*register, from)
    });
    for (register, from) in moves.collect::<Vec<_>>() {
        match from {
            Some(from) => trace.registers.insert((before.number, register), from),
            None => trace.registers.remove(&(before.number, register)),
        };
    }
}

/// Returns the operands of an instruction that are values, without the addresses that it reads or
/// writes.
fn operands(kind: &Kind) -> Vec<Operand> {
    match kind {
        Kind::Integer { args, .. }
        | Kind::Compare { args, .. }
        | Kind::Float { args, .. }
        | Kind::FloatCompare { args, .. }
        | Kind::ExtractElement { args, .. }
        | Kind::Shuffle { args, .. }
        | Kind::InsertValue { args, .. } => args.to_vec(),
        Kind::Select { args, .. } | Kind::InsertElement { args, .. } => args.to_vec(),
        Kind::Negate { arg, .. }
        | Kind::Cast { arg, .. }
        | Kind::Bitcast { arg, .. }
        | Kind::Freeze { arg, .. }
        | Kind::ExtractValue { arg, .. } => vec![*arg],
        Kind::Store { value, .. } => vec![*value],
        Kind::Address { base, indices, .. } => {
            let indices = indices.iter().map(|index| index.operand);
            indices.chain([*base]).collect()
        }
        Kind::Return(Some(value)) => vec![*value],
        Kind::Values(values) => values.iter().flatten().copied().collect(),
        _ => Vec::new(),
    }
}
