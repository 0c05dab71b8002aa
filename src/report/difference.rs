//! The section for a mismatch: both source lines, the witness, both results and expressions
//! with the differing part marked, and the result of the replay.

use std::fmt::Write;

use annotate_snippets::{AnnotationKind, Level};

use super::marked::marked;
use super::section::{agreement, asked, computation, inputs, replay, sizes, values};
use super::{Decoration, Sources, literals};
use crate::verdict::{
    Cause, Difference, ErrorFound, Evidence, InputValue, Outcome, Overflow, Replay, Verdict,
};

/// The section for a mismatch, ending in a newline.
pub fn difference(
    out: &Outcome,
    d: &Difference,
    sources: &Sources,
    decoration: Decoration,
) -> String {
    let name =
        |f: &Option<crate::verdict::Function>| f.as_ref().map_or(String::new(), |f| f.name.clone());
    let (reference, port) = (name(&out.reference), name(&out.port));
    let confirmed = d.replay == Replay::Confirmed;
    let title = if out.verdict == Verdict::Exceeded {
        format!(
            "`{port}` does not stay within {} of `{reference}`",
            asked(out)
        )
    } else if confirmed {
        format!("`{port}` does not compute what `{reference}` computes")
    } else {
        format!("`{port}` seems not to compute what `{reference}` computes")
    };
    let level = if confirmed {
        Level::ERROR
    } else {
        Level::WARNING
    };
    let id = match confirmed {
        true if out.verdict == Verdict::Exceeded => "exceeded",
        true => "different",
        false => "suspected",
    };
    let cause = d.cause.as_ref().map(|cause| cause.location.clone());
    let result = match cause {
        Some(_) => AnnotationKind::Context,
        None => AnnotationKind::Primary,
    };
    let mut marks = vec![
        (
            &d.port_location,
            result,
            format!("{port} gives {} here", d.port.decimal),
        ),
        (
            &d.reference_location,
            AnnotationKind::Context,
            format!("{reference} gives {}", d.reference.decimal),
        ),
    ];
    if let Some(found) = &d.cause {
        marks.insert(
            0,
            (&cause, AnnotationKind::Primary, label(found, d, sources)),
        );
        let unwritten = found.evidence == Evidence::Unwritten;
        if unwritten || cause.as_ref().map(|c| c.line) == d.port_location.as_ref().map(|l| l.line) {
            marks.remove(1);
        }
    }
    let title = level.primary_title(title).id(id);
    let mut text = marked(title, &marks, sources, decoration);
    text.push_str("\n\n");
    if let Some(found) = &d.cause {
        text.push_str(&chain(found, decoration));
    }

    let sizes = sizes(&d.sizes);
    let at = if sizes.is_empty() {
        String::new()
    } else {
        format!(" at {sizes}")
    };
    let _ = writeln!(
        text,
        "{}{at}",
        decoration.bold(&format!("{} differs", d.output))
    );
    text.push_str(&spread(d));
    let names = [reference.as_str(), port.as_str()];
    text.push_str(&unread(d, names));
    text.push_str(&values(names, [&d.reference, &d.port], d.ulps));

    let _ = writeln!(text, "{}", decoration.bold("for these inputs"));
    text.push_str(&inputs(&d.inputs, decoration));
    for place in &d.places {
        let _ = writeln!(text, "  {place}");
    }
    text.push_str(&errors(d, decoration));
    if let Some(found) = &d.overflow {
        text.push_str(&overflow(found, decoration));
    }
    let sides = [&d.reference_expression, &d.port_expression];
    text.push_str(&computation(names, sides, &d.definitions, decoration));
    if let Some(kind) = d.kind {
        let told_by_samples = kind.excluded_by_assumptions() && d.equal_under.is_empty();
        let how = if told_by_samples {
            " (as far as samples show)"
        } else {
            ""
        };
        let kind = kind.words();
        let _ = writeln!(text, "{} {kind}{how}", decoration.bold("kind:"));
        if let Some(detail) = &d.detail {
            let _ = writeln!(text, "  {detail}");
        }
    }
    text.push_str(&replay(&d.replay, "both versions", decoration));
    text.push_str(&agreement("they agree", &d.equal_under, decoration));
    if !d.agrees_with.is_empty() {
        let (label, args) = (decoration.bold("help:"), d.agrees_with.join(" "));
        let _ = writeln!(text, "{label} {} agrees with {args}", d.output);
    }
    if let Some(help) = &d.help {
        let _ = writeln!(text, "{} {help}", decoration.bold("help:"));
    }
    if let Some(arg) = &d.within {
        let label = decoration.bold("help:");
        let _ = writeln!(
            text,
            "{label} they agree where the integer holds every number: {arg}"
        );
    }
    text
}

/// The label at the operation with which the difference starts.
fn label(cause: &Cause, d: &Difference, sources: &Sources) -> String {
    match &cause.evidence {
        Evidence::Repaired { change, .. } => {
            let words = literals::words(change, &cause.location, sources);
            format!("they agree {words} here")
        }
        Evidence::Unmatched { value } => {
            format!("the first value that the reference has nowhere: {value}")
        }
        Evidence::Carried { value } => format!(
            "what is kept here leads to the first value that the reference has nowhere: {value}"
        ),
        Evidence::Last => {
            "the reference has what this takes, and makes something else of it".to_owned()
        }
        Evidence::Unwritten => format!("{} is not written: the loop ends here", d.output),
    }
}

/// The call chain of an operation outside of the checked function.
fn chain(cause: &Cause, decoration: Decoration) -> String {
    let mut calls = cause.calls.iter();
    let Some(first) = calls.next().filter(|first| first.called_at.is_some()) else {
        return String::new();
    };
    let mut text = format!("{} {}", decoration.bold("starts in"), first.function);
    let mut at = &first.called_at;
    for call in calls {
        if let Some(at) = at {
            let _ = write!(
                text,
                ", called at {}:{} in {}",
                at.file, at.line, call.function
            );
        }
        at = &call.called_at;
    }
    text.push('\n');
    text
}

/// The outputs and sizes that differ, if there are several.
fn spread(d: &Difference) -> String {
    let mut text = String::new();
    for spread in d.spread.iter().filter(|spread| !spread.differ.is_empty()) {
        let each = match spread.each {
            Some(each) => format!(" of each {each}"),
            None => String::new(),
        };
        let _ = write!(text, "  differ: {}{each}", spread.show(&spread.differ));
        if !spread.equal.is_empty() {
            let _ = write!(text, "; equal: {}", spread.show(&spread.equal));
        }
        text.push('\n');
    }
    if let Some(sizes) = &d.at_sizes {
        let _ = writeln!(
            text,
            "  differ for {}; no difference seen for {}",
            sizes.differ, sizes.unseen
        );
    }
    text
}

/// Inputs that only one of the versions uses.
fn unread(d: &Difference, [reference, port]: [&str; 2]) -> String {
    let unwritten = |cause: &Cause| cause.evidence == Evidence::Unwritten;
    if d.cause.as_ref().is_some_and(unwritten) {
        return String::new();
    }
    let mut text = String::new();
    for (names, side) in [
        (&d.unread.by_port, port),
        (&d.unread.by_reference, reference),
    ] {
        let shown: Vec<&str> = names
            .iter()
            .take(INPUTS_NAMED)
            .map(String::as_str)
            .collect();
        let more = if names.len() > shown.len() {
            ", …"
        } else {
            ""
        };
        if !shown.is_empty() {
            let (output, shown) = (&d.output, shown.join(", "));
            let _ = writeln!(text, "  {output} of {side} does not use {shown}{more}");
        }
    }
    text
}

/// The most inputs named in such a line.
const INPUTS_NAMED: usize = 4;

/// The error of the port: a line for the largest one, and one for an infinite one.
fn errors(d: &Difference, decoration: Decoration) -> String {
    let mut text = String::new();
    if let Some(error) = &d.largest_error {
        let ulps = match error.ulps {
            Some(1) => "1 ulp".to_owned(),
            n => format!("{} ulps", n.unwrap_or(0)),
        };
        let size = match (error.relative, error.absolute) {
            (Some(relative), _) => format!("relative {relative:.2e}"),
            (None, absolute) => format!("{:.2e} where {} is 0", absolute.unwrap_or(0.0), d.output),
        };
        let label = decoration.bold("largest error found:");
        let _ = writeln!(text, "{label} {ulps}, {size}{}", place(error, d));
    }
    if let Some(error) = &d.infinite_error {
        let label = decoration.bold("infinite error:");
        let (reference, port) = (&error.reference.decimal, &error.port.decimal);
        let _ = writeln!(
            text,
            "{label} {reference} against {port}{}",
            place(error, d)
        );
    }
    text
}

/// The most inputs named in the line of an error.
const ERROR_INPUTS_SHOWN: usize = 4;

/// Where an error was found: `, for these inputs`, `, for a = 1f, b[3] = 2f`.
fn place(error: &ErrorFound, d: &Difference) -> String {
    if error.inputs == d.inputs {
        return ", for these inputs".to_owned();
    }
    let zero = |i: &&InputValue| i.value.hex.trim_start_matches(['0', 'x']).is_empty();
    let involved = error.inputs.iter().filter(|i| i.involved);
    let (zeros, others): (Vec<&InputValue>, Vec<_>) = involved.partition(zero);
    let shown = others.iter().take(ERROR_INPUTS_SHOWN);
    let mut parts: Vec<String> = shown
        .map(|i| format!("{} = {}", i.title(), i.value.decimal))
        .collect();
    let more = others.len().saturating_sub(ERROR_INPUTS_SHOWN);
    match (more, zeros.len()) {
        (0, 0) => {}
        (0, _) if parts.is_empty() => parts.push("all inputs 0".to_owned()),
        (0, _) => parts.push("else 0".to_owned()),
        _ => parts.push(format!("and {more} more (--format json has them all)")),
    }
    match parts.is_empty() {
        true => String::new(),
        false => format!(", for {}", parts.join(", ")),
    }
}

/// The note that the reference's result is undefined on this input.
fn overflow(overflow: &Overflow, decoration: Decoration) -> String {
    let label = decoration.bold("undefined:");
    let message = &overflow.message;
    let mut text = format!(
        "{label} the reference overflows a signed integer on this input, which C leaves undefined\n  {message}\n"
    );
    let advice = match overflow.agree_within {
        Some((low, high)) => {
            format!("  with signed inputs in {low}..{high} the versions agree; say so with --arg\n")
        }
        None => "  give the inputs ranges with --arg\n".to_owned(),
    };
    text.push_str(&advice);
    text
}
