//! Float arithmetic, comparisons and conversions.
//!
//! Traps: narrow float-to-integer conversions go through 32 or 64 bits, as
//! x86-64 code does, which matters out of range; the sign bit of −x, |x| and
//! copysign is plain bit manipulation, NaN or not.

use term::{Format, Op, Outcomes, Rounding, Spec, TermId};

use super::executor::{Exec, Executor};
use super::value::Value;
use crate::program::{Cast, FastMath, Operand, Scalar};

impl Executor<'_, '_> {
    /// `op` in `format`.
    pub fn float(
        &mut self,
        op: Op,
        format: Format,
        fast: FastMath,
        args: &[Operand; 2],
    ) -> Exec<Value> {
        self.check_fast_math(fast)?;
        let (x, y) = (self.operand(args[0]), self.operand(args[1]));
        let spec = Spec::float(op, format, Rounding::NearestEven);
        Ok(self.map([&x, &y], |this, args| Some(this.b().build(spec, &args))))
    }

    /// −x.
    pub fn negate(&mut self, format: Format, fast: FastMath, arg: Operand) -> Exec<Value> {
        self.check_fast_math(fast)?;
        let x = self.operand(arg);
        Ok(self.map([&x], |this, [x]| Some(this.b().fneg(format, x))))
    }

    /// A comparison by outcome set.
    pub fn float_compare(
        &mut self,
        format: Format,
        outcomes: Outcomes,
        fast: FastMath,
        args: &[Operand; 2],
    ) -> Exec<Value> {
        self.check_fast_math(fast)?;
        let (x, y) = (self.operand(args[0]), self.operand(args[1]));
        Ok(self.map([&x, &y], |this, [x, y]| {
            Some(this.b().fcmp(format, outcomes, x, y))
        }))
    }

    /// A conversion from or to a float.
    pub fn float_cast(&mut self, cast: Cast, from: Scalar, to: Scalar, x: TermId) -> TermId {
        let b = self.b();
        match (cast, from, to) {
            (Cast::Float, Scalar::Float(from), Scalar::Float(to)) => b.fconvert(from, to, x),
            (Cast::SignedToFloat, _, Scalar::Float(to)) => b.sitof(to, x),
            (Cast::UnsignedToFloat, _, Scalar::Float(to)) => b.uitof(to, x),
            (Cast::FloatToSigned, Scalar::Float(from), to) => {
                let bits = to.bits();
                let wide = match bits {
                    ..=32 => 32,
                    33..=64 => 64,
                    _ => 128,
                };
                let wide = b.ftosi(from, Rounding::TowardZero, x, wide);
                b.trunc(wide, bits)
            }
            (Cast::FloatToUnsigned, Scalar::Float(from), to) => {
                self.float_to_unsigned(from, x, to.bits())
            }
            // Decoding pairs casts with the types they are defined on.
            _ => x,
        }
    }

    /// What x86-64 code without AVX-512 computes: conversion to a wider signed
    /// integer, and for 64 bits two conversions.
    fn float_to_unsigned(&mut self, from: Format, x: TermId, bits: u8) -> TermId {
        let b = self.b();
        let signed =
            |b: &mut rewrite_rules::Builder, x, bits| b.ftosi(from, Rounding::TowardZero, x, bits);
        match bits {
            ..32 => {
                let wide = signed(b, x, 32);
                b.trunc(wide, bits)
            }
            32..64 => {
                let wide = signed(b, x, 64);
                b.trunc(wide, bits)
            }
            64 => {
                let power = b.constant(64, 1 << 63);
                let power = b.uitof(from, power);
                let small = signed(b, x, 64);
                let rest = b.fsub(from, x, power);
                let large = signed(b, rest, 64);
                let shift = b.constant(64, 63);
                let mask = b.ashr(small, shift);
                let large = b.and(large, mask);
                b.or(small, large)
            }
            _ => b.ftoui(from, Rounding::TowardZero, x, bits),
        }
    }
}
