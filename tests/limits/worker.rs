//! Workers that are ended from outside, and interrupts where nothing looks at them.

use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use super::terminal::Terminal;
use super::{Ended, check, wait};

/// Starts a check that takes hours and waits until it is in the size that it never
/// finishes; gives its process.
fn stuck(terminal: &mut Terminal) -> std::process::Child {
    let words = ["--size", "n=1..8", "--timeout", "10h"];
    let child = check("fill_stuck", "fill", &words)
        .env("TERM", "xterm")
        .stderr(terminal.stdio())
        .spawn()
        .expect("it starts");
    terminal.read_until("n = 4");
    child
}

fn pid(id: u32) -> Pid {
    Pid::from_raw(id as i32).expect("a process")
}

#[test]
fn a_worker_that_was_killed_is_told() {
    let mut terminal = Terminal::open();
    let child = stuck(&mut terminal);
    let children = format!("/proc/{0}/task/{0}/children", child.id());
    let worker = std::fs::read_to_string(children).expect("Linux");
    let worker = worker.trim().parse().expect("one worker");
    kill_process(pid(worker), Signal::KILL).expect("a signal to send");
    terminal.read_until("SIGKILL");
    assert_eq!(wait(child).code, Some(2));
}

#[test]
fn a_worker_ends_with_its_supervisor() {
    let mut terminal = Terminal::open();
    let mut child = stuck(&mut terminal);
    let children = format!("/proc/{0}/task/{0}/children", child.id());
    let worker = std::fs::read_to_string(children).expect("Linux");
    child.kill().expect("a child");
    child.wait().expect("a child");
    let process = format!("/proc/{}", worker.trim());
    let started = std::time::Instant::now();
    while std::path::Path::new(&process).exists() {
        assert!(started.elapsed() < super::GUARD, "{process} is still there");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// Rules are proved on all cores, in the solver most of the time.
#[test]
fn an_interrupt_ends_a_proof_of_rules() {
    let child = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .args(["rules", "prove"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // Whether it has begun or not: it takes minutes.
    std::thread::sleep(std::time::Duration::from_millis(500));
    kill_process(pid(child.id()), Signal::INT).expect("a signal to send");
    let Ended { code, err, .. } = wait(child);
    assert_eq!((code, err.trim()), (Some(130), "interrupted"));
}
