//! A terminal for standard error, and what simdiff shows on one.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::process::Stdio;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::{check, wait};

/// A pseudo-terminal.
pub struct Terminal {
    screen: File,
    shown: String,
    path: String,
}

impl Terminal {
    pub fn open() -> Terminal {
        let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&screen).expect("a terminal");
        unlockpt(&screen).expect("a terminal");
        let size = Winsize {
            ws_row: 24,
            ws_col: 100,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&screen, size).expect("a terminal");
        let path = ptsname(&screen, Vec::new()).expect("a terminal");
        Terminal {
            screen: screen.into(),
            shown: String::new(),
            path: path.into_string().expect("a path in UTF-8"),
        }
    }

    /// The end that a program writes to.
    pub fn stdio(&self) -> Stdio {
        let file = OpenOptions::new().read(true).write(true).open(&self.path);
        file.expect("a terminal").into()
    }

    /// Reads until `text` is shown.
    pub fn read_until(&mut self, text: &str) {
        let mut bytes = [0; 1024];
        while !self.shown.contains(text) {
            match self.screen.read(&mut bytes) {
                Ok(count) if count > 0 => {
                    self.shown += &String::from_utf8_lossy(&bytes[..count]);
                }
                end => panic!("{text:?} never shows: {end:?} after {:?}", self.shown),
            }
        }
    }
}

const LONG: [&str; 4] = ["--size", "n=4", "--timeout", "4s"];

#[test]
fn progress_shows_on_a_terminal() {
    let mut terminal = Terminal::open();
    let child = check("fill", "fill_stuck", &LONG)
        .env("TERM", "xterm")
        .stderr(terminal.stdio())
        .spawn()
        .expect("it starts");
    terminal.read_until("fill vs fill_stuck  n = 4");
    assert_eq!(wait(child).code, Some(3));
}

#[test]
fn progress_does_not_show_elsewhere() {
    let child = check("fill", "fill_stuck", &LONG)
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let ended = wait(child);
    assert_eq!(ended.code, Some(3));
    assert_eq!(ended.err, "");
}
