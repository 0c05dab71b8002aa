//! The file that each version is at home in.
//!
//! Where files define different code under one name, a version is linked with its own file first:
//! static functions that the file defines have their names then, and inline ones are those that
//! its file includes.

use std::path::{Path, PathBuf};

use super::named::Named;
use crate::frontend::Definitions;
use crate::pipeline::Module;
use crate::problem::Problem;

/// The symbol that a name means, as its file has it: the linker may have given it a number.
pub(super) fn symbol(module: &Module<'_>, named: &Named<'_>) -> Option<String> {
    let symbol = module.resolve(named.function).ok()?;
    let definitions = &module.compiled().definitions;
    if !definitions.files_of(&symbol).is_empty() {
        return Some(symbol);
    }
    let (base, _) = symbol.rsplit_once('.')?;
    (!definitions.files_of(base).is_empty()).then(|| base.to_owned())
}

/// The file that each version has to be linked with first; `None` if the order does not matter.
///
/// # Errors
/// If a name without a file means different functions of several files.
pub(super) fn homes(
    versions: [&Module<'_>; 2],
    named: &[Named<'_>; 2],
    of_commit: [bool; 2],
) -> Result<Option<[Option<PathBuf>; 2]>, Problem> {
    let mut homes = [None, None];
    let mut matters = false;
    for (side, module) in versions.into_iter().enumerate() {
        let definitions = &module.compiled().definitions;
        let symbol = symbol(module, &named[side]);
        let first = symbol.as_deref().and_then(|s| definitions.file_of(s));
        if let (None, false, Some(symbol)) = (named[side].file(), of_commit[side], &symbol)
            && definitions.is_ambiguous(symbol)
        {
            return Err(ambiguous(definitions, symbol, named[side].function));
        }
        let is_single = definitions.is_empty();
        matters |= !is_single && named[side].file().is_some_and(|file| first != Some(file));
        let home = named[side].file().or(first);
        matters |= home.is_some() && home != definitions.first() && definitions.depend_on_order();
        homes[side] = home.map(Path::to_owned);
    }
    Ok(matters.then_some(homes))
}

/// Requires that each name that tells a file means a function of that file.
///
/// # Errors
/// If the file does not define the function.
pub(super) fn require(versions: [&Module<'_>; 2], named: &[Named<'_>; 2]) -> Result<(), Problem> {
    for (module, named) in versions.into_iter().zip(named) {
        let definitions = &module.compiled().definitions;
        let (Some(file), Some(symbol)) = (named.file(), symbol(module, named)) else {
            continue;
        };
        let Some(defining) = definitions.file_of(&symbol).filter(|d| *d != file) else {
            continue;
        };
        let (function, file, other) = (named.function, file.display(), defining.display());
        let problem = match definitions.files_of(&symbol).iter().any(|f| named.is_in(f)) {
            true => Problem::new(format!("both `{file}` and `{other}` define `{function}`"))
                .help(format!("leave `{other}` out of the files")),
            false => Problem::new(format!("`{file}` does not define `{function}`"))
                .help(format!("it is defined in {other}: {other}::{function}")),
        };
        return Err(problem);
    }
    Ok(())
}

fn ambiguous(definitions: &Definitions, symbol: &str, function: &str) -> Problem {
    let files = definitions.files_of(symbol).into_iter();
    let names = files.map(|file| format!("`{}::{function}`", file.display()));
    let names: Vec<String> = names.collect();
    let problem = format!("several files define a function `{function}` of their own");
    Problem::new(problem).help(format!("name one of them: {}", names.join(", ")))
}
