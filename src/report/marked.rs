//! Titles with the marked lines of the source.

use annotate_snippets::{Annotation, AnnotationKind, Group, Snippet, Title};

use super::{Decoration, Sources, quoted};
use crate::verdict::Location;

/// The columns before a quoted line: its number, and a bar.
const GUTTER: usize = 8;

/// Renders a title with a snippet for each file that marks lie in.
pub(super) fn marked(
    title: Title<'_>,
    marks: &[(&Option<Location>, AnnotationKind, String)],
    sources: &Sources,
    decoration: Decoration,
) -> String {
    let (snippets, places) = snippets(marks, sources, decoration);
    let group = match snippets.is_empty() {
        true => Group::with_title(title),
        false => title.elements(snippets),
    };
    let text = decoration.renderer().render(&[group]);
    // The renderer counts columns in the lines that it is given, which may be cut.
    let text = places.iter().fold(text, |text, (shown, place)| {
        text.replace(&format!("{shown}\n"), &format!("{place}\n"))
    });
    unseen(marks, sources).fold(text, |text, place| format!("{text}\n  --> {place}"))
}

/// The places and labels of marks whose lines cannot be shown, as those of a `#line` of a file
/// that is not there.
fn unseen<'a>(
    marks: &'a [(&Option<Location>, AnnotationKind, String)],
    sources: &'a Sources,
) -> impl Iterator<Item = String> + 'a {
    marks.iter().filter_map(|(location, _, label)| {
        let location = location.as_ref().filter(|location| location.line > 0)?;
        let text = sources.text(&location.file);
        let span = text.and_then(|text| Sources::span(&text, location));
        let Location { file, line, column } = location;
        let place = match column {
            0 => format!("{file}:{line}"),
            _ => format!("{file}:{line}:{column}"),
        };
        let is_bare = label.is_empty();
        let shown = if is_bare {
            place
        } else {
            format!("{place}: {label}")
        };
        span.is_none().then_some(shown)
    })
}

/// The place of a byte of a file's text, as the renderer writes it.
fn place(file: &str, text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[..at].matches('\n').count() + 1;
    format!("{file}:{line}:{}", text[start..at].chars().count() + 1)
}

/// A snippet for each file, with the marks that lie in it; and the places of marks in lines that
/// are cut, as they are shown and as they are.
fn snippets<'a>(
    marks: &[(&Option<Location>, AnnotationKind, String)],
    sources: &Sources,
    decoration: Decoration,
) -> (Vec<Snippet<'a, Annotation<'a>>>, Vec<(String, String)>) {
    let mut files: Vec<&str> = Vec::new();
    for (location, ..) in marks {
        if let Some(location) = location
            && !files.contains(&location.file.as_str())
        {
            files.push(&location.file);
        }
    }
    let (mut snippets, mut places) = (Vec::new(), Vec::new());
    for file in files {
        let Some(source) = sources.text(file) else {
            continue;
        };
        let (mut spans, mut labels) = (Vec::new(), Vec::new());
        for (location, kind, label) in marks {
            let Some(location) = location.as_ref().filter(|l| l.file == file) else {
                continue;
            };
            if let Some(span) = Sources::span(&source, location) {
                spans.push(span);
                labels.push((kind, label.clone()));
            }
        }
        let room = decoration.width.saturating_sub(GUTTER);
        let whole = spans.clone();
        let quoted = quoted::cut(&source, &mut spans, room);
        let cut = whole.iter().zip(&spans);
        let cut = cut.map(|(whole, cut)| {
            let shown = place(file, &quoted, cut.start);
            (shown, place(file, &source, whole.start))
        });
        places.extend(cut.filter(|(shown, place)| shown != place));
        let marked = spans.into_iter().zip(labels);
        let annotations: Vec<_> = marked
            .map(|(span, (kind, label))| kind.span(span).label(label))
            .collect();
        if !annotations.is_empty() {
            snippets.push(
                Snippet::source(quoted)
                    .path(file.to_owned())
                    .annotations(annotations),
            );
        }
    }
    (snippets, places)
}
