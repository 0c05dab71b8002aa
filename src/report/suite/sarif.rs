//! A run of a suite as SARIF 2.1.0 (OASIS Standard), which code hosts show beside the code:
//! one result for each check that is not as expected.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use serde_json::{Value, json};

use super::brief::title;
use crate::problem::Problem;
use crate::record::{Record, Run, Status};
use crate::report::Sources;
use crate::verdict::Outcome;

/// The most results, a limit of code hosts for one run.
const MOST: usize = 5000;

/// Level and description of each rule, by the first part of its name. A rule's name is the
/// verdict and the kind in the machine output: `different/association`,
/// `defect/out-of-bounds`, `undecided/time-limit`.
const RULES: [(&str, &str, &str); 6] = [
    (
        "different",
        "error",
        "A port computes something else than its reference",
    ),
    (
        "exceeded",
        "error",
        "A port's results are further away than the tolerance",
    ),
    (
        "defect",
        "error",
        "A function does what C leaves undefined, or fails",
    ),
    (
        "undecided",
        "warning",
        "It is not known whether a port computes what its reference does",
    ),
    (
        "unexpected",
        "error",
        "A check found something better than its suite expects",
    ),
    ("trouble", "error", "A check cannot be done"),
];

/// A run as SARIF.
///
/// # Errors
/// Only errors of the serializer.
pub fn sarif(run: &Run) -> Result<String, serde_json::Error> {
    let wrong = || run.checks.iter().filter(|r| r.status != Status::Passed);
    let sources = Sources::new();
    let results = wrong().take(MOST).map(|record| result(record, &sources));
    let results: Vec<Value> = results.collect();
    let mut rules = BTreeMap::new();
    for result in &results {
        let id = result["ruleId"].as_str().unwrap_or_default();
        let kind = id.split('/').next().unwrap_or_default();
        if let Some((_, level, text)) = RULES.iter().find(|(name, ..)| *name == kind) {
            let rule = json!({
                "id": id,
                "shortDescription": { "text": text },
                "defaultConfiguration": { "level": level },
            });
            rules.insert(id.to_owned(), rule);
        }
    }
    let mut notes: Vec<Value> = run
        .problems
        .iter()
        .map(|text| note("error", text))
        .collect();
    let over = wrong().count().saturating_sub(MOST);
    if over > 0 {
        notes.push(note(
            "warning",
            &format!("{over} more results are left out"),
        ));
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "simdiff",
                "semanticVersion": run.tool,
                "rules": rules.into_values().collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": !run.interrupted && run.problems.is_empty(),
                "toolExecutionNotifications": notes,
            }],
            "results": results,
        }],
    });
    let mut text = serde_json::to_string_pretty(&log)?;
    text.push('\n');
    Ok(text)
}

/// The outcome of one command as SARIF: a result for each bad verdict, one per kernel if
/// there are several.
///
/// # Errors
/// Only errors of the serializer.
pub fn findings_as_sarif(outcome: &Outcome) -> Result<String, serde_json::Error> {
    let several = outcome.kernels.iter();
    let parts: Vec<&Outcome> = match outcome.kernels.is_empty() {
        true => vec![outcome],
        false => several.collect(),
    };
    let records = parts
        .into_iter()
        .map(|part| serde_json::to_value(part).map(Record::of_command));
    let problems = outcome.problems.iter();
    let problems = problems.map(|unexamined| unexamined.problem.message.clone());
    sarif(&Run::new(
        records.collect::<Result<_, _>>()?,
        problems.collect(),
        0.0,
    ))
}

/// A run without results, for a command that failed with a problem in its input.
pub fn problem_as_sarif(problem: &Problem) -> String {
    let run = Run::new(Vec::new(), vec![problem.message.clone()], 0.0);
    sarif(&run).unwrap_or_default()
}

fn note(level: &str, text: &str) -> Value {
    json!({ "level": level, "message": { "text": text } })
}

fn result(record: &Record, sources: &Sources) -> Value {
    let (rule, level) = rule(record);
    let outcome = &record.outcome;
    let (difference, defect) = (&outcome["difference"], &outcome["defect"]);
    let check = json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(Path::new(""), &record.suite.to_string_lossy()) },
        "region": { "startLine": record.line, "startColumn": record.column },
    }});
    let at = |place: &Value| location(record, place, sources);
    let (cause, stored) = (
        &difference["cause"]["location"],
        &difference["port_location"],
    );
    let candidates = [
        cause,
        stored,
        &defect["location"],
        &outcome["undecided"][0]["location"],
        &outcome["port"]["location"],
        &outcome["kernel"]["location"],
    ];
    let place = candidates.into_iter().find_map(at);
    let mut related = Vec::new();
    let mut relate = |mut location: Value, text: String| {
        location["id"] = related.len().into();
        location["message"] = json!({ "text": text });
        related.push(location);
    };
    if record.is_of_suite() {
        relate(check.clone(), "the check".to_owned());
    }
    if cause.is_object()
        && cause["line"] != stored["line"]
        && let Some(place) = at(stored)
    {
        relate(
            place,
            format!("the port gives {}", value(&difference["port"])),
        );
    }
    if let Some(place) = at(&difference["reference_location"]) {
        relate(
            place,
            format!("the reference gives {}", value(&difference["reference"])),
        );
    }
    for access in defect["accesses"].as_array().into_iter().flatten() {
        if let Some(place) = at(&access["location"]) {
            let thread = access["thread"]["name"].as_str().unwrap_or("a thread");
            let verb = access["access"].as_str().unwrap_or("access");
            relate(place, format!("{thread}: {verb}"));
        }
    }
    let witness = witness(if difference.is_null() {
        defect
    } else {
        difference
    });
    let places = [&outcome["port"]["location"], &outcome["kernel"]["location"]];
    let function = places.into_iter().find_map(at);
    if let Some(place) = function.filter(|_| !witness.is_empty()) {
        relate(place, format!("on the input {witness}"));
    }
    json!({
        "ruleId": rule,
        "level": level,
        "message": { "text": message(record, &witness) },
        "locations": [place.unwrap_or(check)],
        "relatedLocations": related,
        // Stays the same if the code or the check moves.
        "partialFingerprints": { "simdiffCheck/v1": fingerprint(record, &rule) },
    })
}

/// The rule that a check breaks, and its level.
fn rule(record: &Record) -> (String, &'static str) {
    let outcome = &record.outcome;
    let (name, kind) = match record.verdict() {
        None => ("trouble", None),
        Some("different") => ("different", outcome["difference"]["kind"].as_str()),
        Some("exceeded") => ("exceeded", outcome["difference"]["kind"].as_str()),
        Some("defect") => ("defect", outcome["defect"]["kind"].as_str()),
        Some("undecided") => ("undecided", outcome["undecided"][0]["kind"].as_str()),
        Some(_) => ("unexpected", record.verdict()),
    };
    let level = RULES.iter().find(|(rule, ..)| *rule == name);
    let level = level.map_or("error", |(_, level, _)| level);
    match kind {
        Some(kind) => (format!("{name}/{kind}"), level),
        None => (name.to_owned(), level),
    }
}

fn message(record: &Record, witness: &str) -> String {
    let outcome = &record.outcome;
    let difference = &outcome["difference"];
    let what = match (difference["output"].as_str(), &outcome["defect"]["message"]) {
        (Some(output), _) => format!(
            "{output} is {} in the port, {} in the reference",
            value(&difference["port"]),
            value(&difference["reference"])
        ),
        (None, Value::String(message)) => message.clone(),
        _ => outcome["undecided"][0]["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned(),
    };
    let mut text = format!(
        "{}: {}",
        record.subject(),
        record.remark.as_deref().unwrap_or_default()
    );
    if !what.is_empty() {
        text += &format!(". {what}");
    }
    if !witness.is_empty() {
        text += &format!(" (on {witness})");
    }
    text
}

/// The inputs that the finding depends on, up to a limit.
fn witness(finding: &Value) -> String {
    const SHOWN: usize = 8;
    let inputs: Vec<&Value> = finding["inputs"].as_array().into_iter().flatten().collect();
    let involved = inputs.iter().filter(|input| input["involved"] == true);
    let mut parts: Vec<String> = involved
        .clone()
        .take(SHOWN)
        .map(|input| format!("{} = {}", title(input), value(&input["value"])))
        .collect();
    if involved.count() > SHOWN {
        parts.push("…".to_owned());
    }
    parts.join(", ")
}

fn value(value: &Value) -> &str {
    value["decimal"].as_str().unwrap_or("?")
}

fn location(record: &Record, place: &Value, sources: &Sources) -> Option<Value> {
    let (file, line) = (place["file"].as_str()?, place["line"].as_u64()?.max(1));
    let mut region = json!({ "startLine": line });
    if let Some(column @ 1..) = place["column"].as_u64() {
        let path = record.directory.join(file);
        let text = sources.text(&path.to_string_lossy());
        // Without the source, the column in characters is unknown.
        if let Some(column) = text.and_then(|text| characters(&text, line, column)) {
            region["startColumn"] = column.into();
        }
    }
    Some(json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&record.directory, file) },
        "region": region,
    }}))
}

/// The column in characters of a column in bytes, both from 1; `None` if the line is shorter.
fn characters(text: &str, line: u64, column: u64) -> Option<usize> {
    let line = text.lines().nth(usize::try_from(line - 1).ok()?)?;
    let before = usize::try_from(column - 1).ok()?;
    Some(line.get(..before)?.chars().count() + 1)
}

/// A path as a URI relative to the directory of the run; absolute paths as `file:` URIs.
fn uri(directory: &Path, file: &str) -> String {
    let mut path = PathBuf::new();
    for part in directory.join(file).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if path.file_name().is_some() => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    let mut uri = match path.is_absolute() {
        true => "file://".to_owned(),
        false => String::new(),
    };
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

fn fingerprint(record: &Record, rule: &str) -> String {
    let what = format!("{}\0{}\0{rule}", record.suite.display(), record.name);
    blake3::hash(what.as_bytes()).to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_in_characters() {
        let text = "x\nint ä = ö + a;\n";
        assert_eq!(characters(text, 2, 5), Some(5));
        assert_eq!(characters(text, 2, 15), Some(13));
        assert_eq!(characters(text, 2, 6), None);
        assert_eq!(characters(text, 3, 1), None);
    }

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri(Path::new("./a"), "../b c.c"), "b%20c.c");
        assert_eq!(uri(Path::new("a"), "/x/y.c"), "file:///x/y.c");
        assert_eq!(uri(Path::new("a"), "b.c"), "a/b.c");
    }
}
