//! Functions of the C library that the user's files define.
//!
//! clang makes an intrinsic of a call of `memcpy` or `floorf`, with the library's meaning, also
//! where a file defines the function itself, as code for kernels and small devices does. What such
//! a call does is what the file says.

use super::compile::Compiled;
use crate::llvm::View;

/// Functions of memory, text and integers that clang knows.
const FUNCTIONS: [&str; 18] = [
    "memcpy", "memmove", "memset", "memcmp", "memchr", "mempcpy", "bcmp", "bcopy", "bzero",
    "strlen", "strcmp", "strncmp", "strchr", "strcpy", "strncpy", "abs", "labs", "llabs",
];

/// Functions of floats that clang knows, for `double`; those of other types have a suffix.
const MATH: [&str; 40] = [
    "acos",
    "asin",
    "atan",
    "atan2",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "hypot",
    "ldexp",
    "log",
    "log10",
    "log1p",
    "log2",
    "lrint",
    "lround",
    "modf",
    "nearbyint",
    "pow",
    "remainder",
    "rint",
    "round",
    "roundeven",
    "sin",
    "sqrt",
    "trunc",
];

/// The flags by which clang calls the functions that a module's files define: `-fno-builtin-NAME`.
pub fn redefined(compiled: &Compiled<'_>) -> Vec<String> {
    let functions = View::of(&compiled.module).functions();
    let defined = functions.filter(|function| !function.is_declaration());
    let names = defined.map(|function| function.name());
    let own = names.filter(|name| is_known(name) && compiled.debug.subprogram(name).is_some());
    let mut flags: Vec<String> = own.map(|name| format!("-fno-builtin-{name}")).collect();
    flags.sort();
    flags
}

fn is_known(name: &str) -> bool {
    let double = name.strip_suffix(['f', 'l']).unwrap_or(name);
    FUNCTIONS.contains(&name) || MATH.contains(&name) || MATH.contains(&double)
}
