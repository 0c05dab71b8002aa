//! What a program asks of the world outside: the clock and the environment, which have one
//! answer here.

use super::tally::Tally;
use crate::program::{Callee, Function, FunctionId, Kind, Program};
use crate::symex::Reached;

/// The functions that read the clock (`runtime/libc/time.c`).
const CLOCKS: [&str; 4] = ["time", "clock", "clock_gettime", "gettimeofday"];

/// The functions that read the environment, which is empty.
const ENVIRONMENT: [&str; 2] = ["getenv", "secure_getenv"];

/// Records the answers that a verdict leans on, of what was reached in a program.
pub fn note(program: &Program, reached: &Reached, tally: &mut Tally) {
    let functions = (0..).map(FunctionId).zip(program.functions());
    let clocks = functions.clone().filter(|(id, function)| {
        CLOCKS.contains(&&*function.name) && function.is_defined() && reached.is_executed(*id, 0)
    });
    let clocks: Vec<&str> = clocks.map(|(_, function)| &*function.name).collect();
    if !clocks.is_empty() {
        let clocks = clocks.join(" and ");
        tally.lean_on(&format!(
            "the clock stands still at the start of 2000 ({clocks}): no other time was tried"
        ));
    }
    let mut called = functions.flat_map(|(id, function)| called(program, (id, function), reached));
    if let Some(name) = called.find(|name| ENVIRONMENT.contains(name)) {
        tally.lean_on(&format!(
            "the environment has no variables ({name}): no other was tried"
        ));
    }
}

/// The functions that the executed blocks of a function call.
fn called<'p>(
    program: &'p Program,
    (id, function): (FunctionId, &'p Function),
    reached: &Reached,
) -> Vec<&'p str> {
    let ends = function.blocks.iter().skip(1).copied();
    let ends = ends.chain([function.code.len() as u32]);
    let blocks = function.blocks.iter().copied().zip(ends);
    let executed = blocks.filter(|(start, _)| reached.is_executed(id, *start));
    let code = executed.flat_map(|(start, end)| &function.code[start as usize..end as usize]);
    let callees = code.filter_map(|instruction| match &instruction.kind {
        Kind::Call(call) => match call.callee {
            Callee::Function(id) => Some(&*program.function(id).name),
            _ => None,
        },
        _ => None,
    });
    callees.collect()
}
