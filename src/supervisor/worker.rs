//! The worker: what holds for it and for all that it starts, and its ears.

use std::cell::RefCell;
use std::io::{PipeReader, PipeWriter, Read, stderr};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::sync::Arc;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit};
use nix::sys::signal::{SigSet, Signal, raise};
use nix::unistd::{Pid, dup2_stderr, dup2_stdout};

use super::link::Link;
use super::message::Message;
use super::{Bounds, Printout};
use crate::budgets::run::{OWN_MEMORY, RESERVED_MEMORY, STACK};
use crate::budgets::waiting;
use crate::deadline::{Alarm, Expired};
use crate::os;

/// Sets this process up, works, and says what it comes to.
pub(super) fn work(
    supervisor: Pid,
    bounds: Bounds,
    (say, hear, noise): (PipeWriter, PipeReader, PipeWriter),
    scratch: Option<PathBuf>,
    work: impl FnOnce(&Link) -> Printout + Send,
) -> std::io::Result<()> {
    end_with(supervisor)?;
    // The supervisor hears these and tells by the line. They stay blocked, not ignored:
    // a program that is started does not inherit that.
    let mut blocked = SigSet::empty();
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        blocked.add(signal);
    }
    blocked.thread_block()?;
    if let Some(bytes) = bounds.memory {
        let (_, hard) = getrlimit(Resource::RLIMIT_DATA)?;
        let soft = bytes
            .saturating_add(OWN_MEMORY + RESERVED_MEMORY + STACK as u64)
            .min(hard);
        setrlimit(Resource::RLIMIT_DATA, soft, hard)?;
    }
    if let Some(place) = scratch {
        os::set_temporary_directory(&place)?;
    }
    let console = stderr().as_fd().try_clone_to_owned().ok();
    dup2_stdout(&noise)?;
    dup2_stderr(&noise)?;
    drop(noise);

    let alarm = Arc::new(Alarm::default());
    let raised = Arc::clone(&alarm);
    std::thread::spawn(move || listen(hear, bounds.memory, &raised));
    let link = Link {
        say: RefCell::new(say),
        alarm,
        console: console.map(Into::into),
    };
    std::thread::scope(|scope| {
        let main = std::thread::Builder::new()
            .name("main".to_owned())
            .stack_size(STACK);
        let worker = main.spawn_scoped(scope, move || {
            let printout = work(&link);
            link.send(&Message::Done(printout));
        })?;
        // The supervisor quotes what a panic says.
        let _ = worker.join();
        Ok(())
    })
}

/// Has this process end when the supervisor does.
#[cfg(target_os = "linux")]
fn end_with(supervisor: Pid) -> std::io::Result<()> {
    nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)?;
    // It may have ended before that.
    if nix::unistd::getppid() != supervisor {
        raise(Signal::SIGKILL)?;
    }
    Ok(())
}

/// Elsewhere the end of the line tells.
#[cfg(not(target_os = "linux"))]
fn end_with(_: Pid) -> std::io::Result<()> {
    Ok(())
}

/// Raises the alarm when the supervisor says so and when memory is used up; ends this
/// process with the supervisor.
fn listen(mut hear: PipeReader, memory: Option<u64>, alarm: &Alarm) {
    let period = PollTimeout::try_from(waiting::MEMORY).unwrap_or(PollTimeout::MAX);
    let (mut heard, mut wait) = ([0], period);
    loop {
        let ready = {
            let mut line = [PollFd::new(hear.as_fd(), PollFlags::POLLIN)];
            poll(&mut line, wait)
        };
        if ready.is_ok_and(|n| n > 0) {
            match hear.read(&mut heard) {
                Ok(1..) => alarm.raise(Expired::Interrupted),
                _ => {
                    let _ = raise(Signal::SIGKILL);
                }
            }
        }
        if memory.is_some_and(|bytes| in_use() > bytes.saturating_add(OWN_MEMORY)) {
            alarm.raise(Expired::Memory);
            wait = PollTimeout::NONE;
        }
    }
}

/// The most bytes of this process that were in memory at once.
fn in_use() -> u64 {
    // Bytes on macOS, KiB elsewhere.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    getrusage(UsageWho::RUSAGE_SELF).map_or(0, |usage| usage.max_rss().max(0) as u64 * unit)
}
