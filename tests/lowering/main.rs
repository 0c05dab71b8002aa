//! Every SIMD lowering, executed symbolically on concrete operands, against
//! the instruction itself.
//!
//! Special values and random vectors, shared by an intrinsic's immediates, of
//! which each gets one at least (`SIMDIFF_EXECUTOR_VECTORS`, 32 by default). Results are the same
//! bit for bit, except that where lanes are computed by float arithmetic all
//! NaNs are alike. Where this processor lacks the instruction, the executor is
//! compared with the lowering as native code, and the test's name says so; for
//! floats of 16 bits there is none.

extern crate sse_lowering as simdiff_sse_lowering;

#[path = "../../sse-lowering/tests/hardware/comparison.rs"]
#[allow(dead_code, reason = "the native test uses the rest")]
mod comparison;
#[path = "../../sse-lowering/tests/hardware/native.rs"]
#[allow(dead_code, reason = "the native test uses the rest")]
mod native;
#[path = "../../sse-lowering/tests/hardware/operands.rs"]
mod operands;
#[path = "../../sse-lowering/tests/support/mod.rs"]
mod support;

mod executor;

use inkwell::context::Context;
use libtest_mimic::{Arguments, Failed, Trial};
use sse_lowering::{Intrinsic, Status};

use comparison::{Comparison, has_float_arithmetic};
use executor::Execution;
use operands::sample;
use simdiff::program::Program;
use support::wrappers::Wrapper;

fn main() {
    let vectors = match std::env::var("SIMDIFF_EXECUTOR_VECTORS").map(|v| v.parse()) {
        Ok(Ok(vectors)) => vectors,
        Ok(Err(error)) => panic!("SIMDIFF_EXECUTOR_VECTORS: {error}"),
        Err(_) => 32,
    };
    let supported = support::lowering()
        .supported()
        .expect("the semantics compile");
    let trials = supported.chunk_by(|a, b| a.isa == b.isa).map(|extension| {
        // Uninterpreted functions have no value to compare.
        let exact: Vec<Intrinsic> = extension
            .iter()
            .filter(|i| i.status == Status::Exact)
            .cloned()
            .collect();
        let isa = &extension[0].isa;
        let lacking = native::lacking(isa);
        let against = match lacking {
            true => "the native lowering",
            false => "the hardware",
        };
        let name = format!("{isa} agrees with {against}");
        Trial::test(name, move || agrees(&exact, vectors))
            .with_ignored_flag(lacking && NARROW.contains(&isa.as_str()))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// The extensions for floats of 16 bits. Without their instructions, the native lowering calls
/// conversions of a compiler's library, and rounds a fused product of halves twice.
const NARROW: &[&str] = &["avx512fp16", "avx512bf16"];

fn agrees(intrinsics: &[Intrinsic], vectors: usize) -> Result<(), Failed> {
    let lowering = support::lowering();
    for some in intrinsics.chunks(16) {
        let wrappers: Vec<_> = some.iter().flat_map(Wrapper::all).collect();
        let context = Context::create();
        let lowered = native::build(&context, &wrappers, native::LIBRARY);
        lowering.lower(&lowered)?;
        let program = Program::decode(&lowered);
        let alike: Vec<bool> = wrappers
            .iter()
            .map(|w| has_float_arithmetic(lowered.get_function(&w.name()).expect("defined")))
            .collect();
        let lacking = wrappers.iter().any(|w| native::lacking(&w.features));
        let expected = native::compile(match lacking {
            true => lowered,
            false => native::build(&context, &wrappers, ""),
        });
        let mut execution = Execution::new(&program);
        for (wrapper, nans_alike) in wrappers.iter().zip(alike) {
            let code = native::code(&expected, &wrapper.name());
            let comparison = Comparison {
                wrapper,
                expected: code,
                lowered: code,
                nans_alike,
            };
            let few = (vectors / wrapper.choice.1).max(1);
            let other = wrapper.choice.0 % 8;
            for operands in sample(&wrapper.operands, few + other).split_off(other) {
                if let Some(executed) = execution.run(wrapper, &operands)? {
                    comparison.compare_with(&operands, &executed)?;
                }
            }
        }
    }
    Ok(())
}
