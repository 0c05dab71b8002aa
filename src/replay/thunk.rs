//! The uniform entry point `void simdiff_call(ptr arguments, ptr result)`.
//!
//! It is written in LLVM IR next to the function that it calls. The call's types,
//! attributes and calling convention are copied from the function, so that the ABI (`sret`,
//! `byval`, coerced structs, vector registers) is right by construction.

use std::path::PathBuf;

use inkwell::AddressSpace;
use inkwell::attributes::AttributeLoc;
use inkwell::builder::BuilderError;
use inkwell::module::{Linkage, Module};
use inkwell::targets::TargetData;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    AnyValue, BasicMetadataValueEnum, BasicValueEnum, FunctionValue, GlobalValue,
};

use super::ReplayError;
use super::flat::flattened;
use super::moved::{self, Moved};
use super::printed;
use super::sanitizer::Sanitizer;
use super::unwatched::leave_out;
use crate::llvm::gep;

/// The thunk's name, known to `driver.c`.
const CALL: &str = "simdiff_call";
/// The name of the constant with the result's size, known to `driver.c`.
const RESULT_SIZE: &str = "simdiff_result_size";

/// The name of the constant that says whether the result is a pointer, known to
/// `driver.c`.
const RESULT_IS_ADDRESS: &str = "simdiff_result_is_address";

/// The names of the list of the program's constants, of that of their sizes, and of their number,
/// known to `driver.c`.
const CONSTANTS: [&str; 3] = [
    "simdiff_constants",
    "simdiff_constant_sizes",
    "simdiff_constant_count",
];

/// The name of the function that runs the setup and reports the addresses of variables,
/// known to `driver.c`.
const PREPARE: &str = "simdiff_prepare";
/// The section of variables in local memory, known to `launch.h`.
const LOCAL_SECTION: &str = "simdiff_local";
/// The address space of local memory.
const LOCAL: u16 = 3;
/// Bytes of a page of memory.
const PAGE: u32 = 4096;
/// The name of the constant with the number of variables, known to `driver.c`.
const VARIABLES: &str = "simdiff_variables";

/// The environment of a function's call besides its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Functions without parameters that run before the call, in this order.
    pub setup: Vec<String>,
    /// Global variables that cases set, by symbol. Symbols that the module lacks are
    /// skipped.
    pub variables: Vec<String>,
    /// The local memory, for a kernel.
    pub kernel: Option<LocalMemory>,
    /// Whether the function is the `main` of an OpenCL host, which launches kernels itself.
    pub host: bool,
    /// Directories whose files the program may read, as absolute paths.
    pub readable: Vec<PathBuf>,
    /// The places of its objects, if not those that the compiler and the allocator choose.
    pub moved: Option<Moved>,
    /// Whether code is generated as without `-O`, which exchanges no operands.
    pub unoptimised: bool,
}

/// The local memory of a kernel, which every group gets anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalMemory {
    /// The positions of the LLVM arguments that point to local memory.
    pub arguments: Vec<usize>,
    /// The symbols of variables in local memory.
    pub variables: Vec<String>,
}

/// The function's parameters and result in LLVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    /// Size in bytes of each parameter; `None` for a pointer.
    pub parameters: Vec<Option<usize>>,
    /// Size in bytes of the result; 0 for `void`.
    pub result: usize,
    /// Whether the module refers to the C++ runtime.
    pub cxx: bool,
}

/// A copy of `module` with the thunk for `symbol`, in which names that collide with the
/// driver's are renamed and every function is marked for the sanitizer.
pub(super) fn with_thunk<'ctx>(
    module: &Module<'ctx>,
    symbol: &str,
    sanitizer: Option<Sanitizer>,
    surroundings: &Surroundings,
) -> Result<(Module<'ctx>, Signature), ReplayError> {
    let local = match surroundings.host {
        true => Some(LocalMemory {
            arguments: Vec::new(),
            variables: local_variables(module),
        }),
        false => surroundings.kernel.clone(),
    };
    let module = match &local {
        Some(_) => {
            let watched = crate::llvm::copy(module).map_err(ReplayError::Thunk)?;
            leave_out(&watched, sanitizer.map_or(&[], Sanitizer::unwatched));
            flattened(&watched)?
        }
        None => crate::llvm::copy(module).map_err(ReplayError::Thunk)?,
    };
    // Only reports of sanitizers need source lines.
    if sanitizer.is_none() {
        module.strip_debug_info();
    }
    let function = module
        .get_function(symbol)
        .ok_or_else(|| ReplayError::NoFunction(symbol.into()))?;
    if function.count_basic_blocks() == 0 {
        return Err(ReplayError::NoBody(symbol.into()));
    }
    if function.get_linkage() == Linkage::AvailableExternally {
        function.set_linkage(Linkage::Internal);
    }
    if let Some(main) = module.get_function("main") {
        main.as_global_value().set_name("simdiff_program_main");
    }

    let variables = moved::variables(&module);
    let signature = signature(&module, function, symbol)?;
    add(&module, function, signature.result)
        .and_then(|()| prepare(&module, surroundings))
        .and_then(|()| match &local {
            Some(local) => forget(&module, local, sanitizer),
            None => Ok(()),
        })
        .map_err(|error| ReplayError::Thunk(error.to_string()))?;
    if let Some(by) = surroundings.moved {
        moved::move_objects(&module, &variables, by);
    }
    if local.is_some() {
        printed::tell_types(&module);
        keep_frames(&module);
    }
    if let Some(sanitizer) = sanitizer {
        sanitizer.mark(&module);
        if sanitizer == Sanitizer::Thread && surroundings.host {
            crate::llvm::disguise_locals(&module);
        }
    }
    module
        .verify()
        .map_err(|message| ReplayError::Thunk(message.to_string()))?;
    Ok((module, signature))
}

/// Gives every function a frame, and every call a return address: `launch.h` tells barriers
/// apart by the calls that lead to them.
fn keep_frames(module: &Module<'_>) {
    let context = module.get_context();
    for (key, value) in [("frame-pointer", "all"), ("disable-tail-calls", "true")] {
        let attribute = context.create_string_attribute(key, value);
        for function in module
            .get_functions()
            .filter(|f| f.count_basic_blocks() > 0)
        {
            function.add_attribute(AttributeLoc::Function, attribute);
        }
    }
}

/// The symbols of a module's variables in local memory.
fn local_variables(module: &Module<'_>) -> Vec<String> {
    let local = module.get_globals().filter(|global| {
        let space = global.as_pointer_value().get_type().get_address_space();
        space == AddressSpace::from(LOCAL)
    });
    let names = local.map(|global| global.get_name().to_string_lossy().into_owned());
    names.collect()
}

fn signature<'ctx>(
    module: &Module<'ctx>,
    function: FunctionValue<'ctx>,
    symbol: &str,
) -> Result<Signature, ReplayError> {
    let unsupported = |what: String| ReplayError::Unsupported {
        symbol: symbol.into(),
        what,
    };
    let function_type = function.get_type();
    if function_type.is_var_arg() {
        return Err(unsupported("it takes variable arguments".into()));
    }
    let layout = module.get_data_layout();
    let data = TargetData::create(&layout.as_str().to_string_lossy());
    let mut parameters = Vec::new();
    for parameter in function_type.get_param_types() {
        let parameter = BasicTypeEnum::try_from(parameter)
            .map_err(|()| unsupported(format!("parameter of type {parameter}")))?;
        let size = data.get_store_size(&parameter) as usize;
        parameters.push((!parameter.is_pointer_type()).then_some(size));
    }
    let result = function_type
        .get_return_type()
        .map_or(0, |result| data.get_abi_size(&result) as usize);
    let cxx = module
        .get_functions()
        .filter(|f| f.count_basic_blocks() == 0)
        .any(|f| {
            let name = f.get_name().to_bytes();
            [&b"_Z"[..], b"__cxa", b"__gxx"]
                .iter()
                .any(|prefix| name.starts_with(prefix))
        });
    Ok(Signature {
        parameters,
        result,
        cxx,
    })
}

/// Adds `void simdiff_prepare(ptr variables)`.
fn prepare(module: &Module<'_>, surroundings: &Surroundings) -> Result<(), BuilderError> {
    let context = module.get_context();
    let pointer = context.ptr_type(AddressSpace::default());
    let size = context.i64_type();
    let count = module.add_global(size, None, VARIABLES);
    count.set_constant(true);
    count.set_initializer(&size.const_int(surroundings.variables.len() as u64, false));

    let prepare_type = context.void_type().fn_type(&[pointer.into()], false);
    let prepare = module.add_function(PREPARE, prepare_type, Some(Linkage::External));
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(prepare, "entry"));
    for name in &surroundings.setup {
        if let Some(function) = module.get_function(name) {
            let call = builder.build_direct_call(function, &[], "")?;
            call.set_call_convention(function.get_call_conventions());
        }
    }
    let Some(slots) = prepare.get_nth_param(0) else {
        return Err(BuilderError::UnsetPosition);
    };
    for (i, name) in surroundings.variables.iter().enumerate() {
        let Some(variable) = module.get_global(name) else {
            continue;
        };
        let index = size.const_int(i as u64, false);
        let slot = gep::step(&builder, pointer.into(), slots.into_pointer_value(), index)?;
        builder.build_store(slot, variable.as_pointer_value())?;
    }
    builder.build_return(None)?;
    Ok(())
}

/// Adds `void simdiff_forget_locals()`, which makes the variables in local memory
/// undefined, and the list of arguments that point to local memory, both for `launch.h`.
fn forget(
    module: &Module<'_>,
    local: &LocalMemory,
    sanitizer: Option<Sanitizer>,
) -> Result<(), BuilderError> {
    let context = module.get_context();
    let (pointer, size) = (
        context.ptr_type(AddressSpace::default()),
        context.i64_type(),
    );
    let positions = local.arguments.iter();
    let positions: Vec<_> = positions
        .map(|p| size.const_int(*p as u64, false))
        .collect();
    let count = module.add_global(size, None, "simdiff_local_count");
    count.set_constant(true);
    count.set_initializer(&size.const_int(positions.len() as u64, false));
    let list = size.const_array(&positions);
    let arguments = module.add_global(list.get_type(), None, "simdiff_local_arguments");
    arguments.set_constant(true);
    arguments.set_initializer(&list);

    // Variables of the device library, which `launch.h` sets.
    for name in ["simdiff_launch", "simdiff_item"] {
        if let Some(variable) = module.get_global(name) {
            variable.set_linkage(Linkage::External);
        }
    }
    let void = context.void_type();
    let one = void.fn_type(&[pointer.into(), size.into()], false);
    let one = module.add_function("simdiff_forget", one, Some(Linkage::External));
    let all = void.fn_type(&[], false);
    let all = module.add_function("simdiff_forget_locals", all, Some(Linkage::External));
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(all, "entry"));
    let layout = module.get_data_layout();
    let data = TargetData::create(&layout.as_str().to_string_lossy());
    let variables = local.variables.iter();
    for variable in variables.filter_map(|name| module.get_global(name)) {
        if sanitizer.is_some_and(Sanitizer::watches_threads) {
            variable.set_section(Some(LOCAL_SECTION));
        }
        let Ok(ty) = BasicTypeEnum::try_from(variable.get_value_type()) else {
            continue;
        };
        let bytes = size.const_int(data.get_abi_size(&ty), false);
        let at = variable.as_pointer_value();
        let at = builder.build_address_space_cast(at, pointer, "")?;
        builder.build_direct_call(one, &[at.into(), bytes.into()], "")?;
    }
    builder.build_return(None)?;
    if sanitizer.is_some_and(Sanitizer::watches_threads) {
        // Whole pages are mapped anew, so a page follows the last variable; launch.h adds
        // one before the first.
        let page = context.i8_type().array_type(PAGE);
        let end = module.add_global(page, None, "simdiff_local_end");
        end.set_initializer(&page.const_zero());
        end.set_section(Some(LOCAL_SECTION));
    }
    Ok(())
}

fn add<'ctx>(
    module: &Module<'ctx>,
    function: FunctionValue<'ctx>,
    result_size: usize,
) -> Result<(), BuilderError> {
    let context = module.get_context();
    let pointer = context.ptr_type(AddressSpace::default());
    let size = context.i64_type();

    let constant = module.add_global(size, None, RESULT_SIZE);
    constant.set_constant(true);
    constant.set_initializer(&size.const_int(result_size as u64, false));

    let returned = function.get_type().get_return_type();
    let is_address = returned.is_some_and(|ty| ty.is_pointer_type());
    let constant = module.add_global(size, None, RESULT_IS_ADDRESS);
    constant.set_constant(true);
    constant.set_initializer(&size.const_int(u64::from(is_address), false));

    constants(module, is_address);

    let thunk_type = context
        .void_type()
        .fn_type(&[pointer.into(), pointer.into()], false);
    let thunk = module.add_function(CALL, thunk_type, Some(Linkage::External));
    // A call with vectors in registers needs the callee's target features.
    for key in ["target-cpu", "target-features", "min-legal-vector-width"] {
        if let Some(attribute) = function.get_string_attribute(AttributeLoc::Function, key) {
            thunk.add_attribute(AttributeLoc::Function, attribute);
        }
    }

    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(thunk, "entry"));
    let (Some(slots), Some(result)) = (thunk.get_nth_param(0), thunk.get_nth_param(1)) else {
        return Err(BuilderError::UnsetPosition);
    };
    let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = Vec::new();
    for (i, parameter) in function.get_param_iter().enumerate() {
        let index = size.const_int(i as u64, false);
        let slot = gep::step(&builder, pointer.into(), slots.into_pointer_value(), index)?;
        let address = builder.build_load(pointer, slot, "")?;
        let value = builder.build_load(parameter.get_type(), address.into_pointer_value(), "")?;
        arguments.push(value.into());
    }
    let call = builder.build_direct_call(function, &arguments, "")?;
    call.set_call_convention(function.get_call_conventions());
    for i in 0..function.count_params() {
        let place = AttributeLoc::Param(i);
        for attribute in function.attributes(place) {
            call.add_attribute(place, attribute);
        }
    }
    for attribute in function.attributes(AttributeLoc::Return) {
        call.add_attribute(AttributeLoc::Return, attribute);
    }
    if let Some(value) = call.try_as_basic_value().basic() {
        builder.build_store(result.into_pointer_value(), value)?;
    }
    builder.build_return(None)?;
    Ok(())
}

/// Lists the constants to which a returned pointer may lead: those without addresses in them.
fn constants<'ctx>(module: &Module<'ctx>, is_address: bool) {
    let context = module.get_context();
    let pointer = context.ptr_type(AddressSpace::default());
    let size = context.i64_type();
    let layout = module.get_data_layout();
    let data = TargetData::create(&layout.as_str().to_string_lossy());
    let is_text = |global: &GlobalValue<'ctx>| {
        let value = global.get_initializer().filter(|_| global.is_constant());
        !global.is_thread_local()
            && global.as_pointer_value().get_type() == pointer
            && value.is_some_and(|value| !value.print_to_string().to_string_lossy().contains('@'))
    };
    // The list itself holds addresses.
    let all: Vec<GlobalValue<'ctx>> = match is_address {
        true => module.get_globals().filter(is_text).collect(),
        false => Vec::new(),
    };
    let sizes = all.iter().map(|global| {
        let ty = BasicTypeEnum::try_from(global.get_value_type());
        size.const_int(ty.map_or(0, |ty| data.get_abi_size(&ty)), false)
    });
    let sizes: Vec<_> = sizes.collect();
    let starts: Vec<_> = all.iter().map(|g| g.as_pointer_value()).collect();
    let add = |name: &str, value: BasicValueEnum<'ctx>| {
        let list = module.add_global(value.get_type(), None, name);
        list.set_constant(true);
        list.set_initializer(&value);
    };
    let [list, of_each, count] = CONSTANTS;
    add(list, pointer.const_array(&starts).into());
    add(of_each, size.const_array(&sizes).into());
    add(count, size.const_int(all.len() as u64, false).into());
}
