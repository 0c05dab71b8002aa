//! The operations that OpenCL C leaves to the implementation, and the builtins of its
//! device library.
//!
//! The functions of `.cl` files are marked right after clang. In the module that is
//! executed, their inexact divisions (`!fpmath`) and the products and sums that may be
//! contracted become calls of functions with the prefix [`PREFIX`], which are
//! uninterpreted; native code keeps the operations. Invariant: an operation that is
//! computed exactly here is exact by the specification (OpenCL C 3.0, 6.15 and 7.4), or the
//! user requested it by an option.

use inkwell::context::Context;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::LLVMInstructionGetDebugLoc;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAttributeFunctionIndex, LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;
use inkwell::values::AsValueRef;

use super::error::FrontendError;
use super::exact::{self, PREFIX};
use super::flags::Flags;
use super::kernel_parameters::texts;
use super::reached::reached_functions;
use super::runtime::link_units;
use super::tools::Clang;
use super::units::{DEVICE, FORMULAS, source_name};
use crate::llvm;

/// The attribute of functions of `.cl` files.
const MARK: &str = "simdiff-opencl";

/// The option that makes single-precision divisions and square roots correctly rounded.
const ROUNDED: &str = "-cl-fp32-correctly-rounded-divide-sqrt";

/// Whether a module has a kernel, whatever language it was compiled from.
pub(super) fn has_kernels(module: &Module<'_>) -> bool {
    // SAFETY: functions of the live module.
    unsafe { llvm::functions(module).any(|f| LLVMGetFunctionCallConv(f) == KERNEL) }
}

/// The symbols of a module's kernels, in the module's order.
pub fn kernels(module: &Module<'_>) -> Vec<String> {
    // SAFETY: functions of the live module.
    unsafe {
        let defined = llvm::functions(module).filter(|f| LLVMIsDeclaration(*f) == 0);
        let kernels = defined.filter(|f| LLVMGetFunctionCallConv(*f) == KERNEL);
        kernels.map(|f| llvm::name(f)).collect()
    }
}

/// The symbol of OpenCL C's `printf`, which prints vectors and returns zero.
const PRINTF: &str = "simdiff.printf";

/// Marks the functions of a module as written in OpenCL C.
pub(super) fn mark(module: &Module<'_>) {
    // SAFETY: functions of the live module; the texts' lengths are passed.
    unsafe {
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let attribute = LLVMCreateStringAttribute(
            context,
            MARK.as_ptr().cast(),
            MARK.len() as u32,
            c"".as_ptr(),
            0,
        );
        for function in llvm::functions(module).filter(|f| LLVMIsDeclaration(*f) == 0) {
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
        }
        // OpenCL C's `printf` is not the host's.
        let printf = LLVMGetNamedFunction(module.as_mut_ptr(), c"printf".as_ptr());
        if !printf.is_null() && LLVMIsDeclaration(printf) != 0 {
            LLVMSetValueName2(printf, PRINTF.as_ptr().cast(), PRINTF.len());
        }
    }
}

/// Whether a function is marked.
///
/// # Safety
/// It has to be alive.
pub(super) unsafe fn is_marked(function: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises.
    unsafe { llvm::text_attribute(function, MARK).is_some() }
}

/// The properties of a kernel that a launch needs besides its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The required work-group size (`reqd_work_group_size`).
    pub required: Option<[u64; 3]>,
    /// The symbols of the program's variables in local memory.
    pub local_variables: Vec<String>,
    /// A builtin by which the program can observe its work-groups.
    pub sees_groups: Option<String>,
    /// Whether the program can observe its sub-groups.
    pub sees_sub_groups: bool,
    /// The required sub-group size (`intel_reqd_sub_group_size`).
    pub required_sub_group: Option<u64>,
}

/// The address spaces of constant and of local memory.
const CONSTANT: u32 = 2;
const LOCAL: u32 = 3;

/// The calling convention of kernels (llvm/IR/CallingConv.h, `SPIR_KERNEL`).
const KERNEL: u32 = 76;

/// Builtins whose results or effects depend on work-groups.
const OF_GROUPS: [&str; 12] = [
    "get_local_id",
    "get_local_size",
    "get_enqueued_local_size",
    "get_local_linear_id",
    "get_group_id",
    "get_num_groups",
    "barrier",
    "work_group_barrier",
    "async_work_group_copy",
    "async_work_group_strided_copy",
    "wait_group_events",
    "prefetch",
];

/// Builtins whose results depend on the launch or on the work-item.
const OF_ITEMS: [&str; 5] = [
    "get_global_id",
    "get_global_linear_id",
    "get_global_size",
    "get_global_offset",
    "get_work_dim",
];

/// Whether a launch sets a variable: local memory, or a variable that identifies the
/// work-item.
///
/// # Safety
/// It has to be alive.
pub(super) unsafe fn is_of_launch(variable: LLVMValueRef) -> bool {
    // SAFETY: as the caller promises.
    let (space, name) = unsafe {
        let ty = LLVMTypeOf(variable);
        (LLVMGetPointerAddressSpace(ty), llvm::name(variable))
    };
    space == LOCAL || is_of_library(&name)
}

/// Whether a variable belongs to the device library (`work_item.cl`, `work_group.cl` and
/// `sub_group.h` in `opencl-runtime/device`).
fn is_of_library(name: &str) -> bool {
    let of_items = ["simdiff_launch", "simdiff_item"];
    let exchanged = ["simdiff_exchange", "simdiff_sub_group_exchange"];
    of_items.contains(&name) || exchanged.contains(&name)
}

/// Whether a function of a module is a kernel.
pub(super) fn is_kernel(module: &Module<'_>, symbol: &str) -> bool {
    // SAFETY: a function of the live module.
    module
        .get_function(symbol)
        .is_some_and(|f| unsafe { LLVMGetFunctionCallConv(f.as_value_ref()) } == KERNEL)
}

/// A work-item builtin that a function of OpenCL C calls although it is not a kernel: the
/// builtin only has a meaning in a launch.
pub fn outside_launch(module: &Module<'_>, symbol: &str) -> Option<String> {
    let function = module.get_function(symbol)?;
    // SAFETY: a function of the live module.
    let mut reached = unsafe {
        if is_kernel(module, symbol) || !is_marked(function.as_value_ref()) {
            return None;
        }
        reached_functions(function.as_value_ref())
    };
    reached.sort();
    let mut called = reached.iter().filter_map(|symbol| source_name(symbol));
    let found = called.find(|name| OF_ITEMS.contains(name) || OF_GROUPS.contains(name));
    found.map(str::to_owned)
}

/// The kernel of that symbol in a module as clang emitted it.
pub fn kernel(module: &Module<'_>, symbol: &str) -> Option<Kernel> {
    if !is_kernel(module, symbol) {
        return None;
    }
    let function = module.get_function(symbol)?;
    // SAFETY: values of the live module; metadata of `reqd_work_group_size` has three
    // operands, which are constants.
    unsafe {
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let name = "reqd_work_group_size";
        let id = LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32);
        let node = LLVMGetMetadata(function.as_value_ref(), id);
        let required = (!node.is_null() && LLVMGetMDNodeNumOperands(node) == 3).then(|| {
            let mut sizes = [std::ptr::null_mut(); 3];
            LLVMGetMDNodeOperands(node, sizes.as_mut_ptr());
            sizes.map(|size| LLVMConstIntGetZExtValue(size))
        });
        let name = "intel_reqd_sub_group_size";
        let id = LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32);
        let node = LLVMGetMetadata(function.as_value_ref(), id);
        let required_sub_group =
            (!node.is_null() && LLVMGetMDNodeNumOperands(node) == 1).then(|| {
                let mut size = std::ptr::null_mut();
                LLVMGetMDNodeOperands(node, &raw mut size);
                LLVMConstIntGetZExtValue(size)
            });
        let local = |g: &LLVMValueRef| LLVMGetPointerAddressSpace(LLVMTypeOf(*g)) == LOCAL;
        let mut reached = reached_functions(function.as_value_ref());
        reached.sort();
        let called = || reached.iter().filter_map(|symbol| source_name(symbol));
        let of_sub_groups = |name: &&str| name.contains("sub_group");
        let mut of_groups = called().filter(|name| {
            OF_GROUPS.contains(name) || of_sub_groups(name) || name.starts_with("work_group_")
        });
        Some(Kernel {
            required,
            local_variables: llvm::globals(module)
                .filter(local)
                .map(|g| llvm::name(g))
                .collect(),
            sees_groups: of_groups.next().map(str::to_owned),
            sees_sub_groups: called().any(|name| of_sub_groups(&name)),
            required_sub_group,
        })
    }
}

/// The index of a kernel's first parameter that is a pipe, and the type of its packets.
pub(super) fn pipe(module: &Module<'_>, symbol: &str) -> Option<(usize, String)> {
    let function = module.get_function(symbol)?;
    // SAFETY: a function of the live module.
    let [qualifiers, types] = unsafe {
        ["kernel_arg_type_qual", "kernel_arg_type"].map(|kind| texts(function.as_value_ref(), kind))
    };
    let is_pipe = |text: &String| text.split(' ').any(|word| word == "pipe");
    let at = qualifiers.iter().position(is_pipe)?;
    Some((at, types.get(at).cloned().unwrap_or_default()))
}

/// The indices of a kernel's arguments that point to local memory.
pub(super) fn local_arguments(module: &Module<'_>, symbol: &str) -> Vec<usize> {
    arguments_in(LOCAL, module, symbol)
}

/// The indices of a kernel's arguments that point to constant memory.
pub(super) fn constant_arguments(module: &Module<'_>, symbol: &str) -> Vec<usize> {
    arguments_in(CONSTANT, module, symbol)
}

/// The indices of a kernel's arguments that point to an address space.
fn arguments_in(space: u32, module: &Module<'_>, symbol: &str) -> Vec<usize> {
    let Some(function) = module
        .get_function(symbol)
        .filter(|_| is_kernel(module, symbol))
    else {
        return Vec::new();
    };
    let points_there = |argument: u32| {
        let argument = function.get_nth_param(argument)?;
        // SAFETY: a parameter of a live function.
        unsafe {
            let ty = LLVMTypeOf(argument.as_value_ref());
            let pointer = LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMPointerTypeKind;
            Some(pointer && LLVMGetPointerAddressSpace(ty) == space)
        }
    };
    (0..function.count_params())
        .filter(|argument| points_there(*argument) == Some(true))
        .map(|argument| argument as usize)
        .collect()
}

/// Replaces the operations in marked functions whose results the specification does not
/// determine.
pub(super) fn settle(module: &Module<'_>) {
    // SAFETY: values of the live module; instructions are collected before they go.
    unsafe {
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let fpmath = LLVMGetMDKindIDInContext(context, c"fpmath".as_ptr(), 6);
        for function in llvm::functions(module).filter(|f| is_marked(*f)) {
            for block in llvm::blocks(function) {
                for instruction in llvm::instructions(block).collect::<Vec<_>>() {
                    let operation = match llvm::opcode(instruction) {
                        LLVMOpcode::LLVMFDiv if !LLVMGetMetadata(instruction, fpmath).is_null() => {
                            "divide"
                        }
                        LLVMOpcode::LLVMCall
                            if llvm::name(LLVMGetCalledValue(instruction))
                                .starts_with("llvm.fmuladd.") =>
                        {
                            "contraction"
                        }
                        _ => continue,
                    };
                    replace(module, instruction, operation);
                }
            }
        }
    }
}

/// Replaces an instruction by calls of an inexact operation, one for each lane.
///
/// # Safety
/// The instruction has to be alive and in the module.
unsafe fn replace(module: &Module<'_>, instruction: LLVMValueRef, operation: &str) {
    // SAFETY: as the caller promises; lanes are counted by the type.
    unsafe {
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        let builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderBefore(builder, instruction);
        let ty = LLVMTypeOf(instruction);
        let count = match llvm::opcode(instruction) {
            LLVMOpcode::LLVMCall => LLVMGetNumArgOperands(instruction),
            _ => 2,
        };
        let operands: Vec<_> = (0..count).map(|i| llvm::operand(instruction, i)).collect();
        let call = |operands: &mut [LLVMValueRef]| {
            let ty = LLVMTypeOf(operands[0]);
            let (function, signature) = declare(module, operation, ty, operands.len());
            let arguments = operands.as_mut_ptr();
            LLVMBuildCall2(builder, signature, function, arguments, count, c"".as_ptr())
        };
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(instruction));
        let value = if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMVectorTypeKind {
            let mut value = LLVMGetPoison(ty);
            for lane in 0..LLVMGetVectorSize(ty) {
                let index = LLVMConstInt(LLVMInt32TypeInContext(context), u64::from(lane), 0);
                let lanes = operands.iter();
                let mut lanes: Vec<_> = lanes
                    .map(|o| LLVMBuildExtractElement(builder, *o, index, c"".as_ptr()))
                    .collect();
                let result = call(&mut lanes);
                value = LLVMBuildInsertElement(builder, value, result, index, c"".as_ptr());
            }
            value
        } else {
            call(&mut operands.clone())
        };
        LLVMReplaceAllUsesWith(instruction, value);
        LLVMInstructionEraseFromParent(instruction);
        LLVMDisposeBuilder(builder);
    }
}

/// Declares an inexact operation on scalars of a type; returns the function and its type.
///
/// # Safety
/// Module and type have to be alive.
unsafe fn declare(
    module: &Module<'_>,
    operation: &str,
    ty: LLVMTypeRef,
    operands: usize,
) -> (LLVMValueRef, LLVMTypeRef) {
    // SAFETY: as the caller promises.
    unsafe {
        let mut types = vec![ty; operands];
        let signature = LLVMFunctionType(ty, types.as_mut_ptr(), operands as u32, 0);
        let suffix = match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMHalfTypeKind => "f16",
            LLVMTypeKind::LLVMDoubleTypeKind => "f64",
            _ => "f32",
        };
        let name = format!("{PREFIX}{operation}.{suffix}\0");
        let function = LLVMGetNamedFunction(module.as_mut_ptr(), name.as_ptr().cast());
        if !function.is_null() {
            return (function, signature);
        }
        let function = LLVMAddFunction(module.as_mut_ptr(), name.as_ptr().cast(), signature);
        let context = LLVMGetModuleContext(module.as_mut_ptr());
        for attribute in ["nounwind", "willreturn", "memory"] {
            let kind = llvm::attribute_kind(attribute);
            let attribute = LLVMCreateEnumAttribute(context, kind, 0);
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
        }
        (function, signature)
    }
}

/// Links the builtins that a module calls, and defines the inexact operations that the
/// user's options determine.
///
/// # Errors
/// When clang or the linker refuses a unit of the library, which is an internal defect.
pub(super) fn link_device<'c>(
    context: &'c Context,
    clang: &Clang,
    module: &Module<'c>,
    flags: &Flags,
) -> Result<(), FrontendError> {
    // SAFETY: functions of the live module.
    if !unsafe { llvm::functions(module).any(|f| is_marked(f)) } {
        return Ok(());
    }
    let units = DEVICE.iter().copied().flatten().collect();
    link_units(context, clang, module, units, &[])?;
    if flags.c_functions {
        let units = FORMULAS.iter().chain(DEVICE.iter().copied().flatten());
        link_units(context, clang, module, units.collect(), &[])?;
    }
    if flags.all().any(|flag| flag == ROUNDED) {
        exact::root(module);
    }
    if flags.c_functions {
        exact::as_in_c(module);
    }
    exact::contract(module, flags.contract);
    Ok(())
}

/// A copy of a module as clang emitted it, linked with the builtins that its kernels call.
///
/// # Errors
/// clang's errors in the library.
pub fn with_device_library<'c>(
    context: &'c Context,
    clang: &Clang,
    module: &Module<'c>,
    flags: &Flags,
) -> Result<Module<'c>, FrontendError> {
    let copy = llvm::copy(module).map_err(|message| FrontendError::Pass { message })?;
    link_device(context, clang, &copy, flags)?;
    Ok(copy)
}
