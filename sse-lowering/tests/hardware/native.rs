//! Compiles wrappers to native code.

use inkwell::attributes::AttributeLoc;
use inkwell::context::Context;
use inkwell::execution_engine::ExecutionEngine;
use inkwell::intrinsics::Intrinsic;
use inkwell::module::{Linkage, Module};
use inkwell::targets::TargetData;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicMetadataValueEnum, FunctionValue};
use inkwell::{AddressSpace, OptimizationLevel};

use crate::support::wrappers::Wrapper;

/// The type of a wrapper: `void wrapper(ptr operands, ptr result)`.
pub type Code = unsafe extern "C" fn(*mut u8, *mut u8);

/// Features without which the generated code of lowered functions calls the C library to
/// round and to convert halves.
pub const LIBRARY: &str = ",+sse4.1,+f16c,+fma";

/// The data layout of x86-64. Without it, a 64-bit integer in a structure is aligned to 4
/// bytes.
const LAYOUT: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// Whether this processor lacks one of the features in `a` or `+a,+b`.
pub fn lacking(features: &str) -> bool {
    features
        .split(',')
        .map(|f| f.trim_start_matches('+'))
        .any(|feature| match feature {
            // Every x86-64 processor has it.
            "mmx" => false,
            "sse" => !is_x86_feature_detected!("sse"),
            "sse2" => !is_x86_feature_detected!("sse2"),
            "sse3" => !is_x86_feature_detected!("sse3"),
            "ssse3" => !is_x86_feature_detected!("ssse3"),
            "sse4.1" => !is_x86_feature_detected!("sse4.1"),
            "sse4.2" | "crc32" => !is_x86_feature_detected!("sse4.2"),
            "sse4a" => !is_x86_feature_detected!("sse4a"),
            // Rust has no name for it; processors that have it lack AVX2's successors.
            "xop" => true,
            "aes" => !is_x86_feature_detected!("aes"),
            "pclmul" => !is_x86_feature_detected!("pclmulqdq"),
            "sha" => !is_x86_feature_detected!("sha"),
            "bmi" => !is_x86_feature_detected!("bmi1"),
            "bmi2" => !is_x86_feature_detected!("bmi2"),
            "adx" => !is_x86_feature_detected!("adx"),
            "f16c" => !is_x86_feature_detected!("f16c"),
            "avx" => !is_x86_feature_detected!("avx"),
            "avx2" => !is_x86_feature_detected!("avx2"),
            "fma" => !is_x86_feature_detected!("fma"),
            "avx512f" => !is_x86_feature_detected!("avx512f"),
            "avx512vl" => !is_x86_feature_detected!("avx512vl"),
            "avx512bw" => !is_x86_feature_detected!("avx512bw"),
            "avx512dq" => !is_x86_feature_detected!("avx512dq"),
            "avx512cd" => !is_x86_feature_detected!("avx512cd"),
            "avx512vnni" => !is_x86_feature_detected!("avx512vnni"),
            "avx512vbmi" => !is_x86_feature_detected!("avx512vbmi"),
            "avx512vbmi2" => !is_x86_feature_detected!("avx512vbmi2"),
            "avx512ifma" => !is_x86_feature_detected!("avx512ifma"),
            "avx512bitalg" => !is_x86_feature_detected!("avx512bitalg"),
            "avx512fp16" => !is_x86_feature_detected!("avx512fp16"),
            "avx512bf16" => !is_x86_feature_detected!("avx512bf16"),
            "gfni" => !is_x86_feature_detected!("gfni"),
            "vaes" => !is_x86_feature_detected!("vaes"),
            "vpclmulqdq" => !is_x86_feature_detected!("vpclmulqdq"),
            other => panic!("nobody can say whether this processor has {other}"),
        })
}

/// A module of wrappers, compiled for `more_features` and, if the processor has them, for
/// their own features. Lowered code does not need its own.
pub fn build<'ctx>(
    context: &'ctx Context,
    wrappers: &[Wrapper],
    more_features: &str,
) -> Module<'ctx> {
    let module = context.create_module("wrappers");
    module.set_data_layout(&TargetData::create(LAYOUT).get_data_layout());
    for wrapper in wrappers {
        let own = match lacking(&wrapper.features) {
            true => "+avx2",
            false => &wrapper.features,
        };
        wrapper.define(&module, &format!("{own}{more_features}"));
    }
    module
}

pub fn compile(module: Module<'_>) -> ExecutionEngine<'_> {
    module
        .create_jit_execution_engine(OptimizationLevel::None)
        .expect("compiles")
}

pub fn code(engine: &ExecutionEngine<'_>, name: &str) -> Code {
    let address = engine.get_function_address(name).expect("compiled");
    // SAFETY: `Wrapper::define` gives the function this type, and the engine outlives the
    // calls.
    unsafe { std::mem::transmute::<usize, Code>(address) }
}

/// The approximate functions, each with its scalar instruction and the extension that has
/// the instruction.
const APPROXIMATIONS: [(&str, &str, &str); 8] = [
    ("simdiff.approx.rcpss", "llvm.x86.sse.rcp.ss", "sse"),
    ("simdiff.approx.rsqrtss", "llvm.x86.sse.rsqrt.ss", "sse"),
    (
        "simdiff.approx.rcp14ss",
        "llvm.x86.avx512.rcp14.ss",
        "avx512f",
    ),
    (
        "simdiff.approx.rcp14sd",
        "llvm.x86.avx512.rcp14.sd",
        "avx512f",
    ),
    (
        "simdiff.approx.rsqrt14ss",
        "llvm.x86.avx512.rsqrt14.ss",
        "avx512f",
    ),
    (
        "simdiff.approx.rsqrt14sd",
        "llvm.x86.avx512.rsqrt14.sd",
        "avx512f",
    ),
    (
        "simdiff.approx.rcpsh",
        "llvm.x86.avx512fp16.mask.rcp.sh",
        "avx512fp16",
    ),
    (
        "simdiff.approx.rsqrtsh",
        "llvm.x86.avx512fp16.mask.rsqrt.sh",
        "avx512fp16",
    ),
];

/// Gives the functions `simdiff.refused.…` bodies that only note the call: the result after it
/// is compared with the hardware's as well. Defines [`REFUSED`].
pub fn define_refusals(module: &Module<'_>) {
    let context = module.get_context();
    let byte = context.i8_type();
    let noted = module.add_global(byte, None, "noted refusal");
    noted.set_linkage(Linkage::Internal);
    noted.set_initializer(&byte.const_zero());
    let builder = context.create_builder();
    let body = |function| builder.position_at_end(context.append_basic_block(function, "entry"));
    let note = |value| {
        builder
            .build_store(noted.as_pointer_value(), value)
            .expect("a block")
    };
    for function in module.get_functions() {
        let name = function.get_name().to_bytes();
        if name.starts_with(b"simdiff.refused.") {
            body(function);
            note(byte.const_int(1, false));
            builder.build_return(None).expect("a block");
        }
    }
    let pointer = context.ptr_type(AddressSpace::default()).into();
    let ty = context.void_type().fn_type(&[pointer, pointer], false);
    let function = module.add_function(REFUSED, ty, None);
    body(function);
    let value = builder
        .build_load(byte, noted.as_pointer_value(), "")
        .expect("a block");
    let result = function.get_nth_param(1).expect("two parameters");
    builder
        .build_store(result.into_pointer_value(), value)
        .expect("a block");
    note(byte.const_zero());
    builder.build_return(None).expect("a block");
}

/// The function whose result is whether an operation was refused since its last call.
pub const REFUSED: &str = "was refused";

/// Gives each approximate function its instruction as a body, with the operand and the
/// result in lane 0. The test then checks that the right lanes pass through these
/// functions.
///
/// # Panics
/// For an approximate function without an instruction in the table, which would be called
/// without a body.
pub fn define_approximations(module: &Module<'_>) {
    for function in module.get_functions() {
        let name = function.get_name().to_string_lossy().into_owned();
        if !name.starts_with("simdiff.approx.") {
            continue;
        }
        let found = APPROXIMATIONS.iter().find(|(known, ..)| *known == name);
        let Some((_, intrinsic, extension)) = found else {
            panic!("no instruction is known for {name}");
        };
        define_approximation(module, function, intrinsic, extension);
    }
}

fn define_approximation(
    module: &Module<'_>,
    function: FunctionValue<'_>,
    intrinsic: &str,
    extension: &str,
) {
    let context = module.get_context();
    let features = context.create_string_attribute("target-features", &format!("+{extension}"));
    function.add_attribute(AttributeLoc::Function, features);
    let instruction = Intrinsic::find(intrinsic)
        .and_then(|i| i.get_declaration(module, &[]))
        .expect("known to LLVM");
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    let lane = function.get_first_param().expect("one parameter");
    let zero = context.i32_type().const_zero();
    // Operands are vectors, with the number in lane 0; a mask has all bits set.
    let mut operands: Vec<BasicMetadataValueEnum<'_>> = Vec::new();
    for (i, operand) in instruction.get_params().iter().enumerate() {
        operands.push(match operand.get_type() {
            BasicTypeEnum::VectorType(vector) => {
                let vector = vector.const_zero();
                // The scalar form of AVX-512 takes the number from its second operand.
                let number = i == 0 || extension != "sse" && i == 1;
                match number {
                    false => vector.into(),
                    true => builder
                        .build_insert_element(vector, lane, zero, "")
                        .expect("a vector")
                        .into(),
                }
            }
            other => other.into_int_type().const_all_ones().into(),
        });
    }
    let result = builder
        .build_call(instruction, &operands, "")
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
