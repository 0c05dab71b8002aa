//! A problem with the input, in rustc's style.

use annotate_snippets::{AnnotationKind, Level, Snippet};
use serde_json::json;

use super::Decoration;
use crate::problem::Problem;
use crate::verdict::SCHEMA;

/// The problem as a JSON object of schema `simdiff/1` with the verdict `error` and a final
/// newline.
pub fn problem_as_json(problem: &Problem) -> String {
    let mut error = json!({
        "schema": SCHEMA,
        "verdict": "error",
        "message": problem.message,
    });
    if let Some(origin) = &problem.origin {
        error["origin"] = json!({
            "name": origin.name,
            "text": origin.text,
            "span": [origin.span.start, origin.span.end],
        });
    }
    for (key, text) in [("verbatim", &problem.verbatim), ("help", &problem.help)] {
        if let Some(text) = text {
            error[key] = text.as_str().into();
        }
    }
    format!("{error:#}\n")
}

/// The problem as text, ending in a newline.
pub fn problem(problem: &Problem, decoration: Decoration) -> String {
    let mut group =
        Level::ERROR
            .primary_title(&*problem.message)
            .elements(problem.origin.iter().map(|origin| {
                let end = origin.span.end.min(origin.text.len());
                Snippet::source(&*origin.text)
                    .path(&*origin.name)
                    .annotation(AnnotationKind::Primary.span(origin.span.start.min(end)..end))
            }));
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(&**help));
    }
    let mut text = String::new();
    if let Some(verbatim) = &problem.verbatim {
        text.push_str(verbatim.trim_end());
        text.push('\n');
    }
    text.push_str(&decoration.renderer().render(&[group]));
    text.push('\n');
    text
}
