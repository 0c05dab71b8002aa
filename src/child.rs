//! Programs that a run starts: they end with it.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

use crate::deadline::Deadline;

/// Time between two looks at a program and at the deadline.
const PERIOD: Duration = Duration::from_millis(2);

/// What a program left behind.
#[derive(Debug)]
pub struct Ended {
    /// How it ended.
    pub status: ExitStatus,
    /// What it printed, as text, to standard error.
    pub messages: String,
}

/// Has a program that is started next end with the thread that starts it, in a process
/// group of its own: what it starts in turn ends with it where it is ended here, and
/// Ctrl-C is left to the run.
pub fn bind(command: &mut Command) -> &mut Command {
    command.process_group(0);
    // SAFETY: between fork and exec there is only this system call.
    #[cfg(target_os = "linux")]
    unsafe {
        command.pre_exec(|| Ok(nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)?))
    };
    command
}

/// Frees a program that is started next from the run's limit on memory: a sanitizer
/// reserves terabytes for its shadow, of which it uses little.
pub fn unlimited(command: &mut Command) -> &mut Command {
    let lift = || {
        let (_, hard) = getrlimit(Resource::RLIMIT_DATA)?;
        Ok(setrlimit(Resource::RLIMIT_DATA, hard, hard)?)
    };
    // SAFETY: between fork and exec there are only these system calls.
    unsafe { command.pre_exec(lift) }
}

/// Runs a program that prints nothing of interest but messages; `None` if the deadline
/// comes first, which ends it. What it started ends with it.
///
/// # Errors
/// It cannot be started, or its messages cannot be kept.
pub fn run(command: &mut Command, deadline: &Deadline) -> io::Result<Option<Ended>> {
    run_into(command, Stdio::null(), deadline)
}

/// Runs a program, and says what it printed to standard output besides; `None` if the
/// deadline comes first, which ends it.
///
/// # Errors
/// As [`run`].
pub fn output(command: &mut Command, deadline: &Deadline) -> io::Result<Option<(Ended, Vec<u8>)>> {
    let mut kept = tempfile::tempfile()?;
    let ended = run_into(command, kept.try_clone()?.into(), deadline)?;
    ended
        .map(|ended| Ok((ended, whole(&mut kept)?)))
        .transpose()
}

fn run_into(
    command: &mut Command,
    output: Stdio,
    deadline: &Deadline,
) -> io::Result<Option<Ended>> {
    // A file, not a pipe: nobody reads while it writes.
    let mut kept = tempfile::tempfile()?;
    let command = bind(command).stdout(output).stderr(kept.try_clone()?);
    let mut child = command.spawn()?;
    let group = Pid::from_raw(child.id() as i32);
    let status = loop {
        // It keeps its number until it is waited for: no other group has that.
        let ended = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        if waitid(Id::Pid(group), ended)? != WaitStatus::StillAlive {
            // What it started and left behind, if anything.
            let _ = killpg(group, Signal::SIGKILL);
            break child.wait()?;
        }
        if deadline.expired().is_some() {
            end(&mut child);
            return Ok(None);
        }
        std::thread::sleep(PERIOD);
    };
    let messages = whole(&mut kept)?;
    Ok(Some(Ended {
        status,
        messages: String::from_utf8_lossy(&messages).into_owned(),
    }))
}

fn whole(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Ends a program that was bound, and what it started.
pub fn end(child: &mut Child) {
    // It may have ended by itself in between.
    let _ = killpg(Pid::from_raw(child.id() as i32), Signal::SIGKILL);
    let _ = child.wait();
}
