//! Parts that several sections of the report share.

use std::fmt::Write;

use super::Decoration;
use crate::contract::Sizes;
use crate::verdict::{Expression, Function, InputValue, Outcome, Replay, Value};

/// The most inputs shown one by one, unless everything is shown.
const INPUTS_SHOWN: usize = 8;

/// The most lines of one expression, and of all definitions, unless everything is shown.
const EXPRESSION_LINES: usize = 4;

/// The most zero inputs shown one by one, unless everything is shown.
const ZEROS_SHOWN: usize = 4;

/// The function's name, with its flags if both names are the same.
pub(super) fn side_name(side: &Function, other: &Function) -> String {
    if side.name == other.name && !side.flags.is_empty() {
        format!("{} [{}]", side.name, side.flags.join(" "))
    } else {
        side.name.clone()
    }
}

/// Sizes as text: `n = 4, w = 16`.
pub(super) fn sizes(sizes: &Sizes) -> String {
    let parts: Vec<String> = sizes
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    parts.join(", ")
}

/// The tolerance as the user wrote it.
pub(super) fn asked(out: &Outcome) -> &str {
    out.tolerance.as_ref().map_or("", |t| t.asked.as_str())
}

/// Two results, one per line, and their distance in ulps.
pub(super) fn values(names: [&str; 2], values: [&Value; 2], ulps: Option<u128>) -> String {
    let alike = values[0].hex == values[1].hex
        || values
            .iter()
            .all(|v| v.decimal.to_lowercase().starts_with("nan"));
    let width = names[0].len().max(names[1].len());
    let decimals = values[0].decimal.len().max(values[1].decimal.len());
    let apart = match ulps {
        Some(0) if alike => String::new(),
        Some(0) => "   zeros of unlike sign".to_owned(),
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

/// The expressions that two results are computed by.
pub(super) fn computation(
    names: [&str; 2],
    sides: [&Expression; 2],
    definitions: &[Expression],
    decoration: Decoration,
) -> String {
    let mut text = decoration.bold("computed as");
    if decoration.tight {
        text.push_str("\n  … (more than a screen has room for; --explain shows it)\n");
        return text;
    }
    text.push('\n');
    for (name, side) in names.into_iter().zip(sides) {
        expression(&mut text, name, side, decoration);
    }
    if !definitions.is_empty() {
        let _ = writeln!(text, "  where");
    }
    let room = decoration.room(EXPRESSION_LINES);
    for definition in definitions.iter().take(room) {
        marked_line(&mut text, definition, decoration);
    }
    if definitions.len() > room {
        let more = definitions.len() - room;
        let _ = writeln!(text, "    … and {more} more (--explain shows all)");
    }
    text
}

/// The help on assumptions under which a difference vanishes, if there are any.
pub(super) fn agreement(what: &str, sets: &[Vec<String>], decoration: Decoration) -> String {
    if sets.is_empty() {
        return String::new();
    }
    let sets: Vec<String> = sets.iter().map(|set| set.join(" ")).collect();
    let sets = sets.join(", or under ");
    format!("{} {what} under {sets}\n", decoration.bold("help:"))
}

/// The witness: inputs that the result depends on, one per line; the others in summary.
pub(super) fn inputs(inputs: &[InputValue], decoration: Decoration) -> String {
    let mut text = String::new();
    let involved: Vec<&InputValue> = inputs.iter().filter(|i| i.involved).collect();
    let is_zero = |i: &InputValue| i.value.hex.bytes().all(|b| matches!(b, b'0' | b'x'));
    let count = |all: &[&InputValue]| all.iter().map(|i| i.count()).sum::<usize>();
    let zeros = involved.iter().filter(|i| is_zero(i));
    let zeros = count(&zeros.copied().collect::<Vec<_>>());
    let collapsed = zeros > decoration.room(ZEROS_SHOWN);
    let listed = involved.iter().filter(|i| !collapsed || !is_zero(i));
    let listed: Vec<&InputValue> = listed.copied().collect();
    let shown = &listed[..listed.len().min(decoration.room(INPUTS_SHOWN))];
    let names = shown.iter().map(|i| i.title().len()).max().unwrap_or(0);
    let decimals = shown.iter().map(|i| i.value.decimal.len()).max();
    let decimals = decimals.unwrap_or(0);
    for input in shown {
        let _ = writeln!(
            text,
            "  {:names$} = {:>decimals$}  {}",
            input.title(),
            input.value.decimal,
            input.value.hex
        );
    }
    let hidden = count(&listed) - count(shown);
    let others = inputs.len() - involved.len();
    if hidden > 0 {
        let _ = writeln!(text, "  … and {hidden} more (--explain shows all)");
    }
    if collapsed {
        let which = if listed.is_empty() {
            "all"
        } else {
            "the other"
        };
        let _ = writeln!(text, "  ({which} {zeros} that matter are zero)");
    }
    if involved.is_empty() {
        let _ = writeln!(text, "  any");
    } else if others > 0 {
        let _ = writeln!(text, "  ({})", uninvolved(inputs));
    }
    text
}

/// What is said of the inputs on which a result does not depend; there is one at least.
fn uninvolved(inputs: &[InputValue]) -> String {
    let others = inputs.iter().filter(|input| !input.involved);
    let (choosing, idle): (Vec<&InputValue>, Vec<_>) = others.partition(|i| i.chooses_path);
    let count = |all: &[&InputValue]| all.iter().map(|i| i.count()).sum::<usize>();
    let verb = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 other input {one}"),
        _ => format!("{count} other inputs {many}"),
    };
    let idle = (!idle.is_empty()).then(|| verb(count(&idle), "does not matter", "do not matter"));
    let choosing = (!choosing.is_empty())
        .then(|| verb(count(&choosing), "chooses the path", "choose the path"));
    let both = [choosing, idle].into_iter().flatten();
    both.collect::<Vec<_>>().join("; ")
}

fn expression(text: &mut String, name: &str, e: &Expression, decoration: Decoration) {
    let _ = writeln!(text, "  {name}");
    marked_line(text, e, decoration);
}

/// An indented expression in lines of the width of the text, with carets under its
/// differing part.
fn marked_line(text: &mut String, e: &Expression, decoration: Decoration) {
    let style = annotate_snippets::renderer::DEFAULT_ERROR_STYLE;
    let (from, to) = e.marked.unwrap_or((0, 0));
    let lines = wrapped(&e.text, decoration.width.saturating_sub(INDENT));
    let room = decoration.room(EXPRESSION_LINES);
    // The first line shown is the one before the marked part begins.
    let marked = lines.iter().position(|line| line.end > from).unwrap_or(0);
    let last = lines.len().saturating_sub(room);
    let first = marked.saturating_sub(1).min(last);
    if first > 0 {
        let _ = writeln!(text, "    … ({first} lines before; --explain shows all)");
    }
    let hidden = lines.len().saturating_sub(first.saturating_add(room));
    let shown = lines.into_iter().enumerate().skip(first).take(room);
    for (at, line) in shown {
        let indent = if at == 0 { "    " } else { "      " };
        let shown = &e.text[line.clone()];
        let (start, end) = (from.max(line.start), to.min(line.end));
        if start >= end {
            let _ = writeln!(text, "{indent}{shown}");
            continue;
        }
        let (head, tail) = (&e.text[line.start..start], &e.text[end..line.end]);
        let marked = &e.text[start..end];
        let _ = writeln!(
            text,
            "{indent}{head}{}{tail}",
            decoration.paint(style, marked)
        );
        let gap = " ".repeat(head.chars().count());
        let carets = "^".repeat(marked.trim_end().chars().count());
        let _ = writeln!(text, "{indent}{gap}{}", decoration.paint(style, &carets));
    }
    if hidden > 0 {
        let _ = writeln!(text, "      … ({hidden} more lines; --explain shows all)");
    }
}

/// The indentation of continuation lines of an expression.
const INDENT: usize = 6;

/// The byte ranges of an expression's lines of at most `room` columns, broken between words.
fn wrapped(text: &str, room: usize) -> Vec<std::ops::Range<usize>> {
    let mut lines = Vec::new();
    let (mut start, mut columns) = (0, 0);
    let mut at = 0;
    for word in text.split_inclusive(' ') {
        let width = word.trim_end().chars().count();
        if columns + width > room && at > start {
            lines.push(start..start + text[start..at].trim_end().len());
            (start, columns) = (at, 0);
        }
        columns += word.chars().count();
        at += word.len();
    }
    lines.push(start..text.len());
    lines
}

/// The result of native execution, as a line.
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
        Replay::Unwatched => format!(
            "{} nothing that runs natively watches for it; it follows from the source\n",
            decoration.bold("not replayed:")
        ),
        Replay::Unavailable { reason } => {
            format!(
                "{} {who} could not be run natively: {reason}\n",
                decoration.bold("not replayed:")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_expressions_are_underlined_line_by_line() {
        let words: Vec<String> = (0..24).map(|i| format!("x[{i}]")).collect();
        let text = words.join(" + ");
        let from = text.find("x[9]").unwrap_or(0);
        let to = text.find(" + x[14]").unwrap_or(0);
        let expression = Expression {
            text,
            marked: Some((from, to)),
        };
        let mut shown = String::new();
        let full = Decoration {
            full: true,
            ..Decoration::default()
        };
        marked_line(&mut shown, &expression, full);
        assert!(shown.lines().all(|line| line.chars().count() <= full.width));
        let underlined: String = shown
            .lines()
            .zip(shown.lines().skip(1))
            .filter(|(_, carets)| carets.trim().bytes().all(|b| b == b'^'))
            .map(|(line, carets)| {
                let first = carets.len() - carets.trim_start().len();
                format!("{} ", &line[first..carets.len()])
            })
            .collect();
        assert_eq!(
            underlined.trim_end(),
            "x[9] + x[10] + x[11] + x[12] + x[13]"
        );
    }
}
