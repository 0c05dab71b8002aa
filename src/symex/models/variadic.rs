//! Variable arguments, passed by the System V x86-64 ABI.
//!
//! clang expands `va_arg` into accesses to a `va_list` of four fields, which state how much
//! of the register save area is used and where the arguments in memory continue. Which
//! arguments are in registers determines the alignment of those in memory, so the
//! assignment follows the ABI exactly (3.2.3, 3.5.7).
//!
//! Trap: natively, taking more arguments than there are reads leftover register contents.
//! If no argument is in memory, the register fields are set so that the next argument is
//! sought in memory, out of bounds: an access that is detected.

use std::rc::Rc;

use term::{Format, TermId};

use super::integer::nothing;
use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::{AddressSpace, Call, Qualifiers, Scalar};
use crate::start::Start;
use crate::symex::end::{Access, DefectKind};
use crate::symex::executor::{Exec, Executor};
use crate::symex::extras::{
    Extra, Extras, GENERAL_END, GENERAL_SIZE, MOST_ALIGN, Passed, Taken, VECTOR_END, VECTOR_SIZE,
};
use crate::symex::object_spec::{ObjectSpec, Protection, Storage};
use crate::symex::slot::Slot;
use crate::symex::value::{Lane, Value};

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("llvm.va_start", Any(start)),
    ("llvm.va_copy", Any(copy)),
    ("llvm.va_end", Any(nothing)),
];

/// Offsets of the fields of a `va_list`, and its size, in bytes.
const GENERAL_OFFSET: u64 = 0;
const VECTOR_OFFSET: u64 = 4;
const OVERFLOW_AREA: u64 = 8;
const SAVE_AREA: u64 = 16;
const LIST_SIZE: u64 = 24;
impl Executor<'_, '_> {
    /// Returns the arguments of a call from index `declared` on.
    pub(in crate::symex) fn extras(
        &mut self,
        call: &Call,
        declared: usize,
        slots: Vec<Slot>,
    ) -> Rc<Extras> {
        let copied = |i: usize| {
            let found = call.by_value.iter().find(|copy| copy.index as usize == i);
            found.map(|copy| (copy.ty, copy.align))
        };
        let mut named = Taken::default();
        for (i, ty) in call.types.iter().enumerate().take(declared) {
            let (ty, align) = copied(i).map_or((*ty, None), |(ty, align)| (ty, Some(align)));
            named.next(self.program.ty(ty), align, true);
        }
        let extra = |(i, slot): (usize, Slot)| Extra {
            value: slot.value(&mut self.machine.builder),
            ty: call.types[i],
            copied: copied(i),
        };
        let values = (declared..).zip(slots).map(extra).collect();
        Rc::new(Extras { named, values })
    }
}

fn start(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let extras = e.state.thread.frame.extras.clone().unwrap_or_default();
    let mut taken = extras.named;
    let mut places = Vec::new();
    for extra in &extras.values {
        let (ty, align) = match extra.copied {
            Some((ty, align)) => (ty, Some(align)),
            None => (extra.ty, None),
        };
        places.push(taken.next(e.program.ty(ty), align, false));
    }
    let in_memory = |place: &Passed| matches!(place, Passed::Memory(_));
    // See the trap in the module's documentation.
    let (general, vector) = match places.iter().any(in_memory) {
        true => (0, 0),
        false => (
            GENERAL_END - taken.general,
            VECTOR_END - GENERAL_END - taken.vector,
        ),
    };
    let mut area = |size, align| {
        e.allocate(ObjectSpec {
            name: "variable arguments".into(),
            size,
            start: Start::placed(align),
            storage: Storage::Stack,
            protection: Protection::Writable,
            zeroed: false,
            allocation: e.here(),
            element: None,
            space: AddressSpace::PRIVATE,
        })
    };
    let registers = area(VECTOR_END, VECTOR_SIZE)?.0;
    let memory = area(taken.memory, MOST_ALIGN)?.0;
    for (extra, place) in extras.values.iter().zip(places) {
        let to = match place {
            Passed::General(at) => registers + general + at,
            Passed::Vector(at) => registers + GENERAL_END + vector + at,
            Passed::Memory(at) => memory + at,
        };
        match extra.copied {
            Some((ty, _)) => {
                let size = e.program.ty(ty).size;
                e.copy_bytes(to, extra.value.lane(), size)?;
            }
            None => {
                let to = e.b().constant(64, u128::from(to));
                e.store(Some(to), extra.ty, &extra.value, None, Qualifiers::PLAIN)?;
            }
        }
    }
    let named = extras.named;
    let fields = [
        (GENERAL_OFFSET, 32, general + named.general),
        (VECTOR_OFFSET, 32, GENERAL_END + vector + named.vector),
        (OVERFLOW_AREA, 64, memory + named.memory),
        (SAVE_AREA, 64, registers),
    ];
    for (at, bits, value) in fields {
        let value = e.b().constant(bits, u128::from(value));
        write(e, site.lane(0), at, value)?;
    }
    Ok(Value::Scalar(None))
}

fn copy(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    if let Some(to) = e.concrete_lane(site.lane(0)) {
        e.copy_bytes(to as u64, site.lane(1), LIST_SIZE)?;
    }
    Ok(Value::Scalar(None))
}

fn write(e: &mut Executor<'_, '_>, list: Lane, at: u64, value: TermId) -> Exec<()> {
    let bits = e.b().width(value);
    let address = offset(e, list, at);
    let place = e.place(address, u64::from(bits / 8), Access::Write, false)?;
    e.write_lane(&place, Scalar::Int(bits), Some(value), None);
    Ok(())
}

fn offset(e: &mut Executor<'_, '_>, base: Lane, at: u64) -> Lane {
    let at = e.b().constant(64, u128::from(at));
    Some(e.b().add(base?, at))
}

fn read(e: &mut Executor<'_, '_>, list: Lane, at: u64, scalar: Scalar) -> Exec<Lane> {
    let address = offset(e, list, at);
    let place = e.place(address, scalar.store_size(), Access::Read, false)?;
    Ok(e.read_lane(&place, scalar, None))
}

impl Executor<'_, '_> {
    /// Takes the next argument of a `va_list`, as `va_arg` does.
    pub(super) fn next_in_list(&mut self, list: Lane, scalar: Scalar) -> Exec<Lane> {
        let (field, step, end) = match scalar {
            Scalar::Float(Format::X87) => return self.next_in_memory(list, scalar),
            Scalar::Float(_) => (VECTOR_OFFSET, VECTOR_SIZE, VECTOR_END),
            _ => (GENERAL_OFFSET, GENERAL_SIZE, GENERAL_END),
        };
        let at = read(self, list, field, Scalar::Int(32))?;
        let Some(at) = self.concrete_lane(at).map(|at| at as u64) else {
            return Err(self.defect(DefectKind::UndefinedAddress(Access::Read)));
        };
        if at + step > end {
            return self.next_in_memory(list, scalar);
        }
        let next = self.b().constant(32, u128::from(at + step));
        write(self, list, field, next)?;
        let area = read(self, list, SAVE_AREA, Scalar::Pointer)?;
        read(self, area, at, scalar)
    }

    fn next_in_memory(&mut self, list: Lane, scalar: Scalar) -> Exec<Lane> {
        let mut area = read(self, list, OVERFLOW_AREA, Scalar::Pointer)?;
        let wide = scalar.store_size() > 8;
        if wide {
            let up = offset(self, area, 15);
            let mask = self.b().constant(64, !15 & u128::from(u64::MAX));
            area = up.map(|up| self.b().and(up, mask));
        }
        let value = read(self, area, 0, scalar)?;
        if let Some(next) = offset(self, area, if wide { 16 } else { 8 }) {
            write(self, list, OVERFLOW_AREA, next)?;
        }
        Ok(value)
    }
}
