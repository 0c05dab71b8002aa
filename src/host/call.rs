//! A call of a primitive on a path of the host.

use std::rc::Rc;

use super::commands::Commands;
use super::primitive::Primitive;
use crate::symex::{End, Finished, Machine, State, Stop, StopReason, Value};

/// The most bytes of a kernel's source.
pub(super) const MOST: u64 = 1 << 24;

/// A path of the host.
pub(super) struct At {
    pub state: State,
    pub commands: Rc<Commands>,
}

/// The paths that continue and those that have ended; or the end of the path at hand.
pub(super) type Served = Result<(Vec<At>, Vec<Finished>), Box<(State, End)>>;

/// A call of a primitive.
pub(super) struct Call<'a> {
    pub primitive: Primitive,
    pub arguments: &'a [Value],
}

/// The value of an argument, if it is constant.
pub(super) fn known(machine: &Machine<'_>, value: &Value) -> Option<u64> {
    let known = machine.builder.constant_value(value.lane()?)?;
    u64::try_from(known).ok()
}

/// The zero-terminated text at an address, if it is constant.
pub(super) fn text(machine: &mut Machine<'_>, state: &State, address: &Value) -> Option<String> {
    let start = known(machine, address)?;
    let mut bytes = Vec::new();
    for at in 0..MOST {
        match machine.read_constant(state, start + at, 8)? as u8 {
            0 => return Some(String::from_utf8_lossy(&bytes).into_owned()),
            byte => bytes.push(byte),
        }
    }
    None
}

/// The end of a path at something that is not modelled.
pub(super) fn stop(call: &Call<'_>, what: &str) -> Box<End> {
    let function = match call.primitive {
        Primitive::Build => "clBuildProgram",
        Primitive::Launch => "clEnqueueNDRangeKernel",
        _ => "the host library",
    };
    let (function, what) = (function.to_owned(), what.to_owned());
    Box::new(End::Stopped(Stop {
        reason: StopReason::UnsupportedUse { function, what },
        location: None,
    }))
}
