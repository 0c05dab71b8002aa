//! Conversions of floats to bfloat16, as instructions do them.
//!
//! Where a function is compiled for `VCVTNEPS2BF16`, LLVM makes each `fptrunc` of floats to
//! `bfloat` this instruction, and arithmetic on `bfloat` that of floats and this
//! instruction, although it flushes subnormal numbers. The IR is made to say so.

use inkwell::attributes::AttributeLoc;
use inkwell::builder::{Builder, BuilderError};
use inkwell::module::Module;
use inkwell::types::{BasicTypeEnum, FloatType};
use inkwell::values::{
    BasicValueEnum, FloatValue, FunctionValue, InstructionOpcode, InstructionValue,
};

use crate::declaration::declare;

/// The instruction.
const NARROW: &str = "llvm.x86.vcvtneps2bf16128";

/// Replaces every conversion that LLVM makes the instruction by a call of it.
pub(crate) fn explicit(module: &Module<'_>) -> Result<(), BuilderError> {
    let functions: Vec<_> = module.get_functions().filter(|f| narrows(*f)).collect();
    for function in functions {
        let blocks = function.get_basic_block_iter();
        let all: Vec<_> = blocks.flat_map(|block| block.get_instructions()).collect();
        for instruction in all.into_iter().filter(|i| is_narrowing(*i)) {
            replace(module, instruction)?;
        }
    }
    Ok(())
}

/// Whether a function is compiled for the instruction on registers of all lengths.
fn narrows(function: FunctionValue<'_>) -> bool {
    let features = function.get_string_attribute(AttributeLoc::Function, "target-features");
    let features = features.map(|f| f.get_string_value().to_string_lossy().into_owned());
    let features = features.unwrap_or_default();
    let has = |name: &str| {
        features
            .split(',')
            .any(|f| f.strip_prefix('+') == Some(name))
    };
    has("avx512bf16") && has("avx512vl") || has("avxneconvert")
}

/// Whether an instruction is a conversion, or arithmetic on `bfloat` without fast-math flags:
/// other arithmetic is left to who reads the flags.
fn is_narrowing(instruction: InstructionValue<'_>) -> bool {
    use InstructionOpcode::{FAdd, FDiv, FMul, FPTrunc, FSub};
    match instruction.get_opcode() {
        FPTrunc => operand(instruction, 0).is_some_and(|x| {
            let (bits, result) = (lane_type(x), instruction.to_string());
            bits.is_some_and(|ty| ty == ty.get_context().f32_type()) && result.contains("bfloat")
        }),
        FAdd | FSub | FMul | FDiv => {
            let lane = operand(instruction, 0).and_then(lane_type);
            lane.is_some_and(|ty| ty == ty.get_context().bf16_type())
                && instruction
                    .get_fast_math_flags()
                    .is_ok_and(|f| f.is_empty())
        }
        _ => false,
    }
}

fn operand(instruction: InstructionValue<'_>, index: u32) -> Option<BasicValueEnum<'_>> {
    instruction.get_operand(index)?.value()
}

/// The type of a float, or of the lanes of a vector of floats.
fn lane_type(value: BasicValueEnum<'_>) -> Option<FloatType<'_>> {
    match value.get_type() {
        BasicTypeEnum::FloatType(ty) => Some(ty),
        BasicTypeEnum::VectorType(ty) => match ty.get_element_type() {
            BasicTypeEnum::FloatType(lane) => Some(lane),
            _ => None,
        },
        _ => None,
    }
}

/// Replaces an instruction by its lanes, each computed in floats and narrowed.
fn replace<'ctx>(
    module: &Module<'ctx>,
    instruction: InstructionValue<'ctx>,
) -> Result<(), BuilderError> {
    let builder = module.get_context().create_builder();
    builder.position_before(&instruction);
    if let Some(location) = instruction.get_debug_location() {
        builder.set_current_debug_location(location);
    }
    let number = instruction.get_num_operands();
    let operands: Vec<_> = (0..number)
        .filter_map(|i| operand(instruction, i))
        .collect();
    let lanes = match operands[0].get_type() {
        BasicTypeEnum::VectorType(vector) => Some(vector.get_size()),
        _ => None,
    };
    let Some(lanes) = lanes else {
        let scalars: Vec<_> = operands.iter().map(|x| x.into_float_value()).collect();
        let result = lane(module, &builder, instruction.get_opcode(), &scalars)?;
        return finish(instruction, result.as_instruction());
    };
    let bfloat = module.get_context().bf16_type();
    let index = |i: u32| module.get_context().i32_type().const_int(i.into(), false);
    let mut all = bfloat.vec_type(lanes).get_poison();
    for i in 0..lanes {
        let mut scalars = Vec::new();
        for vector in &operands {
            let scalar = builder.build_extract_element(vector.into_vector_value(), index(i), "")?;
            scalars.push(scalar.into_float_value());
        }
        let result = lane(module, &builder, instruction.get_opcode(), &scalars)?;
        all = builder.build_insert_element(all, result, index(i), "")?;
    }
    finish(instruction, all.as_instruction())
}

fn finish<'ctx>(
    old: InstructionValue<'ctx>,
    new: Option<InstructionValue<'ctx>>,
) -> Result<(), BuilderError> {
    if let Some(new) = new {
        old.replace_all_uses_with(&new);
        old.erase_from_basic_block();
    }
    Ok(())
}

/// One lane of an operation, in floats and then narrowed.
fn lane<'ctx>(
    module: &Module<'ctx>,
    builder: &Builder<'ctx>,
    opcode: InstructionOpcode,
    operands: &[FloatValue<'ctx>],
) -> Result<FloatValue<'ctx>, BuilderError> {
    let float = module.get_context().f32_type();
    let wide = |x: FloatValue<'ctx>| builder.build_float_ext(x, float, "");
    let exact = match (opcode, operands) {
        (InstructionOpcode::FAdd, [x, y]) => builder.build_float_add(wide(*x)?, wide(*y)?, "")?,
        (InstructionOpcode::FSub, [x, y]) => builder.build_float_sub(wide(*x)?, wide(*y)?, "")?,
        (InstructionOpcode::FMul, [x, y]) => builder.build_float_mul(wide(*x)?, wide(*y)?, "")?,
        (InstructionOpcode::FDiv, [x, y]) => builder.build_float_div(wide(*x)?, wide(*y)?, "")?,
        (_, operands) => operands[0],
    };
    let zero = module.get_context().i32_type().const_zero();
    let four = builder.build_insert_element(float.vec_type(4).const_zero(), exact, zero, "")?;
    let narrow = declare(module, NARROW).expect("one of LLVM's intrinsics");
    let call = builder.build_call(narrow, &[four.into()], "")?;
    let narrowed = call.try_as_basic_value().unwrap_basic();
    let first = builder.build_extract_element(narrowed.into_vector_value(), zero, "")?;
    Ok(first.into_float_value())
}
