//! Building the native program and running cases on it.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use bitcode_cache::Cache;
use inkwell::module::Module;
use tempfile::TempDir;

use super::case::Response;
use super::confinement::Confinement;
use super::driver;
use super::moved::Moved;
use super::sanitizer::{Complaint, Sanitizer};
use super::thunk::{self, Signature, Surroundings};
use super::{Arg, Case, Outcome, ReplayError, in_file};
use crate::budgets::replay::{CALL_TIME, DRIVER_TIME, LEAST_CALL_TIME, SANITIZED_CALL_TIME};
use crate::child;
use crate::deadline::Deadline;

/// The program's output.
struct Answer {
    stdout: Vec<u8>,
    stderr: String,
}

/// One function, compiled for this machine. Its program lives in a temporary directory that
/// is removed with this value.
#[derive(Debug)]
pub struct NativeSide {
    directory: TempDir,
    program: PathBuf,
    signature: Signature,
    timeout: Duration,
    sanitizer: Option<Sanitizer>,
    /// The sanitizer's helper that turns addresses into source lines.
    symbolizer: Option<PathBuf>,
    is_kernel: bool,
    is_host: bool,
    zeroed_memory: bool,
    /// Directories of the user's that it may read.
    readable: Vec<PathBuf>,
}

impl NativeSide {
    /// Compiles function `symbol` of `module` for this machine with the given clang. The
    /// module is as it came from clang, before any lowering; the function may be the `main`
    /// of a harness.
    ///
    /// # Errors
    /// Every [`ReplayError`] but `Mismatch` and `Driver`. Functions that the module only
    /// declares are looked for in the C and C++ runtime and libm. A missing function ends
    /// the run as [`Outcome::Diverged`] when it is called; a missing variable is a `Link`
    /// error.
    pub fn build(
        module: &Module<'_>,
        symbol: &str,
        clang: &Path,
    ) -> Result<NativeSide, ReplayError> {
        NativeSide::make(module, symbol, clang, None, &Surroundings::default())
    }

    /// Builds as [`NativeSide::build`], in the native code's surroundings and, if a
    /// sanitizer is given, with its checks for [`NativeSide::complaint`].
    ///
    /// # Errors
    /// As [`NativeSide::build`]; `Link` also if the sanitizer's run-time library is
    /// missing.
    pub fn surrounded(
        module: &Module<'_>,
        symbol: &str,
        clang: &Path,
        sanitizer: Option<Sanitizer>,
        surroundings: &Surroundings,
    ) -> Result<NativeSide, ReplayError> {
        NativeSide::make(module, symbol, clang, sanitizer, surroundings)
    }

    /// Builds as [`NativeSide::build`], with a sanitizer's checks for
    /// [`NativeSide::complaint`].
    ///
    /// # Errors
    /// As [`NativeSide::build`]; `Link` also if the sanitizer's run-time library is
    /// missing.
    pub fn sanitized(
        module: &Module<'_>,
        symbol: &str,
        clang: &Path,
        sanitizer: Sanitizer,
    ) -> Result<NativeSide, ReplayError> {
        let none = Surroundings::default();
        NativeSide::make(module, symbol, clang, Some(sanitizer), &none)
    }

    fn make(
        module: &Module<'_>,
        symbol: &str,
        clang: &Path,
        sanitizer: Option<Sanitizer>,
        surroundings: &Surroundings,
    ) -> Result<NativeSide, ReplayError> {
        let (module, signature) = thunk::with_thunk(module, symbol, sanitizer, surroundings)?;
        let directory = TempDir::new().map_err(in_file(&std::env::temp_dir()))?;
        let bitcode = directory.path().join("side.bc");
        let program = directory.path().join("side");
        fs::write(&bitcode, module.write_bitcode_to_memory().as_slice())
            .map_err(in_file(&bitcode))?;
        let flags = flags(sanitizer, surroundings);
        let driver = driver::object(clang, &flags, directory.path())?;

        // The module has been optimised already: only generate code.
        let link = |stubs: &[PathBuf]| {
            let mut command = Command::new(clang);
            if let Some(sanitizer) = sanitizer {
                let wrapped = sanitizer.wrapped().iter();
                command
                    .args(wrapped.map(|f| format!("-Wl,--wrap={f}")))
                    .args(signature.cxx.then_some("--driver-mode=g++"));
            }
            command
                .args(&flags)
                .args(["-Wl,--gc-sections", "-Wl,--no-demangle"])
                .arg(&driver)
                .args(["-x", "c"])
                .args(stubs)
                .args(["-x", "ir"])
                .arg(&bitcode)
                .args(signature.cxx.then_some("-lstdc++"))
                .arg("-lm")
                .arg("-o")
                .arg(&program);
            child::bind(&mut command).output().map_err(in_file(clang))
        };
        let mut output = link(&[])?;
        if !output.status.success() {
            let names = missing(&module, &String::from_utf8_lossy(&output.stderr));
            if !names.is_empty() {
                let stubs = directory.path().join("stubs.c");
                fs::write(&stubs, stub_source(&names)).map_err(in_file(&stubs))?;
                output = link(&[stubs])?;
            }
        }
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(ReplayError::Link(message.trim_end().into()));
        }
        Ok(NativeSide {
            directory,
            program,
            signature,
            timeout: match sanitizer {
                Some(_) => SANITIZED_CALL_TIME,
                None => CALL_TIME,
            },
            sanitizer,
            symbolizer: sanitizer.and_then(|_| symbolizer(clang)),
            is_kernel: surroundings.kernel.is_some(),
            is_host: surroundings.host,
            zeroed_memory: false,
            readable: surroundings.readable.clone(),
        })
    }

    /// Sets the time for one call, at least a millisecond.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout.max(LEAST_CALL_TIME);
    }

    /// Makes `malloc` return zeroed memory from now on (glibc only; locals stay as they
    /// are).
    pub fn set_zeroed_memory(&mut self) {
        self.zeroed_memory = true;
    }

    /// Size in bytes of each LLVM parameter that is a scalar; `None` for a pointer.
    pub fn parameters(&self) -> &[Option<usize>] {
        &self.signature.parameters
    }

    /// Runs every case, each in a process of its own.
    ///
    /// # Errors
    /// `Mismatch` if a case does not fit the parameters, `Io` or `Driver` if the program
    /// cannot be run. An error of the function itself is an [`Outcome`].
    pub fn run(&self, cases: &[Case]) -> Result<Vec<Outcome>, ReplayError> {
        let output = self.execute(cases)?;
        let mut response = Response(&output.stdout);
        let outcomes = cases
            .iter()
            .map(|case| case.decode(&mut response, self.signature.result))
            .collect();
        if !response.0.is_empty() {
            return Err(ReplayError::Driver("its answer is too long".into()));
        }
        outcomes
    }

    /// The sanitizer's first report on one case; `None` without a report, or if this side
    /// was built without a sanitizer.
    ///
    /// # Errors
    /// As [`NativeSide::run`].
    pub fn complaint(&self, case: &Case) -> Result<Option<Complaint>, ReplayError> {
        let Some(sanitizer) = self.sanitizer else {
            return Ok(None);
        };
        let output = self.execute(std::slice::from_ref(case))?;
        Ok(sanitizer.complaint(&output.stderr))
    }

    fn execute(&self, cases: &[Case]) -> Result<Answer, ReplayError> {
        let milliseconds = u32::try_from(self.timeout.as_millis()).unwrap_or(u32::MAX);
        let mut request = Vec::new();
        for (i, case) in cases.iter().enumerate() {
            self.fits(case)
                .map_err(|what| ReplayError::Mismatch { case: i, what })?;
            case.encode(milliseconds, &mut request);
        }
        // A file, not a pipe: the response may exceed a pipe's capacity before it is read.
        let path = self.directory.path().join("cases");
        fs::write(&path, &request).map_err(in_file(&path))?;
        let mut command = Command::new(&self.program);
        if let Some(sanitizer) = self.sanitizer {
            let (variable, options) = sanitizer.options();
            let symbolizer = match &self.symbolizer {
                // No process can be started from a work-item's stack.
                _ if self.is_kernel || self.is_host => ":symbolize=0".to_owned(),
                Some(path) => format!(":external_symbolizer_path={}", path.display()),
                None => String::new(),
            };
            command.env(variable, format!("{options}{symbolizer}"));
            child::unlimited(&mut command);
        }
        if self.zeroed_memory {
            // glibc fills fresh blocks with the complement of this byte.
            command.env("MALLOC_PERTURB_", "255");
        }
        let confinement = Confinement {
            directory: self.directory.path().to_owned(),
            readable: self.readable.clone(),
            helper: self.symbolizer.clone(),
            sanitized: self.sanitizer.is_some(),
        };
        let in_program = in_file(&self.program);
        let confined = confinement.apply(&mut command);
        let cases = u32::try_from(cases.len()).unwrap_or(u32::MAX);
        let deadline = Deadline::default().within(self.timeout.saturating_mul(cases) + DRIVER_TIME);
        command.stdin(File::open(&path).map_err(in_file(&path))?);
        let ended = confined.and_then(|()| child::output(&mut command, &deadline));
        let Some((ended, stdout)) = ended.map_err(in_program)? else {
            return Err(ReplayError::Driver("it did not end in time".into()));
        };
        if !ended.status.success() {
            let message = format!("{} ({})", ended.messages.trim_end(), ended.status);
            return Err(ReplayError::Driver(message));
        }
        Ok(Answer {
            stdout,
            stderr: ended.messages,
        })
    }

    fn fits(&self, case: &Case) -> Result<(), String> {
        match (self.is_kernel, &case.launch) {
            _ if self.is_host != case.host.is_some() => {
                return Err("commands of no host, or a host without".to_owned());
            }
            (true, None) => return Err("a call of a kernel without work-items".to_owned()),
            (false, Some(_)) => return Err("work-items of no kernel".to_owned()),
            _ => {}
        }
        let parameters = self.parameters();
        let variable = |arg: &&Arg| matches!(arg, Arg::Global { .. });
        let given = case.args.len() - case.args.iter().rev().take_while(variable).count();
        if given != parameters.len() {
            let wanted = parameters.len();
            return Err(format!("{given} arguments for {wanted} parameters"));
        }
        for (i, (arg, parameter)) in case.args.iter().zip(parameters).enumerate() {
            match (arg, parameter) {
                (Arg::Scalar(bytes), size) if bytes.len() != size.unwrap_or(8) => {
                    let (given, wanted) = (bytes.len(), size.unwrap_or(8));
                    return Err(format!("argument {i}: {given} bytes instead of {wanted}"));
                }
                (Arg::Scalar(_), _) => {}
                (_, Some(_)) => return Err(format!("argument {i}: a pointer for a scalar")),
                (Arg::Alias(of), None) => {
                    let original = case.args.get(*of).filter(|_| *of < i);
                    if !matches!(original, Some(Arg::Buffer(_) | Arg::ReadOnly(_))) {
                        return Err(format!("argument {i}: an alias of no earlier buffer"));
                    }
                }
                (Arg::Global { .. }, None) => {
                    return Err(format!("argument {i}: a variable for a pointer"));
                }
                (Arg::Buffer(_) | Arg::ReadOnly(_) | Arg::Strings(_), None) => {}
            }
        }
        Ok(())
    }
}

/// The path of LLVM's symbolizer, if clang finds it.
fn symbolizer(clang: &Path) -> Option<PathBuf> {
    let cache = Cache::of_user();
    let answer = cache.answer(clang, "-print-prog-name=llvm-symbolizer");
    let path = PathBuf::from(answer.ok()?.trim());
    // For a program that it does not find, clang prints the bare name.
    path.is_absolute().then_some(path)
}

/// The functions of the module that the linker reports as missing.
fn missing(module: &Module<'_>, messages: &str) -> BTreeSet<String> {
    let named = messages.split("undefined reference to `").skip(1);
    named
        .filter_map(|rest| rest.split_once('\'').map(|(name, _)| name))
        .filter(|name| module.get_function(name).is_some())
        .map(str::to_owned)
        .collect()
}

/// Definitions of missing functions: a run that calls one ends there.
fn stub_source(names: &BTreeSet<String>) -> String {
    let stub = |(i, name): (usize, &String)| {
        format!(
            "void stub{i}(void) __asm__(\"{name}\");\n\
             void stub{i}(void) {{ simdiff_missing(\"{name}\"); }}\n"
        )
    };
    let head = "void simdiff_missing(const char *);\n".to_owned();
    head + &names.iter().enumerate().map(stub).collect::<String>()
}

/// The flags with which the program and its driver are compiled.
fn flags(sanitizer: Option<Sanitizer>, surroundings: &Surroundings) -> Vec<String> {
    let mut flags = match sanitizer {
        None if surroundings.unoptimised => vec!["-w", "-O0"],
        None => vec!["-w", "-O1", "-Xclang", "-disable-llvm-passes"],
        // A sanitizer is a pass; at -O0 hardly any other pass runs.
        Some(sanitizer) => {
            let mut flags = vec!["-w", "-O0", "-DSANITIZED=1", sanitizer.flag()];
            flags.extend(sanitizer.flags());
            flags
        }
    };
    flags.extend(surroundings.moved.map(Moved::flag));
    flags.extend(surroundings.kernel.is_some().then_some("-DLAUNCH=1"));
    flags.extend(surroundings.host.then_some("-DHOST=1"));
    if surroundings.kernel.is_some() || surroundings.host {
        // Two calls of a barrier stay two: code generation merges equal ends of blocks.
        flags.extend(["-mllvm", "-enable-tail-merge=false"]);
    }
    flags.extend([
        "-ffunction-sections",
        "-fdata-sections",
        "-fno-omit-frame-pointer",
    ]);
    flags.into_iter().map(str::to_owned).collect()
}
