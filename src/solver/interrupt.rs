//! Solver calls that end at the run's deadline, on interruption by the user, or when they exceed
//! their memory limit.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use crate::budgets::waiting;
use crate::deadline::Deadline;

/// Parameters for every query: a time limit, and Ctrl-C left to the run. By default Z3 catches
/// Ctrl-C while it works, so that the run would not notice it.
pub(super) fn parameters(time: Duration) -> z3::Params {
    let mut params = z3::Params::new();
    let milliseconds = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    params.set_u32("timeout", milliseconds.max(1));
    params.set_bool("ctrl_c", false);
    params
}

/// Bytes of a memory page, the unit of `/proc/self/statm` on x86.
const PAGE: u64 = 4096;

/// Checks the asserted conditions. Gives up soon after the deadline or once the process has
/// grown by `memory` bytes: the solver's own limits do not bound all of its work.
pub(super) fn check(z3: &z3::Solver, deadline: &Deadline, memory: u64) -> z3::SatResult {
    if !deadline.can_expire() && memory == u64::MAX {
        return z3.check();
    }
    let most = resident().saturating_add(memory);
    let handle = z3.get_context().handle();
    let (running, ended) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(waiting::Z3) == Err(RecvTimeoutError::Timeout) {
                if deadline.expired().is_some() || resident() > most {
                    handle.interrupt();
                }
            }
        });
        let answer = z3.check();
        drop(running);
        answer
    })
}

/// Resident memory of the process in bytes; 0 where the system does not tell.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0).saturating_mul(PAGE)
}
