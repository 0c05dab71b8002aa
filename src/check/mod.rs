//! The driver of `simdiff check`: two functions in, one outcome out.
//!
//! For every size it makes symbolic inputs, runs the reference, runs the port
//! on each path of the reference, and hands every pair of outputs to the
//! ladder. Invariant: the outcome is EQUIVALENT only if every path of both
//! versions returned, at every size asked for, and the ladder proved every
//! output and every condition that had to hold on the way.

mod compare;
mod conversions;
mod errors;
mod exceeding;
mod globals;
mod hunt;
mod integers;
mod mismatch;
mod observe;
mod others;
mod overflow;
mod pair;
mod probe;
mod reach;
mod replays;
mod settle;
mod simd;
mod size_solver;
mod tolerate;
mod undefined;

use std::path::PathBuf;

use certificate_checker::format::Header;

use crate::certificate::Recorder;
use crate::contract::{Contract, Direction, Global, Param, Role, Sizes};
use crate::cpu::Target;
use crate::equiv::{self, Ladder};
use crate::frontend::{Clang, Wishes, compiled_for, fuses, infer, sizes};
use crate::pipeline::{
    Clock, Module, Native, Preparation, Tally, certificate, compiling, describe, note_models,
    note_unconfirmed, show,
};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::replay::Surroundings;
use crate::settings::Settings;
use crate::side::Side;
use crate::symex::Machine;
use crate::verdict::{Outcome, SimdCount, Undecided, Verdict};
use observe::Observation;

use self::pair::Pair;
use self::reach::Reach;

/// What to check.
#[derive(Clone, Debug)]
pub struct Request {
    /// C and C++ sources, `.ll` and `.bc` files.
    pub files: Vec<PathBuf>,
    /// The function that is right by definition.
    pub reference: String,
    /// The function under test.
    pub port: String,
    /// The texts of `--arg`.
    pub args: Vec<String>,
    /// The texts of `--alias`.
    pub aliases: Vec<String>,
    /// The texts of `--global`.
    pub globals: Vec<String>,
    /// The functions of `--setup`, in order.
    pub setup: Vec<String>,
    /// The texts of `--size`.
    pub sizes: Vec<String>,
    /// Whether code may stay unreached at all sizes of the default.
    pub allow_unreached: bool,
    /// Compiler flags of the reference only.
    pub reference_flags: Vec<String>,
    /// Compiler flags of the port only.
    pub port_flags: Vec<String>,
    /// Whether to keep the proof of an EQUIVALENT.
    pub certificate: bool,
    /// Everything that `check` shares with `run`.
    pub settings: Settings,
}

impl Request {
    /// Whether the user gives any compiler flags: then clang's own defaults hold.
    pub fn gives_flags(&self) -> bool {
        let lists = [
            &self.settings.cflags,
            &self.reference_flags,
            &self.port_flags,
        ];
        lists.iter().any(|flags| !flags.is_empty())
    }
}

/// Decides whether the port computes what the reference computes.
///
/// # Errors
/// Bad input or a missing tool; what the analysis itself cannot decide is an
/// UNDECIDED outcome.
pub fn check(request: &Request, progress: &Progress) -> Result<Outcome, Problem> {
    let settings = &request.settings;
    let mut clock = Clock::new();
    progress.message("compiling".to_owned());
    progress.so_far(|| nothing_known(request, None, Clock::new()));
    let clang = Clang::find()?;
    let context = inkwell::context::Context::create();
    let mut wishes = Wishes::parse(&request.args, &request.aliases, &request.globals)?;
    let ranges = sizes::parse(&request.sizes)?;
    wishes.sizes = ranges.iter().map(|r| r.name.part().to_owned()).collect();

    let preparation = Preparation::new(&context, &clang, settings, request.gives_flags())?;
    let functions = [&request.reference, &request.port].into_iter();
    let functions: Vec<&str> = functions
        .chain(&request.setup)
        .map(String::as_str)
        .collect();
    let compile = |flags: &[String]| preparation.compile(&request.files, flags, &functions);
    let same = request.reference_flags == request.port_flags;
    let modules = compile(&request.reference_flags).and_then(|reference| {
        let port = (!same).then(|| compile(&request.port_flags));
        Ok((reference, port.transpose()?))
    });
    let (mut reference_module, mut port_module) = match (modules, settings.stop()) {
        (Ok(modules), _) => modules,
        (Err(_), Some(stop)) => return Ok(nothing_known(request, Some(stop), clock)),
        (Err(problem), None) => return Err(problem),
    };
    let (reference_symbol, port_symbol, mut agreement) = {
        let port_module = port_module.as_ref().unwrap_or(&reference_module);
        let reference_symbol = reference_module.resolve(&request.reference)?;
        let port_symbol = port_module.resolve(&request.port)?;
        for (side, module) in [&reference_module, port_module].into_iter().enumerate() {
            let symbols = request.setup.iter().map(|name| module.resolve(name));
            wishes.setup[side] = symbols.collect::<Result<_, _>>()?;
        }
        clock.lap(compiling(&request.files));
        let agreement = infer(
            (reference_module.compiled(), &reference_symbol),
            (port_module.compiled(), &port_symbol),
            &wishes,
        )?;
        (reference_symbol, port_symbol, agreement)
    };
    agreement.contract.setup = request.setup.clone();
    if !has_outputs(&agreement.contract) {
        return Err(
            Problem::new("there is nothing to compare: no result and no output parameter").help(
                "name what the functions write with --arg, for example --arg 'dst=out:f32[n]'",
            ),
        );
    }
    let mut sweep = sizes::sweep(&agreement.contract, &ranges)?;
    clock.lap("contract");
    let reached = |symbol: &str, side: usize| -> Vec<String> {
        let setup = wishes.setup[side].iter().cloned();
        setup.chain([symbol.to_owned()]).collect()
    };
    let (left, right) = (reached(&reference_symbol, 0), reached(&port_symbol, 1));
    let sources = observe::sources(
        &mut reference_module,
        port_module.as_mut(),
        &preparation,
        [&left, &right],
    )?;
    let port_module = port_module.as_ref().unwrap_or(&reference_module);
    let folds = match same {
        true => reference_module.transform(&preparation, &[left, right].concat())?,
        false => {
            reference_module.transform(&preparation, &left)?
                + port_module.transform(&preparation, &right)?
        }
    };
    let reference_program = reference_module.decode();
    let port_program = if same {
        None
    } else {
        Some(port_module.decode())
    };
    let port_program = port_program.as_ref().unwrap_or(&reference_program);
    clock.lap("lowering");

    let function = |name: &str,
                    (module, symbol): (&Module<'_>, &str),
                    side: &Side<'_, '_>,
                    flags: &[String]| crate::verdict::Function {
        name: name.to_owned(),
        symbol: symbol.to_owned(),
        location: side.location(),
        flags: flags.to_vec(),
        compilation: Some(module.compilation(symbol)),
    };
    let native = |module, symbol| {
        Native::new(module, symbol, &clang.path).with_zeroed_memory(settings.zeroed_memory)
    };
    let version = |index: usize, module, program| {
        let (symbol, abi) = match index {
            0 => (&*reference_symbol, &agreement.reference),
            _ => (&*port_symbol, &agreement.port),
        };
        let native = native(module, symbol);
        Side::new(program, (symbol, abi, index), &wishes.setup[index], native)
    };
    let mut observed = match &sources {
        Some(sources) => Some(sources.pair(
            version,
            (&reference_module, &reference_program),
            (port_module, port_program),
        )?),
        None => None,
    };
    let mut reference = version(0, &reference_module, &reference_program)?;
    let mut port = version(1, port_module, port_program)?;
    let cpu = match &settings.cpu {
        Some(name) => clang.processor(name)?,
        None => compiled_for(port_module.native(), &port_symbol),
    };
    let target = Target {
        cpu,
        fuses: fuses(&reference_module.compiled().module) || fuses(&port_module.compiled().module),
    };
    let mut settled = std::mem::take(&mut agreement.fixed);
    if !request.setup.is_empty() {
        for side in [&reference, &port] {
            let builder = settings.builder();
            let mut machine = Machine::new(side.program, builder, settings.limits(&target));
            let written = globals::set_up(&mut machine, side).map_err(Problem::new)?;
            let open = &mut agreement.contract.globals;
            open.retain(|g| g.given || !written.contains(&g.symbols[side.index]));
            settled.extend(written);
        }
    }
    let sources = observed.iter_mut().flat_map(|(pair, _)| pair);
    for side in sources.chain([&mut reference, &mut port]) {
        let variables = agreement.contract.globals.iter();
        let surroundings = Surroundings {
            setup: wishes.setup[side.index].clone(),
            variables: variables.map(|g| g.symbols[side.index].clone()).collect(),
        };
        side.native.get_mut().surround(surroundings);
    }
    let mut tally = Tally::new(
        function(
            &request.reference,
            (&reference_module, &reference_symbol),
            &reference,
            &request.reference_flags,
        ),
        function(
            &request.port,
            (port_module, &port_symbol),
            &port,
            &request.port_flags,
        ),
    );
    tally.coverage.phi_folds = folds;
    let pair = Pair {
        contract: &agreement.contract,
        reference,
        port,
        settings,
        target,
        settled,
    };
    let ladder = || {
        let options = equiv::Options {
            assumptions: settings.assumptions,
            budget: settings.budget,
            deadline: settings.deadline(),
            max_memory: Some(settings.max_memory),
            ..equiv::Options::default()
        };
        Ladder::new(&settings.rules, options)
    };
    let mut observation = observed.map(|([reference, port], sides)| Observation {
        pair: Pair {
            contract: &agreement.contract,
            reference,
            port,
            settings,
            target: pair.target.clone(),
            settled: pair.settled.clone(),
        },
        sides,
        ladder: ladder(),
    });
    let mut counts = Vec::new();
    let mut builder = settings.builder();
    let mut ladder = ladder();
    if request.certificate {
        let zeros_alike = settings.assumptions.positive_zero;
        ladder.record(Recorder::new(&mut builder, zeros_alike));
    }
    let so_far = |tally: &Tally, sweep: &[Sizes], clock: &Clock| {
        progress.so_far(|| {
            let contract = Some(agreement.contract.clone());
            let (tally, clock) = (tally.clone(), clock.clone());
            tally.outcome(contract, describe(sweep), settings, clock)
        });
    };
    so_far(&tally, &sweep, &clock);
    if ranges.is_empty() {
        pair.leave_out_zeros(&mut sweep, &mut tally);
    }
    let mut reach = Reach::new(&pair, ranges.is_empty());
    let mut done = 0;
    loop {
        if done == sweep.len() && ranges.is_empty() && settings.stop().is_none() {
            sweep.extend(reach.more(&tally, &sweep));
        }
        tally.coverage.sizes_requested = sweep.len();
        progress.set_length(sweep.len() as u64);
        if let Some(stop) = settings.stop() {
            tally.expired(stop);
            break;
        }
        let Some(sizes) = sweep.get(done) else {
            let accepted = request.allow_unreached || !ranges.is_empty();
            reach.conclude(&mut tally, &sweep, accepted);
            break;
        };
        done += 1;
        progress.message(format!(
            "{} vs {}  {}",
            request.reference,
            request.port,
            show(sizes)
        ));
        let before = tally.coverage.vector_operations;
        if let Some(recorder) = ladder.recorder() {
            recorder.size(show(sizes));
        }
        builder = pair.run(builder, &mut ladder, sizes, &mut tally, &mut clock)?;
        let after = tally.coverage.vector_operations;
        counts.push(SimdCount {
            sizes: sizes.clone(),
            reference: after[0] - before[0],
            port: after[1] - before[1],
        });
        progress.step();
        if tally.is_settled() || tally.has_expired() {
            break;
        }
        if tally.judged.is_enough(ladder.judged()) {
            break;
        }
        tally.coverage.sizes_decided += 1;
        so_far(&tally, &sweep, &clock);
    }
    tally.require_outputs();
    if let Some(observation) = &mut observation
        && !tally.has_suspicion()
        && !tally.has_expired()
    {
        observation.run(&sweep, &mut tally)?;
        clock.lap("observation");
    }
    if settings.instrument_simd {
        tally.coverage.simd = Some(simd::instrumentation(counts));
    }
    clock.steps(ladder.statistics());
    tally.coverage.terms = builder.arena().len();
    note_models(builder.arena(), &mut tally);
    note_unconfirmed(pair.port.program.lowered(), &mut tally);
    let contract = &agreement.contract;
    let mut outcome = tally.outcome(Some(contract.clone()), describe(&sweep), settings, clock);
    if let Some(recorder) = ladder.recorder().take()
        && outcome.verdict == Verdict::Equivalent
    {
        let ranges = ladder.ranges_mut();
        let about = Header {
            reference: request.reference.clone(),
            port: request.port.clone(),
            sizes: outcome.sizes.clone(),
            contract: serde_json::to_value(contract).unwrap_or_default(),
            ..Header::default()
        };
        let on = (settings, &request.files[..]);
        let text = certificate(recorder, &mut builder, ranges, on, &outcome, about)?;
        outcome.certificate = Some(text);
    }
    Ok(outcome)
}

/// What is known while the files are compiled, and why it stays at that.
fn nothing_known(request: &Request, stop: Option<Undecided>, clock: Clock) -> Outcome {
    let function = |name: &str, flags: &[String]| crate::verdict::Function {
        name: name.to_owned(),
        symbol: name.to_owned(),
        location: None,
        flags: flags.to_vec(),
        compilation: None,
    };
    let mut tally = Tally::new(
        function(&request.reference, &request.reference_flags),
        function(&request.port, &request.port_flags),
    );
    if let Some(stop) = stop {
        tally.expired(stop);
    }
    tally.outcome(None, String::new(), &request.settings, clock)
}

fn has_outputs(contract: &Contract) -> bool {
    let written = |param: &Param| match &param.role {
        Role::Buffer { direction, .. } => *direction != Direction::In,
        _ => false,
    };
    let changes = |global: &Global| global.direction != Direction::In;
    contract.result.is_some()
        || contract.params.iter().any(written)
        || contract.globals.iter().any(changes)
}
