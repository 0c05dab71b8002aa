//! Adapts semantic functions to intrinsics whose types differ. AVX-512 masks are `unsigned
//! char` and wider in the semantics' C, as in Intel's intrinsics, and `<N x i1>` in many of
//! LLVM's. A second result is stored to the address in the last parameter in C, and is part
//! of a structure in LLVM.

use inkwell::builder::{Builder, BuilderError};
use inkwell::module::Module;
use inkwell::types::{
    BasicMetadataTypeEnum, BasicTypeEnum, FunctionType, IntType, StructType, VectorType,
};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, IntValue, VectorValue,
};

use crate::declaration;

/// Makes a function of type `wanted` that calls `function`. Masks are converted from
/// vectors in `wanted` to integers in `function`, and a second result that `function`
/// stores is returned beside the first. `None` if the types differ in anything else.
pub(crate) fn adapt<'ctx>(
    module: &Module<'ctx>,
    function: FunctionValue<'ctx>,
    wanted: FunctionType<'ctx>,
) -> Option<Result<FunctionValue<'ctx>, BuilderError>> {
    let ours = function.get_type();
    let fits = |ours: &BasicTypeEnum<'ctx>, theirs: &BasicTypeEnum<'ctx>| {
        ours == theirs || lanes(*theirs).is_some_and(|n| *ours == integer(module, n).into())
    };
    if let Some(BasicTypeEnum::StructType(both)) = wanted.get_return_type() {
        return two_results(module, function, wanted, both);
    }
    let result = match (ours.get_return_type(), wanted.get_return_type()) {
        (Some(ours), Some(theirs)) => fits(&ours, &theirs),
        (ours, theirs) => ours == theirs,
    };
    let (mine, others) = (basic(ours), basic(wanted));
    let parameters =
        mine.len() == others.len() && mine.iter().zip(&others).all(|(o, t)| fits(o, t));
    (result && parameters).then(|| build(module, function, wanted))
}

fn basic(ty: FunctionType<'_>) -> Vec<BasicTypeEnum<'_>> {
    let parameters = ty.get_param_types().into_iter();
    parameters
        .filter_map(|ty: BasicMetadataTypeEnum| ty.try_into().ok())
        .collect()
}

/// The number of lanes of a vector of `i1`.
fn lanes(ty: BasicTypeEnum<'_>) -> Option<u32> {
    let BasicTypeEnum::VectorType(vector) = ty else {
        return None;
    };
    let lane = vector.get_element_type();
    (lane.is_int_type() && lane.into_int_type().get_bit_width() == 1).then(|| vector.get_size())
}

/// The mask type for `lanes` lanes; `__mmask8` also for two and four.
fn integer<'ctx>(module: &Module<'ctx>, lanes: u32) -> IntType<'ctx> {
    declaration::int(module.get_context(), lanes)
}

fn build<'ctx>(
    module: &Module<'ctx>,
    function: FunctionValue<'ctx>,
    wanted: FunctionType<'ctx>,
) -> Result<FunctionValue<'ctx>, BuilderError> {
    let (builder, adaptor) = adaptor(module, wanted);
    let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = Vec::new();
    for (argument, ty) in adaptor.get_param_iter().zip(basic(function.get_type())) {
        arguments.push(match argument {
            BasicValueEnum::VectorValue(mask) if ty.is_int_type() => {
                to_integer(&builder, mask, ty.into_int_type())?.into()
            }
            other => other.into(),
        });
    }
    let call = builder.build_call(function, &arguments, "")?;
    let value = call.try_as_basic_value().basic();
    match (value, wanted.get_return_type()) {
        (Some(BasicValueEnum::IntValue(mask)), Some(BasicTypeEnum::VectorType(ty))) => {
            builder.build_return(Some(&to_vector(&builder, mask, ty)?))?
        }
        (Some(value), _) => builder.build_return(Some(&value))?,
        (None, _) => builder.build_return(None)?,
    };
    Ok(adaptor)
}

/// Makes an adaptor that returns a structure of two results, of which `function` stores the
/// second.
fn two_results<'ctx>(
    module: &Module<'ctx>,
    function: FunctionValue<'ctx>,
    wanted: FunctionType<'ctx>,
    both: StructType<'ctx>,
) -> Option<Result<FunctionValue<'ctx>, BuilderError>> {
    let [first, second] = both.get_field_types()[..] else {
        return None;
    };
    let mut parameters = basic(wanted);
    parameters.push(module.get_context().ptr_type(Default::default()).into());
    let ours = function.get_type();
    let fits = ours.get_return_type() == Some(first) && basic(ours) == parameters;
    fits.then(|| {
        let (builder, adaptor) = adaptor(module, wanted);
        let place = builder.build_alloca(second, "")?;
        let own = adaptor.get_param_iter().map(BasicMetadataValueEnum::from);
        let arguments: Vec<_> = own.chain([place.into()]).collect();
        let call = builder.build_call(function, &arguments, "")?;
        let parts = [
            call.try_as_basic_value().unwrap_basic(),
            builder.build_load(second, place, "")?,
        ];
        builder.build_aggregate_return(&parts)?;
        Ok(adaptor)
    })
}

fn adaptor<'ctx>(
    module: &Module<'ctx>,
    wanted: FunctionType<'ctx>,
) -> (Builder<'ctx>, FunctionValue<'ctx>) {
    let context = module.get_context();
    let adaptor = module.add_function("adaptor", wanted, None);
    let builder = context.create_builder();
    builder.position_at_end(context.append_basic_block(adaptor, "entry"));
    (builder, adaptor)
}

/// Converts a mask to an integer: lane i becomes bit i, and bits without a lane are zero.
fn to_integer<'ctx>(
    builder: &Builder<'ctx>,
    mask: VectorValue<'ctx>,
    ty: IntType<'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let zero = mask.get_type().const_zero();
    let wide = resize(builder, mask, zero, ty.get_bit_width())?;
    Ok(builder.build_bit_cast(wide, ty, "")?.into_int_value())
}

/// Converts an integer to a mask: bit i becomes lane i, and further bits are dropped.
fn to_vector<'ctx>(
    builder: &Builder<'ctx>,
    mask: IntValue<'ctx>,
    ty: VectorType<'ctx>,
) -> Result<VectorValue<'ctx>, BuilderError> {
    let all = ty
        .get_element_type()
        .into_int_type()
        .vec_type(mask.get_type().get_bit_width());
    let bits = builder.build_bit_cast(mask, all, "")?.into_vector_value();
    resize(builder, bits, all.get_poison(), ty.get_size())
}

fn resize<'ctx>(
    builder: &Builder<'ctx>,
    vector: VectorValue<'ctx>,
    rest: VectorValue<'ctx>,
    lanes: u32,
) -> Result<VectorValue<'ctx>, BuilderError> {
    let own = vector.get_type().get_size();
    if own == lanes {
        return Ok(vector);
    }
    // Lanes beyond its own come from lane 0 of `rest`; any lane would do.
    let context = vector.get_type().get_context();
    let index = |i: u32| context.i32_type().const_int(i.min(own).into(), false);
    let order = VectorType::const_vector(&(0..lanes).map(index).collect::<Vec<_>>());
    builder.build_shuffle_vector(vector, rest, order, "")
}
