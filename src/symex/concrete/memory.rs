//! Loads and stores of constants; `None` if they are not plain.

use super::FastLane;
use super::word::{mask, signed};
use crate::program::{Index, Operand, Shape, TypeId};
use crate::symex::memory::Memory;
use crate::symex::object_spec::{ObjectId, Protection};
use crate::symex::packed::Packed;
use crate::symex::slot::Slot;
use crate::symex::value::Value;

impl FastLane<'_> {
    #[inline]
    pub(super) fn address(&self, base: Operand, offset: i64, indices: &[Index]) -> Option<u64> {
        let mut address = self.constant(base)?.wrapping_add(offset as u64);
        for index in indices {
            let value = signed(self.constant(index.operand)?, index.bits.min(64)) as u64;
            address = address.wrapping_add(value.wrapping_mul(index.scale));
        }
        Some(address)
    }

    #[inline]
    pub(super) fn load(
        &mut self,
        ty: TypeId,
        align: u32,
        address: Operand,
        speculative: bool,
    ) -> Option<Slot> {
        let ty = self.program.ty(ty);
        let address = self.constant(address)?;
        let size = ty.store_size;
        if size == 0 || size > 16 || !is_aligned(address, align) {
            return None;
        }
        let (rank, object) = self.memory.find(address)?;
        let offset = address - object.base;
        let inside = object.is_plain()
            && is_aligned(object.base, align)
            && offset.saturating_add(size) <= object.spec.size;
        let unrecorded = Memory::is_global(address)
            && object.spec.protection == Protection::Writable
            && self.globals_read.get(rank) == Some(&false);
        if !inside || unrecorded {
            return None;
        }
        let slot = match (&ty.shape, object.constant(offset, size as usize)) {
            (Shape::Scalar(scalar), Some(value)) if scalar.bits() <= 64 => Slot::Constant {
                bits: scalar.bits(),
                value: value as u64 & mask(scalar.bits()),
            },
            (Shape::Vector { lane, count }, Some(all)) if lane.bits() >= 8 => {
                Slot::Vector(Packed::from_bits(lane.bits(), *count as usize, all)?)
            }
            (Shape::Scalar(scalar), None) => {
                let term = object.whole(offset, size as usize)?;
                if self.arena.width(term) != scalar.bits() {
                    return None;
                }
                Slot::Value(Value::Scalar(Some(term)))
            }
            _ => return None,
        };
        if !speculative {
            let object = ObjectId(object.base);
            self.extents.note(object, offset + size);
        }
        self.accesses += 1;
        Some(slot)
    }

    #[inline]
    pub(super) fn store(
        &mut self,
        ty: TypeId,
        align: u32,
        address: Operand,
        value: Operand,
    ) -> Option<()> {
        let size = self.program.ty(ty).store_size;
        let address = self.constant(address)?;
        let slot = match value {
            Operand::Register(register) => &self.registers[register.0 as usize],
            Operand::Constant(index) => &self.constants[index as usize],
        };
        let plain = match slot {
            Slot::Constant { .. } => true,
            Slot::Vector(lanes) => lanes.bits() >= 8,
            Slot::Value(Value::Scalar(Some(term))) => {
                u64::from(self.arena.width(*term)) == 8 * size
            }
            Slot::Value(_) => false,
        };
        if !plain || self.watched || !is_aligned(address, align) {
            return None;
        }
        let object = self.memory.find_mut(address, size)?;
        if !is_aligned(object.base, align) {
            return None;
        }
        let offset = address - object.base;
        self.extents.note(ObjectId(object.base), offset + size);
        match slot {
            Slot::Constant { value, .. } => {
                object.store_constant(offset, size as usize, u128::from(*value));
            }
            Slot::Vector(lanes) => {
                let step = u64::from(lanes.bits() / 8);
                for (value, i) in lanes.lanes().zip(0..) {
                    object.store_constant(offset + i * step, step as usize, u128::from(value));
                }
                self.vectors += 1;
            }
            Slot::Value(value) => {
                if let Some(term) = value.lane() {
                    object.store(offset, size as usize, term);
                }
            }
        }
        self.accesses += 1;
        Some(())
    }
}

/// Whether an address is a multiple of `align`, a power of two.
#[inline]
const fn is_aligned(address: u64, align: u32) -> bool {
    address & (align as u64).wrapping_sub(1) == 0
}
