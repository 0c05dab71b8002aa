//! Compiles an OpenCL C program that a host builds to a module: from one source, or from
//! several that are compiled separately and linked.

use std::path::Path;

use inkwell::context::Context;
use inkwell::module::Module;

use super::alignment_checks;
use super::archive::{self, Archive, Part};
use super::clang::{Scratch, run_clang};
use super::device_features;
use super::device_program::DeviceProgram;
use super::error::FrontendError;
use super::flags::Flags;
use super::ir::{link, read_ir};
use super::opencl;
use super::runtime::undefined;
use super::tools::Clang;

/// The result of compiling a program.
pub(super) enum Compiled<'c> {
    /// A module whose kernels can run.
    Executable(Module<'c>),
    /// It compiles, and is only to be linked with others.
    Object,
    /// It does not compile, or does not link.
    Refused,
    /// clang does not know one of its options.
    WrongOptions,
}

/// Compiles one program; also returns the messages of clang and of the linker.
///
/// # Errors
/// A failure of the system or an internal one; errors in the program are
/// [`Compiled::Refused`].
pub(super) fn compiled<'c>(
    context: &'c Context,
    clang: &Clang,
    program: &DeviceProgram,
    number: usize,
    flags: &Flags,
    scratch: &Scratch,
) -> Result<(Compiled<'c>, String), FrontendError> {
    let archive = archive::read(&program.source).unwrap_or_else(|| Archive {
        parts: vec![Part {
            source: program.source.clone(),
            options: program.options.clone(),
            headers: Vec::new(),
        }],
        is_executable: true,
    });
    let several = archive.parts.len() > 1;
    let (mut whole, mut log): (Option<Module<'c>>, _) = (None, String::new());
    for (at, part) in archive.parts.iter().enumerate() {
        let name = match several {
            true => format!("program {} part {}", number + 1, at + 1),
            false => format!("program {}", number + 1),
        };
        let stem = format!("program-{number}-{at}");
        let (module, said) = of_part(context, clang, part, (&name, &stem), flags, scratch)?;
        log += &said;
        let Some(module) = module else {
            let refused = match is_about_options(&said) {
                true => Compiled::WrongOptions,
                false => Compiled::Refused,
            };
            return Ok((refused, log));
        };
        match &whole {
            None => whole = Some(module),
            Some(whole) => match link(context, whole, module) {
                Ok(()) => {}
                Err(FrontendError::Link { message }) => {
                    return Ok((Compiled::Refused, log + &format!("error: {message}\n")));
                }
                Err(error) => return Err(error),
            },
        }
    }
    let Some(module) = whole.filter(|_| archive.is_executable) else {
        return Ok((Compiled::Object, log));
    };
    let mut errors: Vec<String> = missing(&module)
        .iter()
        .map(|name| format!("error: undefined reference to '{name}'\n"))
        .collect();
    errors.extend(with_pipes(&module).iter().map(|name| {
        format!("error: kernel '{name}' takes a pipe, which the device does not support\n")
    }));
    Ok(match errors.is_empty() {
        true => (Compiled::Executable(module), log),
        false => (Compiled::Refused, log + &errors.concat()),
    })
}

/// Whether clang's messages have an error about the options: it has no position, and may
/// follow clang's own name.
fn is_about_options(messages: &str) -> bool {
    let mut errors = messages
        .lines()
        .filter_map(|line| line.split_once("error: "));
    errors.any(|(before, _)| {
        let own = before
            .strip_suffix(": ")
            .map(|path| path.rsplit('/').next());
        before.is_empty() || own.flatten().is_some_and(|name| name.starts_with("clang"))
    })
}

/// The functions that a program calls but does not define. Builtins are left out: their
/// names are mangled, except `printf` and the functions that clang itself calls.
fn missing(module: &Module<'_>) -> Vec<String> {
    let is_builtin = |name: &str| {
        ["_", "llvm.", "simdiff", "printf"]
            .iter()
            .any(|start| name.starts_with(start))
    };
    let mut names: Vec<String> = undefined(module).into_iter().collect();
    names.retain(|name| !is_builtin(name));
    names.sort();
    names
}

/// The kernels that take a pipe, which OpenCL C 2.0 has on every device.
fn with_pipes(module: &Module<'_>) -> Vec<String> {
    let mut kernels = opencl::kernels(module);
    kernels.retain(|kernel| opencl::pipe(module, kernel).is_some());
    kernels
}

/// Compiles one source; `None` if clang refuses it. Also returns clang's messages.
fn of_part<'c>(
    context: &'c Context,
    clang: &Clang,
    part: &Part,
    (name, stem): (&str, &str),
    flags: &Flags,
    scratch: &Scratch,
) -> Result<(Option<Module<'c>>, String), FrontendError> {
    let mut text = format!("#line 1 \"{name}\"\n").into_bytes();
    text.extend(&part.source);
    let path = scratch.dir.path().join(format!("{stem}.cl"));
    write(&path, &text)?;
    let headers = scratch.dir.path().join(format!("{stem}-headers"));
    for (name, text) in &part.headers {
        // A header with another name is not found, and clang says so.
        let inside = |name: &str| !name.split('/').any(|step| step.is_empty() || step == "..");
        if inside(name) {
            write(&headers.join(name), text)?;
        }
    }
    let output = path.with_extension("bc");
    let machine = flags
        .all()
        .filter(|flag| flag.starts_with("-m") || flag.starts_with("-O"));
    let options = shlex::split(&part.options).unwrap_or_default();
    let include = (!part.headers.is_empty()).then(|| format!("-I{}", headers.display()));
    let own = Flags {
        common: machine.cloned().chain(include).chain(options).collect(),
        side: ["-cl-kernel-arg-info", "-Wno-psabi"]
            .map(str::to_owned)
            .into_iter()
            .chain(device_features::flags())
            .collect(),
        keep: Vec::new(),
        programs: Vec::new(),
        colour: false,
        ..flags.clone()
    };
    match run_clang(clang, &path, &output, &own, scratch) {
        Ok(log) => {
            let module = read_ir(context, &path, &output)?;
            opencl::mark(&module);
            alignment_checks::settle(&module, flags)?;
            Ok((Some(module), log))
        }
        Err(FrontendError::Clang { diagnostics, .. }) => Ok((None, diagnostics)),
        Err(error) => Err(error),
    }
}

/// Writes a file, and creates its directories.
fn write(path: &Path, text: &[u8]) -> Result<(), FrontendError> {
    let directory = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = directory.and_then(|()| std::fs::write(path, text));
    written.map_err(|e| FrontendError::Io {
        path: path.to_owned(),
        reason: e.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_in_options_have_no_position() {
        assert!(is_about_options(
            "/usr/bin/clang-19: error: unknown argument: '-x'\n"
        ));
        assert!(is_about_options(
            "error: invalid value 'CL9' in '-cl-std=CL9'\n"
        ));
        assert!(!is_about_options(
            "program 1:2:3: error: expected ';'\n1 error generated.\n"
        ));
        assert!(!is_about_options(
            "<built-in>:2:10: fatal error: 'n.h' file not found\n"
        ));
    }
}
