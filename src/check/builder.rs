//! A check as a library has it: what the command line says, as methods.

use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use super::{Request, check};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::report::{self, Decoration, Sources};
use crate::rulebook;
use crate::verdict::{Outcome, Verdict};

/// Stack of the thread that works: LLVM's readers, and ours, follow nested types and
/// expressions by recursion.
const STACK: usize = 256 << 20;

/// A check of a port against its reference.
///
/// ```no_run
/// let outcome = simdiff::Check::new("scale.c", "scale", "scale_sse")
///     .size("n=1..64")
///     .flag("-msse4.1")
///     .run()?;
/// assert_eq!(outcome.verdict, simdiff::verdict::Verdict::Equivalent);
/// # Ok::<(), simdiff::problem::Problem>(())
/// ```
///
/// It runs in this process, on a thread of its own: where clang, LLVM or Z3 crash, so
/// does the process. `simdiff check` runs it in a process that is watched.
#[derive(Clone, Debug)]
pub struct Check {
    request: Request,
}

impl Check {
    /// The functions `reference` and `port` of a C, C++ or OpenCL C source, `.ll` or `.bc`
    /// file.
    pub fn new(
        file: impl Into<PathBuf>,
        reference: impl Into<String>,
        port: impl Into<String>,
    ) -> Check {
        let request = Request::new(vec![file.into()], reference.into(), port.into());
        Check { request }
    }

    /// Another file, linked with the first.
    #[must_use]
    pub fn file(mut self, file: impl Into<PathBuf>) -> Check {
        self.request.files.push(file.into());
        self
    }

    /// What a parameter means, as `--arg`: `dst=out:f32[n]`.
    #[must_use]
    pub fn arg(mut self, meaning: impl Into<String>) -> Check {
        self.request.args.push(meaning.into());
        self
    }

    /// Sizes, as `--size`: `n=1..64`.
    #[must_use]
    pub fn size(mut self, range: impl Into<String>) -> Check {
        self.request.sizes.push(range.into());
        self
    }

    /// A relation between inputs, as `--assume`: `lo <= hi`.
    #[must_use]
    pub fn assume(mut self, relation: impl Into<String>) -> Check {
        self.request.settings.relations.push(relation.into());
        self
    }

    /// A compiler flag of both versions.
    #[must_use]
    pub fn flag(mut self, flag: impl Into<String>) -> Check {
        self.request.settings.cflags.push(flag.into());
        self
    }

    /// Everything else that a check can be told.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Request)) -> Check {
        change(&mut self.request);
        self
    }

    /// Decides it.
    ///
    /// # Errors
    /// Bad input, a missing tool, or a failure of ours.
    pub fn run(mut self) -> Result<Outcome, Problem> {
        let settings = &mut self.request.settings;
        // It may have been made long ago.
        settings.started = Instant::now();
        if settings.rules.rules.is_empty() {
            settings.rules = rulebook::load(&[], false, &settings.deadline())?.rules;
        }
        let work = || check(&self.request, &Progress::hidden());
        thread::scope(|scope| {
            let thread = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, work);
            let thread = thread.map_err(|e| Problem::new(format!("cannot start a thread: {e}")))?;
            thread
                .join()
                .unwrap_or_else(|_| Err(Problem::new("the check failed: a defect of simdiff")))
        })
    }

    /// Decides it, and panics with the report unless the port is EQUIVALENT: for tests.
    ///
    /// # Panics
    /// Where it is anything else, or could not be decided.
    #[track_caller]
    pub fn assert_equivalent(self) {
        let plain = Decoration::default();
        match self.run() {
            Ok(outcome) if outcome.verdict == Verdict::Equivalent => {}
            Ok(outcome) => panic!("{}", report::text(&outcome, &Sources::new(), plain)),
            Err(problem) => panic!("{}", report::problem(&problem, plain)),
        }
    }
}

/// Panics with the report unless a port is EQUIVALENT: file, reference, port, and sizes
/// as `--size` has them.
///
/// ```no_run
/// #[test]
/// fn port_is_equal() {
///     simdiff::assert_equivalent!("scale.c", "scale", "scale_sse", "n=1..64");
/// }
/// ```
#[macro_export]
macro_rules! assert_equivalent {
    ($file:expr, $reference:expr, $port:expr $(, $size:expr)* $(,)?) => {
        $crate::check::Check::new($file, $reference, $port)$(.size($size))*.assert_equivalent()
    };
}
