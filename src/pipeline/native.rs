//! Native code of a version: built on demand, with and without each sanitizer.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use super::module::Module;
use crate::frontend::{check_library, tame_divisions};
use crate::replay::{
    Case, Complaint, Moved, NativeSide, Outcome, ReplayError, Sanitizer, Surroundings,
};

/// One version, compiled for this machine on demand, with and without each sanitizer.
pub struct Native<'m, 'c> {
    module: &'m Module<'c>,
    symbol: &'m str,
    clang: &'m Path,
    zeroed_memory: bool,
    surroundings: Surroundings,
    built: Option<Result<NativeSide, String>>,
    sanitized: BTreeMap<Sanitizer, Result<NativeSide, String>>,
    moved: BTreeMap<Moved, Result<NativeSide, String>>,
    unoptimised: Option<Result<NativeSide, String>>,
    /// Time spent building and running.
    spent: Duration,
}

impl<'m, 'c> Native<'m, 'c> {
    /// Makes the native side of function `symbol` of `module`, as clang compiled it.
    /// Nothing is built yet.
    pub fn new(module: &'m Module<'c>, symbol: &'m str, clang: &'m Path) -> Native<'m, 'c> {
        Native {
            module,
            symbol,
            clang,
            zeroed_memory: false,
            surroundings: Surroundings::default(),
            built: None,
            sanitized: BTreeMap::new(),
            moved: BTreeMap::new(),
            unoptimised: None,
            spent: Duration::ZERO,
        }
    }

    /// Returns the functions that the user's files define.
    pub fn defined(&self) -> FxHashSet<String> {
        let functions = self.module.native().get_functions();
        let defined = functions.filter(|f| f.count_basic_blocks() > 0);
        defined
            .map(|f| f.get_name().to_string_lossy().into_owned())
            .collect()
    }

    /// Returns this side with heap blocks that start as zeros if `zeroed`.
    #[must_use]
    pub fn with_zeroed_memory(self, zeroed: bool) -> Native<'m, 'c> {
        Native {
            zeroed_memory: zeroed,
            ..self
        }
    }

    /// Sets what calls depend on besides arguments. Must be called before anything is
    /// built.
    pub fn surround(&mut self, surroundings: Surroundings) {
        self.surroundings = surroundings;
    }

    /// Runs one case under a sanitizer; returns its complaint, if any.
    ///
    /// # Errors
    /// If the case cannot be run, the reason as a sentence.
    pub fn complaint(
        &mut self,
        sanitizer: Sanitizer,
        case: &Case,
    ) -> Result<Option<Complaint>, String> {
        let start = Instant::now();
        let complaint = self.ask(sanitizer, case);
        self.spent += start.elapsed();
        complaint
    }

    /// Runs one case of a call with the program's objects moved to places with no more alignment
    /// than is guaranteed.
    ///
    /// # Errors
    /// If the case cannot be run, the reason as a sentence.
    pub fn run_moved(&mut self, by: Moved, case: Case) -> Result<Outcome, String> {
        let start = Instant::now();
        let surroundings = Surroundings {
            moved: Some(by),
            ..self.surroundings.clone()
        };
        let (module, symbol, clang) = (self.module, self.symbol, self.clang);
        let make = || build(module, module.native(), symbol, clang, None, &surroundings);
        let side = self.moved.entry(by).or_insert_with(make);
        let side = side.as_ref().map_err(Clone::clone);
        let outcomes = side.and_then(|side| side.run(&[case]).map_err(sentence));
        self.spent += start.elapsed();
        let mut outcomes = outcomes?;
        outcomes
            .pop()
            .ok_or_else(|| "no outcome came back".to_owned())
    }

    /// As [`Native::run_all`], with code generated as without `-O`.
    ///
    /// # Errors
    /// If the cases cannot be run, the reason as a sentence.
    pub fn run_unoptimised(&mut self, cases: &[Case]) -> Result<Vec<Outcome>, String> {
        let start = Instant::now();
        let surroundings = Surroundings {
            unoptimised: true,
            ..self.surroundings.clone()
        };
        let (module, symbol, clang) = (self.module, self.symbol, self.clang);
        let make = || build(module, module.native(), symbol, clang, None, &surroundings);
        let side = self.unoptimised.get_or_insert_with(make).as_ref();
        let outcomes = side
            .map_err(Clone::clone)
            .and_then(|side| side.run(cases).map_err(sentence));
        self.spent += start.elapsed();
        outcomes
    }

    /// Returns the time spent on native code since the last call.
    pub fn take_spent(&mut self) -> Duration {
        std::mem::take(&mut self.spent)
    }

    fn ask(&mut self, sanitizer: Sanitizer, case: &Case) -> Result<Option<Complaint>, String> {
        let (module, symbol, clang) = (self.module, self.symbol, self.clang);
        let surroundings = &self.surroundings;
        let build = || {
            let watcher = Some(sanitizer);
            match sanitizer.generated() {
                Some(flags) => build(
                    module,
                    &module.checked(flags)?,
                    symbol,
                    clang,
                    watcher,
                    surroundings,
                ),
                None => build(
                    module,
                    module.native(),
                    symbol,
                    clang,
                    watcher,
                    surroundings,
                ),
            }
        };
        let side = self.sanitized.entry(sanitizer).or_insert_with(build);
        let side = side.as_ref().map_err(Clone::clone)?;
        side.complaint(case).map_err(sentence)
    }

    /// Returns the size in bytes of each parameter of the function, as
    /// [`NativeSide::parameters`] does.
    ///
    /// # Errors
    /// If it cannot be built, the reason as a sentence.
    pub fn parameters(&mut self) -> Result<&[Option<usize>], String> {
        Ok(self.side()?.parameters())
    }

    fn side(&mut self) -> Result<&NativeSide, String> {
        let (module, symbol, clang) = (self.module, self.symbol, self.clang);
        let (zeroed, surroundings) = (self.zeroed_memory, &self.surroundings);
        self.built
            .get_or_insert_with(|| {
                let native = module.native();
                let mut side = build(module, native, symbol, clang, None, surroundings)?;
                if zeroed {
                    side.set_zeroed_memory();
                }
                Ok(side)
            })
            .as_ref()
            .map_err(|reason| reason.clone())
    }

    /// Runs one case natively.
    ///
    /// # Errors
    /// If it cannot be run, the reason as a sentence.
    pub fn run(&mut self, case: Case) -> Result<Outcome, String> {
        let mut outcomes = self.run_all(&[case])?;
        outcomes
            .pop()
            .ok_or_else(|| "no outcome came back".to_owned())
    }

    /// Runs many cases natively; returns one outcome each.
    ///
    /// # Errors
    /// If they cannot be run, the reason as a sentence.
    pub fn run_all(&mut self, cases: &[Case]) -> Result<Vec<Outcome>, String> {
        let start = Instant::now();
        let outcomes = self
            .side()
            .and_then(|side| side.run(cases).map_err(sentence));
        self.spent += start.elapsed();
        outcomes
    }
}

/// Builds a version of a module; a kernel or a host is linked with the builtins that it
/// calls.
fn build<'c>(
    module: &Module<'c>,
    version: &inkwell::module::Module<'c>,
    symbol: &str,
    clang: &Path,
    sanitizer: Option<Sanitizer>,
    surroundings: &Surroundings,
) -> Result<NativeSide, String> {
    if !module.may_run() {
        return Err("--no-native: checked code is not run".to_owned());
    }
    let linked = match &surroundings.kernel {
        _ if surroundings.host => Some(module.with_host_library(version)?),
        Some(_) => Some(module.with_device_library(version)?),
        None => None,
    };
    // The trap of a division shows its defect to this sanitizer alone; elsewhere a kernel goes
    // on with some result.
    if let Some(linked) = linked
        .as_ref()
        .filter(|_| sanitizer != Some(Sanitizer::Address))
    {
        tame_divisions(linked);
    }
    if let Some(linked) = linked
        .as_ref()
        .filter(|_| sanitizer == Some(Sanitizer::Alignment))
    {
        check_library(linked, version).map_err(|error| error.to_string())?;
    }
    let version = linked.as_ref().unwrap_or(version);
    NativeSide::surrounded(version, symbol, clang, sanitizer, surroundings).map_err(sentence)
}

fn sentence(error: ReplayError) -> String {
    error.to_string()
}
