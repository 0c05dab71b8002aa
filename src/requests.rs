//! Turns options into requests.

use std::sync::Arc;
use std::time::Instant;

use simdiff::accuracy::Tolerance;
use simdiff::assumption::Assumption;
use simdiff::commit::Commit;
use simdiff::compile_commands::Build;
use simdiff::deadline::{Alarm, Deadline};
use simdiff::equiv::Budget;
use simdiff::frontend::{Contraction, Devices, Shared};
use simdiff::kernel::AccessLogFile;
use simdiff::launch::Races;
use simdiff::problem::Problem;
use simdiff::settings::{Grant, Settings, UndefinedLevels};
use simdiff::symex::Search;
use simdiff::{check, kernel, rulebook, run};

use crate::args::{
    Check, Common, ContractOption, DeviceOption, FormatOption, Kernel, LaunchOptions, Run,
    SameValueOption, SearchOption,
};

/// The request of `simdiff run`.
pub fn run_request(options: Run, mut settings: Settings) -> run::Request {
    settings.devices = match options.device {
        None => Devices::Both,
        Some(DeviceOption::Cpu) => Devices::Cpu,
        Some(DeviceOption::Gpu) => Devices::Gpu,
    };
    run::Request {
        files: options.files,
        args: options.args,
        allow_read: options.allow_read,
        races: Races {
            atomics_in_order: options.assume_atomic_order,
            ..Races::default()
        },
        certificate: options.certificate.is_some(),
        settings,
    }
}

/// The request of `simdiff kernel`.
pub fn kernel_request(options: Kernel, mut settings: Settings) -> kernel::Request {
    settings.relations = relations(&options.assume);
    kernel::Request {
        files: options.files,
        kernel: options.kernel,
        args: options.args,
        aliases: options.alias,
        globals: options.globals,
        local: options.local,
        offset: options.offset,
        races: races(&options.launch),
        sub_group: options.launch.sub_group,
        local_memory: options.launch.local_memory,
        sizes: options.sizes,
        access_log: access_log(&options.launch),
        allow_unreached: options.allow_unreached,
        settings,
    }
}

/// The texts of `--assume`, trimmed.
fn relations(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| text.trim().to_owned()).collect()
}

/// The file for all accesses of work-items, if one is wanted.
fn access_log(options: &LaunchOptions) -> Option<Arc<AccessLogFile>> {
    let path = options.access_log.as_deref()?;
    Some(Arc::new(AccessLogFile::new(path)))
}

/// The request of `simdiff check`.
///
/// # Errors
/// If an option is invalid, a commit is unknown, or no file is named.
pub fn check_request(options: Check, mut settings: Settings) -> Result<check::Request, Problem> {
    let port = options.port.unwrap_or_else(|| options.reference.clone());
    if let Some(text) = &options.tolerance {
        let tolerance = Tolerance::parse(text);
        settings.tolerance =
            Some(tolerance.map_err(|e| Problem::new(format!("--tolerance: {e}")))?);
    }
    settings.relations = relations(&options.assume);
    settings.fast_math = options.assume_fast_math.then(Grant::default);
    let commit = |name: &str| {
        let commit = Commit::named(name, &settings.deadline())?;
        Ok::<_, Problem>(commit.map(Arc::new))
    };
    let commits = [commit(&options.reference)?, commit(&port)?];
    let files = match options.files.is_empty() {
        true => check::files_of_names([&options.reference, &port], &commits)?,
        false => options.files,
    };
    Ok(check::Request {
        commits,
        args: options.args,
        own_args: [options.reference_args, options.port_args],
        globals: options.globals,
        local: options.local,
        offset: options.offset,
        races: races(&options.launch),
        sub_group: options.launch.sub_group,
        local_memory: options.launch.local_memory,
        setup: options.setup,
        aliases: options.alias,
        sizes: options.sizes,
        allow_unreached: options.allow_unreached,
        reference_flags: options.reference_flags,
        port_flags: options.port_flags,
        certificate: options.certificate.is_some(),
        access_log: access_log(&options.launch),
        settings,
        ..check::Request::new(files, options.reference, port)
    })
}

/// The accesses of work-items that count as races.
fn races(options: &LaunchOptions) -> Races {
    Races {
        excluded: options.assume_race_free,
        atomics_in_order: options.assume_atomic_order,
        same_value: options.same_value_writes == SameValueOption::Defect,
        ..Races::default()
    }
}

/// A deadline that only an alarm brings about.
pub fn unlimited(alarm: Arc<Alarm>) -> Deadline {
    Deadline::new(None, alarm)
}

/// The settings that the commands share. `color` says whether the compiler may colour its
/// diagnostics.
///
/// # Errors
/// If an option is invalid, or a rule file is refused.
pub fn settings(
    common: &Common,
    started: Instant,
    alarm: Arc<Alarm>,
    color: bool,
) -> Result<Settings, Problem> {
    let mut budget = Budget::default();
    for text in &common.budget {
        let set = budget.set(text);
        set.map_err(|e| Problem::new(format!("--budget: {e}")))?;
    }
    let mut undefined = UndefinedLevels::default();
    for text in &common.undefined {
        let set = undefined.set(text);
        set.map_err(|e| Problem::new(format!("--undefined: {e}")))?;
    }
    let deadline = Deadline::new(started.checked_add(common.timeout), Arc::clone(&alarm));
    let book = rulebook::load(&common.rules.files, common.rules.trust, &deadline)?;
    let build = common.compile_commands.as_deref().map(Build::read);
    let build = build
        .transpose()
        .map_err(|(what, help)| Problem::new(what).help(help))?;
    Ok(Settings {
        build: build.map(Arc::new),
        budget,
        undefined,
        rules: book.rules,
        own_rules: book.own,
        cflags: common.cflags.clone(),
        assumptions: common.granted.about_floats(),
        fast_math: None,
        zeroed_memory: common.granted.has(Assumption::ZeroedMemory),
        relations: Vec::new(),
        tolerance: None,
        cpu: common.cpu.clone(),
        contract: match common.contract {
            ContractOption::Off => Contraction::Off,
            ContractOption::On => Contraction::On,
            ContractOption::Any => Contraction::Any,
        },
        c_functions: common.granted.has(Assumption::CFunctions),
        devices: Devices::default(),
        instrument_simd: common.instrument_simd,
        phi_fold_threshold: common.phi_fold_threshold,
        phi_fold_unsafe: !common.no_phi_fold_unsafe,
        max_steps: common.max_steps,
        max_paths: common.max_paths,
        max_memory: common.max_memory,
        merge: !common.no_merge,
        leaks: common.leaks,
        search: match common.search {
            SearchOption::DepthFirst => Search::DepthFirst,
            SearchOption::RandomPath => Search::RandomPath,
            SearchOption::Coverage => Search::Coverage,
        },
        timeout: common.timeout,
        started,
        alarm,
        timings: common.timings || common.format == FormatOption::Record,
        color,
        native: !common.no_native,
        shared: common.modules.clone().map(Shared::new),
    })
}
