//! Block memory operations and the heap.
//!
//! Traps: `realloc` and `free` accept null; sizes must be concrete; a copy of bytes keeps
//! the cells of the stores that wrote them.

use term::TermId;

use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::{AddressSpace, Scalar};
use crate::start::Start;
use crate::symex::chunk::{Byte, Part};
use crate::symex::end::{Access, DefectKind, End, StopReason};
use crate::symex::executor::{Exec, Executor};
use crate::symex::object_spec::{ObjectId, ObjectSpec, Protection, Storage};
use crate::symex::place::Place;
use crate::symex::value::{Lane, Value};

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("llvm.memcpy", Any(copy)),
    ("llvm.memcpy.inline", Any(copy)),
    ("llvm.memmove", Any(copy)),
    ("memcpy", Any(copy)),
    ("memmove", Any(copy)),
    ("llvm.memset", Any(fill)),
    ("llvm.memset.inline", Any(fill)),
    ("memset", Any(fill)),
    ("llvm.load.relative", Any(load_relative)),
    ("memcmp", Any(compare)),
    ("bcmp", Any(compare)),
    ("malloc", Any(try_allocate)),
    ("simdiff_new", Any(allocate_named)),
    ("simdiff_known", Any(known)),
    ("calloc", Any(allocate_zeroed)),
    ("realloc", Any(reallocate)),
    ("free", Any(free)),
    ("aligned_alloc", Any(allocate_aligned)),
    ("memalign", Any(allocate_aligned)),
    ("posix_memalign", Any(posix_memalign)),
    ("_Znwm", Any(|e, s| allocate(e, s, s.lane(0), 16))),
    ("_Znam", Any(|e, s| allocate(e, s, s.lane(0), 16))),
    ("_ZnwmRKSt9nothrow_t", Any(try_allocate)),
    ("_ZnamRKSt9nothrow_t", Any(try_allocate)),
    ("_ZnwmSt11align_val_t", Any(new_aligned)),
    ("_ZnamSt11align_val_t", Any(new_aligned)),
    ("_ZdlPv", Any(free)),
    ("_ZdaPv", Any(free)),
    ("_ZdlPvm", Any(free)),
    ("_ZdaPvm", Any(free)),
    ("_ZdlPvSt11align_val_t", Any(free)),
    ("_ZdaPvSt11align_val_t", Any(free)),
    ("_ZdlPvmSt11align_val_t", Any(free)),
    ("_ZdaPvmSt11align_val_t", Any(free)),
];

/// `llvm.load.relative(base, offset)`: loads a distance from a table and adds it to the
/// table's base. Compilers make such tables from constant arrays of addresses.
fn load_relative(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let (Some(base), Some(offset)) = (site.lane(0), site.lane(1)) else {
        return Ok(Value::Scalar(None));
    };
    let offset = e.b().sext(offset, 64);
    let entry = e.b().add(base, offset);
    let target = |e: &mut Executor<'_, '_>, place: &Place| {
        let distance = e.read_lane(place, Scalar::Int(32), None)?;
        let distance = e.b().sext(distance, 64);
        Some(e.b().add(base, distance))
    };
    let place = e.place(Some(entry), 4, Access::Read, false)?;
    let Place::Among {
        object,
        offset,
        candidates,
    } = &place
    else {
        return Ok(Value::Scalar(target(e, &place)));
    };
    // A select of addresses: a sum would hide which object each of them points into.
    let mut result = None;
    for (i, at) in candidates.iter().enumerate() {
        let address = target(e, &Place::At(*object, *at));
        result = match i {
            0 => address,
            _ => {
                let at = e.b().constant(64, u128::from(*at));
                let here = e.b().eq(*offset, at);
                e.choose(here, address, result, 64)
            }
        };
    }
    Ok(Value::Scalar(result))
}

/// Returns a number that must be concrete. Trap: call it before the instruction has an
/// effect, because it may split the path.
pub(super) fn size(e: &mut Executor<'_, '_>, lane: Lane, what: &'static str) -> Exec<u64> {
    let known = match lane {
        Some(term) => e.pin(term)?,
        None => None,
    };
    match known {
        Some(size) => Ok(size as u64),
        None => Err(e.stop(StopReason::SymbolicSize(what))),
    }
}

impl Executor<'_, '_> {
    fn byte_term(&mut self, byte: Byte) -> TermId {
        let lane = self.byte_lane(byte);
        self.defined(lane, 8)
    }

    /// Stores a 64-bit term.
    pub(super) fn write_pointer(&mut self, address: Lane, value: TermId) -> Exec<()> {
        let bytes: Vec<Byte> = match self.concrete(value) {
            Some(value) => (0..8)
                .map(|i| Byte::Constant((value >> (8 * i)) as u8, Part::new(i, 8)))
                .collect(),
            None => (0..8).map(|i| Byte::Of(value, i)).collect(),
        };
        self.write_block(address, &bytes)
    }

    /// Returns at most `limit` bytes of the text at an address, without the terminator;
    /// `None` if the text or the address depends on the inputs.
    pub(super) fn text(&mut self, address: Lane, limit: usize) -> Exec<Option<Vec<u8>>> {
        Ok(self.text_or_byte(address, limit)?.ok())
    }

    /// As [`Executor::text`], with the first byte that is not known instead of `None`; without
    /// one if the address is not.
    pub(super) fn text_or_byte(
        &mut self,
        address: Lane,
        limit: usize,
    ) -> Exec<Result<Vec<u8>, Option<Byte>>> {
        let Some(start) = self.concrete_lane(address) else {
            return Ok(Err(None));
        };
        let mut text = Vec::new();
        while text.len() < limit {
            let at = self
                .b()
                .constant(64, start.wrapping_add(text.len() as u128));
            let byte = self.read_block(Some(at), 1)?[0];
            let lane = self.byte_lane(byte);
            match self.concrete_lane(lane) {
                Some(0) => break,
                Some(byte) => text.push(byte as u8),
                None => return Ok(Err(Some(byte))),
            }
        }
        Ok(Ok(text))
    }

    /// Requires that a byte of an output text is defined.
    pub(super) fn require_defined_text(&mut self, unknown: Option<Byte>) -> Exec<()> {
        let Some(byte) = unknown else {
            return Ok(());
        };
        let lane = self.byte_lane(byte);
        self.require_defined(lane, "a printed text")
    }

    /// Returns the text at an address, up to the first byte that is not concrete.
    pub(in crate::symex) fn text_at(&mut self, address: &Value) -> String {
        let mut text = Vec::new();
        let Some(start) = self.concrete_lane(address.lane()) else {
            return String::new();
        };
        while let Ok((object, offset)) = self.locate(
            (start as u64).wrapping_add(text.len() as u64),
            1,
            Access::Read,
        ) {
            let byte = self.load_scalar(object, offset, Scalar::Int(8));
            match self.concrete_lane(byte) {
                Some(byte) if byte != 0 => text.push(byte as u8),
                _ => break,
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

fn copy(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let count = size(e, site.lane(2), "the size of a copy")?;
    check_overlap(e, site, count)?;
    e.copy_block(site.lane(0), site.lane(1), count)?;
    Ok(site.arg(0))
}

/// Requires the blocks of a `memcpy` to be disjoint or equal; compilers copy structures to
/// themselves (C23 7.26.2.1).
fn check_overlap(e: &mut Executor<'_, '_>, site: &Site<'_>, count: u64) -> Exec<()> {
    let forbidden = site.name == "memcpy" || site.name.starts_with("llvm.memcpy");
    let (to, from) = (e.concrete_lane(site.lane(0)), e.concrete_lane(site.lane(1)));
    let (Some(to), Some(from), true) = (to, from, forbidden) else {
        return Ok(());
    };
    if to == from || to.abs_diff(from) >= u128::from(count) {
        return Ok(());
    }
    let (object, offset) = match e.locate(to as u64, count, Access::Write) {
        Ok(place) => place,
        Err(defect) => return Err(Box::new(End::Defect(*defect))),
    };
    let mut defect = e.plain_defect(DefectKind::Overlap);
    defect.object = e.state.memory.object(object).map(|o| e.info(o));
    (defect.offset, defect.size) = (Some(offset as i64), count);
    Err(Box::new(End::Defect(defect)))
}

fn fill(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let count = size(e, site.lane(2), "the size of a fill")?;
    let byte = match site.lane(1) {
        None => Byte::Undefined,
        Some(value) => match e.concrete(value) {
            Some(value) => Byte::Constant(value as u8, Part::NONE),
            None => Byte::Of(e.b().trunc(value, 8), 0),
        },
    };
    if count > 0 {
        e.fill_block(site.lane(0), count, byte)?;
    }
    Ok(site.arg(0))
}

/// Returns the difference of the first bytes that differ, or zero.
fn compare(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let count = size(e, site.lane(2), "the size of a comparison")?;
    let xs = e.read_block(site.lane(0), count)?;
    let ys = e.read_block(site.lane(1), count)?;
    let mut result = e.b().constant(32, 0);
    for (x, y) in xs.into_iter().zip(ys).rev() {
        let (x, y) = (e.byte_term(x), e.byte_term(y));
        let b = e.b();
        let same = b.eq(x, y);
        let (x, y) = (b.zext(x, 32), b.zext(y, 32));
        let difference = b.sub(x, y);
        result = b.select(same, result, difference);
    }
    Ok(result.into())
}

fn heap(e: &mut Executor<'_, '_>, size: u64, align: u64, zeroed: bool) -> Exec<ObjectId> {
    e.allocate(ObjectSpec {
        name: "heap block".into(),
        size,
        start: Start::placed(align),
        storage: Storage::Heap,
        protection: Protection::Writable,
        zeroed,
        allocation: e.here(),
        element: None,
        space: AddressSpace::PRIVATE,
    })
}

fn pointer(e: &mut Executor<'_, '_>, object: ObjectId) -> Value {
    e.b().constant(64, u128::from(object.0)).into()
}

/// Largest size of an allocation (C23 7.24.3: `PTRDIFF_MAX`, as in glibc).
const LARGEST: u64 = i64::MAX as u64;

fn null(e: &mut Executor<'_, '_>) -> Value {
    e.b().constant(64, 0).into()
}

fn allocate(e: &mut Executor<'_, '_>, _: &Site<'_>, count: Lane, align: u64) -> Exec<Value> {
    let count = size(e, count, "the size of an allocation")?;
    let object = heap(e, count, align, false)?;
    Ok(pointer(e, object))
}

/// `malloc` and other functions that return null for too large sizes.
fn try_allocate(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let count = size(e, site.lane(0), "the size of an allocation")?;
    match count > LARGEST {
        true => Ok(null(e)),
        false => allocate(e, site, site.lane(0), 16),
    }
}

/// `void *simdiff_new(size_t size, const char *name)`: an undefined block that simdiff's
/// run-time library allocates for the program, with its name in reports, aligned for every
/// OpenCL type.
fn allocate_named(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let count = size(e, site.lane(0), "the size of an allocation")?;
    let name = e.text_at(&site.arg(1));
    let object = heap(e, count, 128, false)?;
    e.state.memory.rename(object, &name);
    Ok(pointer(e, object))
}

/// `size_t simdiff_known(size_t number)`: a number that our own library has to know. If
/// it has few possible values, the path splits into one path for each, as at an allocation.
fn known(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let number = size(e, site.lane(0), "a size that a host gives")?;
    Ok(e.b().constant(64, u128::from(number)).into())
}

fn allocate_zeroed(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let count = size(e, site.lane(0), "the size of an allocation")?;
    let each = size(e, site.lane(1), "the size of an allocation")?;
    match count.checked_mul(each).filter(|all| *all <= LARGEST) {
        Some(all) => {
            let object = heap(e, all, 16, true)?;
            Ok(pointer(e, object))
        }
        None => Ok(null(e)),
    }
}

fn allocate_aligned(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let align = size(e, site.lane(0), "an alignment")?;
    allocate(e, site, site.lane(1), align)
}

fn new_aligned(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let align = size(e, site.lane(1), "an alignment")?;
    allocate(e, site, site.lane(0), align)
}

fn posix_memalign(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let align = size(e, site.lane(1), "an alignment")?;
    let count = size(e, site.lane(2), "the size of an allocation")?;
    let object = heap(e, count, align, false)?;
    let address = e.b().constant(64, u128::from(object.0));
    e.write_pointer(site.lane(0), address)?;
    Ok(e.result(site, 0))
}

/// Returns the heap object and its size that a pointer passed to `free` starts; `None` for
/// null.
fn heap_object(e: &mut Executor<'_, '_>, pointer: Lane) -> Exec<Option<(ObjectId, u64)>> {
    let address = size(e, pointer, "a pointer to free")?;
    if address == 0 {
        return Ok(None);
    }
    let id = ObjectId(address);
    let found = e.state.memory.object(id);
    if found.is_some_and(|o| o.spec.storage == Storage::Input) {
        // The caller may have allocated it.
        return Err(e.stop(StopReason::CallerMemory("free")));
    }
    let Some(object) = found.filter(|o| o.spec.storage == Storage::Heap) else {
        return Err(e.defect(DefectKind::InvalidFree));
    };
    if !object.is_live() {
        let mut defect = e.plain_defect(DefectKind::DoubleFree);
        defect.object = Some(e.info(object));
        return Err(Box::new(End::Defect(defect)));
    }
    Ok(Some((id, object.spec.size)))
}

fn free(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    if let Some((id, size)) = heap_object(e, site.lane(0))? {
        e.release(id, size);
    }
    Ok(Value::Scalar(None))
}

fn reallocate(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let count = size(e, site.lane(1), "the size of an allocation")?;
    let old = heap_object(e, site.lane(0))?;
    // As in glibc; C17 leaves it open, and in C23 it is undefined.
    if let (0, Some((id, size))) = (count, old) {
        e.release(id, size);
        return Ok(null(e));
    }
    if count > LARGEST {
        return Ok(null(e));
    }
    let object = heap(e, count, 16, false)?;
    if let Some((id, old_size)) = old {
        e.copy_bytes(object.0, site.lane(0), old_size.min(count))?;
        e.release(id, old_size);
    }
    Ok(pointer(e, object))
}
