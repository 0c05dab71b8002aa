//! Whether standard output was open when the process started.
//!
//! Before `main`, the run-time library opens `/dev/null` in place of a closed one, and a
//! report written there is silently lost. So the check is made before the library starts.

use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, fcntl};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// The C library calls this before any function of the run-time library.
#[used]
#[unsafe(link_section = ".init_array")]
static ASK: extern "C" fn() = ask;

extern "C" fn ask() {
    // SAFETY: the descriptor is only queried, open or not.
    let stdout = unsafe { BorrowedFd::borrow_raw(1) };
    let closed = fcntl(stdout, FcntlArg::F_GETFD) == Err(Errno::EBADF);
    CLOSED.store(closed, Ordering::Relaxed);
}

/// The error of printing, if standard output was closed.
pub fn stdout() -> Option<std::io::Error> {
    CLOSED.load(Ordering::Relaxed).then(|| Errno::EBADF.into())
}
