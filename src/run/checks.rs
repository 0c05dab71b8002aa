//! Whether the executed part of a program checks anything.
//!
//! A check is a branch with one side that does nothing but fail: `assert`, and `if (...)
//! abort()`, directly or in a function that always fails. Invariant: a check counts only if
//! the block that ends in its branch was executed or, if passes proved all checks of a
//! function, if that function was.

use std::collections::HashSet;

use crate::program::{
    Callee, Constant, Function, FunctionId, Instruction, Kind, Operand, Program, edges,
};
use crate::symex::{End, Finished, Machine, Reached};

/// Functions that end the program with a failure that simdiff reports.
const FAILS: [&str; 9] = [
    "__assert_fail",
    "__assert",
    "abort",
    "klee_abort",
    "klee_assert_fail",
    "klee_report_error",
    "llvm.trap",
    "_ZSt9terminatev",
    "__cxa_throw",
];

/// A function that checks its arguments.
const CHECKS: &str = "klee_check_memory_access";

/// Functions that end the program with a status.
const EXITS: [&str; 4] = ["exit", "_exit", "_Exit", "quick_exit"];

/// The greatest depth of calls between functions that always fail.
const DEEP: usize = 8;

/// The most blocks between a branch and its failure.
const WIDE: usize = 32;

/// The exit status of a program over all paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Zero on every path.
    Zero,
    /// A path ends with this non-zero status.
    Other(i64),
    /// A status that depends on the inputs.
    Open,
}

/// The exit status over the finished paths.
pub(super) fn status<'f>(
    machine: &Machine<'_>,
    finished: impl Iterator<Item = &'f Finished>,
) -> Status {
    let mut open = false;
    for path in finished {
        match status_of(machine, path) {
            Some(0) => {}
            Some(other) => return Status::Other(other),
            None => open = true,
        }
    }
    if open { Status::Open } else { Status::Zero }
}

/// The exit status of a path; `None` if it depends on the inputs. A path without one counts as
/// one with 0.
pub(super) fn status_of(machine: &Machine<'_>, path: &Finished) -> Option<i64> {
    match &path.end {
        End::Exited(status) => Some(i64::from(*status)),
        End::Returned(Some(value)) => match value.lanes() {
            [Some(lane)] => machine
                .builder
                .constant_value(*lane)
                .map(|v| v as u32 as i32 as i64),
            _ => Some(0),
        },
        _ => Some(0),
    }
}

/// Whether a check was executed. `by_status` says that an exit with a status other than
/// zero is a failure too, one that happens on no path.
pub(super) fn any(program: &Program, reached: &Reached, by_status: bool) -> bool {
    let fails = Failing::of(program, by_status);
    let functions = (0..).map(FunctionId).zip(program.functions());
    functions
        .filter(|(_, function)| function.is_defined())
        .any(|(id, function)| fails.checks(function, |start| reached.is_executed(id, start)))
}

/// Whether a host program enqueued a command: what orders its commands is a check.
pub(super) fn has_commands(program: &Program, reached: &Reached) -> bool {
    let functions = (0..).map(FunctionId).zip(program.functions());
    let mut commands = functions
        .filter(|(_, function)| function.is_defined() && function.name.starts_with("clEnqueue"));
    commands.any(|(id, _)| reached.is_executed(id, 0))
}

/// The functions of a program that always fail.
struct Failing<'p> {
    program: &'p Program,
    functions: HashSet<FunctionId>,
    by_status: bool,
}

impl Failing<'_> {
    fn of(program: &Program, by_status: bool) -> Failing<'_> {
        let named = |function: &Function| FAILS.contains(&&*function.name);
        let all = (0..).map(FunctionId).zip(program.functions());
        let mut failing = Failing {
            program,
            functions: all
                .clone()
                .filter_map(|(id, f)| named(f).then_some(id))
                .collect(),
            by_status,
        };
        for _ in 0..DEEP {
            let more = all.clone().filter(|(id, function)| {
                function.is_defined()
                    && !failing.functions.contains(id)
                    && &*function.name != "main"
                    && failing.is_failure(function, 0)
            });
            let more: Vec<FunctionId> = more.map(|(id, _)| id).collect();
            if more.is_empty() {
                break;
            }
            failing.functions.extend(more);
        }
        failing
    }

    /// Whether a function has an executed branch with a side that fails, or always fails
    /// itself.
    fn checks(&self, function: &Function, executed: impl Fn(u32) -> bool) -> bool {
        if function.checks && executed(0) && !self.calls_failure(function) {
            return true;
        }
        let mut blocks = (0..function.blocks.len() as u32).zip(function.blocks.iter());
        blocks.any(|(block, &start)| {
            let code = function.block(block);
            let is_check = || {
                let last = code.last();
                let out = last.map(edges).unwrap_or_default();
                let mut sides = out.iter();
                self.is_failure(function, block)
                    || out.len() > 1 && sides.any(|edge| self.is_failure(function, edge.target))
                    || code.iter().any(|i| match &i.kind {
                        Kind::Call(call) => self.name(&call.callee) == Some(CHECKS),
                        // A status of `main` that is not constant is a check.
                        Kind::Return(Some(Operand::Register(_))) => {
                            self.by_status && &*function.name == "main"
                        }
                        _ => false,
                    })
            };
            executed(start) && is_check()
        })
    }

    /// Whether a function still has a call that fails.
    fn calls_failure(&self, function: &Function) -> bool {
        let mut code = function.code.iter();
        code.any(|i| self.failure(i) == Some(true))
    }

    /// Whether an instruction ends the program with a failure; `None` if it does not end
    /// it.
    fn failure(&self, instruction: &Instruction) -> Option<bool> {
        let Kind::Call(call) = &instruction.kind else {
            return None;
        };
        if let Callee::Function(id) = call.callee
            && self.functions.contains(&id)
        {
            return Some(true);
        }
        let exits = self.by_status && self.name(&call.callee).is_some_and(|n| EXITS.contains(&n));
        let status = call.arguments.first().filter(|_| exits);
        status.map(|status| !self.is_zero(*status))
    }

    /// Whether every path from a block leads to a failure, whatever it prints on the way.
    fn is_failure(&self, function: &Function, block: u32) -> bool {
        let (mut open, mut seen, mut fails) = (vec![block], HashSet::new(), false);
        while let Some(block) = open.pop() {
            if !seen.insert(block) {
                continue;
            }
            let code = function.block(block);
            match code.iter().find_map(|i| self.failure(i)) {
                Some(true) => fails = true,
                Some(false) => return false,
                None => {
                    let out = code.last().map(edges).unwrap_or_default();
                    if out.is_empty() || seen.len() > WIDE {
                        return false;
                    }
                    open.extend(out.iter().map(|edge| edge.target));
                }
            }
        }
        fails
    }

    fn name(&self, callee: &Callee) -> Option<&str> {
        match callee {
            Callee::Function(id) => Some(&self.program.function(*id).name),
            Callee::Pointer(_) => None,
        }
    }

    fn is_zero(&self, status: Operand) -> bool {
        match status {
            Operand::Constant(at) => matches!(
                self.program.constants().get(at as usize),
                Some(Constant::Scalar { value: Some(0), .. })
            ),
            Operand::Register(_) => false,
        }
    }
}
