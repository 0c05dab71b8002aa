//! Reads modules from files, and links two modules.

use std::path::Path;
use std::process::{Command, Stdio};

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;

use super::clang::{Scratch, last_words};
use super::error::{BadIr, FrontendError};
use super::tools::Clang;
use crate::child;
use crate::deadline::Deadline;
use crate::llvm;
use crate::regular;

/// The largest size of an LLVM IR file in bytes.
const MOST: u64 = 1 << 30;

/// Reads a module that the user gives. LLVM's readers trust their input: on a damaged file
/// they abort, or go on with undefined behaviour. So LLVM's own `opt` reads and verifies
/// the file in a separate process, and only the bitcode that `opt` writes is read here.
pub(super) fn read_foreign<'c>(
    context: &'c Context,
    clang: &Clang,
    source: &Path,
    scratch: &Scratch,
    deadline: &Deadline,
) -> Result<Module<'c>, FrontendError> {
    let io = |e: std::io::Error| FrontendError::Io {
        path: source.into(),
        reason: e.to_string(),
    };
    let bytes = regular::read(source, MOST).map_err(io)?;
    // A copy under a plain name, so that the verified bytes are those that were read.
    let given = scratch.dir.path().join("given");
    std::fs::write(&given, &bytes).map_err(io)?;
    let vetted = scratch.dir.path().join("vetted.bc");
    let opt = clang.opt()?;
    let mut command = Command::new(&opt);
    command
        .arg("-passes=verify")
        .arg("-o")
        .arg(&vetted)
        .arg(&given);
    let ended = child::run(command.stdin(Stdio::null()), deadline);
    let Some(ended) = ended.map_err(|e| FrontendError::Io {
        path: opt.clone(),
        reason: e.to_string(),
    })?
    else {
        return Err(FrontendError::Time {
            path: source.into(),
        });
    };
    if ended.status.success() {
        return read_ir(context, source, &vetted);
    }
    // `opt` exits with 1 if it refuses a file.
    if ended.status.code() != Some(1) || ended.messages.contains("LLVM ERROR: ") {
        return Err(FrontendError::Crash {
            path: source.into(),
            tool: "LLVM",
            said: last_words(&ended.messages),
        });
    }
    let given = given.to_string_lossy();
    let tool = opt.to_string_lossy();
    let message = ended.messages.replace(&*given, &source.to_string_lossy());
    let message = message.replace(&format!("{tool}: "), "");
    let kind = match message.contains("input module is broken") {
        true => BadIr::Invalid,
        false => bad_ir(&bytes, source, &message),
    };
    Err(FrontendError::Ir {
        path: source.into(),
        kind,
        message: message.trim_end().to_owned(),
    })
}

/// Reads and verifies a module that clang or LLVM wrote for this run; errors name `source`.
pub(super) fn read_ir<'c>(
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

/// The reason why LLVM could not read these bytes.
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
    // The reader names the producer if that is another version but uses the same epoch.
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

/// Whether the last block of a bitstream extends past its end. Every top-level block starts
/// with its kind in one word and its length in words in the next.
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
    let linked = llvm::link(context, into, module);
    linked.map_err(|message| FrontendError::Link { message })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitcode_of_another_llvm_is_told_by_its_producer() {
        let message = "Unknown attribute kind (91) (Producer: 'LLVM21.1.0' Reader: 'LLVM 19.1.7')";
        let kind = |message| bad_ir(b"BC\xc0\xde", Path::new("x.bc"), message);
        assert_eq!(kind(message), BadIr::Foreign);
        assert_ne!(kind(&message.replace("LLVM21", "LLVM19")), BadIr::Foreign);
    }
}
