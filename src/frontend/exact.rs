//! Bodies for operations that OpenCL C leaves to the implementation and that the user's
//! options determine.
//!
//! Invariant: a body computes a result that some implementation may give.

use inkwell::llvm_sys::{LLVMLinkage, LLVMTypeKind};
use inkwell::module::Module;

use super::flags::Contraction;
use crate::llvm::{Attribute, Builder, Intrinsic, Value, edit};

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
    let name = format!("{PREFIX}{operation}.{suffix}");
    edit(module, |edit| {
        let function = edit.function(&name);
        let Some(function) = function.filter(|function| function.is_declaration()) else {
            return;
        };
        let place = edit.at_end(edit.append_block(function));
        let arguments: Vec<_> = function.parameters().collect();
        place.ret(Some(value(place, &arguments, exact)));
        edit.set_linkage(function, LLVMLinkage::LLVMInternalLinkage);
        edit.add_attribute(function, Attribute::AlwaysInline);
    });
}

/// Builds the result of an operation, which has the operands that the operation takes.
fn value<'e>(place: Builder<'_, 'e>, args: &[Value<'e>], exact: Exact) -> Value<'e> {
    let one = args[0].ty().one();
    let root = || place.intrinsic(Intrinsic::Root, args);
    match exact {
        Exact::Root => root(),
        Exact::RootUnderOne => place.fdiv(one, root()),
        Exact::Quotient => place.fdiv(args[0], args[1]),
        Exact::Reciprocal => place.fdiv(one, args[0]),
        Exact::Fused => place.intrinsic(Intrinsic::Fused, args),
        Exact::ProductAndSum => place.fadd(place.fmul(args[0], args[1]), args[2]),
        Exact::Function(name) => in_library(place, name, args),
    }
}

/// Builds a call of a function of C's library for the type of its arguments, `float` or
/// `double`.
fn in_library<'e>(place: Builder<'_, 'e>, name: &str, args: &[Value<'e>]) -> Value<'e> {
    let ty = args[0].ty();
    let letter = match ty.kind() {
        LLVMTypeKind::LLVMFloatTypeKind => "f",
        _ => "",
    };
    // `powr` equals `pow` on the arguments for which it is defined.
    let name = if name == "powr" { "pow" } else { name };
    let signature = ty.function(&vec![ty; args.len()]);
    let callee = place
        .edit()
        .declare(&format!("{name}{letter}"), signature, &[]);
    place.call(signature, callee, args)
}
