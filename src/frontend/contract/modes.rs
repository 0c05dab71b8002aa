//! Integers that choose how memory is addressed, such as `alpha` in `bpp = alpha ? 4 : 3`.
//!
//! A buffer is as long as the longest way needs, which is too long for the others: a port that
//! reads a fourth byte where the reference reads three overruns the caller's buffer. So the extents
//! are found for each value of such an integer, and of two of them together
//! (`docs/decisions/0259`).

use std::collections::BTreeSet;

use inkwell::module::Module;

use super::choosers::{self, Chooser, Source};
use super::extent::larger;
use super::named_lengths::is_length;
use super::poly::Poly;
use super::{View, Wishes};
use crate::budgets::contract::{CASES, MODES, PAIRED_CASES};
use crate::contract::{Global, Scalar};
use crate::frontend::abi::Abi;
use crate::frontend::args::Meaning;
use crate::frontend::error::FrontendError;
use crate::frontend::number as numbers;
use crate::frontend::signature::Signature;
use crate::frontend::taken::Taken;
use crate::frontend::types::{BOOL, Type};
use crate::frontend::unpack;
use crate::llvm::Value;

/// A version with one or two of its integers constant.
#[derive(Clone)]
pub(super) struct Mode {
    /// The integers with the bits of their values.
    pub(super) fixed: Vec<(Chooser, u64)>,
    /// The version with these values.
    pub(super) view: View,
}

/// The port, as far as the values count that it tells apart.
pub(super) struct Port<'a, 'c> {
    /// Its parameters.
    pub(super) view: &'a View,
    /// The module with its code.
    pub(super) plain: &'a Module<'c>,
    /// Its symbol.
    pub(super) symbol: &'a str,
}

/// The arguments of a function that the user's flags make constant integers, with their bits.
pub(super) fn constants(abi: &Abi, signature: &Signature, wishes: &Wishes) -> Vec<(Taken, u64)> {
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
        Some((Taken::Argument(abi.whole_argument(param)?), bits))
    });
    found.collect()
}

impl View {
    /// Analyses the function once more for each value of the integers that may choose how memory
    /// is addressed. An extent that is not known without their values is the longest of these.
    ///
    /// # Errors
    /// [`FrontendError::Pass`] when LLVM refuses a pass.
    pub(super) fn find_modes(
        &mut self,
        (plain, symbol): (&Module<'_>, &str),
        port: &Port<'_, '_>,
        globals: &[Global],
    ) -> Result<(), FrontendError> {
        let candidates = choosers::of(self, globals, 0);
        if candidates.is_empty() || !self.usage.iter().any(|usage| usage.is_accessed()) {
            return Ok(());
        }
        let flat = unpack::flat(plain, symbol, &[])?;
        let Some(function) = flat.get_function(symbol).map(Value::from) else {
            return Ok(());
        };
        let mut told: Vec<(Chooser, BTreeSet<u64>)> = Vec::new();
        for chooser in candidates {
            let values = self.told(&chooser, function);
            if values.len() > 1 {
                told.push((chooser, values));
            }
        }
        if told.is_empty() {
            return Ok(());
        }
        self.add_told_by(port, globals, &mut told)?;
        let told: Vec<(Chooser, Vec<u64>)> = told
            .into_iter()
            .map(|(chooser, values)| (chooser, values.into_iter().take(CASES).collect()))
            .collect();
        let mut left = MODES;
        let mut add = |view: &mut View, all: Vec<Vec<(Chooser, u64)>>| {
            if all.len() > left {
                return Ok(());
            }
            left -= all.len();
            let modes = all.into_iter().map(|fixed| view.mode(&flat, symbol, fixed));
            let modes: Vec<Option<Mode>> = modes.collect::<Result<_, FrontendError>>()?;
            let mut modes: Vec<Mode> = modes.into_iter().flatten().collect();
            view.take_longest(&modes);
            view.modes.append(&mut modes);
            Ok(())
        };
        for (chooser, values) in &told {
            let fixed = values.iter().map(|value| vec![(chooser.clone(), *value)]);
            add(self, fixed.collect())?;
        }
        for (at, (first, values)) in told.iter().enumerate() {
            for (second, others) in &told[at + 1..] {
                let is_count = |chooser: &Chooser| self.is_count(chooser);
                if values.len() * others.len() > PAIRED_CASES || is_count(first) || is_count(second)
                {
                    continue;
                }
                let fixed = values.iter().flat_map(|value| {
                    let pair = |other| vec![(first.clone(), *value), (second.clone(), other)];
                    others.iter().map(move |other| pair(*other))
                });
                add(self, fixed.collect())?;
            }
        }
        Ok(())
    }

    /// The version with integers constant.
    fn mode(
        &self,
        flat: &Module<'_>,
        symbol: &str,
        fixed: Vec<(Chooser, u64)>,
    ) -> Result<Option<Mode>, FrontendError> {
        let constants = fixed
            .iter()
            .map(|(chooser, value)| (chooser.taken.clone(), *value));
        let special = unpack::flat(flat, symbol, &constants.collect::<Vec<_>>())?;
        let Some(function) = special.get_function(symbol) else {
            return Ok(None);
        };
        let mut view = View {
            modes: Vec::new(),
            ..self.clone()
        };
        view.analyse(function)?;
        Ok(Some(Mode { fixed, view }))
    }

    /// Whether an integer is a length by its name.
    pub(super) fn is_count(&self, chooser: &Chooser) -> bool {
        match chooser.source {
            Source::Param(param) => is_length(&self.signature.params[param]),
            _ => false,
        }
    }

    /// The values of an integer that a function tells apart, or its enumerators; none if the
    /// integer shapes addresses by itself, unless it is a truth value.
    fn told(&self, chooser: &Chooser, function: Value<'_>) -> BTreeSet<u64> {
        let told = chooser.taken.told(function);
        let is_flag = match chooser.source {
            Source::Param(param) => {
                if !self.usage[param].used || self.guards.values().any(|guard| *guard == param) {
                    return BTreeSet::new();
                }
                self.signature.params[param].ty == Type::Scalar(BOOL)
            }
            _ => chooser.is_byte() && told.iter().all(|value| [0, 1, 0xff].contains(value)),
        };
        let shapes = match chooser.source {
            Source::Param(param) => self.usage[param].shapes,
            _ => chooser.taken.shapes(function),
        };
        // `3 + alpha` for `alpha ? 4 : 3`
        if shapes && !is_flag {
            return BTreeSet::new();
        }
        match (is_flag, told.is_empty(), chooser.enumerators()) {
            (_, true, _) => told,
            (true, ..) => BTreeSet::from([0, 1]),
            (_, _, values) if values.len() > 0 => values.take(CASES).collect(),
            _ => told,
        }
    }

    /// Adds the values that the port tells apart of the integers that the reference does.
    fn add_told_by(
        &self,
        port: &Port<'_, '_>,
        globals: &[Global],
        told: &mut [(Chooser, BTreeSet<u64>)],
    ) -> Result<(), FrontendError> {
        let flat = unpack::flat(port.plain, port.symbol, &[])?;
        let Some(function) = flat.get_function(port.symbol).map(Value::from) else {
            return Ok(());
        };
        let name = |view: &View, source: &Source| {
            let param = source.param();
            param.map(|param| view.signature.params[param].name.clone())
        };
        for theirs in choosers::of(port.view, globals, 1) {
            let own = told.iter_mut().find(|(own, _)| {
                own.source.path() == theirs.source.path()
                    && name(self, &own.source) == name(port.view, &theirs.source)
            });
            let Some((own, values)) = own else {
                continue;
            };
            let more = theirs.taken.told(function);
            if own.enumerators().len() == 0 && !(own.is_byte() && *values == BTreeSet::from([0, 1]))
            {
                values.extend(more);
            }
        }
        Ok(())
    }

    /// Takes the longest extents over all values of integers where that says more than the
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
