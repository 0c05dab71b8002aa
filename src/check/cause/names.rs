//! The names of local variables for the named subterms of a difference's expressions.
//!
//! A subterm has the name of a variable if the variable has the subterm's value, at one place of
//! an execution, on all inputs tried. A name is a help for readers; no verdict rests on it.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::super::pair::Pair;
use super::trials::Trials;
use crate::budgets::trials::NAMING_INPUTS;
use crate::check::differing::{Differing, Named};
use crate::contract::Contract;
use crate::program::{FunctionId, Kind, Operand, Program};
use crate::side::{Inputs, candidates};
use crate::symex::Trace;

/// The fewest different values that tell a variable from others.
const FEWEST_VALUES: usize = 4;

/// A name, and the one to show in its place.
pub(in crate::check) type Renamed = (String, String);

/// Finds the variables whose values the named subterms of `differing` are.
pub(super) fn names(
    pair: &Pair<'_, '_>,
    trials: &mut Trials,
    differing: &Differing,
) -> Vec<Renamed> {
    if differing.named.is_empty() {
        return Vec::new();
    }
    let mut symbols = pair.settings.builder();
    let (sizes, starts) = (&differing.sizes, &differing.starts);
    let Ok(symbolic) = Inputs::new(&mut symbols, pair.contract, sizes, starts) else {
        return Vec::new();
    };
    let arena = symbols.arena();
    let mut witnesses = vec![differing.witness(arena, &symbolic)];
    let more = candidates(arena, &symbolic, &symbolic.conditions);
    witnesses.extend(more.into_iter().take(NAMING_INPUTS));
    let mut found: Vec<Option<String>> = vec![None; differing.named.len()];
    for side in [&pair.reference, &pair.port] {
        let mut reads = Reads::default();
        for (at, witness) in witnesses.iter().enumerate() {
            let inputs = trials.inputs(&symbolic, arena, witness);
            let traced =
                inputs.and_then(|i| trials.trace(pair, (side, side.program), &i, differing.place));
            if let Some(traced) = traced {
                reads.add(side.program, &traced.trace, at);
            }
        }
        for (named, name) in differing.named.iter().zip(&mut found) {
            if name.is_none() {
                *name = reads.variable(named);
            }
        }
    }
    shown(pair.contract, differing, found)
}

/// A read of a local variable: the instruction, and how often it was executed before.
type Place = ((FunctionId, u32), usize);

/// The reads of local variables in several executions of a version.
#[derive(Default)]
struct Reads {
    /// The places in the order in which executions reached them first, with the variable's name.
    places: Vec<(Place, String)>,
    /// The values read, each with the number of its input: the width and the value.
    values: FxHashMap<Place, Vec<(usize, u8, u128)>>,
}

impl Reads {
    /// Adds the reads of an execution on input number `at`.
    fn add(&mut self, program: &Program, trace: &Trace, at: usize) {
        let mut counts: FxHashMap<(FunctionId, u32), usize> = FxHashMap::default();
        for step in &trace.steps {
            let Some((bits, [value])) = step.value.as_ref().map(|(b, v)| (*b, v.as_slice())) else {
                continue;
            };
            let Some(name) = local(program, step.at) else {
                continue;
            };
            let count = counts.entry(step.at).or_default();
            let place = (step.at, *count);
            *count += 1;
            let values = self.values.entry(place).or_default();
            if values.is_empty() {
                self.places.push((place, name));
            }
            values.push((at, bits, *value));
        }
    }

    /// The first variable that has a subterm's value wherever it is read.
    fn variable(&self, named: &Named) -> Option<String> {
        let agrees = |place: &Place| {
            let values = &self.values[place];
            let mut distinct: Vec<u128> = values.iter().map(|(.., value)| *value).collect();
            distinct.sort_unstable();
            distinct.dedup();
            let equal = |(at, bits, value): &(usize, u8, u128)| {
                *bits == named.bits && *value == named.values[*at]
            };
            distinct.len() >= FEWEST_VALUES && values.iter().all(equal)
        };
        let found = self.places.iter().find(|(place, _)| agrees(place));
        found.map(|(_, name)| name.clone())
    }
}

/// The local variable that an instruction reads.
fn local(program: &Program, (function, pc): (FunctionId, u32)) -> Option<String> {
    let code = &program.function(function).code;
    let Kind::Load { address, .. } = &code[pc as usize].kind else {
        return None;
    };
    let Operand::Register(read) = *address else {
        return None;
    };
    let locals = || {
        code.iter()
            .filter_map(|instruction| match &instruction.kind {
                Kind::Alloca { name, .. } => Some((instruction.result?, &**name)),
                _ => None,
            })
    };
    let (_, name) = locals().find(|(register, _)| *register == read)?;
    // A compiler numbers variables whose name another one of the function has.
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_numbered = locals().any(|(_, other)| other == plain);
    is_written(if is_numbered { plain } else { name })
}

/// The name of a variable, if the source has it; compilers make others.
pub(super) fn is_written(name: &str) -> Option<String> {
    let name = name.trim_end_matches(".addr");
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let from_source = !name.is_empty() && name.chars().all(is_name) && !name.starts_with("__");
    (from_source && !name.starts_with("retval")).then(|| name.to_owned())
}

/// The names to show. Several subterms of one variable, such as those of a loop's iterations,
/// are numbered, and so are values of a variable that has the name of an input: `gain` is what
/// the function was called with, `gain#1` what it became.
fn shown(contract: &Contract, differing: &Differing, found: Vec<Option<String>>) -> Vec<Renamed> {
    let params = contract.params.iter().map(|param| &param.name);
    let globals = contract.globals.iter().map(|global| &global.name);
    let inputs: BTreeSet<&str> = params.chain(globals).map(String::as_str).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in found.iter().flatten() {
        *counts.entry(name).or_default() += 1;
    }
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    let all = differing.named.iter().zip(&found);
    let renamed = all.filter_map(|(named, name)| {
        let name = name.as_deref()?;
        let number = used.entry(name).or_default();
        *number += 1;
        let text = match counts[name] {
            1 if !inputs.contains(name) => name.to_owned(),
            _ => format!("{name}#{number}"),
        };
        Some((named.name.clone(), text))
    });
    renamed.collect()
}
