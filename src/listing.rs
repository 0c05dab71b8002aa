//! `simdiff functions`: the names of a file's functions, and their parameters.

use std::path::PathBuf;

use inkwell::context::Context;
use inkwell::module::Linkage;
use serde::{Deserialize, Serialize};

use crate::deadline::Deadline;
pub use crate::frontend::Stored;
use crate::frontend::{Clang, DebugInfo, Flags, compile_only, kernel, signature, stored};
use crate::problem::Problem;

/// A function that a file defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// The name in the source.
    pub name: String,
    /// The declaration, as far as debug info has it.
    pub signature: String,
    /// Whether it is a kernel of OpenCL C.
    pub is_kernel: bool,
    /// The name in the object file.
    pub symbol: String,
    /// Whether other files cannot name it.
    pub is_local: bool,
    /// Whether the text of it is in a file that this one includes.
    pub is_included: bool,
}

/// What a file has of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// The functions that it defines, by name.
    pub functions: Vec<Function>,
    /// The functions that it stores, its own and others'.
    pub stored: Vec<Stored>,
}

/// The functions of a file. A `static` function is listed only if it is called or stored.
///
/// # Errors
/// If there is no compiler, or the file does not compile.
pub fn listing(file: PathBuf, flags: &[String], deadline: Deadline) -> Result<Listing, Problem> {
    let clang = Clang::find()?;
    let context = Context::create();
    let flags = Flags {
        common: flags.to_vec(),
        given: !flags.is_empty(),
        deadline,
        ..Flags::default()
    };
    let module = compile_only(&context, &clang, &[file], &flags)?;
    let debug = DebugInfo::read(&module);
    let mut found = Vec::new();
    for (symbol, name) in debug.functions() {
        let Some(function) = module.get_function(symbol) else {
            continue;
        };
        // Inline functions of headers do not belong to the file.
        if function.count_basic_blocks() == 0 || function.get_linkage() == Linkage::LinkOnceODR {
            continue;
        }
        found.push(Function {
            name,
            signature: signature(&debug, symbol).unwrap_or_default(),
            is_kernel: kernel(&module, symbol).is_some(),
            symbol: symbol.to_owned(),
            is_local: matches!(function.get_linkage(), Linkage::Internal | Linkage::Private),
            is_included: debug.is_included(symbol),
        });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Listing {
        functions: found,
        stored: stored(&module, &debug),
    })
}

/// The declarations, one per line.
pub fn text(functions: &[Function]) -> String {
    let line = |function: &Function| {
        let kernel = if function.is_kernel { "__kernel " } else { "" };
        format!("{kernel}{}\n", function.signature)
    };
    functions.iter().map(line).collect()
}

/// A list for machines.
///
/// # Errors
/// Only errors of the serializer.
pub fn json(list: &impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string(list).map(|text| text + "\n")
}
