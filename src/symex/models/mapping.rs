//! Memory that a program maps: `mmap`, `munmap` and `mprotect` of POSIX for anonymous memory,
//! and the size of a page.
//!
//! A mapping is one object of zeros, of whole pages. All of it or its last pages may be
//! unmapped or made inaccessible; then the object ends there.

use super::memory::size;
use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::AddressSpace;
use crate::start::Start;
use crate::symex::executor::{Exec, Executor};
use crate::symex::object::PAGE;
use crate::symex::object_spec::{ObjectId, ObjectSpec, Protection, Storage};
use crate::symex::value::Value;

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("mmap", Any(map)),
    ("mmap64", Any(map)),
    ("munmap", Any(unmap)),
    ("mprotect", Any(protect)),
    ("sysconf", Any(configuration)),
    (
        "getpagesize",
        Any(|e, site| Ok(e.result(site, PAGE.into()))),
    ),
];

/// `_SC_PAGESIZE` of Linux's `<unistd.h>`.
const PAGE_SIZE: u64 = 30;

/// `PROT_READ | PROT_WRITE`.
const ACCESSIBLE: u64 = 3;

/// `MAP_ANONYMOUS` of Linux.
const ANONYMOUS: u64 = 0x20;

/// `MAP_SHARED`, `MAP_PRIVATE` and what changes no value: `MAP_NORESERVE`, `MAP_POPULATE`,
/// `MAP_STACK`.
const WITHOUT_EFFECT: u64 = 0x1 | 0x2 | 0x4000 | 0x8000 | 0x2_0000;

/// `sysconf`: the size of a page and nothing else, which depends on the system.
fn configuration(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    match size(e, site.lane(0), "what sysconf is asked")? as u32 {
        name if u64::from(name) == PAGE_SIZE => Ok(e.result(site, PAGE.into())),
        _ => Err(e.unsupported(site, "a value that depends on the system")),
    }
}

/// `mmap(address, length, protection, flags, file, offset)`.
fn map(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let address = size(e, site.lane(0), "the address of a mapping")?;
    let length = size(e, site.lane(1), "the size of a mapping")?;
    let protection = size(e, site.lane(2), "the protection of a mapping")?;
    let flags = size(e, site.lane(3), "the flags of a mapping")?;
    let anonymous = flags & ANONYMOUS != 0 && flags & !(ANONYMOUS | WITHOUT_EFFECT) == 0;
    if address != 0 || protection != ACCESSIBLE || !anonymous || length == 0 {
        return Err(e.unsupported(site, "other than new memory to read and write"));
    }
    let Some(length) = length.checked_next_multiple_of(PAGE) else {
        return Err(e.unsupported(site, "of more than the address space"));
    };
    let object = e.allocate(ObjectSpec {
        name: "mapped memory".into(),
        size: length,
        start: Start::placed(PAGE),
        storage: Storage::Mapped,
        protection: Protection::Writable,
        zeroed: true,
        allocation: e.here(),
        element: None,
        space: AddressSpace::PRIVATE,
    })?;
    Ok(e.b().constant(64, u128::from(object.0)).into())
}

/// `munmap(address, length)`.
fn unmap(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    cut(e, site)
}

/// `mprotect(address, length, protection)`.
fn protect(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    match size(e, site.lane(2), "the protection of a mapping")? {
        0 => cut(e, site),
        ACCESSIBLE => {
            pages(e, site)?;
            Ok(e.result(site, 0))
        }
        _ => Err(e.unsupported(site, "memory that may only be read, or executed")),
    }
}

/// Ends a mapping where some of its pages start, which must be its last.
fn cut(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let (object, all, [start, end]) = pages(e, site)?;
    if end != all {
        return Err(e.unsupported(site, "pages in the middle of a mapping"));
    }
    match start {
        0 => e.release(object, all),
        _ => e.state.memory.cut(object, start),
    }
    Ok(e.result(site, 0))
}

/// Returns the mapping that holds the pages of the first two arguments, its size, and the
/// offsets where they start and end.
fn pages(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<(ObjectId, u64, [u64; 2])> {
    let address = size(e, site.lane(0), "the address of pages")?;
    let length = size(e, site.lane(1), "the size of pages")?;
    let found = e.state.memory.nearest(address);
    let found = found.filter(|o| o.is_live() && o.spec.storage == Storage::Mapped);
    let range = found.and_then(|o| {
        let start = address - o.base;
        let end = start.checked_add(length.checked_next_multiple_of(PAGE)?)?;
        let inside = start.is_multiple_of(PAGE) && start < end && end <= o.spec.size;
        inside.then_some((ObjectId(o.base), o.spec.size, [start, end]))
    });
    range.ok_or_else(|| e.unsupported(site, "of memory that the program did not map"))
}
