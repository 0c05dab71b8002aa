//! Checks of the alignment of accesses in OpenCL C, for native runs.
//!
//! clang's own checks (`-fsanitize=alignment`) leave out pointers to the address spaces of
//! OpenCL C. The checks here call the same function of UndefinedBehaviorSanitizer.

use std::collections::HashSet;

use inkwell::builder::BuilderError;
use inkwell::module::{Linkage, Module};
use inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, PointerValue,
};
use inkwell::{AddressSpace, IntPredicate};

use super::error::FrontendError;
use super::flags::Flags;
use super::{opencl, vector_alignment};
use crate::llvm::{Value, View};

/// The function that reports a misaligned access: its data, and the address.
const REPORT: &str = "__ubsan_handle_type_mismatch_v1";

/// The function that checks an address.
const CHECK: &str = "simdiff.aligned";

/// Gives vectors in arrays of OpenCL C their alignment, and adds the checks of alignment that
/// the flags ask for.
pub(super) fn settle(module: &Module<'_>, flags: &Flags) -> Result<(), FrontendError> {
    if !flags.optimised() {
        vector_alignment::restore(module);
    }
    if are_asked_for(flags) {
        insert(module, opencl::is_marked).map_err(failed)?;
    }
    Ok(())
}

/// Adds the checks to the functions of the device library that a module is linked with; `own` is
/// the module without the library, whose functions have theirs.
///
/// # Errors
/// If the module is not as clang emits it.
pub fn check_library(linked: &Module<'_>, own: &Module<'_>) -> Result<(), FrontendError> {
    let known: HashSet<String> = View::of(own)
        .functions()
        .filter(|f| !f.is_declaration())
        .map(|f| f.name())
        .collect();
    insert(linked, |f| f.name() != CHECK && !known.contains(&f.name())).map_err(failed)
}

fn failed(error: BuilderError) -> FrontendError {
    FrontendError::Pass {
        message: error.to_string(),
    }
}

/// Whether flags ask for checks of alignment.
fn are_asked_for(flags: &Flags) -> bool {
    let mut all = flags.all();
    all.any(|flag| flag.starts_with("-fsanitize=") && flag.contains("alignment"))
}

/// Adds a check before each access of a function that is wanted.
///
/// # Errors
/// If the module is not as clang emits it.
fn insert(module: &Module<'_>, wanted: impl Fn(Value<'_>) -> bool) -> Result<(), BuilderError> {
    let view = View::of(module);
    let marked: Vec<Value<'_>> = view
        .functions()
        .filter(|f| !f.is_declaration() && wanted(*f))
        .collect();
    let names: HashSet<String> = marked.iter().map(|f| f.name()).collect();
    let instructions = marked.iter().flat_map(|f| f.instructions());
    // The places of all instructions, in the order of the module.
    let places: Vec<Place> = instructions.map(Place::of).collect();
    let functions = module
        .get_functions()
        .filter(|f| f.count_basic_blocks() > 0 && names.contains(&*f.get_name().to_string_lossy()));
    let instructions: Vec<InstructionValue<'_>> = functions
        .flat_map(|f| f.get_basic_block_iter())
        .flat_map(|block| block.get_instructions())
        .collect();
    let check = check(module)?;
    for (access, place) in instructions.into_iter().zip(&places) {
        let (pointer, writes) = match access.get_opcode() {
            InstructionOpcode::Load => (access.get_operand(0), false),
            InstructionOpcode::Store => (access.get_operand(1), true),
            _ => continue,
        };
        let pointer = pointer.and_then(|operand| operand.value());
        let align = access.get_alignment().unwrap_or(1);
        if let Some(pointer) = pointer.filter(|_| align > 1) {
            let pointer = pointer.into_pointer_value();
            add(module, check, (access, pointer), (place, align, writes))?;
        }
    }
    Ok(())
}

/// The source position of an instruction, and the type that it accesses.
struct Place {
    file: String,
    line: u32,
    column: u32,
    ty: String,
}

impl Place {
    fn of(instruction: Value<'_>) -> Place {
        let location = instruction.location();
        let is_store = instruction.opcode() == inkwell::llvm_sys::LLVMOpcode::LLVMStore;
        let accessed = match is_store {
            true => instruction.operand(0),
            false => instruction,
        };
        Place {
            file: location.map(|l| l.file()).unwrap_or_default(),
            line: location.map_or(0, |l| l.line()),
            column: location.map_or(0, |l| l.column()),
            // The text of a pointer's type has its address space, which is lost later.
            ty: match accessed.ty().is_pointer() {
                true => "pointer".to_owned(),
                false => accessed.ty().print(),
            },
        }
    }
}

/// Adds a call of the check before an access.
fn add<'c>(
    module: &Module<'c>,
    check: FunctionValue<'c>,
    (access, pointer): (InstructionValue<'c>, PointerValue<'c>),
    (place, align, writes): (&Place, u32, bool),
) -> Result<(), BuilderError> {
    let context = module.get_context();
    let builder = context.create_builder();
    builder.position_before(&access);
    let flat = context.ptr_type(AddressSpace::default());
    let address = match pointer.get_type().get_address_space() == AddressSpace::default() {
        true => pointer,
        false => builder.build_address_space_cast(pointer, flat, "")?,
    };
    let mask = context.i64_type().const_int(u64::from(align) - 1, false);
    let data = data(module, place, align, writes);
    builder.build_call(check, &[address.into(), mask.into(), data.into()], "")?;
    Ok(())
}

/// The description of an access as UndefinedBehaviorSanitizer reads it (compiler-rt,
/// `TypeMismatchData`).
fn data<'c>(module: &Module<'c>, place: &Place, align: u32, writes: bool) -> PointerValue<'c> {
    let context = module.get_context();
    let (byte, short, word) = (context.i8_type(), context.i16_type(), context.i32_type());
    let constant = |value: BasicValueEnum<'c>| {
        let variable = module.add_global(value.get_type(), None, "simdiff.access");
        variable.set_linkage(Linkage::Private);
        variable.set_initializer(&value);
        variable.as_pointer_value()
    };
    let text = |text: &str| context.const_string(format!("{text}\0").as_bytes(), false);
    let file = constant(text(&place.file).into());
    let name = text(&format!("'{}'", place.ty));
    // A type of no known kind.
    let ty = context.const_struct(
        &[
            short.const_int(0xffff, false).into(),
            short.const_zero().into(),
            name.into(),
        ],
        false,
    );
    let ty = constant(ty.into());
    let description = context.const_struct(
        &[
            file.into(),
            word.const_int(place.line.into(), false).into(),
            word.const_int(place.column.into(), false).into(),
            ty.into(),
            byte.const_int(align.trailing_zeros().into(), false).into(),
            byte.const_int(writes.into(), false).into(),
        ],
        false,
    );
    constant(description.into())
}

/// Defines `void check(ptr address, i64 mask, ptr data)`, which reports an address with bits
/// of the mask.
fn check<'c>(module: &Module<'c>) -> Result<FunctionValue<'c>, BuilderError> {
    let context = module.get_context();
    let (pointer, size) = (
        context.ptr_type(AddressSpace::default()),
        context.i64_type(),
    );
    let nothing = context.void_type();
    let ty = nothing.fn_type(&[pointer.into(), size.into(), pointer.into()], false);
    if let Some(known) = module.get_function(CHECK) {
        return Ok(known);
    }
    let function = module.add_function(CHECK, ty, Some(Linkage::Internal));
    let report = module.get_function(REPORT).unwrap_or_else(|| {
        let ty = nothing.fn_type(&[pointer.into(), size.into()], false);
        module.add_function(REPORT, ty, None)
    });
    let [address, mask, data] = [0, 1, 2].map(|at| function.get_nth_param(at));
    let (Some(address), Some(mask), Some(data)) = (address, mask, data) else {
        return Err(BuilderError::UnsetPosition);
    };
    let builder = context.create_builder();
    let [entry, wrong, end] =
        ["entry", "wrong", "end"].map(|name| context.append_basic_block(function, name));
    builder.position_at_end(entry);
    let address = builder.build_ptr_to_int(address.into_pointer_value(), size, "")?;
    let rest = builder.build_and(address, mask.into_int_value(), "")?;
    let is_wrong = builder.build_int_compare(IntPredicate::NE, rest, size.const_zero(), "")?;
    builder.build_conditional_branch(is_wrong, wrong, end)?;
    builder.position_at_end(wrong);
    builder.build_call(report, &[data.into(), address.into()], "")?;
    builder.build_unconditional_branch(end)?;
    builder.position_at_end(end);
    builder.build_return(None)?;
    Ok(function)
}
