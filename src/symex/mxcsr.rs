//! MXCSR: the rounding direction and the treatment of subnormal numbers.
//!
//! Invariant: float arithmetic follows the register, or the path stops with a reason; it is
//! never computed under the default instead. The register's control bits are concrete; its
//! sticky exception flags are not tracked, so a program that reads them gets undefined
//! bits.
//!
//! Source: Intel SDM vol. 1, 10.2.3 and 11.5.2. Traps: a result is flushed if, *rounded*
//! with an unbounded exponent, it would be subnormal; so not if rounding at full precision
//! reaches the smallest normal number. Both flushes keep the sign.

use term::{Format, Op, Outcomes, Rounding, Spec, TermId};

use super::end::StopReason;
use super::environment::Mxcsr;
use super::executor::{Exec, Executor};
use super::value::Lane;
use crate::program::Scalar;

/// Lowered instructions whose IR treats subnormals as they do, by a prefix of some part of
/// their names.
const PLAIN: &[&str] = &[
    "cmp",
    "comi",
    "ucomi",
    "hadd",
    "hsub",
    "addsub",
    "cvt",
    "sqrt",
    "movmsk",
    "blendv",
    "vpermil",
    "maskload",
    "maskstore",
    "vtest",
    "vperm2f128",
    "gather",
    "ptest",
];

impl Executor<'_, '_> {
    /// Sets the register's control bits; stops the path if they are not modelled.
    pub fn set_mxcsr(&mut self, new: Mxcsr) -> Exec<()> {
        let refuse = |this: &Self, what: String| Err(this.stop(StopReason::FloatEnvironment(what)));
        if new.traps() {
            return refuse(self, "it unmasks floating-point exceptions".to_owned());
        }
        if !new.keeps_denormals() {
            let opaque = self.program.lowered().iter().find(|name| !is_plain(name));
            if let Some(name) = opaque {
                return refuse(
                    self,
                    format!("it flushes subnormals, and the program uses {name}"),
                );
            }
        }
        if new != Mxcsr::DEFAULT {
            self.machine.statistics.environment_changes += 1;
        }
        self.state.thread.mxcsr = new;
        Ok(())
    }

    /// Returns the current rounding direction.
    pub fn rounding(&self) -> Rounding {
        self.state.thread.mxcsr.rounding()
    }

    /// Ends the path if `what`, an operation in `format`, is not modelled under the current
    /// register.
    pub fn check_environment(&self, what: &str, op: Op, format: Format) -> Exec<()> {
        let mxcsr = self.state.thread.mxcsr;
        // The x87 unit compares exactly, and does not ask MXCSR.
        if mxcsr == Mxcsr::DEFAULT || (op, format) == (Op::FCmp, Format::X87) {
            return Ok(());
        }
        let simple = matches!(format, Format::Single | Format::Double);
        let flush_modelled = match op {
            Op::FAdd | Op::FSub | Op::FSqrt | Op::FCmp | Op::SiToF | Op::UiToF | Op::FToSi => true,
            Op::FMul | Op::FDiv | Op::FConvert => {
                !mxcsr.flush_to_zero() || mxcsr.rounding() == Rounding::NearestEven
            }
            // A rounding to integral is either an instruction or library code.
            Op::FRound => !mxcsr.denormals_are_zero(),
            _ => false,
        };
        match simple && (flush_modelled || mxcsr.keeps_denormals()) {
            true => Ok(()),
            false => Err(self.stop(StopReason::FloatEnvironment(format!(
                "{what} is not modelled under MXCSR {:#x}",
                mxcsr.0
            )))),
        }
    }

    /// Ends the path if the format is the x87 unit's and the program works on MMX registers,
    /// which are those of the unit: which of them are in use is not tracked.
    pub fn check_x87(&self, format: Format) -> Exec<()> {
        if format != Format::X87 || !self.program.has_mmx() {
            return Ok(());
        }
        let what = "the program works on MMX registers, which are those of the x87 unit, and \
                    computes in its format";
        Err(self.stop(StopReason::FloatEnvironment(what.to_owned())))
    }

    /// Whether subnormal operands are taken as zeros.
    pub fn takes_subnormals_as_zeros(&self) -> bool {
        self.state.thread.mxcsr.denormals_are_zero()
    }

    /// Ends the path if subnormals are taken as zeros and `condition ? x : y` may have been
    /// compiled to `minss` or a similar instruction, which gives zero for a chosen
    /// subnormal.
    pub fn check_choice(&mut self, scalar: Scalar, choice: [Lane; 3]) -> Exec<()> {
        let Some(format) = scalar.format() else {
            return Ok(());
        };
        if !self.program.has_plain_comparisons() {
            return Ok(());
        }
        let [Some(condition), Some(x), Some(y)] = choice else {
            return Ok(());
        };
        let compared = *self.b().arena().node(condition);
        if compared.op() != Op::FCmp {
            return Ok(());
        }
        let chosen = [x, y].map(|x| self.float_operand(format, x));
        let operands = [compared.child(0), compared.child(1)];
        if chosen == operands || chosen == [operands[1], operands[0]] {
            let what = "subnormals count as zeros, and the program chooses between floats by \
                        comparing them: as minss or maxss, that gives zero for a subnormal";
            return Err(self.stop(StopReason::FloatEnvironment(what.to_owned())));
        }
        Ok(())
    }

    /// Returns an operand with a subnormal value flushed, if instructions take it as zero.
    pub fn float_operand(&mut self, format: Format, x: TermId) -> TermId {
        match self.state.thread.mxcsr.denormals_are_zero() {
            true => self.flushed_below(format, x, smallest_normal(format)),
            false => x,
        }
    }

    /// Executes a float operation under the current register; requires an earlier
    /// [`Executor::check_environment`]. `spec` has the default rounding.
    pub fn arithmetic(&mut self, spec: Spec, args: &[TermId]) -> TermId {
        let mxcsr = self.state.thread.mxcsr;
        if mxcsr == Mxcsr::DEFAULT {
            return self.b().build(spec, args);
        }
        let (to, rounding) = (spec.format(), mxcsr.rounding());
        let from = match spec.op {
            Op::FConvert => spec.source_format(),
            _ => to,
        };
        let of_integer = matches!(spec.op, Op::SiToF | Op::UiToF);
        let args: Vec<TermId> = args
            .iter()
            .map(|x| match of_integer {
                true => *x,
                false => self.float_operand(from, *x),
            })
            .collect();
        let spec = match spec.op {
            Op::FConvert => Spec::fconvert(from, to, rounding),
            Op::SiToF | Op::UiToF => Spec::from_int(spec.op, to, rounding),
            op => Spec::float(op, to, rounding),
        };
        let result = self.b().build(spec, &args);
        if !mxcsr.flush_to_zero() {
            return result;
        }
        let below = self.flushed_below(to, result, smallest_normal(to));
        match spec.op {
            Op::FMul | Op::FDiv => self.flush_rounded_up(spec.op, to, [args[0], args[1]], below),
            Op::FConvert if from == Format::Double && to == Format::Single => {
                let limit = underflow_limit(Format::Single);
                let tiny = self.magnitude_below(from, args[0], limit);
                self.zero_where(to, tiny, below)
            }
            // Subnormal sums are exact; a square root is never subnormal.
            _ => below,
        }
    }

    /// Returns `x`, or a zero of its sign if the bits of its magnitude are below a limit.
    fn flushed_below(&mut self, format: Format, x: TermId, limit: u128) -> TermId {
        let width = format.width();
        let magnitude = self.b().fabs(format, x);
        let limit = self.b().constant(width, limit);
        let small = self.b().ult(magnitude, limit);
        self.zero_where(format, small, x)
    }

    /// Returns a zero with the sign of `x` where the condition holds, else `x`.
    fn zero_where(&mut self, format: Format, condition: TermId, x: TermId) -> TermId {
        let sign = self.b().constant(format.width(), format.sign_mask());
        let zero = self.b().and(x, sign);
        self.b().select(condition, zero, x)
    }

    /// Whether |x| is below the float with these bits.
    fn magnitude_below(&mut self, format: Format, x: TermId, limit: u128) -> TermId {
        let magnitude = self.b().fabs(format, x);
        let limit = self.b().constant(format.width(), limit);
        self.b().fcmp(format, Outcomes::LT, magnitude, limit)
    }

    /// Flushes a product or quotient that reaches the smallest normal number only by
    /// rounding at the lower precision of subnormals. This is decided in the next wider
    /// format, which holds products of two operands exactly.
    fn flush_rounded_up(
        &mut self,
        op: Op,
        format: Format,
        args: [TermId; 2],
        result: TermId,
    ) -> TermId {
        let wider = match format {
            Format::Single => Format::Double,
            _ => Format::Quad,
        };
        let [x, y] = args.map(|x| self.b().fconvert(format, wider, x));
        let (x, y) = (self.b().fabs(wider, x), self.b().fabs(wider, y));
        let limit = self.b().constant(wider.width(), underflow_limit(format));
        let (exact, limit) = match op {
            Op::FMul => (self.b().fmul(wider, x, y), limit),
            _ => (x, self.b().fmul(wider, limit, y)),
        };
        let tiny = self.b().fcmp(wider, Outcomes::LT, exact, limit);
        self.zero_where(format, tiny, result)
    }
}

fn is_plain(intrinsic: &str) -> bool {
    let mut parts: Vec<&str> = intrinsic.split('.').collect();
    while parts.last().is_some_and(|p| p.parse::<u32>().is_ok()) {
        parts.pop();
    }
    let float = parts
        .iter()
        .any(|p| ["ps", "pd", "ss", "sd", "ph", "sh"].contains(p) || p.starts_with("cvt"));
    let plain = |p: &&str| PLAIN.iter().any(|name| p.starts_with(name));
    !float || parts.iter().any(plain)
}

/// Returns the bits of the smallest normal number.
fn smallest_normal(format: Format) -> u128 {
    format.infinity() & !(format.infinity() << 1)
}

/// Returns the least magnitude that rounds to a normal number, to nearest even with an
/// unbounded exponent: half a unit of the precision below the smallest normal number. In
/// bits of the next wider format.
fn underflow_limit(format: Format) -> u128 {
    match format {
        // 2^-126 (1 - 2^-25)
        Format::Single => {
            u128::from((f64::from_bits(0x3810_0000_0000_0000) * (1.0 - 2f64.powi(-25))).to_bits())
        }
        // 2^-1022 (1 - 2^-54): the binade below, all 54 leading bits of 112 set.
        _ => (16383 - 1023) << 112 | ((1u128 << 53) - 1) << (112 - 53),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_half_a_unit_below_the_smallest_normal_number() {
        let single = f64::from_bits(underflow_limit(Format::Single) as u64);
        let normal = f64::from(f32::MIN_POSITIVE);
        assert!(single < normal && normal - single == normal * 2f64.powi(-25));
    }

    #[test]
    fn instructions_that_select_an_operand_are_not_plain() {
        assert!(is_plain("llvm.x86.sse2.cmp.pd") && is_plain("llvm.x86.sse2.pmadd.wd"));
        assert!(!is_plain("llvm.x86.sse.min.ps") && !is_plain("llvm.x86.avx.rcp.ps.256"));
        assert!(!is_plain("llvm.x86.avx512.max.ps.512"));
    }

    #[test]
    fn a_direction_set_is_the_one_read() {
        for rounding in [
            Rounding::NearestEven,
            Rounding::TowardZero,
            Rounding::TowardPositive,
            Rounding::TowardNegative,
        ] {
            assert_eq!(Mxcsr::DEFAULT.rounded(rounding).rounding(), rounding);
        }
        assert_eq!(Mxcsr::DEFAULT.rounding(), Rounding::NearestEven);
    }
}
