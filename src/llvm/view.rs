//! A module, and what is found by name in it.

use std::ffi::CString;
use std::marker::PhantomData;

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::{LLVMContextRef, LLVMModuleRef};
use inkwell::llvm_sys::target::LLVMGetModuleDataLayout;
use inkwell::module::Module;

use super::{Layout, Type, Value, list};

/// A module that is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'m> {
    pub(super) raw: LLVMModuleRef,
    pub(super) borrow: PhantomData<&'m ()>,
}

impl<'m> View<'m> {
    /// The view of a module, for as long as the module is borrowed.
    pub(crate) fn of(module: &'m Module<'_>) -> View<'m> {
        View {
            raw: module.as_mut_ptr(),
            borrow: PhantomData,
        }
    }

    /// The context of the module's types and metadata.
    pub(super) fn context(self) -> LLVMContextRef {
        // SAFETY: the module is alive.
        unsafe { LLVMGetModuleContext(self.raw) }
    }

    /// The sizes and offsets of the module's types.
    pub(crate) fn layout(self) -> Layout<'m> {
        // SAFETY: the module is alive, and owns its layout.
        Layout::new(unsafe { LLVMGetModuleDataLayout(self.raw) })
    }

    /// Every function, declarations included.
    pub(crate) fn functions(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the module is alive, and so are the members of its list.
        unsafe {
            list(Value::new(LLVMGetFirstFunction(self.raw)), |f| {
                Value::new(LLVMGetNextFunction(f.raw))
            })
        }
    }

    /// Every global variable, declarations included.
    pub(crate) fn globals(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the module is alive, and so are the members of its list.
        unsafe {
            list(Value::new(LLVMGetFirstGlobal(self.raw)), |g| {
                Value::new(LLVMGetNextGlobal(g.raw))
            })
        }
    }

    /// Every alias.
    pub(crate) fn aliases(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the module is alive, and so are the members of its list.
        unsafe {
            list(Value::new(LLVMGetFirstGlobalAlias(self.raw)), |a| {
                Value::new(LLVMGetNextGlobalAlias(a.raw))
            })
        }
    }

    /// Every function that a resolver chooses when the program is loaded.
    pub(crate) fn ifuncs(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the module is alive, and so are the members of its list.
        unsafe {
            list(Value::new(LLVMGetFirstGlobalIFunc(self.raw)), |i| {
                Value::new(LLVMGetNextGlobalIFunc(i.raw))
            })
        }
    }

    /// Every instruction of every function.
    pub(crate) fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        self.functions().flat_map(Value::instructions)
    }

    /// The function of a symbol.
    pub(crate) fn function(self, symbol: &str) -> Option<Value<'m>> {
        let symbol = CString::new(symbol).ok()?;
        // SAFETY: the module is alive; the name ends in a zero.
        Value::new(unsafe { LLVMGetNamedFunction(self.raw, symbol.as_ptr()) })
    }

    /// The global variable of a symbol.
    pub(crate) fn global(self, symbol: &str) -> Option<Value<'m>> {
        let symbol = CString::new(symbol).ok()?;
        // SAFETY: the module is alive; the name ends in a zero.
        Value::new(unsafe { LLVMGetNamedGlobal(self.raw, symbol.as_ptr()) })
    }

    /// The number of a kind of metadata.
    pub(crate) fn metadata_kind(self, name: &str) -> u32 {
        let (text, length) = (name.as_ptr().cast(), name.len() as u32);
        // SAFETY: the context is alive; LLVM reads `length` bytes of the name.
        unsafe { LLVMGetMDKindIDInContext(self.context(), text, length) }
    }

    /// The type of floats of a kind.
    pub(crate) fn float(self, kind: LLVMTypeKind) -> Option<Type<'m>> {
        let context = self.context();
        // SAFETY: the context is alive.
        let raw = unsafe {
            match kind {
                LLVMTypeKind::LLVMHalfTypeKind => LLVMHalfTypeInContext(context),
                LLVMTypeKind::LLVMBFloatTypeKind => LLVMBFloatTypeInContext(context),
                LLVMTypeKind::LLVMFloatTypeKind => LLVMFloatTypeInContext(context),
                LLVMTypeKind::LLVMDoubleTypeKind => LLVMDoubleTypeInContext(context),
                LLVMTypeKind::LLVMX86_FP80TypeKind => LLVMX86FP80TypeInContext(context),
                LLVMTypeKind::LLVMFP128TypeKind => LLVMFP128TypeInContext(context),
                _ => return None,
            }
        };
        Some(Type::known(raw))
    }

    /// The type without values.
    pub(crate) fn void(self) -> Type<'m> {
        // SAFETY: the context is alive.
        Type::known(unsafe { LLVMVoidTypeInContext(self.context()) })
    }

    /// The bit of a truth value.
    pub(crate) fn truth(self, value: bool) -> Value<'m> {
        self.integer(1).constant(value.into())
    }

    /// The type of integers of a width in bits, from 1 to 2^23.
    pub(crate) fn integer(self, bits: u32) -> Type<'m> {
        // SAFETY: the context is alive.
        Type::known(unsafe { LLVMIntTypeInContext(self.context(), bits.clamp(1, 1 << 23)) })
    }
}
