//! Attributes of functions, parameters and calls.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMAttributeRef;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex};

use super::edit::Edit;
use super::{Type, Value, fast_math, text_of};

/// An attribute that passes of this program add.
#[derive(Clone, Copy)]
pub(crate) enum Attribute {
    /// The function is inlined wherever it is called.
    AlwaysInline,
    /// The effects on memory, as LLVM encodes them (llvm/Support/ModRef.h).
    Memory(u32),
    /// The callee is not the library's function of its name.
    NoBuiltin,
    /// The function throws nothing.
    NoUnwind,
    /// The function returns.
    WillReturn,
}

impl Attribute {
    fn parts(self) -> (&'static str, u64) {
        match self {
            Attribute::AlwaysInline => ("alwaysinline", 0),
            Attribute::Memory(effects) => ("memory", effects.into()),
            Attribute::NoBuiltin => ("nobuiltin", 0),
            Attribute::NoUnwind => ("nounwind", 0),
            Attribute::WillReturn => ("willreturn", 0),
        }
    }
}

impl<'e> Edit<'e> {
    fn attribute(&self, attribute: Attribute) -> LLVMAttributeRef {
        let (name, value) = attribute.parts();
        // SAFETY: the context is alive, and the attribute is one with a number or nothing.
        unsafe { LLVMCreateEnumAttribute(self.context(), attribute_kind(name), value) }
    }

    /// Adds an attribute to a function.
    pub(crate) fn add_attribute(&self, function: Value<'e>, attribute: Attribute) {
        if function.is_function() {
            let at = LLVMAttributeFunctionIndex;
            // SAFETY: the value is a function.
            unsafe { LLVMAddAttributeAtIndex(function.raw, at, self.attribute(attribute)) };
        }
    }

    /// Adds a string attribute without a value to a function.
    pub(crate) fn add_text_attribute(&self, function: Value<'e>, name: &str) {
        let (name, length) = (name.as_ptr().cast(), name.len() as u32);
        let empty = c"".as_ptr();
        if function.is_function() {
            // SAFETY: the value is a function; LLVM reads `length` bytes of the name.
            unsafe {
                let made = LLVMCreateStringAttribute(self.context(), name, length, empty, 0);
                LLVMAddAttributeAtIndex(function.raw, LLVMAttributeFunctionIndex, made);
            }
        }
    }

    /// Removes an attribute from a function.
    pub(crate) fn remove_attribute(&self, function: Value<'e>, name: &str) {
        let (at, kind) = (LLVMAttributeFunctionIndex, attribute_kind(name));
        if function.is_function() {
            // SAFETY: the value is a function.
            unsafe { LLVMRemoveEnumAttributeAtIndex(function.raw, at, kind) };
        }
    }

    /// Adds an attribute to a call.
    pub(crate) fn add_call_attribute(&self, call: Value<'e>, attribute: Attribute) {
        if call.callee().is_some() {
            let at = LLVMAttributeFunctionIndex;
            // SAFETY: the value is a call.
            unsafe { LLVMAddCallSiteAttribute(call.raw, at, self.attribute(attribute)) };
        }
    }

    /// Removes an attribute from a call.
    pub(crate) fn remove_call_attribute(&self, call: Value<'e>, name: &str) {
        let (at, kind) = (LLVMAttributeFunctionIndex, attribute_kind(name));
        if call.callee().is_some() {
            // SAFETY: the value is a call.
            unsafe { LLVMRemoveCallSiteEnumAttribute(call.raw, at, kind) };
        }
    }
}

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

    /// The fast-math flags, as LLVM's bits, that clang puts on a whole function. They are the only
    /// trace of the flags if the function has no float arithmetic, or tests the class of a float
    /// (`isnan`).
    pub(crate) fn whole_fast_math(self) -> u32 {
        let attributes = [
            ("no-nans-fp-math", fast_math::NO_NANS),
            ("no-infs-fp-math", fast_math::NO_INFINITIES),
            ("no-signed-zeros-fp-math", fast_math::NO_SIGNED_ZEROS),
            ("approx-func-fp-math", fast_math::APPROXIMATE),
        ];
        let is_set = |name: &str| self.text_attribute(name).as_deref() == Some("true");
        let flags = attributes.iter().filter(|(name, _)| is_set(name));
        flags.fold(0, |all, (_, flag)| all | flag)
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
