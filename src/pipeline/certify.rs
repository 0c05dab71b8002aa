//! The contents of a certificate besides its proofs.

use std::path::PathBuf;

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;

use crate::certificate::{About, Recorder};
use crate::equiv::Ranges;
use crate::problem::Problem;
use crate::rulebook;
use crate::settings::{Settings, flags};
use crate::verdict::Outcome;
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
        rules: settings.own_rules.iter().map(rule).collect(),
        sources: files.iter().map(source).collect::<Result<_, _>>()?,
        ..about
    })
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
