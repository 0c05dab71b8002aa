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
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};
use inkwell::module::Module;

use super::contraction::split;
use super::error::FrontendError;
use super::exact::{self, PREFIX};
use super::flags::{Contraction, Flags};
use super::kernel_parameters::texts;
use super::reached::reached_functions;
use super::runtime::link_units;
use super::tools::Clang;
use super::units::{DEVICE, FORMULAS, source_name};
use crate::llvm::{self, Attribute, Builder, Edit, Node, Value, View, edit};

/// The attribute of functions of `.cl` files.
const MARK: &str = "simdiff-opencl";

/// The option that makes single-precision divisions and square roots correctly rounded.
const ROUNDED: &str = "-cl-fp32-correctly-rounded-divide-sqrt";

/// Whether a module has a kernel, whatever language it was compiled from.
pub(super) fn has_kernels(module: &Module<'_>) -> bool {
    View::of(module)
        .functions()
        .any(|f| f.convention() == KERNEL)
}

/// The symbols of a module's kernels, in the module's order.
pub fn kernels(module: &Module<'_>) -> Vec<String> {
    let defined = View::of(module).functions().filter(|f| !f.is_declaration());
    let kernels = defined.filter(|f| f.convention() == KERNEL);
    kernels.map(Value::name).collect()
}

/// The symbol of OpenCL C's `printf`, which prints vectors and returns zero.
const PRINTF: &str = "simdiff.printf";

/// Marks the functions of a module as written in OpenCL C.
pub(super) fn mark(module: &Module<'_>) {
    edit(module, |edit| {
        for function in edit.functions().filter(|f| !f.is_declaration()) {
            edit.add_text_attribute(function, MARK);
        }
        // OpenCL C's `printf` is not the host's.
        if let Some(printf) = edit.function("printf").filter(|f| f.is_declaration()) {
            edit.set_name(printf, PRINTF);
        }
    });
}

/// Whether a function is marked.
pub(super) fn is_marked(function: Value<'_>) -> bool {
    function.text_attribute(MARK).is_some()
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
pub(super) fn is_of_launch(variable: Value<'_>) -> bool {
    variable.ty().address_space() == LOCAL || is_of_library(&variable.name())
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
    let function = View::of(module).function(symbol);
    function.is_some_and(|function| function.convention() == KERNEL)
}

/// A work-item builtin that a function of OpenCL C calls although it is not a kernel: the
/// builtin only has a meaning in a launch.
pub fn outside_launch(module: &Module<'_>, symbol: &str) -> Option<String> {
    let function = View::of(module).function(symbol)?;
    if is_kernel(module, symbol) || !is_marked(function) {
        return None;
    }
    let mut reached = reached_functions(function);
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
    let view = View::of(module);
    let function = view.function(symbol)?;
    let numbers = |kind: &str| {
        let node = function.metadata(view.metadata_kind(kind));
        let operands = node.map(Node::operands).unwrap_or_default().into_iter();
        operands
            .map(|number| number?.unsigned())
            .collect::<Option<Vec<u64>>>()
    };
    let required = numbers("reqd_work_group_size").and_then(|sizes| sizes.try_into().ok());
    let required_sub_group = match numbers("intel_reqd_sub_group_size").as_deref() {
        Some([size]) => Some(*size),
        _ => None,
    };
    let local = |g: &Value<'_>| g.ty().address_space() == LOCAL;
    let mut reached = reached_functions(function);
    reached.sort();
    let called = || reached.iter().filter_map(|symbol| source_name(symbol));
    let of_sub_groups = |name: &&str| name.contains("sub_group");
    let mut of_groups = called().filter(|name| {
        OF_GROUPS.contains(name) || of_sub_groups(name) || name.starts_with("work_group_")
    });
    Some(Kernel {
        required,
        local_variables: view.globals().filter(local).map(Value::name).collect(),
        sees_groups: of_groups.next().map(str::to_owned),
        sees_sub_groups: called().any(|name| of_sub_groups(&name)),
        required_sub_group,
    })
}

/// The index of a kernel's first parameter that is a pipe, and the type of its packets.
pub(super) fn pipe(module: &Module<'_>, symbol: &str) -> Option<(usize, String)> {
    let function = View::of(module).function(symbol)?;
    let [qualifiers, types] =
        ["kernel_arg_type_qual", "kernel_arg_type"].map(|kind| texts(function, kind));
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
    let function = View::of(module).function(symbol);
    let kernel = function.filter(|function| function.convention() == KERNEL);
    let parameters = kernel.into_iter().flat_map(Value::parameters).enumerate();
    let there = parameters.filter(|(_, parameter)| {
        let ty = parameter.ty();
        ty.is_pointer() && ty.address_space() == space
    });
    there.map(|(argument, _)| argument).collect()
}

/// Replaces the operations in marked functions whose results the specification does not
/// determine.
pub(super) fn settle(module: &Module<'_>) {
    edit(module, |edit| {
        let fpmath = edit.metadata_kind("fpmath");
        for function in edit.functions().filter(|f| is_marked(*f)) {
            for instruction in function.instructions().collect::<Vec<_>>() {
                let operation = match instruction.opcode() {
                    LLVMOpcode::LLVMFDiv if instruction.metadata(fpmath).is_some() => "divide",
                    LLVMOpcode::LLVMCall
                        if instruction.callee_name().starts_with("llvm.fmuladd.") =>
                    {
                        "contraction"
                    }
                    _ => continue,
                };
                replace(edit, instruction, operation);
            }
        }
    });
}

/// Replaces an instruction by calls of an inexact operation, one for each lane.
fn replace<'e>(edit: &Edit<'e>, instruction: Value<'e>, operation: &str) {
    let place = edit.before(instruction).located(instruction);
    let ty = instruction.ty();
    let operands: Vec<_> = match instruction.opcode() {
        LLVMOpcode::LLVMCall => instruction.arguments().collect(),
        _ => instruction.operands().collect(),
    };
    let value = match ty.is_vector() {
        true => (0..ty.length() as u32).fold(ty.poison(), |value, index| {
            let lanes: Vec<_> = operands.iter().map(|o| place.lane(*o, index)).collect();
            let result = inexact(place, operation, &lanes);
            place.with_lane(value, index, result)
        }),
        false => inexact(place, operation, &operands),
    };
    edit.replace_uses(instruction, value);
    edit.erase(instruction);
}

/// Calls an inexact operation on scalars of one type.
fn inexact<'e>(place: Builder<'_, 'e>, operation: &str, operands: &[Value<'e>]) -> Value<'e> {
    let ty = operands[0].ty();
    let signature = ty.function(&vec![ty; operands.len()]);
    let suffix = match ty.kind() {
        LLVMTypeKind::LLVMHalfTypeKind => "f16",
        LLVMTypeKind::LLVMDoubleTypeKind => "f64",
        _ => "f32",
    };
    let effects = [
        Attribute::NoUnwind,
        Attribute::WillReturn,
        Attribute::Memory(0),
    ];
    let name = format!("{PREFIX}{operation}.{suffix}");
    let function = place.edit().declare(&name, signature, &effects);
    place.call(signature, function, operands)
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
    if !View::of(module).functions().any(is_marked) {
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

/// Replaces the products and sums of marked functions that may be contracted as the user's
/// options determine; code generation chooses if they determine nothing.
fn contract(module: &Module<'_>, contraction: Contraction) {
    let fuses = match contraction {
        Contraction::Any => return,
        Contraction::Off => false,
        Contraction::On => true,
    };
    edit(module, |edit| {
        for function in edit.functions().filter(|f| is_marked(*f)) {
            for call in function.instructions().collect::<Vec<_>>() {
                if call.opcode() == LLVMOpcode::LLVMCall
                    && call.callee_name().starts_with("llvm.fmuladd.")
                {
                    split(edit, call, fuses);
                }
            }
        }
    });
}

/// A copy of a module as clang emitted it, linked with the builtins that its kernels call, in
/// which products and sums are contracted as the user's options say.
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
    contract(&copy, flags.contract);
    Ok(copy)
}
