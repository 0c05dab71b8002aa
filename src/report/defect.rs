//! The section for a defect: a memory error, a race, a failed assertion, ...

use std::fmt::Write;

use annotate_snippets::{AnnotationKind, Level};

use super::accesses;
use super::marked::marked;
use super::section::{agreement, computation, inputs, replay, sizes, values};
use super::{Decoration, Sources};
use crate::verdict::{Cause, DefectFound, DefectKind, Evidence, Location, Outcome, Side};

/// The section for a defect, ending in a newline.
pub fn defect(out: &Outcome, d: &DefectFound, sources: &Sources, decoration: Decoration) -> String {
    let function = match d.side {
        Side::Reference => out.reference.as_ref().map(|f| f.name.as_str()),
        Side::Port => out.port.as_ref().map(|f| f.name.as_str()),
        Side::Program => out.program.as_deref(),
        Side::Kernel => out.kernel.as_ref().map(|f| f.name.as_str()),
    };
    let who = function.unwrap_or(d.side.word());
    let confirmed = d.replay.stands();
    let level = if confirmed {
        Level::ERROR
    } else {
        Level::WARNING
    };
    let elsewhere = |place: &Option<Location>| {
        let place = place.clone();
        place.filter(|p| Some(p) != d.location.as_ref())
    };
    let (allocation, release) = (elsewhere(&d.allocation), elsewhere(&d.release));
    // The calls of a program are those of its main function.
    let is_version = matches!(d.side, Side::Reference | Side::Port);
    let called_at = d.called_at.clone().filter(|_| is_version);
    let own = match d.accesses.first() {
        None if called_at.is_some() => format!("in a function that `{who}` calls"),
        None => format!("in `{who}`"),
        Some(access) => accesses::label(access),
    };
    let cause = d.cause.as_ref().map(|cause| cause.location.clone());
    let is_apart = |at: &Location| {
        let own = d.location.as_ref();
        own.is_none_or(|own| (&own.file, own.line) != (&at.file, at.line))
    };
    let cause = cause.filter(is_apart);
    let kind = match cause {
        Some(_) => AnnotationKind::Context,
        None => AnnotationKind::Primary,
    };
    let own = match (&d.cause, &cause) {
        (Some(found), None) => mended(found).unwrap_or(own),
        (Some(_), Some(_)) => format!("it fails here, {own}"),
        (None, _) => own,
    };
    let mut marks = vec![
        (&d.location, kind, own),
        (
            &called_at,
            AnnotationKind::Context,
            "called here".to_owned(),
        ),
        (
            &allocation,
            AnnotationKind::Context,
            "the object is allocated here".to_owned(),
        ),
        (
            &release,
            AnnotationKind::Context,
            "and freed here".to_owned(),
        ),
    ];
    let mend = d.cause.as_ref().and_then(mended);
    if let (Some(_), Some(mend)) = (&cause, mend) {
        marks.insert(0, (&cause, AnnotationKind::Primary, mend));
    }
    let others = d.accesses.iter().skip(1);
    marks.extend(others.map(|access| {
        let label = accesses::label(access);
        (&access.location, AnnotationKind::Context, label)
    }));
    let title = level.primary_title(&*d.message).id(d.kind.name());
    let mut text = marked(title, &marks, sources, decoration);
    text.push_str("\n\n");
    let sizes = sizes(&d.sizes);
    let at = if sizes.is_empty() {
        String::new()
    } else {
        format!(" at {sizes}")
    };
    let _ = writeln!(
        text,
        "{}{at}",
        decoration.bold(&format!("in the {}", d.side.word()))
    );
    let _ = writeln!(text, "{}", decoration.bold("for these inputs"));
    text.push_str(&inputs(&d.inputs, decoration));
    if !d.accesses.is_empty() {
        let _ = writeln!(text, "{}", decoration.bold("the accesses"));
        text.push_str(&accesses::table(&d.accesses));
    }
    if d.kind == DefectKind::Race {
        let _ = writeln!(text, "{}", decoration.bold("between barriers"));
        text.push_str(&accesses::picture(&d.accesses));
    }
    if !d.commands.is_empty() {
        let _ = writeln!(text, "{}", decoration.bold("the commands"));
        for line in &d.commands {
            let _ = writeln!(text, "  {line}");
        }
    }
    if let Some(c) = &d.comparison {
        let names = ["one side", "the other"];
        let _ = writeln!(text, "{}", decoration.bold("it compares"));
        text.push_str(&values(names, [&c.values[0], &c.values[1]], c.ulps));
        let sides = [&c.expressions[0], &c.expressions[1]];
        text.push_str(&computation(names, sides, &c.definitions, decoration));
        if let Some(kind) = c.kind {
            let _ = writeln!(text, "{} {}", decoration.bold("kind:"), kind.words());
        }
    }
    if let Some(help) = &d.help {
        let _ = writeln!(text, "{} {help}", decoration.bold("help:"));
    }
    match &d.sanitizer {
        Some(said) => {
            let label = decoration.bold("replayed:");
            let _ = writeln!(text, "{label} natively with these inputs, {said}");
        }
        None => text.push_str(&replay(&d.replay, &format!("`{who}`"), decoration)),
    }
    if let Some(c) = &d.comparison {
        text.push_str(&agreement("it holds", &c.equal_under, decoration));
    }
    text
}

/// What is said of the operation at fault.
fn mended(cause: &Cause) -> Option<String> {
    match &cause.evidence {
        Evidence::Repaired { change, .. } => {
            Some(format!("the versions agree {} here", change.words()))
        }
        _ => None,
    }
}
