//! Exact float arithmetic on integers, rewritten as integer arithmetic.
//!
//! A converted integer, a constant, and sums, products, negations and selects of such values are
//! *dyadic*: an integer over a power of two. As long as bounds show that the integer needs no
//! more bits than the format's precision, the float operation is exact: a product of two bytes
//! in single precision, a sum of such products below 2²⁴, any scaling by a power of two.
//! Conversions back to integers and comparisons then become integer arithmetic, so that the
//! integer version of a kernel and its float version become claims about the same integers.
//!
//! Invariant: a dyadic value *is* the float's value for every assignment that respects the
//! ranges. It records whether a zero may be −0, which comparisons and conversions ignore and a
//! sum with +0 removes. The facts used are the bounds of integers ([`crate::category`]).

mod value;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::{Cone, Format, Node, Op, Outcomes, Rounding, Spec, TermId};

use crate::Builder;
use crate::category::Ranges;
use crate::rules::DirectedRules;
use crate::trace::{Exact, Request};
use value::{Dyadic, constant, integer_width};

/// Returns `roots` with exact float arithmetic on integers replaced by integer arithmetic: equal
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
    /// The dyadic value of each plain float term.
    values: FxHashMap<TermId, (Format, Dyadic)>,
}

impl Dyadics<'_> {
    /// Rebuilds a node over mapped operands: as the plain term if its value is dyadic, as an
    /// integer term if it turns a dyadic value into an integer, otherwise over operands in
    /// settled form.
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

    /// The converted integer times a power of two, for a dyadic float that is never −0; any
    /// other term unchanged.
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

    /// The dyadic value of a float-valued operation, if the operation is exact.
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
        // When rounding toward −∞, exact cancellation gives −0.
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
                    // A negative number that rounds to zero becomes −0.
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

    /// A converted integer that the format represents exactly.
    fn converted(&self, b: &mut Builder, spec: Spec, x: TermId) -> Option<Dyadic> {
        if spec.format().precision() > Format::Double.precision() {
            return None;
        }
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

    /// A comparison of dyadic values, or a conversion to an integer, as an integer term.
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

/// The bits of 2^`exponent`, if it is a normal number of the format.
fn power_of_two(format: Format, exponent: i32) -> Option<u128> {
    let greatest = format.max_exponent();
    let normal = (1 - greatest..=greatest).contains(&exponent);
    normal.then(|| ((exponent + greatest) as u128) << (format.precision() - 1))
}

/// A one-bit term: the outcome of comparing two integers is in the set.
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
