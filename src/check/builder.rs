//! The library's interface to a check: the command line's options as methods.

use std::path::PathBuf;
use std::thread;
use std::time::Instant;

use super::{Request, check};
use crate::budgets::run::STACK;
use crate::problem::Problem;
use crate::progress::Progress;
use crate::report::{self, Decoration, Sources};
use crate::rulebook;
use crate::verdict::{Outcome, Verdict};

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
/// It runs on a thread of its own in this process, so a crash of clang, LLVM or Z3 crashes
/// the process. `simdiff check` runs it in a watched process.
#[derive(Clone, Debug)]
pub struct Check {
    request: Request,
}

impl Check {
    /// A check of the functions `reference` and `port` in a C, C++, OpenCL C, `.ll` or
    /// `.bc` file.
    pub fn new(
        file: impl Into<PathBuf>,
        reference: impl Into<String>,
        port: impl Into<String>,
    ) -> Check {
        let request = Request::new(vec![file.into()], reference.into(), port.into());
        Check { request }
    }

    /// Adds a file, which is linked with the first.
    #[must_use]
    pub fn file(mut self, file: impl Into<PathBuf>) -> Check {
        self.request.files.push(file.into());
        self
    }

    /// Adds the meaning of a parameter, as `--arg` does: `dst=out:f32[n]`.
    #[must_use]
    pub fn arg(mut self, meaning: impl Into<String>) -> Check {
        self.request.args.push(meaning.into());
        self
    }

    /// Adds a range of sizes, as `--size` does: `n=1..64`.
    #[must_use]
    pub fn size(mut self, range: impl Into<String>) -> Check {
        self.request.sizes.push(range.into());
        self
    }

    /// Adds a relation between inputs, as `--assume` does: `lo <= hi`.
    #[must_use]
    pub fn assume(mut self, relation: impl Into<String>) -> Check {
        self.request.settings.relations.push(relation.into());
        self
    }

    /// Adds a compiler flag for both versions.
    #[must_use]
    pub fn flag(mut self, flag: impl Into<String>) -> Check {
        self.request.settings.cflags.push(flag.into());
        self
    }

    /// Changes any other option of the request.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Request)) -> Check {
        change(&mut self.request);
        self
    }

    /// Runs the check.
    ///
    /// # Errors
    /// Bad input, a missing tool, or an internal failure.
    pub fn run(mut self) -> Result<Outcome, Problem> {
        let settings = &mut self.request.settings;
        // The request may be older than this run.
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

    /// Runs the check, and panics with the report unless the verdict is EQUIVALENT: for
    /// tests.
    ///
    /// # Panics
    /// If the verdict is any other, or the check could not run.
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

/// Panics with the report unless a port is EQUIVALENT. Arguments: file, reference, port,
/// and sizes as in `--size`.
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
