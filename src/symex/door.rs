//! The only access to memory: everything that a thread reads or writes, by an instruction,
//! a model of a function or a merge of arms, goes through this file.
//!
//! Invariant: an access to an observed object is handed to the state's observer, once for
//! each object that it may go to; the fast interpreter for constants does not access such
//! objects. Merges of states and the texts that reports quote are not accesses of the
//! program and are not handed over. A load hoisted out of a branch is not handed over
//! either: the guard before it states when the source performs it.

use std::rc::Rc;

use term::TermId;

use super::chunk::Byte;
use super::end::{Access, DefectKind, StopReason};
use super::executor::{Exec, Executor};
use super::nesting::Nesting;
use super::object_spec::ObjectId;
use super::observer::{AccessRecord, Offset};
use super::place::Place;
use super::state::State;
use super::value::{Lane, Value};
use crate::budgets::waiting;
use crate::program::{Qualifiers, Scalar, SpanId, TypeId};

/// The properties of an access besides its place and value.
#[derive(Clone, Copy)]
struct Manner {
    access: Access,
    size: u64,
    qualifiers: Qualifiers,
    guard: Option<TermId>,
}

impl Manner {
    fn plain(access: Access, size: u64, guard: Option<TermId>) -> Manner {
        Manner {
            access,
            size,
            qualifiers: Qualifiers::PLAIN,
            guard,
        }
    }
}

impl Executor<'_, '_> {
    /// Reads a value. `speculative` is for a load that was hoisted out of a branch: it may
    /// be out of bounds.
    pub fn load(
        &mut self,
        address: Lane,
        ty: TypeId,
        speculative: bool,
        qualifiers: Qualifiers,
    ) -> Exec<Value> {
        let size = self.program.ty(ty).store_size;
        if size == 0 {
            return Ok(self.undefined_value(ty));
        }
        self.check_format(ty)?;
        let place = self.place(address, size, Access::Read, speculative)?;
        if qualifiers.is_shared() {
            self.touch_volatile(&place, size, Access::Read)?;
        }
        let value = self.read(&place, ty);
        if !speculative {
            let manner = Manner {
                qualifiers,
                ..Manner::plain(Access::Read, size, None)
            };
            self.record(&place, manner, Some(&value));
        }
        Ok(value)
    }

    /// Writes a value where the guard holds.
    pub fn store(
        &mut self,
        address: Lane,
        ty: TypeId,
        value: &Value,
        guard: Option<TermId>,
        qualifiers: Qualifiers,
    ) -> Exec<()> {
        let size = self.program.ty(ty).store_size;
        if size == 0 {
            return Ok(());
        }
        self.check_format(ty)?;
        let place = self.place(address, size, Access::Write, false)?;
        if qualifiers.is_shared() {
            self.touch_volatile(&place, size, Access::Write)?;
            self.show_write(&place, value, guard);
        }
        self.write(&place, ty, value, guard);
        let manner = Manner {
            qualifiers,
            ..Manner::plain(Access::Write, size, guard)
        };
        self.record(&place, manner, Some(value));
        Ok(())
    }

    /// Reads one scalar; observers are told that the read happens where the guard holds.
    pub fn read_lane(&mut self, place: &Place, scalar: Scalar, guard: Option<TermId>) -> Lane {
        let lane = self.lane_at(place, scalar);
        let manner = Manner::plain(Access::Read, scalar.store_size(), guard);
        self.record(place, manner, Some(&Value::Scalar(lane)));
        lane
    }

    /// Ends the path if moving a value of this type takes an x87 register that may be in use.
    fn check_format(&self, ty: TypeId) -> Exec<()> {
        let lanes = self.program.ty(ty).lanes();
        match lanes.and_then(|(lane, _)| lane.format()) {
            Some(format) => self.check_x87(format),
            None => Ok(()),
        }
    }

    /// Writes one scalar where the guard holds.
    pub fn write_lane(&mut self, place: &Place, scalar: Scalar, new: Lane, guard: Option<TermId>) {
        self.set_lane_at(place, scalar, new, guard);
        let manner = Manner::plain(Access::Write, scalar.store_size(), guard);
        self.record(place, manner, Some(&Value::Scalar(new)));
    }

    /// Whether the byte at an address is a constant other than zero.
    pub fn flag(&mut self, address: Lane) -> Exec<bool> {
        let place = self.place(address, 1, Access::Read, false)?;
        let byte = self.read_lane(&place, Scalar::Int(8), None);
        Ok(self.concrete_lane(byte).is_some_and(|b| b != 0))
    }

    /// Sets the byte at an address to one.
    pub fn set_flag(&mut self, address: Lane) -> Exec<()> {
        let place = self.place(address, 1, Access::Write, false)?;
        let one = self.b().constant(8, 1);
        self.write_lane(&place, Scalar::Int(8), Some(one), None);
        Ok(())
    }

    /// Checks an access that happens where `condition` holds: it must be in bounds there.
    pub fn guard(&mut self, condition: Lane, address: Lane, size: u64, access: Access) -> Exec<()> {
        // If the condition is undefined, so is the value read under it.
        let Some(condition) = condition.filter(|c| self.concrete(*c) != Some(0)) else {
            return Ok(());
        };
        if self.concrete(condition).is_some() {
            let place = self.place(address, size, access, false)?;
            self.note_access(&place, size, access, None);
            return Ok(());
        }
        let Some(address) = address else {
            let never = self.b().not(condition);
            let kind = DefectKind::UndefinedAddress(access);
            return self.require(never, |this| this.plain_defect(kind));
        };
        self.check_set(address)?;
        let place = self.arm(condition, address, size, access, false, Nesting::arm())?;
        self.note_extent(&place, size, Some(condition));
        self.note_access(&place, size, access, Some(condition));
        Ok(())
    }

    /// Records that the source performs an access where the guard holds, even if the
    /// compiler has moved or removed it.
    pub fn note_access(&mut self, place: &Place, size: u64, access: Access, guard: Option<TermId>) {
        self.record(place, Manner::plain(access, size, guard), None);
    }

    /// Ends the lifetime of an object on the heap.
    pub fn release(&mut self, id: ObjectId, size: u64) {
        let here = self.here();
        self.state.memory.release(id, here);
        self.note_access(&Place::At(id, 0), size, Access::Write, None);
    }

    /// Returns the object and offset of a block, whose address must be concrete.
    pub fn block(&mut self, address: Lane, size: u64, access: Access) -> Exec<(ObjectId, u64)> {
        match self.place(address, size, access, false)? {
            Place::At(object, offset) => Ok((object, offset)),
            _ => Err(self.stop(StopReason::SymbolicAddress)),
        }
    }

    /// Reads the bytes of a block.
    pub fn read_block(&mut self, address: Lane, size: u64) -> Exec<Vec<Byte>> {
        if size == 0 {
            return Ok(Vec::new());
        }
        let limit = self.machine.limits.max_memory;
        if size.saturating_mul(size_of::<Byte>() as u64) > limit {
            return Err(self.stop(StopReason::MemoryLimit(limit)));
        }
        let (object, offset) = self.block(address, size, Access::Read)?;
        let bytes = self.bytes_at(object, offset, size);
        self.record_block(object, offset, Access::Read, &bytes);
        Ok(bytes)
    }

    fn bytes_at(&self, object: ObjectId, offset: u64, size: u64) -> Vec<Byte> {
        let object = self.state.memory.object(object);
        object.map_or_else(Vec::new, |o| {
            (0..size).map(|i| o.byte(offset + i)).collect()
        })
    }

    /// Overwrites a block.
    pub fn write_block(&mut self, address: Lane, bytes: &[Byte]) -> Exec<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (object, offset) = self.block(address, bytes.len() as u64, Access::Write)?;
        self.set_bytes_at(object, offset, bytes);
        self.record_block(object, offset, Access::Write, bytes);
        Ok(())
    }

    fn set_bytes_at(&mut self, object: ObjectId, offset: u64, bytes: &[Byte]) {
        if let Some(object) = self.state.memory.object_mut(object) {
            for (i, byte) in bytes.iter().enumerate() {
                object.set(offset + i as u64, *byte);
            }
        }
    }

    /// Overwrites a block with one byte.
    pub fn fill_block(&mut self, address: Lane, count: u64, byte: Byte) -> Exec<()> {
        // A block too large for any object is a defect, which is found before the memory
        // limit is.
        let (id, offset) = self.block(address, count, Access::Write)?;
        let limit = self.machine.limits.max_memory;
        if count > limit {
            return Err(self.stop(StopReason::MemoryLimit(limit)));
        }
        if let Some(object) = self.state.memory.object_mut(id) {
            object.fill(offset, count, byte);
        }
        if self.is_observed(id) {
            self.record_block(id, offset, Access::Write, &vec![byte; count as usize]);
        }
        Ok(())
    }

    /// Copies a block to the start of an object.
    pub fn copy_bytes(&mut self, to: u64, from: Lane, size: u64) -> Exec<()> {
        let to = self.b().constant(64, u128::from(to));
        self.copy_block(Some(to), from, size)
    }

    /// Copies a block, piece by piece; source and target may overlap.
    pub fn copy_block(&mut self, to: Lane, from: Lane, size: u64) -> Exec<()> {
        if size == 0 {
            return Ok(());
        }
        let (source, start) = self.block(from, size, Access::Read)?;
        let (target, place) = self.block(to, size, Access::Write)?;
        if self.is_observed(source) || self.is_observed(target) {
            let bytes = self.bytes_at(source, start, size);
            self.record_block(source, start, Access::Read, &bytes);
            self.record_block(target, place, Access::Write, &bytes);
        }
        let pieces = size.div_ceil(waiting::COPIED_BYTES);
        // A piece is overwritten only after it has been copied.
        let backwards = source == target && start < place;
        let mut bytes = Vec::with_capacity(size.min(waiting::COPIED_BYTES) as usize);
        for i in 0..pieces {
            let at = waiting::COPIED_BYTES * if backwards { pieces - 1 - i } else { i };
            let end = size.min(at + waiting::COPIED_BYTES);
            bytes.clear();
            if let Some(object) = self.state.memory.object(source) {
                bytes.extend((at..end).map(|i| object.byte(start + i)));
            }
            self.set_bytes_at(target, place + at, &bytes);
            if pieces > 1 {
                self.check_limits()?;
            }
        }
        Ok(())
    }

    /// Returns the value of a byte as a lane.
    pub fn byte_lane(&mut self, byte: Byte) -> Lane {
        match byte {
            Byte::Undefined => None,
            Byte::Constant(value, _) => Some(self.b().constant(8, u128::from(value))),
            Byte::Of(term, part) => Some(self.b().extract(term, part * 8, 8)),
        }
    }

    /// Merges the memory of `state` into that of `other`: the former holds where
    /// `condition` does. `None` if the memories do not fit.
    pub fn merge_memory(
        &mut self,
        condition: TermId,
        state: &State,
        other: &mut State,
    ) -> Option<()> {
        let differences = state.memory.differences(&other.memory, self.b());
        for difference in differences {
            let span = self.span;
            let object = state.memory.object(difference.object)?;
            let x = self
                .machine
                .load_bits(object, difference.offset, difference.bits, span);
            let object = other.memory.object(difference.object)?;
            let y = self
                .machine
                .load_bits(object, difference.offset, difference.bits, span);
            let value = self.choose(condition, x, y, difference.bits);
            let Some(term) = value else {
                continue;
            };
            let object = other.memory.object_mut(difference.object)?;
            let size = usize::from(difference.bits / 8);
            match self.machine.builder.constant_value(term) {
                Some(value) => object.store_constant(difference.offset, size, value),
                None => object.store(difference.offset, size, term),
            }
        }
        other.memory.revive(&state.memory);
        other.memory.reserve(&state.memory);
        Some(())
    }

    fn is_observed(&self, id: ObjectId) -> bool {
        self.state.is_observed() && self.state.memory.object(id).is_some_and(|o| o.observed)
    }

    fn record_block(&mut self, id: ObjectId, offset: u64, access: Access, bytes: &[Byte]) {
        if !self.is_observed(id) {
            return;
        }
        let lanes = bytes.iter().map(|byte| self.byte_lane(*byte)).collect();
        let manner = Manner::plain(access, bytes.len() as u64, None);
        self.record(&Place::At(id, offset), manner, Some(&Value::Vector(lanes)));
    }

    /// Hands an access to the observer of the state, if it has one.
    fn record(&mut self, place: &Place, manner: Manner, value: Option<&Value>) {
        if !self.state.is_observed() || manner.guard.is_some_and(|g| self.concrete(g) == Some(0)) {
            return;
        }
        let (object, offset) = match place {
            Place::At(object, offset) => (*object, Offset::At(*offset)),
            Place::Among {
                object,
                offset,
                candidates,
            } => {
                let [first, rest @ ..] = &**candidates else {
                    return;
                };
                let among = Offset::Among {
                    term: *offset,
                    first: *first,
                    last: *rest.last().unwrap_or(first),
                    stride: rest.first().map_or(1, |second| second - first),
                };
                (*object, among)
            }
            Place::Either(condition, x, y) => {
                let not = self.b().not(*condition);
                for (place, condition) in [(x, *condition), (y, not)] {
                    let guard = Some(self.both(manner.guard, condition));
                    self.record(place, Manner { guard, ..manner }, value);
                }
                return;
            }
            Place::Outside => return,
        };
        if !self.is_observed(object) {
            return;
        }
        let record = AccessRecord {
            thread: self.state.current(),
            object,
            offset,
            size: manner.size,
            access: manner.access,
            qualifiers: manner.qualifiers,
            value: value.cloned(),
            guard: manner.guard.filter(|guard| self.concrete(*guard).is_none()),
            path: self.state.kept_path(),
            chain: self.chain(),
        };
        self.state.observe(record);
    }

    /// Returns the current instruction and the calls that led to it, innermost first,
    /// leaving out positions that debug info does not know.
    fn chain(&self) -> Rc<[SpanId]> {
        let callers = self.state.thread.callers.iter().rev();
        let calls = callers.filter_map(|caller| {
            let code = &self.program.function(caller.function).code;
            let at = (caller.pc as usize).checked_sub(1)?;
            Some(code.get(at)?.span)
        });
        let chain = std::iter::once(self.span).chain(calls);
        chain
            .filter(|span| self.program.location(*span).is_some())
            .collect()
    }
}
