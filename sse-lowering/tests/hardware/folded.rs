//! Compares semantics with LLVM's constant folder, for extensions that this processor
//! lacks.
//!
//! LLVM's optimiser folds calls of many intrinsics on constants; its authors wrote that
//! independently of the C here. Intrinsics that it does not fold are counted as not
//! checked.

use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{CodeModel, InitializationConfig, RelocMode, Target, TargetTriple};
use inkwell::values::{CallSiteValue, FunctionValue};
use simdiff_sse_lowering::{Intrinsic, Lowering};

use crate::comparison::{Comparison, has_float_arithmetic, run};
use crate::native;
use crate::operands::{Operands, sample};
use crate::support::wrappers::Wrapper;

/// Operand vectors for each intrinsic, shared by its immediates.
const VECTORS: usize = 64;

/// Returns the number of operand vectors on which an intrinsic agrees with LLVM's constant
/// folder; zero if LLVM does not fold it.
pub fn check(lowering: &Lowering, intrinsic: &Intrinsic) -> Result<usize, String> {
    let wrappers = Wrapper::all(intrinsic);
    let context = Context::create();
    let lowered = native::build(&context, &wrappers, native::LIBRARY);
    lowering.lower(&lowered).expect("lowers");
    let alike: Vec<bool> = wrappers
        .iter()
        .map(|w| has_float_arithmetic(lowered.get_function(&w.name()).expect("defined")))
        .collect();
    native::define_refusals(&lowered);
    let lowered = native::compile(lowered);
    let refused = native::code(&lowered, native::REFUSED);
    let (folded, cases) = fold(&context, &wrappers);
    let folded = native::compile(folded);
    let mut compared = 0;
    for (i, name, operands) in &cases {
        let comparison = Comparison {
            wrapper: &wrappers[*i],
            expected: native::code(&folded, name),
            lowered: native::code(&lowered, &wrappers[*i].name()),
            nans_alike: alike[*i],
        };
        let own = run(comparison.lowered, operands);
        // LLVM folds what the instruction leaves undefined to any value.
        let (_, [0, ..]) = run(refused, operands) else {
            continue;
        };
        comparison.compare_with(operands, &own)?;
        compared += 1;
    }
    Ok(compared)
}

/// Functions that LLVM folded to constants, each with the index of its wrapper, its name
/// and its operands.
fn fold<'ctx>(
    context: &'ctx Context,
    wrappers: &[Wrapper],
) -> (Module<'ctx>, Vec<(usize, String, Operands)>) {
    let module = context.create_module("folded");
    let mut cases = Vec::new();
    for (i, wrapper) in wrappers.iter().enumerate() {
        let call = wrapper.define(&module, "");
        call.set_linkage(Linkage::Internal);
        inline_always(context, call);
        let few = (VECTORS / wrappers.len()).max(1);
        // Each immediate starts with other operands.
        let operands = sample(&wrapper.operands, few + i % 8).split_off(i % 8);
        for (n, operands) in operands.into_iter().enumerate() {
            let name = format!("case {i} {n}");
            define_case(&module, &name, call, &operands);
            cases.push((i, name, operands));
        }
    }
    optimise(&module);
    cases.retain(|(_, name, _)| {
        let function = module.get_function(name).expect("defined");
        let constant = calls_nothing(function);
        if !constant {
            // SAFETY: the function has no callers.
            unsafe { function.delete() };
        }
        constant
    });
    (module, cases)
}

fn inline_always(context: &Context, function: FunctionValue<'_>) {
    use inkwell::attributes::{Attribute, AttributeLoc};
    let kind = Attribute::get_named_enum_kind_id("alwaysinline");
    function.add_attribute(
        AttributeLoc::Function,
        context.create_enum_attribute(kind, 0),
    );
}

/// Defines `void name(ptr, ptr result)`, which calls the wrapper with constant operands.
fn define_case<'ctx>(
    module: &Module<'ctx>,
    name: &str,
    wrapper: FunctionValue<'ctx>,
    operands: &Operands,
) {
    let context = module.get_context();
    let bytes = context.const_string(&operands.0, false);
    let constant = module.add_global(bytes.get_type(), None, "operands");
    constant.set_initializer(&bytes);
    constant.set_constant(true);
    constant.set_linkage(Linkage::Private);
    constant.set_alignment(64);
    let case = module.add_function(name, wrapper.get_type(), None);
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(case, "entry"));
    let result = case.get_nth_param(1).expect("two parameters");
    let arguments = [constant.as_pointer_value().into(), result.into()];
    builder.build_call(wrapper, &arguments, "").expect("a call");
    builder.build_return(None).expect("a block");
}

fn optimise(module: &Module<'_>) {
    Target::initialize_x86(&InitializationConfig::default());
    let triple = TargetTriple::create("x86_64-unknown-linux-gnu");
    let target = Target::from_triple(&triple).expect("x86");
    let machine = target
        .create_target_machine(
            &triple,
            "",
            "",
            OptimizationLevel::None,
            RelocMode::Default,
            CodeModel::Default,
        )
        .expect("a machine");
    module.set_triple(&triple);
    module.set_data_layout(&machine.get_target_data().get_data_layout());
    module
        .run_passes(
            "always-inline,function(instcombine)",
            &machine,
            PassBuilderOptions::create(),
        )
        .expect("optimises");
}

fn calls_nothing(function: FunctionValue<'_>) -> bool {
    !function
        .get_basic_block_iter()
        .flat_map(|block| block.get_instructions())
        .any(|instruction| CallSiteValue::try_from(instruction).is_ok())
}
