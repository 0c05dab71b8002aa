//! Resolves the name that the user gives to a defined function.
//!
//! A name is a symbol; or, from debug info, the name of a C++ function, qualified by its
//! scopes and template arguments or without some of the outer ones; or its signature as `nm
//! -C` prints it.

use inkwell::module::{Linkage, Module};
use inkwell::values::FunctionValue;

use super::debug_info::DebugInfo;
use super::error::{FrontendError, nearest};
use super::signature_text::canonical;
use super::spelling::spelled;

/// Finds the symbol of the function with this name.
///
/// # Errors
/// The name is unknown ([`FrontendError::FunctionMissing`]), only declared, or overloaded.
pub fn resolve_function(
    module: &Module<'_>,
    debug: &DebugInfo,
    name: &str,
) -> Result<String, FrontendError> {
    let sources = debug.functions();
    let source = |symbol: &str| {
        let place = sources.binary_search_by_key(&symbol, |(known, _)| known);
        place.ok().map(|place| &sources[place].1)
    };
    // Linked libraries, such as builtins, have no debug info.
    let is_linked = |f: &FunctionValue<'_>| {
        let symbol = f.get_name().to_string_lossy();
        let own = f.get_linkage() == Linkage::Internal || symbol.starts_with("_Z");
        own && !sources.is_empty() && source(&symbol).is_none()
    };
    let exact = module.get_function(name).filter(|f| !is_linked(f));
    if exact.is_some_and(|f| f.count_basic_blocks() > 0) {
        return Ok(name.to_owned());
    }
    let mut matching: Vec<_> = sources
        .iter()
        .filter(|(symbol, source)| {
            let plain = |text: &str| canonical(text).replace(" : : ", "::");
            let is_instance = || name.contains('<') && means(&plain(name), &plain(source));
            means(name, source) || is_instance() || is_signature(name, symbol, debug)
        })
        .collect();
    if matching.iter().any(|(_, source)| !is_of_library(source)) {
        matching.retain(|(_, source)| !is_of_library(source));
    }
    let matching: Vec<&str> = matching.iter().map(|(symbol, _)| *symbol).collect();
    // The linker gives static functions of one name new names from the second on.
    let first = matching.iter().min_by_key(|symbol| symbol.len());
    let is_renamed = |symbol: &&&str, first: &str| {
        let number = symbol.strip_prefix(first).and_then(|s| s.strip_prefix('.'));
        number.is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
    };
    let matching = match first {
        Some(first) if matching.iter().all(|s| s == first || is_renamed(&s, first)) => vec![*first],
        _ => matching,
    };
    match matching.as_slice() {
        [symbol] => Ok((*symbol).to_owned()),
        [] if exact.is_some() => Err(FrontendError::FunctionDeclared { name: name.into() }),
        [] => {
            // Inline functions of headers are not candidates.
            let inline = |f: &FunctionValue<'_>| f.get_linkage() == Linkage::LinkOnceODR;
            let mut defined: Vec<String> = module
                .get_functions()
                .filter(|f| f.count_basic_blocks() > 0 && !inline(f) && !is_linked(f))
                .filter_map(|f| f.get_name().to_str().ok().map(str::to_owned))
                .map(|symbol| source(&symbol).cloned().unwrap_or(symbol))
                .collect();
            defined.sort();
            defined.dedup();
            let nearest = nearest(name, defined.iter().map(String::as_str));
            Err(FrontendError::FunctionMissing {
                name: name.into(),
                nearest: nearest.into_iter().map(str::to_owned).collect(),
                defined,
            })
        }
        _ => Err(FrontendError::FunctionOverloaded {
            name: name.into(),
            candidates: matching
                .iter()
                .map(|s| ((*s).to_owned(), signature(debug, s).unwrap_or_default()))
                .collect(),
        }),
    }
}

/// Whether a function belongs to the C++ standard library.
fn is_of_library(source: &str) -> bool {
    source.starts_with("std::") || source.starts_with("__gnu_cxx::")
}

/// Whether the user's `name` can denote the function `source`.
fn means(name: &str, source: &str) -> bool {
    let untemplated = source.split_once('<').map(|(head, _)| head);
    // Debug info has no name for an anonymous namespace.
    let name = &*name.replace("(anonymous namespace)::", "");
    let tail = |full: &str| full == name || full.ends_with(&format!("::{name}"));
    tail(source) || untemplated.is_some_and(tail)
}

/// Whether the user's `name` is the demangled signature of a symbol, as `nm -C` prints it or as
/// the source may spell it.
fn is_signature(name: &str, symbol: &str, debug: &DebugInfo) -> bool {
    name.contains('(')
        && symbol.starts_with("_Z")
        && cpp_demangle::Symbol::new(symbol)
            .and_then(|parsed| {
                parsed
                    .demangle()
                    .map_err(|_| cpp_demangle::error::Error::UnexpectedText)
            })
            .is_ok_and(|full| {
                let full = canonical(&full);
                let named = canonical(name);
                // A method's `const` may be omitted, unless there is one without.
                let other = || symbol.replacen("_ZNK", "_ZN", 1);
                full == named
                    || full.strip_suffix(" const") == Some(&named) && !debug.declares(&other())
            })
}

/// The source signature of a defined function, such as `void f(const float *src, int n)`.
pub fn signature(debug: &DebugInfo, symbol: &str) -> Option<String> {
    let subprogram = debug.subprogram(symbol)?;
    let params: Vec<String> = subprogram
        .params
        .iter()
        .map(|(name, ty)| {
            let ty = spelled(debug, *ty);
            match name {
                Some(name) if ty.ends_with(['*', '&']) => format!("{ty}{name}"),
                Some(name) => format!("{ty} {name}"),
                None => ty,
            }
        })
        .collect();
    let result = spelled(debug, subprogram.result);
    Some(format!(
        "{result} {}({})",
        subprogram.name,
        params.join(", ")
    ))
}
