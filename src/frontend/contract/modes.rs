//! Integers that choose how memory is addressed, such as `alpha` in `bpp = alpha ? 4 : 3`.
//!
//! A buffer is as long as the longest way needs, which is too long for the others: a port that
//! reads a fourth byte where the reference reads three overruns the caller's buffer. So the extents
//! are found for each value of such an integer, and the check looks at the values for which the
//! reference reaches less (`docs/decisions/0259`).

use inkwell::module::Module;
use inkwell::values::FunctionValue;

use super::bind::{Flags, gives_length};
use super::extent::larger;
use super::named_lengths::is_length;
use super::poly::Poly;
use super::roles::Assigner;
use super::{View, Wishes};
use crate::budgets::contract::CASES;
use crate::contract::{Contract, Length, Param, Role, Scalar};
use crate::frontend::abi::{Abi, AbiArg};
use crate::frontend::args::Meaning;
use crate::frontend::cases;
use crate::frontend::error::FrontendError;
use crate::frontend::number as numbers;
use crate::frontend::signature::Signature;
use crate::frontend::types::{BOOL, Type};
use crate::frontend::unpack;
use crate::llvm::Value;

/// A version with one of its integers constant.
#[derive(Clone)]
pub(super) struct Mode {
    /// The integer's parameter.
    pub(super) param: usize,
    /// The bits of its value.
    pub(super) value: u64,
    /// The version with that value.
    pub(super) view: View,
}

/// A value of an integer for which the reference reaches less of some buffers than the contract
/// gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Shorter {
    /// The integer's index among the contract's parameters.
    pub param: usize,
    /// The bits of its value.
    pub value: u64,
    /// The indices of the buffers that are as short as that, with the number of elements.
    pub lengths: Vec<(usize, Length)>,
    /// Those of buffers that callers may provide in full all the same: they are not accessed at all
    /// (0 elements), or are tables of constant length.
    pub open: Vec<(usize, Length)>,
}

impl Shorter {
    /// The integer's value.
    pub fn value(&self, contract: &Contract) -> i128 {
        match &contract.params[self.param].role {
            Role::Scalar { scalar, .. } | Role::Size { scalar, .. } => number(self.value, *scalar),
            _ => i128::from(self.value),
        }
    }

    /// The integer's value as the contract's flags write it.
    pub fn shown(&self, contract: &Contract) -> String {
        let (scalar, enumeration) = match &contract.params[self.param].role {
            Role::Scalar {
                scalar,
                enumeration,
                ..
            } => (scalar, enumeration.as_ref()),
            Role::Size { scalar, .. } => (scalar, None),
            _ => return self.value.to_string(),
        };
        let value = number(self.value, *scalar);
        let listed = enumeration
            .into_iter()
            .flat_map(|listed| &listed.enumerators);
        let name = listed
            .into_iter()
            .find(|e| e.value == value)
            .map(|e| e.name.clone());
        name.unwrap_or_else(|| value.to_string())
    }

    /// The contract with the integer constant and these buffers as short as that. An integer that
    /// was a size is none any more.
    pub fn contract(&self, whole: &Contract, lengths: &[(usize, Length)]) -> Contract {
        let mut contract = whole.clone();
        let integer = &mut contract.params[self.param];
        if let Role::Scalar { scalar, .. } | Role::Size { scalar, .. } = integer.role {
            let bits = u128::from(self.value);
            integer.role = Role::Const { scalar, bits };
        }
        let name = &integer.name;
        contract.size_variables.retain(|size| size != name);
        contract.shorten(lengths);
        contract
    }
}

/// The arguments of a function that the user's flags make constant integers, with their bits.
pub(super) fn constants(abi: &Abi, signature: &Signature, wishes: &Wishes) -> Vec<(u32, u64)> {
    let args = wishes.args.iter();
    let found = args.filter_map(|arg| {
        let mut params = signature.params.iter();
        let param = params.position(|param| param.name == arg.name.part())?;
        let (Meaning::Const(text), Type::Scalar(scalar @ Scalar::Int { .. })) =
            (&arg.meaning, &signature.params[param].ty)
        else {
            return None;
        };
        let bits = u64::try_from(numbers::bits(text, *scalar)?).ok()?;
        Some((argument(abi, param)?, bits))
    });
    found.collect()
}

/// The argument that is a whole parameter.
fn argument(abi: &Abi, param: usize) -> Option<u32> {
    let argument = abi.argument_of(param)?;
    let whole = matches!(
        abi.args.get(argument as usize)?,
        AbiArg::Value { offset: 0, .. }
    );
    whole.then_some(argument)
}

impl View {
    /// Analyses the function once more for each value of the integers that may choose how memory
    /// is addressed. An extent that is not known without their values is the longest of these.
    ///
    /// # Errors
    /// [`FrontendError::Pass`] when LLVM refuses a pass.
    pub(super) fn find_modes(
        &mut self,
        plain: &Module<'_>,
        symbol: &str,
    ) -> Result<(), FrontendError> {
        let candidates: Vec<(usize, u32)> = (0..self.signature.params.len())
            .filter(|param| self.may_be_mode(*param))
            .filter_map(|param| Some((param, argument(&self.abi, param)?)))
            .collect();
        if candidates.is_empty() || !self.usage.iter().any(|usage| usage.is_accessed()) {
            return Ok(());
        }
        let flat = unpack::flat(plain, symbol, &[])?;
        let Some(function) = flat.get_function(symbol) else {
            return Ok(());
        };
        for (param, argument) in candidates {
            let mut modes = Vec::new();
            for value in self.cases(function, param, argument) {
                let special = unpack::flat(&flat, symbol, &[(argument, value)])?;
                let Some(function) = special.get_function(symbol) else {
                    continue;
                };
                let mut view = View {
                    modes: Vec::new(),
                    ..self.clone()
                };
                view.analyse(function)?;
                modes.push(Mode { param, value, view });
            }
            self.take_longest(&modes);
            self.modes.append(&mut modes);
        }
        Ok(())
    }

    /// Whether a parameter is an integer that shapes no address by itself, or a truth value.
    fn may_be_mode(&self, param: usize) -> bool {
        let source = &self.signature.params[param];
        matches!(source.ty, Type::Scalar(Scalar::Int { bits: ..=64, .. }))
            && self.usage[param].used
            // `3 + alpha` for `alpha ? 4 : 3`
            && (!self.usage[param].shapes || source.ty == Type::Scalar(BOOL))
            && !self.guards.values().any(|guard| *guard == param)
    }

    /// The values of an integer: its enumerators, or those that the function tells apart.
    fn cases(&self, function: FunctionValue<'_>, param: usize, argument: u32) -> Vec<u64> {
        let told = Value::from(function).parameter(argument).map(cases::of);
        let told = told.unwrap_or_default();
        let enumerators = &self.signature.params[param].enumerators;
        match enumerators.is_empty() || told.is_empty() {
            true => told,
            false => {
                let values = enumerators.iter().map(|e| e.value as u64);
                values.take(CASES).collect()
            }
        }
    }

    /// Takes the longest extents over all values of an integer where that says more than the
    /// extent for any value.
    fn take_longest(&mut self, modes: &[Mode]) {
        for buffer in 0..self.signature.params.len() {
            let extents = modes
                .iter()
                .filter(|mode| mode.view.usage[buffer].is_accessed());
            let extents: Option<Vec<Poly>> =
                extents.map(|mode| mode.view.reached(buffer)).collect();
            let longest = extents.and_then(|all| {
                let mut all = all.into_iter();
                let first = all.next()?;
                all.try_fold(first, larger)
            });
            let Some(longest) = longest else {
                continue;
            };
            let is_better = match self.extents.get(&buffer) {
                Some(known) => known.mentioned() > longest.mentioned(),
                None => self.usage[buffer].dynamic,
            };
            if is_better {
                self.extents.insert(buffer, longest);
            }
        }
    }

    /// The number of bytes of a buffer that are reached, if it is known.
    fn reached(&self, buffer: usize) -> Option<Poly> {
        let usage = self.usage[buffer];
        match usage.dynamic {
            true => self.extents.get(&buffer).cloned(),
            false => Some(Poly::constant(i64::try_from(usage.extent).ok()?)),
        }
    }
}

/// The values of the reference's integers for which buffers whose length is inferred are shorter
/// than in the contract.
pub(super) fn shorter(
    (reference, port): (&View, &View),
    contract: &Contract,
    (flags, wishes): (&Flags<'_>, &Wishes),
) -> Vec<Shorter> {
    let mut found = Vec::new();
    for mode in &reference.modes {
        if !admits(contract, mode) || wishes.alone {
            continue;
        }
        let is_count = is_length(&reference.signature.params[mode.param]);
        let assigner = Assigner::new((&mode.view, port), (flags, &[]), wishes);
        let shorter = |buffer: usize| {
            let Role::Buffer {
                length, element, ..
            } = &contract.params[buffer].role
            else {
                return None;
            };
            let is_accessed = mode.view.usage[buffer].is_accessed();
            let reached = match (is_accessed, length) {
                (true, _) => assigner.reached(buffer, element)?,
                // `if (n < 4) return 0; … p[3]`: what is not read for want of elements.
                (false, Length::Const(all)) if is_count && mode.value < *all => {
                    Length::Const(mode.value)
                }
                (false, _) => Length::Const(0),
            };
            (reached != *length && !gives_length(flags, buffer)).then_some((buffer, reached))
        };
        let is_open = |(_, length): &(usize, Length)| match length {
            Length::Const(0) => true,
            Length::Const(_) => !is_count,
            _ => false,
        };
        let all = (0..contract.params.len()).filter_map(shorter);
        let (open, lengths): (Vec<_>, Vec<_>) = all.partition(is_open);
        if !lengths.is_empty() || !open.is_empty() {
            found.push(Shorter {
                param: mode.param,
                value: mode.value,
                lengths,
                open,
            });
        }
    }
    found
}

/// Whether the contract admits the integer's value, and the lengths do not depend on it.
fn admits(contract: &Contract, mode: &Mode) -> bool {
    let integer = &contract.params[mode.param];
    match &integer.role {
        Role::Scalar {
            scalar,
            range,
            enumeration,
        } => {
            let value = number(mode.value, *scalar);
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
        } if *own == integer.name && !is_length(&mode.view.signature.params[mode.param]) => {
            let value = number(mode.value, *scalar);
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
