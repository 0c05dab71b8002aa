//! Lines of a report broken at the width of a terminal. Quoted source lines stay whole.

/// The number of columns of a line, unless the terminal has more or fewer.
pub const WIDTH: usize = 80;

/// Columns by which continuation lines are indented further.
const HANG: usize = 2;

/// The fewest columns that a label below its marker has.
const LABEL: usize = 40;

/// The longest quoted text that is not broken.
const QUOTED: usize = 60;

/// The text between a name and its value.
const EQUALS: &str = " = ";

/// A character, and the escape sequences that are in effect.
type Cell = (char, String);

/// Breaks the lines that are wider than `width` columns; the columns of escape sequences do
/// not count.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut all = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (body, end) = match line.strip_suffix('\n') {
            Some(body) => (body, "\n"),
            None => (line, ""),
        };
        let cells = cells(body);
        let lines = match cells.len() > width {
            true => broken(&cells, width),
            false => vec![cells],
        };
        let lines: Vec<String> = lines.iter().map(|cells| shown(cells)).collect();
        all.push_str(&lines.join("\n"));
        all.push_str(end);
    }
    all
}

/// The lines of a paragraph of at most `width` columns; those after the first are indented.
pub fn paragraph(text: &str, width: usize) -> Vec<String> {
    let lines = filled(&cells(text), HANG, width);
    lines.iter().map(|cells| shown(cells)).collect()
}

fn cells(line: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut style = String::new();
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        if c != '\u{1b}' {
            cells.push((c, style.clone()));
            continue;
        }
        let mut sequence = String::from(c);
        for c in rest.by_ref() {
            sequence.push(c);
            if c.is_ascii_alphabetic() {
                break;
            }
        }
        match sequence.as_str() {
            "\u{1b}[0m" => style.clear(),
            more => style.push_str(more),
        }
    }
    cells
}

fn shown(cells: &[Cell]) -> String {
    let mut text = String::new();
    for run in cells.chunk_by(|a, b| a.1 == b.1) {
        let style = run.first().map_or("", |(_, style)| style);
        text.push_str(style);
        text.extend(run.iter().map(|(c, _)| *c));
        if !style.is_empty() {
            text.push_str("\u{1b}[0m");
        }
    }
    text
}

/// The lines of a line that is too wide.
fn broken(cells: &[Cell], width: usize) -> Vec<Vec<Cell>> {
    let text: String = cells.iter().map(|(c, _)| *c).collect();
    let number = text
        .trim_start()
        .trim_start_matches(|c: char| c.is_ascii_digit());
    match number.trim_start().starts_with('|') {
        true if text.trim_start().starts_with('|') => labelled(cells, width),
        true => vec![cells.to_vec()],
        false => {
            let lead = text.chars().take_while(|c| *c == ' ').count();
            filled(cells, lead + HANG, width)
        }
    }
}

/// A marker below a source line, with its label on lines of its own.
fn labelled(cells: &[Cell], width: usize) -> Vec<Vec<Cell>> {
    let is_blank = |(c, _): &Cell| *c == ' ';
    let gutter = cells
        .iter()
        .position(|(c, _)| *c == '|')
        .map_or(0, |at| at + 1);
    let mut at = gutter;
    // The label starts with the first word that is not a marker.
    let label = loop {
        let Some(from) = cells[at..].iter().position(|cell| !is_blank(cell)) else {
            return vec![cells.to_vec()];
        };
        let from = at + from;
        let word = cells[from..].iter().take_while(|cell| !is_blank(cell));
        at = from + word.clone().count();
        if word
            .clone()
            .any(|(c, _)| !matches!(c, '^' | '-' | '_' | '|'))
        {
            break from;
        }
    };
    let marks = &cells[gutter..label];
    let last = marks.iter().rposition(|cell| !is_blank(cell));
    let mut lines = Vec::new();
    let mut column = label;
    if let Some(last) = last {
        lines.push(cells[..=gutter + last].to_vec());
        let run = marks[..=last].iter().rposition(is_blank);
        column = gutter + run.map_or(0, |at| at + 1);
    }
    let wanted = (cells.len() - label).min(LABEL);
    let column = column.min(width.saturating_sub(wanted)).max(gutter + 1);
    let pieces = filled(&cells[label..], 0, width.saturating_sub(column).max(1));
    lines.extend(pieces.into_iter().map(|piece| {
        let mut line = cells[..gutter].to_vec();
        line.resize(column, (' ', String::new()));
        line.extend(piece);
        line
    }));
    lines
}

/// Lines of at most `width` columns, broken between words.
fn filled(cells: &[Cell], hang: usize, width: usize) -> Vec<Vec<Cell>> {
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    let mut line: Vec<Cell> = Vec::new();
    let mut has_words = false;
    let mut at = 0;
    while at < cells.len() {
        let blanks = cells[at..].iter().take_while(|(c, _)| *c == ' ').count();
        let word = at + blanks;
        let end = word_end(cells, word);
        if has_words && line.len() + end - at > width {
            lines.push(std::mem::take(&mut line));
            line.resize(hang, (' ', String::new()));
            line.extend_from_slice(&cells[word..end]);
        } else {
            line.extend_from_slice(&cells[at..end]);
        }
        has_words |= end > word;
        at = end;
    }
    lines.push(line);
    lines
}

/// The end of the word that begins at `from`. A text in single quotes and `name = value` are
/// one word each.
fn word_end(cells: &[Cell], from: usize) -> usize {
    let is_blank = |at: &usize| cells[*at].0 == ' ';
    let end = |from: usize| (from..cells.len()).find(is_blank).unwrap_or(cells.len());
    let plain = end(from);
    let quote = |at: &usize| cells[*at].0 == '\'';
    let mut quoted = from..cells.len();
    if quoted.next().is_some_and(|at| quote(&at)) {
        return match quoted.find(quote) {
            Some(close) if close - from <= QUOTED => end(close),
            _ => plain,
        };
    }
    let next: String = cells[plain..]
        .iter()
        .take(EQUALS.len())
        .map(|(c, _)| *c)
        .collect();
    match next == EQUALS {
        true => end(plain + EQUALS.len()),
        false => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_indented_and_quoted_texts_stay_whole() {
        let row = format!(
            "help: {} --arg 'x=in:f32[n] in 0..1' ends",
            "words ".repeat(11)
        );
        let text = wrapped(&row, WIDTH);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[1], "  'x=in:f32[n] in 0..1' ends");
    }

    #[test]
    fn lines_are_as_wide_as_the_terminal() {
        let text = "word ".repeat(40);
        for width in [60, 100] {
            let longest = wrapped(&text, width).lines().map(str::len).max();
            assert!(longest.is_some_and(|longest| longest <= width && longest + 5 >= width));
        }
    }

    #[test]
    fn a_label_moves_below_its_marker() {
        let marker = format!("   | {}^^^^", " ".repeat(30));
        let label = "a label of some length ".repeat(3);
        let text = wrapped(&format!("{marker} {}", label.trim()), WIDTH);
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(text.lines().next(), Some(marker.as_str()));
        assert!(
            text.lines()
                .nth(1)
                .is_some_and(|line| line.starts_with("   |    "))
        );
    }

    #[test]
    fn source_lines_and_colours_are_kept() {
        let source = format!("12 | {}", "word ".repeat(30));
        assert_eq!(wrapped(&source, WIDTH), source);
        let red = format!("\u{1b}[31mhelp:\u{1b}[0m {}", "w".repeat(70));
        assert_eq!(wrapped(&red, WIDTH), red);
    }
}
