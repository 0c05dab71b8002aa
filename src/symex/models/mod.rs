//! Functions without a body: LLVM's generic intrinsics, the C library, KLEE.
//!
//! Invariant: a name without a model here stops the path that calls it; models
//! are found once per program, not per call.

mod decimal;
mod environment;
mod exception;
mod file;
mod float;
mod guard;
mod integer;
mod jump;
mod klee;
mod library;
mod masked;
mod memory;
mod parse;
mod print;
mod processor;
mod reduce;
mod reported;
mod saturate;
mod scope;
mod variadic;

pub(super) use variadic::Extras;

use term::TermId;

pub(super) use environment::check as check_environment;

use super::end::StopReason;
use super::executor::{Exec, Executor};
use super::value::{Lane, Value};
use crate::program::{Call, FastMath, Function, Program, Scalar, Shape};

/// One call of a modelled function.
pub(super) struct Site<'a> {
    /// The function's full name.
    pub name: &'a str,
    pub call: &'a Call,
    pub args: &'a [Value],
}

impl Site<'_> {
    /// An argument's lane, undefined if there is none.
    pub fn lane(&self, index: usize) -> Lane {
        self.args.get(index)?.lane()
    }
    /// An argument; undefined if there is none.
    pub fn arg(&self, index: usize) -> Value {
        self.args.get(index).cloned().unwrap_or(Value::Scalar(None))
    }
}

/// What a function does; the first three work lane by lane, and get the lane
/// type of the first argument.
#[derive(Clone, Copy)]
pub(super) enum Model {
    One(fn(&mut Executor<'_, '_>, Scalar, TermId) -> Lane),
    Two(fn(&mut Executor<'_, '_>, Scalar, TermId, TermId) -> Lane),
    Three(fn(&mut Executor<'_, '_>, Scalar, [TermId; 3]) -> Lane),
    Any(fn(&mut Executor<'_, '_>, &Site<'_>) -> Exec<Value>),
}

impl Model {
    /// The value of a call.
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

/// A table of models by name; intrinsics without their type suffixes.
type Table = [(&'static str, Model)];

/// The fast-math flags that mean anything to a function: all, but for those that
/// only move, choose or add their operands.
pub(super) fn fast_math_of(name: &str) -> FastMath {
    const VALUES: [&str; 6] = [
        "llvm.fabs.",
        "llvm.copysign.",
        "llvm.minnum.",
        "llvm.maxnum.",
        "llvm.vector.reduce.fmin.",
        "llvm.vector.reduce.fmax.",
    ];
    const SUMS: [&str; 2] = ["llvm.vector.reduce.fadd.", "llvm.vector.reduce.fmul."];
    let is = |names: &[&str]| names.iter().any(|n| name.starts_with(n));
    match () {
        () if is(&VALUES) => FastMath::VALUES,
        () if is(&SUMS) => FastMath::VALUES.union(FastMath::REASSOC),
        () => FastMath::ALL,
    }
}

/// The intrinsic without the promises that `-frounding-math` makes: `llvm.fma.f32`
/// for `llvm.experimental.constrained.fma.f32`.
fn unconstrained(name: &str) -> std::borrow::Cow<'_, str> {
    match name.strip_prefix("llvm.experimental.constrained.") {
        Some(rest) => format!("llvm.{rest}").into(),
        None => name.into(),
    }
}

/// The model of each function that has none of its own code, by position.
pub(super) fn resolve(program: &Program) -> Vec<Option<Model>> {
    let model = |f: &Function| {
        if f.is_defined() {
            None
        } else {
            find(program, f)
        }
    };
    program.functions().iter().map(model).collect()
}

fn find(program: &Program, function: &Function) -> Option<Model> {
    let tables: [&Table; 18] = [
        processor::TABLE,
        environment::TABLE,
        masked::TABLE,
        integer::TABLE,
        saturate::TABLE,
        float::TABLE,
        reduce::TABLE,
        memory::TABLE,
        guard::TABLE,
        scope::TABLE,
        library::TABLE,
        klee::TABLE,
        jump::TABLE,
        variadic::TABLE,
        print::TABLE,
        parse::TABLE,
        exception::TABLE,
        file::TABLE,
    ];
    let plain = unconstrained(&function.name);
    let mut name = &*plain;
    loop {
        let found = tables
            .iter()
            .flat_map(|t| t.iter())
            .find(|(n, _)| *n == name);
        if let Some((_, model)) = found {
            return Some(*model);
        }
        // Type suffixes: `llvm.umin.v4i32` is `llvm.umin`.
        match name.rsplit_once('.') {
            Some((prefix, _)) if is_suffixed(name) && prefix != "llvm" => name = prefix,
            _ => break,
        }
    }
    if let Some(model) = reported::find(&function.name) {
        return Some(model);
    }
    if function.name.starts_with("simdiff.approx.") {
        return Some(Model::Any(float::approximate));
    }
    let lane = match &program.ty(function.result).shape {
        Shape::Scalar(Scalar::Float(format)) => *format,
        Shape::Vector {
            lane: Scalar::Float(format),
            ..
        } => *format,
        _ => return None,
    };
    float::is_library(&function.name, lane, function.params.len())
        .then_some(Model::Any(float::library))
}

/// Whether the types of its arguments are part of a function's name.
fn is_suffixed(name: &str) -> bool {
    name.starts_with("llvm.") || name.starts_with("simdiff.")
}

impl Executor<'_, '_> {
    /// An end because a model does not cover a use.
    pub(super) fn unsupported(&self, site: &Site<'_>, what: &str) -> Box<super::end::End> {
        self.stop(StopReason::UnsupportedUse {
            function: site.name.into(),
            what: what.into(),
        })
    }

    /// A constant result of the call's type.
    pub(super) fn result(&mut self, site: &Site<'_>, value: u128) -> Value {
        match self.program.ty(site.call.result).lanes() {
            Some((lane, 1)) => self.b().constant(lane.bits(), value).into(),
            _ => Value::Scalar(None),
        }
    }
}
