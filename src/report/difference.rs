//! A mismatch: the two source lines, the witness, both results, both
//! expressions with the differing part marked, and what replay said.

use std::fmt::Write;

use annotate_snippets::{AnnotationKind, Group, Level, Snippet};

use super::text::asked;
use super::{Decoration, Sources};
use crate::verdict::{
    Difference, ErrorFound, Expression, InputValue, Location, Outcome, Overflow, Replay, Value,
    Verdict,
};

/// Most inputs shown one by one; the JSON has them all.
const INPUTS_SHOWN: usize = 16;

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
    let marks = [
        (
            &d.port_location,
            AnnotationKind::Primary,
            format!("{port} gives {} here", d.port.decimal),
        ),
        (
            &d.reference_location,
            AnnotationKind::Context,
            format!("{reference} gives {}", d.reference.decimal),
        ),
    ];
    let snippets = snippets(&marks, sources);
    let title = level.primary_title(title).id(id);
    let group = if snippets.is_empty() {
        Group::with_title(title)
    } else {
        title.elements(snippets)
    };
    let mut text = decoration.renderer().render(&[group]);
    text.push_str("\n\n");

    let sizes = super::text::sizes(&d.sizes);
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
    let names = [reference.as_str(), port.as_str()];
    text.push_str(&values(names, [&d.reference, &d.port], d.ulps));

    let _ = writeln!(text, "{}", decoration.bold("for these inputs"));
    text.push_str(&inputs(&d.inputs));
    text.push_str(&errors(d, decoration));
    if let Some(found) = &d.overflow {
        text.push_str(&overflow(found, decoration));
    }
    let sides = [&d.reference_expression, &d.port_expression];
    text.push_str(&computation(names, sides, &d.definitions, decoration));
    let _ = writeln!(text, "{} {}", decoration.bold("kind:"), d.kind.words());
    text.push_str(&replay(&d.replay, "both versions", decoration));
    text.push_str(&agreement("they agree", &d.equal_under, decoration));
    text
}

/// Two results, one a line, and how far apart they are.
pub(super) fn values(names: [&str; 2], values: [&Value; 2], ulps: Option<u128>) -> String {
    let width = names[0].len().max(names[1].len());
    let decimals = values[0].decimal.len().max(values[1].decimal.len());
    let apart = match ulps {
        Some(1) => "   1 ulp apart".to_owned(),
        Some(n) => format!("   {n} ulps apart"),
        None => String::new(),
    };
    let line = |i: usize| {
        let (name, Value { decimal, hex, .. }) = (names[i], values[i]);
        format!("  {name:width$}  {decimal:>decimals$}  {hex}")
    };
    format!("{}\n{}{apart}\n", line(0), line(1))
}

/// What two results are computed as.
pub(super) fn computation(
    names: [&str; 2],
    sides: [&Expression; 2],
    definitions: &[Expression],
    decoration: Decoration,
) -> String {
    let mut text = format!("{}\n", decoration.bold("computed as"));
    for (name, side) in names.into_iter().zip(sides) {
        expression(&mut text, name, side, decoration);
    }
    if !definitions.is_empty() {
        let _ = writeln!(text, "  where");
    }
    for definition in definitions {
        marked_line(&mut text, definition, decoration);
    }
    text
}

/// The assumptions under which a difference vanishes, if any do.
pub(super) fn agreement(what: &str, sets: &[Vec<String>], decoration: Decoration) -> String {
    if sets.is_empty() {
        return String::new();
    }
    let sets: Vec<String> = sets.iter().map(|set| set.join(" ")).collect();
    let sets = sets.join(", or under ");
    format!("{} {what} under {sets}\n", decoration.bold("help:"))
}

/// A snippet per file, holding the marks that lie in it.
pub(super) fn snippets<'a>(
    marks: &[(&Option<Location>, AnnotationKind, String)],
    sources: &Sources,
) -> Vec<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let mut files: Vec<&str> = Vec::new();
    for (location, ..) in marks {
        if let Some(location) = location
            && !files.contains(&location.file.as_str())
        {
            files.push(&location.file);
        }
    }
    let mut snippets = Vec::new();
    for file in files {
        let Some(source) = sources.text(file) else {
            continue;
        };
        let mut annotations = Vec::new();
        for (location, kind, label) in marks {
            let Some(location) = location.as_ref().filter(|l| l.file == file) else {
                continue;
            };
            if let Some(span) = Sources::span(&source, location) {
                annotations.push(kind.span(span).label(label.clone()));
            }
        }
        if !annotations.is_empty() {
            snippets.push(
                Snippet::source(source.to_string())
                    .path(file.to_owned())
                    .annotations(annotations),
            );
        }
    }
    snippets
}

/// The witness: what the result depends on, one a line; the rest in one line.
pub(super) fn inputs(inputs: &[InputValue]) -> String {
    let mut text = String::new();
    let involved: Vec<&InputValue> = inputs.iter().filter(|i| i.involved).collect();
    let shown = &involved[..involved.len().min(INPUTS_SHOWN)];
    let names = shown.iter().map(|i| i.name.len()).max().unwrap_or(0);
    let decimals = shown
        .iter()
        .map(|i| i.value.decimal.len())
        .max()
        .unwrap_or(0);
    for input in shown {
        let _ = writeln!(
            text,
            "  {:names$} = {:>decimals$}  {}",
            input.name, input.value.decimal, input.value.hex
        );
    }
    let hidden = involved.len() - shown.len();
    let others = inputs.len() - involved.len();
    if hidden > 0 {
        let _ = writeln!(text, "  … and {hidden} more (--format json has them all)");
    }
    if involved.is_empty() {
        let _ = writeln!(text, "  any");
    } else if others > 0 {
        let plural = if others == 1 {
            "input does"
        } else {
            "inputs do"
        };
        let _ = writeln!(text, "  ({others} other {plural} not matter)");
    }
    text
}

/// How different the versions are, a line for the largest error and one for an
/// infinite one.
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

/// Most inputs of an error named in its line.
const ERROR_INPUTS_SHOWN: usize = 4;

/// Where an error is found: `, for these inputs`, `, for a = 1f, b[3] = 2f`.
fn place(error: &ErrorFound, d: &Difference) -> String {
    if error.inputs == d.inputs {
        return ", for these inputs".to_owned();
    }
    let zero = |i: &&InputValue| i.value.hex.trim_start_matches(['0', 'x']).is_empty();
    let involved = error.inputs.iter().filter(|i| i.involved);
    let (zeros, others): (Vec<&InputValue>, Vec<_>) = involved.partition(zero);
    let shown = others.iter().take(ERROR_INPUTS_SHOWN);
    let mut parts: Vec<String> = shown
        .map(|i| format!("{} = {}", i.name, i.value.decimal))
        .collect();
    let more = others.len().saturating_sub(ERROR_INPUTS_SHOWN);
    match (more, zeros.len()) {
        (0, 0) => {}
        (0, _) if parts.is_empty() => parts.push("all inputs 0".to_owned()),
        (0, _) => parts.push("else 0".to_owned()),
        _ => parts.push(format!("and {more} more (--format json has them all)")),
    }
    format!(", for {}", parts.join(", "))
}

/// That the reference's result is undefined on this input.
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

fn expression(text: &mut String, name: &str, e: &Expression, decoration: Decoration) {
    let _ = writeln!(text, "  {name}");
    marked_line(text, e, decoration);
}

/// An indented expression, its differing part underlined.
fn marked_line(text: &mut String, e: &Expression, decoration: Decoration) {
    let Some((from, to)) = e.marked else {
        let _ = writeln!(text, "    {}", e.text);
        return;
    };
    let (head, rest) = e.text.split_at(from);
    let (marked, tail) = rest.split_at(to - from);
    let style = annotate_snippets::renderer::DEFAULT_ERROR_STYLE;
    let _ = writeln!(text, "    {head}{}{tail}", decoration.paint(style, marked));
    let gap = " ".repeat(head.chars().count());
    let carets = "^".repeat(marked.chars().count());
    let _ = writeln!(text, "    {gap}{}", decoration.paint(style, &carets));
}

/// What native execution said, as a line.
pub(super) fn replay(replay: &Replay, who: &str, decoration: Decoration) -> String {
    match replay {
        Replay::Confirmed => format!(
            "{} {who} ran natively with these inputs and behaved as shown\n",
            decoration.bold("replayed:")
        ),
        Replay::Refuted { seen } => {
            format!(
                "{} running {who} natively did not show it: {seen}\n",
                decoration.bold("not confirmed:")
            )
        }
        Replay::Unavailable { reason } => {
            format!(
                "{} {who} could not be run natively: {reason}\n",
                decoration.bold("not replayed:")
            )
        }
    }
}
