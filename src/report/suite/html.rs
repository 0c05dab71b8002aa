//! A run of a suite as one self-contained HTML file: its data as JSON, its script and its
//! style.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use crate::record::{Record, Run};
use crate::regular;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = concat!(include_str!("page/page.js"), include_str!("page/graph.js"));

/// The most bytes of a source file that is shown.
const MOST: u64 = 1 << 20;

#[derive(Serialize)]
struct Data<'a> {
    run: &'a Run,
    /// The verdicts of the earlier run, by title.
    before: BTreeMap<String, &'a str>,
    /// The sources of functions and findings, by the check's directory and the file's name
    /// in locations.
    sources: BTreeMap<String, String>,
}

/// A run as a page, compared with an earlier one if `before` is given.
///
/// # Errors
/// Only errors of the serializer.
pub fn html(run: &Run, before: Option<&Run>) -> Result<String, serde_json::Error> {
    let before = before.map(|run| run.checks.iter()).into_iter().flatten();
    let data = Data {
        run,
        before: before
            .filter_map(|record| Some((record.title(), record.verdict()?)))
            .collect(),
        sources: sources(run),
    };
    // No string may end the script element that holds the data.
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
    Ok(PAGE
        .replace("/*STYLE*/", STYLE)
        .replace("/*SCRIPT*/", SCRIPT)
        .replace("/*DATA*/", &data))
}

/// The source files in which functions and findings lie.
fn sources(run: &Run) -> BTreeMap<String, String> {
    let mut sources = BTreeMap::new();
    for record in &run.checks {
        for file in files(record) {
            let path = record.directory.join(file);
            let name = format!("{}\n{file}", record.directory.display());
            if !sources.contains_key(&name)
                && !Path::new(file).starts_with("/usr")
                && let Ok(text) = regular::read_text(&path, MOST)
            {
                sources.insert(name, text);
            }
        }
    }
    sources
}

fn files(record: &Record) -> Vec<&str> {
    let outcome = &record.outcome;
    let places = [
        &outcome["reference"]["location"],
        &outcome["port"]["location"],
        &outcome["defect"]["location"],
    ];
    places
        .into_iter()
        .filter_map(|place| place["file"].as_str())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A script with two declarations of one name does not run at all.
    #[test]
    fn the_script_declares_every_name_once() {
        let mut names = Vec::new();
        for line in SCRIPT.lines() {
            let Some((kind, rest)) = line.split_once(' ') else {
                continue;
            };
            if !["const", "let", "function"].contains(&kind) {
                continue;
            }
            let declared = match rest.strip_prefix('{') {
                Some(several) => several.split('}').next(),
                None => rest.split(['=', '(']).next(),
            };
            let declared = declared.unwrap_or_default().split(',');
            names.extend(declared.map(|name| name.trim().to_owned()));
        }
        let all = names.len();
        assert!(all > 30, "{names:?}");
        names.sort();
        names.dedup_by(|own, other| {
            assert_ne!(own, other, "declared twice");
            false
        });
    }
}
