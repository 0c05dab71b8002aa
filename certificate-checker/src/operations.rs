//! Operations on exact values.

use term::{Format, Op, Outcomes, Rounding, Spec, TermId};

use crate::exact::{Exact, resized, word};
use crate::made::{Made, node};

/// The value of an exact float operation, from the values of its operands; for conversions from
/// integers see [`Exact::converted`].
pub(crate) fn float(
    spec: Spec,
    args: &[TermId],
    constant: impl Fn(usize) -> Option<u128>,
    value: impl Fn(usize, Option<Format>) -> Option<Exact>,
) -> Option<Exact> {
    let own = spec.op.yields_float().then(|| spec.format());
    // When rounding toward −∞, exact cancellation gives −0.
    let sums = spec.rounding() != Rounding::TowardNegative;
    let masked =
        |format: Format, mask: u128| format.width() == spec.width && constant(1) == Some(mask);
    match spec.op {
        Op::FAdd if sums => value(0, own)?.plus(value(1, own)?),
        Op::FSub if sums => value(0, own)?.plus(value(1, own)?.negated()),
        Op::FMul => value(0, own)?.times(value(1, own)?),
        Op::Fma if sums => value(0, own)?.times(value(1, own)?)?.plus(value(2, own)?),
        Op::FConvert => value(0, Some(spec.source_format()))?.in_format(spec.format()),
        Op::FRound => {
            let x = value(0, own)?;
            match x.shift <= 0 {
                true => x.held(),
                false => {
                    // A negative number that rounds to zero becomes −0.
                    let negative_zero = x.negative_zero || x.low < 0;
                    let rounded = x.rounded(spec.rounding())?;
                    Exact {
                        negative_zero,
                        ..rounded
                    }
                    .held()
                }
            }
        }
        Op::Select => {
            let known = value(1, None).or_else(|| value(2, None))?.format;
            let (x, y) = (value(1, Some(known))?, value(2, Some(known))?);
            x.select(y, args[0])?.held()
        }
        Op::Xor => {
            let x = value(0, None)?;
            masked(x.format, x.format.sign_mask())
                .then(|| x.negated())?
                .held()
        }
        Op::And => {
            let x = value(0, None)?;
            let mask = x.format.sign_mask() - 1;
            masked(x.format, mask).then(|| x.magnitude())?.held()
        }
        _ => None,
    }
}

/// A comparison of exact values, or a conversion to an integer, as an integer expression.
pub(crate) fn integer(
    spec: Spec,
    value: impl Fn(usize, Option<Format>) -> Option<Exact>,
) -> Option<Made> {
    let format = Some(spec.operand_format()?);
    match spec.op {
        Op::FCmp => {
            let (x, y) = value(0, format)?.aligned(value(1, format)?)?;
            Some(compared(spec.outcomes(), &x.integer, &y.integer))
        }
        Op::FToSi | Op::FToUi => {
            let whole = value(0, format)?.rounded(spec.rounding())?;
            let exponent = match spec.op {
                Op::FToUi => spec.width,
                _ => spec.width - 1,
            };
            let limit = 1i128.checked_shl(u32::from(exponent)).filter(|&l| l > 0);
            let limit = limit.unwrap_or(i128::MAX);
            let least = if spec.op == Op::FToUi { 0 } else { -limit };
            let fits = least <= whole.low && whole.high < limit;
            let width = word(whole.format);
            fits.then(|| resized(&whole.integer, Op::SExt, width, spec.width))
        }
        _ => None,
    }
}

fn compared(outcomes: Outcomes, x: &Made, y: &Made) -> Made {
    let has = |outcome| outcomes.contains(outcome);
    match (has(Outcomes::LT), has(Outcomes::EQ), has(Outcomes::GT)) {
        (false, false, false) => Made::Const(1, 0),
        (true, false, false) => node(Op::Slt, 1, &[x, y]),
        (false, true, false) => node(Op::Eq, 1, &[x, y]),
        (false, false, true) => node(Op::Slt, 1, &[y, x]),
        (true, true, false) => node(Op::Slt, 1, &[y, x]).not(),
        (false, true, true) => node(Op::Slt, 1, &[x, y]).not(),
        (true, false, true) => node(Op::Eq, 1, &[x, y]).not(),
        (true, true, true) => Made::Const(1, 1),
    }
}
