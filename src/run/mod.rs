//! The driver of `simdiff run`: a harness with a `main` that makes its inputs
//! symbolic, and asserts.
//!
//! Invariant: the outcome is EQUIVALENT only if every path ended normally and
//! the ladder proved every assertion and every condition that had to hold on
//! the way.

mod found;
mod inputs;
mod native;
mod trial;

use std::cell::RefCell;
use std::path::PathBuf;

use certificate_checker::format::Header;
use term::{Assignment, TermId};

use crate::certificate::{Recorder, Version};
use crate::cpu::Target;
use crate::equiv::{self, Assumptions, Ladder};
use crate::frontend::{Clang, compiled_for, fuses};
use crate::pipeline::{
    Clock, Excluded, Module, Native, Preparation, Tally, certificate, compared, compiling,
    decide_check, decide_path_end, note_models,
};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::settings::Settings;
use crate::symex::{
    BranchOracle, Check, Defect, DefectKind, End, Files, Ignorant, Limits, Machine,
};
use crate::verdict::{Outcome, Replay, Side, Verdict};
use found::{has_undefined, is_cut_short, record, refuted_first};
use trial::Trials;

/// What to run.
#[derive(Clone, Debug)]
pub struct Request {
    /// The harness and further files.
    pub files: Vec<PathBuf>,
    /// Arguments of `main`, without the program's name.
    pub args: Vec<String>,
    /// Directories below which the program may read files.
    pub allow_read: Vec<PathBuf>,
    /// Whether to keep the proof of an EQUIVALENT.
    pub certificate: bool,
    /// Everything that `run` shares with `check`.
    pub settings: Settings,
}

/// Runs the harness on every path and decides every assertion.
///
/// # Errors
/// Bad input or a missing tool; what the analysis itself cannot decide is an
/// UNDECIDED outcome.
pub fn run(request: &Request, progress: &Progress) -> Result<Outcome, Problem> {
    let settings = &request.settings;
    let mut clock = Clock::new();
    progress.message("compiling".to_owned());
    let clang = Clang::find()?;
    let context = inkwell::context::Context::create();
    let preparation = Preparation::new(&context, &clang, settings, !settings.cflags.is_empty())?;
    let name = request
        .files
        .first()
        .map_or(String::new(), |f| f.display().to_string());
    let mut tally = Tally::of_program(name.clone());
    so_far(progress, settings, &tally, &clock);
    let mut module = match (
        preparation.compile(&request.files, &[], &[]),
        settings.stop(),
    ) {
        (Ok(module), _) => module,
        (Err(_), Some(stop)) => {
            tally.expired(stop);
            return Ok(tally.outcome(None, String::new(), settings, clock));
        }
        (Err(problem), None) => return Err(problem),
    };
    clock.lap(compiling(&request.files));
    let source = module.take_plain();
    let mut compiled = execute(
        request,
        (&preparation, &clang),
        &module,
        (tally, clock),
        progress,
    )?;
    let Some(source) = source.filter(|_| compiled.verdict == Verdict::Equivalent) else {
        return Ok(compiled);
    };
    // What the optimiser removed is looked for in the source (`docs/decisions/0052`).
    let start = (Tally::of_program(name), Clock::new());
    let observed = execute(request, (&preparation, &clang), &source, start, progress)?;
    if observed.verdict == Verdict::Defect {
        return Ok(observed);
    }
    if let Some(reason) = observed.undecided.first() {
        let reason = &reason.message;
        let note = format!("the source of the program was not observed whole: {reason}");
        compiled.leaning_on.push(note);
    }
    Ok(compiled)
}

/// Tells the listener what is known.
fn so_far(progress: &Progress, settings: &Settings, tally: &Tally, clock: &Clock) {
    progress.so_far(|| {
        let (tally, clock) = (tally.clone(), clock.clone());
        tally.outcome(None, String::new(), settings, clock)
    });
}

/// Runs one program, and decides every assertion.
fn execute(
    request: &Request,
    (preparation, clang): (&Preparation<'_>, &Clang),
    module: &Module<'_>,
    (mut tally, mut clock): (Tally, Clock),
    progress: &Progress,
) -> Result<Outcome, Problem> {
    let settings = &request.settings;
    let name = request
        .files
        .first()
        .map_or(String::new(), |f| f.display().to_string());
    tally.coverage.phi_folds = module.transform(preparation, &["main".to_owned()])?;
    let program = module.decode();
    if !program
        .find_function("main")
        .is_some_and(|f| program.function(f).is_defined())
    {
        return Err(Problem::new("the harness has no function `main`")
            .help("give the file that defines main, or compare two functions with simdiff check"));
    }
    clock.lap("lowering");

    progress.message(name.clone());
    let mut ladder = Ladder::new(
        &settings.rules,
        equiv::Options {
            assumptions: settings.assumptions,
            budget: settings.budget,
            deadline: settings.deadline(),
            max_memory: Some(settings.max_memory),
            ..equiv::Options::default()
        },
    );
    let cpu = match &settings.cpu {
        Some(name) => clang.processor(name)?,
        None => compiled_for(module.native(), "main"),
    };
    let target = Target {
        cpu,
        fuses: fuses(&module.compiled().module),
    };
    let files = Files::below(&request.allow_read).map_err(|directory| {
        let directory = directory.display();
        Problem::new(format!(
            "--allow-read {directory}: there is no such directory"
        ))
    })?;
    let limits = || Limits {
        files: files.clone(),
        as_written: true,
        trap_shifts: true,
        ..settings.limits(&target)
    };
    let mut builder = settings.builder();
    if request.certificate {
        let zeros_alike = settings.assumptions.positive_zero;
        let mut recorder = Recorder::new(&mut builder, zeros_alike);
        recorder.size(String::new());
        recorder.version(&mut builder, Version::Reference);
        recorder.follow_branches();
        ladder.record(recorder);
    }
    let mut machine = Machine::new(&program, builder, limits());
    let mut arguments = vec![name];
    arguments.extend(request.args.iter().cloned());
    let mut finished = machine
        .run_main(&arguments, &mut ladder)
        .ok_or_else(|| Problem::new("the arguments of main do not fit into memory"))?;
    clock.lap("execution");

    let main = RefCell::new(
        Native::new(module, "main", &clang.path).with_zeroed_memory(settings.zeroed_memory),
    );
    let run_on = |objects: Vec<Vec<u8>>, traced: bool| {
        let mut machine = Machine::new(&program, settings.builder(), limits());
        if traced {
            machine.trace_undefined();
        }
        machine.run_on(objects);
        let paths = machine.run_main(&arguments, &mut Ignorant)?;
        let instructions = machine.statistics().instructions;
        Some((paths.into_iter().next()?.end, instructions))
    };
    let replay = |machine: &Machine<'_>, defect: &Defect, witness: &dyn Assignment| {
        let arena = machine.builder.arena();
        let objects = native::objects(arena, witness);
        let traced = || match run_on(objects.clone(), true)?.0 {
            End::Defect(defect) if defect.kind == DefectKind::UndefinedBranch => Some(defect),
            _ => None,
        };
        let native = |defect: &Defect| {
            native::replay(&mut main.borrow_mut(), defect, &arguments, objects.clone())
        };
        // What rests on an undefined value is a defect of its own.
        let rests = match defect.kind {
            DefectKind::UndefinedBranch => true,
            DefectKind::AssertionFailed => has_undefined(arena),
            _ => false,
        };
        if let Some(traced) = rests.then(traced).flatten() {
            let (replay, sanitizer) = native(&traced);
            if replay == Replay::Confirmed || traced.kind == defect.kind {
                return (traced, replay, sanitizer);
            }
        }
        let (replay, sanitizer) = native(defect);
        (defect.clone(), replay, sanitizer)
    };
    let refuted = refuted_first(&mut finished);
    // What a trial meets on its way is not known: assumptions might exclude it.
    let assuming = settings.assumptions != Assumptions::default();
    if !refuted && !assuming && finished.iter().any(is_cut_short) {
        let arena = machine.builder.arena();
        let attempt = |objects| match settings.stop() {
            None => run_on(objects, false),
            Some(_) => None,
        };
        let inputs = ladder.inputs(arena);
        if let Some((witness, defect)) = Trials::new(arena, &attempt).failure(inputs) {
            let mut roots: Vec<TermId> = arena.symbols().iter().map(|s| s.term).collect();
            roots.extend(finished.iter().flat_map(|path| path.state.path()));
            let failed = machine.builder.bool(false);
            let excluded = Excluded::Witness {
                witness,
                roots,
                failed,
            };
            record(&machine, (&defect, None), excluded, &replay, &mut tally);
        }
    }
    // A check that several paths share was made before they parted.
    let mut decided = rustc_hash::FxHashSet::default();
    for path in &finished {
        if tally.is_refuted() {
            break;
        }
        // A defect that an input at hand runs into needs no look at what comes before.
        let mut end = Some(&path.end);
        if let End::Defect(defect) = &path.end {
            let never = machine.builder.bool(false);
            let conditions = path.state.path();
            if ladder.has_refuted(&machine.builder, conditions, never) {
                end = None;
                let builder = &mut machine.builder;
                let excluded =
                    decide_path_end(builder, &mut ladder, conditions, defect, &mut tally);
                record(&machine, (defect, None), excluded, &replay, &mut tally);
            }
        }
        let mut checks: Vec<&Check> = path.state.checks().iter().collect();
        if refuted {
            let builder = &machine.builder;
            checks.sort_by_cached_key(|c| {
                !ladder.has_refuted(builder, &c.path.to_vec(), c.condition)
            });
        }
        for check in checks {
            if tally.is_refuted() || !decided.insert((check.path.clone(), check.condition)) {
                continue;
            }
            tally.coverage.outputs += 1;
            let excluded = decide_check(&mut machine.builder, &mut ladder, check, &mut tally);
            let comparison = match &excluded {
                Excluded::Witness {
                    witness, failed, ..
                } => compared(
                    &mut machine.builder,
                    &mut ladder,
                    &check.path.to_vec(),
                    *failed,
                    witness,
                ),
                _ => None,
            };
            let found = (&check.defect, comparison);
            record(&machine, found, excluded, &replay, &mut tally);
        }
        match end {
            None => {}
            Some(End::Infeasible) => {}
            Some(End::Returned(_) | End::Exited(_)) => {
                let leaks = match settings.leaks {
                    true => machine.leaks(&path.state, None),
                    false => Vec::new(),
                };
                for leak in leaks {
                    if tally.is_refuted() {
                        break;
                    }
                    let (builder, path) = (&mut machine.builder, path.state.path());
                    let excluded = decide_path_end(builder, &mut ladder, path, &leak, &mut tally);
                    record(&machine, (&leak, None), excluded, &replay, &mut tally);
                }
            }
            Some(End::Defect(defect)) => {
                let excluded = decide_path_end(
                    &mut machine.builder,
                    &mut ladder,
                    path.state.path(),
                    defect,
                    &mut tally,
                );
                record(&machine, (defect, None), excluded, &replay, &mut tally);
            }
            Some(End::Stopped(stop)) => tally.stopped(stop, Side::Program),
        }
        if let Some(stop) = settings.stop() {
            tally.expired(stop);
            break;
        }
        so_far(progress, settings, &tally, &clock);
    }
    let replaying = main.borrow_mut().take_spent();
    clock.lap_but_for("equivalence", "replay", replaying);
    clock.steps(ladder.statistics());
    let statistics = machine.statistics();
    tally.executed(&statistics);
    if statistics.fast_operations > 0 {
        tally.lean_on(
            "operations with fast-math flags are computed as written, one of the results that the flags allow",
        );
    }
    tally.coverage.vector_operations[0] = statistics.vector_operations;
    tally.coverage.terms = machine.builder.arena().len();
    note_models(machine.builder.arena(), &mut tally);
    let mut outcome = tally.outcome(None, String::new(), settings, clock);
    if let Some(mut recorder) = ladder.recorder().take()
        && outcome.verdict == Verdict::Equivalent
    {
        recorder.fold_conditions(&mut machine.builder);
        let (builder, ranges) = (&mut machine.builder, ladder.ranges_mut());
        let about = Header {
            program: Some(arguments.join(" ")),
            ..Header::default()
        };
        let on = (settings, &request.files[..]);
        let text = certificate(recorder, builder, ranges, on, &outcome, about)?;
        outcome.certificate = Some(text);
    }
    Ok(outcome)
}
