//! The driver of `simdiff kernel`: examines kernels by themselves.
//!
//! Every kernel is run by all work-items of an index space on symbolic inputs, at every
//! size and in every grouping asked for. Invariant: the outcome is CLEAN only if every path
//! returned, the ladder proved every check on the paths, and no output depends on memory
//! that was never written.

mod examine;
mod execute;
mod extents;
mod kernel_call;
mod left_out;
mod locals;
mod reach;
mod subject;
mod thinned;

use std::path::PathBuf;
use std::sync::Arc;

use crate::frontend::{Clang, Wishes, kernels, parameters, sizes};
use crate::launch::Races;
use crate::pipeline::{Clock, Module, Preparation, Tally, compiling};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::settings::Settings;
pub use crate::side::AccessLogFile;
use crate::verdict::{Function, Outcome, Undecided, UndecidedKind, Unexamined, Verdict};
use execute::Examination;
pub use kernel_call::kernel_call;
use subject::Subject;

/// The kernels to examine, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// OpenCL C sources, and files linked with them.
    pub files: Vec<PathBuf>,
    /// The kernel; if `None`, every kernel of the files.
    pub kernel: Option<String>,
    /// The texts of `--arg`.
    pub args: Vec<String>,
    /// The texts of `--alias`.
    pub aliases: Vec<String>,
    /// The texts of `--global`: variables and, without a `=`, the index space.
    pub globals: Vec<String>,
    /// The text of `--local`.
    pub local: Option<String>,
    /// The text of `--offset`.
    pub offset: Option<String>,
    /// The accesses of work-items that count as races.
    pub races: Races,
    /// Items of a sub-group, if the user gives their number.
    pub sub_group: Option<u64>,
    /// The limit of a group's local memory in bytes, if there is one.
    pub local_memory: Option<u64>,
    /// The texts of `--size`.
    pub sizes: Vec<String>,
    /// The file that receives all accesses of work-items.
    pub access_log: Option<Arc<AccessLogFile>>,
    /// Whether code may stay unexecuted at all sizes.
    pub allow_unreached: bool,
    /// Everything that drivers share.
    pub settings: Settings,
}

/// Examines kernels for defects.
///
/// # Errors
/// If the input is bad or a tool is missing. What the analysis cannot decide is an
/// UNDECIDED outcome, not an error.
pub fn kernel(request: &Request, progress: &Progress<'_>) -> Result<Outcome, Problem> {
    let settings = &request.settings;
    let mut clock = Clock::new();
    progress.message("compiling".to_owned());
    progress.so_far(|| nothing_known(request, None));
    let clang = Clang::find()?;
    let context = inkwell::context::Context::create();
    let (indexed, variables): (Vec<&String>, Vec<&String>) =
        request.globals.iter().partition(|text| !text.contains('='));
    let variables: Vec<String> = variables.into_iter().cloned().collect();
    let mut wishes = Wishes::parse(
        &request.args,
        &Default::default(),
        &request.aliases,
        &variables,
    )?;
    let ranges = sizes::parse(&request.sizes)?;
    wishes.sizes = ranges.iter().map(|r| r.name.part().to_owned()).collect();
    wishes.alone = true;

    let given = !settings.cflags.is_empty();
    let preparation = Preparation::new(&context, &clang, settings, given)?;
    let names: Vec<&str> = request.kernel.iter().map(String::as_str).collect();
    let module = preparation.compile(&request.files, &[], &names);
    let mut module = match (module, settings.stop()) {
        (Ok(module), _) => module,
        (Err(_), Some(stop)) => return Ok(nothing_known(request, Some(stop))),
        (Err(problem), None) => return Err(problem),
    };
    clock.lap(compiling(&request.files));
    let symbols = chosen(request, &module)?;
    let spaces: Vec<&str> = indexed.into_iter().map(String::as_str).collect();
    let mut subjects = Vec::new();
    let mut problems = Vec::new();
    for symbol in &symbols {
        let wishes = about(&wishes, &module, symbol, &symbols);
        match Subject::new(request, &module, symbol, (&wishes, &spaces)) {
            Ok(subject) => subjects.push(subject),
            Err(problem) => problems.push(unexamined(symbol, problem)),
        }
    }
    clock.lap("contract");
    // The code that the user wrote is executed, not what an optimiser made of it.
    let module = module.take_plain().unwrap_or(module);
    let folds = preparation.transform(&module, &symbols)?;
    let program = module.decode();
    clock.lap("lowering");

    let mut outcomes = Vec::new();
    for subject in &subjects {
        let examination = Examination {
            request,
            progress,
            preparation: &preparation,
            module: &module,
            program: &program,
            folds,
        };
        match examination.outcome(subject, &ranges, clock) {
            Ok(outcome) => outcomes.push(outcome),
            Err(problem) => problems.push(unexamined(&subject.function.name, problem)),
        }
        clock = Clock::new();
        if !outcomes.is_empty() {
            let so_far = (outcomes.clone(), problems.clone());
            progress.so_far(|| combined(so_far.0, so_far.1));
        }
    }
    if let Some(log) = &request.access_log {
        log.finish()?;
    }
    match (outcomes.is_empty(), symbols.len()) {
        (false, _) => Ok(combined(outcomes, problems)),
        // The only kernel need not be named.
        (true, 1) => Err(problems.remove(0).problem),
        (true, _) => Err(named(problems.remove(0))),
    }
}

fn unexamined(kernel: &str, problem: Problem) -> Unexamined {
    Unexamined {
        kernel: kernel.to_owned(),
        problem,
    }
}

/// The problem of a kernel, with the kernel's name.
fn named(Unexamined { kernel, problem }: Unexamined) -> Problem {
    let message = match problem.message.contains(&format!("`{kernel}`")) {
        true => problem.message,
        false => format!("kernel `{kernel}`: {}", problem.message),
    };
    Problem { message, ..problem }
}

/// The symbols of the kernels to examine.
fn chosen(request: &Request, module: &Module<'_>) -> Result<Vec<String>, Problem> {
    let all = kernels(module.native());
    if all.is_empty() {
        return Err(Problem::new("there is no kernel in these files")
            .help("a kernel is a function of a .cl file that is marked `__kernel`"));
    }
    let Some(name) = &request.kernel else {
        return Ok(all);
    };
    let symbol = module.resolve(name)?;
    match all.contains(&symbol) {
        true => Ok(vec![symbol]),
        false => Err(Problem::new(format!("`{name}` is no kernel"))
            .help(format!("the kernels are {}", all.join(", ")))),
    }
}

/// The wishes that concern one of several kernels. A wish that fits no kernel is kept, so
/// that it is reported as an error.
fn about(wishes: &Wishes, module: &Module<'_>, symbol: &str, all: &[String]) -> Wishes {
    let mut own = wishes.clone();
    let names = |symbol: &str| parameters(module.compiled(), symbol);
    let others: Vec<String> = all
        .iter()
        .filter(|other| *other != symbol)
        .flat_map(|other| names(other))
        .collect();
    let mine = names(symbol);
    let fits = |name: &str| {
        let is = |known: &String| known == name;
        mine.iter().any(is) || !others.iter().any(is)
    };
    own.args.retain(|arg| fits(arg.name.part()));
    own.aliases.retain(|alias| fits(alias.param.part()));
    own
}

/// The outcome of all kernels: that of a single one, or the worst, with all of them. It is
/// not CLEAN if one could not be examined.
fn combined(outcomes: Vec<Outcome>, problems: Vec<Unexamined>) -> Outcome {
    let rank = |outcome: &&Outcome| match outcome.verdict {
        Verdict::Defect => 2,
        Verdict::Undecided => 1,
        _ => 0,
    };
    let several = outcomes.len() + problems.len() > 1;
    // Among equally bad outcomes the first.
    let worst = outcomes.iter().rev().max_by_key(rank).cloned();
    let mut outcome = match worst {
        Some(worst) if several => Outcome {
            kernels: outcomes,
            ..worst
        },
        Some(worst) => worst,
        None => unreachable!("there is a kernel at least"),
    };
    for unexamined in problems {
        let kernel = unexamined.kernel.clone();
        let problem = named(unexamined);
        outcome.verdict = outcome.verdict.unfinished();
        let why = Undecided::new(UndecidedKind::Preparation, problem.message.clone());
        outcome.undecided.push(why.with_help(problem.help.clone()));
        outcome.problems.push(Unexamined { kernel, problem });
    }
    outcome
}

/// The outcome while files are compiled, or when time expires during that.
fn nothing_known(request: &Request, stop: Option<Undecided>) -> Outcome {
    let name = request.kernel.clone().unwrap_or_default();
    let mut tally = Tally::of_kernel(Function {
        symbol: name.clone(),
        name,
        location: None,
        flags: Vec::new(),
        compilation: None,
    });
    if let Some(stop) = stop {
        tally.expired(stop);
    }
    tally.outcome(None, String::new(), &request.settings, Clock::new())
}
