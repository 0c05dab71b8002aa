//! What the operating system offers only with conditions: forks, and what happens between
//! a fork and the start of a program.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::unistd::ForkResult;

/// Divides the process, which must have one thread: another one could hold a lock that
/// nobody opens in the child.
///
/// # Errors
/// If there are other threads, or the system refuses.
pub(crate) fn fork() -> io::Result<ForkResult> {
    alone()?;
    // SAFETY: there is one thread, so that the child finds every lock open.
    Ok(unsafe { nix::unistd::fork() }?)
}

/// Sets the directory for temporary files of this process and of the programs that it
/// starts. The process must have one thread: another one could read the environment.
///
/// # Errors
/// If there are other threads.
pub(crate) fn set_temporary_directory(place: &Path) -> io::Result<()> {
    alone()?;
    // SAFETY: there is one thread.
    unsafe { std::env::set_var("TMPDIR", place) };
    Ok(())
}

/// Refuses a process with several threads, as far as the system lists them.
fn alone() -> io::Result<()> {
    let threads = std::fs::read_dir("/proc/self/task").map_or(1, Iterator::count);
    match threads {
        0 | 1 => Ok(()),
        _ => Err(io::Error::other("the process has other threads")),
    }
}

/// Lets the program that the command starts end with the thread that starts it.
pub(crate) fn end_with_parent(command: &mut Command) {
    // SAFETY: only this system call happens between fork and exec.
    #[cfg(target_os = "linux")]
    unsafe {
        use nix::sys::signal::Signal;
        command.pre_exec(|| Ok(nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)?))
    };
}

/// Lets the program that the command starts use as much data as this process may.
pub(crate) fn lift_data_limit(command: &mut Command) -> &mut Command {
    let lift = || {
        let (_, hard) = getrlimit(Resource::RLIMIT_DATA)?;
        Ok(setrlimit(Resource::RLIMIT_DATA, hard, hard)?)
    };
    // SAFETY: only these system calls happen between fork and exec.
    unsafe { command.pre_exec(lift) }
}
