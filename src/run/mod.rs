//! The driver of `simdiff run`: a harness with a `main` that makes its inputs symbolic and
//! asserts properties.
//!
//! Invariant: the outcome is EQUIVALENT only if every path ended normally, the ladder
//! proved every assertion and every check on the paths, and some check was executed.

mod checks;
mod decide;
mod found;
mod given_up;
mod harness;
mod hazards;
mod host;
mod inputs;
mod native;
mod trial;

use std::path::PathBuf;

use certificate_checker::format::Header;

use crate::certificate::{Recorder, Version};
use crate::equiv::Ladder;
use crate::frontend::{Clang, DeviceProgram};
use crate::host::{Build, Host};
use crate::launch::Races;
use crate::pipeline::{
    Clock, Module, Preparation, Tally, certificate, compiling, note_models, note_outside,
};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::settings::Settings;
use crate::symex::{Finished, Machine, ObjectId};
use crate::verdict::{Outcome, Undecided, UndecidedKind, Verdict};
use decide::Decisions;
use found::refuted_first;
use harness::Harness;

/// The program to run, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// The harness and further files.
    pub files: Vec<PathBuf>,
    /// Arguments of `main`, without the program's name.
    pub args: Vec<String>,
    /// Directories below which the program may read files.
    pub allow_read: Vec<PathBuf>,
    /// What counts as a race of the work-items of an OpenCL host.
    pub races: Races,
    /// Whether to keep the proof of an EQUIVALENT outcome.
    pub certificate: bool,
    /// The settings that `run` shares with `check`.
    pub settings: Settings,
}

impl Request {
    /// The program's name: the path of its first file.
    fn name(&self) -> String {
        let first = self.files.first();
        first.map_or(String::new(), |file| file.display().to_string())
    }
}

/// Runs the harness on every path and decides every assertion.
///
/// # Errors
/// If the input is bad or a tool is missing. What the analysis cannot decide is an
/// UNDECIDED outcome, not an error.
pub fn run(request: &Request, progress: &Progress) -> Result<Outcome, Problem> {
    let settings = &request.settings;
    let mut clock = Clock::new();
    progress.message("compiling".to_owned());
    let clang = Clang::find()?;
    let context = inkwell::context::Context::create();
    let preparation = Preparation::new(&context, &clang, settings, !settings.cflags.is_empty())?;
    let mut programs = Vec::new();
    loop {
        let mut tally = Tally::of_program(request.name());
        so_far(progress, settings, &tally, &clock);
        let files = &request.files;
        let module = match (
            preparation.compile_host(files, &[], &[], &programs),
            settings.stop(),
        ) {
            (Ok(module), _) => module,
            (Err(_), Some(stop)) => {
                tally.expired(stop);
                return Ok(tally.outcome(None, String::new(), settings, clock));
            }
            (Err(problem), None) => return Err(problem),
        };
        clock.lap(compiling(files));
        match decided(
            request,
            &preparation,
            module,
            (tally, clock.clone()),
            progress,
        )? {
            Executed::Decided(mut outcome) => {
                outcome.leaning_on.extend(host::finite(&programs));
                return Ok(*outcome);
            }
            Executed::Wants(build) => {
                let Build { source, options } = build;
                programs.push(DeviceProgram { source, options });
            }
        }
        clock.lap("execution");
    }
}

/// The result of executing a program.
enum Executed {
    /// An outcome.
    Decided(Box<Outcome>),
    /// The program builds an OpenCL program that has to be compiled first.
    Wants(Build),
}

/// Runs a program as the compiler optimised it and, if it is EQUIVALENT, as its source has
/// it.
fn decided(
    request: &Request,
    preparation: &Preparation<'_>,
    mut module: Module<'_>,
    start: (Tally, Clock),
    progress: &Progress<'_>,
) -> Result<Executed, Problem> {
    let source = module.take_plain();
    // An optimiser may have proved and removed an assertion.
    let must_check = source.is_none();
    let start = (start.0, start.1, must_check);
    let mut compiled = match execute(request, preparation, &module, start, progress)? {
        Executed::Decided(outcome) => *outcome,
        wants => return Ok(wants),
    };
    let Some(source) = source.filter(|_| compiled.verdict == Verdict::Equivalent) else {
        return Ok(Executed::Decided(Box::new(compiled)));
    };
    // Defects that the optimiser removed are looked for in the source
    // (`docs/decisions/0052`).
    let start = (Tally::of_program(request.name()), Clock::new(), true);
    let observed = match execute(request, preparation, &source, start, progress)? {
        Executed::Decided(outcome) => *outcome,
        wants => return Ok(wants),
    };
    if observed.verdict == Verdict::Defect {
        return Ok(Executed::Decided(Box::new(observed)));
    }
    let vacuous = |reason: &&Undecided| reason.kind == UndecidedKind::NothingCompared;
    if let Some(reason) = observed.undecided.iter().find(vacuous) {
        compiled.verdict = Verdict::Undecided;
        compiled.undecided.push(reason.clone());
        compiled.certificate = None;
    } else if let Some(reason) = observed.undecided.first() {
        let reason = &reason.message;
        let note = format!("the source of the program was not observed whole: {reason}");
        compiled.leaning_on.push(note);
    }
    Ok(Executed::Decided(Box::new(compiled)))
}

/// Reports to the listener what is known so far.
fn so_far(progress: &Progress, settings: &Settings, tally: &Tally, clock: &Clock) {
    progress.so_far(|| {
        let (tally, clock) = (tally.clone(), clock.clone());
        tally.outcome(None, String::new(), settings, clock)
    });
}

/// Runs one program and decides every assertion; the flag says whether there has to be one.
fn execute(
    request: &Request,
    preparation: &Preparation<'_>,
    module: &Module<'_>,
    (mut tally, mut clock, must_check): (Tally, Clock, bool),
    progress: &Progress<'_>,
) -> Result<Executed, Problem> {
    let settings = &request.settings;
    tally.coverage.phi_folds = preparation.transform(module, &["main".to_owned()])?;
    let program = module.decode();
    let harness = Harness::new(request, preparation, (module, &program))?;
    clock.lap("lowering");

    progress.message(request.name());
    let mut ladder = settings.ladder();
    let mut machine = recorded(request, &harness, &mut ladder);
    let mut finished = harness.execute(&mut machine, &mut ladder)?;
    clock.lap("execution");
    if let Some(build) = harness.host.as_ref().and_then(Host::take_build) {
        return Ok(Executed::Wants(build));
    }

    let refuted = refuted_first(&mut finished);
    let mut decisions = Decisions::new(&harness, machine, ladder, tally, refuted);
    decisions.try_inputs(&finished);
    decide(&mut decisions, &finished, &clock, progress);
    decisions.hunt();
    clock.lap_but_for("equivalence", "replay", harness.take_spent());
    decisions.conclude_checks(&finished, must_check);
    let outcome = conclude(request, decisions, clock)?;
    Ok(Executed::Decided(Box::new(outcome)))
}

/// The machine that executes a harness. If a certificate is wanted, the ladder records its
/// proofs.
fn recorded<'a>(request: &Request, harness: &Harness<'a, '_>, ladder: &mut Ladder) -> Machine<'a> {
    let settings = &request.settings;
    let mut builder = settings.builder();
    if request.certificate {
        let mut recorder = Recorder::new(&mut builder, settings.assumptions);
        recorder.size(String::new(), 0);
        recorder.version(&mut builder, Version::Reference);
        recorder.follow_branches();
        ladder.record(recorder);
    }
    Machine::new(harness.program, builder, harness.limits())
}

/// Decides path after path, up to the first confirmed finding.
fn decide(
    decisions: &mut Decisions<'_, '_>,
    finished: &[Finished],
    clock: &Clock,
    progress: &Progress<'_>,
) {
    let settings = decisions.harness.settings;
    for path in finished {
        if decisions.tally.is_refuted() {
            break;
        }
        decisions.path(path);
        if let Some(stop) = settings.stop() {
            decisions.tally.expired(stop);
            break;
        }
        so_far(progress, settings, &decisions.tally, clock);
    }
}

/// The outcome of the decisions, with the certificate if it is wanted.
fn conclude(
    request: &Request,
    decisions: Decisions<'_, '_>,
    mut clock: Clock,
) -> Result<Outcome, Problem> {
    let settings = &request.settings;
    let Decisions {
        harness,
        mut machine,
        mut ladder,
        mut tally,
        ..
    } = decisions;
    clock.steps(ladder.statistics());
    let statistics = machine.statistics();
    tally.executed(&statistics);
    tally.require_an_end();
    if statistics.fast_operations > 0 {
        tally.lean_on(
            "operations with fast-math flags are computed as written, one of the results that the flags allow",
        );
    }
    tally.coverage.vector_operations[0] = statistics.vector_operations;
    tally.coverage.terms = machine.builder.arena().len();
    note_models(machine.builder.arena(), &mut tally);
    // `malloc` guarantees multiples of 16 bytes. A program that looks at more than a page's bits
    // asks for the address, not for its alignment.
    let is_chosen = |(object, low): (ObjectId, u8)| {
        (5..=12).contains(&low) && !object.0.is_multiple_of(1 << low)
    };
    if machine.take_observed().into_iter().any(is_chosen) {
        tally.lean_on(
            "the program looks at the low bits of addresses of allocated memory: one place of \
             each block was tried",
        );
    }
    for place in machine.take_padding() {
        let (file, line) = (&place.file, place.line);
        tally.lean_on(&format!(
            "bytes that nothing wrote are padding of structures where {file}:{line} writes them out"
        ));
    }
    note_outside(harness.program, &machine.reached, &mut tally);
    if let Some(host) = &harness.host {
        host::note(host, harness.program, &harness.device, &mut tally);
    }
    let mut outcome = tally.outcome(None, String::new(), settings, clock);
    if let Some(mut recorder) = ladder.recorder().take()
        && outcome.verdict == Verdict::Equivalent
    {
        recorder.fold_conditions(&mut machine.builder);
        if recorder.has_proofs() {
            let (builder, ranges) = (&mut machine.builder, ladder.ranges_mut());
            let about = Header {
                program: Some(harness.arguments.join(" ")),
                ..Header::default()
            };
            let on = (settings, &request.files[..]);
            let text = certificate(recorder, builder, ranges, on, &outcome, about)?;
            outcome.certificate = Some(text);
        }
    }
    Ok(outcome)
}
