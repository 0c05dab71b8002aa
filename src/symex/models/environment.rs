//! The floating-point environment: functions that read and set MXCSR, and which models
//! honour it.

use term::{Format, Op, Rounding};

use super::model::Model::Any;
use super::model::{Site, Table, unconstrained};
use crate::program::Scalar;
use crate::symex::end::{Access, StopReason};
use crate::symex::environment::Mxcsr;
use crate::symex::executor::{Exec, Executor};
use crate::symex::origin::Cause;
use crate::symex::value::Value;

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("llvm.x86.sse.stmxcsr", Any(store)),
    ("llvm.x86.sse.ldmxcsr", Any(load)),
    ("llvm.get.rounding", Any(get_rounding)),
    ("llvm.set.rounding", Any(set_rounding)),
    ("fegetround", Any(fegetround)),
    ("fesetround", Any(fesetround)),
    ("simdiff.x87.control", Any(x87_control)),
    ("simdiff.x87.round", Any(x87_round)),
];

/// Rounding directions by their numbers in `FLT_ROUNDS`.
const FLT_ROUNDS: [Rounding; 4] = [
    Rounding::TowardZero,
    Rounding::NearestEven,
    Rounding::TowardPositive,
    Rounding::TowardNegative,
];

/// Rounding directions by their numbers in x86's `<fenv.h>`, which start at bit 10.
const FENV: [Rounding; 4] = [
    Rounding::NearestEven,
    Rounding::TowardNegative,
    Rounding::TowardPositive,
    Rounding::TowardZero,
];

/// `_mm_getcsr`; the exception flags are undefined bits.
fn store(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let control = e.state.thread.mxcsr.0 >> Mxcsr::FLAGS;
    let flags = e.undefined(Mxcsr::FLAGS, Cause::ExceptionFlags);
    let b = e.b();
    let control = b.constant(32 - Mxcsr::FLAGS, u128::from(control));
    let value = b.concat(control, flags);
    let place = e.place(site.lane(0), 4, Access::Write, false)?;
    e.write_lane(&place, Scalar::Int(32), Some(value), None);
    Ok(Value::Scalar(None))
}

/// `_mm_setcsr`.
fn load(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let place = e.place(site.lane(0), 4, Access::Read, false)?;
    let value = e.read_lane(&place, Scalar::Int(32), None);
    let control = value.map(|v| e.b().extract(v, Mxcsr::FLAGS, 16 - Mxcsr::FLAGS));
    match e.concrete_lane(control) {
        Some(control) => e.set_mxcsr(Mxcsr((control as u32) << Mxcsr::FLAGS))?,
        None => {
            let what = "MXCSR is set to a value that depends on the inputs";
            return Err(e.stop(StopReason::FloatEnvironment(what.to_owned())));
        }
    }
    Ok(Value::Scalar(None))
}

fn position(directions: [Rounding; 4], rounding: Rounding) -> u128 {
    let at = directions.iter().position(|r| *r == rounding);
    at.unwrap_or_default() as u128
}

fn get_rounding(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let code = position(FLT_ROUNDS, e.rounding());
    Ok(e.result(site, code))
}

fn fegetround(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let code = position(FENV, e.rounding());
    Ok(e.result(site, code << 10))
}

fn set_rounding(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let code = e.concrete_lane(site.lane(0));
    set(e, code.map(|c| FLT_ROUNDS.get(c as usize).copied()))?;
    Ok(Value::Scalar(None))
}

/// `fesetround`: sets the rounding direction, and returns zero if it is valid.
fn fesetround(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let code = e.concrete_lane(site.lane(0));
    let direction = code.map(|c| match c & 0x3ff {
        0 => FENV.get(c as usize >> 10).copied(),
        _ => None,
    });
    let known = set(e, direction)?;
    Ok(e.result(site, u128::from(!known)))
}

/// The x87 control word in which the system starts a program: round to nearest even, in full
/// precision, no traps.
const X87_CONTROL: u128 = 0x37f;

/// Number of exception masks, the lowest bits of the x87 control word.
const X87_MASKS: u8 = 6;

/// `fnstcw`. Of the directions that a program sets it is not known whether they are set in
/// MXCSR alone.
fn x87_control(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    if e.state.thread.mxcsr != Mxcsr::DEFAULT {
        let what = "the control word of the x87 unit is read after MXCSR was set";
        return Err(e.stop(StopReason::FloatEnvironment(what.to_owned())));
    }
    Ok(e.result(site, X87_CONTROL))
}

/// `fldcw new; frndint; fldcw old`, where the latter has to bring back what was there:
/// `round(x, new, old)`.
fn x87_round(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    let words = [1, 2].map(|i| e.concrete_lane(site.lane(i)));
    let masks = (1 << X87_MASKS) - 1;
    let direction = match words {
        [Some(new), Some(X87_CONTROL)] if new & masks == masks => FENV[new as usize >> 10 & 3],
        _ => {
            let what = "the control word of the x87 unit is set for more than one rounding";
            return Err(e.stop(StopReason::FloatEnvironment(what.to_owned())));
        }
    };
    let format = e.program.ty(site.call.result).lanes();
    let format = format.and_then(|(lane, _)| lane.format());
    let rounded = format.zip(site.lane(0));
    let rounded = rounded.map(|(format, x)| e.b().fround(format, direction, x));
    Ok(Value::Scalar(rounded))
}

/// Sets a rounding direction; returns whether the direction is valid (`Some(None)` is not).
fn set(e: &mut Executor<'_, '_>, direction: Option<Option<Rounding>>) -> Exec<bool> {
    match direction {
        Some(Some(rounding)) => {
            let mxcsr = e.state.thread.mxcsr.rounded(rounding);
            e.set_mxcsr(mxcsr)?;
            Ok(true)
        }
        Some(None) => Ok(false),
        None => {
            let what = "the rounding direction depends on the inputs";
            Err(e.stop(StopReason::FloatEnvironment(what.to_owned())))
        }
    }
}

/// Ends the path if a model that takes or returns floats does not honour the current MXCSR.
pub(in crate::symex) fn check(e: &Executor<'_, '_>, site: &Site<'_>) -> Exec<()> {
    if e.state.thread.mxcsr == Mxcsr::DEFAULT {
        return Ok(());
    }
    let types = site.call.types.iter().chain([&site.call.result]);
    let mut formats = types
        .filter_map(|ty| e.program.ty(*ty).lanes())
        .filter_map(|(lane, _)| lane.format());
    let Some(format) = formats.next() else {
        return Ok(());
    };
    match operation(&unconstrained(site.name)) {
        Honours::Always => Ok(()),
        Honours::As(op) => e.check_environment(site.name, op, format),
        // This format and operation are modelled under no other environment than the
        // default.
        Honours::Never => e.check_environment(site.name, Op::FRem, Format::X87),
    }
}

/// The extent to which a model honours MXCSR.
enum Honours {
    /// Fully: it moves bits, or it rounds and flushes as MXCSR states.
    Always,
    /// As far as this operation does.
    As(Op),
    /// Only the default environment.
    Never,
}

fn operation(name: &str) -> Honours {
    if name.starts_with("simdiff.approx.") {
        // Unrounded, and the treatment of subnormals is unknown.
        return Honours::As(Op::FRem);
    }
    let (base, rest) = match name.strip_prefix("llvm.") {
        Some(base) => base.split_once('.').unwrap_or((base, "")),
        None => (name.strip_suffix('f').unwrap_or(name), ""),
    };
    match base {
        "fabs" | "copysign" | "masked" | "expect" | "ssa" | "fptosi" | "fptoui" => Honours::Always,
        "rint" | "nearbyint" | "lrint" | "llrint" => Honours::As(Op::FToSi),
        "sqrt" => Honours::As(Op::FSqrt),
        "fma" => Honours::As(Op::Fma),
        "floor" | "ceil" | "trunc" | "round" | "roundeven" | "lround" | "llround" => {
            Honours::As(Op::FRound)
        }
        "vector" if rest.starts_with("reduce.fadd") => Honours::As(Op::FAdd),
        "vector" if rest.starts_with("reduce.fmul") => Honours::As(Op::FMul),
        "vector" | "minnum" | "maxnum" | "fmin" | "fmax" | "fdim" | "minimum" | "maximum"
        | "fmod" | "is" => Honours::As(Op::FRem),
        _ => Honours::Never,
    }
}
