//! Float arithmetic, comparisons and conversions.
//!
//! Traps: narrow float-to-integer conversions go through 32 or 64 bits, as x86-64 code
//! does, which matters for values out of range. Negation, absolute value and copysign only
//! change the sign bit, of NaNs too.

use term::{Format, Op, Outcomes, Rounding, Spec, TermId};

use super::executor::{Exec, Executor};
use super::value::Value;
use crate::program::{Cast, FastMath, Operand, Scalar};

impl Executor<'_, '_> {
    /// Executes the float operation `op` in `format`.
    pub fn float(
        &mut self,
        op: Op,
        format: Format,
        fast: FastMath,
        args: &[Operand; 2],
    ) -> Exec<Value> {
        let relevant = match op {
            Op::FDiv | Op::FRem => FastMath::ALL.beyond(FastMath::CONTRACT),
            _ => FastMath::ALL.beyond(FastMath::RECIPROCAL),
        };
        self.check_fast_math(fast, relevant.beyond(FastMath::APPROXIMATE))?;
        self.check_x87(format)?;
        self.check_environment(op.name(), op, format)?;
        let (x, y) = (self.operand(args[0]), self.operand(args[1]));
        let spec = Spec::float(op, format, Rounding::NearestEven);
        Ok(self.map([&x, &y], |this, args| Some(this.arithmetic(spec, &args))))
    }

    /// Executes a negation.
    pub fn negate(&mut self, format: Format, fast: FastMath, arg: Operand) -> Exec<Value> {
        self.check_fast_math(fast, FastMath::VALUES)?;
        self.check_x87(format)?;
        let x = self.operand(arg);
        Ok(self.map([&x], |this, [x]| Some(this.b().fneg(format, x))))
    }

    /// Executes a comparison, given as the set of outcomes for which it is true.
    pub fn float_compare(
        &mut self,
        format: Format,
        outcomes: Outcomes,
        fast: FastMath,
        args: &[Operand; 2],
    ) -> Exec<Value> {
        self.check_fast_math(fast, FastMath::VALUES)?;
        self.check_x87(format)?;
        self.check_environment("a comparison", Op::FCmp, format)?;
        let (x, y) = (self.operand(args[0]), self.operand(args[1]));
        let result = self.map([&x, &y], |this, args| {
            let [x, y] = args.map(|x| this.float_operand(format, x));
            Some(this.b().fcmp(format, outcomes, x, y))
        });
        self.choose_by(&result);
        Ok(result)
    }

    /// Ends the path if a conversion is not modelled under the current MXCSR.
    pub fn check_cast(&self, cast: Cast, from: Scalar, to: Scalar) -> Exec<()> {
        for format in [from, to].into_iter().filter_map(Scalar::format) {
            self.check_x87(format)?;
        }
        let op = match cast {
            Cast::Float => Op::FConvert,
            Cast::SignedToFloat | Cast::UnsignedToFloat => Op::SiToF,
            // These round toward zero whatever MXCSR says, and then a subnormal gives zero
            // anyway.
            _ => return Ok(()),
        };
        for format in [from, to].into_iter().filter_map(Scalar::format) {
            self.check_environment("a conversion", op, format)?;
        }
        Ok(())
    }

    /// Returns the result of a conversion from or to a float.
    pub fn float_cast(&mut self, cast: Cast, from: Scalar, to: Scalar, x: TermId) -> TermId {
        let nearest = Rounding::NearestEven;
        match (cast, from, to) {
            (Cast::Float, Scalar::Float(from), Scalar::Float(to)) if from == to => x,
            (Cast::Float, Scalar::Float(from), Scalar::Float(to)) => {
                self.arithmetic(Spec::fconvert(from, to, nearest), &[x])
            }
            (Cast::SignedToFloat, _, Scalar::Float(to)) => {
                self.arithmetic(Spec::from_int(Op::SiToF, to, nearest), &[x])
            }
            (Cast::UnsignedToFloat, _, Scalar::Float(to)) => {
                self.arithmetic(Spec::from_int(Op::UiToF, to, nearest), &[x])
            }
            (Cast::FloatToSigned, Scalar::Float(from), to) => {
                let bits = to.bits();
                let wide = match bits {
                    ..=32 => 32,
                    33..=64 => 64,
                    _ => 128,
                };
                let b = self.b();
                let wide = b.ftosi(from, Rounding::TowardZero, x, wide);
                b.trunc(wide, bits)
            }
            (Cast::FloatToUnsigned, Scalar::Float(from), to) => {
                self.float_to_unsigned(from, x, to.bits())
            }
            // Decoding allows casts only between the types they are defined on.
            _ => x,
        }
    }

    /// Converts to an unsigned integer as x86-64 code without AVX-512 does: through a wider
    /// signed integer, and for 64 bits with two conversions.
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
