//! Access to real files for the C library's streams (`runtime/libc/stdio.c`).

use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use super::model::Model::Any;
use super::model::{Site, Table};
use crate::symex::chunk::{Byte, Part};
use crate::symex::end::StopReason;
use crate::symex::executor::{Exec, Executor};
use crate::symex::files::File;
use crate::symex::refused::Refused;
use crate::symex::value::Value;

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("simdiff_file_size", Any(size)),
    ("simdiff_file_read", Any(read)),
    ("simdiff_file_change", Any(change)),
];

fn path(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<PathBuf> {
    match e.text(site.lane(0), usize::MAX)? {
        Some(path) => Ok(std::ffi::OsStr::from_bytes(&path).into()),
        None => Err(e.unsupported(site, "the name of a file depends on the inputs")),
    }
}

fn file(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<File> {
    let path = path(e, site)?;
    match e.machine.limits.files.get(&path) {
        File::Forbidden => Err(e.stop(StopReason::ForbiddenFile(path))),
        file => Ok(file),
    }
}

/// Returns the size of a file or the negated value of `errno`.
fn size(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let size = match file(e, site)? {
        File::Contents(contents) => contents.len() as i64,
        File::Failed(error) => i64::from(-error),
        File::Forbidden => 0,
    };
    Ok(e.result(site, u128::from(size as u64)))
}

/// Copies the contents of a file to a block.
fn read(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    if let File::Contents(contents) = file(e, site)? {
        let byte = |value: &u8| Byte::Constant(*value, Part::NONE);
        let bytes: Vec<Byte> = contents.iter().map(byte).collect();
        e.write_block(site.lane(1), &bytes)?;
    }
    Ok(Value::Scalar(None))
}

fn change(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let path = path(e, site)?;
    Err(e.stop(StopReason::Refused {
        function: format!("fopen or open to write {}", path.display()),
        what: Refused::FileSystem,
    }))
}
