//! Programs that a run starts: they end with it.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};

use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

use crate::budgets::waiting;
use crate::deadline::Deadline;
use crate::os;

/// The result of a program that ended.
#[derive(Debug)]
pub struct Ended {
    /// The program's exit status.
    pub status: ExitStatus,
    /// Its output to standard error, as text.
    pub messages: String,
}

/// Binds the program that the command starts to the starting thread, with which it ends,
/// and gives it a process group of its own: ending it also ends what it started, and Ctrl-C
/// reaches only the run.
pub fn bind(command: &mut Command) -> &mut Command {
    command.process_group(0);
    os::end_with_parent(command);
    command
}

/// Frees the program that the command starts from the run's memory limit: a sanitizer
/// reserves terabytes of shadow memory, of which it uses little.
pub fn unlimited(command: &mut Command) -> &mut Command {
    os::lift_data_limit(command)
}

/// Runs a program and keeps its messages only. If the deadline comes first, ends the
/// program and what it started, and returns `None`.
///
/// # Errors
/// If it cannot be started, or its messages cannot be kept.
pub fn run(command: &mut Command, deadline: &Deadline) -> io::Result<Option<Ended>> {
    run_into(command, Stdio::null(), deadline)
}

/// Runs a program and also keeps its standard output. If the deadline comes first, ends the
/// program and what it started, and returns `None`.
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
    // A file, not a pipe: nothing reads while the program writes.
    let mut kept = tempfile::tempfile()?;
    let command = bind(command).stdout(output).stderr(kept.try_clone()?);
    let mut child = command.spawn()?;
    let group = Pid::from_raw(child.id() as i32);
    let status = loop {
        // The process id stays in use until the wait: no other group can have it.
        let ended = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        if waitid(Id::Pid(group), ended)? != WaitStatus::StillAlive {
            // Ends what the program started and left behind, if anything.
            let _ = killpg(group, Signal::SIGKILL);
            break child.wait()?;
        }
        if deadline.expired().is_some() {
            end(&mut child);
            return Ok(None);
        }
        std::thread::sleep(waiting::PROGRAM);
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

/// Ends a bound program, and what it started.
pub fn end(child: &mut Child) {
    // The program may have ended by itself meanwhile.
    let _ = killpg(Pid::from_raw(child.id() as i32), Signal::SIGKILL);
    let _ = child.wait();
}
