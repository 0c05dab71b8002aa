//! Sources to one linked LLVM module per side.
//!
//! Two regimes. Without an `-O` flag of the user's, clang emits the IR of
//! `-O1` before any optimisation, and [`super::passes::tidy`] cleans it up
//! without changing what the program does. With one, clang's own pipeline
//! runs at that level, so that its transformations are part of what is
//! checked. Invariant: [`Compiled::native`] is the program exactly as clang
//! (or the given bitcode) has it; replay runs that one.

use std::ffi::{OsStr, c_void};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use inkwell::context::{AsContextRef, Context};
use inkwell::llvm_sys::LLVMDiagnosticSeverity;
use inkwell::llvm_sys::core::{
    LLVMContextSetDiagnosticHandler, LLVMDisposeMessage, LLVMGetDiagInfoDescription,
    LLVMGetDiagInfoSeverity,
};
use inkwell::llvm_sys::linker::LLVMLinkModules2;
use inkwell::llvm_sys::prelude::LLVMDiagnosticInfoRef;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;

use super::debug_info::DebugInfo;
use super::error::{BadIr, FrontendError, nearest};
use super::passes;
use super::runtime::link_runtime;
use super::simd_count;
use super::tools::Clang;
use crate::deadline::Deadline;
use crate::llvm;

/// The harness header, written out for every compilation so that an installed
/// binary carries it.
const KLEE_H: &str = include_str!("../../runtime/include/klee/klee.h");

const TEMPLATES: &str = "templates.h";
/// The header included before every file.
const TEMPLATES_H: &str = include_str!("../../runtime/include/templates.h");

/// Time between two looks at clang and at the deadline.
const PERIOD: Duration = Duration::from_millis(2);

/// How to compile one side.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// Flags of both sides (`--cflags`), in order.
    pub common: Vec<String>,
    /// Flags of this side, after the common ones.
    pub side: Vec<String>,
    /// Functions to compile even if they are `static` and nothing calls them, as
    /// the user names them.
    pub keep: Vec<String>,
    /// Whether clang's messages are coloured.
    pub colour: bool,
    /// When to give up.
    pub deadline: Deadline,
}

impl Flags {
    fn all(&self) -> impl Iterator<Item = &String> {
        self.common.iter().chain(&self.side)
    }

    /// The user's last `-O` flag.
    fn level(&self) -> Option<&str> {
        self.all().filter_map(|f| f.strip_prefix("-O")).last()
    }

    /// Whether clang optimises, so that the module is not to be touched further.
    fn optimised(&self) -> bool {
        self.level().is_some_and(|level| level != "0")
    }

    /// The same without optimisation.
    fn plain(&self) -> Flags {
        let keep = |flags: &[String]| {
            let kept = flags.iter().filter(|f| !f.starts_with("-O"));
            kept.cloned().collect()
        };
        Flags {
            common: keep(&self.common),
            side: keep(&self.side),
            ..self.clone()
        }
    }

    /// The whole command line of clang but for the files.
    fn arguments(&self) -> Vec<String> {
        // Reports name local variables.
        let mut args: Vec<&str> = vec!["-c", "-emit-llvm", "-fno-discard-value-names"];
        match self.level() {
            None => args.extend(["-O1", "-Xclang", "-disable-llvm-passes"]),
            Some("0") => args.extend(["-Xclang", "-disable-O0-optnone"]),
            Some(_) => {}
        }
        if !self.all().any(|f| f.starts_with("-ffp-contract")) {
            args.push("-ffp-contract=off");
        }
        args.extend(self.all().map(String::as_str));
        // Positional: these have to follow the level.
        if !self.optimised() {
            args.extend(["-fno-vectorize", "-fno-slp-vectorize"]);
        }
        if !self.all().any(|f| f == "-g0") {
            args.push("-g");
        }
        args.push(match self.colour {
            true => "-fcolor-diagnostics",
            false => "-fno-color-diagnostics",
        });
        args.into_iter().map(str::to_owned).collect()
    }
}

/// One side, compiled and linked.
#[derive(Debug)]
pub struct Compiled<'c> {
    /// The module to lower and execute.
    pub module: Module<'c>,
    /// The same program before any pass of ours, for native replay.
    pub native: Module<'c>,
    /// The program without the user's optimisations, where there are any: its loops
    /// are those of the source, which the contract is inferred from.
    plain: Option<Module<'c>>,
    /// The native module's debug info.
    pub debug: DebugInfo,
    /// clang's warnings, word for word; empty when there are none.
    pub warnings: String,
}

impl<'c> Compiled<'c> {
    /// The module whose loops are those of the source.
    pub(super) fn plain(&self) -> &Module<'c> {
        self.plain.as_ref().unwrap_or(&self.module)
    }
}

/// Compiles and links the files of one side.
///
/// # Errors
/// A missing or unknown file, whatever clang refuses (its own words in
/// [`FrontendError::Clang`]), IR that cannot be read, or a link conflict.
pub fn compile<'c>(
    context: &'c Context,
    clang: &Clang,
    sources: &[PathBuf],
    flags: &Flags,
) -> Result<Compiled<'c>, FrontendError> {
    if sources.is_empty() {
        return Err(FrontendError::NoSources);
    }
    for path in sources {
        if !path.exists() {
            return Err(missing(path));
        }
    }
    let (native, warnings) = build(context, clang, sources, flags)?;
    let module = llvm::copy(&native).map_err(|message| FrontendError::Pass { message })?;
    link_runtime(context, clang, &module)?;
    let mut plain = None;
    if flags.optimised() {
        passes::lower_switches(&module)?;
        let (unoptimised, _) = build(context, clang, sources, &flags.plain())?;
        passes::tidy(&unoptimised)?;
        plain = Some(unoptimised);
    } else {
        passes::tidy(&module)?;
    }
    let debug = DebugInfo::read(&native);
    Ok(Compiled {
        module,
        native,
        plain,
        debug,
        warnings,
    })
}

/// Compiles and links the files of one side as clang has them, for a native run.
///
/// # Errors
/// As [`compile`].
pub fn compile_only<'c>(
    context: &'c Context,
    clang: &Clang,
    sources: &[PathBuf],
    flags: &Flags,
) -> Result<Module<'c>, FrontendError> {
    Ok(build(context, clang, sources, flags)?.0)
}

/// Compiles and links; also returns clang's warnings.
fn build<'c>(
    context: &'c Context,
    clang: &Clang,
    sources: &[PathBuf],
    flags: &Flags,
) -> Result<(Module<'c>, String), FrontendError> {
    let scratch = Scratch::new()?;
    let mut warnings = String::new();
    let mut linked: Option<Module<'c>> = None;
    for (index, path) in sources.iter().enumerate() {
        let module = match Kind::of(path)? {
            Kind::Ir => read_ir(context, path, path)?,
            Kind::Source => {
                let output = scratch.dir.path().join(format!("{index}.bc"));
                warnings += &run_clang(clang, path, &output, flags, &scratch)?;
                read_ir(context, path, &output)?
            }
        };
        match &linked {
            None => linked = Some(module),
            Some(into) => link(context, into, module)?,
        }
    }
    let linked = linked.ok_or(FrontendError::NoSources)?;
    simd_count::instrument(&linked);
    Ok((linked, warnings))
}

enum Kind {
    Source,
    Ir,
}

impl Kind {
    fn of(path: &Path) -> Result<Kind, FrontendError> {
        match path.extension().and_then(OsStr::to_str) {
            Some("c" | "cc" | "cpp" | "cxx" | "c++" | "C" | "i" | "ii") => Ok(Kind::Source),
            Some("ll" | "bc") => Ok(Kind::Ir),
            _ => Err(FrontendError::SourceKind { path: path.into() }),
        }
    }
}

/// A directory for one compilation, with the harness header in it.
pub(super) struct Scratch {
    dir: tempfile::TempDir,
}

impl Scratch {
    /// Writes a file to compile.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<PathBuf, FrontendError> {
        let path = self.dir.path().join(name);
        std::fs::write(&path, text).map_err(|e| FrontendError::Io {
            path: path.clone(),
            reason: e.to_string(),
        })?;
        Ok(path)
    }

    pub(super) fn new() -> Result<Scratch, FrontendError> {
        let failed = |path: &Path, e: std::io::Error| FrontendError::Io {
            path: path.into(),
            reason: e.to_string(),
        };
        let dir = tempfile::Builder::new()
            .prefix("simdiff-")
            .tempdir()
            .map_err(|e| failed(&std::env::temp_dir(), e))?;
        let headers = dir.path().join("include/klee");
        std::fs::create_dir_all(&headers).map_err(|e| failed(&headers, e))?;
        let header = headers.join("klee.h");
        std::fs::write(&header, KLEE_H).map_err(|e| failed(&header, e))?;
        let scratch = Scratch { dir };
        scratch.write(TEMPLATES, TEMPLATES_H)?;
        Ok(scratch)
    }
}

/// Compiles a file of our own run-time library. It has no debug info: what goes
/// wrong in it is blamed on the program's call.
pub(super) fn compile_runtime<'c>(
    context: &'c Context,
    clang: &Clang,
    source: &Path,
    scratch: &Scratch,
) -> Result<Module<'c>, FrontendError> {
    let output = source.with_extension("bc");
    let flags = Flags {
        common: [
            "-O1",
            "-fno-builtin",
            "-fno-vectorize",
            "-fno-slp-vectorize",
            "-g0",
        ]
        .map(str::to_owned)
        .to_vec(),
        ..Flags::default()
    };
    run_clang(clang, source, &output, &flags, scratch)?;
    let module = read_ir(context, source, &output)?;
    passes::lower_switches(&module)?;
    Ok(module)
}

/// Compiles one file; returns clang's warnings.
///
/// The functions to keep are tried first, all of them, then one at a time, since
/// the file need not declare every one.
fn run_clang(
    clang: &Clang,
    source: &Path,
    output: &Path,
    flags: &Flags,
    scratch: &Scratch,
) -> Result<String, FrontendError> {
    let all = (flags.keep.len() > 1).then_some(flags.keep.as_slice());
    for keep in all.into_iter().chain(flags.keep.chunks(1)) {
        if let Ok(warnings) = run_clang_keeping(clang, source, output, flags, keep, scratch) {
            return Ok(warnings);
        }
    }
    run_clang_keeping(clang, source, output, flags, &[], scratch)
}

/// Compiles one file; where functions are to be kept, as an include of a text that
/// takes their addresses.
fn run_clang_keeping(
    clang: &Clang,
    source: &Path,
    output: &Path,
    flags: &Flags,
    keep: &[String],
    scratch: &Scratch,
) -> Result<String, FrontendError> {
    let io = |e: std::io::Error| FrontendError::Io {
        path: clang.path.clone(),
        reason: e.to_string(),
    };
    let mut command = Command::new(&clang.path);
    command
        .args(flags.arguments())
        .arg("-isystem")
        .arg(scratch.dir.path().join("include"))
        .arg("-include")
        .arg(scratch.dir.path().join(TEMPLATES))
        .arg("-o")
        .arg(output);
    if keep.is_empty() {
        command.arg("--").arg(source).stdin(Stdio::null());
    } else {
        let text: String = keep
            .iter()
            .enumerate()
            .map(|(i, name)| {
                format!(
                    "static __attribute__((used)) const void *const simdiff_keep_{i} = (const void *)&{name};\n"
                )
            })
            .collect();
        let path = scratch.dir.path().join("keep");
        std::fs::write(&path, text).map_err(io)?;
        let language = match source.extension().and_then(OsStr::to_str) {
            Some("c" | "i") => "c",
            _ => "c++",
        };
        let text = std::fs::File::open(&path).map_err(io)?;
        command.args(["-x", language, "-include"]).arg(source);
        command.arg("-").stdin(text);
    }
    // A file, not a pipe: nobody reads while clang writes.
    let messages = scratch.dir.path().join("messages");
    let file = std::fs::File::create(&messages).map_err(io)?;
    let mut child = command
        .stdout(Stdio::null())
        .stderr(file)
        .spawn()
        .map_err(io)?;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(io)? {
            break status;
        }
        if flags.deadline.expired().is_some() {
            // It may have ended by itself in between.
            let _ = child.kill();
            let _ = child.wait();
            return Err(FrontendError::Time {
                path: source.into(),
            });
        }
        std::thread::sleep(PERIOD);
    };
    let diagnostics = std::fs::read(&messages).map_err(io)?;
    let diagnostics = String::from_utf8_lossy(&diagnostics).into_owned();
    if status.success() {
        Ok(diagnostics)
    } else {
        Err(FrontendError::Clang {
            path: source.into(),
            diagnostics,
        })
    }
}

/// Reads and verifies a module; `source` is the file to blame.
fn read_ir<'c>(
    context: &'c Context,
    source: &Path,
    file: &Path,
) -> Result<Module<'c>, FrontendError> {
    let bytes = std::fs::read(file).map_err(|e| FrontendError::Io {
        path: source.into(),
        reason: e.to_string(),
    })?;
    let error = |kind, message: String| FrontendError::Ir {
        path: source.into(),
        kind,
        message,
    };
    let buffer = MemoryBuffer::create_from_memory_range_copy(&bytes, &source.to_string_lossy());
    let module = context.create_module_from_ir(buffer).map_err(|message| {
        let message = message.to_string();
        error(bad_ir(&bytes, file, &message), message)
    })?;
    if let Err(message) = module.verify() {
        return Err(error(BadIr::Invalid, message.to_string()));
    }
    Ok(module)
}

/// Why LLVM did not read these bytes.
fn bad_ir(bytes: &[u8], file: &Path, message: &str) -> BadIr {
    const RAW: &[u8] = b"BC\xc0\xde";
    const WRAPPED: &[u8] = &[0xde, 0xc0, 0x17, 0x0b];
    let bitcode = bytes.starts_with(RAW) || bytes.starts_with(WRAPPED);
    if !bitcode {
        let named_bitcode = file.extension().is_some_and(|e| e == "bc");
        return match (named_bitcode, bytes.len() < 4) {
            (true, true) => BadIr::Truncated,
            (true, false) => BadIr::Corrupt,
            (false, _) => BadIr::Text,
        };
    }
    // The reader names the producer when it differs from itself and the two
    // agree on the epoch.
    let producer = message.split("Producer: 'LLVM").nth(1);
    let foreign = producer.is_some_and(|p| !p.starts_with(super::tools::LLVM_VERSION));
    if foreign || message.contains("Incompatible epoch") {
        return BadIr::Foreign;
    }
    match bytes.starts_with(RAW) && ends_early(&bytes[RAW.len()..]) {
        true => BadIr::Truncated,
        false => BadIr::Corrupt,
    }
}

/// Whether the last block of a bitstream is longer than what is there. Every
/// top-level block starts with its kind in one word and its length in the next.
fn ends_early(mut stream: &[u8]) -> bool {
    if stream.is_empty() {
        return true;
    }
    while !stream.is_empty() {
        let words = stream
            .get(4..8)
            .and_then(|b| b.try_into().ok())
            .map(u32::from_le_bytes);
        let block = words.and_then(|w| stream.get(8 + 4 * w as usize..));
        match block {
            Some(rest) => stream = rest,
            None => return true,
        }
    }
    false
}

/// Links `module` into `into`.
pub(super) fn link<'c>(
    context: &'c Context,
    into: &Module<'c>,
    module: Module<'c>,
) -> Result<(), FrontendError> {
    extern "C" fn collect(info: LLVMDiagnosticInfoRef, messages: *mut c_void) {
        // SAFETY: LLVM passes a live diagnostic and the pointer registered below,
        // which is null or a live `Vec<String>` that nothing else borrows.
        unsafe {
            let Some(messages) = messages.cast::<Vec<String>>().as_mut() else {
                return;
            };
            if LLVMGetDiagInfoSeverity(info) == LLVMDiagnosticSeverity::LLVMDSError {
                let text = LLVMGetDiagInfoDescription(info);
                messages.push(
                    std::ffi::CStr::from_ptr(text)
                        .to_string_lossy()
                        .into_owned(),
                );
                LLVMDisposeMessage(text);
            }
        }
    }
    let mut messages: Vec<String> = Vec::new();
    // SAFETY: both modules live in `context`; linking consumes `module`, so it is not
    // dropped here. The handler stays installed without its vector: LLVM's default
    // handler would end the process on an error.
    let failed = unsafe {
        let raw = context.as_ctx_ref();
        LLVMContextSetDiagnosticHandler(raw, Some(collect), (&raw mut messages).cast());
        let failed = LLVMLinkModules2(into.as_mut_ptr(), module.as_mut_ptr()) != 0;
        std::mem::forget(module);
        LLVMContextSetDiagnosticHandler(raw, Some(collect), std::ptr::null_mut());
        failed
    };
    if failed {
        return Err(FrontendError::Link {
            message: messages.join("; "),
        });
    }
    Ok(())
}

/// The error for a path that does not exist, with the nearest name beside it.
fn missing(path: &Path) -> FrontendError {
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    let names: Vec<String> = std::fs::read_dir(directory)
        .map(|entries| {
            entries
                .flatten()
                .filter(|e| e.path().is_file())
                .map(|e| e.file_name().to_string_lossy().into_owned())
                .collect()
        })
        .unwrap_or_default();
    let best = nearest(&wanted, names.iter().map(String::as_str))
        .first()
        .copied();
    FrontendError::SourceMissing {
        path: path.into(),
        nearest: best.map(|name| path.with_file_name(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(text: &str) -> Vec<String> {
        let common = text.split_whitespace().map(str::to_owned).collect();
        Flags {
            common,
            ..Flags::default()
        }
        .arguments()
    }

    fn has(args: &[String], flag: &str) -> bool {
        args.iter().any(|a| a == flag)
    }

    #[test]
    fn the_default_regime_disables_passes() {
        assert!(has(&flags("-msse4.1"), "-disable-llvm-passes"));
        assert!(!has(&flags("-O2"), "-disable-llvm-passes"));
    }

    #[test]
    fn contraction_is_off_unless_asked_for() {
        assert!(has(&flags(""), "-ffp-contract=off"));
        assert!(!has(&flags("-ffp-contract=fast"), "-ffp-contract=off"));
    }

    #[test]
    fn bitcode_of_another_llvm_is_told_by_its_producer() {
        let message = "Unknown attribute kind (91) (Producer: 'LLVM21.1.0' Reader: 'LLVM 19.1.7')";
        let kind = |message| bad_ir(b"BC\xc0\xde", Path::new("x.bc"), message);
        assert_eq!(kind(message), BadIr::Foreign);
        assert_ne!(kind(&message.replace("LLVM21", "LLVM19")), BadIr::Foreign);
    }

    #[test]
    fn the_vectorizers_stay_on_at_the_users_level() {
        assert!(has(&flags(""), "-fno-slp-vectorize"));
        assert!(!has(&flags("-O3"), "-fno-slp-vectorize"));
    }
}
