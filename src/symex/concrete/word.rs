//! Operations on constants of at most 64 bits.

use term::{Op, Rounding, Spec};

use crate::program::{Cast, Predicate, Scalar};

pub(super) const fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - bits)
}

/// Returns the low `bits` of x, read as two's complement.
pub(super) const fn signed(x: u64, bits: u8) -> i64 {
    let shift = 64 - bits;
    ((x << shift) as i64) >> shift
}

/// Returns the result of an integer operation; `None` where it is undefined.
#[inline]
pub(super) fn integer(op: Op, bits: u8, x: u64, y: u64) -> Option<u64> {
    let (sx, sy) = (signed(x, bits), signed(y, bits));
    let overflows = sy == -1 && x == 1 << (bits - 1);
    let value = match op {
        Op::Add => x.wrapping_add(y),
        Op::Sub => x.wrapping_sub(y),
        Op::Mul => x.wrapping_mul(y),
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::Shl if y < u64::from(bits) => x << y,
        Op::LShr if y < u64::from(bits) => x >> y,
        Op::AShr if y < u64::from(bits) => (sx >> y) as u64,
        Op::UDiv => x.checked_div(y)?,
        Op::URem => x.checked_rem(y)?,
        Op::SDiv if y != 0 && !overflows => sx.wrapping_div(sy) as u64,
        Op::SRem if y != 0 && !overflows => sx.wrapping_rem(sy) as u64,
        _ => return None,
    };
    Some(value & mask(bits))
}

/// Whether a signed sum, difference or product exceeds its width.
#[inline]
pub(super) fn overflows(op: Op, bits: u8, x: u64, y: u64) -> bool {
    let (x, y) = (signed(x, bits), signed(y, bits));
    let exact = match op {
        Op::Add => i128::from(x) + i128::from(y),
        Op::Sub => i128::from(x) - i128::from(y),
        _ => i128::from(x) * i128::from(y),
    };
    let half = 1i128 << (bits - 1);
    !(-half..half).contains(&exact)
}

#[inline]
pub(super) fn compare(predicate: Predicate, bits: u8, x: u64, y: u64) -> bool {
    let (x, y) = if predicate.swap { (y, x) } else { (x, y) };
    let holds = match predicate.op {
        Op::Eq => x == y,
        Op::Ult => x < y,
        _ => signed(x, bits) < signed(y, bits),
    };
    holds != predicate.negate
}

/// Returns the result of a conversion; `plain` states that the floating-point environment
/// is the default. `None` if the general semantics have to decide it.
#[inline]
pub(super) fn convert(cast: Cast, from: Scalar, to: Scalar, plain: bool, x: u64) -> Option<u64> {
    let bits = to.bits();
    let apply = |spec| term::apply(spec, &[from.bits()], &[u128::from(x)]) as u64;
    Some(match (cast, from, to) {
        _ if bits > 64 => return None,
        (Cast::Truncate | Cast::ZeroExtend | Cast::Pointer, ..) => x & mask(bits),
        (Cast::SignExtend, ..) => signed(x, from.bits()) as u64 & mask(bits),
        _ if !plain => return None,
        (Cast::Float, Scalar::Float(from), Scalar::Float(to)) if from != to => {
            apply(Spec::fconvert(from, to, Rounding::NearestEven))
        }
        (Cast::SignedToFloat, _, Scalar::Float(to)) => {
            apply(Spec::from_int(Op::SiToF, to, Rounding::NearestEven))
        }
        (Cast::UnsignedToFloat, _, Scalar::Float(to)) => {
            apply(Spec::from_int(Op::UiToF, to, Rounding::NearestEven))
        }
        (Cast::FloatToSigned, Scalar::Float(format), _) => {
            let wide = if bits <= 32 { 32 } else { 64 };
            let value = apply(Spec::to_int(Op::FToSi, format, Rounding::TowardZero, wide));
            let value = signed(value, wide);
            // Values that may not fit the target are left to the general semantics, which
            // record them.
            let fits =
                signed(value as u64, bits) == value && value != signed(1 << (wide - 1), wide);
            fits.then_some(value as u64 & mask(bits))?
        }
        _ => return None,
    })
}
