//! The driver of `simdiff run`: a harness with a `main` that makes its inputs
//! symbolic, and asserts.
//!
//! Invariant: the outcome is EQUIVALENT only if every path ended normally and
//! the ladder proved every assertion and every condition that had to hold on
//! the way.

mod native;

use std::path::PathBuf;

use rewrite_rules::Builder;
use term::{Assignment, SymbolId};

use crate::check::{Clock, Excluded, Preparation, Tally, decide_check, decide_path_end};
use crate::contract::{Scalar, Sizes};
use crate::cpu::Target;
use crate::equiv::{self, Ladder};
use crate::frontend::{Clang, compiled_for, fuses};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::replay::NativeSide;
use crate::settings::Settings;
use crate::symex::{Defect, End, Machine};
use crate::verdict::{DefectFound, InputValue, Outcome, Side, Value};

/// What to run.
#[derive(Clone, Debug)]
pub struct Request {
    /// The harness and further files.
    pub files: Vec<PathBuf>,
    /// Arguments of `main`, without the program's name.
    pub args: Vec<String>,
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
    let preparation = Preparation::new(&context, &clang, settings)?;
    let module = preparation.compile(&request.files, &[], &[])?;
    let name = request
        .files
        .first()
        .map_or(String::new(), |f| f.display().to_string());
    clock.lap("clang");
    let mut tally = Tally::of_program(name.clone());
    tally.coverage.phi_folds = module.transform(&preparation)?;
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
            deadline: settings.deadline(),
            ..equiv::Options::default()
        },
    );
    let cpu = match &settings.cpu {
        Some(name) => clang.processor(name)?,
        None => compiled_for(module.native(), "main"),
    };
    let mut machine = Machine::new(
        &program,
        Builder::new(&settings.rules),
        settings.limits(&Target {
            cpu,
            fuses: fuses(module.native()),
        }),
    );
    let mut arguments = vec![name];
    arguments.extend(request.args.iter().cloned());
    let finished = machine
        .run_main(&arguments, &mut ladder)
        .ok_or_else(|| Problem::new("the arguments of main do not fit into memory"))?;
    clock.lap("execution");

    let main = std::cell::OnceCell::new();
    let replay = |machine: &Machine<'_>, defect: &Defect, witness: &dyn Assignment| {
        let build =
            || NativeSide::build(module.native(), "main", &clang.path).map_err(|e| e.to_string());
        native::replay(
            main.get_or_init(build),
            defect,
            &arguments,
            machine.builder.arena(),
            witness,
        )
    };
    // A check that several paths share was made before they parted.
    let mut decided = rustc_hash::FxHashSet::default();
    for path in &finished {
        if tally.is_refuted() {
            break;
        }
        for check in path.state.checks() {
            if tally.is_refuted() || !decided.insert((check.path.clone(), check.condition)) {
                continue;
            }
            tally.coverage.outputs += 1;
            let excluded = decide_check(&mut machine.builder, &mut ladder, check, &mut tally);
            record(&machine, &check.defect, excluded, &replay, &mut tally);
        }
        match &path.end {
            End::Returned(_) | End::Exited(_) | End::Infeasible => {}
            End::Defect(defect) => {
                let excluded = decide_path_end(
                    &mut machine.builder,
                    &mut ladder,
                    path.state.path(),
                    defect,
                    &mut tally,
                );
                record(&machine, defect, excluded, &replay, &mut tally);
            }
            End::Stopped(stop) => tally.stopped(stop, Side::Program),
        }
        if let Some(stop) = settings.stop() {
            tally.expired(stop);
            break;
        }
    }
    clock.lap("equivalence");
    clock.steps(ladder.statistics());
    let statistics = machine.statistics();
    tally.coverage.paths = statistics.paths;
    tally.coverage.instructions = statistics.instructions;
    tally.coverage.vector_operations[0] = statistics.vector_operations;
    tally.coverage.terms = machine.builder.arena().len();
    crate::check::note_models(machine.builder.arena(), &mut tally);
    Ok(tally.outcome(None, String::new(), settings, clock))
}

/// Records a defect that could not be excluded.
fn record(
    machine: &Machine<'_>,
    defect: &Defect,
    excluded: Excluded,
    replay: &dyn Fn(&Machine<'_>, &Defect, &dyn Assignment) -> crate::verdict::Replay,
    tally: &mut Tally,
) {
    let Excluded::Witness { witness, roots } = excluded else {
        return;
    };
    let arena = machine.builder.arena();
    let involved = crate::check::involvement(arena, &roots);
    tally.defect(DefectFound {
        sizes: Sizes::new(),
        side: Side::Program,
        kind: defect.kind.name().to_owned(),
        message: defect.message(),
        location: defect.location.clone(),
        allocation: defect.object.as_ref().and_then(|o| o.allocation.clone()),
        inputs: inputs(arena, &witness, involved),
        replay: replay(machine, defect, &witness),
    });
}

/// The values of all symbols that stand for inputs.
fn inputs(
    arena: &term::Arena,
    witness: &dyn Assignment,
    involved: impl Fn(SymbolId) -> bool,
) -> Vec<InputValue> {
    let printer = term::Printer::new(arena);
    let mut values = Vec::new();
    for (index, symbol) in arena.symbols().iter().enumerate() {
        let buffer = arena.buffer(symbol.buffer);
        if buffer.undefined {
            continue;
        }
        let id = SymbolId(index as u32);
        let bits = arena.width(symbol.term);
        let scalar = match buffer.format {
            Some(format) if format.width() == bits => Scalar::Float { format },
            _ => Scalar::Int {
                bits,
                signed: buffer.signed,
            },
        };
        values.push(InputValue {
            name: printer.symbol(id).to_owned(),
            value: Value::new(scalar, witness.symbol(id)),
            involved: involved(id),
        });
    }
    values
}
