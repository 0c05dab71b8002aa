//! Bodies for operations that OpenCL C leaves to the implementation and that the user's
//! options determine.
//!
//! Invariant: a body computes a result that some implementation may give.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMLinkage};
use inkwell::module::Module;

use super::flags::Contraction;
use crate::llvm;

/// The prefix of the names of inexact operations; operation and operand type follow:
/// `simdiff.approx.opencl.sin.f32`.
pub(super) const PREFIX: &str = "simdiff.approx.opencl.";

/// Builtins that C's library defines under the same names, apart from a suffix for the
/// type. `half_` and `native_` variants exist.
const OF_C: [&str; 28] = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "erf",
    "erfc", "exp", "exp2", "expm1", "hypot", "lgamma", "log", "log10", "log1p", "log2", "pow",
    "powr", "sin", "sinh", "tan", "tanh", "tgamma",
];

/// The exact computation of an operation that need not be exact.
#[derive(Clone, Copy)]
enum Exact {
    /// The correctly rounded square root.
    Root,
    /// One divided by the correctly rounded square root.
    RootUnderOne,
    /// A correctly rounded division.
    Quotient,
    /// One divided by a number.
    Reciprocal,
    /// A rounded product, and a rounded sum.
    ProductAndSum,
    /// A product and a sum with one rounding.
    Fused,
    /// A function of C's library.
    Function(&'static str),
}

/// Defines the single-precision square root as correctly rounded.
pub(super) fn root(module: &Module<'_>) {
    define(module, "sqrt", "f32", Exact::Root);
}

/// Defines products and sums as rounded once or twice, as the user says.
pub(super) fn contract(module: &Module<'_>, contraction: Contraction) {
    let exact = match contraction {
        Contraction::Off => Exact::ProductAndSum,
        Contraction::On => Exact::Fused,
        Contraction::Any => return,
    };
    for operation in ["contraction", "mad"] {
        for suffix in ["f16", "f32", "f64"] {
            define(module, operation, suffix, exact);
        }
    }
}

/// Defines all other operations as C computes them: functions by C's library, divisions and
/// square roots correctly rounded.
pub(super) fn as_in_c(module: &Module<'_>) {
    let plain = [
        ("sqrt", Exact::Root),
        ("rsqrt", Exact::RootUnderOne),
        ("divide", Exact::Quotient),
        ("recip", Exact::Reciprocal),
    ];
    let functions = OF_C.iter().map(|name| (*name, Exact::Function(name)));
    for (operation, exact) in plain.into_iter().chain(functions) {
        for grade in ["", "half_", "native_"] {
            for suffix in ["f32", "f64"] {
                define(module, &format!("{grade}{operation}"), suffix, exact);
            }
        }
    }
}

/// Defines an inexact operation if the module declares it.
fn define(module: &Module<'_>, operation: &str, suffix: &str, exact: Exact) {
    let name = format!("{PREFIX}{operation}.{suffix}\0");
    // SAFETY: the name ends in a zero; the function has the operands that its
    // operation takes, which is none of the user's.
    unsafe {
        let function = LLVMGetNamedFunction(module.as_mut_ptr(), name.as_ptr().cast());
        if function.is_null() || LLVMIsDeclaration(function) == 0 {
            return;
        }
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let builder = LLVMCreateBuilderInContext(context);
        let block = LLVMAppendBasicBlockInContext(context, function, c"".as_ptr());
        LLVMPositionBuilderAtEnd(builder, block);
        let mut args: Vec<_> = (0..LLVMCountParams(function))
            .map(|i| LLVMGetParam(function, i))
            .collect();
        let value = value(module, builder, &mut args, exact);
        LLVMBuildRet(builder, value);
        LLVMDisposeBuilder(builder);
        LLVMSetLinkage(function, LLVMLinkage::LLVMInternalLinkage);
        let inline = LLVMCreateEnumAttribute(context, llvm::attribute_kind("alwaysinline"), 0);
        LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, inline);
    }
}

/// Builds the result of an operation.
///
/// # Safety
/// The builder has to be in a function of the module, whose arguments these are.
unsafe fn value(
    module: &Module<'_>,
    builder: LLVMBuilderRef,
    args: &mut [LLVMValueRef],
    exact: Exact,
) -> LLVMValueRef {
    // SAFETY: as the caller promises.
    unsafe {
        let ty = LLVMTypeOf(args[0]);
        let quotient = |x, y| LLVMBuildFDiv(builder, x, y, c"".as_ptr());
        let one = LLVMConstReal(ty, 1.0);
        match exact {
            Exact::Root => intrinsic(module, builder, "llvm.sqrt", args),
            Exact::RootUnderOne => quotient(one, intrinsic(module, builder, "llvm.sqrt", args)),
            Exact::Quotient => quotient(args[0], args[1]),
            Exact::Reciprocal => quotient(one, args[0]),
            Exact::Fused => intrinsic(module, builder, "llvm.fma", args),
            Exact::ProductAndSum => {
                let product = LLVMBuildFMul(builder, args[0], args[1], c"".as_ptr());
                LLVMBuildFAdd(builder, product, args[2], c"".as_ptr())
            }
            Exact::Function(name) => in_library(module, builder, name, args),
        }
    }
}

/// Builds a call of an LLVM intrinsic for the type of its arguments.
///
/// # Safety
/// As of [`value`].
unsafe fn intrinsic(
    module: &Module<'_>,
    builder: LLVMBuilderRef,
    name: &str,
    args: &mut [LLVMValueRef],
) -> LLVMValueRef {
    // SAFETY: as the caller promises.
    unsafe {
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let mut ty = LLVMTypeOf(args[0]);
        let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
        let callee = LLVMGetIntrinsicDeclaration(module.as_mut_ptr(), id, &mut ty, 1);
        let signature = LLVMIntrinsicGetType(context, id, &mut ty, 1);
        let (values, count) = (args.as_mut_ptr(), args.len() as u32);
        LLVMBuildCall2(builder, signature, callee, values, count, c"".as_ptr())
    }
}

/// Builds a call of a function of C's library for the type of its arguments.
///
/// # Safety
/// As of [`value`]; the arguments are of type `float` or `double`.
unsafe fn in_library(
    module: &Module<'_>,
    builder: LLVMBuilderRef,
    name: &str,
    args: &mut [LLVMValueRef],
) -> LLVMValueRef {
    // SAFETY: as the caller promises; the name ends in a zero.
    unsafe {
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let ty = LLVMTypeOf(args[0]);
        let letter = match ty == LLVMFloatTypeInContext(context) {
            true => "f",
            false => "",
        };
        // `powr` equals `pow` on the arguments for which it is defined.
        let name = if name == "powr" { "pow" } else { name };
        let name = format!("{name}{letter}\0");
        let count = args.len() as u32;
        let mut types = vec![ty; args.len()];
        let signature = LLVMFunctionType(ty, types.as_mut_ptr(), count, 0);
        let mut callee = LLVMGetNamedFunction(module.as_mut_ptr(), name.as_ptr().cast());
        if callee.is_null() {
            callee = LLVMAddFunction(module.as_mut_ptr(), name.as_ptr().cast(), signature);
        }
        LLVMBuildCall2(
            builder,
            signature,
            callee,
            args.as_mut_ptr(),
            count,
            c"".as_ptr(),
        )
    }
}
