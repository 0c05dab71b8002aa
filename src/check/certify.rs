//! What a certificate says besides the proofs.

use std::path::PathBuf;

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;

use super::Request;
use crate::certificate::{About, Recorder};
use crate::contract::Contract;
use crate::equiv::{Assumptions, Ranges};
use crate::problem::Problem;
use crate::rulebook;
use crate::settings::{Settings, flags};
use crate::verdict::Outcome;
use certificate_checker::format::{Header, Source, UserRule, VERSION};
use certificate_checker::sha256;

/// The certificate of an EQUIVALENT.
pub(super) fn written(
    recorder: Recorder,
    builder: &mut Builder,
    ranges: &Ranges,
    request: &Request,
    contract: &Contract,
    outcome: &Outcome,
) -> Result<String, Problem> {
    let header = Header {
        reference: request.reference.clone(),
        port: request.port.clone(),
        sizes: outcome.sizes.clone(),
        contract: serde_json::to_value(contract).unwrap_or_default(),
        ..header(&request.settings, &request.files, outcome)?
    };
    finished(recorder, builder, ranges, header)
}

/// The certificate of a program whose assertions hold, run with these arguments,
/// its name first.
///
/// # Errors
/// When it cannot be written as text.
pub fn program(
    recorder: Recorder,
    builder: &mut Builder,
    ranges: &Ranges,
    settings: &Settings,
    (files, arguments): (&[PathBuf], &[String]),
    outcome: &Outcome,
) -> Result<String, Problem> {
    let header = Header {
        program: Some(arguments.join(" ")),
        ..header(settings, files, outcome)?
    };
    finished(recorder, builder, ranges, header)
}

fn header(settings: &Settings, files: &[PathBuf], outcome: &Outcome) -> Result<Header, Problem> {
    let rule = |rule: &rulebook::UserRule| UserRule {
        name: rule.name.clone(),
        file: rule.file.clone(),
        text: rule.text.clone(),
        proved: rule.is_proved,
    };
    // What is assumed of the execution changes no step of a proof.
    let values = flags(settings.assumptions);
    let others = outcome.assumptions.iter().filter(|a| !values.contains(a));
    let others = others.map(|flag| format!("what {flag} says of the execution"));
    Ok(Header {
        version: VERSION,
        assumptions: names(settings.assumptions),
        leaning_on: outcome.leaning_on.iter().cloned().chain(others).collect(),
        rules: settings.own_rules.iter().map(rule).collect(),
        sources: files.iter().map(source).collect::<Result<_, _>>()?,
        ..Header::default()
    })
}

/// A file of code and what it says.
fn source(file: &PathBuf) -> Result<Source, Problem> {
    let name = file.display().to_string();
    let bytes =
        std::fs::read(file).map_err(|e| Problem::new(format!("cannot read {name}: {e}")))?;
    Ok(Source {
        file: name,
        sha256: sha256(&bytes),
    })
}

fn finished(
    recorder: Recorder,
    builder: &mut Builder,
    ranges: &Ranges,
    header: Header,
) -> Result<String, Problem> {
    let ranges: FxHashMap<_, _> = ranges.iter().map(|(s, r)| (*s, (r.low, r.high))).collect();
    let about = About { header, ranges };
    recorder
        .finish(builder, &about)
        .map_err(|e| Problem::new(format!("cannot write the certificate: {e}")))
}

fn names(assumptions: Assumptions) -> Vec<String> {
    [
        (assumptions.associative, "associative"),
        (assumptions.ordered, "ordered"),
        (assumptions.finite, "finite"),
        (assumptions.positive_zero, "positive-zero"),
    ]
    .into_iter()
    .filter(|(made, _)| *made)
    .map(|(_, name)| name.to_owned())
    .collect()
}
