//! Compares every semantic function with the instruction itself.
//!
//! For each supported intrinsic and immediate one wrapper is compiled twice: unchanged, so
//! that code generation emits the instruction, and lowered. Both run on every pair of
//! special values and on random vectors (`SIMDIFF_ORACLE_VECTORS` gives their number,
//! 10,000 by default) and must agree bit for bit. If lanes are computed by float
//! arithmetic, all NaNs are considered equal.
//!
//! An ISA extension that this processor lacks is reported as not run. Its intrinsics are
//! compared instead with LLVM's constant folder and with instructions that the processor
//! has, and are reported so. `SIMDIFF_HARDWARE_REPORT` names the directory of the reports,
//! one for each kind of processor.

#[path = "../support/mod.rs"]
mod support;

mod comparison;
mod folded;
mod native;
mod operands;
mod relations;
mod report;

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use inkwell::context::Context;
use simdiff_sse_lowering::{Intrinsic, Lowering, Status};

use comparison::{Comparison, has_float_arithmetic};
use report::{Outcome, Report};
use support::wrappers::Wrapper;

/// The most intrinsics of an extension that one thread checks at a time.
const SHARE: usize = 32;

/// Applies a check to all shares, as many at a time as there are processors. The results are in
/// the order of the shares.
fn on_all_processors<'i>(
    shares: &[&'i [Intrinsic]],
    check: impl Fn(&'i [Intrinsic]) -> Outcome + Sync,
) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((at, share)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            shares.get(at).map(|share| (at, *share))
        } {
            done.push((at, check(share)));
        }
        done
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, Outcome)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let finished = workers.into_iter().map(|worker| worker.join());
        finished
            .flat_map(|done| done.expect("no check panics"))
            .collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, outcome)| outcome).collect()
}

fn main() -> ExitCode {
    let vectors = match std::env::var("SIMDIFF_ORACLE_VECTORS").map(|v| v.parse()) {
        Ok(Ok(vectors)) => vectors,
        Ok(Err(error)) => panic!("SIMDIFF_ORACLE_VECTORS: {error}"),
        Err(_) => 10_000,
    };
    let lowering = support::lowering();
    let supported = lowering.supported().expect("the semantics compile");
    let extensions: Vec<&[Intrinsic]> = supported.chunk_by(|a, b| a.isa == b.isa).collect();
    let shares = extensions
        .iter()
        .flat_map(|extension| extension.chunks(SHARE));
    let shares: Vec<&[Intrinsic]> = shares.collect();
    let outcomes = on_all_processors(&shares, |share| match native::lacking(&share[0].isa) {
        true => otherwise(&lowering, share, &supported),
        false => against_hardware(&lowering, share, vectors),
    });
    let mut outcomes = outcomes.into_iter();
    let mut report = Report::new(vectors);
    for extension in extensions {
        let shares = outcomes.by_ref().take(extension.len().div_ceil(SHARE));
        let outcome = shares.reduce(Outcome::and).unwrap_or_default();
        report.add(&extension[0].isa, extension.len(), outcome);
    }
    print!("{report}");
    if let Some(directory) = std::env::var_os("SIMDIFF_HARDWARE_REPORT") {
        let file = std::path::PathBuf::from(directory).join(format!("{}.md", report.kind()));
        std::fs::write(file, report.to_string()).expect("the report is written");
    }
    if report.failures() == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Compares the lowerings of one extension with its instructions.
fn against_hardware(lowering: &Lowering, extension: &[Intrinsic], vectors: usize) -> Outcome {
    let mut wrappers: Vec<_> = extension.iter().flat_map(Wrapper::all).collect();
    let all = wrappers.len();
    wrappers.retain(|w| !native::lacking(&w.features));
    let context = Context::create();
    let hardware = native::compile(native::build(&context, &wrappers, ""));
    let lowered = native::build(&context, &wrappers, native::LIBRARY);
    let left = lowering.lower(&lowered).expect("lowers").unknown;
    assert!(left.is_empty(), "left in place: {left:?}");
    let alike: Vec<bool> = wrappers
        .iter()
        .map(|w| has_float_arithmetic(lowered.get_function(&w.name()).expect("defined")))
        .collect();
    native::define_approximations(&lowered);
    native::define_refusals(&lowered);
    let lowered = native::compile(lowered);
    let mut outcome = Outcome {
        approximate: extension
            .iter()
            .filter(|i| i.status == Status::Approximate)
            .count(),
        not_run: all - wrappers.len(),
        ..Outcome::default()
    };
    for (wrapper, nans_alike) in wrappers.iter().zip(alike) {
        let comparison = Comparison {
            wrapper,
            expected: native::code(&hardware, &wrapper.name()),
            lowered: native::code(&lowered, &wrapper.name()),
            nans_alike,
        };
        match comparison.run(vectors) {
            Ok(count) => outcome.vectors += count,
            Err(message) => outcome.failures.push(message),
        }
    }
    outcome
}

/// Compares intrinsics whose instructions cannot run here with LLVM's constant folder and
/// with related instructions.
fn otherwise(lowering: &Lowering, extension: &[Intrinsic], supported: &[Intrinsic]) -> Outcome {
    let mut outcome = Outcome {
        lacking: true,
        ..Outcome::default()
    };
    for intrinsic in extension {
        if intrinsic.status == Status::Approximate {
            outcome.approximate += 1;
            outcome.unchecked += 1;
            continue;
        }
        let folded = folded::check(lowering, intrinsic);
        let related = relations::check(lowering, intrinsic, supported).unwrap_or(Ok(0));
        for checked in [&folded, &related] {
            outcome.failures.extend(checked.as_ref().err().cloned());
        }
        let (folded, related) = (folded.unwrap_or(0), related.unwrap_or(0));
        outcome.folded += usize::from(folded > 0);
        outcome.related += usize::from(related > 0);
        outcome.unchecked += usize::from(folded + related == 0);
        outcome.vectors += folded + related;
    }
    outcome
}
