//! Solver calls that end with the run, or when the user interrupts it.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use crate::deadline::Deadline;

/// Time between two looks at the deadline.
const PERIOD: Duration = Duration::from_millis(50);

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
