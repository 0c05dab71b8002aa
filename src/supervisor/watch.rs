//! The supervisor: it waits for the worker, passes on that the user interrupts it, and
//! ends it where it does not end by itself.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::Pid;
use tempfile::TempDir;

use super::crash::{self, Crash};
use super::message::{Message, SoFar};
use super::{Bounds, Ended, Printout};
use crate::budgets::run::{ECHO, GRACE};
use crate::problem::Problem;

/// Bytes kept of what libraries print.
const NOISE: u64 = 1 << 16;

enum Event {
    Said(Message),
    Interrupted,
    /// The worker has closed the line: it ended.
    Silent,
}

/// Why the supervisor ended the worker.
enum Cut {
    Late,
    Interrupted,
}

/// Waits for the worker.
pub(super) fn watch(
    worker: Pid,
    bounds: Bounds,
    said: PipeReader,
    tell: PipeWriter,
    noise: PipeReader,
    scratch: Option<TempDir>,
) -> Result<Ended, Problem> {
    let (send, events) = channel();
    let heard = send.clone();
    std::thread::spawn(move || hear(said, &heard));
    let (loud, echo) = channel();
    std::thread::spawn(move || loud.send(quote(noise)));
    // Without a handler Ctrl-C ends both processes, which is no worse than a refusal.
    let _ = ctrlc::set_handler(move || {
        let _ = send.send(Event::Interrupted);
    });

    let (found, last) = follow(worker, bounds, &events, tell);
    let status = waitpid(worker, None).ok();
    drop(scratch);
    let text = || echo.recv_timeout(ECHO).unwrap_or_default();
    match (found, last) {
        (Found::Done(mut printout), _) => {
            printout.err.insert_str(0, &text());
            Ok(Ended::Printed(printout))
        }
        (Found::Cut(Cut::Late), Known { so_far, .. }) => match so_far {
            Some(known) => Ok(Ended::Printed(known.late)),
            None => {
                Err(Problem::new("time was up before anything was found").help("raise --timeout"))
            }
        },
        (Found::Cut(Cut::Interrupted), Known { so_far, .. }) => Ok(match so_far {
            Some(known) => Ended::Printed(known.interrupted),
            None => Ended::Interrupted,
        }),
        (Found::Nothing, Known { so_far, doing }) => {
            let crash = Crash {
                status: status.unwrap_or(WaitStatus::StillAlive),
                said: text(),
                doing,
            };
            match so_far {
                Some(known) if crash.is_exhaustion() => Ok(Ended::Printed(known.exhausted)),
                _ => Err(crash::problem(&crash)),
            }
        }
    }
}

/// What a worker left behind.
#[derive(Default)]
struct Known {
    so_far: Option<SoFar>,
    doing: Option<String>,
}

enum Found {
    Done(Printout),
    Cut(Cut),
    Nothing,
}

/// Listens until the worker is done, has ended, or had to be ended.
fn follow(
    worker: Pid,
    bounds: Bounds,
    events: &Receiver<Event>,
    mut tell: PipeWriter,
) -> (Found, Known) {
    let mut known = Known::default();
    let late = bounds
        .timeout
        .and_then(|t| bounds.started.checked_add(t + GRACE));
    let (mut end, mut cut) = (late, Cut::Late);
    let mut interrupts = 0;
    let found = loop {
        let event = match end {
            Some(end) => events.recv_timeout(end.saturating_duration_since(Instant::now())),
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match event {
            Ok(Event::Said(Message::Doing(what))) => known.doing = Some(what),
            Ok(Event::Said(Message::SoFar(more))) => known.so_far = Some(*more),
            Ok(Event::Said(Message::Done(printout))) => break Found::Done(printout),
            Ok(Event::Interrupted) => {
                interrupts += 1;
                // A worker that ended meanwhile is told of by its silence.
                let _ = tell.write_all(b"!");
                let patience = if interrupts == 1 {
                    GRACE
                } else {
                    Duration::ZERO
                };
                let soon = Instant::now() + patience;
                (end, cut) = (
                    Some(end.map_or(soon, |end| end.min(soon))),
                    Cut::Interrupted,
                );
            }
            Ok(Event::Silent) | Err(RecvTimeoutError::Disconnected) => break Found::Nothing,
            Err(RecvTimeoutError::Timeout) => break Found::Cut(cut),
        }
    };
    // It has said everything, or it is not listened to any more.
    let _ = kill(worker, Signal::SIGKILL);
    (found, known)
}

/// Passes on what the worker says.
fn hear(said: PipeReader, events: &Sender<Event>) {
    for line in BufReader::new(said).split(b'\n') {
        let message = line
            .ok()
            .and_then(|line| serde_json::from_slice(&line).ok());
        let Some(message) = message else { break };
        if events.send(Event::Said(message)).is_err() {
            return;
        }
    }
    // The receiver ends after the last word.
    let _ = events.send(Event::Silent);
}

/// The beginning of what is printed past the line; the rest is read and forgotten, so
/// that nobody waits.
fn quote(mut noise: PipeReader) -> String {
    let mut start = Vec::new();
    // What arrived before an error counts.
    let _ = noise.by_ref().take(NOISE).read_to_end(&mut start);
    let _ = std::io::copy(&mut noise, &mut std::io::sink());
    String::from_utf8_lossy(&start).into_owned()
}
