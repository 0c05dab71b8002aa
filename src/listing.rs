//! `simdiff functions`: the names of a file's functions, and their parameters.

use std::path::PathBuf;

use inkwell::context::Context;
use inkwell::module::Linkage;
use serde::{Deserialize, Serialize};

use crate::deadline::Deadline;
use crate::frontend::{Clang, DebugInfo, Flags, compile_only, kernel, signature};
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
}

/// The functions that a file defines, by name. A `static` function is listed only if it is
/// called.
///
/// # Errors
/// If there is no compiler, or the file does not compile.
pub fn functions(
    file: PathBuf,
    flags: &[String],
    deadline: Deadline,
) -> Result<Vec<Function>, Problem> {
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
        });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// The declarations, one per line.
pub fn text(functions: &[Function]) -> String {
    let line = |function: &Function| {
        let kernel = if function.is_kernel { "__kernel " } else { "" };
        format!("{kernel}{}\n", function.signature)
    };
    functions.iter().map(line).collect()
}

/// The list for machines.
///
/// # Errors
/// Only errors of the serializer.
pub fn json(functions: &[Function]) -> Result<String, serde_json::Error> {
    serde_json::to_string(functions).map(|text| text + "\n")
}
