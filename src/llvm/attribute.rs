//! Attributes of functions, parameters and calls.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMAttributeRef;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex};

use super::{Type, Value, text_of};

/// The number of an attribute; zero for a name that LLVM does not know.
pub(crate) fn attribute_kind(name: &str) -> u32 {
    // SAFETY: LLVM reads `len` bytes of the name.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

/// The place of a parameter, counted from zero, or of the function itself.
pub(super) fn place(parameter: Option<u32>) -> LLVMAttributeIndex {
    parameter.map_or(LLVMAttributeFunctionIndex, |p| p + 1)
}

impl<'m> Value<'m> {
    /// The value of an attribute of a function's parameter (counted from zero), or of the
    /// function itself (`None`); zero for an attribute without a value.
    pub(crate) fn attribute(self, parameter: Option<u32>, name: &str) -> Option<u64> {
        number(self.own(parameter, attribute_kind(name))?)
    }

    /// Whether a function or one of its parameters has an attribute.
    pub(crate) fn has_attribute(self, parameter: Option<u32>, name: &str) -> bool {
        self.own(parameter, attribute_kind(name)).is_some()
    }

    /// The type that an attribute of a function's parameter names, such as `byval`.
    pub(crate) fn attribute_type(self, parameter: u32, kind: u32) -> Option<Type<'m>> {
        named_type(self.own(Some(parameter), kind)?)
    }

    /// The value of an attribute of a call's argument, or of the call itself; zero for an
    /// attribute without a value. The callee's own attributes do not count.
    pub(crate) fn call_attribute(self, argument: Option<u32>, kind: u32) -> Option<u64> {
        number(self.of_call(argument, kind)?)
    }

    /// The type that an attribute of a call's argument names, such as `byval`.
    pub(crate) fn call_attribute_type(self, argument: u32, kind: u32) -> Option<Type<'m>> {
        named_type(self.of_call(Some(argument), kind)?)
    }

    fn own(self, parameter: Option<u32>, kind: u32) -> Option<LLVMAttributeRef> {
        if !self.is_function() {
            return None;
        }
        // SAFETY: the value is a function; LLVM returns null for what it does not have.
        let found = unsafe { LLVMGetEnumAttributeAtIndex(self.raw, place(parameter), kind) };
        (!found.is_null()).then_some(found)
    }

    fn of_call(self, argument: Option<u32>, kind: u32) -> Option<LLVMAttributeRef> {
        self.callee()?;
        // SAFETY: the value is a call; LLVM returns null for what it does not have.
        let found = unsafe { LLVMGetCallSiteEnumAttribute(self.raw, place(argument), kind) };
        (!found.is_null()).then_some(found)
    }

    /// The value of a function's own string attribute.
    pub(crate) fn text_attribute(self, name: &str) -> Option<String> {
        if !self.is_function() {
            return None;
        }
        let at = LLVMAttributeFunctionIndex;
        let (name, length) = (name.as_ptr().cast(), name.len() as u32);
        // SAFETY: the value is a function; LLVM returns `length` readable bytes.
        unsafe {
            let attribute = LLVMGetStringAttributeAtIndex(self.raw, at, name, length);
            if attribute.is_null() {
                return None;
            }
            let mut length = 0;
            let value = LLVMGetStringAttributeValue(attribute, &mut length);
            Some(text_of(value, length as usize))
        }
    }
}

/// The value of an attribute; zero for one without a value.
fn number(attribute: LLVMAttributeRef) -> Option<u64> {
    // SAFETY: an attribute that LLVM returned; only an enum attribute has a number.
    unsafe {
        Some(match LLVMIsEnumAttribute(attribute) != 0 {
            true => LLVMGetEnumAttributeValue(attribute),
            false => 0,
        })
    }
}

/// The type that an attribute names.
fn named_type<'m>(attribute: LLVMAttributeRef) -> Option<Type<'m>> {
    // SAFETY: an attribute that LLVM returned; only a type attribute is asked for its type.
    unsafe {
        (LLVMIsTypeAttribute(attribute) != 0)
            .then(|| Type::known(LLVMGetTypeAttributeValue(attribute)))
    }
}
