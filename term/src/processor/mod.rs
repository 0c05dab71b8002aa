//! Operations as this processor's own instructions compute them, to test the reference semantics
//! in [`crate::apply`] and the rules that depend on it.
//!
//! Invariant: `None` where the processor has no instruction for the operation at these widths
//! (or, for divisions and shifts, none that gives a value). NaN results are made canonical; all
//! other results are those of the instruction.

#[cfg(target_arch = "x86_64")]
mod x86;

use crate::op::{Op, Spec};

/// The value of `spec` on `args` computed by the processor; arguments as in [`crate::apply`].
/// Integers of 8, 16, 32 and 64 bits and conditions run on any processor, floats on x86-64 with
/// the rounding in MXCSR. `None` for operations that the processor's extensions lack (rounding
/// to nearest away, x87, quads, remainders).
pub fn on_processor(spec: Spec, widths: &[u8], args: &[u128]) -> Option<u128> {
    if spec.op.is_float() {
        #[cfg(target_arch = "x86_64")]
        return x86::float(spec, widths, args);
        #[cfg(not(target_arch = "x86_64"))]
        return None;
    }
    let registers = |w: &u8| matches!(w, 1 | 8 | 16 | 32 | 64);
    if !registers(&spec.width) || !widths.iter().all(registers) {
        return None;
    }
    match spec.op {
        Op::Select => Some(if args[0] as u8 != 0 { args[1] } else { args[2] }),
        Op::ZExt => Some(args[0]),
        Op::Concat => Some(u128::from((args[0] as u64) << widths[1] | args[1] as u64)),
        Op::Extract => {
            let shifted = (args[0] as u64) >> spec.offset();
            Some(u128::from(
                shifted << (64 - spec.width) >> (64 - spec.width),
            ))
        }
        Op::SExt => {
            let unused = 64 - widths[0];
            let wide = ((args[0] as u64) << unused) as i64 >> unused;
            let cut = 64 - spec.width;
            Some(u128::from((wide as u64) << cut >> cut))
        }
        _ => match widths[0] {
            1 => condition(spec.op, args[0] as u8, args[1] as u8).map(u128::from),
            8 => bytes(spec.op, args[0] as u8, args[1] as u8),
            16 => words(spec.op, args[0] as u16, args[1] as u16),
            32 => dwords(spec.op, args[0] as u32, args[1] as u32),
            _ => qwords(spec.op, args[0] as u64, args[1] as u64),
        },
    }
}

fn condition(op: Op, x: u8, y: u8) -> Option<u8> {
    match op {
        Op::And => Some(x & y),
        Op::Or => Some(x | y),
        Op::Xor => Some(x ^ y),
        Op::Eq => Some(u8::from(x == y)),
        Op::Ult => Some(u8::from(x < y)),
        _ => None,
    }
}

macro_rules! registers {
    ($($name:ident $unsigned:ident $signed:ident)*) => {$(
        fn $name(op: Op, x: $unsigned, y: $unsigned) -> Option<u128> {
            let (sx, sy) = (x as $signed, y as $signed);
            let by = u32::try_from(y).ok().filter(|y| *y < $unsigned::BITS);
            Some(u128::from(match op {
                Op::Add => x.wrapping_add(y),
                Op::Sub => x.wrapping_sub(y),
                Op::Mul => x.wrapping_mul(y),
                Op::UDiv => x.checked_div(y)?,
                Op::URem => x.checked_rem(y)?,
                Op::SDiv => sx.checked_div(sy)? as $unsigned,
                Op::SRem => sx.checked_rem(sy)? as $unsigned,
                Op::And => x & y,
                Op::Or => x | y,
                Op::Xor => x ^ y,
                Op::Shl => x << by?,
                Op::LShr => x >> by?,
                Op::AShr => (sx >> by?) as $unsigned,
                Op::Eq => $unsigned::from(x == y),
                Op::Ult => $unsigned::from(x < y),
                Op::Slt => $unsigned::from(sx < sy),
                _ => return None,
            }))
        }
    )*};
}

registers! {
    bytes u8 i8
    words u16 i16
    dwords u32 i32
    qwords u64 i64
}
