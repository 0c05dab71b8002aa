//! Parameters that lead to pointers, taken apart into parameters of their own.
//!
//! A contract knows numbers, structures of numbers and pointers to either. Where a function
//! takes `struct image *im`, whose fields are pointers and sizes, a function of its name is
//! put before it that takes `im->pixels`, `im->w` and the others one by one, makes the
//! structure, calls the function as it was, and hands out what the call left in the structure
//! as the output `im`. Everything after the compiler sees that function only, natively too
//! (`docs/decisions/0120`). Invariant: the structure that is made has what the contract says
//! in every field, and nothing in its padding.

mod body;
mod bound;
mod code;
mod container;
mod flat;
mod fold;
mod made_rows;
mod members;
mod padding;
mod part;
mod plan;
mod slots;
mod standard;
mod types;
mod wrapper;

use std::collections::BTreeMap;

use inkwell::module::Module;

pub(super) use self::container::is_standard;
pub(super) use self::flat::flat;
pub(super) use self::fold::{fold, settle};
use self::plan::Planner;
use super::abi::Abi;
use super::debug_info::DebugInfo;
use super::error::FrontendError;
use super::opencl;
use super::resolve::resolve_function;
use super::signature::Signature;
use super::told::Unpack;

/// What is added to the name of a function that another one stands before.
const WHOLE: &str = ".whole";

/// The function that tells how far a pointer was moved: `i64 simdiff_moved(ptr before, ptr
/// after)`, in bytes. Symbolic execution has a model of it, and native programs the one of
/// `driver.c`.
pub(super) const MOVED: &str = "simdiff_moved";

/// The signatures of the functions that others now stand before, by symbol.
pub type Unpacked = BTreeMap<String, Signature>;

/// Takes the parameters of functions apart that need it.
///
/// # Errors
/// When LLVM refuses the function that is put before one.
pub(super) fn apply(
    module: &Module<'_>,
    debug: &DebugInfo,
    unpack: &Unpack,
) -> Result<Unpacked, FrontendError> {
    let mut unpacked = Unpacked::new();
    let symbols = unpack.functions.iter();
    // A name that means nothing here is reported where it is looked up for the check.
    let symbols = symbols.filter_map(|name| resolve_function(module, debug, name).ok());
    let mut symbols: Vec<String> = symbols.collect();
    symbols.sort();
    symbols.dedup();
    let named = named(debug, &symbols, unpack);
    // A function that is missing is asked for expressly, and the module made once more.
    let pointed = unpack.pointed.iter().filter_map(|(path, name)| {
        let symbol = resolve_function(module, debug, name).ok()?;
        Some((path.as_str(), (name.as_str(), symbol)))
    });
    let pointed: BTreeMap<_, _> = pointed.collect();
    for symbol in symbols {
        let Some(function) = module.get_function(&symbol) else {
            continue;
        };
        if opencl::is_kernel(module, &symbol) {
            continue;
        }
        let Some(source) = debug.subprogram(&symbol) else {
            continue;
        };
        let signature = Signature::of(function, debug);
        let plan = |unpack: &Unpack| {
            let planner = Planner::new(debug, unpack, (&named, &pointed));
            planner.plan(&source, signature.clone())
        };
        let plan = match plan(unpack) {
            known if known.knows_lengths() => known,
            // What is wrong with them is said where flags are understood.
            _ => plan(&Unpack {
                rows: Vec::new(),
                places: Vec::new(),
                ..unpack.clone()
            }),
        };
        if !plan.changes() {
            if plan.refused {
                unpacked.insert(symbol, plan.unpacked());
            }
            continue;
        }
        // A calling convention that is not known is reported where the function is looked at.
        let Ok(abi) = Abi::plan_with_pointers(function, &plan.original, &plan.values()) else {
            continue;
        };
        wrapper::build(module, &symbol, &plan, &abi).map_err(|message| FrontendError::Pass {
            message: format!("the call of `{symbol}`: {message}"),
        })?;
        unpacked.insert(symbol, plan.unpacked());
    }
    Ok(unpacked)
}

/// The places of the parameters of which the user names a field, in any of the functions:
/// both versions are taken apart alike, whatever they call their parameters.
fn named(debug: &DebugInfo, symbols: &[String], unpack: &Unpack) -> Vec<usize> {
    let sources = symbols.iter().filter_map(|symbol| debug.subprogram(symbol));
    let places = sources.flat_map(|source| {
        let params = source.params.into_iter().enumerate();
        let named = params.filter(|(_, (name, _))| {
            name.as_ref()
                .is_some_and(|name| unpack.names_field_of(name))
        });
        named.map(|(place, _)| place).collect::<Vec<_>>()
    });
    places.collect()
}
