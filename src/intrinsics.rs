//! `simdiff intrinsics`: how each x86 intrinsic is treated.

pub mod opencl;

use std::collections::BTreeMap;
use std::fmt::Write;

use bitcode_cache::Cache;
use serde::Serialize;
use sse_lowering::{Intrinsic, Lowering, Status};

use crate::frontend::tools::Clang;
use crate::problem::Problem;

/// The intrinsics to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// Lists only intrinsics with this name in C or in LLVM.
    pub name: Option<String>,
    /// Lists only intrinsics of one ISA extension, by its name in clang or in LLVM, in any
    /// case: `sse4.1`, `SSE41`.
    pub isa: Option<String>,
    /// Lists only intrinsics that are not lowered.
    pub missing: bool,
}

/// The intrinsics of a request, by extension.
///
/// # Errors
/// If there is no such extension or intrinsic, or no clang 19.
pub fn list(request: &Request) -> Result<Vec<Intrinsic>, Problem> {
    let clang = Clang::find()?;
    let lowering = Lowering::new(&clang.path).map_err(|e| Problem::new(e.to_string()))?;
    let lowering = lowering.with_cache(Cache::of_user());
    let isa = request.isa.as_ref().map(|isa| isa.to_lowercase());
    let mut all = lowering
        .intrinsics(isa.as_deref())
        .map_err(|e| Problem::new(e.to_string()))?;
    if let (Some(isa), true) = (&request.isa, all.is_empty()) {
        return Err(no_such_extension(isa));
    }
    if let Some(name) = &request.name {
        all.retain(|i| i.name == *name || i.c_names.contains(&name.as_str()));
        if all.is_empty() {
            return Err(no_such_intrinsic(name));
        }
    }
    if request.missing {
        all.retain(|i| !is_lowered(i));
    }
    Ok(all)
}

fn is_lowered(intrinsic: &Intrinsic) -> bool {
    matches!(intrinsic.status, Status::Exact | Status::Approximate)
}

fn no_such_intrinsic(name: &str) -> Problem {
    let problem = Problem::new(format!("`{name}` is not among the lowered intrinsics"));
    problem.help(
        "what clang's headers write in generic vector code needs no lowering; \
         `simdiff intrinsics` lists what does",
    )
}

fn no_such_extension(wanted: &str) -> Problem {
    let known: Vec<&str> = sse_lowering::extensions().collect();
    let problem = Problem::new(format!("no x86 intrinsic belongs to `{wanted}`"));
    problem.help(format!(
        "extensions with lowered intrinsics: {}",
        known.join(", ")
    ))
}

/// The list for people: lowered intrinsics by extension, then refused ones by reason.
pub fn text(intrinsics: &[Intrinsic]) -> String {
    if intrinsics.is_empty() {
        return "every intrinsic is lowered\n".to_owned();
    }
    let mut text = String::new();
    let lowered: Vec<_> = intrinsics.iter().filter(|i| is_lowered(i)).collect();
    for group in lowered.chunk_by(|a, b| a.isa == b.isa) {
        let approximate = count(group, Status::Approximate);
        let _ = writeln!(
            text,
            "{}: {} exact, {approximate} approximate",
            group[0].isa,
            count(group, Status::Exact)
        );
        for intrinsic in group {
            let mark = match intrinsic.status {
                Status::Approximate => "~",
                _ => " ",
            };
            let _ = writeln!(
                text,
                "{mark} {}  {}",
                intrinsic.name,
                intrinsic.c_names.join(" ")
            );
        }
        text.push('\n');
    }
    if lowered.iter().any(|i| i.status == Status::Approximate) {
        text.push_str(
            "~ The architecture does not fix the result: each lane is a named function of\n  \
             its operand about which nothing is known.\n",
        );
    }
    let mut refused: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for intrinsic in intrinsics.iter().filter(|i| !is_lowered(i)) {
        refused
            .entry(reason(intrinsic).unwrap_or_default())
            .or_default()
            .push(&intrinsic.name);
    }
    for (reason, names) in refused {
        let _ = writeln!(text, "not lowered: {reason}");
        for name in names {
            let _ = writeln!(text, "  {name}");
        }
        text.push('\n');
    }
    text.push_str("C intrinsics that are not listed compile to generic LLVM instructions.\n");
    text
}

fn count(group: &[&Intrinsic], status: Status) -> usize {
    group.iter().filter(|i| i.status == status).count()
}

fn reason(intrinsic: &Intrinsic) -> Option<&'static str> {
    match intrinsic.status {
        Status::Exact | Status::Approximate => None,
        Status::Refused(reason) => Some(reason),
        Status::Unknown => Some("unknown"),
    }
}

/// The list for machines: one object, `"schema": "simdiff-intrinsics/1"`.
///
/// # Errors
/// Only errors of the serializer.
pub fn json(intrinsics: &[Intrinsic]) -> Result<String, serde_json::Error> {
    #[derive(Serialize)]
    struct Listing<'a> {
        schema: &'static str,
        intrinsics: Vec<Entry<'a>>,
    }
    #[derive(Serialize)]
    struct Entry<'a> {
        name: &'a str,
        isa: &'a str,
        c_names: &'a [&'static str],
        status: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'static str>,
    }
    fn entry(intrinsic: &Intrinsic) -> Entry<'_> {
        Entry {
            name: &intrinsic.name,
            isa: &intrinsic.isa,
            c_names: &intrinsic.c_names,
            status: match intrinsic.status {
                Status::Exact => "exact",
                Status::Approximate => "approximate",
                Status::Refused(_) => "refused",
                Status::Unknown => "unknown",
            },
            reason: reason(intrinsic),
        }
    }
    let listing = Listing {
        schema: "simdiff-intrinsics/1",
        intrinsics: intrinsics.iter().map(entry).collect(),
    };
    let mut text = serde_json::to_string_pretty(&listing)?;
    text.push('\n');
    Ok(text)
}
