//! Every semantic function against the instruction itself.
//!
//! For each supported intrinsic and immediate one wrapper is compiled twice:
//! as it is, where code generation emits the instruction, and lowered. Both
//! run on every pair of special values and on random vectors (their number:
//! `SIMDIFF_ORACLE_VECTORS`, 10,000 by default) and must agree: bit for bit,
//! except that where lanes are computed by float arithmetic all NaNs are alike.
//!
//! An ISA extension that this machine lacks is reported as not run.

#[path = "../support/mod.rs"]
mod support;

mod operands;

use std::collections::BTreeMap;
use std::process::ExitCode;

use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::execution_engine::ExecutionEngine;
use inkwell::intrinsics::Intrinsic;
use inkwell::module::Module;
use inkwell::values::{CallSiteValue, FunctionValue, InstructionOpcode};

use operands::{Mixture, Random, fill, lane_bits, specials};
use support::wrappers::{SLOT, Shape, Wrapper};

const MOST_OPERANDS: usize = 5;
/// Operands or a result, aligned for every vector load.
#[derive(Clone, Copy, PartialEq)]
#[repr(align(64))]
struct Aligned<const N: usize>([u8; N]);
type Operands = Aligned<{ SLOT * MOST_OPERANDS }>;
type Code = unsafe extern "C" fn(*mut u8, *mut u8);

fn main() -> ExitCode {
    let vectors = match std::env::var("SIMDIFF_ORACLE_VECTORS").map(|v| v.parse()) {
        Ok(Ok(vectors)) => vectors,
        Ok(Err(error)) => panic!("SIMDIFF_ORACLE_VECTORS: {error}"),
        Err(_) => 10_000,
    };
    let lowering = support::lowering();
    let mut by_isa: BTreeMap<String, Vec<Wrapper>> = BTreeMap::new();
    for intrinsic in lowering.supported().expect("the semantics compile") {
        for wrapper in Wrapper::all(&intrinsic) {
            by_isa
                .entry(wrapper.features.clone())
                .or_default()
                .push(wrapper);
        }
    }
    let mut failures = 0;
    for (features, wrappers) in &by_isa {
        if let Some(lacking) = lacking(features) {
            println!(
                "{features}: {} wrappers NOT RUN: this processor lacks {lacking}",
                wrappers.len()
            );
            continue;
        }
        let context = Context::create();
        let hardware = compile(build(&context, wrappers, ""));
        let lowered = build(&context, wrappers, &library_features());
        let report = lowering.lower(&lowered).expect("lowers");
        assert!(
            report.unknown.is_empty(),
            "left in place: {:?}",
            report.unknown
        );
        let alike: Vec<bool> = wrappers
            .iter()
            .map(|w| has_float_arithmetic(lowered.get_function(&w.name()).expect("defined")))
            .collect();
        define_approximations(&lowered);
        let lowered = compile(lowered);
        let mut pairs = 0;
        for (wrapper, nans_alike) in wrappers.iter().zip(alike) {
            let comparison = Comparison {
                wrapper,
                hardware: code(&hardware, wrapper),
                lowered: code(&lowered, wrapper),
                nans_alike,
            };
            match comparison.run(vectors) {
                Ok(count) => pairs += count,
                Err(message) => {
                    failures += 1;
                    println!("{message}");
                }
            }
        }
        println!(
            "{features}: {} wrappers agree on {pairs} operand vectors",
            wrappers.len()
        );
    }
    println!("{failures} wrappers differ from the hardware");
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The first of `+a,+b` that this processor lacks.
fn lacking(features: &str) -> Option<&str> {
    features
        .split(',')
        .map(|f| f.trim_start_matches('+'))
        .find(|feature| match *feature {
            "sse" => !is_x86_feature_detected!("sse"),
            "sse2" => !is_x86_feature_detected!("sse2"),
            "sse3" => !is_x86_feature_detected!("sse3"),
            "ssse3" => !is_x86_feature_detected!("ssse3"),
            "sse4.1" => !is_x86_feature_detected!("sse4.1"),
            "sse4.2" | "crc32" => !is_x86_feature_detected!("sse4.2"),
            "avx" => !is_x86_feature_detected!("avx"),
            "avx2" => !is_x86_feature_detected!("avx2"),
            "fma" => !is_x86_feature_detected!("fma"),
            "f16c" => !is_x86_feature_detected!("f16c"),
            "pclmul" => !is_x86_feature_detected!("pclmulqdq"),
            "aes" => !is_x86_feature_detected!("aes"),
            "sha" => !is_x86_feature_detected!("sha"),
            "bmi" => !is_x86_feature_detected!("bmi1"),
            "bmi2" => !is_x86_feature_detected!("bmi2"),
            _ => true,
        })
}

/// Without these the generated code calls the C library to round and to convert
/// halves.
fn library_features() -> String {
    let mut features = String::new();
    if is_x86_feature_detected!("sse4.1") {
        features += ",+sse4.1";
    }
    if is_x86_feature_detected!("f16c") {
        features += ",+f16c";
    }
    features
}

fn build<'ctx>(context: &'ctx Context, wrappers: &[Wrapper], features: &str) -> Module<'ctx> {
    let module = context.create_module("wrappers");
    for wrapper in wrappers {
        wrapper.define(&module, features);
    }
    module
}

fn compile(module: Module<'_>) -> ExecutionEngine<'_> {
    module
        .create_jit_execution_engine(OptimizationLevel::None)
        .expect("compiles")
}

fn code(engine: &ExecutionEngine<'_>, wrapper: &Wrapper) -> Code {
    let address = engine
        .get_function_address(&wrapper.name())
        .expect("compiled");
    // SAFETY: `Wrapper::define` gives the function this type; the engine is
    // alive as long as the code is called.
    unsafe { std::mem::transmute::<usize, Code>(address) }
}

/// Gives the approximate functions the instruction as their body, lane 0 in
/// and out: what is tested is that the right lanes go through them.
fn define_approximations(module: &Module<'_>) {
    let context = module.get_context();
    for (name, intrinsic) in [
        ("simdiff.approx.rcpss", "llvm.x86.sse.rcp.ss"),
        ("simdiff.approx.rsqrtss", "llvm.x86.sse.rsqrt.ss"),
    ] {
        let Some(function) = module.get_function(name) else {
            continue;
        };
        let instruction = Intrinsic::find(intrinsic)
            .and_then(|i| i.get_declaration(module, &[]))
            .expect("known to LLVM");
        let builder = context.create_builder();
        builder.position_at_end(context.append_basic_block(function, "entry"));
        let lane = function.get_first_param().expect("one parameter");
        let zero = context.i32_type().const_zero();
        let vector = context.f32_type().vec_type(4).const_zero();
        let vector = builder
            .build_insert_element(vector, lane, zero, "")
            .expect("a vector");
        let result = builder
            .build_call(instruction, &[vector.into()], "")
            .expect("a call");
        let result = result
            .try_as_basic_value()
            .basic()
            .expect("a value")
            .into_vector_value();
        let lane = builder
            .build_extract_element(result, zero, "")
            .expect("a lane");
        builder.build_return(Some(&lane)).expect("a block");
    }
}

/// Whether a lowered wrapper can make a NaN, as opposed to passing one on.
fn has_float_arithmetic(function: FunctionValue<'_>) -> bool {
    use InstructionOpcode::{FAdd, FDiv, FMul, FPExt, FPTrunc, FSub};
    function
        .get_basic_block_iter()
        .flat_map(|b| b.get_instructions())
        .any(|instruction| {
            let callee = CallSiteValue::try_from(instruction)
                .ok()
                .and_then(|c| c.get_called_fn_value());
            let name = callee
                .map(|f| f.get_name().to_string_lossy().into_owned())
                .unwrap_or_default();
            let rounds = ["roundeven", "trunc", "floor", "ceil", "sqrt", "fma"]
                .iter()
                .any(|operation| name.starts_with(&format!("llvm.{operation}.")));
            rounds
                || matches!(
                    instruction.get_opcode(),
                    FAdd | FDiv | FMul | FPExt | FPTrunc | FSub
                )
        })
}

struct Comparison<'a> {
    wrapper: &'a Wrapper,
    hardware: Code,
    lowered: Code,
    nans_alike: bool,
}

impl Comparison<'_> {
    /// The number of operand vectors, or how the first differing one differs.
    fn run(&self, vectors: usize) -> Result<usize, String> {
        let shapes = &self.wrapper.operands;
        assert!(shapes.len() <= MOST_OPERANDS);
        let special: Vec<_> = shapes.iter().map(|&s| specials(s)).collect();
        let first = special.first().map_or(1, Vec::len);
        let second = special.get(1).map_or(1, Vec::len);
        let mut rng = Random(first as u64);
        let mut operands: Operands = Aligned([0; SLOT * MOST_OPERANDS]);
        // Many immediates share the work of eight.
        let (choice, choices) = self.wrapper.choice;
        let step = (choices / 8).max(1);
        let pairs = (choice % step..first * second).step_by(step);
        let count = pairs.len() + vectors / step;
        for pair in pairs {
            for (i, &shape) in shapes.iter().enumerate() {
                let values = &special[i];
                let index = [pair % first, pair / first].get(i).copied();
                let mut next = index.unwrap_or_else(|| rng.below(values.len()));
                let stride = rng.below(values.len());
                let slot = &mut operands.0[SLOT * i..][..shape.bytes().max(16)];
                fill(slot, lane_bits(shape), |_| {
                    let value = values[next];
                    next += stride;
                    if next >= values.len() {
                        next -= values.len();
                    }
                    value
                });
            }
            self.compare(&operands)?;
        }
        let mixtures: Vec<_> = shapes
            .iter()
            .map(|&s| (s.bytes().max(16), Mixture::of(s)))
            .collect();
        for _ in 0..vectors / step {
            for (i, (bytes, mixture)) in mixtures.iter().enumerate() {
                mixture.fill(&mut operands.0[SLOT * i..][..*bytes], &mut rng);
            }
            self.compare(&operands)?;
        }
        Ok(count)
    }

    fn compare(&self, operands: &Operands) -> Result<(), String> {
        let run = |code: Code| {
            let (mut memory, mut result) = (*operands, Aligned([0; SLOT]));
            // SAFETY: both buffers are as large as the wrapper's operands.
            unsafe { code(memory.0.as_mut_ptr(), result.0.as_mut_ptr()) };
            (memory, result.0)
        };
        let (expected_memory, expected) = run(self.hardware);
        let (memory, result) = run(self.lowered);
        if memory == expected_memory && self.same(&expected, &result) {
            return Ok(());
        }
        let shown: Vec<String> = self
            .wrapper
            .operands
            .iter()
            .enumerate()
            .map(|(i, shape)| hex(&operands.0[SLOT * i..][..shape.bytes()]))
            .collect();
        Err(format!(
            "{} of {}\n  hardware {}\n  lowered  {}",
            self.wrapper.name(),
            shown.join(", "),
            hex(&expected[..self.wrapper.result.map_or(0, Shape::bytes)]),
            hex(&result[..self.wrapper.result.map_or(0, Shape::bytes)]),
        ))
    }

    fn same(&self, expected: &[u8; SLOT], result: &[u8; SLOT]) -> bool {
        match self.wrapper.result {
            Some(Shape::Float { bits, .. }) if self.nans_alike => {
                let width = (bits / 8) as usize;
                expected
                    .chunks(width)
                    .zip(result.chunks(width))
                    .all(|(e, r)| e == r || (is_nan(e) && is_nan(r)))
            }
            _ => expected == result,
        }
    }
}

fn is_nan(lane: &[u8]) -> bool {
    match *lane {
        [a, b] => u16::from_le_bytes([a, b]) & 0x7fff > 0x7c00,
        [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).is_nan(),
        [a, b, c, d, e, f, g, h] => f64::from_le_bytes([a, b, c, d, e, f, g, h]).is_nan(),
        _ => false,
    }
}

/// Little-endian bytes as a number, most significant digit first.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().rev().map(|b| format!("{b:02x}")).collect()
}
