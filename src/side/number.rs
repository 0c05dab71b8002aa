//! Arithmetic on the numbers of relations, as terms. Integers are mathematical: every
//! operation is as wide as its result needs.

use rewrite_rules::Builder;
use term::{Format, Outcomes, Rounding, TermId};

use crate::contract::{Comparison, Scalar, apply};

/// The widest number in bits.
const MOST_BITS: u32 = 128;

/// Why numbers cannot be compared or computed, and what to write instead.
pub type Meaningless = (&'static str, &'static str);

const WIDE: Meaningless = (
    "its numbers need more than 128 bits",
    "compare smaller numbers, or products of fewer",
);

const ROUNDS: Meaningless = (
    "it does arithmetic with floats, whose results are rounded",
    "compare floats with each other and with numbers: --assume 'x <= y'",
);

/// A number of a relation.
#[derive(Clone, Copy)]
pub enum Number {
    /// A literal: its value as an integer, if it is one, and as a float.
    Literal(Option<i128>, f64),
    /// An integer term, and whether it is signed.
    Integer(TermId, bool),
    /// A float term.
    Float(Format, TermId),
}

impl Number {
    /// The literal of an integer.
    pub fn whole(value: i128) -> Number {
        Number::Literal(Some(value), value as f64)
    }

    /// A term with the type of a scalar.
    pub fn of(scalar: Scalar, term: TermId) -> Number {
        match scalar {
            Scalar::Int { signed, .. } => Number::Integer(term, signed),
            Scalar::Float { format } => Number::Float(format, term),
        }
    }
}

/// The condition that a comparison of two numbers holds; the reason if it has no meaning.
pub fn compare(
    builder: &mut Builder,
    comparison: Comparison,
    [left, right]: [Number; 2],
) -> Result<TermId, Meaningless> {
    let format = [left, right].into_iter().find_map(|side| match side {
        Number::Float(format, _) => Some(format),
        _ => None,
    });
    let Some(format) = format else {
        let [(x, signed), (y, _)] = same_type(builder, [left, right], 0)?;
        return Ok(match (comparison, signed) {
            (Comparison::Equal, _) => builder.eq(x, y),
            (Comparison::Unequal, _) => builder.ne(x, y),
            (Comparison::LessOrEqual, true) => builder.sle(x, y),
            (Comparison::LessOrEqual, false) => builder.ule(x, y),
            (Comparison::Less, true) => builder.slt(x, y),
            (Comparison::Less, false) => builder.ult(x, y),
        });
    };
    // A bound between two floats is rounded to the one that admits the same values.
    let inward = match comparison {
        Comparison::LessOrEqual => [Rounding::TowardPositive, Rounding::TowardNegative],
        Comparison::Less => [Rounding::TowardNegative, Rounding::TowardPositive],
        Comparison::Equal | Comparison::Unequal => [Rounding::NearestEven; 2],
    };
    let x = float(builder, format, left, inward[0], comparison)?;
    let y = float(builder, format, right, inward[1], comparison)?;
    let outcomes = match comparison {
        Comparison::Less => Outcomes::LT,
        Comparison::LessOrEqual => Outcomes::LT.union(Outcomes::EQ),
        Comparison::Equal => Outcomes::EQ,
        Comparison::Unequal => Outcomes::LT.union(Outcomes::GT).union(Outcomes::UNO),
    };
    Ok(builder.fcmp(format, outcomes, x, y))
}

/// One side of a comparison of floats, with a literal rounded in direction `inward`.
fn float(
    builder: &mut Builder,
    format: Format,
    side: Number,
    inward: Rounding,
    comparison: Comparison,
) -> Result<TermId, Meaningless> {
    match side {
        Number::Float(own, term) if own == format => Ok(term),
        Number::Float(..) => Err((
            "it compares floats of different types",
            "compare each with a number: --assume 'x <= 1 && y >= 1'",
        )),
        Number::Integer(..) => Err((
            "it compares a float with an integer",
            "compare each with a number: --assume 'x <= 8 && k >= 8'",
        )),
        Number::Literal(integer, real) => {
            if integer.is_some_and(|integer| real as i128 != integer) {
                return Err((
                    "it compares a float with a number that no double is",
                    "write one that a double is, such as 1e18",
                ));
            }
            let bits = format.from_f64(real, inward);
            let exact = format.to_f64(bits) == real;
            if !exact && matches!(comparison, Comparison::Equal | Comparison::Unequal) {
                return Err((
                    "it compares a float with a number that no float of its type is",
                    "write 0.1f for the float next to 0.1, or compare with <= and >=",
                ));
            }
            Ok(builder.constant(format.width(), bits))
        }
    }
}

/// The result of an operation on two numbers; the reason if it has none.
pub fn arithmetic(
    builder: &mut Builder,
    op: char,
    left: Number,
    right: Number,
) -> Result<Number, Meaningless> {
    if let (Number::Literal(x, _), Number::Literal(y, _)) = (left, right) {
        let (Some(x), Some(y)) = (x, y) else {
            return Err(ROUNDS);
        };
        let reason = match (op, y) {
            ('/' | '%', 0) => ("it divides by zero", "divide by another number"),
            _ => WIDE,
        };
        return apply(op, x, y).map(Number::whole).ok_or(reason);
    }
    if matches!(op, '/' | '%') && !matches!(right, Number::Literal(Some(1..), _)) {
        return Err((
            "it divides by what may be zero or negative",
            "divide by a number, as in --assume 'k % 4 == 0'",
        ));
    }
    let sides = [integer(builder, left)?, integer(builder, right)?];
    // Width of each side as a signed number.
    let widths = sides.map(|(_, signed, bits)| bits + u32::from(!signed));
    let bits = match op {
        '*' => widths[0] + widths[1],
        _ => widths[0].max(widths[1]) + 1,
    };
    let [(x, _), (y, _)] = same_type(builder, [left, right], bits)?;
    let result = match op {
        '+' => builder.add(x, y),
        '-' => builder.sub(x, y),
        '*' => builder.mul(x, y),
        '/' => builder.sdiv(x, y),
        _ => builder.srem(x, y),
    };
    Ok(Number::Integer(result, true))
}

/// An integer as its term, whether it is signed, and its width in bits.
fn integer(builder: &mut Builder, number: Number) -> Result<(TermId, bool, u32), Meaningless> {
    match number {
        Number::Integer(term, signed) => Ok((term, signed, u32::from(builder.width(term)))),
        Number::Literal(Some(value), _) => {
            // Width with a sign bit, even if the value is not negative.
            let used = MOST_BITS + 1 - value.unsigned_abs().leading_zeros();
            let bits = rounded(used)?;
            let value = value as u128 & (u128::MAX >> (MOST_BITS - u32::from(bits)));
            Ok((builder.constant(bits, value), true, u32::from(bits)))
        }
        Number::Literal(None, _) => Err((
            "it compares an integer with a fraction",
            "write a whole number",
        )),
        Number::Float(..) => Err(ROUNDS),
    }
}

/// Extends two integers to a common type of at least `least` bits; to a signed one if
/// `least` is not zero.
fn same_type(
    builder: &mut Builder,
    numbers: [Number; 2],
    least: u32,
) -> Result<[(TermId, bool); 2], Meaningless> {
    let [x, y] = [integer(builder, numbers[0])?, integer(builder, numbers[1])?];
    let signed = least > 0 || x.1 || y.1;
    let bits = |(_, own, bits): (TermId, bool, u32)| bits + u32::from(signed && !own);
    let bits = rounded(bits(x).max(bits(y)).max(least))?;
    Ok([x, y].map(|(term, own, _)| {
        let wide = match own {
            true => builder.sext(term, bits),
            false => builder.zext(term, bits),
        };
        (wide, signed)
    }))
}

/// The smallest machine width of at least this many bits.
fn rounded(bits: u32) -> Result<u8, Meaningless> {
    let widths = [8, 16, 32, 64, 128].into_iter();
    widths
        .filter(|width| u32::from(*width) >= bits)
        .min()
        .ok_or(WIDE)
}
