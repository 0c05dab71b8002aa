//! `simdiff intrinsics --opencl`: which builtins of OpenCL C the device library has, and
//! with `--opencl-host` which functions of hosts the host library has.

use std::fmt::Write;

use serde::Serialize;

use crate::frontend::tools::Clang;
use crate::frontend::{Builtin, builtins, host_functions};
use crate::problem::Problem;

/// The builtins that clang declares, by chapter; only those that are missing, if asked.
///
/// # Errors
/// When there is no clang 19, or it refuses its own header.
pub fn list(missing: bool) -> Result<Vec<Builtin>, Problem> {
    let clang = Clang::find()?;
    let mut all = builtins(&clang)?;
    if missing {
        all.retain(|builtin| !builtin.modelled);
    }
    Ok(all)
}

/// The functions of hosts that the system's headers declare, by chapter; only those that
/// are missing, if asked.
///
/// # Errors
/// When there is no clang 19, or there are no headers.
pub fn host(missing: bool) -> Result<Vec<Builtin>, Problem> {
    let clang = Clang::find()?;
    let all = host_functions(&clang).map_err(|error| {
        Problem::from(error).help("install OpenCL's headers: Debian's opencl-c-headers")
    })?;
    let wanted = all.into_iter().filter(|f| !(missing && f.modelled));
    Ok(wanted.collect())
}

/// For people: each chapter with its numbers and names, those that are missing marked.
pub fn text(builtins: &[Builtin]) -> String {
    let mut text = String::new();
    for chapter in builtins.chunk_by(|a, b| a.chapter == b.chapter) {
        let modelled = chapter.iter().filter(|b| b.modelled).count();
        let missing = chapter.len() - modelled;
        let _ = writeln!(
            text,
            "{}: {modelled} modelled, {missing} missing",
            chapter[0].chapter
        );
        for builtin in chapter {
            let mark = if builtin.modelled { ' ' } else { '-' };
            let _ = writeln!(text, "{mark} {}", builtin.name);
        }
        text.push('\n');
    }
    let modelled = builtins.iter().filter(|b| b.modelled).count();
    let _ = writeln!(
        text,
        "in all: {modelled} modelled, {} missing (-)",
        builtins.len() - modelled
    );
    text
}

/// For machines: one object, `"schema": "simdiff-builtins/1"`.
///
/// # Errors
/// None that are known; serde's type allows for some.
pub fn json(builtins: &[Builtin]) -> Result<String, serde_json::Error> {
    #[derive(Serialize)]
    struct Listing<'a> {
        schema: &'static str,
        builtins: Vec<Entry<'a>>,
    }
    #[derive(Serialize)]
    struct Entry<'a> {
        name: &'a str,
        chapter: &'a str,
        modelled: bool,
    }
    let listing = Listing {
        schema: "simdiff-builtins/1",
        builtins: builtins
            .iter()
            .map(|builtin| Entry {
                name: &builtin.name,
                chapter: &builtin.chapter,
                modelled: builtin.modelled,
            })
            .collect(),
    };
    let mut text = serde_json::to_string_pretty(&listing)?;
    text.push('\n');
    Ok(text)
}
