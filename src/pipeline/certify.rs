//! The contents of a certificate besides its proofs.

use std::path::PathBuf;

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;

use crate::certificate::{About, Recorder};
use crate::equiv::Ranges;
use crate::problem::Problem;
use crate::rulebook;
use crate::settings::{Settings, flags};
use crate::verdict::{Outcome, Side, Undefined};
use certificate_checker::format::{Header, Source, UserRule, VERSION};
use certificate_checker::sha256;

/// Returns the certificate of an EQUIVALENT verdict. `about` describes the claim; the other
/// parts of its header are filled in here.
///
/// # Errors
/// If a file can no longer be read, or the certificate cannot be written as text.
pub fn certificate(
    recorder: Recorder,
    builder: &mut Builder,
    ranges: &Ranges,
    (settings, files): (&Settings, &[PathBuf]),
    outcome: &Outcome,
    about: Header,
) -> Result<String, Problem> {
    let header = header(settings, files, outcome, about)?;
    let ranges: FxHashMap<_, _> = ranges.iter().map(|(s, r)| (*s, (r.low, r.high))).collect();
    recorder
        .finish(builder, &About { header, ranges })
        .map_err(|e| Problem::new(format!("cannot write the certificate: {e}")))
}

fn header(
    settings: &Settings,
    files: &[PathBuf],
    outcome: &Outcome,
    about: Header,
) -> Result<Header, Problem> {
    let rule = |rule: &rulebook::UserRule| UserRule {
        name: rule.name.clone(),
        file: rule.file.clone(),
        text: rule.text.clone(),
        proved: rule.is_proved,
    };
    // Assumptions about the execution affect no step of a proof.
    let values = flags(settings.assumptions);
    let others = outcome.assumptions.iter().filter(|a| !values.contains(a));
    let others = others.map(|flag| format!("what {flag} says of the execution"));
    Ok(Header {
        version: VERSION,
        assumptions: settings.assumptions.names().map(str::to_owned).collect(),
        leaning_on: outcome.leaning_on.iter().cloned().chain(others).collect(),
        left_out: left_out(outcome),
        rules: settings.own_rules.iter().map(rule).collect(),
        sources: files.iter().map(source).collect::<Result<_, _>>()?,
        ..about
    })
}

/// The inputs of the contract for which a verdict claims nothing.
fn left_out(outcome: &Outcome) -> Vec<String> {
    let found = outcome
        .undefined
        .iter()
        .map(|found| (found.kind, found.side));
    let open = outcome
        .undefined_open
        .iter()
        .map(|open| (open.kind, open.side));
    let mut all: Vec<_> = found
        .chain(open)
        .filter(|(kind, _)| kind.has_no_value())
        .collect();
    all.sort_by_key(|(kind, side)| (side.word(), *kind));
    all.dedup();
    let said = |(kind, side): (Undefined, Side)| {
        format!("inputs on which the {} {}", side.word(), kind.words())
    };
    let mut rows: Vec<String> = all.into_iter().map(said).collect();
    let ignored = outcome.undefined_ignored.iter();
    let ignored = ignored.filter(|kind| kind.has_no_value());
    rows.extend(ignored.map(|kind| {
        let option = format!("--undefined {}=ignore", kind.name());
        format!(
            "inputs on which a version {}, as {option} asks",
            kind.words()
        )
    }));
    rows
}

/// Returns the name of a source file and the digest of its contents.
fn source(file: &PathBuf) -> Result<Source, Problem> {
    let name = file.display().to_string();
    let bytes =
        std::fs::read(file).map_err(|e| Problem::new(format!("cannot read {name}: {e}")))?;
    Ok(Source {
        file: name,
        sha256: sha256(&bytes),
    })
}
