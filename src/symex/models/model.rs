//! Models of functions without a body, and calls of them.

use term::TermId;

use crate::program::{Call, Scalar};
use crate::symex::end::{End, StopReason};
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::{Lane, Value};

/// One call of a modelled function.
pub(in crate::symex) struct Site<'a> {
    /// The function's full name, with type suffixes.
    pub name: &'a str,
    pub call: &'a Call,
    pub args: &'a [Value],
}

impl Site<'_> {
    /// Returns the lane of an argument; undefined if there is none.
    pub fn lane(&self, index: usize) -> Lane {
        self.args.get(index)?.lane()
    }
    /// Returns an argument; undefined if there is none.
    pub fn arg(&self, index: usize) -> Value {
        self.args.get(index).cloned().unwrap_or(Value::Scalar(None))
    }
}

/// The semantics of a function. The first three are applied lane by lane, with the lane
/// type of the first argument.
#[derive(Clone, Copy)]
pub(in crate::symex) enum Model {
    One(fn(&mut Executor<'_, '_>, Scalar, TermId) -> Lane),
    Two(fn(&mut Executor<'_, '_>, Scalar, TermId, TermId) -> Lane),
    Three(fn(&mut Executor<'_, '_>, Scalar, [TermId; 3]) -> Lane),
    Any(fn(&mut Executor<'_, '_>, &Site<'_>) -> Exec<Value>),
}

impl Model {
    /// Returns the result of a call.
    pub fn apply(self, executor: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
        let args = site.args;
        let lane = site
            .call
            .types
            .first()
            .and_then(|ty| executor.program.ty(*ty).lanes());
        let lane = lane.map_or(Scalar::Int(1), |(lane, _)| lane);
        Ok(match (self, args) {
            (Model::One(f), [x, ..]) => executor.map([x], |e, [x]| f(e, lane, x)),
            (Model::Two(f), [x, y, ..]) => executor.map([x, y], |e, [x, y]| f(e, lane, x, y)),
            (Model::Three(f), [x, y, z, ..]) => executor.map([x, y, z], |e, a| f(e, lane, a)),
            (Model::Any(f), _) => f(executor, site)?,
            _ => return Err(executor.unsupported(site, "too few arguments")),
        })
    }
}

/// Models by name, without the type suffixes of intrinsics.
pub(super) type Table = [(&'static str, Model)];

impl Executor<'_, '_> {
    /// Returns the end of a path that uses a function in a way that its model does not
    /// cover.
    pub(in crate::symex) fn unsupported(&self, site: &Site<'_>, what: &str) -> Box<End> {
        self.stop(StopReason::UnsupportedUse {
            function: site.name.into(),
            what: what.into(),
        })
    }

    /// Returns a constant of the call's result type.
    pub(super) fn result(&mut self, site: &Site<'_>, value: u128) -> Value {
        match self.program.ty(site.call.result).lanes() {
            Some((lane, 1)) => self.b().constant(lane.bits(), value).into(),
            _ => Value::Scalar(None),
        }
    }
}

/// Returns the name of a constrained intrinsic (of `-frounding-math`) without the
/// constraint: `llvm.fma.f32` for `llvm.experimental.constrained.fma.f32`.
pub(super) fn unconstrained(name: &str) -> std::borrow::Cow<'_, str> {
    match name.strip_prefix("llvm.experimental.constrained.") {
        Some(rest) => format!("llvm.{rest}").into(),
        None => name.into(),
    }
}
