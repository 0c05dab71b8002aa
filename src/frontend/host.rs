//! OpenCL host programs: the device programs that they build at run time, and the host
//! library.
//!
//! The source of a device program is known only after the host has been executed up to the
//! call that builds it. So a host is compiled again for each program that it requests. All
//! known programs are listed in a table (`opencl-runtime/host/host.h`), in which the host
//! library finds them, both in symbolic and in native execution (`docs/decisions/0083`).
//! Invariant: the symbols of a device program are its own; two programs share nothing.

use std::fmt::Write;

use inkwell::AddressSpace;
use inkwell::attributes::AttributeLoc;
use inkwell::builder::BuilderError;
use inkwell::context::Context;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::module::{Linkage, Module};
use inkwell::values::{BasicMetadataValueEnum, FunctionValue};

use super::clang::{Scratch, run_clang};
use super::device_features;
use super::device_module::{Compiled, compiled};
use super::device_program::DeviceNotes;
use super::error::FrontendError;
use super::flags::{Devices, Flags};
use super::ir::{link, read_ir};
use super::kernel_parameters::{Parameter, literal, parameters};
use super::opencl;
use super::runtime::{link_units, undefined};
use super::tools::Clang;
use super::units::{HEADERS, HOST, Unit};
use crate::llvm::{View, attribute_kind, edit, gep};

/// Whether a module calls the host library.
pub fn is_host(module: &Module<'_>) -> bool {
    let wanted = undefined(module);
    HOST.iter().any(|unit| unit.defines_any(&wanted))
}

/// Links the known device programs and their table. Returns what they show; the table
/// contains clang's messages, too.
///
/// # Errors
/// Errors of the linker.
pub(super) fn link_programs<'c>(
    context: &'c Context,
    clang: &Clang,
    into: &Module<'c>,
    flags: &Flags,
    scratch: &Scratch,
) -> Result<DeviceNotes, FrontendError> {
    let mut notes = DeviceNotes::default();
    let mut table = String::from("#include \"host.h\"\n");
    table += &device_features::lists();
    let mut list = String::new();
    for (number, program) in flags.programs.iter().enumerate() {
        let (source, options) = (
            literal(&program.source),
            literal(program.options.as_bytes()),
        );
        let length = program.source.len();
        let (module, log) = compiled(context, clang, program, number, flags, scratch)?;
        let failed = match &module {
            Compiled::Executable(_) | Compiled::Object => "0",
            Compiled::Refused => "SIMDIFF_FAILED",
            Compiled::WrongOptions => "SIMDIFF_WRONG_OPTIONS",
        };
        let kernels = match &module {
            Compiled::Executable(module) => {
                notes.features.extend(device_features::used(module));
                entries(module, number)?
            }
            _ => Vec::new(),
        };
        for kernel in &kernels {
            notes.sub_groups.extend(kernel.sub_group);
            table += &kernel.arguments;
            let _ = writeln!(table, "void {}(void **);", kernel.entry);
        }
        let _ = writeln!(
            table,
            "static const struct simdiff_kernel kernels_{number}[] = {{"
        );
        kernels.iter().for_each(|kernel| table += &kernel.row);
        table += "{0}};\n";
        let _ = writeln!(
            list,
            "{{{source}, {length}, {options}, {failed}, {}, {}, kernels_{number}}},",
            literal(log.as_bytes()),
            kernels.len(),
        );
        match module {
            Compiled::Executable(module) => link(context, into, module)?,
            Compiled::Object => {}
            Compiled::Refused | Compiled::WrongOptions => notes.refused.push(log),
        }
    }
    let _ = writeln!(
        table,
        "const struct simdiff_program simdiff_programs[] = {{\n{list}{{0}}}};\n\
         const unsigned simdiff_program_count = {};\n\
         const cl_device_type simdiff_device_types = {};",
        flags.programs.len(),
        match flags.devices {
            Devices::Both => "CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU",
            Devices::Cpu => "CL_DEVICE_TYPE_CPU",
            Devices::Gpu => "CL_DEVICE_TYPE_GPU",
        },
    );
    for (file, text) in HEADERS {
        scratch.write(file, text)?;
    }
    let path = scratch.write("programs.c", &table)?;
    let output = path.with_extension("bc");
    let plain = Flags {
        common: vec!["-g0".to_owned()],
        deadline: flags.deadline.clone(),
        ..Flags::default()
    };
    run_clang(clang, &path, &output, &plain, scratch)?;
    link(context, into, read_ir(context, &path, &output)?)?;
    Ok(notes)
}

/// The size of sub-groups, as in `host.h`.
const SUB_GROUP: u64 = 32;

/// A kernel in the table.
struct Entry {
    /// The function that runs one work-item.
    entry: String,
    /// The C text of the list of its arguments.
    arguments: String,
    /// The C text of its row in the table.
    row: String,
    /// The size of its sub-groups, if it can observe them.
    sub_group: Option<u64>,
}

/// Defines for each kernel of a program a function that takes its arguments by address, and
/// makes all other symbols internal.
fn entries(module: &Module<'_>, program: usize) -> Result<Vec<Entry>, FrontendError> {
    let is_kernel = |f: &FunctionValue<'_>| {
        f.count_basic_blocks() > 0 && opencl::is_kernel(module, &f.get_name().to_string_lossy())
    };
    let kernels: Vec<_> = module.get_functions().filter(is_kernel).collect();
    let mut found = Vec::new();
    for (number, kernel) in kernels.into_iter().enumerate() {
        let name = kernel.get_name().to_string_lossy().into_owned();
        let entry = format!("simdiff_kernel_{program}_{number}");
        let Some(known) = opencl::kernel(module, &name) else {
            continue;
        };
        let (parameters, unmodelled) = match parameters(module, kernel) {
            Ok(parameters) => (parameters, None),
            Err(what) => (Vec::new(), Some(what)),
        };
        define(module, kernel, &entry).map_err(|e| FrontendError::Pass {
            message: e.to_string(),
        })?;
        let list = format!("arguments_{program}_{number}");
        let rows: String = parameters.iter().map(Parameter::row).collect();
        let required = known.required.unwrap_or([0; 3]);
        let items = known.required_sub_group;
        let sub_group = items.map_or("SIMDIFF_SUB_GROUP".to_owned(), |items| items.to_string());
        found.push(Entry {
            arguments: format!(
                "static const struct simdiff_argument {list}[] = {{{rows}{{0}}}};\n"
            ),
            row: format!(
                "{{{}, {entry}, {}, {list}, {{{}, {}, {}}}, {}, {}, {}, {sub_group}}},\n",
                literal(name.as_bytes()),
                parameters.len(),
                required[0],
                required[1],
                required[2],
                u8::from(known.sees_groups.is_some()),
                unmodelled.map_or("0".to_owned(), |what| literal(what.as_bytes())),
                local_bytes(module, &name, &known.local_variables),
            ),
            entry,
            sub_group: known.sees_sub_groups.then(|| items.unwrap_or(SUB_GROUP)),
        });
    }
    edit(module, |edit| {
        let entries: Vec<&String> = found.iter().map(|e| &e.entry).collect();
        for value in edit.functions().chain(edit.globals()) {
            if !value.is_declaration() && !entries.contains(&&value.name()) {
                edit.set_linkage(value, LLVMLinkage::LLVMInternalLinkage);
            }
        }
    });
    Ok(found)
}

/// The size in bytes of a kernel's own variables in local memory, which clang names after
/// the kernel.
fn local_bytes(module: &Module<'_>, kernel: &str, variables: &[String]) -> u64 {
    let own = variables.iter().filter(|name| {
        let rest = name.strip_prefix(kernel);
        rest.is_some_and(|rest| rest.starts_with('.'))
    });
    let view = View::of(module);
    let sizes = own.filter_map(|name| {
        let ty = view.global(name)?.value_type()?;
        Some(view.layout().size(ty))
    });
    sizes.sum()
}

/// Defines `void entry(ptr arguments)`, which calls a kernel with the arguments to which
/// the list points.
fn define(module: &Module<'_>, kernel: FunctionValue<'_>, entry: &str) -> Result<(), BuilderError> {
    let context = module.get_context();
    let (pointer, size) = (
        context.ptr_type(AddressSpace::default()),
        context.i64_type(),
    );
    let ty = context.void_type().fn_type(&[pointer.into()], false);
    let function = module.add_function(entry, ty, Some(Linkage::External));
    for key in ["target-cpu", "target-features", "min-legal-vector-width"] {
        if let Some(attribute) = kernel.get_string_attribute(AttributeLoc::Function, key) {
            function.add_attribute(AttributeLoc::Function, attribute);
        }
    }
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(function, "entry"));
    let Some(list) = function.get_nth_param(0) else {
        return Err(BuilderError::UnsetPosition);
    };
    let byval = attribute_kind("byval");
    let mut arguments: Vec<BasicMetadataValueEnum<'_>> = Vec::new();
    for (number, parameter) in kernel.get_param_iter().enumerate() {
        let index = size.const_int(number as u64, false);
        let slot = gep::step(&builder, pointer.into(), list.into_pointer_value(), index)?;
        let address = builder.build_load(pointer, slot, "")?;
        let place = AttributeLoc::Param(number as u32);
        arguments.push(match kernel.get_enum_attribute(place, byval) {
            Some(_) => address.into(),
            None => builder
                .build_load(parameter.get_type(), address.into_pointer_value(), "")?
                .into(),
        });
    }
    let call = builder.build_direct_call(kernel, &arguments, "")?;
    call.set_call_convention(kernel.get_call_conventions());
    for number in 0..kernel.count_params() {
        let place = AttributeLoc::Param(number);
        for attribute in kernel.attributes(place) {
            call.add_attribute(place, attribute);
        }
    }
    builder.build_return(None)?;
    Ok(())
}

/// A copy of a module as clang emitted it, linked with the host library and the builtins
/// that its kernels call.
///
/// # Errors
/// clang's errors in a library.
pub fn with_host_library<'c>(
    context: &'c Context,
    clang: &Clang,
    module: &Module<'c>,
    flags: &Flags,
) -> Result<Module<'c>, FrontendError> {
    let copy = opencl::with_device_library(context, clang, module, flags)?;
    let units: Vec<&Unit> = HOST.iter().collect();
    link_units(context, clang, &copy, units, &[])?;
    Ok(copy)
}
