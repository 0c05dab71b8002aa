//! Makes LLVM modules that call x86 intrinsics from LLVM's declarations alone, so that
//! tests cover every supported intrinsic without a list.
#![allow(dead_code, reason = "each test program uses a part")]

pub mod registers;
pub mod wrappers;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;

use simdiff_sse_lowering::Lowering;

/// A lowering with the installed clang.
pub fn lowering() -> Lowering {
    Lowering::new(Path::new("clang-19")).expect("clang-19 is installed")
}

/// Compiles C with clang and the given flags.
pub fn compile<'ctx>(context: &'ctx Context, flags: &[&str], source: &str) -> Module<'ctx> {
    let mut clang = Command::new("clang-19")
        .args(flags)
        .args(["-x", "c", "-c", "-emit-llvm", "-o", "-", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    clang
        .stdin
        .take()
        .unwrap()
        .write_all(source.as_bytes())
        .unwrap();
    let output = clang.wait_with_output().unwrap();
    assert!(output.status.success());
    let buffer = MemoryBuffer::create_from_memory_range_copy(&output.stdout, "test");
    Module::parse_bitcode_from_buffer(&buffer, context).unwrap()
}
