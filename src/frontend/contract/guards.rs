//! The integers that are the lengths of buffers of which the code reaches a fixed extent, or one
//! that is not known.

use std::collections::HashMap;

use inkwell::values::FunctionValue;

use super::poly::Poly;
use crate::contract::Scalar;
use crate::frontend::abi::Abi;
use crate::frontend::guarded;
use crate::frontend::names;
use crate::frontend::signature::Signature;
use crate::frontend::types::Type;
use crate::frontend::usage::Usage;

/// The integers that guard all accesses to a buffer of which no extent is reached that grows: the
/// size of a container, or the parameter after a pointer if its name says that it is a length.
pub(super) fn of(
    function: FunctionValue<'_>,
    abi: &Abi,
    signature: &Signature,
    (usage, extents): (&[Usage], &HashMap<usize, Poly>),
) -> HashMap<usize, usize> {
    let params = &signature.params;
    let mut found = HashMap::new();
    for (pointer, param) in params.iter().enumerate() {
        let is_fixed = match usage[pointer].dynamic {
            true => extents
                .get(&pointer)
                .is_none_or(|extent| extent.as_constant().is_some()),
            false => usage[pointer].extent > 0,
        };
        if !is_fixed || !matches!(param.ty, Type::Pointer(_)) {
            continue;
        }
        let is_wide = |at: &usize| {
            let ty = params.get(*at).map(|param| &param.ty);
            matches!(ty, Some(Type::Scalar(Scalar::Int { bits: 16..=64, .. })))
        };
        let size = param
            .name
            .strip_suffix(".data")
            .map(|of| format!("{of}.size"));
        let own = size.and_then(|size| params.iter().position(|param| param.name == size));
        if let Some(own) = own.filter(is_wide) {
            found.insert(pointer, own);
            continue;
        }
        let next = Some(pointer + 1).filter(is_wide);
        let next = next.filter(|next| {
            let next = &params[*next];
            names::is_bound(&next.name) && !next.is_added()
        });
        let arguments =
            next.and_then(|next| Some((abi.argument_of(pointer)?, abi.argument_of(next)?)));
        if let (Some(next), Some((buffer, integer))) = (next, arguments)
            && guarded::is_guarded(function, buffer, integer)
            // What bounds a loop or takes part in an address has its lengths told by these.
            && (!usage[next].shapes || guarded::bounds_indices(function, buffer, integer))
        {
            found.insert(pointer, next);
        }
    }
    found
}
