//! The values of integers for which the reference reaches less of a buffer than its length in the
//! contract.

use super::bind::{Flags, gives_length};
use super::choosers::{Chooser, Source};
use super::modes::Mode;
use super::named_lengths::is_length;
use super::roles::Assigner;
use super::{View, Wishes};
use crate::contract::{Contract, Length, Param, Role, Scalar};

/// Values of integers for which the reference reaches less of some buffers than the contract
/// gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Shorter {
    /// The integers with the bits of their values.
    fixed: Vec<(Chooser, u64)>,
    /// The indices of the buffers that are as short as that, with the number of elements.
    pub lengths: Vec<(usize, Length)>,
    /// Those of buffers that callers may provide in full all the same: they are not accessed at all
    /// (0 elements), or are tables of constant length.
    pub open: Vec<(usize, Length)>,
}

impl Shorter {
    /// The parameters that are fixed, by their indices, with their values.
    pub fn params(&self) -> impl Iterator<Item = (usize, i128)> {
        self.fixed
            .iter()
            .filter_map(|(chooser, bits)| match chooser.source {
                Source::Param(param) => Some((param, number(*bits, chooser.scalar))),
                _ => None,
            })
    }

    /// The values of integers that are not whole parameters, as `--assume` takes them.
    pub fn relations(&self, contract: &Contract) -> Vec<String> {
        let inner = self
            .fixed
            .iter()
            .filter(|(chooser, _)| !matches!(chooser.source, Source::Param(_)));
        let texts = inner.map(|(chooser, bits)| {
            let value = number(*bits, chooser.scalar);
            format!("{} == {value}", chooser.source.text(contract))
        });
        texts.collect()
    }

    /// The integers and their values as people write them.
    pub fn shown(&self, contract: &Contract) -> String {
        let shown = self.fixed.iter().map(|(chooser, bits)| {
            let value = number(*bits, chooser.scalar);
            let text = chooser.source.text(contract);
            format!("{text} is {}", self.value(contract, chooser, value))
        });
        shown.collect::<Vec<_>>().join(" and ")
    }

    /// A value as the contract's flags write it.
    fn value(&self, contract: &Contract, chooser: &Chooser, value: i128) -> String {
        let listed = match chooser.source {
            Source::Param(param) => match &contract.params[param].role {
                Role::Scalar { enumeration, .. } => enumeration.as_ref(),
                _ => None,
            },
            _ => None,
        };
        let listed = listed.into_iter().flat_map(|listed| &listed.enumerators);
        let mut listed = listed.filter(|e| e.value == value);
        let name = listed.next().map(|e| e.name.clone());
        name.unwrap_or_else(|| value.to_string())
    }

    /// The contract with parameters constant and these buffers as short as that. An integer that
    /// was a size is none any more.
    pub fn contract(&self, whole: &Contract, lengths: &[(usize, Length)]) -> Contract {
        let mut contract = whole.clone();
        for (chooser, bits) in &self.fixed {
            let Source::Param(param) = chooser.source else {
                continue;
            };
            let integer = &mut contract.params[param];
            if let Role::Scalar { scalar, .. } | Role::Size { scalar, .. } = integer.role {
                let bits = u128::from(*bits);
                integer.role = Role::Const { scalar, bits };
            }
            let name = &integer.name;
            contract.size_variables.retain(|size| size != name);
        }
        contract.shorten(lengths);
        contract
    }
}

/// The values of the reference's integers for which buffers whose length is inferred are shorter
/// than in the contract; of two integers together, those for which one alone leaves a buffer
/// longer.
pub(super) fn shorter(
    (reference, port): (&View, &View),
    contract: &Contract,
    (flags, wishes): (&Flags<'_>, &Wishes),
) -> Vec<Shorter> {
    let mut found: Vec<Shorter> = Vec::new();
    for mode in &reference.modes {
        let is_admitted = |(chooser, bits): &(Chooser, u64)| admits(contract, mode, chooser, *bits);
        if wishes.alone || !mode.fixed.iter().all(is_admitted) {
            continue;
        }
        let count = count(reference, mode);
        let assigner = Assigner::new((&mode.view, port), (flags, &[]), wishes);
        let shorter = |buffer: usize| {
            let Role::Buffer {
                length, element, ..
            } = &contract.params[buffer].role
            else {
                return None;
            };
            let is_accessed = mode.view.usage[buffer].is_accessed();
            let reached = match (is_accessed, length, count) {
                (true, ..) => assigner.reached(buffer, element)?,
                // `if (n < 4) return 0; … p[3]`: what is not read for want of elements.
                (false, Length::Const(all), Some(count)) if count < *all => Length::Const(count),
                (false, ..) => Length::Const(0),
            };
            (reached != *length && !gives_length(flags, buffer)).then_some((buffer, reached))
        };
        let is_open = |(_, length): &(usize, Length)| match length {
            Length::Const(0) => true,
            Length::Const(_) => count.is_none(),
            _ => false,
        };
        let all = (0..contract.params.len()).filter_map(shorter);
        let (mut open, mut lengths): (Vec<_>, Vec<_>) = all.partition(is_open);
        if mode.fixed.len() > 1 {
            let alone = found.iter().filter(|one| {
                one.fixed.len() == 1 && one.fixed.iter().all(|fixed| mode.fixed.contains(fixed))
            });
            let known: Vec<_> = alone.flat_map(|one| &one.lengths).collect();
            lengths.retain(|length| !known.contains(&length));
            open.clear();
        }
        if !lengths.is_empty() || !open.is_empty() {
            found.push(Shorter {
                fixed: mode.fixed.clone(),
                lengths,
                open,
            });
        }
    }
    found
}

/// The value of the integer if it is a length by its name.
fn count(reference: &View, mode: &Mode) -> Option<u64> {
    match &*mode.fixed {
        [(chooser, value)] if reference.is_count(chooser) => Some(*value),
        _ => None,
    }
}

/// Whether the contract admits an integer's value, and the lengths do not depend on it.
fn admits(contract: &Contract, mode: &Mode, chooser: &Chooser, bits: u64) -> bool {
    let Source::Param(param) = chooser.source else {
        return chooser.source.is_open(contract);
    };
    let integer = &contract.params[param];
    match &integer.role {
        Role::Scalar {
            scalar,
            range,
            enumeration,
        } => {
            let value = number(bits, *scalar);
            range.is_none_or(|range| (range.low..=range.high).contains(&(value as f64)))
                && enumeration
                    .as_ref()
                    .is_none_or(|listed| listed.admits(value))
        }
        // The port alone needs it concrete.
        Role::Size {
            scalar,
            value: Length::Var(own),
            listed,
        } if *own == integer.name && !is_length(&mode.view.signature.params[param]) => {
            let value = number(bits, *scalar);
            let is_used = |param: &Param| {
                let mut found = false;
                if let Role::Buffer {
                    length,
                    origin,
                    capacity,
                    ..
                } = &param.role
                {
                    let lengths = [length, origin].into_iter().chain(capacity);
                    lengths.for_each(|length| length.variables(&mut |name| found |= name == own));
                }
                found
            };
            (listed.is_empty() || listed.iter().any(|one| i128::from(*one) == value))
                && !contract.params.iter().any(is_used)
        }
        _ => false,
    }
}

/// The integer with these bits.
fn number(bits: u64, scalar: Scalar) -> i128 {
    match scalar {
        Scalar::Int {
            bits: width,
            signed: true,
        } => term::signed(u128::from(bits), width),
        _ => i128::from(bits),
    }
}
