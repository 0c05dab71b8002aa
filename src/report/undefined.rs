//! Undefined behaviour on admissible inputs, a row for each place.

use super::section;
use crate::verdict::{InputValue, Location, Outcome, Undefined, UndefinedFound, Verdict};

/// The most places shown of one kind.
const MOST_PLACES: usize = 4;
/// The most inputs shown of one place.
const MOST_INPUTS: usize = 3;

pub(super) fn undefined(out: &Outcome) -> String {
    let mut rows = Vec::new();
    for kind in Undefined::ALL {
        let found: Vec<_> = out.undefined.iter().filter(|f| f.kind == kind).collect();
        rows.extend(found.iter().take(MOST_PLACES).map(|found| row(found)));
        if found.len() > MOST_PLACES {
            let more = found.len() - MOST_PLACES;
            rows.push(format!(
                "and at {more} more places (--format json has them all)"
            ));
        }
        if !found.is_empty() {
            rows.push(kind.compared(out.verdict).to_owned());
        }
        let open: Vec<_> = out
            .undefined_open
            .iter()
            .filter(|o| o.kind == kind)
            .collect();
        if let Some(first) = open.first() {
            let more = match open.len() {
                1 => String::new(),
                n => format!(" and at {} more places", n - 1),
            };
            rows.push(format!(
                "not decided: whether the {} {}{}{more}",
                first.side.word(),
                kind.words(),
                place(&first.location)
            ));
        }
    }
    // A finding stands, whatever else was not searched for.
    let claims = !matches!(
        out.verdict,
        Verdict::Different | Verdict::Exceeded | Verdict::Defect
    );
    let ignored = &out.undefined_ignored;
    if claims && !ignored.is_empty() {
        let names: Vec<&str> = ignored.iter().map(|kind| kind.name()).collect();
        rows.push(match ignored.len() == Undefined::ALL.len() {
            true => "not looked for, as --undefined ignore asks".to_owned(),
            false => format!("not looked for, as --undefined asks: {}", names.join(", ")),
        });
        if ignored.iter().any(|kind| kind.has_no_value()) {
            rows.push("inputs that reach it are left out".to_owned());
        }
    }
    rows.join("\n")
}

fn row(found: &UndefinedFound) -> String {
    let sizes = match section::sizes(&found.sizes) {
        sizes if sizes.is_empty() => sizes,
        sizes => format!(" ({sizes})"),
    };
    format!(
        "the {} {}{}, {}{sizes}",
        found.side.word(),
        found.kind.words(),
        place(&found.location),
        inputs(&found.inputs)
    )
}

fn place(location: &Option<Location>) -> String {
    match location {
        Some(at) => format!(" at {}:{}:{}", at.file, at.line, at.column),
        None => String::new(),
    }
}

fn inputs(inputs: &[InputValue]) -> String {
    let involved: Vec<&InputValue> = inputs.iter().filter(|i| i.involved).collect();
    let shown = involved.iter().take(MOST_INPUTS);
    let mut parts: Vec<String> = shown
        .map(|i| format!("{} = {}", i.title(), i.value.decimal))
        .collect();
    match involved.len() {
        0 => return "on any input".to_owned(),
        n if n > MOST_INPUTS => parts.push(format!("{} more", n - MOST_INPUTS)),
        _ => {}
    }
    format!("with {}", parts.join(", "))
}
