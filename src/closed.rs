//! Whether standard output was open when the process started.
//!
//! The run-time library opens `/dev/null` in place of a closed one before `main`, and a
//! report written there is lost without a word. So it is asked before the library is.

use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, fcntl};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// The C library calls this before it calls anything of the run-time library's.
#[used]
#[unsafe(link_section = ".init_array")]
static ASK: extern "C" fn() = ask;

extern "C" fn ask() {
    // SAFETY: the number is only asked about, open or not.
    let stdout = unsafe { BorrowedFd::borrow_raw(1) };
    let closed = fcntl(stdout, FcntlArg::F_GETFD) == Err(Errno::EBADF);
    CLOSED.store(closed, Ordering::Relaxed);
}

/// Why nothing can be printed, if standard output was closed.
pub fn stdout() -> Option<std::io::Error> {
    CLOSED.load(Ordering::Relaxed).then(|| Errno::EBADF.into())
}
