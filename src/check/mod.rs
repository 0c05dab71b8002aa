//! The driver of `simdiff check`: two functions in, one outcome out.
//!
//! For every size it makes symbolic inputs, runs the reference, runs the port on each path
//! of the reference, and gives every pair of outputs to the ladder. Invariant: the outcome
//! is EQUIVALENT only if every path of both versions returned at every size requested, and
//! the ladder proved every output equal and every condition that execution had to assume.

mod addresses;
mod advice;
mod alone;
mod builder;
mod cause;
mod compare;
mod concolic;
mod conversions;
mod count;
mod definedness;
mod differing;
mod each;
mod effects;
mod element_in_place;
mod errors;
mod exceeding;
mod globals;
mod harness;
mod home;
mod hunt;
mod in_place;
mod indeterminate;
mod integers;
mod kept;
mod kernel_calls;
mod launches;
mod measure;
mod measured;
mod mismatch;
mod modules;
mod named;
mod negative;
mod null;
mod observe;
mod others;
mod overflow;
mod pair;
mod places;
mod probe;
mod ranges;
mod reach;
mod refused;
mod replays;
mod run;
mod shorter;
mod shown;
mod simd;
mod states;
mod sweep;
mod thrown;
mod tolerate;
mod trials;
mod unread;
mod vacuous;
mod values;
mod versions;

use std::path::PathBuf;
use std::sync::Arc;

use crate::commit::Commit;
use crate::contract::{Contract, Sizes};
use crate::frontend::sizes::SizeRange;
use crate::frontend::{Clang, Unpack, Wishes, sizes};
use crate::launch::Races;
use crate::pipeline::{Clock, Preparation, Tally, compiling};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::relations;
use crate::settings::Settings;
use crate::side::AccessLogFile;
use crate::verdict::{Outcome, Undecided, Verdict};
pub use builder::Check;
pub use harness::{callees, harness};
use kept::Kept;
pub use kernel_calls::kernel_calls;
use measured::{Measured, Measurements};
use modules::{Agreed, Lowered, Modules};
use named::Named;
pub use named::files_of_names;
use pair::Pair;
use sweep::Sweep;
use versions::Versions;

/// The request for a check.
#[derive(Clone, Debug)]
pub struct Request {
    /// C and C++ sources, `.ll` and `.bc` files.
    pub files: Vec<PathBuf>,
    /// The function that is right by definition.
    pub reference: String,
    /// The function under test.
    pub port: String,
    /// For the reference and the port, the commit that it is taken from, if any.
    pub commits: [Option<Arc<Commit>>; 2],
    /// The texts of `--arg`.
    pub args: Vec<String>,
    /// The texts of `--reference-arg` and of `--port-arg`.
    pub own_args: [Vec<String>; 2],
    /// The texts of `--alias`.
    pub aliases: Vec<String>,
    /// The texts of `--global`: variables and, without a `=`, the index space of kernels.
    pub globals: Vec<String>,
    /// The text of `--local`.
    pub local: Option<String>,
    /// The text of `--offset`.
    pub offset: Option<String>,
    /// What counts as a race of work-items.
    pub races: Races,
    /// The number of work-items in a sub-group, if the user gives it.
    pub sub_group: Option<u64>,
    /// The limit of a group's local memory in bytes, if there is one.
    pub local_memory: Option<u64>,
    /// The functions of `--setup`, in order.
    pub setup: Vec<String>,
    /// The texts of `--size`.
    pub sizes: Vec<String>,
    /// Whether code may stay unreached at all default sizes.
    pub allow_unreached: bool,
    /// Compiler flags of the reference only.
    pub reference_flags: Vec<String>,
    /// Compiler flags of the port only.
    pub port_flags: Vec<String>,
    /// Whether to keep the proof of an EQUIVALENT.
    pub certificate: bool,
    /// The file that receives all accesses of work-items.
    pub access_log: Option<Arc<AccessLogFile>>,
    /// The settings that `check` shares with `run`.
    pub settings: Settings,
}

impl Request {
    /// A request to check two functions, with all options at their defaults.
    pub fn new(files: Vec<PathBuf>, reference: String, port: String) -> Request {
        Request {
            files,
            reference,
            port,
            commits: [None, None],
            args: Vec::new(),
            own_args: Default::default(),
            aliases: Vec::new(),
            globals: Vec::new(),
            local: None,
            offset: None,
            races: Races::default(),
            sub_group: None,
            local_memory: None,
            setup: Vec::new(),
            sizes: Vec::new(),
            allow_unreached: false,
            reference_flags: Vec::new(),
            port_flags: Vec::new(),
            certificate: false,
            access_log: None,
            settings: Settings::default(),
        }
    }

    /// The texts of `--global` about variables.
    fn variables(&self) -> impl Iterator<Item = &str> {
        let texts = self.globals.iter().map(String::as_str);
        texts.filter(|text| text.contains('='))
    }

    /// The texts of `--global` about index spaces.
    fn spaces(&self) -> impl Iterator<Item = &str> {
        let texts = self.globals.iter().map(String::as_str);
        texts.filter(|text| !text.contains('='))
    }

    /// The parameters of both versions that are split into members by request, besides
    /// those that have to be.
    fn unpack(&self, wishes: &Wishes) -> Unpack {
        let functions = [&self.reference, &self.port].map(|name| Named::of(name, &self.files));
        let more = [self.aliases.clone(), self.sizes.clone()].concat();
        let told = (&*wishes.args, &*wishes.sizes);
        let unpack = Unpack::new(functions.map(|named| named.function), told, &more);
        Unpack {
            relations: self.settings.relations.clone(),
            ..unpack
        }
    }

    /// The compiler flags of a program that includes all files: those that the build has for
    /// any of them, and the user's own.
    pub fn flags_of_one(&self) -> Vec<String> {
        let build = self.settings.build.as_ref();
        let of_build = |file: &PathBuf| build?.flags(file).ok();
        let mut of_build: Vec<Vec<String>> = self.files.iter().filter_map(of_build).collect();
        of_build.dedup();
        [of_build.concat(), self.settings.cflags.clone()].concat()
    }

    /// Whether a version has compiler flags of its own.
    fn gives_sides(&self) -> bool {
        !self.reference_flags.is_empty() || !self.port_flags.is_empty()
    }

    /// The compiler flags that the user gives, of both sides.
    pub(crate) fn flags(&self) -> impl Iterator<Item = &String> {
        let lists = [
            &self.settings.cflags,
            &self.reference_flags,
            &self.port_flags,
        ];
        lists.into_iter().flatten()
    }

    /// Whether the user gives any compiler flags; clang's own defaults hold then.
    pub fn gives_flags(&self) -> bool {
        !self.settings.cflags.is_empty() || self.gives_sides()
    }
}

/// Decides whether the port computes what the reference computes.
///
/// # Errors
/// Bad input or a missing tool. What the analysis cannot decide is an UNDECIDED outcome.
pub fn check(request: &Request, progress: &Progress<'_>) -> Result<Outcome, Problem> {
    let settings = &request.settings;
    let mut clock = Clock::new();
    progress.message("compiling".to_owned());
    progress.so_far(|| nothing_known(request, None, Clock::new()));
    let clang = Clang::find()?;
    let context = inkwell::context::Context::create();
    let variables: Vec<String> = request.variables().map(str::to_owned).collect();
    let mut wishes = Wishes::parse(
        &request.args,
        &request.own_args,
        &request.aliases,
        &variables,
    )?;
    let ranges = sizes::parse(&request.sizes)?;
    wishes.sizes = ranges.iter().map(|r| r.name.part().to_owned()).collect();
    let places = wishes.place_variables();
    wishes.sizes.extend(places);

    let preparation = Preparation::new(&context, &clang, settings, request.gives_flags())?;
    let preparation = preparation.unpacking(request.unpack(&wishes));
    let modules = Modules::compile(request, &preparation);
    let mut modules = match (modules, settings.stop()) {
        (Ok(modules), _) => modules,
        (Err(_), Some(stop)) => return Ok(nothing_known(request, Some(stop), clock)),
        (Err(problem), None) => return Err(problem),
    };
    clock.lap(compiling(&request.files));
    let ends = modules.ends(request);
    if !ends.is_empty() {
        // Parameters are split into members anew: the end of a buffer is not a parameter of
        // its own.
        let mut told = request.clone();
        told.args.extend(ends);
        return check(&told, progress);
    }
    let externals = modules.define_externals(&wishes);
    (wishes.externals, wishes.half_known) = (externals.undefined, externals.unknown);
    let (agreed, mut contract) = Agreed::on(request, &modules, wishes.clone())?;
    let mut granted = request.clone();
    granted.settings.grant(agreed.fast_math(&modules));
    let (request, settings) = (&granted, &granted.settings);
    contract.relations = relations::parse(&settings.relations, &contract)?;
    if let (true, [first, ..]) = (request.certificate, &*settings.relations) {
        let message = format!("no certificate can say --assume '{first}'");
        let help = "leave out --certificate, or say it of each input: --arg 'x=i32 in 0..9'";
        return Err(Problem::new(message).help(help));
    }
    let sizes = sizes::sweep(&contract, &ranges)?;
    relations::require_elements(&contract, &sizes, ranges.is_empty())?;
    clock.lap("contract");
    let lowered = Lowered::of(&mut modules, &preparation, &agreed)?;
    clock.lap("lowering");

    let versions = Versions {
        request,
        preparation: &preparation,
        modules: &modules,
        agreed: &agreed,
        lowered: &lowered,
    };
    let as_data = values::all(&contract, &wishes);
    let is_data = as_data.is_some();
    let all_values = as_data.and_then(|all| {
        // A size that a relation uses as a subscript has to stay a size.
        let relations = relations::parse(&settings.relations, &all).ok()?;
        Some(Contract { relations, ..all })
    });
    if let Some(all_values) = &all_values {
        let bounded = Versions {
            request: &values::bounded(request),
            ..versions
        };
        let (with, once) = ((progress, clock.clone()), [Sizes::new()]);
        let found = compare(&bounded, all_values, &[], (&once, false), with)?;
        if !values::met_a_bound(&found.0) || settings.stop().is_some() {
            return Ok(shorter::examine(
                &bounded,
                all_values,
                (&[], &once),
                found,
                progress,
            ));
        }
    }
    let some_values = is_data && !request.allow_unreached;
    let with = (progress, clock);
    let found = compare(&versions, &contract, &ranges, (&sizes, some_values), with)?;
    let swept = (&*ranges, &*sizes);
    let mut outcome = shorter::examine(&versions, &contract, swept, found, progress);
    advice::advise(&contract, &wishes.externals, &mut outcome);
    if let Some(log) = &request.access_log {
        log.finish()?;
    }
    Ok(outcome)
}

/// Compares two versions under a contract, at these sizes. The flag says that the sizes are
/// only some values of integers that are not the length of anything. Also returns how far the
/// versions reached into the buffers.
fn compare(
    versions: &Versions<'_, '_>,
    contract: &Contract,
    ranges: &[SizeRange],
    sizes: (&[Sizes], bool),
    (progress, clock): (&Progress<'_>, Clock),
) -> Result<(Outcome, Vec<Measured>), Problem> {
    let mut concrete = contract.clone();
    let kept = Kept::take(&mut concrete);
    let (with, none) = ((progress, clock.clone()), Kept::default());
    let found = attempt(versions, &mut contract.clone(), none, ranges, sizes, with)?;
    let holds = matches!(found.0.verdict, Verdict::Equivalent | Verdict::Proved);
    if holds && versions.request.settings.stop().is_none() {
        return first_call(versions, contract, ranges, sizes, found, (progress, clock));
    }
    if holds || kept.is_empty() || versions.request.settings.stop().is_some() {
        return Ok(found);
    }
    // The finding may need a state of static variables that no call leaves.
    let with = (progress, clock);
    attempt(versions, &mut concrete, kept, ranges, sizes, with)
}

/// Compares the versions once more, with the initial values of variables that they initialise
/// differently, if they agree for any contents: the first call finds these values.
fn first_call(
    versions: &Versions<'_, '_>,
    contract: &Contract,
    ranges: &[SizeRange],
    sizes: (&[Sizes], bool),
    mut found: (Outcome, Vec<Measured>),
    with: (&Progress<'_>, Clock),
) -> Result<(Outcome, Vec<Measured>), Problem> {
    let mut initial = contract.clone();
    let apart = Kept::take_apart(&mut initial);
    if apart.is_empty() {
        return Ok(found);
    }
    let names: Vec<String> = apart.names.iter().map(|name| format!("`{name}`")).collect();
    let mut first = attempt(versions, &mut initial, apart, ranges, sizes, with)?;
    match first.0.verdict {
        Verdict::Equivalent | Verdict::Proved | Verdict::Clean => {}
        Verdict::Different | Verdict::Exceeded | Verdict::Defect => {
            first.0.leaning_on.push(format!(
                "the versions initialise {} differently, and this is a first call; with the same \
                 contents they agree",
                names.join(", ")
            ));
            return Ok(first);
        }
        Verdict::Undecided => found.0.leaning_on.push(format!(
            "the versions initialise {} differently; both are given the same contents, and \
             whether they agree with their own initial values is not decided",
            names.join(", ")
        )),
    }
    Ok(found)
}

/// Compares two versions under a contract, starting the static variables of `kept` in the
/// states that calls leave them in.
fn attempt(
    versions: &Versions<'_, '_>,
    contract: &mut Contract,
    kept: Kept,
    ranges: &[SizeRange],
    (sizes, some_values): (&[Sizes], bool),
    (progress, clock): (&Progress<'_>, Clock),
) -> Result<(Outcome, Vec<Measured>), Problem> {
    let request = versions.request;
    let sides = versions.sides(contract)?;
    let found = (versions.tally(&sides), clock);
    let (mut pair, observation) = sides.under(contract, request, ranges, kept);
    pair.measurements = Measurements::of(&versions.agreed.measured);
    let mut builder = request.settings.builder();
    let on = (sizes.to_vec(), &mut builder);
    let mut sweep = Sweep::new((request, progress), &pair, on, found);
    let builder = sweep.run(builder)?;
    if some_values {
        sweep.doubt();
    }
    sweep.observe(observation)?;
    sweep.explain(versions);
    Ok((sweep.outcome(builder)?, pair.measurements.take()))
}

/// The outcome while the files are compiled, or if the run stops before they are.
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
