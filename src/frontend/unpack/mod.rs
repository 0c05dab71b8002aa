//! Splits parameters that contain pointers into parameters of their own.
//!
//! A contract has numbers, structures of numbers, and pointers to these. If a function
//! takes `struct image *im`, whose fields are pointers and sizes, a wrapper of the same
//! name takes `im->pixels`, `im->w` and the others one by one, builds the structure, calls
//! the wrapped function, and copies the structure's final contents to the output `im`.
//! Everything after the compiler sees only the wrapper, native code included
//! (`docs/decisions/0120`). Invariant: every field of the structure that is built has the
//! value that the contract gives, and its padding is uninitialised unless the structure is
//! passed by value.

mod body;
mod bound;
mod code;
mod container;
mod cursor;
mod flat;
mod fold;
mod grown;
mod made_container;
mod made_rows;
mod members;
mod numbers;
mod padding;
mod part;
mod plan;
mod slots;
mod standard;
mod types;
mod union;
mod wrapper;

use std::collections::BTreeMap;

use inkwell::module::Module;

pub(super) use self::flat::{flat, whole};
pub(super) use self::fold::{fold, settle};
use self::part::Given;
use self::plan::Planner;
use super::abi::Abi;
use super::debug_info::{DebugInfo, NodeId};
use super::error::FrontendError;
use super::opencl;
use super::resolve::resolve_function;
use super::signature::Signature;
use super::told::{Containers, Unpack};
use super::types::Type;

/// The suffix that is added to the name of a wrapped function.
const WHOLE: &str = ".whole";

/// The signatures of the wrapper functions, by symbol.
pub type Unpacked = BTreeMap<String, Signature>;

/// Adds a wrapper for each function with parameters that need to be split. `containers` says
/// which containers are built for the call: see [`containers`].
///
/// # Errors
/// When LLVM refuses a wrapper.
pub(super) fn apply(
    module: &Module<'_>,
    debug: &DebugInfo,
    (unpack, containers): (&Unpack, &Containers),
) -> Result<Unpacked, FrontendError> {
    let mut unpacked = Unpacked::new();
    let symbols = symbols(module, debug, unpack);
    let named = named(debug, &symbols, unpack);
    // A missing function is left out: the module is then compiled again so as to keep it.
    let pointed = unpack.pointed.iter().filter_map(|(path, name)| {
        let symbol = resolve_function(module, debug, name).ok()?;
        Some((path.as_str(), (name.as_str(), symbol)))
    });
    let pointed: BTreeMap<_, _> = pointed.collect();
    for symbol in symbols {
        let Some(function) = module.get_function(&symbol) else {
            continue;
        };
        let Some(source) = debug.subprogram(&symbol) else {
            continue;
        };
        let signature = Signature::of(function, debug);
        let is_kernel = opencl::is_kernel(module, &symbol);
        if is_kernel && !names_value(&signature, unpack) {
            continue;
        }
        let plan = |unpack: &Unpack| {
            let planner = Planner::new(debug, unpack, (&named, &pointed), containers);
            planner.plan(&source, signature.clone())
        };
        let plan = match plan(unpack) {
            known if known.knows_lengths() => known,
            // Errors in these statements are reported when the flags are interpreted.
            _ => plan(&Unpack {
                rows: Vec::new(),
                places: Vec::new(),
                ..unpack.clone()
            }),
        };
        // The memory of a kernel's pointers is not taken apart.
        let is_value = |given: &Given| matches!(given, Given::Through | Given::Value(_));
        if is_kernel && !plan.given.iter().all(is_value) {
            continue;
        }
        if !plan.changes() {
            if plan.refused {
                unpacked.insert(symbol, plan.unpacked());
            }
            continue;
        }
        // An unknown calling convention is reported when the function is examined.
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

/// Whether the user names a member of a structure that a function takes by value.
fn names_value(signature: &Signature, unpack: &Unpack) -> bool {
    let mut params = signature.params.iter();
    params.any(|param| matches!(param.ty, Type::Aggregate(_)) && unpack.names_field_of(&param.name))
}

/// What the functions to split may do with containers and with pointers to pointers, and the other
/// version in its module.
pub(super) fn containers(module: &Module<'_>, debug: &DebugInfo, unpack: &Unpack) -> Containers {
    let symbols = symbols(module, debug, unpack);
    let sources = symbols.iter().filter_map(|symbol| debug.subprogram(symbol));
    let params: Vec<_> = sources
        .flat_map(|source| source.params.into_iter().enumerate())
        .collect();
    let places = |is_meant: fn(&DebugInfo, Option<NodeId>) -> bool| {
        let meant = params.iter().filter(|(_, (_, ty))| is_meant(debug, *ty));
        meant.map(|(place, _)| *place).collect()
    };
    let (tables, cursors) = cursor::uses(module, debug, &symbols);
    let own = Containers {
        allocates: grown::allocates(module, &symbols),
        changed: places(grown::may_change),
        copied: places(grown::is_copied),
        tables,
        cursors,
    };
    own.or(&unpack.containers)
}

/// The symbols of the functions to split. Unknown names are reported when the check looks
/// them up.
fn symbols(module: &Module<'_>, debug: &DebugInfo, unpack: &Unpack) -> Vec<String> {
    let names = unpack.functions.iter();
    let symbols = names.filter_map(|name| resolve_function(module, debug, name).ok());
    let mut symbols: Vec<String> = symbols.collect();
    symbols.sort();
    symbols.dedup();
    symbols
}

/// The indices of the parameters of which the user names a field, in any of the functions:
/// both versions are split alike, whatever the names of their parameters.
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
