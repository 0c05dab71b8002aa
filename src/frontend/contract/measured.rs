//! The buffers whose inferred length is an upper bound of what the reference reaches, and no
//! number that callers count in.
//!
//! A length such as `n`, `w*h` or `4*n` is what a caller provides, even where the reference leaves
//! its last elements alone. `n+3`, `5*n/4`, `stride*h` or 263 come from the accesses, and may be
//! more than any access needs: there the check measures how far the reference reaches at each size
//! (`docs/decisions/0260`).

use super::bind::{Flags, gives_length};
use super::named_lengths::is_length;
use super::roles::Assigner;
use super::{View, Wishes};
use crate::contract::{Contract, Length, Param, Role};
use crate::frontend::names;

/// The indices of these buffers.
pub(super) fn of(
    (reference, port): (&View, &View),
    contract: &Contract,
    (flags, wishes): (&Flags<'_>, &Wishes),
) -> Vec<usize> {
    let params = &reference.signature.params;
    let is_count = |name: &String| {
        let mut own = params.iter().filter(|param| param.name == *name);
        own.all(|param| {
            let is_named = is_length(param) || names::is_stride(name);
            is_named || is_whole(contract, name) || is_stride(contract, name)
        })
    };
    if wishes.alone || !contract.size_variables.iter().all(is_count) {
        // How far an index reaches that is itself a parameter says nothing of the buffer.
        return Vec::new();
    }
    let assigner = Assigner::new((reference, port), (flags, &[]), wishes);
    let params = contract.params.iter().enumerate();
    let found = params.filter(|(at, param)| {
        let Role::Buffer {
            length,
            element,
            terminated: false,
            capacity: None,
            origin: Length::Const(0),
            image: None,
            ..
        } = &param.role
        else {
            return false;
        };
        let is_known = || assigner.reached(*at, element).is_some();
        let is_count = || is_product(length) && (is_known() || is_own(contract, *at, length));
        let is_promised = match length {
            Length::Const(count) => {
                let promised = reference.usage[*at].promised;
                promised > 0 && promised >= count * u64::from(element.size)
            }
            _ => false,
        };
        !gives_length(flags, *at) && param.row.is_none() && !is_promised && !is_count()
    });
    found.map(|(at, _)| at).collect()
}

/// Whether a size is the length of a buffer by itself.
fn is_whole(contract: &Contract, name: &str) -> bool {
    let is_name = |length: &Length| matches!(length, Length::Var(own) if own == name);
    contract
        .params
        .iter()
        .any(|param| matches!(&param.role, Role::Buffer { length, .. } if is_name(length)))
}

/// Whether a size is the distance of rows: their number multiplies it in the length of a buffer.
fn is_stride(contract: &Contract, name: &str) -> bool {
    let mentions = |length: &Length, is_meant: &dyn Fn(&str) -> bool| {
        let mut found = false;
        length.variables(&mut |variable| found |= is_meant(variable));
        found
    };
    let is_multiplied = |a: &Length, b: &Length| {
        mentions(a, &|variable| variable == name) && mentions(b, &|variable| variable != name)
    };
    let mut params = contract.params.iter();
    params.any(|param| match &param.role {
        Role::Buffer { length, .. } => {
            has_product(length, &|a, b| is_multiplied(a, b) || is_multiplied(b, a))
        }
        _ => false,
    })
}

/// Whether the factors of some product in a length fulfil a condition.
fn has_product(length: &Length, holds: &dyn Fn(&Length, &Length) -> bool) -> bool {
    match length {
        Length::Op('*', a, b) if holds(a, b) => true,
        Length::Op(_, a, b) => has_product(a, holds) || has_product(b, holds),
        _ => false,
    }
}

/// Whether a length is a product of counts and a constant.
fn is_product(length: &Length) -> bool {
    fn has_factors(length: &Length) -> bool {
        match length {
            Length::Const(_) => true,
            Length::Var(name) => !names::is_stride(name),
            Length::Op('*', a, b) => has_factors(a) && has_factors(b),
            Length::Op(..) => false,
        }
    }
    !matches!(length, Length::Const(_)) && has_factors(length)
}

/// Whether a length that rests on names alone is the count that belongs to the buffer.
fn is_own(contract: &Contract, buffer: usize, length: &Length) -> bool {
    let Length::Var(name) = length else {
        return true;
    };
    let is_named = |param: &Param| param.name == *name;
    let next = contract.params.get(buffer + 1);
    next.is_some_and(is_named) || names::belongs(name, &contract.params[buffer].name)
}
