//! A problem with the input, in rustc's style.

use annotate_snippets::{AnnotationKind, Level, Snippet};

use super::Decoration;
use crate::problem::Problem;

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
