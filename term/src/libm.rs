//! Concrete values of the C mathematical library's functions, computed by the library that the
//! program itself would call.
//!
//! Invariant: equal names and arguments give equal bits within one run; NaN results are
//! canonical. Functions that are not listed have no value here.

use std::ffi::c_int;

use crate::float::{bits32, bits64};

macro_rules! functions {
    ($($double:ident $single:ident),*; $($double2:ident $single2:ident),*;) => {
        unsafe extern "C" {
            $(safe fn $double(x: f64) -> f64;
              safe fn $single(x: f32) -> f32;)*
            $(safe fn $double2(x: f64, y: f64) -> f64;
              safe fn $single2(x: f32, y: f32) -> f32;)*
            safe fn ldexp(x: f64, e: c_int) -> f64;
            safe fn ldexpf(x: f32, e: c_int) -> f32;
        }

        /// The value of a `<math.h>` function (`sinf`, `pow`, …; also under the
        /// LLVM intrinsic's name, `llvm.sin.f32`) on operands given as bits;
        /// `None` when the name, its width or its operand count is not known.
        pub fn libm(name: &str, width: u8, args: &[u128]) -> Option<u128> {
            let canonical = intrinsic(name);
            let name = canonical.as_deref().unwrap_or(name);
            let s = |i: usize| f32::from_bits(args[i] as u32);
            let d = |i: usize| f64::from_bits(args[i] as u64);
            Some(match (name, width, args.len()) {
                $((stringify!($double), 64, 1) => bits64($double(d(0))),
                  (stringify!($single), 32, 1) => bits32($single(s(0))),)*
                $((stringify!($double2), 64, 2) => bits64($double2(d(0), d(1))),
                  (stringify!($single2), 32, 2) => bits32($single2(s(0), s(1))),)*
                ("ldexp", 64, 2) => bits64(ldexp(d(0), args[1] as c_int)),
                ("ldexpf", 32, 2) => bits32(ldexpf(s(0), args[1] as c_int)),
                _ => return None,
            })
        }
    };
}

functions! {
    sin sinf, cos cosf, tan tanf, asin asinf, acos acosf, atan atanf,
    sinh sinhf, cosh coshf, tanh tanhf, asinh asinhf, acosh acoshf, atanh atanhf,
    exp expf, exp2 exp2f, expm1 expm1f, log logf, log2 log2f, log10 log10f,
    log1p log1pf, cbrt cbrtf, erf erff, erfc erfcf, tgamma tgammaf;
    pow powf, atan2 atan2f, hypot hypotf, fdim fdimf, remainder remainderf;
}

/// `llvm.sin.f32` → `sinf`, `llvm.sin.f64` → `sin`.
fn intrinsic(name: &str) -> Option<String> {
    let rest = name.strip_prefix("llvm.")?;
    match rest.rsplit_once('.')? {
        (base, "f32") => Some(format!("{base}f")),
        (base, "f64") => Some(base.to_owned()),
        _ => None,
    }
}
