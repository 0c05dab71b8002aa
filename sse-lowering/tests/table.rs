//! Checks LLVM's own table of x86 intrinsics against that of the crate.

mod support;

use simdiff_sse_lowering::Status;

use support::lowering;

#[test]
fn every_intrinsic_of_llvm_is_lowered_or_refused() {
    let all = lowering().intrinsics(None).unwrap();
    let unknown: Vec<_> = all
        .iter()
        .filter(|i| i.status == Status::Unknown)
        .map(|i| i.name.as_str())
        .collect();
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}
