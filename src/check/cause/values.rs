//! The values of a trace's steps: those that are only read from memory, and the formats of
//! floats.

use term::Format;

use super::intrinsic;
use crate::program::{Callee, Kind, Program};
use crate::symex::{Step, Trace};

/// For each step, whether its value is bytes of an input or of a constant, read or reinterpreted
/// but not computed.
pub(super) fn read(program: &Program, trace: &Trace) -> Vec<bool> {
    let mut read: Vec<bool> = Vec::with_capacity(trace.steps.len());
    for step in &trace.steps {
        let passes = match kind(program, step) {
            Kind::Load { .. } | Kind::Store { .. } | Kind::Bitcast { .. } | Kind::Freeze { .. } => {
                true
            }
            _ => called(program, step).is_some_and(intrinsic::reads),
        };
        let mut from = step.from.iter();
        read.push(passes && from.all(|from| read.get(*from) == Some(&true)));
    }
    read
}

/// The format of the numbers that a step computes; `None` for integers, and for lanes that are
/// only moved.
pub(super) fn format(program: &Program, step: &Step) -> Option<Format> {
    match kind(program, step) {
        Kind::Float { format, .. } | Kind::Negate { format, .. } => Some(*format),
        Kind::Cast { to, .. } => to.format(),
        Kind::Call(call) => {
            let name = called(program, step)?;
            match intrinsic::moves(name) {
                true => None,
                false => {
                    intrinsic::format(name).or_else(|| program.ty(call.result).lanes()?.0.format())
                }
            }
        }
        _ => None,
    }
}

/// The name of the function that a step calls, as its source has it.
pub(super) fn called<'a>(program: &'a Program, step: &Step) -> Option<&'a str> {
    match kind(program, step) {
        Kind::Call(call) => match call.callee {
            Callee::Function(callee) => Some(intrinsic::name(&program.function(callee).name)),
            Callee::Pointer(_) => None,
        },
        _ => None,
    }
}

/// The instruction of a step.
pub(super) fn kind<'a>(program: &'a Program, step: &Step) -> &'a Kind {
    &program.function(step.at.0).code[step.at.1 as usize].kind
}
