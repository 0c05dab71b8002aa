//! How a test of `--emit-test` launches a kernel.

use std::path::PathBuf;

use super::launches::IndexSpace;
use crate::contract::{Contract, Length, Owner, Role, Scalar, Sizes};
use crate::frontend::args::{Arg, Meaning};
use crate::frontend::{Kernel, Passed, parameters, passed};
use crate::pipeline::Module;
use crate::problem::Problem;
use crate::regression::{KernelCall, Passing};

/// What the user says of a launch.
pub struct Told<'a> {
    /// Its index space.
    pub space: IndexSpace<'a>,
    /// The texts of `--arg`.
    pub args: Vec<&'a String>,
    /// The sources in OpenCL C.
    pub files: Vec<PathBuf>,
    /// The compiler flags.
    pub flags: Vec<String>,
    /// Whether the device contracts `a * b + c`.
    pub contracts: bool,
}

/// The launch of a kernel at the sizes of a finding; `foreign` is the version whose own
/// parameters the kernel does not have.
///
/// # Errors
/// An index space that has no value, or a parameter that no test passes.
pub fn kernel_call(
    (module, symbol, kernel): (&Module<'_>, &str, &Kernel),
    told: Told<'_>,
    (contract, sizes): (&Contract, &Sizes),
    foreign: Option<Owner>,
) -> Result<KernelCall, Problem> {
    let mut geometry = told.space.geometry(symbol, &mut contract.clone())?;
    geometry.required = kernel.required;
    let is_grouped = geometry.local.is_some() || kernel.required.is_some();
    let range = geometry
        .at(sizes)
        .map_err(|error| Problem::new(error.to_string()))?;
    Ok(KernelCall {
        arguments: arguments(&told.args, module, symbol, (contract, foreign))?,
        kernel: symbol.to_owned(),
        files: told.files,
        dimensions: range.dimensions as usize,
        global: range.global,
        local: is_grouped.then_some(range.local),
        offset: range.offset,
        flags: told.flags,
        contracts: told.contracts,
    })
}

/// What a test passes for the parameters of a kernel, by the names of the contract.
fn arguments(
    given: &[&String],
    module: &Module<'_>,
    symbol: &str,
    (contract, foreign): (&Contract, Option<Owner>),
) -> Result<Vec<Passing>, Problem> {
    let cannot = |name: &str, why: &str| {
        Problem::new(format!("a test cannot pass `{name}` to `{symbol}`: {why}")).help(
            "write a host that launches the kernel and asserts its results, for `simdiff run`",
        )
    };
    let all = passed(module.native(), symbol)
        .map_err(|what| cannot("an argument", &format!("the test would launch {what}")))?;
    let names = parameters(module.compiled(), symbol);
    if names.len() != all.len() {
        return Err(cannot("an argument", "a structure is passed in parts"));
    }
    // As parameters are matched: by name, and the others in order, memory and values apart.
    let is_named = |name: &str| contract.params.iter().any(|p| p.name == name);
    let params = contract.params.iter();
    let theirs = params.filter(|p| foreign.is_none() || p.owner != foreign);
    let others: Vec<_> = theirs.filter(|p| !names.contains(&p.name)).collect();
    let mut taken = [0, 0];
    let mut matched = |name: &str, memory: bool| -> Result<String, Problem> {
        if is_named(name) {
            return Ok(name.to_owned());
        }
        let is_memory = |role: &Role| matches!(role, Role::Buffer { .. });
        let mut rest = others.iter().filter(|p| is_memory(&p.role) == memory);
        let next = rest.nth(taken[usize::from(memory)]);
        taken[usize::from(memory)] += 1;
        let next = next.ok_or_else(|| cannot(name, "it has no contract"))?;
        Ok(next.name.clone())
    };
    names
        .iter()
        .zip(all)
        .map(|(name, passed)| match passed {
            Passed::Value(size) => Ok(Passing::Value(matched(name, false)?, size)),
            Passed::Memory => Ok(Passing::Buffer(matched(name, true)?)),
            Passed::Local => match local(given, name) {
                Some((scalar, length)) => Ok(Passing::Local(scalar, length)),
                None => Err(cannot(name, "its length is not known")),
            },
            Passed::Handle => Err(cannot(name, "it is an image or a sampler")),
        })
        .collect()
}

/// The type of an element and the number of elements of the local memory that `--arg` gives a
/// parameter.
fn local(given: &[&String], name: &str) -> Option<(Scalar, Length)> {
    let mut args = given.iter().filter_map(|text| Arg::parse(text).ok());
    args.find_map(|arg| match arg.meaning {
        Meaning::Local { scalar, length } if arg.name.part() == name => Some((scalar, length)),
        _ => None,
    })
}
