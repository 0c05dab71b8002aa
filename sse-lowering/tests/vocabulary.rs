//! Checks that lowered code has only basic operations, which a simple interpreter
//! understands, and never computes an undefined lane.

mod support;

use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::values::{
    BasicValue, BasicValueEnum, CallSiteValue, InstructionOpcode, InstructionValue,
};

use support::{lowering, wrappers::Wrapper};

/// Calls `check` with every instruction of every lowered intrinsic.
fn each_instruction(check: impl Fn(&str, InstructionValue<'_>)) {
    let lowering = lowering();
    let context = Context::create();
    let module: Module<'_> = context.create_module("all");
    let mut wrappers = Vec::new();
    for intrinsic in lowering.supported().unwrap() {
        wrappers.extend(Wrapper::all(&intrinsic));
    }
    for wrapper in &wrappers {
        wrapper.define(&module, &wrapper.features);
    }
    lowering.lower(&module).unwrap();
    for wrapper in &wrappers {
        let function = module.get_function(&wrapper.name()).unwrap();
        for instruction in function
            .get_basic_block_iter()
            .flat_map(|b| b.get_instructions())
        {
            check(&wrapper.name(), instruction);
        }
    }
}

const OPERATIONS: &[&str] = &[
    "abs",
    "ceil",
    "fabs",
    "floor",
    "fma",
    "fshl",
    "fshr",
    "lrint",
    "rint",
    "roundeven",
    "smax",
    "smin",
    "sadd.sat",
    "sqrt",
    "ssub.sat",
    "trunc",
    "uadd.sat",
    "umax",
    "umin",
    "usub.sat",
];

/// Whether a lowering has two results, a carry and a number; it passes one through memory.
fn has_carry(wrapper: &str) -> bool {
    wrapper.contains("carry") || wrapper.contains("borrow")
}

#[test]
fn only_basic_operations_remain() {
    use InstructionOpcode::*;
    each_instruction(|wrapper, instruction| {
        let fits = match instruction.get_opcode() {
            Add | Sub | Mul | And | Or | Xor | Shl | LShr | AShr | FAdd | FSub | FMul | FDiv => {
                true
            }
            ICmp | FCmp | Select | Phi | Br | Return | FNeg | Freeze => true,
            ZExt | SExt | Trunc | BitCast | SIToFP | UIToFP | FPTrunc | FPExt => true,
            // Undefined out of range; allowed only where the operand was limited before.
            FPToSI => wrapper.contains("scalef"),
            ExtractElement | InsertElement | ShuffleVector => true,
            Load | Store | GetElementPtr => true,
            Alloca | ExtractValue | InsertValue => has_carry(wrapper),
            Call => {
                let callee = CallSiteValue::try_from(instruction)
                    .unwrap()
                    .get_called_fn_value()
                    .unwrap();
                let name = callee.get_name().to_string_lossy();
                let operation = |o: &str| name.starts_with(&format!("llvm.{o}."));
                name.starts_with("simdiff.")
                    || name == "llvm.get.rounding"
                    || name.starts_with("llvm.lifetime.") && has_carry(wrapper)
                    || OPERATIONS.iter().any(|o| operation(o))
            }
            _ => false,
        };
        assert!(fits, "{wrapper}: {instruction}");
    });
}

#[test]
fn shifts_are_guarded() {
    use InstructionOpcode::*;
    each_instruction(|wrapper, instruction| {
        if !matches!(instruction.get_opcode(), Shl | LShr | AShr) {
            return;
        }
        let operand = instruction.get_operand(1).unwrap().value().unwrap();
        assert!(is_bounded(operand), "{wrapper}: {instruction}");
    });
}

/// Whether a value is a constant or the result of a select, a mask or a minimum. It may be
/// truncated to narrower lanes, extended, broadcast or multiplied by a constant.
fn is_bounded(value: BasicValueEnum<'_>) -> bool {
    use InstructionOpcode::*;
    let Some(instruction) = value.as_instruction_value() else {
        return is_constant(value);
    };
    let operand = |i| instruction.get_operand(i).and_then(|o| o.value()).unwrap();
    match instruction.get_opcode() {
        Select | And => true,
        Trunc | ZExt | ShuffleVector => is_bounded(operand(0)),
        Shl | Mul => is_bounded(operand(0)) && is_constant(operand(1)),
        InsertElement => is_bounded(operand(1)),
        Call => instruction.to_string().contains("@llvm.umin."),
        _ => false,
    }
}

fn is_constant(value: BasicValueEnum<'_>) -> bool {
    match value {
        BasicValueEnum::IntValue(i) => i.is_const(),
        BasicValueEnum::VectorValue(v) => v.is_const(),
        BasicValueEnum::FloatValue(f) => f.is_const(),
        _ => false,
    }
}
