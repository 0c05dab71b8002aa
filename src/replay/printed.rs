//! The types of the values that calls of OpenCL C's `printf` are given: `launch.h` compares them
//! with the conversions of the format.
//!
//! Invariant: every such call is preceded by one of `simdiff_printed`, with the format and four
//! bits for each of the first sixteen values.

use inkwell::module::Module;

use crate::llvm::{Type, Value, edit};

/// Numbers of types (`launch.h`, `enum printed`).
const WORD: u64 = 1;
const LONG_WORD: u64 = 2;
const FLOAT: u64 = 3;
const POINTER: u64 = 4;
const OTHER: u64 = 5;

/// Most values whose types are told.
const MOST: usize = 16;

/// Adds a call that tells the types before every call of `printf`.
pub(super) fn tell_types(module: &Module<'_>) {
    edit(module, |edit| {
        let Some(printf) = edit.function("simdiff.printf") else {
            return;
        };
        for call in printf.users().into_iter().filter(|user| user.is_call()) {
            let mut arguments = call.arguments();
            let Some(format) = arguments.next() else {
                continue;
            };
            let values: Vec<Value<'_>> = arguments.collect();
            let numbers = values.iter().take(MOST).zip((0..).step_by(4));
            let types = numbers.fold(0, |types, (value, shift)| {
                types | number(value.ty()) << shift
            });
            let word = edit.integer(64);
            let signature = edit.void().function(&[format.ty(), word]);
            let tell = edit.declare("simdiff_printed", signature, &[]);
            edit.before(call)
                .call(signature, tell, &[format, word.constant(types)]);
        }
    });
}

fn number(ty: Type<'_>) -> u64 {
    match ty.width() {
        _ if ty.is_vector() => OTHER,
        _ if ty.is_float() => FLOAT,
        _ if ty.is_pointer() => POINTER,
        Some(32) => WORD,
        Some(64) => LONG_WORD,
        _ => OTHER,
    }
}
