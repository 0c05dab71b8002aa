//! A safe view of LLVM's modules: handles that are tied to the borrow of a module, and
//! methods that are defined for every value.
//!
//! LLVM's C functions trust their arguments: the opcode of a value that is not an
//! instruction is undefined behaviour. A method here asks for the kind of its value first
//! and answers `None`, zero or an empty list for others. The rest of the program sees
//! [`View`], [`Value`], [`Block`], [`Type`], [`Layout`], [`Node`] and [`Location`], and no
//! raw pointer.
//!
//! Invariant of every `unsafe` block in this room: a handle points to a live object of its
//! kind. Constructors are private and take pointers that LLVM returned for a live module;
//! the lifetime ends with the borrow of the module. inkwell's handles are taken at their
//! word, as its own methods do.

mod attribute;
mod block;
mod builder;
mod call;
mod constant;
mod edit;
pub(crate) mod fast_math;
mod function;
pub(crate) mod gep;
mod instruction;
mod intrinsic;
mod layout;
mod link;
mod location;
mod metadata;
mod moved;
mod rewrites;
mod ty;
mod users;
mod value;
mod view;

pub(crate) use attribute::{Attribute, attribute_kind};
pub(crate) use block::Block;
pub(crate) use builder::Builder;
pub(crate) use edit::{Edit, edit};
pub(crate) use intrinsic::Intrinsic;
pub(crate) use layout::Layout;
pub(crate) use link::{copy, link};
pub(crate) use location::Location;
pub(crate) use metadata::Node;
pub(crate) use rewrites::{disguise_locals, drop_variable_records, forget_promises};
pub(crate) use ty::Type;
pub(crate) use value::Value;
pub(crate) use view::View;

/// A text of LLVM's with `length` bytes, which may be null.
///
/// # Safety
/// A pointer that is not null has to be readable for `length` bytes.
unsafe fn text_of(text: *const std::ffi::c_char, length: usize) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: as the caller promises.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// The text of a message that LLVM allocated, which is released.
///
/// # Safety
/// The message has to be one that `LLVMDisposeMessage` releases, and not be used again.
unsafe fn message(text: *mut std::ffi::c_char) -> String {
    // SAFETY: as the caller promises; messages end in a zero.
    unsafe {
        let copy = std::ffi::CStr::from_ptr(text).to_string_lossy();
        let copy = copy.into_owned();
        inkwell::llvm_sys::core::LLVMDisposeMessage(text);
        copy
    }
}

/// A C linked list as an iterator.
fn list<T: Copy>(first: Option<T>, next: impl Fn(T) -> Option<T>) -> impl Iterator<Item = T> {
    std::iter::successors(first, move |item| next(*item))
}

#[cfg(test)]
mod tests;
