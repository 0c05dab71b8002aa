//! Solver calls that end with the run, or when the user interrupts it.

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

/// Checks what is asserted, and gives up soon after the deadline: the solver's
/// own time limit does not bound everything that it does.
pub(super) fn check(z3: &z3::Solver, deadline: &Deadline) -> z3::SatResult {
    if !deadline.can_expire() {
        return z3.check();
    }
    let handle = z3.get_context().handle();
    let (running, ended) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                if deadline.expired().is_some() {
                    handle.interrupt();
                }
            }
        });
        let answer = z3.check();
        drop(running);
        answer
    })
}
