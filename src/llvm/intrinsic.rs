//! Calls of LLVM's intrinsics.

use inkwell::llvm_sys::core::*;

use super::{Builder, Value};

/// An intrinsic that is declared for the type of its first argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intrinsic {
    /// The absolute value of an integer; a second argument is a bit.
    Absolute,
    /// A float that no pass connects with how it was computed.
    Fence,
    /// A product and a sum of floats with one rounding.
    Fused,
    /// The square root of a float.
    Root,
}

impl Intrinsic {
    /// The name without the type.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Intrinsic::Absolute => "llvm.abs",
            Intrinsic::Fence => "llvm.arithmetic.fence",
            Intrinsic::Fused => "llvm.fma",
            Intrinsic::Root => "llvm.sqrt",
        }
    }
}

impl<'e> Builder<'_, 'e> {
    /// A call of an intrinsic.
    ///
    /// # Panics
    /// If there is no argument, or the arguments do not have the intrinsic's types.
    pub(crate) fn intrinsic(self, intrinsic: Intrinsic, arguments: &[Value<'e>]) -> Value<'e> {
        let ty = arguments[0].ty();
        let fits = match intrinsic {
            Intrinsic::Absolute => ty.scalar().width().is_some(),
            _ => ty.scalar().is_float(),
        };
        assert!(fits, "an intrinsic for a type of its operands");
        let (name, edit) = (intrinsic.name(), self.edit());
        let (mut raw, at) = (ty.raw, name.as_ptr().cast());
        // SAFETY: the intrinsic is overloaded by one type, which is of its kind.
        let (function, signature) = unsafe {
            let id = LLVMLookupIntrinsicID(at, name.len());
            (
                LLVMGetIntrinsicDeclaration(edit.raw, id, &mut raw, 1),
                LLVMIntrinsicGetType(edit.context(), id, &mut raw, 1),
            )
        };
        self.call(
            super::Type::known(signature),
            Value::known(function),
            arguments,
        )
    }
}
