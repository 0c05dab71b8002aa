//! Binds each `--arg` and `--alias` to its parameter.

use super::{View, Wishes};
use crate::contract::{Contract, Direction, Role};
use crate::frontend::args::{Arg, Meaning};
use crate::frontend::error::{FrontendError, nearest};
use crate::frontend::quote::Quote;
use crate::frontend::types::Type;

/// For each parameter its `--arg`, if it has one.
pub(super) type Flags<'w> = Vec<Option<&'w Arg>>;

/// Whether the user gives the length of a buffer.
pub(super) fn gives_length(flags: &Flags<'_>, buffer: usize) -> bool {
    let meaning = flags[buffer].map(|arg| &arg.meaning);
    matches!(
        meaning,
        Some(Meaning::Symbolic {
            length: Some(_),
            ..
        })
    )
}

/// Finds the parameter of each `--arg`.
pub(super) fn bind<'w>(
    reference: &View,
    port: &View,
    wishes: &'w Wishes,
) -> Result<Flags<'w>, FrontendError> {
    let mut flags: Flags<'w> = vec![None; reference.signature.params.len()];
    // These are no parameters of the contract.
    let elsewhere = |arg: &&Arg| match arg.meaning {
        Meaning::Local { .. } => true,
        Meaning::Result => arg.owner.is_some(),
        _ => false,
    };
    for arg in wishes.args.iter().filter(|arg| !elsewhere(arg)) {
        let index = find(reference, port, &arg.name)?;
        match flags[index] {
            Some(first) if first.meaning != arg.meaning => {
                return Err(FrontendError::Contradiction {
                    quote: arg.quote.clone(),
                    param: arg.name.part().to_owned(),
                    first: first.text.clone(),
                });
            }
            _ => flags[index] = Some(arg),
        }
    }
    Ok(flags)
}

/// The index of the parameter with this name in the reference, else in the port.
fn find(reference: &View, port: &View, quote: &Quote) -> Result<usize, FrontendError> {
    let position = |view: &View| {
        view.signature
            .params
            .iter()
            .position(|p| p.name == quote.part())
    };
    position(reference)
        .or_else(|| position(port))
        .ok_or_else(|| {
            if let Some(whole) = refused(reference, quote.part()) {
                return whole;
            }
            let names: Vec<&str> = reference
                .signature
                .params
                .iter()
                .map(|p| p.name.as_str())
                .collect();
            FrontendError::ParamMissing {
                quote: quote.clone(),
                nearest: nearest(quote.part(), names.iter().copied())
                    .first()
                    .map(|s| s.to_string()),
                params: names.into_iter().map(str::to_owned).collect(),
            }
        })
}

/// The reason why the parameter with this field is not split into fields, if it should be.
fn refused(view: &View, field: &str) -> Option<FrontendError> {
    view.signature.params.iter().find_map(|param| {
        let inside = field.strip_prefix(&*param.name)?;
        match &param.ty {
            Type::Opaque { reason } if inside.starts_with(['-', '.']) => {
                Some(FrontendError::ParamType {
                    param: param.name.clone(),
                    ty: param.spelled.clone(),
                    reason: reason.clone(),
                    fix: None,
                })
            }
            _ => None,
        }
    })
}

/// Makes the parameters of every `--alias` share one buffer.
pub(super) fn share(
    contract: &mut Contract,
    reference: &View,
    port: &View,
    wishes: &Wishes,
) -> Result<(), FrontendError> {
    for alias in &wishes.aliases {
        let named = [&alias.param, &alias.target];
        let [param, target] = named.map(|name| find(reference, port, name));
        // The buffer belongs to the parameter that is declared first.
        let (param, target) = (param?, target?);
        let (param, target) = (param.max(target), param.min(target));
        let refuse = |reason: &str| {
            Err(FrontendError::Alias {
                quote: alias.param.clone(),
                reason: reason.to_owned(),
            })
        };
        if [param, target]
            .iter()
            .any(|p| reference.signature.is_apart(*p))
        {
            return refuse(
                "a structure that is taken apart shares nothing: name two pointers in them, as \
                 in 'b->data=a->data'",
            );
        }
        if param == target {
            return refuse("it would share its own buffer");
        }
        if contract.params[target].alias.is_some() || contract.params[param].alias.is_some() {
            return refuse("one of the two already shares a buffer");
        }
        let name = &contract.params[param].name;
        if contract
            .params
            .iter()
            .any(|p| p.alias.as_ref() == Some(name))
        {
            return refuse("its buffer is already shared");
        }
        let (
            Role::Buffer {
                element,
                length,
                capacity,
                direction,
                terminated,
                ..
            },
            Role::Buffer { .. },
        ) = (&contract.params[param].role, &contract.params[target].role)
        else {
            return refuse("both parameters have to be buffers");
        };
        let is_image = |param: usize| {
            matches!(
                &contract.params[param].role,
                Role::Buffer { image: Some(_), .. }
            )
        };
        if is_image(param) || is_image(target) {
            return refuse("an image shares its memory with nothing");
        }
        let (element, length, used) = (element.clone(), length.clone(), *direction);
        let (capacity, terminated) = (capacity.clone(), *terminated);
        let Role::Buffer {
            element: target_element,
            length: target_length,
            capacity: target_capacity,
            terminated: target_terminated,
            direction,
            ..
        } = &mut contract.params[target].role
        else {
            continue;
        };
        let lengths = length == *target_length && capacity == *target_capacity;
        if terminated != *target_terminated {
            return refuse("only one of the two is a text that ends with a zero");
        }
        if element.size != target_element.size || !lengths {
            return refuse("the two buffers have different sizes");
        }
        if used != *direction {
            *direction = Direction::InOut;
        }
        contract.params[param].alias = Some(contract.params[target].name.clone());
    }
    Ok(())
}
