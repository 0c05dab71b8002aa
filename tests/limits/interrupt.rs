//! Ctrl-C.

use rustix::process::{Pid, Signal, kill_process};

use super::terminal::Terminal;
use super::{Ended, check, wait};

/// Interrupts a check in the size that it never finishes.
fn interrupted(words: &[&str]) -> Ended {
    let mut words = words.to_vec();
    words.extend(["--size", "n=1..8", "--timeout", "10h"]);
    let mut terminal = Terminal::open();
    // The reference comes first, so that nothing of this size can be done.
    let child = check("fill_stuck", "fill", &words)
        .env("TERM", "xterm")
        .stderr(terminal.stdio())
        .spawn()
        .expect("it starts");
    // The progress bar says when the signal is to come.
    terminal.read_until("n = 4");
    let pid = Pid::from_raw(child.id() as i32).expect("a process");
    kill_process(pid, Signal::INT).expect("a signal to send");
    wait(child)
}

#[test]
fn reports_what_was_decided() {
    let ended = interrupted(&[]);
    assert_eq!(ended.code, Some(130));
    let mut settings = insta::Settings::clone_current();
    // Where in the loop it was is a matter of luck.
    settings.add_filter(r"\d+ instructions", "[n] instructions");
    // So is whether the loop had begun.
    settings.add_filter(
        r"interrupted\]: (reference: interrupted\n  --> kernels.c:\d+:\d+|interrupted)\n",
        "interrupted]: [somewhere]\n",
    );
    settings.bind(|| insta::assert_snapshot!(ended.out));
}

#[test]
fn reports_in_json() {
    let ended = interrupted(&["--format", "json"]);
    assert_eq!(ended.code, Some(130));
    let json = ended.json();
    assert_eq!(json["verdict"], "undecided");
    assert_eq!(json["undecided"][0]["kind"], "interrupted");
    assert_eq!(json["coverage"]["sizes_decided"], 3);
    assert_eq!(json["coverage"]["sizes_requested"], 8);
}
