//! Makes LLVM modules that call x86 intrinsics, from LLVM's own declarations
//! alone, so that every supported intrinsic is tested without being listed.
#![allow(dead_code, reason = "each test program uses a part")]

pub mod wrappers;

use std::path::Path;

use simdiff_sse_lowering::Lowering;

/// A lowering with the clang of this machine.
pub fn lowering() -> Lowering {
    Lowering::new(Path::new("clang-19")).expect("clang-19 is installed")
}
