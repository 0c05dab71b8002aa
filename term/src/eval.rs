//! The exact value of one operation on concrete operands.
//!
//! These are the reference semantics of [`Op`]: the builder's constant folding, the sampler and
//! the rule prover all use [`apply`].

use crate::bits::{mask, signed};
use crate::float;
use crate::op::{Op, Spec};
use crate::soft::{self, Rounded};

/// The value of `spec` on `args`, reduced to the result width. `widths` and
/// `args` hold one entry per operand, each argument already reduced to its
/// width. Results follow the documentation of [`Op`].
///
/// # Panics
/// On `Const`, `Symbol` and `Apply`, which have no value of their own, and when
/// operands are missing: a mistake of the caller, never of the analysed program.
pub fn apply(spec: Spec, widths: &[u8], args: &[u128]) -> u128 {
    if spec.op.is_float() {
        return float::apply(spec, widths, args) & mask(spec.width);
    }
    let x = args[0];
    let w = widths[0];
    let y = || args[1];
    let sx = || signed(x, w);
    let sy = || signed(args[1], w);
    let value = match spec.op {
        Op::Add => x.wrapping_add(y()),
        Op::Sub => x.wrapping_sub(y()),
        Op::Mul => x.wrapping_mul(y()),
        Op::UDiv => x.checked_div(y()).unwrap_or(u128::MAX),
        Op::URem => x.checked_rem(y()).unwrap_or(x),
        Op::SDiv => match y() {
            // SMT-LIB: all ones for x ≥ 0, one for x < 0.
            0 if sx() < 0 => 1,
            0 => u128::MAX,
            _ => sx().wrapping_div(sy()) as u128,
        },
        Op::SRem => match y() {
            0 => x,
            _ => sx().wrapping_rem(sy()) as u128,
        },
        Op::And => x & y(),
        Op::Or => x | y(),
        Op::Xor => x ^ y(),
        Op::Shl if y() >= u128::from(w) => 0,
        Op::Shl => x << y(),
        Op::LShr if y() >= u128::from(w) => 0,
        Op::LShr => x >> y(),
        Op::AShr => (sx() >> y().min(127)) as u128,
        Op::Eq => u128::from(x == y()),
        Op::Ult => u128::from(x < y()),
        Op::Slt => u128::from(sx() < sy()),
        Op::Select if x != 0 => y(),
        Op::Select => args[2],
        Op::Concat => x << widths[1] | y(),
        Op::Extract => x >> spec.offset(),
        Op::ZExt => x,
        Op::SExt => sx() as u128,
        op => unreachable!("{} has no value of its own", op.name()),
    };
    value & mask(spec.width)
}

/// Whether rounding changes the result of a float-valued operation on these operands. Rounding
/// to integral (`FRound`) never counts.
pub fn rounds(spec: Spec, widths: &[u8], args: &[u128]) -> bool {
    apply_rounded(spec, widths, args).inexact
}

/// [`apply`] for a float-valued operation, with whether rounding changed the result. Rounding to
/// integral (`FRound`) never counts as inexact, since it is the purpose of the operation.
pub(crate) fn apply_rounded(spec: Spec, widths: &[u8], args: &[u128]) -> Rounded {
    debug_assert!(spec.op.yields_float());
    soft::compute(spec, widths[0], args)
}
