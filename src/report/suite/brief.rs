//! A summary of one check from its JSON record.

use serde_json::Value;

use crate::record::Record;

/// The verdict, bounds and findings of a check, one per line; or the error that it has instead.
pub fn brief(record: &Record) -> String {
    let outcome = &record.outcome;
    if let (None, Some(message)) = (record.verdict(), outcome["message"].as_str()) {
        let help = outcome["help"].as_str();
        let help = help.map(|help| format!("help: {help}\n"));
        return format!("error: {message}\n{}", help.unwrap_or_default());
    }
    let mut lines = Vec::new();
    let mut row = |label: &str, value: String| {
        if !value.is_empty() {
            lines.push(format!("{label:12}{value}"));
        }
    };
    let verdict = record.verdict().unwrap_or_default();
    row(&verdict.to_uppercase(), record.subject());
    row("sizes", text(&outcome["sizes"]));
    row("assuming", list(&outcome["assuming"]));
    row("leaning on", list(&outcome["leaning_on"]));
    let difference = &outcome["difference"];
    if let Some(output) = difference["output"].as_str() {
        for side in ["reference", "port"] {
            let value = &difference[side];
            row(
                side,
                format!(
                    "{output} = {} ({})",
                    text(&value["decimal"]),
                    text(&value["hex"])
                ),
            );
            row("", place(&difference[format!("{side}_location")]));
            row("", text(&difference[format!("{side}_expression")]["text"]));
        }
        row("kind", text(&difference["kind"]));
    }
    let defect = &outcome["defect"];
    row("defect", text(&defect["message"]));
    row("", place(&defect["location"]));
    for finding in [difference, defect] {
        for input in finding["inputs"].as_array().into_iter().flatten() {
            let value = &input["value"];
            let (name, decimal) = (title(input), text(&value["decimal"]));
            row(
                "input",
                format!("{name} = {decimal} ({})", text(&value["hex"])),
            );
        }
    }
    for why in outcome["undecided"].as_array().into_iter().flatten() {
        row(
            "undecided",
            format!("{}: {}", text(&why["kind"]), text(&why["message"])),
        );
        row("", place(&why["location"]));
        row("", text(&why["help"]));
    }
    lines.join("\n") + "\n"
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The name of an input as reports show it; see `InputValue::title`.
pub(super) fn title(input: &Value) -> String {
    let name = text(&input["name"]);
    match (&input["through"], name.strip_suffix(']')) {
        (Value::Number(last), Some(first)) => format!("{first}..{last}]"),
        _ => name,
    }
}

fn list(value: &Value) -> String {
    let items = value.as_array().into_iter().flatten();
    items
        .filter_map(Value::as_str)
        .collect::<Vec<_>>()
        .join("; ")
}

fn place(location: &Value) -> String {
    match (location["file"].as_str(), &location["line"]) {
        (Some(file), line) => format!("at {file}:{line}"),
        (None, _) => String::new(),
    }
}
