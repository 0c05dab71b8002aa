//! Whether a certificate claims what a check asks.
//!
//! A proof of some claim says nothing of a check about something else. What the options of a
//! check mean is known only after its code is compiled, so that a claim is compared with what
//! is written; a claim that is written in another way is taken for another one, and the check
//! runs again.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use certificate_checker::sha256;
use serde::Deserialize;
use serde_json::Value;
use simdiff::audit::Header;
use simdiff::record::Record;

use super::planned::{Planned, common, files_of};
use crate::args::Command;

/// The most bytes of a header.
const MOST: u64 = 64 << 20;

/// The first line of a certificate.
#[derive(Deserialize)]
struct First {
    certificate: Header,
}

/// Whether a certificate can say what the command asks: none has relations between inputs.
pub(super) fn can_be_said(command: &Command) -> bool {
    match command {
        Command::Check(options) => options.assume.is_empty(),
        Command::Run(_) => true,
        _ => false,
    }
}

/// Whether the claim of a certificate is that of a check with this record: the same functions,
/// of files with the same contents, with the sizes, the contract and the assumptions that the
/// record reports and the options ask for.
pub(super) fn is_of(certificate: &Path, planned: &Planned<'_>, record: &Record) -> bool {
    let Some(header) = header(certificate) else {
        return false;
    };
    is_about(&header, planned.command)
        && has_sources(&header, planned)
        && is_reported(&header, &record.outcome)
        && are_asked(&header, planned.command)
}

fn header(certificate: &Path) -> Option<Header> {
    let file = File::open(certificate).ok()?;
    let mut line = String::new();
    BufReader::new(file.take(MOST)).read_line(&mut line).ok()?;
    let first: First = serde_json::from_str(&line).ok()?;
    Some(first.certificate)
}

/// Whether it is about the functions, or the program, of the command.
fn is_about(header: &Header, command: &Command) -> bool {
    match command {
        Command::Check(options) => {
            let port = options.port.as_ref().unwrap_or(&options.reference);
            header.program.is_none()
                && header.reference == options.reference
                && header.port == *port
        }
        Command::Run(options) => header.program.as_ref() == Some(&options.args.join(" ")),
        _ => false,
    }
}

/// Whether its sources are the files of the check, as they are now.
fn has_sources(header: &Header, planned: &Planned<'_>) -> bool {
    let files = files_of(planned.command);
    let digest = |file: &Path| {
        let bytes = std::fs::read(planned.case.directory.join(file)).ok()?;
        Some(sha256(&bytes))
    };
    let mut pairs = header.sources.iter().zip(files);
    !files.is_empty()
        && header.sources.len() == files.len()
        && pairs.all(|(source, file)| {
            source.file == file.display().to_string()
                && digest(file).is_some_and(|digest| digest == source.sha256)
        })
}

/// Whether the record reports its sizes and its contract. The report says of a contract what a
/// certificate does, and more.
fn is_reported(header: &Header, outcome: &Value) -> bool {
    header.sizes == outcome["sizes"].as_str().unwrap_or_default()
        && match header.contract.as_object() {
            Some(fields) => fields
                .iter()
                .all(|(name, value)| outcome["contract"][name] == *value),
            None => header.contract == outcome["contract"],
        }
}

/// Whether the options ask for its sizes, the meanings that it takes as given, and its
/// assumptions.
fn are_asked(header: &Header, command: &Command) -> bool {
    let Some(common) = common(command) else {
        return false;
    };
    let assumed = common.granted.about_floats();
    if !header.assumptions.iter().eq(assumed.names()) {
        return false;
    }
    let Command::Check(options) = command else {
        return true;
    };
    let claimed: Vec<String> = header.sizes.split(';').map(unspaced).collect();
    let mut sizes = options.sizes.iter().flat_map(|sizes| sizes.split(','));
    if !sizes.all(|size| claimed.contains(&unspaced(size))) {
        return false;
    }
    let meanings = [&options.args, &options.reference_args, &options.port_args];
    let mut asked: Vec<String> = meanings
        .into_iter()
        .flatten()
        .map(|meaning| unspaced(meaning.split('=').next().unwrap_or_default()))
        .collect();
    let params = header.contract["params"].as_array().into_iter().flatten();
    let given = params.filter(|param| param["given"] == true);
    let given = given.filter_map(|param| param["name"].as_str());
    let mut given: Vec<String> = given.map(str::to_owned).collect();
    asked.sort();
    given.sort();
    asked == given
}

fn unspaced(text: &str) -> String {
    text.split_whitespace().collect()
}
