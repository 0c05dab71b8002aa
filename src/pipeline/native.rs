//! What is executed, as native code: built when first needed, with and without each
//! sanitizer.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use super::module::Module;
use crate::replay::{Case, Complaint, NativeSide, Outcome, ReplayError, Sanitizer, Surroundings};

/// One version, compiled for this machine when first needed, with and without each
/// sanitizer.
pub struct Native<'m, 'c> {
    module: &'m Module<'c>,
    symbol: &'m str,
    clang: &'m Path,
    zeroed_memory: bool,
    surroundings: Surroundings,
    built: Option<Result<NativeSide, String>>,
    sanitized: BTreeMap<Sanitizer, Result<NativeSide, String>>,
    /// Spent on building and running.
    spent: Duration,
}

impl<'m, 'c> Native<'m, 'c> {
    /// Function `symbol` of `module`, as clang made it. Nothing is built yet.
    pub fn new(module: &'m Module<'c>, symbol: &'m str, clang: &'m Path) -> Native<'m, 'c> {
        Native {
            module,
            symbol,
            clang,
            zeroed_memory: false,
            surroundings: Surroundings::default(),
            built: None,
            sanitized: BTreeMap::new(),
            spent: Duration::ZERO,
        }
    }

    /// The functions that the user's files define.
    pub fn defined(&self) -> FxHashSet<String> {
        let functions = self.module.native().get_functions();
        let defined = functions.filter(|f| f.count_basic_blocks() > 0);
        defined
            .map(|f| f.get_name().to_string_lossy().into_owned())
            .collect()
    }

    /// The same, with heap blocks that start as zeros if `zeroed`.
    #[must_use]
    pub fn with_zeroed_memory(self, zeroed: bool) -> Native<'m, 'c> {
        Native {
            zeroed_memory: zeroed,
            ..self
        }
    }

    /// Says what its calls rest on besides arguments, before any is built.
    pub fn surround(&mut self, surroundings: Surroundings) {
        self.surroundings = surroundings;
    }

    /// What a sanitizer says of one case.
    ///
    /// # Errors
    /// Why it cannot be asked, as a sentence.
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

    /// The time spent on native code since this was asked last.
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

    /// Bytes of each parameter of `main` or another function, as
    /// [`NativeSide::parameters`] has them.
    ///
    /// # Errors
    /// Why it cannot be built, as a sentence.
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

    /// Runs one case.
    ///
    /// # Errors
    /// Why it cannot be run, as a sentence.
    pub fn run(&mut self, case: Case) -> Result<Outcome, String> {
        let mut outcomes = self.run_all(&[case])?;
        outcomes
            .pop()
            .ok_or_else(|| "no outcome came back".to_owned())
    }

    /// Runs many cases; one outcome each.
    ///
    /// # Errors
    /// Why they cannot be run, as a sentence.
    pub fn run_all(&mut self, cases: &[Case]) -> Result<Vec<Outcome>, String> {
        let start = Instant::now();
        let outcomes = self
            .side()
            .and_then(|side| side.run(cases).map_err(sentence));
        self.spent += start.elapsed();
        outcomes
    }
}

/// Builds a version of a module, with the builtins that it calls where it is a kernel or a
/// host.
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
    let version = linked.as_ref().unwrap_or(version);
    NativeSide::surrounded(version, symbol, clang, sanitizer, surroundings).map_err(sentence)
}

fn sentence(error: ReplayError) -> String {
    error.to_string()
}
