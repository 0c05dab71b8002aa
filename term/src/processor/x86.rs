//! Float operations by scalar instructions of x86-64.
//!
//! Invariant: every operation restores MXCSR.

use std::arch::asm;

use crate::bits::signed;
use crate::float::{bits32, bits64};
use crate::format::{Format, Rounding};
use crate::op::{Op, Outcomes, Spec};

/// The MXCSR value for a rounding direction, with all exceptions masked.
fn control(rounding: Rounding) -> Option<u32> {
    let direction = match rounding {
        Rounding::NearestEven => 0,
        Rounding::TowardNegative => 1,
        Rounding::TowardPositive => 2,
        Rounding::TowardZero => 3,
        Rounding::NearestAway => return None,
    };
    Some(0x1f80 | direction << 13)
}

/// Executes one instruction under a control word. The surrounding code never sees the changed
/// rounding, because the control word is restored in the same block.
macro_rules! instruction {
    ($control:expr, $text:expr, $($operands:tt)*) => {{
        let (control, mut own) = ($control, 0u32);
        // SAFETY: MXCSR is restored; callers have checked the extension.
        unsafe {
            asm!(
                "stmxcsr [{own}]",
                "ldmxcsr [{control}]",
                $text,
                "ldmxcsr [{own}]",
                own = in(reg) &raw mut own,
                control = in(reg) &raw const control,
                $($operands)*,
                options(nostack)
            );
        }
    }};
}

macro_rules! arithmetic {
    ($name:ident $type:ty, $add:literal $sub:literal $mul:literal $div:literal
     $sqrt:literal $fma:literal $round:literal) => {
        fn $name(spec: Spec, [x, y, z]: [$type; 3]) -> Option<$type> {
            let mut result = x;
            if spec.op == Op::FRound {
                if !is_x86_feature_detected!("sse4.1") {
                    return None;
                }
                // Immediate 4 makes the instruction use the direction in MXCSR.
                let control = control(spec.rounding())?;
                instruction!(control, concat!($round, " {r}, {x}, 4"),
                    r = inout(xmm_reg) result, x = in(xmm_reg) x);
                return Some(result);
            }
            let c = control(spec.rounding())?;
            match spec.op {
                Op::FAdd => instruction!(c, concat!($add, " {r}, {y}"),
                    r = inout(xmm_reg) result, y = in(xmm_reg) y),
                Op::FSub => instruction!(c, concat!($sub, " {r}, {y}"),
                    r = inout(xmm_reg) result, y = in(xmm_reg) y),
                Op::FMul => instruction!(c, concat!($mul, " {r}, {y}"),
                    r = inout(xmm_reg) result, y = in(xmm_reg) y),
                Op::FDiv => instruction!(c, concat!($div, " {r}, {y}"),
                    r = inout(xmm_reg) result, y = in(xmm_reg) y),
                Op::FSqrt => instruction!(c, concat!($sqrt, " {r}, {x}"),
                    r = inout(xmm_reg) result, x = in(xmm_reg) x),
                Op::Fma if is_x86_feature_detected!("fma") => {
                    instruction!(c, concat!($fma, " {r}, {y}, {z}"),
                        r = inout(xmm_reg) result, y = in(xmm_reg) y, z = in(xmm_reg) z)
                }
                _ => return None,
            }
            Some(result)
        }
    };
}

arithmetic!(singles f32, "addss" "subss" "mulss" "divss" "sqrtss" "vfmadd213ss" "roundss");
arithmetic!(doubles f64, "addsd" "subsd" "mulsd" "divsd" "sqrtsd" "vfmadd213sd" "roundsd");

fn single(bits: u128) -> f32 {
    f32::from_bits(bits as u32)
}

fn double(bits: u128) -> f64 {
    f64::from_bits(bits as u64)
}

pub(super) fn float(spec: Spec, widths: &[u8], args: &[u128]) -> Option<u128> {
    let of = |i: usize| args.get(i).copied().unwrap_or_default();
    match (spec.op, spec.format()) {
        (Op::FCmp, Format::Single) => compare(spec, single(of(0)), single(of(1))),
        (Op::FCmp, Format::Double) => compare(spec, double(of(0)), double(of(1))),
        (Op::FToSi | Op::FToUi, _) => to_integer(spec, of(0)),
        (Op::SiToF | Op::UiToF, _) => from_integer(spec, widths[0], of(0)),
        (Op::FConvert, _) => convert(spec, of(0)),
        (_, Format::Single) => singles(spec, [0, 1, 2].map(|i| single(of(i)))).map(bits32),
        (_, Format::Double) => doubles(spec, [0, 1, 2].map(|i| double(of(i)))).map(bits64),
        _ => None,
    }
}

fn compare<F: PartialOrd>(spec: Spec, x: F, y: F) -> Option<u128> {
    let outcome = match (x < y, x == y, x > y) {
        (true, ..) => Outcomes::LT,
        (_, true, _) => Outcomes::EQ,
        (.., true) => Outcomes::GT,
        _ => Outcomes::UNO,
    };
    Some(u128::from(spec.outcomes().contains(outcome)))
}

fn to_integer(spec: Spec, bits: u128) -> Option<u128> {
    let c = control(spec.rounding())?;
    let unsigned = spec.op == Op::FToUi;
    if unsigned && !is_x86_feature_detected!("avx512f") {
        return None;
    }
    let (x, y) = (single(bits), double(bits));
    let (mut narrow, mut wide) = (0u32, 0u64);
    match (spec.format(), spec.width, unsigned) {
        (Format::Single, 32, false) => {
            instruction!(c, "cvtss2si {r:e}, {x}", r = inout(reg) narrow, x = in(xmm_reg) x)
        }
        (Format::Single, 64, false) => {
            instruction!(c, "cvtss2si {r:r}, {x}", r = inout(reg) wide, x = in(xmm_reg) x)
        }
        (Format::Double, 32, false) => {
            instruction!(c, "cvtsd2si {r:e}, {x}", r = inout(reg) narrow, x = in(xmm_reg) y)
        }
        (Format::Double, 64, false) => {
            instruction!(c, "cvtsd2si {r:r}, {x}", r = inout(reg) wide, x = in(xmm_reg) y)
        }
        (Format::Single, 32, true) => {
            instruction!(c, "vcvtss2usi {r:e}, {x}", r = inout(reg) narrow, x = in(xmm_reg) x)
        }
        (Format::Single, 64, true) => {
            instruction!(c, "vcvtss2usi {r:r}, {x}", r = inout(reg) wide, x = in(xmm_reg) x)
        }
        (Format::Double, 32, true) => {
            instruction!(c, "vcvtsd2usi {r:e}, {x}", r = inout(reg) narrow, x = in(xmm_reg) y)
        }
        (Format::Double, 64, true) => {
            instruction!(c, "vcvtsd2usi {r:r}, {x}", r = inout(reg) wide, x = in(xmm_reg) y)
        }
        _ => return None,
    }
    Some(match spec.width {
        32 => u128::from(narrow),
        _ => u128::from(wide),
    })
}

/// Converts an integer. Narrow integers are extended to a register first, as compilers do.
fn from_integer(spec: Spec, width: u8, bits: u128) -> Option<u128> {
    let c = control(spec.rounding())?;
    let unsigned = spec.op == Op::UiToF;
    if width > 64 || unsigned && width == 64 {
        return None;
    }
    let x = match unsigned {
        true => bits as i64,
        false => signed(bits, width) as i64,
    };
    let (mut narrow, mut wide) = (0f32, 0f64);
    match spec.format() {
        Format::Single => {
            instruction!(c, "cvtsi2ss {r}, {x:r}", r = inout(xmm_reg) narrow, x = in(reg) x);
            Some(bits32(narrow))
        }
        Format::Double => {
            instruction!(c, "cvtsi2sd {r}, {x:r}", r = inout(xmm_reg) wide, x = in(reg) x);
            Some(bits64(wide))
        }
        _ => None,
    }
}

fn convert(spec: Spec, bits: u128) -> Option<u128> {
    let c = control(spec.rounding())?;
    let halves = is_x86_feature_detected!("f16c");
    let (mut narrow, mut wide) = (0f32, 0f64);
    match (spec.source_format(), spec.format()) {
        (Format::Single, Format::Double) => {
            let x = single(bits);
            instruction!(c, "cvtss2sd {r}, {x}", r = inout(xmm_reg) wide, x = in(xmm_reg) x);
            Some(bits64(wide))
        }
        (Format::Double, Format::Single) => {
            let x = double(bits);
            instruction!(c, "cvtsd2ss {r}, {x}", r = inout(xmm_reg) narrow, x = in(xmm_reg) x);
            Some(bits32(narrow))
        }
        (Format::Half, Format::Single) if halves => {
            let x = f32::from_bits(bits as u32);
            instruction!(c, "vcvtph2ps {r}, {x}", r = inout(xmm_reg) narrow, x = in(xmm_reg) x);
            Some(bits32(narrow))
        }
        (Format::Single, Format::Half) if halves => {
            let x = single(bits);
            instruction!(c, "vcvtps2ph {r}, {x}, 4", r = inout(xmm_reg) narrow,
                x = in(xmm_reg) x);
            let half = u128::from(narrow.to_bits() & 0xffff);
            Some(match Format::Half.is_nan(half) {
                true => Format::Half.canonical_nan(),
                false => half,
            })
        }
        _ => None,
    }
}
