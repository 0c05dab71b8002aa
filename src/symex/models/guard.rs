//! Guards: the operations of the source at their positions, even if the compiler has moved
//! or removed them.
//!
//! `simdiff.guard.KIND(condition, …)` is checked where its condition holds; see
//! `docs/decisions/0051`. `simdiff.undefined` is the value of a local variable before the
//! first store to it.

use super::memory::size;
use super::model::Model::Any;
use super::model::{Site, Table};
use crate::program::{FastMath, Scalar};
use crate::symex::end::{Access, StopReason};
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::Value;
use term::Op;

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("simdiff.guard.read", Any(|e, s| access(e, s, Access::Read))),
    (
        "simdiff.guard.write",
        Any(|e, s| access(e, s, Access::Write)),
    ),
    ("simdiff.guard.sdiv", Any(|e, s| division(e, s, Op::SDiv))),
    ("simdiff.guard.udiv", Any(|e, s| division(e, s, Op::UDiv))),
    ("simdiff.guard.srem", Any(|e, s| division(e, s, Op::SRem))),
    ("simdiff.guard.urem", Any(|e, s| division(e, s, Op::URem))),
    ("simdiff.guard.folded", Any(folded)),
    ("simdiff.guard.keep", Any(|_, _| Ok(Value::Scalar(None)))),
    (
        "simdiff.undefined",
        Any(|e, s| Ok(e.undefined_value(s.call.result))),
    ),
];

fn access(e: &mut Executor<'_, '_>, site: &Site<'_>, access: Access) -> Exec<Value> {
    let size = size(e, site.lane(2), "the size of an access")?;
    if size > 0 {
        // See `guard::MEMBER`.
        let align = e.concrete_lane(site.lane(3)).unwrap_or(1);
        let (member, align) = (align >> 32 != 0, align as u32);
        e.guard_alignment(site.lane(0), site.lane(1), (align, member), access)?;
        e.guard(site.lane(0), site.lane(1), size, access)?;
    }
    Ok(Value::Scalar(None))
}

fn division(e: &mut Executor<'_, '_>, site: &Site<'_>, op: Op) -> Exec<Value> {
    let lane = site
        .call
        .types
        .get(1)
        .and_then(|ty| e.program.ty(*ty).lanes());
    let bits = lane.map_or(Scalar::Int(1), |(lane, _)| lane).bits();
    e.guard_division(site.lane(0), op, bits, &site.arg(1), &site.arg(2))?;
    Ok(Value::Scalar(None))
}

/// Ends the path where an operation was folded because of flags that nothing permits. An
/// assumption about floats permits a test of floats that are inputs, but not of computed ones:
/// these may decide an integer (`docs/assumptions.md`).
fn folded(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    if e.concrete_lane(site.lane(0)) == Some(0) {
        return Ok(Value::Scalar(None));
    }
    let flags = e.concrete_lane(site.lane(1)).unwrap_or_default();
    let flags = FastMath(flags as u8);
    e.check_fast_math(flags, FastMath::ALL)?;
    let is_test = site
        .call
        .types
        .get(2)
        .and_then(|ty| e.program.ty(*ty).lanes());
    let is_test = is_test.is_some_and(|(lane, _)| lane.bits() == 1);
    let operands = [3, 4].map(|at| site.arg(at));
    let terms: Vec<_> = operands
        .iter()
        .flat_map(Value::lanes)
        .flatten()
        .copied()
        .collect();
    let arena = e.b().arena();
    let computed = terms
        .iter()
        .any(|term| arena.node(*term).op().yields_float());
    match is_test && computed && !e.machine.limits.as_written {
        true => Err(e.stop(StopReason::FastMath(flags))),
        false => Ok(Value::Scalar(None)),
    }
}
