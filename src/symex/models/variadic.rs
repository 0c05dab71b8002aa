//! Variable arguments, laid out as the System V x86-64 ABI reads them.
//!
//! clang expands `va_arg` into accesses to a `va_list` of four fields. Here all
//! arguments lie in the overflow area, and the register fields say that the
//! registers are used up, which the expansion handles like any other call.

use term::TermId;

use super::Model::Any;
use super::integer::nothing;
use super::{Site, Table};
use crate::program::{Scalar, TypeId};
use crate::start::Start;
use crate::symex::end::Access;
use crate::symex::executor::{Exec, Executor};
use crate::symex::object::{ObjectSpec, Protection, Storage};
use crate::symex::value::{Lane, Value};

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("llvm.va_start", Any(start)),
    ("llvm.va_copy", Any(copy)),
    ("llvm.va_end", Any(nothing)),
];

/// `gp_offset` and `fp_offset` when no register is left.
const REGISTERS_USED: (u128, u128) = (48, 176);
/// Where a `va_list` points to the next argument in memory.
const OVERFLOW_AREA: u64 = 8;
const LIST_SIZE: u64 = 24;

/// An argument beyond the declared ones.
#[derive(Clone)]
pub(in crate::symex) struct Extra {
    pub value: Value,
    pub ty: TypeId,
    /// The value is the address of a copy of this type (`byval`).
    pub pointee: Option<TypeId>,
}

fn start(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let extras = e.state.frame.extras.clone().unwrap_or_default();
    let mut places = Vec::new();
    let mut end: u64 = 0;
    for extra in extras.iter() {
        let ty = e.program.ty(extra.pointee.unwrap_or(extra.ty));
        end = end.next_multiple_of(if ty.align > 8 { 16 } else { 8 });
        places.push(end);
        end += ty.size.next_multiple_of(8);
    }
    let area = e.allocate(ObjectSpec {
        name: "variable arguments".into(),
        size: end,
        start: Start::placed(16),
        storage: Storage::Stack,
        protection: Protection::Writable,
        zeroed: false,
        allocation: e.here(),
        element: None,
    })?;
    for (extra, at) in extras.iter().zip(places) {
        let to = area.0 + at;
        match extra.pointee {
            Some(ty) => {
                let size = e.program.ty(ty).size;
                e.copy_bytes(to, extra.value.lane(), size)?;
            }
            None => {
                let to = e.b().constant(64, u128::from(to));
                e.store(Some(to), extra.ty, &extra.value)?;
            }
        }
    }
    let area = u128::from(area.0);
    let (gp, fp) = REGISTERS_USED;
    for (at, bits, value) in [(0, 32, gp), (4, 32, fp), (8, 64, area), (16, 64, area)] {
        let value = e.b().constant(bits, value);
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

impl Executor<'_, '_> {
    /// The next argument of a `va_list`, as `va_arg` takes it from memory.
    pub(super) fn next_in_list(&mut self, list: Lane, scalar: Scalar) -> Exec<Lane> {
        let field = offset(self, list, OVERFLOW_AREA);
        let place = self.place(field, 8, Access::Read, false)?;
        let mut area = self.read_lane(&place, Scalar::Pointer);
        let wide = scalar.store_size() > 8;
        if wide {
            let up = offset(self, area, 15);
            let mask = self.b().constant(64, !15 & u128::from(u64::MAX));
            area = up.map(|up| self.b().and(up, mask));
        }
        let place = self.place(area, scalar.store_size(), Access::Read, false)?;
        let value = self.read_lane(&place, scalar);
        if let Some(next) = offset(self, area, if wide { 16 } else { 8 }) {
            write(self, list, OVERFLOW_AREA, next)?;
        }
        Ok(value)
    }
}
