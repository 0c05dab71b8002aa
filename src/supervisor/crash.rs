//! A crash told to a person.

use nix::sys::signal::Signal;
use nix::sys::wait::WaitStatus;

use crate::problem::Problem;

/// How a worker ended that had not said everything.
pub(super) struct Crash {
    /// How its process ended.
    pub status: WaitStatus,
    /// What it, or a library in it, printed.
    pub said: String,
    /// What it was doing.
    pub doing: Option<String>,
}

/// Signs of a request for memory that was refused: Rust's, LLVM's, C++'s.
const EXHAUSTED: [&str; 4] = [
    "memory allocation of ",
    "LLVM ERROR: out of memory",
    "Allocation failed",
    "bad_alloc",
];

const OVERFLOW: &str = "has overflowed its stack";
const FATAL: &str = "LLVM ERROR: ";
const PANIC: &str = " panicked at ";

impl Crash {
    /// Whether it ended because no memory was left.
    pub fn is_exhaustion(&self) -> bool {
        EXHAUSTED.iter().any(|sign| self.said.contains(sign))
    }

    /// What it said of its end.
    fn reason(&self) -> String {
        let line = |sign: &str| self.said.lines().find(|line| line.contains(sign));
        if let Some(line) = line(FATAL) {
            return line.to_owned();
        }
        if self.is_exhaustion() {
            return "memory was used up".to_owned();
        }
        if line(OVERFLOW).is_some() {
            return "the stack overflowed".to_owned();
        }
        if self.said.contains(PANIC) {
            let after = self.said.split_once(PANIC).map_or("", |(_, after)| after);
            let (place, message) = after.split_once('\n').unwrap_or((after, ""));
            let message = message.lines().next().unwrap_or("");
            return format!("{message} ({})", place.trim_end_matches(':'));
        }
        match self.status {
            WaitStatus::Signaled(_, Signal::SIGKILL, _) => {
                "the system ended the process (SIGKILL), as it does where memory is short".into()
            }
            WaitStatus::Signaled(_, signal, _) => {
                let first = self.said.lines().find(|line| !line.trim().is_empty());
                let said = first.map(|line| format!(": {line}")).unwrap_or_default();
                format!("the process ended by {signal}{said}")
            }
            _ => "the process ended early".to_owned(),
        }
    }
}

/// The crash as a problem.
pub(super) fn problem(crash: &Crash) -> Problem {
    let doing = match &crash.doing {
        Some(doing) => format!(" while {}", doing.trim_end()),
        None => String::new(),
    };
    let problem = Problem::new(format!("simdiff failed{doing}: {}", crash.reason()));
    match crash.is_exhaustion() {
        true => problem.help("raise --max-memory"),
        false => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crash(said: &str, signal: Signal) -> String {
        let crash = Crash {
            status: WaitStatus::Signaled(nix::unistd::Pid::from_raw(1), signal, false),
            said: said.to_owned(),
            doing: Some("compiling".to_owned()),
        };
        problem(&crash).message
    }

    #[test]
    fn the_word_of_llvm_is_quoted_without_its_stack() {
        let said = "noise\nLLVM ERROR: Invalid size request\nPLEASE submit a bug report\n";
        assert_eq!(
            crash(said, Signal::SIGABRT),
            "simdiff failed while compiling: LLVM ERROR: Invalid size request"
        );
    }

    #[test]
    fn a_panic_is_told_with_its_place() {
        let said = "\nthread 'main' (7) panicked at src/a.rs:1:2:\nno such index\nnote: run\n";
        assert_eq!(
            crash(said, Signal::SIGABRT),
            "simdiff failed while compiling: no such index (src/a.rs:1:2)"
        );
    }

    #[test]
    fn a_silent_end_is_told_by_its_signal() {
        assert_eq!(
            crash("", Signal::SIGSEGV),
            "simdiff failed while compiling: the process ended by SIGSEGV"
        );
    }
}
