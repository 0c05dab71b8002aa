//! Safe wrappers of the functions of LLVM's C interface that decoding needs, for values of
//! one live module.
//!
//! Invariant: no handle outlives the borrow of its module; [`super::decode`] keeps that
//! borrow for its whole run.

use std::ffi::CStr;
use std::os::raw::c_char;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};

use crate::verdict::Location;

pub(super) fn text(pointer: *const c_char, length: usize) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: LLVM returns `length` readable bytes at a non-null pointer.
    let bytes = unsafe { std::slice::from_raw_parts(pointer.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

fn owned_message(message: *mut c_char) -> String {
    // SAFETY: LLVM returned a NUL-terminated string that we own and release.
    unsafe {
        let result = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        result
    }
}

pub(super) fn print_value(value: LLVMValueRef) -> String {
    // SAFETY: `value` is a value of the live module.
    owned_message(unsafe { LLVMPrintValueToString(value) })
}

pub(super) fn print_type(ty: LLVMTypeRef) -> String {
    // SAFETY: `ty` is a type of the live module.
    owned_message(unsafe { LLVMPrintTypeToString(ty) })
}

pub(super) fn name(value: LLVMValueRef) -> String {
    let mut length = 0;
    // SAFETY: `value` is a value of the live module.
    let pointer = unsafe { LLVMGetValueName2(value, &mut length) };
    text(pointer, length)
}

/// Returns the text of an operand that is a metadata string; empty for other metadata.
pub(super) fn metadata_text(value: LLVMValueRef) -> String {
    let mut length = 0;
    // SAFETY: `value` is a value of the live module; no string gives null.
    let pointer = unsafe { LLVMGetMDString(value, &mut length) };
    text(pointer, length as usize)
}

pub(super) fn kind(value: LLVMValueRef) -> LLVMValueKind {
    // SAFETY: `value` is a value of the live module.
    unsafe { LLVMGetValueKind(value) }
}

pub(super) fn type_of(value: LLVMValueRef) -> LLVMTypeRef {
    // SAFETY: `value` is a value of the live module.
    unsafe { LLVMTypeOf(value) }
}

pub(super) fn operand(value: LLVMValueRef, index: u32) -> LLVMValueRef {
    // SAFETY: callers index below `operand_count`.
    unsafe { LLVMGetOperand(value, index) }
}

pub(super) fn operand_count(value: LLVMValueRef) -> u32 {
    // SAFETY: `value` is an instruction or a constant of the live module.
    unsafe { LLVMGetNumOperands(value) as u32 }
}

/// Iterates over one of LLVM's intrusive lists.
pub(super) fn list<T>(
    first: *mut T,
    next: unsafe extern "C" fn(*mut T) -> *mut T,
) -> impl Iterator<Item = *mut T> {
    let some = |p: *mut T| (!p.is_null()).then_some(p);
    // SAFETY: `next` is called on non-null members of the list only.
    std::iter::successors(some(first), move |p| some(unsafe { next(*p) }))
}

fn file_of(scope: LLVMMetadataRef) -> String {
    // SAFETY: `scope` is a DIScope of the live module; nulls are handled.
    unsafe {
        let file = if scope.is_null() {
            scope
        } else {
            LLVMDIScopeGetFile(scope)
        };
        if file.is_null() {
            return String::new();
        }
        let mut length = 0;
        let pointer = LLVMDIFileGetFilename(file, &mut length);
        let file_name = text(pointer, length as usize);
        let file_name = file_name
            .strip_prefix("./")
            .unwrap_or(&file_name)
            .to_owned();
        let pointer = LLVMDIFileGetDirectory(file, &mut length);
        let directory = text(pointer, length as usize);
        // A path given to the compiler relative to the current directory stays relative.
        let here = || std::env::current_dir().is_ok_and(|d| d.as_os_str() == directory.as_str());
        if file_name.starts_with('/') || directory.is_empty() || here() {
            file_name
        } else {
            format!("{}/{file_name}", directory.trim_end_matches('/'))
        }
    }
}

/// Returns the position of a location in the user's files: code inlined from system headers
/// has the position of the innermost call in a user's file.
pub(super) fn position(mut location: LLVMMetadataRef) -> Option<Location> {
    let mut found = None;
    while !location.is_null() {
        // SAFETY: `location` is a DILocation of the live module.
        let (line, column, scope, outer) = unsafe {
            (
                LLVMDILocationGetLine(location),
                LLVMDILocationGetColumn(location),
                LLVMDILocationGetScope(location),
                LLVMDILocationGetInlinedAt(location),
            )
        };
        let file = file_of(scope);
        let place = Location { file, line, column };
        let system = place.is_system();
        found = Some(place);
        if !system {
            break;
        }
        location = outer;
    }
    found
}

pub(super) fn function_position(function: LLVMValueRef) -> Option<Location> {
    // SAFETY: `function` is a function of the live module; nulls are handled.
    let (subprogram, line) = unsafe {
        let subprogram = LLVMGetSubprogram(function);
        if subprogram.is_null() {
            return None;
        }
        (subprogram, LLVMDISubprogramGetLine(subprogram))
    };
    Some(Location {
        file: file_of(subprogram),
        line,
        column: 0,
    })
}

/// Returns the opcode of an instruction.
pub(super) fn opcode(instruction: LLVMValueRef) -> LLVMOpcode {
    // SAFETY: the value is an instruction.
    unsafe { LLVMGetInstructionOpcode(instruction) }
}

/// Whether a function has an attribute of its own by this name.
pub(super) fn has_attribute(function: LLVMValueRef, name: &str) -> bool {
    let at = inkwell::llvm_sys::LLVMAttributeFunctionIndex;
    let (name, length) = (name.as_ptr().cast(), name.len() as u32);
    // SAFETY: a function of the live module; the length is that of the text.
    unsafe { !LLVMGetStringAttributeAtIndex(function, at, name, length).is_null() }
}
