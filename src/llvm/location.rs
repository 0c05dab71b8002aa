//! Source positions of instructions.

use std::marker::PhantomData;

use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::LLVMMetadataRef;

use super::{Value, text_of};

/// A position in the source, perhaps of inlined code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Location<'m> {
    pub(super) raw: LLVMMetadataRef,
    borrow: PhantomData<&'m ()>,
}

impl<'m> Value<'m> {
    /// The source position of an instruction.
    pub(crate) fn location(self) -> Option<Location<'m>> {
        match self.is_instruction() {
            // SAFETY: the value is an instruction.
            true => Location::new(unsafe { LLVMInstructionGetDebugLoc(self.raw) }),
            false => None,
        }
    }
}

impl<'m> Location<'m> {
    fn new(raw: LLVMMetadataRef) -> Option<Location<'m>> {
        (!raw.is_null()).then_some(Location {
            raw,
            borrow: PhantomData,
        })
    }

    /// The line, from 1; zero if it is not known.
    pub(crate) fn line(self) -> u32 {
        // SAFETY: the location is alive.
        unsafe { LLVMDILocationGetLine(self.raw) }
    }

    /// The column, from 1; zero if it is not known.
    pub(crate) fn column(self) -> u32 {
        // SAFETY: the location is alive.
        unsafe { LLVMDILocationGetColumn(self.raw) }
    }

    /// The file; empty if it is not known. A path relative to the directory of the compiler
    /// stays relative if that is the current one.
    pub(crate) fn file(self) -> String {
        // SAFETY: the location is alive, and its scope is a scope.
        unsafe { Location::file_of(LLVMDILocationGetScope(self.raw)) }
    }

    /// The position of the call that inlining has replaced by this code.
    pub(crate) fn inlined_at(self) -> Option<Location<'m>> {
        // SAFETY: the location is alive.
        Location::new(unsafe { LLVMDILocationGetInlinedAt(self.raw) })
    }

    /// The file of a scope, as [`Location::file`] returns it.
    ///
    /// # Safety
    /// The pointer has to be null or that of a live scope.
    pub(super) unsafe fn file_of(scope: LLVMMetadataRef) -> String {
        if scope.is_null() {
            return String::new();
        }
        let mut length = 0;
        // SAFETY: as the caller promises; LLVM returns `length` readable bytes.
        let (name, directory) = unsafe {
            let file = LLVMDIScopeGetFile(scope);
            if file.is_null() {
                return String::new();
            }
            let name = LLVMDIFileGetFilename(file, &mut length);
            let name = text_of(name, length as usize);
            let directory = LLVMDIFileGetDirectory(file, &mut length);
            (name, text_of(directory, length as usize))
        };
        Location::path(&name, &directory)
    }

    /// A file with the name and the directory that debug info has.
    pub(super) fn path(name: &str, directory: &str) -> String {
        let name = name.strip_prefix("./").unwrap_or(name).to_owned();
        let here = || std::env::current_dir().is_ok_and(|d| d.as_os_str() == directory);
        if name.starts_with('/') || directory.is_empty() || here() {
            name
        } else {
            format!("{}/{name}", directory.trim_end_matches('/'))
        }
    }
}
