//! Float arithmetic on integers that rounds nothing, as integer arithmetic.
//!
//! A converted integer, a constant, and sums, products, negations and
//! selections of such are *dyadic*: an integer over a power of two. As long as
//! bounds show that the integer has no more bits than the format's precision,
//! the float operation is exact: a product of two bytes in single precision, a
//! sum of such products below 2²⁴, any scaling by a power of two. What converts
//! back to an integer, or compares, then becomes integer arithmetic that knows
//! no floats, and the integer version of a kernel and its float version become
//! claims about the same integers.
//!
//! Invariant: a dyadic value *is* the float's value for every assignment that
//! respects the ranges; it says whether a zero may be −0, which comparisons and
//! conversions do not see and a sum with +0 forgets. The facts used are the
//! bounds of integers ([`crate::category`]).

use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::{Cone, Format, Node, Op, Outcomes, Rounding, Spec, TermId};

use crate::Builder;
use crate::category::Ranges;
use crate::rules::DirectedRules;
use crate::trace::{Exact, Request};

/// value = integer × 2^−shift, the integer within bounds.
#[derive(Clone, Copy)]
struct Dyadic {
    /// Of [`integer_width`] bits, signed.
    integer: TermId,
    shift: i32,
    lo: i128,
    hi: i128,
    /// Whether the float may be −0.
    negative_zero: bool,
}

/// Bits of the integers behind floats of a format: room for every exact value
/// and for adding and shifting it. Single precision gets C's `int`.
const fn integer_width(format: Format) -> u8 {
    if format.precision() <= 24 { 32 } else { 64 }
}

/// `roots` with exact float arithmetic on integers done in integers: equal
/// terms, for every assignment that respects the ranges.
pub fn in_integers(
    builder: &mut Builder,
    roots: &[TermId],
    rules: &Arc<DirectedRules>,
    ranges: &dyn Ranges,
) -> Vec<TermId> {
    let cone = Cone::of(builder.arena(), roots);
    let converts = |&term: &TermId| matches!(builder.arena().op(term), Op::SiToF | Op::UiToF);
    if !cone.terms.iter().any(converts) {
        return roots.to_vec();
    }
    builder.with_rules(rules, |builder| {
        let mut known = Dyadics {
            ranges,
            values: FxHashMap::default(),
        };
        let mapped = builder.map(roots, |b, _, node, args| known.visit(b, node, args));
        mapped
            .into_iter()
            .map(|root| known.settled(builder, root))
            .collect()
    })
}

struct Dyadics<'a> {
    ranges: &'a dyn Ranges,
    /// By the plain float term.
    values: FxHashMap<TermId, (Format, Dyadic)>,
}

impl Dyadics<'_> {
    /// A node over mapped operands: a plain term where its value is dyadic, the
    /// integer where a dyadic value is turned into one, else the operation on
    /// operands in their settled form.
    fn visit(&mut self, b: &mut Builder, node: &Node, args: &[TermId]) -> TermId {
        let spec = node.spec();
        if let Some((format, value)) = self.float(b, spec, args) {
            let plain = b.build_under(spec, args, self.ranges);
            if b.constant_value(plain).is_none() {
                self.values.insert(plain, (format, value));
                if let Some(trace) = b.trace() {
                    trace.exact.push(Exact {
                        request: Request::new(spec, args),
                        term: plain,
                        integer: value.integer,
                        shift: value.shift,
                    });
                }
            }
            return plain;
        }
        if let Some(integer) = self.integer(b, spec, args) {
            return integer;
        }
        let mut settled = [TermId::from_index(0); 3];
        for (new, &arg) in settled.iter_mut().zip(args) {
            *new = self.settled(b, arg);
        }
        b.build_under(spec, &settled[..args.len()], self.ranges)
    }

    /// The converted integer times a power of two, for a dyadic float that is
    /// never −0; any other term as it is.
    fn settled(&self, b: &mut Builder, term: TermId) -> TermId {
        let Some(&(format, value)) = self.values.get(&term) else {
            return term;
        };
        if value.negative_zero {
            return term;
        }
        let from_int = Spec::from_int(Op::SiToF, format, Rounding::NearestEven);
        let integer = b.build_under(from_int, &[value.integer], self.ranges);
        let mut settled = integer;
        if value.shift != 0 {
            let Some(factor) = power_of_two(format, -value.shift) else {
                return term;
            };
            let factor = b.constant(format.width(), factor);
            let product = Spec::float(Op::FMul, format, Rounding::NearestEven);
            settled = b.build_under(product, &[integer, factor], self.ranges);
        }
        if let Some(trace) = b.trace() {
            trace.settled.push((term, settled));
        }
        settled
    }

    /// A mapped operand as a dyadic value of the format.
    fn value(&self, b: &mut Builder, format: Format, term: TermId) -> Option<Dyadic> {
        match b.constant_value(term) {
            Some(bits) => constant(b, format, bits),
            None => {
                let &(known, value) = self.values.get(&term)?;
                (known == format).then_some(value)
            }
        }
    }

    /// The dyadic value of a float-valued operation that rounds nothing.
    fn float(&mut self, b: &mut Builder, spec: Spec, args: &[TermId]) -> Option<(Format, Dyadic)> {
        let format = match spec.op {
            Op::Select | Op::Xor | Op::And => {
                let of = |arg| self.values.get(arg).map(|(format, _)| *format);
                args.iter().find_map(of)?
            }
            op if op.yields_float() => spec.format(),
            _ => return None,
        };
        let masked = |b: &Builder, mask: u128| b.constant_value(args[1]) == Some(mask);
        // Toward −∞, exact cancellation gives −0.
        let sums = spec.rounding() != Rounding::TowardNegative;
        let value = match spec.op {
            Op::SiToF | Op::UiToF => self.converted(b, spec, args[0])?,
            Op::FAdd | Op::FSub if sums => {
                let x = self.value(b, format, args[0])?;
                let mut y = self.value(b, format, args[1])?;
                if spec.op == Op::FSub {
                    y = y.negated(b);
                }
                x.plus(b, format, y)?
            }
            Op::FMul => {
                let x = self.value(b, format, args[0])?;
                let y = self.value(b, format, args[1])?;
                x.times(b, format, y)?
            }
            Op::Fma if sums => {
                let x = self.value(b, format, args[0])?;
                let y = self.value(b, format, args[1])?;
                let z = self.value(b, format, args[2])?;
                x.times(b, format, y)?.plus(b, format, z)?
            }
            Op::FConvert => {
                let source = spec.source_format();
                let x = self.value(b, source, args[0])?;
                x.in_format(b, source, format)?
            }
            Op::FRound => {
                let x = self.value(b, format, args[0])?;
                if x.shift <= 0 {
                    x
                } else {
                    // What is rounded to zero from below becomes −0.
                    let negative_zero = x.negative_zero || x.lo < 0;
                    Dyadic {
                        negative_zero,
                        ..x.rounded(b, spec.rounding())?
                    }
                }
            }
            Op::Select => {
                let x = self.value(b, format, args[1])?;
                let y = self.value(b, format, args[2])?;
                let (x, y) = x.aligned(b, y)?;
                Dyadic {
                    integer: b.select(args[0], x.integer, y.integer),
                    lo: x.lo.min(y.lo),
                    hi: x.hi.max(y.hi),
                    negative_zero: x.negative_zero || y.negative_zero,
                    ..x
                }
            }
            Op::Xor if masked(b, format.sign_mask()) => self.value(b, format, args[0])?.negated(b),
            Op::And if masked(b, format.sign_mask() - 1) => {
                let x = self.value(b, format, args[0])?;
                let zero = b.constant(b.width(x.integer), 0);
                let negative = b.slt(x.integer, zero);
                let negated = x.negated(b);
                Dyadic {
                    integer: b.select(negative, negated.integer, x.integer),
                    lo: 0,
                    hi: x.hi.max(-x.lo),
                    negative_zero: false,
                    ..x
                }
            }
            _ => return None,
        };
        value.is_exact(format).then_some((format, value))
    }

    /// A converted integer that the format holds exactly.
    fn converted(&self, b: &mut Builder, spec: Spec, x: TermId) -> Option<Dyadic> {
        let interval = b.interval_under(x, self.ranges);
        let signed = spec.op == Op::SiToF;
        let (lo, hi) = match signed {
            true => (interval.smin, interval.smax),
            false => (0, i128::try_from(interval.umax).ok()?),
        };
        let limit = 1 << spec.format().precision();
        if lo < -limit || hi > limit {
            return None;
        }
        let (width, wanted) = (b.width(x), integer_width(spec.format()));
        let integer = match signed {
            _ if width >= wanted => b.trunc(x, wanted),
            true => b.sext(x, wanted),
            false => b.zext(x, wanted),
        };
        Some(Dyadic {
            integer,
            shift: 0,
            lo,
            hi,
            negative_zero: false,
        })
    }

    /// What an operation makes of dyadic values that is no float.
    fn integer(&mut self, b: &mut Builder, spec: Spec, args: &[TermId]) -> Option<TermId> {
        let format = spec.operand_format()?;
        match spec.op {
            Op::FCmp => {
                let x = self.value(b, format, args[0])?;
                let y = self.value(b, format, args[1])?;
                let (x, y) = x.aligned(b, y)?;
                Some(compare(b, spec.outcomes(), x.integer, y.integer))
            }
            Op::FToSi | Op::FToUi => {
                let x = self.value(b, format, args[0])?;
                let whole = x.rounded(b, spec.rounding())?;
                let exponent = match spec.op {
                    Op::FToUi => spec.width,
                    _ => spec.width - 1,
                };
                let limit = 1i128.checked_shl(u32::from(exponent)).filter(|&l| l > 0);
                let limit = limit.unwrap_or(i128::MAX);
                let least = if spec.op == Op::FToUi { 0 } else { -limit };
                if whole.lo < least || whole.hi >= limit {
                    return None;
                }
                let width = b.width(whole.integer);
                Some(match spec.width {
                    w if w <= width => b.trunc(whole.integer, w),
                    w => b.sext(whole.integer, w),
                })
            }
            _ => None,
        }
    }
}

impl Dyadic {
    /// Whether the format holds every value exactly.
    fn is_exact(&self, format: Format) -> bool {
        let digits = i32::from(format.precision());
        let limit = 1i128 << digits;
        let exponents = -(format.max_exponent() - digits)..=format.max_exponent() + digits - 2;
        self.lo >= -limit && self.hi <= limit && exponents.contains(&self.shift)
    }

    fn may_be_zero(&self) -> bool {
        self.lo <= 0 && self.hi >= 0
    }

    fn negated(self, b: &mut Builder) -> Dyadic {
        Dyadic {
            integer: b.neg(self.integer),
            lo: -self.hi,
            hi: -self.lo,
            negative_zero: self.may_be_zero(),
            ..self
        }
    }

    /// The same value over 2^`shift`, which is not less than its own.
    fn over(self, b: &mut Builder, shift: i32) -> Option<Dyadic> {
        let by = u32::try_from(shift - self.shift).ok()?;
        let width = b.width(self.integer);
        if by == 0 {
            return Some(self);
        }
        if by >= u32::from(width) - 2 {
            return None;
        }
        let (lo, hi) = (self.lo << by, self.hi << by);
        let limit = 1i128 << (width - 2);
        if lo < -limit || hi > limit {
            return None;
        }
        let factor = b.constant(width, 1 << by);
        Some(Dyadic {
            integer: b.mul(self.integer, factor),
            shift,
            lo,
            hi,
            ..self
        })
    }

    /// Both values over the same power of two.
    fn aligned(self, b: &mut Builder, y: Dyadic) -> Option<(Dyadic, Dyadic)> {
        let shift = self.shift.max(y.shift);
        Some((self.over(b, shift)?, y.over(b, shift)?))
    }

    fn plus(self, b: &mut Builder, format: Format, y: Dyadic) -> Option<Dyadic> {
        let (x, y) = self.aligned(b, y)?;
        let sum = Dyadic {
            lo: x.lo + y.lo,
            hi: x.hi + y.hi,
            // To nearest, only −0 and −0 add up to −0.
            negative_zero: x.negative_zero && y.negative_zero,
            ..x
        };
        sum.is_exact(format).then(|| Dyadic {
            integer: b.add(x.integer, y.integer),
            ..sum
        })
    }

    fn times(self, b: &mut Builder, format: Format, y: Dyadic) -> Option<Dyadic> {
        let corners = [
            self.lo * y.lo,
            self.lo * y.hi,
            self.hi * y.lo,
            self.hi * y.hi,
        ];
        let product = Dyadic {
            shift: self.shift + y.shift,
            lo: corners.into_iter().min()?,
            hi: corners.into_iter().max()?,
            // A zero times a number below zero, or a −0 times any.
            negative_zero: self.negative_zero
                || y.negative_zero
                || self.may_be_zero() && y.lo < 0
                || y.may_be_zero() && self.lo < 0,
            ..self
        };
        product.is_exact(format).then(|| Dyadic {
            integer: b.mul(self.integer, y.integer),
            ..product
        })
    }

    fn in_format(self, b: &mut Builder, source: Format, format: Format) -> Option<Dyadic> {
        if !self.is_exact(format) {
            return None;
        }
        let (from, to) = (integer_width(source), integer_width(format));
        let integer = match from.cmp(&to) {
            std::cmp::Ordering::Less => b.sext(self.integer, to),
            _ => b.trunc(self.integer, to),
        };
        Some(Dyadic { integer, ..self })
    }

    /// The value rounded to an integer, over 2⁰.
    fn rounded(self, b: &mut Builder, rounding: Rounding) -> Option<Dyadic> {
        if self.shift <= 0 {
            return self.over(b, 0);
        }
        let width = b.width(self.integer);
        let by = u32::try_from(self.shift).ok()?;
        if by >= u32::from(width) - 2 {
            return None;
        }
        let last = (1i128 << by) - 1;
        let half = 1i128 << (by - 1);
        let m = self.integer;
        let amount = b.constant(width, u128::from(by));
        let number = |b: &mut Builder, value: i128| b.constant(width, value as u128);
        // What is added before the fraction is dropped, and at most how much.
        let (added, most) = match rounding {
            Rounding::TowardNegative => (number(b, 0), 0),
            Rounding::TowardZero if self.lo >= 0 => (number(b, 0), 0),
            Rounding::TowardZero => {
                let sign = b.constant(width, u128::from(width) - 1);
                let sign = b.ashr(m, sign);
                let last_bits = number(b, last);
                (b.and(sign, last_bits), last)
            }
            Rounding::TowardPositive => (number(b, last), last),
            Rounding::NearestAway if self.lo >= 0 => (number(b, half), half),
            Rounding::NearestAway => return None,
            Rounding::NearestEven => {
                let whole = b.ashr(m, amount);
                let one = number(b, 1);
                let odd = b.and(whole, one);
                let below_half = number(b, half - 1);
                (b.add(below_half, odd), half)
            }
        };
        let sum = b.add(m, added);
        let integer = match self.lo >= 0 {
            true => b.lshr(sum, amount),
            false => b.ashr(sum, amount),
        };
        Some(Dyadic {
            integer,
            shift: 0,
            lo: self.lo >> by,
            hi: (self.hi + most) >> by,
            ..self
        })
    }
}

/// A finite constant.
fn constant(b: &mut Builder, format: Format, bits: u128) -> Option<Dyadic> {
    let (digits, mask) = (format.precision(), format.sign_mask());
    let magnitude = bits & (mask - 1);
    if format == Format::X87 || format == Format::Quad || magnitude >= format.infinity() {
        return None;
    }
    let field = (magnitude >> (digits - 1)) as i32;
    let fraction = magnitude & ((1 << (digits - 1)) - 1);
    let significand = match field {
        0 => fraction,
        _ => fraction | 1 << (digits - 1),
    };
    if significand == 0 {
        return Some(Dyadic {
            integer: b.constant(integer_width(format), 0),
            shift: 0,
            lo: 0,
            hi: 0,
            negative_zero: bits != 0,
        });
    }
    let zeros = significand.trailing_zeros();
    let value = (significand >> zeros) as i128;
    let value = if bits & mask != 0 { -value } else { value };
    let exponent = field.max(1) - format.max_exponent() - i32::from(digits - 1) + zeros as i32;
    Some(Dyadic {
        integer: b.constant(integer_width(format), value as u128),
        shift: -exponent,
        lo: value,
        hi: value,
        negative_zero: false,
    })
}

/// The bits of 2^`exponent` where it is a normal number of the format.
fn power_of_two(format: Format, exponent: i32) -> Option<u128> {
    let greatest = format.max_exponent();
    let normal = (1 - greatest..=greatest).contains(&exponent);
    normal.then(|| ((exponent + greatest) as u128) << (format.precision() - 1))
}

/// Whether the outcome of comparing two integers is in the set.
fn compare(b: &mut Builder, outcomes: Outcomes, x: TermId, y: TermId) -> TermId {
    let has = |outcome| outcomes.contains(outcome);
    match (has(Outcomes::LT), has(Outcomes::EQ), has(Outcomes::GT)) {
        (false, false, false) => b.bool(false),
        (true, false, false) => b.slt(x, y),
        (false, true, false) => b.eq(x, y),
        (false, false, true) => b.slt(y, x),
        (true, true, false) => b.sle(x, y),
        (false, true, true) => b.sle(y, x),
        (true, false, true) => b.ne(x, y),
        (true, true, true) => b.bool(true),
    }
}
