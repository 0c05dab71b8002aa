//! Matches the parameters of a kernel with those of the function that it is compared with:
//! by name, and the others in order, pointers and values separately. Those of two C functions
//! are matched in order, besides those that belong to one version by the user's word. A
//! parameter that only one version has is unused in the other.

use super::View;
use super::modes::Mode;
use super::own::Own;
use crate::contract::Owner;
use crate::frontend::compile::Compiled;
use crate::frontend::error::FrontendError;
use crate::frontend::opencl;
use crate::frontend::types::Type;
use crate::frontend::usage::Usage;

/// Gives both sides the same parameters in the same order. Also returns for each parameter
/// which version alone has it, if one does.
///
/// # Errors
/// Parameters with several candidates, an output of the reference that the port has no
/// parameter for, and flags for one version that name none of its parameters.
pub(super) fn matched(
    (reference, first): (View, (&Compiled<'_>, &str)),
    (port, second): (View, (&Compiled<'_>, &str)),
    own: [Own<'_>; 2],
) -> Result<([View; 2], Vec<Option<Owner>>), FrontendError> {
    let is_kernel =
        |(compiled, symbol): (&Compiled<'_>, &str)| opencl::is_kernel(&compiled.native, symbol);
    let alone = [
        own[0].alone(&reference, &port)?,
        own[1].alone(&port, &reference)?,
    ];
    let counterpart = match is_kernel(first) || is_kernel(second) {
        true => counterparts((&reference, &port), &alone)?,
        false => in_order(&alone),
    };
    let Some(counterpart) = counterpart else {
        // The numbers of parameters differ, which is reported with both signatures.
        let count = reference.signature.params.len();
        return Ok(([reference, port], vec![None; count]));
    };
    let count = counterpart.len();
    let lost = (0..count).find(|param| {
        counterpart[*param].is_none() && !alone[0][*param] && reference.usage[*param].writes
    });
    if let Some(param) = lost {
        let name = &reference.signature.params[param].name;
        let difference = format!("the reference writes `{name}`, which the port does not have");
        return Err(differ(&reference, &port, difference));
    }
    let taken = |other: &usize| counterpart.contains(&Some(*other));
    let of_port: Vec<usize> = (0..port.signature.params.len())
        .filter(|other| !taken(other))
        .collect();
    let names = |view: &View, param: usize| view.signature.params[param].name.clone();
    for other in &of_port {
        let name = names(&port, *other);
        if (0..count).any(|param| names(&reference, param) == name) {
            let difference = format!(
                "each version has a `{name}`, and they are said to be two parameters: give one \
                 of them another name"
            );
            return Err(differ(&reference, &port, difference));
        }
    }
    let of_reference = |other: &Option<usize>| match other {
        None => Some(Owner::Reference),
        Some(_) => None,
    };
    let owners = counterpart.iter().map(of_reference);
    let owners = owners.chain(of_port.iter().map(|_| Some(Owner::Port)));
    let owners = owners.collect();
    let mut wanted: Vec<Option<usize>> = counterpart;
    wanted.extend(of_port.iter().map(|other| Some(*other)));
    let all: Vec<Option<usize>> = (0..wanted.len())
        .map(|param| Some(param).filter(|param| *param < count))
        .collect();
    let extended = reference.with_params(&all, &port, &wanted);
    let port = port.with_params(&wanted, &reference, &all);
    Ok(([extended, port], owners))
}

/// The counterparts of parameters that are matched in order, if equally many are left besides
/// those of one version alone.
fn in_order([reference, port]: &[Vec<bool>; 2]) -> Option<Vec<Option<usize>>> {
    let shared = |alone: &[bool]| -> Vec<usize> {
        let all = alone.iter().enumerate();
        all.filter(|(_, alone)| !**alone).map(|(i, _)| i).collect()
    };
    let others = shared(port);
    if shared(reference).len() != others.len() {
        return None;
    }
    let mut others = others.into_iter();
    let counterpart = |alone: &bool| if *alone { None } else { others.next() };
    Some(reference.iter().map(counterpart).collect())
}

/// For each parameter of the reference, its counterpart in the port.
fn counterparts(
    (reference, port): (&View, &View),
    alone: &[Vec<bool>; 2],
) -> Result<Option<Vec<Option<usize>>>, FrontendError> {
    let names = |view: &View| -> Vec<String> {
        let params = view.signature.params.iter();
        params.map(|param| param.name.clone()).collect()
    };
    let (own, others) = (names(reference), names(port));
    let namesake = |(param, name): (usize, &String)| {
        let mut all = others.iter().enumerate();
        let found = all.find(|(other, of)| *of == name && !alone[1][*other]);
        found.map(|(other, _)| other).filter(|_| !alone[0][param])
    };
    let mut found: Vec<Option<usize>> = own.iter().enumerate().map(namesake).collect();
    for pointers in [true, false] {
        let of_kind = |view: &View, place: &usize| {
            let ty = &view.signature.params[*place].ty;
            let memory = matches!(ty, Type::Pointer(_) | Type::Image(_) | Type::Opaque { .. });
            memory == pointers
        };
        let is_left = |p: &usize| found[*p].is_none() && !alone[0][*p] && of_kind(reference, p);
        let left = (0..own.len()).filter(is_left);
        let left: Vec<usize> = left.collect();
        let free = |other: &usize| {
            !found.contains(&Some(*other)) && !alone[1][*other] && of_kind(port, other)
        };
        let right: Vec<usize> = (0..others.len()).filter(free).collect();
        if left.is_empty() || right.is_empty() {
            continue;
        }
        if left.len() != right.len() {
            let list = |places: &[usize], names: &[String]| {
                let names = places.iter().map(|place| format!("`{}`", names[*place]));
                names.collect::<Vec<_>>().join(", ")
            };
            let difference = format!(
                "which of the port's {} is which of the reference's {} cannot be told: give \
                 them the same names",
                list(&right, &others),
                list(&left, &own)
            );
            return Err(differ(reference, port, difference));
        }
        for (param, other) in left.into_iter().zip(right) {
            found[param] = Some(other);
        }
    }
    Ok(Some(found))
}

fn differ(reference: &View, port: &View, difference: String) -> FrontendError {
    FrontendError::Signatures {
        reference: reference.signature.text.clone(),
        port: port.signature.text.clone(),
        difference,
    }
}

impl View {
    /// The view with the parameters at `places`, in this order. For `None`, the parameter
    /// of `other` at the corresponding index of `others` is inserted, unused. Arguments
    /// that hold no parameter stay.
    pub(super) fn with_params(
        &self,
        places: &[Option<usize>],
        other: &View,
        others: &[Option<usize>],
    ) -> View {
        let new = |param: usize| places.iter().position(|old| *old == Some(param));
        let mut view = View {
            signature: self.signature.clone(),
            abi: self.abi.clone(),
            usage: Vec::new(),
            extents: Default::default(),
            guards: Default::default(),
            distances: {
                let pairs = self.distances.iter();
                let moved = pairs.filter_map(|[first, last]| Some([new(*first)?, new(*last)?]));
                moved.collect()
            },
            modes: Vec::new(),
            enumerators: self.enumerators.clone(),
        };
        let both = places.iter().zip(others);
        view.signature.params = both
            .filter_map(|(own, others)| match (own, others) {
                (Some(own), _) => Some(self.signature.params[*own].clone()),
                (None, Some(others)) => Some(other.signature.params[*others].clone()),
                (None, None) => None,
            })
            .collect();
        let usage = |own: &Option<usize>| own.map_or(Usage::default(), |own| self.usage[own]);
        view.usage = places.iter().map(usage).collect();
        for arg in &mut view.abi.args {
            if let Some(param) = arg.param_mut()
                && let Some(new) = new(*param)
            {
                *param = new;
            }
        }
        let extents = self.extents.iter().filter_map(|(param, poly)| {
            let renamed = poly.clone().renamed(|param| new(param as usize))?;
            Some((new(*param)?, renamed))
        });
        view.extents = extents.collect();
        let guards = self.guards.iter();
        view.guards = guards
            .filter_map(|(buffer, integer)| Some((new(*buffer)?, new(*integer)?)))
            .collect();
        let modes = self.modes.iter().filter_map(|mode| {
            Some(Mode {
                fixed: mode
                    .fixed
                    .iter()
                    .map(|(chooser, value)| Some((chooser.renamed(&new)?, *value)))
                    .collect::<Option<_>>()?,
                view: mode.view.with_params(places, other, others),
            })
        });
        view.modes = modes.collect();
        view
    }
}
