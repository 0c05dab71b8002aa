//! Solver calls that end with the run, when the user interrupts it, or when they take
//! more memory than they may.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use crate::deadline::Deadline;

/// Time between two looks at the deadline.
const PERIOD: Duration = Duration::from_millis(50);

/// Parameters for every query: a time limit, and Ctrl-C left to the run. Z3 would catch
/// it while it works, so that the run did not hear of it.
pub(super) fn parameters(time: Duration) -> z3::Params {
    let mut params = z3::Params::new();
    let milliseconds = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    params.set_u32("timeout", milliseconds.max(1));
    params.set_bool("ctrl_c", false);
    params
}

/// Bytes of a page of memory, as the kernel counts them on x86.
const PAGE: u64 = 4096;

/// Checks what is asserted, and gives up soon after the deadline, or when the process
/// has grown by `memory` bytes: the solver's own limits do not bound everything that
/// it does.
pub(super) fn check(z3: &z3::Solver, deadline: &Deadline, memory: u64) -> z3::SatResult {
    if !deadline.can_expire() && memory == u64::MAX {
        return z3.check();
    }
    let most = resident().saturating_add(memory);
    let handle = z3.get_context().handle();
    let (running, ended) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
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

/// Bytes of memory that the process has; 0 where the system does not say.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0).saturating_mul(PAGE)
}
