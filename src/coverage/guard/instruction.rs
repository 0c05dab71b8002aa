//! Terms for the values that instructions compute.

use term::{Op, Spec, TermId};

use super::depends::Depends;
use super::{Before, Guards, Value};
use crate::program::{
    Call, Callee, Cast, FunctionId, Kind, Operand, Predicate, Register, Scalar, Shape,
};

/// Functions that allocate and may report failure; in an execution they always succeed.
const ALLOCATORS: [&str; 8] = [
    "malloc",
    "calloc",
    "realloc",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "_ZnwmRKSt9nothrow_t",
    "_ZnamRKSt9nothrow_t",
];

impl Guards<'_, '_> {
    pub(super) fn register(
        &mut self,
        at: usize,
        register: Register,
        bits: u8,
        before: Before,
    ) -> Value {
        let id = self.activations[at].function;
        let body = self.graph.body(id);
        let Some(&pc) = body.defined_at.get(&register) else {
            return self.phi(at, register, bits, before);
        };
        let instruction = &self.graph.function(id).code[pc as usize];
        match &instruction.kind {
            Kind::Integer {
                op,
                bits: own,
                args,
                ..
            } if *own == bits && bits <= 64 => {
                let [x, y] = args.map(|arg| self.value(at, arg, bits, before));
                let term = self.builder.build(Spec::int(*op, bits), &[x.term, y.term]);
                let depends = match op {
                    Op::Sub => x.depends.apart(y.depends),
                    _ => x.depends.and(y.depends),
                };
                Value { term, depends }
            }
            Kind::Compare {
                predicate,
                bits: own,
                args,
            } if bits == 1 && *own <= 64 => {
                let [x, y] = args.map(|arg| self.value(at, arg, *own, before));
                Value {
                    term: self.predicate(*predicate, x.term, y.term),
                    depends: x.depends.apart(y.depends),
                }
            }
            Kind::Cast {
                cast,
                from,
                to,
                arg,
                ..
            } if to.bits() == bits && from.bits() <= 64 && bits <= 64 => {
                let value = self.value(at, *arg, from.bits(), before);
                let term = match cast {
                    Cast::Truncate => self.builder.trunc(value.term, bits),
                    Cast::SignExtend => self.builder.sext(value.term, bits),
                    Cast::ZeroExtend | Cast::Pointer | Cast::Observe(_) => {
                        match from.bits() <= bits {
                            true => self.builder.zext(value.term, bits),
                            false => self.builder.trunc(value.term, bits),
                        }
                    }
                    _ => return self.unknown(bits, value.depends),
                };
                Value { term, ..value }
            }
            Kind::Select { args, .. } if bits <= 64 => {
                let condition = self.value(at, args[0], 1, before);
                let [x, y] = [args[1], args[2]].map(|arg| self.value(at, arg, bits, before));
                Value {
                    term: self.builder.select(condition.term, x.term, y.term),
                    depends: condition.depends.and(x.depends).and(y.depends),
                }
            }
            Kind::Freeze { arg, .. } => self.value(at, *arg, bits, before),
            Kind::Address {
                base,
                offset,
                indices,
                lanes: None,
            } if bits == 64 => {
                let mut value = self.value(at, *base, 64, before);
                let constant = self.builder.constant(64, *offset as u128);
                value.term = self.builder.add(value.term, constant);
                for index in indices.iter().filter(|index| index.bits <= 64) {
                    let step = self.value(at, index.operand, index.bits, before);
                    let wide = self.builder.sext(step.term, 64);
                    let scale = self.builder.constant(64, u128::from(index.scale));
                    let distance = self.builder.mul(wide, scale);
                    value.term = self.builder.add(value.term, distance);
                    value.depends = value.depends.and(step.depends);
                }
                value
            }
            Kind::Alloca { .. } if bits == 64 => self.address(),
            Kind::Load { .. }
                if let Some(value) = self.fixed_value((id, register), bits, before) =>
            {
                value
            }
            Kind::Load { address, .. } => self.loaded(at, *address, bits),
            Kind::Float { format, args, .. } | Kind::FloatCompare { format, args, .. } => {
                let [x, y] = args.map(|arg| self.value(at, arg, format.width(), before));
                self.unknown(bits, x.depends.and(y.depends))
            }
            Kind::Negate { format, arg, .. } => {
                let value = self.value(at, *arg, format.width(), before);
                self.unknown(bits, value.depends)
            }
            Kind::Call(_) => self.called(at, pc, bits, before),
            Kind::ExtractElement { args, .. }
                if let Some(lane) = self.extracted(at, *args, bits, before) =>
            {
                lane
            }
            Kind::Bitcast { from, arg, .. }
                if let Some(whole) = self.recut(at, *arg, *from, (0, bits), before) =>
            {
                whole
            }
            _ => {
                let depends = self.depends(at, Operand::Register(register));
                self.unknown(bits, depends)
            }
        }
    }

    /// The value of `bits` bits that was fixed for the question of a register: any value in another
    /// iteration.
    fn fixed_value(
        &mut self,
        (id, register): (FunctionId, Register),
        bits: u8,
        before: Before,
    ) -> Option<Value> {
        let (function, values) = self.fixed;
        let mut values = values.iter().filter(|_| function == id);
        let (_, value) = values.find(|(of, _)| *of == register)?;
        if before.is_some() {
            return Some(self.unknown(bits, Depends::default()));
        }
        let term = self.builder.constant(bits, *value);
        let depends = Depends {
            fixed: true,
            ..Depends::default()
        };
        Some(Value { term, depends })
    }

    pub(super) fn predicate(&mut self, predicate: Predicate, x: TermId, y: TermId) -> TermId {
        let args = if predicate.swap { [y, x] } else { [x, y] };
        let result = self.builder.build(Spec::int(predicate.op, 1), &args);
        match predicate.negate {
            true => self.builder.not(result),
            false => result,
        }
    }

    /// The values of a call's scalar arguments, and their merged dependencies.
    pub(super) fn arguments(
        &mut self,
        at: usize,
        pc: u32,
        before: Before,
    ) -> (Vec<Value>, Depends) {
        let id = self.activations[at].function;
        let Kind::Call(call) = &self.graph.function(id).code[pc as usize].kind else {
            return (Vec::new(), Depends::default());
        };
        let mut values = Vec::new();
        for (argument, ty) in call.arguments.iter().zip(&call.types) {
            if let Shape::Scalar(scalar) = self.graph.program.ty(*ty).shape {
                values.push(self.value(at, *argument, scalar.bits(), before));
            }
        }
        let depends = values
            .iter()
            .fold(Depends::default(), |all, v| all.and(v.depends));
        (values, depends)
    }

    /// The value that a call returns: known for some intrinsics of LLVM and for
    /// known callees with a single `return`, unknown for others.
    pub(super) fn called(&mut self, at: usize, pc: u32, bits: u8, before: Before) -> Value {
        let id = self.activations[at].function;
        let (values, depends) = self.arguments(at, pc, before);
        let Kind::Call(call) = &self.graph.function(id).code[pc as usize].kind else {
            return self.unknown(bits, depends);
        };
        // A returned pointer may be one of the arguments; other results are computed by
        // unknown code.
        let unknown = match self.graph.program.ty(call.result).shape {
            Shape::Scalar(Scalar::Pointer) => depends,
            _ => depends.opaque(),
        };
        let Callee::Function(callee) = call.callee else {
            return self.unknown(bits, unknown.and(Depends::INPUT));
        };
        let function = self.graph.function(callee);
        let unknown = match function.is_defined() {
            true => unknown,
            false => unknown.and(Depends::INPUT),
        };
        if ALLOCATORS.contains(&&*function.name) {
            // The address of an object, or a status code.
            let value = match bits {
                64 => self.address(),
                _ => self.unknown(bits, Depends::default()),
            };
            let depends = Depends {
                allocation: true,
                ..value.depends
            };
            return Value { depends, ..value };
        }
        if let Some(term) = self.intrinsic(&function.name, &values, bits) {
            return Value { term, depends };
        }
        match (self.returned(call), before) {
            (Some((callee, operand)), None) => {
                let own = self.activation(callee, at, pc);
                self.value(own, operand, bits, None)
            }
            _ => self.unknown(bits, unknown),
        }
    }

    /// A called function that is known and has a single `return`, and the operand returned.
    pub(super) fn returned(&self, call: &Call) -> Option<(FunctionId, Operand)> {
        let Callee::Function(callee) = call.callee else {
            return None;
        };
        let code = self.graph.function(callee).code.iter();
        let mut returned = code.filter_map(|i| match &i.kind {
            Kind::Return(operand) => Some(*operand),
            _ => None,
        });
        match (returned.next(), returned.next()) {
            (Some(Some(operand)), None) if self.graph.knows(callee) => Some((callee, operand)),
            _ => None,
        }
    }
}
