//! Computation of addresses: stack objects and address arithmetic.
//!
//! Invariant: an address is a variable part plus one constant, so that the constant tells
//! which object it points into.

use std::sync::Arc;

use super::end::StopReason;
use super::executor::{Exec, Executor};
use super::object_spec::{ObjectId, ObjectSpec, Protection, Storage};
use super::slot::Slot;
use super::strided::split;
use super::value::{Lane, Value};
use crate::program::{AddressSpace, Index, Operand, SpanId, TypeId};
use crate::start::Start;

impl Executor<'_, '_> {
    /// Allocates a stack object.
    pub fn alloca(
        &mut self,
        ty: TypeId,
        count: Operand,
        align: u64,
        name: &Arc<str>,
    ) -> Exec<Slot> {
        let Some(count) = self.slot(count).constant() else {
            return Err(self.stop(StopReason::SymbolicSize("the size of a local array")));
        };
        let size = self.program.ty(ty).size.saturating_mul(count);
        let largest = &mut self.machine.statistics.largest_local;
        *largest = size.max(*largest);
        let spec = ObjectSpec {
            name: Arc::clone(name),
            size,
            start: Start::exactly(align),
            storage: Storage::Stack,
            protection: Protection::Writable,
            zeroed: false,
            allocation: self.declaration(),
            element: Some(ty),
            space: AddressSpace::PRIVATE,
        };
        Ok(Slot::address(self.allocate(spec)?.0))
    }

    /// Returns where a local is declared: the position of the instruction, else of its
    /// function, else of the nearest caller that debug info knows.
    fn declaration(&self) -> SpanId {
        let function = self.program.function(self.state.thread.frame.function).span;
        let known = |span: &SpanId| self.program.location(*span).is_some();
        [self.span, function]
            .into_iter()
            .find(known)
            .unwrap_or_else(|| self.here())
    }

    /// Places an object in memory; errors if the memory limit does not allow it.
    pub fn allocate(&mut self, spec: ObjectSpec) -> Exec<ObjectId> {
        let zeroed = spec.zeroed || self.machine.limits.zeroed_memory;
        let spec = ObjectSpec { zeroed, ..spec };
        let object = self.machine.add_object(&mut self.state, spec);
        object.ok_or_else(|| self.stop(StopReason::MemoryLimit(self.machine.limits.max_memory)))
    }

    /// Computes an address: a base, a constant offset and scaled indices.
    pub fn address(
        &mut self,
        base: Operand,
        offset: i64,
        indices: &[Index],
        lanes: Option<u32>,
    ) -> Value {
        let base = self.operand(base);
        let parts: Vec<(Value, &Index)> = indices
            .iter()
            .map(|index| (self.operand(index.operand), index))
            .collect();
        let mut lane = |i: usize| -> Lane {
            // A scalar operand of a vector address counts for every lane.
            let pick = |v: &Value| match v {
                Value::Vector(lanes) => lanes.get(i).copied().flatten(),
                other => other.lane(),
            };
            let (core, constant) = split(self.machine.builder.arena(), pick(&base)?);
            let mut constant = constant.wrapping_add(offset as u64);
            let b = &mut self.machine.builder;
            let mut sum = core;
            for (value, index) in &parts {
                let term = pick(value)?;
                let term = if index.bits < 64 {
                    b.sext(term, 64)
                } else {
                    b.trunc(term, 64)
                };
                if let Some(value) = b.constant_value(term) {
                    constant = constant.wrapping_add((value as u64).wrapping_mul(index.scale));
                    continue;
                }
                let scale = b.constant(64, u128::from(index.scale));
                let scaled = if index.scale == 1 {
                    term
                } else {
                    b.mul(term, scale)
                };
                let (core, extra) = split(b.arena(), scaled);
                constant = constant.wrapping_add(extra);
                sum = match (sum, core) {
                    (Some(sum), Some(core)) => Some(b.add(sum, core)),
                    (None, core) => core,
                    (sum, None) => sum,
                };
            }
            let constant_term = b.constant(64, u128::from(constant));
            Some(match sum {
                None => constant_term,
                Some(sum) if constant == 0 => sum,
                Some(sum) => b.add(sum, constant_term),
            })
        };
        match lanes {
            Some(count) => Value::Vector((0..count as usize).map(lane).collect()),
            None => Value::Scalar(lane(0)),
        }
    }
}
