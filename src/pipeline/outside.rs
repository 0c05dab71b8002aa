//! What a program asks of the world outside: the clock and the environment, which have one
//! answer here.

use super::tally::Tally;
use crate::program::{Callee, Function, FunctionId, Kind, Program};
use crate::symex::{Reached, may_set_errno};

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
    let called = called(program, reached);
    let mut names = called.iter().map(|id| &*program.function(*id).name);
    if let Some(name) = names.find(|name| ENVIRONMENT.contains(name)) {
        tally.lean_on(&format!(
            "the environment has no variables ({name}): no other was tried"
        ));
    }
}

/// Records that no caller reads the `errno` that mathematical functions set, of what was reached
/// in a program's function.
pub fn note_errno(program: &Program, reached: &Reached, tally: &mut Tally) {
    let mut setters = called(program, reached);
    setters.retain(|id| may_set_errno(program, *id));
    setters.sort_unstable_by_key(|id| id.0);
    setters.dedup();
    for id in setters {
        let name = &program.function(id).name;
        tally.lean_on(&format!("no caller reads the errno that {name} may set"));
    }
}

/// The functions that the executed blocks of a program call by name.
fn called(program: &Program, reached: &Reached) -> Vec<FunctionId> {
    let functions = (0..).map(FunctionId).zip(program.functions());
    functions
        .flat_map(|(id, function)| called_by(id, function, reached))
        .collect()
}

fn called_by(id: FunctionId, function: &Function, reached: &Reached) -> Vec<FunctionId> {
    let ends = function.blocks.iter().skip(1).copied();
    let ends = ends.chain([function.code.len() as u32]);
    let blocks = function.blocks.iter().copied().zip(ends);
    let executed = blocks.filter(|(start, _)| reached.is_executed(id, *start));
    let code = executed.flat_map(|(start, end)| &function.code[start as usize..end as usize]);
    let callees = code.filter_map(|instruction| match &instruction.kind {
        Kind::Call(call) => match call.callee {
            Callee::Function(id) => Some(id),
            _ => None,
        },
        _ => None,
    });
    callees.collect()
}
